"""A legend above an Axes whose groups of categories have names there."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import cardplot as cp


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
def test_it_stands_between_the_names_and_the_title(engine):
    plt.style.use("cardplot.card")
    figure = Figure(figsize=(5, 4), layout=engine)
    canvas = FigureCanvasAgg(figure)
    axes = figure.subplots()
    cp.grouped_delta_bars(axes, {"lists": [3, 2, 4], "strings": [1, 2, 5]}, delta=None)
    names = cp.group_names(axes, {"base": (0, 0), "merges": (1, 2)})
    legend = cp.legend(axes, loc="above")
    title = cp.headline(axes, "Each family").artists[0]
    canvas.draw()
    point = figure.dpi / 72
    top_of_names = max(text.get_window_extent().y1 for text in names.labels)
    words = [text.get_window_extent() for text in legend.get_texts()]
    assert min(box.y0 for box in words) - top_of_names > 4 * point
    assert title.get_window_extent().y0 - max(box.y1 for box in words) > 4 * point
    assert title.get_window_extent().y1 < figure.bbox.y1
    # Hidden for a draw, as image comparisons do, the names leave the legend where it is.
    where = legend.get_window_extent()
    for text in names.labels:
        text.set_visible(False)
    canvas.draw()
    assert legend.get_window_extent().y0 == pytest.approx(where.y0, abs=0.5)
