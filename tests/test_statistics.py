"""Summaries, shares and changes against independent computations."""

from __future__ import annotations

import inspect
import math
import statistics
import subprocess
import sys
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from cardplot._statistics import SPREADS, summarize, within_noise
from cardplot._statistics.intervals import wilson
from cardplot._statistics.shares import deltas, rounded_shares, shares

NAN = float("nan")
SCIPY_RNG = "rng" if "rng" in inspect.signature(stats.bootstrap).parameters else "random_state"
EXACT = 1e-12


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def close(value, expected):
    assert value == pytest.approx(expected, rel=EXACT, abs=0)


def sizes(count):
    return np.random.default_rng(count).normal(3, 2, count)


@pytest.mark.parametrize("seeds", [[0.6, 0.8], [0.6656, 0.6262], sizes(3), sizes(10), sizes(101)])
class TestAgainstScipy:
    def test_sd(self, seeds):
        found = summarize(seeds, spread="sd")
        close(found.center, np.mean(seeds))
        close(found.high - found.center, np.std(seeds, ddof=1))
        close(found.center - found.low, statistics.stdev(map(float, seeds)))
        assert found.n == len(seeds)

    def test_se(self, seeds):
        found = summarize(seeds, spread="se")
        close(found.high - found.center, stats.sem(seeds))

    @pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
    def test_t_interval(self, seeds, level):
        found = summarize(seeds, spread="ci", level=level)
        low, high = stats.t.interval(
            level, len(seeds) - 1, loc=np.mean(seeds), scale=stats.sem(seeds)
        )
        close([found.low, found.high], [low, high])

    def test_range_and_quartiles(self, seeds):
        found = summarize(seeds, center="median", spread="range")
        assert (found.center, found.low, found.high) == (np.median(seeds), min(seeds), max(seeds))
        found = summarize(seeds, spread="iqr")
        close([found.low, found.high], np.percentile(seeds, [25, 75]))
        close(found.high - found.low, stats.iqr(seeds))

    def test_interquartile_mean(self, seeds):
        close(summarize(seeds, center="iqm", spread=None).center, stats.trim_mean(seeds, 0.25))

    @pytest.mark.parametrize("center", ["mean", "median", "iqm"])
    def test_percentile_bootstrap(self, seeds, center):
        statistic = {
            "mean": np.mean,
            "median": np.median,
            "iqm": lambda rows, axis: stats.trim_mean(rows, 0.25, axis=axis),
        }[center]
        found = summarize(seeds, center=center, spread="bootstrap", level=0.9, rng=7)
        expected = stats.bootstrap(
            (seeds,),
            statistic,
            n_resamples=10_000,
            confidence_level=0.9,
            method="percentile",
            **{SCIPY_RNG: np.random.default_rng(7)},
        ).confidence_interval
        close([found.low, found.high], [expected.low, expected.high])


def test_the_example_of_two_seeds():
    v = [0.6, 0.8]
    close(summarize(v).high - 0.7, 0.02**0.5)  # ddof=0 would be 0.1
    close(summarize(v, spread="se").high, 0.8)
    found = summarize(v, spread="bootstrap")
    close([found.low, found.high], [0.6, 0.8])
    found = summarize(v, spread="ci")
    assert [round(found.low, 2), round(found.high, 2)] == [-0.57, 1.97]


def test_interquartile_mean_by_hand():
    # n = 8: a quarter is cut from each end. n = 5, 6, 7: one seed is, as trim_mean does.
    assert summarize([100, 1, 2, 3, 4, 5, 6, -50], center="iqm").center == 3.5
    assert summarize([100, 1, 2, 3, -50], center="iqm").center == 2
    assert summarize([9, 1, 2], center="iqm").center == 4


