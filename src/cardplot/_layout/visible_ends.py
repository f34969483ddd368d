"""Where lines end, as far as they can be seen."""

from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from cardplot._geometry import Floats
from cardplot._labels.scene import Scene


def visible_end(line: Line2D, scene: Scene) -> Floats | None:
    """Return the rightmost point of what is visible of a line, in points, or None.

    Where a line leaves the Axes, that is where it crosses the frame.
    """
    if not line.get_visible():
        return None
    with np.errstate(all="ignore"):
        vertices = np.asarray(line.get_path().vertices, dtype=float)
        path: Floats = (line.get_transform() + scene.points).transform(vertices)
    panel = scene.panel.grown(-0.01)
    low, high = np.array([panel.x0, panel.y0]), np.array([panel.x1, panel.y1])
    fine = np.isfinite(path).all(axis=1)
    near = (path >= low - 0.5) & (path <= high + 0.5)
    inside = np.asarray(fine & near.all(axis=1))
    found = [path[inside]]
    if line.get_linestyle() not in ("None", "none", " ", ""):
        leaves = ~(inside[:-1] & inside[1:])
        found.append(_crossings(path[:-1][leaves], path[1:][leaves], low, high))
    points = np.concatenate(found)
    if not len(points):
        return None
    # The last of several: where a line ends in a vertical stretch, that is its end.
    rightmost = np.flatnonzero(points[:, 0] >= points[:, 0].max() - 0.01)
    # matplotlib draws no annotation of a point that lies beyond the Axes by a hair.
    best: Floats = np.clip(points[rightmost[-1]], low, high)
    return best


def _crossings(starts: Floats, ends: Floats, low: Floats, high: Floats) -> Floats:
    """Return where segments enter and leave a box."""
    whole = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[whole], ends[whole]
    move = ends - starts
    with np.errstate(all="ignore"):
        one, two = (low - starts) / move, (high - starts) / move
    # A segment along the box's edge is in for all its length, or out.
    parallel = move == 0
    out = parallel & ((starts < low) | (starts > high))
    enter = np.where(parallel, 0.0, np.minimum(one, two)).max(axis=1, initial=0.0)
    leave = np.where(parallel, 1.0, np.maximum(one, two)).min(axis=1, initial=1.0)
    seen = (enter <= leave) & ~out.any(axis=1)
    cut_in, cut_out = seen & (enter > 0), seen & (leave < 1)
    return np.concatenate(
        [
            starts[cut_in] + move[cut_in] * enter[cut_in, None],
            starts[cut_out] + move[cut_out] * leave[cut_out, None],
        ]
    )
