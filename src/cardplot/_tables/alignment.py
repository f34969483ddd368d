"""Series side by side: by label where all have labels, by position where none has."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables.cells import Floats, Place, floats, not_flat, pandas_type
from cardplot._tables.foreign import plain
from cardplot._tables.names import text, texts, unique
from cardplot._tables.sources import is_default_index, levels

Keys = tuple[Hashable, ...]


@dataclass(frozen=True)
class Block:
    """Numbers of shape (rows, columns); None where an axis has no labels.

    *flat* says that they came without any sign of series: a list of numbers, say.
    """

    values: Floats
    rows: Keys | None
    columns: Keys | None
    flat: bool = False


@dataclass(frozen=True)
class Reader:
    """What holds for all cells of one argument.

    Attributes
    ----------
    argument : str
        Its name, for errors.
    finite : bool
        Whether infinities are refused.
    is_matrix : bool
        Whether the items of a list are rows and labels may repeat.
    by_row : bool
        Whether what stands side by side are rows (of a matrix), for errors.
    hint : str
        What a long table that was given unawares needs, for errors.
    """

    argument: str
    finite: bool
    is_matrix: bool
    by_row: bool = False
    hint: str = ""

    def numbers(self, values: Any, place: Place) -> Floats:
        """Read a column."""
        try:
            return floats(values, place, finite=self.finite)
        except TypeError as error:
            raise TypeError(f"{error}{self.hint}") from None

    def place(self, column: Any, rows: Any = None) -> Place:
        """Return how cells of a column are named: by labels, else by numbers."""

        def words(row: int) -> str:
            key = row if rows is None else text(rows[row])
            cross = "column" if self.by_row else "row"
            return f"'{self.argument}', {self.column(column)}, {cross} {key!r}"

        return words

    def column(self, key: Any) -> str:
        """Return how a column is named; ints stand for columns without a name."""
        noun = "row" if self.by_row else "column"
        if isinstance(key, int):
            return f"{noun} {key}" if self.is_matrix else f"series {key}"
        return f"{noun} {text(key)!r}"


def is_labelled(values: Any) -> bool:
    """Whether the values of a series have labels of their own."""
    if isinstance(values, pandas_type("Series")):
        return not is_default_index(values.index)
    return isinstance(values, Mapping)


def side_by_side(data: dict[Any, Any], reader: Reader, named: bool) -> Block:
    """Put series side by side.

    Raises
    ------
    ValueError
        When some series have labels and others none; when they have none and differ in length.
    """
    keys = tuple(data) if named else None
    data = {
        key: plain(values, f"'{reader.argument}', {reader.column(key)}")
        for key, values in data.items()
    }
    with_labels = [key for key, values in data.items() if is_labelled(values)]
    if not with_labels:
        return Block(_by_position(data, reader), None, keys)
    without = [key for key in data if key not in with_labels]
    if without:
        raise ValueError(
            f"'{reader.argument}': {text(with_labels[0])!r} has labels and {text(without[0])!r} "
            "has none, so they can't be aligned; give all of them labels, or none"
        )
    columns = {key: _by_label(key, values, reader) for key, values in data.items()}
    rows = _union(data, columns)
    values = [[cells.get(label, np.nan) for cells in columns.values()] for label in rows]
    return Block(np.array(values, dtype=np.float64).reshape(len(rows), len(data)), rows, keys)


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


def _by_label(key: Any, values: Any, reader: Reader) -> dict[Hashable, float]:
    if isinstance(values, Mapping):
        labels, cells = list(values), list(values.values())
    else:
        labels, cells = values.index, values
    where = f"'{reader.argument}', {text(key)!r}"
    found = levels(labels, where, lambda row: f"number {row}")
    ordered = [found.keys[code] for code in found.codes]
    unique(ordered, texts(ordered), "value", f"{reader.argument}[{text(key)!r}]")
    numbers = reader.numbers(cells, reader.place(key, ordered))
    return dict(zip(ordered, numbers.tolist(), strict=True))


def _by_position(data: dict[Any, Any], reader: Reader) -> Floats:
    columns: dict[Any, Floats] = {}
    for key, values in data.items():
        if len(getattr(values, "shape", ())) > 1:
            raise ValueError(
                f"'{reader.argument}', {reader.column(key)}: one-dimensional values are expected, "
                f"{not_flat(values.shape)}"
            )
        columns[key] = reader.numbers(values, reader.place(key))
    first, *others = columns
    for key in others:
        if len(columns[key]) != len(columns[first]):
            raise ValueError(
                f"'{reader.argument}': all must be of one length, but {reader.column(first)} has "
                f"{len(columns[first])} values and {reader.column(key)} has {len(columns[key])}"
            )
    return np.column_stack(list(columns.values()))
