"""The places that labels belong to, and how a label finds room there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from cardplot._geometry import Box, Floats, spread
from cardplot._limits import Need
from cardplot._scene import Measure, Scene

if TYPE_CHECKING:
    from cardplot._labels import Label, LabelGroup

Direction = Literal["up", "down", "left", "right"]

GAP_PT = 3.0
"""From a mark to its label."""
PAD_PT = 1.0
"""Least distance from a label to what isn't its own."""
OUT_LINES = 1.6
"""How far above its bar a label may move, in its own heights."""
OUT_PT = 26.0
"""How far to the right of its bar a label may move, in points."""
FRAME_PT = 1.5
"""Least distance from a label to the frame of the Axes."""
STEPS: dict[Direction, tuple[int, int]] = {
    "up": (0, 1),
    "down": (0, -1),
    "right": (1, 0),
    "left": (-1, 0),
}


@dataclass(frozen=True)
class Slot:
    """Where a label belongs."""

    order: ClassVar[int] = 0

    def anchor(self) -> tuple[float, float]:
        """Return the point that the label is tied to."""
        raise NotImplementedError

    def coordinates(self, axes: Axes) -> Any:
        """Return the coordinate system of the anchor."""
        del axes
        return "data"

    def leader(self) -> dict[str, Any] | None:
        """Return the style of a leader line, where labels of this kind may need one."""
        return None

    @classmethod
    def turns(cls, labels: Sequence[Label]) -> tuple[int, ...]:
        """Return the rotations to try, in degrees."""
        del labels
        return (0,)

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


def put(
    text: Annotation, scene: Scene, anchor: Floats, box: Box, *, background: bool = True
) -> None:
    """Put a text into *box* and take the place."""
    center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    text.set_visible(True)
    text.set_position((center[0] - anchor[0], center[1] - anchor[1]))
    # No grid line runs through a label; but on a band the surface's colour would show as a hole.
    wanted = background and scene.on_grid(box) and not scene.on_band(box)
    if wanted and text.get_bbox_patch() is None:
        surface = scene.axes.get_facecolor()
        text.set_bbox({"facecolor": surface, "edgecolor": "none", "pad": 1.0})
    elif not wanted and text.get_bbox_patch() is not None:
        text.set_bbox(None)
    if text.arrow_patch is not None:
        text.arrow_patch.set_visible(False)
    scene.take(box)


def show_unplaced(text: Annotation, required: bool) -> None:
    """Hide a label that found no place, unless it is required."""
    text.set_visible(required)


