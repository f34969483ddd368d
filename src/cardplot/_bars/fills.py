"""Colours and hatches of bars, by series and, where wanted, by category."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.colors import is_color_like, to_hex, to_rgba

from cardplot import _tables, palettes
from cardplot._arguments import check_hatch
from cardplot._tables import Wide
from cardplot._tables.cells import is_column, shown

HATCHES = ("///", "...", "xxx", "\\\\\\", "ooo", "+++")
"""For the second, third, ... series of one colour."""

STROKE = 0.5
"""How far the strokes of a hatch are from their ground: seen, and a text on them still read."""


@dataclass(frozen=True)
class Fill:
    """How the bars of one series are filled: a colour for each, and a hatch."""

    colors: tuple[tuple[float, float, float, float], ...]
    hatch: str | None = None

    @property
    def strokes(self) -> tuple[tuple[float, float, float, float], ...]:
        """The colour of the hatch on each bar: away from that of a text on it."""
        return tuple(_stroke(color) for color in self.colors)


def fills(
    table: Wide, colors: Any, hatches: Any, gray: tuple[int, str] | None = None
) -> list[Fill]:
    """Return the fill of each series.

    Parameters
    ----------
    table : Wide
    colors : color, list or mapping, optional
        For all series, for each in order, or by name; each a colour or one colour per category.
    hatches : str, list or mapping, optional
        Likewise.
    gray : (int, color), optional
        A series that takes no colour of the cycle, and what it takes instead.
    """
    count = len(table.categories)
    chosen = _own_colors(table, colors)
    if chosen is None:
        others = len(table.series) - (gray is not None)
        chosen = tuple(palettes.series_colors(others))
        if gray is not None:
            chosen = (*chosen[: gray[0]], gray[1], *chosen[gray[0] :])
    patterns = _tables.per_item(hatches, table.series, "hatches", keys=table.series_keys)
    for pattern in patterns or ():
        check_hatch("hatches", pattern)
    if patterns is None:
        patterns = _repeats(chosen) if colors is None else (None,) * len(chosen)
    return [
        Fill(_each(color, count, name), pattern or None)
        for color, pattern, name in zip(chosen, patterns, table.series, strict=True)
    ]


def _stroke(color: Any) -> tuple[float, float, float, float]:
    face = to_rgba(color)
    far = to_rgba(palettes.text_color(palettes.text_color(face)))
    red, green, blue = (
        (1 - STROKE) * near + STROKE * there for near, there in zip(face[:3], far[:3], strict=True)
    )
    return red, green, blue, face[3]


def _own_colors(table: Wide, colors: Any) -> tuple[Any, ...] | None:
    if isinstance(colors, str) and not is_color_like(colors):
        if colors not in palettes.PALETTES:
            raise ValueError(
                f"'colors' is {colors!r}, which is neither a colour nor a palette; palettes are "
                f"{', '.join(palettes.PALETTES)}"
            )
        return tuple(palettes.series_colors(len(table.series), colors))
    if isinstance(colors, (str, Mapping)) or colors is None or is_color_like(colors):
        return _tables.per_item(colors, table.series, "colors", keys=table.series_keys)
    if not is_column(colors):
        raise TypeError(f"'colors' must be colours, not {shown(colors)}")
    chosen = list(colors)
    if len(table.series) == 1 and len(chosen) == len(table.categories) > 1:
        return (chosen,)
    # A palette may be longer than the series are many.
    return _tables.per_item(
        chosen[: max(len(table.series), 1)], table.series, "colors", keys=table.series_keys
    )


def _each(color: Any, count: int, name: str) -> tuple[Any, ...]:
    if is_color_like(color):
        return (to_rgba(color),) * count
    if not isinstance(color, (str, Mapping)) and isinstance(color, Iterable):
        several = list(color)
        if len(several) == count and all(is_color_like(one) for one in several):
            return tuple(to_rgba(one) for one in several)
    raise ValueError(
        f"'colors' must have a colour, or {count} of them, for series {name!r}, not {color!r}"
    )


def _repeats(colors: Sequence[Any]) -> tuple[str | None, ...]:
    """Return hatches that tell series of one colour apart."""
    seen: dict[Hashable, int] = {}
    patterns: list[str | None] = []
    for color in colors:
        key = to_hex(color)
        time = seen.get(key, 0)
        seen[key] = time + 1
        patterns.append(HATCHES[(time - 1) % len(HATCHES)] if time else None)
    return tuple(patterns)
