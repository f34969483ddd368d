"""Intervals: t, percentile bootstrap, Wilson."""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from cardplot._statistics.moments import quantiles, trimmed
from cardplot._tables.cells import Floats, shown

RESAMPLES = 10_000
_CELLS_AT_ONCE = 2_000_000


def t_interval(n: int, level: float) -> float:
    """Return how many standard errors the t interval of a mean of `n` values reaches."""
    try:
        from scipy.special import stdtrit
    except ImportError:
        raise ImportError(
            "spread='ci' needs scipy: pip install \"cardplot[stats]\" "
            "(or use spread='bootstrap', which doesn't)"
        ) from None
    return float(stdtrit(n - 1, (1 + level) / 2))


def bootstrap(
    values: Floats,
    statistic: Callable[[Floats], Floats],
    level: float,
    rng: int | np.random.Generator | None,
    resamples: int = RESAMPLES,
) -> tuple[float, float]:
    """Return the percentile bootstrap interval.

    Parameters
    ----------
    values : (n,) ndarray
        Seeds.
    statistic : callable
        From resamples of shape (resamples, n) to (resamples,) numbers.
    level : float
        Share of the resampled statistics inside the interval.
    rng : int, Generator or None
        Source of the resamples; one int gives the same resamples as
        `scipy.stats.bootstrap` does.
    resamples : int, default: 10,000
        How many.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, chapter 13.
    """
    random = generator(rng)
    batch = max(1, _CELLS_AT_ONCE // values.size)
    found = [
        statistic(values[random.integers(0, values.size, (count, values.size))])
        for count in _batches(resamples, batch)
    ]
    (low,), (high,) = quantiles(np.concatenate(found)[None], (1 - level) / 2, (1 + level) / 2)
    return float(low), float(high)


def bootstrap_rows(
    rows: Floats,
    center: str,
    level: float,
    rng: int | np.random.Generator | None,
    resamples: int,
) -> tuple[Floats, Floats]:
    """Return percentile bootstrap intervals of many groups of one size, resampled alike.

    The centre of a resample is a weighted mean of the seeds, the same for all groups, so that one
    matrix product makes those of many: of the seeds as they are for means, and of the sorted
    seeds, whose ranks are resampled, for the others.

    Parameters
    ----------
    rows : (R, n) ndarray
        A group a row.
    center : {"mean", "median", "iqm"}
    level, rng, resamples
        As for `bootstrap`; an int gives the same resamples to a mean as there.
    """
    n = rows.shape[1]
    drawn = generator(rng).integers(0, n, (resamples, n))
    if center != "mean":
        rows, drawn = np.sort(rows, axis=1), np.sort(drawn, axis=1)
    cut = trimmed(center, n)
    weights = np.zeros((resamples, n))
    np.add.at(weights, (np.arange(resamples)[:, None], drawn[:, cut : n - cut]), 1 / (n - 2 * cut))
    batch = max(1, _CELLS_AT_ONCE // resamples)
    parts = np.array_split(rows, range(batch, len(rows), batch))
    levels = (1 - level) / 2, (1 + level) / 2
    low, high = np.concatenate([quantiles(part @ weights.T, *levels) for part in parts], axis=1)
    return low, high


def _batches(total: int, size: int) -> list[int]:
    return [min(size, total - start) for start in range(0, total, size)]


def generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """Return the Generator that `rng` means; the global random state is never touched."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise TypeError(f"'rng' must be an int, a Generator or None, not {shown(rng)}") from None


def wilson(successes: ArrayLike, trials: ArrayLike, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the Wilson score interval of rates, given counts.

    Parameters
    ----------
    successes, trials : array-like
        Counts, ``0 <= successes <= trials``.
    level : float, default: 0.95
        Confidence level.

    Returns
    -------
    low, high : ndarray
        Within [0, 1]; NaN where there are no trials or a count is missing.

    References
    ----------
    Wilson (1927), Probable inference, JASA 22, 209-212.
    """
    if not 0 < level < 1:
        raise ValueError(f"'level' is {shown(level)}; a number between 0 and 1 is expected")
    hits = np.asarray(successes, dtype=np.float64)
    total = np.asarray(trials, dtype=np.float64)
    if np.any((hits < 0) | (hits > total)):
        raise ValueError("'successes' must be between 0 and 'trials'")
    z = NormalDist().inv_cdf((1 + level) / 2)
    with np.errstate(all="ignore"):
        rate = hits / total
        middle = (rate + z**2 / (2 * total)) / (1 + z**2 / total)
        reach = z * np.sqrt(rate * (1 - rate) / total + (z / (2 * total)) ** 2)
        reach = reach / (1 + z**2 / total)
    low = np.where(hits == 0, 0.0, np.clip(middle - reach, 0.0, rate))
    high = np.where(hits == total, 1.0, np.clip(middle + reach, rate, 1.0))
    empty = ~(total > 0) | np.isnan(hits)
    return np.where(empty, np.nan, low), np.where(empty, np.nan, high)
