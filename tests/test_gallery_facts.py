"""Every number that a figure shows, worked out here from the files without the gallery's code.

The literal numbers are those that the documents print.
"""

from __future__ import annotations

import csv
import json
import math
import statistics
import zipfile
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gallery import _study

DATA = Path(__file__).parents[1] / "gallery" / "data"


def approx(expected):
    """Compare far beyond the four digits that a reader could check."""
    return pytest.approx(expected, rel=1e-9, abs=1e-12)


def printed(expected):
    """Compare with a number of the document, as far as it is printed: half a last digit."""
    decimals = len(str(expected).partition(".")[2])
    return pytest.approx(expected, rel=0, abs=0.5 * 10.0**-decimals)


def load(name):
    return import_module(f"gallery.{name}").load(DATA)


def rows_of(*parts):
    with DATA.joinpath(*parts).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def json_of(*parts):
    return json.loads(DATA.joinpath(*parts).read_text(encoding="utf-8"))


# ------------------------------------------------------------------ the path to a small model


def test_stage_path_sizes():
    data, rows = load("stage_path"), rows_of("path", "stage_path.csv")
    names = [f"{row['layers']} / {row['vocabulary']}" for row in rows]
    assert names == ["24L / 248k", "4L / 248k", "4L / 128k", "4L / 39,866 EN/KO"]
    assert list(data.sizes.index) == names
    assert list(data.sizes["BF16 safetensors"]) == [1435.1, 637.3, 402.3, 230.1]
    assert list(data.sizes["Q8_0 GGUF"]) == [774.2, 349.2, 218.3, 124.0]
    assert (data.first_mib, data.last_mib) == (1435.1, 124.0)
    assert data.times_smaller == approx(1435.1 / 124.0)
    assert data.times_smaller == printed(11.6)


def test_stage_path_quality():
    data, rows = load("stage_path"), rows_of("path", "stage_path.csv")
    scores = [float(row["macro_f1"]) for row in rows]
    deviations = sorted(float(row["sample_sd"]) for row in rows)
    assert list(data.quality["macro_f1"]) == scores
    assert sorted(data.quality["sample_sd"]) == deviations
    assert data.band_center == approx(sum(scores) / 4)
    assert data.band_half_width == approx((deviations[1] + deviations[2]) / 2)
    assert data.band_half_width == printed(0.0274)
    assert data.quality_spread == approx(max(scores) - min(scores))
    assert data.floor.value == json_of("path", "floor.json")["value"]
    assert data.floor.value == printed(0.4756)


def test_stage_path_precision():
    data, rows = load("stage_path"), rows_of("path", "precision.csv")
    assert list(data.precision.index) == ["BF16", "F16", "Q8_0"]
    assert list(data.precision["macro_f1"]) == [float(row["macro_f1"]) for row in rows]
    assert list(data.precision["sample_sd"]) == [float(row["sample_sd"]) for row in rows]
    assert data.precision_spread == approx(0.5612 - 0.5592)
    assert data.precision_spread == printed(0.0020)
    assert data.precision_mean_sd == approx((0.039089 + 0.039800 + 0.035600) / 3)
    assert data.precision_mean_sd == printed(0.0382)
    # The middle panel's bar of the same configuration is the same measurement.
    same = data.quality.loc[import_module("gallery.stage_path").PRECISION_OF]
    assert list(same) == list(data.precision.loc["BF16"])


def test_runtime_specialization():
    data = load("runtime_specialization")
    before = [15.7626, 20.9628, 50.8364, 92.1428, 77.3285]
    after = [12.2856, 19.8497, 37.4436, 70.4744, 73.3632]
    assert list(data.levels.index) == [33, 64, 129, 233, 256]
    assert data.levels.to_numpy().T.tolist() == [before, after]
    assert list(data.level_changes) == approx(
        [b / a - 1 for a, b in zip(before, after, strict=True)]
    )
    assert [round(100 * change) for change in data.level_changes] == [-22, -5, -26, -24, -5]
    before, after = [14.94, 11.47, 10.32], [10.68, 7.36, 7.26]
    assert list(data.port.index) == ["v16k", "v32k", "v64k"]
    assert data.port_tokens == (33, 25, 23)
    assert data.port.to_numpy().T.tolist() == [before, after]
    assert list(data.port_changes) == approx(
        [b / a - 1 for a, b in zip(before, after, strict=True)]
    )
    assert [round(100 * change, 1) for change in data.port_changes] == [-28.5, -35.8, -29.7]


