"""Labels of one kind on one Axes, placed in one form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, NamedTuple, TypeVar

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from cardplot._geometry import Box, Floats
from cardplot._labels.inside import Inside
from cardplot._labels.item import Item
from cardplot._labels.label import Label, Piece
from cardplot._labels.layer import layers_on
from cardplot._labels.limits import Need
from cardplot._labels.literal import literal
from cardplot._labels.scene import FLOOR_PT, Measure, Scene, sizes_down
from cardplot._labels.slots import Lines, Slot, Standing
from cardplot._warnings import warn

AnySlot = TypeVar("AnySlot", bound=Slot)

PROBED = 64
"""After so many labels it shows whether there is room for most of them in a form."""
MEASURED = 30
"""So many sizes are remembered for each label: more come from other resolutions."""


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
        Those that are ours to place.
    unplaced : tuple of str
        Those that found no free place when they were last placed.
    """

    def __init__(self, axes: Axes, labels: Sequence[Label], kind: str) -> None:
        self.kind = kind
        self.ink: Any = mpl.rcParams["text.color"]
        self._axes = axes
        self._warned = False
        self._failures: dict[int, float] = {}
        self._measured: dict[object, tuple[float, float]] = {}
        self._all: tuple[Piece, ...] = ()
        self.relabel(labels)

    def relabel(self, labels: Sequence[Label]) -> None:
        """Take other labels in place of those that are there."""
        self._take_off()
        self._all = tuple(Piece(self._axes, label) for label in labels)
        self._keep(self._all)
        literal(self._axes, self.texts)
        self.unplaced: tuple[str, ...] = ()
        self.slot = type(labels[0].slot) if labels else Inside
        self.order = self.slot.order
        standing = {label.slot.beyond for label in labels}
        kinds: tuple[Standing, ...] = ("always", "maybe")
        self._standing: Standing = next((kind for kind in kinds if kind in standing), "never")
        self._level = 0
        self._form = Form(1.0, 0)
        self._chosen = False
        self._tried = len(labels)

    @property
    def made(self) -> tuple[Annotation, ...]:
        """The texts of all labels, those that are their user's by now among them."""
        return tuple(piece.text for piece in self._all)

    def look(self) -> None:
        """Leave out labels that were taken off or moved by hand, or whose marks are gone."""
        self._keep([piece for piece in self._all if piece.look()])

    def _keep(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        self.labels = tuple(piece.label for piece in self._pieces)
        self.texts = tuple(piece.text for piece in self._pieces)

    @property
    def idle(self) -> bool:
        """Whether no label is ours to place."""
        return not self._pieces

    @property
    def beyond(self) -> Standing:  # type: ignore[override]
        """Whether the labels stand beyond the axes, as a rule or as the limits are now."""
        leaves = self._pieces and self.slot.may_leave(self._axes)
        return "maybe" if leaves and self._standing == "never" else self._standing

    def color(self, index: int) -> Any:
        """Return the colour that a label was given."""
        given = self.labels[index].color
        return self.ink if given is None else given

    def words(self, index: int) -> str:
        """Return what a label says, without line breaks of ours."""
        return str(self._pieces[index].own.given("text"))

    def full_size(self, index: int, measure: Measure) -> tuple[float, float]:
        """Return width and height of a label, as it is unless it has been broken."""
        shown = self.texts[index].get_text()
        self.say(index, self.words(index))
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
        for piece in self._pieces:
            extent = piece.extent()
            if extent is not None:
                yield piece.text, extent

    def show(self, index: int, *, visible: bool) -> None:
        """Show or hide a label, unless its user has decided otherwise."""
        self._pieces[index].own.set("visible", visible)

    def paint(self, index: int, color: Any) -> None:
        """Colour a label, unless its user has."""
        self._pieces[index].own.set("color", color)

    def say(self, index: int, words: str) -> None:
        """Write a label in other words (broken, say), unless its user has."""
        self._pieces[index].own.set("text", words)

    def align(self, index: int, lines: Lines) -> None:
        """Align the lines of a label."""
        self._pieces[index].align(lines)

    def end_leader(self, index: int, off: float) -> None:
        """End the leader of a label so many points off its anchor."""
        self._pieces[index].end_leader(off)

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
        self._pieces[index].put(scene, anchor, box, background=background, leader=leader)
        scene.take(box)

    def give_up(self, index: int, scene: Scene, anchor: Floats, box: Box) -> None:
        """Hide a label that finds no place; one that has to be seen goes into *box* then."""
        if self._pieces[index].required:
            self.put(index, scene, anchor, box)
        else:
            self.show(index, visible=False)

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
        base = min((piece.own.given("fontsize") for piece in self._pieces), default=FLOOR_PT)
        scales = [size / base for size in sizes_down(base)]
        scales = [scale for scale in scales if scale >= self.slot.together]
        turns = self.slot.turns(self.labels)
        forms = [Form(scale, turn) for turn in turns for scale in scales]
        if self.slot.has_resort(self.labels, self._axes):
            fewer = dict.fromkeys((*scales[::3], scales[-1]))
            forms += [Form(scale, turn, resort=True) for turn in turns for scale in fewer]
        return forms

    @property
    def resort(self) -> bool:
        """Whether labels that find no place otherwise go to the place of last resort."""
        return self._form.resort

    def reset(self) -> None:
        """Start over with the most comfortable form."""
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
        for index, piece in enumerate(self._pieces):
            self.resize(index, self.steps(index)[0])
            piece.own.set("rotation", self._form.turn)

    def steps(self, index: int) -> list[float]:
        """Return the sizes for a label: that of all in this form, then those for it alone."""
        # A size that its user has set is the size to go by from then on.
        full = float(self._pieces[index].own.given("fontsize"))
        size = max(full * self._form.scale, min(full, FLOOR_PT))
        return sizes_down(size) if self.slot.together else [size]

    def resize(self, index: int, size: float) -> None:
        """Give a label a size."""
        self._pieces[index].resize(size)

    @property
    def tightest(self) -> bool:
        """Whether there is no tighter form."""
        return self._level + 1 >= len(self.forms())

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Room that the labels need within the limits."""
        return self.slot.needs(self, measure) if self._pieces else ()

    def place(self, scene: Scene) -> bool:
        """Place the labels; say whether all found a free place."""
        failed = self.slot.place(self, scene) if self._pieces else []
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
        for layer in layers_on(self._axes):
            if self in layer.items:
                layer.items.remove(self)
        self._take_off()

    def _take_off(self) -> None:
        for text in self.made:
            if text.axes is not None:
                text.remove()
