"""Titles of the user's on an Axes with names above it."""

from __future__ import annotations

from matplotlib.axes import Axes

from cardplot._labels import Item, label_layer
from cardplot._labels.scene import Scene
from cardplot._layout.axes_headline import AxesHeadline, raise_titles, top_of_names
from cardplot._layout.legend_place import AxesLegend


class PlainTitles(Item):
    """The titles of an Axes, raised over the names that stand on it."""

    order = 58

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._lift = 0.0

    def place(self, scene: Scene) -> bool:
        """Raise the titles, unless a headline or a legend does."""
        items = label_layer(self._axes).items
        if not any(isinstance(item, (AxesHeadline, AxesLegend)) for item in items):
            lift = top_of_names(scene)
            if abs(lift - self._lift) > 0.1:
                raise_titles(self._axes, lift)
                self._lift = lift
        return True
