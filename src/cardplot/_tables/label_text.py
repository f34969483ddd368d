"""How labels print: names, numbers that serve as names, dates, tuples."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

_MINUS = "\N{MINUS SIGN}"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# Neither a font nor an XML file can hold these: controls, lone surrogates, non-characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text(value: object) -> str:
    """Return the display string of one label.

    Whole numbers lose their ".0", negative ones get a real minus sign, dates print as the
    shortest unambiguous form, the levels of a tuple are joined by " / ". Characters that can't be
    drawn (controls, lone surrogates) become U+FFFD, tabs become spaces.
    """
    return texts((value,))[0]


def texts(values: Iterable[object]) -> tuple[str, ...]:
    """Return the display strings of labels that stand side by side: all dates alike."""
    labels = [_plain(value) for value in values]
    pattern = _date_pattern([label for label in labels if isinstance(label, dt.datetime)])
    short = tuple(_text(label, pattern, 12) for label in labels)
    if len(set(short)) == len(short):
        return short
    return tuple(_text(label, pattern, 17) for label in labels)


def _plain(value: Any) -> Any:
    """Turn numpy's scalars and pandas' timestamps into Python's."""
    if isinstance(value, np.datetime64):
        if np.datetime_data(value)[0] in ("Y", "M", "W", "D"):
            return str(value)
        return value.astype("datetime64[us]").item()
    if isinstance(value, np.timedelta64):
        return str(value)
    if isinstance(value, np.generic) and not isinstance(value, np.floating):
        return value.item()
    return value


def _date_pattern(dates: list[dt.datetime]) -> str:
    zones = {date.tzinfo for date in dates}
    zone = "%z" if len(zones) > 1 else ""
    if any(date.microsecond for date in dates):
        return "%Y-%m-%d %H:%M:%S.%f" + zone
    if any(date.second for date in dates):
        return "%Y-%m-%d %H:%M:%S" + zone
    if any(date.hour or date.minute for date in dates):
        return "%Y-%m-%d %H:%M" + zone
    return "%Y-%m-%d" + zone


def _text(value: Any, pattern: str, digits: int) -> str:
    if isinstance(value, str):
        words = value
    elif isinstance(value, bytes):
        words = value.decode("utf-8", "replace")
    elif isinstance(value, dt.datetime):
        words = value.strftime(pattern)
    elif isinstance(value, tuple):
        words = " / ".join(texts(value))
    elif isinstance(value, Real) and not isinstance(value, bool):
        words = _number(value, digits)
    else:
        words = _printed(value)
    return printable(words)


def printable(words: str) -> str:
    """Return *words* without what neither a font nor an XML file can hold.

    A byte order mark is nothing to see, and matplotlib can't write it into a PDF.
    """
    plain = words.replace("\r\n", "\n").replace("\t", " ").replace("\ufeff", "")
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", plain)


def _printed(value: object) -> str:
    try:
        return str(value)
    except Exception:  # the user's code
        return f"<{type(value).__name__}>"


def _number(value: Real, most: int) -> str:
    """Print a number that serves as a name: every digit, no separators, no "1e+06"."""
    if isinstance(value, Integral):
        words = str(int(value))
    elif not isinstance(value, float | np.floating):
        words = str(value)
    elif math.isinf(value):
        words = "-∞" if value < 0 else "∞"
    else:
        digits = Decimal(str(value))
        if len(digits.as_tuple().digits) > 15 and most < 17:  # 0.30000000000000004 is called 0.3
            digits = Decimal(f"{value:.{most}g}")
        words = f"{digits.normalize():f}"
        if not -6 <= digits.adjusted() <= 15:
            mantissa, _, exponent = f"{digits.normalize():e}".partition("e")
            words = f"{mantissa}×10" + str(int(exponent)).translate(_SUPERSCRIPTS)
        words = "0" if words == "-0" else words
    return _MINUS + words[1:] if words.startswith("-") else words
