"""Labels of one kind on one Axes, placed in one form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox, IdentityTransform

from cardplot._geometry import Box, Floats
from cardplot._labels.inside import Inside
from cardplot._labels.item import Item
from cardplot._labels.layer import label_layer
from cardplot._labels.limits import Need
from cardplot._labels.literal import literal
from cardplot._labels.scene import (
    FLOOR_PT,
    Measure,
    Scene,
    font_size,
    points_of,
    root_figure,
    sizes_down,
)
from cardplot._labels.slots import Slot, Standing
from cardplot._warnings import warn

AnySlot = TypeVar("AnySlot", bound=Slot)

PROBED = 64
"""After so many labels it shows whether there is room for most of them in a form."""
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


class Form(NamedTuple):
    """How all labels of a group are drawn.

    Attributes
    ----------
    scale : float
        Of the font size.
    turn : int
        Rotation, in degrees.
    resort : bool
        Whether those that find no place otherwise go to the place of last resort.
    """

    scale: float
    turn: int
    resort: bool = False


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
        self._standing: Standing = next((kind for kind in kinds if kind in standing), "never")
        self.ink: Any = mpl.rcParams["text.color"]
        self._sizes = [font_size(text) for text in self.texts]
        self._shown = list(self._sizes)
        self._level = 0
        self._form = Form(1.0, 0)
        self._warned = False
        self._failures: dict[int, float] = {}
        self._chosen = False
        self._tried = len(labels)
        self._visible = [True] * len(labels)
        self._backs: list[FancyBboxPatch | None] = [None] * len(labels)
        self._colors = [text.get_color() for text in self.texts]
        self._measured: dict[object, tuple[float, float]] = {}
        self._put: list[tuple[float, float] | None] = [None] * len(labels)
        self._said = [text.get_text() for text in self.texts]

    @property
    def beyond(self) -> Standing:  # type: ignore[override]
        """Whether the labels stand beyond the axes, as a rule or as the limits are now."""
        axes = self.texts[0].axes if self.texts else None
        leaves = isinstance(axes, Axes) and self.slot.may_leave(axes)
        return "maybe" if leaves and self._standing == "never" else self._standing

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
            # What was never put anywhere may be far from the Axes: its data may be.
            if size is not None and text.get_visible() and isinstance(axes, Axes):
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

    def tried(self, slots: Sequence[AnySlot], failed: Sized) -> Iterator[tuple[int, AnySlot]]:
        """Yield slots with their indices, up to where a form shows to be hopeless.

        *failed* are those without a place so far. The form that is chosen in the end is tried
        for all.
        """
        self._tried = len(slots)
        for index, slot in enumerate(slots):
            if not self._chosen and index >= PROBED and 2 * len(failed) > index:
                self._tried = index
                return
            yield index, slot

    def forms(self) -> list[Form]:
        """Return the forms from comfortable to tight."""
        base = min(self._sizes, default=FLOOR_PT)
        scales = [size / base for size in sizes_down(base)]
        scales = [scale for scale in scales if scale >= self.slot.together]
        turns = self.slot.turns(self.labels)
        forms = [Form(scale, turn) for turn in turns for scale in scales]
        axes = self.texts[0].axes if self.texts else None
        if isinstance(axes, Axes) and self.slot.has_resort(self.labels, axes):
            fewer = dict.fromkeys((*scales[::3], scales[-1]))
            forms += [Form(scale, turn, resort=True) for turn in turns for scale in fewer]
        return forms

    @property
    def resort(self) -> bool:
        """Whether labels that find no place otherwise go to the place of last resort."""
        return self._form.resort

    def reset(self) -> None:
        """Start over with the most comfortable form."""
        for index, text in enumerate(self.texts):
            # A size that is not ours was set by the user, and is the size to go by from now on.
            if font_size(text) != self._shown[index]:
                self._sizes[index] = font_size(text)
        self._level = 0
        self._chosen = False
        self._failures.clear()
        self._apply()

    def tighten(self) -> bool:
        """Go to the next tighter form; say whether there is one.

        Where there is no room for most of many labels, to the smallest before the next turn.
        """
        forms, level = self.forms(), self._level + 1
        if level >= len(forms):
            return False
        if self._tried < len(self.labels):
            now = forms[self._level]
            alike = [at for at in range(level, len(forms)) if forms[at][1:] == now[1:]]
            level = max(alike, default=level)
        self._level = level
        self._apply()
        return True

    def relax(self) -> bool:
        """Go back to the most comfortable of the forms that fail least; say whether that moves.

        Where there is no room for any label, small ones cover each other the least.
        """
        self._chosen = True
        best = min(self._failures, key=lambda level: (self._failures[level], level), default=0)
        if self._failures.get(best) == len(self.labels) > 1:
            best = sum(form.turn == 0 and not form.resort for form in self.forms()) - 1
        if best == self._level and self._tried == len(self.labels):
            return False
        self._level = best
        self._apply()
        return True

    def _apply(self) -> None:
        forms = self.forms()
        if not forms:
            return
        self._form = forms[self._level]
        for index, text in enumerate(self.texts):
            self.resize(index, self.steps(index)[0])
            text.set_rotation(self._form.turn)

    def steps(self, index: int) -> list[float]:
        """Return the sizes for a label: that of all in this form, then those for it alone."""
        full = self._sizes[index]
        size = max(full * self._form.scale, min(full, FLOOR_PT))
        return sizes_down(size) if self.slot.together else [size]

    def resize(self, index: int, size: float) -> None:
        """Give a label a size."""
        if self._shown[index] != size:
            text = self.texts[index]
            text.set_fontsize(size)
            self._shown[index] = font_size(text)
            if text.get_bbox_patch() is self._backs[index] is not None:
                # matplotlib holds its margin as a share of the size that the text had.
                text.set_bbox(None)
                self._backs[index] = None

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
        self._failures[self._level] = len(failed) * len(self.labels) / max(self._tried, 1)
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
