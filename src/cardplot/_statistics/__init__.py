"""Summaries of seeds: pure numpy, safe from 1e-300 to 1e300, never a warning."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardplot._statistics.intervals import (
    RESAMPLES,
    bootstrap,
    bootstrap_rows,
    t_interval,
    wilson,
)
from cardplot._statistics.moments import CENTERS, descale, quantiles, scale, sd
from cardplot._statistics.shares import Deltas, deltas, rounded_shares, shares, within_noise
from cardplot._tables.cells import Floats, is_number, shown

__all__ = [
    "CENTERS",
    "SPREADS",
    "Center",
    "Deltas",
    "Spread",
    "Summary",
    "deltas",
    "rounded_shares",
    "shares",
    "summarize",
    "summarize_columns",
    "wilson",
    "within_noise",
]

Center = Literal["mean", "median", "iqm"] | Callable[[Floats], float]
Spread = (
    Literal["sd", "se", "ci", "bootstrap", "range", "iqr", "wilson"]
    | Callable[[Floats], Any]
    | None
)
SPREADS = ("sd", "se", "ci", "bootstrap", "range", "iqr", "wilson")
RESAMPLES_OF_CURVES = 1_000
_OF_THE_MEAN = {
    "se": "the standard error",
    "ci": "the t interval",
    "wilson": "the Wilson interval",
}


@dataclass(frozen=True)
class Summary:
    """One point with its whisker.

    Attributes
    ----------
    center : float
        NaN for no seeds.
    low, high : float
        Ends of the whisker, as positions and not as lengths; NaN where there is none.
    n : int
        How many seeds.
    """

    center: float
    low: float
    high: float
    n: int


def summarize(
    seeds: ArrayLike,
    center: Center = "mean",
    spread: Spread = "sd",
    level: float = 0.95,
    rng: int | np.random.Generator | None = 0,
) -> Summary:
    """Summarise the seeds of one point.

    Parameters
    ----------
    seeds : (n,) array-like of float
        Present values only.
    center : {"mean", "median", "iqm"} or callable, default: "mean"
        "iqm" is the interquartile mean: the mean of what stays when a quarter of the seeds
        (rounded down) is cut from each end, so that it is the mean for n < 4 [1]_. A callable
        takes the seeds and returns a number.
    spread : str, callable or None, default: "sd"
        "sd": sample standard deviation (n - 1) on each side of the center; "se": standard error
        of the mean; "ci": t interval of the mean; "bootstrap": percentile interval of the center
        over 10,000 resamples [2]_; "range": smallest and largest seed; "iqr": quartiles, linear
        between seeds; "wilson": interval of a rate whose seeds are 0 or 1 [3]_. A callable takes
        the seeds and returns the length of both sides or the two ends of the whisker.
    level : float, default: 0.95
        Of "ci", "bootstrap" and "wilson".
    rng : int, Generator or None, default: 0
        Seed of the bootstrap; None for a different one every time.

    Returns
    -------
    Summary
        One seed has no whisker (but for "wilson"), no seeds have no center either.

    Raises
    ------
    ValueError
        For unknown names, a level outside (0, 1), an interval of the mean around another center,
        "wilson" of anything but 0 and 1.
    ImportError
        For "ci" without scipy.

    References
    ----------
    .. [1] Agarwal et al. (2021), Deep reinforcement learning at the edge of the statistical
       precipice, NeurIPS.
    .. [2] Efron and Tibshirani (1993), An introduction to the bootstrap, chapter 13.
    .. [3] Wilson (1927), Probable inference, JASA 22, 209-212.
    """
    values = np.array(seeds, dtype=np.float64)
    _check(center, spread, level)
    if not values.size:
        return Summary(math.nan, math.nan, math.nan, 0)
    found = _of_rows(values[np.newaxis], center, spread, level, rng, RESAMPLES)
    middle, low, high = (float(part[0]) for part in found)
    return Summary(middle, low, high, int(values.size))


def summarize_columns(
    values: Floats,
    center: Center = "mean",
    spread: Spread = "sd",
    level: float = 0.95,
    rng: int | np.random.Generator | None = 0,
) -> tuple[Floats, Floats, Floats, NDArray[np.int_]]:
    """Summarise the columns of an array of seeds, all at once.

    Parameters
    ----------
    values : (S, T) ndarray of float
        A seed a row, NaN where it has no value.
    center, spread, level, rng
        As for `summarize`; "bootstrap" is over 1,000 resamples, the same for all columns.

    Returns
    -------
    center, low, high, n : (T,) ndarray
    """
    _check(center, spread, level)
    there = ~np.isnan(values)
    counts = there.sum(axis=0)
    ends = [np.full(len(counts), np.nan) for _ in range(3)]
    rows = values.T
    if not there.all():  # what is there comes first, in the order of the seeds
        order = np.argsort(~there, axis=0, kind="stable")
        rows = np.take_along_axis(values, order, axis=0).T
    for n in np.unique(counts[counts > 0]):
        found = _of_rows(rows[counts == n, :n], center, spread, level, rng, RESAMPLES_OF_CURVES)
        for end, part in zip(ends, found, strict=True):
            end[counts == n] = part
    return ends[0], ends[1], ends[2], counts


def _of_rows(
    rows: Floats,
    center: Center,
    spread: Spread,
    level: float,
    rng: int | np.random.Generator | None,
    resamples: int,
) -> tuple[Floats, Floats, Floats]:
    """Return centres and ends of whiskers of (R, n) groups of seeds."""
    with np.errstate(all="ignore"):  # also where the user has turned warnings into errors
        middle = _centers(rows, center)
        low = high = np.full(len(rows), math.nan)
        if spread is not None and (rows.shape[1] > 1 or spread == "wilson"):
            low, high = _ends(rows, middle, center, spread, level, rng, resamples)
        noise = 4 * np.finfo(float).eps * np.abs(rows).max(axis=1)
        low, high = (np.where(np.abs(end - middle) <= noise, middle, end) for end in (low, high))
    return middle, low, high


def _check(center: Center, spread: Spread, level: float) -> None:
    if not callable(center) and (not isinstance(center, str) or center not in CENTERS):
        raise ValueError(
            f"'center' is {shown(center)}; allowed are {', '.join(CENTERS)} or a callable"
        )
    known = spread is None or callable(spread) or (isinstance(spread, str) and spread in SPREADS)
    if not known:
        raise ValueError(
            f"'spread' is {shown(spread)}; allowed are {', '.join(SPREADS)}, None or a callable"
        )
    if isinstance(spread, str) and spread in _OF_THE_MEAN and center != "mean":
        raise ValueError(
            f"spread={shown(spread)} is {_OF_THE_MEAN[spread]} of a mean and says nothing about "
            f"center={shown(center)}; use spread='bootstrap'"
        )
    if not is_number(level) or not 0 < level < 1:
        raise ValueError(f"'level' is {shown(level)}; a number between 0 and 1 is expected")


def _centers(rows: Floats, center: Center) -> Floats:
    if callable(center):
        return np.array([_returned(center(row.copy()), "center") for row in rows])
    scaled, exponents = scale(rows)
    return np.asarray(descale(CENTERS[center](scaled), exponents))


def _returned(value: Any, argument: str) -> float:
    if not is_number(value):
        raise TypeError(f"the callable '{argument}' must return a number, not {shown(value)}")
    if not math.isfinite(value):
        raise ValueError(
            f"the callable '{argument}' must return a finite number, not {shown(value)}"
        )
    return float(value)


def _ends(
    rows: Floats,
    middle: Floats,
    center: Center,
    spread: Any,
    level: float,
    rng: int | np.random.Generator | None,
    resamples: int,
) -> tuple[Floats, Floats]:
    if callable(spread):
        pairs = [_called(spread, row, float(at)) for row, at in zip(rows, middle, strict=True)]
        return np.array(pairs)[:, 0], np.array(pairs)[:, 1]
    if spread == "wilson":
        if not np.isin(rows, (0.0, 1.0)).all():
            raise ValueError("spread='wilson' needs seeds that are 0 or 1 (one for each trial)")
        return wilson(rows.sum(axis=1), rows.shape[1], level)
    if spread == "range":
        return rows.min(axis=1), rows.max(axis=1)
    scaled, exponents = scale(rows)
    if spread == "bootstrap":
        low, high = _bootstrap(scaled, center, exponents, level, rng, resamples)
    elif spread == "iqr":
        low, high = quantiles(scaled, 0.25, 0.75)
    else:
        length = sd(scaled)
        if spread != "sd":
            length = length / math.sqrt(rows.shape[1])
        if spread == "ci":
            length = length * t_interval(rows.shape[1], level)
        at = np.ldexp(middle, -exponents)
        low, high = at - length, at + length
    low, high = descale(low, exponents), descale(high, exponents)
    if spread == "iqr" or (spread == "bootstrap" and not callable(center)):
        # Rounding can carry an interpolation past the values it lies between.
        low, high = (np.clip(end, rows.min(axis=1), rows.max(axis=1)) for end in (low, high))
    return low, high


def _bootstrap(
    rows: Floats,
    center: Center,
    exponents: NDArray[np.int_],
    level: float,
    rng: int | np.random.Generator | None,
    resamples: int,
) -> tuple[Floats, Floats]:
    if len(rows) > 1 and not callable(center):
        return bootstrap_rows(rows, center, level, rng, resamples)
    ends = [
        bootstrap(row, _scaled_statistic(center, int(exponent)), level, rng, resamples)
        for row, exponent in zip(rows, exponents, strict=True)
    ]
    return np.array(ends)[:, 0], np.array(ends)[:, 1]


def _scaled_statistic(center: Center, exponent: int) -> Callable[[Floats], Floats]:
    """Return the center as a function of (resamples, n) scaled seeds."""
    if not callable(center):
        return CENTERS[center]

    def statistic(resamples: Floats) -> Floats:
        rows = descale(resamples, exponent)
        found = np.array([_returned(center(row), "center") for row in rows])
        return np.asarray(np.ldexp(found, -exponent))

    return statistic


def _called(spread: Callable[[Floats], Any], values: Floats, middle: float) -> tuple[float, float]:
    result = spread(values.copy())
    if is_number(result):
        length = _returned(result, "spread")
        if length < -4 * np.finfo(float).eps * float(np.abs(values).max()):
            raise ValueError(f"the callable 'spread' returned a negative length: {shown(result)}")
        return middle - max(length, 0.0), middle + max(length, 0.0)
    try:
        low, high = result
    except (TypeError, ValueError):
        raise TypeError(
            f"the callable 'spread' must return a length or a (low, high) pair, not {shown(result)}"
        ) from None
    low, high = _returned(low, "spread"), _returned(high, "spread")
    if low > high:
        raise ValueError(f"the callable 'spread' returned low > high: {shown(result)}")
    return low, high
