"""Names next to points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.transforms import Transform

from cardplot._geometry import Box, Floats
from cardplot._labels.scene import FRAME_PT, Scene
from cardplot._labels.slots import Slot, anchors, leader_line

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup


OFF_PT = (8.0, 14.0, 22.0, 32.0, 40.0, 44.0, 48.0, 56.0, 66.0, 80.0)
"""How far off its mark a name goes, with a leader, where there is no room next to it."""
SIDES = np.array([(1, 1), (1, 0), (0, 1), (-1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1)])
# On the diagonals the box's corner touches the circle, not its bounding square.
_REACHES = SIDES * np.where(SIDES.all(axis=1), 0.6, 1.0)[:, None]
WAYS = np.tile(_REACHES, (2 + len(OFF_PT), 1))
"""The ways to the places that are tried, in their order, ..."""
FURTHER = WAYS * np.repeat([0.0, 3.0, *OFF_PT], len(SIDES))[:, None]
"""... how much further than next to its mark each is, in points ..."""
FIRST_LED = 2 * len(SIDES)
"""... and the first to which a leader goes."""


@dataclass(frozen=True)
class Around(Slot):
    """Next to a point.

    Attributes
    ----------
    x, y : float
        The point, in data coordinates.
    radius : float, default: 4
        Size of its mark, in points.
    drawn : matplotlib.transforms.Transform, optional
        From data coordinates to where the mark is drawn, where that is beside them.
    """

    x: float
    y: float
    radius: float = 4.0
    drawn: Transform | None = None

    order: ClassVar[int] = 30
    colored_leader: ClassVar[bool] = False

    def anchor(self) -> tuple[float, float]:
        """Return the point."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return a hairline that ends before the mark."""
        return {"arrowstyle": "-", "linewidth": 1.0, "shrinkA": 1.0, "shrinkB": self.radius + 1}

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label at one of eight sides, else further out with a leader."""
        slots = group.slots(Around)
        marks = anchors(scene, slots)
        failed: list[int] = []
        for index, slot in group.tried(slots, failed):
            mark = marks[index]
            if not scene.visible(mark):
                group.show(index, visible=False)
                continue
            size = group.size(index, scene)
            found = _place_for(scene, mark, slot.radius, size)
            if found is not None:
                box, led = found
                group.put(index, scene, mark, box, leader=led)
                if led:
                    scene.take_line(leader_line(mark, slot.radius, box))
            else:
                failed.append(index)
                center = mark + slot.radius + np.array(size) / 2
                box = Box.around(float(center[0]), float(center[1]), *size)
                group.give_up(index, scene, mark, box)
        return failed


def _place_for(
    scene: Scene, mark: Floats, radius: float, size: tuple[float, float]
) -> tuple[Box, bool] | None:
    """Return the first free place around a mark, and whether a leader goes there."""
    centers = mark + np.sign(WAYS) * np.array(size) / 2 + WAYS * (radius + 1.0) + FURTHER
    boxes = np.hstack([centers - np.array(size) / 2, centers + np.array(size) / 2])
    pad = np.array(scene.pad)
    # What marks take is looked at in bulk, what labels take one by one.
    free = scene.ground.canvas.free_boxes(boxes + np.concatenate([-pad, pad]))
    panel = scene.panel.grown(-FRAME_PT)
    for place in np.flatnonzero(free):
        box, led = Box(*boxes[place].tolist()), bool(place >= FIRST_LED)
        if not (panel.holds(box) and scene.free(box)):
            continue
        if not led or scene.labels.free_line(leader_line(mark, radius, box)):
            return box, led
    return None
