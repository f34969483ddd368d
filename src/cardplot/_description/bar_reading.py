"""Read bars and histograms back from an Axes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
from matplotlib.container import BarContainer
from matplotlib.patches import Polygon, Rectangle, StepPatch

from cardplot._description.axis_reading import Floats, has_names, is_time
from cardplot._description.marks import Marks, Straight, straight_lines
from cardplot._description.names import Rows, apart, given_name


class _Bar(NamedTuple):
    """A bar along its slots and along its values."""

    patch: Rectangle
    start: float
    end: float
    base: float
    length: float


class _Group(NamedTuple):
    container: BarContainer
    slots: str
    values: str
    bars: list[_Bar]

    def centers(self) -> Floats:
        return np.array([(bar.start + bar.end) / 2 for bar in self.bars])


def bars(marks: Marks) -> Rows:
    """Read bars, with their whiskers."""
    groups = [group for group in _groups(marks) if not _is_histogram(marks, group)]
    lines = straight_lines(marks)
    series = [part for group in groups for part in _series(marks, group, groups, lines)]
    rows = apart(series, place="category")
    if all(row["base"] == 0 for row in rows):
        for row in rows:
            del row["base"]
    return rows


def _groups(marks: Marks) -> list[_Group]:
    found = []
    for container in marks.axes.containers:
        if isinstance(container, BarContainer):
            slots, values = "yx" if container.orientation == "horizontal" else "xy"
            patches = [patch for patch in container.patches if id(patch) in marks.left]
            if patches:
                bars = [_bar(patch, upright=slots == "x") for patch in patches]
                found.append(_Group(container, slots, values, bars))
    return found


def _bar(patch: Rectangle, *, upright: bool) -> _Bar:
    x, y, width, height = patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()
    if upright:
        return _Bar(patch, x, x + width, y, height)
    return _Bar(patch, y, y + height, x, width)


def _is_histogram(marks: Marks, group: _Group) -> bool:
    if len(group.bars) < 2 or has_names(marks.axis(group.slots)):
        return False
    return all(
        abs(a.end - b.start) <= 1e-6 * max(b.end - b.start, 1e-300) for a, b in pairwise(group.bars)
    )


def _series(
    marks: Marks, group: _Group, groups: Sequence[_Group], lines: Sequence[Straight]
) -> list[tuple[str, Rows]]:
    """Return the bars of a group by name; each has its own where one group holds several."""
    slot, value = marks.scale(group.slots, slots=True), marks.scale(group.values)
    centers = group.centers() if has_names(marks.axis(group.slots)) else _slots(group, groups)
    whiskers = _whiskers(marks, group)
    named = []
    for bar, center, name in zip(group.bars, centers, _names(marks, group), strict=True):
        start, end = value(bar.base), value(bar.base + bar.length)
        row = {"category": slot(center), "series": ""}
        # Along dates a length is no date.
        row |= {"value": end, "base": start} if is_time(start) else _measures(bar)
        free = [one for one in lines if _ends(one, bar, group)]
        marks.told(*(one.line for one in free))
        ends = whiskers.get(id(bar.patch)) or next(((one.low, one.high) for one in free), None)
        row |= {"low": ends[0], "high": ends[1]} if ends else {}
        named.append((name, row))
    marks.told(*(bar.patch for bar in group.bars))
    return [(name, [row for _, row in part]) for name, part in groupby(named, lambda one: one[0])]


def _measures(bar: _Bar) -> dict[str, float]:
    return {"value": bar.length, "base": bar.base}


def _names(marks: Marks, group: _Group) -> list[str]:
    own = [given_name(bar.patch) for bar in group.bars]
    if sum(map(bool, own)) > 1:
        return own
    whole = marks.names.of(group.container)
    return [whole or marks.names.of(bar.patch) for bar in group.bars]


def _slots(group: _Group, groups: Sequence[_Group]) -> Floats:
    """Return the middles of the slots of bars that stand side by side, group beside group."""
    own = group.centers()
    if len(own) < 2:
        return own
    width = group.bars[0].end - group.bars[0].start
    gap = float(np.abs(np.diff(own)).min())
    beside = [own]
    for other in groups:
        if other.slots == group.slots and len(other.bars) == len(own):
            shift = other.centers() - own
            steps = shift[0] / width if width else 0.5
            if np.ptp(shift) < 1e-4 * gap and abs(shift[0]) < gap and abs(steps % 1 - 0.5) > 0.499:
                beside.append(other.centers())
    middles: Floats = (np.min(beside, axis=0) + np.max(beside, axis=0)) / 2
    return middles


def _whiskers(marks: Marks, group: _Group) -> dict[int, tuple[float, float]]:
    """Return the ends of the whiskers that were drawn with bars."""
    errors = group.container.errorbar
    if errors is None or not errors.lines[2]:
        return {}
    marks.told(*errors.get_children())
    segments = errors.lines[2][-1].get_segments()
    patches = group.container.patches
    if len(segments) != len(patches) or not all(len(segment) for segment in segments):
        return {}
    axis = "xy".index(group.values)
    return {
        id(patch): (float(segment[0, axis]), float(segment[-1, axis]))
        for patch, segment in zip(patches, segments, strict=True)
    }


def _ends(line: Straight, bar: _Bar, group: _Group) -> bool:
    """Say whether a line is the whisker of a bar: through its end, at its middle."""
    middle = abs(line.at - (bar.start + bar.end) / 2) <= 1e-6 * abs(bar.end - bar.start)
    return line.along == group.values and middle and line.low <= bar.base + bar.length <= line.high


def histograms(marks: Marks) -> Rows:
    """Read histograms and steps, one row for each bin."""
    series: list[tuple[str, Rows]] = []
    for group in _groups(marks):
        if _is_histogram(marks, group):
            bins = [(bar.start, bar.end, bar.length) for bar in group.bars]
            series.append((marks.names.of(group.container), _bins(marks, group.slots, bins)))
            marks.told(*(bar.patch for bar in group.bars))
    for steps in marks.of(StepPatch):
        values, edges, _ = steps.get_data()
        bins = list(zip(edges[:-1], edges[1:], values, strict=True))
        slots = "y" if steps.orientation == "horizontal" else "x"
        series.append((marks.names.of(steps), _bins(marks, slots, bins)))
        marks.told(steps)
    for outline in marks.of(Polygon):
        slots, bins = _outlined(np.asarray(outline.get_xy(), dtype=float))
        if len(bins) > 1:
            series.append((marks.names.of(outline), _bins(marks, slots, bins)))
            marks.told(outline)
    return apart(series)


def _bins(marks: Marks, slots: str, bins: Sequence[tuple[float, float, float]]) -> Rows:
    read = marks.scale(slots)
    return [
        {"series": "", "low": read(low), "high": read(high), "value": value}
        for low, high, value in bins
    ]


def _outlined(corners: Floats) -> tuple[str, list[tuple[float, float, float]]]:
    """Return the bins of a staircase: forwards along its tops, if filled back along its bases."""
    if len(corners) < 6 or np.diff(corners, axis=0).all(axis=1).any():
        return "x", []
    upright = corners[0, 0] == corners[1, 0] and corners[1, 1] == corners[2, 1]
    at, values = corners.T if upright else corners.T[::-1]
    treads = [
        (start, end, level)
        for (start, end), (level, _) in zip(pairwise(at), pairwise(values), strict=True)
        if start != end
    ]
    bases = {(end, start): level for start, end, level in treads if end < start}
    bins = [
        (start, end, level - bases.get((start, end), values[0]))
        for start, end, level in treads
        if start < end
    ]
    return "x" if upright else "y", bins
