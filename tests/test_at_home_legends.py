"""Legends and names of lines beside plain matplotlib, pandas, seaborn, and changes by hand."""

from __future__ import annotations

import itertools

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
import seaborn.objects as so
from matplotlib.backend_bases import MouseEvent
from matplotlib.lines import Line2D

import cardplot as cp
from cardplot._layout.end_columns import in_order
from tests.drawn import extent, inside, new, overlap, page, points, worst_overlap

# What seaborn calls of others is older than their newest releases.
pytestmark = pytest.mark.filterwarnings("ignore:(vert. bool|The copy keyword)")

ENGINES = ("constrained", "tight", None)
SITUATIONS = pytest.mark.parametrize(
    ("engine", "drawn"), [("constrained", True), ("tight", False), (None, True), (None, False)]
)
TABLE = pd.DataFrame(
    {
        "x": np.tile([0.0, 1.0, 2.0, 3.0], 6),
        "y": np.arange(24) % 7 + np.arange(24) / 24,
        "run": np.repeat(list("abc"), 8),
        "kind": np.tile(["one", "two"], 12),
        "size": np.tile([1, 2, 3], 8),
    }
)
WIDE = pd.DataFrame(np.arange(12).reshape(4, 3) % 5 + 1.0, columns=["p", "q", "r"])


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def panel(engine="constrained", **kwargs):
    figure = new(engine, **{"figsize": (5, 3.4), **kwargs})
    return figure, figure.subplots()


def two_lines(engine="constrained"):
    figure, axes = panel(engine)
    axes.plot([1, 3, 2], label="a")
    axes.plot([2, 2, 3], label="b")
    return figure, axes


def names(made):
    return [text.get_text() for text in made.get_texts()]


# ---- what is named

PLAIN = {
    "plot": lambda ax, **k: ax.plot([1, 2], **k),
    "step": lambda ax, **k: ax.step([0, 1], [1, 2], **k),
    "scatter": lambda ax, **k: ax.scatter([0, 1], [1, 2], **k),
    "bar": lambda ax, **k: ax.bar([0, 1], [1, 2], yerr=0.1, **k),
    "barh": lambda ax, **k: ax.barh([0, 1], [1, 2], **k),
    "errorbar": lambda ax, **k: ax.errorbar([0, 1], [1, 2], yerr=0.1, **k),
    "stem": lambda ax, **k: ax.stem([0, 1], [1, 2], **k),
    "hist": lambda ax, **k: ax.hist([1, 2, 2], **k),
    "fill_between": lambda ax, **k: ax.fill_between([0, 1], [1, 2], **k),
    "eventplot": lambda ax, **k: ax.eventplot([0, 1], **k),
    "axhline": lambda ax, **k: ax.axhline(1, **k),
    "axvspan": lambda ax, **k: ax.axvspan(0, 1, **k),
    "hexbin": lambda ax, **k: ax.hexbin([0, 1], [1, 2], gridsize=3, **k),
}
NAMELESS = {
    "hists": lambda ax: ax.hist([[1, 2], [2, 3]]),
    "stackplot": lambda ax: ax.stackplot([0, 1], [1, 2], [2, 1]),
    "boxplot": lambda ax: ax.boxplot([1, 2, 3]),
    "violinplot": lambda ax: ax.violinplot([1, 2, 3]),
    "pie": lambda ax: ax.pie([1, 2]),
    "contour": lambda ax: ax.contour(np.eye(3)),
    "contourf": lambda ax: ax.contourf(np.eye(3)),
    "quiver": lambda ax: ax.quiver([0], [0], [1], [1]),
    "image": lambda ax: ax.imshow(np.eye(3)),
    "mesh": lambda ax: ax.pcolormesh(np.eye(3)),
    "table": lambda ax: ax.table([["cell"]]),
    "text": lambda ax: ax.text(0, 0, "word"),
    "pandas": lambda ax: pd.Series([1, 2]).plot(ax=ax),
    "pandas' bars": lambda ax: WIDE.p.plot.bar(ax=ax, label="_nolegend_"),
    "seaborn": lambda ax: sns.barplot(TABLE, x="run", y="y", ax=ax),
    "seaborn's shares": lambda ax: sns.histplot(TABLE, x="y", ax=ax),
    "seaborn's densities": lambda ax: sns.kdeplot(TABLE, x="y", ax=ax),
}


