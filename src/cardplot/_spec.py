"""Format strings and callables that users pass as ``*_format``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardplot._digits import MINUS

Spec = str | Callable[[float], str] | None

_PERCENT_STYLE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[diouxXeEfFgGrs]")
# A hyphen that is a sign: before a digit, and not inside a word, a date or a range.
_HYPHEN = re.compile(r"(?<![\w.])-(?=[\d.∞])|(?<=\d[eE])-(?=\d)")
_NEGATIVE_ZERO = re.compile(MINUS + r"(?=0(?:[.,]?0)*(?![\d.,]*\d))")
_DECIMALS = re.compile(r"\.(\d+)([a-zA-Z%])?")


def printer(spec: Spec, argument: str) -> Callable[[float], str]:
    """Return a function from a number to a string.

    Raises
    ------
    TypeError
        When *spec* is neither a string nor callable (later: when the callable returns no string).
    ValueError
        Later, when the format string doesn't work for a number.
    """
    if callable(spec):
        return _from_callable(spec, argument)
    if not isinstance(spec, str):
        raise TypeError(f"'{argument}' must be a format string or a callable, not {spec!r}")
    apply = _applier(spec)

    def write(value: float) -> str:
        try:
            words = _apply(apply, value)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise ValueError(
                f"'{argument}' is {spec!r}, which can't print {value:g} ({error}); "
                "a format string like '{:.1f}', '.1f' or '%.1f' is expected"
            ) from None
        return tidy(words)

    return write


def _from_callable(spec: Callable[[float], Any], argument: str) -> Callable[[float], str]:
    def write(value: float) -> str:
        words = spec(value)
        if not isinstance(words, str):
            raise TypeError(f"the callable '{argument}' must return a string, not {words!r}")
        return tidy(words)

    return write


def _applier(spec: str) -> Callable[[Any], str]:
    if "{" in spec:
        return lambda value: spec.format(value)
    if _PERCENT_STYLE.search(spec):
        return lambda value: spec % value
    return lambda value: format(value, spec)


def _apply(apply: Callable[[Any], str], value: float) -> str:
    """Whole numbers may use integer formats: one missing cell turns a column into floats."""
    try:
        return apply(value)
    except ValueError:
        if value != int(value):
            raise
        return apply(int(value))


def tidy(words: str) -> str:
    """Turn hyphens that are signs into minus signs, and negative zeros into zeros."""
    return _NEGATIVE_ZERO.sub("", _HYPHEN.sub(MINUS, words))


def decimals_of(spec: Spec, argument: str, kind: str | None = None) -> int | None:
    """Return how many decimals of a percent a format string prints, None where it doesn't say.

    With ``kind="%"``, only for formats that multiply by 100 themselves.
    """
    if not isinstance(spec, str):
        if spec is None or callable(spec):
            return None
        raise TypeError(f"'{argument}' must be a format string or a callable, not {spec!r}")
    body = re.search(r"\{[^}]*:([^}]*)\}", spec) if "{" in spec else re.search(r"(.*)", spec)
    inside = body.group(1) if body else ""
    multiplies = inside.endswith("%") and not _PERCENT_STYLE.search(spec)
    if kind == "%" and not multiplies:
        return None
    found = _DECIMALS.search(inside)
    if found:
        return int(found.group(1))
    return 0 if (multiplies and "." not in inside) or inside.endswith("d") else None
