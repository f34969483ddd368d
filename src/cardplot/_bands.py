"""Texts beyond the data that wrap and take their room: bands of a figure, headlines of an Axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform, ScaledTranslation, Transform

from cardplot._geometry import Box
from cardplot._limits import Need
from cardplot._scene import Measure, Scene, font_size, root_figure
from cardplot._wrap import wrapped

Align = Literal["left", "center", "right"]

EDGE_PT = 7.0
LINE_HEIGHT = 1.28
"""From line to line, in font sizes: what matplotlib's own layout of DejaVu Sans comes to."""


class Original:
    """The words of a text whose line breaks are ours: new words set by a user count."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self._words = self._shown = text.get_text()

    def wrap(self, room: float) -> None:
        """Break the text into lines of at most *room* points."""
        if self.text.get_text() != self._shown:
            self._words = self.text.get_text()
        lines = wrapped(self._words, self.text.get_fontproperties(), room)
        if lines != self._shown:
            self.text.set_text(lines)
        self._shown = lines

    def height(self) -> float:
        """Return its height in points."""
        return (self._shown.count("\n") + 1) * LINE_HEIGHT * font_size(self.text)


class TextBand:
    """Texts below each other at an edge of a figure.

    Attributes
    ----------
    target : matplotlib.figure.Figure | SubFigure
    edge : {"top", "bottom"}
    texts : tuple of matplotlib.text.Text
    align : {"left", "center", "right"}
    """

    def __init__(
        self,
        target: Figure | SubFigure,
        edge: str,
        texts: Sequence[Text],
        *,
        align: Align = "left",
        gap_pt: float = 3.0,
        room_pt: float = 8.0,
    ) -> None:
        self.target = target
        self.edge = edge
        self.texts = tuple(texts)
        self.align = align
        self._gap = gap_pt
        self._room = room_pt
        self._originals = [Original(text) for text in self.texts]

    def place(self, box: Box, offset: float, dpi: float) -> float:
        """Place the texts *offset* points from the edge of *box*; return the room they take."""
        for original in self._originals:
            original.wrap(box.width - 2 * EDGE_PT)
        heights = [original.height() for original in self._originals]
        total = sum(heights) + self._gap * (len(heights) - 1)
        y = box.y1 - offset if self.edge == "top" else box.y0 + offset + total
        x = {
            "left": box.x0 + EDGE_PT,
            "center": (box.x0 + box.x1) / 2,
            "right": box.x1 - EDGE_PT,
        }[self.align]
        for text, height in zip(self.texts, heights, strict=True):
            text.set_transform(IdentityTransform())
            text.set_horizontalalignment(self.align)
            text.set_position((x * dpi / 72, y * dpi / 72))
            y -= height + self._gap
        return total + self._room

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return self.texts


class AxesHeadline:
    """The title of an Axes and the finding under it; both wrap to the Axes."""

    order = 60

    def __init__(self, axes: Axes, title: Text, finding: Text | None) -> None:
        self._axes = axes
        self._title = title
        self._finding = finding
        self._originals = [Original(text) for text in (title, finding) if text is not None]

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need nothing within the limits."""
        del measure
        return ()

    def reset(self) -> None:
        """Has one form."""

    def tighten(self) -> bool:
        """Has one form."""
        return False

    def place(self, scene: Scene) -> bool:
        """Wrap the texts and stack them on the Axes, above what stands there already."""
        room = scene.panel.width
        for original in self._originals:
            original.wrap(room)
        lift = above(scene)
        if self._finding is not None:
            # As far from the axes as a title without a finding would be.
            pad = _title_pad(self._axes, scene)
            self._finding.set_transform(_raised(self._axes, lift + pad))
            lift += self._originals[1].height() + 1.0
        raise_titles(self._axes, lift)
        return True

    def outside(self) -> Iterable[Bbox]:
        """Return the extents of the texts; a title's width is nobody's business."""
        return [
            text.get_window_extent()
            for text in (self._title, self._finding)
            if text is not None and text.get_text()
        ]

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return [text for text in (self._title, self._finding) if text is not None]

    def remove(self) -> None:
        """Take the finding off; the title is the Axes' own."""
        if self._finding is not None and self._finding.axes is not None:
            self._finding.remove()


def above(scene: Scene) -> float:
    """Return how far a legend reaches above the Axes, in points."""
    legend = scene.axes.get_legend()
    if legend is None or not legend.get_visible():
        return 0.0
    extent = legend.get_window_extent(scene.renderer).transformed(scene.points)
    if extent.y0 < scene.panel.y1 - 1:
        return 0.0
    return max(float(extent.y1) - scene.panel.y1, 0.0)


def raise_titles(axes: Axes, lift: float) -> None:
    """Move the titles of *axes* up by *lift* points from where they would stand."""
    transform = axes.transAxes + axes.titleOffsetTrans + _points_up(axes, lift)  # type: ignore[attr-defined]
    title = axes.title
    for text in (child for child in axes.get_children() if isinstance(child, Text)):
        if text is title or (text not in axes.texts):
            text.set_transform(transform)


def _title_pad(axes: Axes, scene: Scene) -> float:
    offset = axes.titleOffsetTrans.transform((0.0, 0.0))  # type: ignore[attr-defined]
    return float(scene.points.transform([offset])[0][1])


def _raised(axes: Axes, by: float) -> Transform:
    return axes.transAxes + _points_up(axes, by)


def _points_up(axes: Axes, by: float) -> ScaledTranslation:
    return ScaledTranslation(0, by / 72, root_figure(axes).dpi_scale_trans)
