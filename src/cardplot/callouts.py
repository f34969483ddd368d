"""Words that point at one mark, and names of groups of categories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from cardplot._heatmap.units import HAIRLINE_PT
from cardplot._labels import Label, Over, Pointing, add_labels
from cardplot._results import Drawn, register
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
    """Point at one mark from above, with an arrow and a few words.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : float, date or category
        The mark, such as the end of a bar, in data coordinates. The arrow ends above labels that
        stand on the mark; the limits make room while they autoscale.
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
        If *text* is no string.
    ValueError
        If the mark's coordinates are missing or infinite.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string, got {type(text).__name__}: {text!r}")
    at = float(ax.convert_xunits(x)), float(ax.convert_yunits(y))  # type: ignore[no-untyped-call]
    if not np.isfinite(at).all():
        raise ValueError(f"x and y must be finite, got {x!r} and {y!r}")
    shade = mpl.rcParams["text.color"] if color is None else readable(color, ax.get_facecolor())
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
        The positions of the first and last category of each group, in data coordinates. Names
        are drawn literally.

    Returns
    -------
    GroupNames
        With the names in ``.labels``, ``.data`` (group, first, last) and ``.remove()``.

    Raises
    ------
    ValueError
        If there is no group, or groups overlap.
    """
    spans = [(str(name), float(first), float(last)) for name, (first, last) in groups.items()]
    if not spans:
        raise ValueError("groups must name at least one group, got none")
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
