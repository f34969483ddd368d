"""Labels beyond the ends of bars and whiskers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox, Transform

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need, autoscales
from cardplot._labels.scene import FRAME_PT, Measure, Scene
from cardplot._labels.slots import GAP_PT, Direction, Slot, anchors, shifted

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup
    from cardplot._labels.label import Label

OUT_LINES = 1.6
"""How far above its bar a label may move, in its own heights."""
OUT_PT = 26.0
"""How far to the right of its bar a label may move, in points."""
STEPS: dict[Direction, tuple[int, int]] = {
    "up": (0, 1),
    "down": (0, -1),
    "right": (1, 0),
    "left": (-1, 0),
}


@dataclass(frozen=True)
class Beyond(Slot):
    """Beyond the end of a bar or whisker.

    Attributes
    ----------
    x, y : float
        The end, in data coordinates.
    direction : {"up", "down", "right", "left"}
        In the sense of the data: "up" is towards larger y, also on an inverted axis.
    base : float, optional
        Where the bar starts.
    thickness : float, optional
        Thickness of the bar, in data units.
    radius : float, default: 0
        Size of the mark at the end, in points.
    drawn : matplotlib.transforms.Transform, optional
        From data coordinates to where the mark is drawn, where that is beside them.
    inside : color, optional
        Of a label that has to stand inside the bar, where it may.
    filled : float, default: 1
        Share of *thickness* that the bar itself takes.
    """

    x: float
    y: float
    direction: Direction
    base: float | None = None
    thickness: float | None = None
    radius: float = 0.0
    drawn: Transform | None = None
    inside: Any = None
    filled: float = 1.0

    order: ClassVar[int] = 20

    def anchor(self) -> tuple[float, float]:
        """Return the end."""
        return self.x, self.y

    @property
    def upright(self) -> bool:
        """Whether it runs along y."""
        return self.direction in ("up", "down")

    @classmethod
    def turns(cls, labels: Sequence[Label]) -> tuple[int, ...]:
        """Turn labels above and below bars as the last resort."""
        slots = [label.slot for label in labels if isinstance(label.slot, Beyond)]
        bars = any(slot.upright and slot.thickness is not None for slot in slots)
        return (0, 90) if bars else (0,)

    @classmethod
    def has_resort(cls, labels: Sequence[Label], axes: Axes) -> bool:
        """Labels of bars go inside them; or beyond the axes, if limits were set by hand."""
        slots = [label.slot for label in labels if isinstance(label.slot, Beyond)]
        bars = [slot for slot in slots if slot.thickness is not None]
        return any(slot.inside is not None for slot in bars) or (bool(bars) and cls.may_leave(axes))

    @classmethod
    def may_leave(cls, axes: Axes) -> bool:
        """Only limits that were set by hand leave no room."""
        return not (autoscales(axes, "x") and autoscales(axes, "y"))

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for the label's height (width, for horizontal bars) beyond each end."""
        found = []
        slots = group.slots(Beyond)
        for index, (slot, mark) in enumerate(zip(slots, anchors(measure, slots), strict=True)):
            if not np.isfinite(mark).all():
                continue
            width, height = group.size(index, measure)
            upright = slot.upright
            length = measure.panel.height if upright else measure.panel.width
            size = slot.radius + (height if upright else width)
            room = (_gap(measure, upright) + FRAME_PT + 0.5 + size) / max(length, 1.0)
            ahead = slot.direction in ("up", "right")
            found.append(
                Need(
                    axis="y" if upright else "x",
                    value=slot.y if upright else slot.x,
                    before=0.0 if ahead else room,
                    after=room if ahead else 0.0,
                )
            )
        return found

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label beyond its end: straight, shifted, further out, or before its start.

        The last resort is inside its bar, or beyond the axes.
        """
        slots = group.slots(Beyond)
        marks = anchors(scene, slots)
        edges = scene.at(np.array([_edge(slot) for slot in slots]).reshape(-1, 2))
        starts = scene.at(np.array([_start(slot) for slot in slots]).reshape(-1, 2))
        failed: list[int] = []
        resort = group.resort
        sign_x, sign_y = _signs(scene.axes)
        for index, slot in group.tried(slots, failed):
            if not scene.visible(marks[index]):
                group.show(index, visible=False)
                continue
            step_x, step_y = STEPS[slot.direction]
            step = np.array([step_x * sign_x, step_y * sign_y])
            size = group.size(index, scene)
            end = marks[index] + step * slot.radius
            reach = _reach(slot, np.abs(edges[index] - marks[index]), size)
            box = _beyond(scene, end, step, size, reach)
            if box is None and slot.base is not None:
                # Between longer bars there may be no room at the end, but at the start.
                box = _beyond(scene, starts[index], -step, size, reach)
            inside = False
            if box is None and resort:
                thick = slot.filled * float(np.abs(edges[index] - marks[index]).max())
                if slot.inside is not None:
                    box = _inside(scene, starts[index], end, step, size, thick)
                inside = box is not None
                box = box or _off_axes(scene, end, step, size)
            group.paint(index, slot.inside if inside else group.color(index))
            if box is None:
                failed.append(index)
                group.give_up(index, scene, marks[index], _straight(scene, end, step, size))
            else:
                group.put(index, scene, marks[index], box, background=not inside)
        return failed

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the labels where some had to leave the axes."""
        leaves = group.resort and group.beyond != "never"
        return [box for _, box in group.extents()] if leaves else []