@pytest.mark.parametrize("spread", [*SPREADS, None, np.ptp])
def test_few_seeds(spread):
    empty = summarize([], spread=spread)
    assert empty.n == 0
    assert np.isnan([empty.center, empty.low, empty.high]).all()
    one = summarize([1.0], spread=spread)
    assert (one.center, one.n) == (1.0, 1)
    if spread == "wilson":
        close(one.low, 1 / (1 + stats.norm.ppf(0.975) ** 2))
        assert one.high == 1
    else:
        assert np.isnan([one.low, one.high]).all()


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, -0.7, 1e300, 1e-300, 5e-324, 123456.789])
@pytest.mark.parametrize("n", [2, 3, 7, 10, 49])
@pytest.mark.parametrize("center", ["mean", "median", "iqm"])
def test_constant_seeds_have_no_spread_at_all(value, n, center):
    for spread in ("sd", "bootstrap", "range", "iqr", *(["se", "ci"] * (center == "mean"))):
        found = summarize([value] * n, center=center, spread=spread)
        assert (found.center, found.low, found.high) == (value, value, value)


@pytest.mark.parametrize("power", [-1000, -900, 900, 1020])
@pytest.mark.parametrize("spread", ["sd", "se", "ci", "bootstrap", "range", "iqr"])
def test_tiny_and_huge_seeds_are_exact(power, spread):
    seeds = np.array([0.6, 0.8, 0.35])
    near = summarize(seeds, spread=spread)
    far = summarize(np.ldexp(seeds, power), spread=spread)
    assert [far.center, far.low, far.high] == [
        math.ldexp(each, power) for each in (near.center, near.low, near.high)
    ]


def test_what_overflows_stays_finite():
    found = summarize([1.7e308, -1.7e308])
    assert found.center == 0
    assert math.isfinite(found.low)
    assert math.isfinite(found.high)
    assert summarize([1.7e308, 1.6e308], spread=None).center == pytest.approx(1.65e308)


def test_mean_is_exact_where_sums_cancel():
    assert summarize([1e16, 1.0, -1e16], spread=None).center == 1 / 3
    noisy = [1e8 + 1e-3 * each for each in range(5)]
    exact = statistics.variance([Fraction(each) for each in noisy])
    found = summarize(noisy)
    assert (found.high - found.low) / 2 == pytest.approx(math.sqrt(exact), abs=3e-8)


@settings(max_examples=200)
@given(st.lists(st.floats(-1e150, 1e150), min_size=2, max_size=12), st.data())
def test_summaries_are_ordered_and_ignore_the_order_of_seeds(seeds, data):
    center = data.draw(st.sampled_from(["mean", "median", "iqm"]))
    for spread in ("sd", "range", *(["se", "ci"] * (center == "mean"))):
        found = summarize(seeds, center=center, spread=spread)
        assert found.low <= found.center <= found.high
        assert min(seeds) <= found.center <= max(seeds)
    shuffled = summarize(data.draw(st.permutations(seeds)), center=center, spread="sd")
    same = summarize(seeds, center=center, spread="sd")
    scale = max(map(abs, seeds))
    assert shuffled.high == pytest.approx(same.high, rel=1e-12, abs=1e-13 * scale)
    inside = summarize(seeds, center=center, spread="bootstrap")
    assert min(seeds) <= inside.low <= inside.high <= max(seeds)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_sd_against_fractions(seeds):
    exact = statistics.variance([Fraction(each) for each in seeds])
    found = summarize(seeds)
    scale = max(map(abs, seeds))
    assume(scale == 0 or scale > 1e-140)  # the square of less has no float to compare with
    # The ends are rounded to floats of the size of the seeds; that is all that may be lost.
    half = (found.high - found.low) / 2
    assert half == pytest.approx(math.sqrt(exact), rel=EXACT, abs=4e-16 * scale)


