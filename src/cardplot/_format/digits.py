"""Digits without a format string: how many decimals one chart needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext

MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_HUGE = 1e12
_TINY = 1e-4
_SIGNIFICANT = 3
_MOST_SIGNIFICANT = 6
_MOST_SIGNIFICANT_OF_MANY = 4  # among more than _FEW numbers nobody compares every pair
_FEW = 24
_LONGEST = 8
_RANGE = 1e3  # what is smaller than the largest by more has no say in the decimals


def _decimal(value: float, decimals: int) -> Decimal:
    """Round what the number reads as, and not its binary neighbour: 0.285 is 0.29."""
    with localcontext(prec=400):
        return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def round_half_up(value: float, decimals: int) -> float:
    """Round to decimals, halves away from zero."""
    return float(_decimal(value, decimals))


def fixed(value: float, decimals: int, *, sign: bool = False) -> str:
    """Print with thousands separators and a real minus; halves away from zero, never "−0"."""
    rounded = _decimal(value, decimals)
    words = f"{abs(rounded):,f}"
    if rounded == 0:
        return words
    return (MINUS if rounded < 0 else "+" if sign else "") + words


def plain(values: Sequence[float], *, sign: bool = False) -> list[str]:
    """Print the finite numbers of one chart, alike and each to be told from the others."""
    tiny = max((abs(value) for value in values if abs(value) < _HUGE), default=0.0) < _TINY
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


def _places(value: float) -> int:
    """Return how many decimals the number has, float noise aside: 2 for 0.25, 1 for 0.1 + 0.2."""
    exponent = Decimal(f"{value:.12g}").normalize().as_tuple().exponent
    return max(0, -int(exponent))


def _decimals(values: Sequence[float]) -> int:
    sizes = sorted({abs(value) for value in values if value})
    most_needed = max(map(_places, sizes), default=0)
    if not most_needed:
        return 0
    comparable = sorted(abs(value) for value in values if abs(value) * _RANGE >= sizes[-1])
    top = _exponent(comparable[(len(comparable) - 1) // 2])  # of the typical value
    limit = max(0, _LONGEST - 1 - _exponent(sizes[-1]))
    least = min(limit, max(0, _SIGNIFICANT - 1 - top))
    most = min(limit, max(least, _most_significant(values) - 1 - top))
    decimals = _fewest(least, most, lambda count: {fixed(value, count) for value in set(values)})
    # A small one doesn't read as zero; among few it keeps two significant digits.
    smallest = (len(values) <= _FEW) - _exponent(sizes[0])
    if decimals < smallest <= min(limit, decimals + 3):
        decimals = smallest
    return min(decimals, most_needed)


def _most_significant(values: Sequence[float]) -> int:
    return _MOST_SIGNIFICANT if len(values) <= _FEW else _MOST_SIGNIFICANT_OF_MANY


def _fewest(least: int, most: int, print_all: Callable[[int], set[str]]) -> int:
    """Return the fewest decimals that tell apart as many values as `most` decimals would."""
    goal = len(print_all(most))
    return next((count for count in range(least, most) if len(print_all(count)) == goal), most)


def _mantissa(value: float) -> float:
    return float(Decimal(repr(float(value))).scaleb(-_exponent(value)))


def _mantissa_decimals(values: Sequence[float]) -> int:
    most_needed = max((_places(_mantissa(value)) for value in values), default=0)
    decimals = _fewest(
        _SIGNIFICANT - 1,
        _most_significant(values) - 1,
        lambda count: {_power(value, count, False) for value in set(values)},
    )
    return min(decimals, most_needed)


def _power(value: float, decimals: int, sign: bool) -> str:
    exponent = _exponent(value)
    mantissa = fixed(_mantissa(value), decimals, sign=sign)
    if mantissa.lstrip(f"{MINUS}+").startswith("10"):
        exponent += 1
        mantissa = fixed(_mantissa(value) / 10, decimals, sign=sign)
    return f"{mantissa}×10" + str(exponent).translate(_SUPERSCRIPTS)
