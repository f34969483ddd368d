"""Room beside panels where no layout engine makes it: the panels give it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.gridspec import SubplotSpec
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Bbox

from cardplot._heatmap.units import pixels_per_point

CLEAR_PT = 6.0
"""To the next panel, and to the edge of the figure."""
LEAST_SHARE = 0.4
"""Panels keep at least this share of their width."""


class Squeeze:
    """Makes panels narrower, all alike, by what stands beside them and has no room there.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
        The last is the one with something beside it.
    room : callable
        Returns the extent in pixels of what stands there, None where nothing does.
    """

    def __init__(self, panels: Sequence[Axes], room: Callable[[RendererBase], Bbox | None]) -> None:
        self._panels, self._room = tuple(panels), room
        self.busy = False
        self._known: tuple[object, float] | None = None
        for panel in self._panels:
            if panel.get_axes_locator() is None:
                panel.set_axes_locator(Place(panel, self))

    def remove(self) -> None:
        """Give the panels their places back."""
        for panel in self._panels:
            place = panel.get_axes_locator()
            if isinstance(place, Place) and place.squeeze is self:
                panel.set_axes_locator(None)  # type: ignore[arg-type]

    def position(self, panel: Axes, renderer: RendererBase) -> Bbox:
        """Return the place of one of the panels, in its figure's coordinates."""
        base = _slot(panel)
        figure = panel.get_figure(root=True)
        engine = None if figure is None else figure.get_layout_engine()
        if self.busy or isinstance(engine, ConstrainedLayoutEngine | TightLayoutEngine):
            return base
        now = self._conditions()
        if self._known is None or self._known[0] != now:
            self.busy = True
            try:
                self._known = (now, self._share(renderer))
            finally:
                self.busy = False
        return self._scaled(base, self._known[1])

    def forget(self) -> None:
        """Measure again at the next draw: anything may have changed."""
        self._known = None

    def _conditions(self) -> object:
        figure: Any = self._panels[-1].get_figure(root=True)
        return (
            *(round(float(length), 6) for length in (*figure.get_size_inches(), figure.dpi)),
            *(
                (
                    id(axes),
                    axes.get_visible(),
                    tuple(axes.get_position(original=True).extents.round(6)),
                    axes.get_ylabel(),
                    axes.get_ylim(),
                    id(axes.yaxis.get_major_formatter()),
                )
                for axes in figure.axes
            ),
        )

    def place(self, renderer: RendererBase) -> None:
        """Place the panels: what they share may be asked for its place before all have theirs."""
        for panel in self._panels:
            locator = panel.get_axes_locator()
            panel.apply_aspect(None if locator is None else locator(panel, renderer))

    def _share(self, renderer: RendererBase) -> float:
        """Return the share of their width that the panels keep."""
        host = self._panels[-1]
        to_pixels: Any = host.get_figure(root=False)
        limit = self._limit(renderer)
        width = self._group().transformed(to_pixels.transSubfigure).width
        share = 1.0
        for _ in range(4):
            for panel in self._panels:
                panel.apply_aspect(self._scaled(_slot(panel), share))
            extent = self._room(renderer)
            over = 0.0 if extent is None else extent.x1 - limit
            if over <= 0.5:
                break
            # A panel with a fixed aspect stands in the middle of its place: half of what is free
            # of it lies on this side.
            place = self._scaled(_slot(host), share).transformed(to_pixels.transSubfigure)
            free = place.width - host.bbox.width
            share -= (2 * over if 2 * over <= free else over + free / 2) / width
            share = max(share, LEAST_SHARE)
        return share

    def _limit(self, renderer: RendererBase) -> float:
        """Return the pixel up to which there is room on the right."""
        host = self._panels[-1]
        figure: Any = host.get_figure(root=False)
        own = self._group().transformed(figure.transSubfigure)
        clear = CLEAR_PT * pixels_per_point(host)
        limits = [float(figure.bbox.x1)]
        for other in figure.axes:
            if other in self._panels or not other.get_visible():
                continue
            place = _slot(other).transformed(figure.transSubfigure)
            if place.x0 >= own.x1 - 1 and place.y0 < own.y1 and place.y1 > own.y0:
                extent = other.get_tightbbox(renderer)
                limits.append(place.x0 if extent is None else extent.x0)
        return min(limits) - clear

    def _group(self) -> Bbox:
        return Bbox.union([_slot(panel) for panel in self._panels])

    def _scaled(self, base: Bbox, share: float) -> Bbox:
        left = self._group().x0
        x0, x1 = (left + (x - left) * share for x in (base.x0, base.x1))
        return Bbox.from_extents(x0, base.y0, x1, base.y1)


@dataclass(frozen=True)
class Place:
    """The locator of a panel; ``tight_layout`` passes over Axes whose locator has no cell."""

    panel: Axes
    squeeze: Squeeze

    def __call__(self, axes: Any, renderer: RendererBase) -> Bbox:
        """Return the position of the panel."""
        return self.squeeze.position(axes, renderer)

    def get_subplotspec(self) -> SubplotSpec | None:
        """Return the panel's cell in its grid."""
        return self.panel.get_subplotspec()


def _slot(panel: Axes) -> Bbox:
    return Bbox(panel.get_position(original=True).get_points())
