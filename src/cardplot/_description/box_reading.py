"""Read box plots and violins back from an Axes."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.transforms import Bbox

from cardplot._description.axis_reading import Floats, Scale
from cardplot._description.marks import Marks, Straight, places_of, straight_lines
from cardplot._description.names import Rows, apart, given_name, has_line

_BOX = (5, 11)
"""Corners of a box that is drawn as a line, plain and notched."""


def boxes(marks: Marks) -> tuple[Rows, Rows]:
    """Read box plots: a row for each box, and one for each outlier."""
    lines = straight_lines(marks)
    found: list[tuple[str, Rows]] = []
    outliers: list[tuple[str, Rows]] = []
    candidates: list[Any] = [*marks.of(PathPatch), *marks.of(Line2D)]
    loose = [line for line in marks.of(Line2D) if not has_line(line) and not given_name(line)]
    points = [(line, *places_of(line)) for line in loose]
    for box in candidates:
        corners = _corners(box)
        for along in "yx" if len(corners) else "":
            name, slot = marks.names.of(box), _slot(marks, along)
            row, parts = _summary(corners, along, lines, slot)
            if row:
                marks.told(box, *parts)
                beyond, parts = _outliers(points, corners, along, row)
                marks.told(*parts)
                found.append((name, [row | {"outliers": len(beyond)}]))
                outliers.append((name, [{**_of(row), "value": value} for value in beyond]))
                break
    return apart(found, place="category"), apart(outliers, place="category")


def _slot(marks: Marks, along: str) -> Scale:
    return marks.scale("x" if along == "y" else "y", slots=True)


def _corners(box: PathPatch | Line2D) -> Floats:
    """Return the corners of what may be a box."""
    if isinstance(box, PathPatch):
        return np.asarray(box.get_path().vertices, dtype=float)
    corners = np.column_stack(places_of(box))
    closed = len(corners) in _BOX and has_line(box) and (corners[0] == corners[-1]).all()
    return corners if closed else np.empty((0, 2))


def _summary(
    corners: Floats, along: str, lines: list[Straight], slot: Scale
) -> tuple[dict[str, Any], list[Line2D]]:
    """Return the five numbers of a box with its median across it, and what they are drawn with."""
    across, values = corners.T if along == "y" else corners.T[::-1]
    middle, width = (across.min() + across.max()) / 2, np.ptp(across)
    # Outlines start at a corner; notches may go beyond it.
    q1, q3 = sorted(values[[0, len(values) // 2]])
    beams = [one for one in lines if one.along != along]
    beams = [one for one in beams if abs((one.low + one.high) / 2 - middle) <= 1e-6 * width]
    inside = [one for one in beams if q1 <= one.at <= q3 and one.high - one.low > 0.3 * width]
    if not inside:
        return {}, []
    # Where whiskers have no length, their caps lie on the box: the median is longer.
    median = max(inside, key=lambda one: (one.high - one.low, -abs(2 * one.at - q1 - q3)))
    upright = [one for one in lines if one.along == along]
    upright = [one for one in upright if abs(one.at - middle) <= 1e-6 * width]
    whiskers = [one for one in upright if one.high == q1 or one.low == q3]
    low = min([q1, *(one.low for one in whiskers)])
    high = max([q3, *(one.high for one in whiskers)])
    caps = [one for one in beams if one.at in (low, high)]
    row = {"category": slot(middle), "series": "", "low": low, "q1": q1, "median": median.at}
    return row | {"q3": q3, "high": high}, [one.line for one in (median, *whiskers, *caps)]


def _of(row: dict[str, Any]) -> dict[str, Any]:
    return {"category": row["category"], "series": ""}


def _outliers(
    points: list[tuple[Line2D, Floats, Floats]], corners: Floats, along: str, row: dict[str, Any]
) -> tuple[list[float], list[Line2D]]:
    """Return the points beyond the whiskers of a box, and what draws them; a mean is part of it."""
    middle = (corners.min(axis=0) + corners.max(axis=0))["yx".index(along)] / 2
    found: list[float] = []
    parts = []
    for line, x, y in points:
        across, values = (x, y) if along == "y" else (y, x)
        beyond = values[(values < row["low"]) | (values > row["high"])]
        whole = len(beyond) == len(values) or len(values) == 1
        if whole and (np.abs(across - middle) <= 1e-9 * max(abs(middle), 1)).all():
            parts.append(line)
            found += beyond.tolist()
    return found, parts


def violins(marks: Marks) -> list[str]:
    """Return the names of the violins; what is drawn inside them is part of them."""
    names = []
    for area in marks.of(PolyCollection):
        if _is_mirrored(area):
            extents = area.get_paths()[0].get_extents().padded(1e-9)
            inner = [line for line in _beams(marks) if _is_within(line, extents)]
            if inner:
                names.append(marks.names.of(area))
                marks.told(area, *(line for line in inner if isinstance(line, Line2D)))
    for letters in marks.of(PatchCollection):
        box = Bbox.union([path.get_extents() for path in letters.get_paths()])
        marks.told(*(line for line in _beams(marks) if _is_within(line, box)))
    if names:
        marks.told(*(line for line in _beams(marks) if isinstance(line, LineCollection)))
    return names


def _beams(marks: Marks) -> list[Line2D | LineCollection]:
    """Return the nameless lines that may stand inside violins."""
    lines = [line for line in marks.of(Line2D) if len(places_of(line)[0]) <= 2]
    beams: list[Any] = [*lines, *marks.of(LineCollection)]
    return [line for line in beams if not given_name(line)]


def _is_within(line: Line2D | LineCollection, extents: Bbox) -> bool:
    segments = line.get_segments() if isinstance(line, LineCollection) else [places_of(line)]
    pairs = [np.asarray(segment) for segment in segments]
    if isinstance(line, Line2D):
        pairs = [np.transpose(pair) for pair in pairs]
    return any(extents.contains(*pair.mean(axis=0)) for pair in pairs)


def _is_mirrored(area: PolyCollection) -> bool:
    """Say whether an area lies between a curve and its mirror image."""
    paths = area.get_paths()
    if len(paths) != 1 or len(np.asarray(paths[0].vertices)) < 20:
        return False
    corners = np.asarray(paths[0].vertices, dtype=float)
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    if not (size > 0).all():
        return False
    shape = np.round((corners - low) / size, 5)
    every = set(map(tuple, shape.tolist()))
    flips = [np.abs(np.array(flip) - shape).round(5) for flip in ((1, 0), (0, 1))]
    return any(every == set(map(tuple, flip.tolist())) for flip in flips)
