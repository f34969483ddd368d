"""What curves of seeds show: start, end, the best and where, crossings of the two best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardplot._description.phrases import at_positions, name_of, names_in, of_series, printed
from cardplot._description.plain_sentences import MOST_SERIES
from cardplot._format.english import count, short

if TYPE_CHECKING:
    import pandas as pd


def curves(table: pd.DataFrame) -> list[str]:
    """Tell what curves of seeds show."""
    known = table[table["center"].notna()]
    names = names_in(table, "series")
    opening = f"Curves{of_series(names)} {at_positions(table['x'])}"
    if known.empty:
        return [opening, "No values"]
    found = [part for _, part in known.groupby("series", sort=False, observed=True)]
    # Losses fall and accuracies rise; the better of two ends is the one further that way.
    starts, ends = (
        np.array([part["center"].iloc[at] for part in found], dtype=float) for at in (0, -1)
    )
    falls = float(np.median(ends - starts)) < 0
    order = np.argsort(ends if falls else -ends, kind="stable")
    told = [_course(part, falls=falls) for part in found[:MOST_SERIES]]
    if len(found) > MOST_SERIES:
        told.append(f"And {count(len(found) - MOST_SERIES, 'further line')}")
    if len(found) > 1:
        told.append(_crossings(found[order[0]], found[order[1]], falls=falls))
    seeds = table["n"].dropna().astype(int)
    low, high = seeds.min(), seeds.max()
    counts = f"Seeds per step: {low} to {high}" if low != high else f"Seeds per step: {high}"
    return [opening, *told, counts if len(seeds) else ""]


def _course(part: pd.DataFrame, *, falls: bool) -> str:
    """Return where a series starts and ends, and its best in between."""
    values = np.asarray(part["center"], dtype=float)
    best = int(values.argmin() if falls else values.argmax())
    texts = _rounded(values[[0, -1, best]])
    places = [name_of(part["x"].iloc[at]) for at in (0, -1, best)]
    start, end, top = (f"{text} at {place}" for text, place in zip(texts, places, strict=True))
    subject = short(name_of(part["series"].iloc[0])) or "The centre"
    if len(values) == 1:
        return f"{subject} is {start}"
    inside = 0 < best < len(values) - 1 and texts[2] not in texts[:2]
    extreme = f", {'lowest' if falls else 'highest'} {top}" if inside else ""
    return f"{subject} goes from {start} to {end}{extreme}"


def _rounded(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[str]:
    return [printed([float(f"{value:.3g}")])[0] for value in values]


def _crossings(best: pd.DataFrame, second: pd.DataFrame, *, falls: bool) -> str:
    """Return how often the two that end best cross, and where they do last."""
    one, two = (short(name_of(part["series"].iloc[0])) for part in (best, second))
    both = best.merge(second, on="x", suffixes=("", "_second")).sort_values("x")
    gap = np.asarray(both["center"] - both["center_second"], dtype=float) * (1 if falls else -1)
    both, gap = both[gap != 0], gap[gap != 0]
    if not len(gap):
        return ""
    turns = np.flatnonzero(np.sign(gap[1:]) != np.sign(gap[:-1])) + 1
    ahead = f"{one} ends {'lowest' if falls else 'highest'}, before {two}"
    if not len(turns):
        return f"{ahead}; they don't cross"
    times = "once" if len(turns) == 1 else f"{len(turns):,} times"
    return f"{ahead}; they cross {times}, last at {name_of(both['x'].iloc[turns[-1]])}"
