"""Where the legend of an Axes stands: inside where that is free, else beyond the Axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter
from matplotlib.legend import Legend
from matplotlib.offsetbox import VPacker
from matplotlib.transforms import Bbox

from cardplot._bands import Wrapped, raise_titles, top_of_axis
from cardplot._geometry import Box, Floats
from cardplot._labels import LabelGroup, Over, label_layer
from cardplot._limits import Need, autoscales
from cardplot._scene import Measure, Scene, font_size, root_figure
from cardplot._slots import GAP_PT
from cardplot._ticks import NameFormatter

CLEARANCE_PT = 4.0
"""From a legend to what it must not cover."""
BEYOND_PT = 8.0
"""From the Axes to a legend above or beside it."""
FOR_LABELS_PT = 14.0
"""Room for a line of labels between marks and a legend."""
CROSSING_PT = 15.0
"""A grid line under the legend counts as much as standing this much further from the corner."""


def arrange(made: Legend, columns: int) -> None:
    """Arrange the entries of a legend in *columns*, row by row.

    matplotlib does that only when a legend is made, and column by column.
    """
    rows = made.get_children()[0].get_children()[1]
    old = rows.get_children()
    entries = _in_rows([column.get_children() for column in old])
    if len(old) == columns or not entries:
        return
    like: Any = old[0]
    figure = root_figure(made)
    old[:] = [
        VPacker(pad=like.pad, sep=like.sep, align=like.align, children=entries[first::columns])
        for first in range(min(columns, len(entries)))
    ]
    for column in old:
        column.set_figure(figure)
        column.axes = made.axes


def _in_rows(columns: list[list[Any]]) -> list[Any]:
    """Return the entries of a legend row by row, in which they were given to `arrange`."""
    longest = max(map(len, columns), default=0)
    return [column[row] for row in range(longest) for column in columns if row < len(column)]


class Names:
    """The names in a legend, which break where one is wider than the room that there is."""

    def __init__(self, made: Legend) -> None:
        self._legend = made
        self._wrapped = [Wrapped(text) for text in made.get_texts()]

    def fit(self, room: float, level: int = 0) -> None:
        """Break the names so that no entry is wider than *room* points."""
        size = max((font_size(one.text) for one in self._wrapped), default=0.0)
        handle = self._legend.handlelength + self._legend.handletextpad
        for one in self._wrapped:
            one.fit(max(room - (handle + 2 * self._legend.borderpad) * size, 4 * size), level)


class Ground:
    """The background of a legend without a frame: it hides the grid lines under it."""

    def __init__(self, made: Legend, *, ours: bool) -> None:
        self._legend = made
        self._ours = ours and not made.get_frame_on()
        self._on = False

    def show(self, on: bool) -> None:
        """Put the surface's colour under the legend, or take it away."""
        if not self._ours or on == self._on:
            return
        if self._legend.get_frame_on() != self._on:
            self._ours = False  # The user wants a frame, or none.
            return
        axes = self._legend.axes
        self._legend.set_frame_on(on)
        if isinstance(axes, Axes):
            frame = self._legend.get_frame()
            frame.set(facecolor=axes.get_facecolor(), edgecolor="none", alpha=None)
        self._on = on


