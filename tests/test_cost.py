"""What placing labels costs, in operations: nothing here is timed."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from functools import partial

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

import cardplot as cp
from cardplot._geometry import Canvas
from cardplot._labels import LabelGroup, LabelLayer, label_layer
from cardplot._labels import points as points_module
from cardplot._labels.group import PROBED

FEW, MANY = 15, 60


def deltas(axes, count):
    values = np.resize([[1.0, 2.0], [2.0, 1.5], [1.2, 1.3]], (count, 2))
    return cp.grouped_delta_bars(axes, values, tick_labels=[f"b{n}" for n in range(count)])


def shares(axes, count):
    return cp.stacked_share_bars(axes, np.resize([[1.0, 2.0], [3.0, 0.1]], (count, 2)))


def seeds(axes, count):
    return cp.seed_errorbars(axes, {f"s{n}": [1.0, 2.0, 4.0] for n in range(count)}, show_n=True)


def points(axes, count):
    x, y = np.divmod(np.arange(count), 6)
    axes.set(xlim=(-0.5, count / 6 - 0.5), ylim=(-0.5, 5.5))
    return cp.point_labels(axes, x, y, [f"point {number}" for number in range(count)])


def ends(axes, count):
    for number in range(count):
        axes.plot([0, 1], [0, number], label=f"line {number}")
    return cp.end_labels(axes)


def chart(make, count):
    """Return a chart in which each label has as much room, however many there are."""
    size = (4, count / 3) if make is ends else (0.6 * count, 4)
    canvas = FigureCanvasAgg(Figure(figsize=size, dpi=50))
    axes = canvas.figure.add_axes((0.0, 0.05, 1.0, 0.9))
    result = make(axes, count)
    axes.set_axis_off()  # More ticks on a larger figure are not what is counted here.
    return canvas, result


def forms(result):
    """Return how many forms, of size and direction, there are for the labels of a result."""
    layer = label_layer(result.labels[0].axes)
    return max(len(item.forms()) for item in layer.items if isinstance(item, LabelGroup))


def operations(placing):
    """Return how many functions are called by *placing*."""
    calls = itertools.count()

    def count(_frame, event, _):
        if event in ("call", "c_call"):
            next(calls)

    sys.setprofile(count)
    try:
        placing()
    finally:
        sys.setprofile(None)
    return next(calls)


def watch(monkeypatch, owner, name, note=id):
    """Return a list to which each call of a method adds what *note* says of its object."""
    real, notes = getattr(owner, name), []

    def watched(self, *args, **kwargs):
        notes.append(note(self))
        return real(self, *args, **kwargs)

    monkeypatch.setattr(owner, name, watched)
    return notes


@pytest.mark.filterwarnings("ignore:No free place")
@pytest.mark.parametrize("make", [deltas, shares, seeds, points, ends])
def test_operations_grow_no_faster_than_labels(make):
    each = []
    for count in (FEW, MANY):
        canvas, result = chart(make, count)
        canvas.draw()
        placing = partial(label_layer(result.labels[0].axes).draw, canvas.get_renderer())
        each.append(operations(placing) / len(result.labels))
    # Less than n log n allows, which is a factor of log 60 / log 15 = 1.5: as some operations
    # are the same for any number, pairs of labels might hide behind that.
    assert each[1] < 1.1 * each[0]


@pytest.mark.filterwarnings("ignore:No free place")
def test_labels_that_never_fit_are_placed_once_in_each_form(monkeypatch):
    placed = watch(monkeypatch, LabelLayer, "_place")
    canvas = FigureCanvasAgg(Figure(figsize=(2, 2)))
    result = deltas(canvas.figure.add_axes((0.2, 0.2, 0.6, 0.6)), 24)
    canvas.draw()
    assert result.unplaced
    # Each form, and once more the one that fails least.
    assert len(placed) <= forms(result) + 1


@pytest.mark.filterwarnings("ignore:No free place")
def test_pairs_of_labels_are_never_compared(monkeypatch):
    looks = [watch(monkeypatch, Canvas, name) for name in ("free", "free_along")]
    # All on top of each other: the worst that there is.
    canvas = FigureCanvasAgg(Figure(figsize=(4, 3)))
    axes = canvas.figure.subplots()
    result = cp.point_labels(axes, np.full(60, 0.5), np.full(60, 0.5), ["a name"] * 60)
    canvas.draw()
    assert result.unplaced
    # Eight sides at each distance, in each form, and once more in the one that fails least.
    distances = 2 + len(points_module.OFF_PT)
    assert sum(map(len, looks)) <= 8 * distances * (forms(result) + 1) * 60


@pytest.mark.filterwarnings("ignore:No free place")
def test_a_form_without_room_is_not_tried_for_all_of_many_labels(monkeypatch):
    looks = [watch(monkeypatch, Canvas, name) for name in ("free", "free_along")]
    canvas = FigureCanvasAgg(Figure(figsize=(3, 2)))
    axes = canvas.figure.add_axes((0.1, 0.1, 0.8, 0.8))
    axes.set_axis_off()
    # The last ones have room, which no form that is given up after the first ones would find.
    values = np.tile([1.0, 2.0], (400, 1))
    result = cp.grouped_delta_bars(axes, values, positions=[*range(396), 500, 600, 700, 800])
    canvas.draw()
    shown = [text.get_visible() for text in result.labels]
    assert shown[-3:] == [True] * 3
    assert sum(shown) < 100
    # Ten looks at most, beyond the end of a bar and before its start.
    assert sum(map(len, looks)) <= 20 * (PROBED * forms(result) + len(result.labels))
    assert PROBED * forms(result) < 2 * len(result.labels)


def test_each_size_of_a_label_is_measured_once(monkeypatch):
    canvas, result = chart(deltas, 6)
    measured = watch(monkeypatch, Text, "get_window_extent", lambda text: (text, text.get_size()))
    canvas.draw()
    ours = Counter(one for one in measured if one[0] in result.labels)
    assert set(ours.values()) == {1}


@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
def test_labels_are_placed_once_in_a_redraw(monkeypatch, layout):
    canvas = FigureCanvasAgg(Figure(layout=layout))
    cp.grouped_delta_bars(canvas.figure.subplots(), {"a": [1, 2], "b": [2, 1]})
    for _ in range(2):
        canvas.draw()
    placed = watch(monkeypatch, LabelLayer, "_place")
    canvas.draw()
    assert len(placed) == 1
