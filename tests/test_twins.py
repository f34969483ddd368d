"""Two Axes at one place: labels of each stay clear of what is on the other."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.path import Path

import cardplot as cp
from tests.drawn import extent, inside, new, overlap, pixels, points, worst_overlap

ENGINES = [None, "constrained", "tight"]


def twins(engine, turned=False):
    figure = new(engine, figsize=(5, 3.5), dpi=120)
    axes = figure.subplots()
    return figure, axes, (axes.twiny() if turned else axes.twinx())


def path_of(line):
    """Return where a line runs, in points."""
    axes = line.axes
    xy = np.column_stack([np.arange(len(line.get_ydata())), line.get_ydata()])
    return Path(axes.transData.transform(xy) * 72 / axes.figure.dpi)


def ticks_of(axis):
    return [extent(label) for label in axis.get_ticklabels() if label.get_text()]


@pytest.mark.parametrize("engine", ENGINES)
def test_labels_of_bars_stay_clear_of_a_line_on_the_twin(engine):
    figure, axes, twin = twins(engine)
    shares = {"read": [5, 3, 1, 4, 6], "write": [1, 4, 5, 2, 2]}
    bars = cp.stacked_share_bars(axes, shares, tick_labels=list("abcde"))
    (line,) = twin.plot([6.3, 2.2, 6.2, 3.8, 6.8])
    twin.set_ylim(0, axes.get_ylim()[1])
    figure.canvas.draw()
    seen = [extent(text) for text in bars.labels if text.get_visible()]
    assert len(seen) >= 12
    assert not any(path_of(line).intersects_bbox(box, filled=False) for box in seen)
    assert worst_overlap(seen) <= 0


@pytest.mark.parametrize("engine", ENGINES)
def test_labels_of_both_are_placed_clear_of_each_other(engine):
    figure, axes, twin = twins(engine)
    x, y = np.random.default_rng(2).uniform(0, 4, (2, 16))
    names = [
        cp.point_labels(axes, x[:8], y[:8], [f"left {n}" for n in range(8)]),
        cp.point_labels(twin, x[8:], y[8:], [f"right {n}" for n in range(8)]),
    ]
    for one, at in ((axes, slice(8)), (twin, slice(8, 16))):
        one.scatter(x[at], y[at])
        one.set(xlim=(-0.5, 4.5), ylim=(-0.5, 4.5))
    first = pixels(figure)
    seen = [extent(text) for name in names for text in name.artists if text.get_visible()]
    assert len(seen) == 16
    assert worst_overlap(seen) <= 0
    assert (pixels(figure) == first).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_lines_keep_off_the_numbers_at_the_right(engine):
    figure, axes, twin = twins(engine)
    axes.plot([1, 3, 2, 4, 2.5], label="on the left")
    twin.plot([40, 30, 35, 20, 22], label="on the right")
    floor = cp.floor_line(twin, 38, "a floor")
    names = [*cp.end_labels(axes).artists, *cp.end_labels(twin).artists, *floor.labels]
    figure.canvas.draw()
    seen = [extent(text) for text in names]
    assert worst_overlap([*seen, *ticks_of(twin.yaxis)]) <= 0
    assert all(inside(box, points(figure, figure.bbox)) for box in seen)
    ends = [
        one.transData.transform((4, value)) * 72 / figure.dpi
        for one, value in ((axes, 2.5), (twin, 22))
    ]
    for end, box in zip(ends, seen, strict=False):
        assert box.padded(30).contains(*end)


def test_names_over_the_axes_keep_off_the_numbers_above():
    figure, axes, twin = twins(None, turned=True)
    axes.set(xlim=(0, 10), ylim=(0, 10))
    axes.bar(np.arange(0, 10, 0.5), 10, 0.5)
    twin.set_xlim(0, 1000)
    result = cp.floor_line(axes, 5, "a name that has no room on its line", axis="x")
    figure.canvas.draw()
    (name,) = result.labels
    assert all(overlap(extent(name), tick) < 0 for tick in ticks_of(twin.xaxis))


def test_a_share_stands_beside_a_line_through_the_middle_of_its_part():
    figure = new(None, figsize=(4, 4))
    axes = figure.subplots()
    parts = {"a": [10, 8], "b": [0, 0]}
    bars = cp.stacked_share_bars(axes, parts, tick_labels=["x", "y"], totals=None)
    cp.floor_line(axes, 5)
    cp.floor_line(axes, 4)
    figure.canvas.draw()
    boxes = [extent(text) for text in bars.labels]
    assert all(text.get_visible() for text in bars.labels)
    for value in (4, 5):
        at = axes.transData.transform((0, value))[1] * 72 / figure.dpi
        assert not any(box.y0 < at < box.y1 for box in boxes)
    middle = axes.transData.transform((0, 5))[1] * 72 / figure.dpi
    assert abs((boxes[0].y0 + boxes[0].y1) / 2 - middle) < 14
