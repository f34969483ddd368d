"""Titles of the user's on an Axes with names above it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from cardplot._labels import label_layer
from cardplot._labels.limits import Need
from cardplot._labels.scene import Measure, Scene
from cardplot._layout.axes_headline import AxesHeadline, raise_titles, top_of_names
from cardplot._layout.legend_place import AxesLegend


class PlainTitles:
    """The titles of an Axes, raised over the names that stand on it.

    Attributes
    ----------
    moved : bool
        Whether they have moved since the layout was last asked to begin.
    """

    order = 58

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._lift = 0.0
        self.moved = False

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Need nothing within the limits."""
        del measure
        return ()

    def reset(self) -> None:
        """Has one form."""

    def tighten(self) -> bool:
        """Has one form."""
        return False

    def place(self, scene: Scene) -> bool:
        """Raise the titles, unless a headline or a legend does."""
        items = label_layer(self._axes).items
        if not any(isinstance(item, (AxesHeadline, AxesLegend)) for item in items):
            lift = top_of_names(scene)
            if abs(lift - self._lift) > 0.1:
                raise_titles(self._axes, lift)
                self.moved = True
                self._lift = lift
        return True

    def outside(self) -> Iterable[Bbox]:
        """Return nothing: the layout asks the titles themselves."""
        return ()

    def artists(self) -> Iterable[Artist]:
        """Return nothing: titles are no obstacles."""
        return ()
