"""What a legend consists of: entries in rows and columns, names, a background."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import TextArea, VPacker
from matplotlib.transforms import Bbox, BboxBase, Transform

from cardplot._labels.scene import font_size
from cardplot._layout.bands import Wrapped


class Entries:
    """The entries of a legend, which can be arranged in other columns.

    matplotlib does that only when a legend is made, and column by column; here they are read row
    by row, and sections under titles of their own (as seaborn's of hue and style) stay whole.

    Parameters
    ----------
    made : matplotlib.legend.Legend
    fixed : bool
        Leave them as they are. So are several columns that somebody made.
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
        self._sections = _sections(made)
        self._entries = [entry for section in self._sections for entry in section]
        self._fixed = fixed or not self._entries or len(columns_of(made)) > 1
        self.columns = 0

    def arrange(self, columns: int) -> None:
        """Arrange the entries in *columns*; those under titles in one, or in one a title."""
        several = len(self._sections)
        if several > 1:
            columns = several if columns >= several else 1
        if self._fixed or columns == self.columns:
            return
        self.columns = columns
        entries = self._entries
        if columns == 1 and self._upwards:
            entries = entries[::-1]
        rows = [entries[first::columns] for first in range(min(columns, len(entries)))]
        in_columns(self._legend, self._sections if columns == several > 1 else rows)


def _sections(made: Legend) -> list[list[Any]]:
    """Return the entries, apart from each other where some of them are titles."""
    boxes = made.get_children()[0].get_children()
    if len(boxes) > 2:
        # seaborn.objects puts a title and the rows of entries below it on another.
        found = [[boxes[at], *_within(boxes[at + 1])] for at in range(0, len(boxes), 2)]
        blank, figure = TextArea(""), made.get_figure(root=False)
        if figure is not None:
            blank.set_figure(figure)
        boxes[:] = [blank, boxes[1]]
        in_columns(made, [[entry for section in found for entry in section]])
        return found
    sections: list[list[Any]] = [[]]
    for entry, handle in zip(entries_of(made), made.legend_handles, strict=True):
        if handle is not None and _draws_nothing(handle) and sections[-1]:
            sections.append([])
        sections[-1].append(entry)
    return sections


def _draws_nothing(handle: Artist) -> bool:
    """Say whether the handle of an entry can't be seen: its name is a title."""
    if isinstance(handle, Line2D):
        nothing = ("None", "none", " ", "")
        stroke = handle.get_linewidth() > 0 and handle.get_linestyle() not in nothing
        marker = handle.get_markersize() > 0 and handle.get_marker() not in nothing
        return not (handle.get_visible() and (stroke or marker))
    return not handle.get_visible()


def columns_of(made: Legend) -> list[Any]:
    """Return the boxes that hold the entries of a legend."""
    return made.get_children()[0].get_children()[1].get_children()


def entries_of(made: Legend) -> list[Any]:
    """Return the boxes of a handle and its name each."""
    return _within(made.get_children()[0].get_children()[1])


def _within(rows: Artist) -> list[Any]:
    return [entry for column in rows.get_children() for entry in column.get_children()]


def in_columns(made: Legend, columns: Sequence[Sequence[Any]]) -> None:
    """Arrange the entries of a legend in these columns."""
    old, figure = columns_of(made), made.get_figure(root=False)
    like: Any = old[0]
    old[:] = [VPacker(pad=like.pad, sep=like.sep, align=like.align, children=[*c]) for c in columns]
    for column in old:
        if figure is not None:
            column.set_figure(figure)
        column.axes = made.axes


class Spot:
    """Where a legend is put, until its user puts it elsewhere."""

    def __init__(self, made: Legend) -> None:
        # What is at hand when its user gives but another anchor; no engine makes room for it.
        made.set_loc("upper right")
        self._legend = made
        self._box = cast("Any", made.get_children()[0])
        self._anchor = self._given()
        self._at: tuple[tuple[float, float], Transform] | None = None
        self._asked = False
        self._box.set_offset(self._offset)

    def put(self, xy: tuple[float, float], coordinates: Transform) -> None:
        """Put the lower left corner of the legend at a point."""
        self._at = xy, coordinates

    @property
    def kept(self) -> bool:
        """Whether the legend stands here: no place was set by hand, and it wasn't dragged."""
        self._asked = False
        # Only what matplotlib finds a place with needs a renderer.
        with suppress(AttributeError):
            self._box.get_offset(Bbox.unit(), None)
        if self._asked and self._given() is not self._anchor:
            self._legend.set_loc("upper right")
            return False
        return self._asked

    def _given(self) -> BboxBase | None:
        """Return the anchor that the user gave."""
        anchor = self._legend.get_bbox_to_anchor()
        return None if anchor is self._legend.parent.bbox else anchor

    def _offset(
        self, width: float, height: float, left: float, low: float, renderer: RendererBase
    ) -> tuple[float, float]:
        """Return where matplotlib draws the legend, in pixels."""
        del renderer
        self._asked = True
        box = self._legend.parent.bbox
        x, y = (box.x1 - width, box.y1 - height) if self._at is None else _pixels(*self._at)
        return x + left, y + low


def _pixels(xy: tuple[float, float], coordinates: Transform) -> tuple[float, float]:
    x, y = coordinates.transform(xy)
    return float(x), float(y)


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

    def undo(self) -> None:
        """Give the names back as they were."""
        for one in self._wrapped:
            one.undo()


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
