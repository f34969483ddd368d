"""The place for words in a slot that has no mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes

from cardplot._geometry import Box, Floats
from cardplot._labels.scene import Scene
from cardplot._labels.slots import GAP_PT, PAD_PT, Slot
from cardplot._labels.wrap import wrapped

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup


@dataclass(frozen=True)
class Vacant(Slot):
    """In an empty slot, as near to the start of the value axis as there is room.

    Attributes
    ----------
    position : float
        The middle of the slot, in data units of the position axis.
    room : float
        From there to its edges.
    vertical : bool
        Whether values run along y.
    words : str
        The text without line breaks.
    """

    position: float
    room: float
    vertical: bool
    words: str

    order: ClassVar[int] = 60

    def anchor(self) -> tuple[float, float]:
        """Return where the slot starts."""
        return (self.position, 0.0) if self.vertical else (0.0, self.position)

    def coordinates(self, axes: Axes) -> Any:
        """Return data coordinates along the positions, axes coordinates along the values."""
        return axes.get_xaxis_transform() if self.vertical else axes.get_yaxis_transform()

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label at the start of its slot, else further along."""
        failed = []
        for index, slot in enumerate(group.slots(Vacant)):
            to_points = slot.coordinates(scene.axes) + scene.points
            start, end = to_points.transform(
                [slot.anchor(), slot._beside()]
            )  # one slot's half width
            room = 2 * float(np.abs(end - start).max())
            if not scene.visible(start):
                group.show(index, visible=False)
                continue
            if slot.vertical:
                font = group.texts[index].get_fontproperties()
                group.say(index, wrapped(slot.words, font, room, words_only=True))
            box = slot._free(scene, group.size(index, scene), start)
            if box is None:
                failed.append(index)
                group.show(index, visible=False)
            else:
                group.put(index, scene, start, box)
        return failed

    def _beside(self) -> tuple[float, float]:
        edge = self.position + self.room
        return (edge, 0.0) if self.vertical else (0.0, edge)

    def _free(self, scene: Scene, size: tuple[float, float], start: Floats) -> Box | None:
        width, height = size
        x, y = float(start[0]), float(start[1])
        if self.vertical:
            x0, x1 = x - width / 2 - PAD_PT, x + width / 2 + PAD_PT
            strip, length = Box(x0, y + GAP_PT, x1, scene.panel.y1), height
        else:
            y0, y1 = y - height / 2 - PAD_PT, y + height / 2 + PAD_PT
            strip, length = Box(x + GAP_PT, y0, scene.panel.x1, y1), width
        starts = scene.canvas.free_along(strip, length + 2 * PAD_PT, vertical=self.vertical)
        if not len(starts):
            return None
        first = float(starts[0]) + PAD_PT
        if self.vertical:
            return Box(x - width / 2, first, x + width / 2, first + height)
        return Box(first, y - height / 2, first + width, y + height / 2)
