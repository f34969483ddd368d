"""Room within the limits for what stands at the end of the value axis, while it autoscales."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.category import StrCategoryFormatter

from cardplot._geometry import Box
from cardplot._labels.axis_names import names_on
from cardplot._labels.limits import Need, autoscales
from cardplot._labels.scene import Measure, Scene

CLEARANCE_PT = 4.0
"""From a legend to what it must not cover."""
FOR_LABELS_PT = 14.0
"""Room for a line of labels between marks and a legend."""


class Headroom:
    """Room for a legend between the marks and the end of the value axis, while it autoscales."""

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._need: Need | None = None
        self._wanted: Need | None = None

    def reset(self) -> None:
        """Forget."""
        self._need = self._wanted = None

    def needs(self, measure: Measure) -> Sequence[Need]:
        """Return what has been asked for."""
        del measure
        return [] if self._need is None else [self._need]

    def want(self, scene: Scene, box: Box) -> bool:
        """Note how much is needed for what lies under *box* to get clear of it.

        Say whether that is news. *box* is in points.
        """
        panel = scene.panel
        name = "x" if is_categorical(self._axes.yaxis) else "y"
        middle = (box.y0 + box.y1) / 2 if name == "y" else (box.x0 + box.x1) / 2
        start, end = (panel.y0, panel.y1) if name == "y" else (panel.x0, panel.x1)
        ahead = middle > (start + end) / 2
        if name == "y":
            strip = Box(box.x0 - CLEARANCE_PT, panel.y0, box.x1 + CLEARANCE_PT, panel.y1)
        else:
            strip = Box(panel.x0, box.y0 - CLEARANCE_PT, panel.x1, box.y1 + CLEARANCE_PT)
        reach = scene.canvas.reach(strip, vertical=name == "y")
        if reach is None or self._need is not None or not autoscales(self._axes, name):
            return False
        edge = (box.y0 if ahead else box.y1) if name == "y" else (box.x0 if ahead else box.x1)
        room = abs((end if ahead else start) - edge) + CLEARANCE_PT + FOR_LABELS_PT
        at = reach[1] if ahead else reach[0]
        xy = np.array([[panel.x0, at] if name == "y" else [at, panel.y0]])
        data = (self._axes.transData + scene.points).inverted().transform(xy)[0]
        value = float(data[1] if name == "y" else data[0])
        inverted = self._axes.yaxis_inverted() if name == "y" else self._axes.xaxis_inverted()
        share = room / (end - start)
        after = share if ahead != inverted else 0.0
        self._wanted = Need(axis=name, value=value, before=share - after, after=after)
        return True

    def tighten(self) -> bool:
        """Ask for what is wanted; say whether that is news."""
        news = self._wanted is not None and self._need is None
        self._need = self._need or self._wanted
        return news


def is_categorical(axis: Axis) -> bool:
    """Say whether an axis names categories."""
    formatter = axis.get_major_formatter()
    return names_on(axis) is not None or isinstance(formatter, StrCategoryFormatter)
