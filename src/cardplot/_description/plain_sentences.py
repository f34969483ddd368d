"""What tables of plain marks show, in sentences: bars, lines, points, histograms, references."""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy as np

from cardplot import _format
from cardplot._description.phrases import (
    capital,
    extremes,
    is_text,
    missing,
    name_of,
    names_in,
    of_series,
    printed,
)
from cardplot._format.english import count, listed, short

if TYPE_CHECKING:
    import pandas as pd

MOST_SERIES = 4
"""So many series get a sentence each."""


def bars(table: pd.DataFrame) -> list[str]:
    """Tell what bars show."""
    groups, series = names_in(table, "category"), names_in(table, "series")
    form = "Bars" if "base" not in table or len(series) == 1 else "Stacked bars"
    whiskers = " with whiskers" if "low" in table else ""
    return [
        f"{form}{whiskers}: {count(len(groups), 'category')} ({listed(groups)})"
        + of_series(series),
        capital(extremes(table, "value", "series", "category")),
        missing(table, "value", "bar"),
    ]


def lines(table: pd.DataFrame) -> list[str]:
    """Tell what lines show."""
    names = names_in(table, "series")
    named = [name for name in names if name]
    return [
        f"Line chart with {count(len(names), 'line')}" + (f" ({listed(named)})" if named else ""),
        *courses(table, "y"),
    ]


def courses(table: pd.DataFrame, column: str) -> list[str]:
    """Return a sentence on each series; of many, on the first ones, and on the extremes of all."""
    names = list(dict.fromkeys(table["series"]))
    told = []
    for name in names[:MOST_SERIES]:
        rows = table[(table["series"] == name) & table[column].notna()]
        if len(rows):
            told.append(_course(name_of(name), rows, table, column))
    if len(names) > MOST_SERIES:
        told.append(f"And {count(len(names) - MOST_SERIES, 'further line')}")
        told.append(capital(extremes(table, column, "series", "x", what="all values")))
    return told


def _course(name: str, rows: pd.DataFrame, table: pd.DataFrame, column: str) -> str:
    """Return how a line goes: from, to, and an extreme in between."""
    subject = short(name) or ("The line" if column == "y" else "The centre")
    if is_text(rows[column]):
        return f"{subject} has {count(len(rows), 'point')}"
    every = np.asarray(table[column], dtype=float)
    texts = dict(zip(every, printed(every), strict=True))
    own = np.asarray(rows[column], dtype=float)
    places = [name_of(value) for value in rows["x"]]
    told = [f"{texts[value]} at {place}" for value, place in zip(own, places, strict=True)]
    if len(own) == 1:
        return f"{subject} is {told[0]}"
    text = f"{subject} goes from {told[0]} to {told[-1]}"
    if own.max() > max(own[0], own[-1]):
        text += f", highest {told[int(own.argmax())]}"
    if own.min() < min(own[0], own[-1]):
        text += f", lowest {told[int(own.argmin())]}"
    return text


def points(table: pd.DataFrame) -> list[str]:
    """Tell what points show."""
    names = names_in(table, "series")
    seen = int((table["x"].notna() & table["y"].notna()).sum())
    opening = f"Scatter of {count(seen, 'point')}"
    if len(names) > 1 or any(names):
        opening += of_series(names, "group")
    told = [
        _range(axis, table[axis]) for axis in ("x", "y") if not is_text(table[axis]) and len(table)
    ]
    return [opening, capital(" and ".join(filter(None, told)))]


def _range(name: str, values: pd.Series[Any]) -> str:
    numbers = np.asarray(values, dtype=float)
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return ""
    low, high = printed([numbers.min(), numbers.max()])
    return f"{name} is {low}" if low == high else f"{name} runs from {low} to {high}"


def bins(table: pd.DataFrame) -> list[str]:
    """Tell what the bins of histograms show."""
    names = names_in(table, "series")
    top = table.iloc[int(np.nanargmax(np.asarray(table["value"], dtype=float)))]
    low, high = printed([table["low"].min(), table["high"].max()])
    edges = printed([top["low"], top["high"]])
    bins = len(table) // max(len(names), 1)
    return [
        f"Histogram of {count(bins, 'bin')} from {low} to {high}{of_series(names)}",
        f"The highest bin, {name_of(top['value'])}, runs from {edges[0]} to {edges[1]}",
    ]


def slices(table: pd.DataFrame) -> list[str]:
    """Tell what pies show."""
    shares = _format.percents(list(np.asarray(table["share"], dtype=float)))
    told = [
        f"{short(name_of(name)) or 'unnamed'} {share}"
        for name, share in zip(table["category"], shares, strict=True)
    ]
    return [f"Pie of {count(len(told), 'slice')}: {listed(told)}"]


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and np.isnan(value)


def references(table: pd.DataFrame) -> list[str]:
    """Tell what lines and bands across the axes show."""
    told = []
    for _, row in table.iterrows():
        across = "horizontal" if row["axis"] == "y" else "vertical"
        value = row.get("value")
        low, high = printed([row["low"], row["high"]])
        if row["low"] == row["high"]:
            # A date was given as a date, and is at some number of days in the table.
            at = low if value is None or isinstance(value, Number) else name_of(value)
            text = f"A {across} line at {at}"
        else:
            text = f"A {across} band from {low} to {high}"
            if value is not None and not _is_nan(value):
                text += f", with a line at {name_of(value)},"
        label = str(row.get("label") or "")
        told.append(f"{text} marks {short(label)}" if label else text.rstrip(","))
    return told
