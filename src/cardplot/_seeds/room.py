"""Room within the limits for marks that are drawn beside their data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.artist import Artist
from matplotlib.transforms import Bbox

from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene


@dataclass(eq=False)
class Room:
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
    order: int = 0

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Return the room as shares of the axis."""
        length = measure.panel.width if self.axis == "x" else measure.panel.height
        share = self.points / max(length, 1.0)
        return [Need(self.axis, position, share, share) for position in self.positions]

    def place(self, scene: Scene) -> bool:
        """Place nothing."""
        del scene
        return True

    def reset(self) -> None:
        """Change nothing."""

    def tighten(self) -> bool:
        """Say that there is no tighter form."""
        return False

    def outside(self) -> Iterable[Bbox]:
        """Return nothing: all of it is within the axes."""
        return ()

    def artists(self) -> Iterable[Artist]:
        """Return nothing: it draws nothing."""
        return ()
