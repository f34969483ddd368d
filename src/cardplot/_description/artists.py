"""Read back what plain matplotlib calls have drawn on an Axes, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, PolyCollection, QuadMesh
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle, Wedge

from cardplot._description.axis_reading import floats, has_names, read_at, scale_of, series_name
from cardplot._description.bar_reading import Rows, bars, histograms, in_errorbars, intervals, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist

# A line with fewer points than this, without a name and along the axes only, is part of a mark:
# a whisker, a cap, a box, a separator.
_MOST_PARTS = 5


@dataclass(frozen=True, eq=False)
class Part:
    """One kind of mark on an Axes, with its data."""

    kind: str
    table: pd.DataFrame
    caption: str = ""
    more: Mapping[str, pd.DataFrame] = field(default_factory=dict)


def plain_parts(axes: Axes, known: Iterable[Artist]) -> list[Part]:
    """Return what is on *axes* besides the artists in *known*, one part for each kind of mark."""
    import pandas as pd

    skip = {id(artist) for artist in known}
    readers: list[tuple[str, Callable[[Axes, set[int]], Rows]]] = [
        ("bars", bars),
        ("histogram", histograms),
        ("intervals", intervals),
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


def _lines(axes: Axes, skip: set[int]) -> Rows:
    skip = skip | in_errorbars(axes)
    return [row for line in shown(axes.lines, Line2D, skip) for row in _line_rows(axes, line)]


def _line_rows(axes: Axes, line: Line2D) -> Rows:
    if _reference_axis(axes, line) or _is_points(line):
        return []
    x, y = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if not series_name(line) and len(x) <= _MOST_PARTS and _along_axes(x, y):
        return []
    return _xy_rows(axes, series_name(line), x, y)


def _along_axes(x: Any, y: Any) -> bool:
    return bool(np.all((np.diff(x) == 0) | (np.diff(y) == 0)))


def _xy_rows(axes: Axes, name: str, x: Any, y: Any) -> Rows:
    read_x, read_y = scale_of(axes.xaxis), scale_of(axes.yaxis)
    return [
        {"series": name, "x": read_at(read_x, a), "y": read_at(read_y, b)}
        for a, b in zip(x, y, strict=True)
    ]


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
    for line in shown(axes.lines, Line2D, skip | in_errorbars(axes)):
        if _is_points(line) and not _reference_axis(axes, line):
            x, y = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
            rows += _xy_rows(axes, series_name(line), x, y)
    for cloud in shown(axes.collections, PathCollection, skip):
        offsets = floats(cloud.get_offsets()).reshape(-1, 2)
        rows += _xy_rows(axes, series_name(cloud), offsets[:, 0], offsets[:, 1])
    return rows


def _meshes(axes: Axes, skip: set[int]) -> Rows:
    rows: Rows = []
    for image in shown(axes.images, AxesImage, skip):
        if _is_matrix(image):
            rows += _cells(axes, floats(image.get_array()), centers=None)
    for mesh in shown(axes.collections, QuadMesh, skip):
        values = mesh.get_array()
        if values is not None and np.ndim(values) == 2:
            corners = np.asarray(mesh.get_coordinates())
            rows += _cells(axes, floats(values), centers=corners)
    return rows


def _is_matrix(image: AxesImage) -> bool:
    values = image.get_array()
    return values is not None and values.ndim == 2


def _cells(axes: Axes, values: Any, centers: Any) -> Rows:
    read_x, read_y = scale_of(axes.xaxis), scale_of(axes.yaxis)
    x, y = np.arange(values.shape[1]), np.arange(values.shape[0])
    # Gouraud shading has a value at each corner, flat shading one between two corners.
    if centers is not None and has_names(axes.xaxis) and centers.shape[1] == len(x) + 1:
        x = (centers[0, :-1, 0] + centers[0, 1:, 0]) / 2
    if centers is not None and has_names(axes.yaxis) and centers.shape[0] == len(y) + 1:
        y = (centers[:-1, 0, 1] + centers[1:, 0, 1]) / 2
    return [
        {"row": read_y(b), "column": read_x(a), "value": float(values[i, j])}
        for i, b in enumerate(y)
        for j, a in enumerate(x)
    ]


def _slices(axes: Axes, skip: set[int]) -> Rows:
    wedges = shown(axes.patches, Wedge, skip)
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
    for line in shown(axes.lines, Line2D, skip):
        axis = _reference_axis(axes, line)
        values = floats(line.get_data(orig=False)[0 if axis == "x" else 1])
        if axis and len(values) and np.all(values == values[0]):
            rows.append(_reference(axis, series_name(line), values[0], values[0]))
    for span in shown(axes.patches, Rectangle, skip):
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