@pytest.mark.parametrize("draw", [*PLAIN.values(), *NAMELESS.values()], ids=[*PLAIN, *NAMELESS])
def test_names_that_matplotlib_made_up_never_show(draw):
    _, axes = panel()
    draw(axes)
    with pytest.raises(ValueError, match=r"nothing on it has a name.*handles=\[") as caught:
        cp.legend(axes)
    assert "labels=[" in str(caught.value)
    assert axes.get_legend() is None
    assert names(cp.legend(axes, handles=[Line2D([], [])], labels=["as it says"])) == ["as it says"]
    axes.get_legend().remove()
    axes.plot([0, 1], label="named")
    assert names(cp.legend(axes)) == ["named"]


@pytest.mark.parametrize("name", ["given", "_base"])
@pytest.mark.parametrize("draw", PLAIN.values(), ids=PLAIN)
def test_names_that_were_given_show_once(draw, name):
    _, axes = panel()
    draw(axes, label=name)
    assert names(cp.legend(axes)) == [name]


# ---- a legend that is there

ON_AXES = {
    "lineplot": lambda ax: sns.lineplot(TABLE, x="x", y="y", hue="run", style="kind", ax=ax),
    "scatterplot": lambda ax: sns.scatterplot(
        TABLE, x="x", y="y", hue="run", size="size", style="kind", ax=ax
    ),
    "barplot": lambda ax: sns.barplot(TABLE, x="run", y="y", hue="kind", ax=ax),
    "histplot": lambda ax: sns.histplot(TABLE, x="y", hue="run", ax=ax),
    "kdeplot": lambda ax: sns.kdeplot(TABLE, x="y", hue="run", ax=ax),
    "ecdfplot": lambda ax: sns.ecdfplot(TABLE, x="y", hue="run", ax=ax),
    "pointplot": lambda ax: sns.pointplot(TABLE, x="run", y="y", hue="kind", ax=ax),
    "boxplot": lambda ax: sns.boxplot(TABLE, x="run", y="y", hue="kind", ax=ax),
    "stripplot": lambda ax: sns.stripplot(TABLE, x="run", y="y", hue="kind", ax=ax),
    "df.plot": lambda ax: WIDE.plot(ax=ax),
    "df.plot.area": lambda ax: WIDE.plot.area(ax=ax),
    "df.plot.bar": lambda ax: WIDE.plot.bar(ax=ax, yerr=0.1),
    "df.plot.hist": lambda ax: WIDE.plot.hist(ax=ax),
    "secondary axis": lambda ax: WIDE.plot(ax=ax, secondary_y="q"),
    "handles": lambda ax: ax.legend(
        handles=[ax.errorbar([0, 1], [1, 2], yerr=0.1), *ax.plot([2, 1], label="x")],
        labels=["second", r"$\alpha$"],
        title="Title",
    ),
    "labels": lambda ax: (ax.plot([1, 2], label="x"), ax.legend(["other"])),
}
ON_FIGURE = {
    "relplot": lambda: sns.relplot(TABLE, x="x", y="y", hue="run", style="kind", height=3),
    "displot": lambda: sns.displot(TABLE, x="y", hue="run", col="kind", height=2.5),
    "catplot": lambda: sns.catplot(TABLE, x="run", y="y", hue="kind", kind="box", height=3),
}


def shown_by(made):
    """Return what a reader sees of a legend, apart from where that is."""
    return made.get_title().get_text(), names(made), [id(one) for one in made.legend_handles]


@pytest.mark.parametrize("draw", ON_AXES.values(), ids=ON_AXES)
def test_a_legend_that_is_there_is_moved_as_it_is(draw):
    figure, axes = panel()
    draw(axes)
    there = axes.get_legend()
    before = shown_by(there)
    assert cp.legend(axes, loc="above") is there
    assert shown_by(there) == before
    assert cp.legend(axes, loc="above") is there
    figure.canvas.draw()
    assert shown_by(there) == before
    assert inside(extent(there), page(figure))
    assert extent(there).y0 > points(figure, axes.bbox).y1


