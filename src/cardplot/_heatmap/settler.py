"""What is decided about a matrix when it is drawn."""

from __future__ import annotations

from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.transforms import Bbox

from cardplot._heatmap.cell_text import CellTexts
from cardplot._heatmap.matrix_cells import Gaps, MissingCells
from cardplot._heatmap.side_bar import SideBar


class Settler(Artist):
    """Invisible; drawn before anything else of its Axes, so that it can settle what follows."""

    def __init__(
        self, gaps: Gaps, missing: MissingCells | None, texts: CellTexts | None, side: SideBar
    ) -> None:
        super().__init__()
        self._gaps, self._missing, self._texts, self._side = gaps, missing, texts, side
        self.set_zorder(-2e6)

    def draw(self, renderer: RendererBase) -> None:
        """Settle what the Axes draws next."""
        del renderer
        self._side.settle()
        for part in (self._gaps, self._missing, self._texts):
            if part is not None:
                part.settle()

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the extent of what stands beside the Axes: the layout makes room for it."""
        return None if renderer is None else self._side.room(renderer)
