"""Shares, their rounding, and changes against a baseline."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardplot._statistics.moments import scale
from cardplot._tables.cells import Floats
from cardplot._tables.choices import check_choice

Rounding = Literal["nearest", "sum"]
Mode = Literal["percent", "difference", "ratio"]
MODES = ("percent", "difference", "ratio")
ROUNDINGS = ("nearest", "sum")
# 57 / 200 * 100 is 28.499999999999996: what a reader calls a half may be a hair below one.
_HAIR = 1e-9


def shares(values: ArrayLike) -> Floats:
    """Return the share of each part in the present parts of its row.

    Parameters
    ----------
    values : (N, K) array-like
        Parts, none negative; NaN where missing.

    Returns
    -------
    (N, K) ndarray
        Between 0 and 1; NaN where the part is missing and in rows without a total.
    """
    parts = np.asarray(values, dtype=np.float64)
    scaled = np.empty_like(parts)
    for row, cells in enumerate(parts):
        present = ~np.isnan(cells)
        scaled[row] = np.nan
        scaled[row, present] = scale(cells[present][np.newaxis])[0][0]
    totals = np.nansum(scaled, axis=1, keepdims=True)
    out = np.full_like(scaled, np.nan)
    with np.errstate(all="ignore"):
        np.divide(scaled, totals, out=out, where=totals > 0)
    return out


def rounded_shares(row: ArrayLike, places: int = 0, policy: Rounding = "nearest") -> Floats:
    """Round the shares of one bar to percents.

    Parameters
    ----------
    row : (K,) array-like
        Shares between 0 and 1; NaN where missing.
    places : int, default: 0
        Decimals of the percents.
    policy : {"nearest", "sum"}, default: "nearest"
        "nearest" rounds each share on its own, halves up: 12.5 is 13. "sum" uses the largest
        remainder: round down, then give the units that lack to 100 to the largest remainders,
        the first of equal ones first.

    Returns
    -------
    (K,) ndarray
        Percents; NaN where the share is.

    References
    ----------
    Balinski and Young (2001), Fair representation, on the method of Hamilton.
    """
    check_choice("rounding", policy, ROUNDINGS)
    unit = 10.0**places
    units = np.asarray(row, dtype=np.float64) * 100 * unit
    if policy == "nearest":
        return np.asarray(np.floor(units + 0.5 + _HAIR) / unit)
    down = np.floor(units + _HAIR)
    present = np.flatnonzero(~np.isnan(units))
    lacking = round(float(units[present].sum() - down[present].sum()))
    # Remainders of equal parts differ by float noise; on a grid they are equal.
    remainders = np.rint((units - down)[present] / _HAIR)
    first = present[np.argsort(-remainders, kind="stable")[:lacking]]
    down[first] += 1
    return np.asarray(down / unit)


class Deltas(NamedTuple):
    """Changes against a baseline.

    Attributes
    ----------
    values : (N, K) ndarray
        The changes; NaN where there is none: in the baseline itself, next to a missing bar and
        where it is undefined.
    fallback : (N, K) ndarray of bool
        Where "percent" is undefined for a negative baseline, and the value is the difference.
    """

    values: Floats
    fallback: NDArray[np.bool_]


def deltas(values: ArrayLike, baseline: int, mode: Mode = "percent") -> Deltas:
    """Return the change of each bar against the baseline series of its category.

    Parameters
    ----------
    values : (N, K) array-like
        Bars of N categories and K series; NaN where missing.
    baseline : int
        Position of the baseline series.
    mode : {"percent", "difference", "ratio"}, default: "percent"
        "percent": ``(value - baseline) / baseline`` as a fraction. A zero baseline has no percent
        (NaN), unless the value is 0 too: no change, 0. A negative baseline would turn the sign
        round, so there the change falls back to the difference and *fallback* says so.
        "difference": ``value - baseline``. "ratio": ``value / baseline``, for a positive baseline
        and a value that isn't negative; NaN else.
    """
    check_choice("delta", mode, MODES)
    bars = np.asarray(values, dtype=np.float64)
    base = bars[:, [baseline]]
    fallback = np.zeros(bars.shape, dtype=bool)
    with np.errstate(all="ignore"):
        change = bars - base
        if mode == "percent":
            fallback = np.broadcast_to(base < 0, bars.shape) & ~np.isnan(bars)
            relative = np.where(base == 0, np.where(bars == 0, 0.0, np.nan), change / base)
            change = np.where(fallback, change, relative)
        elif mode == "ratio":
            change = np.where((base > 0) & (bars >= 0), bars / base, np.nan)
        # 0.3 against 0.1 + 0.2 is a tie, not a change of 2e-16.
        tie = np.abs(bars - base) <= 4 * np.finfo(float).eps * np.maximum(
            np.abs(bars), np.abs(base)
        )
        change = np.where(tie & ~np.isnan(change), 1.0 if mode == "ratio" else 0.0, change)
    change = np.where(np.isfinite(change), change, np.nan)
    change[:, baseline] = np.nan
    return Deltas(change, fallback & ~np.isnan(change))


def within_noise(change: ArrayLike, error: ArrayLike, other: ArrayLike = 0.0) -> NDArray[np.bool_]:
    """Decide which changes are smaller than the noise.

    Parameters
    ----------
    change : array-like
        Differences between two values, in the unit of the errors.
    error, other : array-like
        Errors (half-lengths of whiskers) of the two values, or the noise itself and 0; NaN is no
        error known and counts as 0.

    Returns
    -------
    ndarray of bool
        Where ``abs(change) < sqrt(error**2 + other**2)``, the rule for the error of a difference
        of two independent values. False where the change is NaN or no error is known.
    """
    with np.errstate(all="ignore"):
        first = np.nan_to_num(np.asarray(error, dtype=np.float64), nan=0.0)
        second = np.nan_to_num(np.asarray(other, dtype=np.float64), nan=0.0)
        return np.asarray(np.abs(np.asarray(change, dtype=np.float64)) < np.hypot(first, second))
