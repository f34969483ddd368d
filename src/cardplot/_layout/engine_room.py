"""What matplotlib's layout engines keep free by themselves, and telling them to keep more free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine

from cardplot._geometry import Box

Engine = ConstrainedLayoutEngine | TightLayoutEngine
ENGINES = (ConstrainedLayoutEngine, TightLayoutEngine)

Rect = tuple[float, float, float, float]


@dataclass
class Rooms:
    """Room that is taken at the edges of a figure or subfigure, in points.

    Attributes
    ----------
    top, bottom, left, right : float
        Up to the panels' decorations. 0: there is nothing at this edge.
    box : Box
        What it is taken from.
    """

    box: Box
    top: float = 0.0
    bottom: float = 0.0
    left: float = 0.0
    right: float = 0.0

    def inner(self) -> Box:
        """Return what is left."""
        box = self.box
        return Box(box.x0 + self.left, box.y0 + self.bottom, box.x1 - self.right, box.y1 - self.top)


@dataclass(frozen=True, eq=False)
class Reserved(Sequence[float]):
    """The part of the figure that an engine may use, as long as the bands are there.

    `Figure.clear` takes the bands off without a word, so this looks for itself: when they are
    gone, it is what the engine had been given before.
    """

    rect: Rect
    given: Rect
    owner: Artist

    def _now(self) -> Rect:
        figure = self.owner.get_figure(root=True)
        there = figure is not None and any(artist is self.owner for artist in figure.artists)
        return self.rect if there else self.given

    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[float]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._now()[index]

    def __len__(self) -> int:
        return 4

    def __iter__(self) -> Iterator[float]:
        return iter(self._now())


def engine_pads(engine: Engine) -> tuple[float, float]:
    """Return the distances, across and up, that an engine keeps from the edges, in points."""
    options = engine.get()
    if isinstance(engine, ConstrainedLayoutEngine):
        return 72 * float(options["w_pad"]), 72 * float(options["h_pad"])
    size = FontProperties(size=mpl.rcParams["font.size"]).get_size_in_points()
    return float(options["pad"] * size), float(options["pad"] * size)


def engine_sides(engine: Engine, width: float, edge: float) -> tuple[float, float]:
    """Return where the panels' decorations start and end, *edge* points from the edges at least."""
    x0, _, x1, _ = _edges(engine, _given(engine))
    pad = engine_pads(engine)[0]
    return max(x0 * width + pad, edge), min(x1 * width - pad, width - edge)


def reserve(
    engine: Engine, owner: Artist, figure: Figure, rooms: Rooms | None, least: float
) -> bool:
    """Tell the engine which part of the figure is left; say whether that is news to it.

    Without rooms the engine gets back what it had been given. Panels keep *least* points of the
    height: an engine that can't place them would give up.
    """
    old = engine.get()["rect"]
    given = _given(engine)
    if rooms is None:
        if isinstance(old, Reserved):
            engine.set(rect=given)
        return isinstance(old, Reserved) and old.rect != given
    across, up = engine_pads(engine)
    width, height = (72 * float(inches) for inches in figure.get_size_inches())
    x0, y0, x1, y1 = _edges(engine, given)
    x0 = max(x0, (rooms.left - across) / width)
    x1 = min(x1, 1 - (rooms.right - across) / width)
    if rooms.bottom:
        y0 = max(y0, (rooms.bottom - up) / height)
    if rooms.top:
        y1 = min(y1, 1 - (rooms.top - up) / height)
    y0, y1 = _at_least(y0, y1, (least + 2 * up) / height if least else 0.0)
    new = (x0, y0, x1, y1)
    if isinstance(engine, ConstrainedLayoutEngine):
        new = (x0, y0, x1 - x0, y1 - y0)
    if isinstance(old, Reserved) and old.owner is owner:
        same = all(abs(one - two) < 1e-6 for one, two in zip(old.rect, new, strict=True))
        if same:
            return False
    engine.set(rect=Reserved(new, given, owner))  # type: ignore[arg-type]
    return True


def _given(engine: Engine) -> Rect:
    rect = engine.get()["rect"]
    return rect.given if isinstance(rect, Reserved) else tuple(rect)


def _edges(engine: Engine, rect: Rect) -> Rect:
    """Return left, bottom, right and top; constrained layout counts width and height."""
    x0, y0, x1, y1 = rect
    if isinstance(engine, ConstrainedLayoutEngine):
        return x0, y0, x0 + x1, y0 + y1
    return x0, y0, x1, y1


def _at_least(low: float, high: float, least: float) -> tuple[float, float]:
    """Return an interval in [0, 1] that is at least *least* long."""
    lacking = min(least, 0.95) - (high - low)
    if lacking <= 0:
        return low, high
    taken = max(low + 1 - high, 1e-9)
    return low * (1 - lacking / taken), 1 - (1 - high) * (1 - lacking / taken)
