"""What figures of the gallery show and say, against numbers worked out here from the files.

Numbers and texts are read off the drawn figures; for other data, there are other words.
"""

from __future__ import annotations

import csv
import json
import shutil
import statistics
from functools import cache

import pytest
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer, ErrorbarContainer

import gallery

DATA = gallery.DATA


# ------------------------------------------------------------------------------ reading figures


@cache
def drawn(name):
    """The figure as it is in the gallery."""
    return gallery.draw(name)


def said(text):
    return " ".join(text.get_text().split())


def title(figure):
    return " ".join(figure.get_suptitle().split())


def finding(figure):
    _, second, _ = figure.texts
    return said(second)


def footer(figure):
    return said(figure.texts[-1])


def labels(axes):
    return [said(text) for text in axes.texts]


def legend(axes):
    return [said(text) for text in axes.get_legend().get_texts()]


def bars(axes):
    """The patches of each series, by its name."""
    found = [each for each in axes.containers if isinstance(each, BarContainer)]
    return {each.get_label(): each.patches for each in found}


def heights(axes):
    return {name: [bar.get_height() for bar in series] for name, series in bars(axes).items()}


def points(axes):
    """(x, y) of all points, a list a series."""
    found = [line for line in axes.lines if line.get_marker() in ("o", "s", "D")]
    return [[tuple(xy) for xy in line.get_xydata()] for line in found]


def whiskers(axes):
    """(low, high) of all whiskers, a list a series."""
    return [
        [(segment[0][1], segment[1][1]) for segment in each.lines[2][0].get_segments()]
        for each in axes.containers
        if isinstance(each, ErrorbarContainer)
    ]


def references(axes, column=1):
    """Where lines across the Axes are: at y, or with column 0 at x."""
    found = [line for line in axes.lines if line.get_marker() in ("None", "none", None, "")]
    return [float(line.get_xydata()[0][column]) for line in found if line.get_linestyle() != "-"]


def color(artist):
    return to_hex(artist.get_facecolor())


def near(expected):
    return pytest.approx(expected, rel=1e-9, abs=1e-12)


# --------------------------------------------------------------------------- reading and editing


def rows_of(*parts, root=DATA):
    with root.joinpath(*parts).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def changed(tmp_path):
    """Draw a figure from data of which some cells were changed."""

    def change(name, path, edit, rows=None):
        root = tmp_path / "data"
        if not root.exists():
            shutil.copytree(DATA, root)
        table = rows_of(path, root=root) if rows is None else rows
        for row in table:
            edit(row)
        with root.joinpath(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(table[0]))
            writer.writeheader()
            writer.writerows(table)
        return gallery.draw(name, "card", root)

    return change


# ----------------------------------------------------------------------------- model compression

EMBEDDING = 248_320 * 1_024
CUTS = (248_320, 128_000, 72_455, 39_866, 23_551, 15_380)


def parameters():
    """(embedding, stack) of each bar of both panels."""
    totals = [int(row["parameters"]) for row in rows_of("ladder", "compression_ladder.csv")]
    left = [(EMBEDDING, total - EMBEDDING) for total in totals]
    stack = totals[-1] - EMBEDDING + 1_024
    return left, [(entries * 1_024, stack) for entries in CUTS]


def test_where_the_parameters_live():
    figure = drawn("where_the_parameters_live")
    for axes, parts in zip(figure.axes, parameters(), strict=True):
        embedding, stack = bars(axes).values()
        assert [bar.get_height() * 1e6 for bar in embedding] == near([e for e, _ in parts])
        assert [bar.get_height() * 1e6 for bar in stack] == near([s for _, s in parts])
        assert [bar.get_y() * 1e6 for bar in stack] == near([e for e, _ in parts])
        shares = [f"{round(100 * e / (e + s))}%" for e, s in parts]
        totals = [f"{round((e + s) / 1e6)}M" for e, s in parts]
        assert labels(axes)[: 2 * len(parts)] == shares + totals
    left, right = figure.axes
    assert left.get_ylim() == right.get_ylim()
    assert labels(right)[-1] == "this root"
    assert legend(right) == ["layer stack", "embedding table, with its share of the model"]
    root = right.texts[-1].xy
    assert root == near((3, (39_866 * 1_024 + parameters()[1][0][1]) / 1e6))
    assert finding(figure) == (
        "Cutting layers leaves the embedding untouched: its share goes from 33.8% to 76.1%. "
        "Cutting the vocabulary takes it back to 33.8%."
    )
    assert "84% of the layer stack" in footer(figure)
    assert "8 and 6 layers are illustrative data" in footer(figure)


