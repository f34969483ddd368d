"""Texts beyond the data that wrap and take their room: bands of a figure, headlines of an Axes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.cbook import is_math_text
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Affine2D, Bbox, ScaledTranslation, Transform

from cardplot._geometry import Box
from cardplot._limits import Need
from cardplot._scene import Measure, Scene, font_size, root_figure
from cardplot._wrap import HINTING_SLACK, wrapped

Align = Literal["left", "center", "right"]
Edge = Literal["top", "bottom", "right"]

LEVELS = 4
"""How tightly bands can be set: 0 comfortable; 1 less air; 2 and 3 smaller type too."""
AIR = (1.0, 0.5, 0.5, 0.25)
"""Share of the distances that is left at each level."""
LEAST_SIZES = {"title": (10.5, 9.0), "finding": (8.5, 7.5), "note": (7.5, 7.0)}
"""Font sizes in points that levels 2 and 3 go down to, larger type by a share at most."""
LEAST_SCALES = (0.75, 0.65)
FINDING_GAP_PT = 3.0
"""From an Axes' title to the finding under it; a line brings 2 points of its own."""


@dataclass(frozen=True)
class Frame:
    """Where the bands of a figure or subfigure stand.

    Attributes
    ----------
    box : Box
        Their left and right ends, and the edges that they are counted from, in points.
    renderer : matplotlib.backend_bases.RendererBase or None
    points : float
        Points a pixel.
    level : int
        How tightly they are set, from 0 to ``LEVELS - 1``.
    """

    box: Box
    renderer: RendererBase | None
    points: float
    level: int = 0

    def size(self, artist: Artist) -> tuple[float, float]:
        """Return width and height of an artist in points."""
        extent = artist.get_window_extent(self.renderer)
        return float(extent.width) * self.points, float(extent.height) * self.points


class Wrapped:
    """A text whose line breaks and font size are ours: what a user sets later counts anew."""

    def __init__(self, text: Text, role: str = "note") -> None:
        self.text = text
        self.role = role
        self._words = self._broken = text.get_text()
        self._size = self._shown = font_size(text)

    def fit(self, room: float, level: int = 0, measure: Callable[[], float] | None = None) -> None:
        """Break the text into lines of at most *room* points.

        *measure* returns how wide it is drawn: at low resolutions glyphs grow by a sixth.
        """
        self._resize(level)
        if self.text.get_text() != self._broken:
            self._words = self.text.get_text()
        self._break(room)
        for _ in range(3):
            wide = 0.0 if measure is None else measure()
            if wide <= room + 0.5:
                break
            self._break(0.99 * room * room / wide)

    def _break(self, room: float) -> None:
        font = self.text.get_fontproperties()
        if self.text.get_parse_math() and is_math_text(self._words):
            lines = _wrapped_math(self._words, font, room)
        else:
            lines = wrapped(self._words, font, room)
        if lines != self.text.get_text():
            self.text.set_text(lines)
        self._broken = lines

    def _resize(self, level: int) -> None:
        if font_size(self.text) != self._shown:
            self._size = font_size(self.text)
        size = self._size
        if level >= LEVELS - 2:
            step = level - (LEVELS - 2)
            size = min(size, max(LEAST_SIZES[self.role][step], LEAST_SCALES[step] * size))
        if size != self._shown:
            self.text.set_fontsize(size)
        self._shown = font_size(self.text)


def _wrapped_math(words: str, font: FontProperties, room: float) -> str:
    """Break a text with formulas, which are left whole, between its words."""

    def is_wide(line: str) -> bool:
        width, _, _ = TextToPath().get_text_width_height_descent(line, font, "TeX")
        return float(width) * HINTING_SLACK > room

    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in re.findall(r"(?:\\\$|\$(?:\\\$|[^$])*\$|[^\s$])+|\$", paragraph):
            longer = f"{line} {word}".strip()
            if line and is_wide(longer):
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return "\n".join(lines)


class TextBand:
    """Texts below each other at an edge of a figure.

    Attributes
    ----------
    target : matplotlib.figure.Figure | SubFigure
    edge : {"top", "bottom"}
    texts : tuple of matplotlib.text.Text
        In reading order.
    align : {"left", "center", "right"}
    """

    def __init__(
        self,
        target: Figure | SubFigure,
        edge: Edge,
        texts: Sequence[Text],
        roles: Sequence[str],
        *,
        align: Align = "left",
    ) -> None:
        self.target = target
        self.edge: Edge = edge
        self.texts = tuple(texts)
        self.align = align
        self._wrapped = [Wrapped(text, role) for text, role in zip(texts, roles, strict=True)]
        # To the next band, and to the panels.
        self.gaps = (12.0, 16.0) if edge == "top" else (4.0, 16.0)
        place = from_corner(root_figure(target))
        for text in texts:
            text.set_transform(place)
            text.set_verticalalignment("top")

    def place(self, frame: Frame, offset: float) -> float:
        """Place the texts *offset* points from the edge of the frame; return their height."""
        box = frame.box
        heights = []
        for one in self._wrapped:
            one.fit(box.width, frame.level, partial(_width_in, frame, one.text))
            heights.append(frame.size(one.text)[1] if one.text.get_text() else 0.0)
        gap = (5.0 if self.edge == "top" else 4.0) if frame.level < LEVELS - 1 else 2.0
        total = sum(heights) + gap * (len(heights) - 1)
        y = box.y1 - offset if self.edge == "top" else box.y0 + offset + total
        x = {"left": box.x0, "center": (box.x0 + box.x1) / 2, "right": box.x1}[self.align]
        for text, height in zip(self.texts, heights, strict=True):
            text.set_horizontalalignment(self.align)
            text.set_position((x, y))
            y -= height + gap
        return total

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return self.texts


