"""What headlines, footers and names say, refuse and leave alone; names at line ends and points."""

from __future__ import annotations

import datetime as dt

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

import cardplot as cp
from tests.drawn import (
    ENGINES,
    NOTE,
    extent,
    inside,
    new,
    overlap,
    page,
    pixels,
    plain,
    points,
    words_of,
    worst_overlap,
)


@pytest.fixture(autouse=True, params=["cardplot.card"])
def _card(request):
    plt.style.use(request.param)


def panel(**kwargs):
    figure = new(kwargs.pop("engine", "constrained"), **kwargs)
    return figure, figure.subplots()


# ---- literal text, errors


@pytest.mark.parametrize("words", ["$5 vs $3 a run", "cost $a_$b", "a_b$", "_base", "PRP$ 9%"])
def test_data_is_drawn_literally(words):
    figure, axes = panel(figsize=(6, 4))
    axes.plot([0, 1], [0, 1], label=words)
    texts = [
        *cp.footer(figure, words).artists,
        cp.headline(figure, "A title", words).artists[1],
        cp.headline(axes, "A title", words).artists[1],
        *cp.end_labels(axes, axes.lines, [words]).artists,
        *cp.point_labels(axes, [0.5], [0.2], [words]).artists,
    ]
    cp.legend(axes)
    texts += axes.get_legend().get_texts()
    figure.canvas.draw()
    assert [text.get_text() for text in texts] == [words] * len(texts)
    assert not any(text.get_parse_math() for text in texts)


def test_a_title_may_hold_formulas_which_never_break():
    figure, _ = panel(figsize=(3, 3))
    title = cp.headline(figure, r"Loss falls as $N^{-\alpha} + a b$ over three decades").artists[0]
    figure.canvas.draw()
    assert title.get_text().count("\n") >= 1
    assert r"$N^{-\alpha} + a b$" in title.get_text()
    assert extent(title).x1 <= 3 * 72 - 7


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda f, a: cp.headline("figure", "t"), TypeError, "target must be an Axes, a Figure"),
        (lambda f, a: cp.headline(f, 3), TypeError, "title: expected text, got 3"),
        (lambda f, a: cp.headline(f, "t", 3.5), TypeError, "finding: expected text, got 3"),
        (lambda f, a: cp.footer(a, "t"), TypeError, "fig must be a Figure"),
        (lambda f, a: cp.footer(f, None), TypeError, "text: expected text, got None"),
        (lambda f, a: cp.footer(f, "t", align="middle"), ValueError, "align: expected .*'middle'"),
        (lambda f, a: cp.end_labels(a, [f]), TypeError, "lines must hold Line2D"),
        (lambda f, a: cp.end_labels(a, None, ["x", "y"]), ValueError, "one entry a line, 1, got 2"),
        (lambda f, a: cp.end_labels(a, None, {"b": "B"}), ValueError, r"not there: \['b'\]"),
        (lambda f, a: cp.point_labels(a, [1, 2], [1], ["a"]), ValueError, "2, 1 and 1"),
        (
            lambda f, a: cp.point_labels(a, [1], [1], ["a"], color=["r", "b"]),
            ValueError,
            "one a point, 1, got 2",
        ),
    ],
)
def test_errors_say_what_came_and_what_is_allowed(call, error, match):
    figure, axes = panel()
    axes.plot([0, 1], [0, 1], label="a")
    with pytest.raises(error, match=match):
        call(figure, axes)


def test_a_line_without_a_point_and_a_line_of_another_axes_are_refused():
    figure = new(None)
    one, two = figure.subplots(1, 2)
    (empty,) = one.plot([0, 1], [np.nan, np.nan], label="empty")
    with pytest.raises(ValueError, match="'empty' has no point"):
        cp.end_labels(one)
    with pytest.raises(ValueError, match="not on the Axes"):
        cp.end_labels(two, [empty])


def test_nothing_else_is_touched():
    figure, axes = panel()
    axes.plot([0, 1], [0, 1], label="a")
    before = dict(mpl.rcParams)
    limits = axes.get_xlim(), axes.get_ylim()
    cp.headline(figure, "t", "f")
    cp.footer(figure, "t")
    cp.end_labels(axes)
    cp.point_labels(axes, [0], [0], ["p"])
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == []
    assert (axes.get_xlim(), axes.get_ylim()) == limits
    figure.canvas.draw()
    assert (axes.get_xlim(), axes.get_ylim()) == limits


