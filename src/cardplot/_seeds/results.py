"""Results of `cardplot.seed_errorbars`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from matplotlib.collections import LineCollection
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from cardplot._labels import LabelLayer
from cardplot._results import Drawn, forget
from cardplot._seeds.caption import Said, caption
from cardplot._seeds.dodge import Room
from cardplot._seeds.off_scale import OffScale
from cardplot._seeds.table import SeedTable

if TYPE_CHECKING:
    import pandas as pd


def _caption(result: SeedErrorbars) -> str:
    """Say what the marks mean, and what the Axes, with its scale now, can't show of them."""
    return caption(result.table, result.said, result.off_scale)


@dataclass(frozen=True, eq=False, kw_only=True)
class SeedErrorbars(Drawn):
    """What `seed_errorbars` has drawn.

    Attributes
    ----------
    points, dots : tuple of matplotlib.lines.Line2D
        One for each series: its centres, its single seeds.
    whiskers : tuple of matplotlib.collections.LineCollection
        One for each series that has whiskers; a segment goes from low to high.
    caps : tuple of matplotlib.lines.Line2D
        Two for each series that has whiskers: lower and upper ends.
    containers : tuple of matplotlib.container.ErrorbarContainer
        Points, caps and whiskers of a series together, as matplotlib knows them.
    band : matplotlib.patches.Patch or None
    """

    kind: ClassVar[str] = "points with whiskers"

    caption: str = field(init=False, default=property(_caption))  # type: ignore[assignment]
    said: Said
    off_scale: OffScale
    table: SeedTable
    room: Room | None
    points: tuple[Line2D, ...]
    dots: tuple[Line2D, ...]
    whiskers: tuple[LineCollection, ...]
    caps: tuple[Line2D, ...]
    containers: tuple[ErrorbarContainer, ...]
    band: Patch | None

    @property
    def summary(self) -> pd.DataFrame:
        """The groups: x, series, center, low, high, n; the same as `data`."""
        return self.table.frame()

    @property
    def seeds(self) -> pd.DataFrame:
        """The single seeds: x, series, value; empty when only summaries are known."""
        return self.table.seed_frame()

    def _table(self) -> pd.DataFrame:
        return self.table.frame()

    def more(self) -> dict[str, pd.DataFrame]:
        """Return the single seeds, where they are drawn."""
        return {"seeds": self.seeds} if self.dots else {}

    def _undo(self, layer: LabelLayer) -> None:
        """Forget the containers; limits stay."""
        forget(self.axes, self.containers)
        if self.room in layer.items:
            layer.items.remove(self.room)


@dataclass(frozen=True, eq=False, kw_only=True)
class SeedStrip(SeedErrorbars):
    """What `seed_errorbars` has drawn without centres: single values.

    Each is a row of `data` (x, series, value); an empty slot has one with NaN.
    """

    kind: ClassVar[str] = "strips of single values"

    def _table(self) -> pd.DataFrame:
        return self.table.seed_frame(gaps=True)

    def more(self) -> dict[str, pd.DataFrame]:
        """Return nothing: the single values are all there is."""
        return {}
