"""Errors that go with given values: every accepted form to lower and upper lengths of whiskers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from cardplot import _tables
from cardplot._geometry import Floats
from cardplot._tables import Wide
from cardplot._tables import columns as _named
from cardplot._tables import longform as _longform
from cardplot._tables.blocks import Block, block
from cardplot._tables.cells import is_blank, is_number
from cardplot._tables.foreign import plain

HAIR = 1e-9
"""A negative length below this share of its value comes from rounding."""


def lengths(
    errors: Any, table: Wide, data: Any = None, x: Any = None, hue: Any = None
) -> tuple[Floats, Floats]:
    """Read errors in the order of the values.

    Parameters
    ----------
    errors : number, str, array-like, mapping, DataFrame or pair of them
        See `cardplot.bars.grouped_delta_bars`.
    table : Wide
        The values.
    data, x, hue : optional
        The long table, if there is one, and its columns of categories and series.

    Returns
    -------
    below, above : (N, K) array
        Lengths, at least 0; NaN where there is no error or no value.
    """
    errors = plain(errors, "'errors'")
    if isinstance(errors, (list, tuple)):
        made = tuple if isinstance(errors, tuple) else list
        errors = made(plain(one, "'errors'") for one in errors)
    sides = _columns(errors, data, x, hue) or _sides(errors, table.values.shape)
    below, above = (_side(side, table) for side in sides)
    gone = np.isnan(table.values)
    return tuple(  # type: ignore[return-value]
        np.where(gone, np.nan, checked(side, table, "errors")) for side in (below, above)
    )


def checked(side: Floats, table: Wide, argument: str) -> Floats:
    """Return lengths of whiskers, none negative.

    Raises
    ------
    ValueError
        If one is, by more than rounding; names it.
    """
    hair = HAIR * np.nan_to_num(np.abs(table.values)) + 1e-300
    with np.errstate(invalid="ignore"):
        wrong = np.argwhere(side < -hair)
    if len(wrong):
        i, j = wrong[0]
        series = f"{table.series[j]!r} at " if table.named else ""
        raise ValueError(
            f"'{argument}', {series}{table.categories[i]!r}: {side[i, j]:g} is negative, and the "
            "length of a whisker can't be"
        )
    return np.maximum(side, 0.0)


def _columns(errors: Any, data: Any, x: Any, hue: Any) -> tuple[Block, Block] | None:
    """Return errors that are columns of a long table: one, or one for each side; else None."""
    if x is None:
        if isinstance(errors, str):
            raise ValueError(
                f"'errors' is {errors!r}: the name of a column needs a long table with x= and y="
            )
        return None
    ends = (errors, errors) if _is_column(errors, data, x) else errors
    if not (isinstance(ends, (list, tuple)) and len(ends) == 2):
        return None
    if not all(_is_column(end, data, x) for end in ends):
        return None
    below, above = (_longform.read(data, x, end, hue, value="errors") for end in ends)
    return _in_slots(below), _in_slots(above)


def _is_column(errors: Any, data: Any, x: Any) -> bool:
    """Whether errors are the name of a column, or hold a value for each row."""
    if isinstance(errors, str):
        return True
    if _named.is_label(errors) and not is_number(errors):
        return _named.has_column(data, errors)
    return _named.is_in_rows(errors, data, x)


def _in_slots(long: _longform.Long) -> Block:
    values, categories = _longform.one_value_each(long)
    return Block(values, categories.keys, long.hue.keys if long.hue else None)


def _sides(errors: Any, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the lower and the upper errors; the same where they aren't given apart."""
    if isinstance(errors, Mapping):
        pairs = {name: _pair(side) for name, side in errors.items()}
        if not any(pairs.values()):
            return errors, errors
        lower, upper = (
            {name: (pairs[name] or (side, side))[end] for name, side in errors.items()}
            for end in (0, 1)
        )
        return lower, upper
    depth = _depth(errors)
    if depth == 3 and not hasattr(errors, "columns"):
        layers = [side if hasattr(side, "columns") else np.asarray(side) for side in errors]
        if len(layers) != 2:
            raise ValueError(
                f"'errors' of three dimensions must have the shape (2, N, K), for lower and upper "
                f"errors, not {len(layers)} layers"
            )
        return layers[0], layers[1]
    pair = _pair(errors)
    if shape[1] == 1 and pair is not None and len(pair[0]) == shape[0]:
        return pair
    return errors, errors


def _pair(side: Any) -> tuple[Any, Any] | None:
    """Return lower and upper errors if *side* is of shape (2, N)."""
    if hasattr(side, "columns") or isinstance(side, (Mapping, Block)) or _depth(side) != 2:
        return None
    ends = list(side)
    return (ends[0], ends[1]) if len(ends) == 2 else None


def _depth(value: Any) -> int:
    if isinstance(value, (list, tuple)):
        return 1 + max((_depth(one) for one in value), default=0)
    return int(getattr(value, "ndim", 0))


def _side(side: Any, table: Wide) -> Floats:
    shape = table.values.shape
    if is_number(side):
        return np.full(shape, float(side))
    found = side if isinstance(side, Block) else block(_without_blanks(side), "errors")
    rows = _places(found.rows, found.values.shape[0], table.categories, table.category_keys)
    # The errors of a single series are its own, whatever they are called ("std").
    labels = None if found.values.shape[1] == shape[1] == 1 else found.columns
    columns = _places(labels, found.values.shape[1], table.series, table.series_keys)
    out = np.full(shape, np.nan)
    out[np.ix_(rows, columns)] = found.values
    return out


def _places(
    labels: tuple[Hashable, ...] | None, count: int, names: Sequence[str], keys: Sequence[Hashable]
) -> list[int]:
    """Return where in the table the errors belong: by label where they have any."""
    if labels is not None:
        return [_tables.find(label, names, "errors", keys=keys) for label in labels]
    if count != len(names):
        raise ValueError(
            f"'errors' must be in the form of the values, with {len(names)} where it has {count}"
        )
    return list(range(count))


def _without_blanks(side: Any) -> Any:
    """Return errors in which words for "no error" are missing."""
    if isinstance(side, Mapping):
        return {name: _without_blanks(values) for name, values in side.items()}
    if hasattr(side, "map") and hasattr(side, "iloc"):
        return side.map(_without_blanks)
    if isinstance(side, (list, tuple)):
        return [_without_blanks(values) for values in side]
    if isinstance(side, np.ndarray) and side.dtype.kind in "OUS":
        cells = [_without_blanks(cell) for cell in side.ravel().tolist()]
        return np.array([*cells, None], dtype=object)[:-1].reshape(side.shape)
    return None if isinstance(side, str) and is_blank(side) else side
