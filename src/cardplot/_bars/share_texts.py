"""What the labels of share bars read, and the sentence that explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot import _format, _tables
from cardplot._format.english import listed
from cardplot._geometry import Floats
from cardplot._tables import Wide
from cardplot._tables.cells import is_column

INCOMPLETE = "≥"
"""Before the total of a bar with a missing part: parts aren't negative, so it is at least that."""
UNKNOWN = "incomplete"
NO_DATA = "n/a"


def incomplete(table: Wide) -> NDArray[np.bool_]:
    gaps = np.isnan(table.values)
    return np.asarray(gaps.any(axis=1) & ~gaps.all(axis=1))


def sums(table: Wide) -> Floats:
    with np.errstate(over="ignore"):
        added = np.nansum(table.values, axis=1)
    for i in np.flatnonzero(np.isinf(added)):
        raise ValueError(f"'data': the total of {table.categories[i]!r} is too large to draw")
    return np.where(np.isnan(table.values).all(axis=1), np.nan, added)


def share_texts(
    fractions: Floats, picked: list[int], spec: Any, rounding: str
) -> dict[tuple[int, int], str]:
    """Return the text of each share that is printed, by (category, series)."""
    texts = {}
    for i, row in enumerate(fractions):
        present = np.flatnonzero(~np.isnan(row))
        # A whole bar at once: whether shares add to 100 shows only in all of them.
        read = _format.percents(row[present], spec, policy=rounding)  # type: ignore[arg-type]
        for j, text in zip(present, read, strict=True):
            if row[j] > 0 and j in picked:
                texts[i, int(j)] = text
    return texts


def total_texts(totals: Any, table: Wide, added: Floats, spec: Any) -> list[str | None]:
    """Return what stands at the end of each bar."""
    empty, gaps = np.isnan(added), incomplete(table)
    if callable(totals) or totals is True:
        whole = np.flatnonzero(~empty)
        read = (
            [str(totals(float(total))) for total in added[whole]]
            if callable(totals)
            else _format.numbers(added[whole], spec, argument="total_format")
        )
        ends: list[str | None] = [NO_DATA] * len(added)
        for i, text in zip(whole, read, strict=True):
            ends[i] = INCOMPLETE + text if gaps[i] else text
        return ends
    if totals is False or totals is None:
        return [
            NO_DATA if none else UNKNOWN if gap else None
            for none, gap in zip(empty, gaps, strict=True)
        ]
    if isinstance(totals, str) or not (is_column(totals) or isinstance(totals, Mapping)):
        raise TypeError(f"'totals' must be True, False, texts or a callable, not {totals!r}")
    given = _tables.per_item(totals, table.categories, "totals", keys=table.category_keys) or ()
    return [
        (NO_DATA if none else None) if text is None else str(text)
        for text, none in zip(given, empty, strict=True)
    ]


def caption(
    table: Wide,
    texts: dict[tuple[int, int], str],
    ends: list[str | None],
    totals: Any,
    normalize: bool,
    rounding: str,
) -> str:
    """Say what the marks mean."""
    says = ["Bars: shares of the total" if normalize else "Bars: parts stacked to their total"]
    if texts:
        added = ", rounded so that the shares of a bar add to 100%" if rounding == "sum" else ""
        says.append(f"text in a part: its share of the bar{added}")
    if totals is True:
        says.append("text at the end: the total")
    if incomplete(table).any():
        marked = [f"“{INCOMPLETE}”"] if any(str(end).startswith(INCOMPLETE) for end in ends) else []
        marked += [f"“{UNKNOWN}”"] if UNKNOWN in ends else []
        gaps = marked or [
            name for name, gap in zip(table.categories, incomplete(table), strict=True) if gap
        ]
        says.append(f"{listed(gaps)}: parts are missing, and shares are of those present")
    if any(text == NO_DATA for text in ends):
        says.append(f"“{NO_DATA}”: no data")
    return "; ".join(says) + "."
