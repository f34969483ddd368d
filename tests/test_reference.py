"""Reference lines and bands: where they are, what they are called, what they refuse."""

from __future__ import annotations

import datetime as dt
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color

import cardplot as cp


@pytest.fixture
def ax():
    with plt.style.context("cardplot.card"):
        figure, axes = plt.subplots(figsize=(5, 3.5))
        yield axes
    plt.close(figure)


def texts(result):
    result.axes.figure.canvas.draw()
    return [text.get_text() for text in result.labels if text.get_visible()]


def boxes(axes):
    axes.figure.canvas.draw()
    return [text.get_window_extent() for text in axes.texts if text.get_visible()]


# ---- where it is


@pytest.mark.parametrize("axis", ["x", "y"])
def test_line_is_across_the_axes_at_its_value(ax, axis):
    ax.plot([0, 1], [0, 1])
    result = cp.floor_line(ax, 0.4756, "floor", axis=axis)
    x, y = result.line.get_data()
    along, across = (x, y) if axis == "y" else (y, x)
    assert list(along) == [0, 1]
    assert list(across) == [0.4756, 0.4756]
    drawn = result.line.get_transform().transform(np.column_stack([x, y]))
    corner = ax.transData.transform([(0.4756, 0.4756)])[0]
    if axis == "y":
        np.testing.assert_allclose(drawn, [(ax.bbox.x0, corner[1]), (ax.bbox.x1, corner[1])])
    else:
        np.testing.assert_allclose(drawn, [(corner[0], ax.bbox.y0), (corner[0], ax.bbox.y1)])
    row = result.data.iloc[0]
    assert row[["axis", "label", "value", "low", "high"]].tolist() == [
        axis,
        "floor",
        0.4756,
        0.4756,
        0.4756,
    ]


def test_line_is_over_bars_and_under_points(ax):
    bars = ax.bar([0, 1], [1, 2])
    (line,) = ax.plot([0, 1], [1, 2], "o")
    result = cp.floor_line(ax, 1.5)
    assert bars[0].get_zorder() < result.line.get_zorder() < line.get_zorder()


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize("turned", [False, True])
def test_limits_come_to_include_the_value(ax, first, scale, turned):
    ax.set_yscale(scale)
    if first:
        cp.floor_line(ax, 10, "ten")
    ax.plot([3, 4], [1, 2])
    if not first:
        cp.floor_line(ax, 10, "ten")
    if turned:
        ax.invert_yaxis()
    ax.figure.canvas.draw()
    low, high = sorted(ax.get_ylim())
    assert low <= 1
    assert 10 < high < 20
    # The other axis goes on to follow the data.
    assert ax.get_xlim()[0] > 2.9
    ax.plot([9], [30])
    ax.figure.canvas.draw()
    assert max(ax.get_ylim()) > 30
    assert ax.get_xlim()[1] > 9


def test_vertical_line_beside_bars_keeps_their_limits(ax):
    ax.barh([0, 1], [0.5, 0.7])
    before = ax.get_ylim()
    cp.floor_line(ax, 1.0, "upstream", axis="x")
    ax.figure.canvas.draw()
    assert ax.get_ylim() == before
    assert ax.get_xlim()[0] == 0
    assert ax.get_xlim()[1] > 1


def test_limits_set_by_hand_stay_and_are_warned_about(ax):
    ax.set_ylim(0.5, 0.7)
    with pytest.warns(UserWarning, match=r"floor_line: 0\.476 lies outside .* y, 0\.5 to 0\.7"):
        cp.floor_line(ax, 0.476, "floor")
    assert ax.get_ylim() == (0.5, 0.7)
    ax.set_xlim(3, 1)
    with pytest.warns(UserWarning, match="floor_band: 0 and 4 lies outside the limits of x"):
        cp.floor_band(ax, 0, 4, axis="x")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cp.floor_line(ax, 0.6, "seen")
        cp.floor_line(ax, 2, axis="x")
        ax.figure.canvas.draw()


