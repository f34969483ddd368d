"""Legends cover nothing, take their room in the layout, and are read in order."""

from __future__ import annotations

import io
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.legend import Legend

import cardplot as cp
from cardplot._layout.legend_parts import inset_of
from tests.drawn import (
    ENGINES,
    NOTE,
    all_panels,
    extent,
    inside,
    new,
    overlap,
    page,
    pixels,
    plain,
    points,
    reach,
    worst_overlap,
)

NAMES = ["embedding table", "layer stack", "_hidden", "MLP"]
HIGH = np.array([[3, 4, 1, 2], [2, 2, 2, 1], [1, 0.5, 0.3, 0.2], [4, 1, 1, 1]])
STAIRS = np.array([[3, 4, 1, 2], [2, 2, 2, 1], [1, 0.5, 0.3, 0.2], [1, 0.5, 0.3, 0.2]])


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def bars(axes, values=STAIRS, **kwargs):
    return cp.stacked_share_bars(axes, values, tick_labels=list("abcd"), labels=NAMES, **kwargs)


def drawn(engine="constrained", **kwargs):
    figure = new(engine, figsize=kwargs.pop("figsize", (5, 3.2)), **kwargs)
    return figure, figure.subplots()


def finish(figure, engine):
    if engine == "once":
        figure.tight_layout()
    figure.canvas.draw()


def marks(axes):
    """Return the extents of the bars of an Axes."""
    figure = axes.get_figure(root=True)
    return [points(figure, bar.get_window_extent()) for bar in axes.patches]


def order(made):
    """Return the names from top to bottom, in each row from left to right."""
    found = [(extent(text), text.get_text()) for text in made.get_texts()]
    return [name for *_, name in sorted((-round(box.y0 / 6), box.x0, name) for box, name in found)]


# ---- on an Axes


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("values", [STAIRS, HIGH])
def test_a_legend_covers_neither_marks_nor_labels(engine, values):
    figure, axes = drawn(engine)
    result = bars(axes, values)
    made = cp.legend(axes)
    finish(figure, engine)
    box = extent(made)
    assert isinstance(made, Legend)
    assert max(overlap(box, bar) for bar in marks(axes)) <= -3
    shown = [text for text in result.labels if text.get_visible()]
    assert max(overlap(box, extent(text)) for text in shown) <= 0
    assert inside(box, page(figure))
    assert result.unplaced == () or all("%" in text for text in result.unplaced)
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_it_stands_inside_where_a_corner_is_free():
    figure, axes = drawn()
    bars(axes, STAIRS)
    made = cp.legend(axes)
    figure.canvas.draw()
    box, panel = extent(made), points(figure, axes.bbox)
    assert inside(box, panel, 0)
    assert panel.x1 - box.x1 < 12
    assert panel.y1 - box.y1 < 20


def test_no_grid_line_runs_through_a_legend_inside():
    figure, axes = drawn()
    bars(axes, STAIRS)
    made = cp.legend(axes)
    figure.canvas.draw()
    assert made.get_frame_on()
    assert made.get_frame().get_facecolor() == mpl.colors.to_rgba(axes.get_facecolor())
    assert made.get_frame().get_edgecolor()[3] == 0
    box = made.get_window_extent()
    image = pixels(figure)[::-1]
    column = image[int(box.y0) + 2 : int(box.y1) - 2, int(box.x1) - 3, :3]
    assert (column == column[0]).all()


def test_lines_between_grid_lines_are_preferred():
    figure, axes = drawn(figsize=(6, 4))
    axes.plot([0, 1], [0, 1], label="a")
    axes.set(xlim=(0, 1), ylim=(0, 1), yticks=[0, 0.5, 0.97])
    made = cp.legend(axes)
    figure.canvas.draw()
    box = made.get_window_extent()
    for value in (0, 0.5, 0.97):
        y = axes.transData.transform((0, value))[1]
        assert not box.y0 < y < box.y1


def test_a_frame_that_the_user_wants_is_left_alone():
    figure, axes = drawn()
    bars(axes)
    made = cp.legend(axes, frameon=True, edgecolor="red", facecolor="yellow")
    figure.canvas.draw()
    assert made.get_frame().get_edgecolor() == mpl.colors.to_rgba("red")
    assert made.get_frame().get_facecolor() == mpl.colors.to_rgba("yellow")