def test_texts_can_be_restyled_and_removed():
    figure, axes = panel(figsize=(6, 4))
    (line,) = axes.plot([0, 1], [0, 1], label="a")
    results = [
        cp.footer(figure, "note"),
        cp.headline(axes, "title", "finding"),
        cp.end_labels(axes),
        cp.point_labels(axes, [0.5], [0.5], ["point"]),
    ]
    for result in results:
        result.artists[-1].set(color="red", fontsize=12)
    figure.canvas.draw()
    for result in results:
        text = result.artists[-1]
        assert (to_hex(text.get_color()), text.get_fontsize()) == ("#ff0000", 12)
        assert result.labels == result.artists
        assert result.unplaced == ()
        result.remove()
    figure.canvas.draw()
    left = [text for text in (*figure.texts, *axes.texts) if text.get_text()]
    assert left == []
    assert axes.get_title(loc="left") == ""
    assert list(axes.lines) == [line]


# ---- colours


@pytest.mark.parametrize("theme", ["cardplot.card", "cardplot.dark"])
def test_names_have_the_contrast_that_reading_takes(theme):
    plt.style.use(theme)
    figure, axes = panel()
    for index in range(8):
        axes.plot([0, 1], [0, index], label=f"run {index}")
    axes.plot([0, 1], [0, 9], color="#eda100", label="yellow")
    texts = [
        *cp.end_labels(axes).artists,
        *cp.point_labels(axes, [0.1], [8], ["p"], color="#eda100").artists,
        *cp.headline(figure, "t", "f").artists,
        *cp.footer(figure, "n").artists,
    ]
    for text in texts:
        assert cp.contrast(text.get_color(), axes.get_facecolor()) >= 4.5


# ---- names at the ends of lines


def drawn_ends(figure, axes, **kwargs):
    names = cp.end_labels(axes, **kwargs)
    figure.canvas.draw()
    return names, [extent(text) for text in names.artists]


@pytest.mark.parametrize("engine", ENGINES)
def test_names_stand_at_the_right_of_their_ends(engine):
    figure, axes = panel(engine=engine, figsize=(5, 3))
    for slope in (1, 2, 3):
        axes.plot([0, 1, 2], [0, slope, 2 * slope], marker="o", label=f"slope {slope}")
    names = cp.end_labels(axes)
    if engine == "once":
        figure.tight_layout()
    figure.canvas.draw()
    for text, line in zip(names.artists, axes.lines, strict=True):
        x, y = axes.transData.transform(line.get_xydata()[-1]) * 72 / figure.dpi
        box = extent(text)
        reach = (line.get_markersize() + line.get_markeredgewidth()) / 2
        assert 2.99 <= box.x0 - x - reach <= 4.1
        assert (box.y0 + box.y1) / 2 == pytest.approx(y, abs=1)
        assert inside(box, page(figure))
        assert not text.arrow_patch.get_visible()


def test_lines_of_error_bars_have_the_names_of_these():
    _, axes = panel()
    axes.errorbar([0, 1], [0, 1], yerr=0.1, label="by hand")
    axes.errorbar([0, 1], [0, 2], yerr=0.1)
    runs = {"x": [0, 0, 1, 1] * 2, "y": [1, 2, 3, 4] * 2, "h": ["one"] * 4 + ["two"] * 4}
    seeds = cp.seed_errorbars(axes, runs, x="x", y="y", hue="h", connect=True)
    said = [text.get_text() for text in cp.end_labels(axes).artists]
    assert said == ["by hand", "one", "two"]
    said = [text.get_text() for text in cp.end_labels(axes, seeds.points, {"two": "2"}).artists]
    assert said == ["one", "2"]


def test_lines_without_a_name_are_refused():
    _, axes = panel()
    lines = axes.plot([0, 1], [[0, 1], [1, 2]])
    with pytest.raises(ValueError, match="lines: no line on the Axes has a label"):
        cp.end_labels(axes)
    lines[0].set_label("a")
    with pytest.raises(ValueError, match=r"lines: those at \[1\] have no label"):
        cp.end_labels(axes, lines)
    assert len(cp.end_labels(axes, lines, ["a", "b"]).artists) == 2
    assert cp.end_labels(axes, []).artists == ()


