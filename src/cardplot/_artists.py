"""Read back what plain matplotlib calls have drawn on an Axes, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import dates
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter
from matplotlib.collections import PathCollection, PolyCollection, QuadMesh
from matplotlib.container import BarContainer, Container, ErrorbarContainer
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle, StepPatch, Wedge
from matplotlib.ticker import FixedFormatter

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist

# A line with fewer points than this, without a name and along the axes only, is part of a mark:
# a whisker, a cap, a box, a separator.
_MOST_PARTS = 5

Rows = list[dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Part:
    """One kind of mark on an Axes, with its data."""

    kind: str
    table: pd.DataFrame
    caption: str = ""


def plain_parts(axes: Axes, known: Iterable[Artist]) -> list[Part]:
    """Return what is on *axes* besides the artists in *known*, one part for each kind of mark."""
    import pandas as pd

    skip = {id(artist) for artist in known}
    readers: list[tuple[str, Callable[[Axes, set[int]], Rows]]] = [
        ("bars", _bars),
        ("histogram", _histograms),
        ("intervals", _intervals),
        ("lines", _lines),
        ("points", _points),
        ("heat map", _meshes),
        ("pie", _slices),
        ("reference", _references),
    ]
    parts = []
    for kind, read in readers:
        rows = read(axes, skip)
        if rows:
            parts.append(Part(kind, pd.DataFrame(rows)))
    return parts


def count_others(axes: Axes, known: Iterable[Artist]) -> dict[str, int]:
    """Return how many pictures and filled areas are on *axes*, which have no table."""
    skip = {id(artist) for artist in known}
    areas = [c for c in axes.collections if isinstance(c, PolyCollection) and id(c) not in skip]
    pictures = [im for im in axes.images if id(im) not in skip and not _is_matrix(im)]
    return {"filled area": len(areas), "picture": len(pictures)}


def _has_names(axis: Axis) -> bool:
    """Say whether texts were given for the ticks of *axis*."""
    return isinstance(axis.get_major_formatter(), FixedFormatter | StrCategoryFormatter)


def series_name(artist: Artist | Container) -> str:
    """Return the name that the user gave, "" where matplotlib made one up."""
    label = str(artist.get_label() or "")
    return "" if label.startswith(("_child", "_container", "_nolegend_")) else label


def _shown(artists: Iterable[Any], kind: type[Any], skip: set[int]) -> list[Any]:
    return [a for a in artists if isinstance(a, kind) and id(a) not in skip and a.get_visible()]


def _scale(axis: Axis, *, slots: bool = False) -> Callable[[Any], Any]:
    """Return how a position on *axis* reads: a name, a date or a number.

    Texts that only write numbers ("1,024") name the *slots* of bars, but not points on a scale.
    """
    if _has_names(axis):
        places = np.asarray(axis.get_majorticklocs(), dtype=float)
        names = [" ".join(text.get_text().split()) for text in axis.get_majorticklabels()]
        if len(places) == len(names) and (slots or not all(map(_reads_as_number, names))):
            return lambda value: _nearest(value, places, names)
    if isinstance(axis.get_major_formatter(), dates.AutoDateFormatter | dates.ConciseDateFormatter):
        return lambda value: dates.num2date(value).replace(tzinfo=None)  # type: ignore[no-untyped-call]
    return _number


def _reads_as_number(name: str) -> bool:
    try:
        float(name.replace(",", "").replace("−", "-"))
    except ValueError:
        return not name
    return True


def _nearest(value: float, places: np.ndarray[Any, Any], names: list[str]) -> Any:
    distance = np.abs(places - value)
    if not distance.size or not np.isfinite(value):
        return _number(value)
    index = int(distance.argmin())
    return names[index] if distance[index] <= 0.5 and names[index] else _number(value)


def _number(value: Any) -> Any:
    number = float(value)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _floats(values: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)


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
    if len(edges) < 2 or _has_names(axis):
        return False
    return all(abs(a[1] - b[0]) <= 1e-6 * max(b[1] - b[0], 1e-300) for a, b in pairwise(edges))


def _bars(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    groups = [group for group in _bar_groups(axes, skip) if not _is_histogram(axes, group)]
    for group in groups:
        horizontal = group.orientation == "horizontal"
        read = _scale(axes.yaxis if horizontal else axes.xaxis, slots=True)
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


def _histograms(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    for group in _bar_groups(axes, skip):
        if _is_histogram(axes, group):
            name = series_name(group)
            rows += [
                {"series": name, "low": start, "high": end, "value": length}
                for start, end, _, length in _edges(group)
            ]
    for steps in _shown(axes.patches, StepPatch, skip):
        values, edges, _ = steps.get_data()
        rows += [
            {"series": series_name(steps), "low": low, "high": high, "value": value}
            for low, high, value in zip(edges[:-1], edges[1:], values, strict=True)
        ]
    return rows


def _intervals(axes: Axes, skip: set[int]) -> Rows:
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
        read = _scale(axes.xaxis if group.has_yerr else axes.yaxis)
        for x0, y0, x1, y1 in ends:
            at, low, high = (x0, y0, y1) if group.has_yerr else (y0, x0, x1)
            row = {"x": read(at), "series": series_name(group)}
            rows.append(
                {**row, "center": _center(line, at, group.has_yerr), "low": low, "high": high}
            )
    return rows


def _center(line: Line2D, at: float, vertical: bool) -> float:
    """Return the value of an error bar's data line at a position."""
    x, y = _floats(line.get_xdata(orig=False)), _floats(line.get_ydata(orig=False))
    positions, values = (x, y) if vertical else (y, x)
    hits = np.flatnonzero(positions == at)
    return float(values[hits[0]]) if len(hits) else float("nan")


