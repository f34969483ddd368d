"""Points with whiskers: the numbers, where the marks are, what is said about them."""

from __future__ import annotations

import hashlib
import io
import pickle
import subprocess
import sys
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import same_color, to_rgba
from matplotlib.container import ErrorbarContainer

import cardplot as cp
from cardplot._seeds.swarm import swarm

RAGGED = {"a": [0.91, 0.93, 0.92], "b": [0.6656, 0.6262], "c": [0.5, 0.52, 0.55], "d": []}


@pytest.fixture
def ax():
    with plt.style.context("cardplot.card"):
        figure, axes = plt.subplots(figsize=(5, 3.5))
        yield axes
    plt.close(figure)


def texts(result):
    """Return the labels that are seen, after drawing."""
    result.axes.figure.canvas.draw()
    return [text.get_text() for text in result.labels if text.get_visible()]


def segments(result, series=0):
    return np.array(result.whiskers[series].get_segments())


def rows(table):
    return table.set_index("x")


# ---- summaries


def test_sample_sd_has_ddof_one():
    row = cp.summarize_seeds({"v": [0.6, 0.8]}).loc["v"]
    assert row.center == pytest.approx(0.7, abs=1e-12)
    assert row.high - row.center == pytest.approx(0.1414213562373095, abs=1e-12)
    assert row.n == 2


def test_standard_error_and_t_interval():
    se = cp.summarize_seeds({"v": [0.6, 0.8]}, spread="se").loc["v"]
    assert se.high - se.low == pytest.approx(0.2, abs=1e-12)
    ci = cp.summarize_seeds({"v": [0.6, 0.8]}, spread="ci").loc["v"]
    # The 97.5% point of Student's t with 1 degree of freedom is tan(0.475 π).
    assert ci.high - ci.center == pytest.approx(0.1 * np.tan(0.475 * np.pi), rel=1e-9)


def test_bootstrap_of_two_seeds_is_their_range_and_the_same_in_every_run():
    first = cp.summarize_seeds({"v": [0.6, 0.8]}, spread="bootstrap")
    second = cp.summarize_seeds({"v": [0.6, 0.8]}, spread="bootstrap")
    assert first.loc["v", ["low", "high"]].tolist() == pytest.approx([0.6, 0.8])
    pd.testing.assert_frame_equal(first, second)


def test_summary_of_a_long_table_names_its_groups():
    table = pd.DataFrame(
        {"m": ["a", "b", "b", "a"], "s": ["p", "p", "q", "p"], "v": [0.5, 0.6, 0.8, 0.7]}
    )
    found = cp.summarize_seeds(table, x="m", y="v", hue="s")
    assert found[["x", "series", "n"]].values.tolist() == [
        ["a", "p", 2],
        ["a", "q", 0],
        ["b", "p", 1],
        ["b", "q", 1],
    ]
    assert found.center.tolist()[:1] == [pytest.approx(0.6)]
    assert np.isnan(found.center.iloc[1])
    assert found.low.isna().tolist() == [False, True, True, True]


def test_wilson_interval_of_a_rate_stays_within_zero_and_one():
    row = cp.summarize_seeds({"hits": [1] * 10}, spread="wilson").loc["hits"]
    z2 = 1.959963984540054**2
    assert row.low == pytest.approx(10 / (10 + z2), rel=1e-9)
    assert row.high == pytest.approx(1.0)


# ---- marks


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("spread", ["sd", "se", "range", "iqr", "bootstrap"])
def test_marks_agree_with_data(ax, orientation, spread):
    result = cp.seed_errorbars(ax, RAGGED, orientation=orientation, spread=spread)
    data = rows(result.data)
    value = 1 if orientation == "vertical" else 0
    with_whisker = data[data.low.notna()]
    assert with_whisker.index.tolist() == ["a", "b", "c"]
    ends = segments(result)[:, :, value]
    np.testing.assert_allclose(ends[:, 0], with_whisker.low, rtol=0, atol=1e-9)
    np.testing.assert_allclose(ends[:, 1], with_whisker.high, rtol=0, atol=1e-9)
    np.testing.assert_array_equal(segments(result)[:, 0, 1 - value], [0, 1, 2])
    centers = result.points[0].get_xydata()[:, value]
    np.testing.assert_allclose(centers[:3], data.center[:3], rtol=0, atol=1e-9)
    low_caps, high_caps = result.caps
    np.testing.assert_allclose(low_caps.get_xydata()[:, value], with_whisker.low, atol=1e-9)
    np.testing.assert_allclose(high_caps.get_xydata()[:, value], with_whisker.high, atol=1e-9)


def test_unequal_counts_are_shown_and_an_empty_slot_is_kept(ax):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = cp.seed_errorbars(ax, RAGGED)
        shown = texts(result)
    assert shown == ["n=3", "n=2", "n=3", "n=0"]
    data = rows(result.data)
    assert data.n.tolist() == [3, 2, 3, 0]
    assert data.loc["b", "center"] == pytest.approx(0.6459, abs=1e-12)
    assert data.loc["b", "high"] - 0.6459 == pytest.approx(np.std([0.6656, 0.6262], ddof=1))
    assert np.isnan(data.loc["d", "center"])
    assert [t.get_text() for t in ax.get_xticklabels()] == ["a", "b", "c", "d"]
    low, high = ax.get_xlim()
    assert low < 0
    assert high > 3