def test_callables():
    found = summarize([1, 2, 6], center=np.median, spread=np.ptp)
    assert (found.center, found.low, found.high) == (2, -3, 7)
    found = summarize([1, 2, 6], center=max, spread=lambda seeds: (min(seeds), 5))
    assert (found.center, found.low, found.high) == (6, 1, 5)  # the center may lie outside
    found = summarize([1, 2, 6], center=max, spread="bootstrap")
    assert (found.low, found.high) == (1, 6)
    found = summarize([0.3, 0.3, 0.1], center=max, spread=lambda _: -1e-17)
    assert (found.low, found.high) == (0.3, 0.3)


def test_a_callable_can_t_change_the_seeds():
    seeds = np.array([3.0, 1.0, 2.0])
    summarize(
        seeds, center=lambda each: each.sort() or each[0], spread=lambda each: each.sort() or 1
    )
    assert seeds.tolist() == [3, 1, 2]


def test_the_bootstrap_is_fixed_unless_asked():
    seeds = sizes(6)
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    assert summarize(seeds, spread="bootstrap") == summarize(seeds, spread="bootstrap", rng=0)
    assert summarize(seeds, spread="bootstrap") != summarize(seeds, spread="bootstrap", rng=1)
    many = sizes(100)  # of six seeds, one pair of bootstraps in 25 agrees by chance
    assert summarize(many, spread="bootstrap", rng=None) != summarize(
        many, spread="bootstrap", rng=None
    )
    generator = np.random.default_rng(0)
    first = summarize(seeds, spread="bootstrap", rng=generator)
    assert first == summarize(seeds, spread="bootstrap")
    assert first != summarize(seeds, spread="bootstrap", rng=generator)
    np.testing.assert_array_equal(np.random.get_state()[1], state)  # noqa: NPY002


def test_the_bootstrap_in_batches_is_the_same(monkeypatch):
    whole = summarize(sizes(9), spread="bootstrap")
    monkeypatch.setattr("cardplot._statistics.intervals._CELLS_AT_ONCE", 1000)
    assert summarize(sizes(9), spread="bootstrap") == whole


def test_float_errors_of_the_user_s_settings_don_t_matter():
    with np.errstate(all="raise"):
        summarize([1e-300, 2e-300, 5e-324])
        summarize([1.7e308, -1.7e308])
        assert np.isnan(shares([[0.0, 0.0]])).all()
        assert np.isnan(deltas([[0.0, 1.0]], 0).values).all()
        wilson([0, 1], [0, 1])


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"center": "mode"}, ValueError, ["'center'", "'mode'", "mean, median, iqm"]),
        ({"center": ["mean"]}, ValueError, ["'center'"]),
        ({"spread": "sem"}, ValueError, ["'spread'", "'sem'", "sd, se, ci"]),
        ({"spread": 1}, ValueError, ["'spread'", "1"]),
        ({"spread": "ci", "center": "median"}, ValueError, ["'ci'", "'median'", "bootstrap"]),
        ({"spread": "se", "center": "iqm"}, ValueError, ["'se'", "bootstrap"]),
        ({"level": 95}, ValueError, ["'level'", "95"]),
        ({"level": "0.95"}, ValueError, ["'level'"]),
        ({"spread": "wilson"}, ValueError, ["wilson", "0 or 1"]),
        ({"spread": "bootstrap", "rng": "x"}, TypeError, ["'rng'", "'x'"]),
        ({"spread": "bootstrap", "rng": -1}, TypeError, ["'rng'", "-1"]),
        ({"center": lambda _: "x"}, TypeError, ["'center'", "'x'"]),
        ({"center": lambda _: NAN}, ValueError, ["'center'", "nan"]),
        ({"spread": lambda _: "xy"}, TypeError, ["'spread'"]),
        ({"spread": lambda _: None}, TypeError, ["'spread'", "None"]),
        ({"spread": lambda _: -1}, ValueError, ["'spread'", "-1"]),
        ({"spread": lambda _: (2, 1)}, ValueError, ["'spread'", "(2, 1)"]),
    ],
)
def test_refusals(options, kind, words):
    with pytest.raises(kind) as caught:
        summarize([0.5, 0.7, 0.9], **options)
    for word in words:
        assert word in str(caught.value)


