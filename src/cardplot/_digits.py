"""Digits without a format string: how many decimals one chart needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext

MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_HUGE = 1e12
_TINY = 1e-4
_SIGNIFICANT = 3
_MOST_SIGNIFICANT = 6
_LONGEST = 8


def fixed(value: float, decimals: int, *, sign: bool = False) -> str:
    """Print with thousands separators and a real minus; halves away from zero, never "−0"."""
    with localcontext(prec=400):
        rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        words = f"{abs(rounded):,f}"
    if rounded == 0:
        return words
    return (MINUS if rounded < 0 else "+" if sign else "") + words


def plain(values: Sequence[float], *, sign: bool = False) -> list[str]:
    """Print the finite numbers of one chart, alike and each to be told from the others."""
    sizes = [abs(value) for value in values if value]
    tiny = bool(sizes) and max(sizes) < _TINY
    powers = [bool(value) and (tiny or abs(value) >= _HUGE) for value in values]
    ordinary = [value for value, power in zip(values, powers, strict=True) if not power]
    decimals = _decimals(ordinary)
    digits = _mantissa_decimals(
        [value for value, power in zip(values, powers, strict=True) if power]
    )
    return [
        _power(value, digits, sign) if power else _ordinary(value, decimals, sign)
        for value, power in zip(values, powers, strict=True)
    ]


def _ordinary(value: float, decimals: int, sign: bool) -> str:
    words = fixed(value, decimals, sign=sign)
    if value and not any("1" <= each <= "9" for each in words):
        unit = fixed(math.copysign(10.0**-decimals, value), decimals)
        return (">" if value < 0 else "<") + unit
    return words


def _exponent(value: float) -> int:
    return Decimal(repr(float(value))).adjusted()


def _decimals(values: Sequence[float]) -> int:
    sizes = sorted(abs(value) for value in values if value)
    if not sizes or all(value == int(value) for value in sizes):
        return 0
    typical = sizes[(len(sizes) - 1) // 2]
    limit = max(0, _LONGEST - 1 - _exponent(sizes[-1]))
    least = min(limit, max(0, _SIGNIFICANT - 1 - _exponent(typical)))
    most = min(limit, max(least, _MOST_SIGNIFICANT - 1 - _exponent(typical)))
    decimals = _tell_apart(values, least, most)
    smallest = 1 - _exponent(sizes[0])  # decimals that leave it two significant digits
    if decimals < smallest <= min(limit, decimals + 3):
        decimals = smallest
    return _trimmed(values, decimals)


def _tell_apart(values: Sequence[float], least: int, most: int) -> int:
    """Return the fewest decimals that tell apart as many values as `most` decimals would."""
    goal = len({fixed(value, most) for value in values})
    for decimals in range(least, most):
        if len({fixed(value, decimals) for value in values}) == goal:
            return decimals
    return most


def _trimmed(values: Sequence[float], decimals: int) -> int:
    """Drop decimals that would be zeros in every value and hide nothing."""
    while decimals and all(
        Decimal(repr(float(value))) == round(Decimal(repr(float(value))), decimals - 1)
        for value in values
    ):
        decimals -= 1
    return decimals


def _mantissa(value: float) -> float:
    return float(Decimal(repr(float(value))).scaleb(-_exponent(value)))


def _mantissa_decimals(values: Sequence[float]) -> int:
    if not values:
        return 0
    mantissas = [_mantissa(value) for value in values]
    decimals = _tell_apart_powers(values)
    return _trimmed(mantissas, decimals)


def _tell_apart_powers(values: Sequence[float]) -> int:
    goal = len({_power(value, _MOST_SIGNIFICANT - 1, False) for value in values})
    for decimals in range(_SIGNIFICANT - 1, _MOST_SIGNIFICANT - 1):
        if len({_power(value, decimals, False) for value in values}) == goal:
            return decimals
    return _MOST_SIGNIFICANT - 1


def _power(value: float, decimals: int, sign: bool) -> str:
    exponent = _exponent(value)
    mantissa = fixed(_mantissa(value), decimals, sign=sign)
    if mantissa.lstrip(f"{MINUS}+").startswith("10"):
        exponent += 1
        mantissa = fixed(_mantissa(value) / 10, decimals, sign=sign)
    return f"{mantissa}×10" + str(exponent).translate(_SUPERSCRIPTS)
