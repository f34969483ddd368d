"""Sizes of the marks of a chart of seeds, all of them from rcParams."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.markers import MarkerStyle

DOT = 0.55
"""Diameter of a single seed's dot, in diameters of a point."""
STRIP_DOT = 0.75
"""Diameter of a dot where the dots are all there is, in diameters of a point ..."""
CROWDED_DOT = 0.62
CROWD = 50
"""... and when one group has more than this many of them."""

WHISKER = 0.75
"""Width of a whisker, in widths of a line of data."""
EQUAL = {"s": 0.88, "D": 0.8}
"""Sizes at which markers look as large as a circle."""


def point_size() -> float:
    """Return the diameter of a point in points, with its rim."""
    return float(mpl.rcParams["lines.markersize"] + mpl.rcParams["lines.markeredgewidth"])


def whisker_width() -> float:
    """Return the width of a whisker in points: thinner than a line of data."""
    return float(WHISKER * mpl.rcParams["lines.linewidth"])


def relative_size(marker: Any) -> float:
    """Return the size at which a marker looks as large as a circle of size 1."""
    return EQUAL.get(marker, 1.0) if isinstance(marker, str) else 1.0


def is_filled(marker: Any) -> bool:
    """Say whether a marker has a face, and so may have a rim."""
    style = marker if isinstance(marker, MarkerStyle) else MarkerStyle(marker)
    return style.is_filled()
