"""Lines across an Axes, their words, and warnings when they are out of sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from cardplot import _format, palettes
from cardplot._arguments import check_linestyle, check_size, color_of, text_of
from cardplot._color.surface import readable_around, surface
from cardplot._labels import Along, Label, LabelGroup, add_labels
from cardplot._tables import names as _names
from cardplot._tables.cells import is_number
from cardplot._tables.choices import check_choice
from cardplot._warnings import warn

Z_LINE = 1.5
"""Over bars, under lines and points."""

WIDTH = 0.65
"""Width of a reference line, in widths of a line of data."""

_LOCS = {
    "x": {"bottom": "start", "start": "start", "top": "end", "end": "end"},
    "y": {"left": "start", "start": "start", "right": "end", "end": "end"},
}


def place_along(axis: str, loc: str) -> str:
    """Return where along a line its label would like to be, as the label layer names it."""
    known = {"auto": "auto", "center": "center", **_LOCS[axis]}
    check_choice("loc", loc, known)
    return known[loc]


def line_color(axes: Axes, color: Any) -> str:
    """Return the colour that was given, else that of references."""
    if color is None:
        return palettes.role("reference", surface(axes))
    return color_of("color", color)


def draw_line(
    axes: Axes, axis: str, place: float, color: Any, linestyle: Any, linewidth: float | None
) -> Line2D:
    """Draw a line across the axes; the limits follow while they autoscale."""
    width = WIDTH * mpl.rcParams["lines.linewidth"] if linewidth is None else linewidth
    draw = axes.axhline if axis == "y" else axes.axvline
    return draw(
        place,
        color=color,
        linestyle="--" if linestyle is None else linestyle,
        linewidth=width,
        marker="none",
        zorder=Z_LINE,
    )


def said(values: Sequence[Any], value_format: Any) -> list[str]:
    """Return values in words: numbers of one format, dates and categories as they are named."""
    custom = None if value_format is True else value_format
    if all(is_number(value) for value in values):
        return _format.numbers([float(value) for value in values], custom)
    if callable(custom):
        return [str(custom(value)) for value in values]
    return list(_names.texts(values))


def joined(name: str | None, value: str) -> str:
    """Return "chance, 0.25", or what there is of it."""
    return ", ".join(part for part in (name or "", value) if part)


def name_of(argument: str, name: Any) -> str | None:
    """Return a name, which has to be text."""
    return None if name is None else text_of(argument, name)


def check_stroke(linestyle: Any, linewidth: Any) -> None:
    """Refuse a style or a width that no line has; None is the default."""
    if linestyle is not None:
        check_linestyle("linestyle", linestyle)
    if linewidth is not None:
        check_size("linewidth", linewidth)


def name_lines(
    axes: Axes, words: Sequence[tuple[str, Along, Artist]], color: Any, ground: Any = None
) -> tuple[LabelGroup, ...]:
    """Put names on lines; in a variant of their colour that can be read, on *ground* too."""
    # A translucent ground is rounded to whole levels on the canvas: ask for a little more.
    text_color = (
        readable_around(axes, color) if ground is None else palettes.readable(color, ground, 4.6)
    )
    labels = [
        Label(text, slot, color=text_color, marks=(mark,)) for text, slot, mark in words if text
    ]
    return (add_labels(axes, labels, kind="reference names"),) if labels else ()


def warn_if_outside(axes: Axes, axis: str, ends: Sequence[float], what: str) -> None:
    """Warn if limits that were set by hand hide what was drawn."""
    free = axes.get_autoscaley_on() if axis == "y" else axes.get_autoscalex_on()
    low, high = axes.get_ybound() if axis == "y" else axes.get_xbound()
    hidden = [end for end in ends if not low <= end <= high]
    if free or not hidden:
        return
    values = " and ".join(_format.numbers(hidden))
    low_said, high_said = _format.numbers([low, high])
    warn(
        f"{what}: {values} lies outside the limits of {axis}, {low_said} to {high_said}, "
        "which were set by hand, so it can't be seen."
    )
