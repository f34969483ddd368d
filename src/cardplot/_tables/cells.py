"""Cells to numbers: the one place that decides what counts as a number and what is missing."""

from __future__ import annotations

import datetime as dt
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Place = Callable[[int], str]

# Spellings of "no value" that summaries use in their error columns.
_BLANKS = frozenset(
    {"", "-", "–", "—", "−", "?", "n/a", "na", "nan", "none", "null", "nil", "<na>"}
)
_HINT = "a number is expected (NaN or None where there is none)"

_WAYS: tuple[tuple[Any, str], ...] = (
    ((complex, np.complexfloating), "; abs() or .real makes one of it"),
    ((dt.timedelta, np.timedelta64), "; dividing by pd.Timedelta('1s') makes one of it"),
)


def pandas_type(name: str) -> Any:
    """Class `name` of pandas, or an empty tuple (for isinstance) when pandas isn't loaded.

    Nobody can hand over a pandas object without having imported pandas, so it is never imported
    just to ask.
    """
    return getattr(sys.modules.get("pandas"), name, ())


def shown(value: object) -> str:
    """Return a value for an error message: short, and whatever its repr does."""
    try:
        words = repr(value)
    except Exception:  # the repr is the user's code, or chokes on one cell of a table
        words = "\n"
    if "\n" in words:
        return f"a {type(value).__name__}"
    return words if len(words) <= 60 else words[:57] + "..."


def is_missing(value: object) -> bool:
    """Whether one cell is None, NaN, ``pd.NA``, NaT or masked."""
    if value is None or value is np.ma.masked:
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    if isinstance(value, float | np.floating):
        return math.isnan(value)
    return type(value).__name__ in ("NAType", "NaTType")


def is_blank(value: object) -> bool:
    """Whether one cell is missing or spells "no value" ("N/A", "–", "")."""
    return is_missing(value) or (isinstance(value, str) and value.strip().lower() in _BLANKS)


def is_number(value: object) -> bool:
    """Whether one cell can be read as a real number; bools count as 0 and 1."""
    if value is np.ma.masked or isinstance(value, np.timedelta64 | type):
        return False
    if isinstance(value, Real | Decimal | np.bool_):
        return True
    # 0-d arrays and tensors of other libraries (bfloat16 is of kind "V"), and other floats
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return hasattr(value, "__float__") and getattr(value, "shape", ()) == () and kind in "iufbV"


def _one(value: Any, place: str) -> float:
    if is_missing(value):
        return math.nan
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return _one(value.item(), place)
    if not is_number(value):
        way = next((way for kinds, way in _WAYS if isinstance(value, kinds)), "")
        raise TypeError(f"{place}: {shown(value)} is a {type(value).__name__}; {_HINT}{way}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{place}: the number is beyond the range of a float (1.8e308)") from None
    except (TypeError, ValueError, RuntimeError, ArithmeticError) as error:
        raise TypeError(f"{place}: {shown(value)} can't be read as a number ({error})") from None


def raw(values: Any) -> Any:
    """Return one column as an ndarray (maybe masked) or a list, nothing converted yet."""
    if isinstance(values, np.ndarray):
        return values
    if isinstance(values, (pandas_type("Series"), pandas_type("Index"))):
        if isinstance(values.dtype, np.dtype):
            return values.to_numpy()
        return _extension(values)
    for method in ("to_pylist", "to_list"):  # Arrow arrays, Polars series
        if hasattr(values, method):
            return getattr(values, method)()
    if hasattr(values, "__array__"):
        try:
            return np.asarray(values)
        except (TypeError, RuntimeError):  # a tensor that numpy has no type for, or with gradients
            pass
    return list(values)


def _extension(column: Any) -> Any:
    kind = getattr(column.dtype, "kind", "O")
    if kind in "iufb" and type(column.dtype).__name__ != "CategoricalDtype":
        try:
            return column.to_numpy(dtype="float64", na_value=np.nan)
        except (TypeError, ValueError):  # an Arrow decimal, say
            pass
    return column.astype(object).to_numpy()


