"""Room within the limits for marks that are drawn beside their data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardplot._labels import Item
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure


@dataclass(eq=False)
class Room(Item):
    """Asks the label layer of an Axes for room around positions.

    Attributes
    ----------
    axis : {"x", "y"}
        The position axis.
    positions : sequence of float
        In data coordinates.
    points : float
        Room on both sides, in points.
    """

    axis: str
    positions: Sequence[float]
    points: float

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Return the room as shares of the axis."""
        length = measure.panel.width if self.axis == "x" else measure.panel.height
        share = self.points / max(length, 1.0)
        return [Need(self.axis, position, share, share) for position in self.positions]
