"""Every printed number: policies by table, promises by property."""

from __future__ import annotations

import math
import re
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cardplot as cp
from cardplot._format import changes, numbers, percents
from cardplot._statistics.shares import deltas, shares

NAN = float("nan")


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(
    ("values", "printed"),
    [
        # whole numbers stay whole, also where a gap has made them floats
        ([1, NAN, 3, 4_000_000], ["1", "n/a", "3", "4,000,000"]),
        ([4e6], ["4,000,000"]),
        ([0], ["0"]),
        ([-0.0], ["0"]),
        ([-3], ["−3"]),
        ([999_999_999_999], ["999,999,999,999"]),
        # three significant digits for the typical value, alike for all
        ([0.4756270160201846], ["0.476"]),
        ([0.5487, 0.5602], ["0.549", "0.560"]),
        ([36800, 78.4, 0.0], ["36,800.0", "78.4", "0.0"]),
        ([1234567.89, 2345678.12], ["1,234,568", "2,345,678"]),
        ([12.345, 6.7891, 8.8123], ["12.35", "6.79", "8.81"]),
        # more where they couldn't be told apart
        ([0.77148, 0.77148, 0.77114, 0.76553], ["0.7715", "0.7715", "0.7711", "0.7655"]),
        ([1.0001, 1.0002], ["1.0001", "1.0002"]),
        # fewer where they would be zeros
        ([0.5, 0.25], ["0.50", "0.25"]),
        ([39.4, 41.0], ["39.4", "41.0"]),
        ([0.1 + 0.2], ["0.3"]),
        ([2.9999999999999996], ["3"]),
        # a small one doesn't read as zero
        ([55.123, 45.123, 0.0456], ["55.123", "45.123", "0.046"]),
        ([36800.2, 41000.7, 0.00012], ["36,800", "41,001", "<1"]),
        ([36800.2, 41000.7, -0.00012], ["36,800", "41,001", ">−1"]),
        # halves go away from zero, by what the number reads as
        ([12.35, 99.95], ["12.4", "100.0"]),
        ([-0.0125, -0.0361], ["−0.0125", "−0.0361"]),
        # powers only beyond ordinary ranges
        ([4e15], ["4×10¹⁵"]),
        ([4.25e15, 3], ["4.25×10¹⁵", "3"]),
        ([3e-9], ["3×10⁻⁹"]),
        ([2.5e-5, 1e-5, 0], ["2.5×10⁻⁵", "1.0×10⁻⁵", "0"]),
        ([-1.5e13], ["−1.5×10¹³"]),
        ([9.9996e13], ["1.00×10¹⁴"]),
        ([0.00012], ["0.00012"]),
        ([1e300, 5e-324], ["1×10³⁰⁰", "5×10⁻³²⁴"]),
        ([1e300, 2.5, 5e-324], ["1×10³⁰⁰", "2.50", "<0.01"]),
        # the rest
        ([np.inf, -np.inf, NAN], ["∞", "−∞", "n/a"]),
        ([], []),
        (np.array([[1, 2], [3, 4]]), ["1", "2", "3", "4"]),
    ],
)
def test_numbers(values, printed):
    assert numbers(values) == printed


def test_many_numbers_need_not_all_be_told_apart():
    values = np.random.default_rng(0).random(400)
    assert {len(word) for word in numbers(values)} == {len("0.1234")}


def test_signs():
    assert numbers([370, -5, 0, NAN, np.inf], sign=True) == ["+370", "−5", "0", "n/a", "+∞"]
    assert numbers([0.25, -0.5], sign=True) == ["+0.25", "−0.50"]


