"""Training curves: statistics, forms of data, what is drawn where seeds are fewer, smoothing."""

from __future__ import annotations

import io
import pickle

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from drawn import new, pixels
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgba
from matplotlib.transforms import IdentityTransform
from scipy import stats

import cardplot as cp
from cardplot._curves.smoothing import smoothing
from cardplot._curves.thinning import thinned
from cardplot._statistics import summarize, summarize_columns

RNG = np.random.default_rng(5)
STEPS = 40
BASE = np.exp(-np.arange(STEPS) / 15) + RNG.normal(0, 0.05, (6, STEPS)) + 0.5


@pytest.fixture(autouse=True)
def _theme():
    with mpl.style.context("cardplot.card"):
        yield


def axes(engine=None):
    return new(engine, figsize=(6.75, 4)).subplots()


def holes(values, share=0.2):
    gone = np.random.default_rng(1).random(values.shape) < share
    return np.where(gone, np.nan, values)


def long_table(data, **more):
    rows = [
        (step, value, name, seed)
        for name, values in data.items()
        for seed, curve in enumerate(values)
        for step, value in enumerate(curve)
    ]
    return pd.DataFrame(rows, columns=["step", "loss", "model", "seed"]).assign(**more)


LONG = {"x": "step", "y": "loss", "hue": "model", "seed": "seed"}


# ---- statistics


@pytest.mark.parametrize("center", ["mean", "median", "iqm"])
@pytest.mark.parametrize("spread", ["sd", "se", "ci", "range", "iqr", None])
def test_columns_are_summarised_as_single_groups_are(center, spread):
    if spread in ("se", "ci") and center != "mean":
        return
    values = holes(BASE)
    found = summarize_columns(values, center, spread)
    for column, seeds in enumerate(values.T):
        alone = summarize(seeds[~np.isnan(seeds)], center, spread)
        expected = [alone.center, alone.low, alone.high, alone.n]
        np.testing.assert_allclose([part[column] for part in found], expected, rtol=1e-12)


def test_columns_against_numpy_and_scipy():
    mean, low, high, n = summarize_columns(BASE, spread="ci", level=0.9)
    half = stats.t.ppf(0.95, 5) * stats.sem(BASE, axis=0)
    np.testing.assert_allclose(mean, BASE.mean(axis=0))
    np.testing.assert_allclose(high - mean, half)
    np.testing.assert_allclose(mean - low, half)
    assert (n == 6).all()
    np.testing.assert_allclose(
        summarize_columns(BASE, "iqm", None)[0], stats.trim_mean(BASE, 0.25, axis=0)
    )


@pytest.mark.parametrize("center", ["mean", "median", "iqm"])
def test_bootstrap_of_columns_by_hand(center):
    _, low, high, _ = summarize_columns(BASE, center, "bootstrap", 0.8, rng=3)
    drawn = np.random.default_rng(3).integers(0, 6, (1000, 6))
    # Means resample the seeds as they are, the others their ranks.
    rows = BASE if center == "mean" else np.sort(BASE, axis=0)
    statistic = {
        "mean": lambda v: v.mean(axis=1),
        "median": lambda v: np.median(v, axis=1),
        "iqm": lambda v: stats.trim_mean(v, 0.25, axis=1),
    }[center]
    expected = np.quantile(statistic(rows[drawn]), [0.1, 0.9], axis=0)
    np.testing.assert_allclose([low, high], expected, rtol=1e-9)


def test_bootstrap_is_close_to_that_of_single_groups_and_repeats():
    low, high = summarize_columns(BASE, spread="bootstrap")[1:3]
    again = summarize_columns(BASE, spread="bootstrap")[1:3]
    np.testing.assert_array_equal([low, high], again)
    alone = [summarize(seeds, spread="bootstrap") for seeds in BASE.T]
    np.testing.assert_allclose(low, [one.low for one in alone], atol=0.01)
    np.testing.assert_allclose(high, [one.high for one in alone], atol=0.01)


def test_tiny_and_huge_columns_side_by_side():
    seeds = np.array([0.6, 0.8, 0.35])
    values = np.stack([np.ldexp(seeds, -900), seeds, np.ldexp(seeds, 900)], axis=1)
    mean, low, _, _ = summarize_columns(values)
    np.testing.assert_allclose(mean, np.ldexp(mean[1], [-900, 0, 900]))
    np.testing.assert_allclose(low, np.ldexp(low[1], [-900, 0, 900]))


