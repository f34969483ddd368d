"""What the scale of the value axis can't show: words at the edge of the axes instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.artist import Artist

from cardplot import _format, palettes
from cardplot._color.surface import surface
from cardplot._format.english import listed
from cardplot._labels import Label, LabelGroup, label_layer
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure
from cardplot._labels.vacant_slot import Vacant
from cardplot._seeds.layout import Layout, ends_of_group
from cardplot._seeds.pixels import Plane
from cardplot._seeds.swarm import Floats
from cardplot._seeds.table import SeedTable
from cardplot._warnings import warn

BEYOND = {"log": "of zero or less", "logit": "outside 0 to 1"}
"""What a scale can't show."""
LINES = 2.0
"""So near to the edge, in lines, words are read as those of something beyond it."""


class Lost(NamedTuple):
    """Centres or single values of one group, all beyond the same end of the scale."""

    row: int
    series: int
    upper: bool
    words: str


class OffScale(LabelGroup):
    """Words in the slots of groups that the scale can't show, as long as it can't.

    A scale may be set after the call, so each draw looks at it.
    """

    def __init__(self, plane: Plane, table: SeedTable, where: Layout, *, dots: bool) -> None:
        super().__init__(plane.axes, (), "words for what is off the scale")
        self._plane, self._table, self._where, self._dots = plane, table, where, dots
        self._first = plane.scale
        self._state: object = (), False
        self._told = False

    def begin(self, marks: Sequence[tuple[Artist, ...]]) -> None:
        """Follow the scale from now on, as long as the *marks* of each series are there."""
        self._marks = marks
        label_layer(self._plane.axes).items.append(self)
        self.look()

    @property
    def idle(self) -> bool:
        """Whether everything is shown as it was when it was drawn."""
        return not self.texts and self._plane.scale == self._first

    def look(self) -> None:
        """Say what the scale can't show now, and nothing else."""
        super().look()
        lost, turned = tuple(self._lost()), bool(self._plane.value_axis.get_inverted())
        if (lost, turned) == self._state:
            return
        self._state = lost, turned
        self.relabel(self._labels(lost, turned))

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Ask for room for what another scale than the first shows."""
        del measure
        plane, table = self._plane, self._table
        if plane.scale == self._first:
            return ()
        groups = (ends_of_group(plane, table, *at, dots=self._dots) for at in table.groups())
        ends = [end for group in groups for end in group]
        margin = plane.axes.get_ymargin() if plane.vertical else plane.axes.get_xmargin()
        # A margin is a share of the data, room one of the axis.
        margin /= 1 + 2 * margin
        name = plane.value_axis.axis_name
        return [Need(name, end, margin, margin) for end in (min(ends), max(ends))] if ends else ()

    def warn(self) -> None:
        """Say once what the scale can't show."""
        if not self._told and (complaints := self._complaints()):
            self._told = True
            warn(" ".join(complaints))

    def sentences(self) -> list[str]:
        """Return what a reader has to know."""
        scale = self._plane.scale
        told = []
        if lost := list(self._lost()):
            what = "Values" if self._strip else "Centres"
            names = [f"{self._name(one)} ({one.words})" for one in lost]
            told.append(f"{what} that can't be shown on a {scale} axis: {listed(names)}.")
        if count := self._lost_dots():
            values = "value" if count == 1 else "values"
            number = _format.numbers([count])[0]
            told.append(f"{number} single {values} {BEYOND[scale]} can't be shown.")
        return told

    def _complaints(self) -> list[str]:
        """Return what somebody who has just drawn this has to know."""
        scale = self._plane.scale
        beyond = f"{BEYOND.get(scale, '').removeprefix('of ')}, which a {scale} axis can't show."
        places = dict.fromkeys(self._table.place(one.row, one.series) for one in self._lost())
        told = []
        if places:
            what = "A value" if self._strip else "The centre"
            if len(places) > 1:
                what = "Values" if self._strip else "The centres"
            verb = "is" if len(places) == 1 else "are"
            told.append(f"{what} of {listed(list(places))} {verb} {beyond}")
        if count := self._lost_dots():
            told.append(f"{count} single seed{' is' if count == 1 else 's are'} {beyond}")
        return told

    @property
    def open_whiskers(self) -> bool:
        """Whether whiskers run off the axis."""
        table, shown = self._table, self._plane.in_domain
        return bool((table.whiskers() & ~shown(table.low) & shown(table.center)).any())

    @property
    def _strip(self) -> bool:
        return not np.isfinite(self._table.center).any()

    def _name(self, one: Lost) -> str:
        names = self._table.categories[one.row], self._table.series[one.series]
        return " of ".join(filter(None, names))

    def _lost(self) -> Iterator[Lost]:
        """Yield the groups that the scale can't show, all or in part."""
        table = self._table
        for i, j in table.groups():
            values = table.center[i : i + 1, j]
            if self._strip and table.seeds is not None:
                values = table.seeds[i][j]
            values = values[~self._plane.in_domain(values)]
            for upper in (False, True):
                some = values[(values > 0) == upper]
                if len(some):
                    yield Lost(i, j, upper, _words(some, upper))

    def _lost_dots(self) -> int:
        """Return how many single values are lost beside centres that are shown."""
        table, shown = self._table, self._plane.in_domain
        if not self._dots or self._strip or table.seeds is None:
            return 0
        kept = [table.seeds[i][j] for i, j in table.groups() if shown(table.center[i, j])]
        return sum(int((~shown(seeds)).sum()) for seeds in kept)

    def _labels(self, lost: tuple[Lost, ...], turned: bool) -> list[Label]:
        found: dict[object, Label] = {}
        for one in lost:
            at = float(self._where.positions(one.series)[one.row])
            slot = Vacant(
                at,
                None,
                self._plane.vertical,
                one.words,
                far=one.upper != turned,
                most=LINES,
                aside=self._where.beside(self._plane, one.series),
            )
            aside = self._where.aside[one.row, one.series]
            quiet = palettes.role("quiet", surface(self._plane.axes))
            label = Label(one.words, slot, color=quiet, marks=self._marks[one.series])
            # Series that stand at one place say the same once.
            found.setdefault((at, aside, one.words), label)
        return list(found.values())


def _words(values: Floats, upper: bool) -> str:
    if len(values) == 1:
        return _format.numbers([float(values[0])])[0]
    return f"{_format.numbers([len(values)])[0]} {'≥ 1' if upper else '≤ 0'}"
