"""Arguments that several primitives take, checked while the caller is near."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import is_color_like, to_hex, to_rgba
from matplotlib.figure import Figure, SubFigure
from matplotlib.lines import Line2D

from cardplot import palettes
from cardplot._tables.cells import is_column, is_number, shown
from cardplot._tables.label_text import printable
from cardplot._tables.names import per_item

LARGEST = 1e4
"""Points: a poster is smaller."""

DRAWN_ON = "an Axes, a Figure or a SubFigure"

HATCHES = r"/\|-+xXoO.*"


def check_target(argument: str, target: Any, kinds: str, *allowed: type) -> None:
    """Refuse what can't be drawn on; say what to give instead."""
    if isinstance(target, allowed):
        return
    if isinstance(target, (Axes, Figure, SubFigure)):
        way = (
            "give its .figure"
            if isinstance(target, Axes)
            else "give one of its Axes (.subplots() makes them)"
        )
    elif is_column(target) and any(isinstance(one, Axes) for one in np.ravel(target)):
        way = "give one of them"
    else:
        way = "it comes first, what is drawn on it second"
    raise TypeError(f"{argument} must be {kinds}, not {shown(target)}; {way}")


def check_axes(axes: Any) -> None:
    """Refuse what isn't an Axes, and Axes on which x and y aren't across and up."""
    check_target("ax", axes, "a matplotlib Axes", Axes)
    kinds = {kind.__module__.rpartition(".")[0] for kind in type(axes).__mro__}
    name = "axisartist" if "mpl_toolkits.axisartist" in kinds else axes.name
    if name != "rectilinear":
        raise ValueError(f"'ax' must have rectilinear axes, not {name!r} ones")


def color_of(argument: str, color: Any) -> str:
    """Return a colour in hex: "C0" is that of the cycle now, not of one in force later."""
    if not is_color_like(color):
        raise ValueError(f"{argument}: expected a colour, got {shown(color)}")
    return to_hex(color, keep_alpha=to_rgba(color)[3] < 1)


def colors_of(given: Any, names: Sequence[str], keys: Sequence[Hashable]) -> Sequence[str]:
    """Return a colour for each series: those of the cycle, or what was given as *colors*."""
    if given is None:
        return palettes.series_colors(len(names))
    if not isinstance(given, str | Mapping) and not is_color_like(given):
        # A palette may be longer than the series are many.
        if not is_column(given):
            raise TypeError(f"colors: expected colours, got {shown(given)}")
        given = list(given)[: len(names)]
    found = per_item(given, names, "colors", keys=keys) or ()
    return [color_of("colors", color) for color in found]


def text_of(argument: str, text: Any) -> str:
    """Return a text as it can be drawn; refuse anything else."""
    if not isinstance(text, str):
        raise TypeError(f"{argument}: expected text, got {shown(text)}")
    return printable(text)


def check_hatch(argument: str, hatch: Any) -> None:
    """Refuse what matplotlib would not hatch with; None and "" are no hatch."""
    if hatch is not None and not (isinstance(hatch, str) and set(hatch) <= set(HATCHES)):
        raise ValueError(
            f"'{argument}' must be None or made of the characters {HATCHES}, not {shown(hatch)}"
        )


def check_linestyle(argument: str, style: Any) -> None:
    """Refuse what isn't a style of lines."""
    with contextlib.suppress(ValueError, TypeError, IndexError):
        Line2D([], [], linestyle=style)
        return
    raise ValueError(f"{argument}: expected a line style of matplotlib, got {shown(style)}")


def check_flag(argument: str, flag: Any) -> None:
    """Refuse what isn't True or False."""
    if not isinstance(flag, bool | np.bool_):
        raise TypeError(f"{argument}: expected True or False, got {shown(flag)}")


def check_size(argument: str, size: Any) -> None:
    """Refuse what isn't a size in points."""
    if isinstance(size, bool) or not is_number(size):
        raise TypeError(f"{argument}: expected a number, got {shown(size)}")
    if not 0 <= size <= LARGEST:
        raise ValueError(
            f"{argument}: expected a number of points from 0 to 10,000, got {shown(size)}"
        )
