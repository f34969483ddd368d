"""What bars leave behind: names on the axis, a result, and the way back."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.ticker import NullLocator

from cardplot import _tables
from cardplot._bars.furniture import furniture, separate_thousands, turn, turn_back
from cardplot._bars.slots import Slots
from cardplot._geometry import Floats
from cardplot._labels import LabelLayer
from cardplot._labels.axis_names import Named
from cardplot._labels.tickers import offer
from cardplot._labels.ticks import name_ticks
from cardplot._results import Drawn, forget
from cardplot._tables import Wide
from cardplot._tables.cells import is_column


def furnish(place: Slots, names: Sequence[str], bold: Sequence[int], *, asked: bool) -> Named:
    """Set up grid and ticks: names at the slots, thousands separators along the values.

    Names that were *asked* for take the place of ticks that the user has set.
    """
    if place.horizontal:
        turn(place.axes)
    separate_thousands(place.value_axis)
    if place.axis.get_scale() != "linear":
        # Ticks of the scale's own would stand between the names.
        offer(place.axis, minor_locator=NullLocator())
    return name_ticks(place.axes, place.name, place.points(), names, bold, asked=asked)


def series_names(table: Wide) -> tuple[str, ...]:
    """Return names that tell the series apart in a table; numbers where they have none."""
    if table.named or len(table.series) == 1:
        return table.series
    return _tables.texts(table.series_keys)


def entries(table: Wide, containers: Sequence[BarContainer]) -> tuple[tuple[Artist, str], ...]:
    """Return what a legend shows: a bar of each named series."""
    if not table.named:
        return ()
    return tuple(
        (container.patches[0], name)
        for container, name in zip(containers, table.series, strict=True)
        if name
    )


def chosen(names: Any, of: Sequence[str], argument: str, keys: Sequence[Hashable]) -> list[int]:
    """Return the indices of one or several names (or indices)."""
    if names is None:
        return []
    # A tuple is several names, unless it is the key of one.
    if not is_column(names) or (isinstance(names, tuple) and names in keys):
        names = [names]
    return [_tables.find(name, of, argument, keys=keys) for name in names]


@dataclass(frozen=True)
class Snapshot:
    """An Axes as it was before something was drawn on it."""

    axes: Axes
    others: frozenset[Artist]
    limits: Floats
    views: tuple[tuple[float, float], tuple[float, float]]
    auto: tuple[bool, bool]
    tickers: tuple[dict[str, Any], ...] = field(repr=False)
    shown: tuple[tuple[bool, bool], tuple[bool, bool]]

    @classmethod
    def of(cls, axes: Axes) -> Snapshot:
        """Remember *axes*."""
        return cls(
            axes,
            _marks(axes),
            axes.dataLim.get_points().copy(),
            (axes.get_xlim(), axes.get_ylim()),
            (axes.get_autoscalex_on(), axes.get_autoscaley_on()),
            tuple(
                {
                    "major_locator": axis.get_major_locator(),
                    "major_formatter": axis.get_major_formatter(),
                    "minor_locator": axis.get_minor_locator(),
                }
                for axis in (axes.xaxis, axes.yaxis)
            ),
            furniture(axes),
        )

    def restore(self) -> None:
        """Bring the Axes back, unless something else has come onto it."""
        axes = self.axes
        if _marks(axes) != self.others:
            return
        for axis, tickers in zip((axes.xaxis, axes.yaxis), self.tickers, strict=True):
            offer(axis, **tickers)
        turn_back(axes, *self.shown)
        axes.dataLim.set_points(self.limits)
        if axes.get_autoscalex_on():
            axes.set_xlim(self.views[0], auto=self.auto[0])
        if axes.get_autoscaley_on():
            axes.set_ylim(self.views[1], auto=self.auto[1])


def _marks(axes: Axes) -> frozenset[Artist]:
    return frozenset([*axes.lines, *axes.patches, *axes.collections, *axes.images])


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnBars(Drawn):
    """What share bars and delta bars return in common.

    Attributes
    ----------
    containers : tuple of matplotlib.container.BarContainer
        One for each series, with one bar for each category; a missing bar has a NaN length.
    categories, series : tuple of str
        Their names as drawn.
    """

    containers: tuple[BarContainer, ...]
    categories: tuple[str, ...]
    series: tuple[str, ...]
    before: Snapshot = field(repr=False)

    @property
    def value_scale(self) -> str:
        """The scale of the value axis now."""
        lying = any(container.orientation == "horizontal" for container in self.containers)
        return self.axes.get_xscale() if lying else self.axes.get_yscale()

    def _undo(self, layer: LabelLayer) -> None:
        """Bring the Axes back to what it was before."""
        del layer
        forget(self.axes, self.containers)
        self.before.restore()
