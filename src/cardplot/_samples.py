"""Seeds: several values for each category and series."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot import _longform
from cardplot._cells import Floats, floats
from cardplot._names import given, texts, unique
from cardplot._seed_forms import from_groups, from_long
from cardplot._sources import normal

Keys = tuple[Hashable, ...]


@dataclass(frozen=True)
class Samples:
    """The seeds of each category and series.

    Attributes
    ----------
    values : tuple of tuple of (n,) ndarray
        ``values[category][series]``: the seeds that are present; n may differ and be 0.
    categories, series : tuple of str
        Display names; "" where the data name none.
    category_keys, series_keys : tuple of hashable
        The user's own labels; 0, 1, ... where there are none.
    positions : (N,) ndarray of float or None
        Where x is numeric: the categories' positions, ascending. None for categorical x.
    missing : tuple of tuple of int
        How many missing seeds were left out of each cell.
    named : bool
        Whether the series have names.
    """

    values: tuple[tuple[Floats, ...], ...]
    categories: tuple[str, ...]
    series: tuple[str, ...]
    category_keys: Keys
    series_keys: Keys
    positions: Floats | None
    missing: tuple[tuple[int, ...], ...]
    named: bool


def samples(
    data: Any,
    *,
    x: Hashable | None = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    tick_labels: Sequence[Hashable] | None = None,
    labels: Sequence[Hashable] | None = None,
) -> Samples:
    """Read seeds.

    Parameters
    ----------
    data : mapping, list, array-like, DataFrame or long table
        A mapping or Series from categories to seeds (of any length, a number is one seed), a
        mapping from series to such mappings, a DataFrame or 2-D array with columns = categories and
        rows = seeds, a list of categories, a list of numbers (one category), or a long table with
        *x*, *y* and *hue*.
    x, y, hue : column name, optional
        Columns of a long table: the category or position, the value, the series.
    tick_labels, labels : sequence, optional
        Names of the N categories and the K series, in the order drawn; they replace names that
        the data bring.

    Raises
    ------
    TypeError, ValueError, KeyError
        As for `wide`.
    """
    cells = (
        from_long(data, x, y, hue) if _longform.is_long(x, y, hue) else from_groups(normal(data))
    )
    if not cells.count:
        raise ValueError("'data' is empty: it has no categories")
    rows = range(cells.count)
    positions = None
    if cells.numeric and cells.categories is not None:
        positions = floats(list(cells.categories), lambda row: f"'data', position {row}")
        rows = [int(row) for row in np.argsort(positions, kind="stable")]  # type: ignore[assignment]
        positions = positions[list(rows)]
    keys = cells.categories or tuple(range(cells.count))
    category_keys = tuple(keys[row] for row in rows)
    count = len(cells.series) if cells.series is not None else 1
    numbers = [
        [cells.numbers.get((row, column), np.empty(0)) for column in range(count)] for row in rows
    ]
    return Samples(
        tuple(tuple(cell[~np.isnan(cell)] for cell in row) for row in numbers),
        _names(category_keys, cells.categories is not None, tick_labels, "tick_labels", "category"),
        _names(cells.series or (0,), cells.series is not None, labels, "labels", "series"),
        category_keys,
        cells.series or (0,),
        positions,
        tuple(tuple(int(np.isnan(cell).sum()) for cell in row) for row in numbers),
        cells.series is not None or labels is not None,
    )


def _names(keys: Keys, named: bool, names: Any, argument: str, what: str) -> tuple[str, ...]:
    if names is not None:
        keys = given(names, len(keys), argument)
    elif not named:
        return tuple(str(key) for key in keys) if len(keys) > 1 else ("",)
    shown = texts(keys)
    unique(keys, shown, what, "data" if names is None else argument)
    return shown
