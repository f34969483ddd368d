"""Bands across an Axes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

from cardplot._axis_values import LARGEST
from cardplot._color.surface import seen_over

Z_BAND = 1.4
"""Over grid lines and bars, under lines and points."""
Z_UNDER = 0.9
"""Under bars too, where there is no transparency."""
FILL = 0.16
"""Opacity: what lies under a band stays visible."""


def draw_span(axes: Axes, axis: str, low: float, high: float, color: Any) -> Rectangle:
    """Fill the Axes between two values of an axis; the limits follow while they autoscale.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    axis : {"x", "y"}
        "y": the band lies across, between two values of y.
    low, high : float
    color : color
    """
    span = axes.axhspan if axis == "y" else axes.axvspan
    return span(low, high, facecolor=color, edgecolor="none", alpha=FILL, zorder=Z_BAND)


def seen(axes: Axes, color: Any) -> str:
    """Return the colour of a band as it is seen on the Axes."""
    return seen_over(axes, to_rgba(color, FILL))


class Flat:
    """Bands for PostScript, which has no transparency: opaque, and under all marks."""

    def __init__(self) -> None:
        self._colors: dict[Artist, Any] = {}

    def suit(self, artists: Iterable[Artist], canvas: object) -> None:
        """Make bands among *artists* opaque for a canvas of PostScript; for others, as they were.

        Those whose look a user has changed stay.
        """
        flat = type(canvas).__module__ == "matplotlib.backends.backend_ps"
        for band in artists if flat else list(self._colors):
            look = band.get_alpha(), band.get_zorder()
            if not isinstance(band, Rectangle) or not isinstance(band.axes, Axes):
                continue
            if flat and look == (FILL, Z_BAND):
                self._colors[band] = band.get_facecolor()[:3]
                shade = seen(band.axes, band.get_facecolor())
                band.set(alpha=None, facecolor=shade, zorder=Z_UNDER)
            elif not flat:
                color = self._colors.pop(band)
                if look == (None, Z_UNDER):
                    band.set(alpha=FILL, facecolor=color, zorder=Z_BAND)


def ends_of(argument: str, band: Any) -> tuple[float, float]:
    """Return the two ends of a band that was given as a pair of numbers."""
    try:
        low, high = (float(end) for end in band)
    except (TypeError, ValueError):
        raise TypeError(f"{argument}: expected a pair of numbers, got {band!r}") from None
    if not (math.isfinite(low) and math.isfinite(high)):
        raise ValueError(f"{argument}: expected finite numbers, got {band!r}")
    if max(abs(low), abs(high)) > LARGEST:
        raise ValueError(f"{argument}: {band!r} is more than an axis can show")
    if low > high:
        raise ValueError(f"{argument}: expected low <= high, got {low:g} > {high:g}")
    return low, high