def test_one_seed_has_a_point_but_no_whisker_and_says_so(ax):
    table = pd.DataFrame({"m": ["a", "b", "b"], "v": [0.5, 0.6, 0.8]})
    result = cp.seed_errorbars(ax, table, x="m", y="v")
    assert texts(result) == ["n=1", "n=2"]
    assert len(segments(result)) == 1
    assert segments(result)[0, 0, 0] == 1
    assert result.points[0].get_ydata()[0] == 0.5
    assert "no whisker where n=1" in result.caption


@pytest.mark.parametrize("spread", ["range", "iqr", "bootstrap", "ci", "sd", lambda seeds: 0.1])
def test_no_spread_makes_a_whisker_of_one_seed(ax, spread):
    result = cp.seed_errorbars(ax, {"a": [0.5]}, spread=spread)
    assert result.whiskers == ()
    assert result.caption == "Points: single seeds (n=1), so without whiskers."


def test_equal_counts_are_shown_on_demand_only(ax):
    even = {"a": [1.0, 2.0], "b": [2.0, 3.0]}
    assert texts(cp.seed_errorbars(ax, even)) == []
    assert texts(cp.seed_errorbars(ax, even, show_n=True)) == ["n=2", "n=2"]
    assert texts(cp.seed_errorbars(ax, RAGGED, show_n=False)) == []


def test_missing_seeds_are_left_out_and_not_counted(ax):
    result = cp.seed_errorbars(ax, {"a": [1.0, np.nan, 3.0], "b": [None, 2.0, 4.0]})
    assert result.data.n.tolist() == [2, 2]
    assert result.data.center.tolist() == [2.0, 3.0]


def test_caps_and_whiskers_have_the_colour_of_their_series(ax):
    data = {"p": {"a": [1.0, 2.0]}, "q": {"a": [2.0, 4.0]}}
    result = cp.seed_errorbars(ax, data, colors=["#123456", "#654321"])
    for series, color in enumerate(["#123456", "#654321"]):
        assert same_color(result.points[series].get_color(), color)
        assert same_color(result.whiskers[series].get_color()[0], color)
        for cap in result.caps[2 * series : 2 * series + 2]:
            assert same_color(cap.get_color(), color)
            assert same_color(cap.get_markeredgecolor(), color)
    assert [name for _, name in result.entries] == ["p", "q"]
    assert result.points[0].get_marker() != result.points[1].get_marker()
    assert [type(group) for group in ax.containers] == [ErrorbarContainer] * 2
    assert [text.get_text() for text in ax.legend().get_texts()] == ["p", "q"]


def test_sizes_come_from_rc_params(ax):
    with mpl.rc_context({"errorbar.capsize": 5, "lines.linewidth": 3.5, "lines.markersize": 9}):
        result = cp.seed_errorbars(ax, {"a": [1.0, 2.0]})
    assert result.whiskers[0].get_linewidth()[0] == 0.75 * 3.5
    assert result.caps[0].get_markersize() == 10
    assert result.points[0].get_markersize() >= 9
    with mpl.rc_context({"errorbar.capsize": 0}):
        assert cp.seed_errorbars(ax, {"a": [1.0, 2.0]}).caps[0].get_marker() == "none"


def test_series_stand_side_by_side_within_their_category(ax):
    data = {name: {"a": [1.0, 2.0], "b": [2.0, 3.0]} for name in "pqr"}
    result = cp.seed_errorbars(ax, data)
    at = np.array([line.get_xdata() for line in result.points])
    assert (np.diff(at, axis=0) > 0.05).all()
    np.testing.assert_allclose(at.mean(axis=0), [0, 1], atol=1e-12)
    assert np.ptp(at[:, 0]) < 0.9
    assert result.data.x.tolist() == ["a"] * 3 + ["b"] * 3


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_series_at_one_numeric_position_are_moved_by_points(ax, scale):
    ax.set_xscale(scale)
    data = {name: {1: [1.0, 2.0], 100: [2.0, 3.0]} for name in "pq"}
    result = cp.seed_errorbars(ax, data)
    for line in result.points:
        assert line.get_xdata().tolist() == [1, 100]
    for width in (5, 9):
        ax.figure.set_size_inches(width, 3.5)
        ax.figure.canvas.draw()
        drawn = [line.get_transform().transform(line.get_xydata())[:, 0] for line in result.points]
        apart = (drawn[1] - drawn[0]) * 72 / ax.figure.dpi
        assert apart[0] == pytest.approx(apart[1])
        assert 6 < apart[0] < 30
        middle = (drawn[0] + drawn[1]) / 2
        expected = ax.transData.transform([(1, 1), (100, 1)])[:, 0]
        np.testing.assert_allclose(middle, expected, atol=1e-6)