def test_long_context_window():
    data, rows = load("long_context_window"), rows_of("path", "window_sweep.csv")
    found = {
        (sweep.model, window): score
        for sweep in data.sweeps
        for window, score in zip(sweep.windows, sweep.macro_f1, strict=True)
    }
    assert found == {(row["model"], int(row["window"])): float(row["macro_f1"]) for row in rows}
    assert data.windows == (256, 512, 1024, 2048, 4096)
    qwen, modernbert, roberta, deberta = data.sweeps
    assert [s.position_limit for s in data.sweeps] == [262_144, 8_192, 514, 512]
    assert [s.limited for s in data.sweeps] == [False, False, True, True]
    assert qwen.change == approx(0.5479988 - 0.5815932)
    assert modernbert.change == approx(0.4787691 - 0.5125712)
    assert (qwen.change, modernbert.change) == (printed(-0.0336), printed(-0.0338))
    assert roberta.change == approx(0.5509372 - 0.5380876)
    assert deberta.change == approx(0.5375809 - 0.5329868)
    assert data.floor.value == printed(0.4756)


def test_tokenizer_cost():
    table = load("tokenizer_cost").languages
    tokens = {"Korean": (16, 16), "English": (9, 12), "Japanese": (10, 44), "Chinese": (8, 58)}
    assert list(table.index) == list(tokens)
    assert list(zip(table["upstream"], table["cut"], strict=True)) == list(tokens.values())
    assert list(table["ratio"]) == approx([cut / upstream for upstream, cut in tokens.values()])
    assert list(table["ratio"]) == [printed(x) for x in (1.00, 1.33, 4.40, 7.25)]
    assert list(table["expensive"]) == [False, False, True, True]


# ------------------------------------------------------------------------ model compression


def test_where_the_parameters_live():
    data, rows = load("where_the_parameters_live"), rows_of("ladder", "compression_ladder.csv")
    embedding = 248_320 * 1_024
    totals = [int(row["parameters"]) for row in rows]
    assert list(data.by_layers.index) == ["24L", "8L", "6L", "4L"]
    assert list(data.by_layers["embedding table"]) == [embedding] * 4
    assert list(data.by_layers["layer stack"]) == [total - embedding for total in totals]
    assert [round(total / 1e6) for total in totals] == [752, 414, 374, 334]

    entries = [248_320, 128_000, 72_455, 39_866, 23_551, 15_380]
    right = data.by_vocabulary
    assert list(right.index) == [f"{n:,}" for n in entries]
    assert list(right["embedding table"]) == [n * 1_024 for n in entries]
    assert set(right["layer stack"]) == {totals[-1] - embedding + 1_024}
    assert [round(t / 1e6) for t in right.sum(axis=1)] == [334, 211, 154, 121, 104, 96]
    shares = [round(100 * share) for share in right["embedding table"] / right.sum(axis=1)]
    assert shares == [76, 62, 48, 34, 23, 16]

    assert data.stack_lost == approx(1 - (totals[-1] - embedding) / (totals[0] - embedding))
    assert data.stack_lost == printed(0.84)
    root = 39_866 * 1_024
    assert data.embedding_shares == approx(
        (
            embedding / totals[0],
            embedding / totals[-1],
            root / (root + totals[-1] - embedding + 1_024),
        )
    )
    assert data.embedding_shares == (printed(0.338), printed(0.761), printed(0.338))


def test_where_the_parameters_live_agrees_with_the_file_sizes():
    """The same models were measured as files of two bytes a parameter."""
    data = load("where_the_parameters_live")
    sizes = [float(row["bf16_mib"]) for row in rows_of("path", "stage_path.csv")]
    parameters = [
        data.by_layers.loc["24L"].sum(),
        data.by_layers.loc["4L"].sum(),
        data.by_vocabulary.loc["128,000"].sum(),
        data.by_vocabulary.loc["39,866"].sum(),
    ]
    assert [2 * n / 2**20 for n in parameters] == [pytest.approx(s, abs=0.06) for s in sizes]


