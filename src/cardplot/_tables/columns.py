"""Columns of a long table: by name, by a level of the index, or given themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardplot._tables.alignment import is_labelled
from cardplot._tables.cells import is_column, is_missing, not_flat, pandas_type, shown
from cardplot._tables.foreign import is_xarray, plain, rows_of_xarray
from cardplot._tables.names import is_same, listing, text
from cardplot._tables.sources import is_default_index, normal


def is_vector(one: Any) -> bool:
    """Whether a column was given itself, and not its name."""
    return is_column(one) and not isinstance(one, tuple)


def table_of(data: Any) -> Any:
    """Return a long table as a DataFrame or a mapping of columns."""
    if is_xarray(data):
        return rows_of_xarray(data)
    data = normal(data)
    if isinstance(data, (pandas_type("DataFrame"), dict)):
        return data
    if isinstance(data, pandas_type("Series")):
        frame = data.to_frame()
        return frame if is_default_index(frame.index) else frame.reset_index()
    if isinstance(data, list) and data and all(isinstance(row, Mapping) for row in data):
        names = dict.fromkeys(name for row in data for name in row)
        return {name: [row.get(name) for row in data] for name in names}
    raise TypeError(
        "x=, y= and hue= name the columns of a table; 'data' must be a DataFrame, a mapping of "
        f"columns or a list of records, not {type(data).__name__}"
    )


def column_of(table: Any, name: Any, role: str) -> Any:
    """Return the column of a name: of a frame's column, a level of its index, or a vector."""
    if is_vector(name):
        column = raw_column(name)
        if len(getattr(column, "shape", (0,))) != 1:
            raise ValueError(f"'{role}' must be one-dimensional, {not_flat(column.shape)}")
        return column
    if not is_label(name):
        raise TypeError(f"'{role}' must be the name of a column of 'data', not {shown(name)}")
    if isinstance(table, dict):
        if name not in table:
            raise KeyError(_unknown(name, role, {"columns": list(table)}))
        column = plain(table[name], f"'{role}' column {text(name)!r}")
        if not is_column(column):
            raise TypeError(
                f"'{role}' column {text(name)!r} must be a sequence, not {shown(column)}"
            )
        return raw_column(column)
    return _of_frame(table, name, role)


def is_label(name: Any) -> bool:
    """Whether a value can be the name of a column."""
    try:
        hash(name)
    except TypeError:
        return False
    return not isinstance(name, Mapping | frozenset)


def _of_frame(table: Any, name: Any, role: str) -> Any:
    """Return a column or a level of the index.

    Of columns with several levels the first levels are enough where they name one, as in pandas.
    """
    columns = list(table.columns)
    parts = name if isinstance(name, tuple) else (name,)
    padded = (*parts, *[""] * (table.columns.nlevels - len(parts)))
    for whole in (name, padded):
        if places := [at for at, column in enumerate(columns) if is_same(column, whole)]:
            return table.iloc[:, _only(places, f"columns named {text(name)!r}")]
    levels = list(table.index.names)
    if places := [at for at, level in enumerate(levels) if is_same(level, name)]:
        return table.index.get_level_values(_only(places, f"index levels named {text(name)!r}"))
    if table.columns.nlevels > 1:
        places = [at for at, column in enumerate(columns) if column[: len(parts)] == parts]
    if len(places) == 1:
        return table.iloc[:, places[0]]
    if places:
        raise KeyError(
            f"'{role}' is {shown(name)}, which is more than one column of 'data'; give one of "
            f"{listing([columns[at] for at in places], say=shown)}"
        )
    raise KeyError(_unknown(name, role, {"columns": columns, "index levels": levels}))


def _only(places: list[int], what: str) -> int:
    if len(places) > 1:
        raise ValueError(f"'data' has {len(places)} {what}; rename one of them")
    return places[0]


def has_column(data: Any, name: Any) -> bool:
    """Whether a long table has a column of that name."""
    try:
        return data is not None and column_of(table_of(data), name, "errors") is not None
    except KeyError:
        return False


def is_in_rows(column: Any, data: Any, x: Any) -> bool:
    """Whether a column belongs to the rows of a long table: has as many or, labelled, the same."""
    if not (is_vector(column) and hasattr(column, "__len__")) or any(map(is_column, column)):
        return False
    table = {} if data is None else table_of(data)
    rows = column_of(table, x, "x")
    if not is_labelled(column):
        return len(column) == len(rows)
    frames = pandas_type("DataFrame"), pandas_type("Series")
    return any(isinstance(one, frames) and column.index.equals(one.index) for one in (table, rows))


def raw_column(column: Any) -> Any:
    """Return a column of a mapping with a length: iterators become lists."""
    return column if hasattr(column, "__len__") else list(column)


def _unknown(name: Any, role: str, names: dict[str, list[Any]]) -> str:
    named = {what: [one for one in each if not is_missing(one)] for what, each in names.items()}
    there = " and the ".join(
        f"{what} {listing(each, say=shown)}" for what, each in named.items() if each
    )
    return f"'{role}' is {shown(name)}, but 'data' has {'the ' + there if there else 'no columns'}"
