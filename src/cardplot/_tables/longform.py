"""Long tables: one row for each observation; columns by x=, y= and hue=."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.alignment import is_labelled
from cardplot._tables.cells import Floats, floats, is_column, not_flat, pandas_type, shown
from cardplot._tables.foreign import is_xarray, plain, rows_of_xarray
from cardplot._tables.names import is_same, listing, text
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
    given = {role: one for role, one in (("x", x), (value, y), ("hue", hue)) if one is not None}
    table = {} if data is None and all(map(is_vector, given.values())) else _table(data)
    columns = {role: _column(table, one, role) for role, one in given.items()}
    _check_rows(columns, given, table)
    row_name = _row_names(table)
    names = {
        role: f"'{role}'" if is_vector(one) else f"'{role}' column {text(one)!r}"
        for role, one in given.items()
    }

    def sort(role: str) -> Levels | None:
        return levels(columns[role], names[role], row_name) if role in columns else None

    label, series = sort("x"), sort("hue")

    def place(row: int) -> str:
        at = f" ({text(label.keys[label.codes[row]])!r})" if label is not None else ""
        return f"{names[value]}, {row_name(row)}{at}"

    numbers = floats(columns[value], place, blanks=value == "errors")
    return Long(numbers, label, series, row_name)


def is_vector(one: Any) -> bool:
    """Whether a column was given itself, and not its name."""
    return is_column(one) and not isinstance(one, tuple)


def _table(data: Any) -> Any:
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


def _column(table: Any, name: Any, role: str) -> Any:
    """Return the column of a name: of a frame's column, a level of its index, or a vector."""
    if is_vector(name):
        column = raw_column(plain(name, f"'{role}'"))
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
    place = _place(table, name, role)
    return table.index.get_level_values(name) if place is None else table.iloc[:, place]


def is_label(name: Any) -> bool:
    """Whether a value can be the name of a column."""
    try:
        hash(name)
    except TypeError:
        return False
    return not isinstance(name, Mapping | frozenset)


def _place(table: Any, name: Any, role: str) -> int | None:
    """Return where a column is; None for a level of the index.

    Of columns with several levels the first levels are enough where they name one, as in pandas.
    """
    columns = list(table.columns)
    own = [level for level in table.index.names if level is not None]
    parts = name if isinstance(name, tuple) else (name,)
    padded = (*parts, *[""] * (table.columns.nlevels - len(parts)))
    for whole in dict.fromkeys((name, padded)):
        if places := [at for at, column in enumerate(columns) if is_same(column, whole)]:
            if len(places) > 1:
                raise ValueError(
                    f"'data' has {len(places)} columns named {text(name)!r}; rename one of them"
                )
            return places[0]
    if any(is_same(level, name) for level in own):
        return None
    several = table.columns.nlevels > 1
    places = [at for at, one in enumerate(columns) if several and one[: len(parts)] == parts]
    if len(places) == 1:
        return places[0]
    if places:
        raise KeyError(
            f"'{role}' is {shown(name)}, which is more than one column of 'data'; give one of "
            f"{listing([columns[at] for at in places], say=shown)}"
        )
    raise KeyError(_unknown(name, role, {"columns": columns, "index levels": own}))


def has_column(data: Any, name: Any) -> bool:
    """Whether a long table has a column of that name."""
    try:
        return data is not None and _column(_table(data), name, "errors") is not None
    except KeyError:
        return False


def is_in_rows(column: Any, data: Any, x: Any) -> bool:
    """Whether a column belongs to the rows of a long table: has as many or, labelled, the same."""
    if not (is_vector(column) and hasattr(column, "__len__")) or any(map(is_column, column)):
        return False
    table = {} if data is None else _table(data)
    rows = _column(table, x, "x")
    if not is_labelled(column):
        return len(column) == len(rows)
    frames = pandas_type("DataFrame"), pandas_type("Series")
    return any(isinstance(one, frames) and column.index.equals(one.index) for one in (table, rows))


def raw_column(column: Any) -> Any:
    """Return a column of a mapping with a length: iterators become lists."""
    return column if hasattr(column, "__len__") else list(column)


def _unknown(name: Any, role: str, names: dict[str, list[Any]]) -> str:
    there = " and the ".join(
        f"{what} {listing(each, say=shown)}" for what, each in names.items() if each
    )
    return f"'{role}' is {shown(name)}, but 'data' has {'the ' + there if there else 'no columns'}"


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
