"""Format strings and callables that users pass as ``*_format``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cardplot._format.digits import MINUS, round_half_up
from cardplot._tables.cells import shown

Spec = str | Callable[[float], str] | None

_PERCENT_STYLE = re.compile(r"%[-+ #0]*\d*(?:\.(?P<decimals>\d+))?(?P<type>[diouxXeEfFgGrs])")
_FIELD = re.compile(r"\{[^{}:]*(?::(?P<inside>[^{}]*))?\}")
_INSIDE = re.compile(r"(?:\.(?P<decimals>\d+))?(?P<type>[a-zA-Z%]?)$")
# A hyphen that is a sign: before a digit, and not inside a word, a date or a range.
_HYPHEN = re.compile(r"(?<![\w.])-(?=[\d.])|(?<=\d[eE])-(?=\d)")
_NEGATIVE_ZERO = re.compile(MINUS + r"(?=0(?:[.,]?0)*(?![\d.,]*\d))")
_POSITIVE_ZERO = re.compile(r"\+(?=0(?:[.,]?0)*(?![\d.,]*\d))")
_WHOLE = 2.0**53

NOT_AVAILABLE = "n/a"
"""What stands for a number that there isn't."""


def cells(values: ArrayLike) -> list[float]:
    """Return numbers as a flat list of Python floats."""
    return [float(value) for value in np.ravel(np.asarray(values, dtype=np.float64))]


def special(value: float, sign: bool = False) -> str | None:
    """Return the string of a number that has no digits; None for any other."""
    if math.isnan(value):
        return NOT_AVAILABLE
    if math.isinf(value):
        return f"{MINUS}∞" if value < 0 else "+∞" if sign else "∞"
    return None


@dataclass(frozen=True)
class Printer:
    """A format, ready to print single numbers.

    Attributes
    ----------
    write : callable
        From a finite number to a string.
    decimals : int or None
        How many decimals of the number stay; None where the format doesn't fix it.
    percent : bool
        Whether it is a format string that multiplies by 100 and adds "%".
    bare : bool
        Whether it is a format string for the digits alone, without words around them.
    custom : bool
        Whether it is the user's callable.
    """

    write: Callable[[float], str]
    decimals: int | None = None
    percent: bool = False
    bare: bool = False
    custom: bool = False


def printer(spec: str | Callable[[float], str], argument: str) -> Printer:
    """Read a format.

    Parameters
    ----------
    spec : str or callable
        "{:.1f} ms", ".1f", "%.1f ms", or a function from a number to a string.
    argument : str
        Name of the argument, for errors.

    Returns
    -------
    Printer
        Rounds halves away from zero. Its output has minus signs for hyphens and no negative zero.

    Raises
    ------
    TypeError
        When *spec* is neither a string nor callable (later: when the callable returns no string).
    ValueError
        When the format string doesn't work for a number.
    """
    if callable(spec):
        return Printer(_from_callable(spec, argument), custom=True)
    if not isinstance(spec, str):
        raise TypeError(f"'{argument}' must be a format string or a callable, not {shown(spec)}")
    apply, found, bare = _parse(spec)
    kind = found["type"] if found else ""
    decimals = int(found["decimals"]) if found and found["decimals"] else None
    if kind in ("f", "F", "%") and decimals is None:
        decimals = 6
    elif kind in ("d", "i"):
        decimals = 0
    elif kind not in ("f", "F", "%"):
        decimals = None
    percent = kind == "%"
    keep = None if decimals is None else decimals + 2 * percent
    write = _from_string(spec, apply, None if kind in ("d", "i") else keep, argument)
    write(1.0)
    return Printer(write, keep, percent, bare)


def _parse(spec: str) -> tuple[Callable[[Any], str], re.Match[str] | None, bool]:
    """Return how to apply a format string, where it says decimals and type, and if it is bare."""
    if "{" in spec:
        field = _FIELD.search(spec)
        found = _INSIDE.search(field["inside"] or "") if field else None
        return spec.format, found, False
    found = _PERCENT_STYLE.search(spec)
    if found:
        return lambda value: spec % value, found, False
    return lambda value: format(value, spec), _INSIDE.search(spec), True


def _from_callable(spec: Callable[[float], Any], argument: str) -> Callable[[float], str]:
    def write(value: float) -> str:
        words = spec(value)
        if not isinstance(words, str):
            raise TypeError(f"the callable '{argument}' must return a string, not {shown(words)}")
        return tidy(words)

    return write


def _from_string(
    spec: str, apply: Callable[[Any], str], keep: int | None, argument: str
) -> Callable[[float], str]:
    def write(value: float) -> str:
        try:
            return tidy(_apply(apply, value if keep is None else round_half_up(value, keep)))
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise ValueError(
                f"'{argument}' is {spec!r}, which can't print {value:g} ({error}); "
                "a format string like '{:.1f}', '.1f' or '%.1f' is expected"
            ) from None

    return write


def _apply(apply: Callable[[Any], str], value: float) -> str:
    """Apply a format; whole numbers are ints again, for one gap turns a column into floats."""
    if abs(value) <= _WHOLE and value == int(value):
        try:
            return apply(int(value))
        except ValueError:  # ".3" is for floats only
            pass
    return apply(value)


def tidy(words: str) -> str:
    """Turn hyphens that are signs into minus signs, and negative zeros into zeros."""
    return _NEGATIVE_ZERO.sub("", _HYPHEN.sub(MINUS, words))


def unsigned_zero(words: str) -> str:
    """Take the plus off a zero."""
    return _POSITIVE_ZERO.sub("", words)