def test_the_layout_makes_room_for_names_beside_another_panel():
    figure = new("constrained", figsize=(7, 3))
    left, right = figure.subplots(1, 2)
    for axes in (left, right):
        axes.plot([0, 1], [0, 1], label="the name of this line")
        axes.set_ylabel("loss")
    text = cp.end_labels(left).artists[0]
    figure.canvas.draw()
    assert overlap(extent(text), extent(right.yaxis.label)) < -3


def test_close_names_are_spread_in_order_with_leaders():
    figure, axes = panel(figsize=(5, 3))
    for index in range(6):
        axes.plot([0, 1], [0, 0.5 + 0.001 * index], label=f"run {index}")
    axes.plot([0, 1], [0, 1], label="far away")
    names, boxes = drawn_ends(figure, axes)
    assert worst_overlap(boxes) < 0
    middles = [(box.y0 + box.y1) / 2 for box in boxes]
    assert middles == sorted(middles)
    assert names.unplaced == ()
    leaders = [text.arrow_patch.get_visible() for text in names.artists]
    assert leaders[0]
    assert leaders[5]
    assert not leaders[6]
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_equal_ends_keep_the_order_of_the_lines():
    figure, axes = panel()
    for name in "abc":
        axes.plot([0, 1], [0, 1], label=name)
    _, boxes = drawn_ends(figure, axes)
    assert [box.y0 for box in boxes] == sorted(box.y0 for box in boxes)


def test_missing_tails_end_where_the_data_end():
    figure, axes = panel()
    (short,) = axes.plot([0, 1, 2, 3], [1, 2, np.nan, np.nan], label="short")
    axes.plot([0, 1, 2, 3], [0, 0, 0, 0], label="long")
    _, boxes = drawn_ends(figure, axes)
    x, y = axes.transData.transform((1, 2)) * 72 / figure.dpi
    assert boxes[0].x0 - x == pytest.approx(4, abs=0.8)
    assert (boxes[0].y0 + boxes[0].y1) / 2 == pytest.approx(y, abs=1)
    short.set_data([0, 1, 2], [1, 2, 1.5])
    figure.canvas.draw()
    x, _ = axes.transData.transform((2, 1.5)) * 72 / figure.dpi
    assert extent(axes.texts[0]).x0 - x == pytest.approx(4, abs=0.8)


def test_a_name_in_the_middle_stays_clear_of_other_lines():
    figure, axes = panel(figsize=(5, 3.4))
    axes.plot([0, 1], [1, 1], label="ends early")
    axes.plot([0, 1, 2, 3], [0.2, 0.9, 1.0, 1.1], label="passes by")
    axes.plot([0, 1, 2, 3], [2, 2, 2, 2], label="above")
    names, boxes = drawn_ends(figure, axes)
    others = axes.lines[1].get_xydata()
    path = axes.transData.transform(
        np.column_stack([np.linspace(0, 3, 400), np.interp(np.linspace(0, 3, 400), *others.T)])
    )
    path = path * 72 / figure.dpi
    box = boxes[0]
    hit = (path > (box.x0, box.y0)).all(axis=1) & (path < (box.x1, box.y1)).all(axis=1)
    assert not hit.any()
    assert names.unplaced == ()


def test_an_inverted_axis_names_what_is_right():
    figure, axes = panel()
    axes.plot([0, 1, 2], [5, 6, 9], label="a")
    axes.invert_xaxis()
    _, boxes = drawn_ends(figure, axes)
    x, y = axes.transData.transform((0, 5)) * 72 / figure.dpi
    assert boxes[0].x0 - x == pytest.approx(4, abs=0.8)
    assert (boxes[0].y0 + boxes[0].y1) / 2 == pytest.approx(y, abs=1)


