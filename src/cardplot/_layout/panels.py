"""Panels that no layout engine looks after: how far they reach, and moving them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.spines import Spine
from matplotlib.transforms import Bbox, Transform

from cardplot._geometry import Box, Floats
from cardplot._labels import LabelLayer, decorations_of
from cardplot._labels.obstacles import axes_above
from cardplot._labels.other_axes import take_place, titles_of, twins
from cardplot._labels.scene import root_figure
from cardplot._layout.panel_fit import SAME, fitted
from cardplot._layout.stacks import Container, points_of

SETTLED_PT = 0.25
LEAST_PT = 14.0
"""The least height of a panel in which anything can be seen."""
ROUNDS = 12
SIZES = 16
"""Arrangements of so many sizes are remembered."""

Found = TypeVar("Found")


def remember(known: dict[object, Found], size: object, found: Found) -> None:
    """Note what was found for a size; of many sizes, as a window has them, the last ones."""
    known.pop(size, None)
    known[size] = found
    while len(known) > SIZES:
        del known[next(iter(known))]


def local_panels(container: Container) -> list[Axes]:
    """Return the visible Axes of a figure or subfigure, not those of subfigures in it."""
    return [
        axes
        for axes in root_figure(container).axes
        if axes.get_visible() and axes.get_figure(root=False) is container
    ]


class Panels:
    """Moves panels, and remembers where their owner had put them.

    A place that isn't ours was chosen by the user (or an engine) since, and counts from then on.

    Attributes
    ----------
    labels : bool
        Whether labels count, and are placed when it is asked how far they reach.
    """

    def __init__(self) -> None:
        self.labels = True
        self._moved: dict[Axes, tuple[Bbox, Bbox]] = {}
        self._extents: dict[Axes, Floats] = {}
        self._size: object = None
        self._solutions: dict[object, dict[Axes, Bbox]] = {}

    def extent(self, axes: Axes, renderer: RendererBase) -> Floats:
        """Return how far an Axes reaches, measured once until something moves."""
        if axes not in self._extents:
            self._extents[axes] = extent(axes, renderer, labels=self.labels)
        return self._extents[axes]

    def forget(self) -> None:
        """Measure anew from now on: something has changed."""
        self._extents.clear()

    def begin(self, size: object) -> bool:
        """Start from where the panels were at a size, else from where their owner had put them.

        Names may have two forms that both hold, each in panels of its own size: which of them is
        drawn must not depend on what was drawn before.

        Returns
        -------
        bool
            Whether this is another size.
        """
        if size == self._size:
            return False
        self._size = size
        known = self._solutions.get(size, {})
        for axes, (base, ours) in list(self._moved.items()):
            if _is_at(axes, ours):
                self._move(axes, base, known.get(axes, base))
        self.forget()
        return True

    def end(self) -> None:
        """Remember where the panels are at this size."""
        found = {axes: ours for axes, (_, ours) in self._moved.items()}
        remember(self._solutions, self._size, found)

    def fit(
        self,
        container: Container,
        limit: Box,
        goal: Box,
        renderer: RendererBase,
        settle: Callable[[], None],
    ) -> None:
        """Move the panels of *container* into *goal* on those sides on which they exceed *limit*.

        Both boxes are in points. *settle* is called when panels have moved: labels need other room.
        """
        panels = _worth_moving(local_panels(container))
        if not panels:
            return
        base = np.array([self._base(axes, container) for axes in panels])
        most = np.full((len(panels), 4), -np.inf)
        for last in (False,) * ROUNDS + (True,):
            now = np.array([_place(axes, container) for axes in panels])
            reach = np.array([self.extent(axes, renderer) for axes in panels])
            drawn = np.array([_drawn(axes, place) for axes, place in zip(panels, now, strict=True)])
            margins = (reach - drawn) * (-1, -1, 1, 1)
            most = np.maximum(most, margins)
            # Where it never settles, room for each form is room for all.
            margins = most if last else margins
            target = _fitted(base, margins, limit, goal)
            if np.abs(target - now).max() < SETTLED_PT:
                return
            for axes, box in zip(panels, target, strict=True):
                self._put(axes, container, box)
            self.forget()
            settle()

    def _base(self, axes: Axes, container: Container) -> Floats:
        """Return where the owner of a panel had put it.

        That is noted before any panel is moved: twins move together.
        """
        here = axes.get_position(original=True).frozen()
        base, ours = self._moved.get(axes, (here, here))
        if not _is_at(axes, ours):
            base = here
        self._moved[axes] = base, here
        return _in_points(base, container)

    def _put(self, axes: Axes, container: Container, box: Floats) -> None:
        points = Bbox.from_extents(*box)
        new = Bbox(points.transformed(_to_points(container).inverted()).get_points())
        self._move(axes, self._moved[axes][0], new)

    def _move(self, axes: Axes, base: Bbox, new: Bbox) -> None:
        for one in (axes, *twins(axes)):  # Parasites don't follow their host by themselves.
            in_layout = one.get_in_layout()
            one.set_position(new)
            # Setting a position takes Axes out of the layout; the user's next engine wants them.
            one.set_in_layout(in_layout)
        self._moved[axes] = (base, new)


def extent(axes: Axes, renderer: RendererBase, *, labels: bool = True) -> Floats:
    """Return how far an Axes reaches with its decorations, in points.

    Widths of titles and of the x label, and the height of the y label, don't count: no smaller
    panel makes room for them. The parts know what hasn't changed.
    """
    box: Bbox | None
    plain = type(axes).get_tightbbox is Axes.get_tightbbox
    if plain and axes.name == "rectilinear" and not axes_above(axes):
        box = _extent_of_parts(axes, renderer, labels)
    else:
        try:
            box = axes.get_tightbbox(renderer, for_layout_only=True)
        except TypeError:  # A class of others may not know of layouts.
            box = axes.get_tightbbox(renderer)
    if box is None or not np.isfinite(box.extents).all():
        box = axes.bbox
    return np.asarray(box.transformed(points_of(root_figure(axes))).extents, dtype=float)


def _extent_of_parts(axes: Axes, renderer: RendererBase, labels: bool) -> Bbox:
    take_place(axes, renderer)
    boxes = [axes.bbox.frozen()]
    decorations = decorations_of(axes)
    for name in "xy":
        found = decorations.axis_extent(name, renderer)
        boxes += [] if found is None else [found]
    middle = (boxes[0].x0 + boxes[0].x1) / 2
    if any(title.get_position()[1] != 1.0 for title in titles_of(axes)):
        # matplotlib sends titles far up when it draws them hidden; this takes them back.
        axes.get_tightbbox(renderer, for_layout_only=True)
    for title in titles_of(axes):
        if title.get_visible() and title.get_text():
            box = title.get_window_extent(renderer)
            boxes.append(Bbox([[middle, box.y0], [middle, box.y1]]))
    for artist in axes.get_default_bbox_extra_artists():
        if isinstance(artist, LabelLayer):
            boxes += artist.reach(renderer) if labels else []
        elif not isinstance(artist, Spine):
            found = artist.get_tightbbox(renderer)
            if found is not None and np.isfinite(found.extents).all() and found.width > 0:
                boxes.append(found)
    return Bbox.union(boxes)


def height_share(figure: Figure) -> float:
    """Return which share of its height a figure's panels take, without what stands around them."""
    rows: dict[int, float] = {}
    for axes in figure.axes:
        if axes.get_visible():
            row = round(axes.bbox.y0)
            rows[row] = max(rows.get(row, 0.0), float(axes.bbox.height))
    height = float(figure.bbox.height)
    return min(sum(rows.values()) / height, 1.0) if rows and height else 1.0


