"""Labels cross no side of the frame, in styles that have one."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import cardplot as cp
from tests.drawn import extent, inside, new, points

ENGINES = [None, "constrained", "tight"]


def crossed(axes, texts):
    """Return the texts that are neither within the Axes nor beyond them."""
    panel = points(axes.figure, axes.bbox)
    boxes = {text.get_text(): extent(text) for text in texts if text.get_visible()}
    return [
        name
        for name, box in boxes.items()
        if panel.overlaps(box) and not inside(box, panel, slack=-0.5)
    ]


@pytest.mark.parametrize("style", ["default", "ggplot"])
@pytest.mark.parametrize("engine", ENGINES)
def test_labels_of_the_outermost_bars(engine, style):
    plt.style.use(style)
    figure = new(engine, figsize=(2.4, 3))
    axes = figure.subplots()
    values = np.array([[68, 78], [74, 66], [69, 97], [94, 75]])
    bars = cp.grouped_delta_bars(axes, values, tick_labels=list("abcd"))
    axes.set_ylim(0, 100)
    axes.set_xlim(-0.42, 3.42)
    figure.canvas.draw()
    shown = [text for text in bars.labels if text.get_visible()]
    assert len(shown) == 4
    assert crossed(axes, shown) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_of_seeds_at_the_edge(engine):
    figure = new(engine, figsize=(2.2, 2.4))
    axes = figure.subplots()
    seeds = cp.seed_errorbars(axes, {"a": [1, 2, 3], "b": [2, 3, 4]}, show_n=True)
    axes.set_xlim(-0.1, 1.1)
    figure.canvas.draw()
    assert [text.get_text() for text in seeds.labels if text.get_visible()] == ["n=3", "n=3"]
    assert crossed(axes, seeds.labels) == []
