"""Labels inside bars and cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need
from cardplot._labels.scene import FRAME_PT, Measure, Scene
from cardplot._labels.slots import GAP_PT, Slot

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup

CLEAR_PT = 2.0
"""From the base line to a label beside a segment, whose ground would cover the line."""


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
    together: ClassVar[float] = 0.8

    def anchor(self) -> tuple[float, float]:
        """Return the middle of the rectangle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def corners(self) -> tuple[float, float, float, float]:
        """Return two opposite corners."""
        return self.x0, self.y0, self.x1, self.y1

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for room beside the rectangles that are too thin for their label."""
        found = []
        for index, slot in enumerate(group.slots(Inside)):
            if slot.aside is None:
                continue
            size = np.array(group.size(index, measure))
            ends = measure.at(np.array(slot.corners()).reshape(-1, 2))
            # Across the way aside, which more room on the way doesn't change.
            along = 0 if slot.aside == "right" else 1
            thick = abs(ends[1, 1 - along] - ends[0, 1 - along])
            if thick < size[1 - along] + 2 * measure.pad[1 - along]:
                room = GAP_PT + size[along] + measure.pad[along] + FRAME_PT
                found.append(_beside(slot, along, room, ends, measure))
        return found

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label that fits with a point to spare; others aside, smaller or not."""
        slots = group.slots(Inside)
        corners = np.array([slot.corners() for slot in slots], dtype=float).reshape(-1, 2)
        ends = scene.at(corners).reshape(-1, 4)
        anchors = scene.at(np.array([slot.anchor() for slot in slots]).reshape(-1, 2))
        failed = []
        for index, slot in enumerate(slots):
            room = _visible_part(ends[index], scene.panel.grown(0.5))
            aside = False
            for step in group.steps(index):
                group.resize(index, step)
                size = group.size(index, scene)
                box = _within(scene, room, size)
                if box is None:
                    box = _aside(slot, scene, room, size)
                    aside = box is not None
                if box is not None:
                    break
            else:
                failed.append(index)
                x, y = map(float, anchors[index])
                box = Box.around(x, y, *group.size(index, scene))
                group.give_up(index, scene, anchors[index], box)
                continue
            group.paint(index, group.ink if aside else group.color(index))
            group.put(index, scene, anchors[index], box, background=aside)
        return failed


def _within(scene: Scene, room: Box, size: tuple[float, float]) -> Box | None:
    """Return the free place in a rectangle that is nearest to its middle."""
    middle = Box.around((room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2, *size)
    if not room.holds(middle.grown(*scene.pad)):
        return None
    if scene.strokes.free(middle):
        return middle
    padded, room = middle.grown(*scene.pad), room.grown(-CELL)
    tall, wide = replace(padded, y0=room.y0, y1=room.y1), replace(padded, x0=room.x0, x1=room.x1)
    ups = scene.strokes.free_along(tall, padded.height, vertical=True) - padded.y0
    asides = scene.strokes.free_along(wide, padded.width) - padded.x0
    moves = [*((0.0, float(up)) for up in ups), *((float(aside), 0.0) for aside in asides)]
    return middle.moved(*min(moves, key=lambda move: abs(sum(move)))) if moves else None


def _beside(slot: Inside, along: int, room: float, ends: Floats, measure: Measure) -> Need:
    """Ask for *room*, in points, beyond the right or upper edge of a rectangle."""
    length = measure.panel.height if along else measure.panel.width
    share = room / max(length, 1.0)
    first, last = (slot.y0, slot.y1) if along else (slot.x0, slot.x1)
    # On an inverted axis the right or upper edge is the smaller value.
    ahead = (ends[1, along] > ends[0, along]) == (last > first)
    return Need(
        axis="y" if along else "x",
        value=last if ends[1, along] > ends[0, along] else first,
        before=0.0 if ahead else share,
        after=share if ahead else 0.0,
    )


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
        # It may rise above a thin segment at the base, but not onto the base line.
        y0 = max((room.y0 + room.y1 - height) / 2, scene.panel.y0 + CLEAR_PT)
        box = Box(room.x1 + GAP_PT, y0, room.x1 + GAP_PT + width, y0 + height)
    else:
        x0 = max((room.x0 + room.x1 - width) / 2, scene.panel.x0 + CLEAR_PT)
        box = Box(x0, room.y1 + GAP_PT, x0 + width, room.y1 + GAP_PT + height)
    free = scene.panel.holds(box) and scene.free(box)
    return box if free else None
