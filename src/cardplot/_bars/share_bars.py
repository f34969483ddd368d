"""Stacked bars with the share of each part inside it and the total at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.container import BarContainer
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, PercentFormatter

from cardplot import _statistics, _tables, palettes
from cardplot._arguments import check_axes, check_flag
from cardplot._bars.fills import fills
from cardplot._bars.results import (
    DrawnBars,
    Snapshot,
    chosen,
    entries,
    furnish,
    series_names,
)
from cardplot._bars.share_texts import (
    NO_DATA,
    UNKNOWN,
    caption,
    incomplete,
    share_texts,
    sums,
    total_texts,
)
from cardplot._bars.slots import Slots, check_reach, in_slots, inside, slots
from cardplot._color.surface import surface
from cardplot._geometry import Floats, stack
from cardplot._labels import Label, LabelGroup, add_labels
from cardplot._labels.tickers import offer
from cardplot._results import register
from cardplot._tables import Wide
from cardplot._tables.cells import is_column

if TYPE_CHECKING:
    import pandas as pd


Aside = Literal["right", "up"] | None

HALO_PT = 4.0
"""Thickness of the ground around a text on a hatch."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ShareBars(DrawnBars):
    """What `stacked_share_bars` has drawn.

    Attributes
    ----------
    containers : tuple of matplotlib.container.BarContainer
        One for each series, with one segment for each category; a missing one has a NaN length.
    categories, series : tuple of str
        Their names as drawn.
    values, shares : (N, K) array
        The parts, and each as a fraction of its bar's total; NaN where missing or undefined.
    totals : (N,) array
        Sums of the parts that are present; NaN where all are missing.
    incomplete : (N,) array of bool
        Bars of which some parts, but not all, are missing.
    """

    kind: ClassVar[str] = "stacked share bars"

    values: Floats = field(repr=False)
    shares: Floats = field(repr=False)
    totals: Floats = field(repr=False)
    incomplete: np.typing.NDArray[np.bool_] = field(repr=False)

    def doubt(self) -> str:
        """Return what is wrong with the scale of the Axes as it is now."""
        return "" if self.value_scale == "linear" else _on_scale(self.value_scale)

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        count, kinds = self.values.shape
        return pd.DataFrame(
            {
                "category": np.repeat(np.array(self.categories, dtype=object), kinds),
                "series": np.tile(np.array(self.series, dtype=object), count),
                "value": self.values.ravel(),
                "share": self.shares.ravel(),
            }
        )


