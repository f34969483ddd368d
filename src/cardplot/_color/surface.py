"""The colour that an Axes is drawn on."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba


def surface(axes: Axes) -> str:
    """Return the colour behind the marks: that of the Axes, of the figure where it has none."""
    face = to_rgba(axes.get_facecolor())
    figure = axes.get_figure(root=True)
    if face[3] == 0 and figure is not None:
        face = to_rgba(figure.get_facecolor())
    return to_hex(face)
