"""What the arrangement of a figure depends on: whether it has to be arranged anew."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from cardplot._geometry import Floats
from cardplot._labels.scene import font_size, take_place
from cardplot._layout.stacks import Band, containers


def signature(figure: Figure, bands: Sequence[Band]) -> object:
    """Return what the arrangement depends on, besides what leaves a sign on the artists."""
    panels = [_furniture(axes) for axes in figure.axes]
    contents = [(id(band), *map(_content, band.artists())) for band in bands]
    own = [(each.get_suptitle(), each.get_supxlabel()) for each in containers(figure)]
    placed = places(figure).round(7).tolist()
    return placed, tuple(figure.get_size_inches()), panels, contents, own


def said(figure: Figure, bands: Sequence[Band]) -> object:
    """Return what the comfort of the bands depends on: the words, however broken, and room."""
    texts = [
        "".join(artist.get_text().split())
        for band in bands
        for artist in band.artists()
        if isinstance(artist, Text)
    ]
    return tuple(figure.get_size_inches()), len(figure.axes), texts


def places(figure: Figure) -> Floats:
    """Return the places of all panels, in shares of the figure or subfigure that each is on."""
    extents = [axes.get_position(original=True).extents for axes in figure.axes]
    return np.array(extents, dtype=float).reshape(-1, 4)


def alike(one: Floats | None, two: Floats | None, figure: Figure) -> bool:
    """Say whether panels are in the same places, to less than half a pixel."""
    if one is None or two is None or one.shape != two.shape:
        return False
    return bool((np.abs(one - two) * np.tile(figure.bbox.size, 2) < 0.5).all())


def put_back(figure: Figure, where: Floats | None) -> None:
    """Put the panels back to where they were."""
    if where is None:
        return
    for axes, place in zip(figure.axes, where, strict=True):
        in_layout = axes.get_in_layout()
        axes.set_position(Bbox.from_extents(*place), which="original")
        axes.set_in_layout(in_layout)


def apply_places(figure: Figure, renderer: RendererBase) -> None:
    """Let the panels take their places, which otherwise waits until they are drawn."""
    for axes in figure.axes:
        take_place(axes, renderer)


def _content(artist: Artist) -> object:
    words = getattr(artist, "get_text", None)
    return id(artist), artist.get_visible(), words() if callable(words) else artist.stale


def _furniture(axes: Axes) -> object:
    """Return what may change on a panel without a sign."""
    ticks = [ticks[0].label1 for axis in (axes.xaxis, axes.yaxis) if (ticks := axis.majorTicks)]
    words = [(label.get_text(), font_size(label)) for label in (axes.xaxis.label, axes.yaxis.label)]
    forms = [(label.get_rotation(), font_size(label)) for label in ticks]
    return axes.get_visible(), words, forms, len(axes.get_children())
