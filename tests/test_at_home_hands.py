"""Whatever a user changes by hand is theirs from then on, before the first drawing or after."""

from __future__ import annotations

import copy
import gc
import io
import pickle

import numpy as np
import pytest
from drawn import extent, new, overlap, pixels
from matplotlib.animation import ArtistAnimation, FuncAnimation
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.legend import Legend
from matplotlib.patheffects import Normal
from matplotlib.text import Text
from matplotlib.widgets import Slider

import cardplot as cp

TABLE = {"base": [3, 2, 4], "tuned": [2, 5, 1]}
NAMES = ["one", "two", "three"]


def bars(ax):
    made = cp.grouped_delta_bars(ax, TABLE, tick_labels=NAMES, errors=0.5, delta="difference")
    found = {"changes": made.labels}
    found["lines"] = (
        *cp.floor_line(ax, 4.5, "chance").labels,
        *cp.floor_line(ax, 0.5, "here", axis="x").labels,
    )
    found["bands"] = cp.floor_band(ax, 1, 2, "usual").labels
    found["callout"] = cp.callout(ax, "two", 5.5, "the largest").labels
    # The title is the Axes' own, whose place is matplotlib's.
    found["finding"] = cp.headline(ax, "Title", "finding").labels[1:]
    return made, found


def off_scale(ax):
    ax.set_yscale("log")
    return cp.seed_errorbars(ax, {"a": [1, 2], "b": [0, 0]})


def stack(ax):
    made = cp.stacked_share_bars(ax, TABLE, tick_labels=NAMES)
    names = cp.group_names(ax, {"g": ("one", "two"), "h": ("three", "three")})
    found = {"shares": made.labels[:6], "totals": made.labels[6:], "groups": names.labels}
    found["headline"] = cp.headline(ax.figure, "Title", "finding").labels
    found["footer"] = cp.footer(ax.figure, "A note on it.").labels
    cp.legend(ax)
    return made, found


def lying(ax):
    made = cp.grouped_delta_bars(
        ax, TABLE, tick_labels=NAMES, orientation="horizontal", delta=None, values=True
    )
    cp.legend(ax.figure)
    return made, {"values": made.labels}


def seeds(ax):
    table = {"a": [1, 2, 3], "b": [2, 4], "c": []}
    made = cp.seed_errorbars(ax, table, point_labels=["x", "y", "z"])
    return made, {"counts": made.labels[:2], "vacant": made.labels[2:3], "names": made.labels[3:]}


def lines(ax):
    for index, name in enumerate(NAMES):
        ax.plot([0, 1, 2], [index, index + 1, 1.5 * index], label=name)
    made = cp.end_labels(ax)
    points = cp.point_labels(ax, [0, 1, 2], [0, 1, 2], ["x", "y", "z"])
    return made, {"ends": made.labels, "points": points.labels}


def curves(ax):
    table = {"a": [[1, 2, 3], [2, 3, 5]], "b": [[3, 2, 1], [2, 2, 1]]}
    made = cp.seed_curves(ax, table)
    return made, {"names": made.labels}


def matrix(ax):
    values = np.array([[0.1, 0.9, np.nan], [0.4, 0.5, 0.6]])
    groups = {"top": (0, 0), "low": (1, 1)}
    made = cp.hatched_heatmap(ax, values, colorbar="agreement of two", row_groups=groups)
    brackets = [one for one in made.artists if isinstance(one, Text) and one not in made.labels]
    return made, {"cells": made.labels, "brackets": brackets}


FIGURES = {one.__name__: one for one in (bars, stack, lying, seeds, lines, curves, matrix)}
every_figure = pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
before_and_after = pytest.mark.parametrize("drawn", [False, True], ids=["before", "after"])
FREE = ("finding", "headline", "footer", "brackets", "cells")
"""Texts that are put at a place of the figure or the Axes, not so many points off a mark."""
STYLES = {
    "alpha": 0.3,
    "rotation": 30.0,
    "text": "other",
    "fontsize": 6.0,
    "fontweight": "heavy",
    "fontfamily": ["serif"],
    "fontstyle": "italic",
    "color": "#ff00ff",
    "zorder": 99,
    "horizontalalignment": "right",
    "verticalalignment": "bottom",
    "clip_on": True,
    "in_layout": True,
    "path_effects": [Normal()],
}


def panel(engine=None):
    return new(engine, figsize=(4, 3), dpi=50).subplots()


def made(draw, drawn):
    """Return a figure, which has been drawn or not, what a call returned, and the texts by kind."""
    ax = panel("constrained" if draw in (stack, matrix) else None)
    result, texts = draw(ax)
    if drawn:
        ax.figure.canvas.draw()
    return ax.figure, result, texts


