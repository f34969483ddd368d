"""What a legend consists of: entries in rows and columns, names, a background."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.offsetbox import VPacker

from cardplot._labels.scene import font_size
from cardplot._layout.bands import Wrapped


class Entries:
    """The entries of a legend, which can be arranged in other columns.

    matplotlib does that only when a legend is made, and column by column; here they are read row
    by row.

    Parameters
    ----------
    made : matplotlib.legend.Legend
        Made with one column.
    fixed : bool
        Leave them as they are.
    upwards : bool
        What they name is stacked upwards: so is a single column.

    Attributes
    ----------
    columns : int
        In how many they are arranged now; 0 as they were made.
    """

    def __init__(self, made: Legend, *, fixed: bool, upwards: bool) -> None:
        self._legend = made
        self._upwards = upwards
        self._rows = made.get_children()[0].get_children()[1]
        columns = self._rows.get_children()
        self._entries = [entry for column in columns for entry in column.get_children()]
        self._fixed = fixed or not self._entries
        self.columns = 0

    def arrange(self, columns: int) -> None:
        """Arrange the entries in *columns*."""
        if self._fixed or columns == self.columns:
            return
        self.columns = columns
        entries = self._entries
        if columns == 1 and self._upwards:
            entries = entries[::-1]
        old = self._rows.get_children()
        like: Any = old[0]
        old[:] = [
            VPacker(pad=like.pad, sep=like.sep, align=like.align, children=entries[first::columns])
            for first in range(min(columns, len(entries)))
        ]
        figure = self._legend.get_figure(root=False)
        for column in old:
            if figure is not None:
                column.set_figure(figure)
            column.axes = self._legend.axes


class Names:
    """The names in a legend, which break where one is wider than the room that there is."""

    def __init__(self, made: Legend) -> None:
        self._legend = made
        self._wrapped = [Wrapped(text) for text in made.get_texts()]

    def fit(self, room: float, level: int = 0) -> None:
        """Break the names so that no entry is wider than *room* points."""
        size = max((font_size(one.text) for one in self._wrapped), default=0.0)
        handle = self._legend.handlelength + self._legend.handletextpad
        for one in self._wrapped:
            one.fit(max(room - (handle + 2 * self._legend.borderpad) * size, 4 * size), level)


class Ground:
    """The background of a legend without a frame: it hides the grid lines under it."""

    def __init__(self, made: Legend, *, ours: bool) -> None:
        self._legend = made
        self._ours = ours and not made.get_frame_on()
        self._on = False

    def show(self, on: bool) -> None:
        """Put the surface's colour under the legend, or take it away."""
        if not self._ours or on == self._on:
            return
        if self._legend.get_frame_on() != self._on:
            self._ours = False  # The user wants a frame, or none.
            return
        axes = self._legend.axes
        self._legend.set_frame_on(on)
        if isinstance(axes, Axes):
            frame = self._legend.get_frame()
            frame.set(facecolor=axes.get_facecolor(), edgecolor="none", alpha=None)
        self._on = on


def inset_of(made: Legend) -> float:
    """Return how far, in points, the entries of a legend stand within its frame."""
    texts = made.get_texts()
    return float(made.borderpad) * (font_size(texts[0]) if texts else 0.0)


def measures_of(made: Legend) -> tuple[object, ...]:
    """Return what the size of a legend depends on, besides its columns."""
    figure = made.get_figure(root=True)
    texts = [*made.get_texts(), made.get_title()]
    spacing = (made.borderpad, made.labelspacing, made.handlelength, made.handletextpad)
    return (
        None if figure is None else figure.dpi,
        made.get_frame_on(),
        *spacing,
        made.columnspacing,
        *((text.get_text(), hash(text.get_fontproperties())) for text in texts),
    )
