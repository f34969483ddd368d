"""Smoothing of curves at any steps: pure numpy, nothing from the future unless asked for."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from cardplot._format import numbers
from cardplot._geometry import Floats
from cardplot._statistics.moments import descale, scale
from cardplot._tables.cells import is_number, shown

ALLOWED = 'a half-life, ("ema", half-life), ("window", width) or ("window", width, "centered")'
DAY = 86_400.0
"""In seconds."""


@dataclass(frozen=True)
class Smoothing:
    """How curves are smoothed.

    Attributes
    ----------
    kind : {"ema", "window"}
    width : float
        Half-life or width, in units of x; in days where x are dates.
    centered : bool
        Whether a window looks ahead as far as back.
    words : str
        The width as it was given.
    """

    kind: Literal["ema", "window"]
    width: float
    centered: bool
    words: str

    @property
    def name(self) -> str:
        """What it is, for captions."""
        if self.kind == "ema":
            return f"exponential, half-life {self.words}"
        return f"mean over {self.words}, {'half of it ahead' if self.centered else 'looking back'}"

    def of(self, x: Floats, values: Floats) -> Floats:
        """Return curves, an (S, T) array, smoothed; what is missing stays missing."""
        there = ~np.isnan(values)
        # By powers of two, which rounds nothing: sums of huge values would overflow.
        scaled, exponents = scale(np.where(there, values, 0.0))
        total = self._ema if self.kind == "ema" else self._window
        with np.errstate(all="ignore"):
            found = total(x, scaled) / total(x, there.astype(float))
        return np.where(there, descale(found, exponents[:, None]), np.nan)

    def _ema(self, x: Floats, values: Floats) -> Floats:
        """Return sums in which a value counts half as much one half-life later."""
        decay = np.exp2(-np.diff(x) / self.width)
        sums = values.T.copy()
        for step, kept in enumerate(decay, start=1):
            sums[step] += kept * sums[step - 1]
        return sums.T

    def _window(self, x: Floats, values: Floats) -> Floats:
        """Return sums over the window of each step."""
        back, ahead = (self.width / 2, self.width / 2) if self.centered else (self.width, 0.0)
        slack = 1e-9 * self.width  # 0.3 - 0.1 is less than 0.2
        starts = (
            np.searchsorted(x, x - back - slack)
            if self.centered
            else np.searchsorted(x, x - back + slack, side="right")
        )
        ends = np.searchsorted(x, x + ahead + slack, side="right")
        padded = np.concatenate([values, np.zeros((len(values), 1))], axis=1)
        both = np.column_stack([starts, ends]).ravel()
        return np.asarray(np.add.reduceat(padded, both, axis=1)[:, ::2])


def smoothing(smooth: Any, *, dates: bool) -> Smoothing | None:
    """Read the argument *smooth*.

    Raises
    ------
    TypeError, ValueError
        When it is none of what is allowed.
    """
    if smooth is None:
        return None
    parts = smooth if isinstance(smooth, tuple) else ("ema", smooth)
    kind, *rest = parts if parts else ("",)
    ahead = rest[1:] == ["centered"] and kind == "window"
    if not isinstance(kind, str) or kind not in ("ema", "window") or len(rest) != 1 + ahead:
        raise ValueError(f"smooth: expected {ALLOWED}, got {shown(smooth)}")
    width = _width(rest[0], smooth, dates=dates)
    words = str(rest[0]) if isinstance(rest[0], dt.timedelta) else numbers([width])[0]
    return Smoothing("ema" if kind == "ema" else "window", width, ahead, words)


def _width(given: Any, smooth: Any, *, dates: bool) -> float:
    if isinstance(given, dt.timedelta) and dates:
        width = given.total_seconds() / DAY
    elif isinstance(given, bool | np.bool_) or not is_number(given):
        raise TypeError(f"smooth: expected {ALLOWED} in units of x, got {shown(smooth)}")
    else:
        width = float(given)
    if not 0 < width < np.inf:
        raise ValueError(f"smooth: expected more than 0 units of x, got {shown(smooth)}")
    return width
