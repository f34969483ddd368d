"""What is written in the cells of a matrix: its values, or strings that the user gave."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot import _format, _tables
from cardplot._heatmap.cell_text import Words
from cardplot._tables.foreign import plain
from cardplot._tables.sources import same_labels


def cell_words(table: _tables.Matrix, values: Any, spec: Any) -> Words | None:
    """Return the texts of the cells, None where there are none."""
    if values is None or values is False:
        return None
    if values is True or (isinstance(values, str) and values == "fit"):
        there = ~np.isnan(table.values)
        numbers = table.values[there]
        # Complain about a format now; large matrices print their numbers when they fit.
        _format.numbers(numbers[:1], spec)
        return Words(there, partial(_format.numbers, numbers, spec))
    if isinstance(values, str):
        raise ValueError(
            f"'values' must be 'fit', True, None or an array of strings, not {values!r}"
        )
    values = plain(values, "'values'")
    same_labels(values, *table.keys, "values")
    strings = np.asarray(values, dtype=object)
    if strings.shape != table.values.shape:
        raise ValueError(
            f"'values' must have the shape of the matrix, {table.values.shape}, not {strings.shape}"
        )
    return _given_words(strings)


def _given_words(strings: NDArray[Any]) -> Words:
    printed = np.empty(strings.shape, dtype=object)
    for cell, string in np.ndenumerate(strings):
        absent = string is None or (isinstance(string, float) and np.isnan(string))
        printed[cell] = "" if absent else _tables.text(string)
    there = np.asarray(printed != "", dtype=bool)
    return Words(there, partial(list, printed[there]))