@pytest.mark.parametrize("scale", ["log", "symlog", "linear"])
def test_scales(scale):
    figure, axes = panel()
    axes.plot([1, 10, 1000], [1, 20, 5], label="a")
    axes.set(xscale=scale, yscale=scale)
    _, boxes = drawn_ends(figure, axes)
    x, y = axes.transData.transform((1000, 5)) * 72 / figure.dpi
    assert boxes[0].x0 - x == pytest.approx(4, abs=0.8)
    assert (boxes[0].y0 + boxes[0].y1) / 2 == pytest.approx(y, abs=1)


def test_dates():
    figure, axes = panel()
    days = [dt.date(2024, month, 1) for month in (1, 4, 9)]
    axes.plot(days, [1, 2, 3], label="a")
    _, boxes = drawn_ends(figure, axes)
    x, _ = axes.transData.transform((mpl.dates.date2num(days[-1]), 3)) * 72 / figure.dpi
    assert boxes[0].x0 - x == pytest.approx(4, abs=0.8)


def test_a_line_that_leaves_the_axes_is_named_where_it_does():
    figure, axes = panel()
    axes.plot([0, 10], [0, 10], label="leaves at the top")
    axes.plot([0, 10], [0, 1], label="leaves at the right")
    axes.plot([0, 10], [20, 30], label="is never seen")
    axes.set(xlim=(0, 8), ylim=(0, 4))
    names, boxes = drawn_ends(figure, axes)
    top = axes.transData.transform((4, 4)) * 72 / figure.dpi
    right = axes.transData.transform((8, 0.8)) * 72 / figure.dpi
    assert boxes[0].x0 - top[0] == pytest.approx(4, abs=0.8)
    assert boxes[1].x0 - right[0] == pytest.approx(4, abs=0.8)
    assert [text.get_visible() for text in names.artists] == [True, True, False]
    assert all(inside(box, page(figure)) for box in boxes[:2])


def test_long_names_break():
    figure, axes = panel(figsize=(5, 3))
    axes.plot([0, 1], [0, 1], label="the one with the long context and an even longer name")
    names, boxes = drawn_ends(figure, axes)
    assert names.artists[0].get_text().count("\n") >= 1
    assert boxes[0].width <= 0.3 * 5 * 72 + 0.6
    assert inside(boxes[0], page(figure))
    assert axes.bbox.width * 72 / figure.dpi > 150


def test_many_names_in_a_small_figure():
    figure, axes = panel(figsize=(3.25, 2.2))
    rng = np.random.default_rng(2)
    for index in range(10):
        axes.plot(np.arange(4), rng.normal(0, 1, 4), label=f"run {index}")
    names, boxes = drawn_ends(figure, axes)
    assert worst_overlap(boxes) <= 0.01
    assert names.unplaced == ()
    assert min(text.get_fontsize() for text in names.artists) >= 7


def test_more_names_than_have_room_are_said_and_drawn():
    figure, axes = panel(figsize=(3, 1.6))
    for index in range(20):
        axes.plot([0, 1], [0, index], label=f"run {index}")
    names = cp.end_labels(axes)
    with pytest.warns(UserWarning, match="No free place for 20 of 20 line names"):
        figure.canvas.draw()
    assert len(names.unplaced) == 20
    assert all(text.get_visible() for text in names.artists)


def test_labels_by_sequence_and_by_name():
    _, axes = panel()
    axes.plot([0, 1], [0, 1], label="a")
    axes.plot([0, 1], [0, 2], label="b")
    axes.plot([0, 1], [0, 3])
    assert [text.get_text() for text in cp.end_labels(axes).artists] == ["a", "b"]
    named = cp.end_labels(axes, labels={"b": "the second"}).artists
    assert [text.get_text() for text in named] == ["a", "the second"]
    listed = cp.end_labels(axes, axes.lines, ["x", "y", "z"]).artists
    assert [text.get_text() for text in listed] == ["x", "y", "z"]