def test_ladder_loss():
    data = load("ladder_loss")
    assert list(data.losses.index) == ["24 → 8", "8 → 6", "6 → 4"]
    assert data.removed == (16, 2, 2)
    assert list(data.losses["total loss"]) == [0.176, 0.034, 0.047]
    assert list(data.losses["interface loss"]) == [0.231, 0.046, 0.061]
    assert list(data.losses["final-layer loss"]) == [0.121, 0.022, 0.033]
    assert data.per_layer == approx((0.0110, 0.0170, 0.0235))
    assert data.last_to_first == approx((0.047 / 2) / (0.176 / 16))
    assert data.last_to_first == printed(2.1)


def test_threshold_and_overprediction():
    data, rows = load("threshold_and_overprediction"), rows_of("ladder", "seed_metrics.csv")
    names = {
        "task_agnostic_base": "task-free 4L root",
        "structural_copy_control": "structural copy control",
        "existing_specialized_separate_lineage": "specialised 4L, separate lineage",
    }
    runs = data.runs
    assert list(runs["arm"]) == [names[row["arm"]] for row in rows]
    assert data.arms == tuple(names.values())
    for column in ("seed", "threshold", "predicted_positive_rate", "tp", "fp", "fn"):
        assert list(runs[column]) == [float(row[column]) for row in rows]
    ratios = [int(row["fp"]) / int(row["tp"]) for row in rows]
    assert list(runs["fp_per_tp"]) == approx(ratios)
    assert ratios[0] == printed(0.68)
    assert list(runs["over"]) == [ratio > 1 for ratio in ratios]
    assert [ratio for ratio in ratios if ratio > 1] == [printed(1.19)]
    assert data.actual_positive_rate == approx((238 + 39) / 770)
    assert data.actual_positive_rate == printed(0.360)
    assert data.lowest_rate > data.actual_positive_rate
    assert list(data.threshold_ratios.values()) == approx([0.30 / 0.10, 0.20 / 0.05, 0.30 / 0.15])


# ---------------------------------------------------------------------- merging specialists


def test_llm_merge():
    data = load("llm_merge")
    seeds = [rows_of("llm_merge", f"s{seed}", "metrics.csv") for seed in range(3)]
    cells: dict[tuple[str, str], list[float]] = {}
    for row in (row for rows in seeds for row in rows):
        cells.setdefault((row["model"], row["metric"]), []).append(float(row["accuracy"]))
    assert data.seeds == 3
    assert data.base_model == "Qwen2.5-0.5B-Instruct"
    assert data.families == ("lists", "strings", "arith")
    assert data.models == (
        "base",
        *("spec_arith", "spec_lists", "spec_strings"),
        *("merge_dare", "merge_linear", "merge_ties"),
    )
    assert len(data.runs) == sum(map(len, cells.values())) == 7 * 5 * 3
    for (model, metric), values in cells.items():
        assert data.means.loc[model, metric] == approx(statistics.fmean(values))
        drawn = data.runs[(data.runs["model"] == model) & (data.runs["metric"] == metric)]
        assert sorted(drawn["accuracy"]) == sorted(values)
    assert data.best("merge_") == ("merge_dare", printed(0.74))
    assert data.best("spec_") == ("spec_lists", printed(0.45))
    assert data.verdict == ">"


# ------------------------------------------------------------------------ cross-layer study

LAYERS = (3, 7, 11, 15, 19, 23)


def test_cross_layer_qk_divergence():
    data = load("cross_layer_qk_divergence")
    summary = json_of("crossqkv", "calibration-summary.json")
    assert data.layers == LAYERS
    assert data.head_pairs == 64
    single, original, matched = data.matrices.values()
    for a, i in enumerate(LAYERS):
        for b, j in enumerate(LAYERS):
            if i == j:
                assert all(math.isnan(m[a, b]) for m in data.matrices.values())
                continue
            low, high = min(i, j), max(i, j)
            pair = [row for row in summary if (row["i"], row["j"]) == (low, high)]
            js = [row["worst_mean_js"] for row in pair if row["kind"] == "qk_head"]
            assert len(js) == 64
            by_id = {row["id"]: row["worst_mean_js"] for row in pair}
            assert single[a, b] == min(js)
            assert original[a, b] == by_id[f"qk_map_{low}_{high}_identity"]
            assert matched[a, b] == by_id[f"qk_map_{low}_{high}_matched"]
    # Cells that the document prints.
    assert (single[0, 1], original[0, 1], matched[0, 1]) == tuple(
        map(printed, (0.136, 0.323, 0.265))
    )
    assert (single[3, 4], original[3, 4], matched[3, 4]) == tuple(
        map(printed, (0.148, 0.392, 0.342))
    )