def test_all_shares_of_the_parameters_are_seen():
    figure = gallery.draw("where_the_parameters_live")
    figure.canvas.draw()
    for axes in figure.axes:
        shares = [text for text in axes.texts if said(text).endswith("%")]
        assert all(text.get_visible() for text in shares)
        assert all(text.get_fontsize() >= 7.5 for text in shares)
        ticks = axes.get_xticklabels()
        bold = [tick.get_text() for tick in ticks if tick.get_fontweight() == "bold"]
        assert bold == (["4L"] if axes is figure.axes[0] else ["39,866"])
        numbers = [said(tick) for tick in figure.axes[0].get_yticklabels()]
        assert {"0", "200", "400", "600"} <= set(numbers)


def test_other_parameters_give_other_words(changed):
    def edit(row):
        if row["layers"] == "24":
            row["parameters"] = "1000000000"

    figure = changed("where_the_parameters_live", "ladder/compression_ladder.csv", edit)
    share = EMBEDDING / 1e9
    stack = 334_111_680 - EMBEDDING
    assert f"from {share:.1%} to 76.1%. Cutting the vocabulary takes it to 33.8%." in finding(
        figure
    )
    assert f"takes {1 - stack / (1e9 - EMBEDDING):.0%} of the layer stack" in footer(figure)
    assert "1000M" in labels(figure.axes[0])


def test_ladder_loss():
    figure = drawn("ladder_loss")
    left, right = figure.axes
    rows = rows_of("ladder", "compression_ladder.csv")[1:]
    assert heights(left) == {
        "total loss": [float(row["mean_total_loss"]) for row in rows],
        "interface loss (illustrative)": [float(row["mean_interface_loss"]) for row in rows],
        "final-layer loss (illustrative)": [float(row["mean_final_loss"]) for row in rows],
    }
    columns = ("mean_total_loss", "mean_interface_loss", "mean_final_loss")
    assert labels(left) == [f"{float(row[name]):.3f}" for row in rows for name in columns]
    assert legend(left) == list(heights(left))
    names = [tick.get_text().split("\n")[:2] for tick in left.get_xticklabels()]
    assert names == [
        ["24 → 8", "16 layers removed"],
        ["8 → 6", "2 layers removed"],
        ["6 → 4", "2 layers removed"],
    ]
    per_layer = [0.176 / 16, 0.034 / 2, 0.047 / 2]
    assert points(right) == [[(place, near(loss)) for place, loss in enumerate(per_layer)]]
    assert labels(right) == ["0.0110", "0.0170", "0.0235", "first step"]
    assert references(right) == near([0.176 / 16])
    assert right.get_ylim()[0] == 0
    # Only the total is in both panels, and in one colour.
    total = bars(left)["total loss"][0]
    assert color(total) == to_hex(right.lines[0].get_color())
    assert title(figure) == "The last step costs 2.1× the first, layer for layer"
    assert "0.176, 0.0110 each; removing the last 2 costs 0.047, 0.0235 each" in finding(figure)
    assert "One run for each step" in footer(figure)
    assert "interface and final-layer losses are illustrative data" in footer(figure)


def test_other_losses_give_other_words(changed):
    def edit(row):
        if row["layers"] == "4":
            row["mean_total_loss"] = "0.011"

    figure = changed("ladder_loss", "ladder/compression_ladder.csv", edit)
    assert title(figure).startswith("The last step costs 0.5× the first")
    assert "removing the last 2 costs 0.011, 0.0055 each" in finding(figure)
    assert "0.0055" in labels(figure.axes[1])


ARMS = {
    "task_agnostic_base": "task-free 4L root",
    "structural_copy_control": "structural copy control",
    "existing_specialized_separate_lineage": "specialised 4L, separate lineage",
}


