"""Every accepted input form to one frozen table; the home of all complaints about data."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables import longform as _longform
from cardplot._tables.blocks import Block, block
from cardplot._tables.cells import Floats, vector
from cardplot._tables.matrix import Matrix, matrix
from cardplot._tables.names import find, name_axis, per_item, text, texts
from cardplot._tables.samples import Samples, samples
from cardplot._tables.sources import normal, refuse_summary

__all__ = [
    "Matrix",
    "Samples",
    "Wide",
    "find",
    "matrix",
    "parts",
    "per_item",
    "samples",
    "text",
    "texts",
    "vector",
    "wide",
]


@dataclass(frozen=True)
class Wide:
    """One value for each category and series.

    Attributes
    ----------
    values : (N, K) ndarray of float
        N categories, K series; NaN where missing, never infinite.
    categories : tuple of str
        Display names of the categories; "0", "1", ... where the data name none.
    series : tuple of str
        Display names of the series; all "" where the data name none.
    category_keys, series_keys : tuple of hashable
        The user's own labels; 0, 1, ... where there are none.
    named : bool
        Whether the series have names.
    """

    values: Floats
    categories: tuple[str, ...]
    series: tuple[str, ...]
    category_keys: tuple[Hashable, ...]
    series_keys: tuple[Hashable, ...]
    named: bool


def wide(
    data: Any,
    *,
    x: Hashable | None = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    tick_labels: Sequence[Hashable] | None = None,
    labels: Sequence[Hashable] | None = None,
    flat_is_one_bar: bool = False,
) -> Wide:
    """Read one value for each category and series.

    Parameters
    ----------
    data : mapping, list, array-like, DataFrame or long table
        A mapping from series to values (aligned by label where the values are mappings or labelled
        Series, in order of first appearance; by position else), a list of series, a 2-D array
        with rows = categories and columns = series, a DataFrame with index = categories and
        columns = series, a 1-D array (one series), a mapping from categories to single numbers
        (one series), or a long table with *x*, *y* and *hue*.
    x, y, hue : column name, optional
        Columns of a long table: the category, the value, the series.
    tick_labels, labels : sequence, optional
        Names of the N categories and the K series, in the order drawn; they replace names that
        the data bring.
    flat_is_one_bar : bool, default: False
        What has one dimension (a list of numbers, a Series, a mapping to single numbers) is one
        value of each series, and not one series.

    Raises
    ------
    TypeError
        For text where a number belongs; names column, row and value.
    ValueError
        For duplicates, missing labels, unequal lengths, infinities and shapes that don't fit.
    KeyError
        For an unknown column.
    """
    if _longform.is_long(x, y, hue):
        long = _longform.read(data, x, y, hue)
        values, categories_of = _longform.one_value_each(long)
        found = Block(values, categories_of.keys, long.hue.keys if long.hue else None)
    else:
        data = normal(data)
        refuse_summary(data)
        found = block(data)
    if flat_is_one_bar and found.flat:
        found = Block(found.values.T, found.columns or ("",), found.rows)
    rows, columns = found.values.shape
    if not rows or not columns:
        what = "categories" if not rows else "series"
        raise ValueError(f"'data' is empty: it has no {what}")
    category_keys, categories = name_axis(found.rows, rows, tick_labels, "tick_labels", "category")
    series_keys, series = name_axis(found.columns, columns, labels, "labels", "series")
    named = found.columns is not None or labels is not None
    return Wide(
        found.values,
        categories,
        series if named else ("",) * columns,
        category_keys,
        series_keys,
        named,
    )


def parts(table: Wide) -> Wide:
    """Return a table of parts of a whole: nothing negative.

    Float noise below zero (less than 1e-12 of the largest part of its row) counts as zero.

    Raises
    ------
    ValueError
        When a part is negative; names it.
    """
    scale = np.nanmax(np.abs(table.values), axis=1, initial=0.0, keepdims=True)
    noise = (table.values < 0) & (table.values >= -1e-12 * scale)
    values = np.where(noise, 0.0, table.values) + 0.0
    negative = np.argwhere(values < 0)
    if len(negative):
        row, column = negative[0]
        part = repr(table.series[column] if table.named else f"part {column}")
        raise ValueError(
            f"'data', {part} at {table.categories[row]!r}: {values[row, column]:g} is negative, "
            "and a part of a whole can't be"
        )
    return Wide(
        values,
        table.categories,
        table.series,
        table.category_keys,
        table.series_keys,
        table.named,
    )
