"""Widths of texts, and texts broken or shortened to a width: no Axes, no renderer."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

HINTING_SLACK = 1.08
"""Screen renderers fit glyphs to pixels, which makes a text up to this much wider at 100 dpi."""

GENERIC = ("serif", "sans-serif", "cursive", "fantasy", "monospace")
"""Names of families for which rcParams hold a list."""

_BETWEEN_WORDS = re.compile(r"\S*\s+|\S+")
_ANYWHERE = re.compile(r"[^\s\-/_]*[\s\-/_]+|[^\s\-/_]+")
"""After a hyphen, slash or underscore a word may be parted; after the comma of "248,320" not."""

_MEASURE = TextToPath()
_FACE = ("family", "style", "variant", "weight", "stretch", "fname")
"""What of a font, besides its size, widths depend on."""
Face = tuple[tuple[Any, ...], tuple[tuple[str, ...], ...]]
"""That, and the fonts that names of families stand for now."""


@lru_cache(maxsize=8192)
def _width_of_one(text: str, face: tuple[Any, ...], generic: tuple[tuple[str, ...], ...]) -> float:
    """Return the width of a line at a font size of one point."""
    del generic  # What the names of families stand for now.
    font = FontProperties(size=100.0, **dict(zip(_FACE, face, strict=True)))
    width, _, _ = _MEASURE.get_text_width_height_descent(text, font, False)
    return float(width) / 100


def face_of(font: FontProperties) -> Face:
    """Return what of a font, besides its size, widths depend on."""
    family = tuple(font.get_family())
    # Not the font itself: it may be changed while it is remembered, and comparing fonts is slow.
    face = (family, *(getattr(font, f"get_{name}")() for name in _FACE[1:-1]), font.get_file())
    lists: Any = mpl.rcParams
    return face, tuple(tuple(lists[f"font.{name}"]) for name in family if name in GENERIC)


def width(text: str, font: FontProperties) -> float:
    """Return the width of the longest line of *text* in points, in any renderer at most."""
    face = face_of(font)
    widest = max(_width_of_one(line, *face) for line in text.split("\n"))
    return widest * font.get_size_in_points() * HINTING_SLACK


def wrapped(
    text: str, font: FontProperties, room: float, *, words_only: bool = False, apart: bool = True
) -> str:
    """Break *text* into lines that are at most *room* points wide.

    Parameters
    ----------
    text : str
        Line breaks in it are kept.
    font : matplotlib.font_manager.FontProperties
    room : float
        In points.
    words_only : bool, default: False
        Leave words whole that are wider than *room*. Otherwise they are broken.
    apart : bool, default: True
        Break after a hyphen, slash or underscore, too, where that saves a line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        found = _lines(_BETWEEN_WORDS, paragraph, font, room, words_only=words_only or apart)
        widest = max(width(line, font) for line in found)
        if apart and (len(found) > 1 or widest > room):
            parted = _lines(_ANYWHERE, paragraph, font, room, words_only=words_only)
            if len(parted) < len(found) or widest > room:
                found = parted
        lines += found
    return "\n".join(lines)


def _lines(
    pieces: re.Pattern[str], text: str, font: FontProperties, room: float, *, words_only: bool
) -> list[str]:
    """Fill line after line with *pieces* of a text."""
    lines: list[str] = []
    line = ""
    for piece in pieces.findall(text):
        if line and width((line + piece).rstrip(), font) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while not words_only and width(line.rstrip(), font) > room and len(line.rstrip()) > 1:
            fit = _longest_fit(line, font, room)
            lines.append(line[:fit])
            line = line[fit:]
    return [*lines, line.rstrip()]


def shortened(text: str, font: FontProperties, room: float) -> str:
    """Return *text*, its middle replaced by an ellipsis where it is wider than *room* points."""
    if width(text, font) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        kept = (low + high + 1) // 2
        if width(_without_middle(text, kept), font) <= room:
            low = kept
        else:
            high = kept - 1
    return _without_middle(text, low)


def _without_middle(text: str, kept: int) -> str:
    head = (kept + 1) // 2
    tail = kept - head
    return f"{text[:head].rstrip()}…{text[len(text) - tail :].lstrip() if tail else ''}"


def _longest_fit(line: str, font: FontProperties, room: float) -> int:
    low, high = 1, len(line) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width(line[:middle], font) <= room:
            low = middle
        else:
            high = middle - 1
    return low
