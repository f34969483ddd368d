"""What artists of any kind fill and stroke: they draw on a renderer that notes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.transforms import Affine2D, Transform

from cardplot._geometry import Floats

OPAQUE = 0.5
"""Fills that are more transparent than this are bands: a label may lie on one."""


Color = tuple[float, float, float, float]


class Area(NamedTuple):
    """What one path fills and strokes.

    Attributes
    ----------
    rings : list of (N, 2) array
        Its outlines, and those of its holes, in points.
    face : (float, float, float, float)
        The colour of its inside; transparent where it isn't filled.
    stroke : float
        How wide its outline is, in points; 0 where none is seen.
    """

    rings: list[Floats]
    face: Color
    stroke: float


class Notes(RendererBase):
    """A renderer that draws nothing, and notes what it should have drawn."""

    def __init__(self, points: Transform) -> None:
        super().__init__()
        self.areas: list[Area] = []
        self._points = points
        self._scale = float(points.transform([(1.0, 0.0)])[0, 0])

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        """Note a path."""
        face = to_rgba("none" if rgbFace is None else rgbFace)
        if rgbFace is not None and (gc.get_forced_alpha() or len(rgbFace) == 3):
            face = to_rgba(rgbFace, gc.get_alpha())
        seen = gc.get_rgb()[3] >= OPAQUE
        with np.errstate(all="ignore"):
            rings = path.to_polygons(transform + self._points, closed_only=False)
        self._note(rings, face, gc.get_linewidth() if seen else 0.0)

    def draw_text(
        self, gc: Any, x: Any, y: Any, s: Any, prop: Any, angle: Any, ismath: Any = False,
        mtext: Any = None,
    ) -> None:  # fmt: skip
        """Note the extent of a text."""
        del mtext
        width, height, descent = self.get_text_width_height_descent(s, prop, ismath)
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - (0, descent)
        place = Affine2D().rotate_deg(angle).translate(x, y) + self._points
        self._note([place.transform(corners)], gc.get_rgb(), 0.0)

    def draw_image(self, *args: Any, **kwargs: Any) -> None:
        """Note nothing: the extents of images are known."""

    def draw_gouraud_triangles(self, *args: Any, **kwargs: Any) -> None:
        """Note nothing."""

    def flipy(self) -> bool:
        """Say that y goes up."""
        return False

    def points_to_pixels(self, points: Any) -> Any:
        """Return points in pixels."""
        return points / self._scale

    def _note(self, rings: Sequence[Any], face: Color, stroke: float) -> None:
        whole = [np.asarray(ring, dtype=float) for ring in rings if np.isfinite(ring).all()]
        if whole:
            self.areas.append(Area(whole, face, float(stroke)))


def areas_of(artist: Artist, points: Transform) -> list[Area]:
    """Return what an artist fills and strokes; *points* leads from pixels to points."""
    notes, stale = Notes(points), artist.stale
    artist.draw(notes)
    artist.stale = stale  # It isn't drawn yet.
    return notes.areas
