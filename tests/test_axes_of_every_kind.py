"""Every primitive on every kind of axes: the right place, or an error that says what is allowed."""

from __future__ import annotations

import datetime as dt

import matplotlib.pyplot as plt
import numpy as np
import pytest
from drawn import extent, new, pixels
from matplotlib.dates import date2num

import cardplot as cp

TABLE = {"a": [20, 40], "b": [10, 80]}
NAMES = ["w", "x"]
DAYS = [dt.datetime(2024, 5, day) for day in (1, 2, 3)]


def shares(ax):
    return cp.stacked_share_bars(ax, TABLE, tick_labels=NAMES)


def deltas(ax):
    return cp.grouped_delta_bars(ax, TABLE, tick_labels=NAMES)


def seeds(ax):
    return cp.seed_errorbars(ax, {"w": [10, 20, 40], "x": [30, 50, 90]})


def heatmap(ax):
    return cp.hatched_heatmap(ax, [[1, 2], [3, np.nan]])


def end_names(ax):
    ax.plot([1, 10, 100], [2, 20, 60], label="line")
    return cp.end_labels(ax)


def group_names(ax):
    ax.plot([1, 10, 100], [2, 20, 60])
    return cp.group_names(ax, {"g": (1, 10), "h": (20, 50)})


ON_NUMBERS = {
    "floor_line": lambda ax: cp.floor_line(ax, 30, "floor"),
    "floor_line x": lambda ax: cp.floor_line(ax, 2, "start", axis="x"),
    "floor_band": lambda ax: cp.floor_band(ax, 20, 30, "band"),
    "end_labels": end_names,
    "point_labels": lambda ax: cp.point_labels(ax, [1, 10], [3, 30], ["p", "q"]),
    "callout": lambda ax: cp.callout(ax, 10, 30, "look"),
    "group_names": group_names,
    "seed_errorbars": lambda ax: cp.seed_errorbars(
        ax, {"m": [1, 1, 8, 8], "v": [3, 4, 30, 50]}, x="m", y="v"
    ),
}
WITH_CATEGORIES = {"shares": shares, "deltas": deltas, "seeds": seeds}
ALL = {**WITH_CATEGORIES, "heatmap": heatmap, **ON_NUMBERS}


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def panel(engine="constrained"):
    figure = new(engine, figsize=(5, 4))
    return figure, figure.subplots()


@pytest.mark.parametrize("kind", ["polar", "3d", "mollweide"])
@pytest.mark.parametrize("draw", ALL.values(), ids=ALL)
def test_only_right_angles(draw, kind):
    axes = new().add_subplot(projection=kind)
    before = len(axes.get_children())
    with pytest.raises(ValueError, match=f"'ax' must have rectilinear axes, not '{kind}' ones"):
        draw(axes)
    assert len(axes.get_children()) <= before + (draw in (end_names, group_names))


@pytest.mark.parametrize("kind", ["polar", "3d"])
def test_headlines_and_legends_stand_on_any_axes(kind):
    figure = new("constrained", figsize=(5, 4))
    axes = figure.add_subplot(projection=kind)
    axes.plot([0, 1], [0, 1], label="line")
    title, finding = cp.headline(axes, "Title", "Finding").artists
    cp.legend(axes, loc="above")
    figure.canvas.draw()
    assert extent(title).y0 > extent(finding).y1
    assert extent(finding).y0 > axes.bbox.y1 * 72 / figure.dpi


@pytest.mark.parametrize("draw", ON_NUMBERS.values(), ids=ON_NUMBERS)
@pytest.mark.parametrize("scales", [("log", "linear"), ("linear", "log")])
def test_a_scale_that_comes_later_gives_the_same_figure(draw, scales):
    drawn = []
    for later in (False, True):
        figure, axes = panel(None)
        for step in (draw, None) if later else (None, draw):
            if step is None:
                axes.set(xscale=scales[0], yscale=scales[1])
            else:
                step(axes)
        drawn.append(pixels(figure))
    # Older matplotlib rounds the last bit of the limits in another way.
    assert (drawn[0] != drawn[1]).any(axis=2).mean() < 1e-3


def middle(text):
    box = extent(text)
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def ends(axes, value, dpi):
    """Return the height in points of a value of y."""
    return axes.transData.transform((0, value))[1] * 72 / dpi


