"""Transforms behind the data transform of an Axes: they work on pixels, at every draw.

A mark keeps its data coordinates, whatever becomes of limits, scale, size and resolution; what
moves it on the canvas is stated here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.transforms import Transform
from numpy.typing import ArrayLike, NDArray

from cardplot._seeds.swarm import Floats, swarm


@dataclass(frozen=True)
class Plane:
    """An Axes and which of its axes has the values.

    Attributes
    ----------
    axes : matplotlib.axes.Axes
    vertical : bool
        Whether values run along y.
    """

    axes: Axes
    vertical: bool

    @property
    def value(self) -> int:
        """The index of the value axis: 1 for y."""
        return 1 if self.vertical else 0

    @property
    def value_axis(self) -> XAxis | YAxis:
        """The axis along which values run."""
        return self.axes.yaxis if self.vertical else self.axes.xaxis

    @property
    def position_axis(self) -> XAxis | YAxis:
        """The axis along which groups stand."""
        return self.axes.xaxis if self.vertical else self.axes.yaxis

    def xy(self, positions: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Return positions and values as x and y."""
        return (positions, values) if self.vertical else (values, positions)

    @property
    def pixels_per_point(self) -> float:
        """The resolution now."""
        figure = self.axes.get_figure(root=True)
        return 1.0 if figure is None else float(figure.dpi) / 72

    def places(self, positions: Floats) -> Floats:
        """Return the pixels of positions along their axis; NaN where its scale has none."""
        ends = self.xy(positions, np.zeros(len(positions)))
        blended = (
            self.axes.get_xaxis_transform() if self.vertical else self.axes.get_yaxis_transform()
        )
        with np.errstate(all="ignore"):
            placed = blended.transform(np.column_stack(ends))[:, 1 - self.value]
        shown = _in_domain(str(self.position_axis.get_scale()), positions)
        return np.where(shown & np.isfinite(placed), placed, np.nan)

    def length(self, room: float) -> float:
        """Return a distance along the position axis, from 0 in data units, in pixels."""
        return float(np.abs(np.diff(self.places(np.array([0.0, room])))[0]))

    def value_axis_is(self, *scales: str) -> bool:
        """Say whether the value axis has one of these scales now."""
        return self.scale in scales

    @property
    def scale(self) -> str:
        """The scale of the value axis now."""
        return str(self.value_axis.get_scale())

    def in_domain(self, values: Floats) -> NDArray[np.bool_]:
        """Say which values the scale of the value axis can show, as far as it is bounded."""
        return _in_domain(self.scale, values)

    def edges(self) -> tuple[float, float]:
        """Return the pixels at which the value axis has its lower and its upper limit."""
        box = self.axes.bbox
        low, high = (box.y0, box.y1) if self.vertical else (box.x0, box.x1)
        turned = self.axes.yaxis_inverted() if self.vertical else self.axes.xaxis_inverted()
        return (high, low) if turned else (low, high)


def _in_domain(scale: str, values: Floats) -> NDArray[np.bool_]:
    beyond = (values <= 0) & (scale in ("log", "logit"))
    return ~np.asarray(beyond | ((values >= 1) & (scale == "logit")))


class Pixels(Transform):
    """A step from pixels to pixels that may depend on the whole state of the Axes."""

    input_dims = 2
    output_dims = 2
    is_separable = False
    has_inverse = False

    def __init__(self, plane: Plane) -> None:
        super().__init__()
        self.plane = plane


class Swarm(Pixels):
    """Moves the dots of each cell aside so that they don't cover each other.

    Parameters
    ----------
    plane : Plane
    cells : (N,) int array
        The cell of each dot.
    diameter, shift : float
        Size of a dot, and how far the first is from the middle, in points.
    values : (N,) array
        What each dot shows: those that the scale can't show take no room.
    room : callable
        Returns the distance from the middle of a cell to its edge in pixels.
    """

    def __init__(
        self,
        plane: Plane,
        cells: NDArray[np.intp],
        values: Floats,
        *,
        diameter: float,
        shift: float,
        room: Callable[[], float],
    ) -> None:
        super().__init__(plane)
        self._cells = cells
        self._values = values
        self._diameter = diameter
        self._shift = shift
        self._room = room

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return the pixels of the dots, moved."""
        moved = np.array(values, dtype=float)
        if moved.ndim != 2 or len(moved) != len(self._cells):
            return moved
        scale = self.plane.pixels_per_point
        radius = self._diameter * scale / 2
        room = self._room() - radius
        shift = min(self._shift * scale, max(room, 0.0))
        along = self.plane.value
        moved[~self.plane.in_domain(self._values)] = np.nan
        for cell in np.unique(self._cells):
            mine = self._cells == cell
            aside = swarm(moved[mine, along], 2 * radius, room - shift, one_sided=shift > 0)
            moved[mine, 1 - along] += aside + shift
        return moved


class ToEdge(Pixels):
    """Ends whiskers that leave the domain of the scale at the edge of the axes, or beyond it.

    It is given the lower and the upper end of one whisker, or of several one after another.
    """

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return the pixels of the ends, none of them further out than a panel's length."""
        moved = np.array(values, dtype=float)
        along, (low, high) = self.plane.value, self.plane.edges()
        ends = np.where(np.arange(len(moved)) % 2 == 0, low, high)
        at = np.where(np.isfinite(moved[:, along]), moved[:, along], ends)
        length = abs(high - low)
        moved[:, along] = np.clip(at, min(low, high) - length, max(low, high) + length)
        # Where one coordinate is lost, an affine transform loses the other too.
        beside = moved[:, 1 - along].reshape(-1, 2)
        moved[:, 1 - along] = np.where(np.isfinite(beside), beside, beside[:, ::-1]).ravel()
        return moved


class Tip(Pixels):
    """Moves the arrow of an open whisker from its upper end to the lower edge of the axes.

    Parameters
    ----------
    plane : Plane
    lows : (N,) array
        The lower ends of the whiskers.
    size : float
        Of the arrow, in points.
    turned : bool
        For which direction of the axis this arrow is made; on the other it stays away.
    """

    def __init__(self, plane: Plane, lows: Floats, *, size: float, turned: bool) -> None:
        super().__init__(plane)
        self._lows = lows
        self._size = size
        self._turned = turned

    def transform_non_affine(self, values: ArrayLike) -> Floats:
        """Return the pixels of the arrows; NaN where the whisker isn't open or out of sight."""
        moved = np.array(values, dtype=float)
        along, (low, high) = self.plane.value, self.plane.edges()
        inward = 1.0 if high > low else -1.0
        place = low + inward * self._size / 2 * self.plane.pixels_per_point
        shown = ~self.plane.in_domain(self._lows) & ((high < low) == self._turned)
        shown &= (moved[:, along] - place) * inward > 0
        moved[:, along] = np.where(shown, place, np.nan)
        return moved
