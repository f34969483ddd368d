"""A legend that covers nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.patches import Rectangle

from cardplot._arguments import DRAWN_ON, check_target
from cardplot._labels import label_layer
from cardplot._labels.literal import literal, spell
from cardplot._labels.scene import root_figure
from cardplot._layout import Conductor, conduct
from cardplot._layout.bands import Edge
from cardplot._layout.legend_band import LegendBand
from cardplot._layout.legend_kept import change, check_changes, extend
from cardplot._layout.legend_names import has_names, named, results_on
from cardplot._layout.legend_parts import Entries, Ground
from cardplot._layout.legend_place import AxesLegend, placed_on
from cardplot._tables.choices import check_choice

LOCS = ("auto", "inside", "above", "right")
PLACES = ("bbox_to_anchor", "bbox_transform", "borderaxespad", "mode")
"""What says where a legend of matplotlib's stands, besides *loc*."""

Target = Axes | Figure | SubFigure
Placed = AxesLegend | LegendBand


def legend(target: Axes | Figure | SubFigure, *, loc: str = "auto", **kwargs: Any) -> Legend:
    """Name what is drawn, where the legend covers nothing.

    A legend that is there already, of pandas', seaborn's or your own making, is moved there with
    its title, its entries in their order, and columns; names of what this package has drawn are
    added.

    Parameters
    ----------
    target : matplotlib.axes.Axes or matplotlib.figure.Figure or SubFigure
        An Axes, or a figure for one legend of all its panels and insets (each name once), into
        which legends of the panels go. An Axes names what is on it, not on its twin; the figure
        names both. Where the only panel of a figure has its legend on the figure (as in
        seaborn's grids), that is the one.
    loc : {"auto", "inside", "above", "right"}, default: "auto"
        "auto": inside the Axes where a place is free of marks and labels, the upper corners
        first and clear of grid lines where that can be, else "above". "inside": always there;
        where no place is free, the limits of the value axis make room while they autoscale.
        "above": left-aligned on the Axes, in as few rows as its width allows, under its title;
        for a figure, under its headline. "right": in a column beside the Axes or the panels.
        What stands beyond the Axes is part of the layout. A figure has no inside: "auto" is
        "above" there. Where you set another place on the legend afterwards, or drag it, it stays
        there.
    **kwargs
        As for `matplotlib.axes.Axes.legend`, such as *title*, *labels* (one for each entry) or
        *ncols* (which fixes the number of columns), without what says where it stands. *handles*
        make a new legend, whatever is there.

    Returns
    -------
    matplotlib.legend.Legend
        Names that start with "_" are shown too: they are data. Those that matplotlib makes up are
        not. A second legend replaces the first.

    Raises
    ------
    TypeError
        If *target* is no Axes or figure, or an argument is none of a legend, says where it
        stands, or can't be changed in the legend that is there.
    ValueError
        If *loc* is something else, there is nothing to name, or not as many *labels* as entries.
    """
    check_target("target", target, DRAWN_ON, Axes, Figure, SubFigure)
    fresh = kwargs.get("handles") is not None
    target = target if fresh else _bearer(target)
    check_choice("loc", loc, [one for one in LOCS if isinstance(target, Axes) or one != "inside"])
    for name in PLACES:
        if name in kwargs:
            places = ", ".join(map(repr, LOCS))
            raise TypeError(f"{name}: this legend finds its place itself; loc is one of {places}")
    there = None if fresh else _there(target)
    made, upwards = (
        _new(target, kwargs) if there is None else (_moved(target, there, kwargs), False)
    )
    spell(target, [*made.get_texts(), made.get_title()])
    entries = Entries(made, fixed="ncols" in kwargs or "ncol" in kwargs, upwards=upwards)
    if isinstance(target, Axes):
        ground = Ground(made, ours="frameon" not in kwargs)
        item = AxesLegend(target, made, loc, entries, ground, own=there is None)
        label_layer(target).items.append(item)
    else:
        edge: Edge = "right" if loc == "right" else "top"
        conduct(target).add(LegendBand(target, made, edge, entries, own=there is None))
    return made


