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


def test_a_name_at_a_line_near_the_side():
    figure = new(None, figsize=(3, 2))
    axes = figure.subplots()
    axes.set(xlim=(0, 10), ylim=(0, 10))
    probe = cp.floor_line(axes, 5, "the name", axis="x")
    width = extent(probe.labels[0]).width * figure.dpi / 72
    probe.remove()
    # It would fit between its line and the side, but for a hair.
    place = axes.bbox.x1 - width - 2.5 * figure.dpi / 72
    at = axes.transData.inverted().transform((place, 0))[0]
    (name,) = cp.floor_line(axes, at, "the name", axis="x").labels
    figure.canvas.draw()
    assert crossed(axes, [name]) == []
    assert inside(extent(name), points(figure, axes.bbox), slack=-1)


def test_labels_without_any_room_are_small():
    figure = new(None, figsize=(3, 0.9))
    axes = figure.add_axes((0.1, 0.45, 0.85, 0.1))
    bars = cp.stacked_share_bars(axes, {"a": [10.5, 20.5, 30.5, 40.5, 50.5, 60.5]}, shares=None)
    with pytest.warns(UserWarning, match="No free place for 6 of 6 totals"):
        figure.canvas.draw()
    assert {text.get_fontsize() for text in bars.labels} == {7}
    assert {text.get_rotation() for text in bars.labels} == {0}
