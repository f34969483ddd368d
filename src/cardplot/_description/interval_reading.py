"""Read error bars, stems and points with whiskers back from an Axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.container import ErrorbarContainer, StemContainer
from matplotlib.lines import Line2D

from cardplot._description.axis_reading import Floats, has_names
from cardplot._description.marks import Marks, Straight, in_view, places_of, straight_lines
from cardplot._description.names import Rows, apart, colors_of

Ends = dict[str, tuple[Floats, Floats]]
"""For "x" and "y" the lower and upper ends of whiskers, one for each point."""


def intervals(marks: Marks) -> Rows:
    """Read error bars, but not those of bars, and lines with whiskers at their points."""
    series = []
    for group in marks.axes.containers:
        if isinstance(group, ErrorbarContainer) and group.lines[2]:
            rows = _of_container(marks, group)
            if rows:
                series.append((marks.names.of(group), rows))
    free = straight_lines(marks)
    for line in marks.of(Line2D) if free else []:
        rows = _of_line(marks, line, free)
        if rows:
            series.append((marks.names.of(line), rows))
    return apart(series)


def stems(marks: Marks) -> Rows:
    """Read stems."""
    series = []
    for group in marks.axes.containers:
        if isinstance(group, StemContainer) and id(group.markerline) in marks.left:
            rows = xy_rows(marks, *places_of(group.markerline))
            series.append((marks.names.of(group), rows))
            marks.told(group.markerline, group.stemlines, group.baseline)
    return apart(series)


def xy_rows(marks: Marks, x: Floats, y: Floats) -> Rows:
    """Return a row for each point."""
    read_x, read_y = marks.scale("x"), marks.scale("y")
    return [{"series": "", "x": read_x(a), "y": read_y(b)} for a, b in zip(x, y, strict=True)]


def _of_container(marks: Marks, group: ErrorbarContainer) -> Rows:
    line, _, bars = group.lines
    seen = [bar for bar in bars if id(bar) in marks.left]
    if not seen and (line is None or id(line) not in marks.left):
        return []
    names = [name for name, has in (("x", group.has_xerr), ("y", group.has_yerr)) if has]
    segments = {
        name: [np.asarray(one) for one in bar.get_segments()]
        for name, bar in zip(names, bars, strict=True)
    }
    marks.told(*group.get_children())
    if line is not None:
        x, y = places_of(line)
    else:
        # Whiskers alone: what they are around isn't drawn.
        x, y = (np.array([one[:, i].mean() for one in segments[names[-1]]]) for i in (0, 1))
    ends = {name: _matched(name, found, x, y) for name, found in segments.items()}
    return _rows(marks, line or bars[-1], x, y, ends, centered=line is not None)


def _matched(name: str, segments: list[Any], x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the ends of the whisker at each point; some may have none."""
    value, at = "xy".index(name), 1 - "xy".index(name)
    low, high = np.full((2, len(x)), np.nan)
    left = [one for one in segments if len(one) > 1 and np.isfinite(one).all()]
    for index, point in enumerate(zip(x, y, strict=True)):
        for number, one in enumerate(left):
            if one[0, at] == point[at] and one[0, value] <= point[value] <= one[-1, value]:
                low[index], high[index] = one[[0, -1], value]
                del left[number]
                break
    return low, high


def _rows(
    marks: Marks, mark: Any, x: Floats, y: Floats, ends: Ends, *, centered: bool = True
) -> Rows:
    """Return a row for each point; along y where only whiskers along x have categories beside."""
    upright = "y" in ends or not has_names(marks.axes.yaxis)
    at, center, name = (x, y, "y") if upright else (y, x, "x")
    read, value = marks.scale("x" if upright else "y"), marks.scale(name)
    none = np.full(len(x), np.nan)
    low, high = ends.get(name, (none, none))
    rows: Rows = []
    for index in np.flatnonzero(in_view(mark, marks.axes, x, y)):
        row = {"x": read(at[index]), "series": ""}
        row |= {"center": value(center[index]) if centered else float("nan")}
        row |= {"low": value(low[index]), "high": value(high[index])}
        if upright and "x" in ends:
            row |= {"x low": read(ends["x"][0][index]), "x high": read(ends["x"][1][index])}
        rows.append(row)
    return rows


def _of_line(marks: Marks, line: Line2D, free: Sequence[Straight]) -> Rows:
    """Read a line whose points have whiskers of its colour, as seaborn draws them."""
    if any(one.line is line for one in free):
        return []
    x, y = places_of(line)
    at = {"y": set(x), "x": set(y)}
    found = [one for one in free if one.at in at[one.along]]
    found = [one for one in found if colors_of(one.line) == colors_of(line)]
    # A whisker without a length lies along both axes.
    name = max("yx", key=lambda name: sum(one.along == name for one in found))
    found = [one for one in found if one.along == name]
    ends = [np.array([[one.at, one.low], [one.at, one.high]]) for one in found]
    low, high = _matched(name, ends if name == "y" else [one[:, ::-1] for one in ends], x, y)
    if not found or np.isfinite(low).sum() < len(found):
        return []
    marks.told(line, *(one.line for one in found))
    return _rows(marks, line, x, y, {name: (low, high)})
