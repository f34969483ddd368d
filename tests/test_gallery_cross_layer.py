"""The figures of the cross-layer study: the facts on the canvas, worked out here from the files."""

from __future__ import annotations

import csv
import io
import json
import shutil
import statistics
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import cardplot as cp
import gallery
from cardplot._results import results as drawn_on

DATA = Path(__file__).parents[1] / "gallery" / "data"
SUMMARY = "calibration-summary.json"
SAMPLES = "conditional-function-metrics.csv"
MAPS = "conditional-fresh-probabilities.npz"
LAYERS = (3, 7, 11, 15, 19, 23)
QK, ERRORS = "cross_layer_qk_divergence", "cross_layer_output_errors"
VALUES = "value_geometry_and_direct_error"
READOUT = "conditional_probability_mass_and_readout"
PROBABILITIES = "conditional_cross_layer_probability_maps"
ALL = (QK, ERRORS, VALUES, READOUT, PROBABILITIES)


@pytest.fixture
def data(tmp_path):
    """A copy of the tables that a test may change."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def draw(name, data_dir=DATA, theme="card"):
    figure = gallery.draw(name, theme, data_dir)
    figure.canvas.draw()
    return figure


def json_of(name, data_dir=DATA):
    return json.loads((data_dir / "crossqkv" / name).read_text(encoding="utf-8"))


def rows_of(name, data_dir=DATA):
    with (data_dir / "crossqkv" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_json(content, name, data_dir):
    (data_dir / "crossqkv" / name).write_text(json.dumps(content), encoding="utf-8")


def write_rows(rows, name, data_dir):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (data_dir / "crossqkv" / name).write_text(text.getvalue(), encoding="utf-8")


def plain(text):
    """Undo the line breaks of a text."""
    return " ".join(text.get_text().split())


def title(figure):
    return " ".join(figure.get_suptitle().split())


def notes(figure):
    """The finding and the footer."""
    return [plain(text) for text in figure.texts if plain(text) != title(figure)]


def words(figure):
    return [plain(text) for text in figure.findobj(Text) if text.get_visible() and plain(text)]


def meshes(ax):
    return [artist for artist in ax.collections if isinstance(artist, QuadMesh)]


def bars(figure):
    return [ax for ax in figure.findobj(plt.Axes) if ax.get_label() == "<colorbar>"]


def cells(ax):
    (mesh,) = meshes(ax)
    return np.ma.masked_invalid(mesh.get_array())


def points(ax):
    """The places of marks that no line joins: (n, 2), in data coordinates."""
    found = [c.get_offsets() for c in ax.collections if isinstance(c, PathCollection)]
    return np.concatenate(found) if found else np.empty((0, 2))


def marks(ax):
    """The places of the marks of each line that is drawn as marks only."""
    return [
        np.column_stack(line.get_data())
        for line in ax.lines
        if line.get_linestyle() == "None" and line.get_marker() not in ("None", "", None)
    ]


def results(figure, kind):
    return [found for found in drawn_on(figure) if found.kind == kind]


# ------------------------------------------------------------------------------- what all share


@pytest.mark.parametrize("name", ALL)
def test_the_footer_says_that_the_data_are_illustrative(name):
    assert "Illustrative data." in notes(draw(name))[-1]


@pytest.mark.parametrize("name", ALL)
def test_both_twins_have_one_geometry_and_the_same_words(name):
    light, dark = draw(name), draw(name, theme="dark")
    assert words(light) == words(dark)
    for one, two in zip(light.axes, dark.axes, strict=True):
        assert one.get_position().bounds == pytest.approx(two.get_position().bounds, abs=1e-9)
    assert to_rgb(light.get_facecolor()) != to_rgb(dark.get_facecolor())


@pytest.mark.parametrize("name", ALL)
def test_labels_that_are_not_placed_are_none(name):
    figure = draw(name)
    for found in drawn_on(figure):
        assert found.unplaced == (), found.kind


# ----------------------------------------------------------------------------------- divergence


def closest(summary):
    """The three matrices of minima, worked out pair by pair."""
    matrices = np.full((3, 6, 6), np.nan)
    for a, i in enumerate(LAYERS):
        for b, j in enumerate(LAYERS[a + 1 :], start=a + 1):
            pair = [row for row in summary if (row["i"], row["j"]) == (i, j)]
            heads = [row["worst_mean_js"] for row in pair if row["kind"] == "qk_head"]
            named = {row["id"]: row["worst_mean_js"] for row in pair}
            found = (
                min(heads),
                named[f"qk_map_{i}_{j}_identity"],
                named[f"qk_map_{i}_{j}_matched"],
            )
            matrices[:, a, b] = matrices[:, b, a] = found
    return matrices


def test_divergence_cells_are_the_minima():
    figure = draw(QK)
    expected = closest(json_of(SUMMARY))
    assert len(figure.axes) == 3
    for ax, matrix in zip(figure.axes, expected, strict=True):
        np.testing.assert_array_equal(cells(ax).filled(np.nan), matrix)
        printed = [text.get_text() for text in ax.texts if text.get_visible()]
        shown = [text for text in printed if text.startswith("0.")]
        assert shown == [f"{value:.3f}" for value in matrix.ravel() if np.isfinite(value)]
        assert [tick.get_text() for tick in ax.get_xticklabels()] == [str(n) for n in LAYERS]


def test_divergence_has_one_scale_from_zero_and_one_bar_as_tall_as_the_panels():
    figure = draw(QK)
    norms = [meshes(ax)[0].norm for ax in figure.axes]
    assert [norm.vmin for norm in norms] == [0, 0, 0]
    assert [norm.vmax for norm in norms] == [np.nanmax(closest(json_of(SUMMARY)))] * 3
    (bar,) = bars(figure)
    panel, extent = figure.axes[0].get_window_extent(), bar.get_window_extent()
    assert (extent.y0, extent.y1) == pytest.approx((panel.y0, panel.y1), abs=1)
    assert "JS divergence (natural log), lower is closer" in words(figure)
    assert "unused" in words(figure)


@pytest.mark.parametrize("theme", ["card", "dark"])
def test_divergence_texts_are_readable_on_their_cells(theme):
    for ax in draw(QK, theme=theme).axes:
        mesh = meshes(ax)[0]
        for text in ax.texts:
            if text.get_visible() and text.get_text().startswith("0."):
                color = mesh.to_rgba(float(text.get_text()))
                assert cp.contrast(text.get_color(), color) > 4.4  # rounded to three digits
                assert text.get_fontsize() >= 7.5


def test_divergence_words_follow_the_data(data):
    before = draw(QK, data)
    assert title(before) == "Single heads come closer across layers than whole layers do"
    finding = notes(before)[0]
    assert "pair: 0.136 to 0.254." in finding
    assert "0.323 to 0.533 in their original order" in finding
    assert "0.265 to 0.476 after matching, which brings 15 of 15 layer pairs closer" in finding
    summary = json_of(SUMMARY, data)
    for row in summary:
        if row["id"] == "qk_map_3_7_matched":
            row["worst_mean_js"] = 0.2
        if row["id"] == "qk_map_7_11_matched":
            row["worst_mean_js"] = 0.6
    write_json(summary, SUMMARY, data)
    after = draw(QK, data)
    assert title(after) == "How far the attention of two layers is apart"
    assert "0.200 to 0.600 after matching, which brings 14 of 15" in notes(after)[0]
    assert meshes(after.axes[0])[0].norm.vmax == 0.6


# -------------------------------------------------------------------------------- output errors

KINDS = ("full_attention", "qkv_head", "qk_map", "qk_head", "v_group")
LIMITS = (0.20, 0.05)


def test_each_verified_unit_is_a_point_of_its_kind():
    (ax,) = draw(ERRORS).axes
    summary = json_of(SUMMARY)
    found = np.concatenate(marks(ax))
    for place, kind in enumerate(KINDS):
        expected = sorted(
            row["worst_output_error"]
            for row in summary
            if row["kind"] == kind and row["output_verified"]
        )
        assert sorted(found[np.round(found[:, 0]) == place, 1]) == expected
    assert len(found) == 210
    assert [int(count) for count in np.bincount(found[:, 0].astype(int))] == [15, 45, 30, 120]


def test_output_errors_say_n_and_why_a_kind_is_empty():
    figure = draw(ERRORS)
    (ax,) = figure.axes
    texts = {plain(text): text for text in ax.texts if text.get_visible()}
    panel = ax.get_window_extent()
    for count, place in ((15, 0), (45, 1), (30, 2), (120, 3)):
        box = texts[f"n={count}"].get_window_extent()
        assert (box.x0 + box.x1) / 2 == pytest.approx(
            ax.transData.transform((place, 1))[0], abs=1.5
        )
        assert box.y1 <= panel.y1
    note = texts["not output-probed: initial gate failed"].get_window_extent()
    assert ax.transData.inverted().transform((note.x0, note.y1))[1] < min(LIMITS)
    assert (note.x0 + note.x1) / 2 == pytest.approx(ax.transData.transform((4, 1))[0], abs=1.5)


def test_output_errors_are_on_a_log_axis_with_both_limits():
    figure = draw(ERRORS)
    (ax,) = figure.axes
    assert ax.get_yscale() == "log"
    assert "log scale" in ax.get_ylabel()
    lines = results(figure, "reference")
    assert [line.low for line in lines] == list(LIMITS)
    assert [plain(line.labels[0]) for line in lines] == [
        "approximate limit, 0.20",
        "strict limit, 0.05",
    ]
    ticks = [text.get_text() for text in ax.get_yticklabels() if text.get_visible()]
    assert {"0.05", "0.1", "0.2", "0.5", "1", "2"} <= set(ticks)


@pytest.mark.parametrize(
    ("error", "start"),
    [
        (0.299445, "No transplant from another layer meets"),
        (0.15, "1 transplant from another layer meets"),
    ],
)
def test_the_verdict_on_output_errors_follows_the_data(data, error, start):
    summary = json_of(SUMMARY, data)
    best = min(
        (row for row in summary if row["output_verified"]), key=lambda r: r["worst_output_error"]
    )
    best["worst_output_error"] = error
    write_json(summary, SUMMARY, data)
    figure = draw(ERRORS, data)
    assert title(figure).startswith(start)
    assert (
        f"The best of 210 verified units, a QK head transplant, has an error of {error:.3f}"
        in (notes(figure)[0])
    )


def test_output_errors_say_how_many_candidates_passed(data):
    assert "None of 2,025 candidates passed all gates." in notes(draw(ERRORS, data))[-1]
    status = json_of("status.json", data)
    status["passing_counts"]["qk_head"] = 2
    write_json(status, "status.json", data)
    assert "2 of 2,025 candidates passed all gates." in notes(draw(ERRORS, data))[-1]
    (data / "crossqkv" / "status.json").unlink()
    assert "gates" not in notes(draw(ERRORS, data))[-1]


# ------------------------------------------------------------------------------- value geometry


def candidates(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row["candidate"], []).append(row)
    return sorted(
        (
            statistics.fmean(float(row["centered_value_gram_cka"]) for row in group),
            max(float(row[side]) for row in group for side in ("error_a", "error_b")),
        )
        for group in groups.values()
    )


def test_each_candidate_is_one_point_where_it_can_be_seen():
    figure = draw(VALUES)
    seen = []
    for ax in figure.axes:
        inside = points(ax)
        low, high = ax.get_ylim()
        assert ((inside[:, 1] >= low) & (inside[:, 1] <= high)).all()
        seen += [tuple(point) for point in inside.tolist()]
    assert len(seen) == 60
    np.testing.assert_allclose(sorted(seen), candidates(rows_of("calibration-value-metrics.csv")))


def test_both_parts_of_the_cut_axis_have_one_scale():
    figure = draw(VALUES)
    top, bottom = figure.axes
    scale = [
        ax.get_window_extent().height / (ax.get_ylim()[1] - ax.get_ylim()[0])
        for ax in (top, bottom)
    ]
    assert scale[0] == pytest.approx(scale[1], rel=0.02)
    assert bottom.get_ylim() == (0, 0.3)
    assert top.get_ylim() == pytest.approx((1.1, 1.8))
    assert "The error axis is cut between 0.3 and 1.1" in notes(figure)[-1]
    # The points fill their part rather than a third of it.
    heights = points(top)[:, 1]
    assert heights.max() - heights.min() > 0.7 * (top.get_ylim()[1] - top.get_ylim()[0])


def test_the_control_is_a_band_with_its_median_in_both_parts():
    figure = draw(VALUES)
    control = [
        float(row["gram_cka"])
        for row in rows_of("controls.csv")
        if row["control"] == "value_gram_random_projection_pair"
    ]
    bands = [found for found in results(figure, "reference") if found.band is not None]
    assert [band.axes for band in bands] == figure.axes
    for band in bands:
        assert (band.axis, band.low, band.high) == ("x", min(control), max(control))
        assert band.line.get_xdata()[0] == statistics.median(control)
    assert {"random projections 0.804 to 0.927", "median 0.875"} <= set(words(figure))
    assert "range of 32 pairs of random projections" in notes(figure)[-1]
    (limit,) = (found for found in results(figure, "reference") if found.band is None)
    assert (limit.axis, limit.value, plain(limit.labels[0])) == (
        "y",
        0.20,
        "approximate limit, 0.20",
    )


def test_the_verdict_on_value_geometry_follows_the_data(data):
    before = draw(VALUES, data)
    assert title(before) == "Values that agree in geometry still can't replace each other"
    assert notes(before)[0] == (
        "The best of 60 KV-head pairs has an error of 1.198, 6.0 times the approximate limit; "
        "4 of them agree as much as random projections do."
    )
    rows = rows_of("calibration-value-metrics.csv", data)
    best = rows[0]["candidate"]
    for row in rows:
        if row["candidate"] == best:
            row.update(centered_value_gram_cka="0.9", error_a="0.1", error_b="0.05")
    write_rows(rows, "calibration-value-metrics.csv", data)
    after = draw(VALUES, data)
    assert title(after) == "Agreement in geometry and the error of a direct replacement"
    assert "an error of 0.100, 0.5 times the approximate limit; 5 of them" in notes(after)[0]
    top, bottom = after.axes
    assert [len(points(ax)) for ax in (top, bottom)] == [59, 1]
    assert top.get_ylim()[0] == bottom.get_ylim()[1]
    assert "cut" not in notes(after)[-1]


def test_small_value_errors_are_all_in_the_lower_part(data):
    rows = rows_of("calibration-value-metrics.csv", data)
    for row in rows:
        row.update(error_a="0.15", error_b="0.25")
    write_rows(rows, "calibration-value-metrics.csv", data)
    top, bottom = draw(VALUES, data).axes
    assert [len(points(ax)) for ax in (top, bottom)] == [0, 60]


# ----------------------------------------------------------------------------- mass and readout

GROUPS = ("calibration", "old validation", "fresh")


def test_twelve_samples_in_three_named_groups_as_points():
    figure = draw(READOUT)
    top, bottom = figure.axes
    rows = rows_of(SAMPLES)
    expected = [
        (top, [1 - float(row["total_variation"]) for row in rows]),
        (top, [float(row["top5"]) for row in rows]),
        (bottom, [max(float(row["output_error_a"]), float(row["output_error_b"])) for row in rows]),
    ]
    drawn = [(ax, found) for ax in (top, bottom) for found in marks(ax)]
    assert len(drawn) == 3
    for (ax, found), (panel, values) in zip(drawn, expected, strict=True):
        assert ax is panel
        np.testing.assert_allclose(found, np.column_stack([range(12), values]))
    names = [plain(tick).replace(" ", "") for tick in bottom.get_xticklabels()]
    assert names == [row["sample"] for row in rows]
    for found in results(figure, "groups"):
        assert found.spans == tuple((name, 4 * k, 4 * k + 3) for k, name in enumerate(GROUPS))


def test_no_line_joins_the_samples():
    for ax in draw(READOUT).axes:
        for line in ax.lines:
            assert line.get_linestyle() == "None" or not line.get_visible()


def test_a_measure_has_one_colour_that_its_name_shares():
    figure = draw(READOUT)
    top, bottom = figure.axes
    colors = [
        to_rgb(line.get_color()) for ax in (top, bottom) for line in ax.lines if line.get_visible()
    ]
    assert len(set(colors)) == len(colors) == 3
    texts = {plain(text): text for text in top.texts}
    for name, color in (("probability mass", colors[0]), ("top-5 keys", colors[1])):
        assert to_rgb(texts[name].get_color()) == to_rgb(cp.readable(color, top.get_facecolor()))


def test_a_readout_error_is_shown_from_zero_and_an_overlap_is_an_excerpt():
    top, bottom = draw(READOUT).axes
    assert bottom.get_ylim()[0] == 0
    assert top.get_ylim()[0] > 0
    assert not top.spines["bottom"].get_visible()
    assert bottom.spines["bottom"].get_visible()


def test_the_verdict_on_fresh_texts_follows_the_data(data):
    before = draw(READOUT, data)
    assert title(before) == "The donor head agrees less on fresh texts"
    assert notes(before)[0] == (
        "From calibration to fresh texts, mean overlap falls from 0.945 to 0.903 in probability "
        "mass and falls from 0.808 to 0.705 in the top-5 keys; the readout error rises from 0.023 "
        "to 0.041."
    )
    rows = rows_of(SAMPLES, data)
    for row in rows[8:]:
        row.update(total_variation="0.01", top5="0.9", output_error_a="0.01", output_error_b="0")
    write_rows(rows, SAMPLES, data)
    after = draw(READOUT, data)
    assert title(after) == "How well the donor head agrees, text by text"
    assert "rises from 0.945 to 0.990 in probability mass" in notes(after)[0]
    assert "the readout error falls from 0.023 to 0.010" in notes(after)[0]


def test_the_heads_and_the_state_are_named_as_far_as_they_are_known(data):
    note = notes(draw(READOUT, data))[-1]
    assert note.startswith("Layer 3 head 7 in place of layer 23 head 6, on the same input")
    assert "State: fresh function limits not passed;" in note
    (data / "crossqkv" / "conditional-status.json").write_text("{", encoding="utf-8")
    (data / "crossqkv" / MAPS).unlink()
    note = notes(draw(READOUT, data))[-1]
    assert note.startswith("The donor head in place of the target, on the same input")
    assert "State" not in note


# --------------------------------------------------------------------------- probability maps


def raw():
    with np.load(DATA / "crossqkv" / MAPS) as archive:
        found = {name: archive[name].astype(float) for name in archive.files}
    return (
        found["target_layer23_head6"],
        found["donor_layer3_head7_on_H23"],
        found["donor_layer3_head7_on_H3"],
    )


def test_the_maps_are_those_of_the_first_text_and_the_future_is_blank():
    figure = draw(PROBABILITIES)
    target, donor, own = (array[0, 0] for array in raw())
    past = np.tri(32, dtype=bool)
    for ax, expected in zip(figure.axes, (target, donor, abs(target - donor), own), strict=True):
        drawn = cells(ax)
        assert drawn.mask.sum() == 496
        np.testing.assert_array_equal(drawn.mask, ~past)
        np.testing.assert_allclose(drawn[past], expected[past])
        # Blank: the surface is all there is.
        assert ax.patches[:] == []


def test_probabilities_share_a_scale_and_their_difference_has_its_own():
    figure = draw(PROBABILITIES)
    target, donor, difference, own = (meshes(ax)[0] for ax in figure.axes)
    largest = max(float(np.tril(array[0, 0]).max()) for array in raw())
    for mesh in (target, donor, own):
        assert (mesh.norm.vmin, mesh.norm.vmax) == (0, largest)
        assert np.array_equal(mesh.cmap(range(256)), target.cmap(range(256)))
    first, second, _ = (array[0, 0] for array in raw())
    gap = np.tril(np.abs(first - second)).max()
    assert (difference.norm.vmin, difference.norm.vmax) == pytest.approx((0, gap))
    apart = np.abs(difference.cmap(range(40, 256)) - target.cmap(range(40, 256))).max(axis=1)
    assert apart.min() > 0.05
    assert sorted(bar.get_ylabel() for bar in bars(figure)) == [
        "attention probability",
        "difference of probabilities",
    ]
    shared = next(bar for bar in bars(figure) if bar.get_ylabel().startswith("attention"))
    top, bottom = (figure.axes[k].get_window_extent() for k in (1, 3))
    extent = shared.get_window_extent()
    assert (extent.y0, extent.y1) == pytest.approx((bottom.y0, top.y1), abs=1)


def test_rows_of_context_are_marked_in_every_map():
    figure = draw(PROBABILITIES)
    for ax in figure.axes:
        (bracket,) = (line for line in ax.lines if line.get_label() == "_context")
        low, high = min(bracket.get_ydata()), max(bracket.get_ydata())
        assert -0.5 <= low < 0.5
        assert 5.5 < high <= 6.5
    assert (
        "Rows 0 to 6 are context; total variation is the mean over queries 7 to 31"
        in (notes(figure)[-1])
    )


def test_the_verdict_on_the_maps_follows_the_data(data):
    before = draw(PROBABILITIES, data)
    target, donor, own = (array[0, 0] for array in raw())
    same, other = (np.tril(abs(target - x))[7:].sum(axis=1).mean() / 2 for x in (donor, own))
    largest = np.tril(abs(target - donor))[7:].max()
    assert title(before) == "On the same input, two heads of different layers look alike"
    assert notes(before)[0] == (
        f"Target and donor differ by a total variation of {same:.3f} on the same input, at most "
        f"{largest:.3f} in one cell; with the donor on its own input it is {other:.3f}."
    )
    arrays = dict(
        zip(
            ("target_layer20_head1", "donor_layer4_head2_on_H4", "donor_layer4_head2_on_H20"),
            raw(),
            strict=True,
        )
    )
    np.savez(data / "crossqkv" / MAPS, **arrays)
    after = draw(PROBABILITIES, data)
    assert title(after) == "Where two heads of different layers look"
    assert f"a total variation of {other:.3f} on the same input" in notes(after)[0]
    assert {"layer 20 head 1 on H20", "layer 4 head 2 on H4"} <= set(words(after))
