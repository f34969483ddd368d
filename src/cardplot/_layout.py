"""Room in the figure: for headlines above and footers below the panels, under every engine.

Every figure with labels has one invisible `Conductor`, drawn before all Axes. It places the
bands of text at the figure's edges, lets the layout engine, if there is one, keep the panels out
of them, and places the labels. Where no engine does, it moves the panels itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure, SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Affine2D, Bbox

from cardplot._geometry import Box, Floats
from cardplot._labels import LabelLayer, layers_of
from cardplot._scene import root_figure

EDGE_PT = 7.0
"""From the figure's edge to what is nearest to it."""
TOLERANCE_PT = 0.6
"""Overlaps smaller than this are left alone: moving panels for them would never end."""
MIN_SHARE = 0.25
"""Panels keep at least this share of their size."""

Container = Figure | SubFigure
Engine = ConstrainedLayoutEngine | TightLayoutEngine
ENGINES = (ConstrainedLayoutEngine, TightLayoutEngine)
Rect = tuple[float, float, float, float]


class Band(Protocol):
    """Text at an edge of a figure or subfigure."""

    target: Container
    edge: str

    def place(self, box: Box, offset: float, dpi: float) -> float:
        """Place it *offset* points from its edge of *box*; return the room that it takes."""

    def artists(self) -> Iterable[Artist]:
        """Return its artists."""


class Conductor(Artist):
    """Invisible; drawn first, so that the figure is arranged before anything of it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.bands: list[Band] = []
        self.set_zorder(-1e6)
        self._given: Rect = (0.0, 0.0, 1.0, 1.0)
        self._set: Rect | None = None
        self._base: dict[Axes, tuple[Bbox, Bbox]] = {}
        self._size: tuple[float, float] = (0.0, 0.0)

    def draw(self, renderer: RendererBase) -> None:
        """Arrange the figure."""
        figure = self.get_figure(root=True)
        if figure is None or _cropping(figure):
            return
        engine = figure.get_layout_engine()
        live = engine if isinstance(engine, ENGINES) else None
        for _ in range(4):
            rooms = self._place_bands(figure)
            moved = False
            if live is not None:
                moved = self._reserve(live, figure, rooms.get(figure, (0.0, 0.0)))
            for layer in layers_of(figure):
                layer.settle(renderer)
                moved |= layer.answered is not None and layer.answered != layer.request()
            if not moved or live is None:
                break
            live.execute(figure)
        for container in _containers(figure):
            if live is None or (container is not figure and container in rooms):
                self._squeeze(container, renderer, rooms.get(container, (0.0, 0.0)), live is None)

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return nothing: the bands' texts speak for themselves."""
        del renderer
        return None

    def _place_bands(self, figure: Figure) -> dict[Container, tuple[float, float]]:
        """Place the bands; return the room taken at the top and bottom of each container."""
        self.bands = [band for band in self.bands if _alive(band)]
        rooms: dict[Container, tuple[float, float]] = {}
        stacks: dict[tuple[Container, str], list[Band]] = {}
        for band in self.bands:
            stacks.setdefault((band.target, band.edge), []).append(band)
        for (target, edge), bands in stacks.items():
            box = _box(target, figure)
            offset = EDGE_PT
            # Later footers stand below earlier ones, and so nearer to the edge.
            for band in bands if edge == "top" else reversed(bands):
                offset += band.place(box, offset, figure.dpi)
            top, bottom = rooms.get(target, (0.0, 0.0))
            rooms[target] = (offset, bottom) if edge == "top" else (top, offset)
        return rooms

    def _reserve(self, engine: Engine, figure: Figure, room: tuple[float, float]) -> bool:
        """Tell the engine which part of the figure is left; say whether that is news to it."""
        given = engine.get()["rect"]
        if given != self._set:
            self._given = given
        height = 72 * float(figure.get_size_inches()[1])
        # The engine keeps its own distance from the rectangle's edges.
        top = max(room[0] - EDGE_PT / 2, 0.0) / height
        bottom = max(room[1] - EDGE_PT / 2, 0.0) / height
        if top + bottom > 1 - MIN_SHARE:
            top, bottom = (x * (1 - MIN_SHARE) / (top + bottom) for x in (top, bottom))
        x0, y0, x1, y1 = self._given
        if isinstance(engine, ConstrainedLayoutEngine):
            x1, y1 = x0 + x1, y0 + y1
        low, high = max(y0, bottom), min(y1, 1 - top)
        new = (x0, low, x1, high)
        if isinstance(engine, ConstrainedLayoutEngine):
            new = (x0, low, x1 - x0, high - low)
        new = tuple(round(float(edge), 6) for edge in new)  # type: ignore[assignment]
        if new == given:
            return False
        engine.set(rect=new)
        self._set = new
        return True

    def _squeeze(
        self, container: Container, renderer: RendererBase, room: tuple[float, float], fresh: bool
    ) -> None:
        """Move the panels of a container, as a whole, into the part that is left for them."""
        figure = root_figure(container)
        panels = [
            axes
            for axes in figure.axes
            if axes.get_visible() and axes.get_figure(root=False) is container
        ]
        if not panels:
            return
        width, height = figure.get_size_inches()
        size = (float(width), float(height))
        if fresh and size != self._size and container is figure:
            self._restore(panels)
            self._size = size
        box = _box(container, figure)
        free = Box(box.x0 + 1, box.y0 + max(room[1], 1), box.x1 - 1, box.y1 - max(room[0], 1))
        points = Affine2D().scale(72 / figure.dpi)
        for _ in range(3):
            taken = Bbox.union([_extent(axes, renderer) for axes in panels]).transformed(points)
            over = np.array(
                [
                    free.x0 - taken.x0,
                    free.y0 - taken.y0,
                    taken.x1 - free.x1,
                    taken.y1 - free.y1,
                ]
            )
            if (over <= TOLERANCE_PT).all():
                return
            self._move(panels, container, np.maximum(over, 0.0) * figure.dpi / 72)
            for axes in panels:
                for artist in axes.get_children():
                    if isinstance(artist, LabelLayer):
                        artist.settle(renderer)

    def _move(self, panels: list[Axes], container: Container, over: Floats) -> None:
        to_pixels = container.transSubfigure
        old = Bbox.union([axes.get_position(original=True) for axes in panels])
        outer = old.transformed(to_pixels)
        x0, x1 = _inset(outer.x0, outer.x1, over[0], over[2])
        y0, y1 = _inset(outer.y0, outer.y1, over[1], over[3])
        new = Bbox.from_extents(x0, y0, x1, y1)
        new = new.transformed(to_pixels.inverted())
        scale = np.array(new.size) / np.array(old.size)
        for axes in panels:
            was = axes.get_position(original=True)
            points = new.p0 + (was.get_points() - old.p0) * scale
            in_layout = axes.get_in_layout()
            axes.set_position(Bbox(points))
            # Setting a position takes Axes out of the layout; the user's next engine wants them.
            axes.set_in_layout(in_layout)
            base = self._base[axes][0] if axes in self._base else was.frozen()
            self._base[axes] = (base, Bbox(points))

    def _restore(self, panels: list[Axes]) -> None:
        """Undo moves that nobody has changed since, to start over at another size."""
        for axes in panels:
            if axes in self._base:
                base, ours = self._base.pop(axes)
                if np.allclose(axes.get_position(original=True).extents, ours.extents):
                    in_layout = axes.get_in_layout()
                    axes.set_position(base)
                    axes.set_in_layout(in_layout)


