"""`stacked_share_bars`: extents, texts, data, what is refused, what is left alone."""

from __future__ import annotations

import io
import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from cardplot.bars import stacked_share_bars
from cardplot.palettes import contrast
from tests.drawn import extent, new, worst_overlap


@pytest.fixture
def ax():
    return Figure(figsize=(6, 4)).subplots()


def group(result, kind):
    return next((g for g in result.groups if g.kind == kind), None)


def texts(result, kind):
    found = group(result, kind)
    return [text.get_text() for text in found.texts] if found else []


def boxes(result):
    """(x, y, width, height) of each segment, by series and category."""
    return np.array(
        [
            [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in container]
            for container in result.containers
        ]
    )


def draw(ax):
    ax.get_figure().savefig(io.BytesIO(), format="png")


MODELS = pd.DataFrame({"dense": [70.0, 60], "moe": [30.0, 40], "embed": [0.0, 5]}, ["m1", "m2"])


def test_segments_stand_on_each_other_in_their_slots(ax):
    result = stacked_share_bars(ax, MODELS)
    found = boxes(result)
    np.testing.assert_allclose(found[:, :, 0], [[-0.31, 0.69]] * 3, atol=1e-12)
    np.testing.assert_allclose(found[:, :, 2], 0.62, atol=1e-12)
    np.testing.assert_allclose(found[:, :, 1], [[0, 0], [70, 60], [100, 100]])
    np.testing.assert_allclose(found[:, :, 3], [[70, 60], [30, 40], [0, 5]])


def test_data_is_tidy_and_in_the_order_of_the_categories(ax):
    data = stacked_share_bars(ax, MODELS).data
    assert list(data.columns) == ["category", "series", "value", "share"]
    assert data["category"].tolist() == ["m1"] * 3 + ["m2"] * 3
    assert data["series"].tolist() == ["dense", "moe", "embed"] * 2
    assert data["value"].tolist() == [70, 30, 0, 60, 40, 5]
    np.testing.assert_allclose(data["share"], [0.7, 0.3, 0, 60 / 105, 40 / 105, 5 / 105])


@pytest.mark.parametrize("order", [["embed", "dense", "moe"], ["dense", "embed", "moe"]])
def test_totals_stand_at_the_end_wherever_the_zero_is(ax, order):
    for columns in (order, ["dense", "moe", "embed"]):
        result = stacked_share_bars(ax, MODELS[columns])
        assert texts(result, "totals") == ["100", "105"]
        assert [text.xy for text in group(result, "totals").texts] == [(0, 100), (1, 105)]
        assert "0%" not in texts(result, "shares")


def test_a_bar_of_zeros_has_a_total_and_no_share(ax):
    result = stacked_share_bars(ax, {"a": [0, 1], "b": [0, 1]})
    assert texts(result, "totals") == ["0", "2"]
    assert texts(result, "shares") == ["50%", "50%"]
    assert result.data["share"].isna().tolist() == [True, True, False, False]
    draw(ax)


def test_a_missing_part_leaves_the_others_and_marks_the_total(ax):
    result = stacked_share_bars(ax, {"a": [3.0, np.nan], "b": [2.0, 2.0]})
    found = boxes(result)
    assert math.isnan(found[0, 1, 3])
    np.testing.assert_allclose(found[1, 1, 1:], [0, 0.62, 2], atol=1e-12)
    assert texts(result, "totals") == ["5", "≥2"]
    assert texts(result, "shares") == ["60%", "40%", "100%"]
    assert "“≥”: parts are missing" in result.caption
    assert result.incomplete.tolist() == [False, True]
    assert result.totals.tolist() == [5, 2]


def test_a_bar_without_data_keeps_its_slot(ax):
    result = stacked_share_bars(ax, {"a": [1, 2, None], "b": [1, None, None]})
    assert texts(result, "totals") == ["2", "≥2", "n/a"]
    assert group(result, "totals").texts[2].xy == (2, 0)
    assert ax.get_xlim()[1] >= 2.31
    assert "“n/a”: no data" in result.caption
    assert math.isnan(result.totals[2])


def test_a_mark_stays_without_totals(ax):
    result = stacked_share_bars(ax, {"a": [1, 2, None], "b": [1, None, None]}, totals=False)
    assert texts(result, "totals") == ["incomplete", "n/a"]
    assert texts(stacked_share_bars(ax, MODELS, totals=False), "totals") == []


