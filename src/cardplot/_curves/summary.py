"""Curves of which only summaries are known: a `SeedSummary`, or a table like `.data`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardplot._curves.table import UNKNOWN, CurveTable, Series
from cardplot._geometry import Floats
from cardplot._tables.cells import floats, is_missing, pandas_type
from cardplot._tables.longform import columns_of
from cardplot._tables.names import name_axis
from cardplot._tables.sources import levels
from cardplot._tables.steps import steps

COLUMNS = ("x", "series", "center", "low", "high", "n")
"""Of the table that `.data` is."""


def is_seed_summary(data: Any) -> bool:
    """Say whether data is a `SeedSummary`, which nobody has without its module."""
    module = sys.modules.get("cardplot._seeds.summary")
    return isinstance(data, getattr(module, "SeedSummary", ()))


def is_table(data: Any) -> bool:
    """Say whether data is a table like `.data`."""
    names = data if isinstance(data, Mapping) else getattr(data, "columns", ())
    return isinstance(data, Mapping | pandas_type("DataFrame")) and set(COLUMNS) <= set(names)


def from_data(data: Any, labels: Any, kind: Any) -> CurveTable:
    """Return the table that `.data` of other curves told, or its CSV.

    Parameters
    ----------
    data : table
    labels : sequence, optional
        Names of the series.
    kind : str or None
        What the bands are, which the table doesn't say; None to draw none.
    """
    columns, _, row_name = columns_of(data, {name: name for name in COLUMNS})
    at, dates = _steps(columns["x"], lambda row: f"'x' column, {row_name(row)}")

    def numbers(name: str) -> Floats:
        return floats(columns[name], lambda row: f"'{name}' column, {row_name(row)}")

    parts = {name: numbers(name) for name in COLUMNS[2:]}
    given = ["" if is_missing(name) else name for name in columns["series"]]
    found = levels(given, "'series' column", row_name)
    codes = np.array(found.codes)
    keys, names = name_axis(found.keys, len(found.keys), labels, "labels", "series")
    series = []
    for code, (key, name) in enumerate(zip(keys, names, strict=True)):
        rows = np.flatnonzero(codes == code)
        rows = rows[np.argsort(at[rows], kind="stable")]
        if (np.diff(at[rows]) == 0).any():
            raise ValueError(f"'data' has several rows for {name!r} at one x")
        own = {part: values[rows] for part, values in parts.items()}
        series.append(_series(name, key, at[rows], own, bare=kind is None))
    return CurveTable(tuple(series), dates, "", kind)


def _steps(column: Any, place: Any) -> tuple[Floats, bool]:
    """Return steps; those of a CSV may be dates in words."""
    cells = list(column)
    if cells and all(isinstance(cell, str) for cell in cells):
        with contextlib.suppress(ValueError):
            column = np.array(cells, dtype="M8[us]")
    return steps(column, place)


def from_summary(summary: Any, labels: Any, level: float, *, bare: bool) -> CurveTable:
    """Return the table of a `SeedSummary`, whose x are numbers."""
    table = summary.table(None, labels, level)
    if table.positions is None:
        raise ValueError("'data': the x of a SeedSummary have to be numbers, as labels or as x=")
    order = np.argsort(table.positions, kind="stable")
    series = []
    for j, (key, name) in enumerate(zip(table.series_keys, table.series, strict=True)):
        rows = order[np.isfinite(table.center[order, j])]
        parts = {
            "center": table.center[rows, j],
            "low": table.low[rows, j],
            "high": table.high[rows, j],
            "n": np.where(table.counts == UNKNOWN, np.nan, table.counts)[rows, j],
        }
        series.append(_series(name, key, table.positions[rows], parts, bare=bare))
    return CurveTable(tuple(series), False, "", None if bare else table.kind)


def _series(name: str, key: Any, x: Floats, parts: Mapping[str, Floats], *, bare: bool) -> Series:
    counts = np.where(np.isnan(parts["n"]), UNKNOWN, parts["n"]).astype(int)
    low, high = (np.full(len(x), np.nan) if bare else parts[end] for end in ("low", "high"))
    return Series(name, key, x, parts["center"], low, high, counts)
