"""What can't be read from an Axes: counted by kind, and the words that stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import matplotlib.collections as mcoll
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.contour import ContourSet
from matplotlib.image import AxesImage, FigureImage
from matplotlib.inset import InsetIndicator
from matplotlib.legend import Legend
from matplotlib.lines import AxLine, Line2D
from matplotlib.offsetbox import AnnotationBbox
from matplotlib.patches import FancyArrow, FancyArrowPatch, Patch, Polygon
from matplotlib.quiver import Barbs, Quiver, QuiverKey
from matplotlib.table import Table
from matplotlib.text import Text

from cardplot._description.axis_reading import floats
from cardplot._labels import LabelLayer

_NOUNS: tuple[tuple[type[Artist] | tuple[type[Artist], ...], str], ...] = (
    (ContourSet, "contour plot"),
    ((Quiver, FancyArrow, FancyArrowPatch), "arrow"),
    (Barbs, "wind barb"),
    (mcoll.EventCollection, "event"),
    (mcoll.LineCollection, "separate line"),
    (mcoll.PathCollection, "point"),
    ((mcoll.PolyCollection, Polygon), "filled area"),
    ((mcoll.QuadMesh, mcoll.TriMesh), "mesh"),
    ((mcoll.Collection, Patch), "shape"),
    (AxLine, "sloped line"),
    (Line2D, "line"),
    ((AxesImage, FigureImage, AnnotationBbox), "picture"),
    (Table, "table"),
    (Artist, "mark"),
)
"""The first that fits says what an artist is."""
_WORDS = re.compile(r"[^\W\d_]{2}")


def noun_of(mark: Artist) -> str:
    """Return what an artist is."""
    return next(noun for kind, noun in _NOUNS if isinstance(mark, kind))


def number_in(mark: Any) -> int:
    """Return how many of its kind an artist shows."""
    if isinstance(mark, mcoll.EventCollection):
        return len(mark.get_positions())
    one = ContourSet | mcoll.FillBetweenPolyCollection | mcoll.QuadMesh | mcoll.TriMesh
    if isinstance(mark, mcoll.Collection) and not isinstance(mark, one):
        return max(len(mark.get_paths()), len(floats(mark.get_offsets())))
    return 1


def words_on(axes: Axes, known: Iterable[Artist], said: Iterable[str]) -> list[str]:
    """Return the texts on an Axes that hold words and say more than *said*."""
    skip, told = {id(artist) for artist in known}, set(said)
    layers = [artist for artist in axes.artists if isinstance(artist, LabelLayer)]
    skip |= {id(text) for layer in layers for item in layer.items for text in item.artists()}
    found = []
    for text in [*axes.texts, *(one for box in boxes_on(axes) for one in _texts_in(box))]:
        line = " ".join(text.get_text().split())
        shown = id(text) not in skip and text.get_visible()
        if shown and _WORDS.search(line) and line not in told:
            found.append(line)
    return list(dict.fromkeys(found))


def boxes_on(axes: Axes) -> list[Artist]:
    """Return what was put on an Axes by itself: boxes with texts, pictures and others."""
    ours = LabelLayer | Legend | InsetIndicator | QuiverKey
    return [one for one in axes.artists if one.get_visible() and not isinstance(one, ours)]


def _texts_in(box: Artist) -> list[Any]:
    return box.findobj(Text)
