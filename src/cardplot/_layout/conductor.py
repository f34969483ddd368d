"""Room in the figure: for headlines above and footers below the panels, under every engine.

Every figure with labels has one invisible `Conductor`, drawn before all Axes. It places the
bands of text at the figure's edges, lets the layout engine, if there is one, keep the panels out
of them, and places the labels. Where no engine does, it moves the panels itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.layout_engine import PlaceHolderLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Bbox

from cardplot._geometry import Box
from cardplot._labels import LabelLayer, layers_of
from cardplot._labels.scene import root_figure
from cardplot._labels.staleness import changed
from cardplot._labels.ticks import hold_names, settle_ticks
from cardplot._layout.axis_words import AxisWords
from cardplot._layout.bands import LEVELS
from cardplot._layout.changes import (
    Arrangement,
    places,
    said,
    signature,
)
from cardplot._layout.engine_room import ENGINES, Engine, Rooms, engine_pads, engine_sides, reserve
from cardplot._layout.legend_place import AxesLegend, UserLegend
from cardplot._layout.panels import (
    Panels,
    height_share,
    least_height,
    local_panels,
    remember,
)
from cardplot._layout.plain_titles import PlainTitles
from cardplot._layout.stacks import EDGE_PT, Band, Container, Stacks, box_of, containers
from cardplot._spans import Flat
from cardplot._warnings import warn

CLOSE_PT, CLEAR_PT = 1.0, 4.0
"""Decorations that come closer to the figure's edge than the first are moved to the second."""
TOLERANCE_PT = 0.6
"""Overlaps smaller than this are left alone: moving panels for them would never end."""
ALIGN_SHARE = 0.15
"""Texts stand above the panels' left edge where that is within this share of the width."""
FAIR_SHARE = 0.25
"""Bands are set tighter where panels would be lower than this share of the figure's height."""
CRAMPED_SHARE = 0.5
"""Bands that take more than this share of the height may leave too little for the panels."""
ROUNDS = 7
TIGHT_ROUNDS = 30
"""Tight layout comes nearer to its solution step by step where panels keep an aspect."""
HELD_AFTER = 4
"""After so many rounds names of categories don't grow, and legends don't lose rows, any more."""

Sides = dict[Container, tuple[float, float]]


