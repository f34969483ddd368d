"""The runs of one series on one grid of steps: who has values where, who ended, who diverged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.cells import Floats
from cardplot._tables.names import text
from cardplot._tables.steps import as_dates

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Run:
    """The curve of one seed, its steps ascending.

    Attributes
    ----------
    key : hashable or None
        What the data call it.
    x, y : (N,) array
        Steps and values; NaN and infinities included.
    dates : bool
        Whether steps are dates.
    padded : bool
        Whether NaN at the ends only fill up a table.
    row_name : callable or None
        Row number to its name, of a long table.
    rows : (N,) int array or None
    """

    key: Hashable | None
    x: Floats
    y: Floats
    dates: bool = False
    padded: bool = False
    row_name: Callable[[int], str] | None = None
    rows: Any = None

    def rows_at(self, step: float) -> list[str]:
        """Return the names of the first rows at a step."""
        name = self.row_name or str
        found = self.rows[self.x == step][:4]
        return [name(int(row)).removeprefix("row ") for row in found]


@dataclass(frozen=True)
class Grid:
    """The curves of one series.

    Attributes
    ----------
    x : (T,) array
        Steps, ascending.
    values : (S, T) array
        A seed a row; NaN where it has no finite value.
    seeds : tuple of hashable
        What the data call the seeds; 0, 1, ... where they don't.
    diverged : (S,) bool array
        Which runs stop at NaN or infinity.
    """

    x: Floats
    values: Floats
    seeds: tuple[Hashable, ...]
    diverged: Mask


def grid(runs: Sequence[Run], align: str | None, where: str) -> Grid:
    """Bring the runs of a series to one grid.

    Parameters
    ----------
    runs : sequence of Run
    align : {None, "interpolate"}
        What to do where seeds were logged at different steps: refuse, or interpolate.
    where : str
        The series, for errors.
    """
    x = np.unique(np.concatenate([np.empty(0), *(run.x for run in runs)]))
    values = np.full((len(runs), len(x)), np.nan)
    logged = np.zeros(values.shape, dtype=bool)
    for row, run in enumerate(runs):
        at = np.searchsorted(x, run.x)
        values[row, at], logged[row, at] = run.y, True
    diverged = np.array([_diverges(run) for run in runs], dtype=bool)
    values[np.isinf(values)] = np.nan
    seeds = tuple(row if run.key is None else run.key for row, run in enumerate(runs))
    x, values, logged = _with_values(x, values, logged)
    if align == "interpolate":
        values = np.array([_interpolated(x, row) for row in values]).reshape(values.shape)
    else:
        dates = any(run.dates for run in runs)
        _check_steps(x, values, logged, [text(seed) for seed in seeds], where, dates=dates)
    return Grid(x, values, seeds, diverged)


def _diverges(run: Run) -> bool:
    """Say whether a run stops at infinity, or at a NaN that isn't filling."""
    finite = np.flatnonzero(np.isfinite(run.y))
    tail = run.y[finite[-1] + 1 :] if len(finite) else run.y
    return bool(len(tail)) and (not run.padded or bool(np.isinf(tail).any()))


def _with_values(x: Floats, values: Floats, logged: Mask) -> tuple[Floats, Floats, Mask]:
    """Leave out steps at which no seed has a value: at the ends, and where nothing was logged."""
    there: Mask = np.any(~np.isnan(values), axis=0)
    if there.any() and not _is_sparse(there):
        first, last = np.flatnonzero(there)[[0, -1]]
        there[first:last] = True
    return x[there], values[:, there], logged[:, there]


def _is_sparse(there: Mask) -> bool:
    """Say whether values stand apart, so that what is between them was never logged.

    Single gaps are values that are missing; gaps after most values are another rhythm.
    """
    gaps = np.diff(np.flatnonzero(there)) > 1
    return bool(gaps.sum() >= 3 and gaps.mean() > 0.5)


def _check_steps(
    x: Floats, values: Floats, logged: Mask, seeds: Sequence[str], where: str, *, dates: bool
) -> None:
    """Refuse seeds that have no row at steps, within their own range, at which others have."""
    wrong: dict[str, Floats] = {}
    for row, name in enumerate(seeds):
        has = ~np.isnan(values[row])
        there = logged[row] & has if _is_sparse(has) else logged[row]
        own = np.flatnonzero(there)
        gaps = np.flatnonzero(~there[own[0] : own[-1]]) + own[0] if len(own) else own
        if len(gaps):
            wrong[name] = x[gaps]
    if not wrong:
        return
    told = [f"seed {name!r} has none at {_few(steps, dates)}" for name, steps in wrong.items()]
    more = f" and {len(told) - 3} more seeds" if len(told) > 3 else ""
    raise ValueError(
        f"{where}: seeds are logged at different steps: {', '.join(told[:3])}{more}; "
        "give the same steps (NaN where a value is missing), or align='interpolate'"
    )


def _few(steps: Floats, dates: bool) -> str:
    shown = [text(step) for step in (as_dates(steps[:3]) if dates else steps[:3].tolist())]
    more = f" and {len(steps) - 3:,} more" if len(steps) > 3 else ""
    return f"x = {', '.join(shown)}{more}"


def _interpolated(x: Floats, values: Floats) -> Floats:
    """Fill a run between its first and its last value, linearly."""
    there = ~np.isnan(values)
    if not there.any():
        return values
    return np.interp(x, x[there], values[there], left=np.nan, right=np.nan)
