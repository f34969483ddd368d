"""Wide forms: mappings, lists, arrays and DataFrames to one block of numbers with its labels."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from cardplot._tables.alignment import Block, Keys, Reader, side_by_side
from cardplot._tables.cells import floats, is_column, is_missing, is_number, pandas_type, shown
from cardplot._tables.foreign import plain
from cardplot._tables.longform import Long, one_value_each
from cardplot._tables.names import text, texts, unique
from cardplot._tables.sources import Levels, is_default_index, levels, long_hint, normal

__all__ = ["Block", "axis_levels", "block"]


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
    reader = Reader(argument, finite, is_matrix, hint=long_hint(data) if argument == "data" else "")
    if isinstance(data, pandas_type("DataFrame")):
        return _frame(data, reader)
    if isinstance(data, pandas_type("Series")):
        return _series(data, reader)
    if isinstance(data, np.ndarray):
        return _array(data, reader)
    if isinstance(data, dict):
        return _mapping(data, reader)
    return _list(data, reader)


def _series(data: Any, reader: Reader) -> Block:
    """Read one series; of several levels of labels the last one has the names of series."""
    named = not is_missing(data.name)
    if data.index.nlevels == 1:
        found = side_by_side({data.name if named else 0: data}, reader, named)
        return replace(found, flat=True)
    where = f"'{reader.argument}', {{}} labels"
    outer, inner = data.index.droplevel(-1), data.index.get_level_values(-1)

    def row_name(row: int) -> str:
        return f"row {text(data.index[row])!r}"

    values = reader.numbers(data, lambda row: f"'{reader.argument}', {row_name(row)}")
    rows = levels(outer, where.format("row"), row_name)
    columns = levels(inner, where.format("series"), row_name)
    spread, _ = one_value_each(Long(values, rows, columns, row_name))
    return Block(spread, rows.keys, columns.keys)


def _array(data: Any, reader: Reader) -> Block:
    if data.ndim not in (1, 2):
        raise ValueError(
            f"'{reader.argument}' must be one- or two-dimensional (rows = categories, columns = "
            f"series), not of shape {data.shape}"
        )
    if data.ndim == 1 and data.dtype == object and any(is_column(cell) for cell in data):
        return _list(list(data), reader)
    width = data.shape[1] if data.ndim == 2 else 1
    if data.dtype.kind in "iufb" and width:  # all cells at once

        def cell(at: int) -> str:
            return reader.place(at % width)(at // width)

        flat = floats(data.ravel(), cell, finite=reader.finite)
        return Block(flat.reshape(len(data), width), None, None, flat=data.ndim == 1)
    table = data.reshape(len(data), width)
    values = np.empty(table.shape)
    for column in range(width):
        values[:, column] = reader.numbers(table[:, column], reader.place(column))
    return Block(values, None, None, flat=data.ndim == 1)


def axis_levels(index: Any, argument: str, what: str) -> Levels | None:
    """Return the labels of a pandas index, or None when it only counts."""
    if is_default_index(index):
        return None
    return levels(index, f"'{argument}', {what} labels", lambda row: f"number {row}")


def _ordered(
    found: Levels | None, count: int, what: str, reader: Reader
) -> tuple[list[int], Keys | None]:
    """Return positions and labels in the order of the levels; each label may stand once."""
    if found is None:
        return list(range(count)), None
    keys = [found.keys[code] for code in found.codes]
    if reader.is_matrix:  # labels of a matrix only name: they may repeat, and nothing moves
        return list(range(count)), tuple(keys)
    unique(keys, texts(keys), what, reader.argument)
    order = np.argsort(np.array(found.codes, dtype=int), kind="stable")
    return order.tolist(), found.keys


def _frame(data: Any, reader: Reader) -> Block:
    rows = axis_levels(data.index, reader.argument, "row")
    columns = axis_levels(data.columns, reader.argument, "column")
    row_order, row_keys = _ordered(rows, data.shape[0], "category", reader)
    column_order, column_keys = _ordered(columns, data.shape[1], "series", reader)
    names = data.index if rows else None
    values = np.empty((len(row_order), len(column_order)))
    for target, source in enumerate(column_order):
        place = reader.place(data.columns[source] if columns else source, names)
        values[:, target] = reader.numbers(data.iloc[:, source], place)[row_order]
    return Block(values, row_keys, column_keys)


def _mapping(data: dict[Any, Any], reader: Reader) -> Block:
    if not data:
        raise ValueError(f"'{reader.argument}' is empty: the mapping has no items")
    where = f"'{reader.argument}'"
    keys = levels(list(data), f"{where}, keys", lambda row: f"number {row}").keys
    if all(is_number(value) or is_missing(value) for value in data.values()):
        values = reader.numbers(list(data.values()), lambda row: f"{where}, {text(keys[row])!r}")
        return Block(values[:, np.newaxis], keys, None, flat=True)
    for key, value in data.items():
        if not is_column(value) and not isinstance(value, Mapping):
            plain(value, f"{where}, {text(key)!r}")
            raise TypeError(
                f"{where}, {text(key)!r}: {shown(value)} where a sequence of values belongs "
                f"(a mapping holds one for each series){reader.hint}"
            )
    return side_by_side(data, reader, True)


def _list(data: list[Any], reader: Reader) -> Block:
    nested = [is_column(item) or isinstance(item, Mapping) for item in data]
    if any(nested) and not all(nested):
        item = nested.index(not nested[0])
        raise ValueError(
            f"'{reader.argument}' mixes single values and sequences: item 0 is {shown(data[0])}, "
            f"item {item} is {shown(data[item])}"
        )
    if not any(nested):
        values = reader.numbers(data, lambda row: f"'{reader.argument}', item {row}")
        return Block(values[:, np.newaxis], None, None, flat=True)
    names = [getattr(item, "name", None) for item in data]
    named = all(map(_is_name, names)) and len(set(names)) == len(names)
    keys = names if named else range(len(data))
    items = dict(zip(keys, data, strict=True))
    if not reader.is_matrix:
        return side_by_side(items, reader, named)
    found = side_by_side(items, replace(reader, by_row=True), named)
    return Block(found.values.T, found.columns, found.rows)


def _is_name(name: object) -> bool:
    return name is not None and isinstance(name, Hashable) and not callable(name)
