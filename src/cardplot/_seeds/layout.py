"""Where groups of seeds stand, and how far the limits have to reach."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from matplotlib.axis import Axis
from matplotlib.backend_bases import RendererBase
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from cardplot._axis_values import category_places
from cardplot._geometry import dodge
from cardplot._seeds.pixels import Plane
from cardplot._seeds.sizes import DOT
from cardplot._seeds.swarm import Floats
from cardplot._seeds.table import SeedTable
from cardplot._warnings import warn

STEP = 0.24
"""From one series to the next within a category, in slots ..."""
WIDEST = 0.72
"""... as long as all of them stay within this width."""
ALONE = 0.38
"""From the middle of a slot to its edge, for a series that has it to itself."""
EDGE = 0.4
"""From the first and the last category to the edge of the axes, in slots."""


@dataclass(frozen=True)
class Layout:
    """Where the groups of a table stand along the position axis.

    Attributes
    ----------
    at : (N,) array
        Position of each row, in data units.
    offsets : (K,) array
        Of each series, in data units for categories and in points for numeric positions.
    room : float
        From the middle of a group to its edge, in the same unit.
    numeric : bool
    """

    at: Floats
    offsets: Floats
    room: float
    numeric: bool

    def positions(self, j: int) -> Floats:
        """Return the positions of series *j*, in data units."""
        return self.at if self.numeric else self.at + self.offsets[j]

    def shift(self, j: int) -> float:
        """Return how far series *j* is drawn beside its positions, in points."""
        return float(self.offsets[j]) if self.numeric else 0.0

    @property
    def widest(self) -> float:
        """How far from its positions anything is drawn, in points."""
        return float(np.abs(self.offsets).max()) + self.room

    def move(self, j: int, vertical: bool) -> tuple[float, float]:
        """Return that as a step in x and y."""
        return (self.shift(j), 0.0) if vertical else (0.0, self.shift(j))


def layout(table: SeedTable, axis: Axis, *, dots: bool) -> Layout:
    """Place the groups: side by side where series share a position.

    Parameters
    ----------
    table : SeedTable
    axis : matplotlib.axis.Axis
        The axis of the positions: categories that are on it keep their place.
    dots : bool
        Whether single seeds are drawn beside the points and need room.
    """
    n_series = len(table.series)
    if table.positions is None:
        offsets, step = dodge(n_series, min(STEP * n_series, WIDEST))
        room = ALONE if n_series == 1 else step / 2
        at = category_places(axis, table.categories, "data: numeric positions")
        return Layout(at, offsets, room, numeric=False)
    size = float(mpl.rcParams["lines.markersize"])
    step = size + 3.0 + (2 * DOT * size if dots else 0.0)
    shared = (table.slots.sum(axis=1) > 1).any()
    offsets = dodge(n_series, step * n_series)[0] if shared else np.zeros(n_series)
    return Layout(table.positions, offsets, step / 2, numeric=True)


class Reach(PathPatch):
    """Tells the limits what was drawn, and warns when a later log scale hides a point.

    Invisible. The marks themselves may be moved by pixels, which limits can't follow.
    """

    def __init__(self, plane: Plane, points: Floats, centers: dict[str, float]) -> None:
        super().__init__(Path(points.reshape(-1, 2)), label="_nolegend_")
        self.set_visible(False)
        self._plane = plane
        self._centers = centers
        self._warned = False

    def draw(self, renderer: RendererBase) -> None:
        """Draw nothing; warn once of points that the scale can't show."""
        del renderer
        values = np.array(list(self._centers.values()), dtype=float)
        lost = [
            n for n, ok in zip(self._centers, self._plane.in_domain(values), strict=True) if not ok
        ]
        if lost and not self._warned:
            self._warned = True
            warn(
                f"The centre of {', '.join(lost[:5])} is zero or less: "
                "a log axis can't show it, and it is not drawn."
            )


def reach(plane: Plane, table: SeedTable, where: Layout) -> Reach:
    """Bring the limits to include everything of a table."""
    at: list[float] = []
    values: list[float] = []
    for i, j in table.groups():
        ends = ends_of_group(table, i, j)
        at += [float(where.positions(j)[i])] * len(ends)
        values += ends
    if not where.numeric:
        sides = [float(where.at.min()) - EDGE, float(where.at.max()) + EDGE]
        if values:
            at, values = at + sides, values + values[:1] * 2
        else:
            ends_xy = np.column_stack(plane.xy(np.array(sides), np.ones(2)))
            plane.axes.update_datalim(ends_xy, updatex=plane.vertical, updatey=not plane.vertical)
    centers = {
        table.place(i, j): float(table.center[i, j])
        for i, j in table.groups()
        if np.isfinite(table.center[i, j])
    }
    patch = Reach(plane, np.column_stack(plane.xy(np.array(at), np.array(values))), centers)
    plane.axes.add_patch(patch)
    # Limits without data would be made up, and in the way of a log scale that is set later.
    plane.axes.autoscale_view(
        scalex=plane.vertical or bool(values), scaley=not plane.vertical or bool(values)
    )
    return patch


def ends_of_group(table: SeedTable, i: int, j: int) -> list[float]:
    """Return the values between which a group reaches."""
    seeds = table.seeds[i][j] if table.seeds is not None else np.empty(0)
    center, low, high = (float(part[i, j]) for part in (table.center, table.low, table.high))
    ends = [end for end in (center, low, high) if np.isfinite(end)]
    if low <= 0 < center:
        # On a log axis an open whisker gets the room below that it has above, up to a decade.
        above = high if high > center else 1.5 * center
        ends.append(center * max(center / above, 0.1))
    return ends + ([float(seeds.min()), float(seeds.max())] if len(seeds) else [])
