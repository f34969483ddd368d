"""Whatever a user changes by hand is theirs from then on, before the first drawing or after."""

from __future__ import annotations

import copy
import io

import numpy as np
import pytest
from drawn import new, pixels
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patheffects import Normal
from matplotlib.text import Text

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
    found["bands"] = cp.floor_band(ax, 1, 2, "usual", center=1.5, center_label="median").labels
    found["callout"] = cp.callout(ax, "two", 5.5, "the largest").labels
    # The title is the Axes' own, whose place is matplotlib's.
    found["finding"] = cp.headline(ax, "Title", "finding").labels[1:]
    return made, found


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


def matrix(ax):
    values = np.array([[0.1, 0.9, np.nan], [0.4, 0.5, 0.6]])
    groups = {"top": (0, 0), "low": (1, 1)}
    made = cp.hatched_heatmap(ax, values, colorbar="agreement of two", row_groups=groups)
    brackets = [one for one in made.artists if isinstance(one, Text) and one not in made.labels]
    return made, {"cells": made.labels, "brackets": brackets}


FIGURES = {one.__name__: one for one in (bars, stack, lying, seeds, lines, matrix)}
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


def panel(engine="constrained"):
    return new(engine, figsize=(4, 3), dpi=50).subplots()


def made(draw, drawn):
    """Return a figure, which has been drawn or not, what a call returned, and the texts by kind."""
    ax = panel()
    result, texts = draw(ax)
    if drawn:
        ax.figure.canvas.draw()
    return ax.figure, result, texts


def copied(figure):
    twin = copy.deepcopy(figure)
    FigureCanvasAgg(twin)
    return twin


def redraw(figure):
    """Draw, at another size and in another format too, and read it."""
    figure.set_size_inches(5, 4)
    figure.savefig(io.BytesIO(), format="svg", dpi=40)
    figure.set_size_inches(4, 3)
    figure.canvas.draw()
    cp.describe(figure)
    cp.figure_data(figure)


@before_and_after
@every_figure
def test_looks_that_were_set_stay(draw, drawn):
    figure, _, texts = made(draw, drawn)
    some = [text for kind in texts.values() for text in kind[:1]]
    for text in some:
        text.set(**STYLES)
        text.set_bbox({"facecolor": "#00ff00"})
    redraw(figure)
    for text in some:
        assert {name: getattr(text, f"get_{name}")() for name in STYLES} == STYLES
        assert text.get_bbox_patch().get_facecolor() == (0, 1, 0, 1)


@before_and_after
@every_figure
def test_texts_that_were_moved_stay(draw, drawn):
    figure, _, texts = made(draw, drawn)
    places = {}
    for kind, some in texts.items():
        places[some[0]] = (0.4, 0.3) if kind in FREE else (8, -9)
        some[0].set_position(places[some[0]])
    redraw(figure)
    for text, place in places.items():
        assert text.get_position() == place
        assert text.get_visible()


@before_and_after
@every_figure
def test_hidden_texts_stay_hidden_and_come_back(draw, drawn):
    figure, _, texts = made(draw, drawn)
    before = copied(figure)
    some = [text for kind in texts.values() for text in kind]
    for text in some:
        text.set_visible(False)
    redraw(figure)
    assert not any(text.get_visible() for text in some)
    for text in some:
        text.set_visible(True)
    np.testing.assert_array_equal(pixels(figure), pixels(before))


@before_and_after
@every_figure
def test_texts_can_be_taken_off(draw, drawn):
    figure, result, texts = made(draw, drawn)
    for first in (True, False):
        for kind in texts.values():
            for text in kind[:1] if first else kind[1:]:
                text.remove()
        redraw(figure)
    assert figure.axes[0].texts[:] == []
    assert not hasattr(result, "unplaced") or result.unplaced == ()
    for _ in range(2):
        result.remove()
        redraw(figure)
