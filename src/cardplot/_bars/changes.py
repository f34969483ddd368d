"""What the labels of grouped bars read: values, changes against a baseline, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cardplot import _format, _statistics, _tables
from cardplot._bars.measured import Measured
from cardplot._geometry import Floats
from cardplot._statistics.shares import MODES
from cardplot._tables import Wide
from cardplot._tables.cells import is_column, is_number
from cardplot._tables.choices import check_choice, is_one_of
from cardplot._tables.foreign import plain
from cardplot._tables.sources import same_labels

NO_DATA = "n/a"
ABOUT = "≈"

Verdict = Literal["good", "bad", "noise", "missing", "change", "value"]


@dataclass(frozen=True)
class Reading:
    """The arguments that say what is printed.

    Attributes
    ----------
    delta, delta_format, values, value_format, better, noise
        See `cardplot.bars.grouped_delta_bars`.
    """

    delta: str | None = "percent"
    delta_format: str | Callable[[float], str] | None = None
    values: Any = False
    value_format: str | Callable[[float], str] | None = None
    better: Any = None
    noise: Any = None


@dataclass(frozen=True)
class Said:
    """The label of one bar."""

    text: str
    verdict: Verdict
    with_value: bool = False

    @property
    def bold(self) -> bool:
        """Whether it stands out: a change alone does, unless it is none to speak of."""
        return self.verdict in ("good", "bad", "change") and not self.with_value


@dataclass(frozen=True)
class Changes:
    """Changes against the baseline.

    Attributes
    ----------
    baselines, differences, deltas : (N, K) array
        The baseline's value, the difference from it, and the change as it is told; NaN where
        there is none.
    fallback, within_noise : (N, K) array of bool
        Where the difference is told in spite of the mode; where it is smaller than the noise.
    """

    baselines: Floats
    differences: Floats
    deltas: Floats
    fallback: NDArray[np.bool_]
    within_noise: NDArray[np.bool_]


def compare(reading: Reading, found: Measured, baseline: int) -> Changes | None:
    """Return the changes, or None where there is nothing to compare.

    Parameters
    ----------
    reading : Reading
    found : Measured
        Values and errors of N categories and K series.
    baseline : int
        The series to compare with.
    """
    check_choice("delta", reading.delta, (*MODES, None))
    values = found.table.values
    if reading.delta is None or values.shape[1] < 2:
        return None
    mode: Any = reading.delta
    deltas, fallback = _statistics.deltas(values, baseline, mode)
    base = np.repeat(values[:, [baseline]], values.shape[1], axis=1)
    with np.errstate(over="ignore"):
        differences = values - base
    inside = _within_noise(reading.noise, found, baseline, differences)
    return Changes(base, differences, deltas, fallback, inside & ~np.isnan(deltas))


def read(
    reading: Reading, table: Wide, changes: Changes | None, baseline: int, joiner: str
) -> dict[tuple[int, int], Said]:
    """Return what each bar's label reads, by (category, series).

    Parameters
    ----------
    reading : Reading
    table : Wide
        The values.
    changes : Changes or None
    baseline : int
        The series that carries no change.
    joiner : str
        How a change follows a value, as ``" ({})"``.
    """
    values = _value_texts(reading, table)
    words = {} if changes is None else _change_texts(reading, changes)
    lower = _lower_is_better(reading, table)
    labels: dict[tuple[int, int], Said] = {}
    for i, j in np.ndindex(table.values.shape):
        value, change = values.get((i, j)), words.get((i, j))
        if np.isnan(table.values[i, j]):
            labels[i, j] = Said(NO_DATA, "missing")
        elif changes is not None and change is not None and j != baseline:
            verdict = _verdict(changes, (i, j), change, lower[i])
            text = value + joiner.format(change) if value else change
            labels[i, j] = Said(text, verdict, with_value=bool(value))
        elif value:
            labels[i, j] = Said(value, "value")
    return labels


def _within_noise(
    noise: Any, found: Measured, baseline: int, differences: Floats
) -> NDArray[np.bool_]:
    """Say which differences are smaller than the noise."""
    values = found.table.values
    # A difference of just the noise isn't smaller than it, whatever floats make of it.
    difference = differences * (1 + 1e-9)
    if noise is None:
        return np.zeros(values.shape, dtype=bool)
    if isinstance(noise, str):
        return _within_errors(noise, found, baseline, difference)
    table = found.table
    given = _tables.per_item(noise, table.categories, "noise", keys=table.category_keys) or ()
    for name, one in zip(table.categories, given, strict=True):
        if isinstance(one, bool) or not is_number(one):
            raise TypeError(f"'noise' must be a number or 'errors', not {one!r} (at {name!r})")
        if not 0 <= float(one) < np.inf:
            raise ValueError(f"'noise' must be finite and at least 0, not {one!r} (at {name!r})")
    limits = np.array([float(one) for one in given])[:, np.newaxis]
    return _statistics.within_noise(difference, limits)


def _within_errors(
    noise: str, found: Measured, baseline: int, difference: Floats
) -> NDArray[np.bool_]:
    if noise != "errors":
        raise ValueError(f"'noise' is {noise!r}; allowed are a number or 'errors'")
    lone = found.counts is not None and found.counts.max() == 1
    if found.below is None or found.above is None or lone:
        raise ValueError("noise='errors' needs errors=, or a long table with several rows a bar")
    up = difference > 0
    own = np.where(up, found.below, found.above)
    other = np.where(up, found.above[:, [baseline]], found.below[:, [baseline]])
    return _statistics.within_noise(difference, own, other)


def _change_texts(reading: Reading, changes: Changes) -> dict[tuple[int, int], str]:
    shape = changes.deltas.shape
    words = _format.changes(
        changes.deltas.ravel(),
        str(reading.delta),
        reading.delta_format,
        fallback=changes.fallback.ravel(),
    )
    texts = dict(zip(np.ndindex(shape), words, strict=True))
    for cell in zip(*np.nonzero(changes.within_noise), strict=True):
        text = texts[cell]
        if text.startswith(("<", ">")):
            text = "0%" if text.endswith("%") else "0"
        texts[cell] = ABOUT + text
    return texts


def _verdict(changes: Changes, cell: tuple[int, int], text: str, lower: bool | None) -> Verdict:
    difference = changes.differences[cell]
    if np.isnan(changes.deltas[cell]):
        return "missing"
    if changes.within_noise[cell]:
        return "noise"
    # What reads as no change is not judged either.
    if lower is None or difference == 0 or not any(digit in text for digit in "123456789"):
        return "change"
    return "good" if (difference < 0) == lower else "bad"


def _lower_is_better(reading: Reading, table: Wide) -> list[bool | None]:
    given = _tables.per_item(
        reading.better, table.categories, "better", keys=table.category_keys, default=None
    )
    for one in given or ():
        if not is_one_of(one, ("lower", "higher", None)):
            raise ValueError(f"'better' is {one!r}; allowed are 'lower', 'higher' or None")
    if given is None:
        return [None] * len(table.categories)
    return [None if one is None else one == "lower" for one in given]


def _value_texts(reading: Reading, table: Wide) -> dict[tuple[int, int], str]:
    """Return the values that are printed, by (category, series)."""
    values = reading.values
    cells = [(int(i), int(j)) for i, j in np.argwhere(~np.isnan(table.values))]
    if values is None or values is False:
        return {}
    if values is True:
        numbers = _format.numbers([table.values[cell] for cell in cells], reading.value_format)
        return dict(zip(cells, numbers, strict=True))
    if callable(values):
        return {cell: str(values(float(table.values[cell]))) for cell in cells}
    values = plain(values, "'values'")
    if isinstance(values, str) or not (is_column(values) or isinstance(values, Mapping)):
        raise TypeError(f"'values' must be True, False, a callable or texts, not {values!r}")
    texts = _given_texts(values, table)
    return {cell: str(text) for cell in cells if (text := texts[cell[1]][cell[0]]) is not None}


def _given_texts(values: Any, table: Wide) -> list[tuple[Any, ...]]:
    """Return the texts that the user gave, for each series one for each category."""
    if isinstance(values, Mapping):
        columns: Any = _tables.per_item(values, table.series, "values", keys=table.series_keys)
    else:
        same_labels(values, table.category_keys, table.series_keys, "values")
        cells = np.array(values, dtype=object)
        n, k = table.values.shape
        if cells.shape != (n, k) and not (k == 1 and cells.shape == (n,)):
            raise ValueError(
                f"'values' must be texts of shape {table.values.shape}, not {cells.shape}"
            )
        columns = list(cells.reshape(table.values.shape).T)
    return [
        _tables.per_item(list(column), table.categories, "values", keys=table.category_keys) or ()
        for column in columns
    ]
