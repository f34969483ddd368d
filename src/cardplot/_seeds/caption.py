"""The sentence that says what points, whiskers, dots and band of a chart of seeds mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot import _format
from cardplot._seeds.off_scale import OffScale
from cardplot._seeds.table import UNKNOWN, SeedTable
from cardplot._statistics.words import HALVES, center_name, spread_name


@dataclass(frozen=True)
class Said:
    """What a caption has to tell besides the table.

    Attributes
    ----------
    center : str, callable or None
        The centre; None where only single values are drawn.
    level : float
        Level of intervals.
    dots : bool
        Whether the single seeds are drawn too.
    band : str
        What the band is; "" without one.
    """

    center: str | Callable[..., Any] | None
    level: float
    dots: bool = False
    band: str = ""


def caption(table: SeedTable, said: Said, off_scale: OffScale) -> str:
    """Return one or more sentences.

    Parameters
    ----------
    table : SeedTable
    said : Said
    off_scale : OffScale
        What the scale can't show now.
    """
    sentences = [_points(table, said)]
    if off_scale.open_whiskers:
        sentences.append("An arrow marks a whisker that reaches zero or less.")
    sentences += off_scale.sentences()
    if said.band:
        sentences.append(f"Band: {said.band}.")
    return " ".join(sentences)


def _points(table: SeedTable, said: Said) -> str:
    drawn = table.slots & np.isfinite(table.center)
    unknown = int((table.counts[drawn] == UNKNOWN).sum())
    counts = table.counts[table.slots & (table.counts > 0)]
    if said.center is None:
        return f"Dots: single values{_per_group(counts)}."
    center = center_name(said.center)
    if len(counts) and (counts == 1).all() and not unknown:
        return "Points: single seeds (n=1), so without whiskers."
    clauses = [f"Points: {center}{_of_seeds(counts)}"]
    if table.kind is not None:
        clauses.append(f"whiskers: {spread_name(table.kind, said.level)}")
        if (counts == 1).any():
            clauses.append("no whisker where n=1")
    if unknown:
        whom = "" if unknown == drawn.sum() else f" for {_count(unknown)} of {drawn.sum()} points"
        clauses.append(f"number of seeds not stated{whom}")
    if said.dots:
        clauses.append("small dots: single seeds")
    return "; ".join(clauses) + "."


def _of_seeds(counts: Any) -> str:
    if not len(counts):
        return ""
    low, high = int(counts.min()), int(counts.max())
    if low == high:
        return f" of {_count(low)} seeds"
    return f" of {_count(low)} to {_count(high)} seeds"


def _per_group(counts: Any) -> str:
    if not len(counts):
        return ""
    low, high = int(counts.min()), int(counts.max())
    return f", {_count(low)} each" if low == high else f", {_count(low)} to {_count(high)} each"


def _count(number: int) -> str:
    return _format.numbers([number])[0]


def band_name(band: Any, table: SeedTable, center: Any, low: float, high: float) -> str:
    """Return a band in words, with its numbers."""
    if isinstance(band, str):
        half = _format.numbers([(high - low) / 2])[0]
        of = HALVES.get(table.kind or "", "half-length of the whiskers")
        count = int(np.isfinite(table.center).sum())
        return f"mean of the {count} {center_name(center)}s ± median {of} ({half})"
    low_text, high_text = _format.numbers([low, high])
    return f"{low_text} to {high_text}"
