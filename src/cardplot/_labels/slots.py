"""What every place for labels has in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox, Transform

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup
    from cardplot._labels.label import Label

Standing = Literal["never", "maybe", "always"]
Direction = Literal["up", "down", "left", "right"]
Lines = Literal["left", "center", "right"]

GAP_PT = 3.0
"""From a mark to its label."""
PAD_PT = 1.0
"""Least distance from a label to what isn't its own."""


@dataclass(frozen=True)
class Slot:
    """Where a label belongs."""

    order: ClassVar[int] = 0
    colored_leader: ClassVar[bool] = True
    lines: ClassVar[Lines] = "center"
    together: ClassVar[float] = 0.0
    """Down to this share of their size all labels are made smaller together, then single ones."""

    def anchor(self) -> tuple[float, float]:
        """Return the point that the label is tied to."""
        raise NotImplementedError

    @property
    def beyond(self) -> Standing:
        """Whether the label stands beyond the axes, as a rule."""
        return "never"

    def coordinates(self, axes: Axes) -> Any:
        """Return the coordinate system of the anchor: another where marks are drawn beside it."""
        del axes
        drawn = getattr(self, "drawn", None)
        return "data" if drawn is None else drawn

    def leader(self) -> dict[str, Any] | None:
        """Return the style of a leader line, where labels of this kind may need one."""
        return None

    @classmethod
    def turns(cls, labels: Sequence[Label]) -> tuple[int, ...]:
        """Return the rotations to try, in degrees."""
        del labels
        return (0,)

    @classmethod
    def has_resort(cls, labels: Sequence[Label], axes: Axes) -> bool:
        """Say whether labels that find no place in any form have a last resort."""
        del labels, axes
        return False

    @classmethod
    def may_leave(cls, axes: Axes) -> bool:
        """Say whether labels that stay on the axes as a rule may have to leave them."""
        del axes
        return False

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Return the room that the labels need within the limits."""
        del group, measure
        return ()

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the labels; return the indices of those without a free place."""
        raise NotImplementedError

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents, in pixels, that lie beyond the axes."""
        del group
        return ()


def anchors(measure: Measure, slots: Sequence[Slot]) -> Floats:
    """Return where what labels are tied to is drawn, an (N, 2) array in points."""
    found = measure.at(np.array([slot.anchor() for slot in slots]).reshape(-1, 2))
    for index, slot in enumerate(slots):
        drawn = slot.coordinates(measure.axes)
        if isinstance(drawn, Transform):
            found[index] = (drawn + measure.points).transform(slot.anchor())
    return found


def shifted(scene: Scene, box: Box, reach: float, *, vertical: bool) -> Box | None:
    """Return the nearest free place for *box*, at most *reach* to its sides.

    Where the box is beyond the figure across that, the layout is about to make room for it.
    """
    edges = scene.frame if scene.panel.meets(box) else scene.figure
    room, page = box.grown(*scene.pad), edges.grown(*scene.pad)
    if vertical:
        low, high = max(room.y0 - reach, page.y0), min(room.y1 + reach, page.y1)
        strip, length, wanted = Box(room.x0, low, room.x1, high), room.height, room.y0
    else:
        low, high = max(room.x0 - reach, page.x0), min(room.x1 + reach, page.x1)
        strip, length, wanted = Box(low, room.y0, high, room.y1), room.width, room.x0
    starts = scene.canvas.free_along(strip, length, vertical=vertical)
    if not len(starts):
        return None
    move = float(starts[np.argmin(np.abs(starts - wanted))] - wanted)
    return box.moved(0.0, move) if vertical else box.moved(move, 0.0)


def past(scene: Scene, box: Box, *, vertical: bool) -> Box:
    """Return *box* moved up, if *vertical*, else to the right, past all that stands there."""
    (x, y), bounds = scene.pad, scene.canvas.bounds
    way = replace(box.grown(x, y), **{"y1" if vertical else "x1": np.inf}).common(bounds)
    taken = scene.canvas.reach(way, vertical=vertical)
    if taken is None:
        return box
    start, pad = (box.y0, y) if vertical else (box.x0, x)
    move = taken[1] + pad + CELL - start
    return box.moved(0.0, move) if vertical else box.moved(move, 0.0)


def leader_line(mark: Floats, radius: float, box: Box) -> Floats:
    """Return the leader from a mark to a label's box, without the ends that touch them."""
    way = np.array([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]) - mark
    length = float(np.hypot(*way))
    if length == 0:
        return np.array([mark, mark])
    half = np.array([box.width, box.height]) / 2
    within = float(np.divide(half, np.abs(way), where=way != 0, out=np.full(2, np.inf)).min())
    start = min((radius + 2.0) / length, 1.0)
    end = max(1.0 - within - 2.0 / length, start)
    return np.array([mark + start * way, mark + end * way])