def test_numeric_positions_of_separate_series_are_not_moved(ax):
    table = pd.DataFrame({"x": [1, 1, 2, 2], "y": [1.0, 2.0, 3.0, 5.0], "s": ["p", "p", "q", "q"]})
    result = cp.seed_errorbars(ax, table, x="x", y="y", hue="s")
    assert all(line.get_transform() == ax.transData for line in result.points)
    assert len(result.data) == 2
    assert texts(result) == []


def test_marks_beside_their_position_are_within_the_axes(ax):
    data = {name: {1: [1.0, 2.0], 2: [2.0, 3.0]} for name in "pqrs"}
    result = cp.seed_errorbars(ax, data)
    ax.margins(x=0)
    ax.figure.canvas.draw()
    for line in result.points:
        drawn = line.get_transform().transform(line.get_xydata())[:, 0]
        assert drawn.min() - 3 > ax.bbox.x0
        assert drawn.max() + 3 < ax.bbox.x1


def test_connected_points_are_in_order_and_broken_at_gaps(ax):
    result = cp.seed_errorbars(ax, {4: [2.0, 3.0], 1: [1.0, 2.0]}, connect=True)
    assert result.points[0].get_xdata().tolist() == [1, 4]
    assert result.points[0].get_linestyle() == "-"
    gap = cp.seed_errorbars(ax, {"a": [1.0, 2.0], "b": [], "c": [2.0, 3.0]}, connect=True)
    assert np.isnan(gap.points[0].get_ydata()).tolist() == [False, True, False]


# ---- single seeds


def test_single_seeds_are_drawn_small_hollow_and_at_their_values(ax):
    data = {"run a": [-498, -133, -498, -133], "run b": [2443, 2390, 2499]}
    result = cp.seed_errorbars(ax, data)
    (dots,) = result.dots
    assert sorted(dots.get_ydata()[:4]) == [-498, -498, -133, -133]
    assert sorted(dots.get_ydata()[4:]) == [2390, 2443, 2499]
    assert dots.get_markersize() < 0.7 * result.points[0].get_markersize()
    assert dots.get_markerfacecolor() == "none"
    assert to_rgba(dots.get_markeredgecolor())[3] < 1
    assert dots.get_zorder() < result.points[0].get_zorder()
    assert "small dots: single seeds" in result.caption
    assert sorted(result.seeds[result.seeds.x == "run a"].value) == [-498, -498, -133, -133]
    low, high = ax.get_ylim()
    assert low < -498
    assert high > 2499


def test_seeds_are_drawn_up_to_ten_by_themselves(ax):
    assert cp.seed_errorbars(ax, {"a": np.arange(10.0)}).dots != ()
    assert cp.seed_errorbars(ax, {"a": np.arange(11.0)}).dots == ()
    assert cp.seed_errorbars(ax, {"a": np.arange(11.0)}, seeds=True).dots != ()
    assert cp.seed_errorbars(ax, {"a": np.arange(3.0)}, seeds=False).dots == ()


@pytest.mark.parametrize("size", [(5, 4), (11, 4.3)])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_dots_cover_neither_each_other_nor_their_point(ax, size, orientation):
    seeds = {"a": [1, 1, 1.01, 1.02], "b": [2, 2, 2, 2], "c": [0, 3, 3, 3.05]}
    result = cp.seed_errorbars(ax, seeds, orientation=orientation)
    ax.figure.set_size_inches(size)
    ax.figure.canvas.draw()
    (dots,) = result.dots
    scale = 72 / ax.figure.dpi
    drawn = dots.get_transform().transform(dots.get_xydata()) * scale
    points = ax.transData.transform(result.points[0].get_xydata()) * scale
    apart = np.hypot(*(drawn[:, None] - drawn[None]).T)
    apart[np.diag_indices(len(apart))] = np.inf
    assert apart.min() >= dots.get_markersize() - 0.01
    to_points = np.hypot(*(drawn[:, None] - points[None]).T)
    assert to_points.min() > (dots.get_markersize() + result.points[0].get_markersize()) / 2 - 1
    # The value of a dot is what it is, only its place beside it is free.
    value = 1 if orientation == "vertical" else 0
    np.testing.assert_allclose(
        drawn[:, value], (ax.transData.transform(dots.get_xydata()) * scale)[:, value]
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(0, 100), max_size=40),
    st.floats(0.5, 8),
    st.booleans(),
)
def test_swarm_keeps_dots_apart_whatever_their_order(values, diameter, one_sided):
    values = np.array(values, dtype=float)
    offsets = swarm(values, diameter, np.inf, one_sided=one_sided)
    gaps = np.hypot(
        *(np.stack([values, offsets])[:, :, None] - np.stack([values, offsets])[:, None])
    )
    gaps[np.diag_indices(len(values))] = np.inf
    assert gaps.min(initial=np.inf) >= diameter - 1e-4
    if one_sided:
        assert (offsets >= 0).all()
    turned = swarm(values[::-1], diameter, np.inf, one_sided=one_sided)[::-1]
    np.testing.assert_allclose(np.sort(turned), np.sort(offsets))