@pytest.mark.parametrize("inverted", [False, True])
def test_labels_stand_beyond_the_bars_of_an_inverted_axis(inverted):
    for draw, tops in ((shares, [30, 120]), (deltas, [10, 80])):
        figure, axes = panel()
        if inverted:
            axes.invert_yaxis()
        labels = draw(axes).labels[-2:]
        figure.canvas.draw()
        for text, top in zip(labels, tops, strict=True):
            beyond = middle(text)[1] - ends(axes, top, figure.dpi)
            assert 0 < (-beyond if inverted else beyond) < 25, text.get_text()
        low, high = sorted(axes.get_ylim())
        assert low == 0
        assert high > max(tops)


@pytest.mark.parametrize("draw", WITH_CATEGORIES.values(), ids=WITH_CATEGORIES)
def test_categories_that_are_there_keep_their_place_and_name(draw):
    figure, axes = panel()
    axes.plot(["u", "v", "w"], [5, 6, 7])
    draw(axes)
    figure.canvas.draw()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["u", "v", "w", "x"]
    assert list(axes.get_xticks()) == [0, 1, 2, 3]
    if draw is seeds:
        found = np.concatenate(
            [line.get_xdata() for line in axes.lines[1:] if line.get_marker() == "o"]
        )
        assert {2, 3} <= set(np.round(found, 9))
    else:
        bars = [bar.get_x() + bar.get_width() / 2 for bar in axes.containers[0]]
        np.testing.assert_allclose(bars, [2, 3], atol=0.5)


@pytest.mark.parametrize("values", [["u", "v", "w"], DAYS], ids=["categories", "dates"])
@pytest.mark.parametrize("draw", WITH_CATEGORIES.values(), ids=WITH_CATEGORIES)
def test_values_need_numbers(draw, values):
    _, axes = panel()
    axes.plot([1, 2, 3], values)
    with pytest.raises(
        ValueError, match=r"'ax' holds dates or categories on its y axis.*plain numbers"
    ):
        draw(axes)
    assert len(axes.get_children()) == len(panel()[1].get_children()) + 1


@pytest.mark.parametrize("draw", WITH_CATEGORIES.values(), ids=WITH_CATEGORIES)
def test_categories_have_no_place_among_dates(draw):
    _, axes = panel()
    axes.plot(DAYS, [1, 2, 3])
    with pytest.raises(ValueError, match=r"positions' are needed|numeric positions are needed"):
        draw(axes)


@pytest.mark.parametrize("values", [["u", "v", "w"], DAYS], ids=["categories", "dates"])
def test_a_matrix_has_an_axes_to_itself(values):
    _, axes = panel()
    axes.plot(values, [1, 2, 3])
    with pytest.raises(ValueError, match="'ax' holds dates or categories on its x axis"):
        heatmap(axes)


@pytest.mark.filterwarnings("ignore:No free place")
def test_dates_are_places():
    figure, axes = panel()
    axes.plot(DAYS, [10, 20, 30])
    number = date2num(DAYS[1])
    assert cp.callout(axes, DAYS[1], 20, "look").x == number
    assert cp.group_names(axes, {"g": (DAYS[0], DAYS[1])}).spans == (("g", number - 1, number),)
    assert cp.floor_line(axes, DAYS[1], "day", axis="x").low == number
    assert cp.point_labels(axes, DAYS[1:2], [20], ["p"]).labels[0].xy == (number, 20)
    cp.stacked_share_bars(axes, TABLE, tick_labels=NAMES, positions=DAYS[:2])
    assert cp.floor_line(axes, DAYS[2], "day", axis="x").low == number + 1
    figure.canvas.draw()
    assert [bar.get_x() + bar.get_width() / 2 for bar in axes.containers[0]] == [number - 1, number]
    for wrong in (
        lambda: cp.callout(axes, 5, 20, "look"),
        lambda: cp.group_names(axes, {"g": (0, 1)}),
    ):
        with pytest.raises(TypeError, match="expected a date on an axis of dates"):
            wrong()


def test_names_of_categories_are_places():
    _, axes = panel()
    shares(axes)
    assert cp.callout(axes, "x", 120, "look").x == 1
    assert cp.group_names(axes, {"g": ("w", "x")}).spans == (("g", 0, 1),)
    with pytest.raises(ValueError, match="no category 'y' on this axis; there are 'w', 'x'"):
        cp.callout(axes, "y", 120, "look")


