"""Bands of text stacked at the edges of figures and subfigures, as comfortably as they can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure, SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Transform

from cardplot._geometry import Box
from cardplot._labels.owned import Owned
from cardplot._labels.scene import root_figure
from cardplot._layout.bands import AIR, LEVELS, Edge, Frame
from cardplot._layout.engine_room import Engine, Rooms

EDGE_PT = 8.0
"""From the figure's edge to its texts."""
LARGEST_SHARE = 0.55
"""Bands are set tighter when they would take more than this share of the height."""

YLABEL_GAP_PT = 4.0
"""From a supylabel to what stands around the panels."""

Container = Figure | SubFigure


class Band(Protocol):
    """Something at an edge of a figure or subfigure."""

    target: Container
    edge: Edge
    gaps: tuple[float, float]

    @property
    def idle(self) -> bool:
        """Whether it takes no room: it isn't shown, or stands elsewhere."""

    def place(self, frame: Frame, offset: float) -> float:
        """Place it *offset* points from its edge of the frame; return the room that it takes."""

    def artists(self) -> Iterable[Artist]:
        """Return its artists."""


class Adopted:
    """A suptitle or supxlabel of the user's, beside which bands of ours stand.

    While they do, the engine leaves it alone: the stack has room for it. A title stays where it
    is; an x label moves up on the notes.
    """

    gaps = (8.0, 8.0)
    idle = False

    def __init__(self, target: Container, text: Text, edge: Edge) -> None:
        self.target = target
        self.edge: Edge = edge
        self.text = text
        self._own = Owned(text, "position", "in_layout")
        self._own.set("in_layout", False)

    def place(self, frame: Frame, offset: float) -> float:
        """Place it; return the room that it takes beyond *offset*."""
        given, height = self._own.given("position"), frame.size(self.text)[1]
        if self.edge == "bottom":
            to_points = self.text.get_transform() + points_of(root_figure(self.text))
            x, y = to_points.transform(given)
            align = self.text.get_verticalalignment()
            low = float({"top": y - height, "center": y - height / 2}.get(align, y))
            lift = max(frame.box.y0 + offset - low, 0.0)
            x, y = to_points.inverted().transform((x, y + lift))
            self._own.set("position", (float(given[0]), float(y)))
        points = points_of(root_figure(self.text))
        box = self.text.get_window_extent(frame.renderer).transformed(points)
        reach = frame.box.y1 - box.y0 if self.edge == "top" else box.y1 - frame.box.y0
        # Halfway down the figure it is meant to stand over the panels.
        return max(float(reach) - offset, 0.0) if reach < frame.box.height / 2 else 0.0

    def release(self) -> None:
        """Give it back to the user and the engine."""
        for name in ("position", "in_layout"):
            self._own.set(name, self._own.given(name))

    def artists(self) -> Iterable[Artist]:
        """Return the text."""
        return [self.text]


@dataclass
class Stacks:
    """All bands of a figure, and what of the user's they have to stand beside."""

    adopted: dict[tuple[int, Edge], Adopted]

    def place(
        self,
        figure: Figure,
        bands: Sequence[Band],
        renderer: RendererBase | None,
        sides: Mapping[Container, tuple[float, float]],
        engine: Engine | None,
        level: int = 0,
    ) -> dict[Container, Rooms]:
        """Place the bands.

        Parameters
        ----------
        figure : matplotlib.figure.Figure
        bands : sequence of Band
        renderer : matplotlib.backend_bases.RendererBase or None
        sides : mapping from figure or subfigure to (float, float)
            Left and right end of the texts, in points.
        engine : matplotlib.layout_engine.LayoutEngine or None
            What makes room. Where nothing does, the user's words on the figure count even where
            nothing of ours stands beside them. Only constrained layout shrinks subfigures.
        level : int, default: 0
            How tightly they are set at least.

        Returns
        -------
        dict from figure or subfigure to Rooms
            Only those that something is taken from.
        """
        rooms: dict[Container, Rooms] = {}
        wanted: dict[tuple[int, Edge], Adopted] = {}
        alone, nested = engine is None, isinstance(engine, ConstrainedLayoutEngine)
        for container in containers(figure):
            own = [band for band in bands if band.target is container and not band.idle]
            box = box_of(container)
            parent = rooms.get(parent_of(container)) if container is not figure else None
            if parent is not None and not nested:
                box = box.common(parent.inner())
            own += self._adopt(container, own, alone, wanted)
            if own:
                room = _comfortable(own, box, renderer, sides[container], level)
                if not alone:
                    room.left = sides[container][0] - box.x0
                    room.right = max(room.right, box.x1 - sides[container][1])
                rooms[container] = room
            elif parent is not None and not nested:
                rooms[container] = Rooms(box)
            left = _reach_of_ylabel(container, renderer) - box.x0 if alone else 0.0
            if left > 0:
                rooms.setdefault(container, Rooms(box)).left = left
        for key in self.adopted.keys() - wanted.keys():
            self.adopted[key].release()
        self.adopted = wanted
        return rooms

    def _adopt(
        self,
        container: Container,
        own: Sequence[Band],
        alone: bool,
        wanted: dict[tuple[int, Edge], Adopted],
    ) -> list[Band]:
        """Return the user's own texts at those edges at which they have to be heeded."""
        ours = {id(artist) for band in own for artist in band.artists()}
        found: list[Band] = []
        edges: tuple[tuple[Edge, str], ...] = (
            ("top", container.get_suptitle()),
            ("bottom", container.get_supxlabel()),
        )
        for edge, words in edges:
            if not words or not (alone or any(band.edge == edge for band in own)):
                continue
            for text in container.texts:
                if text.get_text() == words and text.get_visible() and id(text) not in ours:
                    known = self.adopted.get((id(text), edge))
                    band = known or Adopted(container, text, edge)
                    wanted[id(text), edge] = band
                    found.append(band)
                    break
        return found