class AxesLegend:
    """A legend that is placed after the labels: inside where that is free, else beyond.

    Attributes
    ----------
    legend : matplotlib.legend.Legend
    moved : bool
        Whether it moved the titles when it was placed last: the layout has measured them before.
    """

    order = 40

    def __init__(
        self, axes: Axes, made: Legend, loc: str, *, fixed_columns: bool, fixed_frame: bool
    ) -> None:
        self._axes = axes
        self.legend = made
        self._loc = loc
        self._fixed_columns = fixed_columns
        self._names = Names(made)
        self._ground = Ground(made, ours=not fixed_frame)
        self._room = Headroom(axes)
        self._lift = 0.0
        self.moved = False
        made.borderaxespad = 0.0

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need room above the marks, where the legend has to go inside."""
        return self._room.needs(measure)

    def reset(self) -> None:
        """Start over."""
        self._room.reset()

    def tighten(self) -> bool:
        """Ask for room within the limits; say whether that is news."""
        return self._room.tighten()

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self.legend]

    def outside(self) -> Iterable[Bbox]:
        """Return nothing: the layout asks the legend itself."""
        return ()

    def place(self, scene: Scene) -> bool:
        """Place the legend; say whether that is where it was wanted."""
        if self._axes.get_legend() is not self.legend:
            self._lift_titles(0.0)
            return True
        if self._loc in ("auto", "inside"):
            self._arrange(1)
            self._names.fit(scene.panel.width - 2 * CLEARANCE_PT)
            width, height = self._size(scene)
            corner = free_corner(scene, width, height)
            if corner is not None or self._loc == "inside":
                free = corner is not None
                x, y = corner or (scene.panel.x1 - width, scene.panel.y1 - height)
                self._put(scene, x, y)
                self._ground.show(True)
                self._lift_titles(0.0)
                if not free:
                    self._room.want(scene, Box(x, y, x + width, y + height))
                return free
        self._ground.show(False)
        inset = self._inset()
        if self._loc == "right":
            self._arrange(1)
            self._names.fit(scene.panel.width / 2)
            width, height = self._size(scene)
            x = scene.panel.x1 + BEYOND_PT - inset
            self._put(scene, x, scene.panel.y1 - height + inset)
            self._lift_titles(0.0)
            return True
        self._names.fit(scene.panel.width + inset)
        for columns in range(len(self.legend.get_texts()), 0, -1):
            self._arrange(columns)
            width, height = self._size(scene)
            if width <= scene.panel.width + 2 * inset:
                break
        lift = max(top_of_axis(scene), _top_of_names(scene)) + BEYOND_PT - inset
        self._put(scene, scene.panel.x0 - inset, scene.panel.y1 + lift)
        self._lift_titles(lift + height - inset)
        return True

    def _lift_titles(self, lift: float) -> None:
        raise_titles(self._axes, lift)
        self.moved = abs(lift - self._lift) > 0.1
        self._lift = lift

    def _arrange(self, columns: int) -> None:
        if not self._fixed_columns:
            arrange(self.legend, columns)

    def _inset(self) -> float:
        """Return how far the entries stand in a frame that isn't drawn."""
        return 0.0 if self.legend.get_frame_on() else inset_of(self.legend)

    def _size(self, scene: Scene) -> tuple[float, float]:
        extent = self.legend.get_window_extent(scene.renderer)
        width, height = scene.points.transform([(extent.width, extent.height)])[0]
        return float(width), float(height)

    def _put(self, scene: Scene, x: float, y: float) -> None:
        width, height = self._size(scene)
        panel = scene.panel
        self.legend.set_loc("lower left")
        self.legend.set_bbox_to_anchor(
            ((x - panel.x0) / panel.width, (y - panel.y0) / panel.height),
            self._axes.transAxes,
        )
        scene.take(Box(x, y, x + width, y + height).grown(1.0))


def _top_of_names(scene: Scene) -> float:
    """Return how far names of groups reach above the Axes, in points."""
    groups = (item for item in label_layer(scene.axes).items if isinstance(item, LabelGroup))
    # By their sizes: where they are hidden for a draw, the legend stays where it is.
    heights = [
        group.size(index, scene)[1]
        for group in groups
        if group.slot is Over
        for index in range(len(group.texts))
    ]
    return GAP_PT + max(heights) if heights else 0.0


class UserLegend:
    """A plain legend on Axes with labels: an obstacle, for which room is made where it can be."""

    order = -10

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._room = Headroom(axes)

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need room above the marks that the legend would cover."""
        return self._room.needs(measure)

    def reset(self) -> None:
        """Start over."""
        self._room.reset()

    def tighten(self) -> bool:
        """Ask for room within the limits; say whether that is news."""
        return self._room.tighten()

    def artists(self) -> Iterable[Artist]:
        """Return the legend, which takes its place before any label is placed."""
        made = self._axes.get_legend()
        return [] if made is None else [made]

    def outside(self) -> Iterable[Bbox]:
        """Return nothing: the layout asks the legend itself."""
        return ()

    def place(self, scene: Scene) -> bool:
        """Take the legend's place; say whether it covers nothing."""
        made = self._axes.get_legend()
        if made is None or not made.get_visible():
            return True
        extent = made.get_window_extent(scene.renderer).transformed(scene.points)
        box = Box(*map(float, extent.extents))
        if scene.canvas.free(box):
            scene.take(box.grown(1.0))
            return True
        # Labels that fail beside it would go to a tighter form, where room is about to be made.
        if not self._room.want(scene, box):
            scene.take(box.grown(1.0))
        return False


