"""Where groups of seeds stand, and how far the limits have to reach."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Transform

from cardplot._axis_values import category_places
from cardplot._geometry import dodge
from cardplot._seeds.dodge import WIDEST, Beside, Dodge
from cardplot._seeds.pixels import Plane
from cardplot._seeds.sizes import DOT
from cardplot._seeds.swarm import Floats
from cardplot._seeds.table import SeedTable

STEP = 0.24
"""From one series to the next within a category, in slots, where so many have room."""
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
    aside : (N, K) array
        How far each group is beside it: in data units for categories, else in steps of *dodge*.
    room : float
        From the middle of a category's group to its edge, in data units.
    dodge : Dodge or None
        The steps between series at numeric positions; None for categories.
    """

    at: Floats
    aside: Floats
    room: float
    dodge: Dodge | None

    @property
    def numeric(self) -> bool:
        """Whether positions are numbers."""
        return self.dodge is not None

    def positions(self, j: int) -> Floats:
        """Return the positions of series *j*, in data units."""
        return self.at if self.numeric else self.at + self.aside[:, j]

    def beside(self, plane: Plane, j: int, center: Floats | None = None) -> Beside | None:
        """Return the step from there to where series *j* is drawn; None where that is the same.

        With *center*, marks are taken away where the scale can't show it.
        """
        aside = self.aside[:, j] if self.numeric else np.zeros(len(self.at))
        if center is None and not aside.any():
            return None
        return Beside(plane, self.positions(j), aside, self.dodge, center)

    def drawn(self, plane: Plane, j: int, center: Floats | None = None) -> Transform:
        """Return the transform of the marks of series *j*."""
        beside = self.beside(plane, j, center)
        data: Transform = plane.axes.transData
        return data if beside is None else data + beside


def layout(
    plane: Plane, table: SeedTable, share: float | None, *, fixed: bool, dots: bool
) -> Layout:
    """Place the groups: side by side where series share a position.

    Parameters
    ----------
    plane : Plane
        Categories that are on its axis keep their place.
    table : SeedTable
    share : float or None
        From the first series to the last, as a share of the gap between positions. None: as
        much as they need, or as there is.
    fixed : bool
        A series keeps its side at every position, also where it is alone.
    dots : bool
        Whether single seeds are drawn beside the points and need room.
    """
    n_series = len(table.series)
    sides, _ = dodge(n_series, n_series)
    if table.positions is None:
        step = min(STEP, WIDEST / n_series) if share is None else share / max(n_series - 1, 1)
        room = ALONE if n_series == 1 or not step else step / 2
        at = category_places(plane.position_axis, table.categories, "data: numeric positions")
        return Layout(at, np.tile(sides * step, (len(at), 1)), room, None)
    size = float(mpl.rcParams["lines.markersize"])
    points = size + 3.0 + (2 * DOT * size if dots else 0.0)
    shared = table.slots.sum(axis=1) > 1
    moved = share != 0 and bool(shared.any())
    aside = np.outer((shared | fixed) & moved, sides)
    at = table.positions[table.slots.any(axis=1)]
    steps = Dodge(plane, at, n_series if moved else 1, points, share if moved else None)
    return Layout(table.positions, aside, 0.0, steps)


def reach(plane: Plane, table: SeedTable, where: Layout, *, dots: bool) -> PathPatch:
    """Bring the limits to include everything of a table that the scale can show.

    By an artist that is never seen: marks may be moved by pixels, which limits can't follow.
    """
    at: list[float] = []
    values: list[float] = []
    for i, j in table.groups():
        ends = ends_of_group(plane, table, i, j, dots=dots)
        at += [float(where.positions(j)[i])] * len(ends)
        values += ends
    # Every place is there, also where nothing is drawn.
    sides = where.at if where.numeric else np.array([where.at.min() - EDGE, where.at.max() + EDGE])
    if values and not where.numeric:
        at, values = at + sides.tolist(), values + values[:1] * 2
    elif not values:
        ends_xy = np.column_stack(plane.xy(sides, np.ones(len(sides))))
        plane.axes.update_datalim(ends_xy, updatex=plane.vertical, updatey=not plane.vertical)
    points = np.column_stack(plane.xy(np.array(at), np.array(values)))
    patch = PathPatch(Path(points.reshape(-1, 2)), label="_nolegend_", visible=False)
    plane.axes.add_patch(patch)
    # Limits without data would be made up, and in the way of a log scale that is set later.
    plane.axes.autoscale_view(
        scalex=plane.vertical or bool(values), scaley=not plane.vertical or bool(values)
    )
    return patch


def ends_of_group(plane: Plane, table: SeedTable, i: int, j: int, *, dots: bool) -> list[float]:
    """Return the values between which a group reaches, as far as the scale can show it."""
    seeds = table.seeds[i][j] if table.seeds is not None else np.empty(0)
    center, low, high = (float(part[i, j]) for part in (table.center, table.low, table.high))
    ends = [end for end in (center, low, high) if np.isfinite(end)]
    if low <= 0 < center:
        # On a log axis an open whisker gets the room below that it has above, up to a decade.
        above = high if high > center else 1.5 * center
        ends.append(center * max(center / above, 0.1))
    ends += seeds.tolist()
    if not plane.in_domain(np.array(center)):
        ends = seeds.tolist() if dots else []
    shown = np.array(ends)[plane.in_domain(np.array(ends))]
    return [float(shown.min()), float(shown.max())] if len(shown) else []
