"""Points with whiskers for runs that were repeated with several seeds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from matplotlib.axes import Axes

from cardplot._arguments import check_axes
from cardplot._results import register
from cardplot._seeds.drawing import draw_seeds
from cardplot._seeds.options import Options, read
from cardplot._seeds.pixels import Plane
from cardplot._seeds.results import SeedErrorbars, SeedStrip
from cardplot._seeds.summary import SeedSummary
from cardplot._tables.choices import check_choice

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SeedErrorbars", "SeedStrip", "SeedSummary", "seed_errorbars", "summarize_seeds"]


def seed_errorbars(
    ax: Axes,
    data: Any = None,
    *,
    x: Hashable | None = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    tick_labels: Sequence[Any] | None = None,
    labels: Sequence[Any] | None = None,
    orientation: Literal["vertical", "horizontal"] = "vertical",
    center: str | Callable[..., float] | None = "mean",
    spread: str | Callable[..., Any] | None = "sd",
    level: float = 0.95,
    seeds: bool | Literal["auto"] = "auto",
    connect: bool = False,
    dodge: bool | float | None = None,
    band: Literal["median_spread"] | tuple[float, float] | None = None,
    point_labels: Any = None,
    show_n: bool | Literal["auto"] = "auto",
    empty: Any = None,
    colors: Any = None,
    markers: Any = None,
    rng: Any = 0,
) -> SeedErrorbars:
    """Draw the centre of each group of seeds with a whisker that says how far they spread.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    data : long table, mapping, DataFrame, array-like or SeedSummary
        The seeds: a long table with *x*, *y* and *hue*; a mapping from category to seeds, of any
        length; a mapping from series to such mappings; a DataFrame or 2-D array with columns =
        categories and rows = seeds. Or a `SeedSummary`. Missing seeds are left out and not
        counted.
    x, y, hue : column name or (M,) array-like, optional
        Columns of a long table: category or position, value, series. A name is that of a column
        or of a level of the index; of columns with several levels the first are enough where they
        name one. Without *data*, they are the columns themselves. A numeric column *x* makes
        positions on a numeric (also logarithmic) axis, anything else categories.
    tick_labels, labels : sequence of str, optional
        Names of categories (or numeric positions) and series, where the data have none or others
        are wanted. *tick_labels* take the place of ticks that were set by hand; names in the data
        leave them.
    orientation : {"vertical", "horizontal"}, default: "vertical"
        The direction of the whiskers.
    center : {"mean", "median", "iqm"}, callable or None, default: "mean"
        "iqm" is the interquartile mean. None, together with ``spread=None``, draws the single
        values only. With a `SeedSummary` it names the centres in the caption.
    spread : str, callable or None, default: "sd"
        What a whisker is. "sd": sample standard deviation (ddof=1) to both sides; "se": standard
        error; "ci": t interval of the mean (needs scipy); "bootstrap": percentile interval [1]_ of
        the centre; "range": minimum to maximum; "iqr": 25th to 75th percentile; "wilson": Wilson
        interval of a proportion, for seeds of 0 and 1. A callable takes the seeds and returns the
        length of both sides, or the two ends. One seed has no whisker.
    level : float, default: 0.95
        Level of "ci", "bootstrap" and "wilson".
    seeds : bool or "auto", default: "auto"
        Draw the single seeds too, small and hollow beside their centre, spread so that they don't
        cover each other. "auto": where no group has more than 10.
    connect : bool, default: False
        Join the points of a series; an empty group breaks the line.
    dodge : bool or float, optional
        Move the series of one position apart. A number, as in seaborn's pointplot: from the first
        series to the last, as a share of the smallest gap between positions on the axis (between
        categories: of 1), from 0 to 1. True: as far as the marks need, at numeric positions at
        most 0.72 of that gap for all series, and not at all where series would be less than 1.5
        points apart. Default: True, but False for lines (*connect*) along numeric positions, which
        stand at their true position.
    band : "median_spread" or (low, high), optional
        A band across the axes: the mean of the centres ± the median half-length of the whiskers,
        or from *low* to *high*.
    point_labels : sequence of str, mapping or callable, optional
        Names next to the points: one for each row of ``.data``, or for each x; by x or (x,
        series); or made from a point with fields x, series, center, low, high, n.
    show_n : bool or "auto", default: "auto"
        Write n at the groups. "auto": where it differs between groups, or is 1 or 0, and in
        strips.
    empty : str or mapping, optional
        Words in slots without seeds, for all or by category. Default: "n=0".
    colors : sequence or mapping of color, optional
        One for each series, default: :rc:`axes.prop_cycle`.
    markers : str, sequence or mapping of marker, optional
        One for each series. Default: another one for each.
    rng : int or numpy.random.Generator, default: 0
        Seed of the bootstrap, so that it gives the same in every run.

    Returns
    -------
    SeedErrorbars
        ``.data`` (x, series, center, low, high, n), ``.seeds`` (x, series, value), ``.caption``,
        ``.points``, ``.whiskers``, ``.caps``, ``.dots``, ``.band``, ``.labels`` and ``.remove()``.
        Without centres, ``.data`` has the single values.

    Raises
    ------
    TypeError
        Text where a number belongs.
    ValueError
        An option that isn't one of those above; a group that the summary or the axis doesn't
        allow (a position of zero or less on a log axis), which is named; other categories that
        stand at their places already.
    KeyError
        An unknown column.

    Notes
    -----
    Categories stand at 0, 1, 2, ..., those that the axis has already at their places, and series
    side by side within them, in data units. On a
    numeric axis series are moved apart where they share a position, when the figure is drawn: by
    a marker's size in points, or less where the smallest gap between positions is narrow on the
    scale, limits and size of the axis at that time. Their data coordinates stay what they are.

    On a log axis a whisker that reaches zero or less runs off the lower edge, marked by an
    arrow, and gets as much room below its point as it has above, at most a decade. A centre (or,
    in strips, a single value) of zero or less isn't drawn, nor is its whisker, and a line has a
    gap there: the value is written at the edge of the axes, and a warning and ``.caption`` name
    it. So on a logit axis for values outside 0 to 1; and as long as the axis has that scale.

    Sizes are those of :rc:`lines.markersize`, :rc:`lines.linewidth` (whiskers: 0.75 of it) and
    :rc:`errorbar.capsize`.

    References
    ----------
    .. [1] B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    check_axes(ax)
    columns = {"x": x, "y": y, "hue": hue, "tick_labels": tick_labels, "labels": labels}
    options = Options(
        center=center,
        spread=spread,
        level=level,
        seeds=seeds,
        connect=connect,
        dodge=dodge,
        band=band,
        point_labels=point_labels,
        show_n=show_n,
        empty=empty,
        colors=colors,
        markers=markers,
        tick_labels=tick_labels,
    )
    check_choice("orientation", orientation, ("vertical", "horizontal"))
    table = read(data, columns, center, spread, level, rng)
    return register(draw_seeds(Plane(ax, orientation == "vertical"), table, options))


