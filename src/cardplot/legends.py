"""A legend that covers nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.offsetbox import VPacker
from matplotlib.transforms import Bbox, IdentityTransform

from cardplot._bands import EDGE_PT, raise_titles
from cardplot._geometry import CELL, Box
from cardplot._labels import label_layer, layers_of
from cardplot._layout import conduct
from cardplot._limits import Need
from cardplot._scene import Measure, Scene, root_figure

LOCS = ("auto", "inside", "above", "right")
CLEARANCE_PT = 4.0


def legend(target: Axes | Figure | SubFigure, *, loc: str = "auto", **kwargs: Any) -> Legend:
    """Name what is drawn, where the legend covers nothing.

    Parameters
    ----------
    target : matplotlib.axes.Axes or matplotlib.figure.Figure or SubFigure
        An Axes, or a figure for one legend of all its panels (each name once, above them).
    loc : {"auto", "inside", "above", "right"}, default: "auto"
        "auto": inside the Axes where a place is free of marks and labels, the upper corners
        first, else "above". "above" and "right" are part of the layout. A figure's legend is
        always above.
    **kwargs
        As for `matplotlib.axes.Axes.legend`, such as *title* or *ncols*.

    Returns
    -------
    matplotlib.legend.Legend
        Names that start with "_" are shown too: they are data.

    Raises
    ------
    TypeError
        If *target* is no Axes or figure.
    ValueError
        If *loc* is something else, or there is nothing to name.
    """
    if loc not in LOCS:
        raise ValueError(f"loc must be one of {', '.join(map(repr, LOCS))}, got {loc!r}")
    if isinstance(target, Axes):
        handles, names = _entries([target])
        made = _literal(target.legend(handles, names, loc="upper right", **kwargs))
        layer = label_layer(target)
        layer.items[:] = [item for item in layer.items if not isinstance(item, AxesLegend)]
        layer.items.append(AxesLegend(target, made, loc, "ncols" in kwargs))
        return made
    if not isinstance(target, (Figure, SubFigure)):
        raise TypeError(f"target must be an Axes, a Figure or a SubFigure, got {target!r}")
    handles, names = _entries(target.axes)
    kwargs.setdefault("ncols", len(names))
    made = _literal(target.legend(handles, names, loc="upper left", **kwargs))
    made.set_in_layout(False)
    conduct(target).bands.append(LegendBand(target, made))
    return made


def _entries(panels: Sequence[Axes]) -> tuple[list[Artist], list[str]]:
    """Return handles and names: those of our results, then what else carries a label."""
    found: dict[str, Artist] = {}
    for axes in panels:
        ours: set[int] = set()
        for layer in layers_of_axes(axes):
            for result in layer.results:
                for handle, name in result.entries:
                    found.setdefault(name, handle)
                    ours.add(id(handle))
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            if id(handle) not in ours:
                found.setdefault(name, handle)
    found.pop("", None)
    if not found:
        raise ValueError("target: nothing on it has a name; pass label= to what you draw")
    return list(found.values()), list(found)


def layers_of_axes(axes: Axes) -> list[Any]:
    """Return the label layer of one Axes, if it has one."""
    figure = axes.get_figure(root=True)
    return [] if figure is None else [layer for layer in layers_of(figure) if layer.axes is axes]


def _literal(made: Legend) -> Legend:
    for text in made.get_texts():
        text.set_parse_math(False)
    return made


def arrange(made: Legend, columns: int) -> None:
    """Arrange the entries of a legend in *columns*; matplotlib does that only when it is made."""
    rows = made.get_children()[0].get_children()[1]
    old = rows.get_children()
    entries = [entry for column in old for entry in column.get_children()]
    if len(old) == columns or not entries:
        return
    like: Any = old[0]
    figure = root_figure(made)
    new = [
        VPacker(pad=like.pad, sep=like.sep, align=like.align, children=list(part))
        for part in np.array_split(np.array(entries, dtype=object), columns)
        if len(part)
    ]
    old[:] = new
    for column in new:
        column.set_figure(figure)
        column.axes = made.axes


class AxesLegend:
    """A legend that is placed after the labels: inside where that is free, else beyond."""

    order = 40

    def __init__(self, axes: Axes, made: Legend, loc: str, fixed_columns: bool) -> None:
        self._axes = axes
        self._legend = made
        self._loc = loc
        self._fixed_columns = fixed_columns
        self._inside = False

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need nothing within the limits."""
        del measure
        return ()

    def reset(self) -> None:
        """Has one form."""

    def tighten(self) -> bool:
        """Has one form."""
        return False

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self._legend]

    def outside(self) -> Iterable[Bbox]:
        """Return nothing: the layout asks the legend itself."""
        return ()

    def place(self, scene: Scene) -> bool:
        """Place the legend; say whether that is where it was wanted."""
        if self._axes.get_legend() is not self._legend:
            return True
        if self._loc in ("auto", "inside"):
            self._arrange(1)
            corner = _free_corner(scene, *self._size(scene))
            if corner is not None or self._loc == "inside":
                x, y = corner or (scene.panel.x0, scene.panel.y0)
                self._inside = True
                self._put(scene, x, y)
                raise_titles(self._axes, 0.0)
                return corner is not None
        self._inside = False
        if self._loc == "right":
            self._arrange(1)
            width, height = self._size(scene)
            self._put(scene, scene.panel.x1 + 2 * CLEARANCE_PT, scene.panel.y1 - height)
            return True
        n = len(self._legend.get_texts())
        for columns in range(n, 0, -1):
            self._arrange(columns)
            width, height = self._size(scene)
            if width <= scene.panel.width or columns == 1:
                break
        self._put(scene, scene.panel.x0, scene.panel.y1 + CLEARANCE_PT)
        raise_titles(self._axes, height + CLEARANCE_PT)
        return True

    def _arrange(self, columns: int) -> None:
        if not self._fixed_columns:
            arrange(self._legend, columns)

    def _size(self, scene: Scene) -> tuple[float, float]:
        extent = self._legend.get_window_extent(scene.renderer)
        width, height = scene.points.transform([(extent.width, extent.height)])[0]
        return float(width), float(height)

    def _put(self, scene: Scene, x: float, y: float) -> None:
        width, height = self._size(scene)
        panel = scene.panel
        self._legend.set_loc("lower left")
        self._legend.set_bbox_to_anchor(
            ((x - panel.x0) / panel.width, (y - panel.y0) / panel.height),
            self._axes.transAxes,
        )
        scene.take(Box(x, y, x + width, y + height).grown(1.0))


