"""Say in plain sentences what a table of drawn data shows, the most important first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from cardplot import _format
from cardplot._english import count, listed, short

if TYPE_CHECKING:
    import pandas as pd

_MOST_SERIES = 4


def say(kind: str, table: pd.DataFrame, caption: str) -> list[str]:
    """Return the sentences for one kind of mark.

    Parameters
    ----------
    kind : str
        Such as "stacked share bars".
    table : pandas.DataFrame
        What is drawn; its columns decide what there is to say.
    caption : str
        What the marks mean, said as it is.
    """
    columns = set(table.columns)
    tell = next((tell for needed, tell in _TELLERS if needed <= columns), None)
    if kind == "lines":
        tell = _lines
    told = (
        [f"{_capital(kind)}: {count(len(table), 'row')} of data"] if tell is None else tell(table)
    )
    return [text for text in (*told, caption) if text]


def _names(table: pd.DataFrame, column: str) -> list[str]:
    """Return the different names in a column, in order of appearance."""
    if column not in table:
        return []
    return [_name(value) for value in dict.fromkeys(table[column])]


def _numbers(values: Any) -> list[str]:
    """Print numbers alike, without the dust of binary fractions (1.0000000000000002)."""
    given = np.asarray(values, dtype=float)
    return _format.numbers([float(f"{value:.12g}") for value in given])


def _name(value: Any) -> str:
    if isinstance(value, float | int | np.number) and not isinstance(value, bool):
        return _numbers([value])[0]
    if isinstance(value, datetime):
        return value.isoformat(sep=" ").removesuffix(" 00:00:00")
    return str(value)


def _of_series(names: list[str], noun: str = "series") -> str:
    """Return " in 3 series (a, b and c)", or "" where there is but one without a name."""
    named = [name for name in names if name]
    if not named:
        return ""
    if len(names) == 1:
        return f" of {short(named[0])}"
    return f" in {count(len(names), noun)} ({listed(named)})"


def _place(row: Any, *columns: str) -> str:
    """Return where a value stands: "dense, 24L"."""
    parts = [_name(row[column]) for column in columns if column in row.index]
    return ", ".join(short(part) for part in parts if part)


def _at(text: str, place: str) -> str:
    return f"{text} ({place})" if place else text


def _extremes(
    table: pd.DataFrame, column: str, *places: str, what: str = "values", texts: Any = None
) -> str:
    """Return "values run from 3 (a) to 12 (b)"."""
    values = np.asarray(table[column], dtype=float)
    found = np.flatnonzero(~np.isnan(values))
    if not len(found):
        return ""
    shown = _numbers(values) if texts is None else list(texts)
    places = tuple(place for place in places if len(_names(table, place)) > 1)
    low = int(found[np.argmin(values[found])])
    high = int(found[np.argmax(values[found])])
    if len(found) == 1:
        subject = "the only value" if what == "values" else what
        return f"{subject} is {_at(shown[low], _place(table.iloc[low], *places))}"
    if values[low] == values[high]:
        return f"all {what} are {shown[low]}"
    first = _at(shown[low], _place(table.iloc[low], *places))
    last = _at(shown[high], _place(table.iloc[high], *places))
    return f"{what} run from {first} to {last}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _missing(table: pd.DataFrame, column: str, noun: str) -> str:
    gaps = int(table[column].isna().sum())
    if not gaps:
        return ""
    return f"{gaps} of {count(len(table), noun)} {'is' if gaps == 1 else 'are'} missing"


def _shares(table: pd.DataFrame) -> list[str]:
    bars, parts = _names(table, "category"), _names(table, "series")
    opening = f"Stacked bars: {count(len(bars), 'bar')} ({listed(bars)}){_of_series(parts, 'part')}"
    whole = table.groupby("category", sort=False, observed=True)["value"].sum(min_count=1)
    totals = whole.reset_index()
    spread = []
    for name in list(dict.fromkeys(table["series"]))[:_MOST_SERIES]:
        rows = table[table["series"] == name]
        texts = _format.percents(list(np.asarray(rows["share"], dtype=float)))
        told = _extremes(rows, "share", "category", what=short(_name(name)), texts=texts)
        spread.append(_terse(told))
    shares = "; ".join(filter(None, spread)) if len(parts) > 1 else ""
    return [
        opening,
        _capital(_extremes(totals, "value", "category", what="totals")),
        f"Shares: {shares}" if shares else "",
        _missing(table, "value", "part"),
    ]


def _deltas(table: pd.DataFrame) -> list[str]:
    groups, series = _names(table, "category"), _names(table, "series")
    return [
        f"Grouped bars: {count(len(groups), 'group')} ({listed(groups)}){_of_series(series)}",
        _capital(_extremes(table, "value", "series", "category")),
        _changes(table),
        _missing(table, "value", "bar"),
    ]


def _changes(table: pd.DataFrame) -> str:
    """Return how the series changed against the baseline, in the unit in which it is drawn."""
    mode = _mode(table)
    rows = table[table["delta"].notna()]
    bases = table[table["delta"].isna() & (table["value"] == table["baseline"])]
    if mode is None or rows.empty or bases.empty:
        return ""
    told = []
    for name in list(dict.fromkeys(rows["series"]))[:_MOST_SERIES]:
        part = rows[rows["series"] == name]
        texts = _format.changes(list(np.asarray(part["delta"], dtype=float)), mode)
        text = _extremes(part, "delta", "category", what=short(_name(name)), texts=texts)
        told.append(_terse(text))
    return f"Change against {short(_name(bases['series'].iloc[0]))}: {'; '.join(told)}"


def _mode(table: pd.DataFrame) -> str | None:
    """Return the unit of the changes, which the numbers themselves tell."""
    value, base, delta = (
        np.asarray(table[column], dtype=float) for column in ("value", "baseline", "delta")
    )
    with np.errstate(all="ignore"):
        told = {"percent": value / base - 1, "ratio": value / base, "difference": value - base}
    known = np.isfinite(delta)
    for mode, expected in told.items():
        if known.any() and np.allclose(delta[known], expected[known], rtol=1e-9, atol=1e-12):
            return mode
    return None


def _terse(text: str) -> str:
    """Return "dense from 3% (a) to 5% (b)", for a list of such."""
    for verb in (" run from ", " is "):
        if verb in text:
            return text.replace(verb, " from " if verb == " run from " else " ", 1)
    return text


def _bars(table: pd.DataFrame) -> list[str]:
    groups, series = _names(table, "category"), _names(table, "series")
    form = "Bars" if "base" not in table or len(series) == 1 else "Stacked bars"
    whiskers = " with whiskers" if "low" in table else ""
    return [
        f"{form}{whiskers}: {count(len(groups), 'category')} ({listed(groups)})"
        + _of_series(series),
        _capital(_extremes(table, "value", "series", "category")),
        _missing(table, "value", "bar"),
    ]


def _seeds(table: pd.DataFrame) -> list[str]:
    where, series = _names(table, "x"), _names(table, "series")
    bare = bool(table["low"].isna().all() and table["high"].isna().all())
    form = "Points" if bare else "Points with whiskers"
    counted = "category" if _is_text(table["x"]) else "position"
    told = "values" if table["center"].notna().any() else ""
    return [
        f"{form}{_of_series(series)} at {count(len(where), counted)} ({listed(where)})",
        _capital(_extremes(table, "center", "series", "x", what=told)) if told else "",
        *_seed_counts(table),
    ]


def _seed_counts(table: pd.DataFrame) -> list[str]:
    """Return who has how many seeds, as far as that is known."""
    if "n" not in table or table["n"].isna().all():
        return [_missing(table, "center", "point")]
    seeds = table["n"].dropna().astype(int)
    none = [_place(table.loc[index], "series", "x") for index in seeds.index[seeds == 0]]
    single = [_place(table.loc[index], "series", "x") for index in seeds.index[seeds == 1]]
    present = seeds[seeds > 0]
    spread = f"n = {present.min()} to {present.max()}"
    if present.nunique() == 1:
        spread = f"n = {present.min()} each"
    return [
        _capital(spread) if len(present) else "",
        f"No seeds, so no point: {listed(none)}" if none else "",
        f"One seed, so no whisker: {listed(single)}" if single and len(single) < len(seeds) else "",
    ]


def _heat(table: pd.DataFrame) -> list[str]:
    rows, columns = _names(table, "row"), _names(table, "column")
    size = f"{count(len(rows), 'row')} by {count(len(columns), 'column')}"
    given = [f"rows {listed(rows)}", f"columns {listed(columns)}"] if _is_text(table["row"]) else []
    gaps = int(table["value"].isna().sum())
    opening = f"Heat map of {size}" + (f": {'; '.join(given)}" if given else "")
    if gaps == len(table):
        return [opening, "All cells are missing"]
    return [
        opening,
        _capital(_extremes(table, "value", "row", "column")),
        _missing(table, "value", "cell"),
    ]


def _is_text(values: pd.Series[Any]) -> bool:
    return any(isinstance(value, str) for value in values)


def _lines(table: pd.DataFrame) -> list[str]:
    names = list(dict.fromkeys(table["series"]))
    opening = count(len(names), "line")
    named = [_name(name) for name in names if name]
    told = []
    for name in names[:_MOST_SERIES]:
        rows = table[(table["series"] == name) & table["y"].notna()]
        if len(rows):
            told.append(_course(_name(name), rows, table))
    dropped = len(names) - _MOST_SERIES
    return [
        f"Line chart with {opening}" + (f" ({listed(named)})" if named else ""),
        *told,
        f"{count(dropped, 'further line')}" if dropped > 0 else "",
        _capital(_extremes(table, "y", "series", "x")) if dropped > 0 else "",
    ]


def _course(name: str, rows: pd.DataFrame, table: pd.DataFrame) -> str:
    """Return how a line goes: from, to, and an extreme in between."""
    ys = rows["y"]
    if _is_text(ys):
        return f"{_capital(short(name)) or 'The line'} has {count(len(rows), 'point')}"
    every = np.asarray(table["y"], dtype=float)
    texts = dict(zip(every, _numbers(every), strict=True))
    first, last = rows.iloc[0], rows.iloc[-1]
    text = (
        f"{short(name) or 'The line'} goes from {texts[float(first['y'])]} at {_name(first['x'])}"
    )
    text += f" to {texts[float(last['y'])]} at {_name(last['x'])}"
    own = np.asarray(ys, dtype=float)
    peak, dip = rows.iloc[int(own.argmax())], rows.iloc[int(own.argmin())]
    ends = (float(first["y"]), float(last["y"]))
    if float(peak["y"]) > max(ends):
        text += f", highest {texts[float(peak['y'])]} at {_name(peak['x'])}"
    if float(dip["y"]) < min(ends):
        text += f", lowest {texts[float(dip['y'])]} at {_name(dip['x'])}"
    return text


def _points(table: pd.DataFrame) -> list[str]:
    names = _names(table, "series")
    opening = f"Scatter of {count(len(table), 'point')}"
    if len(names) > 1 or any(names):
        opening += _of_series(names, "group")
    told = [
        _range(axis, table[axis]) for axis in ("x", "y") if not _is_text(table[axis]) and len(table)
    ]
    return [opening, _capital(" and ".join(filter(None, told)))]


def _range(name: str, values: pd.Series[Any]) -> str:
    numbers = np.asarray(values, dtype=float)
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return ""
    low, high = _numbers([numbers.min(), numbers.max()])
    return f"{name} is {low}" if low == high else f"{name} runs from {low} to {high}"


def _bins(table: pd.DataFrame) -> list[str]:
    names = _names(table, "series")
    top = table.iloc[int(np.nanargmax(np.asarray(table["value"], dtype=float)))]
    low, high = _numbers([table["low"].min(), table["high"].max()])
    edges = _numbers([top["low"], top["high"]])
    bins = len(table) // max(len(names), 1)
    return [
        f"Histogram of {count(bins, 'bin')} from {low} to {high}{_of_series(names)}",
        f"The highest bin, {_name(top['value'])}, runs from {edges[0]} to {edges[1]}",
    ]


def _slices(table: pd.DataFrame) -> list[str]:
    shares = _format.percents(list(np.asarray(table["share"], dtype=float)))
    told = [
        f"{short(_name(name)) or 'unnamed'} {share}"
        for name, share in zip(table["category"], shares, strict=True)
    ]
    return [f"Pie of {count(len(told), 'slice')}: {listed(told)}"]


def _references(table: pd.DataFrame) -> list[str]:
    told = []
    for _, row in table.iterrows():
        label = "" if row.get("label") is None else str(row.get("label") or "")
        low, high = _numbers([row["low"], row["high"]])
        across = "horizontal" if row["axis"] == "y" else "vertical"
        mark = f"A {across} line" if low == high else f"A {across} band"
        value = f"at {low}" if low == high else f"from {low} to {high}"
        told.append(f"{mark} {value}" + (f" marks {short(label)}" if label else ""))
    return told


_TELLERS: list[tuple[set[str], Callable[[pd.DataFrame], list[str]]]] = [
    ({"category", "series", "value", "share"}, _shares),
    ({"category", "series", "value", "delta"}, _deltas),
    ({"category", "series", "value"}, _bars),
    ({"x", "series", "center", "low", "high"}, _seeds),
    ({"row", "column", "value"}, _heat),
    ({"axis", "label", "low", "high"}, _references),
    ({"series", "low", "high", "value"}, _bins),
    ({"series", "x", "y"}, _points),
    ({"category", "share"}, _slices),
]
"""Which columns a table must have, and who tells what it shows; the first that fits does."""