def test_threshold_and_overprediction():
    figure = drawn("threshold_and_overprediction")
    left, right = figure.axes
    rows = rows_of("ladder", "seed_metrics.csv")
    arms = [[row for row in rows if row["arm"] == arm] for arm in ARMS]
    assert points(left) == [
        [(float(row["threshold"]), float(row["predicted_positive_rate"])) for row in arm]
        for arm in arms
    ]
    seeds = [f"seed {row['seed']}" for arm in arms for row in arm]
    assert labels(left) == [*seeds, "actual positive rate, 0.360"]
    assert references(left) == near([(238 + 39) / 770])
    assert legend(left) == list(ARMS.values())

    for outcome, patches in zip(("tp", "fp", "fn"), bars(right).values(), strict=True):
        assert [bar.get_width() for bar in patches] == [float(row[outcome]) for row in rows]
    ratios = [int(row["fp"]) / int(row["tp"]) for row in rows]
    assert labels(right) == [f"{ratio:.2f} fp per tp" for ratio in ratios]
    assert labels(right)[0] == "0.68 fp per tp"
    bold = [text.get_fontweight() == "bold" for text in right.texts]
    assert bold == [ratio > 1 for ratio in ratios]
    for text, row in zip(right.texts, rows, strict=True):
        assert text.xy[0] == sum(int(row[outcome]) for outcome in ("tp", "fp", "fn"))
    names = [said(tick) for tick in right.get_yticklabels()]
    assert names == [
        f"{ARMS[row['arm']]} seed {row['seed']}, threshold {float(row['threshold']):.2f}"
        for row in rows
    ]
    # No colour means an arm at the left and an outcome at the right.
    of_arms = {to_hex(line.get_color()) for line in left.lines[:3]}
    of_outcomes = {color(patches[0]) for patches in bars(right).values()}
    assert (len(of_arms), len(of_outcomes)) == (3, 3)
    assert not of_arms & of_outcomes
    assert title(figure) == "Every run predicts more positives than there are"
    assert finding(figure) == (
        "At least 42.9% against 36.0%; the threshold differs up to 4× between seeds of one arm; "
        "1 of 9 runs has more false than true positives."
    )
    assert "55 scored articles × 14 labels = 770 pairs" in footer(figure)
    assert "no spread" in footer(figure)
    assert footer(figure).endswith("Illustrative data.")


def test_other_thresholds_give_other_words(changed):
    def edit(row):
        row["fp"] = str(int(row["tp"]) - 1)
        row["predicted_positive_rate"] = "0.3"
        row["threshold"] = "0.2" if row["seed"] == "41" else "0.3"

    figure = changed("threshold_and_overprediction", "ladder/seed_metrics.csv", edit)
    assert "more positives than there are" not in title(figure)
    assert finding(figure) == (
        "At least 30.0% against 36.0%; the threshold differs up to 1.5× between seeds of one arm; "
        "0 of 9 runs have more false than true positives."
    )
    assert not any(text.get_fontweight() == "bold" for text in figure.axes[1].texts)


# --------------------------------------------------------------------------- merging specialists

MODELS = (
    *("base", "spec_arith", "spec_lists", "spec_strings"),
    *("merge_dare", "merge_linear", "merge_ties"),
)
METRICS = ("lists", "strings", "arith", "overall", "worst_family")


def accuracies():
    """The values of the three seeds, by model and metric."""
    found: dict[tuple[str, str], list[float]] = {}
    for seed in range(3):
        for row in rows_of("llm_merge", f"s{seed}", "metrics.csv"):
            found.setdefault((row["model"], row["metric"]), []).append(float(row["accuracy"]))
    return found


def test_llm_merge():
    figure = drawn("llm_merge")
    left, right = figure.axes
    values = accuracies()
    assert [*heights(left), *heights(right)] == [
        "lists",
        "strings",
        "arith",
        "overall",
        "worst family",
    ]
    series = [*heights(left).values(), *heights(right).values()]
    spreads = whiskers(left) + whiskers(right)
    for metric, tall, spread in zip(METRICS, series, spreads, strict=True):
        means = [statistics.fmean(values[model, metric]) for model in MODELS]
        deviations = [statistics.stdev(values[model, metric]) for model in MODELS]
        assert tall == near(means)
        assert [low for low, _ in spread] == near(
            [mean - sd for mean, sd in zip(means, deviations, strict=True)]
        )
        assert [high for _, high in spread] == near(
            [mean + sd for mean, sd in zip(means, deviations, strict=True)]
        )
    for axes in figure.axes:
        ticks = [said(tick) for tick in axes.get_xticklabels()]
        assert ticks == ["base", "arith", "lists", "strings", "dare", "linear", "ties"]
        assert labels(axes)[-3:] == ["base", "specialists", "merges"]
    assert [bar.get_hatch() for bar in (p[0] for p in bars(right).values())] == [None, "///"]
    assert len({color(patches[0]) for patches in bars(left).values()}) == 3
    assert labels(right)[:2] == ["0.45", "0.74"]
    assert title(figure) == "Recombined 0.74 > best specialist 0.45"
    assert finding(figure) == (
        "Overall accuracy of the dare merge and the lists specialist of Qwen2.5-0.5B-Instruct. "
        "In the worst family: merges 0.63 or more, specialists 0.19 or less."
    )
    assert footer(figure).startswith("Bars: mean of 3 seeds; whiskers: ±1 sample SD.")
    assert footer(figure).endswith("Illustrative data.")