@pytest.mark.parametrize("engine", ENGINES)
def test_above_it_is_left_aligned_and_the_title_stands_over_it(engine):
    figure, axes = drawn(engine)
    bars(axes, HIGH)
    made = cp.legend(axes, loc="above")
    title = axes.set_title("A panel's title")
    finish(figure, engine)
    panel, box = points(figure, axes.bbox), extent(made)
    inset = inset_of(made)
    assert box.x0 + inset == pytest.approx(panel.x0, abs=0.8)
    assert box.y0 + inset - panel.y1 == pytest.approx(8, abs=0.8)
    assert extent(title).y0 - box.y1 > 3
    assert inside(extent(title), page(figure))
    assert len({round(extent(text).y0) for text in made.get_texts()}) == 1


def test_as_few_rows_as_fit_read_row_by_row():
    figure, axes = drawn(figsize=(4, 4))
    names = [f"run number {index}" for index in range(7)]
    for index, name in enumerate(names):
        axes.plot([0, 1], [0, index], label=name)
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert order(made) == names
    rows = {round(extent(text).y0) for text in made.get_texts()}
    panel = points(figure, axes.bbox)
    assert extent(made).x1 <= panel.x1 + inset_of(made) + 0.5
    columns = int(np.ceil(len(names) / len(rows)))
    widest = max(extent(text).width for text in made.get_texts())
    assert (columns + 1) * (widest + 32) > panel.width
    # A wider figure takes fewer rows.
    figure.set_size_inches(9, 4)
    figure.canvas.draw()
    assert len({round(extent(text).y0) for text in made.get_texts()}) < len(rows)
    assert order(made) == names


def test_where_that_saves_a_row_it_starts_over_the_names_of_the_y_axis():
    figure, axes = drawn(figsize=(3.25, 3))
    names = ["embedding table", "the layer stack", "hidden", "the fourth"]
    cp.stacked_share_bars(
        axes,
        STAIRS,
        tick_labels=["quantised", "sparse", "distilled", "base"],
        labels=names,
        orientation="horizontal",
    )
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    box, panel = extent(made), points(figure, axes.bbox)
    assert len({round(extent(text).y0) for text in made.get_texts()}) == 2
    assert box.x0 < panel.x0 - 10
    assert inside(box, page(figure))
    assert box.width > panel.width


@pytest.mark.parametrize("engine", ENGINES)
def test_at_the_right_it_is_part_of_the_layout(engine):
    figure, axes = drawn(engine)
    result = cp.stacked_share_bars(
        axes, HIGH, labels=["a name that is long enough to be broken", "two", "three", "four"]
    )
    made = cp.legend(axes, loc="right")
    finish(figure, engine)
    panel, box = points(figure, axes.bbox), extent(made)
    assert box.x0 + inset_of(made) - panel.x1 == pytest.approx(8, abs=0.8)
    assert inside(box, page(figure))
    assert box.width < 0.36 * page(figure).width
    assert panel.width > 0.4 * page(figure).width
    assert len(result.labels) > 0


def test_a_stack_is_named_from_its_top_in_a_column_and_from_its_base_in_a_row():
    figure, axes = drawn()
    bars(axes, HIGH)
    made = cp.legend(axes, loc="right")
    figure.canvas.draw()
    assert order(made) == NAMES[::-1]
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert order(made) == NAMES
    made = cp.legend(axes, loc="right", reverse=False)
    figure.canvas.draw()
    assert order(made) == NAMES


def test_bars_side_by_side_are_named_in_their_order():
    figure, axes = drawn()
    cp.grouped_delta_bars(axes, HIGH.T, labels=list("wxyz"), delta=None)
    made = cp.legend(axes, loc="right")
    figure.canvas.draw()
    assert order(made) == list("wxyz")


def test_inside_by_force_makes_room_above_the_bars():
    figure, axes = drawn()
    bars(axes, np.full((4, 4), 3.0))
    figure.canvas.draw()
    top = axes.get_ylim()[1]
    made = cp.legend(axes, loc="inside")
    figure.canvas.draw()
    assert axes.get_ylim()[1] > top * 1.15
    box = extent(made)
    assert inside(box, points(figure, axes.bbox))
    assert max(overlap(box, bar) for bar in marks(axes)) <= 0
    assert axes.get_autoscaley_on()


