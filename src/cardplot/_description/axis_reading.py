"""How positions on an axis read, and what plain artists are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib import dates
from matplotlib.artist import Artist
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter
from matplotlib.container import Container
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter

from cardplot._labels.ticks import NameFormatter


def has_names(axis: Axis) -> bool:
    """Say whether texts were given for the ticks of *axis*."""
    formatter = axis.get_major_formatter()
    if isinstance(formatter, FuncFormatter):
        # What `set_ticks` makes of labels; on other locators it writes numbers.
        return isinstance(axis.get_major_locator(), FixedLocator)
    return isinstance(formatter, FixedFormatter | StrCategoryFormatter | NameFormatter)


def series_name(artist: Artist | Container) -> str:
    """Return the name that the user gave, "" where matplotlib made one up."""
    label = str(artist.get_label() or "")
    return "" if label.startswith(("_child", "_container", "_nolegend_")) else label


def scale_of(axis: Axis, *, slots: bool = False) -> Callable[[Any], Any]:
    """Return how a position on *axis* reads: a name, a date or a number.

    Texts that only write numbers ("1,024") name the *slots* of bars, but not points on a scale.
    """
    if has_names(axis):
        places, names = _names(axis)
        if len(places) == len(names) and (slots or not all(map(_reads_as_number, names))):
            return lambda value: _nearest(value, places, names)
    if isinstance(axis.get_major_formatter(), dates.AutoDateFormatter | dates.ConciseDateFormatter):
        return lambda value: dates.num2date(value).replace(tzinfo=None)  # type: ignore[no-untyped-call]
    return _number


def _names(axis: Axis) -> tuple[np.ndarray[Any, Any], list[str]]:
    """Return the names on an axis and where they stand."""
    formatter = axis.get_major_formatter()
    if isinstance(formatter, NameFormatter):
        # All of them, in full, whatever ticks are shown.
        places, names = list(formatter.names), list(formatter.names.values())
    else:
        places = list(axis.get_majorticklocs())
        names = [text.get_text() for text in axis.get_majorticklabels()]
    return np.asarray(places, dtype=float), [" ".join(name.split()) for name in names]


def _reads_as_number(name: str) -> bool:
    try:
        float(name.replace(",", "").replace("−", "-"))
    except ValueError:
        return not name
    return True


def _nearest(value: float, places: np.ndarray[Any, Any], names: list[str]) -> Any:
    distance = np.abs(places - value)
    if not distance.size or not np.isfinite(value):
        return _number(value)
    index = int(distance.argmin())
    return names[index] if distance[index] <= 0.5 and names[index] else _number(value)


def _number(value: Any) -> Any:
    number = float(value)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def floats(values: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)


def read_at(read: Callable[[Any], Any], value: float) -> Any:
    return read(value) if np.isfinite(value) else float(value)