def test_label_follows_later_limits(ax):
    ax.plot([0, 1], [0, 1])
    result = cp.floor_line(ax, 0.5, "half")
    for limits in ((0, 1), (0.4, 2), (3, -1)):
        ax.set_ylim(limits)
        ax.figure.canvas.draw()
        (text,) = result.labels
        box = text.get_window_extent()
        line = ax.transData.transform([(0, 0.5)])[0, 1]
        assert min(abs(box.y0 - line), abs(box.y1 - line)) < 6 * ax.figure.dpi / 72
    ax.set_ylim(2, 3)
    assert texts(result) == []


def test_categories_and_dates(ax):
    cp.seed_errorbars(ax, {"base": [1.0, 2.0], "lora": [2.0, 3.0]})
    assert cp.floor_line(ax, "lora", axis="x").low == 1
    with pytest.raises(ValueError, match=r"no category 'full'.*'base'"):
        cp.floor_line(ax, "full", axis="x")
    ax.figure.clear()
    plain = ax.figure.add_subplot()
    plain.bar(["p", "q"], [1, 2])
    result = cp.floor_line(plain, "q", axis="x")
    assert result.low == 1
    assert result.data.value[0] == "q"
    assert texts(result) == ["q"]
    with pytest.raises(ValueError, match="no category 'r'"):
        cp.floor_line(plain, "r", axis="x")


@pytest.mark.parametrize(
    "day",
    [
        dt.date(2024, 5, 1),
        dt.datetime(2024, 5, 1),
        np.datetime64("2024-05-01"),
        pd.Timestamp(2024, 5, 1),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_date(ax, day, first):
    dates = pd.date_range("2024-01-01", "2024-12-31", periods=5)
    if not first:
        ax.plot(dates, range(5))
    result = cp.floor_line(ax, day, axis="x")
    if first:
        ax.plot(dates, range(5))
    assert result.low == mpl.dates.date2num(dt.datetime(2024, 5, 1))
    assert texts(result) == ["2024-05-01"]
    low, high = ax.get_xlim()
    assert high - low < 500
    with pytest.raises(TypeError, match="value: expected a date on an axis of dates"):
        cp.floor_line(ax, 0.5, axis="x")


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        (np.nan, ValueError, "value.*missing"),
        (None, ValueError, "value.*missing"),
        (pd.NaT, ValueError, "value.*missing"),
        (np.inf, ValueError, "value.*finite.*inf"),
        ("0.5", TypeError, "value.*'0.5'"),
        (True, TypeError, "value.*True"),
        ([0.5], TypeError, "value"),
        (dt.date(2024, 5, 1), TypeError, "value: the axis has no dates"),
        (1j, TypeError, "value"),
    ],
)
def test_values_that_have_no_place(ax, value, error, words):
    (line,) = ax.plot([0, 1], [0, 1])
    with pytest.raises(error, match=words):
        cp.floor_line(ax, value, "floor")
    assert ax.lines[:] == [line]
    assert ax.texts[:] == []


@pytest.mark.parametrize("value", [0, -2.5])
def test_a_log_axis_has_no_place_for_zero(ax, value):
    ax.set_yscale("log")
    with pytest.raises(ValueError, match=r"value.*log scale"):
        cp.floor_line(ax, value)
    with pytest.raises(ValueError, match=r"low.*log scale"):
        cp.floor_band(ax, value, 3)


@pytest.mark.parametrize("value", [np.float32(0.5), np.int64(1), np.array(0.5), 1])
def test_numbers_of_any_type(ax, value):
    assert cp.floor_line(ax, value).low == float(value)


@pytest.mark.parametrize(
    "options",
    [{"axis": "z"}, {"loc": "top"}, {"loc": "middle"}, {"color": "#12"}, {"linestyle": "~~"}],
)
def test_unknown_options(ax, options):
    with pytest.raises(ValueError, match="|".join((*options, "ls"))):
        cp.floor_line(ax, 0.5, "half", **options)
    assert ax.lines[:] == []


