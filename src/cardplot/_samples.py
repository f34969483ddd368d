"""Seeds: several values for each category and series."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot import _longform
from cardplot._blocks import axis_levels
from cardplot._cells import Floats, floats, is_column, is_missing, is_number, pandas_type, shown
from cardplot._names import given, text, texts, unique
from cardplot._sources import LONG_HINT, levels, normal

Keys = tuple[Hashable, ...]


@dataclass(frozen=True)
class Samples:
    """The seeds of each category and series.

    Attributes
    ----------
    values : tuple of tuple of (n,) ndarray
        ``values[category][series]``: the seeds that are present; n may differ and be 0.
    categories, series : tuple of str
        Display names; "" where the data name none.
    category_keys, series_keys : tuple of hashable
        The user's own labels; 0, 1, ... where there are none.
    positions : (N,) ndarray of float or None
        Where x is numeric: the categories' positions, ascending. None for categorical x.
    missing : tuple of tuple of int
        How many missing seeds were left out of each cell.
    named : bool
        Whether the series have names.
    """

    values: tuple[tuple[Floats, ...], ...]
    categories: tuple[str, ...]
    series: tuple[str, ...]
    category_keys: Keys
    series_keys: Keys
    positions: Floats | None
    missing: tuple[tuple[int, ...], ...]
    named: bool


@dataclass(frozen=True)
class _Cells:
    """Raw numbers by (category, series), labels as far as there are any."""

    numbers: dict[tuple[int, int], Floats]
    categories: Keys | None
    series: Keys | None
    count: int
    numeric: bool


def samples(
    data: Any,
    *,
    x: Hashable | None = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    tick_labels: Sequence[Hashable] | None = None,
    labels: Sequence[Hashable] | None = None,
) -> Samples:
    """Read seeds.

    Parameters
    ----------
    data : mapping, list, array-like, DataFrame or long table
        A mapping from categories to seeds (of any length, a single number is one seed), a mapping
        from series to such mappings, a DataFrame or 2-D array with columns = categories and
        rows = seeds, a list of categories, a list of numbers (one category), or a long table with
        *x*, *y* and *hue*.
    x, y, hue : column name, optional
        Columns of a long table: the category or position, the value, the series.
    tick_labels, labels : sequence, optional
        Names of the N categories and the K series, in the order drawn; they replace names that
        the data bring.

    Raises
    ------
    TypeError, ValueError, KeyError
        As for `wide`.
    """
    cells = _long(data, x, y, hue) if _longform.is_long(x, y, hue) else _grouped(normal(data))
    if not cells.count:
        raise ValueError("'data' is empty: it has no categories")
    rows = range(cells.count)
    positions = None
    if cells.numeric and cells.categories is not None:
        positions = floats(list(cells.categories), lambda row: f"'data', position {row}")
        rows = [int(row) for row in np.argsort(positions, kind="stable")]  # type: ignore[assignment]
        positions = positions[list(rows)]
    keys = cells.categories or tuple(range(cells.count))
    category_keys = tuple(keys[row] for row in rows)
    count = len(cells.series) if cells.series is not None else 1
    numbers = [
        [cells.numbers.get((row, column), np.empty(0)) for column in range(count)] for row in rows
    ]
    return Samples(
        tuple(tuple(cell[~np.isnan(cell)] for cell in row) for row in numbers),
        _names(category_keys, cells.categories is not None, tick_labels, "tick_labels", "category"),
        _names(cells.series or (0,), cells.series is not None, labels, "labels", "series"),
        category_keys,
        cells.series or (0,),
        positions,
        tuple(tuple(int(np.isnan(cell).sum()) for cell in row) for row in numbers),
        cells.series is not None or labels is not None,
    )


def _names(keys: Keys, named: bool, names: Any, argument: str, what: str) -> tuple[str, ...]:
    if names is not None:
        keys = given(names, len(keys), argument)
    elif not named:
        return tuple(str(key) for key in keys) if len(keys) > 1 else ("",)
    shown = texts(keys)
    unique(keys, shown, what, "data" if names is None else argument)
    return shown


def _long(data: Any, x: Any, y: Any, hue: Any) -> _Cells:
    long = _longform.read(data, x, y, hue)
    numbers = {cell: long.values[rows] for cell, rows in _longform.cell_rows(long).items()}
    return _Cells(
        numbers,
        long.x.keys if long.x else None,
        long.hue.keys if long.hue else None,
        len(long.x.keys) if long.x else 1,
        long.x.numeric if long.x else False,
    )


def _grouped(data: Any) -> _Cells:
    if isinstance(data, pandas_type("DataFrame")):
        return _frame(data)
    if isinstance(data, pandas_type("Series")):
        data = [data] if is_missing(data.name) else {data.name: data}
    if isinstance(data, np.ndarray):
        return _array(data)
    if isinstance(data, dict):
        return _mapping(data)
    if not data:
        raise ValueError("'data' is empty: it has no seeds")
    if not any(is_column(item) or isinstance(item, Mapping) for item in data):
        data = [data]
    found = {(row, 0): _seeds(seeds, f"'data', item {row}") for row, seeds in enumerate(data)}
    return _Cells(found, None, None, len(data), False)


def _seeds(seeds: Any, where: str) -> Floats:
    if is_number(seeds) or is_missing(seeds):
        seeds = [seeds]
    elif not is_column(seeds):
        raise TypeError(f"{where}: {shown(seeds)} where seeds belong{LONG_HINT}")
    shape = getattr(seeds, "shape", ())
    if len(shape) > 1:
        raise ValueError(f"{where}: one-dimensional seeds are expected, not of shape {shape}")
    try:
        return floats(seeds, lambda row: f"{where}, seed {row}")
    except TypeError as error:
        raise TypeError(f"{error}{LONG_HINT}") from None


def _array(data: Any) -> _Cells:
    if data.ndim not in (1, 2):
        raise ValueError(
            "'data' must be one- or two-dimensional (rows = seeds, columns = categories), "
            f"not of shape {data.shape}"
        )
    if data.ndim == 1 and data.dtype == object and any(is_column(cell) for cell in data):
        return _grouped(list(data))
    table = data.reshape(-1, 1) if data.ndim == 1 else data
    found = {
        (column, 0): _seeds(table[:, column], f"'data', column {column}")
        for column in range(table.shape[1])
    }
    return _Cells(found, None, None, table.shape[1], False)


def _frame(data: Any) -> _Cells:
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
    return _Cells(
        found,
        columns.keys if columns else None,
        None,
        len(codes),
        bool(columns and columns.numeric),
    )


def _mapping(data: dict[Any, Any]) -> _Cells:
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
        return _Cells(found, outer.keys, None, len(data), outer.numeric)
    return _two_levels(data, outer.keys)


def _is_level(value: Any) -> bool:
    return isinstance(value, (Mapping, pandas_type("DataFrame")))


def _two_levels(data: dict[Any, Any], series: Keys) -> _Cells:
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
    return _Cells(numbers, found.keys, series, len(found.keys), found.numeric)
