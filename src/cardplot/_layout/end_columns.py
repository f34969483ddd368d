"""Names that stand above each other at the ends of lines, in the order of the ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from matplotlib.path import Path
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from cardplot._geometry import CELL, Box, Floats, spread
from cardplot._labels.nearest import nearest
from cardplot._labels.scene import FRAME_PT, Scene
from cardplot._labels.slots import GAP_PT, past

if TYPE_CHECKING:
    from cardplot._labels import LabelGroup

BEYOND_PT = 6.0
"""Names may stand this far above and below the Axes where they are many."""
INDENT_PT = 8.0
"""Further right, where leaders have to be told apart."""
LEADER_SHARE = 0.7
"""A name that was moved by more than this share of its height gets a leader."""
AROUND_PT = 30.0
"""How far off its line's end a name stands on the axes, where there is no room beside them."""
FAR = 3.0
"""A name is moved by no more than so many heights from where it would be without obstacles."""
ASIDE_PT = 12.0
"""Names that are no further from each other, across, are read as one column."""
STEP_PT = 2.0
"""Where no place is free, every so many points are tried."""
SAME_PT = 0.01
"""Ends that are closer are one point."""
TAKEN = 1e7
"""How much worse a place is that is taken: worse than any distance (in points, squared)."""


@dataclass(eq=False)
class EndName:
    """A name that belongs to the end of a line; all measures are in points.

    Attributes
    ----------
    group, index
        Which label it is.
    end : (2,) array
    gap : float
        From the end to the name.
    width, height, left : float
        Of the name, and where it starts.
    placed : Box or None
        Where a name is that has its place already.
    """

    group: LabelGroup
    index: int
    end: Floats
    gap: float
    width: float
    height: float
    left: float
    placed: Box | None

    @classmethod
    def at(
        cls,
        scene: Scene,
        group: LabelGroup,
        index: int,
        end: Floats,
        gap: float,
        placed: Bbox | None,
    ) -> Self:
        """Return the name at an end, beyond a visible frame that would run through it."""
        width, height = group.size(index, scene)
        left, edge = float(end[0]) + gap, scene.panel.x1
        spines = scene.axes.spines
        framed = "right" in spines and spines["right"].get_visible()
        if framed and left - FRAME_PT < edge < left + width:
            left = edge + GAP_PT
        box = None if placed is None else Box(*placed.transformed(scene.points).extents)
        return cls(group, index, end, gap, width, height, left, box)

    def box(self, middle: float, indent: float) -> Box:
        """Return the extent of the name at a height, unless it has its place."""
        left = self.left + indent + self.width / 2
        return self.placed or Box.around(left, middle, self.width, self.height)

    def is_moved(self, middle: float) -> bool:
        """Say whether the name is so far from its end that it needs a leader."""
        return bool(abs(middle - self.end[1]) > LEADER_SHARE * self.height)


def columns(names: Sequence[EndName]) -> list[list[EndName]]:
    """Return groups of names that stand above each other, each from the lowest end up.

    Of ends at one height, the first line's is the lowest.
    """
    found: list[list[EndName]] = []
    edge = -np.inf
    for name in sorted(names, key=lambda name: name.left):
        if found and name.left < edge:
            found[-1].append(name)
        else:
            found.append([name])
        edge = max(edge, name.left + name.width + INDENT_PT + ASIDE_PT)
    order = {id(name): number for number, name in enumerate(names)}
    return [
        sorted(column, key=lambda name: (round(float(name.end[1]), 2), order[id(name)]))
        for column in found
    ]


def place_column(scene: Scene, column: Sequence[EndName], own: LabelGroup) -> list[int]:
    """Place those names of a column that are of one group; return those without a free place."""
    rows = _rows(scene, column)
    boxes = list(map(EndName.box, column, rows.middles, rows.indents))
    ours = [number for number, name in enumerate(column) if name.group is own]
    for number in ours:
        if rows.free[number]:
            scene.take(boxes[number])
    failed = []
    for number in ours:
        if not rows.free[number]:
            found = _on_axes(scene, column, rows.middles, number) if rows.fit else None
            if found is None:
                found = past(scene, boxes[number], vertical=False)
                failed += [] if rows.fit and scene.free(found) else [column[number].index]
            boxes[number] = found
    led = _led(column, boxes)
    for number in ours:
        name = column[number]
        own.put(name.index, scene, name.end, boxes[number], leader=number in led)
    return failed


class _Rows(NamedTuple):
    """Where names stand beside their ends.

    Attributes
    ----------
    middles, indents : (N,) array
    free : (N,) array of bool
        Where nothing is taken.
    fit : bool
        Whether there is room for all.
    """

    middles: Floats
    indents: Floats
    free: NDArray[np.bool_]
    fit: bool = True