def test_swarm_of_many_stays_in_its_slot_and_survives_missing_places():
    values = np.concatenate([np.linspace(0, 50, 2_000), [np.nan, np.inf]])
    offsets = swarm(values, 4.0, 20.0)
    assert np.abs(offsets).max() == pytest.approx(20)
    assert offsets[-2:].tolist() == [0, 0]
    assert abs(offsets.mean()) < 1
    assert swarm(np.array([1.0, 1.0, 1.0]), 2.0, 50.0).tolist() == [0, 2, -2]


# ---- strips


def test_strip_of_single_values(ax):
    ax.set_yscale("log")
    data = {"whole": [1.0, 1.5, 2.0], "head": np.linspace(0.3, 1, 30), "none": []}
    result = cp.seed_errorbars(ax, data, center=None, empty="not probed")
    assert texts(result) == ["n=3", "n=30", "not probed"]
    assert result.points == result.whiskers == ()
    assert result.caption == "Dots: single values, 3 to 30 each."
    assert result.data.columns.tolist() == ["x", "series", "value"]
    counts = result.data.groupby("x", sort=False).value.count()
    assert counts.to_dict() == {"whole": 3, "head": 30, "none": 0}
    assert np.sort(result.dots[0].get_ydata()).tolist() == np.sort(result.seeds.value).tolist()


@pytest.mark.parametrize(
    "option",
    [{"spread": "se"}, {"seeds": False}, {"connect": True}, {"point_labels": ["a"]}],
)
def test_strip_has_no_options_that_need_a_centre(ax, option):
    with pytest.raises(ValueError, match=next(iter(option))):
        cp.seed_errorbars(ax, {"a": [1.0]}, center=None, **option)
    assert ax.lines[:] == []


def test_words_in_empty_slots(ax):
    data = {"a": [1.0, 2.0], "b": [], "c": []}
    result = cp.seed_errorbars(ax, data, empty={"b": "$ gate_failed"}, show_n=True)
    assert texts(result) == ["n=2", "$ gate_failed", "n=0"]
    with pytest.raises(ValueError, match=r"empty.*'z'"):
        cp.seed_errorbars(ax, data, empty={"z": "?"})


def test_a_category_without_any_seeds_says_so_once(ax):
    data = {"p": {"a": [1.0, 2.0], "b": []}, "q": {"a": [], "b": []}}
    assert texts(cp.seed_errorbars(ax, data)) == ["n=2", "n=0", "n=0"]


# ---- log axes


def lower_edge(ax):
    return ax.bbox.y0


@pytest.mark.parametrize("nonpositive", ["clip", "mask"])
@pytest.mark.parametrize("late", [False, True])
def test_whisker_through_zero_is_open_on_a_log_axis(ax, nonpositive, late):
    if not late:
        ax.set_yscale("log", nonpositive=nonpositive)
    result = cp.seed_errorbars(ax, cp.SeedSummary([1.0, 5.0], spread=[2.0, 1.0], n=3))
    if late:
        ax.set_yscale("log", nonpositive=nonpositive)
    ax.figure.canvas.draw()
    assert segments(result)[0, :, 1].tolist() == [-1, 3]
    low, high = ax.get_ylim()
    assert 0.1 < low < 0.5, "room for the open whisker, and the decades of the data"
    assert high < 10
    for _ in range(2):
        whiskers = result.whiskers[0]
        path = whiskers.get_transform().transform(segments(result)[0])
        assert np.isfinite(path).all()
        assert path[0, 1] <= lower_edge(ax) + 0.01
        tip = open_ends(result)
        assert tip.shape == (1, 2)
        assert lower_edge(ax) < tip[0, 1] < lower_edge(ax) + 10
        # However the limits change.
        ax.set_ylim(0.02, 50)
        ax.figure.canvas.draw()


def open_ends(result):
    """Return the pixels of the arrows that are seen."""
    tips = [
        artist
        for artist in result.artists
        if getattr(artist, "get_marker", lambda: None)() in ("v", "^", "<", ">")
        and artist not in result.points
    ]
    drawn = [tip.get_transform().transform(tip.get_xydata()) for tip in tips]
    drawn = np.concatenate([np.empty((0, 2)), *drawn])
    return drawn[np.isfinite(drawn).all(axis=1)]


def test_open_end_follows_the_direction_and_the_scale_of_the_axis(ax):
    ax.set_yscale("log")
    result = cp.seed_errorbars(ax, cp.SeedSummary([1.0, 5.0], spread=[2.0, 1.0], n=3))
    assert "An arrow marks a whisker that reaches zero or less." in result.caption
    ax.invert_yaxis()
    ax.figure.canvas.draw()
    assert ax.bbox.y1 - 10 < open_ends(result)[0, 1] < ax.bbox.y1
    ax.set_yscale("linear")
    ax.figure.canvas.draw()
    assert len(open_ends(result)) == 0
    drawn = result.whiskers[0].get_transform().transform(segments(result)[0])
    np.testing.assert_allclose(drawn, ax.transData.transform([(0, -1), (0, 3)]))
    assert min(ax.get_ylim()) < -1


