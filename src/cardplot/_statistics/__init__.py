"""Summaries of seeds: pure numpy, safe from 1e-300 to 1e300, never a warning."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from cardplot._statistics.intervals import bootstrap, t_interval, wilson
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
    with np.errstate(all="ignore"):  # also where the user has turned warnings into errors
        middle = _center(values, center)
        low = high = math.nan
        if spread is not None and (values.size > 1 or spread == "wilson"):
            low, high = _ends(values, middle, center, spread, level, rng)
        noise = float(4 * np.finfo(float).eps * np.abs(values).max())
    low, high = (middle if abs(end - middle) <= noise else end for end in (low, high))
    return Summary(middle, low, high, int(values.size))


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


def _center(values: Floats, center: Center) -> float:
    if callable(center):
        return _returned(center(values.copy()), "center")
    scaled, exponent = scale(values)
    return float(descale(CENTERS[center](scaled[np.newaxis])[0], exponent))


def _returned(value: Any, argument: str) -> float:
    if not is_number(value):
        raise TypeError(f"the callable '{argument}' must return a number, not {shown(value)}")
    if not math.isfinite(value):
        raise ValueError(
            f"the callable '{argument}' must return a finite number, not {shown(value)}"
        )
    return float(value)


def _ends(
    values: Floats,
    middle: float,
    center: Center,
    spread: Any,
    level: float,
    rng: int | np.random.Generator | None,
) -> tuple[float, float]:
    if callable(spread):
        return _called(spread, values, middle)
    if spread == "wilson":
        if not np.isin(values, (0.0, 1.0)).all():
            raise ValueError("spread='wilson' needs seeds that are 0 or 1 (one for each trial)")
        low, high = wilson(values.sum(), values.size, level)
        return float(low), float(high)
    scaled, exponent = scale(values)
    at = math.ldexp(middle, -exponent)
    ends: tuple[float, ...]
    if spread == "range":
        return float(values.min()), float(values.max())
    if spread == "bootstrap":
        ends = bootstrap(scaled, _scaled_statistic(center, exponent), level, rng)
    elif spread == "iqr":
        ends = quantiles(scaled, 0.25, 0.75)
    else:
        length = sd(scaled)
        if spread != "sd":
            length /= math.sqrt(values.size)
        if spread == "ci":
            length *= t_interval(values.size, level)
        ends = at - length, at + length
    low, high = descale(ends[0], exponent), descale(ends[1], exponent)
    if spread == "iqr" or (spread == "bootstrap" and not callable(center)):
        # Rounding can carry an interpolation past the values it lies between.
        low, high = np.clip((low, high), values.min(), values.max())
    return float(low), float(high)


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
