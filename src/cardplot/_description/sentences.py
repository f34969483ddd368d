"""Say in plain sentences what a table of drawn data shows, the most important first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from cardplot import _format
from cardplot._description.curve_sentences import curves
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
    printed,
    terse,
)
from cardplot._description.plain_sentences import (
    MOST_SERIES,
    bars,
    bins,
    boxes,
    courses,
    hexagons,
    lines,
    points,
    references,
    slices,
    stems,
)
from cardplot._format.english import count, listed, short

if TYPE_CHECKING:
    import pandas as pd


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
    tell = {"lines": lines, "stems": stems, "curves of seeds": curves}.get(kind, tell)
    told = [] if tell is None else tell(table)
    if tell is None and not caption:
        told = [f"{capital(kind)}: {count(len(table), 'row')} of data"]
    if tell is references:
        # What its caption says is said.
        return told
    return [text for text in (*told, caption) if text]


def _shares(table: pd.DataFrame) -> list[str]:
    bars, parts = names_in(table, "category"), names_in(table, "series")
    names = f" ({listed(bars)})" if any(bars) else ""  # one bar of parts may have none
    opening = f"Stacked bars: {count(len(bars), 'bar')}{names}{of_series(parts, 'part')}"
    whole = table.groupby("category", sort=False, observed=True)["value"].sum(min_count=1)
    totals = whole.reset_index()
    gaps = set(table["category"][table["value"].isna()])
    counted = [
        f"at least {text}" if name in gaps else text
        for name, text in zip(totals["category"], printed(totals["value"]), strict=True)
    ]
    spread = []
    for name in list(dict.fromkeys(table["series"]))[:MOST_SERIES]:
        rows = table[table["series"] == name]
        texts = _format.percents(list(np.asarray(rows["share"], dtype=float)))
        told = extremes(rows, "share", "category", what=short(name_of(name)), texts=texts)
        spread.append(terse(told))
    shares = "; ".join(filter(None, spread)) if len(parts) > 1 else ""
    return [
        opening,
        capital(extremes(totals, "value", "category", what="totals", texts=counted)),
        f"Shares: {shares}" if shares else "",
        missing(table, "value", "part"),
    ]


def _deltas(table: pd.DataFrame) -> list[str]:
    groups, series = names_in(table, "category"), names_in(table, "series")
    return [
        f"Grouped bars: {count(len(groups), 'group')} ({listed(groups)}){of_series(series)}",
        capital(extremes(table, "value", "series", "category")),
        _changes(table),
        missing(table, "value", "bar"),
    ]


def _changes(table: pd.DataFrame) -> str:
    """Return how the series changed against the baseline, in the unit in which it is drawn."""
    mode = _mode(table)
    rows = table[table["delta"].notna()]
    bases = table[table["delta"].isna() & (table["value"] == table["baseline"])]
    if mode is None or rows.empty or bases.empty:
        return ""
    told = []
    for name in list(dict.fromkeys(rows["series"]))[:MOST_SERIES]:
        part = rows[rows["series"] == name]
        texts = _format.changes(list(np.asarray(part["delta"], dtype=float)), mode)
        text = extremes(part, "delta", "category", what=short(name_of(name)), texts=texts)
        told.append(terse(text))
    return f"Change against {short(name_of(bases['series'].iloc[0]))}: {'; '.join(told)}"


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


def _seeds(table: pd.DataFrame) -> list[str]:
    where, series = names_in(table, "x"), names_in(table, "series")
    bare = bool(table[["low", "high"]].isna().all(axis=None)) and "x low" not in table
    form = "Points" if bare else "Points with whiskers"
    if table["center"].isna().all() and not bare:
        return [f"Whiskers{of_series(series)} {at_positions(table['x'])}", _spread(table)]
    told = [capital(extremes(table, "center", "series", "x"))]
    if not is_text(table["x"]) and len(where) > 1:
        told = courses(table, "center")
    return [
        f"{form}{of_series(series)} {at_positions(table['x'])}",
        *told,
        *_seed_counts(table),
    ]


def _spread(table: pd.DataFrame) -> str:
    ends = table.melt(["x", "series"], ["low", "high"])
    return capital(extremes(ends, "value", "series", "x", what="whiskers"))


def _seed_counts(table: pd.DataFrame) -> list[str]:
    """Return who has how many seeds, as far as that is known."""
    if "n" not in table or table["n"].isna().all():
        return [missing(table, "center", "point")]
    seeds = table["n"].dropna().astype(int)
    none = [place_of(table.loc[index], "series", "x") for index in seeds.index[seeds == 0]]
    single = [place_of(table.loc[index], "series", "x") for index in seeds.index[seeds == 1]]
    present = seeds[seeds > 0]
    spread = f"{present.min()} to {present.max()}" if present.nunique() > 1 else f"{present.max()}"
    return [
        f"Seeds per point: {spread}" if len(present) else "",
        f"No seeds, so no point: {listed(none)}" if none else "",
        f"One seed, so no whisker: {listed(single)}" if single and len(single) < len(seeds) else "",
    ]


def _strip(table: pd.DataFrame) -> list[str]:
    series = names_in(table, "series")
    sizes = table.groupby(["x", "series"], sort=False, observed=True)["value"].count()
    most = f"{sizes.min()} to {sizes.max()}" if sizes.nunique() > 1 else f"{sizes.max()}"
    none = [place_of(row, "series", "x") for _, row in table.iterrows() if np.isnan(row["value"])]
    return [
        f"{count(int(sizes.sum()), 'single value')}{of_series(series)} {at_positions(table['x'])}",
        capital(extremes(table, "value", "series", "x")),
        f"Values per strip: {most}" if len(sizes) else "",
        f"No values: {listed(none)}" if none else "",
    ]


def _heat(table: pd.DataFrame) -> list[str]:
    rows, columns = names_in(table, "row"), names_in(table, "column")
    size = f"{count(len(rows), 'row')} by {count(len(columns), 'column')}"
    given = [f"rows {listed(rows)}", f"columns {listed(columns)}"] if is_text(table["row"]) else []
    gaps = int(table["value"].isna().sum())
    opening = f"Heat map of {size}" + (f": {'; '.join(given)}" if given else "")
    if gaps == len(table):
        return [opening, "All cells are missing"]
    named = table.assign(
        row=_placed(table["row"], "row", "y"), column=_placed(table["column"], "column", "x")
    )
    return [
        opening,
        capital(extremes(named, "value", "row", "column")),
        missing(table, "value", "cell"),
    ]


def _placed(values: pd.Series[Any], counted: str, axis: str) -> list[str]:
    """Return the names of rows or columns; a mesh may have places on its axes instead."""
    different = list(dict.fromkeys(values))
    word = counted if is_text(values) or different == [*range(len(different))] else axis
    named = {value: f"{word} {name_of(value)}" for value in different}
    return [named[value] for value in values]


_TELLERS: list[tuple[set[str], Callable[[pd.DataFrame], list[str]]]] = [
    ({"category", "series", "value", "share"}, _shares),
    ({"category", "series", "value", "delta"}, _deltas),
    ({"category", "series", "value"}, bars),
    ({"category", "series", "median"}, boxes),
    ({"x", "series", "center", "low", "high"}, _seeds),
    ({"x", "series", "value"}, _strip),
    ({"row", "column", "value"}, _heat),
    ({"axis", "label", "low", "high"}, references),
    ({"series", "low", "high", "value"}, bins),
    ({"series", "x", "y"}, points),
    ({"x", "y", "value"}, hexagons),
    ({"category", "share"}, slices),
]
"""Which columns a table must have, and who tells what it shows; the first that fits does."""