@pytest.mark.parametrize(
    ("spec", "values", "printed"),
    [
        ("{:.1f}", [1, -2.5, -0.04, NAN, np.inf], ["1.0", "−2.5", "0.0", "n/a", "∞"]),
        (".1f", [0.25, 0.35], ["0.3", "0.4"]),
        ("%.1f ms", [0.25, -1], ["0.3 ms", "−1.0 ms"]),
        ("{:.2f} s", [0.285], ["0.29 s"]),
        ("{:d}", [3.0, NAN], ["3", "n/a"]),
        ("{:,}", [4e6, 0.5], ["4,000,000", "0.5"]),
        ("%d", [3.0], ["3"]),
        ("{:+.0f}", [12, -12], ["+12", "−12"]),
        ("{:.1%}", [0.1245], ["12.5%"]),
        ("{:.1e}", [1.5e-5], ["1.5e−05"]),
        ("{:>6.1f}", [1], ["   1.0"]),
        ("{0:.0f}/{0:.1f}", [2], ["2/2.0"]),
        ("gpt-4: {:.1f}", [-1], ["gpt-4: −1.0"]),
        (".3", [1.23456, 3], ["1.23", "3.0"]),
        (lambda value: f"{value:.0f} ms", [3, -4, NAN], ["3 ms", "−4 ms", "n/a"]),
        (lambda value: f"${value:.0f}", [3], ["$3"]),
        (lambda value: "2024-01-05", [3], ["2024-01-05"]),
    ],
)
def test_formats_of_the_user(spec, values, printed):
    assert numbers(values, spec) == printed


@pytest.mark.parametrize(
    ("spec", "kind", "words"),
    [
        ("{:q}", ValueError, ["'size_format'", "'{:q}'"]),
        ("{", ValueError, ["'size_format'", "'{'"]),
        ("{0} {1}", ValueError, ["'size_format'", "'{0} {1}'"]),
        ("{value}", ValueError, ["'size_format'"]),
        ("%d %d", ValueError, ["'size_format'"]),
        (".1q", ValueError, ["'size_format'", "'.1q'"]),
        ("{.x}", ValueError, ["'size_format'"]),
        (2, TypeError, ["'size_format'", "2"]),
        (["{:.1f}"], TypeError, ["'size_format'"]),
        (lambda value: value, TypeError, ["'size_format'", "0.005"]),
    ],
)
def test_bad_formats_name_the_argument(spec, kind, words):
    for write in (
        lambda: numbers([0.005], spec, argument="size_format"),
        lambda: percents([0.005], spec, argument="size_format"),
        lambda: changes([0.005], "percent", spec, argument="size_format"),
    ):
        with pytest.raises(kind) as caught:
            write()
        for word in words:
            assert word in str(caught.value)


def test_integer_formats_are_for_whole_numbers():
    with pytest.raises(ValueError, match=r"'value_format' is '\{:d\}', which can't print 0\.5"):
        numbers([1, 0.5], "{:d}")
    assert percents([0.285], "{:d}%") == ["29%"]  # percents are rounded first


def of(values, policy="nearest", spec=None):
    return percents(shares([values])[0], spec, policy=policy)


@pytest.mark.parametrize(
    ("values", "nearest", "adding"),
    [
        ([12, 4, 1], ["71%", "24%", "6%"], ["71%", "23%", "6%"]),
        ([1, 1, 1], ["33%", "33%", "33%"], ["34%", "33%", "33%"]),
        ([220, 2, 583], ["27%", "<1%", "72%"], ["27%", "<1%", "73%"]),
        ([125, 875], ["13%", "88%"], ["13%", "87%"]),
        ([1, 199], ["<1%", ">99%"], ["1%", "99%"]),
        ([0.5, 99.5], ["<1%", ">99%"], ["1%", "99%"]),
        ([1, 999], ["<1%", ">99%"], ["<1%", ">99%"]),
        ([6, 994], ["1%", "99%"], ["1%", "99%"]),
        ([0, 5], ["0%", "100%"], ["0%", "100%"]),
        ([7], ["100%"], ["100%"]),
        ([0.1] * 10, ["10%"] * 10, ["10%"] * 10),
        ([57, 143], ["29%", "72%"], ["29%", "71%"]),
        ([NAN, 2], ["n/a", "100%"], ["n/a", "100%"]),
        ([0, 0], ["n/a", "n/a"], ["n/a", "n/a"]),
    ],
)
def test_shares(values, nearest, adding):
    assert of(values) == nearest
    assert of(values, "sum") == adding