def _in_errorbars(axes: Axes) -> set[int]:
    return {
        id(child)
        for group in axes.containers
        if isinstance(group, ErrorbarContainer) and group.lines[2]
        for child in group.get_children()
    }


def _lines(axes: Axes, skip: set[int]) -> Rows:
    skip = skip | _in_errorbars(axes)
    return [row for line in _shown(axes.lines, Line2D, skip) for row in _line_rows(axes, line)]


def _line_rows(axes: Axes, line: Line2D) -> Rows:
    if _reference_axis(axes, line) or _is_points(line):
        return []
    x, y = _floats(line.get_xdata(orig=False)), _floats(line.get_ydata(orig=False))
    if not series_name(line) and len(x) <= _MOST_PARTS and _along_axes(x, y):
        return []
    return _xy_rows(axes, series_name(line), x, y)


def _along_axes(x: Any, y: Any) -> bool:
    return bool(np.all((np.diff(x) == 0) | (np.diff(y) == 0)))


def _xy_rows(axes: Axes, name: str, x: Any, y: Any) -> Rows:
    read_x, read_y = _scale(axes.xaxis), _scale(axes.yaxis)
    return [
        {"series": name, "x": _read(read_x, a), "y": _read(read_y, b)}
        for a, b in zip(x, y, strict=True)
    ]


def _read(read: Callable[[Any], Any], value: float) -> Any:
    return read(value) if np.isfinite(value) else float(value)


def _is_points(line: Line2D) -> bool:
    return line.get_linestyle() in ("None", "none", " ", "") and line.get_marker() not in (
        "None",
        "none",
        " ",
        "",
        None,
    )


def _points(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    for line in _shown(axes.lines, Line2D, skip | _in_errorbars(axes)):
        if _is_points(line) and not _reference_axis(axes, line):
            x, y = _floats(line.get_xdata(orig=False)), _floats(line.get_ydata(orig=False))
            rows += _xy_rows(axes, series_name(line), x, y)
    for cloud in _shown(axes.collections, PathCollection, skip):
        offsets = _floats(cloud.get_offsets()).reshape(-1, 2)
        rows += _xy_rows(axes, series_name(cloud), offsets[:, 0], offsets[:, 1])
    return rows


def _meshes(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    for image in _shown(axes.images, AxesImage, skip):
        if _is_matrix(image):
            rows += _cells(axes, _floats(image.get_array()), centers=None)
    for mesh in _shown(axes.collections, QuadMesh, skip):
        values = mesh.get_array()
        if values is not None and np.ndim(values) == 2:
            corners = np.asarray(mesh.get_coordinates())
            rows += _cells(axes, _floats(values), centers=corners)
    return rows


def _is_matrix(image: AxesImage) -> bool:
    values = image.get_array()
    return values is not None and values.ndim == 2


def _cells(axes: Axes, values: Any, centers: Any) -> Rows:
    read_x, read_y = _scale(axes.xaxis), _scale(axes.yaxis)
    x, y = np.arange(values.shape[1]), np.arange(values.shape[0])
    # Gouraud shading has a value at each corner, flat shading one between two corners.
    if centers is not None and _has_names(axes.xaxis) and centers.shape[1] == len(x) + 1:
        x = (centers[0, :-1, 0] + centers[0, 1:, 0]) / 2
    if centers is not None and _has_names(axes.yaxis) and centers.shape[0] == len(y) + 1:
        y = (centers[:-1, 0, 1] + centers[1:, 0, 1]) / 2
    return [
        {"row": read_y(b), "column": read_x(a), "value": float(values[i, j])}
        for i, b in enumerate(y)
        for j, a in enumerate(x)
    ]


def _slices(axes: Axes, skip: set[int]) -> Rows:
    wedges = _shown(axes.patches, Wedge, skip)
    return [
        {"category": series_name(wedge), "share": abs(wedge.theta2 - wedge.theta1) / 360}
        for wedge in wedges
    ]


def _reference_axis(axes: Axes, artist: Artist) -> str:
    """Return the axis on which a line or rectangle across the Axes has its value; "" for others."""
    x, y = artist.get_transform().contains_branch_seperately(axes.transData)
    return {(False, True): "y", (True, False): "x"}.get((x, y), "")


def _references(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    for line in _shown(axes.lines, Line2D, skip):
        axis = _reference_axis(axes, line)
        values = _floats(line.get_data(orig=False)[0 if axis == "x" else 1])
        if axis and len(values) and np.all(values == values[0]):
            rows.append(_reference(axis, series_name(line), values[0], values[0]))
    for span in _shown(axes.patches, Rectangle, skip):
        axis = _reference_axis(axes, span)
        if axis:
            start, size = (
                (span.get_x(), span.get_width())
                if axis == "x"
                else (span.get_y(), span.get_height())
            )
            rows.append(_reference(axis, series_name(span), start, start + size))
    return rows


def _reference(axis: str, label: str, low: float, high: float) -> dict[str, Any]:
    return {"axis": axis, "label": label, "low": float(low), "high": float(high)}