def _free_corner(scene: Scene, width: float, height: float) -> tuple[float, float] | None:
    """Return the lower left corner of the best free place in the Axes, or None."""
    pad = CLEARANCE_PT
    free = scene.canvas.free_rectangles(width + 2 * pad, height + 2 * pad)
    if not free.size:
        return None
    bounds, panel = scene.canvas.bounds, scene.panel
    rows, columns = free.shape
    y = bounds.y0 + np.arange(rows) * CELL
    x = bounds.x0 + np.arange(columns) * CELL
    fits_y = (y >= panel.y0) & (y + height + 2 * pad <= panel.y1)
    fits_x = (x >= panel.x0) & (x + width + 2 * pad <= panel.x1)
    free = free & fits_y[:, None] & fits_x[None, :]
    if not free.any():
        return None
    ii, jj = np.nonzero(free)
    # High up counts most; then a side, the right one first.
    to_top = panel.y1 - (y[ii] + height + 2 * pad)
    to_right = panel.x1 - (x[jj] + width + 2 * pad)
    to_left = x[jj] - panel.x0
    cost = to_top + np.minimum(to_right, to_left + 4.0) * 0.7
    best = int(np.argmin(cost))
    return float(x[jj[best]] + pad), float(y[ii[best]] + pad)


class LegendBand:
    """A figure's legend, in a row under its headline."""

    edge = "top"

    def __init__(self, target: Figure | SubFigure, made: Legend) -> None:
        self.target = target
        self._legend = made

    def place(self, box: Box, offset: float, dpi: float) -> float:
        """Place the legend *offset* points below the top of *box*; return the room it takes."""
        scale = dpi / 72
        columns = len(self._legend.get_texts())
        while True:
            arrange(self._legend, columns)
            extent = self._legend.get_window_extent()
            if extent.width / scale <= box.width - 2 * EDGE_PT or columns == 1:
                break
            columns -= 1
        height = float(extent.height) / scale
        self._legend.set_loc("lower left")
        self._legend.set_bbox_to_anchor(
            ((box.x0 + EDGE_PT) * scale, (box.y1 - offset - height) * scale), IdentityTransform()
        )
        return height + 6.0

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self._legend]
