"""From a table of seeds to everything that is drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.artist import Artist
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Patch
from matplotlib.ticker import NullFormatter

from cardplot import _tables, palettes
from cardplot._arguments import colors_of
from cardplot._axis_values import check_numeric, largest_on
from cardplot._color.surface import surface
from cardplot._labels import Label, add_labels, label_layer
from cardplot._labels.axis_names import Named
from cardplot._labels.tickers import offer
from cardplot._labels.ticks import check_names, name_ticks
from cardplot._seeds import caption as _seed_caption
from cardplot._seeds import labels as _seed_labels
from cardplot._seeds.caption import Said
from cardplot._seeds.dodge import Room
from cardplot._seeds.layout import Layout, layout, reach
from cardplot._seeds.marks import Look, Marks, draw_series
from cardplot._seeds.off_scale import OffScale
from cardplot._seeds.options import Options
from cardplot._seeds.pixels import Plane
from cardplot._seeds.results import SeedErrorbars, SeedStrip
from cardplot._seeds.table import SeedTable
from cardplot._spans import draw_span, ends_of
from cardplot._tables.choices import check_choice

MOST_DOTS = 10
"""Up to this many seeds a group, the single seeds are drawn by themselves."""

MARKERS = ("o", "s", "D", "^", "v", "P", "X", "p")


def draw_seeds(plane: Plane, table: SeedTable, options: Options) -> SeedErrorbars:
    """Draw a table.

    Parameters
    ----------
    plane : Plane
    table : SeedTable
    options : Options
    """
    strip = options.strip
    dots = strip or _draws_dots(table, options)
    # Everything that can fail comes before the first mark.
    looks = _looks(table, options)
    _check_scales(plane, table)
    where = layout(
        plane, table, _share(table, options), fixed=options.connect, dots=dots and not strip
    )
    if not where.numeric:
        check_names(plane.axes, plane.position_axis.axis_name, where.at, table.categories)
    labels = _labels(plane, table, where, options)
    ends, band_says = _band(table, options)
    off_scale = OffScale(plane, table, where, dots=dots)
    off_scale.warn()
    span = None if ends is None else _draw_band(plane, ends, looks)
    line = reach(plane, table, where, dots=dots)
    marks = [
        draw_series(plane, table, where, j, look, dots=dots, strip=strip)
        for j, look in enumerate(looks)
    ]
    asked = options.tick_labels is not None
    named = (_name_positions(plane, table, where, asked),) if asked or not where.numeric else ()
    room = _room(plane, table, where)
    groups = [
        add_labels(plane.axes, _tied(words, marks), kind=kind) for kind, words in labels.items()
    ]
    off_scale.begin([mark.artists for mark in marks])
    made = SeedStrip if strip else SeedErrorbars
    return made(
        axes=plane.axes,
        artists=(
            *(() if span is None else (span,)),
            line,
            *(artist for mark in marks for artist in mark.artists),
        ),
        groups=(*groups, off_scale),
        said=Said(options.center, options.level, dots, band_says),
        off_scale=off_scale,
        entries=_entries(marks, looks),
        named=named,
        table=table,
        room=room,
        points=tuple(mark.points for mark in marks if mark.points is not None),
        dots=tuple(mark.dots for mark in marks if mark.dots is not None),
        whiskers=tuple(mark.whiskers for mark in marks if mark.whiskers is not None),
        caps=tuple(cap for mark in marks for cap in mark.caps),
        containers=tuple(mark.container for mark in marks if mark.container is not None),
        band=span,
    )


def _room(plane: Plane, table: SeedTable, where: Layout) -> Room | None:
    """Keep marks that are drawn beside a numeric position within the limits."""
    if where.dodge is None:
        return None
    aside = np.abs(where.aside * table.slots).max(axis=1)
    room = Room(where.dodge, aside[table.slots.any(axis=1)])
    label_layer(plane.axes).items.append(room)
    return room


def _draws_dots(table: SeedTable, options: Options) -> bool:
    if options.seeds is True and table.seeds is None:
        raise ValueError("seeds: a SeedSummary has no single values to draw, got True")
    if options.seeds != "auto":
        return bool(options.seeds)
    # The trials of a proportion are 0 and 1: dots would say nothing.
    few = 1 < table.counts.max(initial=0) <= MOST_DOTS
    return table.seeds is not None and bool(few) and options.spread != "wilson"


def _looks(table: SeedTable, options: Options) -> list[Look]:
    count = len(table.series)
    markers = _tables.per_item(
        options.markers, table.series, "markers", keys=table.series_keys
    ) or tuple(MARKERS[j % len(MARKERS)] for j in range(count))
    for marker in markers:
        try:
            MarkerStyle(marker)
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"markers: expected markers of matplotlib, got {marker!r}") from None
    colors = colors_of(options.colors, table.series, table.series_keys)
    return [
        Look(color, marker, options.connect, name)
        for color, marker, name in zip(colors, markers, table.series, strict=True)
    ]


def _share(table: SeedTable, options: Options) -> float | None:
    """Return how far series are moved apart, as a share of the gap between positions.

    None: as far as their marks need.
    """
    if options.dodge is None and options.connect and table.positions is not None:
        return 0.0  # A line says where its points are.
    if options.dodge is None or isinstance(options.dodge, bool | np.bool_):
        return 0.0 if options.dodge is not None and not options.dodge else None
    return float(options.dodge)


def _check_scales(plane: Plane, table: SeedTable) -> None:
    """Refuse what the scales of the axes can't show."""
    check_numeric(plane.value_axis, "the values of seeds need")
    scale, name = plane.position_axis.get_scale(), plane.position_axis.axis_name
    if scale in ("log", "logit"):
        if table.positions is None:
            raise ValueError(
                f"data: categories have no place on a {name} axis with {scale} scale; "
                "expected numeric positions"
            )
        for position in table.positions[table.positions <= 0]:
            raise ValueError(
                f"data: {name} = {position:g} has no place on an axis with {scale} scale"
            )
    most = largest_on("log" if plane.value_axis_is("log", "symlog") else "linear")
    for i, j in table.groups():
        parts = [table.center[i, j], table.low[i, j], table.high[i, j]]
        parts += [] if table.seeds is None else table.seeds[i][j].tolist()
        largest = float(np.nanmax(np.abs([0.0, *parts])))
        if largest > most:
            raise ValueError(
                f"data: {table.place(i, j)} reaches {largest:g}, more than the axis can show"
            )


