"""Curves of thousands of points, thinned at every draw to what can be seen.

The artists keep all their data. What lies within half a pixel along x is drawn as its lowest and
its highest point, so the picture stays the same to less than a pixel, at any zoom.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.path import Path
from matplotlib.transforms import Transform
from numpy.typing import ArrayLike, NDArray

from cardplot._geometry import Floats

Mask = NDArray[np.bool_]

COLUMN = 0.5
"""Pixels, of which vector files have 72 an inch. What is closer together is one upright stroke."""
DIGITS = 2
"""Decimals of a coordinate in a vector file: a hundredth of a point."""


class Thinned(Transform):
    """A step from pixels to pixels behind the data transform; a path loses what can't be seen.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    closed : bool
        Whether paths are bands: an upper edge, and a lower one back.
    hidden : (N,) bool array, optional
        Points of a line that another line draws.
    """

    input_dims = 2
    output_dims = 2
    is_separable = False
    has_inverse = False

    def __init__(self, axes: Axes, *, closed: bool = False, hidden: Mask | None = None) -> None:
        super().__init__()
        self._hidden = hidden
        self._axes = axes
        self._closed = closed

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return points as they are; what the scales can't show is missing."""
        moved = np.array(values, dtype=float)
        return np.where(self._off_scale(moved).any(axis=1, keepdims=True), np.nan, moved)

    def transform_path_non_affine(self, path: Path) -> Path:
        """Return a path that looks the same and has fewer points."""
        vertices = np.array(path.vertices, dtype=float)
        if not len(vertices):
            return path
        if not self._closed:
            vertices = self.transform_non_affine(vertices)
            if self._hidden is not None and len(self._hidden) == len(vertices):
                vertices[self._hidden] = np.nan
            return Path(thinned(vertices, COLUMN))
        edges = np.array_split(self._on_panel(vertices)[: 2 * (len(vertices) // 2)], 2)
        thin = [thinned(edge, COLUMN) for edge in edges]
        outline = np.concatenate([*thin, thin[0][:1]])
        return Path(outline, closed=True) if np.isfinite(outline).all() else Path(outline[:0])

    def _off_scale(self, pixels: Floats) -> Mask:
        """Say which coordinates the scales can't show: zero on a log axis."""
        off = ~np.isfinite(pixels)
        for column, scale in enumerate((self._axes.get_xscale(), self._axes.get_yscale())):
            if scale in ("log", "logit"):
                with np.errstate(all="ignore"):
                    data = self._axes.transData.inverted().transform(pixels)[:, column]
                # matplotlib puts them a thousand decades away, or nowhere.
                off[:, column] |= ~(data > 0) | ((data >= 1) & (scale == "logit"))
        return off

    def _on_panel(self, pixels: Floats) -> Floats:
        """Bring edges of a band that the scale can't show beyond the end of the panel."""
        off, panel = self._off_scale(pixels), self._axes.bbox
        low, high = panel.y0 - panel.height, panel.y1 + panel.height
        if self._axes.yaxis_inverted():
            low, high = high, low
        upper = off[:, 1] & (pixels[:, 1] > panel.y1) & (self._axes.get_yscale() == "logit")
        pixels[:, 1] = np.where(off[:, 1], np.where(upper, high, low), pixels[:, 1])
        # A step without a place on a log axis takes that of the next.
        known = np.flatnonzero(~off[:, 0])
        if 0 < len(known) < len(pixels):
            pixels = pixels[known[np.searchsorted(known, np.arange(len(pixels))) % len(known)]]
        return pixels


class OnPanel(Transform):
    """A step from pixels to pixels: what lies above or below the panel is drawn at its edge."""

    input_dims = 2
    output_dims = 2
    is_separable = False
    has_inverse = False

    def __init__(self, axes: Axes) -> None:
        super().__init__()
        self._axes = axes

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return points on the panel; NaN for those beside it."""
        moved, panel = np.array(values, dtype=float), self._axes.bbox
        beside = ~((moved[:, 0] >= panel.x0 - 0.5) & (moved[:, 0] <= panel.x1 + 0.5))
        moved[:, 1] = np.where(beside, np.nan, np.clip(moved[:, 1], panel.y0, panel.y1))
        return moved


def thinned(points: Floats, width: float) -> Floats:
    """Return the lowest and the highest point of every column, and the ends of every stretch.

    Parameters
    ----------
    points : (N, 2) array
        With x ascending or descending; stretches are separated by NaN.
    width : float
        Of a column.
    """
    there = np.isfinite(points).all(axis=1)
    if len(points) < 3 or there.sum() < 3:
        return points
    kept = np.flatnonzero(there)
    x, y = points[kept].T
    stretch = np.cumsum(np.diff(kept, prepend=kept[0]) > 1)
    breaks = np.flatnonzero(np.diff(stretch)) + 1
    column = np.floor(x / width)
    firsts = np.flatnonzero((np.diff(column) != 0) | (np.diff(stretch) != 0)) + 1
    firsts = np.concatenate([[0], firsts])
    wanted = np.zeros(len(kept), dtype=bool)
    if len(firsts) > len(kept) / 2:  # nothing to gain
        wanted[:] = True
    else:
        for ends in (np.minimum, np.maximum):
            wanted[_first_at(y, ends.reduceat(y, firsts), firsts)] = True
    wanted[[0, -1]] = True
    wanted[breaks] = wanted[breaks - 1] = True
    found = np.round(points[kept[wanted]], DIGITS)
    gaps = np.flatnonzero(np.diff(stretch[wanted])) + 1
    return np.insert(found, gaps, np.nan, axis=0)


def _first_at(y: Floats, ends: Floats, firsts: NDArray[Any]) -> NDArray[Any]:
    """Return where each column first has its end."""
    lengths = np.diff(firsts, append=len(y))
    hits = np.flatnonzero(y == np.repeat(ends, lengths))
    groups = np.repeat(np.arange(len(firsts)), lengths)[hits]
    return hits[np.unique(groups, return_index=True)[1]]