def test_negative_part_is_named(ax):
    data = pd.DataFrame({"gain": [4, 4], "loss": [-1, 2]}, index=["a", "b"])
    with pytest.raises(ValueError, match=r"'loss' at 'a': -1"):
        stacked_share_bars(ax, data)
    assert not ax.patches


@pytest.mark.parametrize(
    ("parts", "nearest", "summed"),
    [
        ([12, 4, 1], ["71%", "24%", "6%"], ["71%", "23%", "6%"]),
        ([1, 1, 1], ["33%", "33%", "33%"], ["34%", "33%", "33%"]),
        ([1, 199], ["<1%", ">99%"], ["1%", "99%"]),
        ([0.5, 99.5], ["<1%", ">99%"], ["1%", "99%"]),
        ([125, 875], ["13%", "88%"], ["13%", "87%"]),
        ([0, 7], ["100%"], ["100%"]),
    ],
)
def test_rounding(ax, parts, nearest, summed):
    data = [[part] for part in parts]
    assert texts(stacked_share_bars(ax, data), "shares") == nearest
    assert texts(stacked_share_bars(ax, data, rounding="sum"), "shares") == summed


def test_a_sum_of_rounded_shares_holds_although_only_some_are_printed(ax):
    result = stacked_share_bars(
        ax, {"a": [220], "b": [2], "c": [583]}, shares=["c", 0], rounding="sum"
    )
    # 27.33, 0.25 and 72.42 of 100: the largest remainder is that of c
    assert texts(result, "shares") == ["27%", "73%"]


def test_share_and_total_formats(ax):
    result = stacked_share_bars(
        ax, {"a": [125.0], "b": [875.0]}, share_format="{:.1f} %", total_format="{:,.0f} MB"
    )
    assert texts(result, "shares") == ["12.5 %", "87.5 %"]
    assert texts(result, "totals") == ["1,000 MB"]
    result = stacked_share_bars(ax, {"a": [1], "b": [3]}, share_format=lambda f: f"{f:.2f}")
    assert texts(result, "shares") == ["0.25", "0.75"]


def test_totals_are_never_in_powers_of_ten(ax):
    result = stacked_share_bars(ax, {"a": [4e6, 12.0], "b": [np.nan, 1.0]})
    assert texts(result, "totals") == ["≥4,000,000", "13"]


@pytest.mark.parametrize(
    ("totals", "want"),
    [
        (["0.68 fp per tp", None], ["0.68 fp per tp"]),
        ({"m2": "two", "m1": "one"}, ["one", "two"]),
        (lambda total: f"{total / 100:.2f}×", ["1.00×", "1.05×"]),
        (None, []),
    ],
)
def test_totals_of_ones_own(ax, totals, want):
    assert texts(stacked_share_bars(ax, MODELS, totals=totals), "totals") == want


def test_a_callable_total_is_marked_and_never_sees_a_bar_without_data(ax):
    data = {"a": [1, 2, None], "b": [1, None, None]}
    result = stacked_share_bars(ax, data, totals=lambda total: f"{total:.1f}")
    assert texts(result, "totals") == ["2.0", "≥2.0", "n/a"]


def test_normalized_bars_end_at_one_and_print_raw_totals(ax):
    result = stacked_share_bars(ax, {"a": [30, np.nan], "b": [10, 5]}, normalize=True)
    found = boxes(result)
    np.testing.assert_allclose(found[:, 0, 3], [0.75, 0.25])
    np.testing.assert_allclose(found[1, :, 1] + found[1, :, 3], [1, 1])
    assert texts(result, "totals") == ["40", "≥5"]
    assert result.data["value"].dropna().tolist() == [30, 10, 5]
    draw(ax)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["0%", "25%", "50%", "75%", "100%"]


def test_horizontal_swaps_the_axes_and_nothing_else(ax):
    upright = boxes(stacked_share_bars(ax, MODELS))
    other = Figure().subplots()
    lying = boxes(stacked_share_bars(other, MODELS, orientation="horizontal"))
    np.testing.assert_allclose(lying[:, :, [1, 0, 3, 2]], upright)
    assert not other.yaxis_inverted()
    assert [t.get_text() for t in other.get_yticklabels()] == ["m1", "m2"]


