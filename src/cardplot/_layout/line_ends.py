"""Names at the ends of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from cardplot._geometry import CELL, Floats
from cardplot._labels import LabelGroup
from cardplot._labels.layer import layers_on
from cardplot._labels.other_axes import twins
from cardplot._labels.scene import Scene, root_figure
from cardplot._labels.slots import GAP_PT, Slot, Standing
from cardplot._layout.bands import Wrapped
from cardplot._layout.end_columns import BEYOND_PT, EndName, columns, place_column
from cardplot._layout.visible_ends import visible_end

NAME_SHARE = 0.3
"""A name takes at most this share of the figure's width; longer ones break."""


@dataclass(frozen=True)
class LineEnd(Slot):
    """At the right end of what is visible of a line; beyond the axes the layout makes room.

    Attributes
    ----------
    line : matplotlib.lines.Line2D
        It is looked at when the figure is drawn: new data, limits and directions count.
    """

    line: Line2D
    _wrapped: list[Wrapped] = field(default_factory=list, repr=False, compare=False)

    order: ClassVar[int] = 25
    lines: ClassVar[Literal["left", "center", "right"]] = "left"

    @property
    def beyond(self) -> Standing:
        """Beyond the right end of the axes, unless its line ends before."""
        return "always"

    def anchor(self) -> tuple[float, float]:
        """Return the last point of the data; where it is drawn is known later."""
        xy = np.asarray(self.line.get_xydata(), dtype=float)
        xy = xy[np.isfinite(xy).all(axis=1)]
        return (float(xy[-1, 0]), float(xy[-1, 1])) if len(xy) else (0.0, 0.0)

    def leader(self) -> dict[str, Any]:
        """Return a hairline from the line's end to the middle of its name."""
        return {
            "arrowstyle": "-",
            "linewidth": 1.0,
            "shrinkA": 1.0,
            "shrinkB": self.radius() + 1.0,
            "relpos": (0.0, 0.5),
        }

    def radius(self) -> float:
        """Return how far the line, or its last marker, reaches beyond its end, in points."""
        reach = float(self.line.get_linewidth()) / 2
        if self.line.get_marker() not in ("None", "none", None, "", " "):
            size = self.line.get_markersize() + self.line.get_markeredgewidth()
            reach = max(reach, float(size) / 2)
        return reach

    @classmethod
    def place(cls, group: LabelGroup, scene: Scene) -> list[int]:
        """Place the names at the right of the ends, in their order, spread so that none touch."""
        names = _at_ends(group, scene)
        shown = {name.index: name for name in names if name.group is group}
        for index in range(len(group.texts)):
            if index not in shown:
                group.show(index, visible=False)
                continue
            # The leader is drawn from here, whatever the data are now.
            group.texts[index].xy = _in_data(scene, shown[index].end)
        return [one for column in columns(names) for one in place_column(scene, column, group)]

    def fit(self, group: LabelGroup, index: int, scene: Scene) -> None:
        """Break the name where it is wider than its share of the figure."""
        if not self._wrapped:
            self._wrapped.append(Wrapped(group.texts[index]))
        self._wrapped[0].fit(NAME_SHARE * scene.figure.width)

    @classmethod
    def outside(cls, group: LabelGroup) -> Iterable[Bbox]:
        """Return the extents of the names; too many of them don't ask for a higher figure."""
        found = []
        for text, box in group.extents():
            panel = text.axes.bbox  # type: ignore[union-attr]
            slack = BEYOND_PT * root_figure(text).dpi / 72
            low, high = np.clip(box.intervaly, panel.y0 - slack, panel.y1 + slack)
            found.append(Bbox.from_extents(box.x0, low, box.x1, high))
        return found


def _at_ends(group: LabelGroup, scene: Scene) -> list[EndName]:
    """Return all names at ends of lines on the Axes and its twins.

    Those that were placed before these stay; for those that come after, room is left.
    """
    order = root_figure(scene.axes).axes
    panels = sorted([scene.axes, *twins(scene.axes)], key=order.index)
    items = [item for axes in panels for layer in layers_on(axes) for item in layer.items]
    groups = [item for item in items if isinstance(item, LabelGroup) and item.slot is LineEnd]
    found = []
    for number, one in enumerate(groups):
        placed = dict(one.extents()) if number < groups.index(group) else {}
        for index, slot in enumerate(one.slots(LineEnd)):
            end = visible_end(slot.line, scene)
            if end is not None:
                slot.fit(one, index, scene)
                gap = slot.radius() + max(GAP_PT, scene.pad[0] + 2 * CELL)
                found.append(EndName.at(scene, one, index, end, gap, placed.get(one.texts[index])))
    return found


def _in_data(scene: Scene, xy: Floats) -> tuple[float, float]:
    x, y = (scene.axes.transData + scene.points).inverted().transform(xy)
    return float(x), float(y)
