"""Seeds on the axes that people have: dense steps, every scale, values that a scale can't show."""

from __future__ import annotations

import copy
import pickle

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import cardplot as cp

WAYS = pytest.mark.parametrize("way", ["vertical", "horizontal"])
STEPS = np.arange(50, 3001, 50)
SCALES = {
    "linear": [1, 2, 4],
    "log": [1, 10, 1000],
    "symlog": [-100, 0, 300],
    "asinh": [-50, 3, 50],
    "logit": [0.1, 0.5, 0.7],
}


def axes_of(size=(6, 3.5), **options):
    figure = Figure(figsize=size, **options)
    FigureCanvasAgg(figure)
    return figure.subplots()


@pytest.fixture
def ax():
    with mpl.style.context("cardplot.card"):
        yield axes_of()


def runs(positions, count=3, seeds=(1.0, 1.2, 1.4)):
    """Return a long table: equal runs at all positions."""
    rows = [(x, y, f"run {j}") for j in range(count) for x in positions for y in seeds]
    return pd.DataFrame(rows, columns=["x", "y", "run"])


def drawn(ax, data, way="vertical", **options):
    return cp.seed_errorbars(ax, data, x="x", y="y", hue="run", orientation=way, **options)


def across(way):
    return 0 if way == "vertical" else 1


def pixels(artist, xy=None):
    return artist.get_transform().transform(artist.get_xydata() if xy is None else xy)


def beside(result, way="vertical"):
    """Return how far each series is drawn beside its positions, in points: series by rows."""
    ax = result.axes
    ax.figure.canvas.draw()
    moves = [pixels(line) - ax.transData.transform(line.get_xydata()) for line in result.points]
    return np.array([move[:, across(way)] for move in moves]) * 72 / ax.figure.dpi


def smallest_gap(result, way="vertical"):
    """Return the smallest gap between positions in points."""
    ax, xy = result.axes, np.ones((len(result.table.positions), 2)) / 2
    xy[:, across(way)] = result.table.positions
    places = np.sort(ax.transData.transform(xy)[:, across(way)])
    return np.diff(places).min() * 72 / ax.figure.dpi


def limits(ax, way="vertical"):
    return ax.get_xlim() if way == "vertical" else ax.get_ylim()


# ---- numeric positions


@WAYS
def test_connected_lines_stand_at_their_position(ax, way):
    result = drawn(ax, runs(STEPS, 6), way, connect=True)
    assert (beside(result, way) == 0).all()
    plain = axes_of()
    plain.plot(*(STEPS, STEPS)[:: 1 if way == "vertical" else -1])
    plain.figure.canvas.draw()
    assert limits(ax, way) == pytest.approx(limits(plain, way))
    assert [line.get_xydata()[0, across(way)] for line in result.points] == [50] * 6


def test_connected_lines_along_categories_stay_side_by_side(ax):
    data = {name: {"a": [1.0, 2.0], "b": [2.0, 3.0]} for name in "pq"}
    result = cp.seed_errorbars(ax, data, connect=True)
    at = [line.get_xdata().tolist() for line in result.points]
    np.testing.assert_allclose(at, [[-0.12, 0.88], [0.12, 1.12]])


@WAYS
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(1.6, 1.6), (6, 6)])
def test_series_stay_within_the_gap_on_every_scale(scale, way, size):
    ax = axes_of(size)
    (ax.set_xscale if way == "vertical" else ax.set_yscale)(scale)
    result = drawn(ax, runs(SCALES[scale]), way)
    for change in ("drawn", "inverted", "zoomed", "dpi"):
        if change == "inverted":
            (ax.invert_xaxis if way == "vertical" else ax.invert_yaxis)()
        elif change == "zoomed":
            ends = SCALES[scale][1:]
            (ax.set_xlim if way == "vertical" else ax.set_ylim)(*ends)
        elif change == "dpi":
            ax.figure.set_dpi(37)
        moves, gap = beside(result, way), smallest_gap(result, way)
        step = min(6 + 3 + 6.6, 0.72 * gap / 3)
        step = step if step >= 1.5 else 0.0
        sign = -1 if change == "inverted" else 1
        expected = np.tile(sign * step * np.array([[-1], [0], [1]]), (1, 3))
        np.testing.assert_allclose(moves, expected, atol=1e-6)


