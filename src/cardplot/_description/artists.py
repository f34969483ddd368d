"""Read back what plain matplotlib calls have drawn on an Axes, as tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import PathCollection, PolyCollection, PolyQuadMesh, QuadMesh
from matplotlib.image import AxesImage
from matplotlib.lines import AxLine, Line2D
from matplotlib.patches import Rectangle, Wedge

from cardplot._description.axis_reading import Floats, floats, has_names
from cardplot._description.bar_reading import bars, histograms
from cardplot._description.box_reading import boxes, violins
from cardplot._description.interval_reading import intervals, stems, xy_rows
from cardplot._description.leftovers import noun_of, number_in
from cardplot._description.marks import Marks, in_view, on_scale, places_of
from cardplot._description.names import Rows, apart, given_name, has_line

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Part:
    """One kind of mark on an Axes, with its data."""

    kind: str
    table: pd.DataFrame
    caption: str = ""
    more: Mapping[str, pd.DataFrame] = field(default_factory=dict)


@dataclass(frozen=True)
class Other:
    """Marks of one kind without readable data."""

    noun: str
    number: int
    names: tuple[str, ...]


def read(marks: Marks, more: Iterable[Any]) -> tuple[list[Part], list[Other]]:
    """Return what can be read of *marks*, by kind, and what of them and of *more* can't."""
    parts, inside = [], []
    if marks.axes.name in ("rectilinear", "polar"):
        # What is part of another mark goes first: the lines inside violins before others.
        inside = violins(marks)
        parts = _parts(marks)
    left = [(noun_of(mark), number_in(mark), marks.names.of(mark)) for mark in marks.left.values()]
    left += [(noun_of(mark), 1, "") for mark in more]
    found: dict[str, list[tuple[int, str]]] = {}
    for noun, number, name in (*(("violin", 1, name) for name in inside), *left):
        found.setdefault(noun, []).append((number, name))
    return parts, [
        Other(noun, sum(number for number, _ in every), _named(name for _, name in every))
        for noun, every in found.items()
    ]


def _parts(marks: Marks) -> list[Part]:
    import pandas as pd

    references = _references(marks)
    parts = []
    boxed, outliers = boxes(marks)
    if boxed:
        more = {"outliers": pd.DataFrame(outliers)} if outliers else {}
        parts.append(Part("box plot", pd.DataFrame(boxed), more=more))
    for kind, reader in _READERS:
        rows = reader(marks)
        if rows:
            parts.append(Part(kind, pd.DataFrame(rows)))
    if references:
        parts.append(Part("reference", pd.DataFrame(references)))
    return parts


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, dict.fromkeys(names)))


def _lines(marks: Marks) -> Rows:
    series = []
    for line in marks.of(Line2D):
        if has_line(line) and not isinstance(line, AxLine):
            x, y = places_of(line)
            kept = _near(in_view(line, marks.axes, x, y)) & on_scale(marks.axes, x, y)
            series.append((marks.names.of(line), xy_rows(marks, x[kept], y[kept])))
            marks.told(line)
    return apart(series, "line")


def _near(seen: Any) -> Any:
    """Return the points within the limits, and those to which a line leads from there."""
    near = seen.copy()
    near[1:] |= seen[:-1]
    near[:-1] |= seen[1:]
    return near if near.any() else ~near


def _points(marks: Marks) -> Rows:
    series = []
    for line in marks.of(Line2D):
        if not has_line(line):
            x, y = places_of(line)
            kept = in_view(line, marks.axes, x, y)
            series.append((marks.names.of(line), xy_rows(marks, x[kept], y[kept])))
            marks.told(line)
    for cloud in marks.of(PathCollection):
        series += _cloud(marks, cloud)
        marks.told(cloud)
    # seaborn draws a cloud for each category.
    place = next((axis for axis in "xy" if has_names(marks.axis(axis))), "")
    return apart([one for one in series if one[1]], place=place)


def _cloud(marks: Marks, cloud: PathCollection) -> list[tuple[str, Rows]]:
    """Return the points of a scatter; by name, if a legend names the colours of all."""
    x, y = floats(cloud.get_offsets()).reshape(-1, 2).T
    kept = np.flatnonzero(in_view(cloud, marks.axes, x, y))
    rows = xy_rows(marks, x[kept], y[kept])
    for column, values in (("color", cloud.get_array()), ("size", cloud.get_sizes())):
        numbers = np.empty(0) if values is None else floats(values)
        if len(numbers) == len(x) and len(set(numbers)) > 1:
            rows = [{**row, column: value} for row, value in zip(rows, numbers[kept], strict=True)]
    each = marks.names.each(cloud)
    if len(each) != len(x):
        return [(marks.names.of(cloud), rows)]
    named: dict[str, Rows] = {}
    for index, row in zip(kept, rows, strict=True):
        named.setdefault(each[index], []).append(row)
    return list(named.items())


