"""Where the legend of an Axes stands: inside where that is free, else beyond the Axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.legend import Legend

from cardplot._geometry import Box, Floats
from cardplot._labels import Item, decorations_of
from cardplot._labels.layer import layers_on
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene
from cardplot._labels.slots import GAP_PT
from cardplot._labels.tightest import Tightest
from cardplot._layout.axes_headline import names_beyond, raise_titles, top_of, top_of_names
from cardplot._layout.bands import LEVELS
from cardplot._layout.headroom import CLEARANCE_PT, Headroom
from cardplot._layout.legend_parts import Entries, Ground, Names, Spot, inset_of, measures_of
from cardplot._warnings import warn

BEYOND_PT = 8.0
"""From the Axes to a legend above or beside it."""
BESIDE_SHARE = 0.3
"""A legend beside the Axes takes at most this share of the figure's width."""
LARGEST_SHARE = 0.2
"""A legend above the Axes is set smaller when it would take more of the figure's height."""
CROSSING_PT = 15.0
"""A grid line under the legend counts as much as standing this much further from the corner."""


class AxesLegend(Item):
    """A legend that is placed after the labels: inside where that is free, else beyond.

    Attributes
    ----------
    legend : matplotlib.legend.Legend
    own : bool
        Whether it is of our making, not one that its user made and that is placed.
    """

    order = 55
    beyond = "maybe"

    def __init__(
        self,
        axes: Axes,
        made: Legend,
        loc: str,
        entries: Entries,
        ground: Ground,
        *,
        own: bool,
    ) -> None:
        self._axes = axes
        self.legend = made
        self.own = own
        self._loc = loc
        self._entries = entries
        self.names = Names(made)
        self._ground = ground
        self._room = Headroom(axes)
        self._sizes: dict[object, tuple[float, float]] = {}
        self.tightest = Tightest[tuple[float, int, bool]]()
        self._spot = Spot(made)

    @property
    def placed(self) -> bool:
        """Whether the legend is shown where it is put here."""
        shown = self._axes.get_legend() is self.legend and self.legend.get_visible()
        return shown and self._spot.kept

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need room above the marks, where the legend has to go inside."""
        return self._room.needs(measure)

    def reset(self) -> None:
        """Start over."""
        self._room.reset()
        self._sizes.clear()

    def tighten(self) -> bool:
        """Ask for room within the limits; say whether that is news."""
        return self._room.tighten()

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self.legend]

    def place(self, scene: Scene) -> bool:
        """Place the legend; say whether that is where it was wanted."""
        if not self.placed:
            self._room.reset()
            raise_titles(self._axes, top_of_names(scene))
            return True
        if self._loc in ("auto", "inside"):
            self._entries.arrange(1)
            self.names.fit(scene.panel.width - 2 * CLEARANCE_PT)
            size = self._size(scene)
            corner = free_corner(scene, *size)
            if corner is not None or self._loc == "inside":
                return self._put_inside(scene, corner, size)
        self._ground.show(False)
        if self._loc == "right":
            self._put_beside(scene)
        else:
            self._put_above(scene)
        return True

    def _put_inside(
        self, scene: Scene, corner: tuple[float, float] | None, size: tuple[float, float]
    ) -> bool:
        width, height = size
        x, y = corner or (scene.panel.x1 - width, scene.panel.y1 - height)
        self._ground.show(True)
        self._put(scene, x, y, size)
        raise_titles(self._axes, top_of_names(scene))
        if corner is None:
            self._room.want(scene, Box(x, y, x + width, y + height))
        return corner is not None

    def _put_beside(self, scene: Scene) -> None:
        self._entries.arrange(1)
        self.names.fit(BESIDE_SHARE * scene.figure.width)
        size, inset = self._size(scene), self._inset()
        start = scene.panel.x1
        start = max([start, *(box.x1 for box in names_beyond(scene) if box.x0 > start - 1)])
        self._put(scene, start + BEYOND_PT - inset, scene.panel.y1 - size[1] + inset, size)
        raise_titles(self._axes, top_of_names(scene))

    def _put_above(self, scene: Scene) -> None:
        inset = self._inset()
        kept = self.tightest.kept
        if kept is not None:
            room, level, reaching = kept
            size, _ = self._rows(scene, room, level)
        else:
            for level in (0, LEVELS - 1):
                size, room, reaching = self._fill(scene, level)
                # Smaller type, where that saves rows that the panel needs.
                if size[1] <= LARGEST_SHARE * scene.figure.height:
                    break
            self.tightest.note((room, level, reaching), -size[1])
        start = _start_of_decorations(scene) if reaching else scene.panel.x0
        lift = top_of(scene) + BEYOND_PT - inset
        self._put(scene, start - inset, scene.panel.y1 + lift, size)
        raise_titles(self._axes, lift + size[1] - inset)

    def _fill(self, scene: Scene, level: int) -> tuple[tuple[float, float], float, bool]:
        """Arrange the entries in as few rows as fit.

        Return their size, the room that they have, and whether that starts at the names of the y
        axis.
        """
        room = scene.panel.width + self._inset()
        size, columns = self._rows(scene, room, level)
        if columns < len(self.legend.get_texts()):
            # More columns may fit from the names of the y axis to those beyond the Axes.
            end = max([scene.panel.x1, *(box.x1 for box in names_beyond(scene))])
            further = end - _start_of_decorations(scene) + self._inset()
            wider = self._rows(scene, further, level)
            if wider[1] > columns:
                return wider[0], further, True
            size, _ = self._rows(scene, room, level)
        return size, room, False

    def _rows(self, scene: Scene, room: float, level: int) -> tuple[tuple[float, float], int]:
        """Arrange the entries in as few rows as fit; return their size and number of columns."""
        self.names.fit(room, level)
        for columns in range(len(self.legend.get_texts()), 0, -1):
            self._entries.arrange(columns)
            size = self._size(scene)
            if size[0] <= room + self._inset():
                return size, columns
        return self._size(scene), 1

    def _inset(self) -> float:
        """Return how far the entries stand in a frame that isn't drawn."""
        return 0.0 if self.legend.get_frame_on() else inset_of(self.legend)

    def _size(self, scene: Scene) -> tuple[float, float]:
        """Return width and height in points; each arrangement is measured once."""
        conditions = type(scene.renderer), self._entries.columns, *measures_of(self.legend)
        size = self._sizes.get(conditions)
        if size is None:
            extent = self.legend.get_window_extent(scene.renderer)
            width, height = scene.points.transform([(extent.width, extent.height)])[0]
            size = self._sizes[conditions] = float(width), float(height)
        return size

    def _put(self, scene: Scene, x: float, y: float, size: tuple[float, float]) -> None:
        width, height = size
        panel = scene.panel
        share = (x - panel.x0) / panel.width, (y - panel.y0) / panel.height
        self._spot.put(share, self._axes.transAxes)
        scene.take(Box(x, y, x + width, y + height).grown(1.0))


