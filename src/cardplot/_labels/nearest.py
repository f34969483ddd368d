"""The free place nearest to a mark, wherever that is on the axes."""

from __future__ import annotations

import numpy as np

from cardplot._geometry import CELL, Box, Floats
from cardplot._labels.scene import FRAME_PT, Scene
from cardplot._labels.slots import leader_line

COARSE = 8
"""Every eighth cell of the canvas is tried, both ways."""
TRIES = 1000
"""At most so many places."""
BELOW = 1.5
"""How much farther a place below a mark counts."""
CROSSING, CROSSING_LABELS = 5.0, 1000.0
"""How much worse a place is for each point that its leader runs over marks, and over labels."""


def nearest(
    scene: Scene,
    mark: Floats,
    size: tuple[float, float],
    *,
    least: float,
    off: float,
    between: tuple[float, float] = (-np.inf, np.inf),
) -> Box | None:
    """Return the free place near a mark whose leader is short and crosses little.

    Parameters
    ----------
    scene : Scene
    mark : (2,) array
        In points.
    size : (float, float)
        Width and height of the label.
    least : float
        Least distance from the mark.
    off : float
        How far off the mark the leader ends.
    between : (float, float), optional
        How low and how high the middle of the label may be.
    """
    pad_x, pad_y = scene.pad
    free, x, y = scene.canvas.free_rectangles(
        size[0] + 2 * pad_x, size[1] + 2 * pad_y, scene.panel.grown(-FRAME_PT)
    )
    free, x, y = free[::COARSE, ::COARSE], x[::COARSE] + pad_x, y[::COARSE] + pad_y
    middle = y + size[1] / 2
    free = free & ((middle >= between[0]) & (middle <= between[1]))[:, None]
    if not free.any():
        return None
    across = np.maximum(np.abs(x + size[0] / 2 - mark[0]) - size[0] / 2, 0.0)
    up = middle - mark[1]
    # Above is where a reader looks for them.
    along = np.maximum(np.abs(up) - size[1] / 2, 0.0) * np.where(up > 0, 1.0, BELOW)
    away = np.hypot(across[None, :], along[:, None])
    away[~free | (away < least)] = np.inf
    best, cheapest = None, np.inf
    for place in np.argsort(away, axis=None, kind="stable")[:TRIES]:
        row, column = np.unravel_index(place, away.shape)
        if away[row, column] >= cheapest:
            break
        left, low = float(x[column]), float(y[row])
        box = Box(left, low, left + size[0], low + size[1])
        leader = leader_line(mark, off, box)
        cost = away[row, column] + CROSSING * CELL * float(scene.canvas.taken_on(leader).sum())
        cost += 0.0 if scene.labels.free_line(leader) else CROSSING_LABELS
        if cost < cheapest:
            best, cheapest = box, cost
    return best
