"""Matrices: what is drawn for each cell, what its text says, and what is left alone."""

from __future__ import annotations

import io
import itertools
import pickle
import re
import zlib

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import LogNorm, Normalize, SymLogNorm, TwoSlopeNorm, to_rgba
from matplotlib.text import Text

from cardplot import contrast, describe, figure_data, hatched_heatmap, shared_norm

THEMES = ("cardplot.card", "cardplot.dark")
ENGINES = ("constrained", "compressed", "tight", "none", "one-shot")


def texts(result):
    return [text.get_text() for text in result.labels]


def drawn(figure, dpi=100):
    buffer = io.BytesIO()
    figure.savefig(buffer, dpi=dpi, format="png")
    buffer.seek(0)
    return plt.imread(buffer)[..., :3]


def cell_pixels(figure, axes, row, column, inset=0.12):
    """Return the pixels of one cell as they are on the canvas."""
    image = drawn(figure, figure.dpi)
    low = axes.transData.transform((column - 0.5 + inset, row + 0.5 - inset))
    high = axes.transData.transform((column + 0.5 - inset, row - 0.5 + inset))
    (x0, x1), (y0, y1) = sorted((low[0], high[0])), sorted((low[1], high[1]))
    height = image.shape[0]
    return image[int(height - y1) + 1 : int(height - y0), int(x0) + 1 : int(x1)].reshape(-1, 3)


def one(matrix, size=(4.0, 3.0), **options):
    plt.close("all")
    figure, axes = plt.subplots(figsize=size, dpi=100)
    result = hatched_heatmap(axes, matrix, **options)
    figure.canvas.draw()
    return figure, axes, result


# Cells


def test_row_zero_is_on_top_and_cells_are_centred_on_their_indices():
    matrix = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    _, axes, result = one(matrix)
    np.testing.assert_array_equal(result.mesh.get_array(), matrix)
    corners = result.mesh.get_coordinates()
    np.testing.assert_array_equal(corners[0, :, 0], [-0.5, 0.5, 1.5, 2.5])
    np.testing.assert_array_equal(corners[:, 0, 1], [-0.5, 0.5, 1.5])
    assert axes.get_xlim() == (-0.5, 2.5)
    assert axes.get_ylim() == (1.5, -0.5)
    top, bottom = (axes.transData.transform((0, row))[1] for row in (0, 1))
    assert top > bottom


def test_pixels_of_a_cell_have_its_colour():
    figure, axes, result = one([[1, 2], [3, 4]], values=None)
    for row, column in itertools.product((0, 1), (0, 1)):
        expected = result.mesh.to_rgba([1 + 2 * row + column])[0][:3]
        pixels = cell_pixels(figure, axes, row, column)
        assert np.abs(pixels - expected).max() < 1.5 / 255


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, np.nan], [3, 4]],
        [[1, None], [3, 4]],
        np.ma.masked_equal([[1, 2], [3, 4]], 2),
        pd.DataFrame([[1, pd.NA], [3, 4]], dtype="Int64"),
        pd.DataFrame({"a": [1, 3], "b": [None, 4]}),
    ],
    ids=["nan", "none", "masked", "NA", "frame"],
)
def test_every_kind_of_missing_is_hatched_and_outside_the_range(matrix):
    _, _, result = one(matrix)
    (box,) = result.missing.get_path().to_polygons(closed_only=False)
    assert (box.min(axis=0) == (0.5, -0.5)).all()
    assert (box.max(axis=0) == (1.5, 0.5)).all()
    assert (result.mesh.norm.vmin, result.mesh.norm.vmax) == (1, 4)
    assert np.ma.getmaskarray(result.mesh.get_array()).tolist() == [[False, True], [False, False]]
    assert np.isnan(result.data["value"][1])


