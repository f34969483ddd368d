"""Steps of curves: numbers, or dates in days since 1970."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.cells import Floats, floats, is_missing, raw, shown

DAY = 86_400_000_000
"""In microseconds."""


def steps(column: Any, place: Callable[[int], str]) -> tuple[Floats, bool]:
    """Return a column of steps as numbers, and whether they are dates.

    Raises
    ------
    TypeError
        For what is neither a number nor a date.
    ValueError
        For steps that are missing or infinite.
    """
    cells = raw(column)
    is_dates = isinstance(cells, np.ndarray) and cells.dtype.kind == "M"
    if not is_dates and any(isinstance(cell, dt.date | np.datetime64) for cell in cells[:1]):
        cells = np.array([_naive(cell, place(row)) for row, cell in enumerate(cells)], "M8[us]")
        is_dates = True
    if is_dates:
        whole = cells.astype("M8[us]")
        found = np.where(np.isnat(whole), np.nan, whole.astype(np.int64) / DAY)
    else:
        found = floats(column, place)
    gaps = np.flatnonzero(np.isnan(found))
    if len(gaps):
        raise ValueError(f"{place(int(gaps[0]))}: a step is expected, not a missing value")
    return found, is_dates


def _naive(cell: Any, where: str) -> Any:
    if is_missing(cell):
        return np.datetime64("NaT")
    if not isinstance(cell, dt.date | np.datetime64):
        raise TypeError(f"{where}: a date is expected as in the first row, not {shown(cell)}")
    if isinstance(cell, dt.datetime) and cell.tzinfo is not None:
        return cell.astimezone(dt.UTC).replace(tzinfo=None)
    return cell


def as_dates(days: Floats) -> NDArray[np.datetime64]:
    """Return the dates of days since 1970."""
    return (days * DAY).round().astype(np.int64).astype("M8[us]")
