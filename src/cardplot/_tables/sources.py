"""Input forms: bring whatever came to a DataFrame, a Series, an ndarray, a dict or a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from cardplot._tables.cells import is_missing, is_number, pandas_type, raw, shown
from cardplot._tables.foreign import converted, plain
from cardplot._tables.names import listing, texts

LONG_HINT = "; if this is a long table, name its columns with x=, y= and hue="
ROWS_HINT = (
    "; if these are rows of a long table, make a DataFrame of them and name its columns with x=, "
    "y= and hue="
)


def normal(data: Any, argument: str = "data") -> Any:
    """Return `data` as a DataFrame, a Series, an ndarray, a dict or a list; values untouched.

    Raises
    ------
    TypeError
        For anything that isn't a table, a mapping or a sequence.
    """
    data = record(plain(data, f"'{argument}'"))
    if isinstance(data, (pandas_type("DataFrame"), pandas_type("Series"))):
        return data
    if isinstance(data, np.ndarray):
        return {name: data[name] for name in data.dtype.names} if data.dtype.names else data
    if isinstance(data, Mapping):
        return dict(data)
    if isinstance(data, str | bytes | set | frozenset) or data is None or is_number(data):
        raise TypeError(
            f"'{argument}' must be a table, a mapping, an array or a list, not {shown(data)}"
        )
    if isinstance(data, (pandas_type("Index"), pandas_type("Categorical"))):
        return data.to_series(index=range(len(data))) if hasattr(data, "to_series") else list(data)
    cells = list(data) if isinstance(data, Sequence) else converted(data, argument)
    return [record(row) for row in cells] if _holds_records(cells) else cells


def long_hint(data: Any) -> str:
    """Return what a long table in this form needs, for whoever hands one over unawares."""
    if isinstance(data, list) and any(isinstance(row, Mapping) for row in data):
        return LONG_HINT
    return ROWS_HINT if isinstance(data, np.ndarray | list) else LONG_HINT


def record(row: Any) -> Any:
    """Return a named tuple or a dataclass as a mapping, anything else as it is."""
    if hasattr(row, "_asdict"):
        return row._asdict()
    if is_dataclass(row) and not isinstance(row, type):
        return {field.name: getattr(row, field.name) for field in fields(row)}
    return row


def _holds_records(cells: Any) -> bool:
    return isinstance(cells, list) and bool(cells) and record(cells[0]) is not cells[0]


def refuse_summary(data: Any) -> None:
    """Refuse columns of means and of their spread: side by side they aren't of one kind."""
    is_frame = isinstance(data, pandas_type("DataFrame"))
    if not is_frame and not isinstance(data, dict):
        return
    deep = is_frame and data.columns.nlevels > 1
    names = data.columns.get_level_values(-1).tolist() if is_frame else list(data)
    spread = next((name for name in ("std", "sem") if name in names), None)
    if spread is not None and "mean" in names:
        part = "data.xs({!r}, axis=1, level=-1)" if deep else "data[{!r}]"
        raise ValueError(
            f"'data' has columns of means and of their {spread!r}; give {part.format('mean')} as "
            f"the data and {part.format(spread)} as errors= of bars, or both to a SeedSummary"
            f"{LONG_HINT}"
        )


def is_default_index(index: Any) -> bool:
    """Whether an index only counts rows (0, 1, 2, ...), so that it labels nothing."""
    kind = pandas_type("RangeIndex")
    return isinstance(index, kind) and index.start == 0 and index.step == 1 and index.name is None


def same_labels(
    given: Any, rows: Sequence[Any] | None, columns: Sequence[Any] | None, argument: str
) -> None:
    """Refuse a DataFrame with other labels than the data, or with the same in another order."""
    if not isinstance(given, pandas_type("DataFrame")):
        return
    for labels, keys in ((given.index, rows), (given.columns, columns)):
        if keys is None or is_default_index(labels) or texts(labels) == texts(keys):
            continue
        raise ValueError(
            f"'{argument}' has the labels {listing(texts(labels))} where the data have "
            f"{listing(texts(keys))}; give it the same order (.reindex_like) or none (.to_numpy())"
        )


@dataclass(frozen=True)
class Levels:
    """A column of labels: which rows carry which.

    Attributes
    ----------
    codes : list of int
        For each row, the position of its label in *keys*.
    keys : tuple of hashable
        The labels in the order of appearance, or of a Categorical's levels (used ones only).
    numeric : bool
        Whether all labels are numbers (and not bools, and not a Categorical).
    """

    codes: list[int]
    keys: tuple[Hashable, ...]
    numeric: bool


def levels(column: Any, where: str, row_name: Callable[[int], str]) -> Levels:
    """Sort a column of labels into levels.

    Raises
    ------
    ValueError
        When labels are missing; says how many and where the first is.
    TypeError
        When a label can't be one (a list, a dict).
    """
    categories = _categories(column)
    cells = _cells_of(column)
    try:
        used = dict.fromkeys(cells)
    except TypeError:
        row = next(row for row, cell in enumerate(cells) if not _is_hashable(cell))
        raise TypeError(f"{where}, {row_name(row)}: {shown(cells[row])} can't be a label") from None
    if any(is_missing(key) for key in used):
        gaps = [row for row, cell in enumerate(cells) if is_missing(cell)]
        count = "1 row has" if len(gaps) == 1 else f"{len(gaps)} rows have"
        raise ValueError(
            f"{where}: {count} no label, the first is {row_name(gaps[0])}; "
            "drop or name what is missing"
        )
    order = used if categories is None else categories
    keys = tuple(key for key in order if key in used)
    position = {key: code for code, key in enumerate(keys)}
    numeric = categories is None and all(
        is_number(key) and not isinstance(key, bool | np.bool_) for key in keys
    )
    return Levels([position[cell] for cell in cells], keys, numeric)


def _is_hashable(cell: Any) -> bool:
    try:
        hash(cell)
    except TypeError:  # also a tuple that holds a list
        return False
    return True


def _cells_of(column: Any) -> list[Any]:
    if isinstance(column, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(column)
        return [None if gone else cell for cell, gone in zip(column.data, mask, strict=True)]
    if isinstance(column, np.ndarray):
        # .tolist() would turn dates in nanoseconds into integers
        return list(column) if column.dtype.kind in "mM" else column.tolist()
    if hasattr(column, "tolist"):
        return list(column.tolist())
    cells = raw(column)
    return list(cells)


def _categories(column: Any) -> list[Any] | None:
    """Levels of a Categorical column or index, in their order; None for anything else."""
    dtype = getattr(column, "dtype", None)
    kind = pandas_type("CategoricalDtype")
    if not isinstance(dtype, kind):
        return None
    categories = dtype.categories
    return list(categories.tolist())