def _rows(scene: Scene, column: Sequence[EndName]) -> _Rows:
    """Return the best rows for names beside their ends, in the order of these."""
    heights = np.array([name.height for name in column])
    low, high = scene.panel.y0 - BEYOND_PT, scene.panel.y1 + BEYOND_PT
    gap = scene.pad[1] + 2 * CELL
    new = np.array([name.placed is None for name in column])
    # Of ends at one height not even the last digits count.
    wanted = np.maximum.accumulate([float(name.end[1]) for name in column])
    even = spread(wanted, heights, low, high, gap=gap)
    crowded = any(map(EndName.is_moved, column, even))
    indents = np.full(len(column), INDENT_PT if crowded else 0.0)
    if heights.sum() + gap * (len(column) - 1) > high - low:
        return _Rows(even, indents, ~new, fit=False)
    free = np.array(list(map(scene.free, map(EndName.box, column, even, indents))))
    if new.all() and free.all():
        return _Rows(even, indents, free)
    choices = list(map(partial(_choices, scene), column, wanted, even, indents))
    least = np.where(new[1:] | new[:-1], (heights[1:] + heights[:-1]) / 2 + gap, 0.0)
    picked = in_order(choices, least)
    if picked is None:
        return _Rows(even, indents, ~new)
    middles, costs = np.array([choice[at] for choice, at in zip(choices, picked, strict=True)]).T
    return _Rows(middles, indents, costs < TAKEN)


def _choices(scene: Scene, name: EndName, wanted: float, even: float, indent: float) -> Floats:
    """Return the middles that a name may have, ascending, and how bad each is."""
    if name.placed is not None:
        return np.array([[(name.placed.y0 + name.placed.y1) / 2, 0.0]])
    pad, half = scene.pad[1], name.height / 2
    room = name.box(scene.panel.y0, indent).grown(scene.pad[0], 0.0)
    strip = replace(room, y0=scene.panel.y0 - BEYOND_PT - pad, y1=scene.panel.y1 + BEYOND_PT + pad)
    free = scene.canvas.free_along(strip, name.height + 2 * pad, vertical=True) + pad + half
    free = free[np.abs(free - even) <= FAR * name.height]
    if scene.free(name.box(wanted, indent)):
        free = np.append(free, wanted)
    every = np.append(np.arange(strip.y0 + pad + half, strip.y1 - pad - half, STEP_PT), even)
    at = np.concatenate([free, every])
    cost = (at - wanted) ** 2 + TAKEN * (np.arange(len(at)) >= len(free))
    rising = np.argsort(at, kind="stable")
    return np.column_stack([at, cost])[rising]


def in_order(choices: Sequence[Floats], least: Floats) -> list[int] | None:
    """Choose a number for each, all ascending and so far apart, so that they cost the least.

    Parameters
    ----------
    choices : sequence of (M, 2) array
        Numbers that may be chosen, ascending, and what each costs.
    least : (N - 1,) array
        Least distance from each to the next.

    Returns
    -------
    list of int or None
        The index of each choice; None where there is no way.
    """
    costs, backs = choices[0][:, 1], []
    for before, now, distance in zip(choices, choices[1:], least, strict=False):
        # The cheapest of all numbers up to each.
        cheapest = np.minimum.accumulate(costs)
        first = np.concatenate([[True], costs[1:] < cheapest[:-1]])
        where = np.maximum.accumulate(np.where(first, np.arange(len(costs)), 0))
        last = np.searchsorted(before[:, 0], now[:, 0] - distance + 1e-9, side="right") - 1
        backs.append(where[last])
        costs = np.where(last >= 0, cheapest[last], np.inf) + now[:, 1]
    if not np.isfinite(costs.min()):
        return None
    picked = [int(costs.argmin())]
    for back in reversed(backs):
        picked.append(int(back[picked[-1]]))
    return picked[::-1]


def _on_axes(scene: Scene, column: Sequence[EndName], middles: Floats, number: int) -> Box | None:
    """Return a free place around the end of a name, between those below and above it."""
    name = column[number]
    low = middles[number - 1] if number > 0 else -np.inf
    high = middles[number + 1] if number + 1 < len(column) else np.inf
    size = name.width, name.height
    found = nearest(scene, name.end, size, least=name.gap, off=name.gap, between=(low, high))
    if found is None or not found.grown(AROUND_PT).holds(Box(*name.end, *name.end)):
        return None
    middles[number] = (found.y0 + found.y1) / 2
    scene.take(found)
    return found


def _led(column: Sequence[EndName], boxes: Sequence[Box]) -> set[int]:
    """Return which names have a leader: those that were moved, unless it would cross others."""
    lines: dict[int, Floats] = {}
    for number, (name, box) in enumerate(zip(column, boxes, strict=True)):
        middle = (box.y0 + box.y1) / 2
        if name.is_moved(middle) and box.x0 >= name.left - 0.1:
            line = np.array([name.end, (box.x0, middle)])
            others = [Bbox.from_extents(o.x0, o.y0, o.x1, o.y1) for o in boxes if o is not box]
            crossed = any(_cross(line, other) for other in lines.values())
            if not crossed and not any(map(Path(line).intersects_bbox, others)):
                lines[number] = line
    return set(lines)


def _cross(one: Floats, two: Floats) -> bool:
    """Say whether two leaders cross; where both start at one point, they only touch."""
    if np.hypot(*(one[0] - two[0])) < SAME_PT:
        one = np.array([0.95 * one[0] + 0.05 * one[1], one[1]])
    return bool(Path(one).intersects_path(Path(two)))
