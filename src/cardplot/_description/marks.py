"""The marks on an Axes that a reader sees, and which of them nothing has told yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import IdentityTransform

from cardplot._description.axis_reading import Floats, Scale, floats, scale_of
from cardplot._description.names import Names, given_name, has_line, has_markers

Kind = TypeVar("Kind", bound=Artist)


class Marks:
    """What is on an Axes besides known artists.

    Attributes
    ----------
    axes : matplotlib.axes.Axes
    names : Names
    left : dict of int to matplotlib.artist.Artist
        What is seen and hasn't been told, by its id. Readers take from it.
    """

    def __init__(
        self,
        axes: Axes,
        known: Iterable[Artist],
        legends: Iterable[Legend] = (),
        twins: Iterable[Axes] = (),
    ) -> None:
        self.axes = axes
        skip = {id(artist) for artist in known}
        # Autoscaling waits until somebody asks for the limits.
        axes.get_xlim(), axes.get_ylim()
        candidates = [*axes.lines, *axes.collections, *axes.patches, *axes.images, *axes.tables]
        self.left: dict[int, Any] = {
            id(mark): mark for mark in candidates if id(mark) not in skip and _is_seen(axes, mark)
        }
        beside = [mark for twin in twins for mark in Marks(twin, known).left.values()]
        self.names = Names(axes, legends, list(self.left.values()), beside)

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return what is left of a kind and stands at places in data coordinates."""
        found = [mark for mark in self.left.values() if isinstance(mark, kind)]
        return [mark for mark in found if self._at_data(mark)]

    def told(self, *marks: Any) -> None:
        """Take away marks that have been told, or are part of one."""
        for mark in marks:
            self.left.pop(id(mark), None)

    def scale(self, name: str, *, slots: bool = False) -> Scale:
        """Return how positions along "x" or "y" read."""
        return scale_of(self.axis(name), slots=slots)

    def axis(self, name: str) -> Axis:
        """Return the axis "x" or "y"."""
        return self.axes.xaxis if name == "x" else self.axes.yaxis

    def _at_data(self, mark: Artist) -> bool:
        places = [mark.get_transform()]
        if isinstance(mark, Collection):
            places.append(mark.get_offset_transform())
        return any(place.contains_branch(self.axes.transData) for place in places)


@dataclass(frozen=True)
class Straight:
    """A nameless line along an axis: a whisker, a cap or a median; on its own, a line."""

    line: Line2D
    along: str
    at: float
    low: float
    high: float


def straight_lines(marks: Marks) -> list[Straight]:
    """Return the straight lines that may be parts of other marks."""
    bare = [line for line in marks.of(Line2D) if has_line(line) and not has_markers(line)]
    return [found for line in bare if not given_name(line) for found in _straight(line)]


def _straight(line: Line2D) -> Iterator[Straight]:
    """Return a line as it lies along an axis; without a length, along both."""
    x, y = places_of(line)
    if len(x) == 8 and np.isnan(x[[2, 5]]).all():
        # seaborn draws a whisker between its caps.
        x, y = x[3:5], y[3:5]
    if len(x) == 2 and x[0] == x[1] and np.isfinite(y).all():
        yield Straight(line, "y", x[0], *sorted(y))
    if len(x) == 2 and y[0] == y[1] and np.isfinite(x).all():
        yield Straight(line, "x", y[0], *sorted(x))


def places_of(line: Line2D) -> tuple[Floats, Floats]:
    """Return the x and y of a line, with NaN for what isn't drawn."""
    x, y = line.get_data(orig=False)
    return floats(x), floats(y)


def on_scale(axes: Axes, x: Floats, y: Floats) -> Any:
    """Say which points have a place on the scales: on a log axis, what isn't positive has none."""
    placed = np.ones(len(x), dtype=bool)
    for axis, values in ((axes.xaxis, x), (axes.yaxis, y)):
        if axis.get_scale() in ("log", "logit"):
            placed &= ~(values <= 0)
    return placed


def in_view(mark: Artist, axes: Axes, x: Any, y: Any) -> Any:
    """Say which points lie within the limits; what is missing lies nowhere else."""
    seen = np.ones(len(x), dtype=bool)
    if not mark.get_clip_on():
        return seen
    for values, bounds in ((x, axes.get_xbound()), (y, axes.get_ybound())):
        slack = 1e-9 * (bounds[1] - bounds[0])
        seen &= ~((values < bounds[0] - slack) | (values > bounds[1] + slack))
    return seen


def _is_seen(axes: Axes, mark: Any) -> bool:
    if not mark.get_visible() or (mark.get_alpha() is not None and not np.any(mark.get_alpha())):
        return False
    if axes.name == "3d":
        return True
    if isinstance(mark, Line2D):
        x, y = places_of(mark)
        if not len(x) or not (has_line(mark) or has_markers(mark)):
            return False
        if not given_name(mark) and np.isnan(x + y).all():
            return False
        if not has_line(mark) and not mark.get_transform().contains_branch(axes.transData):
            # At a place of the panel, such as the mark of a broken axis.
            return False
    if isinstance(mark, Collection) and not _has_place(mark):
        return False
    return not mark.get_clip_on() or axes.name != "rectilinear" or _reaches(axes, mark)


def _has_place(mark: Collection) -> bool:
    if isinstance(mark.get_offset_transform(), IdentityTransform):
        return bool(len(mark.get_paths()))
    return bool(np.isfinite(floats(mark.get_offsets())).all(axis=-1).any())


def _reaches(axes: Axes, mark: Any) -> bool:
    """Say whether some of a line or shape lies within the panel."""
    panel = axes.bbox.padded(1)
    if not isinstance(mark, Line2D | Patch) or not panel.width * panel.height > 0:
        return True
    path = mark.get_transform().transform_path(mark.get_path())
    corners = np.asarray(path.vertices, dtype=float)
    corners = corners[np.isfinite(corners).all(axis=1)]
    if len(corners) < 2:
        return all(panel.contains(x, y) for x, y in corners)
    if isinstance(mark, Patch) and not np.ptp(corners, axis=0).any():
        return False
    return bool(path.intersects_bbox(panel, filled=isinstance(mark, Patch)))