@pytest.mark.parametrize("theme", ["cardplot.card", "cardplot.dark"])
def test_grid_and_base_line_turn_with_the_bars(theme):
    mpl.style.use(theme)
    axes = Figure().subplots(1, 3)
    stacked_share_bars(axes[0], MODELS)
    result = stacked_share_bars(axes[1], MODELS, orientation="horizontal")
    stacked_share_bars(axes[1], MODELS, orientation="horizontal", positions=[4, 5])

    def shown(ax):
        lines = (axis.get_gridlines()[0] for axis in (ax.xaxis, ax.yaxis))
        spines = (ax.spines[name] for name in ("bottom", "left"))
        return [part.get_visible() for part in (*lines, *spines)]

    assert shown(axes[0]) == shown(axes[2]) == [False, True, True, False]
    assert shown(axes[1]) == [True, False, False, True]
    result.remove()
    assert shown(axes[1]) == [True, False, False, True]


def test_text_on_a_segment_has_the_better_contrast(ax):
    result = stacked_share_bars(ax, {"a": [1], "b": [1], "c": [1]}, colors=["#fee08b", "k", "C0"])
    for container, text in zip(result.containers, group(result, "shares").texts, strict=True):
        face = container[0].get_facecolor()
        ink = contrast(text.get_color(), face)
        assert ink == max(contrast("k", face), contrast("w", face))
        assert ink >= 4.5


@pytest.mark.parametrize(
    ("colors", "want"),
    [
        (["r", "g", "b"], "rgb"),
        (["r", "g", "b", "k", "y"], "rgb"),
        ({"embed": "b", "moe": "g", "dense": "r"}, "rgb"),
        ("y", "yyy"),
        ((0, 0.5, 0), [(0, 0.5, 0)] * 3),
    ],
)
def test_colors(ax, colors, want):
    result = stacked_share_bars(ax, MODELS, colors=colors)
    found = [container[0].get_facecolor() for container in result.containers]
    assert found == [mpl.colors.to_rgba(color) for color in want]


def test_colors_by_category(ax):
    for colors in ([["r", "b"]], ["r", "b"], {"a": ["r", "b"]}):
        result = stacked_share_bars(ax, {"a": [1, 2]}, colors=colors)
        assert [p.get_facecolor() for p in result.containers[0]] == [(1, 0, 0, 1), (0, 0, 1, 1)]


@pytest.mark.parametrize(
    "colors", [["r"], {"dense": "r"}, {"x": "r"}, "no-such-palette", [1, 2, 3]]
)
def test_bad_colors_are_named(ax, colors):
    with pytest.raises((ValueError, TypeError), match=r"color|palette"):
        stacked_share_bars(ax, MODELS, colors=colors)
    assert not ax.patches


def test_hatches_keep_away_from_the_text_on_them(ax):
    result = stacked_share_bars(ax, MODELS, hatches={"dense": "///", "moe": None, "embed": "."})
    dense, moe, _ = (container[0] for container in result.containers)
    assert (dense.get_hatch(), moe.get_hatch()) == ("///", None)
    stroke = dense.get_edgecolor()
    assert contrast(stroke, dense.get_facecolor()) > 1.5
    assert dense.get_linewidth() == 0
    haloed = [bool(text.get_path_effects()) for text in group(result, "shares").texts]
    # of m1: dense and moe; of m2: dense, moe and embed
    assert haloed == [True, False, True, False, True]


def test_repeating_colors_are_hatched():
    mpl.rcParams["axes.prop_cycle"] = mpl.cycler(color=["r", "g"])
    ax = Figure().subplots()
    with pytest.warns(UserWarning, match="share 2 colours"):
        result = stacked_share_bars(ax, {name: [1] for name in "abc"})
    assert [c[0].get_hatch() is None for c in result.containers] == [True, True, False]


def test_highlight_is_bold(ax):
    stacked_share_bars(ax, MODELS, highlight="m2")
    draw(ax)
    assert [t.get_fontweight() == "bold" for t in ax.get_xticklabels()] == [False, True]


def test_positions_set_the_slots(ax):
    result = stacked_share_bars(ax, MODELS, positions=[10, 30], width=0.5)
    np.testing.assert_allclose(boxes(result)[0, :, [0, 2]], [[5, 25], [10, 10]])


def test_positions_on_a_log_axis_are_equally_thick_to_the_eye():
    ax = Figure().subplots()
    ax.set_xscale("log")
    result = stacked_share_bars(ax, {"a": [1, 2, 3]}, positions=[256, 512, 1024], width=0.5)
    found = boxes(result)[0]
    np.testing.assert_allclose((found[:, 0] + found[:, 2]) / found[:, 0], math.sqrt(2))
    draw(ax)
    assert [t.get_text() for t in ax.get_xticklabels(which="both")] == ["0", "1", "2"]


