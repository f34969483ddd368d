"""Input forms: bring whatever came to a DataFrame, a Series, an ndarray, a dict or a list."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables.cells import is_missing, is_number, pandas_type, raw, shown

LONG_HINT = "; if this is a long table, name its columns with x=, y= and hue="


def normal(data: Any, argument: str = "data") -> Any:
    """Return `data` as a DataFrame, a Series, an ndarray, a dict or a list; values untouched.

    Raises
    ------
    TypeError
        For anything that isn't a table, a mapping or a sequence.
    """
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
    if isinstance(data, Sequence):
        return list(data)
    return _foreign(data, argument)


def _from_arrow(data: Any) -> Any:
    import pandas as pd

    frame: Any = pd.DataFrame
    pyarrow = sys.modules.get("pyarrow")
    if not hasattr(frame, "from_arrow") and pyarrow is not None:  # pandas < 3
        return pyarrow.table(data).to_pandas()
    return frame.from_arrow(data)


# What tables and columns of other libraries offer, the form that keeps most first.
_OFFERS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("to_pandas", lambda data: data.to_pandas()),
    ("to_pydict", lambda data: dict(data.to_pydict())),
    ("columns", lambda data: {str(name): data[name].to_list() for name in data.columns}),
    ("to_pylist", lambda data: list(data.to_pylist())),
    ("to_list", lambda data: list(data.to_list())),
    ("__arrow_c_stream__", _from_arrow),
    ("__array__", np.asarray),
    ("keys", lambda data: {key: data[key] for key in data.keys()}),  # noqa: SIM118
    ("__iter__", list),
)


def _foreign(data: Any, argument: str) -> Any:
    if hasattr(data, "collect"):  # a query that hasn't run yet
        raise TypeError(f"'{argument}' is a {type(data).__name__}; call .collect() on it first")
    reason = ""
    for attribute, convert in _OFFERS:
        if not hasattr(data, attribute):
            continue
        try:
            return convert(data)
        except (ImportError, TypeError, ValueError, RuntimeError, AttributeError) as error:
            reason = reason or f" ({error})"
    raise TypeError(
        f"'{argument}' must be a table, a mapping, an array or a list, "
        f"not a {type(data).__name__}{reason}"
    )


def is_default_index(index: Any) -> bool:
    """Whether an index only counts rows (0, 1, 2, ...), so that it labels nothing."""
    kind = pandas_type("RangeIndex")
    return isinstance(index, kind) and index.start == 0 and index.step == 1 and index.name is None


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