def test_a_label_is_text(ax):
    with pytest.raises(TypeError, match=r"label: expected text, got 0\.5"):
        cp.floor_line(ax, 0.3, 0.5)


# ---- what it is called


@pytest.mark.parametrize(
    ("label", "value_format", "words"),
    [
        ("floor", None, ["floor"]),
        ("floor", "{:.4f}", ["floor, 0.4756"]),
        ("floor", ".2f", ["floor, 0.48"]),
        ("floor", True, ["floor, 0.476"]),
        ("floor", lambda value: f"{value:.0%}", ["floor, 48%"]),
        (None, None, ["0.476"]),
        (None, "{:.1f}", ["0.5"]),
        ("", None, []),
        ("$x_1$ 100% _a", None, ["$x_1$ 100% _a"]),
    ],
)
def test_words_on_the_line(ax, label, value_format, words):
    assert texts(cp.floor_line(ax, 0.4756, label, value_format=value_format)) == words


def test_minus_is_a_minus(ax):
    assert texts(cp.floor_line(ax, -3, "loss", value_format=True)) == ["loss, −3"]


def test_captions(ax):
    assert cp.floor_line(ax, 0.4756, "chance").caption == "Dashed line: chance, 0.476."
    assert cp.floor_line(ax, 2).caption == "Dashed line: 2."
    band = cp.floor_band(ax, 0.8, 0.93, "controls", center=0.875, center_label="median")
    assert band.caption == "Band: controls, 0.80 to 0.93; dashed line: median, 0.875."


def test_close_lines_have_names_that_do_not_collide(ax):
    ax.set_ylim(0, 100)
    cp.floor_line(ax, 25, "chance")
    cp.floor_line(ax, 25.5, "majority class baseline")
    first, second = boxes(ax)
    assert not first.overlaps(second)
    for box in (first, second):
        assert ax.bbox.x0 <= box.x0
        assert box.x1 <= ax.bbox.x1
        assert ax.bbox.y0 <= box.y0
        assert box.y1 <= ax.bbox.y1


@pytest.mark.parametrize("axis", ["x", "y"])
def test_location_of_the_name(ax, axis):
    ends = ("left", "right") if axis == "y" else ("bottom", "top")
    centers = {}
    for place in (*ends, "center", "start", "end"):
        ax.clear()
        ax.set(xlim=(0, 1), ylim=(0, 1))
        (text,) = cp.floor_line(ax, 0.5, "half", axis=axis, loc=place).labels
        ax.figure.canvas.draw()
        box = text.get_window_extent()
        middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        centers[place] = ax.transAxes.inverted().transform(middle)[0 if axis == "y" else 1]
    assert centers[ends[0]] == centers["start"] < 0.2
    assert centers[ends[1]] == centers["end"] > 0.8
    assert centers["center"] == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("theme", ["card", "dark"])
def test_colours(theme):
    with plt.style.context(f"cardplot.{theme}"):
        figure, ax = plt.subplots()
        surface = mpl.rcParams["axes.facecolor"]
        default = cp.floor_line(ax, 1, "default")
        assert same_color(default.line.get_color(), cp.role("reference", surface))
        pale = cp.floor_line(ax, 2, "pale", color="#eda100", linestyle=":", linewidth=3)
        assert same_color(pale.line.get_color(), "#eda100")
        assert (pale.line.get_linestyle(), pale.line.get_linewidth()) == (":", 3)
        for result in (default, pale):
            assert cp.contrast(result.labels[0].get_color(), surface) >= 4.5
        plt.close(figure)


# ---- bands


