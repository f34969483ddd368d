"""What stands at the place of an Axes, or over it, and isn't on it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import SubFigure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from cardplot._labels.limits import siblings


def twins(axes: Axes) -> list[Axes]:
    """Return the other Axes at the same place that share an axis, such as those of `twinx`."""
    place = axes.get_position(original=True).extents
    return [
        other
        for other in dict.fromkeys((*siblings(axes, "x"), *siblings(axes, "y")))
        if other is not axes
        and other.get_visible()
        and not _is_tied(other)
        and np.array_equal(other.get_position(original=True).extents, place)
    ]


def overlays(axes: Axes, renderer: RendererBase) -> list[Axes]:
    """Return the Axes drawn over this one, and those beside it that no layout moves apart."""
    figure = axes.get_figure(root=True)
    known = {axes, *twins(axes)}
    others = [] if figure is None else [one for one in figure.axes if one not in known]
    found, below = [], True
    for other in sorted((axes, *others), key=lambda one: one.get_zorder()):
        below = below and other is not axes
        if other is axes or not other.get_visible():
            continue
        if _is_tied(other) or _in_one_cell(axes, other):
            take_place(other, renderer)
            found.append(other)
        elif not below and _overlap(axes.bbox, other.bbox):
            found.append(other)
    return found


def on_figure(axes: Axes, skip: Collection[Artist]) -> list[Artist]:
    """Return what is drawn on the figure itself, over this Axes."""
    ignored = {id(artist) for artist in skip}
    found: list[Artist] = []
    figure = axes.get_figure(root=False)
    while figure is not None:
        # These stand beyond all Axes.
        titles = {figure.get_suptitle(), figure.get_supxlabel(), figure.get_supylabel()}
        found += [
            artist
            for artist in figure.get_children()
            if not isinstance(artist, Axes | SubFigure)
            and id(artist) not in ignored | {id(figure.patch)}
            and artist.get_visible()
            and artist.get_zorder() >= axes.get_zorder()
            and not (isinstance(artist, Text) and artist.get_text() in titles)
        ]
        parent = figure.get_figure(root=False)
        figure = None if parent is figure else parent
    return found


def _is_tied(axes: Axes) -> bool:
    """Say whether an Axes is placed beside or in another one, as `append_axes` does."""
    placed = axes.get_axes_locator() is not None and axes.get_subplotspec() is None
    # The layout takes a colorbar for a panel of its own.
    return placed and axes.get_label() != "<colorbar>"


def _in_one_cell(axes: Axes, other: Axes) -> bool:
    """Say whether tight layout takes both for one panel, such as one with its colorbar."""
    figure = axes.get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    # That of constrained layout has it otherwise; what is there while saving tells which it was.
    if engine is None or not engine.colorbar_gridspec:
        return False
    mine, its = axes.get_subplotspec(), other.get_subplotspec()
    if mine is None or its is None:
        return its is None
    return mine.get_topmost_subplotspec() == its.get_topmost_subplotspec()


def _overlap(one: Bbox, two: Bbox) -> bool:
    common = Bbox.intersection(one, two)
    return common is not None and min(common.size) > 1


def take_place(axes: Axes, renderer: RendererBase) -> None:
    """Let an Axes take the place that its engine, locator and aspect give it."""
    locator = axes.get_axes_locator()
    axes.apply_aspect(None if locator is None else locator(axes, renderer))


def titles_of(axes: Axes) -> list[Text]:
    """Return the three titles of *axes*."""
    words = {id(text) for text in axes.texts}
    children = axes.get_children()
    return [text for text in children if isinstance(text, Text) and id(text) not in words]
