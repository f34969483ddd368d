"""`callout` and `group_names`: where they point, what they refuse."""

from __future__ import annotations

import io
import warnings

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

import cardplot as cp
from tests.drawn import extent, inside, new, points, worst_overlap


@pytest.fixture
def ax():
    axes = Figure(figsize=(5, 3), layout="constrained").subplots()
    cp.stacked_share_bars(axes, {"part": [1, 2, 3, 4]}, tick_labels=list("abcd"))
    return axes


@pytest.mark.parametrize(
    ("kwargs", "argument"),
    [
        ({"x": "nope"}, "x"),
        ({"y": "high"}, "y"),
        ({"x": None}, "x"),
        ({"y": np.inf}, "y"),
        ({"y": 10**400}, "y"),
        ({"text": 5}, "text"),
        ({"color": "bleu"}, "color"),
    ],
)
def test_a_mark_without_a_place_is_refused(ax, kwargs, argument):
    with pytest.raises((TypeError, ValueError), match=rf"^{argument}\b"):
        cp.callout(ax, **{"x": 1, "y": 2, "text": "here", **kwargs})
    assert "here" not in [text.get_text() for text in ax.texts]


def test_a_category_is_pointed_at_by_its_name(ax):
    assert cp.callout(ax, "c", 3, "here").data.loc[0, ["x", "y"]].tolist() == [2, 3]


@pytest.mark.parametrize(
    "groups",
    ["ab", ["a"], {}, *({"g": ends} for ends in (1, (0, 1, 2), (2, 0), ("a", None), (0, "z")))],
)
def test_groups_that_are_no_ranges_are_refused(ax, groups):
    with pytest.raises((TypeError, ValueError), match="groups"):
        cp.group_names(ax, groups)


def test_groups_are_ranges_of_names_or_positions(ax):
    found = cp.group_names(ax, {"first": ("a", "b"), "rest": (2, 3)}).data
    assert found.values.tolist() == [["first", 0.0, 1.0], ["rest", 2.0, 3.0]]


def test_a_group_is_named_over_what_can_be_seen_of_it(ax):
    names = cp.group_names(ax, {"old": (0, 1), "new": (2, 3)})
    ax.set_xlim(-0.5, 2.5)
    ax.figure.savefig(io.BytesIO())
    old, new = names.labels
    center = ax.transData.inverted().transform(new.get_window_extent())[:, 0].mean()
    assert center == pytest.approx(2.25, abs=0.01)
    cp.group_names(ax, {"endless": (2, 1e300)})
    ax.figure.savefig(io.BytesIO())
    ax.set_xlim(-0.5, 1.5)
    ax.figure.savefig(io.BytesIO())
    assert not new.get_visible()
    assert old.get_visible()


def arrow_of(words):
    """Return the outlines of an arrow's shaft and head, in points."""
    arrow = words.arrow_patch
    to_points = arrow.get_transform() + Affine2D().scale(72 / words.get_figure().dpi)
    outlines = arrow.get_path().to_polygons(to_points, closed_only=False)
    return [Path(outline) for outline in outlines]


def distance(outlines, point):
    return min(np.hypot(*(outline.vertices - point).T).min() for outline in outlines)


def in_points(axes, xy):
    return axes.transData.transform(xy) * 72 / axes.figure.dpi


@pytest.mark.parametrize("seed", range(12))
def test_an_arrow_reaches_its_mark_across_no_label(seed):
    rng = np.random.default_rng(seed)
    x, y = 10 ** rng.uniform(0, 3, 12), rng.uniform(0, 4, 12)
    figure = new(None, figsize=(3.25, 2.4), dpi=150)
    ax = figure.subplots()
    ax.set_xscale("log")
    ax.scatter(x, y)
    names = cp.point_labels(ax, x, y, [f"M{letter}-12B" for letter in "ABCDEFGHIJKL"])
    (words,) = cp.callout(ax, x[3], y[3], "the best so far").labels
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of names that find no room
        figure.canvas.draw()
    arrow = arrow_of(words)
    shown = [extent(text) for text in names.artists if text.get_visible()]
    assert len(shown) >= 8
    assert not any(part.intersects_bbox(box) for part in arrow for box in shown)
    assert worst_overlap([extent(words), *shown]) <= 0.1
    assert inside(extent(words), points(figure, ax.bbox))
    # Its own name may stand between.
    assert 3 < distance(arrow, in_points(ax, (x[3], y[3]))) < 20


def test_an_arrow_does_not_end_at_a_neighbour():
    figure = new(None, figsize=(3.25, 2.4))
    ax = figure.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    marks = [(5, 5), (5.3, 5.8), (5.3, 6.6), (5.3, 7.4)]
    ax.plot(*zip(*marks, strict=True), "o")
    (words,) = cp.callout(ax, 5, 5, "the words at this mark").labels
    figure.canvas.draw()
    away = [distance(arrow_of(words), mark) for mark in in_points(ax, marks)]
    assert 3 < away[0] < 14
    assert min(away[1:]) > away[0]


@pytest.mark.parametrize("size", [7, 10, 20])
def test_an_arrow_is_as_bold_as_its_words(size):
    with mpl.rc_context({"xtick.labelsize": size}):
        figure = new(None, figsize=(8, 5))
        ax = figure.subplots()
        ax.plot([0, 1, 2], [1, 2, 1], "o")
        (words,) = cp.callout(ax, 1, 2, "here").labels
    figure.canvas.draw()
    shaft, head = arrow_of(words)
    assert np.ptp(head.vertices[:, 0]) == pytest.approx(0.38 * size, rel=0.2)
    length = extent(words).y0 - min(shaft.vertices[:, 1].min(), head.vertices[:, 1].min())
    assert 1.2 * size < length < 1.6 * size