def test_a_missing_cell_has_no_text_and_the_others_do():
    _, _, result = one([[1, np.nan], [3, 4]])
    assert texts(result) == ["1", "3", "4"]
    assert [text.get_position() for text in result.labels] == [(0, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    "missing",
    [-1, [-1, -2], lambda cells: cells < 0, [[False, True], [True, False]]],
    ids=["value", "values", "callable", "mask"],
)
def test_missing_may_be_named(missing):
    _, _, result = one([[5, -1], [-2, 7]] if missing != -1 else [[5, -1], [-1, 7]], missing=missing)
    assert np.isnan(result.data["value"]).tolist() == [False, True, True, False]
    assert (result.mesh.norm.vmin, result.mesh.norm.vmax) == (5, 7)


def test_a_run_of_missing_cells_is_one_rectangle():
    matrix = np.ones((4, 5))
    matrix[1, 1:4] = matrix[3, 0] = np.nan
    _, _, result = one(matrix)
    boxes = result.missing.get_path().to_polygons(closed_only=False)
    extents = [(*box.min(axis=0), *box.max(axis=0)) for box in boxes]
    assert extents == [(0.5, 0.5, 3.5, 1.5), (-0.5, 2.5, 0.5, 3.5)]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_matrix_without_a_finite_cell_draws(value):
    _, _, result = one(np.full((2, 3), value), colorbar="Loss")
    assert (result.mesh.norm.vmin, result.mesh.norm.vmax) == (0, 1)
    assert len(result.data) == 6


@pytest.mark.parametrize(
    ("value", "ends"), [(3.0, (0, 3)), (-2.0, (-2, 0)), (0.0, (0, 1))], ids=str
)
def test_equal_cells_take_a_scale_from_zero(value, ends):
    _, _, result = one(np.full((2, 2), value), colorbar=True)
    assert (result.mesh.norm.vmin, result.mesh.norm.vmax) == ends
    assert len(texts(result)) == 4


def test_infinite_cells_are_drawn_at_the_ends_and_printed():
    _, _, result = one([[1, np.inf], [-np.inf, 4]])
    np.testing.assert_array_equal(result.mesh.get_array(), [[1, 4], [1, 4]])
    assert texts(result) == ["1", "∞", "\N{MINUS SIGN}∞", "4"]
    assert result.data["value"].tolist() == [1, np.inf, -np.inf, 4]
    assert result.missing is None
    assert "2 infinite" in result.caption


# Hatching


@pytest.mark.parametrize("theme", THEMES)
def test_hatching_shows_in_a_png(theme):
    with plt.style.context(theme):
        figure, axes, result = one([[1, np.nan], [3, 4]])
        pixels = cell_pixels(figure, axes, 0, 1)
        face, line = result.missing.get_facecolor(), result.missing.get_edgecolor()
    ratios = [contrast(tuple(pixel), face) for pixel in np.unique(pixels, axis=0)]
    assert max(ratios) > 1.8
    assert contrast(line, face) >= 2
    # Lines, not an area; and more than a few dots.
    distant = np.abs(pixels - face[:3]).max(axis=1) > 0.1
    assert 0.05 < distant.mean() < 0.6


@pytest.mark.parametrize("theme", THEMES)
def test_hatching_is_set_on_the_artist_and_opaque(theme):
    with plt.style.context(theme):
        _, _, result = one([[1, np.nan]], hatch="xx", colorbar=True)
        swatch = result.entries[0][0]
    for patch in (result.missing, swatch):
        assert patch.get_hatch() == "xx"
        assert patch.get_hatch_linewidth() >= 0.7
        assert patch.get_facecolor()[3] == 1
        assert patch.get_alpha() is None
        assert to_rgba(patch.get_edgecolor())[3] == 1
        assert patch.get_linewidth() == 0
        if hasattr(patch, "get_hatchcolor"):
            assert patch.get_hatchcolor() == patch.get_edgecolor()


def test_hatching_survives_other_rcparams_at_draw_time():
    figure, axes, _ = one([[1, np.nan]])
    before = cell_pixels(figure, axes, 0, 1)
    with mpl.rc_context({"hatch.linewidth": 0.0, "hatch.color": "white"}):
        after = cell_pixels(figure, axes, 0, 1)
    np.testing.assert_array_equal(before, after)


def test_hatching_is_in_svg_and_pdf():
    figure, _, result = one([[1, np.nan]])
    line = mpl.colors.to_hex(result.missing.get_edgecolor())
    svg, pdf = io.BytesIO(), io.BytesIO()
    figure.savefig(svg, format="svg")
    figure.savefig(pdf, format="pdf")
    (pattern,) = re.findall(r"<pattern.*?</pattern>", svg.getvalue().decode(), re.DOTALL)
    assert f"stroke: {line}" in pattern
    width = float(re.search(r"stroke-width: ([\d.]+)", pattern.split("<path")[1]).group(1))
    assert width == pytest.approx(result.missing.get_hatch_linewidth())
    assert b"/PatternType 1" in pdf.getvalue()
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf.getvalue(), re.DOTALL)
    pages = b"".join(_inflated(stream) for stream in streams)
    assert re.search(rb"/Pattern cs\s+/H1\s+scn", pages)


def _inflated(stream):
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def test_hatch_none_leaves_missing_cells_blank():
    figure, axes, result = one([[1, np.nan]], hatch=None, colorbar=True)
    assert result.missing is None
    assert result.entries == ()
    surface = np.array(to_rgba(axes.get_facecolor())[:3])
    assert np.abs(cell_pixels(figure, axes, 0, 1) - surface).max() < 1.5 / 255
    assert "blank: missing (1 of 2)" in result.caption


def test_the_key_has_the_given_name():
    figure, _, result = one([[1, np.nan]], colorbar="Loss", missing_name="unused")
    assert [name for _, name in result.entries] == ["unused"]
    assert "unused" in [text.get_text() for text in result.colorbar.ax.texts]
    assert "hatched: unused (1 of 2)" in result.caption
    bar, key = result.colorbar.ax.bbox, result.colorbar.ax.texts[-1]
    assert key.get_window_extent(figure.canvas.get_renderer()).y1 < bar.y0


