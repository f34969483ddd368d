"""How far the decorations of an Axes reach beyond it, without measuring all of them each time."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.backend_bases import RendererBase
from matplotlib.text import Text
from matplotlib.ticker import NullFormatter
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from cardplot._geometry import Floats
from cardplot._labels.other_axes import titles_of
from cardplot._labels.scene import root_figure
from cardplot._labels.wrap import width

State = tuple[object, Floats]


class Decorations:
    """What stands around one Axes: its axes and titles."""

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._sides = {name: _AxisRoom(axes, name) for name in ("x", "y")}

    def axis_extent(self, name: str, renderer: RendererBase) -> Bbox | None:
        """Return the extent of an axis in pixels as layout engines count it; None if it has none.

        Parameters
        ----------
        name : {"x", "y"}
        renderer : matplotlib.backend_bases.RendererBase
        """
        side = self._sides[name]
        return side.extent(renderer) if side.shown else None

    def forget(self) -> None:
        """Look anew from now on: its user may have changed anything."""
        for side in self._sides.values():
            side.forget()

    def state(self, renderer: RendererBase, *, measured: bool) -> State:
        """Return what the room depends on that axes and titles take around the Axes.

        Parameters
        ----------
        renderer : matplotlib.backend_bases.RendererBase
        measured : bool
            Whether the axes have just been measured, so that their ticks are up to date.

        Returns
        -------
        forms : object
        reaches : (N,) array
            In pixels, from the edges of the Axes.
        """
        sides = [side for side in self._sides.values() if side.shown]
        states = [side.state(renderer, measured=measured) for side in sides]
        panel = self._axes.bbox.intervaly
        titles = [
            _beyond(panel, title.get_window_extent(renderer).intervaly)
            for title in titles_of(self._axes)
            if title.get_visible() and title.get_text()
        ]
        return [form for form, _ in states], np.array([*(reach for _, reach in states), *titles])


@dataclass(frozen=True)
class _Reach:
    """An extent by its distances: along an axis from two ends, across it from the nearest sides.

    All places are (along, across).
    """

    along: Floats
    across: Floats
    sides: NDArray[np.intp]

    @classmethod
    def of(cls, extent: Floats, ends: Floats, panel: Floats) -> Self:
        """Note a (2, 2) extent."""
        sides = np.abs(extent[:, 1:] - panel[:, 1]).argmin(axis=1)
        return cls(extent[:, 0] - ends, extent[:, 1] - panel[sides, 1], sides)

    def extent(self, ends: Floats, panel: Floats) -> Floats:
        """Return the extent where ends and panel are elsewhere."""
        return np.stack([ends + self.along, panel[self.sides, 1] + self.across], axis=1)


class _AxisRoom:
    """The room that one axis takes.

    matplotlib lays out every tick label anew when it measures an axis. As long as the labels say
    the same in the same type, the depth of an axis is what it was, wherever its Axes has moved;
    only the outermost labels may reach further along it.
    """

    def __init__(self, axes: Axes, name: str) -> None:
        self._axes = axes
        self._name = name
        self._order = slice(None, None, 1 if name == "x" else -1)
        self._known: tuple[object, _Reach] | None = None
        self._found: tuple[object, _Reach] | None = None

    @property
    def _axis(self) -> XAxis | YAxis:
        return self._axes.xaxis if self._name == "x" else self._axes.yaxis

    @property
    def shown(self) -> bool:
        """Whether anything of it is."""
        return bool(self._axes.axison and self._axis.get_visible())

    def forget(self) -> None:
        """Look at the labels anew."""
        self._found = None

    def extent(self, renderer: RendererBase) -> Bbox | None:
        """Return the extent in pixels."""
        panel = self._places(self._axes.bbox)
        # While its limits and its length stay, an axis has the same ticks.
        conditions = (
            np.round(np.ptp(panel[:, 0]), 2),
            tuple(self._axis.get_view_interval()),
            self._axis.get_scale(),
            self._depth([self._axis.label]),
            type(renderer),
            root_figure(self._axes).dpi,
        )
        if self._found is None or self._found[0] != conditions:
            labels = self._labels(measured=False)
            if not self._moves_with_axes:
                return self._axis.get_tightbbox(renderer, for_layout_only=True)
            found = self._extent(labels, panel, renderer)
            if found is None:
                return None
            self._found = conditions, _Reach.of(found, panel[:, 0], panel)
        return Bbox(self._found[1].extent(panel[:, 0], panel)[:, self._order])

    def state(self, renderer: RendererBase, *, measured: bool) -> tuple[object, Floats]:
        """Return what its depth depends on, and how far it reaches along, in pixels."""
        panel, labels = self._places(self._axes.bbox), self._labels(measured=measured)
        if self._moves_with_axes:
            ends = self._ends(labels, panel, renderer)
            return self._form(labels, renderer), _beyond(panel[:, 0], ends)
        extent = self._axis.get_tightbbox(renderer, for_layout_only=True)
        places = panel if extent is None else self._places(extent)
        return _beyond(panel[:, 1], places[:, 1]).round().tolist(), _beyond(
            panel[:, 0], places[:, 0]
        )

    def _places(self, box: Bbox) -> Floats:
        return np.array(box.get_points())[:, self._order]

    @property
    def _moves_with_axes(self) -> bool:
        """Whether all of it, with its ticks up to date, keeps its distances from the Axes."""
        axes, sides = self._axes, ("bottom", "top") if self._name == "x" else ("left", "right")
        return (
            not self._axis.get_major_formatter().get_offset()
            and self._axis.label.get_transform() != axes.transAxes
            and all(
                axes.spines[side].get_position() == ("outward", 0.0)
                for side in sides
                if side in axes.spines
            )
        )

    def _labels(self, *, measured: bool) -> list[Text]:
        """Return the tick labels that are shown, in the order of the ticks."""
        axis = self._axis
        if not measured:
            axis.get_majorticklabels()  # Brings the ticks up to date.
        ticks = axis.get_major_ticks()
        if not isinstance(axis.get_minor_formatter(), NullFormatter):
            ticks = [*ticks, *axis.get_minor_ticks()]
        low, high = sorted(axis.get_view_interval())
        slack = 1e-3 * (high - low)
        shown = [
            (tick.get_loc(), text)
            for tick in ticks
            for text in (tick.label1, tick.label2)
            if text.get_visible() and text.get_text()
            if low - slack <= tick.get_loc() <= high + slack
        ]
        return [text for _, text in sorted(shown, key=itemgetter(0))]

    def _form(self, labels: list[Text], renderer: RendererBase) -> object:
        """Return what the depth depends on."""
        axis = self._axis
        return (
            type(renderer),
            root_figure(axis).dpi,
            self._depth(labels),
            axis.get_tick_params("major"),
            axis.get_tick_params("minor"),
            axis.label.get_visible() and self._depth([axis.label]),
            axis.labelpad,
            axis.get_label_position(),
            axis.get_ticks_position(),
        )

    def _depth(self, texts: list[Text]) -> object:
        """Return what decides how deep texts are.

        Labels that say something else may be as deep as those before: so many lines, or as wide.
        """
        words = [text.get_text() for text in texts]
        # Of fonts their hashes: what is held here must not change with the text.
        looks = {(hash(text.get_fontproperties()), text.get_rotation()) for text in texts}
        if len(looks) != 1 or any("$" in one for one in words):
            return words, looks
        font, turn = texts[0].get_fontproperties(), texts[0].get_rotation()
        if turn not in (0, 90):
            return words, looks
        if (self._name == "x") == (turn == 0):
            return max(one.count("\n") for one in words), looks
        return round(max(width(one, font) for one in words), 1), looks

    def _ends(self, labels: list[Text], panel: Floats, renderer: RendererBase) -> Floats:
        """Return where the outermost labels start and end along the axis, in pixels."""
        outer = labels[:: max(len(labels) - 1, 1)]
        boxes = [self._places(text.get_window_extent(renderer)) for text in outer]
        return _hull(boxes)[:, 0] if boxes else panel[:, 0]

    def _extent(self, labels: list[Text], panel: Floats, renderer: RendererBase) -> Floats | None:
        """Return the extent in pixels; measured where it can't be told from one before."""
        form, ends = self._form(labels, renderer), self._ends(labels, panel, renderer)
        if self._known is None or self._known[0] != form:
            extent = self._measured(labels, renderer)
            if extent is None:
                return None
            self._known = form, _Reach.of(extent, ends, panel)
        return self._known[1].extent(ends, panel)

    def _measured(self, labels: list[Text], renderer: RendererBase) -> Floats | None:
        """Measure the axis as matplotlib does, which lays out every label twice for it."""
        axes, axis = self._axes, self._axis
        side = "bottom" if self._name == "x" else "left"
        # Labels of axes may be aligned with those of other panels.
        plain = axis.get_label_position() == axis.get_ticks_position() == side
        if not plain or len(root_figure(axes).axes) > 1 or not axis.get_in_layout():
            extent = axis.get_tightbbox(renderer, for_layout_only=True)
            return None if extent is None else self._places(extent)
        boxes = [self._places(text.get_window_extent(renderer)) for text in labels]
        if axis.label.get_visible() and axis.label.get_text():
            spine = axes.spines.get(side, axes).get_window_extent(renderer)
            low = _hull([*boxes, self._places(spine)])[0, 1]
            place = low - axis.labelpad * root_figure(axes).dpi / 72
            own = self._places(axis.label.get_window_extent(renderer))
            own[:, 1] += place - axis.label.get_position()[1 if self._name == "x" else 0]
            # However long the label is, it asks for no larger panel.
            own[:, 0] = own[:, 0].mean()
            boxes.append(own)
        return _hull(boxes) if boxes else None


def _hull(boxes: list[Floats]) -> Floats:
    """Return the extent of (2, 2) extents."""
    corners = np.concatenate(boxes)
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def _beyond(panel: Floats, reach: Floats) -> Floats:
    """Return how far something reaches beyond the start and the end of a panel."""
    return np.array([min(reach[0] - panel[0], 0.0), max(reach[1] - panel[1], 0.0)])


def conditions_of(axes: Axes) -> object:
    """Return what places on an Axes depend on, besides what is drawn on it."""
    return (
        tuple(np.round(axes.bbox.extents, 2)),
        axes.get_xlim(),
        axes.get_ylim(),
        axes.get_xscale(),
        axes.get_yscale(),
        root_figure(axes).dpi,
    )
