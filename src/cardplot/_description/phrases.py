"""Phrases about the columns of a table: extremes, names, what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from cardplot import _format
from cardplot._description.axis_reading import is_time
from cardplot._format.english import count, listed, short

if TYPE_CHECKING:
    import pandas as pd


def names_in(table: pd.DataFrame, column: str) -> list[str]:
    """Return the different names in a column, in order of appearance."""
    if column not in table:
        return []
    return [name_of(value) for value in dict.fromkeys(table[column])]


def printed(values: Any) -> list[str]:
    """Print numbers alike, without the dust of binary fractions (1.0000000000000002)."""
    given = np.asarray(values, dtype=float)
    return _format.numbers([float(f"{value:.12g}") for value in given])


def name_of(value: Any) -> str:
    if isinstance(value, float | int | np.number) and not isinstance(value, bool):
        return printed([value])[0]
    if isinstance(value, datetime):
        return value.isoformat(sep=" ").removesuffix(" 00:00:00")
    text = str(value).removeprefix("0 days ")
    return f"1 day{text[6:]}" if text.startswith("1 days") else text


def ranked(values: pd.Series[Any]) -> Any:
    """Return numbers as they are, and dates and times by their rank."""
    if not are_times(values):
        return np.asarray(values, dtype=float)
    there = sorted(set(values[values.notna()]))
    order = {value: float(rank) for rank, value in enumerate(there)}
    return np.array([order.get(value, np.nan) for value in values])


def are_times(values: Iterable[Any]) -> bool:
    return any(map(is_time, values))


def texts_of(values: Sequence[Any] | pd.Series[Any]) -> list[str]:
    """Return how values read: names and dates as they are, numbers alike."""
    named = are_times(values) or is_text(values)
    return [name_of(value) for value in values] if named else printed(values)


def of_series(names: list[str], noun: str = "series") -> str:
    """Return " in 3 series (a, b and c)", or "" where there is but one without a name."""
    named = [name for name in names if name]
    if not named:
        return ""
    if len(names) == 1:
        return f" of {short(named[0])}"
    return f" in {count(len(names), noun)} ({listed(named)})"


def place_of(row: Any, *columns: str) -> str:
    """Return where a value stands: "dense, 24L"."""
    parts = [name_of(row[column]) for column in columns if column in row.index]
    return ", ".join(short(part) for part in parts if part)


def placed(text: str, place: str) -> str:
    return f"{text} ({place})" if place else text


def extremes(
    table: pd.DataFrame, column: str, *places: str, what: str = "values", texts: Any = None
) -> str:
    """Return "values run from 3 (a) to 12 (b)"."""
    if is_text(table[column]):
        return ""
    values = ranked(table[column])
    if are_times(table[column]):
        texts = texts_of(table[column])
    found = np.flatnonzero(~np.isnan(values))
    if not len(found):
        return ""
    places = tuple(place for place in places if len(names_in(table, place)) > 1)
    low = int(found[np.argmin(values[found])])
    high = int(found[np.argmax(values[found])])
    shown = _ends(values, low, high) if texts is None else dict(enumerate(texts))
    if len(found) == 1:
        alone = {"values": "the only value", "totals": "the total", "medians": "the median"}
        subject = alone.get(what, what)
        return f"{subject} is {placed(shown[low], place_of(table.iloc[low], *places))}"
    if values[low] == values[high]:
        return f"all {what} are {shown[low]}"
    first = placed(shown[low], place_of(table.iloc[low], *places))
    last = placed(shown[high], place_of(table.iloc[high], *places))
    return f"{what} run from {first} to {last}"


def _ends(values: Any, low: int, high: int) -> dict[int, str]:
    """Print two of the values: alike, unless one would need many digits for that."""
    ends = sorted(abs(float(values[index])) for index in (low, high))
    if 0 < 100 * ends[0] < ends[1] and not float(ends[0]).is_integer():
        return {index: printed([float(f"{values[index]:.3g}")])[0] for index in (low, high)}
    return dict(zip((low, high), printed([values[low], values[high]]), strict=True))


def at_positions(values: pd.Series[Any]) -> str:
    """Return "at 3 categories (a, b and c)" or "at 12 positions from 0.1 to 18.7"."""
    names = list(dict.fromkeys(values))
    listing = f"({listed([name_of(name) for name in names])})"
    if is_text(values):
        return f"at {count(len(names), 'category')} {listing}"
    numbers = all(isinstance(name, float | int | np.number) for name in names)
    if len(names) <= 4 or not numbers:
        return f"at {count(len(names), 'position')} {listing}"
    low, high = (name_of(float(f"{end:.3g}")) for end in (min(names), max(names)))
    return f"at {count(len(names), 'position')} from {low} to {high}"


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def missing(table: pd.DataFrame, column: str, noun: str) -> str:
    gaps = int(table[column].isna().sum())
    if not gaps:
        return ""
    return f"{gaps:,} of {count(len(table), noun)} {'is' if gaps == 1 else 'are'} missing"


def terse(text: str) -> str:
    """Return "dense from 3% (a) to 5% (b)", for a list of such."""
    for verb in (" run from ", " is "):
        if verb in text:
            return text.replace(verb, " from " if verb == " run from " else " ", 1)
    return text


def is_text(values: Iterable[Any]) -> bool:
    return any(isinstance(value, str) for value in values)
