"""From a table of curves to everything that is drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray

from cardplot._arguments import check_axes, check_flag, check_linestyle, colors_of
from cardplot._axis_values import check_numeric, converted, largest_on
from cardplot._color.contrast import is_dark
from cardplot._color.surface import surface
from cardplot._curves.caption import Said, caption, steps
from cardplot._curves.marks import FILL, FILL_OF_MANY, MANY, ON_DARK, Look, Marks, draw_series
from cardplot._curves.results import SeedCurves
from cardplot._curves.smoothing import Smoothing
from cardplot._curves.table import CurveTable, Series
from cardplot._format import english
from cardplot._geometry import Floats
from cardplot._labels import Label, LabelGroup, add_labels
from cardplot._layout.line_ends import LineEnd
from cardplot._tables.choices import check_choice
from cardplot._tables.names import per_item
from cardplot.palettes import readable


@dataclass(frozen=True)
class Options:
    """Arguments of `cardplot.seed_curves` that say how to draw."""

    center: Any
    level: float
    seeds: bool
    smooth: Smoothing | None
    align: str | None
    colors: Any
    linestyles: Any
    names: str | None

    def __post_init__(self) -> None:
        """Check what doesn't depend on the data."""
        check_flag("seeds", self.seeds)
        check_choice("names", self.names, ("end", "legend", None))


def draw_curves(axes: Axes, table: CurveTable, options: Options) -> SeedCurves:
    """Draw a table."""
    # Everything that can fail comes before the first mark.
    check_axes(axes)
    looks = _looks(axes, table, options)
    _check_values(axes, table)
    at = _on_axis(axes, table)
    lost = _off_scale(axes, table)
    reach = _reach(axes, table, at, seeds=options.seeds)
    marks = [
        draw_series(axes, one, x, look, seeds=options.seeds)
        for one, x, look in zip(table.series, at, looks, strict=True)
    ]
    said = Said(
        options.center,
        options.level,
        options.seeds,
        options.smooth,
        options.align == "interpolate",
        lost,
    )
    return SeedCurves(
        axes=axes,
        artists=(reach, *(artist for mark in marks for artist in mark.artists)),
        groups=_names(axes, table, marks, looks) if options.names == "end" else (),
        caption=caption(table, said),
        entries=_entries(table, marks) if options.names is not None else (),
        table=table,
        lines=tuple(mark.line for mark in marks),
        fewer=tuple(mark.fewer for mark in marks if mark.fewer is not None),
        bands=tuple(mark.band for mark in marks if mark.band is not None),
        curves=tuple(mark.curves for mark in marks if mark.curves is not None),
        unsmoothed=tuple(mark.unsmoothed for mark in marks if mark.unsmoothed is not None),
        diverged=tuple(mark.diverged for mark in marks if mark.diverged is not None),
    )


def _looks(axes: Axes, table: CurveTable, options: Options) -> list[Look]:
    colors = colors_of(options.colors, table.names, table.keys)
    given = options.linestyles
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Sequence):
        given = given if isinstance(given[1], str) else [given] * len(colors)
    styles = per_item(given, table.names, "linestyles", keys=table.keys) or ("-",) * len(colors)
    for style in styles:
        check_linestyle("linestyles", style)
    fill = FILL if len(colors) < MANY else FILL_OF_MANY
    fill *= ON_DARK if is_dark(surface(axes)) else 1.0
    return [Look(color, style, fill) for color, style in zip(colors, styles, strict=True)]


def _check_values(axes: Axes, table: CurveTable) -> None:
    check_numeric(axes.yaxis, "the values of seeds need")
    if not table.dates:
        check_numeric(axes.xaxis, "the steps of curves need")
    for name, scale in (("x", axes.get_xscale()), ("y", axes.get_yscale())):
        most = largest_on(scale)
        for one in table.series:
            largest = max((float(np.nanmax(np.abs(part))) for part in _parts(one, name)), default=0)
            if largest > most:
                raise ValueError(
                    f"data: {one.name or name} reaches {largest:g}, more than the axis can show"
                )


def _parts(one: Series, name: str) -> list[Floats]:
    """Return what is drawn of a series along an axis, without what is missing altogether."""
    parts = [one.x] if name == "x" else [one.center, one.low, one.high]
    if one.grid is not None and name == "y":
        parts.append(one.grid.values.ravel())
    return [part for part in parts if not np.isnan(part).all()]


