"""Names at the ends of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from cardplot._geometry import CELL, Box, Floats, spread
from cardplot._labels.nearest import nearest
from cardplot._labels.scene import FRAME_PT, Scene, root_figure
from cardplot._labels.slots import GAP_PT, Slot, Standing, shifted
from cardplot._layout.bands import Wrapped

if TYPE_CHECKING:
    from cardplot._labels import LabelGroup

NAME_SHARE = 0.3
"""A name takes at most this share of the figure's width; longer ones break."""
BEYOND_PT = 6.0
"""Names may stand this far above and below the Axes where they are many."""
INDENT_PT = 8.0
"""Further right, where leaders have to be told apart."""
LEADER_SHARE = 0.7
"""A name that was moved by more than this share of its height gets a leader."""
AROUND_PT = 30.0
"""How far off its line's end a name stands on the axes, where there is no room beside them."""


@dataclass(frozen=True)
class LineEnd(Slot):
    """At the right end of what is visible of a line; beyond the axes the layout makes room.

    Attributes
    ----------
    line : matplotlib.lines.Line2D
        It is looked at when the figure is drawn: new data, limits and directions count.
    """

    line: Line2D
    _wrapped: list[Wrapped] = field(default_factory=list, repr=False, compare=False)

    order: ClassVar[int] = 25
    lines: ClassVar[Literal["left", "center", "right"]] = "left"

    @property
    def beyond(self) -> Standing:
        """Beyond the right end of the axes, unless its line ends before."""
        return "always"

    def anchor(self) -> tuple[float, float]:
        """Return the last point of the data; where it is drawn is known later."""
        xy = np.asarray(self.line.get_xydata(), dtype=float)
        xy = xy[np.isfinite(xy).all(axis=1)]
        return (float(xy[-1, 0]), float(xy[-1, 1])) if len(xy) else (0.0, 0.0)

    def leader(self) -> dict[str, Any]:
        """Return a hairline from the line's end to the middle of its name."""
        return {
            "arrowstyle": "-",
            "linewidth": 1.0,
            "shrinkA": 1.0,
            "shrinkB": self.radius() + 1.0,
            "relpos": (0.0, 0.5),
        }

    def radius(self) -> float:
        """Return how far the line, or its last marker, reaches beyond its end, in points."""
        reach = float(self.line.get_linewidth()) / 2
        if self.line.get_marker() not in ("None", "none", None, "", " "):
            size = self.line.get_markersize() + self.line.get_markeredgewidth()
            reach = max(reach, float(size) / 2)
        return reach

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the names at the right of the ends, spread so that none touch."""
        slots = group.slots(LineEnd)
        ends: dict[int, Floats] = {}
        for index, slot in enumerate(slots):
            end = _visible_end(slot.line, scene)
            if end is None:
                group.show(index, visible=False)
                continue
            ends[index] = end
            # The leader is drawn from here, whatever the data are now.
            group.texts[index].xy = _in_data(scene, end)
            slot._fit(group, index, scene)
        sizes = {index: group.size(index, scene) for index in ends}
        gap = max(GAP_PT, scene.pad[0] + 2 * CELL)
        lefts = {
            index: _off_frame(scene, ends[index][0] + slots[index].radius() + gap, sizes[index][0])
            for index in ends
        }
        failed: list[int] = []
        for column in _columns(lefts, {index: size[0] for index, size in sizes.items()}):
            failed += _place_column(group, scene, column, ends, sizes, lefts)
        return failed

    def _fit(self, group: LabelGroup, index: int, scene: Scene) -> None:
        if not self._wrapped:
            self._wrapped.append(Wrapped(group.texts[index]))
        self._wrapped[0].fit(NAME_SHARE * scene.figure.width)

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the names; too many of them don't ask for a higher figure."""
        found = []
        for text, box in group.extents():
            panel = text.axes.bbox  # type: ignore[union-attr]
            slack = BEYOND_PT * root_figure(text).dpi / 72
            low, high = np.clip(box.intervaly, panel.y0 - slack, panel.y1 + slack)
            found.append(Bbox.from_extents(box.x0, low, box.x1, high))
        return found


