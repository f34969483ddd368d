"""Long tables: one row for each observation, columns named by x=, y= and hue=."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.cells import Floats, floats, is_column, pandas_type, shown
from cardplot._tables.names import listing, text
from cardplot._tables.sources import Levels, is_default_index, levels, normal


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
    """Whether column names were given at all."""
    return not (x is None and y is None and hue is None)


def read(data: Any, x: Any, y: Any, hue: Any) -> Long:
    """Read the columns of a long table.

    Raises
    ------
    KeyError
        When a column is unknown; lists what there is.
    TypeError, ValueError
        When a column holds what it can't hold.
    """
    if y is None:
        raise ValueError("a long table needs y=, the column of the values")
    table = _table(normal(data))
    row_name = _row_names(table)
    columns = {
        role: _column(table, name, role)
        for role, name in (("x", x), ("y", y), ("hue", hue))
        if name is not None
    }
    lengths = {role: len(column) for role, column in columns.items()}
    if len(set(lengths.values())) > 1:
        words = ", ".join(f"{role}= has {length}" for role, length in lengths.items())
        raise ValueError(f"the columns of 'data' differ in length: {words} rows")
    if not lengths["y"]:
        raise ValueError("'data' is empty: it has no rows")

    def sort(role: str, name: Any) -> Levels | None:
        if role not in columns:
            return None
        return levels(columns[role], f"'{role}' column {text(name)!r}", row_name)

    label = sort("x", x)
    series = sort("hue", hue)

    def place(row: int) -> str:
        at = f" ({text(label.keys[label.codes[row]])!r})" if label is not None else ""
        return f"'y' column {text(y)!r}, {row_name(row)}{at}"

    return Long(floats(columns["y"], place), label, series, row_name)


def _table(data: Any) -> Any:
    """Return a long table as a DataFrame or a mapping of columns."""
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


def _row_names(table: Any) -> Callable[[int], str]:
    index = getattr(table, "index", None)
    if index is None or is_default_index(index):
        return lambda row: f"row {row}"
    return lambda row: f"row {text(index[row])!r}"


def _column(table: Any, name: Any, role: str) -> Any:
    if (is_column(name) and not isinstance(name, tuple)) or isinstance(name, Mapping | set):
        raise TypeError(f"'{role}' must be the name of a column of 'data', not {shown(name)}")
    if isinstance(table, dict):
        if name not in table:
            raise KeyError(_unknown(name, role, list(table)))
        column = table[name]
        if not is_column(column):
            raise TypeError(
                f"'{role}' column {text(name)!r} must be a sequence, not {shown(column)}"
            )
        return raw_column(column)
    count = list(table.columns).count(name)
    if count > 1:
        raise ValueError(f"'data' has {count} columns named {text(name)!r}")
    if count == 1:
        return table.iloc[:, list(table.columns).index(name)]
    if name in (table.index.names or ()):
        return table.index.get_level_values(name)
    names = [*table.columns, *(level for level in table.index.names if level is not None)]
    raise KeyError(_unknown(name, role, names))


def raw_column(column: Any) -> Any:
    """Return a column of a mapping with a length: iterators become lists."""
    return column if hasattr(column, "__len__") else list(column)


def _unknown(name: Any, role: str, names: list[Any]) -> str:
    available = listing(text(each) for each in names)
    return f"'{role}' is {text(name)!r}, but 'data' has the columns {available}"


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