def test_cross_layer_output_errors():
    data = load("cross_layer_output_errors")
    summary = json_of("crossqkv", "calibration-summary.json")
    kinds = ("full_attention", "qkv_head", "qk_map", "qk_head", "v_group")
    names = (
        "whole attention",
        "QKV + gate/O head",
        "QK map transplant",
        "QK head transplant",
        "V group transplant",
    )
    assert tuple(data.errors) == names
    for kind, name in zip(kinds, names, strict=True):
        expected = [
            row["worst_output_error"]
            for row in summary
            if row["kind"] == kind and row["output_verified"]
        ]
        assert data.errors[name] == expected
    assert [len(errors) for errors in data.errors.values()] == [15, 45, 30, 120, 0]
    assert data.unprobed == ("V group transplant",)
    assert data.count == 210
    assert data.lowest == ("QK head transplant", approx(0.299445))
    assert data.count_below(_study.APPROXIMATE_ERROR) == 0
    assert (_study.STRICT_ERROR, _study.APPROXIMATE_ERROR) == (0.05, 0.20)


def test_value_geometry_and_direct_error():
    data = load("value_geometry_and_direct_error")
    groups: dict[str, list[dict[str, str]]] = {}
    for row in rows_of("crossqkv", "calibration-value-metrics.csv"):
        groups.setdefault(row["candidate"], []).append(row)
    assert list(data.candidates.index) == list(groups)
    assert len(groups) == 60
    for name, rows in groups.items():
        cka = [float(row["centered_value_gram_cka"]) for row in rows]
        errors = [float(row[side]) for row in rows for side in ("error_a", "error_b")]
        assert data.candidates.loc[name, "cka"] == approx(statistics.fmean(cka))
        assert data.candidates.loc[name, "error"] == max(errors)
    control = [
        float(row["gram_cka"])
        for row in rows_of("crossqkv", "controls.csv")
        if row["control"] == "value_gram_random_projection_pair"
    ]
    assert data.control == approx((min(control), statistics.median(control), max(control)))
    assert data.control == (printed(0.804), printed(0.875), printed(0.927))
    assert data.control_n == len(control) == 32
    assert data.lowest_error == approx(1.198455)
    inside = sum(min(control) <= x <= max(control) for x in data.candidates["cka"])
    assert data.inside_control == inside == 4


def test_conditional_probability_mass_and_readout():
    data = load("conditional_probability_mass_and_readout")
    rows = rows_of("crossqkv", "conditional-function-metrics.csv")
    table = data.samples
    assert list(table.index) == [row["sample"] for row in rows]
    assert list(table["group"]) == ["calibration"] * 4 + ["old validation"] * 4 + ["fresh"] * 4
    assert list(table["top5"]) == [float(row["top5"]) for row in rows]
    assert list(table["mass"]) == approx([1 - float(row["total_variation"]) for row in rows])
    worse = [max(float(row["output_error_a"]), float(row["output_error_b"])) for row in rows]
    assert list(table["readout"]) == worse
    assert list(data.group_means["top5"]) == approx([0.8075, 0.7625, 0.705])
    assert data.group_means.loc["fresh", "readout"] == approx(sum(worse[8:]) / 4)


def test_conditional_cross_layer_probability_maps():
    data = load("conditional_cross_layer_probability_maps")
    path = DATA / "crossqkv" / "conditional-fresh-probabilities.npz"
    with zipfile.ZipFile(path) as archive:
        raw = {
            name.removesuffix(".npy"): np.lib.format.read_array(archive.open(name))[0, 0]
            for name in archive.namelist()
        }
    past = [(q, k) for q in range(32) for k in range(q + 1)]
    future = [(q, k) for q in range(32) for k in range(q + 1, 32)]
    target, donor = raw["target_layer23_head6"], raw["donor_layer3_head7_on_H23"]
    own = raw["donor_layer3_head7_on_H3"]
    assert (data.heads.target_layer, data.heads.target_head) == (23, 6)
    assert (data.heads.donor_layer, data.heads.donor_head) == (3, 7)
    assert data.first_query == 7
    for drawn, expected in ((data.target, target), (data.donor, donor), (data.donor_own, own)):
        assert drawn.shape == (32, 32)
        assert all(drawn[cell] == approx(float(expected[cell])) for cell in past)
        assert all(math.isnan(drawn[cell]) for cell in future)
    gaps = {cell: abs(float(target[cell]) - float(donor[cell])) for cell in past}
    assert all(data.difference[cell] == approx(gap) for cell, gap in gaps.items())
    used = {cell: gap for cell, gap in gaps.items() if cell[0] >= 7}
    assert data.largest_difference == approx(max(used.values()))
    assert data.total_variation == approx(sum(used.values()) / 2 / 25)
    other = [abs(float(target[q, k]) - float(own[q, k])) for q, k in used]
    assert data.total_variation_own == approx(sum(other) / 2 / 25)


