"""Forms of seeds: long tables, mappings, arrays and DataFrames to cells of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables import longform as _longform
from cardplot._tables.alignment import Keys
from cardplot._tables.blocks import axis_levels
from cardplot._tables.cells import (
    Floats,
    floats,
    is_column,
    is_missing,
    is_number,
    not_flat,
    pandas_type,
    shown,
)
from cardplot._tables.foreign import plain
from cardplot._tables.names import text, texts, unique
from cardplot._tables.sources import LONG_HINT, is_default_index, levels, long_hint


@dataclass(frozen=True)
class SeedCells:
    """Raw numbers by (category, series), labels as far as there are any."""

    numbers: dict[tuple[int, int], Floats]
    categories: Keys | None
    series: Keys | None
    count: int
    numeric: bool


def from_long(data: Any, x: Any, y: Any, hue: Any) -> SeedCells:
    """Read the seeds of a long table."""
    long = _longform.read(data, x, y, hue)
    numbers = {cell: long.values[rows] for cell, rows in _longform.cell_rows(long).items()}
    return SeedCells(
        numbers,
        long.x.keys if long.x else None,
        long.hue.keys if long.hue else None,
        len(long.x.keys) if long.x else 1,
        long.x.numeric if long.x else False,
    )


def from_groups(data: Any) -> SeedCells:
    """Read seeds that stand in groups already: any form but a long table."""
    if isinstance(data, pandas_type("DataFrame")):
        return _frame(data)
    if isinstance(data, pandas_type("Series")):
        data = _series(data)
    if isinstance(data, np.ndarray):
        return _array(data)
    if isinstance(data, dict):
        return _mapping(data)
    if not data:
        raise ValueError("'data' is empty: it has no seeds")
    if not any(is_column(item) or isinstance(item, Mapping) for item in data):
        data = [data]
    hint = long_hint(data)
    found = {(row, 0): _seeds(seeds, f"'data', item {row}", hint) for row, seeds in enumerate(data)}
    return SeedCells(found, None, None, len(data), False)


def _series(data: Any) -> Any:
    """Return seeds as a list or a mapping: of the cells if those are lists, else of the column."""
    if data.index.nlevels > 1:
        raise ValueError(
            "'data' has an index of several levels, of which any could be the seeds; name the "
            "levels (.rename_axis([...])), and give the name of the category as x=, that of the "
            "values as y= and that of the series as hue="
        )
    if not any(map(is_column, data)):
        return [data] if is_missing(data.name) else {data.name: data}
    if is_default_index(data.index):
        return list(data)
    labels = data.index.tolist()
    unique(labels, texts(labels), "category", "data")
    return dict(zip(labels, data, strict=True))


def _seeds(seeds: Any, where: str, hint: str = LONG_HINT) -> Floats:
    seeds = plain(seeds, where)
    if is_number(seeds) or is_missing(seeds):
        seeds = [seeds]
    elif not is_column(seeds):
        raise TypeError(f"{where}: {shown(seeds)} where seeds belong{hint}")
    shape = getattr(seeds, "shape", ())
    if len(shape) > 1:
        raise ValueError(f"{where}: one-dimensional seeds are expected, {not_flat(shape)}")
    try:
        return floats(seeds, lambda row: f"{where}, seed {row}")
    except TypeError as error:
        raise TypeError(f"{error}{hint}") from None


def _array(data: Any) -> SeedCells:
    if data.ndim not in (1, 2):
        raise ValueError(
            "'data' must be one- or two-dimensional (rows = seeds, columns = categories), "
            f"not of shape {data.shape}"
        )
    if data.ndim == 1 and data.dtype == object and any(is_column(cell) for cell in data):
        return from_groups(list(data))
    table = data.reshape(-1, 1) if data.ndim == 1 else data
    found = {
        (column, 0): _seeds(table[:, column], f"'data', column {column}", long_hint(data))
        for column in range(table.shape[1])
    }
    return SeedCells(found, None, None, table.shape[1], False)


def _frame(data: Any) -> SeedCells:
    columns = axis_levels(data.columns, "data", "column")
    found: dict[tuple[int, int], Floats] = {}
    if columns is None:
        codes: list[int] = list(range(data.shape[1]))
    else:
        codes = columns.codes
        keys = [columns.keys[code] for code in codes]
        unique(keys, texts(keys), "category", "data")
    for column, code in enumerate(codes):
        name = text(data.columns[column])
        found[(code, 0)] = _seeds(data.iloc[:, column], f"'data', column {name!r}")
    return SeedCells(
        found,
        columns.keys if columns else None,
        None,
        len(codes),
        bool(columns and columns.numeric),
    )


def _mapping(data: dict[Any, Any]) -> SeedCells:
    data = {key: plain(value, f"'data', {text(key)!r}") for key, value in data.items()}
    kinds = {_is_level(value) for value in data.values()}
    if len(kinds) > 1:
        raise ValueError(
            "'data' mixes mappings and seeds; give categories -> seeds, or series -> categories "
            "-> seeds"
        )
    outer = levels(list(data), "'data', keys", lambda row: f"number {row}")
    if True not in kinds:
        found = {
            (row, 0): _seeds(seeds, f"'data', {text(key)!r}")
            for row, (key, seeds) in enumerate(data.items())
        }
        return SeedCells(found, outer.keys, None, len(data), outer.numeric)
    return _two_levels(data, outer.keys)


def _is_level(value: Any) -> bool:
    return isinstance(value, (Mapping, pandas_type("DataFrame")))


def _two_levels(data: dict[Any, Any], series: Keys) -> SeedCells:
    inner = {
        key: dict(value) if isinstance(value, Mapping) else {c: value[c] for c in value.columns}
        for key, value in data.items()
    }
    values = [cell for cells in inner.values() for cell in cells.values()]
    if values and all(is_number(cell) or is_missing(cell) for cell in values):
        raise ValueError(
            "'data' holds single numbers two levels deep: that could be one seed for each category "
            "or seeds by name; give the seeds of each category as a list"
        )
    labels = [label for cells in inner.values() for label in cells]
    if not labels:
        raise ValueError("'data' is empty: it has no categories")
    found = levels(labels, "'data', inner keys", lambda row: f"number {row}")
    code = {key: position for position, key in enumerate(found.keys)}
    numbers = {
        (code[label], column): _seeds(seeds, f"'data', {text(key)!r}, {text(label)!r}")
        for column, (key, cells) in enumerate(inner.items())
        for label, seeds in cells.items()
    }
    return SeedCells(numbers, found.keys, series, len(found.keys), found.numeric)
