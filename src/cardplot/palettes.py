"""Named palettes, the roles that colours play, and colour maps for heatmaps.

Every colour that is not a theme's own rcParam lives here. Nothing is registered with matplotlib
and nothing is changed on import.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.colors import Colormap, ListedColormap, is_color_like, to_hex, to_rgba
from matplotlib.typing import ColorType

from cardplot._color import contrast as _contrast
from cardplot._color import oklch as _oklch
from cardplot._color import ramps as _ramps
from cardplot._color.contrast import contrast, readable, text_color, text_colors
from cardplot._warnings import warn

__all__ = [
    "PALETTES",
    "RoleName",
    "colormap",
    "contrast",
    "palette",
    "readable",
    "role",
    "series_colors",
    "text_color",
    "text_colors",
]

# The themes' cycles: the card's hues in the card's order, then pink, red and green, moved until
# all pairs separate under protanopia and deuteranopia and every colour has 3:1 on its surface.
_LIGHT = "#1f74d6 #f26644 #0ca571 #a46900 #4e36aa #d94f9c #a0201f #046539"
_DARK = "#5599ee #ea7441 #32bb8b #e3a81f #805ee0 #ea66ad #c2323d #0b7f5a"

PALETTES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # The documents' own colours as printed, which pass no such test.
        # Card: blue, orange, aqua, yellow, violet.
        "card": ("#2a78d6", "#eb6834", "#1baf7a", "#eda100", "#4a3aa7"),
        # Ladder: blue, green, rust, the alarm's red, grey for the rest.
        "ladder": ("#1a5496", "#0d7a52", "#b05512", "#c0392b", "#9a9aa2"),
        # Merge study: base model, specialists, merges.
        "merge": ("#7f7f7f", "#1f77b4", "#2ca02c"),
        # Cross-layer study: candidates, the two overlaps, readout, strict and approximate gate.
        "cross-layer": ("#377eb8", "#1f77b4", "#ff7f0e", "#238b45", "#b2182b", "#d95f02"),
        "card-cycle": tuple(_LIGHT.split()),
        "dark-cycle": tuple(_DARK.split()),
    }
)

_WARM = (0.006, 100.0)  # OKLCH chroma and hue of the themes' greys

# Greys are contrasts with the surface rather than colours, so that they also fit another style:
# (on a light surface, on a dark surface).
_GREY_RATIO = {"muted": (1.93, 2.35), "reference": (4.6, 5.0), "missing": (1.13, 1.18)}
_JUDGEMENT = {"good": ("#00745c", "#4ad6ac"), "bad": ("#b01a1e", "#f5505a")}

RoleName = Literal["reference", "good", "bad", "muted", "missing", "ink", "quiet"]


def palette(name: str) -> tuple[str, ...]:
    """Return a palette by its name.

    Parameters
    ----------
    name : str
        A key of `PALETTES`: "card", "ladder", "merge", "cross-layer", "card-cycle" or
        "dark-cycle".

    Returns
    -------
    tuple of str
        Hex colours in the order in which they are handed out.

    Raises
    ------
    ValueError
        If there is no such palette.
    """
    try:
        return PALETTES[name]
    except (KeyError, TypeError):
        raise ValueError(f"name={name!r} is not a palette; use one of {list(PALETTES)}") from None


def role(name: RoleName, surface: ColorType | None = None) -> str:
    """Return the colour of a role on a surface.

    Parameters
    ----------
    name : {"reference", "good", "bad", "muted", "missing", "ink", "quiet"}
        "reference" for lines, bands and bars to compare with, "good" and "bad" for judged
        changes, "muted" for the rest of a whole and for what is not compared, "missing" for the
        face under the hatching of what is not there, "ink" for text (:rc:`text.color`) and
        "quiet" for notes (:rc:`xtick.labelcolor`).
    surface : color, optional
        What it is drawn on. Default: :rc:`axes.facecolor`.

    Returns
    -------
    str
        A hex colour. Ink, quiet, good and bad have at least 4.5:1 on the surface, so they serve
        as text too.

    Raises
    ------
    ValueError
        If there is no such role.
    """
    ground = _contrast.ground(surface)
    dark = _contrast.is_dark(ground)
    if not isinstance(name, str):
        raise TypeError(f"name must be that of a colour role, not {name!r}")
    if name in _GREY_RATIO:
        return _contrast.neutral(*_WARM, ground, _GREY_RATIO[name][dark])
    if name in _JUDGEMENT:
        return readable(_JUDGEMENT[name][dark], ground)
    if name == "ink":
        ink = to_hex(_contrast.rgba(mpl.rcParams["text.color"], "text.color"))
        return ink if contrast(ink, ground) >= _contrast.TEXT else text_color(ground)
    if name == "quiet":
        quiet = mpl.rcParams["xtick.labelcolor"]
        return readable(mpl.rcParams["xtick.color"] if quiet == "inherit" else quiet, ground)
    allowed = [*_GREY_RATIO, *_JUDGEMENT, "ink", "quiet"]
    raise ValueError(f"name={name!r} is not a colour role; use one of {allowed}")


def series_colors(n: int, colors: str | Sequence[ColorType] | None = None) -> list[str]:
    """Return one colour for each of n series.

    Parameters
    ----------
    n : int
        Number of series.
    colors : str or sequence of color, optional
        The name of a palette, one colour for all series, or a colour for each. Default: the
        colours of :rc:`axes.prop_cycle`.

    Returns
    -------
    list of str
        Hex colours, with alpha where a given colour is translucent.

    Raises
    ------
    ValueError
        If there is no colour at all, or one that matplotlib doesn't know.

    Warns
    -----
    UserWarning
        If there are more series than colours in the cycle, palette or sequence.
    """
    if is_color_like(colors):
        return [_hex(colors)] * n
    given = _given_colors(colors)
    if n > len(given):
        warn(
            f"{n} series share {len(given)} colours, so colours repeat; pass {n} colours, or "
            "tell the series apart by hatches, markers or panels"
        )
    return [given[i % len(given)] for i in range(n)]


def colormap(
    kind: Literal["sequential", "diverging"], surface: ColorType | None = None
) -> Colormap:
    """Return a colour map for a heatmap that is made for its surface.

    "sequential" is one blue hue that starts beside the surface and gains contrast with it;
    "diverging" is blue and orange around a neutral middle beside the surface, equally light on
    both sides. OKLCH lightness is even, so equal steps of value look equal.

    Parameters
    ----------
    kind : {"sequential", "diverging"}
        For values from low to high, or around a centre.
    surface : color, optional
        What the heatmap is drawn on. Default: :rc:`axes.facecolor`.

    Returns
    -------
    matplotlib.colors.Colormap
        256 colours; a copy of your own that is not registered.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    if not isinstance(kind, str) or kind not in ("sequential", "diverging"):
        raise ValueError(
            f"kind={kind!r} is not a kind of colour map; use 'sequential' or 'diverging'"
        )
    ground = _contrast.ground(surface)
    make = _ramps.sequential if kind == "sequential" else _ramps.diverging
    rgb = make(_oklch.from_rgb(to_rgba(ground)[:3])[0], _contrast.is_dark(ground))
    return ListedColormap(rgb, name=f"cardplot-{kind}-on-{ground[1:]}")


def _given_colors(colors: str | Sequence[ColorType] | None) -> list[str]:
    if isinstance(colors, str):
        return list(palette(colors))
    if colors is None:
        # A cycle of line styles alone has no colours; matplotlib then draws in one colour too.
        cycle: list[Any] = mpl.rcParams["axes.prop_cycle"].by_key().get("color", [])
        colors = cycle or [mpl.rcParams["text.color"]]
    if len(colors) == 0:
        raise ValueError("colors=[] has no colour; give at least one, or None for the cycle's")
    return [_hex(color) for color in colors]


def _hex(color: Any) -> str:
    rgba = _contrast.rgba(color, "colors")
    return to_hex(rgba, keep_alpha=rgba[3] < 1.0)
