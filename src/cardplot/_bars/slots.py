"""Where bars stand: slots on the axis of the categories, and the rectangles in them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.container import BarContainer
from matplotlib.patches import Patch

from cardplot import _tables
from cardplot._axis_values import category_places, check_numeric, converted, largest_on
from cardplot._bars.fills import Fill
from cardplot._geometry import Floats
from cardplot._labels import Beyond, Inside
from cardplot._labels.ticks import check_names
from cardplot._tables import Wide
from cardplot._tables.cells import is_number
from cardplot._tables.choices import check_choice
from cardplot._tables.foreign import plain


@dataclass(frozen=True)
class Slots:
    """Where the categories stand on their axis.

    Attributes
    ----------
    axes : matplotlib.axes.Axes
    horizontal : bool
        Whether the bars are, so that the categories stand along y.
    at : (N,) array
        Centres, in the coordinate in which the category axis is linear.
    size : float
        Distance between two slots in that coordinate.
    """

    axes: Axes
    horizontal: bool
    at: Floats
    size: float

    @property
    def name(self) -> str:
        """The axis of the categories, "x" or "y"."""
        return "y" if self.horizontal else "x"

    @property
    def axis(self) -> Axis:
        """The axis of the categories."""
        return self.axes.yaxis if self.horizontal else self.axes.xaxis

    @property
    def value_axis(self) -> Axis:
        """The axis of the values."""
        return self.axes.xaxis if self.horizontal else self.axes.yaxis

    def points(self, offset: float = 0.0) -> Floats:
        """Return points of the slots, *offset* slots from their centres, in data coordinates."""
        moved = self.at + offset * self.size
        placed: Floats = self.axis.get_transform().inverted().transform(moved)
        return placed

    def beyond(self, offset: float, width: float, index: int, end: float, side: int) -> Beyond:
        """Return the slot of a label beyond the end of a bar; *side* is 1 or -1."""
        low, middle, high = (
            float(self.points(offset + step * width)[index]) for step in (-0.5, 0.0, 0.5)
        )
        if self.horizontal:
            return Beyond(
                end, middle, "right" if side > 0 else "left", base=0.0, thickness=high - low
            )
        return Beyond(middle, end, "up" if side > 0 else "down", base=0.0, thickness=high - low)

    def bars(
        self, offset: float, width: float, lengths: Floats, bases: Floats, fill: Fill, name: str
    ) -> BarContainer:
        """Draw the bars of one series; a NaN length is a bar that isn't there."""
        starts, ends = self.points(offset - width / 2), self.points(offset + width / 2)
        # The empty list of colours of an empty series would fall back to the cycle.
        style: dict[str, Any] = {"color": list(fill.colors) or "none", "label": name}
        if fill.hatch:
            # Before 3.11 a hatch takes the colour of the edge, which needn't be drawn for it.
            style |= {"hatch": fill.hatch, "edgecolor": list(fill.strokes), "linewidth": 0}
        if self.horizontal:
            drawn = self.axes.barh(starts, lengths, ends - starts, bases, align="edge", **style)
        else:
            drawn = self.axes.bar(starts, lengths, ends - starts, bases, align="edge", **style)
        for patch, length, stroke in zip(drawn.patches, lengths, fill.strokes, strict=True):
            # bar() adds and subtracts the base, which costs a small part its digits.
            patch.set(**{"width" if self.horizontal else "height": float(length)})
            sticky = patch.sticky_edges.x if self.horizontal else patch.sticky_edges.y
            sticky[:] = [0.0]
            if fill.hatch and hasattr(patch, "set_hatchcolor"):
                patch.set_hatchcolor(stroke)
        return drawn

    def hold(self, width: float) -> None:
        """Let the limits take in every slot, those without a bar too."""
        if len(self.at):
            both = np.concatenate([self.points(-width / 2), self.points(width / 2)])
            corners = np.stack([both, both], axis=1)
            self.axes.update_datalim(corners, updatex=not self.horizontal, updatey=self.horizontal)
            self.axes.autoscale_view()

    def base(self) -> float:
        """Return where bars start: at 0, on a log axis at its lower end."""
        if self.value_axis.get_scale() != "log":
            return 0.0
        return min(self.axes.get_xbound() if self.horizontal else self.axes.get_ybound())