def least_height(figure: Figure, renderer: RendererBase) -> float:
    """Return the height in points below which panels and decorations don't fit into a figure."""
    panels = [axes for axes in figure.axes if axes.get_visible()]
    if not panels:
        return 0.0
    to_points = points_of(figure)
    decorations = 0.0
    for axes in panels:
        reach = extent(axes, renderer)
        own = axes.bbox.transformed(to_points)
        decorations = max(decorations, float(reach[3] - own.y1 + own.y0 - reach[1]))
    rows = len({round(axes.bbox.y0) for axes in panels})
    return rows * (decorations + LEAST_PT)


def _worth_moving(panels: list[Axes]) -> list[Axes]:
    """Return the panels without those that lie under all others, as large as the figure."""
    whole = [np.allclose(axes.get_position(original=True).extents, (0, 0, 1, 1)) for axes in panels]
    if all(whole):
        return panels
    return [axes for axes, is_whole in zip(panels, whole, strict=True) if not is_whole]


def _fitted(base: Floats, margins: Floats, limit: Box, goal: Box) -> Floats:
    new = base.copy()
    for start, end in ((0, 2), (1, 3)):
        across = [1 - start, 3 - start]
        low, high = (limit.x0, limit.x1) if start == 0 else (limit.y0, limit.y1)
        stretch = (goal.x0, goal.x1) if start == 0 else (goal.y0, goal.y1)
        # Only what comes too close to an edge is moved away from it.
        if (base[:, start] - margins[:, start]).min() < low:
            low = stretch[0]
        if (base[:, end] + margins[:, end]).max() > high:
            high = stretch[1]
        new[:, [start, end]] = fitted(
            base[:, [start, end]],
            margins[:, [start, end]],
            (low, high),
            stretch,
            _neighbours(base[:, [start, end]], base[:, across]),
        )
    return new


def _neighbours(along: Floats, across: Floats) -> Sequence[tuple[int, int]]:
    """Return pairs of panels that follow each other in one direction, side by side."""
    pairs = []
    for one in range(len(along)):
        beside = np.minimum(across[one, 1], across[:, 1]) - np.maximum(across[one, 0], across[:, 0])
        after = (along[:, 0] > along[one, 1] - SAME) & (beside > SAME)
        if after.any():
            nearest = along[after, 0].min()
            pairs += [(one, int(two)) for two in np.flatnonzero(after & (along[:, 0] <= nearest))]
    return pairs


def _is_at(axes: Axes, place: Bbox) -> bool:
    return np.allclose(axes.get_position(original=True).extents, place.extents, atol=1e-9)


def _to_points(container: Container) -> Transform:
    return container.transSubfigure + points_of(root_figure(container))


def _in_points(position: Bbox, container: Container) -> Floats:
    return np.asarray(position.transformed(_to_points(container)).extents, dtype=float)


def _drawn(axes: Axes, place: Floats) -> Floats:
    """Return which part of its place a panel takes: with an aspect, not all of it."""
    if axes.get_aspect() == "auto" and axes.get_box_aspect() is None:
        return place
    if axes.get_axes_locator() is not None:
        return place
    return np.asarray(axes.bbox.transformed(points_of(root_figure(axes))).extents, dtype=float)


def _place(axes: Axes, container: Container) -> Floats:
    return _in_points(axes.get_position(original=True), container)