def test_positions_may_be_dates(ax):
    days = pd.to_datetime(["2024-01-01", "2024-01-03"])
    result = stacked_share_bars(ax, MODELS, positions=days, width=0.5)
    np.testing.assert_allclose(boxes(result)[0, :, 2], 1)
    draw(ax)


@pytest.mark.parametrize(
    ("kwargs", "error", "match"),
    [
        ({"positions": [1]}, ValueError, "positions"),
        ({"positions": [1, 1]}, ValueError, "positions"),
        ({"positions": ["a", "b"]}, TypeError, "positions"),
        ({"positions": [1, np.nan]}, ValueError, "positions"),
        ({"orientation": "diagonal"}, ValueError, "orientation"),
        ({"width": 0}, ValueError, "width"),
        ({"width": "wide"}, TypeError, "width"),
        ({"shares": "all"}, ValueError, "shares"),
        ({"shares": ["nobody"]}, ValueError, "nobody"),
        ({"rounding": "up"}, ValueError, "rounding"),
        ({"totals": ["one"]}, ValueError, "totals"),
        ({"totals": "sum"}, TypeError, "totals"),
        ({"highlight": "m3"}, ValueError, "highlight"),
        ({"share_format": 3}, TypeError, "share_format"),
        ({"total_format": "{:d}s{"}, ValueError, "total_format"),
        ({"hatches": ["/"]}, ValueError, "hatches"),
        ({"normalize": np.array([1, 2])}, TypeError, "normalize"),
        ({"hatches": "?"}, ValueError, "hatches.*'\\?'"),
        ({"colors": "bleu"}, ValueError, "colors.*neither a colour nor a palette"),
        ({"x": "no"}, ValueError, "y="),
    ],
)
def test_a_bad_argument_is_named_and_nothing_is_drawn(ax, kwargs, error, match):
    before = list(ax.get_children())
    with pytest.raises(error, match=match):
        stacked_share_bars(ax, MODELS, **kwargs)
    assert ax.get_children() == before


@pytest.mark.parametrize("scale", ["log", "symlog"])
def test_a_scale_on_which_lengths_do_not_add_is_refused(ax, scale):
    ax.set_yscale(scale)
    with pytest.raises(ValueError, match=f"{scale} axis"):
        stacked_share_bars(ax, MODELS)


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_a_scale_that_was_changed_afterwards_is_warned_of_once(orientation):
    ax = Figure().subplots()
    stacked_share_bars(ax, MODELS, orientation=orientation)
    ax.figure.savefig(io.BytesIO())
    (ax.set_xscale if orientation == "horizontal" else ax.set_yscale)("log")
    with pytest.warns(UserWarning, match="log axis for the values.*can't be compared") as caught:
        ax.figure.savefig(io.BytesIO())
    assert len(caught) == 1
    ax.figure.savefig(io.BytesIO())  # without another


def test_totals_beyond_what_an_axis_can_show_are_refused_where_they_are_drawn(ax):
    huge = {"a": [9e304], "b": [9e304]}
    with pytest.raises(ValueError, match=r"'0' reaches 1\.8e\+305"):
        stacked_share_bars(ax, huge)
    result = stacked_share_bars(ax, huge, normalize=True)
    assert result.data["share"].tolist() == [0.5, 0.5]


def test_dates_do_not_go_among_categories(ax):
    ax.plot(["a", "b"], [1, 2])
    with pytest.raises(TypeError, match=r"positions.*no place on the axis"):
        stacked_share_bars(ax, {"a": [1, 2]}, positions=pd.date_range("2024-01-01", periods=2))


def test_axes_that_cannot_hold_bars_are_refused():
    with pytest.raises(TypeError, match="matplotlib Axes"):
        stacked_share_bars(None, MODELS)
    with pytest.raises(ValueError, match="polar"):
        stacked_share_bars(Figure().add_subplot(projection="polar"), MODELS)
    ax = Figure().subplots()
    ax.plot([1, 2], ["a", "b"])
    with pytest.raises(ValueError, match="plain numbers"):
        stacked_share_bars(ax, MODELS)


def test_categories_that_are_on_the_axis_keep_their_place(ax):
    ax.plot(["m0", "m2", "m1"], [1, 2, 3])
    result = stacked_share_bars(ax, MODELS)
    np.testing.assert_allclose(boxes(result)[0, :, 0] + 0.31, [2, 1])