class Headroom:
    """Room for a legend between the marks and the end of the value axis, while it autoscales."""

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._need: Need | None = None
        self._wanted: Need | None = None

    def reset(self) -> None:
        """Forget."""
        self._need = self._wanted = None

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Return what has been asked for."""
        del measure
        return [] if self._need is None else [self._need]

    def want(self, scene: Scene, box: Box) -> bool:
        """Note how much is needed for what lies under *box* to get clear of it.

        Say whether that is news. *box* is in points.
        """
        panel = scene.panel
        name = "x" if is_categorical(self._axes.yaxis) else "y"
        middle = (box.y0 + box.y1) / 2 if name == "y" else (box.x0 + box.x1) / 2
        start, end = (panel.y0, panel.y1) if name == "y" else (panel.x0, panel.x1)
        ahead = middle > (start + end) / 2
        if name == "y":
            strip = Box(box.x0 - CLEARANCE_PT, panel.y0, box.x1 + CLEARANCE_PT, panel.y1)
        else:
            strip = Box(panel.x0, box.y0 - CLEARANCE_PT, panel.x1, box.y1 + CLEARANCE_PT)
        reach = scene.canvas.reach(strip, vertical=name == "y")
        if reach is None or self._need is not None or not autoscales(self._axes, name):
            return False
        edge = (box.y0 if ahead else box.y1) if name == "y" else (box.x0 if ahead else box.x1)
        room = abs((end if ahead else start) - edge) + CLEARANCE_PT + FOR_LABELS_PT
        at = reach[1] if ahead else reach[0]
        xy = np.array([[panel.x0, at] if name == "y" else [at, panel.y0]])
        data = (self._axes.transData + scene.points).inverted().transform(xy)[0]
        value = float(data[1] if name == "y" else data[0])
        inverted = self._axes.yaxis_inverted() if name == "y" else self._axes.xaxis_inverted()
        share = room / (end - start)
        after = share if ahead != inverted else 0.0
        self._wanted = Need(axis=name, value=value, before=share - after, after=after)
        return True

    def tighten(self) -> bool:
        """Ask for what is wanted; say whether that is news."""
        news = self._wanted is not None and self._need is None
        self._need = self._need or self._wanted
        return news


def inset_of(made: Legend) -> float:
    """Return how far, in points, the entries of a legend stand within its frame."""
    texts = made.get_texts()
    return float(made.borderpad) * (font_size(texts[0]) if texts else 0.0)


def is_categorical(axis: Axis) -> bool:
    """Say whether an axis names categories."""
    return isinstance(axis.get_major_formatter(), (NameFormatter, StrCategoryFormatter))


def free_corner(scene: Scene, width: float, height: float) -> tuple[float, float] | None:
    """Return the lower left corner of the best free place in the Axes, or None.

    High up counts most, then a side, the right one first; places between grid lines are better
    than places on them.
    """
    pad = CLEARANCE_PT
    panel = scene.panel
    free, x, y = scene.canvas.free_rectangles(width + 2 * pad, height + 2 * pad, panel)
    if not free.any():
        return None
    ii, jj = np.nonzero(free)
    to_top = panel.y1 - (y + height + 2 * pad)
    to_right = panel.x1 - (x + width + 2 * pad)
    aside = np.minimum(to_right, x - panel.x0 + 4.0) * 0.7
    up = to_top + CROSSING_PT * _crossed(scene, "y", y + pad, height)
    aside = aside + CROSSING_PT * _crossed(scene, "x", x + pad, width)
    best = int(np.argmin(up[ii] + aside[jj]))
    return float(x[jj[best]] + pad), float(y[ii[best]] + pad)


def _crossed(scene: Scene, name: str, starts: Floats, length: float) -> Floats:
    """Return how many grid lines lie between each start and the end of *length* after it."""
    axis = scene.axes.yaxis if name == "y" else scene.axes.xaxis
    if not any(line.get_visible() for line in axis.get_gridlines()):
        return np.zeros(len(starts))
    ticks = np.asarray(axis.get_majorticklocs(), dtype=float)
    low, high = sorted(axis.get_view_interval())
    ticks = ticks[(ticks >= low) & (ticks <= high)]
    other = scene.axes.get_xlim()[0] if name == "y" else scene.axes.get_ylim()[0]
    both = np.full((len(ticks), 2), other)
    both[:, 1 if name == "y" else 0] = ticks
    at = scene.at(both)[:, 1 if name == "y" else 0]
    after = (at[None, :] > starts[:, None]) & (at[None, :] < starts[:, None] + length)
    return np.asarray(after.sum(axis=1), dtype=float)
