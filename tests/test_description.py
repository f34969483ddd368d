"""Alt texts and tables of drawn figures: numbers, names, order, and what can't be read."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import cardplot as cp
from cardplot import describe, figure_data
from cardplot._format.english import count, listed, short, within


@pytest.fixture(autouse=True)
def card():
    with style.context("cardplot.card"):
        yield


@pytest.fixture
def fig() -> Figure:
    return Figure(figsize=(6, 4), layout="constrained")


@pytest.fixture
def ax(fig):
    return fig.subplots()


def only(fig: Figure) -> pd.DataFrame:
    (table,) = figure_data(fig).values()
    return table


# English


def test_counts_and_lists_read_as_english():
    assert [count(n, "bar") for n in (0, 1, 2)] == ["no bars", "1 bar", "2 bars"]
    assert [count(n, "category") for n in (1, 3)] == ["1 category", "3 categories"]
    assert [count(n, "series") for n in (1, 2)] == ["1 series", "2 series"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(list("abcdef")) == "a, b, c, d, e and f"
    assert listed(["a, 1", "b", "c"]) == "a, 1; b; and c"
    assert count(1024, "cell") == "1,024 cells"
    assert listed(list("abcdefghi")) == "a, b, c, d, e and 4 more"
    assert short("two\nlines") == "two lines"
    assert short("x" * 100) == "x" * 47 + "…"


def test_sentences_that_do_not_fit_are_left_out():
    assert within(["One two", "three four five", "six"], 3) == "One two. six."
    assert within(["One two three four"], 3) == "One two three…"
    assert within(["Is it?", "", "Yes"], 9) == "Is it? Yes."


# Primitives


def test_share_bars(fig, ax):
    data = pd.DataFrame(
        {"embedding": [254, 254, np.nan], "layers": [498, 166, 84]}, index=["24L", "8L", "4L"]
    )
    drawn = cp.stacked_share_bars(ax, data)
    ax.set_ylabel("parameters (M)")
    text = describe(fig)
    assert text.startswith(
        "Stacked bars: 3 bars (24L, 8L and 4L) in 2 parts (embedding and layers). "
        "Y axis: parameters (M). Totals run from at least 84 (4L) to 752 (24L). "
    )
    # 254 of 752, 254 of 420, 498 of 752, 166 of 420
    assert "embedding from 34% (24L) to 60% (8L); layers from 40% (8L) to 100% (4L)" in text
    assert "1 of 6 parts is missing." in text
    assert text.endswith(drawn.caption)
    pd.testing.assert_frame_equal(only(fig), drawn.data)


@pytest.mark.parametrize(
    ("delta", "change"),
    [
        ("percent", "new from −25% (b) to +50% (a)"),
        ("difference", "new from −1 (b) to +1 (a)"),
        ("ratio", "new from 0.75× (b) to 1.50× (a)"),
    ],
)
def test_delta_bars_tell_the_change_in_the_unit_that_is_drawn(fig, ax, delta, change):
    cp.grouped_delta_bars(ax, {"old": [2, 4], "new": [3, 3]}, tick_labels=["a", "b"], delta=delta)
    text = describe(fig)
    assert text.startswith("Grouped bars: 2 groups (a and b) in 2 series (old and new). ")
    assert "Values run from 2 (old, a) to 4 (old, b)." in text
    assert f"Change against old: {change}." in text


def test_plain_grouped_bars_tell_no_change(fig, ax):
    cp.grouped_delta_bars(
        ax, {"old": [2, np.nan], "new": [3, 3]}, tick_labels=["a", "b"], delta=None
    )
    assert "Change" not in describe(fig)
    assert "1 of 4 bars is missing." in describe(fig)


def test_seeds_say_how_many_there_are(fig, ax):
    drawn = cp.seed_errorbars(ax, {"a": [0.9, 0.92, 0.94], "b": [0.6, 0.7], "c": [0.5], "d": []})
    text = describe(fig)
    assert text.startswith("Points with whiskers at 4 categories (a, b, c and d). ")
    assert "Values run from 0.50 (c) to 0.92 (a)." in text
    assert "Seeds per point: 1 to 3." in text
    assert "No seeds, so no point: d." in text
    assert "One seed, so no whisker: c." in text
    assert drawn.caption in text


def test_single_seeds_are_data_where_they_are_drawn(fig, ax):
    cp.seed_errorbars(ax, {"a": [1.0, 2.0], "b": [3.0]})
    tables = figure_data(fig)
    assert list(tables) == ["panel 1", "panel 1, seeds"]
    assert tables["panel 1, seeds"].values.tolist() == [["a", "", 1], ["a", "", 2], ["b", "", 3]]
    other = Figure().subplots()
    cp.seed_errorbars(other, {"a": [1.0, 2.0]}, seeds=False)
    assert list(figure_data(other.figure)) == ["panel 1"]


def test_an_empty_slot_is_no_value(fig, ax):
    cp.seed_errorbars(ax, {"a": [1.0, 2.0], "b": []}, center=None)
    said = describe(fig)
    assert "2 single values" in said
    assert "No values: b." in said
    assert list(figure_data(fig)) == ["panel 1"]


def test_points_that_are_not_there_are_not_counted(fig, ax):
    ax.scatter([1, 2, 3], [1, np.nan, 3])
    assert "Scatter of 2 points" in describe(fig)


def test_seeds_on_a_numeric_axis_are_courses(fig, ax):
    rows = [(x, s, y + e) for x, s, y in [(1, "p", 3), (2, "p", 5), (4, "p", 4)] for e in (0, 1)]
    table = pd.DataFrame(rows, columns=["budget", "system", "loss"])
    cp.seed_errorbars(ax, table, x="budget", y="loss", hue="system")
    text = describe(fig)
    assert "p goes from 3.5 at 1 to 4.5 at 4, highest 5.5 at 2." in text
    assert "Seeds per point: 2." in text


def test_several_calls_for_one_kind_of_mark_are_told_as_one(fig, ax):
    for position, name in enumerate(("p", "q")):
        table = pd.DataFrame({"x": [position] * 2, "y": [position, position + 2], "s": name})
        cp.seed_errorbars(ax, table, x="x", y="y", hue="s")
    text = describe(fig)
    assert text.startswith("Points with whiskers in 2 series (p and q) at 2 positions (0 and 1). ")
    assert "p is 1 at 0. q is 2 at 1." in text
    assert text.count("whiskers: ±1 sample SD") == 1
    assert list(figure_data(fig))[::2] == ["panel 1", "panel 1 (2)"]


def test_a_caption_in_the_footer_is_told_once(fig, ax):
    drawn = cp.seed_errorbars(ax, {"a": [1, 2], "b": [2, 4]})
    cp.footer(fig, f"{drawn.caption} Toy data.")
    assert describe(fig).count(drawn.caption) == 1
    assert describe(fig).endswith(f"{drawn.caption} Toy data.")


def test_a_scale_that_its_label_names_is_told_once(fig, ax):
    ax.plot([1, 10], [1, 2])
    ax.set_xscale("log")
    ax.set_xlabel("steps (log scale)")
    assert "X axis: steps (log scale). The line" in describe(fig)


def test_small_beside_large_takes_no_needless_digits(fig, ax):
    ax.imshow([[0.000836, 0.5], [0.25, 1.0]])
    assert "run from 0.000836 (row 0, column 0) to 1 (row 1, column 1)." in describe(fig)


def test_heatmap(fig, ax):
    cp.hatched_heatmap(
        ax,
        np.array([[1, np.nan], [3, 4]]),
        row_labels=["r1", "r2"],
        column_labels=["c1", "c2"],
        colorbar="JS divergence",
    )
    text = describe(fig)
    assert text.startswith("Heat map of 2 rows by 2 columns: rows r1 and r2; columns c1 and c2. ")
    assert "Colour: JS divergence." in text
    assert "Values run from 1 (row r1, column c1) to 4 (row r2, column c2)." in text
    assert "1 of 4 cells is missing." in text
    assert "Panel" not in text
    assert len(only(fig)) == 4


def test_an_empty_heatmap_has_no_extremes(fig, ax):
    cp.hatched_heatmap(ax, np.full((2, 3), np.nan))
    assert "All cells are missing." in describe(fig)
    assert "run from" not in describe(fig)


def test_references_have_names_and_values(fig, ax):
    ax.plot([0, 1], [0, 1], label="model")
    cp.floor_line(ax, 0.25, "chance")
    cp.floor_line(ax, 0.5, axis="x")
    cp.floor_band(ax, 0.55, 0.6, "noise")
    text = describe(fig)
    assert text.startswith("Line chart with 1 line (model). A horizontal line at 0.25 marks chance")
    assert "A vertical line at 0.5." in text
    assert "A horizontal band from 0.55 to 0.60 marks noise." in text
    assert list(figure_data(fig)) == ["panel 1", "panel 1 (2)", "panel 1 (3)", "panel 1 (4)"]


def test_headline_and_footer_frame_the_text(fig, ax):
    ax.plot([0, 1], [2, 4])
    cp.headline(fig, "Loss falls", "From 4 to 2 in one step.")
    cp.footer(fig, "One run per stage.")
    text = describe(fig)
    assert text.startswith("Loss falls. From 4 to 2 in one step. Line chart with 1 line.")
    assert text.endswith("One run per stage.")
    fig.canvas.draw()
    assert describe(fig) == text


def test_a_panels_own_finding_is_told(fig):
    left, right = fig.subplots(1, 2)
    for ax, finding in ((left, "Up."), (right, "Down.")):
        ax.plot([0, 1], [0, 1])
        cp.headline(ax, "T", finding)
    text = describe(fig)
    assert "Panel 1 of 2, “T”: Up. Line chart" in text
    assert "Panel 2 of 2, “T”: Down. Line chart" in text
    assert list(figure_data(fig)) == ["T", "T (2)"]


# Plain matplotlib


def test_lines(fig, ax):
    ax.plot([256, 512, 1024], [0.5, 0.7, 0.6], label="qwen")
    ax.plot([256, 512, 1024], [0.4, np.nan, 0.3], label="a_b$")
    ax.set_xscale("log", base=2)
    ax.set_xticks([256, 512, 1024], ["256", "512", "1,024"])
    ax.set_xlabel("window (tokens)")
    ax.set_title("F1")
    text = describe(fig)
    assert text == (
        "F1. Line chart with 2 lines (qwen and a_b$). X axis: window (tokens), log scale. "
        "qwen goes from 0.5 at 256 to 0.6 at 1,024, highest 0.7 at 512. "
        "a_b$ goes from 0.4 at 256 to 0.3 at 1,024."
    )
    table = figure_data(fig)["F1"]
    assert list(table["x"]) == [256, 512, 1024] * 2
    assert table["y"].isna().sum() == 1


def test_many_lines_are_summed_up(fig, ax):
    for number in range(9):
        ax.plot([0, 1], [number, number + 1], label=f"run {number}")
    text = describe(fig)
    assert "(run 0, run 1, run 2, run 3, run 4 and 4 more)" in text
    assert "And 5 further lines. All values run from 0 (run 0, 0) to 9 (run 8, 1)." in text


def test_bars_are_named_by_their_ticks(fig, ax):
    ax.bar(["x", "y", "z"], [1, 2, -3.5], yerr=[0.1, 0.2, 0.5])
    assert describe(fig) == (
        "Bars with whiskers: 3 categories (x, y and z). Values run from −3.5 (z) to 2.0 (y)."
    )
    table = only(fig)
    assert list(table["category"]) == ["x", "y", "z"]
    assert list(table["value"]) == [1, 2, -3.5]
    assert list(table["low"]) == pytest.approx([0.9, 1.8, -4.0])
    assert list(table["high"]) == pytest.approx([1.1, 2.2, -3.0])


def test_dodged_and_horizontal_bars_find_their_category(fig, ax):
    ax.barh([-0.2, 0.8], [1, 2], height=0.4, label="old")
    ax.barh([0.2, 1.2], [3, 4], height=0.4, label="new")
    ax.set_yticks([0, 1], ["33", "64"])
    table = only(fig)
    assert list(table["category"]) == ["33", "64", "33", "64"]
    assert list(table["series"]) == ["old", "old", "new", "new"]


def test_stacked_bars_keep_their_bases(fig, ax):
    ax.bar([0, 1], [1, 2], label="a")
    ax.bar([0, 1], [3, 4], bottom=[1, 2], label="b")
    assert describe(fig).startswith("Stacked bars: 2 categories (0 and 1) in 2 series (a and b).")
    assert list(only(fig)["base"]) == [0, 0, 1, 2]


def test_a_histogram(fig, ax):
    ax.hist([1, 2, 2, 3, 3, 3], bins=[0.5, 1.5, 2.5, 3.5], label="runs")
    assert describe(fig) == (
        "Histogram of 3 bins from 0.5 to 3.5 of runs. The highest bin, 3, runs from 2.5 to 3.5."
    )
    assert list(only(fig)["value"]) == [1, 2, 3]


def test_error_bars(fig, ax):
    ax.errorbar([1, 2], [3, 4], yerr=[[1, 0.5], [2, 0.5]], label="model")
    table = only(fig)
    assert list(table.columns) == ["x", "series", "center", "low", "high"]
    assert table.to_dict("list") == {
        "x": [1, 2],
        "series": ["model"] * 2,
        "center": [3.0, 4.0],
        "low": [2.0, 3.5],
        "high": [5.0, 4.5],
    }
    assert "model goes from 3 at 1 to 4 at 2." in describe(fig)


def test_scatter_points_and_markers(fig, ax):
    ax.scatter([1, 2, 3], [0.1, 0.4, 0.2], label="a")
    ax.plot([5], [0.9], "o", label="b")
    assert describe(fig) == (
        "Scatter of 4 points in 2 groups (b and a). X runs from 1 to 5 and y runs from 0.1 to 0.9."
    )
    assert len(only(fig)) == 4


def test_images_meshes_and_pictures(fig):
    image, mesh, picture = fig.subplots(1, 3)
    shown = image.imshow([[0, 1], [2, np.nan]])
    fig.colorbar(shown, ax=image, label="loss")
    mesh.pcolormesh([[1.5, 2.5, 0.5]])
    picture.imshow(np.zeros((2, 2, 3)))
    text = describe(fig)
    assert "Panel 1 of 3: Heat map of 2 rows by 2 columns. Colour: loss." in text
    assert "Values run from 0 (row 0, column 0) to 2 (row 1, column 0)." in text
    assert "1 of 4 cells is missing." in text
    assert "Panel 2 of 3: Heat map of 1 row by 3 columns." in text
    assert "Panel 3 of 3: 1 picture without readable data." in text
    assert list(figure_data(fig)) == ["panel 1", "panel 2"]


def test_a_pie(fig, ax):
    ax.pie([1, 1, 2], labels=["a", "b", "c"])
    assert describe(fig) == "Pie of 3 slices: a 25%, b 25% and c 50%."
    assert list(only(fig)["share"]) == pytest.approx([0.25, 0.25, 0.5])


def test_lines_and_bands_across_the_axes(fig, ax):
    ax.axhline(0.25, label="chance")
    ax.axvspan(1, 2)
    assert describe(fig) == "A horizontal line at 0.25 marks chance. A vertical band from 1 to 2."
    table = only(fig)
    assert list(table["axis"]) == ["y", "x"]


def test_dates_read_as_dates(fig, ax):
    days = [dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 3)]
    ax.plot(days, [1, 2], label="stars")
    assert "stars goes from 1 at 2024-01-01 to 2 at 2024-01-03." in describe(fig)
    assert list(only(fig)["x"]) == days


def test_marks_that_cannot_be_read_are_not_passed_over(fig):
    field, free, area, empty = fig.subplots(1, 4)
    field.contour([[1, 2], [2, 3]])
    free.add_patch(Rectangle((0, 0), 0.5, 0.5))
    area.fill_between([0, 1], [1, 2])
    del empty
    text = describe(fig)
    assert "Panel 1 of 3: 1 contour plot without readable data." in text
    assert "Panel 2 of 3: 1 shape without readable data." in text
    assert "Panel 3 of 3: 1 filled area without readable data." in text
    assert figure_data(fig) == {}


@pytest.mark.parametrize("engine", ["constrained", None])
def test_panels_come_in_reading_order(engine):
    fig = Figure(layout=engine)
    grid = fig.add_gridspec(2, 2)
    places = {"d": grid[1, 1], "a": grid[0, 0], "c": grid[1, 0], "b": grid[0, 1]}
    for name, place in places.items():
        ax = fig.add_subplot(place, title=name)
        ax.plot([0, 1], [0, 1])
    assert list(figure_data(fig)) == ["a", "b", "c", "d"]


def test_panels_of_subfigures_and_insets_are_found(fig):
    left, right = fig.subfigures(1, 2)
    right.subplots().plot([0, 1], [5, 6])
    ax = left.subplots()
    ax.plot([0, 1], [1, 2])
    ax.inset_axes([0.5, 0.5, 0.4, 0.4]).plot([0, 1], [3, 4])
    assert [list(table["y"]) for table in figure_data(fig).values()] == [[1, 2], [3, 4], [5, 6]]


def test_hidden_panels_and_marks_are_left_out(fig):
    left, right = fig.subplots(1, 2)
    left.plot([0, 1], [1, 2], label="seen")
    left.plot([0, 1], [3, 4], label="hidden", visible=False)
    right.plot([0, 1], [5, 6])
    right.set_visible(False)
    assert "hidden" not in describe(fig)
    assert "Panel" not in describe(fig)
    assert list(only(fig)["y"]) == [1, 2]


def test_shared_labels_and_free_notes_are_told_once(fig):
    left, right = fig.subplots(1, 2)
    left.plot([0, 1], [1, 2])
    right.plot([0, 1], [1, 2])
    fig.suptitle("Loss")
    fig.supxlabel("step")
    fig.text(0, 0, "n = 3 seeds")
    text = describe(fig)
    assert text.startswith("Loss.\n\nPanel 1 of 2: ")
    assert text.endswith("X axis of all panels: step. n = 3 seeds.")
    assert text.count("Loss") == 1


def test_a_panel_takes_at_most_150_words(fig, ax):
    for number in range(30):
        ax.plot([0, 1], [number, 1], label=f"a name of many words number {number} " * 4)
        ax.axhline(number, label="reference with a long name " * 3)
    ax.set_ylabel("word " * 140)
    assert 0 < len(describe(fig).split()) <= 150


def test_an_empty_figure_has_nothing_to_tell(fig):
    assert describe(fig) == ""
    assert figure_data(fig) == {}
    fig.subplots()
    assert describe(fig) == "An empty panel."


def test_describing_changes_nothing(fig, ax):
    ax.bar(["a", "b"], [1, 2])
    cp.floor_line(ax, 5, "target")
    canvas = FigureCanvasAgg(fig)
    canvas.draw()
    before = (bytes(canvas.buffer_rgba()), ax.get_xlim(), ax.get_ylim(), len(ax.get_children()))
    describe(fig)
    figure_data(fig)
    canvas.draw()
    after = (bytes(canvas.buffer_rgba()), ax.get_xlim(), ax.get_ylim(), len(ax.get_children()))
    assert after == before


@pytest.mark.parametrize("wrong", [None, "fig", 3])
def test_only_figures_are_described(wrong, ax):
    for function in (describe, figure_data):
        with pytest.raises(TypeError, match="fig must be a matplotlib Figure"):
            function(wrong)
        with pytest.raises(TypeError, match="fig must be a matplotlib Figure"):
            function(ax)


SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
import cardplot as cp
fig = Figure()
ax = fig.subplots()
cp.stacked_share_bars(ax, {{name: [1, 2, 3] for name in "qwerty"}}, tick_labels=list("abc"))
print(cp.describe(fig))
"""


def test_the_text_is_the_same_in_every_process():
    script = SCRIPT.format(tests=str(Path(__file__).parent))
    texts = [
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]
    assert "6 parts (q, w, e, r, t and y)" in texts[0]
