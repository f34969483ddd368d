"""Which names stand where on an axis, and which call gave them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryConverter
from matplotlib.ticker import FixedLocator

from cardplot._geometry import Floats
from cardplot._labels.tick_looks import TickLooks

NOISE = 1e-6
"""What is as near to a category, in shares of the distance to the next, stands at it ..."""
ROUNDING = 4
"""... as does what so many steps of the numbers there are away, where these are coarse."""


@dataclass(frozen=True, eq=False)
class Named:
    """Names that one call has given to places on an axis; some of them are *bold*."""

    axis: Axis
    names: dict[float, str]
    bold: frozenset[float]
    known: AxisNames = field(repr=False)

    def remove(self) -> None:
        """Take the names off; with the last ones the axis gets the ticks back that it had."""
        if self in self.known.calls:
            self.known.calls.remove(self)
            self.axis.stale = True
        if not self.known.calls:
            self.known.leave(self.axis)

    def settle(self) -> None:
        """Leave the texts of the ticks to what the user has put in the place of the names."""
        if getattr(self.axis.get_major_formatter(), "known", None) is not self.known:
            self.known.looks.give_back()


class AxisNames:
    """The names on an axis, and what its ticks were before it had any.

    Attributes
    ----------
    calls : list of Named
    looks : TickLooks
    """

    def __init__(self, axis: Axis) -> None:
        self.calls: list[Named] = []
        self.looks = TickLooks()
        self._locator = axis.get_major_locator(), axis.isDefault_majloc
        self._formatter = axis.get_major_formatter(), axis.isDefault_majfmt

    def names(self, axis: Axis) -> dict[float, str]:
        """Return the names by their places; a number says nothing of a place that has a name."""
        found = _categories(axis)
        for call in self.calls:
            for at, name in call.names.items():
                if at not in found or name != f"{at:g}":
                    found[at] = name
        return found

    def add(
        self,
        axis: Axis,
        positions: Sequence[float] | Floats,
        names: Sequence[str],
        highlight: Collection[int],
    ) -> Named:
        """Note the names of a call; what is at the place of another category, stands there."""
        there = self.names(axis)
        at = []
        for position in map(float, positions):
            place = place_of(axis, position, there)
            at.append(position if place is None else place)
        bold = frozenset(at[index] for index in highlight)
        call = Named(axis, dict(zip(at, names, strict=True)), bold, self)
        self.calls.append(call)
        axis.stale = True
        return call

    @property
    def bold(self) -> frozenset[float]:
        """Where names are bold: as the last call says that names the place."""
        found: frozenset[float] = frozenset()
        for call in self.calls:
            found = (found - call.names.keys()) | call.bold
        return found

    def leave(self, axis: Axis) -> None:
        """Give an axis back what it had; what its user has set since stays."""
        self.looks.give_back()
        if getattr(axis.get_major_locator(), "known", None) is self:
            axis.set_major_locator(self._locator[0])
            axis.isDefault_majloc = self._locator[1]
        if getattr(axis.get_major_formatter(), "known", None) is self:
            axis.set_major_formatter(self._formatter[0])
            axis.isDefault_majfmt = self._formatter[1]


class NameLocator(FixedLocator):
    """Ticks at all places that have a name."""

    def __init__(self, known: AxisNames) -> None:
        super().__init__([])
        self.known = known

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the places, fewer where `locator_params` says so."""
        if isinstance(self.axis, Axis):
            self.locs = np.array(sorted(self.known.names(self.axis)))
        return super().tick_values(vmin, vmax)


def names_on(axis: Axis) -> AxisNames | None:
    """Return the names that cardplot has put on an axis, if any."""
    for ticker in (axis.get_major_formatter(), axis.get_major_locator()):
        if isinstance(known := getattr(ticker, "known", None), AxisNames):
            return known
    return None


def known_names(axis: Axis) -> dict[float, str]:
    """Return all names on an axis by their places: cardplot's and matplotlib's own."""
    known = names_on(axis)
    return _categories(axis) if known is None else known.names(axis)


def _categories(axis: Axis) -> dict[float, str]:
    """Return what matplotlib has on an axis of strings, by places."""
    converter = axis.get_converter()
    unit = axis.get_units()  # type: ignore[no-untyped-call]
    if not isinstance(converter, StrCategoryConverter) or unit is None:
        return {}
    info = converter.axisinfo(unit, axis)  # type: ignore[no-untyped-call]
    places = info.majloc()
    return dict(zip(map(float, places), info.majfmt.format_ticks(places), strict=True))


def place_of(
    axis: Axis, value: float, names: dict[float, str], *, around: bool = False
) -> float | None:
    """Return where the category stands whose place *value* is, but for noise; None: there is none.

    Distances are those that are seen: on a log axis, of the logarithms. *around*: up to halfway to
    the next category.
    """
    if value in names:
        return value
    places = np.array(list(names), dtype=float)
    with np.errstate(all="ignore"):
        line = axis.get_transform().transform(np.array([value, *axis.get_view_interval(), *places]))
        span, away = abs(line[2] - line[1]), np.abs(line[3:] - line[0])
    if not np.isfinite(away).any():
        return None
    index = int(np.nanargmin(away))
    apart = float(np.nanmin(np.delete(np.abs(line[3:] - line[3 + index]), index), initial=np.inf))
    noise = max(NOISE * min(apart, span), ROUNDING * np.spacing(abs(line[0])))
    reach = min(apart, max(span, noise)) / 2 if around else min(noise, apart / 4)
    return float(places[index]) if away[index] <= reach else None