def stacked_share_bars(
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
    width: float = 0.62,
    colors: Any = None,
    hatches: Any = None,
    normalize: bool = False,
    shares: Any = "fit",
    share_format: str | Callable[[float], str] | None = None,
    rounding: str = "nearest",
    totals: Any = True,
    total_format: str | Callable[[float], str] | None = None,
    highlight: Any = None,
) -> ShareBars:
    """Draw stacked bars with the share of each part inside it and the total at the end.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw. The axis of the values has to be linear.
    data : DataFrame, mapping, (N, K) array-like or list of (N,) array-like
        The parts, not negative: N categories (one bar each) by K series (one part each). A
        mapping goes from series to values, the rows of a 2-D array are the categories, a
        DataFrame has categories as index and series as columns. What has one dimension (a list
        of numbers, a mapping to single numbers, a Series such as that of ``value_counts()``) are
        the parts of one bar; the last of several levels in the index of a Series are the parts.
        A long table needs *x*, *y* and, for more than one series, *hue*. A missing part (NaN,
        None, NA, masked or without a row) leaves the others drawn: their shares are of the parts
        that are present, and the total is marked with "≥".
    x, y, hue : column name or (M,) array-like, optional
        Columns of a long table: category, value and series. A name is that of a column or of a
        level of the index; of columns with several levels the first are enough where they name
        one. Without *data*, they are the columns themselves.
    tick_labels, labels : sequence of str, optional
        Names of the categories and of the series. *tick_labels* take the place of ticks that were
        set by hand, as in `matplotlib.axes.Axes.bar`; names in the data leave them.
    positions : (N,) array-like, optional
        Where the bars stand on their axis: numbers or dates. Default: 0, 1, 2, ...
    orientation : {"vertical", "horizontal"}, default: "vertical"
        "horizontal" swaps the axes and nothing else: the first bar is at the bottom.
    width : float, default: 0.62
        Thickness of the bars, in slots: in distances between the two nearest positions.
    colors : color, sequence or mapping, optional
        The colour of each series, in order or by name, or the name of a palette. Instead of one
        colour there may be a list with one per category; for a single series such a list alone is
        enough. Default: :rc:`axes.prop_cycle`.
    hatches : str, sequence or mapping, optional
        The hatch of each series, likewise. By default only colours that repeat are hatched.
    normalize : bool, default: False
        Draw shares of the total instead of values, on an axis in percent. Totals still read as
        they are in the data.
    shares : "fit", list or None, default: "fit"
        Which shares are printed. "fit": all that fit into their part, which is decided anew
        whenever the figure is drawn; none of a single series, for all would be 100%. A list:
        those of the named (or numbered) series, also at the right of their part (above it, for
        horizontal bars) where they don't fit and that is free. None prints no shares.
    share_format : str or callable, optional
        How a share reads: a format string for the percents, as ``"{:.1f} %"``, or a function
        of the share as a fraction. Default: whole percents, halves rounded up. A format string
        never makes "0%" or "100%" of what is neither, but "<1%" and ">99%".
    rounding : {"nearest", "sum"}, default: "nearest"
        "nearest" rounds each share on its own. "sum" makes the shares of a bar add to 100 by the
        largest remainder; of equal remainders the first is rounded up.
    totals : bool, list, mapping or callable, default: True
        What stands at the end of the bars: the total, nothing, a text for each category (None
        for none), or what a callable makes of the total. Texts are drawn as given; to others "≥"
        is added where a part is missing. Without totals, such a bar reads "incomplete". A bar
        without any data reads "n/a" in any case. Where limits that were set by hand leave no room,
        they stand above or at the right of the Axes, as part of the layout.
    total_format : str or callable, optional
        How a total reads, as ``"{:,.1f} MB"``. Default: integers as integers, else the same
        number of decimals for all, enough to tell them apart.
    highlight : str, int or list of them, optional
        Categories whose tick labels are bold.

    Returns
    -------
    ShareBars
        ``containers`` (K BarContainers of N bars), ``labels`` (shares, then totals), ``data``
        (columns category, series, value and share, the share as a fraction), ``caption``,
        ``remove()`` and more.

    Raises
    ------
    TypeError
        If *ax* is no Axes or a value is no number.
    ValueError
        If a part is negative or infinite, the value axis isn't linear, names repeat, other
        categories stand at their places already, or an option isn't one of those above.
    KeyError
        If a column doesn't exist.

    References
    ----------
    .. [1] Largest remainders: M. L. Balinski and H. P. Young, "Fair Representation", 1982.
    """
    check_axes(ax)
    check_flag("normalize", normalize)
    names = {"tick_labels": tick_labels, "labels": labels}
    read = _tables.wide(data, x=x, y=y, hue=hue, flat_is_one_bar=True, **names)
    table = _tables.parts(read)
    place = slots(ax, table, positions, orientation)
    _check_scale(place)
    added = sums(table)
    if not normalize:
        check_reach(place, table, added[:, np.newaxis])
    thick = in_slots(width)
    bold = chosen(highlight, table.categories, "highlight", table.category_keys)
    fractions = _statistics.shares(table.values)
    texts = share_texts(fractions, _picked(shares, table), share_format, rounding)
    ends = total_texts(totals, table, added, total_format)
    fill = fills(table, colors, hatches)

    before = Snapshot.of(ax)
    lengths = fractions if normalize else table.values
    bottoms, tops = stack(lengths)
    bottoms = np.nan_to_num(bottoms)
    containers = tuple(
        place.bars(0.0, thick, lengths[:, j], bottoms[:, j], fill[j], name)
        for j, name in enumerate(table.series)
    )
    place.hold(thick)
    named = furnish(place, table.categories, bold, asked=tick_labels is not None)
    if normalize:
        _in_percent(place)
    heights = np.nan_to_num(np.fmax.reduce(tops, axis=1, initial=0.0))
    # Who names series wants their shares; "fit" leaves out what has no room.
    aside: Aside = None if isinstance(shares, str) else "up" if place.horizontal else "right"
    groups = (
        _label_shares(ax, containers, texts, aside),
        _label_totals(place, ends, heights, containers),
    )
    return register(
        ShareBars(
            axes=ax,
            artists=tuple(patch for container in containers for patch in container.patches),
            groups=tuple(group for group in groups if group is not None),
            caption=caption(table, texts, ends, totals, normalize, rounding),
            entries=entries(table, containers),
            containers=containers,
            categories=table.categories,
            series=series_names(table),
            before=before,
            named=(named,),
            values=table.values,
            shares=fractions,
            totals=added,
            incomplete=incomplete(table),
        )
    )


