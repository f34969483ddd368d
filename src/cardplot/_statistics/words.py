"""Centres and spreads in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CENTERS = {"mean": "mean", "median": "median", "iqm": "interquartile mean"}

SPREADS = {
    "sd": "±1 sample SD",
    "se": "±1 standard error",
    "ci": "{level} t interval",
    "bootstrap": "{level} percentile bootstrap interval",
    "wilson": "{level} Wilson interval",
    "range": "minimum to maximum",
    "iqr": "interquartile range",
}

HALVES = {"sd": "sample SD", "se": "standard error"}
"""What half a whisker is, where it has a name."""


def center_name(center: str | Callable[..., Any]) -> str:
    """Return a centre in words."""
    if isinstance(center, str):
        return CENTERS.get(center, center)
    return str(getattr(center, "__name__", "given centre"))


def spread_name(kind: str, level: float) -> str:
    """Return a spread in words."""
    return SPREADS.get(kind, kind).replace("{level}", f"{100 * level:g}%")
