"""Grid, base line and ticks of an Axes with bars: they follow the direction of the values."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.ticker import ScalarFormatter

from cardplot._labels.tickers import offer
from cardplot._labels.wrap import width

GAP_PT = 6.0
"""Least distance between two numbers side by side."""

_NUMBER = re.compile(r"^([-\N{MINUS SIGN}]?)(\d{4,})(\.\d+)?$")


def turn(axes: Axes) -> None:
    """Turn a grid and a base line that are made for upright bars, for bars that lie.

    Only where the Axes shows one of each pair; a full grid or box has no direction.
    """
    if _has_grid(axes.yaxis) and not _has_grid(axes.xaxis):
        axes.yaxis.grid(False)
        axes.xaxis.grid(True)
    bottom, left = axes.spines["bottom"], axes.spines["left"]
    if bottom.get_visible() and not left.get_visible():
        bottom.set_visible(False)
        left.set_visible(True)


def turn_back(axes: Axes, grids: tuple[bool, bool], spines: tuple[bool, bool]) -> None:
    """Bring back what `furniture` has returned before."""
    for axis, shown in zip((axes.xaxis, axes.yaxis), grids, strict=True):
        if _has_grid(axis) != shown:
            axis.grid(shown)
    for name, shown in zip(("bottom", "left"), spines, strict=True):
        axes.spines[name].set_visible(shown)


def furniture(axes: Axes) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Return which grids (x, y) and which base lines (bottom, left) are shown."""
    grids = (_has_grid(axes.xaxis), _has_grid(axes.yaxis))
    return grids, (axes.spines["bottom"].get_visible(), axes.spines["left"].get_visible())


def _has_grid(axis: Axis) -> bool:
    lines = axis.get_gridlines()
    return bool(len(lines)) and lines[0].get_visible()


def zero_line(axes: Axes, *, horizontal: bool) -> Line2D:
    """Draw the base line of bars on both sides of zero; it looks like the frame."""
    line = axes.axvline(0) if horizontal else axes.axhline(0)
    frame = axes.spines["left" if horizontal else "bottom"]
    line.set(
        color=frame.get_edgecolor(),
        linewidth=frame.get_linewidth(),
        linestyle="-",
        zorder=frame.get_zorder(),
        label="_nolegend_",
    )
    return line


class ValueFormatter(ScalarFormatter):
    """Numbers with thousands separators; side by side, as many as have room."""

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Return the texts of all ticks."""
        words = [_separated(text) for text in super().format_ticks(list(values))]
        axis = self.axis
        if not isinstance(axis, XAxis) or not len(values):
            return words
        every = _every(axis, values, words)
        first = int(np.argmin(np.abs(np.asarray(values, dtype=float)))) % every
        return [text if index % every == first else "" for index, text in enumerate(words)]


def separate_thousands(axis: Axis) -> None:
    """Format the values of *axis*, unless somebody has said how."""
    if type(axis.get_major_formatter()) is ScalarFormatter:
        offer(axis, major_formatter=ValueFormatter())


def _separated(text: str) -> str:
    found = _NUMBER.match(text)
    if found is None:
        return text
    sign, whole, rest = found.groups()
    return f"{sign}{int(whole):,}{rest or ''}"


def _every(axis: Axis, values: Sequence[float], words: Sequence[str]) -> int:
    """Return 1 where all numbers have room, 2 where every other one has, ..."""
    axes = axis.axes
    figure = axes.get_figure(root=True)
    low, high = sorted(axes.get_xlim())
    shown = [text for text, at in zip(words, values, strict=True) if low <= at <= high]
    if figure is None or len(shown) < 2 or high <= low:
        return 1
    labels = axis.get_major_ticks(1)[0].label1
    font: FontProperties = labels.get_fontproperties()
    room = axes.bbox.width * 72 / figure.dpi * float(np.diff(values).min()) / (high - low)
    if room <= 0:
        return 1
    return max(1, int(np.ceil((max(width(text, font) for text in shown) + GAP_PT) / room)))
