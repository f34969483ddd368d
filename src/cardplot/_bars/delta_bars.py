"""Grouped bars with the change of each bar against the baseline of its group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from numpy.typing import NDArray

from cardplot import _tables
from cardplot._arguments import check_axes
from cardplot._bars.changes import Reading, compare, read
from cardplot._bars.delta_caption import caption
from cardplot._bars.delta_drawing import (
    artists,
    baseline_gray,
    draw_bars,
    draw_labels,
    draw_whiskers,
    draw_zero,
    rows_of,
)
from cardplot._bars.fills import fills
from cardplot._bars.measured import Source, Summed, measure, positive
from cardplot._bars.results import (
    DrawnBars,
    Snapshot,
    chosen,
    entries,
    furnish,
    series_names,
)
from cardplot._bars.slots import check_reach, in_slots, slots
from cardplot._geometry import Floats
from cardplot._labels import LabelLayer
from cardplot._results import forget, register

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class DeltaBars(DrawnBars):
    """What `grouped_delta_bars` has drawn.

    Attributes
    ----------
    containers : tuple of matplotlib.container.BarContainer
        One for each series, with one bar for each category; a missing bar has a NaN length.
    whiskers : tuple of matplotlib.container.ErrorbarContainer
        One for each series, where errors are known.
    categories, series : tuple of str
        Their names as drawn.
    values, baselines, deltas : (N, K) array
        The values, the baseline's value in each group, and the changes in the unit of *delta*
        (a fraction for "percent"); NaN where there is none.
    low, high : (N, K) array or None
        Ends of the whiskers.
    counts : (N, K) array of int or None
        Seeds behind each value.
    """

    kind: ClassVar[str] = "grouped bars"

    whiskers: tuple[ErrorbarContainer, ...] = ()
    values: Floats = field(repr=False)
    baselines: Floats = field(repr=False)
    deltas: Floats = field(repr=False)
    low: Floats | None = field(repr=False, default=None)
    high: Floats | None = field(repr=False, default=None)
    counts: NDArray[np.int_] | None = field(repr=False, default=None)

    def doubt(self) -> str:
        """Return what is wrong with the scale of the Axes as it is now."""
        hidden = int((self.values <= 0).sum()) if self.value_scale in ("log", "logit") else 0
        if not hidden:
            return ""
        return (
            f"{hidden} of {self.values.size} bars can't be seen: their values of 0 or less have no "
            f"place on the axis, which was made {self.value_scale} afterwards; set the scale before"
        )

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        count, kinds = self.values.shape
        columns: dict[str, Any] = {
            "category": np.repeat(np.array(self.categories, dtype=object), kinds),
            "series": np.tile(np.array(self.series, dtype=object), count),
            "value": self.values.ravel(),
            "baseline": self.baselines.ravel(),
            "delta": self.deltas.ravel(),
        }
        for name, more in (("low", self.low), ("high", self.high), ("n", self.counts)):
            if more is not None:
                columns[name] = more.ravel()
        return pd.DataFrame(columns)

    def _undo(self, layer: LabelLayer) -> None:
        """Bring the Axes back to what it was before."""
        forget(self.axes, self.whiskers)
        super()._undo(layer)


def grouped_delta_bars(
    ax: Axes,
    data: Any = None,
    *,
    x: Any = None,
    y: Any = None,
    hue: Any = None,
    tick_labels: Any = None,
    labels: Any = None,
    positions: Any = None,
    orientation: str = "vertical",
    width: float = 0.8,
    bar_spacing: float = 0.0,
    colors: Any = None,
    hatches: Any = None,
    errors: Any = None,
    center: str | None = None,
    spread: Any = "sd",
    level: float = 0.95,
    rng: Any = 0,
    baseline: Any = 0,
    delta: str | None = "percent",
    delta_format: str | Callable[[float], str] | None = None,
    values: Any = False,
    value_format: str | Callable[[float], str] | None = None,
    better: Any = None,
    noise: Any = None,
    highlight: Any = None,
) -> DeltaBars:
    """Draw grouped bars with the change of each against the baseline of its group.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw. The axis of the values may be logarithmic; bars then start at its lower
        end, and values of 0 or less are shown as missing.
    data : DataFrame, mapping, (N, K) array-like or list of (N,) array-like
        N categories (groups of bars) by K series (one bar in each group). A mapping goes from
        series to values, the rows of a 2-D array are the categories, a DataFrame has categories
        as index and series as columns; the last of several levels in the index of a Series are
        its series. A long table needs *x*, *y* and, for more than one series, *hue*. A missing
        value (NaN, None, NA, masked or without a row) keeps its slot and reads "n/a". A long table
        with two or more rows for each bar holds seeds: see *center*.
    x, y, hue : column name or (M,) array-like, optional
        Columns of a long table: category, value and series. A name is that of a column or of a
        level of the index; of columns with several levels the first are enough where they name
        one. Without *data*, they are the columns themselves.
    tick_labels, labels : sequence of str, optional
        Names of the categories and of the series. *tick_labels* take the place of ticks that were
        set by hand, as in `matplotlib.axes.Axes.bar`; names in the data leave them.
    positions : (N,) array-like, optional
        Where the groups stand on their axis: numbers or dates. Default: 0, 1, 2, ...
    orientation : {"vertical", "horizontal"}, default: "vertical"
        "horizontal" swaps the axes and nothing else: the first group is at the bottom.
    width : float, default: 0.8
        Thickness of a group, in slots: in distances between the two nearest positions.
    bar_spacing : float, default: 0
        Distance between two bars of a group, in thicknesses of a bar.
    colors : color, sequence or mapping, optional
        The colour of each series, in order or by name, or the name of a palette. Instead of one
        colour there may be a list with one per category; for a single series such a list alone is
        enough. Default: :rc:`axes.prop_cycle`, with a gray for the baseline that the others are
        compared with.
    hatches : str, sequence or mapping, optional
        The hatch of each series, likewise. By default only colours that repeat are hatched.
    errors : float, array-like, mapping, DataFrame or str, optional
        Lengths of the whiskers, in the unit of the values and in the form of *data*; (2, N, K)
        array-like or a tuple of two such forms for lower and upper ones; or a column of a long
        table, or a tuple of two. Labels are matched where the errors have any; those of a single
        series may have another name. Missing: no whisker.
    center : {"mean", "median", "iqm"}, optional
        Take *data* as seeds and draw this of them: a long table with repeated rows, or a mapping
        from series to a mapping from categories to seeds. By default a long table is taken so if
        every bar in it has two rows or more, and its mean is drawn; if only some bars have, that
        is an error.
    spread : {"sd", "se", "ci", "bootstrap", "range", "iqr"}, callable or None, default: "sd"
        What the whiskers of seeds show. "sd" is the sample standard deviation.
    level : float, default: 0.95
        Confidence level for "ci" and "bootstrap".
    rng : int or numpy.random.Generator, default: 0
        For "bootstrap".
    baseline : str or int, default: 0
        The series that the others are compared with, by name or number. It carries no change.
    delta : {"percent", "difference", "ratio"} or None, default: "percent"
        How the change is told: relative to the baseline, as a difference in the unit of the
        values, as a multiple of the baseline, or not at all. A change in percent is undefined for
        a baseline of 0 and reads "n/a" (0 against 0 is 0%); for a negative one it would have the
        wrong sign, and the difference is told instead. A ratio is undefined, and reads "n/a", for
        a baseline of 0 or less and for negative values.
    delta_format : str or callable, optional
        How a change reads: a format string, for the percents if *delta* is "percent", as
        ``"{:+.1f} %"``, or a function of the change as it is in ``data``. Default: with sign, the
        same number of decimals for all. What is told as a difference instead of a percentage
        follows a function but no format string.
    values : bool, callable or array-like of str, default: False
        Print the value of each bar too, as it is, as a callable makes it of the value, or as
        texts in the form of *data*.
    value_format : str or callable, optional
        How a value reads, as ``"{:.1f}"``. Default: integers as integers, else the same number of
        decimals for all, enough to tell them apart.
    better : {"lower", "higher"}, sequence or mapping, optional
        Which direction is good, for all categories, for each in order, or by name; changes are
        coloured good or bad by it. Default: no judgement.
    noise : float, sequence, mapping or "errors", optional
        A change that is smaller is muted and gets "≈". A number is in the unit of the values,
        whatever *delta* is, for all categories, for each in order, or by name. "errors" compares
        the difference of two bars with the root of the sum of squares of their two whiskers
        (those on the sides that face each other); a missing whisker counts as 0, and with two
        missing ones nothing is called noise.
    highlight : str, int or list of them, optional
        Categories whose tick labels are bold.

    Returns
    -------
    DeltaBars
        ``containers`` (K BarContainers of N bars), ``whiskers``, ``labels``, ``data`` (columns
        category, series, value, baseline and delta; low and high where there are whiskers; n for
        seeds), ``caption``, ``remove()`` and more.

    Raises
    ------
    TypeError
        If *ax* is no Axes or a value is no number.
    ValueError
        If the baseline is unknown, a value is infinite, an error is negative, names repeat, other
        categories stand at their places already, or an option isn't one of those above.
    KeyError
        If a column doesn't exist.

    Notes
    -----
    With a single series there is nothing to compare, and no change is printed.

    Labels stand beyond the ends of bars and whiskers; limits that autoscale make room for them.
    A label that finds none goes inside its bar or, where limits were set by hand, above or at the
    right of the Axes, as part of the layout.

    References
    ----------
    .. [1] Uncertainty of a difference of independent values: JCGM 100:2008, "Guide to the
       expression of uncertainty in measurement", 5.1.2.
    """
    check_axes(ax)
    source = Source(data, x, y, hue, tick_labels, labels)
    demanded = center is not None or (isinstance(noise, str) and y is not None)
    found = measure(
        source, errors, Summed("mean" if center is None else center, spread, level, rng), demanded
    )
    place = slots(ax, found.table, positions, orientation)
    scale = place.value_axis.get_scale()
    if scale == "logit":
        raise ValueError("'ax' has a logit axis for the values, on which bars can't start at 0")
    logs = scale == "log"
    check_reach(place, found.table, found.table.values, found.low, found.high)
    found, hidden = positive(found) if logs else (found, 0)
    table = found.table
    first = _tables.find(baseline, table.series, "baseline", keys=table.series_keys)
    reading = Reading(delta, delta_format, values, value_format, better, noise)
    changes = compare(reading, found, first)
    says = read(reading, table, changes, first, " ({})" if place.horizontal else "\n{}")
    bold = chosen(highlight, table.categories, "highlight", table.category_keys)
    gray = None if changes is None else (first, baseline_gray(ax))
    fill = fills(table, colors, hatches, gray)
    rows = rows_of(len(table.series), in_slots(width), bar_spacing)

    before = Snapshot.of(ax)
    containers = draw_bars(place, table.values, table.series, fill, rows)
    whiskers = draw_whiskers(place, found, rows)
    place.hold(width)
    named = furnish(place, table.categories, bold, asked=tick_labels is not None)
    zero = draw_zero(place, table.values)
    group = draw_labels(place, found, says, rows, containers)
    nothing = np.full(table.values.shape, np.nan)
    return register(
        DeltaBars(
            axes=ax,
            artists=artists(containers, whiskers, zero),
            groups=() if group is None else (group,),
            caption=caption(reading, found, changes, says, first, hidden),
            entries=entries(table, containers),
            containers=containers,
            categories=table.categories,
            series=series_names(table),
            before=before,
            named=(named,),
            whiskers=whiskers,
            values=table.values,
            baselines=nothing if changes is None else changes.baselines,
            deltas=nothing if changes is None else changes.deltas,
            low=found.low,
            high=found.high,
            counts=found.counts,
        )
    )
