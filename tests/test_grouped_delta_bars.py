"""`grouped_delta_bars`: extents, texts, seeds and errors, verdicts, what is refused."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from cardplot.bars import grouped_delta_bars
from cardplot.palettes import contrast, readable, role
from tests.drawn import extent, inside, new, points


@pytest.fixture
def ax():
    return Figure(figsize=(6, 4)).subplots()


def texts(result):
    return [text.get_text() for text in result.labels]


def boxes(result):
    """(x, y, width, height) of each bar, by series and category."""
    return np.array(
        [
            [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in container]
            for container in result.containers
        ]
    )


def draw(ax):
    ax.get_figure().savefig(io.BytesIO(), format="png")


def segments(container):
    """Ends of the whiskers that are there, as (low, high)."""
    return [
        (segment[0, 1], segment[1, 1])
        for segment in container.lines[2][0].get_segments()
        if len(segment) and np.isfinite(segment).all()
    ]


LEVELS = {"level 6": [15.7, 21.0, 50.9], "level 12": [12.2, 20.0, 37.6]}
SEEDS = pd.DataFrame(
    {
        "task": ["mmlu"] * 4 + ["gsm8k"] * 4,
        "model": ["base", "base", "lora", "lora"] * 2,
        "acc": [0.5, 0.7, 0.7, 0.9, 0.40, 0.42, 0.41, 0.45],
    }
)


def test_bars_stand_side_by_side_in_their_slots(ax):
    result = grouped_delta_bars(ax, {"a": [1, 2], "b": [3, 4], "c": [5, 6]}, width=0.6)
    found = boxes(result)
    np.testing.assert_allclose(found[:, 0, 0], [-0.3, -0.1, 0.1], atol=1e-12)
    np.testing.assert_allclose(found[:, 1, 0], [0.7, 0.9, 1.1])
    np.testing.assert_allclose(found[:, :, 2], 0.2)
    np.testing.assert_allclose(found[:, :, 1], 0)
    np.testing.assert_allclose(found[:, :, 3], [[1, 2], [3, 4], [5, 6]])


def test_spacing_leaves_the_width_of_the_group(ax):
    found = boxes(grouped_delta_bars(ax, {"a": [1], "b": [1]}, width=0.9, bar_spacing=0.25))
    np.testing.assert_allclose(found[:, 0, 0], [-0.45, 0.05])
    np.testing.assert_allclose(found[:, 0, 2], 0.4)


def test_changes_are_told_against_the_baseline(ax):
    result = grouped_delta_bars(ax, LEVELS, tick_labels=[33, 64, 129])
    assert texts(result) == ["−22%", "−5%", "−26%"]
    assert [text.xy for text in result.labels] == [(0.2, 12.2), (1.2, 20.0), (2.2, 37.6)]
    data = result.data
    assert list(data.columns) == ["category", "series", "value", "baseline", "delta"]
    assert data["category"].tolist() == ["33", "33", "64", "64", "129", "129"]
    assert data["series"].tolist() == ["level 6", "level 12"] * 3
    assert data["baseline"].tolist() == [15.7, 15.7, 21.0, 21.0, 50.9, 50.9]
    np.testing.assert_allclose(
        data["delta"], [np.nan, -3.5 / 15.7, np.nan, -1 / 21, np.nan, -13.3 / 50.9]
    )
    assert result.caption == "Bars: values; labels: change in percent against level 6."


@pytest.mark.parametrize("baseline", ["level 12", 1, -1])
def test_any_series_may_be_the_baseline(ax, baseline):
    result = grouped_delta_bars(ax, LEVELS, baseline=baseline)
    assert texts(result) == ["+29%", "+5%", "+35%"]
    assert [round(text.xy[0], 9) for text in result.labels] == [-0.2, 0.8, 1.8]


@pytest.mark.parametrize(
    ("delta", "want"),
    [
        ("percent", ["+50%", "−25%"]),
        ("difference", ["+5", "−5"]),
        ("ratio", ["1.50×", "0.75×"]),
        (None, []),
    ],
)
def test_kinds_of_change(ax, delta, want):
    assert texts(grouped_delta_bars(ax, {"a": [10, 20], "b": [15, 15]}, delta=delta)) == want


def test_plain_bars_with_values(ax):
    result = grouped_delta_bars(ax, {"a": [10, 20], "b": [1500, None]}, delta=None, values=True)
    assert texts(result) == ["10", "1,500", "20", "n/a"]
    assert result.data["delta"].isna().all()
    assert result.data["baseline"].isna().all()


def test_values_and_changes_share_a_label(ax):
    data = {"a": [10.0], "b": [12.5]}
    assert texts(grouped_delta_bars(ax, data, values=True)) == ["10.0", "12.5\n+25%"]
    lying = grouped_delta_bars(
        Figure().subplots(), data, values=True, orientation="horizontal", value_format="{:.2f}"
    )
    assert texts(lying) == ["10.00", "12.50 (+25%)"]


@pytest.mark.parametrize(
    ("values", "want"),
    [
        ([["ten", "twelve"]], ["ten", "twelve\n+20%"]),
        (lambda value: f"{value:.0f} ms", ["10 ms", "12 ms\n+20%"]),
        ({"b": ["twelve"], "a": [None]}, ["twelve\n+20%"]),
    ],
)
def test_values_of_ones_own(ax, values, want):
    assert texts(grouped_delta_bars(ax, {"a": [10], "b": [12]}, values=values)) == want


def test_texts_for_the_bars_of_one_series(ax):
    result = grouped_delta_bars(ax, [1.0, 4.4], values=["1.00x (16 → 16)", "4.40x (10 → 44)"])
    assert texts(result) == ["1.00x (16 → 16)", "4.40x (10 → 44)"]


def test_one_series_has_nothing_to_compare(ax):
    result = grouped_delta_bars(ax, {"only": [1, 2]})
    assert texts(result) == []
    assert texts(grouped_delta_bars(ax, {"only": [1, 2]}, values=True)) == ["1", "2"]
    assert "against" not in result.caption


def test_a_baseline_of_zero_has_no_percent(ax):
    data = pd.DataFrame({"base": [0.0, 2.0, 0.0], "new": [0.3, 0.0, 0.0]}, ["latency", "cost", "x"])
    assert texts(grouped_delta_bars(ax, data)) == ["n/a", "−100%", "0%"]
    assert texts(grouped_delta_bars(ax, data, delta="ratio")) == ["n/a", "0×", "n/a"]


def test_a_negative_baseline_tells_the_difference(ax):
    result = grouped_delta_bars(ax, {"base": [-500.0], "new": [-130.0]}, better="higher")
    assert texts(result) == ["+370"]
    assert result.labels[0].get_color() == role("good")
    assert result.data["delta"].tolist()[1] == 370
    assert "where base is negative: the difference" in result.caption


def test_ties_and_hairs_read_as_none(ax):
    runs = {
        "full": [0.77148],
        "no_diacritics": [0.77148],
        "no_elongation": [0.77114],
        "no_stopwords": [0.76553],
    }
    result = grouped_delta_bars(ax, runs, better="higher")
    assert texts(result)[0] == "0%"
    assert texts(result)[2] == "−0.77%"
    assert not any(text in ("−0%", "-0%", "+0%", "−0.0%") for text in texts(result))
    assert result.labels[0].get_color() == mpl.rcParams["text.color"]
    assert texts(grouped_delta_bars(ax, runs, delta_format="{:.0f}%"))[1] == "<1%"


def test_delta_format(ax):
    data = {"a": [8.0], "b": [7.0]}
    assert texts(grouped_delta_bars(ax, data, delta_format="{:+.1f} %")) == ["−12.5 %"]
    assert texts(grouped_delta_bars(ax, data, delta_format=lambda d: f"{1 / (1 + d):.2f}x")) == [
        "1.14x"
    ]


def test_missing_bars_keep_their_slots(ax):
    data = pd.DataFrame(
        {"model": ["A", "A", "B"], "task": ["mmlu", "gsm8k", "mmlu"], "acc": [0.6, 0.4, 0.7]}
    )
    result = grouped_delta_bars(ax, data, x="task", y="acc", hue="model", baseline="B")
    found = boxes(result)
    np.testing.assert_allclose(found[:, :, 0], [[-0.4, 0.6], [0, 1]], atol=1e-12)
    assert math.isnan(found[1, 1, 3])
    assert texts(result) == ["−14%", "n/a", "n/a"]
    assert result.labels[2].xy == (1.2, 0)
    assert math.isnan(result.data["delta"][2])
    with pytest.raises(ValueError, match="'C'"):
        grouped_delta_bars(ax, data, x="task", y="acc", hue="model", baseline="C")


def test_an_empty_slot_at_the_edge_is_in_the_limits(ax):
    result = grouped_delta_bars(ax, {"a": [1, None], "b": [1, None]})
    low, high = ax.get_xlim()
    assert low <= -0.4
    assert high >= 1.4
    assert texts(result) == ["0%", "n/a", "n/a"]


def test_errors_are_drawn_and_labels_stand_beyond_them(ax):
    data = {"a": [0.2, 0.3, np.nan], "b": [0.2, -0.3, 0.1]}
    errors = {"a": [np.nan, 0.1, 0.1], "b": [0.05, 0.1, 0.02]}
    result = grouped_delta_bars(ax, data, errors=errors, values=True)
    np.testing.assert_allclose(segments(result.whiskers[0]), [(0.2, 0.4)])
    np.testing.assert_allclose(
        segments(result.whiskers[1]), [(0.15, 0.25), (-0.4, -0.2), (0.08, 0.12)]
    )
    ends = dict(zip(texts(result), [text.xy[1] for text in result.labels], strict=True))
    assert ends == {
        "0.2": 0.2,
        "0.2\n0%": 0.25,
        "0.3": pytest.approx(0.4),
        "−0.3\n−200%": pytest.approx(-0.4),
        "n/a": 0,
        "0.1\nn/a": pytest.approx(0.12),
    }
    assert result.labels[3].get_text() == "−0.3\n−200%"
    draw(ax)
    np.testing.assert_allclose(result.data["low"][1], 0.15)
    np.testing.assert_allclose(result.data["high"][3], -0.2)
    assert "whiskers: the errors given with the data" in result.caption


def test_caps_know_their_colour(ax):
    result = grouped_delta_bars(ax, {"a": [1], "b": [2]}, errors=0.5)
    for container in result.whiskers:
        for cap in container.lines[1]:
            assert mpl.colors.to_hex(cap.get_color()) == mpl.colors.to_hex("k")


TWO = pd.DataFrame({"a": [1.0, 2], "b": [3.0, 4]}, index=["x", "y"])
LONG = TWO.rename_axis("c").reset_index().melt("c").assign(sd=["0.1", "N/A", "–", 0.2])


@pytest.mark.parametrize(
    ("errors", "low", "high"),
    [
        (0.5, [0.5] * 4, [0.5] * 4),
        ([[0.1, 0.2], [0.3, 0.4]], [0.1, 0.3, 0.2, 0.4], None),
        (np.array([[0.1, 0.2], [0.3, 0.4]]), [0.1, 0.2, 0.3, 0.4], None),
        (
            np.array([[[0.1, 0.2], [0.3, 0.4]], [[1, 2], [3, 4.0]]]),
            [0.1, 0.2, 0.3, 0.4],
            [1, 2, 3, 4],
        ),
        ({"b": [0.3, 0.4], "a": [0.1, 0.2]}, [0.1, 0.3, 0.2, 0.4], None),
        ({"b": {"y": 0.4}, "a": {"y": 0.2, "x": 0.1}}, [0.1, np.nan, 0.2, 0.4], None),
        (TWO.loc[["y", "x"], ["b", "a"]] / 10, [0.1, 0.3, 0.2, 0.4], None),
        ((TWO / 10, TWO), [0.1, 0.3, 0.2, 0.4], [1, 3, 2, 4]),
        ({"a": [[0.1, 0.2], [1, 2]], "b": [0.3, 0.4]}, [0.1, 0.3, 0.2, 0.4], [1, 0.3, 2, 0.4]),
        ({"a": ["0.1*", 1], "b": [1, 1]}, TypeError, None),
        ({"a": ["N/A", None], "b": ["–", 0.4]}, [np.nan, np.nan, np.nan, 0.4], None),
        ({"a": [0.1, -0.2], "b": [1, 1]}, ValueError, None),
        ({"a": [-1e-17, 0.2], "b": [1, 1]}, [0, 1, 0.2, 1], None),
        ({"z": [1, 1], "b": [1, 1]}, ValueError, None),
        ([[0.1, 0.2, 0.3]], ValueError, None),
        ("sd", ValueError, None),
    ],
)
def test_forms_of_errors(ax, errors, low, high):
    if isinstance(low, type):
        with pytest.raises(low, match="errors"):
            grouped_delta_bars(ax, TWO, errors=errors)
        assert not ax.patches
        return
    result = grouped_delta_bars(ax, TWO, errors=errors)
    values = np.array([1, 3, 2, 4.0])
    np.testing.assert_allclose(result.data["low"], values - low)
    np.testing.assert_allclose(result.data["high"], values + (low if high is None else high))


def test_errors_of_one_series(ax):
    for errors in ([0.1, 0.2], [[0.1, 0.2], [1, 2]], np.array([[0.1], [0.2]])):
        result = grouped_delta_bars(ax, [5.0, 6], errors=errors)
        np.testing.assert_allclose(result.data["low"], [4.9, 5.8])
    result = grouped_delta_bars(ax, [5.0, 6], errors=[[0.1, 0.2], [1, 2]])
    np.testing.assert_allclose(result.data["high"], [6, 8])


def test_errors_from_a_column(ax):
    data = LONG.assign(sd=[0.1, "N/A", "–", 0.2])
    result = grouped_delta_bars(ax, data, x="c", y="value", hue="variable", errors="sd")
    np.testing.assert_allclose(result.data["high"], [1.1, np.nan, np.nan, 4.2])
    with pytest.raises(KeyError, match="'errors' is 'se'"):
        grouped_delta_bars(ax, data, x="c", y="value", hue="variable", errors="se")


def test_repeated_rows_are_seeds(ax):
    result = grouped_delta_bars(ax, SEEDS, x="task", y="acc", hue="model")
    data = result.data
    np.testing.assert_allclose(data["value"], [0.6, 0.8, 0.41, 0.43])
    sd = np.array([0.1, 0.1, 0.01, 0.02]) * math.sqrt(2)
    np.testing.assert_allclose(data["low"], data["value"] - sd)
    np.testing.assert_allclose(data["high"], data["value"] + sd)
    assert data["n"].tolist() == [2, 2, 2, 2]
    assert "Bars: mean of 2 seeds; whiskers: ±1 sample SD" in result.caption
    np.testing.assert_allclose(boxes(result)[:, :, 3], [[0.6, 0.41], [0.8, 0.43]])


def test_the_order_of_seeds_is_that_of_the_table(ax):
    numbers = SEEDS.assign(task=[129] * 4 + [33] * 4)
    assert grouped_delta_bars(ax, numbers, x="task", y="acc", hue="model").categories == (
        "129",
        "33",
    )


def test_changes_within_the_errors_are_noise(ax):
    # 0.6 ± 0.1414 and 0.8 ± 0.1414: 0.2 is not smaller than 0.2; 0.41 ± 0.0141 and 0.43 ± 0.0283
    result = grouped_delta_bars(
        ax, SEEDS, x="task", y="acc", hue="model", noise="errors", better="higher"
    )
    assert texts(result) == ["+33%", "≈+5%"]
    good, noise = (text.get_color() for text in result.labels)
    assert good == role("good")
    assert noise == readable(role("muted"))
    assert "smaller than the whiskers of the two bars taken together" in result.caption


def test_noise_by_the_sides_that_face_each_other(ax):
    data = {"a": [10.0, 10.0], "b": [12.0, 8.0]}
    # above a and below b there is much; the other way round there is little
    errors = {"a": [[0.1, 0.1], [1.9, 1.9]], "b": [[1.0, 1.0], [0.1, 0.1]]}
    assert texts(grouped_delta_bars(ax, data, errors=errors, noise="errors")) == ["≈+20%", "−20%"]


def test_a_missing_whisker_counts_as_none(ax):
    data = {"a": [10.0, 10.0], "b": [12.0, 12.0]}
    errors = {"a": [np.nan, np.nan], "b": [3.0, np.nan]}
    assert texts(grouped_delta_bars(ax, data, errors=errors, noise="errors")) == ["≈+20%", "+20%"]


@pytest.mark.parametrize(
    ("noise", "want"),
    [
        (0.2, ["+20%", "≈−10%"]),
        ([0, 0.2], ["+20%", "≈−10%"]),
        ({"y": 0, "x": 1}, ["≈+20%", "−10%"]),
        (0, ["+20%", "−10%"]),
    ],
)
def test_noise_in_the_unit_of_the_values(ax, noise, want):
    data = pd.DataFrame({"a": [1.0, 1.0], "b": [1.2, 0.9]}, index=["x", "y"])
    result = grouped_delta_bars(ax, data, noise=noise, better="lower")
    assert texts(result) == want
    for text in result.labels:
        if text.get_text().startswith("≈"):
            assert text.get_color() == readable(role("muted"))
            assert text.get_fontweight() == "normal"


def test_no_change_within_noise(ax):
    result = grouped_delta_bars(ax, {"a": [1000.0, 1], "b": [1000.1, 2]}, noise=0.5)
    assert texts(result) == ["≈0%", "+100%"]


@pytest.mark.parametrize("noise", ["error", -1, math.inf, math.nan, [1], "errors"])
def test_bad_noise_is_named(ax, noise):
    with pytest.raises((ValueError, TypeError), match="noise"):
        grouped_delta_bars(ax, {"a": [1, 2], "b": [2, 3]}, noise=noise)
    assert not ax.patches


@pytest.mark.parametrize(
    ("better", "want"),
    [
        ("lower", ["bad", "good"]),
        ("higher", ["good", "bad"]),
        (["higher", "lower"], ["good", "good"]),
        ({"cost": "lower"}, [None, "good"]),
        (None, [None, None]),
    ],
)
def test_verdicts(ax, better, want):
    data = pd.DataFrame({"a": [1.0, 1.0], "b": [1.2, 0.9]}, index=["score", "cost"])
    result = grouped_delta_bars(ax, data, better=better)
    ink = mpl.rcParams["text.color"]
    assert [t.get_color() for t in result.labels] == [role(w) if w else ink for w in want]


@pytest.mark.parametrize("theme", ["cardplot.card", "cardplot.dark"])
def test_every_label_can_be_read_on_its_surface(theme):
    mpl.style.use(theme)
    ax = Figure().subplots()
    result = grouped_delta_bars(
        ax,
        {"a": [1.0, 1, 1, None], "b": [1.2, 0.9, 1.0001, 1]},
        better="lower",
        noise=0.01,
        values=True,
    )
    for text in result.labels:
        assert contrast(text.get_color(), ax.get_facecolor()) >= 4.5


def test_the_baseline_is_gray_and_the_others_take_the_cycle(ax):
    colors = [c[0].get_facecolor() for c in grouped_delta_bars(ax, TWO.assign(c=1)).containers]
    assert colors[1:] == [mpl.colors.to_rgba("C0"), mpl.colors.to_rgba("C1")]
    assert max(colors[0][:3]) - min(colors[0][:3]) < 0.03
    assert contrast(colors[0], "w") >= 3
    plain = grouped_delta_bars(ax, TWO, delta=None).containers
    assert plain[0][0].get_facecolor() == mpl.colors.to_rgba("C0")
    own = grouped_delta_bars(ax, TWO, colors={"a": "r", "b": "g"}).containers
    assert own[0][0].get_facecolor() == (1, 0, 0, 1)


def test_a_log_axis_shows_what_it_can(ax):
    ax.set_yscale("log")
    data = {"dense": [36800, 78.4, 0.0], "sparse": [4100, 91, 3]}
    result = grouped_delta_bars(ax, data, values=True)
    found = boxes(result)
    assert math.isnan(found[0, 2, 3])
    assert found[0, 0, 3] == 36800
    assert texts(result)[-2:] == ["n/a", "3.0\nn/a"]
    assert "values of 0 or less can't be shown on a log axis" in result.caption
    assert result.data["value"].isna().tolist() == [False] * 4 + [True, False]
    draw(ax)
    assert ax.get_ylim()[0] > 0


def test_an_axis_that_becomes_log_later_keeps_its_range(ax):
    grouped_delta_bars(ax, {"a": [36800, 0.0], "b": [4100, 3]}, values=True)
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="1 of 4 bars can't be seen"):
        draw(ax)
    low, high = ax.get_ylim()
    assert 0.1 < low < 3
    assert 36800 < high < 1e6


def test_labels_stay_inside_the_axes(ax):
    for orientation in ("vertical", "horizontal"):
        ax = Figure(figsize=(5, 3), layout="constrained").subplots()
        data = {"a": [98765, -43210], "b": [99999, -54321]}
        result = grouped_delta_bars(ax, data, values=True, orientation=orientation)
        draw(ax)
        frame = ax.get_window_extent()
        for text in result.labels:
            box = text.get_window_extent()
            assert frame.x0 - 1 <= box.x0 <= box.x1 <= frame.x1 + 1
            assert frame.y0 - 1 <= box.y0 <= box.y1 <= frame.y1 + 1


def test_bars_below_zero_have_a_base_line_and_labels_below(ax):
    result = grouped_delta_bars(ax, {"a": [-2.0], "b": [-3.0]})
    assert result.labels[0].xy == (0.2, -3)
    assert [line.get_ydata()[0] for line in ax.lines] == [0]
    result.remove()
    assert not ax.lines


def test_horizontal_swaps_the_axes_and_nothing_else(ax):
    errors = {"a": [0.1, 0.2], "b": [0.3, 0.4]}
    upright = grouped_delta_bars(ax, {"a": [1, 2], "b": [3, 4]}, errors=errors)
    other = Figure().subplots()
    lying = grouped_delta_bars(
        other, {"a": [1, 2], "b": [3, 4]}, errors=errors, orientation="horizontal"
    )
    np.testing.assert_allclose(boxes(lying)[:, :, [1, 0, 3, 2]], boxes(upright))
    assert [t.xy for t in lying.labels] == [t.xy[::-1] for t in upright.labels]
    first = [w.lines[2][0].get_segments()[0] for w in (upright.whiskers[1], lying.whiskers[1])]
    np.testing.assert_allclose(first[1], first[0][:, ::-1])


def test_two_rows_for_one_bar_are_refused(ax):
    twice = pd.DataFrame({"m": ["base", "lora", "base"], "v": [1, 2, 3]})
    with pytest.raises(ValueError, match="'base'"):
        grouped_delta_bars(ax, twice, x="m", y="v")
    mostly = pd.concat([LONG, LONG.iloc[:1]])
    with pytest.raises(ValueError, match="2 rows for one bar, 'x', 'a'"):
        grouped_delta_bars(ax, mostly, x="c", y="value", hue="variable")
    # a forgotten series column is no set of seeds either
    with pytest.raises(ValueError, match="hue="):
        grouped_delta_bars(ax, SEEDS, x="task", y="acc")


def test_a_center_asks_for_seeds(ax):
    ragged = SEEDS.iloc[1:]
    result = grouped_delta_bars(ax, ragged, x="task", y="acc", hue="model", center="median")
    assert result.data["n"].tolist() == [1, 2, 2, 2]
    assert math.isnan(result.data["low"][0])
    assert "median of 1 to 2 seeds" in result.caption
    nested = {
        "base": {"mmlu": [0.5, 0.7], "gsm8k": [0.40, 0.42]},
        "lora": {"gsm8k": [0.41, 0.45], "mmlu": [0.7, 0.9]},
    }
    result = grouped_delta_bars(ax, nested, center="mean", spread="range")
    np.testing.assert_allclose(result.data["low"], [0.5, 0.7, 0.40, 0.41])
    with pytest.raises(ValueError, match="center"):
        grouped_delta_bars(ax, TWO, center="mean")
    with pytest.raises(ValueError, match="center"):
        grouped_delta_bars(ax, nested, center=np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="center"):
        grouped_delta_bars(ax, nested, center="")


def test_missing_seeds_do_not_count(ax):
    data = pd.concat([SEEDS, pd.DataFrame({"task": ["mmlu"], "model": ["base"], "acc": [None]})])
    result = grouped_delta_bars(ax, data.astype({"acc": float}), x="task", y="acc", hue="model")
    assert result.data["n"].tolist() == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("kwargs", "error", "match"),
    [
        ({"delta": "absolute"}, ValueError, "delta"),
        ({"baseline": 2}, ValueError, "baseline"),
        ({"baseline": None}, ValueError, "baseline"),
        ({"better": "more"}, ValueError, "better"),
        ({"better": ["lower"]}, ValueError, "better"),
        ({"values": "yes"}, TypeError, "values"),
        ({"values": [["a"]]}, ValueError, "values"),
        ({"width": -1}, ValueError, "width"),
        ({"bar_spacing": -0.1}, ValueError, "bar_spacing"),
        ({"value_format": "{", "values": True}, ValueError, "value_format"),
        ({"delta_format": 1}, TypeError, "delta_format"),
        ({"center": "mode", "x": "c", "y": "v"}, KeyError, "'c'"),
        ({"orientation": "up"}, ValueError, "orientation"),
        ({"highlight": ["z"]}, ValueError, "highlight"),
    ],
)
def test_a_bad_argument_is_named_and_nothing_is_drawn(ax, kwargs, error, match):
    before = list(ax.get_children())
    with pytest.raises(error, match=match):
        grouped_delta_bars(ax, TWO, **kwargs)
    assert ax.get_children() == before


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("drawn", [False, True])
def test_remove_brings_the_axes_back(ax, orientation, drawn):
    ax.scatter([0, 3], [5, 8])
    ax.bar([5, 6], [3, 4])

    def state():
        kept = [id(c) for c in ax.get_children() if type(c).__name__ != "LabelLayer"]
        return kept, len(ax.containers), ax.get_xlim(), ax.get_ylim()

    before = state()
    result = grouped_delta_bars(
        ax, {"a": [-1, 2], "b": [3, None]}, errors=0.5, orientation=orientation
    )
    if drawn:
        draw(ax)
    result.remove()
    assert state() == before


def test_a_plain_legend_shows_the_series(ax):
    result = grouped_delta_bars(ax, LEVELS, errors=1.0)
    assert [t.get_text() for t in ax.legend().get_texts()] == ["level 6", "level 12"]
    assert [name for _, name in result.entries] == ["level 6", "level 12"]


def test_everything_else_is_left_alone(ax):
    values, errors = np.array([[3.0, 1], [2, 2]]), np.full((2, 2), 0.1)
    copies, params = (values.copy(), errors.copy()), dict(mpl.rcParams)
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    ax.plot([0, 1], [5, 6])
    grouped_delta_bars(ax, values, errors=errors, noise="errors")
    draw(ax)
    assert (values == copies[0]).all()
    assert (errors == copies[1]).all()
    assert dict(mpl.rcParams) == params
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002
    later = ax.plot([0, 1], [1, 1])[0].get_color()
    assert mpl.colors.to_hex(later) == mpl.colors.to_hex("C1")


def test_large_values_have_separators_on_their_axis(ax):
    grouped_delta_bars(ax, {"a": [40_000.0], "b": [20_000.0]})
    draw(ax)
    assert "20,000" in [t.get_text() for t in ax.get_yticklabels()]
    other = Figure().subplots()
    other.yaxis.set_major_formatter("{x:.0f} ms")
    grouped_delta_bars(other, {"a": [40_000.0]})
    draw(other)
    assert "20000 ms" in [t.get_text() for t in other.get_yticklabels()]


def test_numbers_side_by_side_are_thinned_from_zero_on():
    ax = Figure(figsize=(2, 2)).subplots()
    grouped_delta_bars(ax, {"a": [3_000_000.0]}, orientation="horizontal")
    draw(ax)
    shown = [t for t in ax.get_xticklabels() if t.get_text()]
    assert shown[0].get_text() == "0"
    spans = [t.get_window_extent() for t in shown]
    assert all(left.x1 < right.x0 for left, right in pairwise(spans))


def test_a_logit_axis_has_no_place_for_where_bars_start(ax):
    ax.set_yscale("logit")
    with pytest.raises(ValueError, match="logit axis"):
        grouped_delta_bars(ax, {"a": [0.5], "b": [0.6]})
    assert not ax.patches


@pytest.mark.parametrize(("value", "error"), [(1.7e308, 0), (1, 1.2e305)])
def test_what_reaches_beyond_an_axis_is_refused(ax, value, error):
    with pytest.raises(ValueError, match=r"'data': '1' reaches .*more than the axis can show"):
        grouped_delta_bars(ax, {"a": [1, value]}, errors={"a": [0, error]})


def test_bars_that_a_scale_hides_afterwards_are_warned_of_once(ax):
    grouped_delta_bars(ax, {"a": [1, 0], "b": [2, 3]}, delta=None)
    ax.set_yscale("log")
    with pytest.warns(UserWarning, match="1 of 4 bars can't be seen.*made log") as caught:
        draw(ax)
    assert len(caught) == 1
    draw(ax)  # without another


@pytest.mark.parametrize("option", [{"delta": pd.NA}, {"better": pd.NA}, {"delta": np.arange(2)}])
def test_options_without_a_truth_value_are_refused_by_name(ax, option):
    with pytest.raises(ValueError, match=next(iter(option))):
        grouped_delta_bars(ax, LEVELS, **option)


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
@pytest.mark.parametrize("size", [(11, 4), (9, 4), (4, 4)])
def test_the_longest_bar_has_its_label_however_wide_the_panel(engine, size):
    plt.style.use("cardplot.card")
    figure = new(engine, figsize=size)
    axes = figure.subplots()
    values = np.array([[5, 9], [7, 8]])
    bars = grouped_delta_bars(axes, values, errors=1.0, orientation="horizontal")
    figure.canvas.draw()
    assert bars.unplaced == ()
    ends = axes.transData.transform([(10, 0), (9, 0)])[:, 0] * 72 / figure.dpi
    for text, end, patch in zip(bars.labels, ends, bars.containers[1], strict=True):
        assert text.get_fontsize() == 8.5
        box, bar = extent(text), points(figure, patch.get_window_extent())
        assert 2.9 < box.x0 - end < 8
        assert (box.y0 + box.y1) / 2 == pytest.approx((bar.y0 + bar.y1) / 2, abs=1)
        assert inside(extent(text), points(figure, axes.bbox))