def floats(values: Any, place: Place, *, blanks: bool = False, finite: bool = True) -> Floats:
    """Read a column of cells as new float64 numbers; missing cells become NaN.

    Parameters
    ----------
    values : (N,) array-like
        Numbers of any type; bools count as 0 and 1. None, NaN, NA, NaT and masked are missing.
    place : callable
        Row number to the words that name that cell in an error.
    blanks : bool, default: False
        Also read "N/A", "–", "" and the like as missing.
    finite : bool, default: True
        Refuse infinities.

    Raises
    ------
    TypeError
        For text, dates, complex numbers and containers.
    ValueError
        For numbers beyond the range of a float, and infinities where *finite*.
    """
    column = raw(values)
    if isinstance(column, np.ndarray):
        out = _array(column, place, blanks)
    else:
        out = _list(column, place, blanks)
    if finite and np.isinf(out).any():
        row = int(np.flatnonzero(np.isinf(out))[0])
        raise ValueError(
            f"{place(row)}: {out[row]} can't be drawn; a finite number is expected "
            "(NaN or None where there is none)"
        )
    return out


def _array(column: NDArray[Any], place: Place, blanks: bool) -> Floats:
    if column.ndim != 1:
        raise ValueError(f"{place(0)}: one number is expected, not an array of {column.ndim - 1}-d")
    if isinstance(column, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(column)
        if column.dtype.kind in "iufb":
            out = _array(np.where(mask, 0, column.data), place, blanks)
            out[mask] = np.nan
            return out
        cells = [None if hidden else cell for cell, hidden in zip(column.data, mask, strict=True)]
        return _list(cells, place, blanks)
    if column.dtype.kind not in "iufb":
        return _list(list(column), place, blanks)
    with np.errstate(over="ignore", invalid="ignore"):
        out = column.astype(np.float64)
    if column.dtype.kind == "f" and column.dtype.itemsize > out.dtype.itemsize:
        lost = np.isinf(out) & np.isfinite(column)
        if lost.any():
            row = int(np.flatnonzero(lost)[0])
            raise ValueError(f"{place(row)}: the number is beyond the range of a float (1.8e308)")
    return out


def _list(cells: list[Any], place: Place, blanks: bool) -> Floats:
    if set(map(type, cells)) <= {float, bool}:  # the common case, at the speed of numpy
        return np.array(cells, dtype=np.float64)
    if blanks:
        cells = [None if is_blank(cell) else cell for cell in cells]
    _refuse_text(cells, place)
    return np.array([_one(cell, place(row)) for row, cell in enumerate(cells)], dtype=np.float64)


def _refuse_text(cells: list[Any], place: Place) -> None:
    """Complain about text, first about text that no parser would take for a number.

    One "39.84*" makes a whole column text, so the cell to name is that one and not the first.
    """
    rows = [row for row, cell in enumerate(cells) if isinstance(cell, str | bytes)]
    if rows:
        row = next((row for row in rows if not _parses(cells[row])), rows[0])
        raise TypeError(f"{place(row)}: {shown(cells[row])} is text; {_HINT}")


def _parses(cell: str | bytes) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def is_column(value: object) -> bool:
    """Whether a value holds several cells: a list, an array, a Series, an iterator."""
    if isinstance(value, str | bytes | Mapping | set | frozenset):
        return False
    if isinstance(value, np.ndarray) or hasattr(value, "shape"):
        return len(getattr(value, "shape", ())) > 0
    return isinstance(value, Iterable) or hasattr(value, "__array__")


def not_flat(shape: tuple[int, ...]) -> str:
    """Return the end of an error about a shape; one row or column can be made flat."""
    is_line = len(shape) == 2 and 1 in shape
    return f"not of shape {shape}" + ("; call np.ravel() on it" if is_line else "")


def vector(
    values: Any,
    argument: str,
    *,
    length: int | None = None,
    finite: bool = True,
    blanks: bool = False,
) -> Floats:
    """Read the numbers of one argument.

    Parameters
    ----------
    values : (N,) array-like
        Numbers; missing cells become NaN.
    argument : str
        Name of the argument, for errors.
    length : int, optional
        How many numbers there must be.
    finite : bool, default: True
        Refuse infinities.
    blanks : bool, default: False
        Also read "N/A", "–", "" and the like as missing.

    Raises
    ------
    TypeError
        When it isn't a sequence, or holds anything but numbers.
    ValueError
        When it isn't one-dimensional or has another length.
    """
    if not is_column(values):
        raise TypeError(f"'{argument}' must be a sequence of numbers, not {shown(values)}")
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise ValueError(f"'{argument}' must be one-dimensional, {not_flat(shape)}")
    out = floats(values, lambda row: f"'{argument}', item {row}", blanks=blanks, finite=finite)
    if length is not None and len(out) != length:
        raise ValueError(f"'{argument}' must have {length} numbers, not {len(out)}")
    return out
