"""Arguments that are one of a few values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardplot._tables.cells import shown


def is_one_of(value: Any, allowed: Iterable[Any]) -> bool:
    """Say whether a value is one of a few, whatever it makes of "==" (an array, NA)."""
    return any(value is one or (isinstance(value, str) and value == one) for one in allowed)


def check_choice(argument: str, value: Any, allowed: Iterable[Any]) -> None:
    """Refuse a value that isn't one of a few."""
    choices = tuple(allowed)
    if not is_one_of(value, choices):
        raise ValueError(
            f"{argument}: expected one of {', '.join(map(repr, choices))}, got {shown(value)}"
        )