# ---- forms of data

DATA = {"adam": BASE[:3], "sgd": BASE[3:] + 0.3}
TWO_LEVELS = pd.concat({name: pd.DataFrame(values.T) for name, values in DATA.items()}, axis=1)
FORMS = {
    "arrays": (DATA, {}),
    "lists": ({name: list(values) for name, values in DATA.items()}, {}),
    "series": ({name: [pd.Series(c) for c in v] for name, v in DATA.items()}, {}),
    "frames": ({name: pd.DataFrame(values.T) for name, values in DATA.items()}, {}),
    "by seed": ({name: dict(enumerate(values)) for name, values in DATA.items()}, {}),
    "two levels": (TWO_LEVELS, {}),
    "long": (long_table(DATA), LONG),
    "shuffled": (long_table(DATA).sample(frac=1, random_state=1).sort_values("model"), LONG),
    "items": (list(DATA.values()), {"labels": ["adam", "sgd"]}),
    "x given": (DATA, {"x": list(range(STEPS))}),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_figure(form):
    data, kwargs = FORMS[form]
    result = cp.seed_curves(axes(), data, **kwargs)
    table = result.data
    assert list(table) == ["x", "series", "center", "low", "high", "n"]
    for (name, values), line in zip(DATA.items(), result.lines, strict=True):
        rows = table[table["series"] == name]
        mean, sd = values.mean(axis=0), values.std(axis=0, ddof=1)
        np.testing.assert_array_equal(rows["x"], np.arange(STEPS))
        np.testing.assert_allclose(rows[["center", "low", "high"]].T, [mean, mean - sd, mean + sd])
        np.testing.assert_allclose(line.get_xydata(), np.stack([np.arange(STEPS), mean], axis=1))
        assert (rows["n"] == 3).all()
    assert [text.get_text() for text in result.labels] == ["adam", "sgd"]
    assert result.caption == "Lines: mean of 3 seeds; bands: ±1 sample SD."


@pytest.mark.parametrize("zone", [None, "Asia/Seoul"])
def test_dates_are_steps(zone):
    days = pd.date_range("2024-03-01", periods=3, tz=zone)
    result = cp.seed_curves(axes(), pd.DataFrame([[1, 2], [2, 3], [3, 4.0]], index=days))
    expected = days if zone is None else days.tz_convert(None)
    assert list(result.data["x"]) == list(expected)
    assert result.axes.xaxis.have_units()
    np.testing.assert_allclose(result.lines[0].get_xdata(orig=False), mpl.dates.date2num(expected))


REFUSED = {
    "twice": (
        pd.DataFrame({"s": [0, 0, 1], "v": [1.0, 2, 3]}),
        {"x": "s", "y": "v"},
        r"2 values at x = 0 \(rows 0, 1\).*seed=",
    ),
    "twice with seed": (
        long_table({"a": [[1, 2]]}, step=7),
        LONG,
        r"2 values of 'a', seed '0' at x = 7",
    ),
    "other steps": (
        {"a": [pd.Series([1, 2, 3], [0, 10, 20]), pd.Series([1, 2, 3], [0, 15, 20])]},
        {},
        r"'a'.*different steps: seed '0' has none at x = 15, seed '1' has none at x = 10.*align",
    ),
    "every other step": (
        pd.DataFrame({"p": np.arange(12.0), "q": [1, np.nan] * 6}),
        {},
        r"seed 'q' has none at x = 1, 3, 5 and 2 more",
    ),
    "no steps": (long_table(DATA), {"y": "loss"}, "needs x="),
    "empty": ({}, {}, "empty"),
    "three levels": (np.zeros((2, 2, 2)), {}, "one-dimensional"),
    "missing step": (pd.DataFrame({"s": [0, None], "v": [1, 2]}), {"x": "s", "y": "v"}, "step is"),
    "names": (DATA, {"names": "start"}, "names: expected one of"),
    "align": (DATA, {"align": "drop"}, "align: expected one of"),
    "smooth": (DATA, {"smooth": ("gauss", 3)}, "smooth: expected a half-life"),
    "smooth width": (DATA, {"smooth": 0}, "smooth: expected more than 0"),
    "linestyles": (DATA, {"linestyles": "wavy"}, "linestyles: expected a line style"),
    "few steps": (DATA, {"x": [1, 2]}, "'x' must have a step for each of 40 values"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_named_and_nothing_drawn(case):
    data, kwargs, words = REFUSED[case]
    ax = axes()
    with pytest.raises(ValueError, match=words):
        cp.seed_curves(ax, data, **kwargs)
    assert not ax.lines
    assert not ax.collections
    assert not ax.patches


def test_text_is_named():
    with pytest.raises(TypeError, match=r"'y' column 'loss', row 1.*'N/A' is text"):
        cp.seed_curves(axes(), long_table({"a": [[1, "N/A"]]}), **LONG)


def test_interpolation_stays_within_each_run():
    runs = [pd.Series([0.0, 4, 8], [0, 4, 8]), pd.Series([10.0, 20], [2, 6])]
    result = cp.seed_curves(axes(), {"a": runs}, align="interpolate", seeds=True)
    np.testing.assert_array_equal(result.data["x"], [0, 2, 4, 6, 8])
    np.testing.assert_array_equal(result.data["n"], [1, 2, 2, 2, 1])
    np.testing.assert_allclose(result.data["center"], [0, 6, 9.5, 13, 8])
    assert "Seeds interpolated linearly to common steps." in result.caption


def test_a_metric_that_is_logged_now_and_then_has_no_gaps():
    sparse = np.full((2, 20), np.nan)
    sparse[:, ::4] = BASE[:2, :5]
    assert list(cp.seed_curves(axes(), sparse).data["x"]) == [0, 4, 8, 12, 16]


# ---- fewer seeds, gaps, divergence


def uneven():
    values = BASE[:4].copy()
    values[1, 10:13] = np.nan
    values[2, 30:] = np.nan
    values[3, 20] = np.inf
    values[3, 21:] = np.nan
    return values


def test_gaps_are_missing_and_ends_diverged():
    result = cp.seed_curves(axes(), {"a": uneven()})
    n = np.array([4] * 10 + [3] * 3 + [4] * 7 + [3] * 10 + [2] * 10)
    np.testing.assert_array_equal(result.data["n"], n)
    (mark,) = result.diverged
    np.testing.assert_allclose(mark.get_xydata(), [[29, BASE[2, 29]], [19, BASE[3, 19]]])
    assert result.caption == (
        "Lines: mean of 4 seeds; bands: ±1 sample SD. "
        "Drawn thinner with fewer seeds: a from x = 10 (n=2 to 3). "
        "× marks the last value of runs that diverged: 2 of 4 (a)."
    )


@pytest.mark.parametrize("form", ["frame", "masked", "ragged", "long"])
def test_runs_that_end_have_not_diverged(form):
    short = [BASE[0], BASE[1][:25]]
    frame = pd.DataFrame({"p": pd.Series(short[0]), "q": pd.Series(short[1])})
    data = {
        "frame": frame,
        "masked": np.ma.masked_invalid(frame.to_numpy().T),
        "ragged": [short],
        "long": long_table({"a": short}),
    }[form]
    data = {"a": short} if form == "ragged" else data
    result = cp.seed_curves(axes(), data, **(LONG if form == "long" else {}))
    assert result.diverged == ()
    np.testing.assert_array_equal(result.data["n"], [2] * 25 + [1] * 15)
    assert np.isnan(result.data["low"][25:]).all()
    assert "no band where n=1" in result.caption
    assert "(n=1)" in result.caption


def drawn(line):
    """Return the points that are drawn of a line, in data coordinates."""
    path = line.get_transform().transform_path(line.get_path())
    points = line.axes.transData.inverted().transform(path.vertices)
    return points[~np.isnan(points).any(axis=1)]


def test_fewer_seeds_are_drawn_thinner():
    result = cp.seed_curves(axes(), {"a": uneven()})
    (line,), (thin,), (band,) = result.lines, result.fewer, result.bands
    assert thin.get_linewidth() < 0.6 * line.get_linewidth()
    pixels(result.axes.figure)
    np.testing.assert_allclose(drawn(line)[:, 0].round(), [*range(10), *range(13, 20)])
    np.testing.assert_allclose(drawn(thin)[:, 0].round(), [*range(9, 14), *range(19, 40)])
    full, few = band.get_facecolor()[:, 3][[0, -1]]
    assert few < full
    reach = [path.vertices[:, 0] for path in band.get_paths()]
    assert [(x.min(), x.max()) for x in reach] == [(0, 9), (13, 19), (9, 13), (19, 39)]


def test_a_point_without_neighbours_is_seen():
    values = np.array([[1.0, np.nan, 2, 3], [1, np.nan, 2, 3]])
    (line,) = cp.seed_curves(axes(), values).lines
    assert line.get_markevery() == [0]
    assert line.get_marker() == "o"
    (line,) = cp.seed_curves(axes(), {"a": [[1.0], [2.0]]}).lines
    assert line.get_markevery() == [0]


def test_a_run_that_diverged_far_away_does_not_spoil_the_limits():
    values = BASE[:5].copy()
    values[0, 20:] = np.nan
    values[0, 19] = 1e9
    ax = axes()
    result = cp.seed_curves(ax, values, center="median", spread="iqr")
    assert ax.get_ylim()[1] < 3
    (mark,) = result.diverged
    pixels(ax.figure)
    at = mark.get_transform().transform(mark.get_xydata())[0]
    assert at[1] == pytest.approx(ax.bbox.y1)


def test_nothing_finite_is_said():
    values = np.array([[np.nan, np.nan], [1, 2.0], [2, 3]])
    caption = cp.seed_curves(axes(), values).caption
    assert caption.startswith("Lines: mean of 2 seeds")
    assert caption.endswith("1 run without any finite value.")


# ---- smoothing


def slow(x, y, kind, width, ahead=False):
    out = np.full(len(y), np.nan)
    for i in range(len(y)):
        if np.isnan(y[i]):
            continue
        if kind == "ema":
            weights = np.where(x <= x[i], 0.5 ** ((x[i] - x) / width), 0)
        elif ahead:
            weights = (np.abs(x - x[i]) <= width / 2 + 1e-9).astype(float)
        else:
            weights = ((x <= x[i]) & (x > x[i] - width + 1e-9)).astype(float)
        weights = weights * ~np.isnan(y)
        out[i] = (weights * np.nan_to_num(y)).sum() / weights.sum()
    return out


UNEVEN = np.cumsum(np.random.default_rng(2).integers(1, 9, STEPS)).astype(float)
SMOOTHS = [7, ("ema", 3.5), ("window", 12), ("window", 12, "centered"), ("window", 0.5)]


@pytest.mark.parametrize("smooth", SMOOTHS)
@pytest.mark.parametrize("x", [np.arange(STEPS) * 0.1, UNEVEN], ids=["even", "uneven"])
def test_smoothing_is_what_a_slow_loop_computes(smooth, x):
    values = holes(BASE)
    kind, width, *ahead = smooth if isinstance(smooth, tuple) else ("ema", smooth)
    found = smoothing(smooth, dates=False).of(x, values)
    for row, curve in zip(found, values, strict=True):
        np.testing.assert_allclose(row, slow(x, curve, kind, width, bool(ahead)), rtol=1e-12)


def test_half_life_is_that_of_pandas():
    times = pd.to_datetime("2024-01-01") + pd.to_timedelta(UNEVEN, unit="D")
    frame = pd.DataFrame(BASE[:2].T, index=times)
    result = cp.seed_curves(axes(), frame, smooth=pd.Timedelta(days=9), spread=None)
    expected = frame.ewm(halflife="9D", times=times).mean().mean(axis=1)
    np.testing.assert_allclose(result.data["center"], expected)


@pytest.mark.parametrize("smooth", [s for s in SMOOTHS if s != SMOOTHS[3]])
def test_nothing_leaks_from_the_future(smooth):
    later = BASE.copy()
    later[:, 25:] = 1e6
    one, two = (smoothing(smooth, dates=False).of(UNEVEN, values) for values in (BASE, later))
    np.testing.assert_array_equal(one[:, :25], two[:, :25])


def test_each_seed_is_smoothed_and_the_caption_says_so():
    result = cp.seed_curves(axes(), {"a": BASE}, smooth=5)
    smoothed = smoothing(5, dates=False).of(np.arange(STEPS, dtype=float), BASE)
    np.testing.assert_allclose(result.data["center"], smoothed.mean(axis=0))
    sd = smoothed.std(axis=0, ddof=1)
    np.testing.assert_allclose(result.data["high"] - result.data["center"], sd)
    (behind,) = result.unsmoothed
    np.testing.assert_allclose(behind.get_ydata(), BASE.mean(axis=0))
    assert to_rgba(behind.get_color())[3] < 0.5
    assert result.caption.endswith(
        "Each seed smoothed before (exponential, half-life 5); faint lines: mean without smoothing."
    )
    assert list(result.more()) == ["without smoothing"]


def test_no_smoothing_by_default():
    assert cp.seed_curves(axes(), BASE).unsmoothed == ()


# ---- drawing


def test_single_curves_in_place_of_the_band():
    result = cp.seed_curves(axes(), {"a": uneven()}, seeds=True)
    assert result.bands == ()
    assert np.isnan(result.data["low"]).all()
    (curves,) = result.curves
    y = curves.get_ydata().reshape(4, STEPS + 1)[:, :-1]
    np.testing.assert_array_equal(y, np.where(np.isfinite(uneven()), uneven(), np.nan))
    assert curves.get_linewidth() < 0.5 * result.lines[0].get_linewidth()
    table = result.more()["seeds"]
    assert list(table) == ["x", "series", "seed", "value"]
    assert len(table) == np.isfinite(uneven()).sum()
    assert "thin lines: single seeds" in result.caption


def test_curves_fill_the_width_of_the_panel():
    ax = axes()
    cp.seed_curves(ax, {"a": BASE})
    assert ax.get_xlim() == (0, STEPS - 1)
    ax.set_xscale("log")
    assert ax.get_xlim() == (1, STEPS - 1)


def test_names_stand_in_the_order_of_the_ends():
    ax = axes("constrained")
    data = {"mid": BASE + 0.2, "low": BASE, "high": BASE + 0.4}
    result = cp.seed_curves(ax, data)
    pixels(ax.figure)
    tops = {text.get_text(): text.get_window_extent().y0 for text in result.labels}
    assert sorted(tops, key=tops.get) == ["low", "mid", "high"]
    assert result.unplaced == ()


@pytest.mark.parametrize("names", ["end", "legend", None])
def test_legends_find_the_names(names):
    ax = axes()
    result = cp.seed_curves(ax, DATA, names=names)
    assert len(result.labels) == (2 if names == "end" else 0)
    if names is not None:
        texts = [text.get_text() for text in cp.legend(ax).get_texts()]
        assert texts == ["adam", "sgd"]


def test_steps_of_zero_on_a_log_axis_are_left_out():
    ax = axes()
    ax.set(xscale="log", yscale="log")
    result = cp.seed_curves(ax, {"a": BASE})
    assert result.caption.endswith("A log axis can't show x = 0.")
    pixels(ax.figure)
    np.testing.assert_allclose(drawn(result.lines[0])[0], [1, BASE[:, 1].mean()], rtol=1e-2)
    path = result.bands[0].get_transform().transform_path(result.bands[0].get_paths()[0])
    assert path.vertices[:, 0].min() >= ax.bbox.x0 - 0.1


def test_a_band_through_zero_is_open_on_a_log_axis():
    ax = axes()
    ax.set_yscale("log")
    values = np.array([[1.0, 1, 1], [1, 3, 1], [1.1, 0.001, 1.2]])
    result = cp.seed_curves(ax, values)
    assert result.data["low"][1] < 0
    assert ax.get_ylim()[0] > 0.1
    pixels(ax.figure)
    path = result.bands[0].get_transform().transform_path(result.bands[0].get_paths()[0])
    assert path.vertices[:, 1].min() < ax.bbox.y0


def test_a_log_scale_that_comes_later_is_warned_of():
    ax = axes()
    cp.seed_curves(ax, {"a": [[1.0, 0, 2], [1, 0, 2]]})
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="centre of a is zero or less at some steps"):
        pixels(ax.figure)


# ---- thinning


def many(kind):
    rng = np.random.default_rng(4)
    start = np.exp(-np.arange(10_000) / 2_000)
    steps = rng.normal(0, 0.1, (3, 10, 10_000))
    if kind == "walk":
        steps = np.cumsum(steps / 10, axis=2)
    return {name: start + 0.3 * row + steps[row] for row, name in enumerate(("a", "b", "c"))}


@pytest.mark.parametrize("kind", ["walk", "noise"])
@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_thousands_of_points_make_small_files(kind, form):
    ax = axes()
    cp.seed_curves(ax, many(kind))
    file = io.BytesIO()
    ax.figure.savefig(file, format=form)
    assert len(file.getvalue()) < 300_000


def test_the_picture_stays_the_same_to_a_pixel():
    ax = axes()
    result = cp.seed_curves(ax, many("walk"), names=None)
    thin = pixels(ax.figure).astype(int)
    for artist in (*result.lines, *result.bands):
        artist.set_transform(ax.transData)
    full = pixels(ax.figure).astype(int)
    # Every pixel has a colour between those of its neighbours in the other picture.
    for one, other in ((thin, full), (full, thin)):
        near = [np.roll(other, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        beyond = np.maximum(np.min(near, axis=0) - one, one - np.max(near, axis=0))
        assert beyond.max() <= 50
        assert (beyond > 12).mean() < 2e-4
    assert np.abs(thin - full).mean() < 0.3


def test_zoom_shows_all_points_again():
    ax = axes()
    (line, *_) = cp.seed_curves(ax, many("noise"), names=None).lines
    ax.set_xlim(5000, 5050)
    pixels(ax.figure)
    shown = drawn(line)
    assert ((shown[:, 0] > 4999.5) & (shown[:, 0] < 5050.5)).sum() == 51
    assert len(line.get_xdata()) == 10_000


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.floats(0, 50), st.floats(-9, 9) | st.just(np.nan)), max_size=300),
    st.floats(0.3, 3),
)
def test_thinning_keeps_ends_and_extremes(points, width):
    points = np.array(sorted(points, key=lambda p: p[0]), dtype=float).reshape(-1, 2)
    found = thinned(points, width)
    there = points[~np.isnan(points).any(axis=1)]
    kept = found[~np.isnan(found).any(axis=1)]
    assert len(kept) <= len(there)
    if len(there):
        np.testing.assert_allclose(kept[[0, -1]], there[[0, -1]], atol=0.01)
        for column in np.unique(np.floor(there[:, 0] / width)):
            own = there[np.floor(there[:, 0] / width) == column]
            edges = (own[:, 0].min() - 0.011, own[:, 0].max() + 0.011)
            near = kept[(kept[:, 0] >= edges[0]) & (kept[:, 0] <= edges[1])]
            assert near[:, 1].min() <= own[:, 1].min() + 0.011
            assert near[:, 1].max() >= own[:, 1].max() - 0.011


# ---- what others do with it


def test_the_csv_read_back_is_the_same_figure():
    result = cp.seed_curves(axes(), {"b": uneven()[:3], "a": BASE + 0.3})
    table = pd.read_csv(io.StringIO(result.data.to_csv(index=False)))
    again = cp.seed_curves(axes(), table)
    pd.testing.assert_frame_equal(again.data, result.data)
    for artist in result.diverged:
        artist.remove()
    np.testing.assert_array_equal(pixels(result.axes.figure), pixels(again.axes.figure))
    assert result.caption.startswith(again.caption)


def test_the_csv_of_a_series_without_a_name():
    result = cp.seed_curves(axes(), BASE)
    table = pd.read_csv(io.StringIO(result.data.to_csv(index=False)))
    pd.testing.assert_frame_equal(cp.seed_curves(axes(), table).data, result.data)


def test_a_seed_summary_draws_curves():
    summary = cp.SeedSummary({1: 2.0, 3: 1.5, 2: 1.8}, spread=0.1, n=4, kind="se")
    result = cp.seed_curves(axes(), summary)
    np.testing.assert_array_equal(result.data["x"], [1, 2, 3])
    np.testing.assert_allclose(result.data["low"], [1.9, 1.7, 1.4])
    assert result.caption == "Lines: mean of 4 seeds; bands: ±1 standard error."
    for name, value in {"smooth": 3, "align": "interpolate", "seeds": True}.items():
        with pytest.raises(ValueError, match=f"{name}: 'data' holds summaries"):
            cp.seed_curves(axes(), summary, **{name: value})


def test_alt_text():
    x = np.linspace(0, 1, 11)
    ax = axes()
    best, other = 1 - x, 0.8 - 0.6 * x
    dip = best - np.where(np.arange(11) == 8, 0.5, 0)
    cp.seed_curves(ax, {"a": np.stack([dip, dip]), "b": np.stack([other, other])}, x=10 * x)
    text = cp.describe(ax.figure)
    assert "Curves in 2 series (a and b) at 11 positions from 0 to 10." in text
    assert "a goes from 1 at 0 to 0 at 10, lowest −0.3 at 8." in text
    assert "b goes from 0.8 at 0 to 0.2 at 10." in text
    assert "a ends lowest, before b; they cross once, last at 6." in text
    assert "Seeds per step: 2." in text


def test_removing_leaves_nothing():
    ax = axes()
    before = set(ax.get_children())
    result = cp.seed_curves(ax, {"a": uneven()}, smooth=3)
    result.remove()
    assert {type(one).__name__ for one in set(ax.get_children()) - before} == {"LabelLayer"}
    assert cp.figure_data(ax.figure) == {}


def test_a_figure_can_be_pickled():
    ax = axes()
    cp.seed_curves(ax, {"a": uneven()}, smooth=3)
    again = pickle.loads(pickle.dumps(ax.figure))
    files = [io.BytesIO(), io.BytesIO()]
    for figure, file in zip((ax.figure, again), files, strict=True):
        figure.savefig(file, format="png")
    assert files[0].getvalue() == files[1].getvalue()


def test_references_and_shared_axes():
    figure = new("constrained", figsize=(6.75, 3))
    left, right = figure.subplots(1, 2, sharex=True, sharey=True)
    cp.seed_curves(left, {"a": BASE}, names="legend")
    cp.seed_curves(right, {"a": BASE[:, :20] + 1}, names="legend")
    line = cp.floor_line(right, 0.4, "floor")
    cp.floor_band(right, 2.6, 2.9, "old")
    cp.legend(figure)
    pixels(figure)
    assert left.get_xlim() == right.get_xlim() == (0, STEPS - 1)
    assert left.get_ylim()[0] <= 0.4
    assert line.unplaced == ()


def test_styles():
    result = cp.seed_curves(
        axes(), DATA, colors=["k", "r"], linestyles={"adam": "--", "sgd": (0, (1, 2))}
    )
    assert [line.get_color() for line in result.lines] == ["#000000", "#ff0000"]
    assert result.lines[0].get_linestyle() == "--"
    both = cp.seed_curves(axes(), DATA, linestyles=(0, (1, 2))).lines
    assert both[0].is_dashed() == both[1].is_dashed() is True
    assert not isinstance(result.bands[0].get_transform(), IdentityTransform)


# ---- as images


def looks(theme):
    rng = np.random.default_rng(7)
    x = np.arange(200)
    data = {}
    for place, name in enumerate(("AdamW", "Lion", "SGD + momentum")):
        course = 2.2 * np.exp(-x / (30 + 15 * place)) + 0.5 + 0.06 * place
        walk = np.cumsum(rng.normal(0, 0.006, (5, 200)), axis=1)
        data[name] = list(course + walk + rng.normal(0, 0.03, (5, 200)) * course)
    data["Lion"] = [c[:n] for c, n in zip(data["Lion"], (200, 200, 150, 120, 60), strict=True)]
    data["SGD + momentum"][1][70:] += np.linspace(0, 3, 130)
    data["SGD + momentum"][1][95:] = np.nan
    with mpl.style.context(f"cardplot.{theme}"):
        ax = axes("constrained")
        result = cp.seed_curves(ax, data)
        ax.set(xlabel="step", ylabel="validation loss")
        cp.headline(ax, "Three optimizers", "Illustrative losses of five seeds")
        cp.footer(ax.figure, result.caption)
        return ax.figure


@pytest.mark.locked
@pytest.mark.parametrize("theme", ["card", "dark"])
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_looks_of_curves(theme):
    return looks(theme)


@pytest.mark.filterwarnings("ignore:No free place")
@pytest.mark.parametrize("theme", ["card", "dark"])
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 80}, tolerance=0)
def test_looks_of_curves_on_any_matplotlib(text_placeholders, theme):
    return looks(theme)