def _check_scale(place: Slots) -> None:
    scale = place.value_axis.get_scale()
    if scale != "linear":
        raise ValueError(_on_scale(scale))


def _on_scale(scale: str) -> str:
    return (
        f"'ax' has a {scale} axis for the values, on which the lengths of stacked parts can't be "
        "compared; a linear one is needed"
    )


def _picked(shares: Any, table: Wide) -> list[int]:
    if shares is None:
        return []
    if isinstance(shares, str) and shares == "fit":
        return list(range(len(table.series))) if len(table.series) > 1 else []  # else: 100%
    if isinstance(shares, (str, bool)) or not is_column(shares):
        raise ValueError(f"'shares' must be 'fit', a list of series or None, not {shares!r}")
    return chosen(list(shares), table.series, "shares", table.series_keys)


def _label_shares(
    ax: Axes,
    containers: tuple[BarContainer, ...],
    texts: dict[tuple[int, int], str],
    aside: Aside,
) -> LabelGroup | None:
    patches = {(i, j): containers[j].patches[i] for i, j in texts}
    made = [
        Label(
            text,
            inside(patches[cell], aside),
            color=palettes.text_color(patches[cell].get_facecolor(), surface(ax)),
            weight="bold",
            marks=(patches[cell],),
        )
        for cell, text in texts.items()
    ]
    if not made:
        return None
    group = add_labels(ax, made, kind="shares")
    for text, patch in zip(group.made, patches.values(), strict=True):
        if patch.get_hatch():
            # A text across the strokes of a hatch is hard to read.
            halo = withStroke(linewidth=HALO_PT, foreground=patch.get_facecolor())
            text.set_path_effects([halo])
    return group


def _in_percent(place: Slots) -> None:
    offer(
        place.value_axis,
        major_formatter=PercentFormatter(1.0),
        major_locator=Quarters([0.0, 0.25, 0.5, 0.75, 1.0]),
    )


class Quarters(FixedLocator):
    """Ticks at quarters; at halves, or at the ends only, where their labels would touch."""

    def __call__(self) -> Any:
        """Return the ticks that have room."""
        axis = self.axis
        space = axis.get_tick_space() if isinstance(axis, Axis) else 4
        return super().__call__()[:: 1 if space >= 4 else 2 if space >= 2 else 4]


def _label_totals(
    place: Slots,
    texts: list[str | None],
    ends: Floats,
    containers: tuple[BarContainer, ...],
) -> LabelGroup | None:
    ground = surface(place.axes)
    muted = palettes.readable(palettes.role("muted", ground), ground)
    made = [
        Label(
            text,
            place.beyond(0.0, 1.0, i, float(ends[i]), 1),
            color=muted if text in (NO_DATA, UNKNOWN) else None,
            weight=None if text in (NO_DATA, UNKNOWN) else "bold",
            required=True,
            marks=tuple(container.patches[i] for container in containers),
        )
        for i, text in enumerate(texts)
        if text
    ]
    return add_labels(place.axes, made, kind="totals") if made else None
