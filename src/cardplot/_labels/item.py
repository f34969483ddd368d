"""What a label layer places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matplotlib.artist import Artist
from matplotlib.transforms import Bbox

from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene
from cardplot._labels.slots import Standing


class Item:
    """Something that a label layer places; it has one form and needs no room, unless it says so.

    Attributes
    ----------
    order : int
        Lower ones are placed first.
    beyond : {"never", "maybe", "always"}
        Whether it stands beyond the axes, as a rule.
    """

    order: int = 0
    beyond: Standing = "never"

    @property
    def idle(self) -> bool:
        """Whether there is nothing to place."""
        return False

    def look(self) -> None:
        """Look at what has changed on the Axes, before anything is asked or placed."""

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Room that it needs within the limits."""
        del measure
        return ()

    def place(self, scene: Scene) -> bool:
        """Place it; say whether all of it found a free place."""
        del scene
        return True

    def reset(self) -> None:
        """Start over with the most comfortable form."""

    def tighten(self) -> bool:
        """Go to the next tighter form; say whether there is one."""
        return False

    def relax(self) -> bool:
        """Go back to the form that fails least; say whether that moves."""
        return False

    def outside(self) -> Iterable[Bbox]:
        """Extents in pixels that lie beyond the axes and need room in the layout."""
        return ()

    def artists(self) -> Iterable[Artist]:
        """Return what is placed, and so is no obstacle."""
        return ()

    def warn(self) -> None:
        """Say once what is wrong with its place."""
