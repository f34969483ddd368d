"""Wide forms: mappings, lists, arrays and DataFrames to one block of numbers with its labels."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._cells import (
    Floats,
    Place,
    floats,
    is_column,
    is_missing,
    is_number,
    pandas_type,
    shown,
)
from cardplot._names import text, texts, unique
from cardplot._sources import LONG_HINT, Levels, is_default_index, levels, normal

Keys = tuple[Hashable, ...]


@dataclass(frozen=True)
class Block:
    """Numbers of shape (rows, columns); None where an axis has no labels."""

    values: Floats
    rows: Keys | None
    columns: Keys | None


def block(
    data: Any, argument: str = "data", *, finite: bool = True, is_matrix: bool = False
) -> Block:
    """Read a wide form.

    Parameters
    ----------
    data : mapping, list, array-like or DataFrame
        See `cardplot._tables.wide`.
    argument : str
        Name of the argument, for errors.
    finite : bool, default: True
        Refuse infinities.
    is_matrix : bool, default: False
        The items of a list are rows and not series, and labels of a DataFrame may repeat.
    """
    data = normal(data, argument)
    if isinstance(data, pandas_type("DataFrame")):
        return _frame(data, argument, finite, is_matrix)
    if isinstance(data, pandas_type("Series")):
        name = None if is_missing(data.name) else data.name
        return _labelled({0 if name is None else name: data}, argument, finite, name is not None)
    if isinstance(data, np.ndarray):
        return _array(data, argument, finite)
    if isinstance(data, dict):
        return _mapping(data, argument, finite)
    return _list(data, argument, finite, is_matrix)


def _hinted(error: TypeError) -> TypeError:
    return TypeError(f"{error}{LONG_HINT}")


def _series(key: Any) -> str:
    return f"series {key}" if isinstance(key, int) else repr(text(key))


def _place(argument: str, column: Any, rows: Any = None) -> Place:
    def words(row: int) -> str:
        key = row if rows is None else text(rows[row])
        where = f"column {text(column)!r}" if not isinstance(column, int) else f"series {column}"
        return f"'{argument}', {where}, row {key!r}"

    return words


def _numbers(values: Any, place: Place, finite: bool) -> Floats:
    try:
        return floats(values, place, finite=finite)
    except TypeError as error:
        raise _hinted(error) from None


def _array(data: Any, argument: str, finite: bool) -> Block:
    if data.ndim not in (1, 2):
        raise ValueError(
            f"'{argument}' must be one- or two-dimensional (rows = categories, columns = series), "
            f"not of shape {data.shape}"
        )
    if data.ndim == 1 and data.dtype == object and any(is_column(cell) for cell in data):
        return _list(list(data), argument, finite, False)
    if data.dtype.kind in "iuf" and not isinstance(data, np.ma.MaskedArray) and data.size:
        width = data.shape[1] if data.ndim == 2 else 1

        def cell(at: int) -> str:
            return _place(argument, at % width)(at // width)

        return Block(
            floats(data.ravel(), cell, finite=finite).reshape(len(data), width), None, None
        )
    table = data.reshape(len(data), -1) if len(data) else data.reshape(0, 1)
    columns = [
        _numbers(table[:, column], _place(argument, column), finite)
        for column in range(table.shape[1])
    ]
    values = np.column_stack(columns) if columns else np.empty((len(data), 0))
    return Block(values, None, None)


def _ordered(
    found: Levels | None, count: int, argument: str, what: str, repeat: bool
) -> tuple[list[int], Keys | None]:
    """Return rows and keys in the order of the levels; each label may stand once."""
    if found is None:
        return list(range(count)), None
    keys = [found.keys[code] for code in found.codes]
    if repeat:  # the rows stay as they are: labels of a matrix name and don't sort
        return list(range(count)), tuple(keys)
    unique(keys, texts(keys), what, argument)
    order = [int(row) for row in np.argsort(np.array(found.codes, dtype=int), kind="stable")]
    return order, found.keys


def axis_levels(index: Any, argument: str, what: str) -> Levels | None:
    """Return the labels of a pandas index, or None when it only counts."""
    if is_default_index(index):
        return None
    return levels(index, f"'{argument}', {what} labels", lambda row: f"number {row}")


def _frame(data: Any, argument: str, finite: bool, is_matrix: bool) -> Block:
    rows = axis_levels(data.index, argument, "row")
    columns = axis_levels(data.columns, argument, "column")
    repeat = is_matrix
    row_order, row_keys = _ordered(rows, data.shape[0], argument, "category", repeat)
    column_order, column_keys = _ordered(columns, data.shape[1], argument, "series", repeat)
    names = data.index if rows else None
    values = np.empty((len(row_order), len(column_order)))
    for target, source in enumerate(column_order):
        place = _place(argument, data.columns[source] if columns else source, names)
        values[:, target] = _numbers(data.iloc[:, source], place, finite)[row_order]
    return Block(values, row_keys, column_keys)


def _is_labelled(values: Any) -> bool:
    if isinstance(values, pandas_type("Series")):
        return not is_default_index(values.index)
    return isinstance(values, Mapping)


def _mapping(data: dict[Any, Any], argument: str, finite: bool) -> Block:
    if not data:
        raise ValueError(f"'{argument}' is empty: the mapping has no items")
    keys = levels(list(data), f"'{argument}', keys", lambda row: f"number {row}").keys
    if all(is_number(value) or is_missing(value) for value in data.values()):
        values = floats(list(data.values()), lambda row: f"'{argument}', {text(keys[row])!r}")
        return Block(values[:, np.newaxis], keys, None)
    for key, value in data.items():
        if not is_column(value) and not isinstance(value, Mapping):
            kind = "single numbers" if is_number(value) or is_missing(value) else "no numbers"
            raise TypeError(
                f"'{argument}', {text(key)!r}: {shown(value)} where a sequence of values belongs "
                f"(a mapping holds one sequence for each series; this one mixes in {kind})"
                + LONG_HINT
            )
    return _labelled(data, argument, finite, True)


def _list(data: list[Any], argument: str, finite: bool, is_matrix: bool) -> Block:
    nested = [is_column(item) or isinstance(item, Mapping) for item in data]
    if any(nested) and not all(nested):
        item = nested.index(not nested[0])
        raise ValueError(
            f"'{argument}' mixes single values and sequences: item 0 is {shown(data[0])}, "
            f"item {item} is {shown(data[item])}"
        )
    if not any(nested):
        values = _numbers(data, lambda row: f"'{argument}', item {row}", finite)
        return Block(values[:, np.newaxis], None, None)
    named = [getattr(item, "name", None) for item in data]
    has_names = all(_is_name(name) for name in named) and len(set(named)) == len(named)
    keys = named if has_names else list(range(len(data)))
    found = _labelled(dict(zip(keys, data, strict=True)), argument, finite, has_names)
    return Block(found.values.T, found.columns, found.rows) if is_matrix else found


def _is_name(name: object) -> bool:
    return name is not None and isinstance(name, Hashable) and not callable(name)


def _labelled(data: dict[Any, Any], argument: str, finite: bool, named: bool) -> Block:
    """Put series side by side: by label where all have labels, by position where none has."""
    keys = tuple(data) if named else None
    with_labels = [key for key, values in data.items() if _is_labelled(values)]
    if not with_labels:
        columns = _by_position(data, argument, finite)
        return Block(columns, None, keys)
    without = [key for key in data if key not in with_labels]
    if without:
        raise ValueError(
            f"'{argument}': {text(with_labels[0])!r} has labels and {text(without[0])!r} has "
            "none, so they can't be aligned; give all of them labels, or none"
        )
    columns_of = {key: _by_label(key, values, argument, finite) for key, values in data.items()}
    rows = _union(data, columns_of)
    out = np.full((len(rows), len(data)), np.nan)
    for column, cells in enumerate(columns_of.values()):
        for row, label in enumerate(rows):
            out[row, column] = cells.get(label, np.nan)
    return Block(out, rows, keys)


def _union(data: dict[Any, Any], columns: dict[Any, dict[Hashable, float]]) -> Keys:
    """Labels in order of first appearance; a Categorical that knows them all gives its order."""
    rows = dict.fromkeys(label for cells in columns.values() for label in cells)
    for values in data.values():
        dtype = getattr(getattr(values, "index", None), "dtype", None)
        if isinstance(dtype, pandas_type("CategoricalDtype")):
            order = list(dtype.categories)
            if set(rows) <= set(order):
                return tuple(label for label in order if label in rows)
    return tuple(rows)


def _by_label(key: Any, values: Any, argument: str, finite: bool) -> dict[Hashable, float]:
    if isinstance(values, Mapping):
        labels, cells = list(values), list(values.values())
    else:
        labels, cells = values.index, values
    where = f"'{argument}', {text(key)!r}"
    found = levels(labels, where, lambda row: f"number {row}")
    if len(found.keys) < len(found.codes):
        repeated = [found.keys[code] for code in found.codes]
        unique(repeated, texts(repeated), "value", f"{argument}[{text(key)!r}]")
    numbers = _numbers(cells, _place(argument, key, [found.keys[c] for c in found.codes]), finite)
    return {found.keys[code]: float(numbers[row]) for row, code in enumerate(found.codes)}


def _by_position(data: dict[Any, Any], argument: str, finite: bool) -> Floats:
    columns: dict[Any, Floats] = {}
    for key, values in data.items():
        if len(getattr(values, "shape", ())) > 1:
            raise ValueError(
                f"'{argument}', {text(key)!r}: one-dimensional values are expected, "
                f"not of shape {values.shape}"
            )
        columns[key] = _numbers(values, _place(argument, key), finite)
    first, *others = columns
    for key in others:
        if len(columns[key]) != len(columns[first]):
            raise ValueError(
                f"'{argument}': all series must be of one length, but {_series(first)} has "
                f"{len(columns[first])} values and {_series(key)} has {len(columns[key])}"
            )
    return np.column_stack(list(columns.values()))