def _band(table: SeedTable, options: Options) -> tuple[tuple[float, float] | None, str]:
    """Return the ends of the band and say what it is."""
    band = options.band
    if band is None:
        return None, ""
    if isinstance(band, str):
        check_choice("band", band, ("median_spread", None))
        halves = (table.high - table.low)[table.whiskers()] / 2
        halves = halves[np.isfinite(halves)]
        if not len(halves):
            raise ValueError("band: 'median_spread' needs whiskers, and there are none")
        middle, half = float(np.nanmean(table.center)), float(np.median(halves))
        ends = middle - half, middle + half
    else:
        ends = ends_of("band", band)
    return ends, _seed_caption.band_name(band, table, options.center, *ends)


def _draw_band(plane: Plane, ends: tuple[float, float], looks: Sequence[Look]) -> Patch:
    color = looks[0].color if len(looks) == 1 else palettes.role("reference", surface(plane.axes))
    return draw_span(plane.axes, "y" if plane.vertical else "x", *ends, color)


def _name_positions(plane: Plane, table: SeedTable, where: Layout, asked: bool) -> Named:
    axis = plane.position_axis
    if where.numeric:
        offer(axis, minor_formatter=NullFormatter())
    return name_ticks(plane.axes, axis.axis_name, where.at, table.categories, asked=asked)


def _labels(
    plane: Plane, table: SeedTable, where: Layout, options: Options
) -> dict[str, list[tuple[int, Label]]]:
    """Return the labels by what they say, each with the number of its series."""
    counts = _seed_labels.count_labels(plane, table, where, options.show_n, strip=options.strip)
    vacant = _seed_labels.vacant_labels(plane, table, where, options.show_n, options.empty)
    names = []
    if options.point_labels is not None:
        names = _seed_labels.point_labels(plane, table, where, options.point_labels)
    kinds = {"counts": counts, "words in empty slots": vacant, "point names": names}
    return {kind: made for kind, made in kinds.items() if made}


def _tied(words: Sequence[tuple[int, Label]], marks: Sequence[Marks]) -> list[Label]:
    """Tie labels to the marks of their series."""
    return [replace(label, marks=marks[j].artists) for j, label in words]


def _entries(marks: Sequence[Marks], looks: Sequence[Look]) -> tuple[tuple[Artist, str], ...]:
    return tuple(
        (mark.handle, look.name)
        for mark, look in zip(marks, looks, strict=True)
        if mark.handle is not None and look.name
    )