def test_series_of_dense_steps_are_not_moved_until_there_is_room(ax):
    result = drawn(ax, runs(STEPS, 6))
    assert (beside(result) == 0).all()
    ax.set_xlim(0, 500)
    moves = beside(result)
    np.testing.assert_allclose(np.diff(moves[:, 0]), 0.72 * smallest_gap(result) / 6)


@WAYS
def test_everything_of_a_series_is_moved_alike(ax, way):
    result = drawn(
        ax, runs([1, 2, 3], 2), way, point_labels=lambda point: point.series, show_n=True
    )
    end = across(way)
    move = beside(result, way)[:, 0] * ax.figure.dpi / 72
    assert move[1] == pytest.approx(-move[0])
    assert move[1] > 5
    true = ax.transData.transform([(1, 1), (2, 2), (3, 3)])[:, end]
    for j in range(2):
        for whisker, place in zip(result.whiskers[j].get_segments(), true, strict=True):
            np.testing.assert_allclose(pixels(result.whiskers[j], whisker)[:, end], place + move[j])
        for cap in result.caps[2 * j : 2 * j + 2]:
            np.testing.assert_allclose(pixels(cap)[:, end], true + move[j])
        dots = pixels(result.dots[j])[:, end].reshape(3, 3) - true[:, None] - move[j]
        assert (dots > 0).all()
        assert (dots < abs(move[1] - move[0]) / 2).all()
    for group in result.groups[:2]:
        for text, (_, row) in zip(group.texts, result.data.iterrows(), strict=True):
            assert text.get_visible()
            j = ["run 0", "run 1"].index(row.series)
            coordinates = text.xycoords
            at = coordinates.transform(text.xy)[end]
            assert at == pytest.approx(true[int(row.x) - 1] + move[j])


def test_dots_of_one_position_stay_out_of_the_next(ax):
    result = drawn(ax, runs(STEPS[:30], 1, seeds=[1.0] * 8))
    beside(result)
    (dots,) = result.dots
    moves = np.abs(pixels(dots) - ax.transData.transform(dots.get_xydata()))[:, 0]
    radius = (dots.get_markersize() + 0.8) / 2
    assert (moves * 72 / ax.figure.dpi + radius).max() <= max(
        0.36 * smallest_gap(result) + 1e-6, radius
    )


def test_only_shared_positions_are_dodged(ax):
    table = pd.concat([runs([1, 2], 1), runs([2, 3], 1).assign(run="other")])
    result = drawn(ax, table)
    moves = beside(result)
    assert moves[0] == pytest.approx([0, -7.8])
    assert moves[1] == pytest.approx([7.8, 0])
    line = axes_of()
    result = drawn(line, table, connect=True, dodge=True)
    assert beside(result) == pytest.approx(np.array([[-7.8] * 2, [7.8] * 2]))


@WAYS
@pytest.mark.parametrize("connect", [True, False])
def test_a_number_is_a_share_of_the_gap(ax, way, connect):
    result = drawn(ax, runs(STEPS[:10]), way, connect=connect, dodge=0.4)
    share = beside(result, way)[:, 4] / smallest_gap(result, way)
    assert share == pytest.approx([-0.2, 0, 0.2])


@pytest.mark.parametrize(
    ("dodge", "at"), [(False, 0), (0, 0), (0.3, 0.15), (True, 0.12), (None, 0.12), (1, 0.5)]
)
def test_dodge_of_categories_is_in_their_unit(ax, dodge, at):
    data = {name: {"a": [1.0, 2.0], "b": [2.0, 3.0]} for name in "pq"}
    result = cp.seed_errorbars(ax, data, dodge=dodge)
    found = [line.get_xdata().tolist() for line in result.points]
    np.testing.assert_allclose(found, [[-at, 1 - at], [at, 1 + at]])


