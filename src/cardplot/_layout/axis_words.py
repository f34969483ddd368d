"""Titles and axis labels that are longer than the room that they have: broken, else smaller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from cardplot._geometry import Box
from cardplot._labels import LabelLayer
from cardplot._labels.other_axes import titles_of
from cardplot._labels.scene import font_size
from cardplot._layout.axes_headline import AxesHeadline
from cardplot._layout.bands import Wrapped
from cardplot._layout.stacks import points_of

FREE_PT = 2.0
"""From the words of one panel to those of the next, at either side."""
MOST_LINES = 2
"""Words that break into more lines are made smaller first."""


class AxisWords:
    """Keeps axis labels and plain titles within their figure and off the next panel's."""

    def __init__(self) -> None:
        self._known: dict[Text, Wrapped] = {}

    def fit(self, figure: Figure, panels: Sequence[Axes], inner: Box) -> bool:
        """Break what is too long; say whether that changed anything.

        Parameters
        ----------
        figure : matplotlib.figure.Figure
        panels : sequence of matplotlib.axes.Axes
        inner : Box
            What the panels have in common, in points: the figure without its bands.
        """
        to_points = points_of(figure)
        boxes = [
            Box(*map(float, axes.bbox.transformed(to_points).extents))
            for axes in panels
            if axes.name == "rectilinear"
        ]
        changed = False
        for axes, box in zip((a for a in panels if a.name == "rectilinear"), boxes, strict=True):
            cell = _cell(box, boxes, inner)
            beside = min(
                [one.x0 - 8.0 for one in boxes if _is_right_of(one, box)], default=inner.x1
            )
            for text, room in _words(axes, box, cell, beside):
                if room > 0 and text.get_visible() and text.get_text():
                    changed |= self._fit(text, room)
        return changed

    def _fit(self, text: Text, room: float) -> bool:
        before = text.get_text(), font_size(text)
        if text not in self._known:
            is_title = isinstance(text.axes, Axes) and text in titles_of(text.axes)
            self._known[text] = Wrapped(text, "title" if is_title else "note")
        known = self._known[text]
        for level in (0, 2, 3):
            known.fit(room, level)
            if text.get_text().count("\n") < MOST_LINES:
                break
        return (text.get_text(), font_size(text)) != before


def _words(axes: Axes, box: Box, cell: Box, beside: float) -> Iterable[tuple[Text, float]]:
    """Return the texts of an Axes, each with the length in points that it may have."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    across = 2 * min(x - cell.x0, cell.x1 - x)
    if axes.axison:
        yield axes.xaxis.label, across
        yield axes.yaxis.label, 2 * min(y - cell.y0, cell.y1 - y)
    layers = (artist for artist in axes.get_children() if isinstance(artist, LabelLayer))
    if any(isinstance(item, AxesHeadline) for layer in layers for item in layer.items):
        return
    rooms = {"left": beside - box.x0, "center": across, "right": box.x1 - cell.x0}
    for title in titles_of(axes):
        yield title, rooms[title.get_horizontalalignment()]


def _is_right_of(one: Box, two: Box) -> bool:
    return one.x0 >= two.x1 and one.y0 < two.y1 and two.y0 < one.y1


def _cell(box: Box, boxes: Sequence[Box], inner: Box) -> Box:
    """Return the room around a panel up to halfway to its neighbours, at most *inner*."""
    x0, y0, x1, y1 = inner.x0, inner.y0, inner.x1, inner.y1
    for other in boxes:
        if other.y0 < box.y1 and box.y0 < other.y1:
            if _is_right_of(other, box):
                x1 = min(x1, (box.x1 + other.x0) / 2)
            elif other.x1 <= box.x0:
                x0 = max(x0, (box.x0 + other.x1) / 2)
        if other.x0 < box.x1 and box.x0 < other.x1:
            if other.y0 >= box.y1:
                y1 = min(y1, (box.y1 + other.y0) / 2)
            elif other.y1 <= box.y0:
                y0 = max(y0, (box.y0 + other.y1) / 2)
    return Box(x0, y0, x1, y1).grown(-FREE_PT)
