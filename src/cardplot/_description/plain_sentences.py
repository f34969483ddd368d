"""What tables of plain marks show, in sentences: bars, lines, points, histograms, references."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy as np

from cardplot import _format
from cardplot._description.axis_reading import is_time
from cardplot._description.phrases import (
    at_positions,
    capital,
    extremes,
    is_text,
    missing,
    name_of,
    names_in,
    of_series,
    place_of,
    placed,
    ranked,
    texts_of,
)
from cardplot._format.english import count, listed, short

if TYPE_CHECKING:
    import pandas as pd

MOST_SERIES = 4
"""So many series get a sentence each."""


def bars(table: pd.DataFrame) -> list[str]:
    """Tell what bars show."""
    groups, series = names_in(table, "category"), names_in(table, "series")
    form = "Stacked bars" if "base" in table and _is_stacked(table) else "Bars"
    whiskers = " with whiskers" if "low" in table else ""
    return [
        f"{form}{whiskers}: {count(len(groups), 'category')} ({listed(groups)})"
        + of_series(series),
        capital(extremes(table, "value", "series", "category")),
        missing(table, "value", "bar"),
    ]


def _is_stacked(table: pd.DataFrame) -> bool:
    """Say whether a bar stands where another one of its category ends."""
    ends: dict[Any, list[float]] = {}
    for _, row in table.iterrows():
        if is_time(row["base"]):
            return False
        ends.setdefault(row["category"], []).append(row["base"] + row["value"])
    # A bar without length ends where it starts itself.
    long = table[(table["base"] != 0) & (table["value"] != 0)]
    bases = zip(long["category"], long["base"], strict=True)
    return any(np.isclose(ends[name], base).any() for name, base in bases)


def boxes(table: pd.DataFrame) -> list[str]:
    """Tell what boxes show."""
    groups, series = names_in(table, "category"), names_in(table, "series")
    ends = table.melt(["category", "series"], ["low", "high"])
    outliers = int(table["outliers"].sum())
    return [
        f"Box plot of {count(len(table), 'box')} ({listed(groups)}){of_series(series)}",
        capital(extremes(table, "median", "series", "category", what="medians")),
        capital(extremes(ends, "value", "series", "category", what="whiskers")),
        f"{count(outliers, 'outlier')} beyond the whiskers" if outliers else "",
    ]


def hexagons(table: pd.DataFrame) -> list[str]:
    """Tell what hexagonal bins show."""
    places = {axis: [f"{axis} {name_of(at)}" for at in table[axis]] for axis in ("x", "y")}
    return [
        count(len(table), "hexagonal bin"),
        capital(extremes(table.assign(**places), "value", "x", "y")),
        _ranges(table),
    ]


def lines(table: pd.DataFrame) -> list[str]:
    """Tell what lines show."""
    names = names_in(table, "series")
    named = [name for name in names if name]
    return [
        f"Line chart with {count(len(names), 'line')}" + (f" ({listed(named)})" if named else ""),
        *courses(table, "y"),
    ]


def stems(table: pd.DataFrame) -> list[str]:
    """Tell what stems show."""
    names = names_in(table, "series")
    return [f"Stem plot of {count(len(table), 'point')}{of_series(names)}", *courses(table, "y")]


def courses(table: pd.DataFrame, column: str) -> list[str]:
    """Return a sentence on each series; of many, on the first ones, and on the extremes of all."""
    names = list(dict.fromkeys(table["series"]))
    texts = dict(zip(table[column], texts_of(table[column]), strict=True))
    told = []
    for name in names[:MOST_SERIES]:
        rows = table[(table["series"] == name) & table[column].notna() & table["x"].notna()]
        if len(rows):
            told.append(_course(name_of(name), rows, column, texts))
        elif name:
            told.append(f"{short(name_of(name))} has no values")
    if len(names) > MOST_SERIES:
        told.append(f"And {count(len(names) - MOST_SERIES, 'further line')}")
        told.append(capital(extremes(table, column, "series", "x", what="all values")))
    return told


def _course(name: str, rows: pd.DataFrame, column: str, texts: Mapping[Any, str]) -> str:
    """Return how a line goes: from, to, and an extreme in between."""
    subject = short(name) or ("The line" if column == "y" else "The centre")
    # Names have no order of their own.
    own = np.zeros(len(rows)) if is_text(texts) else ranked(rows[column])

    def told(index: Any) -> str:
        return f"{texts[rows[column].iloc[index]]} at {name_of(rows['x'].iloc[index])}"

    if len(own) == 1:
        return f"{subject} is {told(0)}"
    text = f"{subject} goes from {told(0)} to {told(-1)}"
    if own.max() > max(own[0], own[-1]):
        text += f", highest {told(own.argmax())}"
    if own.min() < min(own[0], own[-1]):
        text += f", lowest {told(own.argmin())}"
    return text


def points(table: pd.DataFrame) -> list[str]:
    """Tell what points show."""
    names = names_in(table, "series")
    seen = int((table["x"].notna() & table["y"].notna()).sum())
    opening = f"Scatter of {count(seen, 'point')}"
    if len(names) > 1 or any(names):
        opening += of_series(names, "group")
    if is_text(table["x"]):
        opening += f" {at_positions(table['x'])}"
    sizes = "The points differ in size" if "size" in table else ""
    return [opening, _ranges(table), sizes]


def _ranges(table: pd.DataFrame) -> str:
    named = {"x": "x", "y": "y", "color": "colour"}
    told = [_range(name, table[column]) for column, name in named.items() if column in table]
    return capital(listed(list(filter(None, told))))


def _range(name: str, values: pd.Series[Any]) -> str:
    if is_text(values):
        return ""
    there = values[values.notna()]
    if there.empty:
        return ""
    numbers = ranked(there)
    ends = [there.iloc[int(numbers.argmin())], there.iloc[int(numbers.argmax())]]
    low, high = texts_of(ends)
    return f"{name} is {low}" if low == high else f"{name} runs from {low} to {high}"


def bins(table: pd.DataFrame) -> list[str]:
    """Tell what the bins of histograms show."""
    names = names_in(table, "series")
    if table["value"].isna().all():
        return [f"Histogram without values{of_series(names)}"]
    top = table.iloc[int(np.nanargmax(np.asarray(table["value"], dtype=float)))]
    low, high = texts_of([table["low"].min(), table["high"].max()])
    edges = texts_of([top["low"], top["high"]])
    sizes = table.groupby("series", sort=False)["value"].size()
    bins = f"{sizes.min()} to " if sizes.nunique() > 1 else ""
    highest = place_of(top, *(["series"] if len(names) > 1 else []))
    return [
        f"Histogram of {bins}{count(int(sizes.max()), 'bin')} from {low} to {high}"
        + of_series(names),
        f"The highest bin, {placed(name_of(top['value']), highest)}, "
        f"runs from {edges[0]} to {edges[1]}",
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
        low, high = texts_of([row["low"], row["high"]])
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