@pytest.mark.parametrize("dodge", ["x", -0.1, 1.5, np.nan, 10**400, [1], {}])
def test_another_dodge_is_refused_before_anything_is_drawn(ax, dodge):
    with pytest.raises((TypeError, ValueError), match=r"^dodge: expected True, False or a"):
        cp.seed_errorbars(ax, {"a": [1.0, 2.0]}, dodge=dodge)
    assert (ax.lines[:], ax.collections[:], ax.patches[:]) == ([], [], [])


@pytest.mark.parametrize("width", [1.2, 2, 4, 8])
@pytest.mark.parametrize("dodge", [None, 0.6])
def test_limits_reach_as_far_as_marks_are_drawn_and_stay(width, dodge):
    ax = axes_of((width, 3))
    ax.margins(x=0)
    result = drawn(ax, runs([1, 2], 6), dodge=dodge, seeds=False)
    beside(result)
    drawn_at = np.concatenate([pixels(line)[:, 0] for line in result.points])
    room = np.array([drawn_at.min() - ax.bbox.x0, ax.bbox.x1 - drawn_at.max()])
    # Half of the usual 9 points from one series to the next, also where they are pressed together.
    np.testing.assert_allclose(room * 72 / ax.figure.dpi, 4.5, atol=0.01)
    before = ax.get_xlim()
    assert (beside(result), ax.get_xlim()) == (pytest.approx(beside(result)), before)


def test_twins_and_second_calls_keep_to_the_same_positions(ax):
    first, second = drawn(ax, runs([1, 2, 3])), drawn(ax.twinx(), runs([1, 2, 3], 2))
    third = cp.seed_errorbars(ax, cp.SeedSummary([1.0, 1.5], spread=0.1, x=[1, 3]))
    assert beside(first)[:, 0] == pytest.approx([-15.6, 0, 15.6])
    assert beside(second)[:, 0] == pytest.approx([-7.8, 7.8])
    assert (beside(third) == 0).all()


def test_dodged_figures_can_be_copied(ax):
    result = drawn(ax, runs([1, 2, 3]))
    moves = beside(result)
    for twin in (pickle.loads(pickle.dumps(ax.figure)), copy.deepcopy(ax.figure)):
        twin.set_size_inches(2, 2)
        twin.canvas.draw()
    assert beside(result) == pytest.approx(moves)


def test_a_name_at_the_end_of_a_dodged_line_is_beside_its_end(ax):
    result = drawn(ax, runs([1, 2]), connect=True, dodge=0.5)
    names = cp.end_labels(ax)
    beside(result)
    for text, line in zip(names.labels, result.points, strict=True):
        assert ax.transData.transform(text.xy)[0] == pytest.approx(pixels(line)[-1, 0], abs=0.5)


# ---- values that the scale can't show

OFF = {"good": [1.0, 2.0, 3.0], "none": [0.0, 0.0, 0.0], "below": [-0.2, -0.3, -0.4]}


def set_scale(ax, way, scale):
    (ax.set_yscale if way == "vertical" else ax.set_xscale)(scale)


def marks(result):
    """Return the words at the edge of the axes that are seen, after drawing."""
    result.axes.figure.canvas.draw()
    return {text.get_text() for text in result.off_scale.texts if text.get_visible()}


def seen(artist):
    return np.isfinite(pixels(artist)).all(axis=1).tolist()