@pytest.mark.parametrize(
    ("spec", "printed"),
    [
        (None, ["<1%", "29%", "71%"]),
        ("{:.1f}%", ["<0.1%", "28.5%", "71.5%"]),
        ("{:.1%}", ["<0.1%", "28.5%", "71.5%"]),
        (".1f", ["<0.1%", "28.5%", "71.5%"]),
        (".1%", ["<0.1%", "28.5%", "71.5%"]),
        ("%.1f %%", ["<0.1 %", "28.5 %", "71.5 %"]),
        ("{:.0%}", ["<1%", "29%", "71%"]),
        ("{:.0f} %", ["<1 %", "29 %", "71 %"]),
        ("%d%%", ["<1%", "29%", "71%"]),
        ("share {:.1f}", ["share <0.1", "share 28.5", "share 71.5"]),
        (lambda fraction: f"{fraction:.2f}", ["0.00", "0.28", "0.71"]),
    ],
)
def test_shares_by_the_user_s_format(spec, printed):
    assert percents([0.0004, 0.285, 0.7146], spec) == printed


def test_shares_with_decimals_add_to_100_too():
    assert of([1, 1, 1], "sum", "{:.1f}%") == ["33.4%", "33.3%", "33.3%"]
    assert of([1, 9999], spec="{:.1f}%") == ["<0.1%", ">99.9%"]


@pytest.mark.parametrize(
    ("values", "mode", "printed"),
    [
        ([0.12, -0.05, 0, -0.0004, NAN], "percent", ["+12%", "−5%", "0%", "<1%", "n/a"]),
        ([0.0451, -0.0449], "percent", ["+4.5%", "−4.5%"]),
        ([0.02, -0.05], "percent", ["+2%", "−5%"]),
        ([0.125, -0.125], "percent", ["+13%", "−13%"]),
        ([-0.74, 1234.5], "percent", ["−74%", "+123,450%"]),
        ([0.0099], "percent", ["+0.99%"]),
        ([1e-7], "percent", ["<0.01%"]),
        ([0, 0], "percent", ["0%", "0%"]),
        ([370, -0.5, 0], "difference", ["+370.0", "−0.5", "0.0"]),
        ([370, -5, 0, NAN], "difference", ["+370", "−5", "0", "n/a"]),
        ([1.204, 0.85, NAN], "ratio", ["1.204×", "0.850×", "n/a"]),
        ([1.25, 1], "ratio", ["1.25×", "1.00×"]),
        ([2, 1], "ratio", ["2×", "1×"]),
        ([], "percent", []),
    ],
)
def test_changes(values, mode, printed):
    assert changes(values, mode) == printed


def test_changes_of_a_real_table():
    row = [[0.77148, 0.77148, 0.77114, 0.76553]]
    assert changes(deltas(row, 0).values[0], "percent") == ["n/a", "0%", "−0.04%", "−0.77%"]
    found = deltas([[-500.0, -130.0], [200.0, 250.0]], 0)
    printed = changes(found.values[:, 1], "percent", "{:+.1f} %", fallback=found.fallback[:, 1])
    assert printed == ["+370", "+25.0 %"]


@pytest.mark.parametrize(
    ("spec", "printed"),
    [
        ("{:+.0f}%", ["+12%", "−5%", "0%", "<1%"]),
        ("{:+.1f}%", ["+12.0%", "−5.0%", "0.0%", "<0.1%"]),
        ("{:+.1%}", ["+12.0%", "−5.0%", "0.0%", "<0.1%"]),
        (".1f", ["+12.0%", "−5.0%", "0%", "<0.1%"]),
        ("Δ {:+.1f}", ["Δ +12.0", "Δ −5.0", "Δ 0.0", "Δ <0.1"]),
        (lambda change: f"{change:+.2f}", ["+0.12", "−0.05", "0.00", "0.00"]),
    ],
)
def test_changes_by_the_user_s_format(spec, printed):
    assert changes([0.12, -0.05, 0, -0.0004], "percent", spec) == printed