class UserLegend(Item):
    """A plain legend on Axes with labels: an obstacle, for which room is made where it can be."""

    order = -10

    @property
    def idle(self) -> bool:
        """Whether there is no such legend."""
        return self._axes.get_legend() is None

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._room = Headroom(axes)
        self._covers = self._warned = False

    def warn(self) -> None:
        """Say once that the legend covers something."""
        if self._covers and not self._warned:
            self._warned = True
            warn(
                "The legend covers what is drawn: the Axes have no room for it where it stands. "
                "cardplot.legend(ax) finds a place for it, above the Axes if need be."
            )

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need room above the marks that the legend would cover."""
        return () if self._is_placed() else self._room.needs(measure)

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

    def place(self, scene: Scene) -> bool:
        """Take the legend's place; say whether it covers nothing."""
        made = self._axes.get_legend()
        self._covers = False
        if made is None or not made.get_visible() or self._is_placed():
            return True
        extent = made.get_window_extent(scene.renderer).transformed(scene.points)
        box = Box(*map(float, extent.extents))
        if scene.canvas.free(box):
            scene.take(box.grown(1.0))
            return True
        self._covers = True
        # Labels that fail beside it would go to a tighter form, where room is about to be made.
        if not self._room.want(scene, box):
            scene.take(box.grown(1.0))
        return False

    def _is_placed(self) -> bool:
        return any(one.placed for one in placed_on(self._axes))


def placed_on(axes: Axes) -> list[AxesLegend]:
    """Return what places the legend of an Axes."""
    items = [item for layer in layers_on(axes) for item in layer.items]
    return [item for item in items if isinstance(item, AxesLegend)]


def _start_of_decorations(scene: Scene) -> float:
    """Return where the decorations at the left of the Axes start, in points."""
    axes = scene.axes
    if not axes.axison or not axes.yaxis.get_visible():
        return scene.panel.x0
    extent = decorations_of(axes).axis_extent("y", scene.renderer)
    left = scene.panel.x0 if extent is None else float(extent.transformed(scene.points).x0)
    label = axes.yaxis.label
    words = label.get_window_extent(scene.renderer).transformed(scene.points)
    on_right = str(axes.yaxis.get_label_position()) == "right"
    if label.get_text() and not on_right and left < scene.panel.x0 and words.y1 > scene.panel.y1:
        left += float(words.width) + GAP_PT  # A label that reaches above the panel.
    return max(min(left, scene.panel.x0), scene.figure.x0)


def free_corner(scene: Scene, width: float, height: float) -> tuple[float, float] | None:
    """Return the lower left corner of the best free place in the Axes, or None.

    High up counts most, then a side, the right one first; places between grid lines are better
    than places on them.
    """
    pad = CLEARANCE_PT
    panel = _within_frame(scene)
    free, x, y = scene.canvas.free_rectangles(width + 2 * pad, height + 2 * pad, panel)
    if not free.any():
        return None
    to_top = panel.y1 - (y + height + 2 * pad)
    to_right = panel.x1 - (x + width + 2 * pad)
    aside = np.minimum(to_right, x - panel.x0 + 4.0) * 0.7
    up = to_top + CROSSING_PT * _crossed(scene, "y", y + pad, height)
    aside = aside + CROSSING_PT * _crossed(scene, "x", x + pad, width)
    # From the best row on, until no other can be better.
    best, at = np.inf, (0, 0)
    for row in np.argsort(up, kind="stable"):
        if up[row] + aside.min() >= best:
            break
        costs = np.where(free[row], aside, np.inf)
        column = int(np.argmin(costs))
        if up[row] + costs[column] < best:
            best, at = float(up[row] + costs[column]), (int(row), column)
    return float(x[at[1]] + pad), float(y[at[0]] + pad)


def _within_frame(scene: Scene) -> Box:
    """Return the Axes, larger where it has no frame: no stub of a grid line remains there."""
    spines, panel = scene.axes.spines, scene.panel
    beyond = {
        side: 0.0 if side in spines and spines[side].get_visible() else CLEARANCE_PT
        for side in ("left", "right", "top")
    }
    return Box(
        panel.x0 - beyond["left"], panel.y0, panel.x1 + beyond["right"], panel.y1 + beyond["top"]
    )


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
