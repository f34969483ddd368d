"""Names of categories wrap, turn, are shortened or thinned, and follow every change of size."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import cardplot as cp
from cardplot._labels.ticks import name_ticks
from tests.drawn import all_panels, extent, inside, new, page, pixels, worst_overlap

LONG = ["the largest of all our models", "base", "instruct, distilled", "8 layers, 248k entries"]


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def named(names, axis="x", size=(6, 4), engine="constrained", highlight=(), positions=None):
    figure = new(engine, figsize=size)
    axes = figure.subplots()
    places = np.arange(len(names)) if positions is None else np.asarray(positions)
    (axes.bar if axis == "x" else axes.barh)(places, np.ones(len(names)), 0.6)
    name_ticks(axes, axis, places, names, highlight)
    # The layer takes care that the form and the layout agree.
    cp.footer(figure, "note")
    figure.canvas.draw()
    return figure, axes


def labels(axes, axis="x"):
    target = axes.xaxis if axis == "x" else axes.yaxis
    return [tick.label1 for tick in target.get_major_ticks()]


def boxes(axes, axis="x"):
    return [extent(label) for label in labels(axes, axis) if label.get_text()]


def test_short_names_stand_as_they_are():
    _, axes = named(["a", "b", "c"])
    assert [label.get_text() for label in labels(axes)] == ["a", "b", "c"]
    assert {label.get_rotation() for label in labels(axes)} == {0}
    assert {label.get_fontsize() for label in labels(axes)} == {8.5}


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
def test_long_names_wrap_under_their_bars(engine):
    figure, axes = named(LONG, engine=engine, size=(6.75, 4))
    texts = [label.get_text() for label in labels(axes)]
    assert [text.replace("\n", " ") for text in texts] == LONG
    assert "\n" in texts[0]
    assert {label.get_rotation() for label in labels(axes)} == {0}
    assert worst_overlap(boxes(axes)) < -2
    assert inside(all_panels(figure), page(figure))


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
def test_too_narrow_a_slot_turns_all_names(engine):
    names = [f"{name} {index}" for index, name in enumerate(LONG * 3)]
    figure, axes = named(names, engine=engine, size=(5, 4))
    assert {label.get_rotation() for label in labels(axes)} == {90}
    assert worst_overlap(boxes(axes)) <= 0.2
    assert inside(all_panels(figure), page(figure))
    figure.set_size_inches(24, 4)
    figure.canvas.draw()
    assert {label.get_rotation() for label in labels(axes)} == {0}
    assert {label.get_fontsize() for label in labels(axes)} == {8.5}


def test_turned_names_that_are_too_long_lose_their_middle():
    names = [
        f"a name of {index} that goes on and on, and on, until it ends here" for index in range(9)
    ]
    _, axes = named(names, size=(3.5, 3))
    texts = [label.get_text() for label in labels(axes)]
    assert all("…" in text for text in texts)
    assert all(text.startswith("a name") for text in texts)
    assert all(text.endswith("here") for text in texts)
    assert max(box.height for box in boxes(axes)) <= 0.3 * 3 * 72 + 1


def test_a_name_a_little_too_long_takes_a_little_more_room():
    long = "ten letter"
    shares = set()
    for _ in range(9):
        _, axes = named([long, "b", "c", "d", "e", "f", "g", "h", "i"] * 2, size=(3, 2.4))
        text = labels(axes)[0].get_text()
        if "…" in text:
            break
        share = max(box.height for box in boxes(axes)) / (2.4 * 72)
        shares.add(share)
        long += "t"
    assert 0.3 < max(shares) <= 0.37
    assert max(box.height for box in boxes(axes)) <= 0.3 * 2.4 * 72 + 1


def test_a_longer_name_stands_whole_among_short_ones():
    _, axes = named(["0-shot", "1-shot", "4-shot", "8-shot", "32-shot"], size=(3.2, 2.5))
    found = labels(axes)
    assert [label.get_text() for label in found][-1] == "32-shot"
    assert {label.get_rotation() for label in found} == {0}
    slot = (axes.transData.transform((1, 0)) - axes.transData.transform((0, 0)))[0]
    assert boxes(axes)[-1].width > slot * 72 / axes.figure.dpi - 5
    assert worst_overlap(boxes(axes)) < -3


def test_names_are_a_little_smaller_before_a_word_is_parted():
    names = ["base-7B-chat", "code-7B-chat", "math-7B-chat"]
    sizes = {}
    for width in np.arange(4.5, 1.5, -0.1):
        _, axes = named(names, size=(width, 2.5))
        found = labels(axes)
        sizes.setdefault(found[0].get_text().count("\n"), set()).add(found[0].get_fontsize())
        if found[0].get_rotation():
            break
    assert sizes[0] == {8.5, 7.5}
    assert len(sizes) > 1


def test_too_many_names_are_thinned_evenly():
    names = [f"category {index}" for index in range(100)]
    figure, axes = named(names, size=(5, 4))
    there = [index for index, label in enumerate(labels(axes)) if label.get_text()]
    assert there[0] == 0
    assert len(set(np.diff(there))) == 1
    assert 10 < len(there) < 60
    assert worst_overlap(boxes(axes)) <= 0.2
    assert inside(all_panels(figure), page(figure), slack=1)


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
def test_names_beside_the_axes_get_their_room(engine):
    figure, axes = named(LONG, "y", engine=engine, size=(5, 3))
    assert [label.get_text().replace("\n", " ") for label in labels(axes, "y")] == LONG
    assert inside(all_panels(figure), page(figure))
    assert worst_overlap(boxes(axes, "y")) < 0
    assert axes.bbox.width * 72 / figure.dpi > 0.45 * page(figure).width


def test_names_beside_the_axes_wrap_where_they_would_take_too_much():
    long = "a name that is far too long to stand beside the axes of a figure in one line"
    figure, axes = named([long, "b", "c"], "y", size=(4, 3))
    text = labels(axes, "y")[0].get_text()
    assert text.replace("\n", " ") == long
    assert text.count("\n") >= 1
    assert max(box.width for box in boxes(axes, "y")) <= 0.4 * 4 * 72 + 1
    assert inside(all_panels(figure), page(figure))


def test_many_rows_are_thinned_or_shortened_but_never_overlap():
    names = [f"a category of which there are many, number {index}" for index in range(60)]
    figure, axes = named(names, "y", size=(4, 3))
    assert worst_overlap(boxes(axes, "y")) <= 0.2
    assert inside(all_panels(figure), page(figure), slack=1)


@pytest.mark.parametrize("name", ["$5 vs $3", "cost $a_$b", "a_b$", "_base", "PRP$"])
def test_names_are_literal(name):
    _, axes = named([name, "other"])
    assert labels(axes)[0].get_text() == name
    assert not labels(axes)[0].get_parse_math()


def test_highlighted_names_are_bold():
    _, axes = named(["a", "b", "c"], highlight=[1])
    assert [label.get_fontweight() for label in labels(axes)] == ["normal", "bold", "normal"]


def test_line_breaks_of_the_user_are_kept():
    _, axes = named(["one\ntwo", "b"])
    assert labels(axes)[0].get_text() == "one\ntwo"


@pytest.mark.parametrize("axis", ["x", "y"])
def test_the_second_draw_is_the_first(axis):
    names = [f"{name} {index}" for index, name in enumerate(LONG * 2)]
    for engine in (None, "constrained", "tight"):
        figure, _ = named(names, axis, engine=engine, size=(4.4, 3))
        first = pixels(figure)
        assert (first == pixels(figure)).all()


def test_positions_need_not_be_whole_numbers():
    _, axes = named(["a", "b", "c"], positions=[0, 1.5, 10])
    assert list(axes.get_xticks()) == [0, 1.5, 10]


def test_a_size_that_the_user_sets_is_the_size_to_go_by():
    figure, axes = named(["a", "b", "c"])
    axes.tick_params(axis="x", labelsize=11)
    figure.canvas.draw()
    assert {label.get_fontsize() for label in labels(axes)} == {11}
    figure.canvas.draw()
    assert {label.get_fontsize() for label in labels(axes)} == {11}


def test_the_cursor_reads_full_names():
    _, axes = named(LONG)
    formatter = axes.xaxis.get_major_formatter()
    assert [formatter(index, index) for index in range(4)] == LONG


def test_names_of_two_panels_side_by_side_leave_room_for_both():
    figure = new("constrained", figsize=(10, 4))
    panels = figure.subplots(1, 2)
    for axes in panels:
        name_ticks(axes, "y", range(3), [f"{'a rather long name ' * 3}{n}" for n in range(3)])
        axes.set_ylim(-0.5, 2.5)
        axes.tick_params(labelsize=16)
    figure.canvas.draw()
    for axes in panels:
        assert max(box.width for box in boxes(axes, "y")) <= 0.4 * 5 * 72 + 1
        assert axes.bbox.width * 72 / figure.dpi > 0.45 * 5 * 72


def test_large_names_become_smaller_step_by_step():
    figure, axes = named(["global large", "strings pruned", "base"], "y", size=(4, 1.5))
    axes.tick_params(axis="y", labelsize=20)
    figure.canvas.draw()
    # A row is some 19 points high: 14 points fit, with a line's distance, and 16 don't.
    row = axes.bbox.height * 72 / figure.dpi / 3
    size = labels(axes, "y")[0].get_fontsize()
    assert 14 * 1.25 <= row < 16 * 1.25
    assert size == 14


def test_the_layout_settles_where_two_forms_of_names_would_alternate():
    """Names that are all there take height, so the cells are too narrow for all, and so on."""
    rows = ["linear pruned 8-bit instruct", "editor global", "lora encoder-dec"]
    rows += ["English layers dist", "instruct recurre", "merge vocabulary", "HumanEval", "GSM8K"]
    columns = ["global layers", "lora Q8_0 lora", "4L/128k den", "arithm", "inst", "base Hu"]
    columns += ["recurren", "quantised linear"]
    with plt.style.context("cardplot.card"):
        figure = new("compressed", figsize=(3.25, 3.0), dpi=150)
        axes = figure.add_subplot()
        values = np.arange(64.0).reshape(8, 8)
        cp.hatched_heatmap(axes, values, row_labels=rows, column_labels=columns)
        axes.set_title("instruct kept HumanEval instruct")
        cp.headline(figure, "pruned quantised Q8_0")
        figure.canvas.draw()
    assert inside(all_panels(figure), page(figure))
