"""Texts at the edges of a figure, which wrap and take their room."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Literal

from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.cbook import is_math_text
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import TextToPath
from matplotlib.transforms import Affine2D, ScaledTranslation, Transform

from cardplot._geometry import Box
from cardplot._labels.owned import Owned
from cardplot._labels.scene import root_figure
from cardplot._labels.wrap import HINTING_SLACK, width, wrapped

Align = Literal["left", "center", "right"]
Edge = Literal["top", "bottom", "right"]

LEVELS = 4
"""How tightly bands can be set: 0 comfortable; 1 less air; 2 and 3 smaller type too."""
AIR = (1.0, 0.5, 0.5, 0.25)
"""Share of the distances that is left at each level."""
LEAST_SIZES = {"title": (10.5, 9.0), "finding": (8.5, 7.5), "note": (7.5, 7.5)}
"""Font sizes in points that levels 2 and 3 go down to, larger type by a share at most."""
LEAST_SCALES = (0.75, 0.65)
SUPTITLE = (0.5, 0.98)
"""Where matplotlib puts the title of a figure that is given no place."""
LAST_LINE = {"title": 0.5, "finding": 0.3, "note": 0.2}
"""Share of the room that the last of several lines takes at least, where that can be."""


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
    """A text whose line breaks and font size are ours: what a user sets later counts anew.

    Attributes
    ----------
    text : matplotlib.text.Text
    own : Owned
        What of it is ours.
    """

    def __init__(self, text: Text, role: str = "note") -> None:
        self.text = text
        self.role = role
        self.own = Owned(text, "text", "fontsize", "position")

    def fit(self, room: float, level: int = 0, measure: Callable[[], float] | None = None) -> None:
        """Break the text into lines of at most *room* points.

        *measure* returns how wide it is drawn: at low resolutions glyphs grow by a sixth.
        """
        self._resize(level)
        self._break(room)
        for _ in range(3):
            wide = 0.0 if measure is None else measure()
            if wide <= room + 0.5:
                break
            self._break(0.99 * room * room / wide)

    def undo(self) -> None:
        """Give the text back as it was, unless it was changed."""
        self._resize(0)
        self.own.set("text", self.own.given("text"))

    def _break(self, room: float) -> None:
        font, words = self.text.get_fontproperties(), self.own.given("text")
        if self.text.get_parse_math() and is_math_text(words):
            self.own.set("text", _wrapped_math(words, font, room))
        else:
            self.own.set("text", _evenly_wrapped(words, font, room, self.role))

    def _resize(self, level: int) -> None:
        size = float(self.own.given("fontsize"))
        if level >= LEVELS - 2:
            step = level - (LEVELS - 2)
            size = min(size, max(LEAST_SIZES[self.role][step], LEAST_SCALES[step] * size))
        self.own.set("fontsize", size)


@lru_cache(maxsize=512)
def _evenly_wrapped(words: str, font: FontProperties, room: float, role: str) -> str:
    """Break a text into the fewest lines; no word stands alone in the last one."""
    lines = _at_spaces(words, font, room)
    fewest = lines.count("\n")
    if fewest == words.count("\n"):
        return lines
    for share in (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55):
        last = width(lines.rpartition("\n")[2], font)
        if last >= LAST_LINE[role] * room:
            break
        even = _at_spaces(words, font, share * room, whole=True)
        if even.count("\n") > fewest or width(even, font) > room:
            break
        lines = even
    return lines


def _at_spaces(words: str, font: FontProperties, room: float, *, whole: bool = False) -> str:
    """Break a text at its spaces; a word that is too long by itself is broken too, if not *whole*.

    Running text is not broken in "Q8_0" or "BF16/Q8", as a name under an axis may be.
    """
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(longer, font) > room:
                lines.append(line)
                longer = word
            if not whole and width(longer, font) > room:
                *full, longer = wrapped(longer, font, room).split("\n")
                lines += full
            line = longer
        lines.append(line)
    return "\n".join(lines)


def _wrapped_math(words: str, font: FontProperties, room: float) -> str:
    """Break a text with formulas, which are left whole, between its words."""

    def is_wide(line: str) -> bool:
        width, _, _ = TextToPath().get_text_width_height_descent(line, font, True)
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
        In reading order. Those that their user has moved are like any other text on the figure.
    """

    idle = False

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
        self._wrapped = [Wrapped(text, role) for text, role in zip(texts, roles, strict=True)]
        # To the next band, and to the panels.
        self.gaps = (12.0, 16.0) if edge == "top" else (4.0, 16.0)
        self.align = align
        for text in texts:
            text.set(verticalalignment="top", horizontalalignment=align)

    def place(self, frame: Frame, offset: float) -> float:
        """Place the texts *offset* points from the edge of the frame; return their height."""
        box, there = frame.box, self.artists()
        stack = [one for one in self._wrapped if one.text in there]
        heights = []
        for one in stack:
            one.fit(box.width, frame.level, partial(_width_in, frame, one.text))
            heights.append(frame.size(one.text)[1] if one.text.get_text() else 0.0)
        gap = (5.0 if self.edge == "top" else 4.0) if frame.level < LEVELS - 1 else 2.0
        total = sum(heights) + gap * (len(heights) - 1)
        y = box.y1 - offset if self.edge == "top" else box.y0 + offset + total
        to_shares = from_corner(root_figure(self.target)) + self.target.transSubfigure.inverted()
        for one, height in zip(stack, heights, strict=True):
            at = _aligned(one.text, Box(box.x0, y - height, box.x1, y))
            one.own.set("position", tuple(to_shares.transform(at).tolist()))
            y -= height + gap
        return total

    def artists(self) -> Sequence[Artist]:
        """Return the texts that are ours to place."""
        there = [one for one in self._wrapped if one.text in self.target.texts]
        for one in there:
            if one.role == "title" and one.text.get_position() == SUPTITLE:
                # Other words by `suptitle`, which puts them where it always does.
                one.text.set(verticalalignment="top", horizontalalignment=self.align)
                one.own.note("position")
        return [one.text for one in there if one.own.ours("position")]


def _aligned(text: Text, box: Box) -> tuple[float, float]:
    """Return where a text has to be put to stand in *box*, at the side that it is aligned with."""
    middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    x = {"left": box.x0, "right": box.x1}.get(text.get_horizontalalignment(), middle[0])
    y = {"top": box.y1, "bottom": box.y0, "baseline": box.y0}
    return x, y.get(text.get_verticalalignment(), middle[1])


def _width_in(frame: Frame, text: Text) -> float:
    return frame.size(text)[0]


def from_corner(figure: Figure) -> Transform:
    """Return a transform from points, counted from the lower left corner of a figure.

    The corner moves when a figure is saved with a tight bounding box: counting in pixels, or in
    shares of the figure, would not do.
    """
    inches = Affine2D().scale(1 / 72) + figure.dpi_scale_trans
    corner: Any = figure.transFigure
    return inches + ScaledTranslation(0, 0, corner)
