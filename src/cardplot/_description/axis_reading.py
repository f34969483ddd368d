"""How positions on an axis read: as names, dates, times or numbers."""

from __future__ import annotations

import datetime as dt
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib import dates
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter
from matplotlib.projections.polar import ThetaAxis
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter
from matplotlib.units import registry

from cardplot._labels.ticks import NameFormatter

Floats = np.ndarray[Any, np.dtype[np.float64]]
Scale = Callable[[Any], Any]


def has_names(axis: Axis) -> bool:
    """Say whether texts were given for the ticks of *axis*."""
    formatter = axis.get_major_formatter()
    if isinstance(formatter, FuncFormatter):
        # What `set_ticks` makes of labels; on other locators it writes numbers.
        return isinstance(axis.get_major_locator(), FixedLocator)
    return isinstance(formatter, FixedFormatter | StrCategoryFormatter | NameFormatter)


def scale_of(axis: Axis, *, slots: bool = False) -> Scale:
    """Return how a position on *axis* reads: a name, a date or a number.

    A category, or the name of a *slot* for bars, holds around its tick; other texts hold at their
    tick alone. Texts that only write numbers ("1,024") name slots, but not points on a scale.
    """
    quantity = _quantity(axis)

    def read(value: Any) -> Any:
        return _read(quantity, value)

    if not has_names(axis):
        return read
    formatter = axis.get_major_formatter()
    if isinstance(formatter, StrCategoryFormatter):
        return lambda value: (formatter(round(value)) if _finite(value) else "") or read(value)
    if isinstance(formatter, NameFormatter):
        # All of them, in full, whatever ticks are shown.
        places, names = list(formatter.names), list(formatter.names.values())
    else:
        places = [float(place) for place in axis.get_majorticklocs()]
        names = [text.get_text() for text in axis.get_majorticklabels()]
    names = [" ".join(name.split()) for name in names]
    if len(places) != len(names) or (not slots and all(map(_reads_as_number, names))):
        return read
    reach = 0.5 if slots or isinstance(formatter, NameFormatter) else 1e-6
    return lambda value: _nearest(value, np.array(places), names, reach) or read(value)


def _quantity(axis: Axis) -> Scale:
    """Return how positions read where they have no name."""
    # What pandas has put on an axis shows in its converter and formatter only.
    converter, formatter = axis.get_converter(), axis.get_major_formatter()
    frequency = getattr(axis, "freq", None)
    if type(converter).__name__ == "PeriodConverter" and frequency is not None:
        return lambda value: _period(value, frequency)
    if type(converter).__name__ == "TimeConverter":
        return lambda value: (dt.datetime.min + dt.timedelta(seconds=float(value))).time()
    if type(formatter).__name__ == "TimeSeries_TimedeltaFormatter":
        return lambda value: _duration(value, getattr(formatter, "unit", "ns"))
    if _has_dates(axis):
        zone = axis.get_units()  # type: ignore[no-untyped-call]
        if not isinstance(zone, dt.tzinfo):
            zone = getattr(axis.get_major_locator(), "tz", None)
        return lambda value: dates.num2date(value, zone).replace(tzinfo=None)  # type: ignore[no-untyped-call]
    if isinstance(axis, ThetaAxis):
        return lambda value: _number(round(float(np.degrees(value)), 9))
    return _number


def _has_dates(axis: Axis) -> bool:
    kinds = dates.AutoDateFormatter | dates.ConciseDateFormatter | dates.DateFormatter
    return (
        isinstance(axis.get_major_locator(), dates.DateLocator)
        or isinstance(axis.get_major_formatter(), kinds)
        or isinstance(axis.get_converter(), (dates.DateConverter, type(registry[dt.date])))
    )


def _period(value: float, frequency: Any) -> Any:
    """Return a month or year as it is, and a day or less as a date."""
    import pandas as pd

    with warnings.catch_warnings():
        # pandas deprecates periods of business days, and draws them.
        warnings.simplefilter("ignore", FutureWarning)
        period = pd.Period(ordinal=round(value), freq=frequency)
        start = period.start_time
        whole = period.end_time - start < pd.Timedelta(days=1)
    return start.to_pydatetime(warn=False) if whole else period


def _duration(value: float, unit: Any) -> Any:
    import pandas as pd

    return pd.Timedelta(round(value), unit).to_pytimedelta()


def _reads_as_number(name: str) -> bool:
    try:
        float(name.replace(",", "").replace("−", "-"))
    except ValueError:
        return not name
    return True


def _nearest(value: float, places: Floats, names: list[str], reach: float) -> str:
    if not places.size or not _finite(value):
        return ""
    distance = np.abs(places - value)
    index = int(distance.argmin())
    return names[index] if distance[index] <= reach else ""


def _read(read: Scale, value: Any) -> Any:
    """Read a position; beyond what its kind can hold, as a number."""
    if not _finite(value):
        return float("nan")
    try:
        return read(value)
    except (ValueError, OverflowError):
        return _number(value)


def _finite(value: Any) -> bool:
    return math.isfinite(value)


def _number(value: Any) -> Any:
    number = float(value)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def is_time(value: Any) -> bool:
    """Say whether a value is a date, a period, a duration or a time of day."""
    kinds = dt.date | dt.time | dt.timedelta
    return isinstance(value, kinds) or type(value).__name__ == "Period"


def floats(values: Any) -> Floats:
    """Return numbers, with NaN for what isn't drawn: the masked and the infinite."""
    numbers: Floats = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)
    return np.where(np.isfinite(numbers), numbers, np.nan)
