"""Words that point at a mark, and names above groups of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene
from cardplot._labels.slots import FRAME_PT, GAP_PT, Slot, Standing, shifted

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup

ARROW_PT = 13.0
"""Length of an arrow."""


@dataclass(frozen=True)
class Pointing(Slot):
    """Above a point, beyond what else stands there, with an arrow down to it.

    Attributes
    ----------
    x, y : float
        The point, in data coordinates.
    """

    x: float
    y: float

    order: ClassVar[int] = 38

    def anchor(self) -> tuple[float, float]:
        """Return the point."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return an arrow."""
        return {"arrowstyle": "-|>", "linewidth": 1.0, "mutation_scale": 8, "shrinkA": 1.0}

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for the words, the arrow and a label between it and the mark."""
        height = max(measure.panel.height, 1.0)
        return [
            Need(
                axis="y",
                value=slot.y,
                before=0.0,
                after=(2 * group.size(index, measure)[1] + ARROW_PT + 3 * GAP_PT + FRAME_PT)
                / height,
            )
            for index, slot in enumerate(group.slots(Pointing))
        ]

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the words above everything that stands on the mark."""
        failed = []
        anchors = scene.at(np.array([slot.anchor() for slot in group.slots(Pointing)]))
        for index, anchor in enumerate(anchors):
            if not scene.visible(anchor):
                group.show(index, visible=False)
                continue
            width, height = group.size(index, scene)
            tip = _top_of_stack(scene, anchor, height + ARROW_PT + 2 * GAP_PT)
            low = tip + ARROW_PT
            box = Box(anchor[0] - width / 2, low, anchor[0] + width / 2, low + height)
            if not scene.panel.grown(-FRAME_PT, 0.0).holds(box):
                box = _pushed_in(box, scene.panel.grown(-FRAME_PT))
            found = box if scene.free(box) else shifted(scene, box, width, vertical=False)
            if found is None:
                failed.append(index)
            arrow = group.texts[index].arrow_patch
            if arrow is not None:
                arrow.shrinkB = tip - anchor[1]
            group.put(index, scene, anchor, found or box, leader=True)
        return failed


def _top_of_stack(scene: Scene, anchor: Floats, room: float) -> float:
    """Return the height above *anchor* at which *room* points are free, upwards."""
    strip = Box(anchor[0] - 2, anchor[1] + CELL, anchor[0] + 2, scene.panel.y1 + room)
    starts = scene.canvas.free_along(strip, room, vertical=True)
    return float(starts[0]) + GAP_PT if len(starts) else float(anchor[1]) + GAP_PT


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
            low = panel.y1 + GAP_PT
            box = Box(middle - width / 2, low, middle + width / 2, low + height)
            group.put(index, scene, anchor, box)
        return []

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the names."""
        return [box for _, box in group.extents()]