def redraw(figure):
    """Draw, at another size and in another format too, and read it."""
    figure.set_size_inches(5, 4)
    figure.savefig(io.BytesIO(), format="svg", dpi=40)
    figure.set_size_inches(4, 3)
    figure.canvas.draw()
    cp.describe(figure)
    cp.figure_data(figure)


def copied(figure):
    twin = pickle.loads(pickle.dumps(copy.deepcopy(figure)))
    FigureCanvasAgg(twin)
    return twin


def everything(texts):
    return [text for kind in texts.values() for text in kind]


@before_and_after
@every_figure
def test_what_was_set_and_moved_stays(draw, drawn):
    figure, _, texts = made(draw, drawn)
    set_some = [kind[0] for kind in texts.values()]
    for text in set_some:
        text.set(**STYLES)
        text.set_bbox({"facecolor": "#00ff00"})
    places = {}
    for name, kind in texts.items():
        if kind[-1] not in set_some:
            places[kind[-1]] = (0.4, 0.3) if name in FREE else (8, -9)
            kind[-1].set_position(places[kind[-1]])
    redraw(figure)
    for text in set_some:
        assert {name: getattr(text, f"get_{name}")() for name in STYLES} == STYLES
        assert text.get_bbox_patch().get_facecolor() == (0, 1, 0, 1)
    for text, place in places.items():
        assert text.get_position() == place
        assert text.get_visible()


@every_figure
def test_hidden_texts_stay_hidden_and_come_back(draw):
    figure, _, texts = made(draw, drawn=False)
    before = pixels(copied(figure))
    for _ in ("before", "after"):
        for text in everything(texts):
            text.set_visible(False)
        assert (pixels(figure) != before).any()
        assert not any(text.get_visible() for text in everything(texts))
        for text in everything(texts):
            text.set_visible(True)
        np.testing.assert_array_equal(pixels(figure), before)


def test_what_is_hidden_while_it_has_no_room_stays_hidden():
    ax = panel()
    labels = cp.stacked_share_bars(ax, {"a": [1, 9], "b": [99, 1]}).labels
    cells = cp.hatched_heatmap(panel(), np.eye(20)).labels
    for texts in (labels, cells):
        figure = texts[0].get_figure(root=True)
        figure.set_size_inches(1.2, 1)
        figure.canvas.draw()
        assert not all(text.get_visible() for text in texts)
        for text in texts:
            text.set_visible(False)
        figure.set_size_inches(20, 20)
        figure.canvas.draw()
        assert not any(text.get_visible() for text in texts)


@before_and_after
@every_figure
def test_texts_can_be_taken_off(draw, drawn):
    figure, result, texts = made(draw, drawn)
    some = everything(texts)
    for part in ([kind[0] for kind in texts.values()], some):
        for text in part:
            if text.axes is not None or text in figure.texts:
                text.remove()
        figure.canvas.draw()
    assert figure.axes[0].texts[:] == []
    assert not set(some) & set(figure.findobj(Text))
    assert result.unplaced == ()
    for _ in range(2):
        result.remove()
    redraw(figure)


@every_figure
def test_labels_go_with_their_marks(draw):
    figure, result, texts = made(draw, drawn=True)
    before = pixels(figure)
    marks = {lines: figure.axes[0].lines, matrix: [getattr(result, "mesh", None)]}
    marks = [mark for mark in marks.get(draw, result.artists) if mark.get_visible()]
    tied = [text for text in everything(texts) if text in result.labels]
    for mark in marks:
        mark.set_visible(False)
    figure.canvas.draw()
    assert not any(text.get_visible() for text in tied)
    for mark in marks:
        mark.set_visible(True)
    np.testing.assert_array_equal(pixels(figure), before)
    for mark in marks:
        mark.remove()
    redraw(figure)
    assert not any(text.get_visible() for text in tied)
    result.remove()
    redraw(figure)


def test_marks_can_be_taken_off_one_by_one():
    ax = panel()
    result = cp.grouped_delta_bars(ax, TABLE, tick_labels=NAMES, errors=0.5)
    result.containers[1].patches[0].remove()
    ax.figure.canvas.draw()
    assert [text.get_visible() for text in result.labels] == [False, True, True]
    runs = {"x": ["a"] * 4, "y": [1, 2, 3, 5], "hue": ["s", "s", "t", "t"]}
    columns = {name: name for name in runs}
    found = cp.seed_errorbars(panel(), runs, **columns, show_n=True, seeds=False)
    found.containers[0].remove()
    found.axes.figure.canvas.draw()
    assert [text.get_visible() for text in found.labels] == [False, True]
    line = cp.floor_line(found.axes, 4, "chance")
    line.line.remove()
    with pytest.warns(UserWarning, match="log axis can't show"):
        lost = off_scale(panel())
    for mark in lost.artists:
        mark.remove()
    for axes in (found.axes, lost.axes):
        axes.figure.canvas.draw()
    assert not any(text.get_visible() for text in (*line.labels, *lost.labels))


