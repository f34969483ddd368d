"""Dots of one column, moved sideways so that they don't cover each other: pure numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

EXACT = 300
"""Up to this many dots each is placed against its neighbours; more are placed row by row."""


def swarm(values: Floats, diameter: float, limit: float, *, one_sided: bool = False) -> Floats:
    """Return how far each dot moves sideways; nothing is random.

    Parameters
    ----------
    values : (N,) array
        Where the dots are along the value axis, in pixels; a dot at NaN stays.
    diameter : float
        Of a dot, in pixels.
    limit : float
        The widest move; a wider swarm is pressed together, so that its dots overlap.
    one_sided : bool, default: False
        Move to one side only, so that the other side stays free.

    Returns
    -------
    (N,) array
        In pixels, in the order of *values*. Depends on the values only, not on their order.
    """
    offsets = np.zeros(len(values))
    known = np.flatnonzero(np.isfinite(values))
    if not len(known) or diameter <= 0:
        return offsets
    order = known[np.argsort(values[known], kind="stable")]
    if len(order) <= EXACT:
        placed = _greedy(values[order], diameter, one_sided)
    else:
        placed = _rows(values[order], diameter, one_sided)
    widest, limit = float(np.abs(placed).max()), max(limit, 0.0)
    if widest > limit:
        placed *= limit / widest
    offsets[order] = placed
    return offsets


def _greedy(values: Floats, diameter: float, one_sided: bool) -> Floats:
    """Put each dot, in ascending order, as near to the middle as its neighbours let it."""
    offsets = np.zeros(len(values))
    first = 0
    for index, value in enumerate(values):
        while values[first] <= value - diameter:
            first += 1
        taken = offsets[first:index]
        reach = np.sqrt(np.maximum(diameter**2 - (value - values[first:index]) ** 2, 0.0))
        places = np.concatenate([[0.0], taken + reach, taken - reach])
        if one_sided:
            places = places[places >= 0]
        # The nearest first; of two equally near ones that to the right.
        places = places[np.lexsort((-places, np.abs(places).round(6)))]
        gaps = np.abs(places[:, None] - taken[None, :]) - reach[None, :]
        offsets[index] = places[np.argmax((gaps >= -1e-6).all(axis=1))]
    return offsets


def _rows(values: Floats, diameter: float, one_sided: bool) -> Floats:
    """Put the dots of each row, a diameter high, side by side."""
    row = np.floor(values / diameter)
    _, starts, counts = np.unique(row, return_index=True, return_counts=True)
    rank = np.arange(len(values)) - np.repeat(starts, counts)
    if one_sided:
        return np.asarray(rank * diameter, dtype=float)
    # 0, 1, -1, 2, -2 ..., moved by half a dot where their number is even.
    side = np.where(rank % 2 == 1, (rank + 1) // 2, -(rank // 2)).astype(float)
    return np.asarray((side - np.repeat((counts % 2 == 0) * 0.5, counts)) * diameter)
