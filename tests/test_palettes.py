"""Palettes, roles, contrast and heatmap colours, by the numbers."""

from __future__ import annotations

import math
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from cycler import cycler
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex, to_rgb

import cardplot
from cardplot import palettes
from cardplot._color import oklch as _oklch

CARD, DARK = "#fcfcfb", "#161616"
CYCLES = {CARD: "card-cycle", DARK: "dark-cycle"}
SURFACES = list(CYCLES)
TEXT_ROLES = ["ink", "quiet", "good", "bad"]

colors = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: to_hex([v / 255 for v in rgb]))


def hue_gap(a, b):
    hues = [_oklch.from_rgb(to_rgb(color))[2] for color in (a, b)]
    return abs((hues[0] - hues[1] + 180.0) % 360.0 - 180.0)


def chroma(color):
    return _oklch.from_rgb(to_rgb(color))[1]


def separate(*pair):
    """Return whether the judge tells two colours apart, with and without a deficiency."""
    from figure_gate import check_palette

    rows = check_palette.check(list(pair), all_pairs=True)[1]
    found = [row[1] for row in rows if row[0].startswith(("CVD", "Normal"))]
    assert len(found) == 2
    return all(status is True for status in found)


# ---- contrast


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("black", "white", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.00),
        ("#8a8a85", CARD, 3.38),  # the documents' grey, too faint for text
        ("#123456", "#123456", 1.0),
    ],
)
def test_contrast_has_the_values_of_wcag(a, b, expected):
    assert palettes.contrast(a, b) == pytest.approx(expected, abs=0.005)
    assert palettes.contrast(b, a) == palettes.contrast(a, b)


def test_contrast_names_a_colour_that_is_none():
    with pytest.raises(ValueError, match="'bleu' is not a colour"):
        palettes.contrast("bleu", "white")


@given(colors)
def test_oklch_goes_back_and_forth(color):
    assert to_hex(_oklch.to_rgb(*_oklch.from_rgb(to_rgb(color)))) == color


def test_oklch_of_known_colours():
    assert _oklch.from_rgb((1.0, 1.0, 1.0))[0] == pytest.approx(1.0, abs=1e-6)
    lightness, amount, hue = _oklch.from_rgb((1.0, 0.0, 0.0))  # published for sRGB red
    assert (lightness, amount, hue) == pytest.approx((0.628, 0.2577, 29.23), abs=5e-3)


# ---- black or white


@pytest.mark.parametrize(
    ("background", "expected"),
    [
        (mpl.colormaps["RdBu"](0.5), "#000000"),
        (mpl.colormaps["viridis"](0.4), "#ffffff"),
        ("#2a78d6", "#000000"),
        ("#4a3aa7", "#ffffff"),
        ("#eb6834", "#000000"),
    ],
)
def test_text_color_follows_the_background_itself(background, expected):
    assert palettes.text_color(background) == expected


@given(colors)
def test_text_color_always_reaches_aa(background):
    chosen = palettes.text_color(background)
    other = {"#000000": "#ffffff", "#ffffff": "#000000"}[chosen]
    assert palettes.contrast(chosen, background) >= palettes.contrast(other, background)
    assert palettes.contrast(chosen, background) >= 4.5


def test_a_translucent_background_shows_what_is_below():
    faint = (0.0, 0.0, 0.0, 0.1)
    assert palettes.text_color(faint, over="white") == "#000000"
    assert palettes.text_color(faint, over=DARK) == "#ffffff"
    with plt.style.context("cardplot.dark"):
        assert palettes.text_color(faint) == "#ffffff"


def test_many_text_colors_are_the_single_ones():
    cells = mpl.colormaps["RdBu"](np.linspace(0, 1, 11))
    many = palettes.text_colors(cells)
    assert many == [palettes.text_color(tuple(cell)) for cell in cells]
    assert many[0] == many[-1] == "#ffffff"
    assert many[5] == "#000000"


# ---- the text variant of a hue


@pytest.mark.parametrize("surface", SURFACES)
def test_every_hue_of_a_cycle_has_a_text_variant(surface):
    for color in palettes.palette(CYCLES[surface]):
        text = palettes.readable(color, surface)
        assert palettes.contrast(text, surface) >= 4.5
        assert hue_gap(text, color) < 3.0
        if palettes.contrast(color, surface) >= 4.5:
            assert text == color
        else:  # no further than it has to
            assert palettes.contrast(text, surface) < 4.65


@given(colors, st.sampled_from([CARD, DARK, "#ffffff", "#000000", "#e5e5e5", "#282a36"]))
def test_readable_reaches_its_ratio_on_any_usual_surface(color, surface):
    text = palettes.readable(color, surface)
    assert palettes.contrast(text, surface) >= 4.5
    if min(chroma(text), chroma(color)) > 0.02:
        assert hue_gap(text, color) < 6.0


