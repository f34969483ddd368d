"""Names of lines and bands across the axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene
from cardplot._labels.slots import GAP_PT, PAD_PT, Slot, Standing, past, shifted
from cardplot._labels.wrap import wrapped

if TYPE_CHECKING:
    from cardplot._labels.group import LabelGroup

LINE_PT = 2.0
"""From a name to the middle of its line; more where that is bold."""
SIDE_SHARE = 0.22
"""Names beyond the right end take at most this share of the figure's width before they break."""
ROWS = 4
"""Names beyond the upper ends of lines that are close together stand in at most so many rows."""


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
    line : matplotlib.lines.Line2D, optional
        What it names, if that is drawn.
    """

    axis: str
    value: float
    loc: str = "auto"
    low: float | None = None
    high: float | None = None
    line: Line2D | None = None

    order: ClassVar[int] = 50

    @property
    def beyond(self) -> Standing:
        """Above the axes, where names of vertical lines are too many for the lines."""
        return "maybe" if self.axis == "x" else "never"

    def anchor(self) -> tuple[float, float]:
        """Return the middle of the line."""
        return (0.5, self.value) if self.axis == "y" else (self.value, 0.5)

    def coordinates(self, axes: Axes) -> Any:
        """Return data coordinates across, axes coordinates along."""
        return axes.get_yaxis_transform() if self.axis == "y" else axes.get_xaxis_transform()

    @classmethod
    def needs(cls, group: LabelGroup, measure: Measure) -> Sequence[Need]:
        """Ask for the height of a name above its line; names of vertical lines find their own."""
        height = max(measure.panel.height, 1.0)
        return [
            Need("y", slot.value, 0.0, (group.full_size(index, measure)[1] + 2 * GAP_PT) / height)
            for index, slot in enumerate(group.slots(Along))
            if slot.axis == "y"
        ]

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place each label on its line where that is free, else beyond the line's end."""
        failed = []
        for index, slot in enumerate(group.slots(Along)):
            to_points = slot.coordinates(scene.axes) + scene.points
            anchor = to_points.transform([slot.anchor()])[0]
            if not scene.visible(anchor):
                group.show(index, visible=False)
                continue
            words = group.words(index)
            group.say(index, words)
            box = _along(slot, scene, anchor, group.size(index, scene))
            if box is None:
                font = group.texts[index].get_fontproperties()
                room = scene.panel.width if slot.axis == "x" else SIDE_SHARE * scene.figure.width
                group.say(index, wrapped(words, font, room, words_only=True))
                beyond = _past_right if slot.axis == "y" else _past_top
                box, away = beyond(scene, anchor, group.size(index, scene))
                # Smaller, it may find room at its line.
                if (away and not group.tightest) or not scene.free(box):
                    failed.append(index)
            at_right = box.x0 >= scene.panel.x1
            group.align(index, "left" if at_right else slot.lines)
            group.put(index, scene, anchor, box)
        return failed

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the labels; those on the Axes change nothing."""
        return [box for _, box in group.extents()]


def _past_right(scene: Scene, anchor: Floats, size: tuple[float, float]) -> tuple[Box, bool]:
    """Return a place beyond the right end of the line, and whether past all that stands there."""
    width, height = size
    left = scene.panel.x1 + max(GAP_PT, scene.pad[0] + 2 * CELL)  # its line ends there
    box = Box(left, anchor[1] - height / 2, left + width, anchor[1] + height / 2)
    near = shifted(scene, box, height, vertical=True)
    return near or past(scene, box, vertical=False), near is None


def _past_top(scene: Scene, anchor: Floats, size: tuple[float, float]) -> tuple[Box, bool]:
    """Return a place over the upper end of the line; in a higher row where others stand there."""
    panel, (width, height) = scene.panel, size
    low = panel.y1 + max(scene.top, 0.0) + max(GAP_PT, scene.pad[1] + 2 * CELL)
    lowest = Box(anchor[0] - width / 2, low, anchor[0] + width / 2, low + height)
    if width <= panel.width:
        # Over names of other axes and beyond the panel only where it can't be otherwise.
        inwards = max(panel.x0 - lowest.x0, 0.0) - max(lowest.x1 - panel.x1, 0.0)
        lowest = lowest.moved(inwards, 0.0)
    # Names side by side would read as one.
    lowest = lowest.grown(2 * GAP_PT, 0.0)
    rows = [lowest.moved(0.0, row * (height + 2 * PAD_PT)) for row in range(ROWS)]
    # Wherever it goes in its row, its line ends under it.
    found = [
        (abs(box.x0 - lowest.x0) + 1.5 * (box.y0 - low), index, box)
        for index, row in enumerate(rows)
        if (box := shifted(scene, row, width / 2, vertical=False))
    ]
    best = min(found)[2] if found else past(scene, lowest, vertical=True)
    return best.grown(-2 * GAP_PT, 0.0), False


def _along(slot: Along, scene: Scene, anchor: Floats, size: tuple[float, float]) -> Box | None:
    """Return the free place nearest to where the label would like to be."""
    flat = slot.axis == "y"
    panel, frame = scene.panel, scene.panel.common(scene.frame)
    start, end = (panel.x0, panel.x1) if flat else (panel.y0, panel.y1)
    length, thick = (size[0], size[1]) if flat else (size[1], size[0])
    wanted = {"start": start + GAP_PT, "center": (start + end - length) / 2}.get(
        slot.loc, end - length - GAP_PT
    )
    first, last = start + GAP_PT - PAD_PT, end - GAP_PT + PAD_PT
    best: tuple[float, Box] | None = None
    for rank, low in enumerate(_across(slot, scene, anchor, thick)):
        if low < (frame.y0 if flat else frame.x0) or low + thick > (frame.y1 if flat else frame.x1):
            continue
        # Only a hair of distance to its own line, a full pad to everything else.
        pad, far = scene.pad if flat else scene.pad[::-1]
        below, above = (0.5, far) if low >= anchor[1 if flat else 0] else (far, 0.5)
        if flat:
            strip = Box(first, low - below, last, low + thick + above)
        else:
            strip = Box(low - below, first, low + thick + above, last)
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


def _across(slot: Along, scene: Scene, anchor: Floats, thick: float) -> list[float]:
    """Return where the label may start across its line, best first.

    The name of a band stands in its middle, else beyond one of its edges: none runs through it.
    """
    side = 1 if slot.axis == "y" else 0
    bold = 0.0 if slot.line is None else np.ceil(slot.line.get_linewidth()) / 2 + 2 * CELL
    apart = max(LINE_PT, bold)
    beside = [anchor[side] + apart, anchor[side] - apart - thick]
    if slot.low is None or slot.high is None:
        return beside
    to_points = slot.coordinates(scene.axes) + scene.points
    edges = [(0.5, end) if slot.axis == "y" else (end, 0.5) for end in (slot.low, slot.high)]
    panel = scene.panel
    seen = (panel.y0, panel.y1) if slot.axis == "y" else (panel.x0, panel.x1)
    first, last = sorted(np.clip(to_points.transform(edges)[:, side], *seen))
    inside = [(first + last - thick) / 2] if last - first >= thick + 2 * PAD_PT else []
    return [*inside, last + GAP_PT, first - GAP_PT - thick, *beside]
