"""A legend that covers nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.container import Container as Marks
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.patches import Rectangle

from cardplot._arguments import DRAWN_ON, check_target
from cardplot._labels import LabelLayer, label_layer
from cardplot._labels.literal import literal, spell
from cardplot._labels.scene import root_figure
from cardplot._layout import conduct
from cardplot._layout.bands import Edge, Frame, from_corner
from cardplot._layout.legend_parts import Entries, Names, inset_of
from cardplot._layout.legend_place import AxesLegend, UserLegend
from cardplot._tables.choices import check_choice

LOCS = ("auto", "inside", "above", "right")
NAMELESS = re.compile(r"_child\d+|_nolegend_|")
"""Labels that matplotlib gives by itself."""


def legend(target: Axes | Figure | SubFigure, *, loc: str = "auto", **kwargs: Any) -> Legend:
    """Name what is drawn, where the legend covers nothing.

    Parameters
    ----------
    target : matplotlib.axes.Axes or matplotlib.figure.Figure or SubFigure
        An Axes, or a figure for one legend of all its panels (each name once).
    loc : {"auto", "inside", "above", "right"}, default: "auto"
        "auto": inside the Axes where a place is free of marks and labels, the upper corners
        first and clear of grid lines where that can be, else "above". "inside": always there;
        where no place is free, the limits of the value axis make room while they autoscale.
        "above": left-aligned on the Axes, in as few rows as its width allows, under its title;
        for a figure, under its headline. "right": in a column beside the Axes or the panels.
        What stands beyond the Axes is part of the layout. A figure has no inside: "auto" is
        "above" there.
    **kwargs
        As for `matplotlib.axes.Axes.legend`, such as *title* or *ncols* (which fixes the number
        of columns).

    Returns
    -------
    matplotlib.legend.Legend
        Names that start with "_" are shown too: they are data. A second legend replaces the
        first.

    Raises
    ------
    TypeError
        If *target* is no Axes or figure.
    ValueError
        If *loc* is something else, or there is nothing to name.
    """
    check_target("target", target, DRAWN_ON, Axes, Figure, SubFigure)
    allowed = LOCS if isinstance(target, Axes) else tuple(x for x in LOCS if x != "inside")
    check_choice("loc", loc, allowed)
    kwargs.setdefault("alignment", "left")
    if isinstance(target, Axes):
        return _axes_legend(target, loc, kwargs)
    handles, names = _entries(target.axes)
    conductor = conduct(target)
    for old in conductor.bands[:]:
        if isinstance(old, LegendBand) and old.target is target:
            conductor.bands.remove(old)
            old.legend.remove()
    made = target.legend(handles, names, loc="upper left", **kwargs)
    literal(target, made.get_texts())
    spell(target, [made.get_title()])
    edge: Edge = "right" if loc == "right" else "top"
    conductor.add(LegendBand(target, made, edge, _arranged(made, handles, kwargs)))
    return made


def _axes_legend(axes: Axes, loc: str, kwargs: dict[str, Any]) -> Legend:
    handles, names = _entries([axes])
    made = axes.legend(handles, names, loc="upper right", **kwargs)
    literal(axes, made.get_texts())
    spell(axes, [made.get_title()])
    layer = label_layer(axes)
    layer.items[:] = [
        item for item in layer.items if not isinstance(item, (AxesLegend, UserLegend))
    ]
    layer.items.append(
        AxesLegend(
            axes,
            made,
            loc,
            _arranged(made, handles, kwargs),
            fixed_frame="frameon" in kwargs,
        )
    )
    return made


def _arranged(made: Legend, handles: Sequence[Any], kwargs: dict[str, Any]) -> Entries:
    fixed = "ncols" in kwargs or "ncol" in kwargs
    return Entries(made, fixed=fixed, upwards="reverse" not in kwargs and _is_stack(handles))


def _is_stack(handles: Sequence[Any]) -> bool:
    """Say whether handles are bars that stand on each other, each on the one before."""
    bars = [handle.patches[0] if isinstance(handle, BarContainer) else handle for handle in handles]
    if len(bars) < 2 or not all(isinstance(bar, Rectangle) for bar in bars):
        return False
    boxes = np.array([bar.get_bbox().extents for bar in bars], dtype=float)
    boxes = boxes[np.isfinite(boxes).all(axis=1)]
    same = np.ptp(boxes[:, [0, 2]], axis=0) == 0 if len(boxes) else np.array([False])
    return bool(same.all() and (np.diff(boxes[:, 1]) >= 0).all() and np.ptp(boxes[:, 1]) > 0)


def _entries(panels: Sequence[Axes]) -> tuple[list[Artist], list[str]]:
    """Return handles and names: those of our results, then what else carries a label."""
    found: dict[str, Any] = {}
    for axes in panels:
        results = [result for layer in _layers(axes) for result in layer.results]
        ours = {id(part) for result in results for one in result.artists for part in _parts(one)}
        for result in results:
            for handle, name in result.entries:
                found.setdefault(name, handle)
                ours.add(id(handle))
        for handle, name in _labelled(axes):
            if id(handle) not in ours:
                found.setdefault(name, handle)
    if not found:
        raise ValueError("target: nothing on it has a name; pass label= to what you draw")
    return list(found.values()), list(found)


def _labelled(axes: Axes) -> Iterator[tuple[Any, str]]:
    """Return what carries a name, in the order in which matplotlib lists it."""
    yield from zip(*axes.get_legend_handles_labels(), strict=True)
    groups = {id(group) for group in axes.containers}
    parts = {id(part) for group in axes.containers for part in _parts(group)} - groups
    handles: tuple[Any, ...] = (*axes.lines, *axes.patches, *axes.collections, *axes.containers)
    for handle in handles:
        name = str(handle.get_label())
        is_hidden = name.startswith("_") and NAMELESS.fullmatch(name) is None
        if is_hidden and id(handle) not in parts:
            yield handle, name


def _parts(artist: Any) -> Iterator[Any]:
    """Return an artist, or a container of artists, and everything that it consists of."""
    yield artist
    for part in artist.get_children():
        if isinstance(part, (Artist, Marks)):
            yield from _parts(part)


def _layers(axes: Axes) -> list[LabelLayer]:
    return [artist for artist in axes.get_children() if isinstance(artist, LabelLayer)]


class LegendBand:
    """A figure's legend: in rows under its headline, or in a column at its right."""

    gaps = (12.0, 12.0)

    def __init__(
        self, target: Figure | SubFigure, made: Legend, edge: Edge, entries: Entries
    ) -> None:
        self.target = target
        self.edge: Edge = edge
        self.legend = made
        self._entries = entries
        self._names = Names(made)
        made.borderaxespad = 0.0

    def place(self, frame: Frame, offset: float) -> float:
        """Place the legend *offset* points from its edge of the frame; return the room it takes."""
        box = frame.box
        inset = 0.0 if self.legend.get_frame_on() else inset_of(self.legend)
        beside = self.edge == "right"
        room = box.width * (0.35 if beside else 1.0) + 2 * inset
        self._names.fit(room, frame.level)
        for columns in (1,) if beside else range(len(self.legend.get_texts()), 0, -1):
            self._entries.arrange(columns)
            width, height = frame.size(self.legend)
            if width <= room:
                break
        x = box.x1 - width + inset if beside else box.x0 - inset
        y = box.y1 - height + inset - (0.0 if beside else offset)
        self.legend.set_loc("lower left")
        self.legend.set_bbox_to_anchor((x, y), from_corner(root_figure(self.legend)))
        return (width if beside else height) - 2 * inset

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self.legend]
