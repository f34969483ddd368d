"""Numbers to strings: every number that is drawn passes through here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cardplot._digits import MINUS, fixed, plain
from cardplot._shares import Rounding, rounded_shares
from cardplot._spec import Spec, decimals_of, printer

__all__ = ["Spec", "changes", "numbers", "percents"]

NOT_AVAILABLE = "n/a"


def _floats(values: ArrayLike) -> list[float]:
    return [float(value) for value in np.ravel(np.asarray(values, dtype=np.float64))]


def _special(value: float, sign: bool = False) -> str | None:
    if math.isnan(value):
        return NOT_AVAILABLE
    if math.isinf(value):
        return f"{MINUS}∞" if value < 0 else "+∞" if sign else "∞"
    return None


def numbers(
    values: ArrayLike, spec: Spec = None, *, sign: bool = False, argument: str = "value_format"
) -> list[str]:
    """Print the numbers of one chart.

    Parameters
    ----------
    values : (N,) array-like
        Numbers; NaN prints "n/a", infinities "∞".
    spec : str or callable, optional
        A format string ("{:.1f} ms", ".1f" or "%.1f") or a function from a number to a string.
        Without it, whole numbers print as such, and others with the same number of decimals:
        three significant digits for the typical (median) value, more where drawn values couldn't
        be told apart or a small one would read as zero, fewer where they would be zeros. Numbers
        from 1e12, and charts below 1e-4, print as "4×10¹⁵".
    sign : bool, default: False
        Put "+" before positive numbers.
    argument : str, default: "value_format"
        Name of the argument that *spec* is, for errors.

    Raises
    ------
    TypeError
        When *spec* is neither a string nor callable, or the callable returns no string.
    ValueError
        When the format string doesn't work for a number.
    """
    given = _floats(values)
    finite = [value for value in given if math.isfinite(value)]
    if spec is not None:
        write = printer(spec, argument)
        words = iter([_signed(write(value), value, sign) for value in finite])
    else:
        words = iter(plain(finite, sign=sign))
    return [_special(value, sign) or next(words) for value in given]


def _signed(words: str, value: float, sign: bool) -> str:
    unsigned = sign and value > 0 and not words.startswith(("+", MINUS))
    return f"+{words}" if unsigned and any("1" <= each <= "9" for each in words) else words


def percents(
    fractions: ArrayLike,
    spec: Spec = None,
    *,
    policy: Rounding = "nearest",
    argument: str = "share_format",
) -> list[str]:
    """Print shares as percents.

    Parameters
    ----------
    fractions : (N,) array-like
        Shares of one bar; NaN prints "n/a".
    spec : str or callable, optional
        A format string for the percents ("{:.1f} %", ".1f") or, with type "%", for the fractions
        ("{:.1%}"); or a function from a fraction to a string. Default: no decimals.
    policy : {"nearest", "sum"}, default: "nearest"
        How to round, see `rounded_shares`.
    argument : str, default: "share_format"
        Name of the argument that *spec* is, for errors.

    Returns
    -------
    list of str
        A share that isn't zero never reads "0%" and one that isn't all never "100%": they read
        "<1%" and ">99%" (with decimals "<0.1%" and ">99.9%"), halves included.
    """
    given = _floats(fractions)
    if callable(spec):
        write = printer(spec, argument)
        return [_special(value) or write(value) for value in given]
    places = 0 if spec is None else decimals_of(spec, argument)
    rounded = rounded_shares(given, places or 0, policy)
    write = _percent_printer(spec, argument)
    unit = 10.0 ** -(places or 0)
    return [
        _special(value) or _percent(value, float(percent), unit, write)
        for value, percent in zip(given, rounded, strict=True)
    ]


def _percent(fraction: float, percent: float, unit: float, write: Callable[[float], str]) -> str:
    hair = 1e-9
    if fraction > 0 and (percent <= 0 or (fraction * 100 <= unit / 2 + hair and percent <= unit)):
        return "<" + write(unit)
    if fraction < 1 - 1e-12 and percent >= 100 and fraction <= 1:
        return ">" + write(100 - unit)
    return write(percent)


def _percent_printer(spec: Spec, argument: str) -> Callable[[float], str]:
    if spec is None:
        return lambda percent: fixed(percent, 0) + "%"
    write = printer(spec, argument)
    if isinstance(spec, str) and decimals_of(spec, argument, kind="%") is not None:
        return lambda percent: write(float(Decimal(str(percent)) / 100))
    if isinstance(spec, str) and "{" not in spec and "%" not in spec:
        return lambda percent: write(percent) + "%"
    return write


def changes(
    deltas: ArrayLike,
    mode: str,
    spec: Spec = None,
    *,
    fallback: Iterable[Any] | None = None,
    argument: str = "delta_format",
) -> list[str]:
    """Print changes against a baseline.

    Parameters
    ----------
    deltas : (N,) array-like
        Changes as `deltas` returns them (percents as fractions); NaN prints "n/a".
    mode : {"percent", "difference", "ratio"}
        What they are: "+12%", "−370", "1.20×". No change is "0%" or "0".
    spec : str or callable, optional
        A format string (for percents as in `percents`), or a function from the change to a
        string. Default for percents: two significant digits for the largest, up to two decimals.
    fallback : (N,) iterable of bool, optional
        Where the change is a difference in spite of *mode*.
    argument : str, default: "delta_format"
        Name of the argument that *spec* is, for errors.
    """
    given = _floats(deltas)
    differs = [False] * len(given) if fallback is None else [bool(each) for each in fallback]
    kinds = ["difference" if other else mode for other in differs]
    out: dict[int, str] = {}
    for kind in dict.fromkeys(kinds):
        rows = [row for row, each in enumerate(kinds) if each == kind]
        picked = [given[row] for row in rows]
        plain_spec = None if kind != mode and not callable(spec) else spec
        out.update(zip(rows, _changes(picked, kind, plain_spec, argument), strict=True))
    return [out[row] for row in range(len(given))]


def _changes(given: Sequence[float], kind: str, spec: Spec, argument: str) -> list[str]:
    if callable(spec) or kind == "difference":
        return numbers(given, spec, sign=not callable(spec), argument=argument)
    if kind == "ratio":
        words = numbers(given, spec, argument=argument)
        bare = spec is None or (isinstance(spec, str) and "{" not in spec and "%" not in spec)
        return [each + "×" if bare and each != NOT_AVAILABLE else each for each in words]
    return _percent_changes(given, spec, argument)


def _percent_changes(given: Sequence[float], spec: Spec, argument: str) -> list[str]:
    percents = [value * 100 for value in given]
    finite = [abs(value) for value in percents if math.isfinite(value)]
    if spec is None:
        largest = max(finite, default=0.0)
        places = 0 if largest >= 9.95 else 1 if largest >= 0.995 else 2
        while places and all(_whole(value, places - 1) for value in finite):
            places -= 1
    else:
        places = decimals_of(spec, argument) or 0
    write = _percent_printer(spec, argument) if spec is not None else None
    return [_special(value) or _percent_change(value, places, write) for value in percents]


def _whole(value: float, places: int) -> bool:
    units = value * 10.0**places
    return math.isclose(units, round(units), abs_tol=1e-9, rel_tol=1e-15)


def _percent_change(value: float, places: int, write: Callable[[float], str] | None) -> str:
    if value == 0:
        return "0%"
    show = write or (lambda percent: fixed(percent, places) + "%")
    rounded = math.floor(abs(value) * 10.0**places + 0.5 + 1e-9) / 10.0**places
    if rounded == 0:
        return "<" + show(10.0**-places).lstrip("+")
    words = show(math.copysign(rounded, value))
    return words if words.startswith(("+", MINUS)) or value < 0 else "+" + words