@pytest.mark.parametrize(
    ("merge", "verdict"),
    [(0.505, "≈"), (0.495, "≈"), (0.5, "≈"), (0.5049, "≈"), (0.5051, ">"), (0.4949, "<")],
)
def test_the_verdict_on_merges_is_computed(changed, merge, verdict):
    """Against a specialist of 0.5; the tie ends at a lead of 0.005."""

    def edit(row):
        if row["metric"] == "overall":
            row["accuracy"] = str(merge if row["model"].startswith("merge_") else 0.5)

    for seed in range(3):
        figure = changed("llm_merge", f"llm_merge/s{seed}/metrics.csv", edit)
    _, recombined, found, *_, specialist = title(figure).split()
    assert found == verdict
    assert float(recombined) == pytest.approx(merge, abs=0.0051)
    assert float(specialist) == 0.5


def test_a_lead_that_two_decimals_hide_is_told_with_three(changed):
    def edit(row):
        if row["metric"] == "overall":
            row["accuracy"] = "0.5046" if row["model"].startswith("merge_") else "0.4951"

    for seed in range(3):
        figure = changed("llm_merge", f"llm_merge/s{seed}/metrics.csv", edit)
    assert title(figure) == "Recombined 0.505 > best specialist 0.495"
    assert {"0.505", "0.495"} <= set(labels(figure.axes[1]))


def test_one_run_has_no_spread(tmp_path):
    root = tmp_path / "data"
    shutil.copytree(DATA / "llm_merge" / "s1", root / "llm_merge")
    config = {"base_model": "someone/Tiny-1B", "seed": 1}
    (root / "llm_merge" / "config.json").write_text(json.dumps(config), encoding="utf-8")
    figure = gallery.draw("llm_merge", "card", root)
    assert whiskers(figure.axes[0]) == []
    assert "one run, so there is no spread" in footer(figure)
    assert "SD" not in footer(figure)
    assert "specialist of Tiny-1B." in finding(figure)
    of_run = {
        (row["model"], row["metric"]): float(row["accuracy"])
        for row in rows_of("llm_merge", "s1", "metrics.csv")
    }
    assert heights(figure.axes[0])["lists"] == near([of_run[m, "lists"] for m in MODELS])


# ----------------------------------------------------------------------------------- the path


def test_tokenizer_cost():
    figure = drawn("tokenizer_cost")
    (axes,) = figure.axes
    rows = rows_of("path", "tokenizer_cost.csv")
    ratios = [int(row["cut_tokens"]) / int(row["upstream_tokens"]) for row in rows]
    placed = {
        round(bar.get_y() + bar.get_height() / 2): (bar.get_width(), color(bar), name)
        for name, patches in bars(axes).items()
        for bar in patches
    }
    assert [placed[row][0] for row in range(4)] == near(ratios)
    assert [placed[row][2] for row in range(4)] == [
        "more than 1.35×" if ratio > 1.35 else "up to 1.35× the upstream tokens" for ratio in ratios
    ]
    assert len({each[1] for each in placed.values()}) == 2
    assert legend(axes) == ["up to 1.35× the upstream tokens", "more than 1.35×"]
    assert [said(tick) for tick in axes.get_yticklabels()] == [r["language"] for r in rows]
    # The first language stands at the top.
    assert axes.yaxis_inverted()
    told = [
        f"{ratio:.2f}× ({row['upstream_tokens']} → {row['cut_tokens']} tokens)"
        for ratio, row in zip(ratios, rows, strict=True)
    ]
    assert labels(axes) == [*told, "upstream, 1×"]
    assert "4.40× (10 → 44 tokens)" in told
    assert references(axes, column=0) == [1.0]
    line = axes.lines[-1]
    assert line.get_zorder() > max(bar.get_zorder() for p in bars(axes).values() for bar in p)
    assert finding(figure) == (
        "Tokens for the same sentence: 7.25× in Chinese and 4.40× in Japanese; Korean stays at 16, "
        "as every token that carries Hangul is kept."
    )
    assert "BPE id of 95,726 or more" in footer(figure)


