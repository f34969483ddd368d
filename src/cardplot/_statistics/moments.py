"""Centers and deviations of seeds, none of them so large or so small that squares fail.

Seeds near 1e300 or 1e-300 are brought near 1 by a power of two, which is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cardplot._tables.cells import Floats

_LARGEST = float(np.finfo(np.float64).max)
_SAFE = 300


def scale(values: Floats) -> tuple[Floats, int]:
    """Return the values over a power of two that makes them safe to square, and its exponent."""
    exponent = math.frexp(float(np.max(np.abs(values), initial=0.0)))[1]
    if abs(exponent) < _SAFE:
        return values, 0
    return np.ldexp(values, -exponent), exponent


def descale(values: Any, exponent: int) -> Any:
    """Undo `scale`; what would overflow becomes the largest float."""
    with np.errstate(over="ignore", under="ignore"):
        return np.clip(np.ldexp(values, exponent), -_LARGEST, _LARGEST)


def _mean(rows: Floats) -> Floats:
    means = (
        np.array([math.fsum(row) for row in rows]) / rows.shape[1]
        if len(rows) == 1
        else rows.mean(axis=1)
    )
    # The mean of equal seeds is that seed, whatever the division rounds to.
    return np.asarray(np.clip(means, rows.min(axis=1), rows.max(axis=1)))


def _median(rows: Floats) -> Floats:
    return np.asarray(np.median(rows, axis=1))


def _interquartile_mean(rows: Floats) -> Floats:
    cut = rows.shape[1] // 4
    return _mean(np.sort(rows, axis=1)[:, cut : rows.shape[1] - cut])


CENTERS: Mapping[str, Callable[[Floats], Floats]] = {
    "mean": _mean,
    "median": _median,
    "iqm": _interquartile_mean,
}


def sd(values: Floats) -> float:
    """Return the sample standard deviation of scaled values (n - 1, two passes, corrected)."""
    deviations = values - _mean(values[np.newaxis])[0]
    deviations, exponent = scale(deviations)
    squares = math.fsum(deviations**2) - math.fsum(deviations) ** 2 / values.size
    return math.ldexp(math.sqrt(max(squares, 0.0) / (values.size - 1)), exponent)


def quantiles(values: Floats, *levels: float) -> tuple[float, ...]:
    """Return quantiles, linear between the values, within their range."""
    return tuple(float(each) for each in np.quantile(values, levels))
