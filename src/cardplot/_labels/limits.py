"""Room for labels within the limits of an Axes, as long as these autoscale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from cardplot._geometry import headroom


@dataclass(frozen=True)
class Need:
    """Room that a label needs within the limits.

    Attributes
    ----------
    axis : {"x", "y"}
    value : float
        Where on that axis, in data coordinates.
    before, after : float
        Room towards smaller and towards larger values, as a share of the axis.
    """

    axis: str
    value: float
    before: float
    after: float


def siblings(axes: Axes, name: str) -> list[Axes]:
    """Return the Axes that share an axis with *axes*, itself included."""
    group = axes.get_shared_x_axes() if name == "x" else axes.get_shared_y_axes()
    return list(group.get_siblings(axes))


def autoscales(axes: Axes, name: str) -> bool:
    """Say whether an axis still follows its data."""
    return axes.get_autoscalex_on() if name == "x" else axes.get_autoscaley_on()


def widen(axes: Axes, name: str, needs: Sequence[Need]) -> None:
    """Set the limits of an axis that autoscales to its data and the room that labels need.

    The limits go on to autoscale. A log axis gets its room where it is linear: in the logarithm.
    """
    axes.autoscale_view(scalex=name == "x", scaley=name == "y")
    axis = axes.xaxis if name == "x" else axes.yaxis
    low, high = axes.get_xbound() if name == "x" else axes.get_ybound()
    transform = axis.get_transform()
    with np.errstate(all="ignore"):
        line = transform.transform(np.array([low, high, *(n.value for n in needs)], dtype=float))
    ends, at = line[:2], line[2:]
    fine = np.isfinite(at)
    if axis.get_scale() == "log":
        # A log axis has no place for 0, and answers with one a thousand decades away.
        fine &= np.array([need.value > 0 for need in needs])
    room = np.array([(need.before, need.after) for need in needs])[fine]
    new = headroom(ends[0], ends[1], at[fine], room[:, 0], room[:, 1])
    if new == tuple(ends):
        return
    with np.errstate(all="ignore"):
        bounds = transform.inverted().transform(np.array(new))
    if not np.isfinite(bounds).all():  # hundreds of decades leave no numbers for room
        return
    low = low if new[0] == ends[0] else float(bounds[0])
    high = high if new[1] == ends[1] else float(bounds[1])
    if name == "x":
        axes.set_xbound(low, high)
    else:
        axes.set_ybound(low, high)
