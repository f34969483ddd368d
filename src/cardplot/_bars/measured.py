"""The values of grouped bars with what is known of their errors: as given, or from seeds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot import _statistics, _tables
from cardplot._bars import errors as _errors
from cardplot._geometry import Floats
from cardplot._statistics.words import center_name, spread_name
from cardplot._tables import Wide
from cardplot._tables import longform as _longform


@dataclass(frozen=True)
class Source:
    """The arguments that say where the data are."""

    data: Any
    x: Any = None
    y: Any = None
    hue: Any = None
    tick_labels: Any = None
    labels: Any = None

    def wide(self) -> Wide:
        """Read one value for each bar."""
        names = {"tick_labels": self.tick_labels, "labels": self.labels}
        return _tables.wide(self.data, x=self.x, y=self.y, hue=self.hue, **names)


@dataclass(frozen=True)
class Summed:
    """How seeds are summed up."""

    center: Any
    spread: Any
    level: float
    rng: Any


@dataclass(frozen=True)
class Measured:
    """Values with their errors.

    Attributes
    ----------
    table : Wide
        The values, (N, K).
    below, above : (N, K) array, optional
        Lengths of the whiskers; NaN where there is none.
    counts : (N, K) array of int, optional
        Seeds behind each value, where the data are seeds.
    bars_say, whiskers_say : str
        What bars and whiskers are, for captions: "mean of 3 seeds", "±1 sample SD".
    """

    table: Wide
    below: Floats | None = None
    above: Floats | None = None
    counts: NDArray[np.int_] | None = None
    bars_say: str = ""
    whiskers_say: str = ""

    @property
    def low(self) -> Floats | None:
        """Lower ends of the whiskers."""
        return None if self.below is None else _added(self.table.values, -self.below)

    @property
    def high(self) -> Floats | None:
        """Upper ends of the whiskers."""
        return None if self.above is None else _added(self.table.values, self.above)


def _added(values: Floats, lengths: Floats) -> Floats:
    with np.errstate(over="ignore"):
        return values + lengths


def measure(source: Source, errors: Any, how: Summed, demanded: bool) -> Measured:
    """Return values and errors.

    Parameters
    ----------
    source : Source
        Where the values are.
    errors : optional
        Errors in any of the forms that `grouped_delta_bars` takes.
    how : Summed
        How seeds are summed up.
    demanded : bool
        Whether the data have to be seeds. If not, a long table with a series column holds seeds
        where no bar has only one row.
    """
    if errors is not None:
        table = source.wide()
        below, above = _errors.lengths(errors, table, source.data, source.x, source.hue)
        return Measured(table, below, above, whiskers_say="the errors given with the data")
    seeds = _seeds(source, demanded)
    return Measured(source.wide()) if seeds is None else _summed_up(seeds, how)


def positive(found: Measured) -> tuple[Measured, int]:
    """Return what a log axis can show, and how many values it can't."""
    values = found.table.values
    with np.errstate(invalid="ignore"):
        hidden = values <= 0
    if not hidden.any():
        return found, 0
    below, above = (
        None if side is None else np.where(hidden, np.nan, side)
        for side in (found.below, found.above)
    )
    table = replace(found.table, values=np.where(hidden, np.nan, values))
    return replace(found, table=table, below=below, above=above), int(hidden.sum())


@dataclass(frozen=True)
class _Seeds:
    """Seeds by category and series, under the names of a table."""

    names: Wide
    cells: dict[tuple[int, int], Floats]


def _seeds(source: Source, demanded: bool) -> _Seeds | None:
    if not _longform.is_long(source.x, source.y, source.hue):
        return _grouped(source) if demanded else None
    long = _longform.read(source.data, source.x, source.y, source.hue)
    if long.x is None:
        raise ValueError("a long table needs x=, the column of the categories")
    rows = _longform.cell_rows(long)
    if not demanded and (long.hue is None or min(map(len, rows.values())) < 2):
        return None
    names = _names(long.x.keys, long.hue.keys if long.hue else None, source)
    return _Seeds(names, {cell: long.values[at] for cell, at in rows.items()})


def _grouped(source: Source) -> _Seeds:
    if not isinstance(source.data, Mapping):
        raise ValueError(
            "'center' needs seeds: a long table with x=, y= and hue=, or a mapping from series to "
            "mappings from categories to seeds"
        )
    found = _tables.samples(source.data)
    named = any(found.series)
    names = _names(found.category_keys, found.series_keys if named else None, source)
    shape = names.values.shape
    return _Seeds(names, {(i, j): found.values[i][j] for i, j in np.ndindex(shape)})


def _names(
    rows: tuple[Hashable, ...], columns: tuple[Hashable, ...] | None, source: Source
) -> Wide:
    """Return a table of zeros: its names are checked in the one place that does."""
    column = dict.fromkeys(rows, 0.0)
    data: Any = column if columns is None else dict.fromkeys(columns, column)
    return _tables.wide(data, tick_labels=source.tick_labels, labels=source.labels)


def _summed_up(seeds: _Seeds, how: Summed) -> Measured:
    shape = seeds.names.values.shape
    middle, low, high = (np.full(shape, np.nan) for _ in range(3))
    counts = np.zeros(shape, dtype=int)
    for cell, values in seeds.cells.items():
        present = values[~np.isnan(values)]
        found = _statistics.summarize(present, how.center, how.spread, how.level, how.rng)
        middle[cell], low[cell], high[cell] = found.center, found.low, found.high
        counts[cell] = found.n
    table = replace(seeds.names, values=middle)
    below, above = (
        _errors.checked(side, table, "spread") for side in (middle - low, high - middle)
    )
    known = how.spread is not None
    return Measured(
        table,
        below if known else None,
        above if known else None,
        counts,
        f"{center_name(how.center)} of {_many(counts)}",
        _spread_words(how),
    )


def _many(counts: NDArray[np.int_]) -> str:
    some = counts[counts > 0]
    low, high = (int(some.min()), int(some.max())) if len(some) else (0, 0)
    words = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{words} seed" if high == 1 else f"{words} seeds"


def _spread_words(how: Summed) -> str:
    if how.spread is None:
        return ""
    kind = how.spread if isinstance(how.spread, str) else getattr(how.spread, "__name__", "given")
    return spread_name(kind, how.level)