def test_no_key_where_nothing_is_missing():
    _, _, result = one([[1, 2]], colorbar="Loss")
    assert result.entries == ()
    assert not result.colorbar.ax.texts
    assert "missing" not in result.caption


# Texts


def test_whole_numbers_stay_whole_next_to_missing_cells():
    _, _, result = one(pd.DataFrame([[1, np.nan], [3, 4_000_000]]), size=(6, 3))
    assert texts(result) == ["1", "3", "4,000,000"]


def test_minus_is_a_minus_and_zero_has_none():
    _, _, result = one([[-0.04, -1.5], [-0.0, 2.5]], value_format="{:.1f}", size=(6, 4))
    assert texts(result) == ["0.0", "\N{MINUS SIGN}1.5", "0.0", "2.5"]


@pytest.mark.parametrize("spec", ["{:.2f}", ".2f", "%.2f", lambda value: f"{value:.2f}"])
def test_formats(spec):
    _, _, result = one([[0.5, 0.25]], value_format=spec)
    assert texts(result) == ["0.50", "0.25"]


def test_given_strings_are_literal_and_go_to_their_cells():
    words = [["$5 vs $3", ""], ["a_$b$", None]]
    figure, _, result = one([[1, 2], [3, np.nan]], values=words, size=(6, 4))
    assert texts(result) == ["$5 vs $3", "a_$b$"]
    assert [text.get_position() for text in result.labels] == [(0, 0), (0, 1)]
    assert not any(text.get_parse_math() for text in result.labels)
    drawn(figure)


def test_a_text_in_a_hatched_cell_stands_on_a_plate():
    _, _, result = one([[1, np.nan]], values=[["one", "n/a"]])
    plain, plated = result.labels
    assert plain.get_bbox_patch() is None
    assert plated.get_bbox_patch().get_facecolor() == result.missing.get_facecolor()
    assert contrast(plated.get_color(), result.missing.get_facecolor()) >= 4.5


@pytest.mark.parametrize("cmap", [None, "viridis", "RdBu", "Greys", "magma"])
@pytest.mark.parametrize("theme", THEMES)
def test_text_is_black_or_white_by_its_own_cell(theme, cmap):
    matrix = np.linspace(0, 1, 30).reshape(5, 6)
    matrix[2, 3] = np.nan
    with plt.style.context(theme):
        _, _, result = one(matrix, size=(8, 6), cmap=cmap, value_format=".1f")
    cells = matrix[~np.isnan(matrix)]
    assert len(result.labels) == len(cells)
    for text, value in zip(result.labels, cells, strict=True):
        background = tuple(result.mesh.to_rgba([value])[0])
        ratios = {ink: contrast(ink, background) for ink in ("#000000", "#ffffff")}
        assert contrast(text.get_color(), background) == max(ratios.values())
        assert contrast(text.get_color(), background) >= 4.5


def test_text_colours_of_known_cells():
    _, _, result = one([[450, 0], [0, 20]], cmap="Blues")
    assert [text.get_color() for text in result.labels] == ["#ffffff", *["#000000"] * 3]
    _, _, result = one([[-1.0, 0.0, 1.0]], cmap="RdBu", center=0)
    assert [text.get_color() for text in result.labels] == ["#ffffff", "#000000", "#ffffff"]


def test_text_follows_a_later_change_of_the_colours():
    figure, _, result = one([[0, 1]], cmap="Greys")
    assert [text.get_color() for text in result.labels] == ["#000000", "#ffffff"]
    result.mesh.set_cmap("Greys_r")
    figure.canvas.draw()
    assert [text.get_color() for text in result.labels] == ["#ffffff", "#000000"]


def test_a_colour_set_by_hand_stays():
    figure, _, result = one([[0, 1]])
    result.labels[0].set_color("red")
    figure.canvas.draw()
    assert result.labels[0].get_color() == "red"


def test_texts_fit_their_cells_or_are_hidden_all_together():
    rng = np.random.default_rng(0)
    matrix = rng.random((8, 8))
    matrix[0, 0] = 1234.5
    seen = set()
    for width in (1.5, 2.5, 3.5, 5.0, 8.0, 12.0):
        figure, axes, result = one(matrix, size=(width, width), value_format=".2f")
        states = {text.get_visible() for text in result.labels}
        assert len(states) == 1
        seen |= states
        sizes = {text.get_fontsize() for text in result.labels}
        assert len(sizes) == 1
        if states == {True}:
            assert 7.5 <= sizes.pop() <= mpl.rcParams["font.size"]
            renderer = figure.canvas.get_renderer()
            for text in result.labels:
                x, y = text.get_position()
                cell = axes.transData.transform([(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)])
                box = Text.get_window_extent(text, renderer)
                assert box.x0 > cell[0, 0]
                assert box.x1 < cell[1, 0]
        plt.close(figure)
    assert seen == {True, False}