def summarize_seeds(
    data: Any = None,
    *,
    x: Hashable | None = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    center: str | Callable[..., float] = "mean",
    spread: str | Callable[..., Any] | None = "sd",
    level: float = 0.95,
    rng: Any = 0,
) -> pd.DataFrame:
    """Sum up groups of seeds: what `seed_errorbars` would draw, as a table.

    Parameters
    ----------
    data, x, y, hue, center, spread, level, rng
        As in `seed_errorbars`.

    Returns
    -------
    pandas.DataFrame
        Columns x, series, center, low, high, n: one row for each group, category by category,
        labelled with its category (or numeric position). *low* and *high* are the ends of the
        whisker, NaN where there is none; *center* is NaN where n is 0; *series* is "" without
        series.

    Raises
    ------
    TypeError, ValueError, KeyError
        As `seed_errorbars`.

    Examples
    --------
    >>> summarize_seeds({"a": [0.91, 0.93, 0.92], "b": [0.67, 0.63]}).loc["b", "n"]
    2
    """
    if center is None:
        raise ValueError("center: expected a centre, got None")
    columns = {"x": x, "y": y, "hue": hue, "tick_labels": None, "labels": None}
    found = read(data, columns, center, spread, level, rng).frame()
    found.index = found["x"].rename(None)
    return found