def test_forms_of_one_table_draw_the_same():
    long = MODELS.rename_axis("model").reset_index().melt("model", var_name="part")
    forms = [
        (MODELS, {}),
        (MODELS.to_dict("list"), {"tick_labels": ["m1", "m2"]}),
        (MODELS.to_numpy(), {"tick_labels": ["m1", "m2"], "labels": list(MODELS)}),
        (list(MODELS.to_numpy().T), {"tick_labels": ["m1", "m2"], "labels": list(MODELS)}),
        (long, {"x": "model", "y": "value", "hue": "part"}),
        (MODELS.astype("Float64"), {}),
    ]
    tables = [stacked_share_bars(Figure().subplots(), d, **k).data for d, k in forms]
    for table in tables[1:]:
        pd.testing.assert_frame_equal(table, tables[0])


def test_decorated_numbers_and_duplicates_are_refused(ax):
    read = pd.read_csv(io.StringIO("v,c\nA,39.40\nB,39.84*\nC,–\n"))
    with pytest.raises(TypeError, match=r"'c'.*'39\.84\*'"):
        stacked_share_bars(ax, read, x="v", y="c")
    with pytest.raises(ValueError, match="base"):
        stacked_share_bars(ax, [[1, 2, 3]], tick_labels=["base", "lora", "base"])


def test_order_of_categories(ax):
    sizes = pd.Categorical(["s", "l"], categories=["l", "m", "s"], ordered=True)
    data = pd.DataFrame({"size": sizes, "n": [1, 2]})
    assert stacked_share_bars(ax, data, x="size", y="n").categories == ("l", "s")
    data = pd.DataFrame({"v": ["v10", "v2", "v1"], "n": [1, 2, 3]})
    ax.clear()
    assert stacked_share_bars(ax, data, x="v", y="n").categories == ("v10", "v2", "v1")
    ax.clear()
    assert stacked_share_bars(ax, {True: 1, False: 2}).series == ("True", "False")


def test_names_are_literal_and_kept_for_the_legend(ax):
    data = {"_base": [1, 2], "a_$b$": [1, 2]}
    result = stacked_share_bars(ax, data, tick_labels=["$5 vs $3", r"cost $a_$b$ \frac{"])
    assert [name for _, name in result.entries] == ["_base", "a_$b$"]
    draw(ax)
    legend = ax.legend()
    assert [t.get_text() for t in legend.get_texts()] == ["a_$b$"]
    assert stacked_share_bars(Figure().subplots(), [[1, 2]]).entries == ()


def test_labels_settle_where_they_fit_and_again_at_another_size():
    figure = Figure(figsize=(3.25, 2), layout="constrained")
    ax = figure.subplots()
    result = stacked_share_bars(ax, {"a": [97], "b": [3]})
    draw(ax)
    assert result.unplaced == ("3%",)
    figure.set_size_inches(3.25, 14)
    draw(ax)
    assert result.unplaced == ()
    for text, container in zip(group(result, "shares").texts, result.containers, strict=True):
        inner, outer = text.get_window_extent(), container[0].get_window_extent()
        assert outer.y0 <= inner.y0 <= inner.y1 <= outer.y1


THIN = {"small": [300, 3, 2], "rest": [100, 97, 98]}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_shares_that_are_asked_for_stand_beside_a_part_that_is_too_thin(ax, orientation, turned):
    """Those that happen to fit don't: there, a thin part stays without its share."""
    result = stacked_share_bars(ax, THIN, shares=["small"], orientation=orientation)
    if turned:
        (ax.invert_xaxis if orientation == "vertical" else ax.invert_yaxis)()
    draw(ax)
    found = group(result, "shares")
    assert found.unplaced == ()
    assert texts(result, "shares") == ["75%", "3%", "2%"]
    bars = [patch.get_window_extent() for patch in result.containers[0]]
    shown = [text.get_window_extent() for text in found.texts]
    assert bars[0].x0 < shown[0].x0 < shown[0].x1 < bars[0].x1
    for bar, text in zip(bars[1:], shown[1:], strict=True):
        side, across = ("x", "y") if orientation == "vertical" else ("y", "x")
        gap = getattr(text, f"{side}0") - getattr(bar, f"{side}1")
        assert 0 < gap * 72 / 100 < 8
        middle = (getattr(text, f"{across}0") + getattr(text, f"{across}1")) / 2
        low, high = getattr(bar, f"{across}0"), getattr(bar, f"{across}1")
        assert low - 10 < middle < high + 20
        # The last one has its room within the limits, not beyond the panel.
        panel = ax.get_window_extent()
        assert panel.x0 <= text.x0 < text.x1 <= panel.x1
        assert panel.y0 <= text.y0 < text.y1 <= panel.y1
    ax.clear()
    fitting = stacked_share_bars(ax, THIN, orientation=orientation)
    draw(ax)
    assert {"3%", "2%"} <= set(group(fitting, "shares").unplaced)


