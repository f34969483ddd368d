"""Contrast of colours with what they stand on, after WCAG 2.2, and colours that have enough of it.

References
----------
W3C (2023). Web Content Accessibility Guidelines 2.2: contrast (minimum), non-text contrast.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.colors import to_hex, to_rgba
from matplotlib.typing import ColorType
from numpy.typing import ArrayLike

from cardplot._color import oklch as _oklch
from cardplot._color.oklch import Floats

TEXT = 4.5  # WCAG 2.2 AA for text of any size

_BLACK, _WHITE = to_hex((0.0, 0.0, 0.0)), to_hex((1.0, 1.0, 1.0))


def contrast(a: ColorType, b: ColorType) -> float:
    """Return the contrast ratio of two colours after WCAG 2.2.

    Parameters
    ----------
    a, b : color
        Opaque colours in any order; an alpha channel is ignored.

    Returns
    -------
    float
        From 1 (the same luminance) to 21 (black on white).

    Raises
    ------
    ValueError
        If matplotlib knows no such colour.
    """
    return _oklch.ratio(_luminance(a, "a"), _luminance(b, "b"))


def text_color(background: ColorType, over: ColorType | None = None) -> str:
    """Return black or white, whichever has the higher contrast with a background.

    Parameters
    ----------
    background : color
        What the text stands on; it may be translucent.
    over : color, optional
        What shows through a translucent background. Default: :rc:`axes.facecolor`.

    Returns
    -------
    str
        "#000000" or "#ffffff".
    """
    return text_colors([rgba(background, "background")], over)[0]


def text_colors(backgrounds: ArrayLike, over: ColorType | None = None) -> list[str]:
    """Return black or white for many backgrounds at once, such as the cells of a heatmap.

    Parameters
    ----------
    backgrounds : (N, 4) array-like
        RGBA rows from 0 to 1, as a colour map returns them.
    over : color, optional
        What shows through translucent backgrounds. Default: :rc:`axes.facecolor`.

    Returns
    -------
    list of str
        N times "#000000" or "#ffffff".
    """
    rgba = np.asarray(backgrounds, dtype=float)
    below = np.asarray(to_rgba(ground(over, "over"))[:3])
    seen = rgba[:, :3] * rgba[:, 3:] + below * (1.0 - rgba[:, 3:])
    light = _oklch.luminance(seen) > _oklch.MIDDLE_LUMINANCE
    return [_BLACK if one else _WHITE for one in light]


def readable(color: ColorType, surface: ColorType | None = None, ratio: float = TEXT) -> str:
    """Return the text variant of a colour: the same hue with enough contrast.

    The OKLCH lightness moves as little as the ratio needs and the hue stays; chroma is lost only
    where the screen has none left at the new lightness.

    Parameters
    ----------
    color : color
        The hue of a line or a bar.
    surface : color, optional
        What the text stands on. Default: :rc:`axes.facecolor`.
    ratio : float, default: 4.5
        WCAG contrast ratio to reach.

    Returns
    -------
    str
        A hex colour; `color` itself where it has the contrast already, and black or white where
        no lightness of this hue has it.
    """
    return _readable(to_hex(rgba(color, "color")), ground(surface), float(ratio))


@lru_cache(maxsize=64)
def neutral(chroma: float, hue: float, on: str, ratio: float) -> str:
    """Return the near-neutral with this contrast, the first on the way from the surface *on*."""
    lightness = _oklch.from_rgb(to_rgba(on)[:3])[0]
    return _moved((lightness, chroma, hue), on, ratio)


def ground(surface: ColorType | None, argument: str = "surface") -> str:
    """Return the opaque colour of a surface as it is seen."""
    seen = np.ones(3)
    own = mpl.rcParams["axes.facecolor"] if surface is None else surface
    # A transparent Axes shows its Figure, and a transparent Figure most likely white paper.
    for layer in (mpl.rcParams["figure.facecolor"], own):
        *rgb, alpha = rgba(layer, argument)
        seen = np.asarray(rgb) * alpha + seen * (1.0 - alpha)
    return _hex(seen)


def is_dark(color: str) -> bool:
    return _luminance(color) < _oklch.MIDDLE_LUMINANCE


def rgba(color: Any, argument: str) -> tuple[float, float, float, float]:
    try:
        return to_rgba(color)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(
            f"{argument}: {color!r} is not a colour; use a name, hex, RGB or RGBA that matplotlib "
            "knows"
        ) from None


@lru_cache(maxsize=256)
def _readable(color: str, on: str, ratio: float) -> str:
    if contrast(color, on) >= ratio:
        return color
    return _moved(_oklch.from_rgb(to_rgba(color)[:3]), on, ratio)


def _moved(lch: tuple[float, float, float], on: str, ratio: float) -> str:
    moved = _oklch.move(lch, _luminance(on), ratio)
    return text_color(on) if moved is None else _hex(moved)


def _hex(rgb: Floats) -> str:
    red, green, blue = rgb.tolist()
    return to_hex((red, green, blue))


def _luminance(color: ColorType, argument: str = "color") -> float:
    """Return the WCAG luminance of a colour, its alpha ignored."""
    return float(_oklch.luminance(rgba(color, argument)[:3]))