def test_other_tokens_give_other_words(changed):
    def edit(row):
        row["cut_tokens"] = {"English": "27"}.get(row["language"], "17")
        row["upstream_tokens"] = {"English": "9"}.get(row["language"], "16")

    figure = changed("tokenizer_cost", "path/tokenizer_cost.csv", edit)
    assert finding(figure) == "Tokens for the same sentence: 3.00× in English."

    def cheap(row):
        row["cut_tokens"] = row["upstream_tokens"]

    figure = changed("tokenizer_cost", "path/tokenizer_cost.csv", cheap)
    assert finding(figure).startswith(
        "Tokens for the same sentence: nowhere more than 1.35×; Korean"
    )


def test_stage_path():
    figure = drawn("stage_path")
    size, quality, precision = figure.axes
    rows, floor = rows_of("path", "stage_path.csv"), 0.4756270160201846
    assert heights(size) == {
        "BF16 safetensors": [float(row["bf16_mib"]) for row in rows],
        "Q8_0 GGUF": [float(row["q8_0_mib"]) for row in rows],
    }
    sizes = ["1,435", "774", "637", "349", "402", "218", "230", "124"]
    assert labels(size) == [*sizes, "1,435 → 124 MiB, 11.6×"]
    assert legend(size) == list(heights(size))

    def check(axes, table):
        means = [float(row["macro_f1"]) for row in table]
        deviations = [float(row["sample_sd"]) for row in table]
        drawn_points = [y for series in points(axes) for _, y in series]
        assert drawn_points == near(means)
        ends = [end for series in whiskers(axes) for end in series]
        assert [low for low, _ in ends] == near(
            [mean - sd for mean, sd in zip(means, deviations, strict=True)]
        )
        assert [high for _, high in ends] == near(
            [mean + sd for mean, sd in zip(means, deviations, strict=True)]
        )
        assert references(axes) == [floor]
        return means, deviations

    means, deviations = check(quality, rows)
    half = statistics.median(deviations)
    band = next(p for p in quality.patches if p.get_alpha() or to_alpha(p) < 1)
    low, high = band.get_y(), band.get_y() + band.get_height()
    assert (low, high) == near((statistics.fmean(means) - half, statistics.fmean(means) + half))
    assert f"{half:.4f}" == "0.0274"
    check(precision, rows_of("path", "precision.csv"))
    assert labels(quality) == [
        "all-positive predictor floor, 0.4756",
        "band: mean ± median SD, 0.0274",
    ]
    assert labels(precision) == ["floor", "spread 0.0020, mean SD 0.0382"]
    assert quality.get_ylim() == precision.get_ylim()
    assert [said(tick) for tick in precision.get_xticklabels()] == ["BF16", "F16", "Q8_0"]
    # BF16 and Q8_0 keep their colours in all panels.
    files = [color(patches[0]) for patches in bars(size).values()]
    marks = [to_hex(line.get_color()) for line in precision.lines if line.get_marker() == "o"]
    assert (marks[0], marks[2]) == tuple(files)
    assert marks[1] not in files
    assert to_hex(quality.lines[0].get_color()) == files[0]
    assert title(figure) == "11.6× smaller, and the quality stays within the seeds' noise"
    assert "span 0.0233 and lie within ±0.0274" in finding(figure)
    assert footer(figure).startswith("Points: mean of 3 seeds; whiskers: ±1 sample SD. Band: mean")
    assert "stage 1 (prompting) is another task" in footer(figure)


def to_alpha(patch):
    return patch.get_facecolor()[3] if patch.get_visible() else 1.0


