"""Lines, bands and marks of one series of curves, from ready arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D

from cardplot._curves.table import Series
from cardplot._curves.thinning import Mask, OnPanel, Thinned
from cardplot._geometry import Floats

Z_BAND, Z_CURVE, Z_UNSMOOTHED, Z_LINE, Z_MARK = 1.6, 2.0, 2.1, 2.3, 2.5
FILL, FILL_OF_MANY = 0.22, 0.13
"""Opacity of a band, so that those that overlap can be told apart; and where they are many."""
MANY = 4
ON_DARK = 1.4
"""How much more opaque bands are on a dark surface, to be seen as well as on a light one."""
EDGE, EDGE_FILL = 0.3, 1.6
"""Width of a band's edge as a share of a line's, and its opacity as a share of the band's."""
FEWER_FILL = 0.5
"""Opacity of a band with fewer seeds, as a share of the full one."""
WIDTH = 0.85
"""Width of a line of centres, in widths of a line of data: it has many points."""
FEWER = 0.45
"""Width of a line with fewer seeds, as a share of the full one."""
CURVE, UNSMOOTHED = 0.35, 0.5
"""Widths of single curves and of what smoothing was made from, as shares of a line's."""
CURVE_FILL, UNSMOOTHED_FILL = 0.55, 0.4


@dataclass(frozen=True)
class Look:
    """How one series looks."""

    color: Any
    linestyle: Any
    fill: float


@dataclass(frozen=True)
class Marks:
    """What was drawn for one series."""

    line: Line2D
    fewer: Line2D | None
    band: PolyCollection | None
    curves: Line2D | None
    unsmoothed: Line2D | None
    diverged: Line2D | None

    @property
    def artists(self) -> tuple[Artist, ...]:
        """Everything that was drawn."""
        every = (self.band, self.curves, self.unsmoothed, self.fewer, self.line, self.diverged)
        return tuple(artist for artist in every if artist is not None)


def draw_series(axes: Axes, one: Series, x: Floats, look: Look, *, seeds: bool) -> Marks:
    """Draw one series.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    one : Series
    x : (T,) array
        Its steps as the axis places them.
    look : Look
    seeds : bool
        Draw the single curves in place of the band.
    """
    fewer = one.fewer
    width = WIDTH * float(mpl.rcParams["lines.linewidth"])
    line = _line(axes, x, one.center, look, width, hidden=fewer)
    line.set_label(one.name or "_nolegend_")
    thin = None
    if fewer.any():
        # The pieces between a point with fewer seeds and its neighbours are thin too.
        near = fewer | np.append(fewer[1:], False) | np.append(False, fewer[:-1])
        thin = _line(axes, x, one.center, look, FEWER * width, hidden=~near)
    return Marks(
        line,
        thin,
        None if seeds else _band(axes, one, x, look),
        _curves(axes, one, x, look, width) if seeds else None,
        _unsmoothed(axes, one, x, look, width),
        _diverged(axes, one, x, look),
    )


def _line(
    axes: Axes, x: Floats, y: Floats, look: Look, width: float, *, hidden: Mask | None = None
) -> Line2D:
    line = Line2D(
        x,
        y,
        color=look.color,
        linestyle=look.linestyle,
        linewidth=width,
        marker="none",
        transform=axes.transData + Thinned(axes, hidden=hidden),
        zorder=Z_LINE,
        label="_nolegend_",
    )
    alone = _alone(y if hidden is None else np.where(hidden, np.nan, y))
    if len(alone):  # a line of one point has no length
        line.set(marker="o", markersize=1.5 * width, markeredgewidth=0, markevery=alone)
    axes.add_artist(line)
    return line


def _alone(y: Floats) -> list[int]:
    """Return which points have no neighbour to be joined with."""
    there = ~np.isnan(y)
    joined = np.append(there[1:], False) | np.append(False, there[:-1])
    return [int(index) for index in np.flatnonzero(there & ~joined)]


def _band(axes: Axes, one: Series, x: Floats, look: Look) -> PolyCollection | None:
    there = np.isfinite(one.low) & np.isfinite(one.high)
    outlines, fills = [], []
    for few, mask in ((False, there & ~one.fewer), (True, there & one.fewer)):
        for start, end in _stretches(mask):
            if few:  # as the line: up to its neighbours
                start -= int(start > 0 and there[start - 1])
                end += int(end < len(x) and there[end])
            if end - start < 2:
                continue
            part = slice(start, end)
            upper = np.column_stack([x[part], one.high[part]])
            lower = np.column_stack([x[part], one.low[part]])[::-1]
            outlines.append(np.concatenate([upper, lower]))
            fills.append(to_rgba(look.color, look.fill * (FEWER_FILL if few else 1.0)))
    if not outlines:
        return None
    band = PolyCollection(
        outlines,
        closed=False,
        facecolors=fills,
        edgecolors=[to_rgba(fill[:3], min(1.0, EDGE_FILL * fill[3])) for fill in fills],
        joinstyle="bevel",
        linewidths=EDGE * float(mpl.rcParams["lines.linewidth"]),
        transform=axes.transData + Thinned(axes, closed=True),
        zorder=Z_BAND,
        label="_nolegend_",
    )
    axes.add_collection(band, autolim=False)
    return band


def _stretches(mask: Mask) -> list[tuple[int, int]]:
    """Return where a mask is true without a break: from, and up to but not including."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]])))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


def _curves(axes: Axes, one: Series, x: Floats, look: Look, width: float) -> Line2D | None:
    """Draw all single curves as one line with breaks."""
    if one.grid is None or one.full < 2:
        return None
    values = one.grid.values
    every = np.column_stack([values, np.full(len(values), np.nan)]).ravel()
    at = np.tile(np.append(x, np.nan), len(values))
    faint = Look(to_rgba(look.color, CURVE_FILL), "-", 1.0)
    curves = _line(axes, at, every, faint, CURVE * width)
    curves.set_zorder(Z_CURVE)
    return curves


def _unsmoothed(axes: Axes, one: Series, x: Floats, look: Look, width: float) -> Line2D | None:
    if one.unsmoothed is None:
        return None
    faint = Look(to_rgba(look.color, UNSMOOTHED_FILL), "-", 1.0)
    line = _line(axes, x, one.unsmoothed, faint, UNSMOOTHED * width)
    line.set_zorder(Z_UNSMOOTHED)
    return line


def _diverged(axes: Axes, one: Series, x: Floats, look: Look) -> Line2D | None:
    """Mark the last points of runs that diverged; beyond the limits, at the panel's edge."""
    steps, values = one.ends
    if not len(steps):
        return None
    marks = Line2D(
        x[steps],
        values,
        linestyle="none",
        marker="x",
        color=look.color,
        markersize=0.9 * float(mpl.rcParams["lines.markersize"]),
        markeredgewidth=1.5,
        transform=axes.transData + OnPanel(axes),
        zorder=Z_MARK,
        label="_nolegend_",
    )
    axes.add_artist(marks)
    marks.set_clip_on(False)
    return marks