def _start(slot: Beyond) -> tuple[float, float]:
    """Return where the bar starts, in data coordinates."""
    if slot.base is None:
        return slot.anchor()
    return (slot.x, slot.base) if slot.upright else (slot.base, slot.y)


def _edge(slot: Beyond) -> tuple[float, float]:
    """Return a point that is further across by the thickness of the bar, in data coordinates."""
    across = slot.thickness or 0.0
    return (slot.x + across, slot.y) if slot.upright else (slot.x, slot.y + across)


def _signs(axes: Axes) -> tuple[int, int]:
    return (-1 if axes.xaxis_inverted() else 1), (-1 if axes.yaxis_inverted() else 1)


def _reach(slot: Beyond, thickness: Floats, size: tuple[float, float]) -> float:
    """Return how far a label may shift sideways and still be read as its bar's."""
    along = size[0] if slot.upright else size[1]
    if slot.thickness is None:
        return along / 2
    thick = float(thickness.max())
    return max(abs(thick - along) / 2, 1.0) + 0.2 * min(thick, along)


def _gap(measure: Measure, upright: bool) -> float:
    """Return the distance from a bar, or the cap of its whisker, to its label.

    On large panels labels keep so far from everything that the usual distance is too little.
    """
    return max(GAP_PT, measure.pad[int(upright)] + 3 * CELL)


def _straight(scene: Scene, anchor: Floats, step: Floats, size: tuple[float, float]) -> Box:
    center = anchor + step * (np.array(size) / 2 + _gap(scene, step[0] == 0))
    return Box.around(center[0], center[1], *size)


def _beyond(
    scene: Scene, anchor: Floats, step: Floats, size: tuple[float, float], reach: float
) -> Box | None:
    """Return a free place: straight beyond the end, else at its sides, else further out."""
    upright = step[0] == 0
    box = _straight(scene, anchor, step, size)
    if not _ahead(scene, box, upright):
        return None
    if scene.frame.holds(box) and scene.free(box):
        return box
    aside = shifted(scene, box, reach, vertical=not upright)
    if aside is not None:
        return aside
    out = OUT_LINES * size[1] if upright else OUT_PT
    for share in (0.0, 0.5, -0.5, 1.0, -1.0):
        side = (share * reach, 0.0) if upright else (0.0, share * reach)
        further = _further(scene, box.moved(*side), step, out)
        if further and _ahead(scene, further, upright) and scene.frame.holds(further):
            return further
    return None


def _further(scene: Scene, box: Box, step: Floats, out: float) -> Box | None:
    """Return the nearest free place for *box* in the direction of *step*, at most *out* away."""
    pad_x, pad_y = scene.pad
    room = box.grown(pad_x, pad_y)
    upright = step[0] == 0
    length = room.height if upright else room.width
    low, start = (room.y0, 1) if upright else (room.x0, 0)
    ahead = step[start] > 0
    first, last = (low, low + out) if ahead else (low - out, low)
    if upright:
        strip = Box(room.x0, first, room.x1, last + length)
    else:
        strip = Box(first, room.y0, last + length, room.y1)
    starts = scene.canvas.free_along(strip, length, vertical=upright)
    if not len(starts):
        return None
    move = float(starts[0] if ahead else starts[-1]) - low
    return box.moved(0.0, move) if upright else box.moved(move, 0.0)


def _inside(
    scene: Scene, start: Floats, end: Floats, step: Floats, size: tuple[float, float], thick: float
) -> Box | None:
    """Return the free place inside a bar that is nearest to its end."""
    upright = step[0] == 0
    along, across = int(upright), int(not upright)
    pad = scene.pad
    if size[across] + 2 * pad[across] > thick:
        return None
    low, high = np.minimum(start, end), np.maximum(start, end)
    low[across] = end[across] - size[across] / 2
    high[across] = end[across] + size[across] / 2
    bar = Box(*low, *high).common(scene.panel)
    strip = bar.grown(0.0, -GAP_PT) if upright else bar.grown(-GAP_PT, 0.0)
    length = size[along] + 2 * pad[along]
    if (strip.height if upright else strip.width) < length:
        return None
    starts = scene.strokes.free_along(strip, length, vertical=upright)
    if not len(starts):
        return None
    at = float(starts[-1] if step[along] > 0 else starts[0]) + pad[along]
    x, y = (bar.x0, at) if upright else (at, bar.y0)
    return Box(x, y, x + size[0], y + size[1])


def _off_axes(scene: Scene, end: Floats, step: Floats, size: tuple[float, float]) -> Box | None:
    """Return a free place beyond the axes, above or at the right, for the label of a bar near.

    None where limits autoscale: axes that are too small for their labels would be smaller still.
    """
    box = _straight(scene, end, step, size)
    upright = step[0] == 0
    if autoscales(scene.axes, "y" if upright else "x"):
        return None
    if step.max() <= 0 or _ahead(scene, box, upright):
        return None
    panel = scene.panel
    edge = (panel.y1 if upright else panel.x1) + _gap(scene, upright)
    move = edge - (box.y0 if upright else box.x0)
    box = box.moved(0.0, max(move, 0.0)) if upright else box.moved(max(move, 0.0), 0.0)
    return box if scene.free(box) else None


def _ahead(scene: Scene, box: Box, upright: bool) -> bool:
    """Say whether a label lies in the panel in its bar's direction."""
    panel = scene.panel.grown(-FRAME_PT)
    if upright:
        return panel.y0 <= box.y0 and box.y1 <= panel.y1
    return panel.x0 <= box.x0 and box.x1 <= panel.x1