def _inset(low: float, high: float, before: float, after: float) -> tuple[float, float]:
    """Move the ends of an interval inwards, as far as a share of it is left."""
    room = (1 - MIN_SHARE) * (high - low)
    scale = min(1.0, room / max(before + after, 1e-9))
    return low + before * scale, high - after * scale


def conduct(target: Axes | Container) -> Conductor:
    """Return the conductor of the figure of *target*; make it where there is none."""
    figure = root_figure(target)
    for artist in figure.artists:
        if isinstance(artist, Conductor):
            return artist
    conductor = Conductor()
    figure.add_artist(conductor)
    return conductor


def _alive(band: Band) -> bool:
    return all(artist.get_figure(root=False) is not None for artist in band.artists())


def _containers(figure: Figure) -> list[Container]:
    """Return the figure and its subfigures, outermost first."""
    found: list[Container] = [figure]
    for container in found:
        found.extend(child for child in container.get_children() if isinstance(child, SubFigure))
    return found


def _cropping(figure: Figure) -> bool:
    """Say whether the figure is being saved cropped: it was arranged, in full, just before."""
    whole = figure.transFigure.transform([(0, 0), (1, 1)])
    return not np.allclose(whole, figure.bbox.get_points(), atol=0.5)


def _box(container: Container, figure: Figure) -> Box:
    corners = container.transSubfigure.transform([(0, 0), (1, 1)]) * 72 / figure.dpi
    return Box(*map(float, corners.ravel()))


def _extent(axes: Axes, renderer: RendererBase) -> Bbox:
    extent = axes.get_tightbbox(renderer)
    return axes.bbox.frozen() if extent is None else Bbox(extent.get_points())
