"""The place for words in a slot that has no mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Transform

from cardplot._geometry import Box, Floats
from cardplot._labels.scene import Scene
from cardplot._labels.slots import GAP_PT, PAD_PT, Slot
from cardplot._labels.wrap import wrapped

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup


@dataclass(frozen=True)
class Vacant(Slot):
    """In an empty slot, as near to the edge of the axes as there is room.

    Attributes
    ----------
    position : float
        The middle of the slot, in data units of the position axis.
    room : float or None
        From there to its edges; None where it has none.
    vertical : bool
        Whether values run along y.
    words : str
        The text without line breaks.
    far : bool, default: False
        At the upper or right edge, not the lower or left one.
    most : float, default: inf
        How far from the edge the words may be, in their heights (widths).
    aside : matplotlib.transforms.Transform, optional
        From the pixels of the slot to where its marks are drawn, where that is beside them.
    """

    position: float
    room: float | None
    vertical: bool
    words: str
    far: bool = False
    most: float = np.inf
    aside: Transform | None = None

    order: ClassVar[int] = 60

    def anchor(self) -> tuple[float, float]:
        """Return where the slot starts."""
        return self._at(self.position)

    def coordinates(self, axes: Axes) -> Any:
        """Return data coordinates along the positions, axes coordinates along the values."""
        blended = axes.get_xaxis_transform() if self.vertical else axes.get_yaxis_transform()
        return blended if self.aside is None else blended + self.aside

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label at the start of its slot, else further along."""
        failed = []
        for index, slot in enumerate(group.slots(Vacant)):
            to_points = slot.coordinates(scene.axes) + scene.points
            start = to_points.transform(slot.anchor())
            if not scene.visible(start):
                group.show(index, visible=False)
                continue
            if slot.vertical and slot.room is not None:
                edge = to_points.transform(slot._at(slot.position + slot.room))
                room = 2 * float(np.abs(edge - start).max())
                font = group.texts[index].get_fontproperties()
                group.say(index, wrapped(group.words(index), font, room, words_only=True))
            box = slot._free(scene, group.size(index, scene), start)
            if box is None:
                failed.append(index)
                group.show(index, visible=False)
            else:
                group.put(index, scene, start, box)
        return failed

    def _at(self, position: float) -> tuple[float, float]:
        edge = float(self.far)
        return (position, edge) if self.vertical else (edge, position)

    def _free(self, scene: Scene, size: tuple[float, float], start: Floats) -> Box | None:
        (width, height), (x, y), panel = size, start.tolist(), scene.panel
        length = height if self.vertical else width
        ends = np.array([GAP_PT, self.most * length + 2 * (GAP_PT + PAD_PT)])
        low, high = -ends[::-1] if self.far else ends
        box = Box.around(x, y, width, height).grown(PAD_PT)
        if self.vertical:
            strip = Box(box.x0, max(y + low, panel.y0), box.x1, min(y + high, panel.y1))
        else:
            strip = Box(max(x + low, panel.x0), box.y0, min(x + high, panel.x1), box.y1)
        starts = scene.canvas.free_along(strip, length + 2 * PAD_PT, vertical=self.vertical)
        if not len(starts):
            return None
        first = float(starts[-1 if self.far else 0]) + PAD_PT
        if self.vertical:
            return Box(x - width / 2, first, x + width / 2, first + height)
        return Box(first, y - height / 2, first + width, y + height / 2)