def test_texts_shrink_before_they_are_hidden():
    sizes = []
    for width in np.arange(1.6, 4.0, 0.1):
        _, _, result = one([[0.125] * 4] * 4, size=(width, width))
        visible = result.labels[0].get_visible()
        sizes.append(result.labels[0].get_fontsize() if visible else 0)
    assert sizes == sorted(sizes)
    assert sizes[0] == 0
    assert sizes[-1] == mpl.rcParams["font.size"]
    assert any(7.5 <= size < sizes[-1] for size in sizes)


def test_fit_is_decided_again_at_another_size_and_survives_another_dpi():
    figure, _, result = one(np.full((6, 6), 0.125), size=(6, 6))
    assert result.labels[0].get_visible()
    figure.set_size_inches(1.5, 1.5)
    figure.canvas.draw()
    assert not any(text.get_visible() for text in result.labels)
    figure.set_size_inches(6, 6)
    for dpi in (50, 200):
        drawn(figure, dpi)
        assert all(text.get_visible() for text in result.labels)


def test_fit_is_decided_again_after_zooming():
    figure, axes, result = one(np.full((20, 20), 0.125), size=(4, 4))
    assert not result.labels[0].get_visible()
    axes.set_xlim(-0.5, 3.5)
    axes.set_ylim(3.5, -0.5)
    figure.canvas.draw()
    assert result.labels[0].get_visible()
    assert all(text.get_clip_on() for text in result.labels)


def test_values_true_draws_where_nothing_fits():
    _, _, result = one(np.full((20, 20), 0.125), size=(2, 2), values=True)
    assert all(text.get_visible() for text in result.labels)
    assert {text.get_fontsize() for text in result.labels} == {7.5}


@pytest.mark.parametrize("values", [None, False])
def test_values_none_draws_no_text(values):
    _, axes, result = one([[1, 2]], values=values)
    assert result.labels == ()
    assert not axes.texts


def test_many_texts_are_one_collection_of_outlines():
    matrix = np.linspace(0, 99, 1200).round().reshape(30, 40)
    matrix[5, 6] = np.nan
    figure, axes, result = one(matrix, size=(16, 12))
    assert result.labels == ()
    (outlines,) = [artist for artist in result.artists if type(artist).__name__ == "PathCollection"]
    assert outlines.get_visible()
    offsets = outlines.get_offsets()
    assert len(offsets) == 1199
    assert [6, 5] not in offsets.astype(int).tolist()
    ink = outlines.get_facecolor()
    darkest, lightest = tuple(ink[0]), tuple(ink[-1])
    assert contrast(lightest, result.mesh.to_rgba([99])[0]) >= 4.5
    assert contrast(darkest, result.mesh.to_rgba([0])[0]) >= 4.5
    # The outlines are drawn where, and as large as, a Text would be.
    pixels = cell_pixels(figure, axes, 0, 0, inset=0.02)
    assert (np.abs(pixels - result.mesh.to_rgba([0])[0][:3]).max(axis=1) > 0.5).any()
    figure.set_size_inches(4, 3)
    figure.canvas.draw()
    assert not outlines.get_visible()


def test_outlines_lie_on_texts():
    import cardplot._heatmap.cell_text as cell_text

    def ink(limit, monkey):
        monkey.setattr(cell_text, "TEXT_LIMIT", limit)
        figure, _, _ = one([[88.8]], size=(2, 2), cmap="Greys", vmin=1e3, vmax=2e3)
        image = drawn(figure, 200)
        rows, columns = np.nonzero(image.mean(axis=2)[100:300, 100:300] < 0.4)
        return np.array([rows.min(), rows.max(), columns.min(), columns.max()])

    with pytest.MonkeyPatch.context() as monkey:
        np.testing.assert_allclose(ink(1000, monkey), ink(0, monkey), atol=2)


def test_the_second_draw_is_the_first():
    matrix = np.random.default_rng(3).random((5, 5))
    matrix[1, 2] = np.nan
    for layout in ("constrained", None):
        figure, axes = plt.subplots(figsize=(5, 4), layout=layout)
        hatched_heatmap(axes, matrix, colorbar="Loss", row_groups={"context": (0, 1)})
        first = drawn(figure)
        np.testing.assert_array_equal(first, drawn(figure))


# Colour scales


def test_range_options():
    matrix = [[1.0, 2.0], [3.0, np.inf]]
    assert one(matrix)[2].mesh.get_clim() == (1, 3)
    assert one(matrix, vmin=0)[2].mesh.get_clim() == (0, 3)
    assert one(matrix, vmin=0, vmax=10)[2].mesh.get_clim() == (0, 10)


