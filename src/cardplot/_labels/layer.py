"""The labels of one Axes: asking for room, solving, placing, again at every draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.layout_engine import TightLayoutEngine
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from cardplot._geometry import Floats
from cardplot._labels.answers import Answers
from cardplot._labels.decorations import Decorations, conditions_of
from cardplot._labels.item import Item
from cardplot._labels.limits import Need, autoscales, siblings, widen
from cardplot._labels.other_axes import take_place, twins
from cardplot._labels.scene import Ground, Measure, Scene, font_size, root_figure
from cardplot._labels.slots import Standing
from cardplot._labels.staleness import changed
from cardplot._warnings import warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

    from cardplot._results import Drawn

ROUNDS = 24
"""Labels of all kinds are tightened together; no kind has more forms than this."""


class LabelLayer(Artist):
    """The labels of one Axes. Invisible; drawn first, so that it places before others draw."""

    def __init__(self, axes: Axes) -> None:
        super().__init__()
        self.decorations = Decorations(axes)
        self.items: list[Item] = []
        self.results: list[Drawn] = []
        self.set_zorder(-1e6)
        self._answers = Answers()
        self._fresh: object = None
        self._solved: object = None
        self._looked: tuple[object, Ground] | None = None
        self._drawn: tuple[Any, object, object] | None = None
        self._failed = 0
        self._doubts: set[str] = set()

    def settle(self, renderer: RendererBase) -> None:
        """Place everything, unless this draw has placed it under the same conditions."""
        axes = self.axes
        if not isinstance(axes, Axes) or not axes.get_visible():
            return
        if axes.get_aspect() != "auto":
            # A layout engine has just placed the panel, at another aspect.
            take_place(axes, renderer)
        if not self.items or not np.isfinite(axes.bbox.extents).all():
            return
        for item in self.items:
            item.look()
        # Asked for first: autoscaling waits until somebody asks for the limits.
        conditions = conditions_of(axes)
        if self._fresh is not None and self._fresh == conditions:
            return
        items = self._sorted()
        if all(item.idle for item in items):
            return
        self._looked = None  # Marks may have changed since.
        situation = self._situation(axes, items)
        if situation != self._solved or len(self._place(items, renderer)) != self._failed:
            self._solve(items, renderer)
            # Sizes may be others now, and are part of the situation.
            self._solved = self._situation(axes, items)
        self._looked = None
        self._fresh = conditions_of(axes)

    def _sorted(self) -> list[Item]:
        return sorted(self.items, key=lambda item: item.order)

    def _solve(self, items: Sequence[Item], renderer: RendererBase) -> None:
        """Find the most comfortable forms in which the items are placed, and place them."""
        for item in items:
            item.reset()
        for _ in range(ROUNDS):
            failed = self._place(items, renderer)
            tightened = [item.tighten() for item in failed]
            if not any(tightened):
                break
        relaxed = [item.relax() for item in items]
        if any(relaxed):
            failed = self._place(items, renderer)
        self._failed = len(failed)

    def _situation(self, axes: Axes, items: Sequence[Item]) -> object:
        """Return what the choice of forms depends on: while it stays, the forms do."""
        limits = [
            None if autoscales(axes, name) else limits
            for name, limits in (("x", axes.get_xlim()), ("y", axes.get_ylim()))
        ]
        texts = [
            (text.get_text(), font_size(text))
            for item in items
            for text in item.artists()
            if isinstance(text, Annotation)
        ]
        size = np.round(axes.bbox.size, 1) if np.isfinite(axes.bbox.size).all() else ()
        return (
            tuple(size),
            root_figure(axes).dpi,
            limits,
            tuple(axes.dataLim.extents),
            axes.get_xscale(),
            axes.get_yscale(),
            len(axes.get_children()),
            texts,
        )

    def _place(self, items: Sequence[Item], renderer: RendererBase) -> list[Item]:
        """Place the items in their present forms; return those that aren't all placed."""
        axes = self.axes
        # An aspect of data without end leaves a panel without a width.
        if not isinstance(axes, Axes) or not 0 < min(axes.bbox.size) < np.inf:
            return []
        _reserve(axes, renderer)
        scene = self._look(axes, items, renderer)
        return [item for item in items if not item.place(scene)]

    def _look(self, axes: Axes, items: Sequence[Item], renderer: RendererBase) -> Scene:
        """Return what is taken: looked at once, while only forms of labels change."""
        limits = (axes.get_xlim(), axes.get_ylim())
        if self._looked is None or self._looked[0] != limits:
            skip = [*self._own(), *self._of_twins(axes, renderer), *_on_figure(axes)]
            self._looked = limits, Ground(Measure.of(axes, renderer), skip)
        return Scene.on(self._looked[1])

    def _own(self) -> list[Artist]:
        return [self, *(artist for item in self.items for artist in item.artists())]

    def _of_twins(self, axes: Axes, renderer: RendererBase) -> list[Artist]:
        """Return what labels on twins don't hinder: those that are placed after these.

        The others are placed now, and all limits have their room.
        """
        order = root_figure(axes).axes
        skip: list[Artist] = []
        for twin in twins(axes):
            twin.get_xlim(), twin.get_ylim()  # Autoscaling waits until somebody asks.
            for layer in layers_on(twin):
                skip.append(layer)
                if order.index(twin) < order.index(axes):
                    layer.settle(renderer)
                else:
                    layer.reserve(renderer)
                    skip += layer._own()
        return skip

    def forget(self) -> None:
        """Place everything anew when next asked: anything may have changed."""
        self._fresh = None
        self.decorations.forget()

    def draw(self, renderer: RendererBase) -> None:
        """Place everything, and forget."""
        self.settle(renderer)
        if isinstance(axes := self.axes, Axes):
            situation = self._situation(axes, self._sorted())
            self._drawn = axes.bbox.extents, situation, type(renderer)
        self.forget()
        for item in self.items:
            item.warn()
        for doubt in {result.doubt() for result in self.results} - {"", *self._doubts}:
            self._doubts.add(doubt)
            warn(doubt)

    def _as_drawn(self, axes: Axes, renderer: RendererBase) -> bool:
        """Say whether the labels are where they were drawn, to less than half a pixel.

        A layout engine that asks at each draw is answered without placing all of them anew; where
        that was too little, the conductor sees it in time.
        """
        return (
            self._fresh is None
            and self._drawn is not None
            and self._drawn[1:] == (self._situation(axes, self._sorted()), type(renderer))
            and np.allclose(axes.bbox.extents, self._drawn[0], rtol=0, atol=0.5)
            and not changed(axes)
        )

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the extent of the labels beyond the axes: the layout makes room for it."""
        axes = self.axes
        if renderer is None or not isinstance(axes, Axes):
            return None
        if not (self._as_drawn(axes, renderer) and self._answers.repeat()):
            # What was measured before the labels are placed may be another way after.
            measured = self.decorations.state(renderer, measured=True)
            if self.waits and (not self._answers.asked or self._standing("never")):
                self.reserve(renderer)
            else:
                self.settle(renderer)
            self._answers.give(np.array(axes.bbox.extents), (*measured, self._room(axes, renderer)))
        boxes = self._beyond()
        return Bbox.union(boxes) if boxes else None

    def reach(self, renderer: RendererBase) -> list[Bbox]:
        """Return the extents of what is beyond the axes."""
        self.settle(renderer)
        return self._beyond()

    @property
    def waits(self) -> bool:
        """Whether labels are better placed when the panel has about its place: the first time.

        Those that reach beyond the axes have to be placed before a layout is content.
        """
        if self._solved is not None or not isinstance(axes := self.axes, Axes):
            return False
        if isinstance(root_figure(axes).get_layout_engine(), TightLayoutEngine):
            return self._standing("never")  # Its only measurement is before the panel has moved.
        return self._standing("never", "maybe")

    def _standing(self, *kinds: Standing) -> bool:
        return all(item.beyond in kinds for item in self.items)

    def reserve(self, renderer: RendererBase) -> None:
        """Widen the limits as labels in their most comfortable form need it; place none."""
        if isinstance(axes := self.axes, Axes) and 0 < min(axes.bbox.size) < np.inf:
            _reserve(axes, renderer)

    def has_news(self, renderer: RendererBase) -> bool:
        """Say whether the layout, if it asked, was told something else than holds by now."""
        axes = self.axes
        return isinstance(axes, Axes) and self._answers.outdated(
            np.array(axes.bbox.extents),
            lambda: (*self.decorations.state(renderer, measured=False), self._room(axes, renderer)),
        )

    def _room(self, axes: Axes, renderer: RendererBase) -> Floats:
        """Return how far labels, legends and texts of the user's reach beyond the Axes, in pixels.

        What a fixed aspect leaves free of the panel's place counts too: the layout takes it for a
        margin.
        """
        boxes = [*self._beyond(), axes.bbox]
        legend = axes.get_legend()
        others = [*axes.texts, *([] if legend is None else [legend])]
        boxes += [
            artist.get_window_extent(renderer)
            for artist in others
            if artist.get_visible() and artist.get_in_layout()
        ]
        beyond = np.subtract(Bbox.union(boxes).extents, axes.bbox.extents)
        free = np.subtract(axes.get_position(original=True).size, axes.get_position().size)
        return np.concatenate([beyond, free * root_figure(axes).bbox.size])

    def _beyond(self) -> list[Bbox]:
        return [box for item in self.items for box in item.outside()]


def _reserve(axes: Axes, renderer: RendererBase) -> None:
    """Widen those limits that autoscale until the labels of all Axes that share them have room."""
    known: dict[Axes, list[Need]] = {}
    for name in "xy":
        if not autoscales(axes, name):
            continue
        needs: list[Need] = []
        for sibling in siblings(axes, name):
            if sibling not in known:
                known[sibling] = _needs(sibling, renderer)
            needs += [need for need in known[sibling] if need.axis == name]
        if needs:
            widen(axes, name, needs)


def _needs(axes: Axes, renderer: RendererBase) -> list[Need]:
    """Return the room that everything on an Axes needs within its limits."""
    measure = Measure.of(axes, renderer)
    needs: list[Need] = []
    for layer in layers_on(axes):
        for item in layer.items:
            item.look()
            needs += item.needs(measure)
    return needs


def layers_on(axes: Axes) -> list[LabelLayer]:
    """Return the label layer of *axes*, if it has one."""
    return [artist for artist in axes.get_children() if isinstance(artist, LabelLayer)]


def label_layer(axes: Axes) -> LabelLayer:
    """Return the label layer of *axes*; make it where there is none."""
    for layer in layers_on(axes):
        return layer
    from cardplot._layout import conduct

    layer = LabelLayer(axes)
    axes.add_artist(layer)
    layer.set_clip_on(False)
    conduct(axes)
    return layer


def _on_figure(axes: Axes) -> list[Artist]:
    """Return the words of ours on the figure, which stand beyond all Axes."""
    from cardplot._layout import conduct

    conductor = conduct(axes)
    return [conductor, *(artist for band in conductor.bands for artist in band.artists())]


def decorations_of(axes: Axes) -> Decorations:
    """Return what stands around *axes*; where there is no label layer, nothing is known of it."""
    layers = layers_on(axes)
    return layers[0].decorations if layers else Decorations(axes)


def layers_of(figure: Figure | SubFigure) -> list[LabelLayer]:
    """Return the label layers of all Axes of *figure*."""
    return [layer for axes in figure.axes if isinstance(axes, Axes) for layer in layers_on(axes)]
