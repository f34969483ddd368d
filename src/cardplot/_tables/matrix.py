"""A matrix of cells with its row and column labels."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.alignment import Keys
from cardplot._tables.blocks import block
from cardplot._tables.cells import Floats, is_column, is_number, pandas_type, vector
from cardplot._tables.foreign import plain
from cardplot._tables.names import given, texts
from cardplot._tables.sources import normal, same_labels


@dataclass(frozen=True)
class Matrix:
    """Cells of a matrix.

    Attributes
    ----------
    values : (N, M) ndarray of float
        NaN where missing; infinities stay.
    rows, columns : tuple of str
        Display names; empty where there are none.
    integer : bool
        Whether all finite values are whole numbers.
    keys : (tuple or None, tuple or None)
        The data's own labels of rows and columns; None where there are none.
    """

    values: Floats
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    integer: bool
    keys: tuple[Keys | None, Keys | None] = (None, None)


def matrix(
    data: Any,
    *,
    row_labels: Sequence[Hashable] | None = None,
    column_labels: Sequence[Hashable] | None = None,
    missing: Any = None,
) -> Matrix:
    """Read a matrix.

    Parameters
    ----------
    data : (N, M) array-like, DataFrame or mapping of columns
        A list holds rows. Labels may repeat (tokens of an attention map do).
    row_labels, column_labels : sequence, optional
        Names of the rows and columns; they replace those of the data.
    missing : (N, M) array of bool, callable or number(s), optional
        Cells to treat as missing besides NaN: a mask, a function from the values to a mask, or
        the values that mean "missing".

    Raises
    ------
    TypeError, ValueError
        As for `wide`; also for a mask of another shape.
    """
    data = normal(data, "matrix")
    levels = getattr(getattr(data, "index", None), "nlevels", 1)
    if not isinstance(data, (dict, pandas_type("DataFrame"))) and levels == 1:
        _check_two_dimensional(data)
    found = block(data, "matrix", finite=False, is_matrix=True)
    values = found.values
    if not values.size:
        raise ValueError(f"'matrix' is empty: its shape is {values.shape}")
    same_labels(missing, found.rows, found.columns, "missing")
    values = np.where(_mask(missing, values), np.nan, values)
    finite = values[np.isfinite(values)]
    return Matrix(
        values,
        _labels(row_labels, found.rows, len(values), "row_labels"),
        _labels(column_labels, found.columns, values.shape[1], "column_labels"),
        bool(np.all(finite == np.rint(finite))),
        (found.rows, found.columns),
    )


def _check_two_dimensional(data: Any) -> None:
    shape = getattr(data, "shape", None)
    if shape is None:
        shape = (len(data), 0) if any(is_column(row) for row in data) else (len(data),)
    if len(shape) != 2:
        raise ValueError(
            f"'matrix' must be two-dimensional, not of shape {tuple(shape)}; "
            "a single row is [[...]]"
        )


def _labels(labels: Any, found: Any, count: int, argument: str) -> tuple[str, ...]:
    if labels is not None:
        return texts(given(labels, count, argument))
    return texts(found) if found is not None else ()


def _mask(missing: Any, values: Floats) -> NDArray[np.bool_]:
    if missing is None:
        return np.zeros(values.shape, dtype=bool)
    origin = "'missing'"
    missing = plain(missing, origin)
    if callable(missing):
        missing, origin = missing(values.copy()), "what 'missing' returned"
    elif _is_number(missing):
        return np.asarray(values == vector([missing], "missing", finite=False)[0])
    elif _is_list(missing) and all(map(_is_number, missing := list(missing))):
        return np.isin(values, vector(missing, "missing", finite=False))
    mask = missing if isinstance(missing, np.ndarray) else np.asarray(missing, dtype=object)
    bools = mask.dtype == bool or all(isinstance(cell, bool | np.bool_) for cell in mask.flat)
    if not bools or mask.shape != values.shape:
        kind = "bools" if bools else "other values"
        raise ValueError(
            f"{origin} must be bools of shape {values.shape} (or the numbers that mean missing), "
            f"not {kind} of shape {mask.shape}"
        )
    return np.asarray(mask, dtype=bool)


def _is_list(value: object) -> bool:
    # Going through a DataFrame gives its column names.
    return is_column(value) and len(getattr(value, "shape", (0,))) == 1


def _is_number(value: object) -> bool:
    return is_number(value) and not isinstance(value, bool | np.bool_)
