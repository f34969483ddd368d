"""What the arrangement of a figure depends on: whether it has to be arranged anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from cardplot._geometry import Floats
from cardplot._labels.other_axes import take_place
from cardplot._labels.scene import font_size
from cardplot._layout.stacks import Band, containers


def signature(figure: Figure, bands: Sequence[Band]) -> object:
    """Return what the arrangement depends on, besides what leaves a sign on the artists."""
    panels = [_furniture(axes) for axes in figure.axes]
    contents = [(id(band), band.idle, *map(_content, band.artists())) for band in bands]
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


@dataclass(frozen=True)
class Arrangement:
    """Where panels are.

    Attributes
    ----------
    places : (N, 4) array
        Of all panels, in shares of the figure or subfigure that each is on.
    margins : dict of str to float
        Of the figure's grid, from which tight layout starts.
    """

    places: Floats
    margins: dict[str, float]

    @classmethod
    def of(cls, figure: Figure) -> Self:
        """Return where the panels are now, without the last bits: they differ between processes."""
        known = figure.subplotpars
        names = ("left", "right", "bottom", "top", "wspace", "hspace")
        return cls(places(figure).round(6), {name: getattr(known, name) for name in names})

    def fits(self, figure: Figure) -> bool:
        """Say whether the figure has as many panels still."""
        return len(self.places) == len(figure.axes)

    def alike(self, other: Arrangement | None, figure: Figure) -> bool:
        """Say whether panels are in the same places, to less than half a pixel."""
        if other is None or not other.fits(figure) or not self.fits(figure):
            return False
        moves = np.abs(self.places - other.places) * np.tile(figure.bbox.size, 2)
        return bool((moves < 0.5).all())

    def restore(self, figure: Figure, renderer: RendererBase) -> None:
        """Put the panels where they were, with all that is on them, before they are drawn."""
        # An engine that starts from other margins would drift, by less than counts, at each draw.
        figure.subplotpars.update(**self.margins)
        for axes, place in zip(figure.axes, self.places, strict=True):
            in_layout = axes.get_in_layout()
            axes.set_position(Bbox.from_extents(*place), which="original")
            axes.set_in_layout(in_layout)
            take_place(axes, renderer)


def _content(artist: Artist) -> object:
    words = getattr(artist, "get_text", None)
    return id(artist), artist.get_visible(), words() if callable(words) else artist.stale


def _furniture(axes: Axes) -> object:
    """Return what may change on a panel without a sign."""
    ticks = [ticks[0].label1 for axis in (axes.xaxis, axes.yaxis) if (ticks := axis.majorTicks)]
    words = [(label.get_text(), font_size(label)) for label in (axes.xaxis.label, axes.yaxis.label)]
    forms = [(label.get_rotation(), font_size(label)) for label in ticks]
    legend = axes.get_legend()
    shown = axes.get_visible(), legend is not None and legend.get_visible()
    return *shown, words, forms, len(axes.get_children())