@dataclass(frozen=True)
class Inside(Slot):
    """Centred in a data rectangle, only where it fits.

    Attributes
    ----------
    x0, x1, y0, y1 : float
        The rectangle, in data coordinates.
    aside : {"right", "up"}, optional
        Where the label goes, if that is free, when it doesn't fit. Default: nowhere.
    """

    x0: float
    x1: float
    y0: float
    y1: float
    aside: Literal["right", "up"] | None = None

    order: ClassVar[int] = 35

    def anchor(self) -> tuple[float, float]:
        """Return the middle of the rectangle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def corners(self) -> tuple[float, float, float, float]:
        """Return two opposite corners."""
        return self.x0, self.y0, self.x1, self.y1

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label that fits with a point to spare on all sides; others aside or not."""
        slots = group.slots(Inside)
        corners = np.array([slot.corners() for slot in slots], dtype=float).reshape(-1, 2)
        ends = scene.at(corners).reshape(-1, 4)
        anchors = scene.at(np.array([slot.anchor() for slot in slots]).reshape(-1, 2))
        failed = []
        for index, text in enumerate(group.texts):
            size = group.size(index, scene)
            room = _visible_part(ends[index], scene.panel.grown(0.5))
            box = Box.around((room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2, *size)
            if room.holds(box.grown(1.0)) and scene.strokes.free(box):
                text.set_color(group.color(index))
                put(text, scene, anchors[index], box, background=False)
                continue
            aside = _aside(slots[index], scene, room, size)
            if aside is not None:
                text.set_color(group.ink)
                put(text, scene, anchors[index], aside)
                continue
            text.set_visible(False)
            failed.append(index)
        return failed


def _visible_part(corners: Floats, panel: Box) -> Box:
    x0, y0, x1, y1 = corners
    return Box(
        max(min(x0, x1), panel.x0),
        max(min(y0, y1), panel.y0),
        min(max(x0, x1), panel.x1),
        min(max(y0, y1), panel.y1),
    )


def _aside(slot: Inside, scene: Scene, room: Box, size: tuple[float, float]) -> Box | None:
    if slot.aside is None or room.width <= 0 or room.height <= 0:
        return None
    width, height = size
    if slot.aside == "right":
        # It may rise above a thin segment at the base, but not sink below the base line.
        y0 = max((room.y0 + room.y1 - height) / 2, scene.panel.y0 + 0.5)
        box = Box(room.x1 + GAP_PT, y0, room.x1 + GAP_PT + width, y0 + height)
    else:
        x0 = max((room.x0 + room.x1 - width) / 2, scene.panel.x0 + 0.5)
        box = Box(x0, room.y1 + GAP_PT, x0 + width, room.y1 + GAP_PT + height)
    free = scene.panel.holds(box) and scene.free(box)
    return box if free else None


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
        Where the bar starts; the label may go inside between *base* and the end.
    thickness : float, optional
        Thickness of the bar, in data units.
    radius : float, default: 0
        Size of the mark at the end, in points.
    shift : (float, float), default: (0, 0)
        How far from its data coordinates the mark is drawn, in points.
    """

    x: float
    y: float
    direction: Direction
    base: float | None = None
    thickness: float | None = None
    radius: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)

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
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for the label's height (width, for horizontal bars) beyond each end."""
        found = []
        for index, slot in enumerate(group.slots(Beyond)):
            width, height = group.size(index, measure)
            upright = slot.upright
            length = measure.panel.height if upright else measure.panel.width
            size = slot.radius + (height if upright else width)
            room = (GAP_PT + FRAME_PT + 0.5 + size) / max(length, 1.0)
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
        """Place each label beyond its end: straight, else shifted, else further, else inside."""
        anchors = scene.at(np.array([label.slot.anchor() for label in group.labels]).reshape(-1, 2))
        failed = []
        sign_x, sign_y = _signs(scene.axes)
        for index, slot in enumerate(group.slots(Beyond)):
            label, text = group.labels[index], group.texts[index]
            if not scene.visible(anchors[index]):
                text.set_visible(False)
                continue
            step_x, step_y = STEPS[slot.direction]
            step = np.array([step_x * sign_x, step_y * sign_y])
            size = group.size(index, scene)
            end = anchors[index] + slot.shift + step * slot.radius
            box = _beyond(scene, end, step, size, _reach(slot, scene, size))
            if box is None:
                failed.append(index)
                show_unplaced(text, label.required)
                box = _straight(end, step, size, GAP_PT)
                if not label.required:
                    continue
            put(text, scene, anchors[index], box)
        return failed


def _signs(axes: Axes) -> tuple[int, int]:
    return (-1 if axes.xaxis_inverted() else 1), (-1 if axes.yaxis_inverted() else 1)


def _reach(slot: Beyond, scene: Scene, size: tuple[float, float]) -> float:
    """Return how far a label may shift sideways and still be read as its bar's."""
    along = size[0] if slot.upright else size[1]
    if slot.thickness is None:
        return along / 2
    if slot.upright:
        ends = np.array([(slot.x, slot.y), (slot.x + slot.thickness, slot.y)])
    else:
        ends = np.array([(slot.x, slot.y), (slot.x, slot.y + slot.thickness)])
    placed = scene.at(ends)
    thick = float(np.abs(placed[1] - placed[0]).max())
    return max(abs(thick - along) / 2, 1.0) + 0.2 * min(thick, along)


def _straight(anchor: Floats, step: Floats, size: tuple[float, float], gap: float) -> Box:
    center = anchor + step * (np.array(size) / 2 + gap)
    return Box.around(center[0], center[1], *size)


def _beyond(
    scene: Scene, anchor: Floats, step: Floats, size: tuple[float, float], reach: float
) -> Box | None:
    """Return a free place: straight beyond the end, else at its sides, else further out."""
    upright = step[0] == 0
    box = _straight(anchor, step, size, GAP_PT)
    if not _within(scene, box, upright):
        return None
    if scene.free(box):
        return box
    shifted = _shifted(scene, box, reach, vertical=not upright)
    if shifted is not None:
        return shifted
    out = OUT_LINES * size[1] if upright else OUT_PT
    for share in (0.0, 0.5, -0.5, 1.0, -1.0):
        side = (share * reach, 0.0) if upright else (0.0, share * reach)
        further = _further(scene, box.moved(*side), step, out)
        if further is not None and _within(scene, further, upright):
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


def _within(scene: Scene, box: Box, upright: bool) -> bool:
    """Say whether a label lies in the panel in its bar's direction, and in the figure."""
    panel = scene.panel.grown(-FRAME_PT)
    if upright:
        inside = panel.y0 <= box.y0 and box.y1 <= panel.y1
    else:
        inside = panel.x0 <= box.x0 and box.x1 <= panel.x1
    return inside and scene.figure.holds(box)


def _shifted(scene: Scene, box: Box, reach: float, *, vertical: bool) -> Box | None:
    """Return the nearest free place for *box*, at most *reach* to its sides."""
    room = box.grown(*scene.pad)
    if vertical:
        strip = Box(room.x0, room.y0 - reach, room.x1, room.y1 + reach)
        starts, wanted = scene.canvas.free_along(strip, room.height, vertical=True), room.y0
    else:
        strip = Box(room.x0 - reach, room.y0, room.x1 + reach, room.y1)
        starts, wanted = scene.canvas.free_along(strip, room.width), room.x0
    if not len(starts):
        return None
    move = float(starts[np.argmin(np.abs(starts - wanted))] - wanted)
    moved = box.moved(0.0, move) if vertical else box.moved(move, 0.0)
    return moved if scene.figure.holds(moved) else None


@dataclass(frozen=True)
class Around(Slot):
    """Next to a point.

    Attributes
    ----------
    x, y : float
        The point, in data coordinates.
    radius : float, default: 4
        Size of its mark, in points.
    shift : (float, float), default: (0, 0)
        How far from its data coordinates the mark is drawn, in points.
    """

    x: float
    y: float
    radius: float = 4.0
    shift: tuple[float, float] = (0.0, 0.0)

    order: ClassVar[int] = 30
    SIDES: ClassVar[tuple[tuple[int, int], ...]] = (
        (1, 1), (1, 0), (0, 1), (-1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1),
    )  # fmt: skip

    def anchor(self) -> tuple[float, float]:
        """Return the point."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return a hairline that ends before the mark."""
        return {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 1.0, "shrinkB": self.radius + 1}

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label at one of eight sides, else further out with a leader."""
        anchors = scene.at(np.array([label.slot.anchor() for label in group.labels]).reshape(-1, 2))
        failed = []
        for index, slot in enumerate(group.slots(Around)):
            label, text = group.labels[index], group.texts[index]
            if not scene.visible(anchors[index]):
                text.set_visible(False)
                continue
            size = group.size(index, scene)
            mark = anchors[index] + slot.shift
            for out in (0.0, 3.0, 8.0, 14.0, 22.0, 32.0, 44.0):
                box = _beside(scene, mark, slot.radius + 1.0 + out, size)
                if box is not None:
                    put(text, scene, anchors[index], box)
                    if text.arrow_patch is not None:
                        text.arrow_patch.set_visible(out > 3.0)
                    break
            else:
                failed.append(index)
                show_unplaced(text, label.required)
                if label.required:
                    center = mark + slot.radius + np.array(size) / 2
                    put(
                        text,
                        scene,
                        anchors[index],
                        Box.around(float(center[0]), float(center[1]), *size),
                    )
        return failed


def _beside(scene: Scene, anchor: Floats, distance: float, size: tuple[float, float]) -> Box | None:
    width, height = size
    for side_x, side_y in Around.SIDES:
        # On the diagonals the box's corner touches the circle, not its bounding square.
        reach = distance * (0.6 if side_x and side_y else 1.0)
        center = (
            anchor[0] + side_x * (reach + width / 2),
            anchor[1] + side_y * (reach + height / 2),
        )
        box = Box.around(center[0], center[1], width, height)
        if scene.panel.grown(-FRAME_PT).holds(box) and scene.free(box):
            return box
    return None


@dataclass(frozen=True)
class Along(Slot):
    """Names a line or band across the axes, on it where the data leave room.

    Attributes
    ----------
    axis : {"x", "y"}
        "y": the line is horizontal, at y = *value*.
    value : float
        Where the line is, in data coordinates.
    loc : {"auto", "start", "end", "center"}
        Where along the line the label would like to be. "auto" is "end".
    low, high : float, optional
        The edges of a band; the label goes inside where it fits.
    """

    axis: str
    value: float
    loc: str = "auto"
    low: float | None = None
    high: float | None = None

    order: ClassVar[int] = 50

    def anchor(self) -> tuple[float, float]:
        """Return the middle of the line."""
        return (0.5, self.value) if self.axis == "y" else (self.value, 0.5)

    def coordinates(self, axes: Axes) -> Any:
        """Return data coordinates across, axes coordinates along."""
        return axes.get_yaxis_transform() if self.axis == "y" else axes.get_xaxis_transform()

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label on its line where that is free, else beyond the line's end."""
        for index, slot in enumerate(group.slots(Along)):
            text = group.texts[index]
            to_points = slot.coordinates(scene.axes) + scene.points
            anchor = to_points.transform([slot.anchor()])[0]
            if not scene.visible(anchor):
                text.set_visible(False)
                continue
            size = group.size(index, scene)
            box = _along(slot, scene, anchor, size) or _past_end(slot, scene, anchor, size)
            put(text, scene, anchor, box)
        return []

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the labels; those on the Axes change nothing."""
        return [text.get_window_extent() for text in group.texts if text.get_visible()]


def _past_end(slot: Along, scene: Scene, anchor: Floats, size: tuple[float, float]) -> Box:
    """Return a place beyond the right (upper) end of the line, clear of others there."""
    panel, (width, height) = scene.panel, size
    if slot.axis == "y":
        left = panel.x1 + GAP_PT
        box = Box(left, anchor[1] - height / 2, left + width, anchor[1] + height / 2)
    else:
        low = panel.y1 + GAP_PT
        box = Box(anchor[0] - width / 2, low, anchor[0] + width / 2, low + height)
    if scene.free(box):
        return box
    far = 6 * height if slot.axis == "y" else 2 * width
    return _shifted(scene, box, far, vertical=slot.axis == "y") or box


def _along(slot: Along, scene: Scene, anchor: Floats, size: tuple[float, float]) -> Box | None:
    """Return the free place nearest to where the label would like to be."""
    flat = slot.axis == "y"
    panel = scene.panel
    start, end = (panel.x0, panel.x1) if flat else (panel.y0, panel.y1)
    length, thick = (size[0], size[1]) if flat else (size[1], size[0])
    wanted = {"start": start + GAP_PT, "center": (start + end - length) / 2}.get(
        slot.loc, end - length - GAP_PT
    )
    first, last = start + GAP_PT - PAD_PT, end - GAP_PT + PAD_PT
    best: tuple[float, Box] | None = None
    across = anchor[1] if flat else anchor[0]
    for rank, low in enumerate((across + 2.0, across - 2.0 - thick)):
        if low < (panel.y0 if flat else panel.x0) or low + thick > (panel.y1 if flat else panel.x1):
            continue
        # Only a hair of distance to its own line, a full pad to everything else.
        if flat:
            strip = Box(first, low - 0.5, last, low + thick + 0.5)
        else:
            strip = Box(low - 0.5, first, low + thick + 0.5, last)
        pad = scene.pad[0 if flat else 1]
        starts = scene.canvas.free_along(strip, length + 2 * pad, vertical=not flat) + pad
        if not len(starts):
            continue
        nearest = float(starts[np.argmin(np.abs(starts - wanted))])
        cost = abs(nearest - wanted) + 12 * rank
        if flat:
            box = Box(nearest, low, nearest + length, low + thick)
        else:
            box = Box(low, nearest, low + thick, nearest + length)
        if best is None or cost < best[0]:
            best = (cost, box)
    return None if best is None else best[1]


@dataclass(frozen=True)
class End(Slot):
    """At the end of a line, at its right; beyond the axes the layout makes room."""

    x: float
    y: float
    radius: float = 3.0

    order: ClassVar[int] = 25

    def anchor(self) -> tuple[float, float]:
        """Return the end of the line."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return a hairline from the line's end to its label."""
        return {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 1.0, "shrinkB": self.radius + 1}

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the labels at the right of the ends, spread so that none touch."""
        anchors = scene.at(np.array([label.slot.anchor() for label in group.labels]).reshape(-1, 2))
        sizes = np.array([group.size(i, scene) for i in range(len(group.texts))]).reshape(-1, 2)
        radii = np.array([getattr(label.slot, "radius", 3.0) for label in group.labels])
        lefts = anchors[:, 0] + radii + GAP_PT
        failed = []
        for column in _columns(lefts, lefts + sizes[:, 0]):
            low, high = scene.panel.y0 - 2, scene.panel.y1 + 2
            middles = spread(anchors[column, 1], sizes[column, 1], low, high, gap=PAD_PT)
            for index, middle in sorted(zip(column, middles, strict=True), key=lambda p: p[0]):
                width, height = sizes[index]
                text = group.texts[index]
                box = Box(
                    lefts[index], middle - height / 2, lefts[index] + width, middle + height / 2
                )
                if not scene.canvas.free(box):
                    found = _shifted(scene, box, 3 * height, vertical=True)
                    if found is None:
                        failed.append(index)
                    box = found or box
                put(text, scene, anchors[index], box)
                moved = abs((box.y0 + box.y1) / 2 - anchors[index, 1])
                if text.arrow_patch is not None:
                    text.arrow_patch.set_visible(moved > 0.7 * height)
        return failed

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the labels."""
        return [text.get_window_extent() for text in group.texts if text.get_visible()]


def _columns(lefts: Floats, rights: Floats) -> list[list[int]]:
    """Return groups of labels that stand above each other."""
    columns: list[list[int]] = []
    edge = -np.inf
    for index in np.argsort(lefts, kind="stable"):
        if columns and lefts[index] < edge:
            columns[-1].append(int(index))
            edge = max(edge, rights[index])
        else:
            columns.append([int(index)])
            edge = rights[index]
    return columns