@WAYS
@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("when", ["before", "after", "after a draw"])
def test_centres_off_a_log_axis_are_marked_and_the_others_drawn(ax, way, numeric, when):
    data = dict(zip([1, 2, 3], OFF.values(), strict=True)) if numeric else OFF
    names = ["1", "2", "3"] if numeric else list(OFF)
    said = f"The centres of '{names[1]}' and '{names[2]}' are zero or less, which a log axis can't"
    told = f"Centres that can't be shown on a log axis: {names[1]} (0) and {names[2]} (−0.3)."
    value = 1 - across(way)

    def draw():
        result = cp.seed_errorbars(ax, data, orientation=way, connect=True)
        if when == "after a draw":
            assert marks(result) == set()
            assert told not in result.caption
        return result

    if when == "before":
        set_scale(ax, way, "log")
        with pytest.warns(UserWarning, match=said) as heard:
            result = draw()
        ax.figure.canvas.draw()  # Another warning would be an error.
    else:
        result = draw()
        set_scale(ax, way, "log")
        with pytest.warns(UserWarning, match=said) as heard:
            ax.figure.canvas.draw()
    assert len(heard) == 1
    for _ in range(2):
        assert marks(result) == {"0", "−0.3"}
    for text in result.off_scale.texts:
        box = text.get_window_extent()
        assert 0 < (box.y0 - ax.bbox.y0 if value else box.x0 - ax.bbox.x0) < 8
        at = [0, 2, 3][["", "0", "−0.3"].index(text.get_text())] - (0 if numeric else 1)
        place = ax.transData.transform((at, at) if at > 0 else (1, 1))[across(way)]
        middle = (box.x0 + box.x1, box.y0 + box.y1)[across(way)] / 2
        assert middle == pytest.approx(place, abs=1)
    assert seen(result.points[0]) == [True, False, False]
    for cap in result.caps:
        assert seen(cap) == [True, False, False]
    whiskers = [pixels(result.whiskers[0], ends) for ends in result.whiskers[0].get_segments()]
    assert [np.isfinite(ends).all() for ends in whiskers] == [True, False, False]
    assert told in result.caption
    assert told in cp.describe(ax.figure)
    assert result.data.center.tolist() == pytest.approx([2, 0, -0.3])
    assert sorted(result.labels, key=id)[0] is not None
    assert 0.5 < limits(ax, "horizontal" if value else "vertical")[0] < 1

    set_scale(ax, way, "linear")
    assert marks(result) == set()
    assert seen(result.points[0]) == [True, True, True]
    assert told not in result.caption
    low, high = limits(ax, "horizontal" if value else "vertical")
    assert low < -0.4
    assert high > 3


def test_a_connected_line_has_a_gap_where_a_centre_is_off_the_axis(ax):
    ax.set_yscale("log")
    data = {1: [1.0, 2.0], 2: [0.0, 0.0], 3: [2.0, 3.0]}
    with pytest.warns(UserWarning, match="centre of '2' is zero or less"):
        (line,) = cp.seed_errorbars(ax, data, connect=True, seeds=False).points
    ax.figure.canvas.draw()
    assert seen(line) == [True, False, True]


@pytest.mark.parametrize("inverted", [False, True])
def test_values_off_a_logit_axis_are_marked_at_their_end(ax, inverted):
    ax.set_yscale("logit")
    if inverted:
        ax.invert_yaxis()
    data = {"good": [0.3, 0.5], "sure": [1.0, 1.0], "never": [0.0, 0.0], "wide": [0.8, 0.999]}
    with pytest.warns(UserWarning, match="'sure' and 'never' are outside 0 to 1, which a logit"):
        result = cp.seed_errorbars(ax, data)
    assert marks(result) == {"0", "1"}
    assert "Centres that can't be shown on a logit axis: sure (1) and never (0)." in result.caption
    for text in result.off_scale.texts:
        box = text.get_window_extent()
        upper = (text.get_text() == "1") != inverted
        assert 0 < (ax.bbox.y1 - box.y1 if upper else box.y0 - ax.bbox.y0) < 8
    # A whisker that reaches 1 or more ends at the edge, and its point is within the axes.
    low, high = sorted(ax.get_ylim())
    assert low < result.data.center[3] < high
    wide = pixels(result.whiskers[0], result.whiskers[0].get_segments()[3])
    assert wide[1, 1] == pytest.approx(ax.bbox.y0 if inverted else ax.bbox.y1)


