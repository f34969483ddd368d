"""A number, a date or the name of a category, as a place on an axis."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis, YAxis
from matplotlib.category import StrCategoryConverter
from matplotlib.dates import DateLocator
from matplotlib.units import registry

from cardplot._geometry import Floats
from cardplot._labels.ticks import NameFormatter
from cardplot._tables import cells as _cells
from cardplot._tables import names as _names
from cardplot._tables.choices import check_choice

LARGEST = 1e305
"""Beyond this, limits overflow: with margins and room for labels ..."""
LARGEST_LOG = 1e250
"""... which take decades on a log axis."""


def largest_on(scale: str) -> float:
    """Return the largest number that an axis can show."""
    return LARGEST_LOG if scale in ("log", "symlog") else LARGEST


def check_numeric(axis: XAxis | YAxis, what: str) -> None:
    """Refuse an axis with dates or categories where *what* needs plain numbers."""
    if axis.have_units():
        raise ValueError(
            f"'ax' holds dates or categories on its {axis.axis_name} axis, "
            f"and {what} plain numbers there"
        )


def category_places(axis: Axis, names: Sequence[str], needed: str) -> Floats:
    """Return where categories stand: those that are on the axis already keep their place.

    *needed* names what an axis of dates would need instead, for its error.
    """
    if isinstance(axis.get_converter(), StrCategoryConverter):
        return converted(axis, list(names), "data")
    if axis.have_units():
        raise ValueError(f"{needed} are needed on an axis that holds dates")
    return np.arange(len(names), dtype=float)


def axis_of(axes: Axes, name: str) -> Axis:
    """Return an axis by its name, "x" or "y"."""
    check_choice("axis", name, ("x", "y"))
    return axes.xaxis if name == "x" else axes.yaxis


def on_axis(axes: Axes, name: str, value: Any, argument: str) -> float:
    """Return where *value* is on an axis.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    name : {"x", "y"}
    value : float, date or str
        A date belongs on an axis of dates or an empty one, text is the name of a category.
    argument : str
        For errors.

    Raises
    ------
    TypeError
        For text where no category has a name, a date among numbers, anything else.
    ValueError
        For what is missing, infinite, or has no place on the scale; for an unknown category.
    """
    axis = axis_of(axes, name)
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item() if value.dtype.kind != "M" else value[()]
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{argument}: expected a number, got {value!r}")
    if isinstance(value, str):
        return _of_category(axis, value, argument)
    if _cells.is_missing(value):
        raise ValueError(f"{argument}: expected a number, got a missing value ({value!r})")
    if isinstance(value, dt.date | np.datetime64):
        return _of_date(axes, axis, value, argument)
    if not _cells.is_number(value):
        raise TypeError(f"{argument}: expected a number, a date or a category, got {value!r}")
    if _has_dates(axis):
        raise TypeError(f"{argument}: expected a date on an axis of dates, got {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    return _of_number(axis, number, argument)


def converted(axis: Axis, values: Any, argument: str) -> _cells.Floats:
    """Return dates or categories as the axis places them.

    Raises
    ------
    TypeError
        When they aren't what the axis holds.
    """
    own = axis.get_converter()
    theirs = registry.get_converter(values)  # type: ignore[no-untyped-call]
    try:
        if None not in (own, theirs) and type(own) is not type(theirs):
            raise TypeError  # matplotlib would only warn, and go on with the other kind
        axis.update_units(values)  # type: ignore[no-untyped-call]
        return np.asarray(axis.convert_units(values), dtype=np.float64).ravel()  # type: ignore[no-untyped-call]
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"'{argument}': {_cells.shown(values)} has no place on the axis") from None


def _has_dates(axis: Axis) -> bool:
    """Say whether dates were put on an axis: under the names of bars, too, they are units."""
    if isinstance(axis.get_major_locator(), DateLocator):
        return True
    return axis.have_units() and not isinstance(axis.get_converter(), StrCategoryConverter)


def _of_number(axis: Axis, value: float, argument: str) -> float:
    if not math.isfinite(value):
        raise ValueError(f"{argument}: expected a finite number, got {value}")
    scale = axis.get_scale()
    if abs(value) > largest_on(scale):
        raise ValueError(f"{argument}: {value:g} is more than the axis can show")
    if (scale in ("log", "logit") and value <= 0) or (scale == "logit" and value >= 1):
        raise ValueError(f"{argument}: {value:g} has no place on an axis with {scale} scale")
    return value


def _of_date(axes: Axes, axis: Axis, value: Any, argument: str) -> float:
    bounds = axes.dataLim.intervalx if axis is axes.xaxis else axes.dataLim.intervaly
    empty = not np.isfinite(bounds).all() and not axis.have_units()
    if not empty and not _has_dates(axis):
        raise TypeError(f"{argument}: the axis has no dates, got {value!r}")
    axis.update_units([value])  # type: ignore[no-untyped-call]
    return float(axis.convert_units(value))  # type: ignore[no-untyped-call]


def _of_category(axis: Axis, value: str, argument: str) -> float:
    formatter = axis.get_major_formatter()
    if isinstance(formatter, NameFormatter):
        places, names = list(formatter.names), list(formatter.names.values())
    else:
        places = [float(place) for place in axis.get_majorticklocs()]
        names = formatter.format_ticks(places)
    if value in names:
        return places[names.index(value)]
    if not any(name.strip() and not _reads_as_number(name) for name in names):
        raise TypeError(f"{argument}: expected a number, got {value!r}")
    raise ValueError(
        f"{argument}: no category {value!r} on this axis; there are {_names.listing(names)}"
    )


def _reads_as_number(name: str) -> bool:
    plain = name.replace("\N{MINUS SIGN}", "-").replace(",", "")
    # Ticks of a log axis are mathtext.
    if plain.startswith("$"):
        return True
    try:
        float(plain)
    except ValueError:
        return False
    return True
