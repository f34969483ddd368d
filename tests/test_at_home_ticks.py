"""Names of categories among locators, limits, formatters and looks that a user sets."""

from __future__ import annotations

import pickle

import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.ticker import (
    AutoLocator,
    FixedLocator,
    IndexLocator,
    MaxNLocator,
    MultipleLocator,
    NullLocator,
)

import cardplot as cp
from tests.drawn import extent, new, worst_overlap

NAMES = [f"m{index}" for index in range(9)]
LONG = [f"a rather long name {index}" for index in range(9)]


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def shares(ax, names, axis):
    table = pd.DataFrame({"u": range(1, 10)}, index=names)
    orientation = "vertical" if axis == "x" else "horizontal"
    cp.stacked_share_bars(ax, table, orientation=orientation, shares=None, totals=False)


def deltas(ax, names, axis, **kwargs):
    kwargs["orientation"] = "vertical" if axis == "x" else "horizontal"
    return cp.grouped_delta_bars(ax, {"v": range(1, 10)}, tick_labels=names, **kwargs)


def seeds(ax, names, axis):
    orientation = "vertical" if axis == "x" else "horizontal"
    cp.seed_errorbars(ax, {name: [1, 2, 3] for name in names}, orientation=orientation)


def heatmap(ax, names, axis):
    matrix = np.arange(18.0).reshape((9, 2) if axis == "y" else (2, 9))
    labels = {"row_labels" if axis == "y" else "column_labels": names}
    cp.hatched_heatmap(ax, matrix, square=False, **labels)


PRIMITIVES = pytest.mark.parametrize("draw", [shares, deltas, seeds, heatmap])
BOTH = pytest.mark.parametrize("axis", ["x", "y"])
DRAWN = pytest.mark.parametrize("drawn", [False, True])


def figure_of(draw, names=NAMES, axis="x", engine=None, size=(6.0, 4.0), **kwargs):
    figure = new(engine, figsize=size)
    axes = figure.subplots()
    draw(axes, names, axis, **kwargs)
    return figure, axes, axes.xaxis if axis == "x" else axes.yaxis


def texts(axis, side="label1", *, drawn=True):
    """Return the texts within the limits, by the places of their ticks."""
    if drawn:
        axis.axes.figure.canvas.draw()
    axis.get_ticklabels()  # Brings the ticks up to date.
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [(tick.get_loc(), getattr(tick, side)) for tick in ticks]


def read(axis, *, drawn=True):
    found = texts(axis, drawn=drawn)
    return [(at, text.get_text()) for at, text in found if text.get_text()]


def one_line(name):
    return name.replace("\n", " ")


def at(*places):
    return [(place, NAMES[place]) for place in places]


def looks(axis, side="label1"):
    return {(text.get_rotation(), text.get_fontsize()) for _, text in texts(axis, side)}


LOCATORS = {
    "subset": lambda: FixedLocator([1, 4, 7]),
    "elsewhere too": lambda: FixedLocator([-0.3, 0, 0.5, 2, 8]),
    "unordered, twice": lambda: FixedLocator([5, 2, 2, 3.5]),
    "float noise": lambda: FixedLocator(np.arange(0.0, 0.9, 0.1) * 10),
    "none": lambda: FixedLocator([]),
    "fewer fixed": lambda: FixedLocator(range(9), nbins=3),
    "multiples": lambda: MultipleLocator(4),
    "some": lambda: MaxNLocator(4),
    "auto": AutoLocator,
    "index": lambda: IndexLocator(3, 0.4),
    "null": NullLocator,
}


@PRIMITIVES
@BOTH
def test_a_name_belongs_to_its_place_whatever_the_locator(draw, axis):
    _, axes, target = figure_of(draw, axis=axis)
    assert read(target) == at(*range(9))
    axes.locator_params(axis=axis, nbins=3)
    assert read(target, drawn=False) == at(0, 3, 6)
    for make in LOCATORS.values():
        target.set_major_locator(make())
        expected = [
            (place, NAMES[round(place)])
            for place in target.get_majorticklocs()
            if round(place) in range(9)
            if abs(place - round(place)) < 1e-9
        ]
        assert read(target, drawn=False) == expected


