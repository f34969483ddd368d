"""The marks of grouped bars: bars side by side, whiskers, labels beyond them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D

from cardplot import palettes
from cardplot._bars.changes import Said
from cardplot._bars.fills import Fill
from cardplot._bars.furniture import zero_line
from cardplot._bars.measured import Measured
from cardplot._bars.slots import Slots, in_slots
from cardplot._color.surface import surface
from cardplot._geometry import Floats, dodge
from cardplot._labels import Label, LabelGroup, add_labels

WHISKER = 0.65
"""Thickness of the whiskers, in :rc:`lines.linewidth`: finer than a line that is data itself."""


def baseline_gray(axes: Axes) -> str:
    """Return the gray of a baseline: no hue of its own, 3:1 with its surface as marks need."""
    ground = surface(axes)
    return palettes.readable(palettes.role("muted", ground), ground, 3.0)


@dataclass(frozen=True)
class Rows:
    """Where the bars of a group stand, in slots from its middle."""

    offsets: Floats
    thick: float
    pitch: float


def rows_of(n_series: int, width: float, bar_spacing: Any) -> Rows:
    """Return where the bars of a group stand."""
    spacing = in_slots(bar_spacing, "bar_spacing", least=0.0)
    thick = width / (n_series + (n_series - 1) * spacing)
    offsets, pitch = dodge(n_series, n_series * thick * (1 + spacing))
    return Rows(offsets, thick, pitch)


def draw_bars(
    place: Slots, values: Floats, names: Sequence[str], fill: Sequence[Fill], rows: Rows
) -> tuple[BarContainer, ...]:
    """Draw the bars of each series."""
    base = np.zeros(len(values))
    return tuple(
        place.bars(rows.offsets[j], rows.thick, values[:, j], base, fill[j], name)
        for j, name in enumerate(names)
    )


def draw_whiskers(place: Slots, found: Measured, rows: Rows) -> tuple[ErrorbarContainer, ...]:
    """Draw the whiskers of each series, where there are any."""
    if found.below is None or found.above is None:
        return ()
    ink = palettes.role("ink", surface(place.axes))
    thick = WHISKER * float(mpl.rcParams["lines.linewidth"])
    drawn = []
    for j, offset in enumerate(rows.offsets):
        lengths = np.stack([found.below[:, j], found.above[:, j]])
        along, values = place.points(offset), found.table.values[:, j]
        whisker = place.axes.errorbar(
            values if place.horizontal else along,
            along if place.horizontal else values,
            xerr=lengths if place.horizontal else None,
            yerr=None if place.horizontal else lengths,
            fmt="none",
            label="_nolegend_",
            color=ink,
            ecolor=ink,
            elinewidth=thick,
            capthick=thick,
            capsize=mpl.rcParams["errorbar.capsize"],
        )
        for cap in whisker.lines[1]:
            # A cap doesn't know the colour that it is drawn in.
            cap.set_color(ink)
        drawn.append(whisker)
    return tuple(drawn)


def draw_zero(place: Slots, values: Floats) -> Line2D | None:
    """Draw the line that bars start from, where some go below zero."""
    if not (values < 0).any():
        return None
    return zero_line(place.axes, horizontal=place.horizontal)


def artists(
    containers: tuple[BarContainer, ...],
    whiskers: tuple[ErrorbarContainer, ...],
    zero: Line2D | None,
) -> tuple[Artist, ...]:
    """Return everything that was drawn."""
    bars: list[Artist] = [patch for container in containers for patch in container.patches]
    for container in whiskers:
        _, caps, lines = container.lines
        bars += [*caps, *lines]
    return tuple(bars) if zero is None else (*bars, zero)


def draw_labels(
    place: Slots,
    found: Measured,
    says: dict[tuple[int, int], Said],
    rows: Rows,
    bars: Sequence[BarContainer],
) -> LabelGroup | None:
    """Put the labels beyond the ends of bars and whiskers."""
    values = found.table.values
    ground = surface(place.axes)
    muted = palettes.readable(palettes.role("muted", ground), ground)
    colors = {
        "good": palettes.role("good", ground),
        "bad": palettes.role("bad", ground),
        "noise": muted,
        "missing": muted,
    }
    below_zero = bool((values < 0).any() and not (values > 0).any())
    base = place.base()
    made = []
    for (i, j), said in says.items():
        gone = bool(np.isnan(values[i, j]))
        side = -1 if values[i, j] < 0 or (below_zero and not values[i, j] > 0) else 1
        end = base if gone else _end(found, i, j, side)
        slot = place.beyond(rows.offsets[j], rows.pitch, i, end, side)
        bar = bars[j].patches[i]
        if not (gone or bar.get_hatch()):
            inside = palettes.text_color(bar.get_facecolor(), ground)
            slot = replace(slot, inside=inside, filled=rows.thick / rows.pitch)
        made.append(
            Label(
                said.text,
                slot,
                color=colors.get(said.verdict),
                weight="bold" if said.bold else None,
                marks=(bar,),
            )
        )
    return add_labels(place.axes, made, kind="changes") if made else None


def _end(found: Measured, i: int, j: int, side: int) -> float:
    """Return the end of a bar or, where that is further out, of its whisker."""
    ends = found.high if side > 0 else found.low
    value = float(found.table.values[i, j])
    if ends is None or np.isnan(ends[i, j]):
        return value
    return float(ends[i, j])
