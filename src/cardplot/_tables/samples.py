"""Seeds: several values for each category and series."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables import longform as _longform
from cardplot._tables.cells import Floats, floats
from cardplot._tables.names import name_axis
from cardplot._tables.seed_forms import from_groups, from_long
from cardplot._tables.sources import normal, refuse_summary

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
    if _longform.is_long(x, y, hue):
        cells = from_long(data, x, y, hue)
    else:
        refuse_summary(data := normal(data))
        cells = from_groups(data)
    if not cells.count:
        raise ValueError("'data' is empty: it has no categories")
    rows = list(range(cells.count))
    keys, positions = cells.categories, None
    if cells.numeric and keys is not None:
        positions = floats(list(keys), lambda row: f"'data', position {row}")
        rows = np.argsort(positions, kind="stable").tolist()
        positions, keys = positions[rows], tuple(keys[row] for row in rows)
    count = len(cells.series) if cells.series is not None else 1
    numbers = [
        [cells.numbers.get((row, column), np.empty(0)) for column in range(count)] for row in rows
    ]
    category_keys, categories = name_axis(keys, len(rows), tick_labels, "tick_labels", "category")
    series_keys, series = name_axis(cells.series, count, labels, "labels", "series")
    named = cells.series is not None or labels is not None
    lone = keys is None and tick_labels is None and len(rows) == 1
    return Samples(
        values=tuple(tuple(cell[~np.isnan(cell)] for cell in row) for row in numbers),
        categories=("",) if lone else categories,
        series=series if named else ("",),
        category_keys=category_keys,
        series_keys=series_keys,
        positions=positions,
        missing=tuple(tuple(int(np.isnan(cell).sum()) for cell in row) for row in numbers),
        named=named,
    )