@given(colors, colors)
def test_readable_does_what_it_can_on_every_surface(color, surface):
    text = palettes.readable(color, surface)
    assert palettes.contrast(text, surface) >= 4.5
    impossible = palettes.readable(color, surface, ratio=22)
    assert impossible == palettes.text_color(surface)


@pytest.mark.parametrize(("color", "way"), [("#d8d8d8", "#ffffff"), ("#202020", "#000000")])
def test_readable_goes_the_shorter_way_where_both_are_open(color, way):
    middle = "#757575"
    assert min(palettes.contrast(end, middle) for end in ("black", "white")) > 4.5
    assert palettes.contrast(color, middle) < 4.5
    text = palettes.readable(color, middle)
    assert palettes.contrast(text, way) < 1.2


# ---- palettes


def test_the_documents_palettes_have_their_names():
    assert palettes.palette("card") == ("#2a78d6", "#eb6834", "#1baf7a", "#eda100", "#4a3aa7")
    assert palettes.palette("ladder")[:3] == ("#1a5496", "#0d7a52", "#b05512")
    assert {"card", "ladder", "merge", "cross-layer"} <= set(cardplot.PALETTES)
    with pytest.raises(ValueError, match=r"name='crad' is not a palette.*'card'"):
        palettes.palette("crad")
    with pytest.raises(TypeError):
        cardplot.PALETTES["card"] = ()


@pytest.mark.locked
@pytest.mark.parametrize("surface", SURFACES)
def test_the_cycles_pass_the_judge_in_every_row(surface):
    from figure_gate import check_palette

    cycle = palettes.palette(CYCLES[surface])
    assert len(set(cycle)) == len(cycle) >= 6
    rows = check_palette.check(cycle, surface=surface, all_pairs=True)[1]
    assert len(rows) == 5
    assert [row for row in rows if row[1] is not True] == []


@pytest.mark.locked
def test_the_judge_can_find_fault():
    from figure_gate import check_palette

    rows = check_palette.check(palettes.palette("card"), surface=CARD, all_pairs=True)[1]
    assert [row[0] for row in rows if row[1] is not True] == ["Contrast vs surface"]


@pytest.mark.parametrize("surface", SURFACES)
def test_the_cycles_keep_the_cards_hues_in_its_order(surface):
    cycle = palettes.palette(CYCLES[surface])
    gaps = [hue_gap(own, card) for own, card in zip(cycle, palettes.palette("card"), strict=False)]
    assert len(gaps) == 5
    assert max(gaps) < 12.0
    assert min(palettes.contrast(color, surface) for color in cycle) >= 3.0


def test_the_first_colour_is_text_and_carries_white_text_in_the_light_theme():
    first = palettes.palette("card-cycle")[0]
    assert palettes.readable(first, CARD) == first
    assert palettes.text_color(first) == "#ffffff"


# ---- roles


@pytest.mark.parametrize("surface", [*SURFACES, "#ffffff", "#000000", "#e5e5e5", "#282a36"])
def test_roles_that_are_text_have_enough_contrast(surface):
    for name in TEXT_ROLES:
        assert palettes.contrast(palettes.role(name, surface), surface) >= 4.5


@pytest.mark.parametrize("surface", [*SURFACES, "#ffffff", "#000000", "#e5e5e5", "#282a36"])
def test_greys_keep_their_distance_from_any_surface(surface):
    seen = {
        name: palettes.contrast(palettes.role(name, surface), surface)
        for name in ("missing", "muted", "reference")
    }
    assert 1.1 < seen["missing"] < 1.25
    assert 1.9 < seen["muted"] < 2.5
    assert 4.5 < seen["reference"] < 5.2


@pytest.mark.locked
@pytest.mark.parametrize("surface", SURFACES)
def test_roles_are_told_apart_from_each_other_and_from_the_first_six(surface):
    assert separate(palettes.role("good", surface), palettes.role("bad", surface))
    assert separate(palettes.role("muted", surface), palettes.role("reference", surface))
    for color in palettes.palette(CYCLES[surface])[:6]:
        assert separate(palettes.role("muted", surface), color)
        assert separate(palettes.role("reference", surface), color)


def test_ink_and_quiet_are_the_styles_own():
    with mpl.rc_context(
        {"text.color": "#102030", "xtick.color": "#405060", "xtick.labelcolor": "inherit"}
    ):
        assert palettes.role("ink", "white") == "#102030"
        assert palettes.role("quiet", "white") == "#405060"
        assert palettes.role("ink", "black") == "#ffffff"
        mpl.rcParams["xtick.labelcolor"] = "#555555"
        assert palettes.role("quiet", "white") == "#555555"


@pytest.mark.parametrize("style", ["default", "dark_background", "ggplot", "Solarize_Light2"])
def test_roles_follow_the_style_of_the_user(style):
    with plt.style.context(style):
        surface = mpl.rcParams["axes.facecolor"]
        for name in TEXT_ROLES:
            assert palettes.contrast(palettes.role(name), surface) >= 4.5