def test_center_reaches_equally_far_on_both_sides():
    _, _, result = one([[-1.0, 3.0]], center=0)
    assert result.mesh.get_clim() == (-3, 3)
    assert result.mesh.norm(0) == pytest.approx(0.5)
    assert result.mesh.norm(1.5) == pytest.approx(0.75)
    _, _, result = one([[-1.0, 3.0]], center=1, vmax=2)
    assert result.mesh.get_clim() == (0, 2)
    _, _, result = one([[-1.0, 3.0]], center=0, vmin=-1, vmax=4)
    assert isinstance(result.mesh.norm, TwoSlopeNorm)
    assert result.mesh.norm(0) == pytest.approx(0.5)
    assert result.mesh.get_clim() == (-1, 4)


def test_a_centred_scale_takes_a_diverging_map():
    sequential = one([[-1.0, 3.0]])[2].mesh.cmap
    diverging = one([[-1.0, 3.0]], center=0)[2].mesh.cmap
    assert contrast(diverging(0.0), diverging(0.5)) > 2
    assert contrast(diverging(1.0), diverging(0.5)) > 2
    assert contrast(sequential(0.0), sequential(1.0)) > 4


def test_a_norm_is_used_as_it_is():
    norm = Normalize(0, 10)
    assert one([[1, 2]], norm=norm)[2].mesh.norm is norm
    _, _, result = one([[1, 1000]], norm="log")
    assert isinstance(result.mesh.norm, LogNorm)
    assert result.mesh.get_clim() == (1, 1000)
    assert one([[1, 1000]], norm="log", vmin=0.1)[2].mesh.get_clim() == (0.1, 1000)


def test_a_value_that_the_norm_cannot_show_is_named():
    with pytest.raises(ValueError, match="no colour for 0 in row 'r', column 'b'"):
        one(pd.DataFrame([[1, 0]], index=["r"], columns=["a", "b"]), norm="log")
    _, _, result = one([[1, 0, 100]], norm="log", missing=0)
    assert np.isnan(result.data["value"][1])
    _, _, result = one([[-1, 0, 100]], norm=SymLogNorm(1))
    assert result.missing is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"norm": Normalize(), "vmin": 0}, "vmin"),
        ({"norm": Normalize(), "center": 0}, "center"),
        ({"vmin": 2, "vmax": 1}, "vmin"),
        ({"vmin": 1, "vmax": 1}, "vmin"),
        ({"center": 5, "vmin": 0, "vmax": 4}, "center"),
        ({"center": 5, "vmin": 6}, "center"),
        ({"vmin": np.nan}, "vmin"),
        ({"norm": "nonsense"}, "nonsense"),
        ({"hatch": "?"}, "hatch"),
        ({"values": "always"}, "values"),
        ({"values": [["a"]]}, "values"),
        ({"colorbar": {"labels": "x"}}, "labels"),
        ({"row_groups": {"context": (0, 9)}}, "context"),
        ({"row_groups": {"context": 3}}, "context"),
        ({"row_labels": ["a"]}, "row_labels"),
        ({"column_labels": list("abc")}, "column_labels"),
        ({"missing": [[True]]}, "missing"),
        ({"cmap": "nonsense"}, "nonsense"),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_wrong_arguments_leave_the_axes_as_they_were(options, message):
    _, axes = plt.subplots()
    before = len(axes.get_children()), axes.get_xlim(), axes.get_ylim()
    with pytest.raises(ValueError, match=message):
        hatched_heatmap(axes, [[1.0, 2.0], [3.0, 4.0]], **options)
    assert (len(axes.get_children()), axes.get_xlim(), axes.get_ylim()) == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vmin": "low"}, "vmin"),
        ({"norm": 3}, "norm"),
        ({"colorbar": 3}, "colorbar"),
        ({"row_groups": "context"}, "row_groups"),
        ({"value_format": 3}, "value_format"),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_wrong_types(options, message):
    _, axes = plt.subplots()
    with pytest.raises(TypeError, match=message):
        hatched_heatmap(axes, [[1.0, 2.0], [3.0, 4.0]], **options)


def test_text_in_a_matrix_is_named():
    with pytest.raises(TypeError, match=r"39\.84\*"):
        one([["39.84*", 1.0]])


def test_axes_must_be_linear():
    _, axes = plt.subplots()
    axes.set_yscale("log")
    with pytest.raises(ValueError, match="linear"):
        hatched_heatmap(axes, [[1.0]])


def test_ranges_beyond_floats_are_named():
    with pytest.raises(ValueError, match="more than can be drawn"):
        one([[-1.7e308, 1.7e308]])


# One scale for several matrices


