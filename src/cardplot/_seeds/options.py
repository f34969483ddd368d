"""Arguments of `cardplot.seed_errorbars`, checked; its data, read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot import _tables
from cardplot._arguments import check_flag
from cardplot._seeds.summary import SeedSummary
from cardplot._seeds.table import SeedTable, summed_up
from cardplot._tables.cells import is_number, shown
from cardplot._tables.choices import check_choice, is_one_of


@dataclass(frozen=True)
class Options:
    """Arguments of `cardplot.seed_errorbars` that say how to draw."""

    center: Any
    spread: Any
    level: float
    seeds: Any
    connect: bool
    dodge: Any
    band: Any
    point_labels: Any
    show_n: Any
    empty: Any
    colors: Any
    markers: Any
    tick_labels: Any

    def __post_init__(self) -> None:
        """Check what doesn't depend on the data."""
        check_flag("connect", self.connect)
        _check_dodge(self.dodge)
        check_choice("seeds", self.seeds, (True, False, "auto"))
        check_choice("show_n", self.show_n, (True, False, "auto"))
        if not self.strip:
            return
        if not is_one_of(self.spread, (None, "sd")):
            raise ValueError(f"spread: without a centre there is none, got {self.spread!r}")
        if self.seeds is False:
            raise ValueError("seeds: with center=None they are all there is to draw, got False")
        for name in ("connect", "point_labels"):
            if getattr(self, name):
                raise ValueError(f"{name}: needs a centre, got center=None")

    @property
    def strip(self) -> bool:
        """Whether only single values are drawn."""
        return self.center is None


def _check_dodge(dodge: Any) -> None:
    if dodge is None or isinstance(dodge, bool | np.bool_):
        return
    if not is_number(dodge):
        raise TypeError(f"dodge: expected True, False or a number, got {shown(dodge)}")
    if not 0 <= dodge <= 1:
        raise ValueError(
            "dodge: expected True, False or a share of the gap between positions, from 0 to 1, "
            f"got {shown(dodge)}"
        )


def read(
    data: Any, columns: Mapping[str, Any], center: Any, spread: Any, level: float, rng: Any
) -> SeedTable:
    """Read seeds or summaries.

    Parameters
    ----------
    data, center, spread, level, rng
        As in `cardplot.seed_errorbars`.
    columns : mapping
        Its x, y, hue, tick_labels and labels.
    """
    if not isinstance(data, SeedSummary):
        return summed_up(_tables.samples(data, **columns), center, spread, level, rng)
    for name in ("x", "y", "hue"):
        if columns[name] is not None:
            raise ValueError(f"{name}: names a column of a long table, but data is a SeedSummary")
    if center is None:
        raise ValueError("center: a SeedSummary has centres and no single values, got None")
    if not is_one_of(spread, ("sd", None, data.kind)):
        raise ValueError(
            f"spread: the whiskers of the SeedSummary are {data.kind!r}; "
            f"expected that or None, got {spread!r}"
        )
    table = data.table(columns["tick_labels"], columns["labels"], level)
    return table.without_whiskers() if spread is None else table
