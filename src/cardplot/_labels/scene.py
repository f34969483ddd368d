"""One Axes as the placer sees it: in points, with what is taken on it."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, Transform

from cardplot._geometry import Box, Canvas, Floats
from cardplot._labels.obstacles import Obstacles, collect

BEYOND_PT = 160.0
"""How far beyond its Axes the placer looks."""


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

    @property
    def pad(self) -> tuple[float, float]:
        """Least distances between labels, in points: a little more on larger panels."""
        return max(1.0, 0.005 * self.panel.width), max(1.0, 0.005 * self.panel.height)

    def at(self, xy: Floats) -> Floats:
        """Return data coordinates, an (N, 2) array, in points."""
        with np.errstate(all="ignore"):
            placed: Floats = (self.axes.transData + self.points).transform(xy)
        return placed

    def size(self, text: Text) -> tuple[float, float]:
        """Return width and height of a text in points."""
        # Not the method of the object: an Annotation adds its leader to the extent.
        hidden = not text.get_visible()
        if hidden:  # A text that is hidden has no extent.
            text.set_visible(True)
        extent = Text.get_window_extent(text, self.renderer)
        if hidden:
            text.set_visible(False)
        scale = 72 / root_figure(self.axes).dpi
        return float(extent.width) * scale, float(extent.height) * scale

    def conditions(self, text: Text) -> object:
        """Return what the size of a text depends on, besides its rotation."""
        return (
            text.get_text(),
            hash(text.get_fontproperties()),
            root_figure(self.axes).dpi,
            type(self.renderer),
        )


@dataclass
class Scene(Measure):
    """An Axes with what is taken on it.

    Attributes
    ----------
    figure : Box
        The figure, in points.
    canvas : Canvas
        What is taken.
    strokes : Canvas
        The same without fills: what a label inside a bar stays clear of.
    obstacles : Obstacles
        What took it.
    grid : tuple of (N,) array
        Where grid lines cross x and y.
    """

    figure: Box = field(init=False)
    canvas: Canvas = field(init=False)
    strokes: Canvas = field(init=False)
    obstacles: Obstacles = field(init=False)
    grid: tuple[Floats, Floats] = field(init=False)

    def look(self, skip: Collection[Artist]) -> Self:
        """Collect what is taken, except for the artists in *skip*."""
        root = root_figure(self.axes)
        # Not figure.bbox: while a figure is saved with a tight bounding box, that is cropped,
        # and the same figure would be placed differently.
        self.figure = _box(root.transFigure.transform([(0, 0), (1, 1)]), self.points)
        self.obstacles = collect(self.axes, self.renderer, self.points, skip)
        bounds = self.panel.grown(BEYOND_PT)
        self.strokes = Canvas(bounds)
        self.obstacles.paint(self.strokes)
        self.canvas = self.strokes.copy()
        for fills in self.obstacles.fills:
            self.canvas.paint_boxes(fills)
        self.grid = self._grid_lines()
        return self

    def copy(self) -> Self:
        """Return the scene, of which more can be taken."""
        twin = copy(self)
        twin.canvas, twin.strokes = self.canvas.copy(), self.strokes.copy()
        return twin

    def _grid_lines(self) -> tuple[Floats, Floats]:
        found = []
        for column, axis in enumerate((self.axes.xaxis, self.axes.yaxis)):
            ticks = axis.get_majorticklocs()
            if not len(ticks) or not axis.get_major_ticks(len(ticks))[0].gridline.get_visible():
                found.append(np.array([]))
                continue
            at = np.zeros((len(ticks), 2))
            at[:, column] = ticks
            found.append(self.at(at)[:, column])
        return found[0], found[1]

    def on_grid(self, box: Box) -> bool:
        """Say whether a grid line runs through *box*."""
        x, y = self.grid
        across = ((x > box.x0 - 1) & (x < box.x1 + 1)).any()
        return bool(across or ((y > box.y0 - 1) & (y < box.y1 + 1)).any())

    def free(self, box: Box) -> bool:
        """Say whether a label finds room in *box*, with its distance to all else."""
        return self.canvas.free(box.grown(*self.pad))

    def take(self, box: Box) -> None:
        """Take the area of *box*."""
        area = np.array([[box.x0, box.y0, box.x1, box.y1]])
        self.canvas.paint_boxes(area)
        self.strokes.paint_boxes(area)

    def visible(self, xy: Floats) -> bool:
        """Say whether a point (in points) lies in the Axes, edges included."""
        x, y = xy
        panel = self.panel.grown(0.5)
        return bool(panel.x0 <= x <= panel.x1 and panel.y0 <= y <= panel.y1)

    def on_band(self, box: Box) -> bool:
        """Say whether *box* lies on a translucent area."""
        return any(
            box.meets(Box(*band)) for bands in self.obstacles.bands for band in bands.tolist()
        )


def take_place(axes: Axes, renderer: RendererBase) -> None:
    """Let an Axes take the place that its engine, locator and aspect give it."""
    locator = axes.get_axes_locator()
    axes.apply_aspect(None if locator is None else locator(axes, renderer))


def root_figure(artist: Artist) -> Figure:
    """Return the figure that an artist is on, not a subfigure."""
    figure = artist.get_figure(root=True)
    if figure is None:
        raise ValueError(f"{artist!r} is not on a figure (any more)")
    return figure


def font_size(text: Text) -> float:
    """Return the font size of a text in points."""
    return float(text.get_fontproperties().get_size_in_points())


def to_points(axes: Axes) -> Transform:
    """Return the transform from pixels to points."""
    return Affine2D().scale(72 / root_figure(axes).dpi)


def _box(corners: Floats, points: Transform) -> Box:
    bbox = Bbox(points.transform(corners))
    return Box(bbox.x0, bbox.y0, bbox.x1, bbox.y1)