# ---- names next to points


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_points_touch_nothing(engine):
    figure, axes = panel(engine=engine, figsize=(5, 3.6))
    rng = np.random.default_rng(5)
    x, y = rng.normal(0, 1, (2, 16))
    axes.scatter(x, y, s=36)
    names = cp.point_labels(axes, x, y, [f"seed {index}" for index in range(16)])
    if engine == "once":
        figure.tight_layout()
    figure.canvas.draw()
    boxes = [extent(text) for text in names.artists]
    assert worst_overlap(boxes) <= 0.01
    centers = axes.transData.transform(np.column_stack([x, y])) * 72 / figure.dpi
    for index, box in enumerate(boxes):
        nearest = np.maximum(np.maximum((box.x0, box.y0) - centers, centers - (box.x1, box.y1)), 0)
        away = np.hypot(*nearest.T)
        assert away.min() >= 3
        assert away[index] <= 25
        assert inside(box, points(figure, axes.bbox))
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_long_names_of_points_break():
    figure, axes = panel(figsize=(4, 3))
    axes.plot([0, 1], [0, 1], "o")
    words = "the run whose loss went down again after all"
    name = cp.point_labels(axes, [0.5], [0.5], [words]).artists[0]
    figure.canvas.draw()
    assert name.get_text().count("\n") >= 1
    assert name.get_text().replace("\n", " ") == words
    assert extent(name).width <= 0.3 * 4 * 72 + 0.6


def test_no_leader_runs_through_a_name():
    """Two points in nearly one place: a leader to the second would cross the first one's name."""
    figure = new(figsize=(3.25, 2.2))
    ax = figure.add_axes((0.17, 0.22, 0.8, 0.65), ylim=(0, 0.95))
    x, y = [0.049, 0.053, 0.1, 0.4, 0.512, 0.565], [0.34, 0.35, 0.15, 0.445, 0.70, 0.89]
    first = ["vocabulary", "arithmetic encoder-decoder layers", "editor"]
    ax.scatter(x, y)
    ax.axhline(0.63)
    words = cp.point_labels(ax, x, y, [*first, "recurrence linear", "kept", "strings linear"])
    figure.canvas.draw()
    boxes = {text: extent(text) for text in words.artists if text.get_visible()}
    assert len(boxes) == 6
    leaders = {text: text.arrow_patch for text in boxes if text.arrow_patch.get_visible()}
    assert leaders
    for text, leader in leaders.items():
        ends = leader.get_transform().transform(leader.get_path().vertices)[[0, -1]]
        way = np.linspace(*ends, 50) * 72 / figure.dpi
        others = [box.padded(-1) for other, box in boxes.items() if other is not text]
        assert not any(box.contains(x, y) for x, y in way for box in others)


def test_names_at_the_ends_of_lines_start_beyond_a_frame():
    figure = new("constrained", figsize=(5, 3))
    ax = figure.add_subplot()
    (line,) = ax.plot([0, 1], [0, 1], label="a system")
    ax.spines["right"].set_visible(True)
    names = cp.end_labels(ax)
    figure.canvas.draw()
    edge = points(figure, ax.bbox).x1
    assert extent(names.artists[0]).x0 >= edge + 1
    ax.spines["right"].set_visible(False)
    line.set_marker("o")
    figure.canvas.draw()
    assert extent(names.artists[0]).x0 < points(figure, ax.bbox).x1


def test_missing_points_and_empty_names_are_left_out():
    figure, axes = panel()
    axes.plot([0, 1, 2, 3], [1, np.nan, 2, 3], "o")
    names = cp.point_labels(axes, [0, 1, 2, 3], [1, np.nan, 2, 3], ["a", "b", "", None])
    figure.canvas.draw()
    assert [text.get_text() for text in names.artists] == ["a"]


def test_points_on_dates_and_categories():
    figure = new("constrained")
    one, two = figure.subplots(1, 2)
    days = [dt.date(2024, 1, 1), dt.date(2024, 6, 1)]
    one.plot(days, [1, 2], "o")
    two.plot(["a", "b"], [1, 2], "o")
    texts = [
        *cp.point_labels(one, days, [1, 2], ["first", "second"]).artists,
        *cp.point_labels(two, ["a", "b"], [1, 2], ["first", "second"]).artists,
    ]
    figure.canvas.draw()
    for axes, first in ((one, mpl.dates.date2num(days[0])), (two, 0)):
        place = axes.transData.transform((first, 1)) * 72 / figure.dpi
        box = extent(axes.texts[0])
        distance = np.maximum(np.maximum(box.p0 - place, place - box.p1), 0)
        assert np.hypot(*distance) < 12
    assert all(text.get_visible() for text in texts)


