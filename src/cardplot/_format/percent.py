"""Percents: shares of a whole and relative changes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from numpy.typing import ArrayLike

from cardplot._format.digits import MINUS, fixed, round_half_up
from cardplot._format.spec import Spec, cells, printer, special, unsigned_zero
from cardplot._statistics.shares import Rounding, rounded_shares

_FIRST_DIGIT = re.compile(rf"[+{MINUS}]?(?=\d)")
# Float noise in percents; what a reader calls a half may be a hair off one.
_HAIR = 1e-9


def percents(
    fractions: ArrayLike,
    spec: Spec = None,
    *,
    policy: Rounding = "nearest",
    argument: str = "share_format",
) -> list[str]:
    """Print shares as percents.

    Parameters
    ----------
    fractions : (N,) array-like
        Shares of one bar; NaN prints "n/a".
    spec : str or callable, optional
        A format string for the percents ("{:.1f} %", ".1f") or, with type "%", for the fractions
        ("{:.1%}"); or a function from a fraction to a string. Default: no decimals.
    policy : {"nearest", "sum"}, default: "nearest"
        How to round, see `rounded_shares`.
    argument : str, default: "share_format"
        Name of the argument that *spec* is, for errors.

    Returns
    -------
    list of str
        A share that isn't zero never reads "0%", and one that isn't all never "100%": they read
        "<1%" and ">99%" (with a decimal "<0.1%" and ">99.9%"). Half a percent is "<1%" too, so
        that it stands with ">99%" and not with "100%".
    """
    given = cells(fractions)
    if callable(spec):
        write = printer(spec, argument).write
        return [special(value) or write(value) for value in given]
    show, places, _ = _percent_printer(spec, argument)
    if places is None:
        return [special(value) or show(value * 100) for value in given]
    unit = 10.0**-places
    rounded = rounded_shares(given, places, policy)
    return [
        special(value) or _percent(value, float(percent), unit, policy == "nearest", show)
        for value, percent in zip(given, rounded, strict=True)
    ]


def _percent(
    fraction: float, percent: float, unit: float, alone: bool, show: Callable[[float], str]
) -> str:
    if fraction > 0 and (percent <= 0 or (alone and fraction * 100 <= unit / 2 + _HAIR)):
        return _marked(show(unit), "<")
    if fraction < 1 - 1e-12 and percent >= 100 and fraction <= 1:
        return _marked(show(100 - unit), ">")
    return show(percent)


def _marked(words: str, sign: str) -> str:
    """Put "<" or ">" before the number, in place of its own sign."""
    return _FIRST_DIGIT.sub(sign, words, count=1)


def _percent_printer(spec: Spec, argument: str) -> tuple[Callable[[float], str], int | None, bool]:
    """Return how to print a percent, its decimals, and whether the format is the digits only."""
    if spec is None:
        return (lambda percent: fixed(percent, 0) + "%"), 0, True
    found = printer(spec, argument)
    places = None if found.decimals is None else found.decimals - 2 * found.percent
    if found.percent:
        return (
            (lambda percent: found.write(float(Decimal(repr(percent)) / 100))),
            places,
            found.bare,
        )
    if found.bare:
        return (lambda percent: found.write(percent) + "%"), places, True
    return found.write, places, False


def changes_in_percent(fractions: Sequence[float], spec: Spec, argument: str) -> list[str]:
    """Print relative changes: "+12%", "−5%", "0%", "<1%"; see `cardplot._format.changes`."""
    show, places, bare = _percent_printer(spec, argument)
    given = [value * 100 for value in fractions]
    if spec is None:
        places = _decimals([value for value in given if math.isfinite(value)])

        def show(percent: float) -> str:
            return fixed(percent, places or 0) + "%"

    return [special(value) or _change(value, places, show, plus=bare) for value in given]


def _change(value: float, places: int | None, show: Callable[[float], str], *, plus: bool) -> str:
    if value == 0:
        return unsigned_zero(show(0.0)) if not plus else "0%"
    if places is None:
        words = show(value)
    else:
        nudge = math.copysign(_HAIR * 10.0**-places, value)
        rounded = round_half_up(value + nudge, places)
        if rounded == 0:
            return _marked(show(10.0**-places), "<")
        words = show(rounded)
    signed = words.startswith(("+", MINUS))
    return "+" + words if plus and value > 0 and not signed else words


def _decimals(percents: Sequence[float]) -> int:
    """Two significant digits for the largest, two decimals at most, no zeros in all."""
    largest = max(map(abs, percents), default=0.0)
    places = 0 if largest >= 9.95 else 1 if largest >= 0.995 else 2
    while places and all(
        abs(value - round_half_up(value, places - 1)) < _HAIR for value in percents
    ):
        places -= 1
    return places
