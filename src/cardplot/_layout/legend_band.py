"""A figure's legend, as part of the arrangement of the figure."""

from __future__ import annotations

from collections.abc import Iterable

from matplotlib.artist import Artist
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend

from cardplot._labels.scene import root_figure
from cardplot._layout.bands import Edge, Frame, from_corner
from cardplot._layout.legend_parts import Entries, Names, Spot, inset_of


class LegendBand:
    """A figure's legend: in rows under its headline, or in a column at its right.

    Attributes
    ----------
    legend : matplotlib.legend.Legend
    own : bool
        Whether it is of our making, not one that its user made and that is placed.
    """

    gaps = (12.0, 12.0)

    def __init__(
        self, target: Figure | SubFigure, made: Legend, edge: Edge, entries: Entries, *, own: bool
    ) -> None:
        self.target = target
        self.edge: Edge = edge
        self.legend = made
        self._entries = entries
        self.own = own
        self.names = Names(made)
        self._spot = Spot(made)

    @property
    def idle(self) -> bool:
        """Whether the legend is hidden, or stands where its user put it."""
        return not self.legend.get_visible() or not self._spot.kept

    def place(self, frame: Frame, offset: float) -> float:
        """Place the legend *offset* points from its edge of the frame; return the room it takes."""
        box = frame.box
        inset = 0.0 if self.legend.get_frame_on() else inset_of(self.legend)
        beside = self.edge == "right"
        room = box.width * (0.35 if beside else 1.0) + 2 * inset
        self.names.fit(room, frame.level)
        for columns in (1,) if beside else range(len(self.legend.get_texts()), 0, -1):
            self._entries.arrange(columns)
            width, height = frame.size(self.legend)
            if width <= room:
                break
        x = box.x1 - width + inset if beside else box.x0 - inset
        y = box.y1 - height + inset - (0.0 if beside else offset)
        self._spot.put((x, y), from_corner(root_figure(self.legend)))
        return (width if beside else height) - 2 * inset

    def artists(self) -> Iterable[Artist]:
        """Return the legend."""
        return [self.legend]