def test_another_path_gives_other_words(changed):
    def edit(row):
        if row["vocabulary"] == "248k" and row["layers"] == "24L":
            row["macro_f1"] = "0.65"
            row["bf16_mib"] = "2480"

    figure = changed("stage_path", "path/stage_path.csv", edit)
    assert title(figure) == "20.0× smaller, and the quality leaves the seeds' noise"
    assert "span 0.0898 and exceed ±" in finding(figure)
    assert "2,480 → 124 MiB, 20.0×" in labels(figure.axes[0])


def test_runtime_specialization():
    figure = drawn("runtime_specialization")
    levels, port = figure.axes
    pairs = {
        levels: ("level_6_ms", rows_of("path", "runtime_levels.csv")),
        port: ("level_0_ms", rows_of("path", "runtime_port.csv")),
    }
    for axes, (before, rows) in pairs.items():
        base, full = heights(axes).values()
        assert base == [float(row[before]) for row in rows]
        assert full == [float(row["level_12_ms"]) for row in rows]
        told = []
        for row in rows:
            change = 100 * (float(row["level_12_ms"]) / float(row[before]) - 1)
            told += [
                f"{float(row[before]):.1f}",
                f"{float(row['level_12_ms']):.1f} −{abs(change):.1f}%",
            ]
        assert labels(axes) == told
    assert [label[-5:] for label in labels(port)[1::2]] == ["28.5%", "35.8%", "29.7%"]
    assert [label.split("−")[1] for label in labels(levels)[1::2]] == [
        *("22.1%", "5.3%", "26.3%", "23.5%", "5.1%"),
    ]
    level_12 = [color(list(bars(axes).values())[1][0]) for axes in figure.axes]
    assert level_12[0] == level_12[1]
    ticks = [said(tick) for tick in port.get_xticklabels()]
    assert ticks == ["v16k 33 tokens", "v32k 25 tokens", "v64k 23 tokens"]
    assert title(figure) == "Specialising the runtime makes every measured pair faster"
    assert "by −5.1% to −26.3% against the v2 path" in finding(figure)
    assert "by −28.5% to −35.8% against the generic path" in finding(figure)
    for note in ("Median of 5 blocks", "bit-identical to level 0", "compare within a pair"):
        assert note in footer(figure)


def test_another_runtime_gives_other_words(changed):
    def edit(row):
        if row["tokens"] == "64":
            row["level_12_ms"] = "22"

    figure = changed("runtime_specialization", "path/runtime_levels.csv", edit)
    assert "faster" not in title(figure)
    assert "by +4.9% to −26.3% against the v2 path" in finding(figure)
    assert "22.0 +4.9%" in labels(figure.axes[0])


def test_long_context_window():
    figure = drawn("long_context_window")
    (axes,) = figure.axes
    rows = rows_of("path", "window_sweep.csv")
    models = list(dict.fromkeys(row["model"] for row in rows))
    assert points(axes) == [
        [(int(r["window"]), float(r["macro_f1"])) for r in rows if r["model"] == model]
        for model in models
    ]
    assert labels(axes) == [
        "qwen3.5 4L, 39,866 context 262,144: −0.0336",
        "modernbert-base context 8,192: −0.0338",
        "roberta-base context 514: position limit",
        "deberta-v3-base context 512: position limit",
        "all-positive predictor floor, 0.4756",
    ]
    assert references(axes) == [0.4756270160201846]
    assert axes.get_xscale() == "log"
    ticks = [said(tick) for tick in axes.get_xticklabels()]
    assert ticks == ["256", "512", "1,024", "2,048", "4,096"]
    assert title(figure) == "Reading wider does not help"
    assert finding(figure) == (
        "Macro F1 from 256 to 4,096 tokens: −0.0336 (qwen3.5 4L, 39,866) and −0.0338 "
        "(modernbert-base)."
    )
    for note in ("256 tokens with stride 128", "seed 41, one run", "0.20 → 0.05", "562 to 58"):
        assert note in footer(figure)


def test_another_sweep_gives_other_words(changed):
    def edit(row):
        if row["window"] == "4096":
            row["macro_f1"] = "0.6"

    figure = changed("long_context_window", "path/window_sweep.csv", edit)
    assert "does not help" not in title(figure)
    assert "+0.0184 (qwen3.5 4L, 39,866) and +0.0874 (modernbert-base)" in finding(figure)


# ---------------------------------------------------------------------------- quality against cost


def matrix():
    path = DATA / "frontier" / "results" / "analyzed" / "seed_matrix_v2.json"
    return json.loads(path.read_text(encoding="utf-8"))


