"""What is drawn on an Axes already, as boxes and lines that labels stay clear of."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import Collection as Marks
from matplotlib.collections import LineCollection, PathCollection, QuadMesh
from matplotlib.colors import to_rgba
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.spines import Spine
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox, Transform

from cardplot._geometry import Canvas, Floats
from cardplot._labels.areas import OPAQUE, Color, areas_of
from cardplot._labels.other_axes import on_figure, overlays, take_place, titles_of, twins


@dataclass
class Obstacles:
    """What labels stay clear of, in points from the lower left corner of the figure.

    Attributes
    ----------
    fills : list of (N, 4) array
        Bars.
    boxes : list of (N, 4) array
        Markers, texts, legends.
    lines : dict of float to list of (M, 2) array
        Polylines by half their width.
    areas : list of list of (M, 2) array
        Opaque areas of any shape, each by its rings.
    bands : list of ((4,) array, color)
        Translucent areas. They hinder nobody; a label that can be read on one wears no background.
    """

    fills: list[Floats] = field(default_factory=list)
    boxes: list[Floats] = field(default_factory=list)
    lines: dict[float, list[Floats]] = field(default_factory=dict)
    areas: list[list[Floats]] = field(default_factory=list)
    bands: list[tuple[Floats, Color]] = field(default_factory=list)

    def paint(self, canvas: Canvas) -> None:
        """Take everything but fills and areas on *canvas*."""
        for boxes in self.boxes:
            canvas.paint_boxes(boxes)
        for half_width, lines in self.lines.items():
            canvas.paint_lines(lines, half_width)

    def draw_line(self, points: Floats, width: float) -> None:
        """Add a polyline that is *width* points wide."""
        half = float(np.ceil(width)) / 2
        self.lines.setdefault(half, []).append(points)


@dataclass
class Seen:
    """What is drawn on an Axes.

    Attributes
    ----------
    clipped : Obstacles
        What is seen within the Axes alone.
    free : Obstacles
        What is seen everywhere.
    """

    clipped: Obstacles = field(default_factory=Obstacles)
    free: Obstacles = field(default_factory=Obstacles)

    def place_of(self, artist: Artist) -> Obstacles:
        """Return where an artist belongs."""
        cut = artist.get_clip_box() is not None or artist.get_clip_path() is not None
        return self.clipped if cut and artist.get_clip_on() else self.free


def collect(
    axes: Axes, renderer: RendererBase, points: Transform, skip: Collection[Artist]
) -> Seen:
    """Collect the obstacles on *axes*, on its twins and on what lies over it.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Whose children are looked at. Its spines and the usual sides of its axes are furniture and
        are not.
    renderer : matplotlib.backend_bases.RendererBase
        For the extents of texts.
    points : matplotlib.transforms.Transform
        From pixels to points.
    skip : collection of matplotlib.artist.Artist
        Children that are no obstacles, such as the labels to be placed.
    """
    seen = Seen()
    for one in (axes, *twins(axes)):
        _collect(seen, one, renderer, points, skip)
        _add_far_ticks(seen.free, one, renderer, points)
    for other in overlays(axes, renderer):
        _add_axes(seen, other, renderer, points, skip)
    for artist in on_figure(axes, skip):
        _add_artist(seen, artist, renderer, points)
    return seen


def _add_axes(
    seen: Seen, axes: Axes, renderer: RendererBase, points: Transform, skip: Collection[Artist]
) -> None:
    """Add an Axes that lies over another one; one with a ground hides what is under it."""
    take_place(axes, renderer)
    ground = axes.patch.get_visible() and axes.axison and axes.get_frame_on()
    if ground and to_rgba(axes.patch.get_facecolor())[3] >= OPAQUE:
        seen.free.boxes.append(points.transform(axes.bbox.get_points()).reshape(1, 4))
    _collect(seen, axes, renderer, points, skip)
    for words in (*((axes.xaxis, axes.yaxis) if axes.axison else ()), *titles_of(axes)):
        if words.get_visible():
            _add_extent(seen.free, words, renderer, points)


def axes_above(axes: Axes) -> list[Axis]:
    """Return the x axes with ticks or a label above an Axes: its own, of twins, secondary ones."""
    panels = (axes, *twins(axes), *axes.child_axes)
    return [
        one.xaxis
        for one in panels
        if one.get_visible() and one.axison and one.xaxis.get_visible() and _is_above(one.xaxis)
    ]


def _is_above(axis: XAxis) -> bool:
    on_top = axis.get_ticks_position() in ("top", "default", "unknown")
    return on_top or axis.get_label_position() == "top"


def _collect(
    seen: Seen,
    axes: Axes,
    renderer: RendererBase,
    points: Transform,
    skip: Collection[Artist],
) -> None:
    bars: dict[int, list[Rectangle]] = {}
    for artist in _marks(axes, skip):
        if isinstance(artist, Rectangle) and artist.get_angle() == 0 and _is_bar(artist, axes):
            bars.setdefault(id(seen.place_of(artist)), []).append(artist)
        elif isinstance(artist, Axes):
            _add_axes(seen, artist, renderer, points, skip)
        else:
            _add_artist(seen, artist, renderer, points)
    for found in (seen.clipped, seen.free):
        _add_bars(found, bars.get(id(found), []), axes.transData + points)


def _add_artist(seen: Seen, artist: Artist, renderer: RendererBase, points: Transform) -> None:
    found = seen.place_of(artist)
    if isinstance(artist, Line2D):
        _add_line(found, artist, points)
    elif isinstance(artist, LineCollection):
        _add_segments(found, artist, points)
    elif isinstance(artist, PathCollection):
        _add_scatter(found, artist, points)
    elif isinstance(artist, AxesImage | QuadMesh):
        _add_picture(found, artist, renderer, points)
    elif isinstance(artist, Patch | Marks):
        _add_areas(found, artist, points)
    else:
        _add_extent(seen.free, artist, renderer, points)


def _marks(axes: Axes, skip: Collection[Artist]) -> Iterator[Artist]:
    ignored = {id(artist) for artist in skip}
    ignored.add(id(axes.patch))
    # Titles lie beyond the axes and make room for themselves.
    ignored |= {id(title) for title in titles_of(axes)}
    for artist in axes.get_children():
        if id(artist) in ignored or not artist.get_visible():
            continue
        if isinstance(artist, Axis | Spine):
            continue
        yield artist


def _is_bar(patch: Rectangle, axes: Axes) -> bool:
    return patch.get_data_transform() == axes.transData and not _is_band(patch)


def _is_band(patch: Patch) -> bool:
    return to_rgba(patch.get_facecolor())[3] < OPAQUE


def _add_bars(found: Obstacles, bars: list[Rectangle], to_points: Transform) -> None:
    if not bars:
        return
    corners = np.array([bar.get_bbox().get_points() for bar in bars], dtype=float)
    with np.errstate(all="ignore"):
        moved = to_points.transform(corners.reshape(-1, 2)).reshape(-1, 2, 2)
    boxes = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
    boxes = boxes[np.isfinite(boxes).all(axis=1)]
    solid = (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])
    found.fills.append(boxes[solid])


def _spans(patch: Patch) -> bool:
    # A span across the axes (axhspan) mixes data and axes coordinates: it is ground, not a mark.
    axes = patch.axes
    data = patch.get_data_transform()
    return axes is not None and data in (axes.get_xaxis_transform(), axes.get_yaxis_transform())


def _add_areas(found: Obstacles, artist: Artist, points: Transform) -> None:
    """Add what an artist fills and strokes."""
    span = isinstance(artist, Patch) and _spans(artist)
    for rings, face, stroke in areas_of(artist, points):
        if face[3] >= OPAQUE and not span:
            found.areas.append(rings)
        elif face[3] > 0:
            corners = np.concatenate(rings)
            found.bands.append((np.concatenate([corners.min(axis=0), corners.max(axis=0)]), face))
        if stroke and not span:
            for ring in rings:
                found.draw_line(ring, stroke)


def _add_picture(
    found: Obstacles, picture: AxesImage | QuadMesh, renderer: RendererBase, points: Transform
) -> None:
    """Add an image or a mesh, unless what is under it can be seen."""
    alpha = picture.get_alpha()
    if alpha is None or np.mean(alpha) >= OPAQUE:
        corners = picture.get_window_extent(renderer).corners()[[0, 1, 3, 2]]
        found.areas.append([points.transform(corners)])


def _add_line(found: Obstacles, line: Line2D, points: Transform) -> None:
    with np.errstate(all="ignore"):
        # Not its points: a transform may leave out those that can't be seen.
        seen = (line.get_transform() + points).transform_path(line.get_path())
        path = np.asarray(seen.vertices, dtype=float)
    if not len(path):
        return
    if line.get_linestyle() not in ("None", "none", " ", ""):
        found.draw_line(path, line.get_linewidth())
    if line.get_marker() not in ("None", "none", None, " ", ""):
        flat = line.get_markeredgewidth() / 2
        half = flat + line.get_markersize() / 2
        # Caps of whiskers are flat.
        across, up = {"_": (half, flat), "|": (flat, half)}.get(
            str(line.get_marker()), (half, half)
        )
        found.boxes.append(_boxes_around(path, np.full((len(path), 2), (across, up))))


def _add_segments(found: Obstacles, lines: LineCollection, points: Transform) -> None:
    segments = [np.reshape(segment, (-1, 2)).astype(float) for segment in lines.get_segments()]
    lengths = [len(segment) for segment in segments]
    if not sum(lengths):
        return
    with np.errstate(all="ignore"):
        moved = (lines.get_transform() + points).transform(np.concatenate(segments))
    widths = np.resize(lines.get_linewidth(), len(segments))
    for path, width in zip(np.split(moved, np.cumsum(lengths)[:-1]), widths, strict=True):
        if len(path):
            found.draw_line(path, float(width))


def _add_scatter(found: Obstacles, marks: PathCollection, points: Transform) -> None:
    offsets: Floats = np.ma.asarray(marks.get_offsets(), dtype=float).filled(np.nan)
    if not len(offsets):
        return
    with np.errstate(all="ignore"):
        centers = (marks.get_offset_transform() + points).transform(offsets)
    half = np.sqrt(marks.get_sizes())[:, None] / 2 + 0.5
    half = half if len(half) == 1 else np.resize(half, (len(centers), 1))
    found.boxes.append(_boxes_around(centers, half))


def _add_extent(
    found: Obstacles, artist: Artist, renderer: RendererBase, points: Transform
) -> None:
    """Add the extent of an artist; of one that doesn't know its extent, what it would draw."""
    if isinstance(artist, Text) and not artist.get_text().strip():
        return
    if isinstance(artist, Annotation) and artist.arrow_patch is not None:
        artist.get_window_extent(renderer)  # Brings the arrow up to date.
        _add_areas(found, artist.arrow_patch, points)
        extent: Bbox | None = Text.get_window_extent(artist, renderer)
    else:
        extent = artist.get_tightbbox(renderer)
    if extent is None or not np.isfinite(extent.extents).all():
        return
    if extent.width > 0:
        box = Bbox(points.transform(extent.get_points()))
        found.boxes.append(np.array([[box.x0, box.y0, box.x1, box.y1]]))
    elif extent.height == 0:
        _add_areas(found, artist, points)


def _add_far_ticks(found: Obstacles, axes: Axes, renderer: RendererBase, points: Transform) -> None:
    """Add tick labels at the right and above, where names of lines would like to stand."""
    panel = axes.bbox
    for axis, side in ((axes.yaxis, "labelright"), (axes.xaxis, "labeltop")):
        shown = axes.axison and axis.get_visible()
        if not (shown and axis.get_tick_params().get(side)):
            continue
        extent = axis.get_tightbbox(renderer)
        if extent is None or not np.isfinite(extent.extents).all():
            continue
        low = (panel.x1, extent.y0) if axis is axes.yaxis else (extent.x0, panel.y1)
        box = points.transform([low, extent.max])
        found.boxes.append(box.reshape(1, 4))


def _boxes_around(centers: Floats, half: Floats) -> Floats:
    whole = np.isfinite(centers).all(axis=1)
    if not whole.all():
        centers, half = centers[whole], half if len(half) == 1 else half[whole]
    return np.concatenate([centers - half, centers + half], axis=1)