def _width_in(frame: Frame, text: Text) -> float:
    return frame.size(text)[0]


def _width_on(scene: Scene, text: Text) -> float:
    return scene.size(text)[0]


def from_corner(figure: Figure) -> Transform:
    """Return a transform from points, counted from the lower left corner of a figure.

    The corner moves when a figure is saved with a tight bounding box: counting in pixels, or in
    shares of the figure, would not do.
    """
    inches = Affine2D().scale(1 / 72) + figure.dpi_scale_trans
    corner: Any = figure.transFigure
    return inches + ScaledTranslation(0, 0, corner)


class AxesHeadline:
    """The title of an Axes and the finding under it; both wrap to the Axes."""

    order = 60

    def __init__(self, axes: Axes, title: Text, finding: Text | None) -> None:
        self._axes = axes
        self._title = title
        self._finding = finding
        self._wrapped = [Wrapped(title, "title")]
        if finding is not None:
            self._wrapped.append(Wrapped(finding, "finding"))

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
        for one in self._wrapped:
            one.fit(scene.panel.width, 0, partial(_width_on, scene, one.text))
        lift = above(scene)
        if self._finding is not None:
            # As far from the axes as a title without a finding would be.
            pad = _title_pad(self._axes, scene)
            self._finding.set_transform(raised(self._axes, lift + pad))
            lift += scene.size(self._finding)[1] + FINDING_GAP_PT + _descent(self._title, scene)
        lifts = {id(self._title): lift}
        others = [text for text in titles_of(self._axes) if text is not self._title]
        width = scene.size(self._title)[0]
        for text in others:
            # A title of the user's beside a short one of ours, above a long one.
            beside = (
                width
                + 8.0
                + scene.size(text)[0] * (1.0 if text.get_horizontalalignment() == "right" else 0.5)
            )
            free = scene.panel.width / (1.0 if text.get_horizontalalignment() == "right" else 2.0)
            if text.get_text() and beside > free:
                up = scene.size(self._title)[1] + FINDING_GAP_PT
                lifts[id(text)] = lift + up - _descent(self._title, scene) + _descent(text, scene)
        raise_titles(self._axes, lift, lifts)
        return True

    def outside(self) -> Iterable[Bbox]:
        """Return the extents of the texts."""
        return [
            text.get_window_extent()
            for text in (self._title, self._finding)
            if text is not None and text.get_visible() and text.get_text()
        ]

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return [text for text in (self._title, self._finding) if text is not None]

    def remove(self) -> None:
        """Take the finding off and empty the title, which is the Axes' own."""
        self._title.set_text("")
        if self._finding is not None and self._finding.axes is not None:
            self._finding.remove()
        raise_titles(self._axes, 0.0)


def above(scene: Scene) -> float:
    """Return how far a legend, or the x axis, reaches above the Axes, in points.

    0 where nothing does: then a title stands where matplotlib puts it.
    """
    axes = scene.axes
    reach = [scene.panel.y1]
    legend = axes.get_legend()
    if legend is not None and legend.get_visible():
        extent = legend.get_window_extent(scene.renderer).transformed(scene.points)
        if extent.y0 > scene.panel.y1 - 1:
            reach.append(float(extent.y1))
    reach.append(scene.panel.y1 + top_of_axis(scene))
    return max(reach) - scene.panel.y1


def top_of_axis(scene: Scene) -> float:
    """Return how far ticks above the Axes, or the exponent of its y axis, reach."""
    axes = scene.axes
    found = []
    on_top = axes.xaxis.get_ticks_position() in ("top", "default", "unknown")
    if axes.axison and (on_top or axes.xaxis.get_label_position() == "top"):
        found.append(axes.xaxis.get_tightbbox(scene.renderer))
    exponent = axes.yaxis.get_offset_text()
    if axes.axison and exponent.get_visible() and exponent.get_text():
        found.append(exponent.get_window_extent(scene.renderer))
    tops = [box.transformed(scene.points).y1 for box in found if box is not None]
    return max([top - scene.panel.y1 for top in tops], default=0.0)


def titles_of(axes: Axes) -> list[Text]:
    """Return the three titles of *axes*."""
    words = {id(text) for text in axes.texts}
    children = axes.get_children()
    return [text for text in children if isinstance(text, Text) and id(text) not in words]


def raise_titles(axes: Axes, lift: float, others: Mapping[int, float] | None = None) -> None:
    """Move the titles of *axes* up by *lift* points from where they would stand.

    *others* holds other lifts, by the id of the title.
    """
    offset = axes.titleOffsetTrans  # type: ignore[attr-defined]
    for text in titles_of(axes):
        by = (others or {}).get(id(text), lift)
        text.set_transform(axes.transAxes + offset + _points_up(axes, by))


def _descent(text: Text, scene: Scene) -> float:
    """Return how far a text reaches below the point where it is placed, in points."""
    place = text.get_transform().transform(text.get_position())[1]
    below = place - text.get_window_extent(scene.renderer).y0
    return float(below) * 72 / root_figure(text).dpi


def _title_pad(axes: Axes, scene: Scene) -> float:
    offset = axes.titleOffsetTrans.transform((0.0, 0.0))  # type: ignore[attr-defined]
    return float(scene.points.transform([offset])[0][1])


def raised(axes: Axes, by: float) -> Transform:
    """Return the Axes' own coordinates, moved up by some points."""
    return axes.transAxes + _points_up(axes, by)


def _points_up(axes: Axes, by: float) -> ScaledTranslation:
    return ScaledTranslation(0, by / 72, root_figure(axes).dpi_scale_trans)