@PRIMITIVES
@BOTH
def test_names_of_what_is_within_the_limits_in_the_form_that_these_need(draw, axis):
    names = [*LONG[:8], "too long to stand in any room that there is " * 6]
    _, axes, target = figure_of(draw, names, axis, size=(3.25, 3))
    before = looks(target)
    limit = axes.set_xlim if axis == "x" else axes.set_ylim
    for ends in ((1.5, 3.5), (3.5, 1.5)):
        limit(ends)
        assert [(at, one_line(name)) for at, name in read(target)] == [(2, LONG[2]), (3, LONG[3])]
        assert looks(target) == {(0.0, plt.rcParams["xtick.labelsize"])}
    limit(-0.5, 8.5)
    assert looks(target) == before
    assert {turn for turn, _ in before} == {90.0 if axis == "x" else 0.0}


def test_fewer_names_have_more_room():
    _, axes, target = figure_of(deltas, LONG, size=(5, 4))
    assert {turn for turn, _ in looks(target)} == {90.0}
    axes.set_xticks(axes.get_xticks()[1::3])
    assert [one_line(text) for _, text in read(target)] == LONG[1::3]
    assert {turn for turn, _ in looks(target)} == {0.0}


def test_thinning_goes_by_the_order_along_the_axis():
    names = [f"name {index}" for index in range(60)]
    figure = new(figsize=(4, 3))
    axes = figure.subplots()
    cp.grouped_delta_bars(axes, {"v": range(60)}, tick_labels=names)
    axes.set_xticks([*range(0, 60, 2), *range(1, 60, 2)])
    shown = sorted(place for place, _ in read(axes.xaxis))
    assert len(set(np.diff(shown))) == 1
    assert worst_overlap([extent(t) for _, t in texts(axes.xaxis) if t.get_text()]) <= 0.2


# ---- places


def test_logarithmic_places():
    table = pd.DataFrame({"x": [1, 10, 100, 1000] * 2, "y": range(1, 9)})
    axes = new().subplots()
    axes.set_xscale("log")
    cp.seed_errorbars(axes, table, x="x", y="y", tick_labels=["one", "ten", "hundred", "more"])
    axes.set_xticks([1.0, 1.2, 10 * (1 + 1e-9), 99.0, 1000])
    assert [name for _, name in read(axes.xaxis)] == ["one", "ten", "more"]
    assert axes.xaxis.get_major_formatter().format_data_short(40.0) == "hundred"


def test_dates():
    days = pd.to_datetime(["2024-01-01", "2024-01-02", "2024-01-05"])
    axes = new().subplots()
    cp.grouped_delta_bars(axes, {"v": [1, 2, 3]}, positions=days, tick_labels=["x", "y", "z"])
    axes.xaxis.set_major_locator(mdates.DayLocator())
    named = {mdates.num2date(at).day: name for at, name in read(axes.xaxis)}
    assert named == {1: "x", 2: "y", 5: "z"}
    axes.set_xticks(days[1:] + pd.Timedelta("10us"))
    assert [name for _, name in read(axes.xaxis)] == ["y", "z"]


def test_places_that_no_number_lies_between():
    axes = new().subplots()
    places = [1e16, 1e16 + 2, 1e16 + 8]
    cp.grouped_delta_bars(axes, {"v": [1, 2, 3]}, positions=places, tick_labels=["x", "y", "z"])
    formatter = axes.xaxis.get_major_formatter()
    assert [formatter(1e16 + step) for step in (0, 2, 4, 6, 8)] == ["x", "y", "", "", "z"]


def test_near_is_not_at():
    axes = new().subplots()
    cp.grouped_delta_bars(
        axes, {"v": [1, 2, 3]}, positions=[0, 1e-6, 1], tick_labels=["x", "y", "z"]
    )
    formatter = axes.xaxis.get_major_formatter()
    found = [formatter(place) for place in (0, 1e-8, 5e-7, 1e-6, 1 + 1e-9, 1.01)]
    assert found == ["x", "", "", "y", "z", ""]
    axes.set_xlim(1, 1 + 1e-5)
    axes.xaxis.set_major_locator(AutoLocator())
    assert [name for _, name in read(axes.xaxis)] == ["z"]


def test_a_second_call_finds_a_place_again_through_noise():
    axes = new().subplots()
    cp.stacked_share_bars(axes, {"v": [1, 2]}, positions=[0.3, 1.3], tick_labels=["a", "b"])
    noisy = {"positions": [0.1 + 0.2, 2.3]}
    with pytest.raises(ValueError, match="'z' would stand where 'a' does"):
        cp.stacked_share_bars(axes, {"v": [1, 2]}, tick_labels=["z", "c"], **noisy)
    cp.stacked_share_bars(axes, {"v": [1, 2]}, tick_labels=["a", "c"], **noisy)
    assert read(axes.xaxis) == [(0.3, "a"), (1.3, "b"), (2.3, "c")]