def test_open_end_of_a_horizontal_whisker_is_at_the_left(ax):
    ax.set_xscale("log")
    result = cp.seed_errorbars(
        ax, cp.SeedSummary([1.0, 5.0], spread=[2.0, 1.0]), orientation="horizontal"
    )
    ax.figure.canvas.draw()
    assert ax.bbox.x0 < open_ends(result)[0, 0] < ax.bbox.x0 + 10


def test_a_log_scale_that_comes_later_warns_of_points_it_hides(ax):
    cp.seed_errorbars(ax, {"run a": [-1.0, -2.0], "run b": [1.0, 2.0]})
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="centre of 'run a' is zero or less"):
        ax.figure.canvas.draw()


def test_single_seeds_that_a_log_axis_cannot_show_are_counted(ax):
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="1 single seed is zero or less"):
        result = cp.seed_errorbars(ax, {"a": [-1.0, 5.0, 6.0]})
    assert "1 single value of zero or less can't be shown." in result.caption


def test_positions_that_a_log_axis_cannot_show(ax):
    ax.set_xscale("log")
    with pytest.raises(ValueError, match="x = 0 "):
        cp.seed_errorbars(ax, {0: [1.0, 2.0], 1: [1.0, 2.0]})
    with pytest.raises(ValueError, match="categories have no place on a x axis with log scale"):
        cp.seed_errorbars(ax, {"a": [1.0, 2.0]})


# ---- summaries that are given


def test_given_spread(ax):
    summary = cp.SeedSummary(
        {"24L": 0.548740, "4L": 0.560165}, spread={"4L": 0.039089, "24L": 0.022761}, n=3
    )
    result = cp.seed_errorbars(ax, summary)
    data = rows(result.data)
    assert data.loc["24L", ["low", "high"]].tolist() == pytest.approx([0.525979, 0.571501])
    assert data.n.tolist() == [3, 3]
    assert result.caption == "Points: mean of 3 seeds; whiskers: ±1 sample SD."
    assert texts(result) == []
    assert result.seeds.empty


def test_two_by_two_bounds_are_bounds_by_name():
    summary = cp.SeedSummary([0.15, 0.35], low=[0.1, 0.3], high=[0.2, 0.4], kind="ci")
    found = cp.summarize_seeds(summary)
    assert found.low.tolist() == [0.1, 0.3]
    assert found.high.tolist() == [0.2, 0.4]


def test_uneven_bounds_are_not_called_an_sd(ax):
    result = cp.seed_errorbars(ax, cp.SeedSummary([0.3], low=[0.1], high=[0.4]))
    assert "±1 sample SD" not in result.caption
    assert "bounds as given" in result.caption
    even = cp.seed_errorbars(ax, cp.SeedSummary([0.3], low=[0.2], high=[0.4]))
    assert "whiskers: ±1 sample SD" in even.caption


def test_float_noise_is_clipped_and_a_real_contradiction_is_refused():
    found = cp.summarize_seeds(cp.SeedSummary([0.3], low=[0.3 + 5e-17], high=[0.4]))
    assert found.low.tolist() == [0.3]
    assert cp.summarize_seeds(cp.SeedSummary([0.3], spread=[-1e-17])).high.tolist() == [0.3]
    with pytest.raises(ValueError, match=r"low.*above the centre.*'b'"):
        cp.SeedSummary({"a": 0.3, "b": 0.3}, low=[0.2, 0.31], high=[0.4, 0.4])
    with pytest.raises(ValueError, match=r"high.*below the centre.*'a'"):
        cp.SeedSummary({"a": 0.3}, low=[0.2], high=[0.25])
    with pytest.raises(ValueError, match="spread: negative, for 'b'"):
        cp.SeedSummary({"a": 0.3, "b": 0.3}, spread=[0.1, -0.1])


@pytest.mark.parametrize("missing", ["N/A", "–", "", None, np.nan, pd.NA, "n/a"])
def test_missing_errors_mean_no_whisker(ax, missing):
    summary = cp.SeedSummary({"a": 0.3, "b": 0.4}, spread=[missing, 0.1], n=[3, 3])
    result = cp.seed_errorbars(ax, summary)
    assert len(segments(result)) == 1
    assert segments(result)[0, :, 1].tolist() == pytest.approx([0.3, 0.5])
    assert np.isnan(result.data.low[0])


def test_one_bound_makes_half_a_whisker(ax):
    result = cp.seed_errorbars(ax, cp.SeedSummary([0.3], low=[0.1], kind="90% bound"))
    assert segments(result)[0, :, 1].tolist() == [0.1, 0.3]
    assert np.isnan(result.data.high[0])
    assert "whiskers: 90% bound" in result.caption


