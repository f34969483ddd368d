"""Curves summed up: what is drawn of each series, as arrays and as tables."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cardplot import _statistics
from cardplot._curves.smoothing import Smoothing
from cardplot._geometry import Floats
from cardplot._tables.curves import Curves, Grid
from cardplot._tables.steps import as_dates

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = -1
"""The count of seeds where a summary doesn't say it."""


@dataclass(frozen=True, eq=False)
class Series:
    """One series of curves.

    Attributes
    ----------
    name : str
        "" without one.
    key : hashable
        The user's own label.
    x, center, low, high : (T,) array
        NaN where there is none.
    counts : (T,) int array
        Seeds at each step.
    unsmoothed : (T,) array or None
        The centre of the curves as they were given, where they are smoothed.
    grid : Grid or None
        The single curves, smoothed; None for summaries.
    """

    name: str
    key: Hashable
    x: Floats
    center: Floats
    low: Floats
    high: Floats
    counts: NDArray[np.int_]
    unsmoothed: Floats | None = None
    grid: Grid | None = None

    @property
    def full(self) -> int:
        """The largest number of seeds at a step; 0 without any."""
        return int(self.counts.max(initial=0))

    @property
    def fewer(self) -> NDArray[np.bool_]:
        """Where there are fewer seeds than elsewhere, but some."""
        return (self.counts < self.full) & (self.counts > 0)

    @property
    def ends(self) -> tuple[NDArray[np.intp], Floats]:
        """Where the runs that diverged had their last finite value, and that value."""
        if self.grid is None:
            return np.empty(0, dtype=np.intp), np.empty(0)
        rows = self.grid.values[self.grid.diverged]
        rows = rows[~np.isnan(rows).all(axis=1)]
        last = rows.shape[1] - 1 - np.isnan(rows[:, ::-1]).argmin(axis=1) if len(rows) else []
        return np.array(last, dtype=np.intp), rows[range(len(rows)), last]


@dataclass(frozen=True, eq=False)
class CurveTable:
    """All series.

    Attributes
    ----------
    series : tuple of Series
    dates : bool
        Whether x are dates, in days since 1970.
    step_name : str
        What the data call a step; "" where they don't.
    kind : str or None
        What the bands are; None without.
    """

    series: tuple[Series, ...]
    dates: bool
    step_name: str
    kind: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the series."""
        return tuple(one.name for one in self.series)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The user's labels of the series."""
        return tuple(one.key for one in self.series)

    def steps(self, x: Floats) -> Any:
        """Return steps as the user has them: numbers or dates."""
        return as_dates(x) if self.dates else x

    def frame(self) -> pd.DataFrame:
        """Return x, series, center, low, high, n."""
        parts = [
            {"center": one.center, "low": one.low, "high": one.high, "n": one.counts}
            for one in self.series
        ]
        found = self._stacked([one.x for one in self.series], parts)
        if (found["n"] == UNKNOWN).any():
            found["n"] = found["n"].astype("Int64").mask(found["n"] == UNKNOWN)
        return found

    def unsmoothed_frame(self) -> pd.DataFrame:
        """Return the centres without smoothing: x, series, center."""
        parts = [{"center": one.unsmoothed} for one in self.series]
        return self._stacked([one.x for one in self.series], parts)

    def seed_frame(self) -> pd.DataFrame:
        """Return the single curves: x, series, seed, value."""
        x, parts = [], []
        for one in self.series:
            grid = one.grid
            if grid is None:
                continue
            row, column = np.nonzero(~np.isnan(grid.values))
            x.append(one.x[column])
            seeds = np.empty(len(grid.seeds), dtype=object)
            seeds[:] = grid.seeds
            parts.append({"seed": seeds[row], "value": grid.values[row, column]})
        return self._stacked(x, parts)

    def _stacked(self, x: Sequence[Floats], parts: Sequence[dict[str, Any]]) -> pd.DataFrame:
        import pandas as pd

        frames = [
            pd.DataFrame({"x": self.steps(at), "series": one.key if one.name else "", **part})
            for one, at, part in zip(self.series, x, parts, strict=True)
        ]
        return pd.concat(frames, ignore_index=True).infer_objects()


def summed_up(
    curves: Curves,
    center: Any,
    spread: Any,
    level: float,
    rng: Any,
    smooth: Smoothing | None,
) -> CurveTable:
    """Sum up the curves of each series.

    Parameters
    ----------
    curves : Curves
    center, spread, level, rng
        As in `cardplot.seed_curves`.
    smooth : Smoothing or None
        Each curve is smoothed before they are summed up.
    """
    found = []
    for grid, name, key in zip(curves.grids, curves.series, curves.series_keys, strict=True):
        shown = grid
        unsmoothed = None
        if smooth is not None:
            unsmoothed = _statistics.summarize_columns(grid.values, center, None)[0]
            shown = replace(grid, values=smooth.of(grid.x, grid.values))
        try:
            summary = _statistics.summarize_columns(shown.values, center, spread, level, rng)
        except ValueError as error:
            raise ValueError(f"{name!r}: {error}" if name else str(error)) from error
        middle, low, high, counts = summary
        # The range of one seed is a point: drawn, it would claim certainty.
        bare = (counts < 2) & (spread != "wilson")
        low, high = np.where(bare, np.nan, low), np.where(bare, np.nan, high)
        found.append(Series(name, key, grid.x, middle, low, high, counts, unsmoothed, shown))
    kind = spread if spread is None or isinstance(spread, str) else _name_of(spread)
    return CurveTable(tuple(found), curves.dates, curves.step_name, kind)


def _name_of(spread: Any) -> str:
    return str(getattr(spread, "__name__", "the given function"))