def test_shared_norm_covers_all_finite_cells():
    norm = shared_norm([[0, 1]], [[0, 10]], [[np.nan, np.nan]], [[np.inf, 3]])
    assert type(norm) is Normalize
    assert (norm.vmin, norm.vmax) == (0, 10)
    assert (shared_norm([[2, 3]], vmin=0).vmin, shared_norm([[2, 3]], vmax=9).vmax) == (0, 9)
    centred = shared_norm([[-1, 1]], [[-4, 2]], center=0)
    assert (centred.vmin, centred.vmax) == (-4, 4)
    alone = shared_norm([[np.nan]])
    assert (alone.vmin, alone.vmax) == (0, 1)
    masked = shared_norm([[1, 2, -99]], missing=-99)
    assert (masked.vmin, masked.vmax) == (1, 2)
    with pytest.raises(ValueError, match="at least one matrix"):
        shared_norm()


def test_panels_share_their_scale_and_keep_their_size():
    matrices = ([[0, 1]], [[0, 10]], [[np.nan, np.nan]])
    norm = shared_norm(*matrices)
    for layout in ("constrained", None):
        figure, panels = plt.subplots(1, 3, figsize=(9, 3), layout=layout)
        for axes, matrix in zip(panels, matrices, strict=True):
            bar = {"label": "Loss", "axes": panels} if axes is panels[-1] else None
            result = hatched_heatmap(axes, matrix, norm=norm, colorbar=bar)
            assert result.mesh.get_clim() == (0, 10)
        figure.canvas.draw()
        widths = [axes.get_position().width for axes in panels]
        np.testing.assert_allclose(widths, widths[0], rtol=1e-3)
        assert (norm.vmin, norm.vmax) == (0, 10)


def test_an_open_norm_is_not_closed_by_a_matrix_of_missing_cells():
    norm = Normalize()
    one([[np.nan]], norm=norm)
    assert not norm.scaled()
    assert one([[1, 2]], norm=norm)[2].mesh.get_clim() == (1, 2)


def test_matplotlib_can_add_a_colorbar_of_its_own():
    figure, axes, result = one([[1, 2]])
    bar = figure.colorbar(result.mesh, ax=axes)
    assert (bar.vmin, bar.vmax) == (1, 2)
    drawn(figure)


# Colorbars


def laid_out(engine, count=1, size=(5, 4), **options):
    layout = None if engine in ("none", "one-shot") else engine
    figure, panels = plt.subplots(1, count, figsize=size, layout=layout, squeeze=False)
    rng = np.random.default_rng(1)
    results = []
    for axes in panels.flat:
        matrix = rng.random((6, 6))
        results.append(hatched_heatmap(axes, matrix, colorbar="Divergence", **options))
        axes.set_xlabel("Layer")
        axes.set_ylabel("Layer")
    if engine == "one-shot":
        figure.tight_layout()
    figure.canvas.draw()
    return figure, panels.ravel(), results