def test_text_in_a_summary_is_an_error_that_names_it():
    with pytest.raises(TypeError, match=r"spread.*'b'.*0\.1\*"):
        cp.SeedSummary({"a": 0.3, "b": 0.4}, spread=[0.1, "0.1*"])
    with pytest.raises(TypeError, match=r"39\.84\*"):
        cp.SeedSummary({"a": "39.84*"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"spread": 0.1, "low": 0.1}, "either spread or low"),
        ({"spread": [0.1]}, "2"),
        ({"n": [1.5, 2]}, "n: expected whole numbers"),
        ({"n": [-1, 2]}, "n: expected whole numbers"),
        ({"n": [0, 2]}, "n: 0 seeds have no centre"),
        ({"n": 1, "spread": 0.1}, "n: 1 seed has no spread"),
        ({"x": ["a", "a"]}, "'a'"),
        ({"x": [1, 1]}, "'1'"),
        ({"x": ["a"]}, "2"),
        ({"kind": "wilson"}, "n: kind='wilson' needs the count"),
    ],
)
def test_contradictions_in_a_summary(options, words):
    with pytest.raises(ValueError, match=words):
        cp.SeedSummary([0.3, 0.4], **options)


def test_summary_of_one_seed_has_no_whisker(ax):
    result = cp.seed_errorbars(ax, cp.SeedSummary([0.3, 0.4], spread=[0, 0.1], n=[1, 3]))
    assert len(segments(result)) == 1
    assert texts(result) == ["n=1", "n=3"]


def test_summary_with_a_missing_centre(ax):
    result = cp.seed_errorbars(ax, cp.SeedSummary({"a": 0.3, "b": np.nan}, spread=0.1))
    assert texts(result) == ["n/a"]
    counted = cp.SeedSummary({"a": 0.3, "b": np.nan}, spread=0.1, n=[3, 0])
    assert texts(cp.seed_errorbars(ax, counted)) == ["n=3", "n=0"]


def test_summary_of_several_series(ax):
    center = pd.DataFrame({"p": [0.1, 0.2], "q": [0.3, 0.4]}, index=["a", "b"])
    half = center[["q", "p"]].loc[["b", "a"]] / 10
    result = cp.seed_errorbars(ax, cp.SeedSummary(center, spread=half, n=5))
    data = result.data
    np.testing.assert_allclose(data.high, data.center * 1.1)
    assert [name for _, name in result.entries] == ["p", "q"]
    with pytest.raises(ValueError, match=r"spread.*2 series"):
        cp.SeedSummary(center, spread=[0.1, 0.1])


def test_summary_at_numeric_positions(ax):
    result = cp.seed_errorbars(ax, cp.SeedSummary([0.1, 0.2], x=[256, 4096], n=1))
    assert result.points[0].get_xdata().tolist() == [256, 4096]
    assert result.data.x.tolist() == [256, 4096]


def test_wilson_interval_from_a_proportion_and_its_count():
    found = cp.summarize_seeds(cp.SeedSummary([0.5], n=[10], kind="wilson"))
    z2 = 1.959963984540054**2
    half = np.sqrt(z2 * 2.5 + z2**2 / 4) / (10 + z2)
    assert found.low[0] == pytest.approx(0.5 - half, rel=1e-9)
    assert found.high[0] == pytest.approx(0.5 + half, rel=1e-9)


def test_caption_of_a_given_interval_claims_no_method(ax):
    summary = cp.SeedSummary([0.3], low=[0.1], high=[0.4], kind="ci", n=5)
    caption = cp.seed_errorbars(ax, summary, level=0.9).caption
    assert caption == "Points: mean of 5 seeds; whiskers: 90% confidence interval."


def test_spread_of_a_summary_cannot_be_made_another(ax):
    summary = cp.SeedSummary([0.3], spread=[0.1], kind="se")
    with pytest.raises(ValueError, match=r"spread: the whiskers.*'se'"):
        cp.seed_errorbars(ax, summary, spread="ci")
    with pytest.raises(ValueError, match="seeds: a SeedSummary"):
        cp.seed_errorbars(ax, summary, seeds=True)
    assert cp.seed_errorbars(ax, summary, spread=None).whiskers == ()
    assert "±1 standard error" in cp.seed_errorbars(ax, summary).caption


# ---- band, names, captions


def test_median_spread_band(ax):
    means = [0.548740, 0.560165, 0.563683, 0.572054]
    summary = cp.SeedSummary(means, spread=[0.022761, 0.039089, 0.032115, 0.008704], n=3)
    result = cp.seed_errorbars(ax, summary, band="median_spread")
    middle, half = sum(means) / 4, (0.022761 + 0.032115) / 2
    assert result.band.get_y() == pytest.approx(middle - half, abs=1e-9)
    assert result.band.get_height() == pytest.approx(2 * half, abs=1e-9)
    assert result.caption.endswith("Band: mean of the 4 means ± median sample SD (0.0274).")
    assert result.band.get_zorder() < result.whiskers[0].get_zorder()


def test_band_from_numbers_and_what_it_refuses(ax):
    data = {"a": [0.1, 0.3]}
    band = cp.seed_errorbars(ax, data, band=(0.0, 0.5), orientation="horizontal").band
    assert (band.get_x(), band.get_width()) == (0.0, 0.5)
    for wrong, error in (((0.5, 0.1), ValueError), ((0, np.nan), ValueError), ("sd", ValueError)):
        with pytest.raises(error, match="band"):
            cp.seed_errorbars(ax, data, band=wrong)
    with pytest.raises(TypeError, match="band"):
        cp.seed_errorbars(ax, data, band=3)
    with pytest.raises(ValueError, match="band: 'median_spread' needs whiskers"):
        cp.seed_errorbars(ax, {"a": [0.1]}, band="median_spread")