def test_study_report():
    report = _study.load(DATA)
    summary = json_of("crossqkv", "calibration-summary.json")
    status = json_of("crossqkv", "status.json")
    assert [kind.kind for kind in report.kinds] == list(status["candidate_counts"])
    for kind in report.kinds:
        rows = [row for row in summary if row["kind"] == kind.kind]
        assert kind.n == len(rows) == status["candidate_counts"][kind.kind]
        for field, found in (
            ("worst_output_error", kind.output_error),
            ("worst_mean_js", kind.mean_js),
            ("worst_value_error", kind.value_error),
        ):
            values = [row[field] for row in rows if row[field] is not None]
            assert found == (min(values) if values else None)
    assert report.state == status["state"]
    assert report.candidate_counts == status["candidate_counts"]
    assert report.passing_counts == status["passing_counts"]
    assert report.addendum is not None
    assert report.addendum["state"] == "fresh_function_limits_not_passed"


# ----------------------------------------------------------------------- quality against cost


def test_frontier_costs():
    data = load("frontier_v2")
    d, layers, ffn, vocabulary, w, editor_ffn, slots, blocks = 256, 6, 1024, 512, 192, 512, 16, 2
    context = 160
    backbone = (
        layers * (8 * d * d + 4 * context * d + 6 * d * ffn) + 2 * d * vocabulary
    )  # operations a token
    lane = 8 * w * w + 4 * context * w + 6 * w * editor_ffn

    def writes(b, k):
        return b and b * (blocks * (k * lane + 2 * slots * w) + 4 * k * w) + 4 * d * w

    def recurrence(b):
        return b and b * (8 * w * w + 4 * context * w + 6 * w * 640) + 4 * d * w

    expected = {
        "sparse editor": lambda b: (writes(b, 1) + writes(b, 2)) / 2,
        "global recurrence": recurrence,
        "dense 16-slot writes": lambda b: writes(b, 16),
    }
    assert data.systems == tuple(expected)
    table = data.summary
    assert len(table) == 15
    for row in table.itertuples():
        assert row.cost == approx(expected[row.system](row.budget) / backbone)
    # The right end of the original's axis, and its points at b = 8.
    at_8 = table[table["budget"] == 8].set_index("system")["cost"]
    assert list(at_8) == [printed(1.77), printed(0.68), printed(18.68)]
    assert list(table[table["budget"] == 0]["cost"]) == [0, 0, 0]


def test_frontier_losses():
    data = load("frontier_v2")
    matrix = json_of("frontier", "results", "analyzed", "seed_matrix_v2.json")
    keys = {
        "sparse editor": "p4v2_prisme",
        "global recurrence": "p4v2_gr",
        "dense 16-slot writes": "p4v2_dense",
    }
    for row in data.summary.itertuples():
        losses = matrix[keys[row.system]]["val"][str(row.budget)]
        drawn = data.runs[(data.runs["system"] == row.system) & (data.runs["budget"] == row.budget)]
        assert list(drawn["loss"]) == losses
        assert row.n == 5
        assert row.mean == approx(statistics.fmean(losses))
        assert row.sd == approx(statistics.stdev(losses))


# ------------------------------------------------------------------------------ what may differ


def test_the_data_folder_is_complete():
    """A file that git would ignore or that nobody copied is missed here, not by a reader."""
    expected = {"path": 7, "ladder": 2, "crossqkv": 7, "llm_merge": 6, "frontier": 2}
    found = {
        folder: sum(path.is_file() for path in (DATA / folder).rglob("*")) for folder in expected
    }
    assert found == expected
