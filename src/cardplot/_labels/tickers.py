"""Locators and formatters that stand where the user has set none."""

from __future__ import annotations

from matplotlib.axis import Axis
from matplotlib.ticker import Formatter, Locator

DEFAULTS = {
    "major_locator": "isDefault_majloc",
    "major_formatter": "isDefault_majfmt",
    "minor_locator": "isDefault_minloc",
    "minor_formatter": "isDefault_minfmt",
}


def offer(axis: Axis, **tickers: Locator | Formatter) -> None:
    """Set tickers by their names, such as "major_locator", as a scale does.

    Those that were set by hand stay, and these give way to what is set by hand later.
    """
    for name, ticker in tickers.items():
        if getattr(axis, DEFAULTS[name]):
            getattr(axis, f"set_{name}")(ticker)
            setattr(axis, DEFAULTS[name], True)
