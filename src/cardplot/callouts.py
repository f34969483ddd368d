"""Words that point at one mark, and names of groups of categories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from cardplot import _tables
from cardplot._arguments import check_axes, color_of, text_of
from cardplot._axis_values import on_axis
from cardplot._heatmap.units import HAIRLINE_PT
from cardplot._labels import Label, Over, Pointing, add_labels
from cardplot._results import Drawn, register
from cardplot._tables.cells import is_column
from cardplot.palettes import readable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Callout", "GroupNames", "callout", "group_names"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Callout(Drawn):
    """Words that point at a mark."""

    kind: ClassVar[str] = "callout"
    text: str
    x: float
    y: float

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame({"text": [self.text], "x": [self.x], "y": [self.y]})


def callout(ax: Axes, x: Any, y: Any, text: str, *, color: Any = None) -> Callout:
    """Point at one mark with an arrow and a few words.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : float, date or category
        The mark, such as the end of a bar, in data coordinates. The words stand above it, beyond
        labels that stand on it, and the limits make room while they autoscale. Where something is
        in the way they go to the nearest free place from which the arrow crosses no label.
    text : str
        Drawn literally, in bold.
    color : color, optional
        Of words and arrow, made darker or lighter where it would not be readable. Default:
        :rc:`text.color`.

    Returns
    -------
    Callout
        With the text in ``.labels``, ``.data`` (text, x, y) and ``.remove()``.

    Raises
    ------
    TypeError
        If *text* is no string, or a coordinate text where no category has a name.
    ValueError
        If a coordinate is missing, infinite or has no place on its axis.
    """
    check_axes(ax)
    text = text_of("text", text)
    at = on_axis(ax, "x", x, "x"), on_axis(ax, "y", y, "y")
    shade = mpl.rcParams["text.color"]
    if color is not None:
        shade = readable(color_of("color", color), ax.get_facecolor())
    label = Label(text, Pointing(*at), color=shade, weight="bold", required=True)
    group = add_labels(ax, [label], kind="callouts")
    return register(
        Callout(
            axes=ax,
            artists=(),
            groups=(group,),
            caption=f"The arrow marks: {text}.",
            text=text,
            x=at[0],
            y=at[1],
        )
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class GroupNames(Drawn):
    """Names of groups of categories."""

    kind: ClassVar[str] = "groups"
    spans: tuple[tuple[str, float, float], ...]

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(self.spans, columns=["group", "first", "last"])


def group_names(ax: Axes, groups: Mapping[str, tuple[float, float]]) -> GroupNames:
    """Name groups of neighbouring categories above the Axes, with a hairline between groups.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With the categories along x.
    groups : mapping from str to (first, last)
        The first and last category of each group: positions in data coordinates, or names on the
        axis. Names of groups are drawn literally.

    Returns
    -------
    GroupNames
        With the names in ``.labels``, ``.data`` (group, first, last) and ``.remove()``.

    Raises
    ------
    TypeError
        If *groups* is no mapping to pairs of positions.
    ValueError
        If there is no group, or groups overlap.
    """
    check_axes(ax)
    spans = _spans_of(ax, groups)
    ordered = sorted(spans, key=lambda span: span[1])
    for one, two in pairwise(ordered):
        if one[2] >= two[1]:
            raise ValueError(f"groups {one[0]!r} and {two[0]!r} overlap")
    between = [(one[2] + two[1]) / 2 for one, two in pairwise(ordered)]
    hairlines = LineCollection(
        [[(at, 0.0), (at, 1.0)] for at in between],
        colors=mpl.rcParams["axes.edgecolor"],
        linewidths=max(mpl.rcParams["axes.linewidth"], HAIRLINE_PT),
        zorder=0.5,
        transform=ax.get_xaxis_transform(),
    )
    ax.add_collection(hairlines, autolim=False)
    labels = [
        Label(name, Over(first, last), color=mpl.rcParams["axes.labelcolor"], required=True)
        for name, first, last in spans
    ]
    group = add_labels(ax, labels, kind="group names")
    names = ", ".join(name for name, _, _ in spans)
    return register(
        GroupNames(
            axes=ax,
            artists=(hairlines,),
            groups=(group,),
            caption=f"Groups: {names}.",
            spans=tuple(spans),
        )
    )


def _spans_of(ax: Axes, groups: Any) -> list[tuple[str, float, float]]:
    """Return the name, the first and the last position of each group."""
    if not isinstance(groups, Mapping):
        raise TypeError(f"groups must be a mapping from names to (first, last), got {groups!r}")
    spans = []
    for name, ends in groups.items():
        if not is_column(ends) or len(list(ends)) != 2:
            raise TypeError(f"groups[{name!r}] must be (first, last), got {ends!r}")
        first, last = (on_axis(ax, "x", end, f"groups[{name!r}]") for end in ends)
        if first > last:
            raise ValueError(f"groups[{name!r}]: expected first <= last, got {ends!r}")
        spans.append((_tables.text(name), first, last))
    if not spans:
        raise ValueError("groups must name at least one group, got none")
    return spans