def _on_axis(axes: Axes, table: CurveTable) -> list[Floats]:
    """Return the steps of each series as the axis places them."""
    if not table.dates:
        return [one.x for one in table.series]
    return [converted(axes.xaxis, table.steps(one.x), "data") for one in table.series]


def _off_scale(axes: Axes, table: CurveTable) -> str:
    """Return what the scales can't show, in words; refuse what they can't show at all."""
    told = []
    x = np.unique(np.concatenate([one.x for one in table.series]))
    y = np.concatenate([one.center[~np.isnan(one.center)] for one in table.series])
    for name, scale, values in (("x", axes.get_xscale(), x), ("y", axes.get_yscale(), y)):
        lost = values[~in_domain(scale, values)]
        if len(values) and len(lost) == len(values):
            what = "steps" if name == "x" else "centres"
            raise ValueError(f"data: {what} have no place on a {name} axis with {scale} scale")
        if len(lost) and name == "x":
            one = f"x = {steps(table, lost[:1])[0]}"
            told.append(one if len(lost) == 1 else english.count(len(lost), "step"))
        elif len(lost):
            told.append(f"{english.count(len(lost), 'centre')} of zero or less")
    return f"A log axis can't show {' and '.join(told)}" if told else ""


def in_domain(scale: str, values: Floats) -> NDArray[np.bool_]:
    """Say which values a scale can show, as far as it is bounded."""
    fine = values > 0 if scale in ("log", "logit") else np.ones(values.shape, dtype=bool)
    return np.asarray(fine & (values < 1) if scale == "logit" else fine)


def _reach(axes: Axes, table: CurveTable, at: Sequence[Floats], *, seeds: bool) -> PathPatch:
    """Bring the limits to include everything; curves begin and end at the edges of the panel."""
    corners = []
    for one, x in zip(table.series, at, strict=True):
        y = _heights(one, log=axes.get_yscale() == "log", seeds=seeds)
        if len(y) and len(x):
            # The smallest positive ones count on a log axis.
            ends = [np.append(part, part[part > 0]) for part in (x, y)]
            least = [part[part > 0].min(initial=np.inf) for part in ends]
            corners += [(ends[0].min(), ends[1].min()), (ends[0].max(), ends[1].max())]
            corners += [tuple(least)] if np.isfinite(least).all() else []
    points = np.array(corners, dtype=float).reshape(-1, 2)
    reach = PathPatch(Path(points), visible=False, label="_nolegend_")
    reach.sticky_edges.x[:] = np.unique(points[:, 0]).tolist()
    axes.add_patch(reach)
    # Limits without data would be made up, and in the way of a log scale that is set later.
    axes.autoscale_view(scalex=len(points) > 0, scaley=len(points) > 0)
    return reach


def _heights(one: Series, *, log: bool, seeds: bool) -> Floats:
    """Return the values between which the limits have to reach."""
    parts = [one.center, one.high, one.low]
    if log:
        # An open band gets the room below its line that it has above, up to a decade.
        with np.errstate(all="ignore"):
            above = np.where(one.high > one.center, one.high, 1.5 * one.center)
            floor = one.center * np.maximum(one.center / above, 0.1)
        parts[2] = np.where(one.center > 0, np.maximum(one.low, floor), np.nan)
    if one.unsmoothed is not None:
        parts.append(one.unsmoothed)
    if seeds and one.grid is not None:
        parts.append(one.grid.values.ravel())
    y = np.concatenate(parts)
    y = y[np.isfinite(y)]
    if not len(y) or seeds:
        return y
    # Marks of runs that diverged far from all else stay at the edge of the panel.
    _, ends = one.ends
    low, high = y.min(), y.max()
    near = (ends >= low - (high - low)) & (ends <= high + (high - low))
    return np.append(y, ends[near & ((ends > 0) | (not log))])


def _names(
    axes: Axes, table: CurveTable, marks: Sequence[Marks], looks: Sequence[Look]
) -> tuple[LabelGroup, ...]:
    ground = axes.get_facecolor()
    labels = [
        Label(
            one.name,
            LineEnd(mark.line),
            color=readable(look.color, ground),
            required=True,
            marks=(mark.line,),
        )
        for one, mark, look in zip(table.series, marks, looks, strict=True)
        if one.name.strip() and np.isfinite(one.center).any()
    ]
    return (add_labels(axes, labels, kind="line names"),) if labels else ()


def _entries(table: CurveTable, marks: Sequence[Marks]) -> tuple[tuple[Artist, str], ...]:
    return tuple(
        (mark.line, one.name) for one, mark in zip(table.series, marks, strict=True) if one.name
    )