def _reach_of_ylabel(container: Container, renderer: RendererBase | None) -> float:
    """Return where panels may start beside the supylabel of a figure, in points; 0 without one."""
    words, to_points = container.get_supylabel(), points_of(root_figure(container))
    ends = [
        float(text.get_window_extent(renderer).transformed(to_points).x1) + YLABEL_GAP_PT
        for text in container.texts
        if words and text.get_text() == words and text.get_visible()
    ]
    return max(ends, default=0.0)


def _comfortable(
    bands: Sequence[Band],
    box: Box,
    renderer: RendererBase | None,
    sides: tuple[float, float],
    least_level: int,
) -> Rooms:
    """Place the bands of one container, as comfortably as its height allows."""
    points = 72 / root_figure(bands[0].target).dpi
    rooms = Rooms(box)
    for level in range(least_level, LEVELS):
        edge = EDGE_PT * (1.0 if level < LEVELS - 1 else 0.5)
        frame = Frame(Box(sides[0], box.y0, sides[1], box.y1), renderer, points, level)
        rooms.top = _stack(bands, "top", frame, edge)
        rooms.bottom = _stack(bands, "bottom", frame, edge)
        if rooms.top + rooms.bottom <= LARGEST_SHARE * box.height:
            break
    top = box.y1 - max(rooms.top, edge)
    frame = Frame(Box(sides[0], box.y0, sides[1], top), renderer, points, level)
    rooms.right = _stack(bands, "right", frame, box.x1 - sides[1])
    return rooms


def _stack(bands: Sequence[Band], edge: Edge, frame: Frame, start: float) -> float:
    """Place the bands of one edge, the outermost first; return the room up to the panels."""
    stack = [band for band in bands if band.edge == edge]
    # Later footers stand below earlier ones, and so nearer to the edge; an x label above all.
    own = [band for band in stack if not isinstance(band, Adopted)]
    adopted = [band for band in stack if isinstance(band, Adopted)]
    stack = [*own[::-1], *adopted] if edge == "bottom" else [*adopted, *own]
    offset = start
    for index, band in enumerate(stack):
        offset += band.place(frame, offset)
        offset += band.gaps[index == len(stack) - 1] * AIR[frame.level]
    return offset if stack else 0.0


def containers(figure: Figure) -> list[Container]:
    """Return the figure and its subfigures, outermost first."""
    found: list[Container] = [figure]
    for container in found:
        found.extend(child for child in container.get_children() if isinstance(child, SubFigure))
    return found


def parent_of(container: Container) -> Container:
    """Return the figure or subfigure that a subfigure is in."""
    parent = container.get_figure(root=False)
    return container if parent is None else parent


def points_of(figure: Figure) -> Transform:
    """Return the transform from pixels to points from the lower left corner of a figure."""
    # That corner is elsewhere while a figure is saved with a tight bounding box.
    x, y = figure.transFigure.transform((0.0, 0.0))
    return Affine2D().translate(-x, -y).scale(72 / figure.dpi)


def box_of(container: Container) -> Box:
    """Return the extent of a figure or subfigure in points."""
    to_points = container.transSubfigure + points_of(root_figure(container))
    return Box(*(float(x) for x in to_points.transform([(0, 0), (1, 1)]).ravel()))
