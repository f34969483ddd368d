"""Brackets beside a matrix that name consecutive rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import blended_transform_factory

from cardplot import _tables
from cardplot._heatmap.units import HAIRLINE_PT, cell_size, points_from
from cardplot._labels.literal import literal
from cardplot._labels.owned import Owned
from cardplot._labels.wrap import width

START_PT, DEPTH_PT, NAME_PT = 4.0, 3.0, 4.0
"""From the panel to the bracket, its depth, and from it to the name."""
INSET_PT = 1.5
"""From the edge of the first and the last row."""


@dataclass(frozen=True)
class RowGroup:
    """Consecutive rows with a name."""

    name: str
    first: int
    last: int


def row_groups(given: Any, rows: tuple[str, ...], count: int) -> tuple[RowGroup, ...]:
    """Check the argument ``row_groups`` of a heatmap."""
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        raise TypeError(
            f"'row_groups' must be a mapping from names to (first, last) row, not {given!r}"
        )
    names = rows or tuple(map(str, range(count)))
    groups = []
    for name, ends in given.items():
        if not isinstance(ends, tuple | list) or len(ends) != 2:
            raise ValueError(f"'row_groups', {name!r}: must be (first, last) row, not {ends!r}")
        first, last = sorted(_tables.find(end, names, f"row_groups[{name!r}]") for end in ends)
        groups.append(RowGroup(_tables.text(name), first, last))
    return tuple(groups)


class RowBracket:
    """A bracket right of the panel, and its name."""

    def __init__(self, axes: Axes, group: RowGroup) -> None:
        self._axes, self._group = axes, group
        place = blended_transform_factory(points_from(axes, (1.0, 0.0)), axes.transData)
        tip = START_PT + DEPTH_PT
        self.line = Line2D(
            [START_PT, tip, tip, START_PT],
            self._ends(0.0),
            color=mpl.rcParams["xtick.color"],
            linewidth=max(mpl.rcParams["axes.linewidth"], HAIRLINE_PT),
            linestyle="-",
            marker="",
            solid_joinstyle="miter",
            label=f"_{group.name}",
        )
        self.text = Text(
            tip + NAME_PT,
            (group.first + group.last) / 2,
            group.name,
            ha="left",
            va="center",
            fontsize=mpl.rcParams["ytick.labelsize"],
            color=mpl.rcParams["axes.labelcolor"],
        )
        literal(axes, [self.text])
        self._own = Owned(self.line, "ydata"), Owned(self.text, "rotation")
        for artist in self.artists:
            artist.set_transform(place)
            # The side bar answers for the room of all that stands beside the panel.
            artist.set_in_layout(False)
            axes.add_artist(artist)
            artist.set_clip_on(False)

    @property
    def artists(self) -> tuple[Artist, Artist]:
        """The line and the name."""
        return self.line, self.text

    def _ends(self, inset: float) -> list[float]:
        low, high = self._group.first - 0.5 + inset, self._group.last + 0.5 - inset
        return [low, low, high, high]

    def settle(self) -> None:
        """Keep a gap to the next bracket; turn the name upright where the rows are tall enough."""
        height = cell_size(self._axes)[1]
        line, name = self._own
        line.set("ydata", self._ends(min(INSET_PT / height, 0.3)))
        rows = self._group.last - self._group.first + 1
        tall = width(self.text.get_text(), self.text.get_fontproperties())
        name.set("rotation", 90 if tall <= rows * height else 0)