@pytest.mark.parametrize("draw", ON_FIGURE.values(), ids=ON_FIGURE)
def test_a_legend_of_a_grid_is_moved_as_it_is(draw):
    grid = draw()
    before = shown_by(grid.legend)
    target = grid.axes.flat[0] if len(grid.figure.axes) == 1 else grid.figure
    assert cp.legend(target) is grid.legend
    grid.figure.canvas.draw()
    assert shown_by(grid.legend) == before
    assert grid.figure.legends == [grid.legend]
    tops = [points(grid.figure, axes.bbox).y1 for axes in grid.figure.axes]
    assert extent(grid.legend).y0 > max(tops)
    sns.move_legend(grid, "lower left")
    grid.figure.canvas.draw()
    assert extent(grid.figure.legends[0]).y0 < 10


def test_sections_of_a_legend_stay_whole():
    figure, axes = panel()
    ON_AXES["lineplot"](axes)
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    boxes = dict(zip(names(made), map(extent, made.get_texts()), strict=True))
    first, second = ["run", "a", "b", "c"], ["kind", "one", "two"]
    for section in (first, second):
        assert [boxes[name].y0 for name in section] == sorted(
            (boxes[name].y0 for name in section), reverse=True
        )
    assert max(boxes[name].x1 for name in first) < min(boxes[name].x0 for name in second)


def test_sections_of_seaborns_objects():
    figure, axes = panel()
    so.Plot(TABLE, x="x", y="y", color="run", marker="kind").add(so.Dot()).on(axes).plot()
    made = cp.legend(axes)
    figure.canvas.draw()
    words = {text.get_text(): extent(text) for text in made.findobj(mpl.text.Text)}
    assert words["run"].y0 > words["a"].y0 > words["c"].y0
    assert words["kind"].y0 > words["one"].y0 > words["two"].y0
    assert words["kind"].y0 == pytest.approx(words["run"].y0, abs=1)
    assert words["kind"].x0 > words["c"].x1


def test_columns_of_the_user_stay():
    figure, axes = two_lines()
    axes.plot([3, 1, 1], label="c")
    axes.legend(ncols=2)
    made = cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert len({round(extent(text).x0) for text in made.get_texts()}) == 2


def test_our_names_are_added_once_to_those_that_are_there():
    figure, axes = panel(figsize=(5, 4))
    sns.lineplot(TABLE, x="x", y="y", hue="run", ax=axes)
    cp.seed_errorbars(axes, TABLE, x="x", y="y", hue="kind", connect=True, show_n=False)
    axes.axhline(3, label="of the user's, left out")
    for _ in range(2):
        made = cp.legend(axes, loc="above")
        figure.canvas.draw()
        assert names(made) == ["a", "b", "c", "one", "two"]
    assert made.get_title().get_text() == "run"
    assert worst_overlap([extent(text) for text in made.get_texts()]) <= 0


def test_a_legend_of_renamed_and_restyled_entries():
    figure, axes = two_lines()
    there = axes.legend()
    look = {"title": "T", "fontsize": 12, "labelcolor": "red", "reverse": True, "frameon": True}
    made = cp.legend(axes, labels=["first", "second"], edgecolor="green", ncols=2, **look)
    figure.canvas.draw()
    assert made is there
    assert (made.get_title().get_text(), names(made)) == ("T", ["second", "first"])
    assert {(text.get_fontsize(), text.get_color()) for text in made.get_texts()} == {(12, "red")}
    assert made.get_frame().get_edgecolor() == mpl.colors.to_rgba("green")
    assert len({round(extent(text).y0) for text in made.get_texts()}) == 1


def test_handles_make_a_new_legend():
    _, axes = two_lines()
    there = axes.legend(title="old")
    made = cp.legend(axes, handles=[*axes.lines[::-1], *axes.plot([1])], reverse=False)
    assert made is not there
    assert names(made) == ["b", "a"]
    assert made.get_title().get_text() == ""