def _hexagons(marks: Marks) -> Rows:
    rows: Rows = []
    for bins in marks.of(PolyCollection):
        places, values = floats(bins.get_offsets()), bins.get_array()
        if values is not None and len(places) == np.size(values) > len(bins.get_paths()):
            where = xy_rows(marks, *map(_rounded, places.T))
            rows += [
                {"x": row["x"], "y": row["y"], "value": float(value)}
                for row, value in zip(where, floats(values), strict=True)
            ]
            marks.told(bins)
    return rows


def _rounded(places: Floats) -> Floats:
    """Return the middles of hexagons without the hair's breadth that `hexbin` adds around them."""
    span = float(np.ptp(places)) or 1.0
    return np.round(places, 7 - math.ceil(math.log10(span)))


def _meshes(marks: Marks) -> Rows:
    rows: Rows = []
    for image in marks.of(AxesImage):
        values = image.get_array()
        if values is not None and values.ndim == 2:
            rows += _cells(marks, floats(values))
            marks.told(image)
    meshes: list[Any] = [*marks.of(QuadMesh), *marks.of(PolyQuadMesh)]
    for mesh in meshes:
        values = mesh.get_array()
        if values is not None and np.ndim(values) == 2:
            rows += _cells(marks, floats(values), np.asarray(mesh.get_coordinates()))
            marks.told(mesh)
    return rows


def _cells(marks: Marks, values: Floats, corners: Floats | None = None) -> Rows:
    """Return the cells of a matrix, at their middles where a mesh has places of its own."""
    x, y = (np.arange(size, dtype=float) for size in values.shape[::-1])
    # Gouraud shading has a value at each corner, flat shading one between two corners.
    if corners is not None and corners.shape[:2] == (len(y) + 1, len(x) + 1):
        across, up = corners[:, :, 0], corners[:, :, 1]
        if (across == across[0]).all() and (up[:, 0] == up.T).all():
            x = _middles(across[0], x, named=has_names(marks.axes.xaxis))
            y = _middles(up[:, 0], y, named=has_names(marks.axes.yaxis))
    read_x, read_y = marks.scale("x"), marks.scale("y")
    columns, rows = [read_x(a) for a in x], [read_y(b) for b in y]
    return [
        {"row": rows[i], "column": columns[j], "value": float(values[i, j])}
        for i, j in np.ndindex(values.shape)
    ]


def _middles(edges: Floats, numbers: Floats, *, named: bool) -> Floats:
    """Return the middles of cells; without names, cells of size 1 are just numbered."""
    plain = not named and np.array_equal(edges[:-1], numbers)
    return numbers if plain else (edges[:-1] + edges[1:]) / 2


def _slices(marks: Marks) -> Rows:
    wedges = marks.of(Wedge)
    marks.told(*wedges)
    return [
        {
            "category": marks.names.of(wedge),
            "share": abs(wedge.theta2 - wedge.theta1) / 360,
        }
        for wedge in wedges
    ]


def _references(marks: Marks) -> Rows:
    rows: Rows = []
    for mark in list(marks.left.values()):
        axis = _reference_axis(marks, mark)
        if not axis:
            continue
        if isinstance(mark, Line2D):
            ends = floats(mark.get_data(orig=False)["xy".index(axis)])
            low, high = ends.min(), ends.max()
            if low != high:
                continue
        else:
            low, high = sorted(getattr(mark.get_bbox(), f"interval{axis}"))
        read = marks.scale(axis)
        rows.append({"axis": axis, "label": given_name(mark), "low": read(low), "high": read(high)})
        marks.told(mark)
    return rows


def _reference_axis(marks: Marks, mark: Any) -> str:
    """Return the axis on which a mark has data coordinates, if it goes across the Axes."""
    if not isinstance(mark, Line2D | Rectangle) or isinstance(mark, AxLine):
        return ""
    x, y = mark.get_transform().contains_branch_seperately(marks.axes.transData)
    return {(False, True): "y", (True, False): "x"}.get((x, y), "")


_READERS: tuple[tuple[str, Callable[[Marks], Rows]], ...] = (
    ("bars", bars),
    ("histogram", histograms),
    ("intervals", intervals),
    ("stems", stems),
    ("lines", _lines),
    ("points", _points),
    ("hexagons", _hexagons),
    ("heat map", _meshes),
    ("pie", _slices),
)