def test_without_scipy_the_t_interval_names_the_extra():
    code = (
        "import sys; sys.modules['scipy'] = None; sys.modules['scipy.special'] = None\n"
        "from cardplot._statistics import summarize\n"
        "summarize([1, 2], spread='bootstrap')\n"
        "try: summarize([1, 2], spread='ci')\n"
        "except ImportError as error: assert 'cardplot[stats]' in str(error), error\n"
        "else: raise SystemExit('no error')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Rates


@pytest.mark.parametrize("trials", [1, 2, 10, 541, 10**9])
@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.93, 1])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_wilson_against_scipy(trials, part, level):
    hits = round(part * trials)
    low, high = wilson(hits, trials, level)
    expected = stats.binomtest(hits, trials).proportion_ci(level, method="wilson")
    assert [low, high] == pytest.approx([expected.low, expected.high], rel=EXACT, abs=1e-15)
    assert 0 <= low <= hits / trials <= high <= 1


def test_wilson_of_arrays_and_gaps():
    low, high = wilson([0, 5, 5, NAN], [0, 5, 10, 10])
    assert np.isnan(low).tolist() == np.isnan(high).tolist() == [True, False, False, True]
    assert high[1] == 1
    assert low[2] + high[2] == pytest.approx(1)
    with pytest.raises(ValueError, match="'successes'"):
        wilson(3, 2)


def test_wilson_of_single_trials():
    found = summarize([1, 0, 1, 1], spread="wilson")
    low, high = wilson(3, 4)
    assert (found.center, found.low, found.high, found.n) == (0.75, low, high, 4)


# Shares


def test_shares():
    np.testing.assert_allclose(shares([[220, 2, 583]]), [[220 / 805, 2 / 805, 583 / 805]], EXACT)
    np.testing.assert_array_equal(shares([[3, 2], [NAN, 2]]), [[0.6, 0.4], [NAN, 1]])
    np.testing.assert_array_equal(shares([[0, 0], [NAN, NAN], [0, 5]]), [[NAN] * 2] * 2 + [[0, 1]])
    np.testing.assert_array_equal(shares([[1e308, 1e308, 1e308, 1e308]]), [[0.25] * 4])
    np.testing.assert_array_equal(shares([[5e-324, 5e-324]]), [[0.5, 0.5]])


@pytest.mark.parametrize(
    ("values", "places", "nearest", "adding"),
    [
        ([12, 4, 1], 0, [71, 24, 6], [71, 23, 6]),
        ([1, 1, 1], 0, [33, 33, 33], [34, 33, 33]),
        ([220, 2, 583], 0, [27, 0, 72], [27, 0, 73]),
        ([125, 875], 0, [13, 88], [13, 87]),
        ([57, 143], 0, [29, 72], [29, 71]),  # 57 / 200 is 28.499999999999996 % in floats
        ([1, 199], 0, [1, 100], [1, 99]),
        ([1, 2, 4], 1, [14.3, 28.6, 57.1], [14.3, 28.6, 57.1]),
        ([1, 1, 1, 1, 1, 1], 0, [17] * 6, [17, 17, 17, 17, 16, 16]),
        ([7], 0, [100], [100]),
        ([0, 5], 0, [0, 100], [0, 100]),
    ],
)
def test_rounded_shares(values, places, nearest, adding):
    row = shares([values])[0]
    np.testing.assert_array_equal(rounded_shares(row, places, "nearest"), nearest)
    np.testing.assert_array_equal(rounded_shares(row, places, "sum"), adding)


def test_rounded_shares_keep_gaps():
    row = shares([[1, NAN, 2]])[0]
    np.testing.assert_array_equal(rounded_shares(row, 0, "sum"), [33, NAN, 67])
    assert np.isnan(rounded_shares([NAN, NAN], 0, "sum")).all()
    with pytest.raises(ValueError, match="rounding: expected one of 'nearest', 'sum"):
        rounded_shares(row, 0, "up")


