"""Points, whiskers, caps and dots of one series of seeds, from ready arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.transforms import Transform

from cardplot._seeds.layout import Layout
from cardplot._seeds.pixels import Plane, Swarm, Tip, ToEdge
from cardplot._seeds.sizes import (
    CROWD,
    CROWDED_DOT,
    DOT,
    STRIP_DOT,
    is_filled,
    point_size,
    relative_size,
    whisker_width,
)
from cardplot._seeds.swarm import Floats
from cardplot._seeds.table import SeedTable

Z_WHISKER, Z_DOT, Z_POINT, Z_CAP = 2.2, 2.3, 2.6, 2.65


@dataclass(frozen=True)
class Look:
    """How one series looks."""

    color: Any
    marker: Any
    connect: bool
    name: str


@dataclass(frozen=True)
class Marks:
    """What was drawn for one series."""

    points: Line2D | None
    whiskers: LineCollection | None = None
    caps: tuple[Line2D, ...] = ()
    dots: Line2D | None = None
    tips: tuple[Line2D, ...] = ()
    container: ErrorbarContainer | None = None

    @property
    def artists(self) -> tuple[Artist, ...]:
        """Everything that was drawn."""
        single = (self.whiskers, *self.caps, self.dots, self.points, *self.tips)
        return tuple(artist for artist in single if artist is not None)

    @property
    def handle(self) -> Artist | None:
        """What stands for the series in a legend."""
        return self.points if self.points is not None else self.dots


def draw_series(
    plane: Plane, table: SeedTable, where: Layout, j: int, look: Look, *, dots: bool, strip: bool
) -> Marks:
    """Draw series *j* of a table.

    Parameters
    ----------
    plane : Plane
    table : SeedTable
    where : Layout
    j : int
    look : Look
    dots : bool
        Draw the single seeds.
    strip : bool
        Draw nothing else.
    """
    single = _dots(plane, table, where, j, look, strip=strip) if dots or strip else None
    if strip:
        return Marks(None, dots=single)
    has_whisker = table.whiskers()[:, j]
    points = _points(plane, table, where, j, look)
    if not has_whisker.any():
        points.set_label(look.name or "_nolegend_")
        return Marks(points, dots=single)
    rows = np.flatnonzero(has_whisker)
    center = table.center[rows, j]
    low = np.where(np.isnan(table.low[rows, j]), center, table.low[rows, j])
    high = np.where(np.isnan(table.high[rows, j]), center, table.high[rows, j])
    at = where.positions(j)[rows]
    drawn = where.drawn(plane, j, table.beyond(j))
    whiskers, caps, tips = _whiskers(plane, at, low, high, drawn, look)
    container = ErrorbarContainer(
        (points, caps, (whiskers,)),
        has_xerr=not plane.vertical,
        has_yerr=plane.vertical,
        label=look.name or "_nolegend_",
    )
    plane.axes.add_container(container)
    return Marks(points, whiskers, caps, single, tips, container)


def _points(plane: Plane, table: SeedTable, where: Layout, j: int, look: Look) -> Line2D:
    rows = np.flatnonzero(table.slots[:, j])
    at = where.positions(j)[rows]
    if where.numeric:
        order = np.argsort(at, kind="stable")
        rows, at = rows[order], at[order]
    line = Line2D(
        *plane.xy(at, table.center[rows, j]),
        color=look.color,
        marker=look.marker,
        linestyle=mpl.rcParams["lines.linestyle"] if look.connect else "none",
        markersize=point_size() * relative_size(look.marker),
        # A rim of the surface's colour keeps a point apart from its whisker and its line.
        markeredgecolor=plane.axes.get_facecolor() if is_filled(look.marker) else look.color,
        markeredgewidth=mpl.rcParams["lines.markeredgewidth"],
        transform=where.drawn(plane, j, table.beyond(j, whiskers=False)),
        zorder=Z_POINT,
        label="_nolegend_",
    )
    plane.axes.add_artist(line)
    return line


def _whiskers(
    plane: Plane, at: Floats, low: Floats, high: Floats, drawn: Transform, look: Look
) -> tuple[LineCollection, tuple[Line2D, ...], tuple[Line2D, ...]]:
    axes, width = plane.axes, whisker_width()
    is_open = low <= 0
    leaves = is_open | (high >= 1)  # on a logit axis
    lower, upper = (np.column_stack(plane.xy(at, ends)) for ends in (low, high))
    whiskers = LineCollection(
        list(np.stack([lower, upper], axis=1)),
        colors=[look.color],
        linewidths=width,
        capstyle="butt",
        transform=drawn + ToEdge(plane) if leaves.any() else drawn,
        zorder=Z_WHISKER,
        label="_nolegend_",
    )
    axes.add_collection(whiskers, autolim=False)
    caps = tuple(_caps(plane, ends, drawn, look) for ends in (lower, upper))
    if not is_open.any():
        return whiskers, caps, ()
    tips = tuple(
        _tip(plane, upper[is_open], low[is_open], drawn, look, turned=turned)
        for turned in (False, True)
    )
    return whiskers, caps, tips


def _caps(plane: Plane, ends: Floats, drawn: Transform, look: Look) -> Line2D:
    size = 2 * float(mpl.rcParams["errorbar.capsize"])
    cap = Line2D(
        ends[:, 0],
        ends[:, 1],
        linestyle="none",
        marker="none" if size <= 0 else "_" if plane.vertical else "|",
        color=look.color,
        markersize=size,
        markeredgecolor=look.color,
        markeredgewidth=whisker_width(),
        transform=drawn,
        zorder=Z_CAP,
        label="_nolegend_",
    )
    plane.axes.add_artist(cap)
    return cap


def _tip(
    plane: Plane, upper: Floats, lows: Floats, drawn: Transform, look: Look, *, turned: bool
) -> Line2D:
    """Draw the arrows at whiskers that leave a log axis; one set for each direction of the axis."""
    size = float(mpl.rcParams["lines.markersize"])
    shapes = ("v", "^") if plane.vertical else ("<", ">")
    tip = Line2D(
        upper[:, 0],
        upper[:, 1],
        linestyle="none",
        marker=shapes[turned],
        color=look.color,
        markersize=size,
        markeredgewidth=0,
        transform=drawn + Tip(plane, lows, size=size, turned=turned),
        zorder=Z_WHISKER,
        label="_nolegend_",
    )
    tip.set_in_layout(False)
    plane.axes.add_artist(tip)
    return tip


def _dots(
    plane: Plane, table: SeedTable, where: Layout, j: int, look: Look, *, strip: bool
) -> Line2D | None:
    """Draw the single seeds: beside their point, hollow and lighter; alone, in the middle."""
    if table.seeds is None:
        return None
    # The point of one seed is that seed.
    rows = [i for i in range(len(table.categories)) if len(table.seeds[i][j]) > (0 if strip else 1)]
    if not rows:
        return None
    values = [np.sort(table.seeds[i][j]) for i in rows]
    counts = [len(seeds) for seeds in values]
    point = float(mpl.rcParams["lines.markersize"])
    alone = STRIP_DOT if table.counts.max() <= CROWD else CROWDED_DOT
    size = point * (alone if strip else DOT)
    spread_out = Swarm(
        plane,
        np.repeat(np.arange(len(rows)), counts),
        np.concatenate(values),
        diameter=size + 0.8,
        shift=0.0 if strip else (point + size) / 2 + 1.5,
        room=where.dodge.room if where.dodge else partial(plane.length, where.room),
    )
    dots = Line2D(
        *plane.xy(np.repeat(where.positions(j)[rows], counts), np.concatenate(values)),
        linestyle="none",
        color=look.color,
        marker="o",
        markersize=size,
        markerfacecolor=to_rgba(look.color, 0.35) if strip else "none",
        markeredgecolor=to_rgba(look.color, 0.9 if strip else 0.75),
        markeredgewidth=0.8,
        transform=where.drawn(plane, j) + spread_out,
        zorder=Z_DOT,
        label=(look.name or "_nolegend_") if strip else "_nolegend_",
    )
    plane.axes.add_artist(dots)
    return dots
