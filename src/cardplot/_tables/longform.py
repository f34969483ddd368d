"""Long tables: one row for each observation; columns by x=, y= and hue=."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.cells import Floats, floats, pandas_type, shown
from cardplot._tables.columns import column_of, is_vector, table_of
from cardplot._tables.foreign import plain
from cardplot._tables.names import text
from cardplot._tables.sources import Levels, is_default_index, levels


@dataclass(frozen=True)
class Long:
    """The named columns of a long table.

    Attributes
    ----------
    values : (N,) ndarray of float
        The y column; NaN where missing.
    x, hue : Levels or None
        The labels of each row; None where no such column was named.
    row_name : callable
        Row number to the words that name the row in an error.
    """

    values: Floats
    x: Levels | None
    hue: Levels | None
    row_name: Callable[[int], str]


def is_long(x: Any, y: Any, hue: Any) -> bool:
    """Whether columns were named at all."""
    return not (x is None and y is None and hue is None)


def read(data: Any, x: Any, y: Any, hue: Any, *, value: str = "y") -> Long:
    """Read the columns of a long table: those of *data* by name, others as they are given.

    Parameters
    ----------
    data : table or None
    x, y, hue : column name or array-like
    value : {"y", "errors"}
        The argument that *y* comes from, for errors. Errors may be words for "none".

    Raises
    ------
    KeyError
        When a column is unknown; lists what there is.
    TypeError, ValueError
        When a column holds what it can't hold.
    """
    if y is None:
        raise ValueError("a long table needs y=, the column of the values")
    columns, names, row_name = columns_of(data, {"x": x, value: y, "hue": hue})

    def sort(role: str) -> Levels | None:
        return levels(columns[role], names[role], row_name) if role in columns else None

    label, series = sort("x"), sort("hue")

    def place(row: int) -> str:
        at = f" ({text(label.keys[label.codes[row]])!r})" if label is not None else ""
        return f"{names[value]}, {row_name(row)}{at}"

    numbers = floats(columns[value], place, blanks=value == "errors")
    return Long(numbers, label, series, row_name)


def columns_of(
    data: Any, roles: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str], Callable[[int], str]]:
    """Return the columns that arguments name or hold, what these are called, and their rows."""
    given = {role: plain(one, f"'{role}'") for role, one in roles.items() if one is not None}
    table = {} if data is None and all(map(is_vector, given.values())) else table_of(data)
    columns = {role: column_of(table, one, role) for role, one in given.items()}
    _check_rows(columns, given, table)
    names = {
        role: f"'{role}'" if is_vector(one) else f"'{role}' column {text(one)!r}"
        for role, one in given.items()
    }
    return columns, names, _row_names(table)


def _check_rows(columns: dict[str, Any], given: dict[str, Any], table: Any) -> None:
    """Refuse columns that don't have the same rows."""
    count = len(table) if isinstance(table, pandas_type("DataFrame")) else None
    for role, column in columns.items():
        if is_vector(given[role]) and count not in (None, len(column)):
            raise TypeError(
                f"'{role}' must be the name of a column of 'data' or hold a value for each of its "
                f"{count} rows, not {shown(given[role])}"
            )
    lengths = {role: len(column) for role, column in columns.items()}
    if len(set(lengths.values())) > 1:
        words = ", ".join(f"{role}= has {length}" for role, length in lengths.items())
        raise ValueError(f"the columns of 'data' differ in length: {words} rows")
    if not all(lengths.values()):
        raise ValueError("'data' is empty: it has no rows")
    labelled = {
        role: column.index
        for role, column in columns.items()
        if isinstance(column, pandas_type("Series"))
    }
    first = next(iter(labelled), "")
    for role, index in labelled.items():
        if not index.equals(labelled[first]):
            raise ValueError(
                f"'{first}' and '{role}' have other rows by their index; bring them into one "
                "DataFrame first, or call .to_numpy() on both"
            )


def _row_names(table: Any) -> Callable[[int], str]:
    index = getattr(table, "index", None)
    if index is None or is_default_index(index):
        return lambda row: f"row {row}"
    return lambda row: f"row {text(index[row])!r}"


def cell_rows(long: Long) -> dict[tuple[int, int], NDArray[np.intp]]:
    """Return the rows of each (category, series) of a long table, where there are any."""
    nothing = np.zeros(len(long.values), dtype=np.intp)
    categories = nothing if long.x is None else np.array(long.x.codes)
    series = nothing if long.hue is None else np.array(long.hue.codes)
    kinds = 1 if long.hue is None else len(long.hue.keys)
    cells = categories * kinds + series
    found, first = np.unique(cells[(order := np.argsort(cells, kind="stable"))], return_index=True)
    groups = np.split(order, first[1:])
    return {divmod(int(cell), kinds): rows for cell, rows in zip(found, groups, strict=True)}


def one_value_each(long: Long) -> tuple[Floats, Levels]:
    """Spread a long table with one row for each bar over (categories, series).

    Returns the values and the categories.

    Raises
    ------
    ValueError
        When two rows are for one bar; names the bar and the rows.
    """
    if long.x is None:
        raise ValueError("a long table needs x=, the column of the categories")
    hue_keys = long.hue.keys if long.hue is not None else ("",)
    out = np.full((len(long.x.keys), len(hue_keys)), np.nan)
    for (category, series), rows in cell_rows(long).items():
        if len(rows) > 1:
            bar = repr(text(long.x.keys[category]))
            if long.hue is not None:
                bar += f", {text(hue_keys[series])!r}"
            where = ", ".join(long.row_name(int(row)) for row in rows[:5])
            raise ValueError(
                f"{len(rows)} rows for one bar, {bar}: {where}; aggregate them first, "
                "or name the column that tells them apart with hue="
            )
        out[category, series] = long.values[rows[0]]
    return out, long.x
