"""Labels of a chart of seeds: counts, words in empty slots, names of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Transform

from cardplot import _format, palettes
from cardplot._color.surface import surface
from cardplot._labels import Around, Beyond, Label
from cardplot._labels.vacant_slot import Vacant
from cardplot._seeds.layout import Layout
from cardplot._seeds.pixels import Plane
from cardplot._seeds.sizes import DOT, point_size
from cardplot._seeds.table import UNKNOWN, SeedTable
from cardplot._tables import names as _names
from cardplot._tables.cells import is_column, shown

if TYPE_CHECKING:
    pass


class Point(NamedTuple):
    """A group of seeds, as the callable in *point_labels* gets it."""

    x: Any
    series: Any
    center: float
    low: float
    high: float
    n: int | None


def count_labels(
    plane: Plane, table: SeedTable, where: Layout, show_n: bool | str, *, strip: bool
) -> list[tuple[int, Label]]:
    """Return the counts beyond the marks, where they are to be shown, and of which series."""
    known = table.slots & (table.counts > 0)
    counts = table.counts[known]
    if show_n is False or not len(counts):
        return []
    uneven = strip or counts.min() != counts.max() or (table.counts[table.slots] == 0).any()
    labels = []
    for i, j in np.argwhere(known):
        n = int(table.counts[i, j])
        if show_n == "auto" and not uneven and n > 1:
            continue
        words, slot = f"n={_format.numbers([n])[0]}", _beyond(plane, table, where, i, j)
        labels.append((int(j), Label(words, slot, color=_quiet(plane.axes))))
    return labels


def _beyond(plane: Plane, table: SeedTable, where: Layout, i: int, j: int) -> Beyond:
    seeds = table.seeds[i][j] if table.seeds is not None else np.empty(0)
    point = float(mpl.rcParams["lines.markersize"]) / 2
    marks = [(table.center[i, j], point_size() / 2), (table.high[i, j], 1.0)]
    marks += [(seed, DOT * point) for seed in seeds]
    end, radius = max(mark for mark in marks if np.isfinite(mark[0]))
    x, y = plane.xy(where.positions(j)[i : i + 1], np.array([end]))
    return Beyond(
        float(x[0]),
        float(y[0]),
        "up" if plane.vertical else "right",
        thickness=None if where.numeric else 2 * where.room,
        radius=radius,
        drawn=_drawn(plane, table, where, j),
    )


def _drawn(plane: Plane, table: SeedTable, where: Layout, j: int) -> Transform | None:
    """Return where the marks of a series are drawn; None where that is at their data."""
    drawn = where.drawn(plane, j, table.beyond(j))
    return None if drawn == plane.axes.transData else drawn


def vacant_labels(
    plane: Plane, table: SeedTable, where: Layout, show_n: bool | str, empty: Any
) -> list[tuple[int, Label]]:
    """Return the words in empty slots, and of which series."""
    texts = _empty_texts(table, empty)
    gaps = table.slots & (table.counts <= 0) & ~np.isfinite(table.center)
    labels = []
    # A category without any seeds says so once, in its middle.
    whole = np.zeros(len(gaps), dtype=bool) if where.numeric else np.all(gaps, axis=1)
    for i, j in np.argwhere(gaps):
        given = texts.get((i, j))
        if (given is None and show_n is False) or (whole[i] and j > 0):
            continue
        words = given or ("n/a" if table.counts[i, j] == UNKNOWN else "n=0")
        position, room = float(where.positions(j)[i]), None if where.numeric else where.room
        if whole[i]:
            position, room = float(where.at[i]), 0.46
        slot = Vacant(position, room, plane.vertical, words, aside=where.beside(plane, j))
        labels.append((int(j), Label(words, slot, color=_quiet(plane.axes))))
    return labels


def _empty_texts(table: SeedTable, empty: Any) -> dict[tuple[int, int], str]:
    """Return the words that the user gave for empty slots."""
    shape = table.center.shape
    if empty is None:
        return {}
    if isinstance(empty, str):
        return dict.fromkeys(np.ndindex(shape), empty)
    if not isinstance(empty, Mapping):
        raise TypeError(f"empty: expected words or a mapping from category to words, got {empty!r}")
    found = _names.per_item(
        empty, table.categories, "empty", keys=table.category_keys, default=None
    )
    return {
        (i, j): str(words) for i, words in enumerate(found or ()) if words for j in range(shape[1])
    }


def point_labels(
    plane: Plane, table: SeedTable, where: Layout, given: Any
) -> list[tuple[int, Label]]:
    """Return the names of the points, and of which series."""
    radius = point_size() / 2
    labels = []
    for (i, j), words in _point_texts(table, given).items():
        if words and np.isfinite(table.center[i, j]):
            x, y = plane.xy(where.positions(j)[i : i + 1], table.center[i : i + 1, j])
            drawn = _drawn(plane, table, where, j)
            labels.append((j, Label(words, Around(float(x[0]), float(y[0]), radius, drawn))))
    return labels


def _point_texts(table: SeedTable, given: Any) -> dict[tuple[int, int], str]:
    groups = table.groups()
    if callable(given):
        made: Callable[[Point], Any] = given
        return {(i, j): _words(made(_point(table, i, j))) for i, j in groups}
    if isinstance(given, Mapping):
        return _by_name(table, given)
    if not is_column(given):
        raise TypeError(f"point_labels: expected one text for each point, got {shown(given)}")
    texts = [_words(one) for one in given]
    if len(texts) == len(groups):
        return dict(zip(groups, texts, strict=True))
    if len(texts) == len(table.categories):
        return {(i, j): texts[i] for i, j in groups}
    raise ValueError(
        f"point_labels: expected {len(groups)} texts (one for each row of .data) or "
        f"{len(table.categories)} (one for each x), got {len(texts)}"
    )


def _by_name(table: SeedTable, given: Mapping[Any, Any]) -> dict[tuple[int, int], str]:
    """Look texts up by x, or by (x, series)."""
    names: dict[Any, list[tuple[int, int]]] = {}
    for i, j in table.groups():
        for x in {table.x_value(i), table.categories[i]}:
            names.setdefault(x, []).append((i, j))
            for series in {table.series_value(j), table.series[j]}:
                names.setdefault((x, series), []).append((i, j))
    unknown = [name for name in given if name not in names]
    if unknown:
        raise ValueError(
            f"point_labels: no point named {_names.listing(unknown)}; "
            f"expected x or (x, series) of {_names.listing(table.categories)}"
        )
    return {group: _words(words) for name, words in given.items() for group in names[name]}


def _words(value: Any) -> str:
    return "" if value is None else _names.text(value)


def _point(table: SeedTable, i: int, j: int) -> Point:
    n = int(table.counts[i, j])
    return Point(
        table.x_value(i),
        table.series_value(j),
        float(table.center[i, j]),
        float(table.low[i, j]),
        float(table.high[i, j]),
        None if n == UNKNOWN else n,
    )


def _quiet(axes: Axes) -> Any:
    return palettes.role("quiet", surface(axes))