def test_limits_that_the_user_set_are_kept():
    figure, axes = drawn()
    bars(axes, np.full((4, 4), 3.0))
    axes.set_ylim(0, 13)
    cp.legend(axes, loc="inside")
    figure.canvas.draw()
    assert axes.get_ylim() == (0, 13)
    made = cp.legend(axes)
    figure.canvas.draw()
    assert axes.get_ylim() == (0, 13)
    assert extent(made).y0 > points(figure, axes.bbox).y1


def test_one_entry_and_a_title():
    figure, axes = drawn()
    axes.plot([0, 1], [0, 1], label="only one")
    made = cp.legend(axes, title="Runs of the study", loc="above")
    figure.canvas.draw()
    assert [text.get_text() for text in made.get_texts()] == ["only one"]
    assert extent(made.get_title()).x0 == pytest.approx(points(figure, axes.bbox).x0, abs=1)
    assert extent(made.get_title()).y0 > extent(made.get_texts()[0]).y1


def test_a_fixed_number_of_columns_is_kept():
    figure, axes = drawn(figsize=(7, 4))
    for index in range(6):
        axes.plot([0, 1], [0, index], label=f"run {index}")
    made = cp.legend(axes, loc="above", ncols=2)
    figure.canvas.draw()
    assert len({round(extent(text).x0) for text in made.get_texts()}) == 2


def test_a_name_that_is_wider_than_the_axes_breaks():
    figure, axes = drawn(figsize=(3.25, 3))
    name = "a very long name of the only line that there is on this small Axes"
    axes.plot([0, 1], [0, 1], label=name)
    axes.plot([0, 1], [1, 0], label="short")
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert "\n" in made.get_texts()[0].get_text()
    assert made.get_texts()[0].get_text().replace("\n", " ") == name
    assert extent(made).x1 <= points(figure, axes.bbox).x1 + 1 + inset_of(made)
    assert worst_overlap([extent(text) for text in made.get_texts()]) <= 0


def test_names_with_underscores_and_dollars():
    _, axes = drawn()
    axes.bar([0], [1], label="_base")
    axes.plot([0, 1], [0, 1], label="$5 vs $3")
    axes.plot([0, 1], [0, 2])
    axes.scatter([0], [1], label="_nolegend_")
    made = cp.legend(axes)
    assert [text.get_text() for text in made.get_texts()] == ["$5 vs $3", "_base"]
    assert not any(text.get_parse_math() for text in made.get_texts())


def test_results_and_plain_marks_are_named_once():
    _, axes = drawn()
    bars(axes)
    axes.plot([0, 3], [1, 1], label="plain")
    made = cp.legend(axes)
    assert [text.get_text() for text in made.get_texts()] == [*NAMES, "plain"]


def test_a_second_legend_replaces_the_first():
    figure, axes = drawn()
    bars(axes)
    first = cp.legend(axes, loc="above")
    second = cp.legend(axes, loc="right")
    figure.canvas.draw()
    assert axes.get_legend() is second
    assert first is not second
    assert extent(second).x0 > points(figure, axes.bbox).x1


def test_a_removed_legend_leaves_the_title_where_it_was():
    figure, axes = drawn()
    bars(axes, HIGH)
    title = axes.set_title("title")
    figure.canvas.draw()
    before = extent(title).y0 - points(figure, axes.bbox).y1
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert extent(title).y0 - points(figure, axes.bbox).y1 > before + 10
    made.remove()
    figure.canvas.draw()
    assert extent(title).y0 - points(figure, axes.bbox).y1 == pytest.approx(before, abs=0.5)


def test_it_can_be_restyled():
    figure, axes = drawn()
    bars(axes, HIGH)
    made = cp.legend(axes)
    figure.canvas.draw()
    for text in made.get_texts():
        text.set(fontsize=12, color="red")
    made.get_texts()[0].set_text("renamed")
    figure.canvas.draw()
    assert made.get_texts()[0].get_text() == "renamed"
    assert made.get_texts()[0].get_fontsize() == 12
    assert max(overlap(extent(made), bar) for bar in marks(axes)) <= 0


