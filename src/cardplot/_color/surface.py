"""The colour that an Axes is drawn on."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba

from cardplot._color.contrast import readable


def surface(axes: Axes) -> str:
    """Return the colour behind the marks: that of the Axes, of the figure where it has none."""
    face = to_rgba(axes.get_facecolor())
    figure = axes.get_figure(root=True)
    if face[3] == 0 and figure is not None:
        face = to_rgba(figure.get_facecolor())
    return to_hex(face)


def seen_over(axes: Axes, color: tuple[float, float, float, float]) -> str:
    """Return a translucent colour as it is seen on the Axes."""
    *rgb, alpha = color
    below = to_rgba(surface(axes))
    red, green, blue = (
        alpha * over + (1 - alpha) * under for over, under in zip(rgb, below[:3], strict=True)
    )
    return to_hex((red, green, blue))


def readable_around(axes: Axes, color: Any) -> str:
    """Return a variant of a colour that is read on the Axes and beyond them, on the figure."""
    figure = axes.get_figure(root=True)
    face = to_rgba("none" if figure is None else figure.get_facecolor())
    beyond = readable(color, face) if face[3] == 1 else color
    return readable(beyond, surface(axes))