def test_names_of_points(ax):
    data = {"p": {1: [1.0, 2.0], 2: [2.0, 3.0]}, "q": {1: [5.0, 6.0], 2: [6.0, 7.0]}}
    listed = cp.seed_errorbars(ax, data, point_labels=["one", "two"])
    assert texts(listed) == ["one", "one", "two", "two"]
    listed.remove()
    each = cp.seed_errorbars(ax, data, point_labels=["a", "b", "c", None])
    assert texts(each) == ["a", "b", "c"]
    each.remove()
    named = cp.seed_errorbars(ax, data, point_labels={(1, "q"): "b=1"})
    assert texts(named) == ["b=1"]
    named.remove()
    made = cp.seed_errorbars(
        ax,
        data,
        point_labels=lambda point: f"{point.series}{point.x:.0f}: {point.center} {point.n}",
    )
    assert texts(made) == ["p1: 1.5 2", "q1: 5.5 2", "p2: 2.5 2", "q2: 6.5 2"]
    for wrong in (["a"], {"z": "?"}):
        with pytest.raises(ValueError, match="point_labels"):
            cp.seed_errorbars(ax, data, point_labels=wrong)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Points: mean of 3 seeds; whiskers: ±1 sample SD; small dots: single seeds."),
        ({"seeds": False}, "Points: mean of 3 seeds; whiskers: ±1 sample SD."),
        (
            {"seeds": False, "spread": "ci", "level": 0.9},
            "Points: mean of 3 seeds; whiskers: 90% t interval.",
        ),
        (
            {"seeds": False, "center": "median", "spread": "bootstrap"},
            "Points: median of 3 seeds; whiskers: 95% percentile bootstrap interval.",
        ),
        (
            {"seeds": False, "center": "iqm", "spread": "range"},
            "Points: interquartile mean of 3 seeds; whiskers: minimum to maximum.",
        ),
        ({"seeds": False, "spread": None}, "Points: mean of 3 seeds."),
    ],
)
def test_captions(ax, options, words):
    data = {"a": [0.1, 0.2, 0.4], "b": [0.2, 0.3, 0.3]}
    assert cp.seed_errorbars(ax, data, **options).caption == words


def test_caption_of_unequal_counts(ax):
    caption = cp.seed_errorbars(ax, RAGGED).caption
    assert caption.startswith("Points: mean of 2 to 3 seeds; whiskers: ±1 sample SD")


# ---- the Axes


def test_remove_leaves_what_was_there(ax):
    (line,) = ax.plot([0, 1], [0, 1])
    result = cp.seed_errorbars(ax, RAGGED, band=(0.1, 0.2), point_labels=list("abcd"))
    result.remove()
    assert ax.lines[:] == [line]
    assert (ax.collections[:], ax.patches[:], ax.texts[:], ax.containers[:]) == ([], [], [], [])
    ax.figure.canvas.draw()


def test_limits_include_everything_and_survive_relim(ax):
    ax.margins(0)
    result = cp.seed_errorbars(ax, {"a": [0.0, 1.0, 5.0]}, spread="sd")
    assert ax.get_ylim()[0] <= min(0, result.data.low[0])
    assert ax.get_ylim()[1] >= 5
    before = ax.get_ylim()
    ax.relim()
    ax.autoscale_view()
    assert ax.get_ylim() == pytest.approx(before)


def test_limits_set_by_hand_stay(ax):
    ax.set_ylim(0, 1)
    cp.seed_errorbars(ax, {"a": [2.0, 3.0]})
    ax.figure.canvas.draw()
    assert ax.get_ylim() == (0, 1)


def test_nothing_else_is_touched(ax):
    data = {"a": np.array([0.3, 0.1, 0.2])}
    kept = data["a"].copy()
    before = dict(mpl.rcParams)
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    figures = plt.get_fignums()
    cp.seed_errorbars(ax, data, spread="bootstrap")
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == figures
    assert (np.random.get_state()[1] == state).all()  # noqa: NPY002
    np.testing.assert_array_equal(data["a"], kept)


def test_figure_can_be_pickled_with_open_whiskers_and_dots(ax):
    ax.set_yscale("log")
    cp.seed_errorbars(ax, {"p": {1: [1.0, 5.0]}, "q": {1: [0.1, 4.0]}})
    pickle.loads(pickle.dumps(ax.figure)).canvas.draw()


PROGRAM = """
import hashlib, io
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot as plt
import cardplot as cp
plt.style.use("cardplot.card")
figure, ax = plt.subplots()
cp.seed_errorbars(ax, {"a": [0.9, 0.93, 0.92], "b": [0.5, 0.5, 0.5, 0.7]}, spread="bootstrap")
file = io.BytesIO()
figure.savefig(file, format="svg", metadata={"Date": None})
print(hashlib.sha256(file.getvalue()).hexdigest())
"""


def test_two_processes_draw_the_same_bytes():
    runs = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
    assert len(runs.pop().strip()) == 64