def test_a_headline_stands_over_a_legend_above():
    figure, axes = drawn()
    bars(axes, HIGH)
    made = cp.legend(axes, loc="above")
    texts = cp.headline(axes, "A headline", "with its finding").artists
    figure.canvas.draw()
    assert worst_overlap([extent(made), *map(extent, texts)]) < 0
    assert extent(texts[1]).y0 > extent(made).y1
    assert all(inside(extent(text), page(figure)) for text in texts)


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_reference_lines_above_an_axes_stand_under_its_legend_and_title(engine):
    figure, axes = drawn(engine, figsize=(3.25, 3))
    bars(axes, HIGH, orientation="horizontal")
    named = cp.floor_line(axes, 5, "the name of a line", axis="x").labels[0]
    made = cp.legend(axes, loc="above")
    title = axes.set_title("A title")
    finish(figure, engine)
    boxes = [extent(named), extent(made), extent(title)]
    assert worst_overlap(boxes) <= 0
    if boxes[0].y0 > points(figure, axes.bbox).y1:
        assert [box.y0 for box in boxes] == sorted(box.y0 for box in boxes)
    assert all(inside(box, page(figure)) for box in boxes)
    made.remove()
    figure.canvas.draw()
    assert overlap(extent(named), extent(title)) <= 0


# ---- a plain legend of the user's


@pytest.mark.parametrize("loc", ["best", "upper right", "upper left", "upper center"])
def test_a_plain_legend_gets_room_above_the_marks(loc):
    figure, axes = drawn()
    result = bars(axes, np.full((4, 4), 3.0))
    handles, names = zip(*result.entries, strict=True)
    made = axes.legend(handles, names, loc=loc)
    figure.canvas.draw()
    box = extent(made)
    assert max(overlap(box, bar) for bar in marks(axes)) <= 0
    shown = [text for text in result.labels if text.get_visible()]
    assert max(overlap(box, extent(text)) for text in shown) <= 0
    assert len([text for text in shown if text.get_text() == "12"]) == 4
    assert axes.get_autoscaley_on()
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_a_plain_legend_at_the_bottom_of_hanging_bars():
    figure, axes = drawn()
    result = cp.grouped_delta_bars(axes, -HIGH, labels=list("wxyz"), delta=None, values=True)
    handles, names = zip(*result.entries, strict=True)
    made = axes.legend(handles, names, loc="lower right")
    figure.canvas.draw()
    assert max(overlap(extent(made), bar) for bar in marks(axes)) <= 0


def test_a_plain_legend_beside_horizontal_bars():
    figure, axes = drawn()
    result = bars(axes, np.full((4, 4), 3.0), orientation="horizontal")
    handles, names = zip(*result.entries, strict=True)
    made = axes.legend(handles, names, loc="center right")
    figure.canvas.draw()
    assert max(overlap(extent(made), bar) for bar in marks(axes)) <= 0


def test_a_plain_legend_over_fixed_limits_moves_nothing():
    figure, axes = drawn()
    result = bars(axes, np.full((4, 4), 3.0))
    axes.set_ylim(0, 14)
    axes.legend(*zip(*result.entries, strict=True), loc="upper right")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        figure.canvas.draw()
        figure.canvas.draw()
    assert axes.get_ylim() == (0, 14)
    starts = sorted(str(one.message)[:18] for one in said)
    assert starts == ["No free place for ", "The legend covers "]


@pytest.mark.parametrize("bbox", [None, "tight"])
def test_an_axes_without_a_width_is_drawn(bbox):
    """An equal aspect of data without end leaves nothing of a panel."""
    figure, axes = drawn()
    axes.set_aspect("equal")
    cp.grouped_delta_bars(axes, [[1e300]], labels=["huge"])
    made = cp.legend(axes)
    figure.savefig(io.BytesIO(), bbox_inches=bbox)
    assert made.get_visible()


def test_a_legend_above_stays_clear_of_an_axis_label_that_is_longer_than_the_panel():
    figure, axes = drawn()
    axes.set_ylabel("a label of the axis, longer than it")
    bars(axes, np.full((4, 4), 3.0))
    made = cp.legend(axes)
    for height in (2.4, 2.6, 2.8, 3.0):
        figure.set_size_inches(3.25, height)
        figure.canvas.draw()
        assert overlap(extent(made), extent(axes.yaxis.label)) <= 0


# ---- of a figure