@pytest.mark.parametrize("invert", [False, True])
def test_points_on_log_and_inverted_axes(invert):
    figure, axes = panel()
    x, y = [1, 10, 1000], [0.01, 1, 100]
    axes.plot(x, y, "o")
    axes.set(xscale="log", yscale="log")
    if invert:
        axes.invert_xaxis()
        axes.invert_yaxis()
    names = cp.point_labels(axes, x, y, ["one", "two", "three"])
    figure.canvas.draw()
    centers = axes.transData.transform(np.column_stack([x, y])) * 72 / figure.dpi
    for text, place in zip(names.artists, centers, strict=True):
        box = extent(text)
        distance = np.maximum(np.maximum(box.p0 - place, place - box.p1), 0)
        assert np.hypot(*distance) < 14


def test_names_follow_later_limits():
    figure, axes = panel()
    axes.plot([0, 1], [0, 1], "o", label="line")
    point = cp.point_labels(axes, [0, 1], [0, 1], ["low", "high"])
    figure.canvas.draw()
    axes.set_xlim(0.5, 1.5)
    figure.canvas.draw()
    assert [text.get_visible() for text in point.artists] == [False, True]
    axes.set_xlim(-1, 2)
    figure.canvas.draw()
    assert [text.get_visible() for text in point.artists] == [True, True]


def test_everything_at_once_in_a_small_figure():
    figure, axes = panel(figsize=(4.4, 3.4), engine="tight")
    x = np.array([1, 2, 4, 8])
    for index, name in enumerate(("sparse editor", "dense writes", "global recurrence")):
        axes.plot(x, 0.5 - 0.01 * index - 0.002 * x, marker="o", label=name)
    cp.end_labels(axes)
    cp.point_labels(axes, x, 0.5 - 0.002 * x, ["1", "2", "4", "8"])
    cp.headline(figure, "Global recurrence is better at every budget", "At budget 8 it is cheaper.")
    cp.footer(figure, NOTE)
    axes.set_xlabel("extra operations a token")
    axes.set_ylabel("answer-span loss (nats)")
    axes.set_xticks(x)
    figure.canvas.draw()
    words = words_of(figure)
    assert worst_overlap(words) <= 0.5
    assert all(inside(box, page(figure)) for box in words)
    plain_panels = plain(new(None))
    assert plain_panels[0].texts == [] or len(plain_panels[0].texts) == 0


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda a: cp.point_labels(a, ["a", None], [1, 2], ["p", "q"]), "x"),
        (lambda a: cp.point_labels(a, [1, 2], 3, ["p", "q"]), "y"),
        (lambda a: cp.point_labels(a, [1], [1], 5), "labels"),
        (lambda a: cp.point_labels(a, [1], [1], ["p"], color="bleu"), "color"),
        (lambda a: cp.point_labels(a, [1], [1], ["p"], radius=-1), "radius"),
        (lambda a: cp.end_labels(a, 3), "lines"),
        (lambda a: cp.end_labels(a, None, 3), "labels"),
    ],
)
def test_what_cannot_be_named_is_refused_by_the_name_of_its_argument(call, argument):
    _, axes = panel()
    axes.plot([0, 1], [0, 1], label="a")
    before = axes.get_children()
    with pytest.raises((TypeError, ValueError), match=rf"\b{argument}\b"):
        call(axes)
    assert axes.get_children() == before


def test_points_with_every_kind_of_missing_coordinate_have_no_name():
    _, axes = panel()
    names = cp.point_labels(axes, [0, None, pd.NA, 1], [1, 2, 3, np.nan], list("abcd"))
    assert [text.get_text() for text in names.artists] == ["a"]


def test_dates_have_no_place_on_an_axis_of_categories():
    _, axes = panel()
    axes.plot(["a", "b"], [1, 2])
    with pytest.raises(TypeError, match=r"x.*has no place on the axis"):
        cp.point_labels(axes, pd.date_range("2024-01-01", periods=2), [1, 2], ["p", "q"])


def test_a_finding_stands_over_axes_with_depth():
    figure = new(None)
    axes = figure.add_subplot(projection="3d")
    _, finding = cp.headline(axes, "title", "finding").artists
    figure.canvas.draw()
    assert finding.get_window_extent().y0 > axes.bbox.y1
