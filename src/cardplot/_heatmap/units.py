"""Points and cells on the canvas as it is now."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Affine2D, IdentityTransform, ScaledTranslation, Transform

HAIRLINE_PT = 1.0
"""The least width of a rule: thinner ones break up in print."""


def pixels_per_point(axes: Axes) -> float:
    """Return the resolution of the figure of *axes*."""
    figure = axes.get_figure(root=True)
    return 1.0 if figure is None else float(figure.dpi) / 72


def points_from(axes: Axes, corner: tuple[float, float]) -> Transform:
    """Return a transform from points, counted from a place given in fractions of *axes*."""
    figure = axes.get_figure(root=True)
    inches = IdentityTransform() if figure is None else figure.dpi_scale_trans
    at: Any = axes.transAxes
    return Affine2D().scale(1 / 72) + inches + ScaledTranslation(*corner, at)


def cell_size(axes: Axes) -> tuple[float, float]:
    """Return width and height in points of a square of one by one in data coordinates."""
    corners = axes.transData.transform([(0, 0), (1, 1)])
    width, height = np.abs(corners[1] - corners[0]) / pixels_per_point(axes)
    return float(width), float(height)