@BOTH
def test_the_cursor_reads_the_category_that_it_is_over(axis):
    _, axes, _ = figure_of(deltas, axis=axis)
    axes.set_xticks([]) if axis == "x" else axes.set_yticks([])
    point = (3.3, 7) if axis == "x" else (7, 3.3)
    assert "m3" in axes.format_coord(*point)
    beyond = (12.0, 7) if axis == "x" else (7, 12.0)
    assert "m" not in axes.format_coord(*beyond)


@BOTH
def test_what_reads_names_reads_those_of_the_values(axis):
    figure, axes, _ = figure_of(deltas, axis=axis)
    (axes.set_xticks if axis == "x" else axes.set_yticks)([0, 5])
    axes.plot(*([1, 7], [3, 4])[:: 1 if axis == "x" else -1], label="limit")
    (table,) = (one for one in cp.figure_data(figure).values() if "limit" in one["series"].values)
    assert table[axis].tolist() == ["m1", "m7"]
    point = ("m7", 2) if axis == "x" else (2, "m7")
    called = cp.callout(axes, *point, "here")
    assert (called.x if axis == "x" else called.y) == 7
    if axis == "x":
        assert cp.group_names(axes, {"few": ("m1", "m4")}).spans == (("few", 1.0, 4.0),)
    with pytest.raises(ValueError, match=r"no category 'm9'.*'m0', 'm1', 'm2'"):
        cp.callout(axes, *(("m9", 2) if axis == "x" else (2, "m9")), "here")


# ---- shared axes


def test_panels_that_share_names():
    figure = new(figsize=(8, 4))
    wide, narrow = figure.subplots(1, 2, sharex=True, width_ratios=[3, 1])
    deltas(wide, LONG, "x")
    narrow.set_xticks([1, 4, 7])
    for panel in (wide, narrow):
        assert [one_line(text) for _, text in read(panel.xaxis)] == LONG[1::3]
    assert looks(wide.xaxis) == looks(narrow.xaxis)
    assert worst_overlap([extent(text) for _, text in texts(narrow.xaxis)]) <= 0.2
    narrow.tick_params(axis="x", labelsize=6)
    assert {size for _, size in looks(narrow.xaxis)} == {6}
    wide.remove()
    assert [one_line(text) for _, text in read(narrow.xaxis)] == LONG[1::3]


def test_twins():
    _, axes, target = figure_of(deltas)
    twin, other = axes.twinx(), axes.twiny()
    twin.set_xticks([1, 4])
    other.set_xlim(0, 10)
    secondary = axes.secondary_xaxis("top")
    assert read(target) == at(1, 4)
    assert dict(read(other.xaxis))[2.0] == "2"
    assert all(not name.startswith("m") for _, name in read(secondary.xaxis))


# ---- looks that are set by hand


HAND = {
    "tick_params": lambda axes, axis: axes.tick_params(
        axis=axis, labelrotation=40, labelsize=9, labelcolor="red"
    ),
    "setp": lambda axes, axis: plt.setp(
        getattr(axes, f"get_{axis}ticklabels")(), rotation=40, fontsize=9, color="red"
    ),
}


@PRIMITIVES
@BOTH
@pytest.mark.parametrize("way", HAND)
def test_what_is_set_by_hand_stays(draw, axis, way):
    figure, axes, target = figure_of(draw, LONG, axis, size=(5, 4))
    if draw in (shares, seeds):  # The others: before the first drawing.
        figure.canvas.draw()
    HAND[way](axes, axis)
    plt.setp(getattr(axes, f"get_{axis}ticklabels")(), ha="right")
    for width in (5, 3.25):
        figure.set_size_inches(width, 4)
        found = {
            (t.get_rotation(), t.get_fontsize(), t.get_color(), t.get_ha())
            for _, t in texts(target)
        }
        assert found == {(40.0, 9.0, "red", "right")}