@pytest.mark.parametrize("engine", ENGINES)
def test_a_figures_legend_stands_between_headline_and_panels(engine):
    figure = new(engine, figsize=(8, 4))
    panels = plain(figure, 1, 2)
    panels[1].plot([0, 1, 2], [1, 2, 3], label="trend")
    title, finding = cp.headline(figure, "A title", "A finding that says it.").artists
    made = cp.legend(figure)
    note = cp.footer(figure, NOTE).artists[0]
    finish(figure, engine)
    box, inset = extent(made), inset_of(made)
    assert [text.get_text() for text in made.get_texts()] == ["base", "trend"]
    assert extent(finding).y0 - (box.y1 - inset) == pytest.approx(12, abs=0.8)
    assert box.y0 + inset - all_panels(figure).y1 == pytest.approx(12, abs=0.8)
    assert box.x0 + inset == pytest.approx(extent(title).x0, abs=0.8)
    assert (
        worst_overlap([extent(title), extent(finding), box, all_panels(figure), extent(note)]) < 0
    )
    first = pixels(figure)
    assert (first == pixels(figure)).all()


@pytest.mark.parametrize("headed", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_figures_legend_at_the_right(engine, headed):
    figure = new(engine, figsize=(8, 4))
    plain(figure, 1, 2)
    if headed:
        cp.headline(figure, "A title", "A finding that says it.")
    made = cp.legend(figure, loc="right")
    finish(figure, engine)
    box = extent(made)
    assert box.x1 - inset_of(made) <= 8 * 72 - 7
    assert box.y1 - inset_of(made) <= 4 * 72 - 7
    assert box.x0 + inset_of(made) - all_panels(figure).x1 == pytest.approx(12, abs=1.2)
    assert all(overlap(box, reach(axes)) < 0 for axes in figure.axes)
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_a_figures_legend_takes_more_rows_in_a_narrow_figure():
    figure = new("constrained", figsize=(3.25, 3.5))
    (axes,) = plain(figure)
    for index in range(7):
        axes.plot([0, 1], [0, index], label=f"run number {index}")
    made = cp.legend(figure)
    figure.canvas.draw()
    assert order(made) == [text.get_text() for text in made.get_texts()]
    assert len({round(extent(text).y0) for text in made.get_texts()}) >= 3
    assert inside(extent(made), page(figure))
    assert overlap(extent(made), all_panels(figure)) < 0


def test_a_second_legend_of_a_figure_replaces_the_first():
    figure = new("constrained")
    plain(figure)
    cp.legend(figure)
    second = cp.legend(figure, loc="right")
    figure.canvas.draw()
    assert figure.legends == [second]


def test_a_removed_legend_of_a_figure_gives_its_room_back():
    figure = new("constrained")
    (axes,) = plain(figure)
    figure.canvas.draw()
    before = axes.bbox.height
    made = cp.legend(figure)
    figure.canvas.draw()
    assert axes.bbox.height < before - 5
    made.remove()
    figure.canvas.draw()
    assert axes.bbox.height == pytest.approx(before, abs=0.5)


def test_a_legend_of_a_subfigure():
    figure = new("constrained", figsize=(8, 4))
    left, right = figure.subfigures(1, 2)
    plain(left)
    plain(right)
    made = cp.legend(right)
    figure.canvas.draw()
    assert extent(made).x0 > 4 * 72
    assert overlap(extent(made), reach(right.axes[0])) < 0


# ---- errors


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda f, a: cp.legend("here"), TypeError, "target must be an Axes"),
        (lambda f, a: cp.legend(a, loc="best"), ValueError, "'auto', 'inside', 'above', 'right'"),
        (lambda f, a: cp.legend(f, loc="inside"), ValueError, "'auto', 'above', 'right'.*'inside'"),
        (lambda f, a: cp.legend(a), ValueError, "nothing on it has a name"),
        (lambda f, a: cp.legend(f), ValueError, "nothing on it has a name"),
    ],
)
def test_errors_say_what_came_and_what_is_allowed(call, error, match):
    figure, axes = drawn()
    axes.plot([0, 1], [0, 1])
    with pytest.raises(error, match=match):
        call(figure, axes)
    assert axes.get_legend() is None
    assert figure.legends == []


def test_a_title_of_any_characters_is_drawn(recwarn):
    figure, axes = plt.subplots()
    axes.plot([0, 1], label="a")
    title = cp.legend(axes, title="one\x00two\ud800").get_title()
    figure.canvas.draw()
    assert title.get_text() == "one\N{REPLACEMENT CHARACTER}two\N{REPLACEMENT CHARACTER}"
    assert not recwarn.list
