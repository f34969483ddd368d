"""Numbers to strings: every number that is drawn passes through here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from numpy.typing import ArrayLike

from cardplot._format.digits import MINUS, plain
from cardplot._format.percent import changes_in_percent, percents
from cardplot._format.spec import NOT_AVAILABLE, Spec, cells, printer, special, unsigned_zero
from cardplot._statistics.shares import MODES
from cardplot._tables.choices import check_choice

__all__ = ["NOT_AVAILABLE", "Spec", "changes", "numbers", "percents"]


def numbers(
    values: ArrayLike, spec: Spec = None, *, sign: bool = False, argument: str = "value_format"
) -> list[str]:
    """Print the numbers of one chart.

    Parameters
    ----------
    values : (N,) array-like
        Numbers; NaN prints "n/a", infinities "∞".
    spec : str or callable, optional
        A format string ("{:.1f} ms", ".1f" or "%.1f") or a function from a finite number to a
        string. Without it, whole numbers print as such, and others with the same number of
        decimals: three significant digits for the typical (median) value; more, up to six, where
        drawn values couldn't be told apart (up to four among more than 24 numbers) or a small
        one would read as zero; fewer where they would be zeros in all. What still rounds to zero
        prints "<0.001". Numbers from 1e12, and all in charts below 1e-4, print as "4.2×10¹⁵".
        Halves round away from zero.
    sign : bool, default: False
        Put "+" before positive numbers; a format string with words around the number is left to
        say that itself ("{:+.1f} ms").
    argument : str, default: "value_format"
        Name of the argument that *spec* is, for errors.

    Raises
    ------
    TypeError
        When *spec* is neither a string nor callable, or the callable returns no string.
    ValueError
        When the format string doesn't work for a number.
    """
    given = cells(values)
    finite = [value for value in given if math.isfinite(value)]
    if spec is None:
        words = iter(plain(finite, sign=sign))
    else:
        found = printer(spec, argument)
        plus = sign and found.bare
        words = iter([_signed(found.write(value), value, plus) for value in finite])
    return [special(value, sign) or next(words) for value in given]


def _signed(words: str, value: float, plus: bool) -> str:
    if not plus or value <= 0 or words.startswith(("+", MINUS)):
        return words
    return unsigned_zero("+" + words)


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
        What they are: "+12%", "−370", "1.25×". No change is "0%", without a sign, and a change
        that rounds to none "<1%" (or "<0.1%", ...), whatever its sign.
    spec : str or callable, optional
        A format string (for percents as in `percents`), or a function from the change to a
        string. Default for percents: two significant digits for the largest, up to two decimals;
        for the others as in `numbers`.
    fallback : (N,) iterable of bool, optional
        Where the change is a difference in spite of *mode*; *spec* isn't used there.
    argument : str, default: "delta_format"
        Name of the argument that *spec* is, for errors.
    """
    check_choice("delta", mode, MODES)
    given = cells(deltas)
    differs = [False] * len(given) if fallback is None else [bool(each) for each in fallback]
    as_meant = [value for value, other in zip(given, differs, strict=True) if not other]
    fallen = [value for value, other in zip(given, differs, strict=True) if other]
    meant = iter(_changes(as_meant, mode, spec, argument))
    instead = iter(numbers(fallen, sign=True))
    return [next(instead) if other else next(meant) for other in differs]


def _changes(given: Sequence[float], mode: str, spec: Spec, argument: str) -> list[str]:
    if mode == "difference" or callable(spec):
        words = numbers(given, spec, sign=True, argument=argument)
        return [unsigned_zero(each) for each in words]
    if mode == "ratio":
        words = numbers(given, spec, argument=argument)
        digits_only = spec is None or printer(spec, argument).bare
        return [each + "×" if digits_only and each != NOT_AVAILABLE else each for each in words]
    return changes_in_percent(given, spec, argument)