def _new(target: Target, kwargs: Mapping[str, Any]) -> tuple[Legend, bool]:
    """Return a new legend, and whether it names a stack."""
    panels = _panels(target)
    handles, names = named(panels, kwargs)
    look = {name: value for name, value in kwargs.items() if name not in ("handles", "labels")}
    others = [] if isinstance(target, Axes) or "handles" in kwargs else _legends(panels)
    titles = {other.get_title().get_text() for other in others}
    if len(titles) == 1:
        look.setdefault("title", titles.pop())
    made = target.legend(handles, names, loc="upper right", **{"alignment": "left", **look})
    literal(target, made.get_texts())
    others += [old.legend for old in _let_go(target) if isinstance(old, LegendBand) and old.own]
    for other in others:
        other.remove()
    return made, "reverse" not in kwargs and _is_stack(handles)


def _moved(target: Target, there: Legend, kwargs: Mapping[str, Any]) -> Legend:
    """Return the legend that is there, with what is to be added."""
    results = [entry for axes in _panels(target) for entry in results_on(axes)]
    check_changes(kwargs)
    for old in _let_go(target):
        old.names.undo()
    literal(target, extend(there, results))
    change(there, kwargs)
    return there


def _let_go(target: Target) -> list[Placed]:
    """Take off what places the legend of an Axes or figure until now."""
    old = _placed(target)
    placed: list[Any] = (
        label_layer(target).items if isinstance(target, Axes) else conduct(target).bands
    )
    placed[:] = [one for one in placed if one not in old]
    return old


def _legends(panels: Sequence[Axes]) -> list[Legend]:
    return [made for axes in panels if (made := axes.get_legend()) is not None]


def _placed(target: Target) -> list[Placed]:
    """Return what places the legend of an Axes or figure."""
    if isinstance(target, Axes):
        return [*placed_on(target)]
    conductors = [one for one in root_figure(target).artists if isinstance(one, Conductor)]
    bands = [band for conductor in conductors for band in conductor.bands]
    mine = [band for band in bands if isinstance(band, LegendBand) and band.target is target]
    return [band for band in mine if band.legend in target.legends]


def _there(target: Target) -> Legend | None:
    """Return the legend with names that is shown, where it isn't of our making."""
    made = [target.get_legend()] if isinstance(target, Axes) else target.legends[::-1]
    ours = [placed.legend for placed in _placed(target) if placed.own]
    return next((one for one in made if has_names(one) and one not in ours), None)


def _bearer(target: Target) -> Target:
    """Return the figure of its only Axes, where that has the legend: so in seaborn's grids."""
    figure = target.get_figure(root=False)
    if not isinstance(target, Axes) or figure is None or _there(target) is not None:
        return target
    panels = [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]
    return figure if panels == [target] and _there(figure) is not None else target


def _panels(target: Target) -> list[Axes]:
    """Return the Axes whose names a legend has: a figure's insets come after their panels."""
    if isinstance(target, Axes):
        return [target]
    return [
        one for axes in target.axes for one in (axes, *axes.child_axes) if isinstance(one, Axes)
    ]


def _is_stack(handles: Sequence[Any]) -> bool:
    """Say whether handles are bars that stand on each other, each on the one before."""
    bars = [handle.patches[0] if isinstance(handle, BarContainer) else handle for handle in handles]
    if len(bars) < 2 or not all(isinstance(bar, Rectangle) for bar in bars):
        return False
    boxes = np.array([bar.get_bbox().extents for bar in bars], dtype=float)
    boxes = boxes[np.isfinite(boxes).all(axis=1)]
    same = np.ptp(boxes[:, [0, 2]], axis=0) == 0 if len(boxes) else np.array([False])
    return bool(same.all() and (np.diff(boxes[:, 1]) >= 0).all() and np.ptp(boxes[:, 1]) > 0)
