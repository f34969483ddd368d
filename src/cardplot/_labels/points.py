"""Names next to points and at the ends of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from matplotlib.transforms import Bbox

from cardplot._geometry import Box, Floats, spread
from cardplot._labels.scene import Scene
from cardplot._labels.slots import FRAME_PT, GAP_PT, PAD_PT, Slot, shifted

if TYPE_CHECKING:
    from cardplot._labels import LabelGroup


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
            for out in (0.0, 3.0, 8.0, 14.0, 22.0, 32.0, 44.0):
                box = _beside(scene, mark, slot.radius + 1.0 + out, size)
                if box is not None:
                    group.put(index, scene, anchors[index], box, leader=out > 6.0)
                    break
            else:
                failed.append(index)
                group.show(index, visible=label.required)
                if label.required:
                    center = mark + slot.radius + np.array(size) / 2
                    box = Box.around(float(center[0]), float(center[1]), *size)
                    group.put(index, scene, anchors[index], box)
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
class End(Slot):
    """At the end of a line, at its right; beyond the axes the layout makes room."""

    x: float
    y: float
    radius: float = 3.0

    order: ClassVar[int] = 25
    lines: ClassVar[Literal["left", "center", "right"]] = "left"

    def anchor(self) -> tuple[float, float]:
        """Return the end of the line."""
        return self.x, self.y

    def leader(self) -> dict[str, Any]:
        """Return a hairline from the line's end to its label."""
        return {"arrowstyle": "-", "linewidth": 1.0, "shrinkA": 1.0, "shrinkB": self.radius + 1}

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
                box = Box(
                    lefts[index], middle - height / 2, lefts[index] + width, middle + height / 2
                )
                if not scene.canvas.free(box):
                    found = shifted(scene, box, 3 * height, vertical=True)
                    if found is None:
                        failed.append(index)
                    box = found or box
                moved = abs((box.y0 + box.y1) / 2 - anchors[index, 1])
                group.put(index, scene, anchors[index], box, leader=bool(moved > 0.7 * height))
        return failed

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the labels."""
        return [box for _, box in group.extents()]


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
