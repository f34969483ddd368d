"""Colour arithmetic: WCAG luminance, OKLCH, and ramps in it. Pure numpy.

References
----------
W3C (2023). Web Content Accessibility Guidelines 2.2: relative luminance.
Ottosson, B. (2020). A perceptual color space for image processing (OKLab).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# The luminance that has the same contrast with black and with white.
MIDDLE_LUMINANCE = math.sqrt(1.05 * 0.05) - 0.05

_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_CONES = np.linalg.inv(_TO_CONES)
_FROM_LAB = np.linalg.inv(_TO_LAB)

_BISECTIONS = 24
_GAMUT_SLACK = 1e-4


def luminance(rgb: ArrayLike) -> Floats:
    """Return the WCAG relative luminance of sRGB colours of shape (..., 3)."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    light: Floats = _linear(rgb) @ weights
    return light


def ratio(a: float, b: float) -> float:
    """Return the WCAG contrast ratio of two luminances, in any order."""
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def from_rgb(rgb: ArrayLike) -> tuple[float, float, float]:
    """Return OKLCH lightness (0 to 1), chroma and hue in degrees of one sRGB colour."""
    lightness, a, b = _TO_LAB @ np.cbrt(_TO_CONES @ _linear(rgb))
    return float(lightness), math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360.0


def to_rgb(lightness: float, chroma: float, hue: float) -> Floats:
    """Return sRGB of one OKLCH colour, with as much of its chroma as sRGB has."""
    lightness = min(max(lightness, 0.0), 1.0)
    linear = _to_linear(lightness, chroma, hue)
    if not _in_gamut(linear):
        low, high = 0.0, chroma
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2.0
            inside = _in_gamut(_to_linear(lightness, middle, hue))
            low, high = (middle, high) if inside else (low, middle)
        linear = _to_linear(lightness, low, hue)
    linear = np.clip(linear, 0.0, 1.0)
    small = linear <= 0.0031308
    rgb: Floats = np.where(small, 12.92 * linear, 1.055 * linear ** (1.0 / 2.4) - 0.055)
    return np.clip(rgb, 0.0, 1.0)


def move(
    lch: tuple[float, float, float], below: float, enough: float, accuracy: float = 1e-3
) -> Floats | None:
    """Move the lightness of a colour just far enough for a contrast ratio.

    Parameters
    ----------
    lch : (lightness, chroma, hue)
        Where to start; hue stays, and chroma as far as sRGB has it.
    below : float
        Luminance of what the colour stands on.
    enough : float
        WCAG contrast ratio to reach.
    accuracy : float, default: 1e-3
        Lightness step; the result is on the safe side of it.

    Returns
    -------
    (3,) array or None
        sRGB in steps of 1/255; None where neither direction has the contrast.
    """
    start, chroma, hue = lch

    def at(lightness: float) -> Floats:
        return np.round(to_rgb(lightness, chroma, hue) * 255.0) / 255.0

    def passes(lightness: float) -> bool:
        return ratio(float(luminance(at(lightness))), below) >= enough

    def least(end: float) -> float:
        near, far = start, end
        while not passes(near) and abs(far - near) > accuracy:
            middle = (near + far) / 2.0
            near, far = (near, middle) if passes(middle) else (middle, far)
        return near if passes(near) else far

    # On a middle grey both ways may have the contrast; elsewhere one has.
    found = [least(end) for end in (0.0, 1.0) if passes(end)]
    return at(min(found, key=lambda lightness: abs(lightness - start))) if found else None


def ramp(
    lightness: tuple[float, float], chroma: Sequence[float], hue: tuple[float, float], count: int
) -> Floats:
    """Return (count, 3) sRGB colours of even lightness steps.

    Parameters
    ----------
    lightness, hue : (start, stop)
        OKLCH lightness and hue at both ends, linear between them.
    chroma : sequence of float
        Chroma at evenly spaced places along the ramp, linear between them.
    count : int
        Number of colours, 2 or more.
    """
    along = np.linspace(0.0, 1.0, count)
    chromas = np.interp(along, np.linspace(0.0, 1.0, len(chroma)), chroma)
    lights = np.interp(along, [0.0, 1.0], lightness)
    hues = np.interp(along, [0.0, 1.0], hue)
    return np.array([to_rgb(*one) for one in zip(lights, chromas, hues, strict=True)])


def _linear(rgb: ArrayLike) -> Floats:
    values = np.asarray(rgb, dtype=float)
    # WCAG 2.2 corrected the older 0.03928; no 8-bit colour lies between the two.
    linear: Floats = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return linear


def _to_linear(lightness: float, chroma: float, hue: float) -> Floats:
    angle = math.radians(hue)
    lab = np.array([lightness, chroma * math.cos(angle), chroma * math.sin(angle)])
    linear: Floats = _FROM_CONES @ (_FROM_LAB @ lab) ** 3
    return linear


def _in_gamut(linear: Floats) -> bool:
    return bool(linear.min() >= -_GAMUT_SLACK and linear.max() <= 1.0 + _GAMUT_SLACK)