parts = st.lists(st.one_of(st.integers(0, 10**6), st.floats(0, 1e6)), min_size=1, max_size=9)


@given(parts.filter(any), st.integers(0, 3))
def test_largest_remainder_adds_to_100_and_moves_nothing_by_a_unit(values, places):
    row = shares([values])[0]
    unit = 10.0**-places
    adding = rounded_shares(row, places, "sum")
    assert adding.sum() == pytest.approx(100, abs=1e-9)
    assert np.all(np.abs(adding - 100 * row) < unit + 1e-9)
    assert np.all(adding >= 0)
    nearest = rounded_shares(row, places, "nearest")
    assert np.all(np.abs(nearest - 100 * row) <= unit / 2 + 1e-8)
    larger = np.argsort(row, kind="stable")
    assert np.all(np.diff(adding[larger]) >= -unit - 1e-9)


@given(parts.filter(any))
def test_shares_are_parts_of_one(values):
    row = shares([values])[0]
    assert row.sum() == pytest.approx(1)
    assert np.all((row >= 0) & (row <= 1))


# Changes


def test_changes_in_percent():
    found = deltas([[2.0, 3.0, 1.0], [4.0, NAN, 4.0]], 0, "percent")
    np.testing.assert_array_equal(found.values, [[NAN, 0.5, -0.5], [NAN, NAN, 0]])
    assert not found.fallback.any()


def test_a_baseline_of_zero():
    base, new = 0, 1
    found = deltas([[0.0, 0.3], [2.0, 0.0], [0.0, 0.0]], base)
    np.testing.assert_array_equal(found.values[:, new], [NAN, -1, 0])
    np.testing.assert_array_equal(
        deltas([[0.0, 0.3], [0.0, 0.0]], base, "ratio").values[:, new], [NAN, NAN]
    )


def test_a_negative_baseline_falls_back_to_the_difference():
    found = deltas([[-500.0, -130.0], [-500.0, -800.0], [500.0, -130.0]], 0)
    np.testing.assert_array_equal(found.values[:, 1], [370, -300, -1.26])
    np.testing.assert_array_equal(found.fallback, [[False, True], [False, True], [False, False]])
    ratio = deltas([[-500.0, -130.0], [5.0, -1.0], [5.0, 6.0]], 0, "ratio")
    np.testing.assert_array_equal(ratio.values[:, 1], [NAN, NAN, 1.2])


def test_a_missing_baseline_or_bar_has_no_change():
    for mode in ("percent", "difference", "ratio"):
        found = deltas([[NAN, 0.4], [0.7, NAN]], 0, mode)
        assert np.isnan(found.values).all()
        assert not found.fallback.any()
    assert np.isnan(deltas([[-1.0, NAN]], 0).values).all()


def test_float_noise_is_a_tie():
    for mode, tie in (("percent", 0), ("difference", 0), ("ratio", 1)):
        found = deltas([[0.1 + 0.2, 0.3, 0.3000001]], 0, mode).values[0]
        assert found[1] == tie
        assert found[2] != tie


def test_changes_never_overflow():
    for mode in ("percent", "difference", "ratio"):
        found = deltas([[5e-324, 1e308, 0.0], [-1.7e308, 1.7e308, 0.0]], 0, mode).values
        assert not np.isinf(found).any()


def test_changes_refuse_unknown_modes():
    with pytest.raises(ValueError, match=r"delta: .* 'percent', 'difference'.* got 'absolute'"):
        deltas([[1, 2]], 0, "absolute")


def test_within_noise():
    found = within_noise([0.02, -0.02, 0.0, 0.06, NAN, 0.05], 0.03, 0.04)
    assert found.tolist() == [True, True, True, False, False, False]  # 0.05 is the noise itself
    assert within_noise([0.1, 0.0], NAN, NAN).tolist() == [False, False]
    assert within_noise([0.1], [NAN], [0.2]).tolist() == [True]