@pytest.mark.parametrize("axis", ["x", "y"])
def test_band_is_across_the_axes_between_its_ends(ax, axis):
    ax.plot([0, 1], [0, 1])
    result = cp.floor_band(ax, 0.25, 2, "range", axis=axis, center=0.5, center_label="median")
    box = result.band.get_bbox()
    along, across = (box.intervalx, box.intervaly)[:: 1 if axis == "y" else -1]
    assert along.tolist() == [0, 1]
    np.testing.assert_allclose(across, [0.25, 2], atol=1e-9)
    assert result.data.iloc[0].tolist() == [axis, "range", 0.5, 0.25, 2]
    assert texts(result) == ["range", "median"]
    limits, others = (ax.get_ylim(), ax.get_xlim())[:: 1 if axis == "y" else -1]
    assert limits[1] > 2
    assert others == pytest.approx((-0.05, 1.05))
    assert result.band.get_zorder() < 2


def test_band_is_translucent_so_that_what_it_covers_is_seen(ax):
    assert cp.floor_band(ax, 0, 1).band.get_alpha() < 0.4


def test_band_survives_relim(ax):
    ax.plot([0, 1], [0, 1])
    cp.floor_band(ax, 0.5, 3)
    before = *ax.get_xlim(), *ax.get_ylim()
    ax.relim()
    ax.autoscale_view()
    assert (*ax.get_xlim(), *ax.get_ylim()) == pytest.approx(before)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        ({"label": "range"}, ["range"]),
        ({"label": "range", "value_format": "{:.2f}"}, ["range, 1.00 to 2.00"]),
        ({"center": 1.25}, ["1.25"]),
        ({"center": 1.25, "center_label": "median"}, ["median"]),
        ({"center": 1.25, "center_label": "median", "value_format": True}, ["median, 1.25"]),
        ({"center": 1.25, "center_label": ""}, []),
    ],
)
def test_words_in_the_band(ax, options, words):
    assert texts(cp.floor_band(ax, 1.0, 2.0, **options)) == words


def test_band_refuses_what_is_no_band(ax):
    with pytest.raises(ValueError, match="low <= high, got 2 > 1"):
        cp.floor_band(ax, 2, 1)
    with pytest.raises(ValueError, match="center: expected 1 to 2, got 3"):
        cp.floor_band(ax, 1, 2, center=3)
    with pytest.raises(ValueError, match=r"high.*missing"):
        cp.floor_band(ax, 1, np.nan)
    with pytest.raises(TypeError, match="center_label"):
        cp.floor_band(ax, 1, 2, center=1, center_label=1)
    assert (ax.patches[:], ax.lines[:], ax.texts[:]) == ([], [], [])


def test_remove_leaves_what_was_there(ax):
    (line,) = ax.plot([0, 1], [0, 1])
    cp.floor_line(ax, 0.5, "half").remove()
    cp.floor_band(ax, 0.2, 0.4, "band", center=0.3).remove()
    assert ax.lines[:] == [line]
    assert (ax.patches[:], ax.texts[:]) == ([], [])
    ax.figure.canvas.draw()


def test_twin_axes_have_their_own_scale(ax):
    ax.plot([0, 1], [0, 1])
    twin = ax.twinx()
    twin.plot([0, 1], [0, 100])
    cp.floor_line(twin, 150, "twin")
    ax.figure.canvas.draw()
    assert ax.get_ylim()[1] < 2
    assert twin.get_ylim()[1] > 150


@pytest.mark.parametrize(
    "option",
    [{"linestyle": "no"}, {"linestyle": 3}, {"linewidth": -1}, {"linewidth": "2"}, {"loc": []}],
)
def test_a_stroke_that_no_line_has_is_refused(ax, option):
    with pytest.raises((TypeError, ValueError), match=next(iter(option))):
        cp.floor_line(ax, 1, **option)
    assert ax.lines[:] == []


@pytest.mark.parametrize("axis", [pd.NA, ["x"], None])
def test_an_axis_is_named_by_a_letter(ax, axis):
    with pytest.raises(ValueError, match="axis: expected one of 'x', 'y'"):
        cp.floor_line(ax, 1, axis=axis)


def test_a_number_beyond_all_floats_is_refused(ax):
    with pytest.raises(ValueError, match="value"):
        cp.floor_line(ax, 10**400)