def test_single_values_off_the_axis_are_marked_in_strips(ax):
    ax.set_yscale("log")
    data = {"one": [0.0, 2.0, 5.0], "two": [-1.0, 0.0, 3.0], "all": [-2.0, -2.0]}
    with pytest.warns(UserWarning, match="Values of 'one', 'two' and 'all' are zero or less"):
        result = cp.seed_errorbars(ax, data, center=None, show_n=False)
    assert sorted(text.get_text() for text in result.off_scale.texts) == ["0", "2 ≤ 0", "2 ≤ 0"]
    assert marks(result) == {"0", "2 ≤ 0"}
    assert "Values that can't be shown on a log axis: one (0), two (2 ≤ 0)" in result.caption
    (dots,) = result.dots
    assert seen(dots) == [value > 0 for value in dots.get_ydata()]
    assert sorted(result.data.value) == sorted([0, 2, 5, -1, 0, 3, -2, -2])
    assert 1 < ax.get_ylim()[0] < 2


@WAYS
@pytest.mark.parametrize("center", ["mean", None])
@pytest.mark.parametrize("numeric", [False, True])
def test_nothing_on_the_axis_but_marks(ax, way, center, numeric):
    set_scale(ax, way, "log")
    with pytest.warns(UserWarning, match="zero or less"):
        result = cp.seed_errorbars(
            ax, {3 if numeric else "a": [0.0], 4 if numeric else "b": [-2.0]}, orientation=way,
            center=center,
        )  # fmt: skip
    assert marks(result) == {"0", "−2"}
    low, high = limits(ax, "horizontal" if way == "vertical" else "vertical")
    assert high / low < 100


def test_hidden_points_take_their_names_with_them(ax):
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="centres of 'none' and 'below'"):
        result = cp.seed_errorbars(ax, OFF, point_labels=["p", "q", "r"], show_n=True)
    ax.figure.canvas.draw()
    shown = [text.get_text() for text in result.labels if text.get_visible()]
    assert sorted(shown) == sorted(["n=3", "p", "0", "−0.3"])
    result.remove()
    ax.figure.canvas.draw()
    assert ax.texts[:] == []


def test_series_at_one_place_say_the_same_once_and_others_are_beside(ax):
    ax.set_yscale("log")
    data = {name: {1: [0.0, 0.0], 2: [1.0, 2.0]} for name in "pq"}
    with pytest.warns(UserWarning, match="centres of '1' of 'p' and '1' of 'q'"):
        line = cp.seed_errorbars(ax, data, connect=True)
    assert [text.get_text() for text in line.off_scale.texts] == ["0"]
    other = axes_of()
    other.set_yscale("log")
    with pytest.warns(UserWarning, match="centres of"):
        points = cp.seed_errorbars(other, data)
    assert marks(points) == {"0"}
    other.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in points.off_scale.texts]
    middles = [(box.x0 + box.x1) / 2 - other.transData.transform((1, 1))[0] for box in boxes]
    expected = np.array([-7.8, 7.8]) * other.figure.dpi / 72
    assert middles == pytest.approx(expected, abs=1)


def test_whiskers_that_are_hidden_are_in_nobodys_way(ax):
    ax.set_yscale("log")
    data = {"a": [-0.2, -0.4], "b": [-1.0, 1.2], "c": [3.0, 4.0]}
    with pytest.warns(UserWarning, match="centre of 'a'"):
        result = cp.seed_errorbars(ax, data, show_n=True, seeds=False)
    ax.figure.canvas.draw()
    assert result.unplaced == ()
    counts = [text for text in result.groups[0].texts if text.get_visible()]
    assert len(counts) == 2
