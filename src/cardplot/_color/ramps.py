"""The colours of the heatmaps' maps, for a light and a dark surface of any lightness."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cardplot._color import oklch as _oklch
from cardplot._color.oklch import Floats

COUNT = 256
_BLUE, _ORANGE = 256.0, 42.0  # OKLCH hues

# The first colour stands this much OKLCH lightness off the surface, so that a low cell is seen.
_LIGHT_GAP, _DARK_GAP = 0.03, 0.05
_DARKEST = 0.2  # below, screens hardly show a step


@lru_cache(maxsize=32)
def sequential(surface_lightness: float, dark: bool) -> Floats:
    """Return (256, 3) sRGB from beside the surface to full contrast, in one blue hue."""
    if dark:
        span = (max(surface_lightness + _DARK_GAP, _DARKEST), 0.88)
        return _oklch.ramp(span, (0.03, 0.13, 0.14, 0.09), (264.0, 244.0), COUNT)
    span = (surface_lightness - _LIGHT_GAP, 0.30)
    return _oklch.ramp(span, (0.015, 0.09, 0.16, 0.11), (248.0, 264.0), COUNT)


@lru_cache(maxsize=32)
def diverging(surface_lightness: float, dark: bool) -> Floats:
    """Return (256, 3) sRGB from blue over a neutral beside the surface to orange."""
    if dark:
        span = (max(surface_lightness + _DARK_GAP, _DARKEST), 0.80)
        chroma = (0.004, 0.08, 0.13, 0.13)
    else:
        span = (surface_lightness - _LIGHT_GAP, 0.40)
        chroma = (0.004, 0.08, 0.15, 0.14)
    cool, warm = (_oklch.ramp(span, chroma, (hue, hue), COUNT // 2) for hue in (_BLUE, _ORANGE))
    return np.concatenate([cool[::-1], warm])
