"""Numbers measured on a drawn figure, in points from its lower left corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

NOTE = "Points: mean of 5 seeds; whiskers: ±1 sample SD. Illustrative losses, $5 a run, a_b."
ENGINES = (None, "tight", "constrained", "compressed", "once")


def new(engine: str | None = None, **kwargs: object) -> Figure:
    """Return a figure with a canvas; "once" stands for a call of tight_layout later."""
    figure = Figure(layout=None if engine == "once" else engine, **kwargs)
    FigureCanvasAgg(figure)
    return figure


def plain(figure: Figure, rows: int = 1, columns: int = 1) -> list[Axes]:
    """Fill a figure with panels of bars that have titles and axis labels."""
    panels = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes in panels:
        axes.bar([0, 1, 2], [3, 2, 4], label="base")
        axes.set_xlabel("training steps")
        axes.set_ylabel("loss (nats)")
        axes.set_title("Panel")
    return panels


def pixels(figure: Figure) -> np.ndarray:
    """Draw, and return what was drawn."""
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba()).copy()


def points(figure: Figure, box: Bbox) -> Bbox:
    """Return a box in points."""
    x, y = figure.transFigure.transform((0, 0))
    corners = (box.get_points() - (x, y)) * 72 / figure.dpi
    return Bbox(corners)


def extent(artist: Artist) -> Bbox:
    """Return the extent of a text or legend."""
    figure = artist.get_figure(root=True)
    if isinstance(artist, Text):
        artist.get_window_extent()  # Only this brings the place of an Annotation up to date, ...
        # ... but it adds the leader to the extent.
        return points(figure, Text.get_window_extent(artist))
    return points(figure, artist.get_window_extent())


def reach(axes: Axes) -> Bbox:
    """Return how far an Axes reaches, decorations included."""
    figure = axes.get_figure(root=True)
    renderer = figure.canvas.get_renderer()
    return points(figure, axes.get_tightbbox(renderer))


def all_panels(figure: Figure) -> Bbox:
    """Return how far all panels reach."""
    return Bbox.union([reach(axes) for axes in figure.axes if axes.get_visible()])


def page(figure: Figure) -> Bbox:
    """Return the figure."""
    return Bbox([[0, 0], 72 * figure.get_size_inches()])


def overlap(one: Bbox, two: Bbox) -> float:
    """Return by how much two boxes overlap; negative: how far they are apart."""
    across = min(one.x1, two.x1) - max(one.x0, two.x0)
    up = min(one.y1, two.y1) - max(one.y0, two.y0)
    return float(min(across, up))


def worst_overlap(boxes: Sequence[Bbox]) -> float:
    """Return the largest overlap of any two boxes."""
    return max((overlap(one, two) for one, two in combinations(boxes, 2)), default=-np.inf)


def inside(box: Bbox, frame: Bbox, slack: float = 0.7) -> bool:
    """Say whether a box lies in another."""
    return bool(
        box.x0 >= frame.x0 - slack
        and box.y0 >= frame.y0 - slack
        and box.x1 <= frame.x1 + slack
        and box.y1 <= frame.y1 + slack
    )


def shown(texts: Iterable[Text]) -> list[Text]:
    """Return the texts that can be seen."""
    return [text for text in texts if text.get_visible() and text.get_text().strip()]


def words_of(figure: Figure) -> list[Bbox]:
    """Return the extents of all texts of the Axes and the figure."""
    found = shown(figure.texts)
    for part in figure.subfigs:
        found += shown(part.texts)
    for axes in figure.axes:
        if not axes.get_visible():
            continue
        found += shown([axes.xaxis.label, axes.yaxis.label, *axes.texts])
        found += shown(child for child in axes.get_children() if isinstance(child, Text))
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            slack = 1e-6 * (high - low)
            ticks = [
                t for t in axis.get_major_ticks() if low - slack <= t.get_loc() <= high + slack
            ]
            found += shown(tick.label1 for tick in ticks if tick.label1.get_visible())
    return [extent(text) for text in dict.fromkeys(found)]