def slots(
    axes: Axes,
    table: Wide,
    positions: Any,
    orientation: str,
) -> Slots:
    """Return where the categories of *table* stand.

    Raises
    ------
    TypeError, ValueError
        If *positions* or *orientation* can't hold bars.
    """
    check_choice("orientation", orientation, ("vertical", "horizontal"))
    horizontal = orientation == "horizontal"
    axis, other = (axes.yaxis, axes.xaxis) if horizontal else (axes.xaxis, axes.yaxis)
    check_numeric(other, "the values of bars need")
    centers = _centers(axis, table, positions)
    with np.errstate(all="ignore"):
        at = np.asarray(axis.get_transform().transform(centers), dtype=float)
    if not np.isfinite(at).all() or (axis.get_scale() == "log" and (centers <= 0).any()):
        raise ValueError(
            f"'positions' must be what a {axis.get_scale()} axis can show, not {centers.tolist()}"
        )
    gaps = np.diff(np.sort(at))
    if (gaps == 0).any():
        raise ValueError(f"'positions' must differ from each other: {centers.tolist()}")
    check_names(axes, "y" if horizontal else "x", centers, table.categories)
    return Slots(axes, horizontal, at, float(gaps.min()) if len(gaps) else 1.0)


def check_reach(place: Slots, table: Wide, *ends: Floats | None) -> None:
    """Refuse ends of bars and whiskers that are beyond what an axis can show."""
    most = largest_on(place.value_axis.get_scale())
    for reach in (each for each in ends if each is not None):
        for i, j in np.argwhere(np.abs(reach) > most):
            raise ValueError(
                f"'data': {table.categories[i]!r} reaches {reach[i, j]:g}, more than the axis can "
                "show"
            )


def _centers(axis: Axis, table: Wide, positions: Any) -> Floats:
    count = len(table.categories)
    if positions is not None:
        positions = plain(positions, "'positions'")
        if axis.have_units() or _hold_dates(positions):
            positions = converted(axis, positions, "positions")
        found: Floats = _tables.vector(positions, "positions", length=count)
        if np.isnan(found).any():
            raise ValueError(f"'positions' must not be missing: {found.tolist()}")
        return found
    if axis.get_scale() in ("log", "logit"):
        raise ValueError(f"'positions' are needed on a {axis.get_scale()} axis of categories")
    return category_places(axis, table.categories, "'positions'")


def _hold_dates(positions: Any) -> bool:
    array = np.asarray(positions)
    if array.dtype.kind == "M":
        return True
    return array.dtype == object and any(
        isinstance(value, (dt.date, np.datetime64)) for value in array.flat
    )


def inside(patch: Patch, aside: Literal["right", "up"] | None = None) -> Inside:
    """Return the slot of a label in a bar; where it doesn't fit it may go *aside*."""
    corners = patch.get_path().get_extents(patch.get_patch_transform())
    return Inside(corners.x0, corners.x1, corners.y0, corners.y1, aside)


def in_slots(width: Any, argument: str = "width", least: float | None = None) -> float:
    """Return a width in slots: above 0, or at least *least*."""
    if not is_number(width) or isinstance(width, bool):
        raise TypeError(f"'{argument}' must be a number of slots, not {width!r}")
    if not 0 <= float(width) < np.inf or (least is None and float(width) == 0):
        bound = "above 0" if least is None else f"of at least {least:g}"
        raise ValueError(f"'{argument}' must be a number {bound}, not {width!r}")
    return float(width)