def test_unknown_mode():
    with pytest.raises(ValueError, match=r"delta: expected one of 'percent'.* got 'absolute'"):
        changes([1], "absolute")


# Promises

ordinary = st.one_of(
    st.integers(-(10**9), 10**9), st.floats(-1e9, 1e9), st.floats(-10, 10), st.just(0)
)
charts = st.lists(ordinary, min_size=1, max_size=12)


def read(word):
    return float(word.replace(",", "").replace("−", "-"))


@settings(max_examples=300)
@given(charts, st.booleans())
def test_numbers_are_alike_and_readable(values, sign):
    assume(max(map(abs, values)) >= 1e-4 or not any(values))
    words = numbers(values, sign=sign)
    decimals = set()
    for value, word in zip(values, words, strict=True):
        assert not re.search(r"[eE-]|nan|inf", word)
        assert not re.fullmatch(r"[+−]0(\.0*)?", word)
        bound = word.lstrip("<>")
        assert re.fullmatch(r"[+−]?\d{1,3}(,\d{3})*(\.\d+)?", bound)
        decimals.add(len(bound.partition(".")[2]))
        if word == bound:
            half = 0.5 * 10.0 ** -len(bound.partition(".")[2])
            assert abs(read(word) - value) <= half * (1 + 1e-6) + 1e-12 * abs(value)
        else:
            assert 0 < abs(value) < abs(read(bound))
        if value and not read(bound):
            raise AssertionError(f"{value} reads as zero")
    assert len(decimals) == 1


@given(st.lists(st.integers(100, 99_999), min_size=1, max_size=24, unique=True), st.integers(-3, 6))
def test_values_of_five_digits_are_told_apart(digits, power):
    values = [digit / 10.0**power for digit in digits]
    assert len(set(numbers(values))) == len(values)


@given(st.floats(0.1, 1e5), st.lists(st.floats(0.5, 2), min_size=1, max_size=8))
def test_three_significant_digits_at_least(scale, factors):
    values = [scale * factor for factor in factors]
    for value, word in zip(values, numbers(values), strict=True):
        # The typical value has three; values within a factor of 4 of it have at least two.
        assert abs(read(word) - value) <= 0.05 * value


@given(st.lists(st.one_of(st.integers(0, 10**6), st.floats(0, 1e6)), min_size=1, max_size=9))
def test_no_share_is_a_false_nothing_or_a_false_whole(values):
    row = shares([values])[0]
    for policy in ("nearest", "sum"):
        for fraction, word in zip(row, percents(row, policy=policy), strict=True):
            assert (word == "0%") == (fraction == 0)
            assert (word == "n/a") == math.isnan(fraction)
            if word == "100%":
                assert fraction == pytest.approx(1, abs=1e-12)


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=9))
def test_changes_never_lie_about_their_sign(values):
    for mode in ("percent", "difference"):
        for value, word in zip(values, changes(values, mode), strict=True):
            assert not re.search(r"[−+]0(\.0*)?%?$", word)
            if word.startswith("+"):
                assert value > 0
            if word.startswith("−"):
                assert value < 0
            assert "-" not in word


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=6))
def test_anything_prints(values):
    assert len(numbers(values)) == len(values)
    for word in [*numbers(values), *numbers(values, "{:.2f}"), *numbers(values, sign=True)]:
        assert not re.search(r"nan|inf|(?<!\w)-", word)


@pytest.mark.parametrize("value", ["", "3", [1], 1j])
def test_words_are_made_of_numbers_only(value):
    with pytest.raises(TypeError, match="value"):
        cp.number(value)
    with pytest.raises(TypeError, match="value"):
        cp.change(value)


def test_a_missing_number_is_not_available():
    assert [cp.number(None), cp.change(None)] == ["n/a", "n/a"]
    with pytest.raises(ValueError, match=r"mode: expected one of 'percent'.*'log'"):
        cp.change(0.1, "log")
