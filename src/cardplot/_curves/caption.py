"""The sentences that say what lines, bands and marks of a chart of curves mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._curves.smoothing import Smoothing
from cardplot._curves.table import UNKNOWN, CurveTable, Series
from cardplot._format import english, numbers
from cardplot._geometry import Floats
from cardplot._statistics.words import center_name, spread_name
from cardplot._tables.names import text

MOST = 3
"""So many series are named one by one."""


@dataclass(frozen=True)
class Said:
    """What a caption has to tell besides the table.

    Attributes
    ----------
    center : str or callable
    level : float
        Level of intervals.
    seeds : bool
        Whether the single curves are drawn in place of bands.
    smooth : Smoothing or None
    interpolated : bool
        Whether seeds were brought to common steps.
    off_scale : str
        What the scales can't show; "" for nothing.
    """

    center: Any
    level: float
    seeds: bool
    smooth: Smoothing | None
    interpolated: bool
    off_scale: str


def caption(table: CurveTable, said: Said) -> str:
    """Return one or more sentences."""
    sentences = [
        _lines(table, said),
        _fewer(table),
        _diverged(table.series),
        "Seeds interpolated linearly to common steps" if said.interpolated else "",
        _smoothed(said),
        said.off_scale,
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _lines(table: CurveTable, said: Said) -> str:
    full = [one.full for one in table.series if one.full > 0]
    stated = not any((one.counts == UNKNOWN).any() for one in table.series)
    if full and max(full) == 1 and stated:
        return "Lines: single seeds (n=1), so without bands"
    clauses = [f"Lines: {center_name(said.center)}{_of_seeds(full) if stated else ''}"]
    if said.seeds:
        clauses.append("thin lines: single seeds")
    elif table.kind is not None:
        clauses.append(f"bands: {spread_name(table.kind, said.level)}")
        if any((one.counts == 1).any() for one in table.series):
            clauses.append("no band where n=1")
    if not stated:
        clauses.append("number of seeds not stated")
    return "; ".join(clauses)


def _of_seeds(full: Sequence[int]) -> str:
    if not full:
        return ""
    low, high = numbers([min(full), max(full)])
    return f" of {low} seeds" if low == high else f" of {low} to {high} seeds"


def _fewer(table: CurveTable) -> str:
    told = [_where_fewer(table, one) for one in table.series if one.fewer.any()]
    return f"Drawn thinner with fewer seeds: {_some(told)}" if told else ""


def _where_fewer(table: CurveTable, one: Series) -> str:
    at = np.flatnonzero(one.fewer)
    first, last = steps(table, one.x[at[[0, -1]]])
    before = f"{table.step_name} " if table.step_name else "x = "
    reach = f"{before}{first}" if at[0] == at[-1] else f"{before}{first} to {last}"
    where = f"from {before}{first}" if at[-1] == len(one.x) - 1 else f"at {reach}"
    low, high = one.counts[at].min(), one.counts[at].max()
    count = f"n={low}" if low == high else f"n={low} to {high}"
    return f"{_short(one)}{where} ({count})"


def _short(one: Series) -> str:
    return f"{english.short(one.name)} " if one.name.strip() else ""


def steps(table: CurveTable, x: Floats) -> list[str]:
    """Return steps in words."""
    return [text(step) for step in table.steps(x)] if table.dates else numbers(x)


def _diverged(series: Sequence[Series]) -> str:
    told, empty = [], 0
    for one in series:
        if one.grid is None:
            continue
        values, gone = one.grid.values, one.grid.diverged
        nothing = np.isnan(values).all(axis=1)
        empty += int(nothing.sum())
        if (gone & ~nothing).any():
            count = f"{int((gone & ~nothing).sum())} of {len(values)}"
            told.append(f"{count} ({english.short(one.name)})" if one.name.strip() else count)
    sentences = [f"× marks the last value of runs that diverged: {_some(told)}"] if told else []
    if empty:
        sentences.append(f"{english.count(empty, 'run')} without any finite value")
    return ". ".join(sentences)


def _some(told: Sequence[str]) -> str:
    more = f" and {len(told) - MOST} more series" if len(told) > MOST else ""
    return f"{', '.join(told[:MOST])}{more}"


def _smoothed(said: Said) -> str:
    if said.smooth is None:
        return ""
    return (
        f"Each seed smoothed before ({said.smooth.name}); "
        f"faint lines: {center_name(said.center)} without smoothing"
    )