class Conductor(Artist):
    """Invisible; drawn first, so that the figure is arranged before anything of it is drawn.

    Attributes
    ----------
    bands : list of Band
        In reading order.
    scripts : set of str
        Those that the fonts lack and that the figure has warned of.
    """

    def __init__(self) -> None:
        super().__init__()
        self.bands: list[Band] = []
        self.scripts: set[str] = set()
        self.set_zorder(-1e6)
        self._stacks = Stacks({})
        self._panels = Panels()
        self._words = AxisWords()
        self._arranged: object = None
        self._engaged: object = None
        self._solutions: dict[object, Arrangement] = {}
        self._sides: Sides = {}
        self._sides_at: dict[object, Sides] = {}
        self._warned = False
        self._level = 0
        self._tightest = LEVELS - 1
        self._levels: dict[object, tuple[int, int]] = {}
        self._said: object = None
        self._held: object = None
        self._flat = Flat()

    def add(self, band: Band, *, first: bool = False) -> None:
        """Add a band, as the first or the last at its edge."""
        self.bands.insert(0 if first else len(self.bands), band)
        figure = root_figure(self)
        engine = figure.get_layout_engine()
        if isinstance(engine, ENGINES):
            # What the engine knows before it first lays out, it needs not be told after.
            sides = _beside_engine(engine, figure)
            rooms = self._stacks.place(figure, self.bands, None, sides, engine)
            room = rooms.get(figure)
            if room is not None and room.top + room.bottom < CRAMPED_SHARE * room.box.height:
                reserve(engine, self, figure, room, 0.0)

    def draw(self, renderer: RendererBase) -> None:
        """Arrange the figure."""
        figure = self.get_figure(root=True)
        if figure is None or (_cropped(figure) and self._arranged is not None):
            return
        _forget(figure)  # Anything may have changed by hand since somebody asked for places.
        settle_ticks(figure.axes)
        results = [result for layer in layers_of(figure) for result in layer.results]
        marks = [artist for result in results for artist in result.artists]
        self._flat.suit(marks, figure.canvas)
        self.bands = [band for band in self.bands if _alive(band)]
        if self._said != (words := said(figure, self.bands)):
            self._said = words
            self._levels.clear()
        size = _size_of(figure, renderer)
        self._level, self._tightest = self._levels.get(size, (0, LEVELS - 1))
        self._once(figure, renderer)
        while self.bands and self._level < self._tightest and height_share(figure) < FAIR_SHARE:
            share = height_share(figure)
            self._set_level(self._level + 1, figure, renderer)
            if height_share(figure) < share + 0.005:
                # It isn't the bands that keep the panels low, but their aspect, say.
                self._tightest = self._level - 1
                self._set_level(self._tightest, figure, renderer)
        remember(self._levels, size, (self._level, self._tightest))

    def _set_level(self, level: int, figure: Figure, renderer: RendererBase) -> None:
        self._level = level
        self._arranged = None
        self._once(figure, renderer)

    def _once(self, figure: Figure, renderer: RendererBase) -> None:
        """Arrange the figure, with the bands as tight as they have to be at least."""
        engine, size = figure.get_layout_engine(), _size_of(figure, renderer)
        if isinstance(engine, ENGINES) and any(axes.get_subplotspec() for axes in figure.axes):
            self._conduct(engine, figure, renderer)
            self._engaged = self._frozen(figure)
        elif isinstance(engine, PlaceHolderLayoutEngine) and self._engaged == self._frozen(figure):
            # An engine has arranged just this, and was taken out to save or to measure it.
            _settle(layers_of(figure), renderer)
        elif self._arranged != (size, signature(figure, self.bands)) or any(
            map(changed, figure.axes)
        ):
            self._arrange(figure, renderer)
        self._arranged = size, signature(figure, self.bands)

    def _frozen(self, figure: Figure) -> object:
        """Return what is kept when an engine is taken out: places, as long as no words come."""
        return said(figure, self.bands), places(figure).round(7).tolist()

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the extent of the bands: a figure saved with a tight bounding box keeps them."""
        artists = [artist for band in self.bands if _alive(band) for artist in band.artists()]
        boxes = [artist.get_window_extent(renderer) for artist in artists if artist.get_visible()]
        return Bbox.union(boxes) if boxes else None

    def _conduct(self, engine: Engine, figure: Figure, renderer: RendererBase) -> None:
        """Let the engine arrange the panels around the bands."""
        # Each size and resolution has a solution of its own, to which it comes back.
        key = _size_of(figure, renderer)
        known = self._solutions.get(key)
        back = known is not None and self._held not in (None, (key, self._level))
        if known is not None and back and known.fits(figure):
            # What the engine has just found may be where other forms of names lead to.
            known.restore(figure, renderer)
            _forget(figure)
        now = self._take_over(known, figure, renderer)
        if self._held != (key, self._level):
            self._held = (key, self._level)
            _hold(figure, held=False)
        tight = isinstance(engine, TightLayoutEngine)
        before: Arrangement | None = known
        for turn in range(TIGHT_ROUNDS if tight else ROUNDS):
            if turn == HELD_AFTER:
                _hold(figure, held=True)
            sides = _beside_engine(engine, figure)
            rooms = self._stacks.place(figure, self.bands, renderer, sides, engine, self._level)
            room = rooms.get(figure)
            least = 0.0 if room is None else self._least(room, figure, renderer)
            # What is held has to be measured once.
            news = reserve(engine, self, figure, room, least) or turn == HELD_AFTER
            news |= back and turn == 0
            _settle(layers_of(figure), renderer)
            # All of them look, also after one has news: what they were told was of this run.
            outdated = [layer.has_news(renderer) for layer in layers_of(figure)]
            news |= any(outdated)
            news |= self._fit_words(figure, rooms)
            if not all(_layers(axes) for axes in figure.axes):
                # What engines measure is the panels' old size: nobody knows until they stay.
                news |= not now.alike(before, figure)
            if not news:
                break
            with suppress(ValueError):  # Raised while a window has no size.
                engine.execute(figure)
            before, now = now, self._take_over(known, figure, renderer)
        remember(self._solutions, key, now)
        self._panels.forget()
        for container, room in rooms.items():
            if container is not figure:
                self._fit(container, room, renderer)

    def _take_over(
        self, known: Arrangement | None, figure: Figure, renderer: RendererBase
    ) -> Arrangement:
        """Return what the engine has found, or what is known where that is nearly the same.

        Else it would be a blink between two draws.
        """
        found = Arrangement.of(figure)
        now = known if known is not None and known.alike(found, figure) else found
        now.restore(figure, renderer)
        _forget(figure)
        return now

    def _arrange(self, figure: Figure, renderer: RendererBase) -> None:
        """Arrange the panels, where nobody else does, around the bands and within the figure."""
        layers = layers_of(figure)
        size = _size_of(figure, renderer)
        if self._panels.begin(size):
            self._sides = self._sides_at.get(size, {})
        # The first time panels take about their places before labels are placed for nothing.
        for labels in (False, True) if any(layer.waits for layer in layers) else (True,):
            self._panels.labels = labels
            self._place_labels(layers, renderer)
            self._panels.forget()
            self._sides = self._measure_sides(figure, renderer)
            for _ in range(ROUNDS):
                if not self._fit_all(figure, renderer) or not labels:
                    break
        self._panels.end()
        remember(self._sides_at, size, self._sides)

    def _place_labels(self, layers: Sequence[LabelLayer], renderer: RendererBase) -> None:
        """Place the labels, or keep room for them within the limits while they don't count."""
        for layer in layers:
            if self._panels.labels:
                layer.settle(renderer)
            else:
                layer.reserve(renderer)

    def _fit_all(self, figure: Figure, renderer: RendererBase) -> bool:
        """Fit bands and panels into the figure; say whether they have to be fitted again."""
        rooms = self._stacks.place(figure, self.bands, renderer, self._sides, None, self._level)
        for container in containers(figure):
            room = rooms.get(container, Rooms(box_of(container)))
            if any(band.target is container for band in self.bands):
                # What the texts are aligned with comes no closer to the edge than they do.
                room.left, room.right = max(room.left, EDGE_PT), max(room.right, EDGE_PT)
            self._least(room, figure, renderer)
            self._fit(container, room, renderer)
        news = self._fit_words(figure, rooms)
        if news:
            self._panels.forget()
        if self.bands:
            known, self._sides = self._sides, self._measure_sides(figure, renderer)
            news |= known != self._sides
        return news

    def _measure_sides(self, figure: Figure, renderer: RendererBase) -> Sides:
        """Return where the panels' decorations start, where that is near the figure's left edge.

        What has hardly changed since it was known is returned as it was: texts would flicker.
        """
        sides: Sides = {}
        for container in containers(figure):
            box = box_of(container)
            inside = [axes for axes in figure.axes if container in _ancestors(axes)]
            lefts = [self._panels.extent(a, renderer)[0] for a in inside if a.get_visible()]
            left = min(lefts, default=box.x0)
            if not box.x0 + EDGE_PT <= left <= box.x0 + ALIGN_SHARE * box.width:
                left = box.x0 + EDGE_PT
            sides[container] = float(left), box.x1 - EDGE_PT
            known = self._sides.get(container)
            if known is not None and np.allclose(sides[container], known, atol=TOLERANCE_PT):
                sides[container] = known
        return sides

    def _fit_words(self, figure: Figure, rooms: dict[Container, Rooms]) -> bool:
        """Break titles and axis labels that are too long; say whether that changed anything."""
        changed = False
        for container in containers(figure):
            room = rooms.get(container, Rooms(box_of(container)))
            changed |= self._words.fit(figure, local_panels(container), room.inner())
        return changed

    def _least(self, room: Rooms, figure: Figure, renderer: RendererBase) -> float:
        """Return what height the panels need at least; warn once where there is less."""
        height = room.box.height
        if room.top + room.bottom < CRAMPED_SHARE * height:
            return 0.0
        least = least_height(figure, renderer)
        if least > height - room.top - room.bottom and not self._warned:
            self._warned = True
            warn(
                "The figure is too low for its headline, legend and notes: they take "
                f"{room.top + room.bottom:.0f} of {height:.0f} points, and the panels need "
                f"{least:.0f}. A higher figure or fewer words make room."
            )
        return least

    def _fit(self, container: Container, room: Rooms, renderer: RendererBase) -> None:
        """Move the panels of a container into the room that is left."""
        box = room.box
        limit = Box(
            box.x0 + (room.left - TOLERANCE_PT if room.left else CLOSE_PT),
            box.y0 + (room.bottom - TOLERANCE_PT if room.bottom else CLOSE_PT),
            box.x1 - (room.right - TOLERANCE_PT if room.right else CLOSE_PT),
            box.y1 - (room.top - TOLERANCE_PT if room.top else CLOSE_PT),
        )
        goal = Box(
            box.x0 + (room.left or CLEAR_PT),
            box.y0 + (room.bottom or CLEAR_PT),
            box.x1 - (room.right or CLEAR_PT),
            box.y1 - (room.top or CLEAR_PT),
        )
        layers = [layer for axes in local_panels(container) for layer in _layers(axes)]
        self._panels.fit(
            container, limit, goal, renderer, lambda: self._place_labels(layers, renderer)
        )


