"""One Axes as the placer sees it: in points, with what is taken on it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform, Transform

from cardplot._color.surface import seen_over
from cardplot._geometry import Box, Canvas, Floats
from cardplot._labels.obstacles import Obstacles, Seen, axes_above, collect
from cardplot._labels.other_axes import twins
from cardplot._labels.owned import show

BEYOND_PT = 160.0
"""How far beyond its Axes the placer looks."""
OUT_PT = 50.0
"""How far beyond the figure."""
FRAME_PT = 1.5
"""Least distance from a label to the frame of the Axes."""
GROUND_SHARE = 0.6
"""Images and opaque areas that cover this share of the Axes hinder no label."""
SMALLER_PT = (16.0, 14.0, 12.0, 10.5, 9.0, 7.5, 7.0)
"""Sizes that texts are made smaller to, where there is too little room for their own."""
FLOOR_PT = SMALLER_PT[-1]
"""No text is made smaller than this."""


@dataclass
class Measure:
    """What is needed to measure the texts of an Axes.

    Attributes
    ----------
    axes : matplotlib.axes.Axes
    renderer : matplotlib.backend_bases.RendererBase
    points : matplotlib.transforms.Transform
        From pixels to points.
    panel : Box
        The Axes, in points.
    """

    axes: Axes
    renderer: RendererBase
    points: Transform
    panel: Box

    @classmethod
    def of(cls, axes: Axes, renderer: RendererBase) -> Self:
        """Look at *axes*."""
        points = to_points(axes)
        return cls(axes, renderer, points, _box(axes.bbox.get_points(), points))

    @cached_property
    def figure(self) -> Box:
        """The figure, in points."""
        # Not figure.bbox: while a figure is saved with a tight bounding box, that is cropped,
        # and the same figure would be placed differently.
        corners = root_figure(self.axes).transFigure.transform([(0, 0), (1, 1)])
        return _box(corners, self.points)

    @cached_property
    def frame(self) -> Box:
        """The figure, cut off at the visible sides of the Axes: a label crosses none of them."""
        axes, panel, edges = self.axes, self.panel.grown(-FRAME_PT), self.figure
        sides = {"left": "x0", "bottom": "y0", "right": "x1", "top": "y1"}
        seen = {
            name: getattr(panel, name)
            for side, name in sides.items()
            if axes.axison and side in axes.spines and axes.spines[side].get_visible()
        }
        return replace(edges, **seen)

    @cached_property
    def top(self) -> float:
        """How far ticks and labels above the Axes, or exponents of y axes, reach, in points."""
        axes = self.axes
        exponents = [one.yaxis.get_offset_text() for one in (axes, *twins(axes)) if one.axison]
        shown = [text for text in exponents if text.get_visible() and text.get_text()]
        found = [artist.get_tightbbox(self.renderer) for artist in (*axes_above(axes), *shown)]
        tops = [box.transformed(self.points).y1 for box in found if box is not None]
        return max([float(top) - self.panel.y1 for top in tops], default=0.0)

    @cached_property
    def pad(self) -> tuple[float, float]:
        """Least distances between labels, in points: a little more on larger panels."""
        return max(1.0, 0.005 * self.panel.width), max(1.0, 0.005 * self.panel.height)

    def at(self, xy: Floats) -> Floats:
        """Return data coordinates, an (N, 2) array, in points."""
        with np.errstate(all="ignore"):
            placed: Floats = self._from_data.transform(xy)
        return placed

    @cached_property
    def _from_data(self) -> Transform:
        return self.axes.transData + self.points

    def size(self, text: Text) -> tuple[float, float]:
        """Return width and height of a text in points."""
        extent = self.extent(text)
        return float(extent.width), float(extent.height)

    def extent(self, text: Text) -> Bbox:
        """Return the extent of a text in points, from where it is put."""
        # Not the method of the object: an Annotation adds its leader to the extent.
        hidden = not text.get_visible()
        if hidden:  # A text that is hidden has no extent.
            show(text, visible=True)
        # Where it is now may be at infinity: zero on a logit axis.
        transform = text.get_transform()
        text.set_transform(IdentityTransform())
        extent = Text.get_window_extent(text, self.renderer)
        text.set_transform(transform)
        if hidden:
            show(text, visible=False)
        return Bbox(self.points.transform(extent.translated(*np.negative(text.get_position()))))

    def conditions(self, text: Text) -> object:
        """Return what the size of a text depends on, besides its rotation."""
        return (
            text.get_text(),
            hash(text.get_fontproperties()),
            root_figure(self.axes).dpi,
            type(self.renderer),
        )


@dataclass
class Ground:
    """What is drawn on an Axes, looked at when somebody asks.

    Attributes
    ----------
    measure : Measure
    skip : collection of matplotlib.artist.Artist
        What doesn't count: it is about to be placed.
    """

    measure: Measure
    skip: Collection[Artist]

    @cached_property
    def seen(self) -> Seen:
        """What is drawn."""
        measure = self.measure
        return collect(measure.axes, measure.renderer, measure.points, self.skip)

    def _painted(self, paint: Callable[[Obstacles, Canvas], None]) -> Canvas:
        """Return a canvas on which obstacles are taken, clipped as they are."""
        near = self.measure.panel.grown(BEYOND_PT)
        # What stands beyond the figure asks the layout for room.
        canvas = Canvas(near.common(self.measure.figure.grown(OUT_PT)))
        paint(self.seen.clipped, canvas.within(self.measure.panel))
        paint(self.seen.free, canvas)
        return canvas

    @cached_property
    def areas(self) -> Canvas:
        """Images and opaque areas."""

        def paint(obstacles: Obstacles, canvas: Canvas) -> None:
            for rings in obstacles.areas:
                canvas.paint_area(rings)

        return self._painted(paint)

    @cached_property
    def strokes(self) -> Canvas:
        """What is taken, without fills: what a label inside a bar stays clear of.

        Areas that cover most of the Axes are its ground.
        """
        canvas = self._painted(Obstacles.paint)
        if self.areas.taken_share(self.measure.panel) < GROUND_SHARE:
            canvas.add(self.areas)
        return canvas

    @cached_property
    def canvas(self) -> Canvas:
        """What is taken."""

        def paint(obstacles: Obstacles, canvas: Canvas) -> None:
            for fills in obstacles.fills:
                canvas.paint_boxes(fills)

        canvas = self._painted(paint)
        canvas.add(self.strokes)
        return canvas

    @cached_property
    def grid(self) -> tuple[Floats, Floats]:
        """Where grid lines cross x and y."""
        found = []
        for column, axis in enumerate((self.measure.axes.xaxis, self.measure.axes.yaxis)):
            shown = axis.get_major_ticks(1)[0].gridline.get_visible()
            ticks = axis.get_majorticklocs() if shown else ()
            at = np.zeros((len(ticks), 2))
            at[:, column] = ticks
            found.append(self.measure.at(at)[:, column])
        return found[0], found[1]


@dataclass
class Scene(Measure):
    """An Axes with what is drawn on it, and with what is taken by labels on top of that.

    Attributes
    ----------
    ground : Ground
        What is drawn. It stays when labels are placed anew.
    """

    ground: Ground
    _boxes: list[Floats] = field(default_factory=list)

    @classmethod
    def on(cls, ground: Ground) -> Self:
        """Return a scene on which no label has been placed."""
        measure = ground.measure
        return cls(measure.axes, measure.renderer, measure.points, measure.panel, ground)

    @cached_property
    def canvas(self) -> Canvas:
        """What is taken."""
        return self._with_taken(self.ground.canvas)

    @cached_property
    def strokes(self) -> Canvas:
        """The same without fills."""
        return self._with_taken(self.ground.strokes)

    @cached_property
    def labels(self) -> Canvas:
        """What is taken by labels alone."""
        return self._with_taken(Canvas(self.ground.canvas.bounds))

    def _with_taken(self, canvas: Canvas) -> Canvas:
        twin = canvas.copy()
        for box in self._boxes:
            twin.paint_boxes(box)
        return twin

    def on_grid(self, box: Box) -> bool:
        """Say whether a grid line runs through *box*."""
        if not self.panel.grown(2.0).meets(box):
            return False
        x, y = self.ground.grid
        across = ((x > box.x0 - 1) & (x < box.x1 + 1)).any()
        return bool(across or ((y > box.y0 - 1) & (y < box.y1 + 1)).any())

    def free(self, box: Box) -> bool:
        """Say whether a label finds room in *box*, with its distance to all else."""
        return self.canvas.free(box.grown(*self.pad))

    def take(self, box: Box) -> None:
        """Take the area of *box*."""
        area = np.array([[box.x0, box.y0, box.x1, box.y1]])
        self._boxes.append(area)
        for name in ("canvas", "strokes", "labels"):
            if name in self.__dict__:  # What nobody has asked for yet is painted when they do.
                getattr(self, name).paint_boxes(area)

    def take_line(self, line: Floats, *, arrow: bool = False) -> None:
        """Take the area of a thin line, an (M, 2) array, or of an arrow: no leader crosses that."""
        for canvas in (self.canvas, self.strokes, *((self.labels,) if arrow else ())):
            canvas.paint_lines([line], 1.0 if arrow else 0.5)

    def visible(self, xy: Floats) -> bool:
        """Say whether a point (in points) lies in the Axes, edges included."""
        x, y = xy
        panel = self.panel.grown(0.5)
        return bool(panel.x0 <= x <= panel.x1 and panel.y0 <= y <= panel.y1)

    def on_area(self, box: Box) -> bool:
        """Say whether *box* lies on an image or an opaque area."""
        return not self.ground.areas.free(box)

    def shades(self, box: Box) -> list[str]:
        """Return what the translucent areas under *box* make of the surface, each alone."""
        return [
            seen_over(self.axes, face)
            for obstacles in (self.ground.seen.clipped, self.ground.seen.free)
            for band, face in obstacles.bands
            if box.meets(Box(*band.tolist()))
        ]


def root_figure(artist: Artist) -> Figure:
    """Return the figure that an artist is on, not a subfigure."""
    figure = artist.get_figure(root=True)
    if figure is None:
        raise ValueError(f"{artist!r} is not on a figure (any more)")
    return figure


def font_size(text: Text) -> float:
    """Return the font size of a text in points."""
    return float(text.get_fontproperties().get_size_in_points())


def points_of(size: float | str) -> float:
    """Return a font size, given in points or by name, in points."""
    return float(FontProperties(size=size).get_size_in_points())


def sizes_down(size: float, floor: float = FLOOR_PT) -> list[float]:
    """Return the sizes to try for a text of *size* points, largest first."""
    return [size, *(smaller for smaller in SMALLER_PT if floor <= smaller < 0.95 * size)]


def to_points(axes: Axes) -> Transform:
    """Return the transform from pixels to points."""
    return Affine2D().scale(72 / root_figure(axes).dpi)


def _box(corners: Floats, points: Transform) -> Box:
    bbox = Bbox(points.transform(corners))
    return Box(bbox.x0, bbox.y0, bbox.x1, bbox.y1)
