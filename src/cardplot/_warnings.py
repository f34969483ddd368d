"""Warnings that name the user's line, not one of ours."""

from __future__ import annotations

import sys
import warnings

HOUSES = ("cardplot", "matplotlib")


def warn(message: str) -> None:
    """Warn at the line outside this package, and outside matplotlib, that led here."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] in HOUSES:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, UserWarning, stacklevel=level)
