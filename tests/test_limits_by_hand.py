"""Labels of bars where limits that were set by hand leave no room for them."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest

import cardplot as cp
from tests.drawn import extent, inside, new, page, pixels, points, worst_overlap

ENGINES = [None, "constrained", "tight"]
SCORES = {"base": [86, 93, 97, 90], "ours": [92, 99, 90, 98.5]}
NAMES = ["MMLU", "GPQA", "AIME", "MATH"]


def deltas(engine, orientation="vertical", limit=100, theme="cardplot.card", **kwargs):
    plt.style.use(theme)
    figure = new(engine, figsize=(6, 4))
    axes = figure.subplots()
    given = {"baseline": "base", "tick_labels": NAMES, "orientation": orientation, **kwargs}
    bars = cp.grouped_delta_bars(axes, SCORES, **given)
    (axes.set_ylim if orientation == "vertical" else axes.set_xlim)(0, limit)
    return figure, axes, bars


def bar_of(bars, series, row):
    patch = bars.containers[series].patches[row]
    return points(patch.figure, patch.get_window_extent())


@pytest.mark.parametrize("theme", ["cardplot.card", "cardplot.dark", "default"])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_change_without_room_beyond_its_bar_is_inside_or_beyond_the_axes(
    engine, orientation, theme
):
    figure, axes, bars = deltas(engine, orientation, theme=theme)
    first = pixels(figure)
    assert bars.unplaced == ()
    assert len(bars.labels) == 4
    panel = points(figure, axes.bbox)
    for row, text in enumerate(bars.labels):
        box, bar = extent(text), bar_of(bars, 1, row)
        within = inside(box, bar, slack=0)
        assert text.get_visible()
        assert inside(box, page(figure))
        assert within or not (
            min(box.x1, bar.x1) > max(box.x0, bar.x0) and min(box.y1, bar.y1) > max(box.y0, bar.y0)
        )
        assert within or inside(box, panel) or box.x0 > panel.x1 or box.y0 > panel.y1
        ground = bars.containers[1].patches[row].get_facecolor() if within else axes.get_facecolor()
        assert cp.contrast(text.get_color(), ground) >= 4.5
    assert worst_overlap([extent(text) for text in bars.labels]) <= 0
    assert (pixels(figure) == first).all()


def test_inside_a_bar_is_clear_of_its_whisker():
    figure, axes, bars = deltas(None, "horizontal", errors=2.0)
    figure.canvas.draw()
    found = 0
    for row, text in enumerate(bars.labels):
        box = extent(text)
        if inside(box, bar_of(bars, 1, row), slack=0):
            found += 1
            low = axes.transData.transform((SCORES["ours"][row] - 2, 0))[0] * 72 / figure.dpi
            assert box.x1 < low - 1
    assert found >= 2


def test_a_label_comes_out_again_when_the_limits_give_room():
    figure, axes, bars = deltas("constrained", "horizontal")
    figure.canvas.draw()
    shut = [inside(extent(text), bar_of(bars, 1, row)) for row, text in enumerate(bars.labels)]
    assert any(shut)
    ink = bars.labels[0].get_color()
    axes.set_xlim(0, 130)
    figure.canvas.draw()
    for row, text in enumerate(bars.labels):
        assert extent(text).x0 > bar_of(bars, 1, row).x1
    assert cp.contrast(bars.labels[0].get_color(), axes.get_facecolor()) >= 4.5
    axes.set_xlim(0, 100)
    figure.canvas.draw()
    assert bars.labels[0].get_color() == ink


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("engine", ENGINES)
def test_totals_without_room_stand_beyond_the_axes_in_the_figure(engine, orientation):
    figure = new(engine, figsize=(5, 3.5))
    axes = figure.subplots()
    axes.set_title("a title")
    parts = {"a": [40, 60, 30], "b": [60, 30, 65]}
    bars = cp.stacked_share_bars(axes, parts, tick_labels=list("xyz"), orientation=orientation)
    (axes.set_ylim if orientation == "vertical" else axes.set_xlim)(0, 100)
    first = pixels(figure)
    assert bars.unplaced == ()
    totals = [text for text in bars.labels if "%" not in text.get_text()]
    assert len(totals) == 3
    boxes = [extent(text) for text in totals]
    assert all(inside(box, page(figure)) for box in boxes)
    assert worst_overlap([*boxes, extent(axes.title)]) <= 0
    side = 1 if orientation == "vertical" else 0
    ends = axes.transData.transform([(100, 100), (90, 90), (95, 95)])[:, side] * 72 / figure.dpi
    away = [box.min[side] - end for box, end in zip(boxes, ends, strict=True)]
    assert all(0 < gap < 40 for gap in away)
    assert (pixels(figure) == first).all()


def test_limits_that_autoscale_make_room_instead():
    figure, axes, bars = deltas(None)
    axes.set_ylim(auto=True)
    axes.autoscale()
    figure.canvas.draw()
    assert axes.get_ylim()[1] > 100
    for row, text in enumerate(bars.labels):
        assert extent(text).y0 > bar_of(bars, 1, row).y1
        assert inside(extent(text), points(figure, axes.bbox))
