"""The one mechanism for labels: measure, solve, place, again at every draw.

Every Axes with labels has one invisible `LabelLayer`. It knows the labels, asks the limits for
room, and sets each label where it is free. It takes part in the layout by answering for the room
that labels beyond the axes need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import TightLayoutEngine
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox, IdentityTransform

from cardplot._geometry import Box, Floats
from cardplot._labels.along import Along
from cardplot._labels.answers import Answers
from cardplot._labels.beyond import Beyond
from cardplot._labels.callout import Over, Pointing
from cardplot._labels.decorations import Decorations, conditions_of
from cardplot._labels.inside import Inside
from cardplot._labels.limits import Need, autoscales, siblings, widen
from cardplot._labels.literal import literal
from cardplot._labels.points import Around
from cardplot._labels.scene import (
    FLOOR_PT,
    Ground,
    Measure,
    Scene,
    font_size,
    root_figure,
    sizes_down,
    take_place,
)
from cardplot._labels.slots import Slot, Standing
from cardplot._labels.staleness import changed
from cardplot._warnings import warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

    from cardplot._results import Drawn

__all__ = [
    "Along",
    "Around",
    "Beyond",
    "Inside",
    "Item",
    "Label",
    "LabelGroup",
    "LabelLayer",
    "Over",
    "Pointing",
    "add_labels",
    "decorations_of",
    "label_layer",
    "layers_of",
]

AnySlot = TypeVar("AnySlot", bound=Slot)

ROUNDS = 24
"""Labels of all kinds are tightened together; no kind has more forms than this."""
MEASURED = 30
"""So many sizes are remembered for each label: more come from other resolutions."""


@dataclass(frozen=True)
class Label:
    """A label to be placed.

    Attributes
    ----------
    text : str
        Drawn literally, never as mathtext.
    slot : Slot
        What it belongs to, in data coordinates.
    color : color, optional
        Default: :rc:`text.color`.
    weight : str, optional
        Default: regular.
    size : float or str, optional
        Default: :rc:`xtick.labelsize`.
    required : bool, default: False
        Draw it even where no place is free.
    """

    text: str
    slot: Slot
    color: Any = None
    weight: str | None = None
    size: float | str | None = None
    required: bool = False


class Item:
    """Something that a label layer places; it has one form and needs no room, unless it says so.

    Attributes
    ----------
    order : int
        Lower ones are placed first.
    beyond : {"never", "maybe", "always"}
        Whether it stands beyond the axes, as a rule.
    """

    order: int = 0
    beyond: Standing = "never"

    @property
    def idle(self) -> bool:
        """Whether there is nothing to place."""
        return False

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Room that it needs within the limits."""
        del measure
        return ()

    def place(self, scene: Scene) -> bool:
        """Place it; say whether all of it found a free place."""
        del scene
        return True

    def reset(self) -> None:
        """Start over with the most comfortable form."""

    def tighten(self) -> bool:
        """Go to the next tighter form; say whether there is one."""
        return False

    def outside(self) -> Iterable[Bbox]:
        """Extents in pixels that lie beyond the axes and need room in the layout."""
        return ()

    def artists(self) -> Iterable[Artist]:
        """Return what is placed, and so is no obstacle."""
        return ()

    def warn(self) -> None:
        """Say once what is wrong with its place."""


def points_of(size: float | str) -> float:
    """Return a font size, given in points or by name, in points."""
    return float(FontProperties(size=size).get_size_in_points())


