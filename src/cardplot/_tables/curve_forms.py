"""Forms of curves: long tables, arrays, mappings and DataFrames to the runs of each series."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardplot._tables.alignment import Keys
from cardplot._tables.cells import (
    floats,
    is_column,
    is_missing,
    is_number,
    pandas_type,
    shown,
)
from cardplot._tables.curve_grid import Run
from cardplot._tables.longform import columns_of
from cardplot._tables.names import text
from cardplot._tables.sources import LONG_HINT, Levels, is_default_index, levels, normal
from cardplot._tables.steps import steps

Runs = list[Run]


@dataclass(frozen=True)
class Read:
    """The runs of each series, labels as far as there are any."""

    series: list[Runs]
    keys: Keys | None
    step_name: str = ""


def from_long(data: Any, x: Any, y: Any, hue: Any, seed: Any) -> Read:
    """Read the runs of a long table."""
    for role, name in (("x", x), ("y", y)):
        if name is None:
            what = "values" if role == "y" else "steps"
            raise ValueError(f"a long table needs {role}=, the column of the {what}")
    roles = {"x": x, "y": y, "hue": hue, "seed": seed}
    columns, names, row_name = columns_of(data, roles)
    at, dates = steps(columns["x"], lambda row: f"{names['x']}, {row_name(row)}")
    values = floats(columns["y"], lambda row: f"{names['y']}, {row_name(row)}", finite=False)

    def sort(role: str) -> Levels | None:
        return levels(columns[role], names[role], row_name) if role in columns else None

    series, seeds = sort("hue"), sort("seed")
    codes = np.zeros(len(at), dtype=np.intp) if series is None else np.array(series.codes)
    of_seed = np.zeros(len(at), dtype=np.intp) if seeds is None else np.array(seeds.codes)
    order = np.lexsort((at, of_seed, codes))
    starts = np.flatnonzero(np.diff(codes[order]) | np.diff(of_seed[order])) + 1
    found: list[Runs] = [[] for _ in (series.keys if series else (None,))]
    for rows in np.split(order, starts):
        key = seeds.keys[of_seed[rows[0]]] if seeds else None
        run = Run(key, at[rows], values[rows], dates, row_name=row_name, rows=rows)
        found[codes[rows[0]]].append(run)
    return Read(found, series.keys if series else None, x if isinstance(x, str) else "")


def from_groups(data: Any, x: Any) -> Read:
    """Read runs that stand apart already: any form but a long table.

    Steps that arrays don't bring are *x*, or 0, 1, ...
    """
    if x is not None and not is_column(x):
        raise ValueError(f"'x' is {shown(x)}; a long table needs y= too, an array a step a column")
    if isinstance(data, pandas_type("DataFrame")):
        read = _frame(data)
    elif isinstance(data, dict):
        keys = levels(list(data), "'data', keys", lambda row: f"number {row}").keys
        series = [_runs(runs, f"'data', {text(key)!r}") for key, runs in data.items()]
        read = Read(series, keys)
    elif isinstance(data, list) and data and all(map(_holds_runs, data)):
        read = Read([_runs(runs, f"'data', item {row}") for row, runs in enumerate(data)], None)
    else:
        read = Read([_runs(data, "'data'")], None)
    if not any(read.series):
        raise ValueError("'data' is empty: it has no curves")
    return read if x is None else replace(read, series=[_at(runs, x) for runs in read.series])


def _at(runs: Runs, x: Any) -> Runs:
    """Return runs at steps that were given by hand."""
    at, dates = steps(x, lambda row: f"'x', item {row}")
    for run in runs:
        if len(run.y) > len(at):
            raise ValueError(f"'x' must have a step for each of {len(run.y)} values, not {len(at)}")
    return [_sorted(replace(run, x=at[: len(run.y)], dates=dates)) for run in runs]


def _holds_runs(item: Any) -> bool:
    if isinstance(item, Mapping):
        return True
    return len(getattr(item, "shape", ())) == 2


def _sorted(run: Run) -> Run:
    order = np.argsort(run.x, kind="stable")
    return replace(run, x=run.x[order], y=run.y[order])


def _frame(data: Any) -> Read:
    """Read a wide frame: steps by seeds, or by series and seeds."""
    if data.columns.nlevels > 2:
        raise ValueError(
            "'data' has columns of more than two levels; series and seeds are expected"
        )
    if data.columns.nlevels == 1:
        return Read([_columns(data, "'data'")], None, _step_name(data))
    outer = levels(
        data.columns.get_level_values(0), "'data', column labels", lambda row: f"number {row}"
    )
    codes = np.array(outer.codes)
    parts = [data.iloc[:, np.flatnonzero(codes == code)] for code in range(len(outer.keys))]
    series = [
        _columns(part.droplevel(0, axis=1), f"'data', {text(key)!r}")
        for key, part in zip(outer.keys, parts, strict=True)
    ]
    return Read(series, outer.keys, _step_name(data))


def _step_name(data: Any) -> str:
    return data.index.name if isinstance(data.index.name, str) else ""


def _columns(data: Any, where: str) -> Runs:
    """Read the columns of a frame as runs; pandas fills those that are short up with NaN."""
    if data.index.nlevels > 1:
        raise ValueError(f"{where}: an index of steps is expected, not one of several levels")
    at, dates = steps(data.index, lambda row: f"{where}, index label {row}")
    runs = [
        _run(data.iloc[:, column], f"{where}, column {text(name)!r}", key=name)
        for column, name in enumerate(data.columns)
    ]
    return [_sorted(replace(run, x=at, dates=dates, padded=True)) for run in runs]


def _runs(data: Any, where: str) -> Runs:
    """Read the runs of one series."""
    if is_number(data) or is_missing(data) or not (is_column(data) or isinstance(data, Mapping)):
        raise TypeError(f"{where}: {shown(data)} where curves belong{LONG_HINT}")
    data = normal(data)
    if isinstance(data, pandas_type("DataFrame")):
        return _columns(data, where)
    if isinstance(data, dict):
        return [_run(run, f"{where}, {text(key)!r}", key=key) for key, run in data.items()]
    if isinstance(data, np.ndarray) and data.ndim == 2:
        return _array(data, where)
    if isinstance(data, list) and any(is_column(run) for run in data):
        return [_run(run, f"{where}, curve {row}") for row, run in enumerate(data)]
    return [_run(data, where)] if len(data) else []


def _array(data: Any, where: str) -> Runs:
    """Read an array of (seeds, steps)."""
    at = np.arange(data.shape[1], dtype=float)
    masked = isinstance(data, np.ma.MaskedArray)
    if data.dtype.kind in "iufb" and data.size:  # all cells at once
        width = data.shape[1]
        flat = floats(
            data.ravel(),
            lambda cell: f"{where}, seed {cell // width}, step {cell % width}",
            finite=False,
        )
        return [Run(None, at, row, padded=masked) for row in flat.reshape(data.shape)]
    return [_run(row, f"{where}, seed {number}") for number, row in enumerate(data)]


def _run(curve: Any, where: str, key: Any = None) -> Run:
    """Read one curve; a Series brings its steps, unless its index only counts."""
    if not is_column(curve):
        raise TypeError(f"{where}: {shown(curve)} where a curve belongs{LONG_HINT}")
    shape = getattr(curve, "shape", ())
    if len(shape) > 1:
        raise ValueError(f"{where}: a one-dimensional curve is expected, not of shape {shape}")
    labelled = isinstance(curve, pandas_type("Series"))
    if not labelled:
        curve = list(curve) if not hasattr(curve, "__len__") else curve
    values = floats(curve, lambda row: f"{where}, step {row}", finite=False)
    at, dates = np.arange(len(values), dtype=float), False
    if labelled and not is_default_index(curve.index):
        at, dates = steps(curve.index, lambda row: f"{where}, index label {row}")
    if labelled and key is None and not is_missing(curve.name):
        key = curve.name
    return _sorted(Run(key, at, values, dates, isinstance(curve, np.ma.MaskedArray)))
