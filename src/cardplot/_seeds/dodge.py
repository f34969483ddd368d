"""Series side by side at one numeric position, as far as the gaps on the axis allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cardplot._geometry import headroom
from cardplot._labels import Item
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure
from cardplot._seeds.pixels import Pixels, Plane
from cardplot._seeds.swarm import Floats

WIDEST = 0.72
"""All series of a position stay within this share of the gap to the next."""
LEAST_PT = 1.5
"""Marks that would be less than this apart cover each other all the same: they stay in place."""


@dataclass(frozen=True, eq=False)
class Dodge:
    """How far apart series stand at a numeric position: known when the axis is.

    Attributes
    ----------
    plane : Plane
    at : (N,) array
        The positions.
    count : int
        How many series stand side by side; 1 where none are moved.
    points : float
        From one series to the next, where there is that much room.
    share : float or None
        From the first series to the last, as a share of the smallest gap, whatever its size.
    """

    plane: Plane
    at: Floats
    count: int
    points: float
    share: float | None

    def step(self) -> float:
        """Return the distance from one series to the next in pixels, in the axis' direction."""
        scale = self.plane.pixels_per_point
        step = self._within(self._gap(), self.points * scale)
        step = 0.0 if step < LEAST_PT * scale and self.share is None else step
        return -step if self.plane.position_axis.get_inverted() else step

    def room(self) -> float:
        """Return the distance from the middle of a group to its edge in pixels."""
        own = abs(self.step()) if self.count > 1 else 0.0
        most = own or WIDEST * self._gap()
        return min(most, self.points * self.plane.pixels_per_point) / 2

    def _gap(self) -> float:
        return _smallest_gap(self.plane.places(self.at))

    def _within(self, gap: float, usual: float) -> float:
        if self.share is not None and np.isfinite(gap):
            return self.share * gap / max(self.count - 1, 1)
        return min(usual, WIDEST * gap / self.count)

    def reach(self, places: Floats, aside: Floats, length: float) -> tuple[Floats, Floats]:
        """Return how far marks are drawn from their positions while the limits follow them.

        Parameters
        ----------
        places : (N,) array
            The positions, in the coordinate in which the axis is linear.
        aside : (N,) array
            How many steps beside them the marks are.
        length : float
            Of the axis, in points.

        Returns
        -------
        in_axis, in_points : (N,) array
            One of them is 0: the gaps, and so the steps, shrink with the limits; or the steps
            have their size in points.
        """
        edge = self.points / 2
        usual = (aside * self.points + edge) / length
        low, high = headroom(float(places.min()), float(places.max()), places, usual, usual)
        step = self._within(_smallest_gap(places), np.inf)
        drawn = step * length / (high - low) if high > low else np.inf
        if (self.share is None and drawn >= self.points) or not np.isfinite(step):
            return np.zeros(len(places)), aside * self.points
        if drawn < LEAST_PT and self.share is None:
            step = 0.0
        return aside * step, np.zeros(len(places))


def _smallest_gap(places: Floats) -> float:
    gaps = np.diff(np.sort(places[np.isfinite(places)]))
    return float(gaps[gaps > 0].min(initial=np.inf))


class Beside(Pixels):
    """Moves the marks of a series beside their positions, and takes those off the scale away.

    Parameters
    ----------
    plane : Plane
    at : (N,) array
        The positions of the series.
    aside : (N,) array
        How many steps beside them its marks are drawn.
    dodge : Dodge or None
        The size of a step.
    center : (N,) array or None
        The centres: where the scale can't show one, its marks are NaN.
    """

    def __init__(
        self, plane: Plane, at: Floats, aside: Floats, dodge: Dodge | None, center: Floats | None
    ) -> None:
        super().__init__(plane)
        self._at = at
        self._aside = aside
        self._dodge = dodge
        self._center = center

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return the pixels, moved."""
        moved = np.array(values, dtype=float)
        pixels = moved.reshape(-1, 2)
        across = 1 - self.plane.value
        row = self._rows(pixels[:, across])
        if self._dodge is not None:
            pixels[:, across] += self._aside[row] * self._dodge.step()
        if self._center is not None:
            pixels[~self.plane.in_domain(self._center[row])] = np.nan
        return moved

    def _rows(self, pixels: Floats) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """Return at which position each mark is: the nearest."""
        places = self.plane.places(self._at)
        order = np.argsort(places)
        middles = (places[order][1:] + places[order][:-1]) / 2
        return order[np.searchsorted(middles, pixels)]


@dataclass(eq=False)
class Room(Item):
    """Asks the label layer for room within the limits: marks are drawn beside their data.

    Attributes
    ----------
    dodge : Dodge
    aside : (N,) array
        How many steps beside each position marks are drawn at most.
    """

    dodge: Dodge
    aside: Floats

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Return the room as shares of the axis."""
        plane = self.dodge.plane
        name = plane.position_axis.axis_name
        length = max(measure.panel.width if name == "x" else measure.panel.height, 1.0)
        scale = plane.position_axis.get_transform()
        with np.errstate(all="ignore"):
            places = scale.transform(self.dodge.at)
        fine = np.isfinite(places) & np.isfinite(plane.places(self.dodge.at))
        if not fine.any():
            return []
        moved, points = self.dodge.reach(places[fine], self.aside[fine], length)
        share = (points + self.dodge.points / 2) / length
        ends = scale.inverted().transform(
            np.concatenate([places[fine] - moved, places[fine] + moved])
        )
        return [
            Need(name, float(end), float(room), float(room))
            for end, room in zip(ends, np.tile(share, 2), strict=True)
        ]
