"""Forms of the names along an axis: wrapped, smaller, turned, shortened or thinned, to fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties

from cardplot._labels.wrap import shortened, width, wrapped

GAP_PT = 5.0
"""Least distance between two names."""
MAX_LINES = 3
DEEPER = 1.2
"""Names take so many times their share where that saves all of them from being shortened."""
WORDS_WHOLE = 0.85
"""Names are made smaller, down to this share of their size, before their words are parted."""
WIDER = 1.3
"""A name among shorter ones takes at most so many times the distance between two."""
TURNED = 0.8
"""Turned names are at most so large, in shares of their size."""
LINE_HEIGHT = 1.25
"""Height of a line in font sizes, with a margin."""
LEVEL = 0.2
"""Lines of text that rise by less than this across their axis lie along it."""


class Form(NamedTuple):
    """Names as they are drawn, their rotation and size; if all are whole and keep to their room."""

    texts: tuple[str, ...] = ()
    turn: float = 0.0
    size: float = 0.0
    fits: bool = True


class Room(NamedTuple):
    """The room of a name: points along the axis and across it, and whether the axis stands."""

    slot: float
    depth: float
    upright: bool

    def steepness(self, turn: float) -> float:
        """Return how far lines of text run across the axis, 0 to 1, when turned by degrees."""
        angle = np.deg2rad(turn)
        return float(abs(np.cos(angle) if self.upright else np.sin(angle)))

    def lines(self, turn: float, line: float) -> tuple[float, int]:
        """Return the length and the number of lines that a name may have."""
        steep = self.steepness(turn)
        if steep < LEVEL:
            return self.slot - GAP_PT, MAX_LINES
        return self.depth / steep, int(self.slot * steep // line)


def fitted(
    names: Sequence[str],
    font: FontProperties,
    sizes: Sequence[float],
    room: Room,
    turn: float | None,
) -> Form:
    """Return the form that fits.

    Parameters
    ----------
    names : sequence of str
        In the order in which they stand.
    font : matplotlib.font_manager.FontProperties
        Its size is changed.
    sizes : sequence of float
        To choose from, in points, the largest first.
    room : Room
    turn : float or None
        The rotation in degrees; None: whichever is best.
    """
    start = turn or 0.0
    # A little smaller is better than a word that is parted at its hyphen.
    forms = [(size, False) for size in sizes if size >= WORDS_WHOLE * sizes[0]]
    for size, apart in [*forms, *((size, True) for size in sizes)]:
        font.set_size(size)
        found = _within(names, font, *room.lines(start, size * LINE_HEIGHT), apart=apart)
        if found is None and not room.upright and _side_by_side(names, font, room.slot):
            found = list(names)
        if found is not None:
            return Form(tuple(found), start, size)
    if turn is None and not room.upright:
        # Turned names take height: they are set smaller where that leaves a choice.
        small = [size for size in sizes if size <= TURNED * sizes[0]]
        return _across(names, font, small or sizes[-1:], room, 90.0)
    if room.steepness(start) < LEVEL:
        return _fewer(names, font, sizes[-1], room, start)
    return _across(names, font, sizes, room, start)


def _across(
    names: Sequence[str], font: FontProperties, sizes: Sequence[float], room: Room, turn: float
) -> Form:
    """Return names that run across the axis: shortened, or some of them only, at the last size."""
    steep = room.steepness(turn)
    slot, depth = room.slot * steep, room.depth / steep
    for size in sizes:
        font.set_size(size)
        texts, whole = _in_lines(names, font, size * LINE_HEIGHT, slot, depth)
        if whole:
            break
    fits = whole
    if not whole:
        deeper, whole = _in_lines(names, font, size * LINE_HEIGHT, slot, DEEPER * depth)
        texts = deeper if whole else texts
    return Form(tuple(texts), turn, size, fits)


def _fewer(
    names: Sequence[str], font: FontProperties, size: float, room: Room, turn: float
) -> Form:
    """Return as many names as can lie along the axis, evenly."""
    for every in range(2, len(names)):
        some = _within(names[::every], font, every * room.slot - GAP_PT, MAX_LINES, apart=False)
        if some is not None:
            break
    else:
        every, some = max(len(names), 1), list(names[:1])
    texts = [""] * len(names)
    texts[::every] = some
    return Form(tuple(texts), turn, size, fits=len(names) < 2)


def _in_lines(
    names: Sequence[str], font: FontProperties, line: float, slot: float, depth: float
) -> tuple[list[str], bool]:
    """Return names of at most *depth* points in as many lines as a slot has, and if all are whole.

    What is longer is shortened in the middle; where one line each is too much, fewer stand there.
    """
    parts = [_few_lines(name, font, depth, max(int(slot // line), 1)) for name in names]
    broken = ["\n".join(shortened(one, font, depth) for one in lines) for lines in parts]
    every = int(np.ceil(line / max(slot, 0.1))) if slot < line * 0.92 else 1
    strings = [name if index % every == 0 else "" for index, name in enumerate(broken)]
    return strings, every == 1 and broken == ["\n".join(lines) for lines in parts]


def _side_by_side(names: Sequence[str], font: FontProperties, slot: float) -> bool:
    """Say whether names stand beside each other as they are: long ones between short ones."""
    widths = [width(name, font) for name in names]
    return max(widths) <= WIDER * slot and all(
        (one + other) / 2 + GAP_PT <= slot for one, other in pairwise(widths)
    )


def _within(
    names: Sequence[str], font: FontProperties, room: float, lines: int, *, apart: bool
) -> list[str] | None:
    """Return the names in at most *lines* lines of *room* points, or None where that can't be.

    Words may be parted at their hyphens if *apart*.
    """
    if room <= 0 or lines < 1:
        return None
    found = []
    for name in names:
        text = name
        if width(name, font) > room:
            text = wrapped(name, font, room, words_only=True, apart=apart)
        if width(text, font) > room or text.count("\n") >= max(lines, name.count("\n") + 1):
            return None
        found.append(text)
    return found


def _few_lines(name: str, font: FontProperties, room: float, lines: int) -> list[str]:
    """Break a name into at most *lines* lines; the last takes what is left."""
    parts = wrapped(name, font, room, words_only=True).split("\n")[: lines - 1]
    start = 0
    for part in parts:
        start = name.index(part, start) + len(part)
    rest = name[start:].replace("\n", " ").strip()
    return [*parts, rest] if rest else parts
