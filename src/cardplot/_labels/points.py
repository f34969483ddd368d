"""Names next to points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cardplot._geometry import Box, Floats
from cardplot._labels.scene import FRAME_PT, Scene
from cardplot._labels.slots import Slot, leader_line

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup


OFF_PT = (8.0, 14.0, 22.0, 32.0, 40.0, 44.0, 48.0, 56.0, 66.0, 80.0)
"""How far off its mark a name goes, with a leader, where there is no room next to it."""


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
    colored_leader: ClassVar[bool] = False
    SIDES: ClassVar[tuple[tuple[int, int], ...]] = (
        (1, 1), (1, 0), (0, 1), (-1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1),
    )  # fmt: skip

    def anchor(self) -> tuple[float, float]:
        """Return the point."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return a hairline that ends before the mark."""
        return {"arrowstyle": "-", "linewidth": 1.0, "shrinkA": 1.0, "shrinkB": self.radius + 1}

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label at one of eight sides, else further out with a leader."""
        anchors = scene.at(np.array([label.slot.anchor() for label in group.labels]).reshape(-1, 2))
        failed = []
        for index, slot in enumerate(group.slots(Around)):
            label = group.labels[index]
            if not scene.visible(anchors[index]):
                group.show(index, visible=False)
                continue
            size = group.size(index, scene)
            mark = anchors[index] + slot.shift
            for out in (0.0, 3.0, *OFF_PT):
                led = out in OFF_PT
                box = _beside(
                    scene, mark, slot.radius + 1.0 + out, size, slot.radius if led else None
                )
                if box is not None:
                    group.put(index, scene, anchors[index], box, leader=led)
                    if led:
                        scene.take_line(leader_line(mark, slot.radius, box))
                    break
            else:
                failed.append(index)
                group.show(index, visible=label.required)
                if label.required:
                    center = mark + slot.radius + np.array(size) / 2
                    box = Box.around(float(center[0]), float(center[1]), *size)
                    group.put(index, scene, anchors[index], box)
        return failed


def _beside(
    scene: Scene,
    anchor: Floats,
    distance: float,
    size: tuple[float, float],
    led: float | None,
) -> Box | None:
    """Return a free place at *distance*; with a leader from a mark of radius *led*, that too."""
    width, height = size
    panel = scene.panel.grown(-FRAME_PT)
    for side_x, side_y in Around.SIDES:
        # On the diagonals the box's corner touches the circle, not its bounding square.
        reach = distance * (0.6 if side_x and side_y else 1.0)
        center = (
            anchor[0] + side_x * (reach + width / 2),
            anchor[1] + side_y * (reach + height / 2),
        )
        box = Box.around(center[0], center[1], width, height)
        if panel.holds(box) and scene.free(box):
            if led is not None and not scene.labels.free_line(leader_line(anchor, led, box)):
                continue
            return box
    return None
