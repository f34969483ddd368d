"""Centers and deviations of seeds, none of them so large or so small that squares fail.

Seeds near 1e300 or 1e-300 are brought near 1 by a power of two, which is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot._tables.cells import Floats

Exponents = NDArray[np.int_]

_LARGEST = float(np.finfo(np.float64).max)
_SAFE = 300


def scale(rows: Floats) -> tuple[Floats, Exponents]:
    """Return (R, n) rows over powers of two that make them safe to square, and the exponents."""
    exponents = np.frexp(np.abs(rows).max(axis=1, initial=0.0))[1]
    exponents = np.where(np.abs(exponents) < _SAFE, 0, exponents)
    return (np.ldexp(rows, -exponents[:, None]) if exponents.any() else rows), exponents


def descale(values: Any, exponent: Any) -> Any:
    """Undo `scale`; what would overflow becomes the largest float."""
    with np.errstate(over="ignore", under="ignore"):
        return np.clip(np.ldexp(values, exponent), -_LARGEST, _LARGEST)


def _sum(rows: Floats) -> Floats:
    # A single row is summed up exactly.
    return np.array([math.fsum(rows[0])]) if len(rows) == 1 else rows.sum(axis=1)


def _mean(rows: Floats) -> Floats:
    means = _sum(rows) / rows.shape[1]
    # The mean of equal seeds is that seed, whatever the division rounds to.
    return np.asarray(np.clip(means, rows.min(axis=1), rows.max(axis=1)))


def _median(rows: Floats) -> Floats:
    return np.asarray(np.median(rows, axis=1))


def _interquartile_mean(rows: Floats) -> Floats:
    cut = trimmed("iqm", rows.shape[1])
    return _mean(np.sort(rows, axis=1)[:, cut : rows.shape[1] - cut])


CENTERS: Mapping[str, Callable[[Floats], Floats]] = {
    "mean": _mean,
    "median": _median,
    "iqm": _interquartile_mean,
}


def trimmed(center: str, n: int) -> int:
    """Return how many of *n* sorted seeds a centre leaves out at each end: the rest is averaged."""
    return {"mean": 0, "median": (n - 1) // 2, "iqm": n // 4}[center]


def sd(rows: Floats) -> Floats:
    """Return the sample standard deviations of scaled rows (n - 1, two passes, corrected)."""
    count = rows.shape[1]
    deviations, exponents = scale(rows - _mean(rows)[:, None])
    squares = _sum(deviations**2) - _sum(deviations) ** 2 / count
    return np.asarray(np.ldexp(np.sqrt(np.maximum(squares, 0.0) / (count - 1)), exponents))


def quantiles(rows: Floats, *levels: float) -> Floats:
    """Return (levels, R) quantiles of rows, linear between the values, within their range."""
    return np.asarray(np.quantile(rows, levels, axis=1))
