"""Fitting panels with their decorations into the room that is left: pure numpy, one direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cardplot._geometry import Floats

SAME = 0.5
"""Edges closer than this are one edge: panels that share it go on to share it."""
FAIR_SHARE = 0.9
LEAST_SHARE = 0.1
"""Panels keep at least this share of their size, whatever else there is no room for."""
HALVINGS = 22
"""The share is found to less than a thousandth of a point of a panel that is a meter wide."""


def fitted(
    panels: Floats,
    margins: Floats,
    bounds: tuple[float, float],
    stretch: tuple[float, float],
    neighbours: Sequence[tuple[int, int]] = (),
    gap: float = 4.0,
) -> Floats:
    """Move and shrink intervals as little as needed until they fit with their margins.

    All panels shrink by one factor, the largest that works; edges that were shared stay shared.
    The outermost edges only move inwards, unless that would make the panels smaller than
    `FAIR_SHARE`: then the room that was free beyond them is used too. What fits already is
    returned as it is.

    Parameters
    ----------
    panels : (N, 2) array
        Start and end of each panel.
    margins : (N, 2) array
        How far its decorations reach before the start and beyond the end. May be negative.
    bounds : (float, float)
        The range to fit into, decorations included.
    stretch : (float, float)
        The range that may be used if need be.
    neighbours : sequence of (int, int)
        Pairs of panels of which the first lies before the second.
    gap : float, default: 4
        Least distance between the decorations of neighbours, where they had no less before.

    Returns
    -------
    (N, 2) array
        The intervals. Where not even `LEAST_SHARE` of their size is left, margins give way.
    """
    edges, where = _edges(panels)
    lengths = np.diff(edges)
    floors = np.full(len(edges), -np.inf)
    np.maximum.at(floors, where[:, 0], bounds[0] + margins[:, 0])
    ceilings = np.full(len(edges), np.inf)
    np.minimum.at(ceilings, where[:, 1], bounds[1] - margins[:, 1])
    links = _links(panels, margins, where, neighbours, gap)

    def at(share: float, start: float) -> Floats:
        return _packed(start, share * lengths, floors, links)

    def slack(share: float, start: float, end: float) -> float:
        return float((np.minimum(ceilings, end) - at(share, start)).min()) + 1e-6

    start, end = float(edges[0]), float(edges[-1])
    share = _largest(lambda share: slack(share, start, end) >= 0)
    if share < FAIR_SHARE:
        outer = min(start, stretch[0] + float(margins[where[:, 0] == 0, 0].max()))
        last = where[:, 1] == len(edges) - 1
        end = max(end, stretch[1] - float(margins[last, 1].max()))
        share = _largest(lambda share: slack(share, outer, end) >= 0)
        start = min(start, outer + max(slack(share, outer, end), 0.0))
    placed = at(share, start)
    if share == LEAST_SHARE:
        placed = _crushed(placed, *bounds)
    return np.asarray(panels + (placed - edges)[where])


def _largest(fits: Callable[[float], bool]) -> float:
    """Return the largest share of their size at which the panels fit, `LEAST_SHARE` at least."""
    if fits(1.0):
        return 1.0
    small, large = LEAST_SHARE, 1.0
    for _ in range(HALVINGS):
        middle = (small + large) / 2
        small, large = (middle, large) if fits(middle) else (small, middle)
    return small


def _edges(panels: Floats) -> tuple[Floats, np.ndarray]:
    """Return the distinct edges, ascending, and which of them each panel starts and ends at."""
    order = np.sort(panels.ravel())
    first = np.concatenate([[True], np.diff(order) > SAME])
    edges = order[first]
    where = np.searchsorted(edges, panels + 1e-9, side="right") - 1
    return edges, np.maximum(where, 0)


def _links(
    panels: Floats,
    margins: Floats,
    where: np.ndarray,
    neighbours: Sequence[tuple[int, int]],
    gap: float,
) -> dict[int, list[tuple[int, float]]]:
    """Return, for each edge, the edges before it and the least distances to them."""
    links: dict[int, list[tuple[int, float]]] = {}
    for one, two in neighbours:
        if where[one, 1] >= where[two, 0]:
            continue  # They share an edge, and are meant to.
        decorated = margins[one, 1] + margins[two, 0]
        free = panels[two, 0] - panels[one, 1] - decorated
        least = decorated + (gap if free < 0 else min(gap, free))
        links.setdefault(int(where[two, 0]), []).append((int(where[one, 1]), float(least)))
    return links


def _packed(
    start: float, lengths: Floats, floors: Floats, links: dict[int, list[tuple[int, float]]]
) -> Floats:
    """Return the lowest place of each edge that keeps all distances."""
    placed = np.empty(len(floors))
    for index, floor in enumerate(floors):
        before = start if index == 0 else placed[index - 1] + lengths[index - 1]
        linked = [placed[other] + least for other, least in links.get(index, ())]
        placed[index] = max(before, floor, *linked)
    return placed


def _crushed(places: Floats, low: float, high: float) -> Floats:
    """Return *places* pressed into the range."""
    start, end = max(low, float(places[0])), float(places[-1])
    if end <= high:
        return places
    start = min(start, high - 1.0)
    squeezed: Floats = start + (places - places[0]) * (high - start) / max(end - places[0], 1e-9)
    return squeezed