def test_labels_keep_off_one_that_was_moved_by_hand():
    ax = panel()
    points = cp.point_labels(ax, [1, 3], [1, 3], ["first", "second"])
    ax.set(xlim=(0, 4), ylim=(0, 4))
    ax.figure.canvas.draw()
    first, second = points.labels
    place = extent(second)
    at = ax.transData.transform((1, 1)) * 72 / 50
    first.set_position(np.subtract([(place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2], at))
    ax.figure.canvas.draw()
    assert overlap(extent(first), place) > 5
    assert overlap(extent(first), extent(second)) < 0


CLEARED = {
    "ax.clear": lambda figure: figure.axes[0].clear(),
    "fig.clear": lambda figure: figure.clear(),
    "delaxes": lambda figure: figure.delaxes(figure.axes[0]),
    "ax.remove": lambda figure: figure.axes[0].remove(),
    "legends": lambda figure: [one.remove() for one in figure.findobj(Legend)],
}


@pytest.mark.parametrize("clear", CLEARED.values(), ids=CLEARED)
@pytest.mark.parametrize("draw", [stack, matrix])
def test_what_was_cleared_can_be_drawn_on(draw, clear):
    figure, result, _ = made(draw, drawn=True)
    clear(figure)
    figure.canvas.draw()
    figure.suptitle("Another title")
    for _ in range(2):
        result.remove()
    draw(figure.axes[0] if figure.axes else figure.add_subplot())
    redraw(figure)


@every_figure
def test_copies_are_the_same_and_on_their_own(draw):
    figure, result, _ = made(draw, drawn=False)
    early = copied(figure)
    figure.savefig(io.BytesIO(), format="pdf", dpi=50)
    late = copied(figure)
    before = pixels(figure)
    for twin in (early, late):
        np.testing.assert_array_equal(pixels(twin), before)
        for text in twin.findobj(Text):
            text.set_color("#ff00ff")
    early.set_size_inches(6, 5)
    early.canvas.draw()
    np.testing.assert_array_equal(pixels(figure), before)
    assert len(pickle.loads(pickle.dumps(result)).labels) == len(result.labels)


@pytest.mark.parametrize("draw", [seeds])
def test_marks_move_in_animations_and_labels_stay_at_their_data(draw, tmp_path):
    figure, result, texts = made(draw, drawn=False)
    ax = figure.axes[0]
    bar = ax.bar([0], [1]).patches[0]
    at = [text.xy for text in result.labels]

    def step(frame):
        bar.set_height(frame)
        return [bar, *ax.texts]

    for blit in (False, True):
        moving = FuncAnimation(figure, step, frames=2, blit=blit)
        moving.save(tmp_path / "one.gif", writer="pillow")
    ArtistAnimation(figure, [[bar], [*result.labels]]).save(tmp_path / "two.gif", writer="pillow")
    for artist in (bar, *everything(texts)):
        artist.set_animated(True)
    figure.canvas.draw()
    ground = figure.canvas.copy_from_bbox(figure.bbox)
    figure.canvas.restore_region(ground)
    for artist in (bar, *everything(texts)):
        ax.draw_artist(artist)
    assert [text.xy for text in result.labels] == at


def test_a_slider_changes_a_bar():
    figure, result, _ = made(lying, drawn=True)
    bar = result.containers[0].patches[0]
    slider = Slider(figure.add_axes((0.2, 0.02, 0.6, 0.05)), "length", 0, 5)

    def change(value):
        bar.set_width(value)
        figure.canvas.draw_idle()

    slider.on_changed(change)
    for value in (1, 4.5):
        slider.set_val(value)
        figure.canvas.draw()
    # It says what it said of the data: where the bar runs over it, it gives way.
    assert result.labels[0].get_text() == "3"
    assert result.labels[0].xy == (3, pytest.approx(-0.2))


@pytest.mark.parametrize("draw", [lines, matrix])
def test_drawing_again_and_again_leaves_nothing(draw):
    figure, _, _ = made(draw, drawn=True)
    before = pixels(figure)
    gc.collect()
    children, objects = len(figure.findobj(Artist)), len(gc.get_objects())
    for _ in range(8):
        figure.canvas.draw()
    gc.collect()
    assert len(figure.findobj(Artist)) == children
    assert len(gc.get_objects()) - objects < 50
    np.testing.assert_array_equal(pixels(figure), before)