def test_everything_else_is_left_alone(ax):
    values = np.array([[3.0, 1], [2, 2]])
    copy, params = values.copy(), dict(mpl.rcParams)
    (line,) = ax.plot([0, 1], [5, 6])
    stacked_share_bars(ax, values)
    draw(ax)
    assert (values == copy).all()
    assert dict(mpl.rcParams) == params
    assert line in ax.lines
    assert line.get_ydata().tolist() == [5, 6]
    # the cycle is where it was: a later line takes the second colour
    later = ax.plot([0, 1], [1, 1])[0].get_color()
    assert mpl.colors.to_hex(later) == mpl.colors.to_hex("C1")


def state(ax):
    return (
        [id(child) for child in ax.get_children() if type(child).__name__ != "LabelLayer"],
        len(ax.containers),
        ax.get_xlim(),
        ax.get_ylim(),
        ax.get_autoscale_on(),
        [type(a.get_major_locator()) for a in (ax.xaxis, ax.yaxis)],
        [type(a.get_major_formatter()) for a in (ax.xaxis, ax.yaxis)],
    )


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_remove_brings_the_axes_back(ax, drawn, orientation):
    ax.plot([0, 1], [5, 6])
    ax.scatter([0, 3], [5, 8])
    before = state(ax)
    result = stacked_share_bars(ax, MODELS, normalize=True, orientation=orientation)
    if drawn:
        draw(ax)
    result.remove()
    assert state(ax) == before
    draw(ax)
    assert state(ax) == before


def test_a_second_call_adds_to_the_first(ax):
    first = stacked_share_bars(ax, MODELS, highlight="m1")
    second = stacked_share_bars(ax, MODELS + 1, tick_labels=["m3", "m4"], positions=[2, 3])
    draw(ax)
    assert [t.get_text() for t in ax.get_xticklabels()] == ["m1", "m2", "m3", "m4"]
    assert [t.get_fontweight() == "bold" for t in ax.get_xticklabels()] == [True] + [False] * 3
    assert len(ax.patches) == 12
    second.remove()
    assert len(ax.patches) == 6
    assert [t.get_text() for t in first.labels[-2:]] == ["100", "105"]


def test_inverted_and_twin_axes(ax):
    ax.invert_yaxis()
    stacked_share_bars(ax, MODELS)
    draw(ax)
    assert ax.yaxis_inverted()
    twin = ax.twinx()
    stacked_share_bars(twin, MODELS, positions=[3, 4])
    draw(ax)


@pytest.mark.parametrize(("height", "ticks"), [(3.0, 5), (1.0, 3), (0.7, 2)])
def test_percent_labels_never_touch_on_a_low_panel(height, ticks):
    figure = new(figsize=(4, height))
    ax = figure.add_subplot()
    stacked_share_bars(ax, [[3.0, 1], [2, 2]], normalize=True, totals=False)
    figure.canvas.draw()
    labels = [extent(label) for label in ax.get_yticklabels()]
    assert len(labels) == ticks
    assert worst_overlap(labels) < 0


def test_one_thin_part_makes_the_other_shares_no_smaller():
    plt.style.use(["cardplot.card", "cardplot.styles.slide"])
    figure, axes = plt.subplots()
    thin = {"a": [60, 50, 40], "b": [36, 45, 60], "c": [4, 5, 0.4]}
    bars = stacked_share_bars(axes, thin, totals=False)
    figure.canvas.draw()
    sizes = {text.get_text(): text.get_fontsize() for text in bars.labels if text.get_visible()}
    full = 18
    assert mpl.rcParams["xtick.labelsize"] == full
    assert all(sizes[share] >= 0.8 * full for share in ("60%", "36%", "50%", "45%"))
    assert 7 <= sizes["4%"] <= sizes["5%"]
    assert sizes["4%"] < 0.8 * full
    assert "<1%" not in sizes
    figure.set_size_inches(13.33, 20)
    figure.canvas.draw()
    assert {text.get_fontsize() for text in bars.labels if text.get_visible()} == {full}