@pytest.mark.parametrize("square", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_colorbar_is_as_tall_as_its_panel_and_inside_the_figure(engine, square):
    figure, (axes,), (result,) = laid_out(engine, square=square)
    bar = result.colorbar.ax
    assert bar.bbox.y0 == pytest.approx(axes.bbox.y0, abs=0.01)
    assert bar.bbox.y1 == pytest.approx(axes.bbox.y1, abs=0.01)
    point = figure.dpi / 72
    assert bar.bbox.x0 - axes.bbox.x1 == pytest.approx(8 * point)
    extent = bar.get_tightbbox(figure.canvas.get_renderer())
    assert extent.x1 <= figure.bbox.x1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_colorbar_does_not_reach_the_next_panel(engine):
    figure, panels, results = laid_out(engine, count=3, size=(10, 3))
    renderer = figure.canvas.get_renderer()
    for result, following in zip(results, panels[1:], strict=False):
        bar = result.colorbar.ax.get_tightbbox(renderer)
        assert bar.x1 < following.get_tightbbox(renderer).x0
    assert results[-1].colorbar.ax.get_tightbbox(renderer).x1 <= figure.bbox.x1


def test_a_shared_colorbar_is_as_tall_as_all_its_panels():
    figure, panels = plt.subplots(2, 2, figsize=(6, 6), layout="constrained")
    for axes in panels.flat:
        options = {"label": "p", "axes": panels} if axes is panels[1, 1] else None
        result = hatched_heatmap(axes, [[1, 2], [3, 4]], colorbar=options)
    figure.canvas.draw()
    bar = result.colorbar.ax.bbox
    assert bar.y0 == pytest.approx(panels[1, 0].bbox.y0, abs=0.01)
    assert bar.y1 == pytest.approx(panels[0, 0].bbox.y1, abs=0.01)
    assert bar.x0 > panels[0, 1].bbox.x1


def test_colorbar_label_ticks_and_outline():
    _, _, result = one([[0.0, 0.533]], colorbar="$5 (natural log)")
    bar = result.colorbar
    assert bar.ax.get_ylabel() == "$5 (natural log)"
    assert not bar.ax.yaxis.label.get_parse_math()
    assert not bar.outline.get_visible()
    ticks = zip(bar.ax.get_yticks(), bar.ax.get_yticklabels(), strict=True)
    assert [name.get_text() for at, name in ticks if at <= 0.533] == [
        *("0.0", "0.1", "0.2", "0.3", "0.4", "0.5")
    ]


def test_a_long_colorbar_label_is_broken_to_the_height_of_the_panel():
    label = "Jensen-Shannon divergence (natural log), lower is closer"
    figure, axes, result = one(np.ones((3, 3)), size=(4, 2.4), colorbar=label)
    drawn_label = result.colorbar.ax.yaxis.label
    assert drawn_label.get_text().replace("\n", " ") == label
    assert "\n" in drawn_label.get_text()
    extent = drawn_label.get_window_extent(figure.canvas.get_renderer())
    assert extent.height <= axes.bbox.height


def test_colorbar_true_has_no_label_and_none_is_none():
    assert one([[1, 2]], colorbar=True)[2].colorbar.ax.get_ylabel() == ""
    assert one([[1, 2]])[2].colorbar is None


# Names of rows and columns


def test_names_come_from_the_data_or_the_arguments():
    frame = pd.DataFrame([[1, 2], [3, 4]], index=["r", "s"], columns=["a_$b$", "c"])
    figure, axes, result = one(frame, size=(5, 4))
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["r", "s"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["a_$b$", "c"]
    assert result.data["row"].tolist() == ["r", "r", "s", "s"]
    assert result.data["column"].tolist() == ["a_$b$", "c"] * 2
    drawn(figure)
    _, axes, result = one([[1, 2]], row_labels=["model"], column_labels=[3, 7])
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["3", "7"]
    assert result.data["row"].tolist() == ["model", "model"]


def test_without_names_the_ticks_are_whole_indices():
    for count in (1, 2, 5, 32, 400):
        _, axes, result = one(np.ones((count, count)))
        ticks = [tick for tick in axes.get_xticks() if -0.5 <= tick <= count - 0.5]
        assert ticks
        assert all(tick == round(tick) for tick in ticks)
        assert result.data["row"].iloc[-1] == count - 1


@pytest.mark.parametrize("count", [5, 40, 200])
def test_many_long_names_stay_apart(count):
    names = [f"benchmark {index} with a long name" for index in range(count)]
    figure, axes, _ = one(np.ones((count, count)), size=(6, 6), row_labels=names)
    renderer = figure.canvas.get_renderer()
    labels = [tick for tick in axes.get_yticklabels() if tick.get_text()]
    assert labels
    boxes = sorted((tick.get_window_extent(renderer) for tick in labels), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 1 for low, high in itertools.pairwise(boxes))


# Row groups


def test_row_groups_are_named_beside_the_panel():
    figure, axes, result = one(np.ones((8, 8)), row_groups={"context": (0, 2)}, colorbar=True)
    renderer = figure.canvas.get_renderer()
    (name,) = [text for text in axes.texts if text.get_text() == "context"]
    box = name.get_window_extent(renderer)
    top, bottom = (axes.transData.transform((0, y))[1] for y in (-0.5, 2.5))
    assert axes.bbox.x1 < box.x0 < box.x1 < result.colorbar.ax.bbox.x0
    assert bottom < (box.y0 + box.y1) / 2 < top


def test_row_groups_by_name():
    _, axes, _ = one(np.ones((3, 2)), row_labels=["a", "b", "c"], row_groups={"last": ("b", "c")})
    (name,) = [text for text in axes.texts if text.get_text() == "last"]
    assert name.get_position()[1] == 1.5


# The result, and what is left alone


def test_cells_are_square_where_the_matrix_is():
    assert one(np.ones((3, 3)))[1].get_aspect() == 1
    assert one(np.ones((3, 4)))[1].get_aspect() == "auto"
    assert one(np.ones((3, 4)), square=True)[1].get_aspect() == 1
    assert one(np.ones((3, 3)), square=False)[1].get_aspect() == "auto"


def test_gaps_show_between_large_cells_only():
    figure, _, result = one(np.ones((3, 3)), values=None)
    lines = result.artists[1]
    assert lines.get_visible()
    assert not result.mesh.get_rasterized()
    figure.set_size_inches(0.6, 0.6)
    figure.canvas.draw()
    assert not lines.get_visible()
    assert result.mesh.get_rasterized()


def test_large_matrices_are_pixels_in_vector_files():
    figure, _, _ = one(np.random.default_rng(0).random((100, 100)))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg")
    assert len(buffer.getvalue()) < 200_000
    assert b"<image" in buffer.getvalue()


def test_caption_and_data():
    _, _, result = one([[1, np.nan, 3], [np.nan, 5, 4000]], colorbar="Tokens")
    assert result.caption == "Cells: Tokens, 1 to 4,000; hatched: missing (2 of 6)."
    assert list(result.data.columns) == ["row", "column", "value"]
    assert result.data["row"].tolist() == [0, 0, 0, 1, 1, 1]
    assert result.data["column"].tolist() == [0, 1, 2, 0, 1, 2]
    np.testing.assert_array_equal(result.data["value"], [1, np.nan, 3, np.nan, 5, 4000])
    assert result.kind == "heatmap"


def test_remove_takes_everything_off():
    figure, axes = plt.subplots()
    figure.canvas.draw()
    place = axes.get_position()
    result = hatched_heatmap(
        axes, [[1, np.nan], [3, 4]], colorbar="Loss", row_groups={"all": (0, 1)}
    )
    figure.canvas.draw()
    result.remove()
    assert not axes.collections
    assert not axes.texts
    assert not axes.patches
    assert not axes.lines
    assert not axes.child_axes
    assert axes.get_axes_locator() is None
    axes.set_aspect("auto")
    figure.canvas.draw()
    np.testing.assert_allclose(axes.get_position().extents, place.extents)


def test_nothing_else_is_touched():
    matrix = np.array([[1.0, np.inf], [np.nan, 4.0]])
    kept = matrix.copy()
    before = dict(mpl.rcParams)
    figures = plt.get_fignums()
    figure = mpl.figure.Figure()
    axes = figure.subplots()
    hatched_heatmap(axes, matrix, colorbar="Loss", norm=Normalize(0, 1))
    figure.savefig(io.BytesIO())
    np.testing.assert_array_equal(matrix, kept)
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == figures
    assert figure.axes == [axes]


def test_a_figure_with_a_heatmap_can_be_pickled():
    figure, axes = plt.subplots()
    hatched_heatmap(axes, [[1, np.nan], [3, 4]], colorbar="Loss")
    copy = pickle.loads(pickle.dumps(figure))
    np.testing.assert_array_equal(drawn(copy), drawn(figure))


def test_panels_in_subfigures_keep_their_colorbars_beside_them():
    figure = plt.figure(figsize=(8, 3), layout="constrained")
    for part in figure.subfigures(1, 2):
        axes = part.subplots()
        result = hatched_heatmap(axes, np.ones((3, 3)), colorbar="Loss")
        figure.canvas.draw()
        assert result.colorbar.ax.bbox.x0 - axes.bbox.x1 == pytest.approx(8 * figure.dpi / 72)
        assert result.colorbar.ax.bbox.height == pytest.approx(axes.bbox.height, abs=0.01)


@pytest.mark.parametrize(
    ("options", "argument"),
    [
        ({"cmap": "no"}, "cmap"),
        ({"cmap": []}, "cmap"),
        ({"missing_name": 3}, "missing_name"),
        ({"missing": 10**400}, "missing"),
        ({"missing": [1, 10**400]}, "missing"),
        ({"square": pd.NA}, "square"),
        ({"square": "yes"}, "square"),
        ({"colorbar": {"format": -1}}, r"colorbar\['format'\]"),
        ({"colorbar": {"ticks": "no"}}, r"colorbar\['ticks'\]"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_drawn(options, argument):
    axes = mpl.figure.Figure().subplots()
    before = axes.get_children()
    with pytest.raises((TypeError, ValueError), match=argument):
        hatched_heatmap(axes, [[1, 2]], **options)
    assert axes.get_children() == before


def test_a_matrix_without_dimensions_is_refused():
    with pytest.raises(ValueError, match=r"'matrix' must be two-dimensional, not of shape \(\)"):
        hatched_heatmap(mpl.figure.Figure().subplots(), np.array(5.0))


def test_a_twin_keeps_the_shape_of_the_other(caplog):
    figure = mpl.figure.Figure()
    twin = figure.subplots().twinx()
    with pytest.raises(ValueError, match=r"'square'.*twin"):
        hatched_heatmap(twin, np.eye(2), square=True)
    hatched_heatmap(twin, np.eye(2))
    figure.savefig(io.BytesIO())
    assert twin.get_ylim() == (1.5, -0.5)
    assert not caplog.records


def test_a_tight_crop_holds_the_colorbar_and_its_label():
    figure, _, result = one([[1, np.nan]], colorbar="Loss", row_groups={"all": (0, 0)})
    renderer = figure.canvas.get_renderer()
    crop = figure.get_tightbbox(renderer).transformed(figure.dpi_scale_trans)
    bar = result.colorbar.ax.get_tightbbox(renderer)
    assert crop.x1 >= bar.x1 - 0.01
    assert crop.y0 <= bar.y0 + 0.01


def test_alt_text_and_data_of_the_figure():
    figure, _, result = one(pd.DataFrame([[1, np.nan]], index=["r"], columns=["a", "b"]))
    assert result.caption in describe(figure)
    (table,) = figure_data(figure).values()
    assert table["value"].tolist()[0] == 1
    assert table["row"].tolist() == ["r", "r"]
