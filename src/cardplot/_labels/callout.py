"""Words that point at a mark, and names above groups of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need
from cardplot._labels.nearest import nearest
from cardplot._labels.scene import FRAME_PT, Measure, Scene, font_size, points_of
from cardplot._labels.slots import GAP_PT, Slot, Standing, leader_line, shifted

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup

ARROW, HEAD, SHAFT = 13 / 8.5, 8 / 8.5, 1 / 8.5
"""Length of an arrow, and how bold its head and shaft are, in sizes of its words."""
NEAR_PT = 13.0
"""A mark is at most so large."""
STACK_GAP_PT = 6.0
"""A label further above a mark, or above another label, doesn't stand on it."""


@dataclass(frozen=True)
class Pointing(Slot):
    """Above a point, beyond what else stands there, or near it; with an arrow to it.

    Attributes
    ----------
    x, y : float
        The point, in data coordinates.
    """

    x: float
    y: float

    order: ClassVar[int] = 28

    def anchor(self) -> tuple[float, float]:
        """Return the point."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return an arrow."""
        size = points_of(mpl.rcParams["xtick.labelsize"])
        bold = {"mutation_scale": HEAD * size, "linewidth": SHAFT * size}
        return {"arrowstyle": "-|>", **bold, "shrinkA": 1.0}

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for the words, the arrow and a label between it and the mark."""
        height = max(measure.panel.height, 1.0)
        arrow = ARROW * max(map(font_size, group.texts))
        return [
            Need(
                axis="y",
                value=slot.y,
                before=0.0,
                after=(2 * group.size(index, measure)[1] + arrow + 3 * GAP_PT + FRAME_PT) / height,
            )
            for index, slot in enumerate(group.slots(Pointing))
        ]

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the words above what stands on the mark, else where the arrow crosses little."""
        failed = []
        anchors = scene.at(np.array([slot.anchor() for slot in group.slots(Pointing)]))
        for index, anchor in enumerate(anchors):
            if not scene.visible(anchor):
                group.show(index, visible=False)
                continue
            size, length = group.size(index, scene), ARROW * font_size(group.texts[index])
            straight, top = _above(scene, anchor, size, length)
            found = _near(scene, anchor, straight, top, length)
            found = found or _aside(scene, anchor, size, length)
            if found is None or not scene.labels.free_line(leader_line(anchor, found[1], found[0])):
                failed.append(index)
            box, off = found or (straight, top)
            group.end_leader(index, off)
            group.put(index, scene, anchor, box, leader=True)
            scene.take_line(leader_line(anchor, off, box), arrow=True)
        return failed


def _above(
    scene: Scene, mark: Floats, size: tuple[float, float], length: float
) -> tuple[Box, float]:
    """Return the place above what stands on a mark, and how far off the mark its arrow ends."""
    width, height = size
    off = _stack(scene, mark) + GAP_PT
    low = mark[1] + off + length
    box = Box.around(float(mark[0]), float(low) + height / 2, width, height)
    return _pushed_in(box, scene.panel.grown(-FRAME_PT)), off


def _stack(scene: Scene, mark: Floats) -> float:
    """Return how high what stands on a mark is: the mark itself and labels close above it."""
    top = float(mark[1])
    for canvas, gap in ((scene.canvas, 2 * CELL), (scene.labels, STACK_GAP_PT)):
        strip = Box(mark[0] - 2, top + CELL, mark[0] + 2, scene.panel.y1 + 2 * STACK_GAP_PT)
        starts = canvas.free_along(strip, gap, vertical=True)
        top = float(starts[0]) if len(starts) else top
    return top - float(mark[1])


def _near(
    scene: Scene, mark: Floats, box: Box, off: float, length: float
) -> tuple[Box, float] | None:
    """Return *box*, or a free place at its side, where the arrow from there crosses nothing."""
    found = box if scene.free(box) else shifted(scene, box, box.width, vertical=False)
    short = box.y0 < mark[1] + off + length - CELL  # pushed down into the panel
    if found is None or short or not scene.panel.holds(found):
        return None
    return (found, off) if scene.canvas.free_line(leader_line(mark, off, found)) else None


def _aside(
    scene: Scene, mark: Floats, size: tuple[float, float], length: float
) -> tuple[Box, float] | None:
    """Return a free place near a mark whose arrow crosses little, and how far off that ends."""
    off = _radius(scene, mark) + GAP_PT
    box = nearest(scene, mark, size, least=length, off=off)
    return None if box is None else (box, off)


def _radius(scene: Scene, mark: Floats) -> float:
    """Return how large a mark is where it is smallest: another one may touch it."""
    angles = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
    ends = mark + NEAR_PT * np.column_stack([np.cos(angles), np.sin(angles)])
    ways = [scene.canvas.taken_on(np.array([mark, end])) for end in ends]
    shares = [(~way).argmax() / len(way) for way in ways if not way.all()]
    return NEAR_PT * float(min(shares, default=0.0))


def _pushed_in(box: Box, panel: Box) -> Box:
    """Return *box*, moved into *panel* as far as it fits."""
    dx = max(panel.x0 - box.x0, 0.0) - max(box.x1 - panel.x1, 0.0)
    dy = -max(box.y1 - panel.y1, 0.0)
    return box.moved(dx, dy)


@dataclass(frozen=True)
class Over(Slot):
    """Centred above the Axes, over a range of x.

    Attributes
    ----------
    low, high : float
        The range, in data coordinates.
    """

    low: float
    high: float

    order: ClassVar[int] = 39

    @property
    def beyond(self) -> Standing:
        """Above the axes."""
        return "always"

    def anchor(self) -> tuple[float, float]:
        """Return the middle of the range at the top of the Axes."""
        return (self.low + self.high) / 2, 1.0

    def coordinates(self, axes: Axes) -> Any:
        """Return data coordinates along x, axes coordinates along y."""
        return axes.get_xaxis_transform()

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the names just above the Axes, over what can be seen of their ranges."""
        panel = scene.panel
        for index, slot in enumerate(group.slots(Over)):
            to_points = slot.coordinates(scene.axes) + scene.points
            anchor, *ends = to_points.transform([slot.anchor(), (slot.low, 1), (slot.high, 1)])
            left, right = sorted(float(end[0]) for end in ends)
            if not (left <= panel.x1 and right >= panel.x0):
                group.show(index, visible=False)
                continue
            middle = (max(left, panel.x0) + min(right, panel.x1)) / 2
            text = group.texts[index]
            text.xy = slot.anchor()
            if left < panel.x0 or right > panel.x1:  # its own middle may be far away
                anchor = np.array([middle, panel.y1])
                text.xy = tuple(to_points.inverted().transform(anchor))
            width, height = group.size(index, scene)
            low = panel.y1 + max(scene.top, 0.0) + GAP_PT
            box = Box(middle - width / 2, low, middle + width / 2, low + height)
            group.put(index, scene, anchor, box)
        return []

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the names."""
        return [box for _, box in group.extents()]