def conduct(target: Axes | Container) -> Conductor:
    """Return the conductor of the figure of *target*; make it where there is none."""
    figure = root_figure(target)
    if isinstance(target, Axes):
        for layer in _layers(target):
            if not any(isinstance(item, UserLegend) for item in layer.items):
                layer.items += [UserLegend(target), PlainTitles(target)]
    for artist in figure.artists:
        if isinstance(artist, Conductor):
            return artist
    conductor = Conductor()
    figure.add_artist(conductor)
    return conductor


def _size_of(figure: Figure, renderer: RendererBase) -> object:
    """Return what an arrangement holds for, besides what is arranged."""
    return (*figure.get_size_inches().tolist(), figure.dpi, type(renderer))


def _settle(layers: Sequence[LabelLayer], renderer: RendererBase) -> None:
    for layer in layers:
        layer.settle(renderer)


def _forget(figure: Figure) -> None:
    for layer in layers_of(figure):
        layer.forget()


def _hold(figure: Figure, *, held: bool) -> None:
    """Let names and legends keep the tightest of their forms; or let them go by the room again."""
    hold_names(figure.axes, held=held)
    for layer in layers_of(figure):
        for item in layer.items:
            if isinstance(item, AxesLegend):
                item.tightest.hold(held=held)


def _layers(axes: Axes) -> list[LabelLayer]:
    return [artist for artist in axes.get_children() if isinstance(artist, LabelLayer)]


def _alive(band: Band) -> bool:
    artists = list(band.artists())
    return bool(artists) and set(artists) <= set(band.target.get_children())


def _cropped(figure: Figure) -> bool:
    """Say whether the figure is being saved cropped: it was arranged, in full, just before."""
    whole = figure.transFigure.transform([(0, 0), (1, 1)])
    return not np.allclose(whole, figure.bbox.get_points(), atol=0.5)


def _beside_engine(engine: Engine, figure: Figure) -> Sides:
    """Return where the panels' decorations start and end across, as the engine places them."""
    pad = engine_pads(engine)[0]
    sides: Sides = {}
    for container in containers(figure):
        box = box_of(container)
        sides[container] = (
            engine_sides(engine, box.width, EDGE_PT)
            if container is figure
            else (box.x0 + pad, box.x1 - pad)
        )
    return sides


def _ancestors(axes: Axes) -> list[Container]:
    found: list[Container] = []
    container = axes.get_figure(root=False)
    while container is not None and container not in found:
        found.append(container)
        container = container.get_figure(root=False)
    return found
