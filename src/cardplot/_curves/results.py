"""Result of `cardplot.seed_curves`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from cardplot._curves.table import CurveTable
from cardplot._results import Drawn

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class SeedCurves(Drawn):
    """What `seed_curves` has drawn.

    Attributes
    ----------
    lines : tuple of matplotlib.lines.Line2D
        The centres, one line for each series, with all their points.
    fewer : tuple of matplotlib.lines.Line2D
        The same, drawn where there are fewer seeds: one for each series that has such steps.
    bands : tuple of matplotlib.collections.PolyCollection
        One for each series that has a band.
    curves : tuple of matplotlib.lines.Line2D
        The single curves, if drawn: one line with breaks for each series.
    unsmoothed : tuple of matplotlib.lines.Line2D
        The centres without smoothing, if there is any.
    diverged : tuple of matplotlib.lines.Line2D
        The marks where runs diverged, for each series that has such runs.
    """

    kind: ClassVar[str] = "curves of seeds"

    table: CurveTable
    lines: tuple[Line2D, ...]
    fewer: tuple[Line2D, ...]
    bands: tuple[PolyCollection, ...]
    curves: tuple[Line2D, ...]
    unsmoothed: tuple[Line2D, ...]
    diverged: tuple[Line2D, ...]

    @property
    def seeds(self) -> pd.DataFrame:
        """The single curves: x, series, seed, value; empty when only summaries are known."""
        return self.table.seed_frame()

    def _table(self) -> pd.DataFrame:
        return self.table.frame()

    def more(self) -> dict[str, pd.DataFrame]:
        """Return the single curves and what was smoothed, where they are drawn."""
        found = {"seeds": self.seeds} if self.curves else {}
        if self.unsmoothed:
            found["without smoothing"] = self.table.unsmoothed_frame()
        return found

    def doubt(self) -> str:
        """Return which centres a log axis can't show; "" where it shows all."""
        if self.axes.get_yscale() not in ("log", "logit"):
            return ""
        lost = [one.name or "the line" for one in self.table.series if np.any(one.center <= 0)]
        if not lost:
            return ""
        return (
            f"The centre of {', '.join(lost[:5])} is zero or less at some steps: "
            "a log axis can't show it there."
        )