def _place_column(
    group: LabelGroup,
    scene: Scene,
    column: list[int],
    ends: dict[int, Floats],
    sizes: dict[int, tuple[float, float]],
    lefts: dict[int, float],
) -> list[int]:
    """Place names that stand above each other; return those that found no free place."""
    heights = np.array([sizes[index][1] for index in column])
    wanted = np.array([ends[index][1] for index in column])
    low, high = scene.panel.y0 - BEYOND_PT, scene.panel.y1 + BEYOND_PT
    gap = scene.pad[1] + 2 * CELL
    middles = spread(wanted, heights, low, high, gap=gap)
    crowded = (np.abs(middles - wanted) > LEADER_SHARE * heights).any()
    failed = []
    if heights.sum() + gap * (len(column) - 1) > high - low:
        failed = column[:]
    for index, middle in sorted(zip(column, middles, strict=True)):
        width, height = sizes[index]
        left = lefts[index] + (INDENT_PT if crowded else 0.0)
        box = Box(left, middle - height / 2, left + width, middle + height / 2)
        found = _free_place(scene, box, ends[index], lefts[index] - ends[index][0])
        if found is None and index not in failed:
            failed.append(index)
        box = found or box
        away = abs((box.y0 + box.y1) / 2 - ends[index][1])
        beside = box.x0 < lefts[index] - 0.1
        leader = away > LEADER_SHARE * height and not beside
        group.put(index, scene, ends[index], box, leader=bool(leader))
    return failed


def _free_place(scene: Scene, box: Box, end: Floats, gap: float) -> Box | None:
    """Return *box* where it is free, else the nearest free place above, below, or around."""
    if scene.free(box):
        return box
    found = shifted(scene, box, 3 * box.height, vertical=True)
    beside = scene.panel.grown(0.0, BEYOND_PT)
    if found is not None and beside.y0 <= found.y0 and found.y1 <= beside.y1:
        return found
    near = nearest(scene, end, (box.width, box.height), least=gap, off=gap)
    if near is not None and near.grown(AROUND_PT).holds(Box(*end, *end)):
        return near
    return found


def _off_frame(scene: Scene, left: float, width: float) -> float:
    """Return where a name starts: beyond the frame, where a visible one would run through it."""
    spines, edge = scene.axes.spines, scene.panel.x1
    framed = "right" in spines and spines["right"].get_visible()
    return edge + GAP_PT if framed and left - FRAME_PT < edge < left + width else left


def _columns(lefts: dict[int, float], widths: dict[int, float]) -> list[list[int]]:
    """Return groups of names that stand above each other."""
    columns: list[list[int]] = []
    edge = -np.inf
    for index in sorted(lefts, key=lambda index: (lefts[index], index)):
        if columns and lefts[index] < edge:
            columns[-1].append(index)
        else:
            columns.append([index])
        edge = max(edge, lefts[index] + widths[index])
    return columns


def _in_data(scene: Scene, xy: Floats) -> tuple[float, float]:
    x, y = (scene.axes.transData + scene.points).inverted().transform(xy)
    return float(x), float(y)


def _visible_end(line: Line2D, scene: Scene) -> Floats | None:
    """Return the rightmost point of what is visible of a line, in points, or None.

    Where a line leaves the Axes, that is where it crosses the frame.
    """
    if not line.get_visible():
        return None
    with np.errstate(all="ignore"):
        vertices = np.asarray(line.get_path().vertices, dtype=float)
        path: Floats = (line.get_transform() + scene.points).transform(vertices)
    panel = scene.panel.grown(-0.01)
    low, high = np.array([panel.x0, panel.y0]), np.array([panel.x1, panel.y1])
    fine = np.isfinite(path).all(axis=1)
    inside = fine & (path >= low - 0.5).all(axis=1) & (path <= high + 0.5).all(axis=1)
    found = [path[inside]]
    if line.get_linestyle() not in ("None", "none", " ", ""):
        found.append(_crossings(path[:-1], path[1:], low, high))
    points = np.concatenate(found)
    if not len(points):
        return None
    # The last of several: where a line ends in a vertical stretch, that is its end.
    rightmost = np.flatnonzero(points[:, 0] >= points[:, 0].max() - 0.01)
    # matplotlib draws no annotation of a point that lies beyond the Axes by a hair.
    best: Floats = np.clip(points[rightmost[-1]], low, high)
    return best


def _crossings(starts: Floats, ends: Floats, low: Floats, high: Floats) -> Floats:
    """Return where segments enter and leave a box."""
    whole = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[whole], ends[whole]
    move = ends - starts
    with np.errstate(all="ignore"):
        one, two = (low - starts) / move, (high - starts) / move
    # A segment along the box's edge is in for all its length, or out.
    parallel = move == 0
    out = parallel & ((starts < low) | (starts > high))
    enter = np.where(parallel, 0.0, np.minimum(one, two)).max(axis=1, initial=0.0)
    leave = np.where(parallel, 1.0, np.maximum(one, two)).min(axis=1, initial=1.0)
    seen = (enter <= leave) & ~out.any(axis=1)
    cut_in, cut_out = seen & (enter > 0), seen & (leave < 1)
    return np.concatenate(
        [
            starts[cut_in] + move[cut_in] * enter[cut_in, None],
            starts[cut_out] + move[cut_out] * leave[cut_out, None],
        ]
    )
