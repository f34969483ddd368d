"""Read bars, histograms and error bars back from an Axes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch

from cardplot._description.axis_reading import floats, has_names, scale_of, series_name

Rows = list[dict[str, Any]]


def shown(artists: Iterable[Any], kind: type[Any], skip: set[int]) -> list[Any]:
    """Return the visible artists of a kind that aren't known already."""
    return [a for a in artists if isinstance(a, kind) and id(a) not in skip and a.get_visible()]


def _bar_groups(axes: Axes, skip: set[int]) -> list[BarContainer]:
    return [
        group
        for group in axes.containers
        if isinstance(group, BarContainer)
        and group.patches
        and not any(id(patch) in skip for patch in group.patches)
    ]


def _edges(group: BarContainer) -> list[tuple[float, float, float, float]]:
    """Return (start, end, base, length) of each bar: along the slots, then along the values."""
    boxes = [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in group.patches]
    if group.orientation == "horizontal":
        boxes = [(y, x, height, width) for x, y, width, height in boxes]
    return [(at, at + size, base, length) for at, base, size, length in boxes]


def _is_histogram(axes: Axes, group: BarContainer) -> bool:
    axis = axes.yaxis if group.orientation == "horizontal" else axes.xaxis
    edges = _edges(group)
    if len(edges) < 2 or has_names(axis):
        return False
    return all(abs(a[1] - b[0]) <= 1e-6 * max(b[1] - b[0], 1e-300) for a, b in pairwise(edges))


def bars(axes: Axes, skip: set[int]) -> Rows:
    """Read bars, with their whiskers."""
    rows: Rows = []
    groups = [group for group in _bar_groups(axes, skip) if not _is_histogram(axes, group)]
    for group in groups:
        horizontal = group.orientation == "horizontal"
        read = scale_of(axes.yaxis if horizontal else axes.xaxis, slots=True)
        whiskers = _whiskers(group)
        for index, (start, end, base, length) in enumerate(_edges(group)):
            row = {"category": read((start + end) / 2), "series": series_name(group)}
            row |= {"value": length, "base": base}
            if whiskers:
                row["low"], row["high"] = whiskers[index]
            rows.append(row)
    if all(row["base"] == 0 for row in rows):
        for row in rows:
            del row["base"]
    return rows


def _whiskers(group: BarContainer) -> list[tuple[float, float]]:
    """Return the ends of the bars' whiskers; nothing where they can't be told apart."""
    if group.errorbar is None or not group.errorbar.lines[2]:
        return []
    axis = 0 if group.errorbar.has_xerr and not group.errorbar.has_yerr else 1
    segments = group.errorbar.lines[2][-1].get_segments()
    if len(segments) != len(group.patches) or not all(len(segment) for segment in segments):
        return []
    return [(float(segment[0, axis]), float(segment[-1, axis])) for segment in segments]


def histograms(axes: Axes, skip: set[int]) -> Rows:
    """Read histograms and steps, one row for each bin."""
    rows: Rows = []
    for group in _bar_groups(axes, skip):
        if _is_histogram(axes, group):
            # `hist` names the first patch, not the container.
            name = series_name(group) or series_name(group.patches[0])
            rows += [
                {"series": name, "low": start, "high": end, "value": length}
                for start, end, _, length in _edges(group)
            ]
    for steps in shown(axes.patches, StepPatch, skip):
        values, edges, _ = steps.get_data()
        rows += [
            {"series": series_name(steps), "low": low, "high": high, "value": value}
            for low, high, value in zip(edges[:-1], edges[1:], values, strict=True)
        ]
    return rows


def intervals(axes: Axes, skip: set[int]) -> Rows:
    """Read error bars, but not those of bars."""
    rows: Rows = []
    for group in axes.containers:
        if not isinstance(group, ErrorbarContainer) or not group.lines[2]:
            continue
        line, _, bars = group.lines
        if line is None or any(id(artist) in skip for artist in (line, *bars)):
            continue
        ends = [
            (
                float(segment[0, 0]),
                float(segment[0, 1]),
                float(segment[-1, 0]),
                float(segment[-1, 1]),
            )
            for segment in bars[-1].get_segments()
            if len(segment)
        ]
        read = scale_of(axes.xaxis if group.has_yerr else axes.yaxis)
        for x0, y0, x1, y1 in ends:
            at, low, high = (x0, y0, y1) if group.has_yerr else (y0, x0, x1)
            row = {"x": read(at), "series": series_name(group)}
            rows.append(
                {**row, "center": _center(line, at, group.has_yerr), "low": low, "high": high}
            )
    return rows


def _center(line: Line2D, at: float, vertical: bool) -> float:
    """Return the value of an error bar's data line at a position."""
    x, y = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    positions, values = (x, y) if vertical else (y, x)
    hits = np.flatnonzero(positions == at)
    return float(values[hits[0]]) if len(hits) else float("nan")


def in_errorbars(axes: Axes) -> set[int]:
    """Return the ids of all parts of error bars."""
    return {
        id(child)
        for group in axes.containers
        if isinstance(group, ErrorbarContainer) and group.lines[2]
        for child in group.get_children()
    }
