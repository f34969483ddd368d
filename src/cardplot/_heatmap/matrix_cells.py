"""The cells of a matrix: the coloured mesh, the gaps in it, and the hatched missing cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import Colormap, Normalize
from matplotlib.patches import Patch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from cardplot import _tables, palettes
from cardplot._heatmap.units import cell_size
from cardplot._labels.axis_names import Named
from cardplot._labels.owned import Owned, is_seen
from cardplot._labels.tickers import offer
from cardplot._labels.ticks import in_use, name_ticks

GAP_PT = 1.0
"""Between two cells."""
GAPS_FROM_PT = 10.0
"""Smaller cells touch."""
HATCH_CONTRAST = 2.2
"""Of the hatching against the face of missing cells: seen, but quieter than values."""
HATCH_STEP_PT = 4.0
"""Between two lines of the default hatching."""
HATCH_WIDTH_PT = 0.7
"""The least; :rc:`hatch.linewidth` where that is more."""
STYLE = ("facecolor", "edgecolor", "hatch", "alpha")
"""What tells whether missing cells look as we made them."""


def draw_mesh(axes: Axes, values: Any, cmap: Colormap, norm: Normalize) -> QuadMesh:
    """Draw the cells that have a value; row i and column j are centred on y=i and x=j."""
    rows, columns = values.shape
    axes.grid(False)
    return axes.pcolormesh(
        np.arange(columns + 1) - 0.5,
        np.arange(rows + 1) - 0.5,
        values,
        cmap=cmap,
        norm=norm,
        edgecolors="none",
    )


@dataclass(frozen=True)
class MissingStyle:
    """How missing cells look: an opaque face, as Chrome's PDF viewer needs it, and hatching."""

    face: str
    line: str
    hatch: str

    @classmethod
    def on(cls, surface: str, hatch: str) -> MissingStyle:
        """Return the style for a surface."""
        face = palettes.role("missing", surface)
        line = palettes.readable(palettes.role("muted", surface), face, HATCH_CONTRAST)
        return cls(face, line, hatch)

    def apply(self, patch: Patch, *, dense: bool = False) -> None:
        """Set it on the artist itself: rcParams at creation are not enough.

        Cells between two lines of the hatching would look like low values. So where cells are that
        small, face and lines change their colours (*dense*).
        """
        face, line = (self.line, self.face) if dense else (self.face, self.line)
        patch.set_alpha(None)
        patch.set_facecolor(face)
        # Until matplotlib 3.10, hatching has the colour of the edge.
        patch.set_edgecolor(line)
        if hasattr(patch, "set_hatchcolor"):
            patch.set_hatchcolor(line)
        patch.set_linewidth(0.0)
        if self.hatch:
            patch.set_hatch(self.hatch)
        patch.set_hatch_linewidth(max(mpl.rcParams["hatch.linewidth"], HATCH_WIDTH_PT))


class MissingCells:
    """All missing cells as one patch, so that the hatching runs through without seams.

    Attributes
    ----------
    patch : matplotlib.patches.PathPatch
    style : MissingStyle
    swatches : list of matplotlib.patches.Patch
        Keys that look alike.
    """

    def __init__(self, axes: Axes, missing: NDArray[np.bool_], style: MissingStyle) -> None:
        self._axes, self.style = axes, style
        self._dense = False
        self.patch = PathPatch(_runs(missing), snap=True)
        self.swatches: list[Patch] = []
        style.apply(self.patch)
        axes.add_artist(self.patch)
        self._own = Owned(self.patch, *STYLE)

    def swatch(self) -> Rectangle:
        """Return a patch for a legend or key."""
        patch = Rectangle((0, 0), 1, 1)
        self.style.apply(patch)
        self.swatches.append(patch)
        return patch

    def settle(self) -> None:
        """Choose the form for the size of the cells."""
        dense = min(cell_size(self._axes)) < HATCH_STEP_PT
        if dense != self._dense and self._own.ours(*STYLE):
            self._dense = dense
            for patch in (self.patch, *self.swatches):
                self.style.apply(patch, dense=dense)
            self._own.note(*STYLE)


def _runs(missing: NDArray[np.bool_]) -> Path:
    """Return a rectangle around each run of missing cells in a row, as one path."""
    padded = np.pad(missing, ((0, 0), (1, 1))).astype(np.int8)
    edges = np.diff(padded, axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    x0, x1, y0, y1 = starts - 0.5, ends - 0.5, rows - 0.5, rows + 0.5
    corners = np.stack([x0, y0, x1, y0, x1, y1, x0, y1, x0, y0], axis=1)
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(corners.reshape(-1, 2), np.tile(codes, len(rows)))


class Gaps:
    """Lines in the colour of the surface between the cells, where cells are large enough."""

    def __init__(self, axes: Axes, mesh: QuadMesh, shape: tuple[int, ...], surface: str) -> None:
        self._axes, self._mesh = axes, mesh
        rows, columns = shape
        across = [[(-0.5, y - 0.5), (columns - 0.5, y - 0.5)] for y in range(1, rows)]
        down = [[(x - 0.5, -0.5), (x - 0.5, rows - 0.5)] for x in range(1, columns)]
        self.lines = LineCollection(
            across + down, colors=[surface], linewidths=GAP_PT, capstyle="butt", zorder=1.1
        )
        axes.add_collection(self.lines, autolim=False)
        self._own = Owned(self.lines, "visible"), Owned(mesh, "rasterized")

    def settle(self) -> None:
        """Show the gaps, or else draw the cells of a vector file as pixels.

        Cells that touch show seams in viewers that smooth each edge by itself.
        """
        wide = min(cell_size(self._axes)) >= GAPS_FROM_PT
        lines, mesh = self._own
        lines.set("visible", wide and is_seen(self._mesh))
        mesh.set("rasterized", not wide)


def frame(
    axes: Axes, table: _tables.Matrix, square: bool | None, asked: Mapping[str, bool]
) -> tuple[Named, ...]:
    """Set limits, aspect and ticks: row 0 on top, cells up to the edge, without a frame.

    *asked* says for each axis whether its names were given for the ticks.
    """
    rows, columns = table.values.shape
    # What shares an axis with the matrix, or lies under it, stays to be seen.
    seen = sorted(axes.get_xlim()) if in_use(axes, "x") else [np.inf, -np.inf]
    axes.set_xlim(min(-0.5, seen[0]), max(columns - 0.5, seen[1]))
    seen = sorted(axes.get_ylim()) if in_use(axes, "y") else [np.inf, -np.inf]
    axes.set_ylim(max(rows - 0.5, seen[1]), min(-0.5, seen[0]))
    # A twin keeps the shape of the other.
    fits = axes.get_adjustable() == "box"
    axes.set_aspect("equal" if fits and (rows == columns if square is None else square) else "auto")
    for spine in axes.spines.values():
        spine.set_visible(False)
    named = []
    for axis, names, count in (
        (axes.xaxis, table.columns, columns),
        (axes.yaxis, table.rows, rows),
    ):
        name = axis.axis_name
        if names:
            named.append(name_ticks(axes, name, range(count), names, asked=asked[name]))
        else:
            whole = MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=1)
            offer(axis, major_locator=whole)
    return tuple(named)