def costs(key):
    """Extra operations at b = 1, 2, 4, 8, relative to the backbone."""
    d, layers, ffn, vocabulary, w, editor_ffn, slots, blocks = 256, 6, 1024, 512, 192, 512, 16, 2
    backbone = layers * (8 * d * d + 4 * 160 * d + 6 * d * ffn) + 2 * d * vocabulary

    def editor(b, k):
        block = k * (8 * w * w + 4 * 160 * w + 6 * w * editor_ffn) + 2 * slots * w
        return b * (blocks * block + 4 * k * w) + 4 * d * w

    each = {
        "p4v2_prisme": lambda b: (editor(b, 1) + editor(b, 2)) / 2,
        "p4v2_gr": lambda b: b * (8 * w * w + 4 * 160 * w + 6 * w * 640) + 4 * d * w,
        "p4v2_dense": lambda b: editor(b, slots),
    }[key]
    return [each(b) / backbone for b in (1, 2, 4, 8)]


SYSTEMS = {
    "p4v2_prisme": "sparse editor",
    "p4v2_gr": "global recurrence",
    "p4v2_dense": "dense 16-slot writes",
}


def test_frontier():
    figure = drawn("frontier_v2")
    (axes,) = figure.axes
    for key, series, ends in zip(SYSTEMS, points(axes), whiskers(axes), strict=True):
        losses = [matrix()[key]["val"][b] for b in "1248"]
        means = [statistics.fmean(each) for each in losses]
        deviations = [statistics.stdev(each) for each in losses]
        assert [x for x, _ in series] == near(costs(key))
        assert [y for _, y in series] == near(means)
        assert ends == [
            (near(mean - sd), near(mean + sd)) for mean, sd in zip(means, deviations, strict=True)
        ]
    assert references(axes) == near([0.5212])
    assert labels(axes) == [
        *("b=1", "b=2", "b=4", "b=8") * 3,
        *SYSTEMS.values(),
        "frozen backbone, b=0, 0.521",
    ]
    assert axes.get_xscale() == "log"
    assert "log scale" in axes.get_xlabel()
    assert title(figure) == "Global recurrence reaches the lowest loss"
    assert finding(figure) == (
        "At b=8: 0.456 nats for 0.68× the backbone's operations; dense 16-slot writes 0.479 for "
        "19×, sparse editor 0.487 for 1.8×."
    )
    assert footer(figure).startswith("Points: mean of 5 seeds; whiskers: ±1 sample SD.")
    assert "Illustrative" in footer(figure)


@pytest.fixture
def frontier(tmp_path):
    """Draw the frontier of another matrix."""

    def draw(found):
        root = tmp_path / "data"
        shutil.copytree(DATA / "frontier", root / "frontier")
        path = root / "frontier" / "results" / "analyzed" / "seed_matrix_v2.json"
        path.write_text(json.dumps(found), encoding="utf-8")
        return gallery.draw("frontier_v2", "card", root)

    return draw


def test_a_system_that_is_absent_is_left_out(frontier):
    found = matrix()
    del found["p4v2_gr"]
    figure = frontier(found)
    assert len(points(figure.axes[0])) == 2
    assert "global recurrence" not in " ".join(labels(figure.axes[0]))
    assert "lobal recurrence" not in title(figure) + finding(figure)
    # What is left differs by less than its seeds.
    assert title(figure) == "Dense 16-slot writes ≈ sparse editor"


def test_a_single_system_is_compared_with_none(frontier):
    figure = frontier({"p4v2_prisme": matrix()["p4v2_prisme"]})
    assert title(figure) == "Sparse editor reaches the lowest loss"
    assert finding(figure) == "At b=8: 0.487 nats for 1.8× the backbone's operations."


@pytest.mark.parametrize("name", ["path", "frontier", "ladder", "llm_merge"])
def test_only_illustrative_data_are_called_so(name):
    figures = {
        "path": ("stage_path", "runtime_specialization", "long_context_window", "tokenizer_cost"),
        "ladder": ("where_the_parameters_live", "ladder_loss", "threshold_and_overprediction"),
        "llm_merge": ("llm_merge",),
        "frontier": ("frontier_v2",),
    }
    for figure in map(drawn, figures[name]):
        assert ("llustrative" in footer(figure)) == (name != "path")