def test_a_transparent_axes_stands_on_its_figure():
    with mpl.rc_context({"figure.facecolor": DARK, "axes.facecolor": "none"}):
        assert palettes.role("good") == palettes.role("good", DARK)
        assert palettes.role("good") != palettes.role("good", CARD)


def test_an_unknown_role_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"name='godo' is not a colour role.*'good'.*'ink'"):
        palettes.role("godo")


# ---- colours for series


def test_series_take_the_colours_of_the_cycle():
    with plt.style.context("cardplot.card"):
        assert palettes.series_colors(3) == list(palettes.palette("card-cycle")[:3])
    with mpl.rc_context({"axes.prop_cycle": cycler(color=["r", "#00ff0080"])}):
        assert palettes.series_colors(2) == ["#ff0000", "#00ff0080"]
    with mpl.rc_context({"axes.prop_cycle": cycler(ls=["-", "--"]), "text.color": "#123123"}):
        assert palettes.series_colors(1) == ["#123123"]


def test_series_take_a_palette_one_colour_or_their_own():
    assert palettes.series_colors(2, "ladder") == ["#1a5496", "#0d7a52"]
    assert palettes.series_colors(2, "k") == ["#000000", "#000000"]
    assert palettes.series_colors(2, ["w", "C0"])[0] == "#ffffff"
    assert palettes.series_colors(0) == []


def test_colours_that_repeat_are_announced():
    with pytest.warns(UserWarning, match="4 series share 2 colours"):
        assert palettes.series_colors(4, ["r", "b"]) == ["#ff0000", "#0000ff"] * 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        palettes.series_colors(2, ["r", "b"])


def test_no_colour_and_no_palette_are_errors():
    with pytest.raises(ValueError, match=r"colors=\[\] has no colour"):
        palettes.series_colors(1, [])
    with pytest.raises(ValueError, match="'nope' is not a palette"):
        palettes.series_colors(1, "nope")


# ---- colour maps


@pytest.mark.parametrize("surface", [*SURFACES, "#ffffff", "#000000", "#e5e5e5"])
def test_a_sequential_map_gains_contrast_all_the_way(surface):
    shades = palettes.colormap("sequential", surface)(np.linspace(0, 1, 256))
    seen = [palettes.contrast(tuple(shade), surface) for shade in shades]
    assert np.all(np.diff(seen) > -1e-9)
    assert 1.02 < seen[0] < 1.25
    assert seen[-1] > 9.0
    hues = [_oklch.from_rgb(shade[:3])[2] for shade in shades]
    assert np.ptp(hues) < 30.0  # one hue


@pytest.mark.parametrize("surface", [*SURFACES, "#ffffff", "#000000", "#e5e5e5"])
def test_a_diverging_map_is_neutral_in_the_middle_and_even_on_both_sides(surface):
    shades = palettes.colormap("diverging", surface)(np.linspace(0, 1, 256))[:, :3]
    lightness, amount, _ = np.array([_oklch.from_rgb(shade) for shade in shades]).T
    assert lightness == pytest.approx(lightness[::-1], abs=0.01)
    assert amount[127] < 0.01
    assert palettes.contrast(shades[127], surface) < 1.25
    steps = np.abs(np.diff(lightness[128:]))
    assert steps.max() / steps.min() < 1.5
    assert hue_gap(shades[0], "#2a78d6") < 10.0
    assert hue_gap(shades[-1], "#eb6834") < 10.0


@pytest.mark.locked
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("kind", ["sequential", "diverging"])
def test_the_judge_sees_what_kind_of_map_it_is(kind, surface):
    from figure_gate import check_palette

    shades = palettes.colormap(kind, surface)(np.linspace(0, 1, 256))
    assert check_palette.cmap_kind_rgb([tuple(shade[:3]) for shade in shades]) == kind


def test_a_map_is_the_callers_own_and_not_registered():
    before = list(mpl.colormaps)
    mine, yours = palettes.colormap("sequential", CARD), palettes.colormap("sequential", CARD)
    changed = mine.with_extremes(bad="red")
    assert mine == yours
    assert changed != yours
    assert list(mpl.colormaps) == before
    assert mine.name not in mpl.colormaps


def test_a_map_follows_the_theme_and_an_unknown_kind_is_named():
    with plt.style.context("cardplot.dark"):
        assert palettes.colormap("diverging") == palettes.colormap("diverging", DARK)
    with pytest.raises(ValueError, match="kind='cyclic' is not a kind of colour map"):
        palettes.colormap("cyclic")


def test_middle_grey_is_where_black_and_white_are_equal():
    middle = _oklch.MIDDLE_LUMINANCE
    assert _oklch.ratio(middle, 0.0) == pytest.approx(_oklch.ratio(middle, 1.0))
    assert _oklch.ratio(middle, 0.0) == pytest.approx(math.sqrt(21.0))
