"""Fields of a summary of seeds, brought to the shape of its centres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardplot._seeds.swarm import Floats
from cardplot._tables import Wide
from cardplot._tables import cells as _cells
from cardplot._tables import names as _names
from cardplot._tables.foreign import plain


def is_nested(value: Any) -> bool:
    """Say whether a value holds several others."""
    return isinstance(value, Mapping) or _cells.is_column(value)


def like(value: Any, argument: str, wide: Wide) -> Floats:
    """Return one number for each centre, by label where there are labels; NaN where it is missing.

    Parameters
    ----------
    value : float, sequence, mapping, Series, array or DataFrame
    argument : str
        Its name, for errors.
    wide : Wide
        The centres.
    """
    shape = wide.values.shape
    value = plain(value, argument)
    if value is None or not is_nested(value):
        one = _numbers([value], argument, ("all",))
        return np.full(shape, one[0])
    columns = _columns(value)
    if columns is None:
        if shape[1] != 1:
            raise ValueError(
                f"{argument}: expected values for {shape[1]} series in the form of center, "
                "got one value a category"
            )
        columns = [value]
    elif isinstance(columns, Mapping):
        columns = list(
            _names.per_item(columns, wide.series, argument, keys=wide.series_keys, default=None)
            or ()
        )
    if len(columns) != shape[1]:
        raise ValueError(f"{argument}: expected {shape[1]} series, got {len(columns)}")
    return np.stack([_column(column, argument, wide) for column in columns], axis=1)


def _columns(value: Any) -> Any:
    """Return the series of a value that has several, else None."""
    if isinstance(value, Mapping):
        return value if any(is_nested(one) for one in value.values()) else None
    if hasattr(value, "columns"):
        return {name: value[name] for name in value.columns}
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return list(np.asarray(value).T) if len(shape) == 2 else None
    items = list(value)
    return items if any(is_nested(one) for one in items) else None


def _column(column: Any, argument: str, wide: Wide) -> Floats:
    found = _names.per_item(
        column, wide.categories, argument, keys=wide.category_keys, default=None
    )
    if found is None:
        return np.full(len(wide.categories), np.nan)
    return _numbers(list(found), argument, wide.categories)


def _numbers(values: list[Any], argument: str, names: tuple[str, ...]) -> Floats:
    return _cells.floats(values, lambda row: f"{argument}, {names[row]!r}", blanks=True)