@pytest.mark.parametrize(
    ("kwargs", "error", "match"),
    [
        ({"loc": "upper right"}, ValueError, "'auto', 'inside', 'above', 'right'"),
        ({"loc": "best"}, ValueError, "'auto', 'inside', 'above', 'right'"),
        ({"bbox_to_anchor": (1, 1)}, TypeError, "bbox_to_anchor.*'auto', 'inside'"),
        ({"mode": "expand"}, TypeError, "mode.*'auto', 'inside'"),
        ({"labels": ["one"]}, ValueError, "one name an entry, 2, got 1"),
        ({"labels": "ab"}, TypeError, "labels must be a sequence"),
        ({"nonsense": 1}, TypeError, "nonsense"),
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_what_is_refused_changes_nothing(there, kwargs, error, match):
    _, axes = two_lines()
    before = axes.legend(loc="lower left") if there else None
    with pytest.raises(error, match=match):
        cp.legend(axes, **kwargs)
    assert axes.get_legend() is before
    assert before is None or names(before) == ["a", "b"]


def test_what_only_a_new_legend_can_heed_says_so():
    _, axes = two_lines()
    axes.legend()
    with pytest.raises(TypeError, match=r"markerscale can't be changed.*handles="):
        cp.legend(axes, markerscale=2)
    assert cp.legend(axes, handles=axes.lines[:], labels=["x", "y"], markerscale=2).markerscale == 2


# ---- of a figure


def test_legends_of_the_panels_become_one():
    figure = new("constrained", figsize=(7, 3))
    left, right = figure.subplots(1, 2)
    sns.kdeplot(TABLE, x="y", hue="run", ax=left)
    sns.histplot(TABLE, x="y", hue="run", ax=right)
    made = cp.legend(figure)
    figure.canvas.draw()
    assert names(made) == ["a", "b", "c"]
    assert made.get_title().get_text() == "run"
    assert [axes.get_legend() for axes in (left, right)] == [None, None]


def test_twins_insets_and_colour_bars():
    figure, axes = two_lines()
    twin = axes.twinx()
    twin.plot([5, 6, 7], label="on the twin")
    axes.inset_axes([0.6, 0.6, 0.3, 0.3]).plot([1, 2], label="in the inset")
    figure.colorbar(axes.scatter([0, 1], [1, 2], c=[1, 2]), ax=[axes, twin])
    assert names(cp.legend(axes)) == ["a", "b"]
    assert names(cp.legend(figure)) == ["a", "b", "in the inset", "on the twin"]
    assert axes.get_legend() is None
    figure.canvas.draw()


def test_legends_of_both_twins_stand_apart():
    figure, axes = two_lines()
    twin = axes.twinx()
    twin.plot([5, 6, 7], label="on the twin")
    both = [cp.legend(axes), cp.legend(twin)]
    figure.canvas.draw()
    assert worst_overlap(list(map(extent, both))) <= 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_legend_of_the_figure_gives_the_room_below_back(engine):
    figure, axes = two_lines(engine)
    there = figure.legend(loc="outside lower center", title="T")
    assert cp.legend(figure) is there
    figure.canvas.draw()
    assert extent(there).y0 > points(figure, axes.bbox).y1
    lowest = min(extent(label).y0 for label in axes.get_xticklabels())
    assert lowest < (14 if engine else 40)


# ---- changes by hand

CHANGES = {
    "loc": lambda made: made.set_loc("lower left"),
    "loc in shares": lambda made: made.set_loc((0.25, 0.5)),
    "anchor": lambda made: made.set_bbox_to_anchor((0.5, 0.5)),
    "both": lambda made: (made.set_bbox_to_anchor((0.5, 0.5)), made.set_loc("lower left")),
}


@SITUATIONS
@pytest.mark.parametrize("change", CHANGES)
def test_a_place_that_the_user_sets_stays(change, engine, drawn):
    figure, axes = two_lines(engine)
    title = axes.set_title("A title")
    made = cp.legend(axes, loc="above")
    if drawn:
        figure.canvas.draw()
        assert extent(made).y0 > points(figure, axes.bbox).y1
    CHANGES[change](made)
    figure.canvas.draw()
    box, on = extent(made), points(figure, axes.bbox)
    pad = 8.5 * mpl.rcParams["legend.borderaxespad"]
    middle = on.x0 + on.width / 2, on.y0 + on.height / 2
    corner, expected = {
        "loc": (box.p0, on.p0 + pad),
        "loc in shares": (box.p0, on.p0 + (0.25, 0.5) * on.size),
        "anchor": (box.p1, np.subtract(middle, pad)),
        "both": (box.p0, np.add(middle, pad)),
    }[change]
    assert corner == pytest.approx(expected, abs=0.5)
    assert extent(title).y0 - on.y1 < 12
    # Until it is asked for anew.
    cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert extent(axes.get_legend()).y0 > points(figure, axes.bbox).y1


@SITUATIONS
def test_hidden_removed_or_replaced_it_takes_no_room(engine, drawn):
    heights = []
    for change in (None, "hide", "remove", "replace", "figure's", "figure's moved"):
        figure, axes = two_lines(engine)
        target = figure if change and change.startswith("figure") else axes
        made = cp.legend(target, loc="above") if change else None
        if drawn:
            figure.canvas.draw()
        if change in ("hide", "figure's"):
            made.set_visible(False)
        elif change == "remove":
            made.remove()
        elif change == "replace":
            other = axes.legend(loc="center")
        elif change:
            made.set_loc("center")
        figure.canvas.draw()
        heights.append(axes.bbox.height)
        if change == "replace":
            assert axes.get_legend() is other
    # The bands of a figure keep another distance to its edge than an engine does.
    assert heights[1:4] == pytest.approx([heights[0]] * 3, abs=1)
    assert heights[4:] == pytest.approx([heights[0]] * 2, abs=10)


def test_a_dragged_legend_stays():
    figure, axes = two_lines()
    made = cp.legend(axes, draggable=True)
    figure.canvas.draw()
    before = made.get_window_extent()
    x, y = before.x0 + 5, before.y0 + 5
    for name, by in (("button_press", 0), ("motion_notify", 40), ("button_release", 40)):
        event = MouseEvent(f"{name}_event", figure.canvas, x + by, y - by, 1)
        figure.canvas.callbacks.process(event.name, event)
        figure.canvas.draw()
    moved = made.get_window_extent().p0 - before.p0
    assert moved == pytest.approx((40, -40), abs=0.5)


@pytest.mark.parametrize("drawn", [False, True])
def test_words_that_the_user_sets_stay(drawn):
    figure, axes = two_lines()
    made = cp.legend(axes, loc="above")
    if drawn:
        figure.canvas.draw()
    made.set_title("By hand")
    made.get_texts()[0].set_text("renamed")
    figure.canvas.draw()
    assert (made.get_title().get_text(), names(made)) == ("By hand", ["renamed", "b"])
    assert extent(made).y0 > points(figure, axes.bbox).y1


def test_broken_names_are_whole_again_in_a_second_legend():
    figure, axes = panel(figsize=(3.25, 3))
    name = "a very long name of the only line that there is on this small Axes"
    axes.plot([0, 1], label=name)
    axes.legend()
    cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert "\n" in names(axes.get_legend())[0]
    figure.set_size_inches(9, 4)
    made = cp.legend(axes, loc="right")
    assert names(made) == [name]


# ---- names at line ends

SIZES = ((3.25, 2.2), (3.25, 3.0), (5.0, 3.2), (8.0, 4.5))


def lines_that_end_close(rng, panels):
    """Draw lines whose ends are close together, and name them."""
    x = np.arange(1.0, 9.0)
    drawn = {axes: [] for axes in panels}
    way = rng.integers(3)
    for index in range(int(rng.integers(3, 7))):
        axes = panels[rng.integers(len(panels))]
        y = 1.5 + 0.4 * np.exp(-x / 3) + rng.normal(0, rng.choice([0.005, 0.02, 0.1]), 8)
        y = y if rng.random() < 0.8 else np.append(y[:-1], 1.5)
        if way == 1 and rng.random() < 0.4:
            y[-int(rng.integers(1, 3)) :] = np.nan
        if way == 2 and rng.random() < 0.4:
            y[-1] = 4.0
        name = f"run {index}" + ("\nin two lines" if rng.random() < 0.25 else "")
        marker = {"marker": "o"} if rng.random() < 0.5 else {}
        (line,) = axes.plot(x, y, label=name, **marker)
        if rng.random() < 0.4:
            axes.errorbar(x, y, yerr=0.05, color=line.get_color(), linestyle="none")
        drawn[axes].append(line)
    for axes, lines in drawn.items():
        if way == 2 or rng.random() < 0.3:
            axes.set_ylim(1.2, 2.2)
        axes.set_yscale("log" if rng.random() < 0.2 else "linear")
        axes.yaxis.set_inverted(rng.random() < 0.3)
        cut = int(rng.integers(1, len(lines))) if len(lines) > 1 and rng.random() < 0.4 else 0
        for part in (lines[:cut], lines[cut:]):
            if part:
                yield cp.end_labels(axes, part)


def leader_and_name(text):
    """Return the end of a line, the extent of its name and, where it has one, the leader."""
    axes, box = text.axes, extent(text)
    end = axes.transData.transform(text.xy) * 72 / axes.figure.dpi
    drawn = text.arrow_patch.get_visible()
    return end, box, np.array([end, (box.x0, (box.y0 + box.y1) / 2)]) if drawn else None


def crossing(one, two):
    """Say whether two segments cross."""

    def side(line, point):
        (ax, ay), (bx, by) = line
        return np.sign((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax))

    return side(one, two[0]) * side(one, two[1]) < 0 and side(two, one[0]) * side(two, one[1]) < 0


def out_of_order(one, two):
    """Say whether of two names above each other the lower one belongs to the higher end."""
    (end, box, _), (other_end, other, _) = one, two
    above = end[1] - other_end[1]
    apart = (box.y0 + box.y1 - other.y0 - other.y1) / 2
    return box.x0 < other.x1 and other.x0 < box.x1 and abs(above) > 0.02 and above * apart < 0


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.filterwarnings("ignore:No free place")
def test_names_stand_in_the_order_of_the_ends_and_leaders_never_cross(seed):
    rng = np.random.default_rng(seed)
    figure, axes = panel(ENGINES[seed % 3], figsize=SIZES[seed % 4])
    panels = [axes, axes.twinx()] if seed % 5 == 0 else [axes]
    results = list(lines_that_end_close(rng, panels))
    figure.canvas.draw()
    texts = [text for words in results for text in words.artists if text.get_visible()]
    all_placed = not any(words.unplaced for words in results)
    for one, two in itertools.combinations(map(leader_and_name, texts), 2):
        assert not out_of_order(one, two)
        assert one[2] is None or two[2] is None or not crossing(one[2], two[2])
        assert overlap(one[1], two[1]) <= 0 or not all_placed


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("size", "inverted"), [(SIZES[0], True), (SIZES[1], False)], ids=str)
def test_runs_that_end_a_hair_apart(size, engine, inverted):
    rng = np.random.default_rng(3)
    rows = [
        (step, run, 2.5 - 0.3 * step**0.5 + more + rng.normal(0, 0.01))
        for run, more in (("low", 0.0), ("middle", 0.05), ("high", 0.1))
        for step in range(1, 9)
        for _ in range(3)
    ]
    table = pd.DataFrame(rows, columns=["step", "run", "loss"])
    figure, axes = panel(engine, figsize=size)
    cp.seed_errorbars(axes, table, x="step", y="loss", hue="run", connect=True)
    words = cp.end_labels(axes)
    axes.yaxis.set_inverted(inverted)
    figure.canvas.draw()
    middles = [extent(text).y0 + extent(text).y1 for text in words.artists]
    assert middles == sorted(middles, reverse=inverted)
    assert words.unplaced == ()


def test_order_holds_over_several_calls():
    figure, axes = panel()
    lines = [axes.plot([0, 1], [0, 1 + 0.001 * k], label=f"run {k}")[0] for k in range(6)]
    odd, even = cp.end_labels(axes, lines[1::2]), cp.end_labels(axes, lines[::2])
    figure.canvas.draw()
    texts = [text for pair in zip(even.artists, odd.artists, strict=True) for text in pair]
    boxes = list(map(extent, texts))
    assert [text.get_text() for text in texts] == [f"run {k}" for k in range(6)]
    assert [box.y0 for box in boxes] == sorted(box.y0 for box in boxes)
    assert worst_overlap(boxes) <= 0


def test_lines_that_end_at_one_point_each_have_their_leader():
    figure, axes = panel()
    for name in "abcd":
        axes.plot([0, 1], [0, 1], label=name)
    axes.plot([0, 1], [0, 2])
    words = cp.end_labels(axes)
    figure.canvas.draw()
    assert [text.arrow_patch.get_visible() for text in words.artists] == [True, False, False, True]


def test_the_cheapest_choice_in_order():
    rng = np.random.default_rng(0)
    for _ in range(40):
        choices = [
            np.column_stack([np.sort(rng.integers(0, 12, 5)), rng.integers(0, 9, 5)]).astype(float)
            for _ in range(3)
        ]
        least = rng.integers(0, 5, 2).astype(float)
        ways = {
            way: sum(choice[at, 1] for choice, at in zip(choices, way, strict=True))
            for way in itertools.product(range(5), repeat=3)
            if all(
                choices[n + 1][way[n + 1], 0] - choices[n][way[n], 0] >= least[n] for n in range(2)
            )
        }
        picked = in_order(choices, least)
        assert (picked is None) == (not ways)
        assert picked is None or ways[tuple(picked)] == min(ways.values())