def test_names_of_groups_that_are_out_of_sight_take_no_room():
    figure, axes = panel()
    found = group_names(axes)
    axes.set_xlim(0, 12)
    figure.canvas.draw()
    assert [text.get_visible() for text in found.labels] == [True, False]


@pytest.mark.parametrize("first", [0, 1])
def test_panels_that_share_an_axis_have_its_names_and_room(first):
    figure = new("constrained", figsize=(5, 5))
    panels = figure.subplots(2, 1, sharex=True, sharey=True)
    name = "a_$b$ costs $5"
    cp.stacked_share_bars(panels[first], TABLE, tick_labels=[name, "y"])
    cp.seed_errorbars(panels[1 - first], {name: [100, 200, 150], "y": [1, 2, 3]})
    figure.canvas.draw()
    shown = panels[1].get_xticklabels()
    assert [text.get_text() for text in shown] == [name, "y"]
    assert not any(text.get_parse_math() for text in shown)
    assert panels[0].get_ylim() == panels[1].get_ylim()
    low, high = panels[0].get_ylim()
    assert low <= 0
    assert high > 200


NAMED = {
    "shares": lambda ax, names: cp.stacked_share_bars(
        ax, np.ones((len(names), 2)), tick_labels=names
    ),
    "matrix": lambda ax, names: cp.hatched_heatmap(
        ax, np.ones((2, len(names))), column_labels=names
    ),
    "seeds": lambda ax, names: cp.seed_errorbars(ax, {name: [1.0, 2] for name in names}),
}


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("draw", NAMED.values(), ids=NAMED)
def test_other_categories_at_the_same_places_are_refused(draw, shared):
    figure, _ = panel()
    figure.clear()
    panels = figure.subplots(2, 1, sharex=True)
    draw(panels[0], ["a", "b", "c"])
    other = panels[1 if shared else 0]
    before = len(other.get_children())
    with pytest.raises(ValueError, match="'ax' has the categories 'a', 'b', 'c' on x already"):
        draw(other, ["a", "z"])
    assert len(other.get_children()) == before
    draw(other, ["a", "b"])
    figure.canvas.draw()
    assert [text.get_text() for text in panels[1].get_xticklabels()] == ["a", "b", "c"]
    low, high = panels[1].get_xlim()
    assert low < 0
    assert high > 2


def test_what_was_removed_leaves_its_place_to_others():
    _, axes = panel()
    cp.seed_errorbars(axes, {"a": [1.0, 2], "b": [2.0, 3], "c": [2.0, 3]}).remove()
    cp.seed_errorbars(axes, {"y": [1.0, 2], "z": [2.0, 3]})
    axes.figure.canvas.draw()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["y", "z"]


def test_numbers_of_places_say_nothing_of_a_place_that_has_a_name():
    _, axes = panel()
    cp.stacked_share_bars(axes, [[1.0, 2], [2, 3]], tick_labels=["a", "b"])
    cp.seed_errorbars(axes, [[1.0, 2], [2, 3]])
    axes.figure.canvas.draw()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["a", "b"]


@pytest.mark.parametrize("draw", ALL.values(), ids=ALL)
def test_a_twin_has_its_own_values(draw):
    figure, axes = panel(None)
    axes.plot([0, 1], [0, 5000])
    before = axes.get_ylim()
    twin = axes.twinx()
    draw(twin)
    figure.canvas.draw()
    assert axes.get_ylim() == before
    assert not np.allclose(twin.get_ylim(), before)


@pytest.mark.parametrize("scale", ["log", "logit", "symlog"])
def test_bars_on_scales_that_have_no_zero(scale):
    _, axes = panel()
    axes.set_yscale(scale)
    with pytest.raises(ValueError, match=f"'ax' has a {scale} axis for the values"):
        shares(axes)
    if scale == "logit":
        with pytest.raises(ValueError, match="on which bars can't start at 0"):
            deltas(axes)
    axes.set_yscale("linear")
    axes.set_xscale("log")
    for draw in (shares, deltas):
        with pytest.raises(ValueError, match="'positions' are needed on a log axis of categories"):
            draw(axes)
    with pytest.raises(ValueError, match="categories have no place on a x axis with log scale"):
        seeds(axes)
    with pytest.raises(ValueError, match="must have linear axes"):
        heatmap(axes)