@DRAWN
def test_names_that_are_to_stand_level_are_thinned(drawn):
    figure, axes, target = figure_of(deltas, LONG, size=(4, 3))
    if drawn:
        figure.canvas.draw()
    axes.tick_params(axis="x", labelrotation=0)
    assert {turn for turn, _ in looks(target)} == {0.0}
    shown = [(at, text) for at, text in texts(target) if text.get_text()]
    assert len({*np.diff([at for at, _ in shown])}) == 1
    assert [one_line(text.get_text()) for _, text in shown] == LONG[:: 8 // len(shown) + 1]
    assert worst_overlap([extent(text) for _, text in shown]) <= 0.2


def test_a_size_that_was_asked_for_is_kept_while_names_are_whole():
    _, axes, target = figure_of(deltas, LONG, size=(5, 4))
    assert looks(target) == {(90.0, 7.5)}
    axes.tick_params(axis="x", labelsize=11)
    assert looks(target) == {(90.0, 11.0)}


def test_one_label_by_hand_changes_no_other():
    figure, axes, target = figure_of(deltas, LONG, size=(5, 4))
    figure.canvas.draw()
    axes.get_xticklabels()[3].set(rotation=20, fontsize=13, color="red", fontweight="bold")
    found = dict(texts(target))
    assert (found[3].get_rotation(), found[3].get_fontsize()) == (20, 13)
    assert (found[3].get_color(), found[3].get_fontweight()) == ("red", "bold")
    rest = {(text.get_rotation(), text.get_fontsize()) for at, text in found.items() if at != 3}
    assert rest == {(90.0, 7.5)}


@BOTH
@DRAWN
def test_names_at_the_other_side(axis, drawn):
    names = ["$5 and $6", *LONG[1:]]
    _, axes, target = figure_of(deltas, names, axis, size=(5, 4), highlight=[2])
    before = None
    if drawn:
        before = [(at, text.get_text(), text.get_rotation()) for at, text in texts(target)]
    if axis == "x":
        axes.tick_params(labeltop=True, labelbottom=False)
    else:
        target.tick_right()
    found = texts(target, "label2")
    assert [one_line(text.get_text()) for _, text in found] == names
    assert not any(text.get_parse_math() for _, text in found)
    assert [text.get_fontweight() for _, text in found].index("bold") == 2
    assert {text.get_rotation() for _, text in found} == {90.0 if axis == "x" else 0.0}
    assert worst_overlap([extent(text) for _, text in found]) <= 0.2
    if before is not None:
        assert [(at, t.get_text(), t.get_rotation()) for at, t in found] == before


@BOTH
def test_emphasis_follows_the_category(axis):
    _, axes, target = figure_of(deltas, axis=axis, highlight=[4])
    for places in ([1, 4, 7], [4, 5], list(range(9)), [8, 4]):
        (axes.set_xticks if axis == "x" else axes.set_yticks)(places)
        bold = [at for at, text in texts(target) if text.get_fontweight() == "bold"]
        assert bold == [4]
        strong = {at for at, text in texts(target) if text.get_color() == axes.title.get_color()}
        assert strong == {4}


# ---- formatters and labels of the user's


LABELS = {
    "labels": lambda axes: axes.set_xticklabels([*"abcdefgh", "$x^2$"]),
    "ticks": lambda axes: axes.set_xticks(range(9), [*"abcdefgh", "$x^2$"]),
    "formatter": lambda axes: axes.xaxis.set_major_formatter(
        lambda x, _: [*"abcdefgh", "$x^2$"][int(x)]
    ),
}


@DRAWN
@pytest.mark.parametrize("way", LABELS)
def test_labels_of_the_user_win_and_look_like_themselves(drawn, way):
    figure, axes, target = figure_of(deltas, LONG, size=(5, 4), highlight=[4])
    plain = new().subplots()
    if drawn:
        figure.canvas.draw()
    LABELS[way](axes)
    cp.floor_line(axes, 2, "floor")
    cp.seed_errorbars(axes, {name: [1, 2] for name in LONG})
    for _ in range(2):
        assert [name for _, name in read(target)] == [*"abcdefgh", "$x^2$"]
        own = plain.get_xticklabels()[0]
        assert looks(target) == {(own.get_rotation(), own.get_fontsize())}
        assert {text.get_fontweight() for _, text in texts(target)} == {"normal"}
        assert {text.get_color() for _, text in texts(target)} == {own.get_color()}
        assert all(text.get_parse_math() for _, text in texts(target))


@BOTH
def test_tickers_set_before_stay_unless_names_for_the_ticks_are_given(axis):
    figure = new()
    axes = figure.subplots()
    target = axes.xaxis if axis == "x" else axes.yaxis
    target.set_major_formatter("<{x:.0f}>")
    target.set_major_locator(FixedLocator([0, 3, 6]))
    shares(axes, NAMES, axis)
    assert read(target) == [(0, "<0>"), (3, "<3>"), (6, "<6>")]
    deltas(axes, NAMES, axis)  # As `bar(tick_label=...)` would.
    assert read(target) == at(*range(9))


def test_a_locator_set_before_shows_the_names_of_its_places():
    axes = new().subplots()
    axes.set_xticks([0, 3, 6])
    shares(axes, NAMES, "x")
    assert read(axes.xaxis) == at(0, 3, 6)
    rows = new().subplots()
    rows.set_yticks([1, 2])
    cp.hatched_heatmap(rows, np.eye(4))
    assert [place for place, _ in read(rows.yaxis)] == [1, 2]


def test_tickers_of_the_values_stay():
    axes = new().subplots()
    axes.set_yticks([0, 0.4], ["none", "some"])
    result = cp.stacked_share_bars(axes, {"u": [1, 2], "v": [2, 1]}, normalize=True)
    assert read(axes.yaxis) == [(0, "none"), (0.4, "some")]
    result.remove()
    axes.set_ylim(0, 1)
    assert read(axes.yaxis) == [(0, "none"), (0.4, "some")]


def test_minor_ticks_have_no_names():
    _, axes, target = figure_of(deltas)
    axes.minorticks_on()
    assert read(target) == at(*range(9))
    assert {text.get_text() for text in axes.get_xticklabels(minor=True)} <= {""}
    axes.set_xticks([2, 2.5], ["at", "between"], minor=True)
    axes.figure.canvas.draw()
    # matplotlib leaves out a minor tick at the place of a major one.
    assert [text.get_text() for text in axes.get_xticklabels(minor=True)] == ["between"]


# ---- several calls


def test_names_go_with_what_they_name():
    axes = new(figsize=(3, 3)).subplots()
    plain = axes.xaxis.get_major_formatter(), axes.xaxis.get_major_locator()
    first = cp.seed_errorbars(axes, {"first of all": [1, 2], "second of all": [2, 3]})
    more = {"tick_labels": ["d", "e"], "positions": [3, 4], "highlight": ["d"]}
    second = cp.stacked_share_bars(axes, {"v": [1, 2]}, **more)
    found = [(at, one_line(name)) for at, name in read(axes.xaxis)]
    assert found == [(0, "first of all"), (1, "second of all"), (3, "d"), (4, "e")]
    first.remove()
    assert read(axes.xaxis) == [(3, "d"), (4, "e")]
    again = cp.seed_errorbars(axes, {"y": [1, 2], "z": [2, 3]})
    assert read(axes.xaxis) == [(0, "y"), (1, "z"), (3, "d"), (4, "e")]
    second.remove()
    assert read(axes.xaxis) == [(0, "y"), (1, "z")]
    assert {text.get_fontweight() for _, text in texts(axes.xaxis)} == {"normal"}
    again.remove()
    assert (axes.xaxis.get_major_formatter(), axes.xaxis.get_major_locator()) == plain


def test_a_heatmap_that_is_removed_takes_its_names_along():
    axes = new().subplots()
    result = cp.hatched_heatmap(axes, np.eye(2), row_labels=["a", "b"], column_labels=["c", "d"])
    result.remove()
    assert not {name for _, name in read(axes.xaxis) + read(axes.yaxis)} & set("abcd")


def test_ticks_of_the_user_outlive_what_is_removed():
    _, axes, target = figure_of(lambda axes, *_: None)
    result = deltas(axes, NAMES, "x")
    axes.set_xticks([2, 5], ["two", "five"])
    result.remove()
    axes.set_xlim(0, 8)
    assert read(target) == [(2, "two"), (5, "five")]


def test_categories_that_matplotlib_adds_later_are_named_too():
    axes = new().subplots()
    axes.bar(["p", "q"], [1, 2])
    result = cp.seed_errorbars(axes, {"q": [1, 2], "r": [2, 3]})
    axes.bar(["s"], [3])
    assert read(axes.xaxis) == [(0, "p"), (1, "q"), (2, "r"), (3, "s")]
    result.remove()
    assert read(axes.xaxis) == [(0, "p"), (1, "q"), (2, "r"), (3, "s")]


@DRAWN
def test_a_copy_of_a_figure_goes_on(drawn):
    figure, _, _ = figure_of(deltas, LONG, size=(5, 4), highlight=[1])
    if drawn:
        figure.canvas.draw()
    copy = pickle.loads(pickle.dumps(figure))
    FigureCanvasAgg(copy)
    copy.set_size_inches(16, 4)
    axes = copy.axes[0]
    axes.set_xticks([1, 4])
    assert read(axes.xaxis) == [(1, LONG[1]), (4, LONG[4])]
    assert looks(axes.xaxis) == {(0.0, plt.rcParams["xtick.labelsize"])}