def test_a_second_draw_changes_nothing(ax):
    cp.seed_errorbars(ax, {"p": RAGGED, "q": RAGGED}, point_labels=list("abcd"))

    def image():
        file = io.BytesIO()
        ax.figure.savefig(file, format="rgba", dpi=80)
        return hashlib.sha256(file.getvalue()).digest()

    assert image() == image()


@pytest.mark.parametrize("center", [1e300, 1e-300])
def test_extreme_numbers(ax, center):
    result = cp.seed_errorbars(ax, {"a": [center, 1.5 * center]})
    assert result.data.center[0] == pytest.approx(1.25 * center)
    assert result.data.high[0] - result.data.center[0] == pytest.approx(
        center * 0.35355339059327373, rel=1e-9
    )


def test_all_groups_empty(ax):
    result = cp.seed_errorbars(ax, {"a": [], "b": [np.nan]})
    assert texts(result) == ["n=0", "n=0"]
    assert ax.get_xlim()[0] < 0
    assert ax.get_xlim()[1] > 1


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"orientation": "up"}, ValueError, "orientation: expected one of 'vertical'"),
        ({"seeds": "some"}, ValueError, "seeds: expected one of"),
        ({"show_n": 1}, ValueError, "show_n: expected one of"),
        ({"spread": "sem"}, ValueError, "spread.*'sem'"),
        ({"center": "mode"}, ValueError, "center.*'mode'"),
        ({"level": 95}, ValueError, "level"),
        ({"colors": ["#12345"]}, ValueError, "colors"),
        ({"markers": ["oo"]}, ValueError, "markers.*'oo'"),
        ({"empty": 3}, TypeError, "empty"),
        ({"center": "median", "spread": "ci"}, ValueError, "ci"),
    ],
)
def test_unknown_options(ax, options, error, words):
    with pytest.raises(error, match=words):
        cp.seed_errorbars(ax, {"a": [1.0, 2.0]}, **options)
    assert (ax.lines[:], ax.collections[:], ax.patches[:], ax.texts[:]) == ([], [], [], [])


def test_text_where_a_seed_belongs(ax):
    with pytest.raises(TypeError, match=r"39\.84\*"):
        cp.seed_errorbars(ax, {"a": [39.4, "39.84*"]})
    with pytest.raises(KeyError, match="score"):
        cp.seed_errorbars(ax, pd.DataFrame({"m": ["a"], "v": [1.0]}), x="m", y="score")


def test_names_are_literal(ax):
    result = cp.seed_errorbars(ax, {"cost $a_$b": [1.0, 2.0], "_x": [1.0]}, empty="$")
    assert texts(result) == ["n=2", "n=1"]
    ax.figure.canvas.draw()
    assert [text.get_parse_math() for text in ax.get_xticklabels()] == [False, False]


def test_tick_labels_name_numeric_positions(ax):
    ax.set_xscale("log", base=2)
    cp.seed_errorbars(ax, {256: [1.0, 2.0], 4096: [2.0, 3.0]}, tick_labels=["256", "4,096"])
    ax.figure.canvas.draw()
    assert [text.get_text() for text in ax.get_xticklabels()] == ["256", "4,096"]
    np.testing.assert_allclose(ax.get_xticks(), [256, 4096])


def test_an_empty_slot_is_marked_on_a_logit_axis(ax):
    ax.set_yscale("logit")
    result = cp.seed_errorbars(ax, {"a": [0.5, 0.6], "b": []})
    ax.figure.canvas.draw()
    assert texts(result)[-1] == "n=0"
    assert result.unplaced == ()


@pytest.mark.parametrize(
    "option", [{"connect": 2}, {"colors": 3}, {"colors": ["bleu"]}, {"point_labels": 1.5}]
)
def test_an_option_of_another_kind_is_named(ax, option):
    with pytest.raises((TypeError, ValueError), match=next(iter(option))):
        cp.seed_errorbars(ax, {"a": [1.0, 2.0]}, **option)
    assert ax.lines[:] == []


@pytest.mark.parametrize(
    ("n", "caption"),
    [
        (None, "Points: mean; whiskers: ±1 sample SD; number of seeds not stated."),
        (
            [3, None],
            "Points: mean of 3 seeds; whiskers: ±1 sample SD; "
            "number of seeds not stated for 1 of 2 points.",
        ),
        ([3, 3], "Points: mean of 3 seeds; whiskers: ±1 sample SD."),
    ],
)
def test_a_summary_says_of_how_many_seeds_or_that_nobody_said(ax, n, caption):
    summary = cp.SeedSummary({"a": 0.3, "b": 0.4}, spread=0.1, n=n)
    assert cp.seed_errorbars(ax, summary).caption == caption


def test_a_summary_names_itself_in_errors():
    twice = pd.Series([1.0, 2.0], index=["a", "a"])
    with pytest.raises(ValueError, match=r"^'center"):
        cp.SeedSummary({"one": twice})


def test_a_count_beyond_whole_numbers_of_a_float_is_refused():
    with pytest.raises(ValueError, match=r"^n: "):
        cp.SeedSummary({"a": 0.3}, n=2.2e120)