class LabelGroup(Item):
    """Labels that are placed in one form: one size, one direction.

    Attributes
    ----------
    kind : str
        What they say, such as "totals".
    labels : tuple of Label
    texts : tuple of matplotlib.text.Annotation
    unplaced : tuple of str
        Those that found no free place when they were last placed.
    """

    def __init__(self, axes: Axes, labels: Sequence[Label], kind: str) -> None:
        self.kind = kind
        self.labels = tuple(labels)
        self.texts = tuple(_annotation(axes, label) for label in labels)
        literal(axes, self.texts)
        self.unplaced: tuple[str, ...] = ()
        self.slot = type(labels[0].slot) if labels else Inside
        self.order = self.slot.order
        standing = {label.slot.beyond for label in labels}
        kinds: tuple[Standing, ...] = ("always", "maybe")
        self.beyond = next((kind for kind in kinds if kind in standing), "never")
        self.ink: Any = mpl.rcParams["text.color"]
        self._sizes = [font_size(text) for text in self.texts]
        self._shown = list(self._sizes)
        self._level = 0
        self._warned = False
        self._failures: dict[int, int] = {}
        self._visible = [True] * len(labels)
        self._backs: list[FancyBboxPatch | None] = [None] * len(labels)
        self._colors = [text.get_color() for text in self.texts]
        self._measured: dict[object, tuple[float, float]] = {}
        self._put = [(0.0, 0.0)] * len(labels)
        self._said = [text.get_text() for text in self.texts]

    def color(self, index: int) -> Any:
        """Return the colour that a label was given."""
        given = self.labels[index].color
        return self.ink if given is None else given

    def full_size(self, index: int, measure: Measure) -> tuple[float, float]:
        """Return width and height of a label, as it is unless it has been broken."""
        shown = self.texts[index].get_text()
        self.say(index, self.labels[index].text)
        size = self.size(index, measure)
        self.say(index, shown)
        return size

    def size(self, index: int, measure: Measure) -> tuple[float, float]:
        """Return width and height of a label in points; each form is measured once."""
        text = self.texts[index]
        turn = text.get_rotation()
        upright = turn == 90
        # A label that is turned by a right angle is as high as it was wide.
        conditions = (measure.conditions(text), 0.0 if upright else turn)
        size = self._measured.get(conditions)
        if size is None:
            if len(self._measured) > MEASURED * len(self.texts):
                self._measured.clear()
            size = measure.size(text)
            self._measured[conditions] = size[::-1] if upright else size
        elif upright:
            size = size[::-1]
        return size

    def extents(self) -> Iterator[tuple[Annotation, Bbox]]:
        """Yield each label that is shown, with its extent in pixels where it was put."""
        for text, label, size in zip(self.texts, self.labels, self._put, strict=True):
            axes = text.axes
            if text.get_visible() and isinstance(axes, Axes):
                coordinates = label.slot.coordinates(axes)
                to_pixels = axes.transData if coordinates == "data" else coordinates
                scale = root_figure(axes).dpi / 72
                center = to_pixels.transform(text.xy) + scale * np.array(text.get_position())
                half = scale * np.array(size) / 2
                yield text, Bbox([center - half, center + half])

    def show(self, index: int, *, visible: bool) -> None:
        """Show or hide a label, unless its user has decided otherwise."""
        text = self.texts[index]
        if text.get_visible() == self._visible[index]:
            text.set_visible(visible)
        self._visible[index] = visible

    def paint(self, index: int, color: Any) -> None:
        """Colour a label, unless its user has."""
        text = self.texts[index]
        if text.get_color() == self._colors[index]:
            text.set_color(color)
            self._colors[index] = color

    def say(self, index: int, words: str) -> None:
        """Write a label in other words (broken, say), unless its user has."""
        text = self.texts[index]
        if text.get_text() == self._said[index] != words:
            text.set_text(words)
            self._said[index] = words

    def put(
        self,
        index: int,
        scene: Scene,
        anchor: Floats,
        box: Box,
        *,
        background: bool = True,
        leader: bool = False,
    ) -> None:
        """Put a label into *box*, tied to its *anchor*, and take the place."""
        text = self.texts[index]
        self.show(index, visible=True)
        self._put[index] = (box.width, box.height)
        center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        text.set_position((center[0] - anchor[0], center[1] - anchor[1]))
        # No grid line runs through a label; on a band the surface's colour would be a hole.
        wanted = background and scene.on_grid(box) and not scene.on_band(box)
        ours = text.get_bbox_patch() is self._backs[index]
        if wanted and text.get_bbox_patch() is None:
            surface = scene.axes.get_facecolor()
            text.set_bbox({"facecolor": surface, "edgecolor": "none", "pad": 1.0})
            self._backs[index] = text.get_bbox_patch()
        elif not wanted and ours and text.get_bbox_patch() is not None:
            text.set_bbox(None)
            self._backs[index] = None
        if text.arrow_patch is not None:
            text.arrow_patch.set_visible(leader)
        scene.take(box)

    def slots(self, kind: type[AnySlot]) -> list[AnySlot]:
        """Return the slots of the labels, all of one *kind*."""
        return [label.slot for label in self.labels if isinstance(label.slot, kind)]

    def forms(self) -> list[tuple[float, int]]:
        """Return the forms from comfortable to tight: (scale of the font size, rotation)."""
        base = min(self._sizes, default=FLOOR_PT)
        scales = [size / base for size in sizes_down(base)]
        return [(scale, turn) for turn in self.slot.turns(self.labels) for scale in scales]

    def reset(self) -> None:
        """Start over with the most comfortable form."""
        for index, text in enumerate(self.texts):
            # A size that is not ours was set by the user, and is the size to go by from now on.
            if font_size(text) != self._shown[index]:
                self._sizes[index] = font_size(text)
        self._level = 0
        self._failures.clear()
        self._apply()

    def tighten(self) -> bool:
        """Go to the next tighter form; say whether there is one."""
        if self._level + 1 >= len(self.forms()):
            return False
        self._level += 1
        self._apply()
        return True

    def relax(self) -> bool:
        """Go back to the most comfortable of the forms that fail least; say whether that moves."""
        best = min(self._failures, key=lambda level: (self._failures[level], level), default=0)
        if best == self._level:
            return False
        self._level = best
        self._apply()
        return True

    def _apply(self) -> None:
        forms = self.forms()
        if not forms:
            return
        scale, turn = forms[self._level]
        for index, text in enumerate(self.texts):
            size = max(self._sizes[index] * scale, min(self._sizes[index], FLOOR_PT))
            if self._shown[index] != size:
                text.set_fontsize(size)
            self._shown[index] = font_size(text)
            text.set_rotation(turn)

    @property
    def level(self) -> int:
        """How far the form has been tightened."""
        return self._level

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Room that the labels need within the limits."""
        return self.slot.needs(self, measure)

    def place(self, scene: Scene) -> bool:
        """Place the labels; say whether all found a free place."""
        failed = self.slot.place(self, scene)
        self._failures[self._level] = len(failed)
        self.unplaced = tuple(self.labels[index].text for index in failed)
        return not failed

    def outside(self) -> Iterable[Bbox]:
        """Extents in pixels that lie beyond the axes and need room in the layout."""
        return self.slot.outside(self)

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return self.texts

    def warn(self) -> None:
        """Say once what found no place."""
        if self.unplaced and not self._warned and self.slot is not Inside:
            self._warned = True
            names = ", ".join(repr(text) for text in self.unplaced[:5])
            more = len(self.unplaced) - 5
            warn(
                f"No free place for {len(self.unplaced)} of {len(self.labels)} {self.kind}: {names}"
                + (f" and {more} more" if more > 0 else "")
                + ". A larger figure or shorter labels make room."
            )

    def remove(self) -> None:
        """Take the labels off the Axes again."""
        for text in self.texts:
            if isinstance(text.axes, Axes):
                layer = label_layer(text.axes)
                if self in layer.items:
                    layer.items.remove(self)
                text.remove()


def _annotation(axes: Axes, label: Label) -> Annotation:
    arrow = label.slot.leader()
    if arrow is not None:
        quiet = label.color if label.slot.colored_leader else mpl.rcParams["xtick.color"]
        arrow = {**arrow, "color": quiet or mpl.rcParams["text.color"]}
    text = Annotation(
        label.text,
        xy=label.slot.anchor(),
        xycoords=label.slot.coordinates(axes),
        xytext=(0.0, 0.0),
        textcoords="offset points",
        ha="center",
        va="center",
        multialignment=label.slot.lines,
        color=mpl.rcParams["text.color"] if label.color is None else label.color,
        fontsize=points_of(mpl.rcParams["xtick.labelsize"] if label.size is None else label.size),
        fontweight=label.weight or "normal",
        arrowprops=arrow,
        zorder=5,
        annotation_clip=None,
    )
    # The layer answers for the room: the layout would ask the text before it is placed.
    text.set_in_layout(False)
    if text.arrow_patch is not None:
        text.arrow_patch.set_visible(False)
    # Until it is placed it is nowhere: on some scales the data coordinates (0, 0) are no place.
    text.set_transform(IdentityTransform())
    axes.add_artist(text)
    text.set_clip_on(False)
    return text


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
        relaxed = [item.relax() for item in items if isinstance(item, LabelGroup)]
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
            skip = [self, *(artist for item in items for artist in item.artists())]
            self._looked = limits, Ground(Measure.of(axes, renderer), skip)
        return Scene.on(self._looked[1])

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
        engine = root_figure(axes).get_layout_engine()
        once = isinstance(engine, TightLayoutEngine)
        return self._standing("never") or (self._standing("never", "maybe") and not once)

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
    return [
        need
        for layer in axes.get_children()
        if isinstance(layer, LabelLayer)
        for item in layer.items
        for need in item.needs(measure)
    ]


def label_layer(axes: Axes) -> LabelLayer:
    """Return the label layer of *axes*; make it where there is none."""
    for artist in axes.get_children():
        if isinstance(artist, LabelLayer):
            return artist
    from cardplot._layout import conduct

    layer = LabelLayer(axes)
    axes.add_artist(layer)
    layer.set_clip_on(False)
    conduct(axes)
    return layer


def decorations_of(axes: Axes) -> Decorations:
    """Return what stands around *axes*; where there is no label layer, nothing is known of it."""
    layers = [artist for artist in axes.get_children() if isinstance(artist, LabelLayer)]
    return layers[0].decorations if layers else Decorations(axes)


def layers_of(figure: Figure | SubFigure) -> list[LabelLayer]:
    """Return the label layers of all Axes of *figure*."""
    return [
        artist
        for axes in figure.axes
        if isinstance(axes, Axes)
        for artist in axes.get_children()
        if isinstance(artist, LabelLayer)
    ]


def add_labels(axes: Axes, labels: Sequence[Label], *, kind: str) -> LabelGroup:
    """Put *labels* of one kind on *axes*; they are placed when the figure is drawn.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    labels : sequence of Label
        All with slots of one type.
    kind : str
        What they say, such as "totals"; used in warnings.

    Returns
    -------
    LabelGroup
    """
    group = LabelGroup(axes, labels, kind)
    label_layer(axes).items.append(group)
    return group
