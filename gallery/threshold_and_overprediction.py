"""The threshold that each run chooses, and how many false positives come with the true ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import COUNT, POSITIVE_COUNT, RATE, TEXT, bad, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

ARTICLES, LABELS = 55, 14
PAIRS = ARTICLES * LABELS
ARMS = {
    "task_agnostic_base": "task-free 4L root",
    "structural_copy_control": "structural copy control",
    "existing_specialized_separate_lineage": "specialised 4L, separate lineage",
}


@dataclass(frozen=True)
class Thresholds:
    # A row a run: arm (its name in the figure), seed, threshold, predicted_positive_rate,
    # tp, fp, fn (pairs), fp_per_tp, over (more false than true positives).
    runs: pd.DataFrame
    actual_positive_rate: float

    @property
    def arms(self) -> tuple[str, ...]:
        return tuple(self.runs["arm"].unique())

    @property
    def threshold_ratios(self) -> dict[str, float]:
        """How many times the lowest threshold of an arm its highest is."""
        thresholds = self.runs.groupby("arm", sort=False)["threshold"]
        ratios = thresholds.max() / thresholds.min()
        return {str(arm): float(ratio) for arm, ratio in ratios.items()}

    @property
    def lowest_rate(self) -> float:
        """The predicted-positive rate of the run that predicts the fewest positives."""
        return float(self.runs["predicted_positive_rate"].min())


def load(data_dir: Path) -> Thresholds:
    path = data_dir / "ladder" / "seed_metrics.csv"
    runs = read_csv(
        path,
        {
            "arm": TEXT,
            "seed": COUNT,
            "threshold": RATE,
            "predicted_positive_rate": RATE,
            "tp": POSITIVE_COUNT,
            "fp": COUNT,
            "fn": COUNT,
        },
    )
    unique(runs, ["arm", "seed"], path)
    positives = runs["tp"] + runs["fn"]
    for row, (arm, threshold) in enumerate(zip(runs["arm"], runs["threshold"], strict=True), 1):
        if arm not in ARMS:
            problem = f"unknown arm {arm!r}; the arms are {', '.join(ARMS)}"
            bad(path, problem, row=row, column="arm")
        if threshold == 0:
            bad(path, "expected a number above 0, got 0", row=row, column="threshold")
        if positives[row - 1] != positives[0]:
            problem = f"tp + fn is {positives[row - 1]}, in row 1 it is {positives[0]}"
            bad(path, problem, row=row, column="fn")
        if positives[row - 1] + runs["fp"][row - 1] > PAIRS:
            bad(path, f"tp + fp + fn is more than {PAIRS} pairs", row=row, column="fp")
    runs["arm"] = runs["arm"].map(ARMS)
    runs["fp_per_tp"] = runs["fp"] / runs["tp"]
    runs["over"] = runs["fp"] > runs["tp"]
    return Thresholds(runs, float(positives[0]) / PAIRS)


def draw(data: Thresholds) -> Figure:
    runs, actual = data.runs, data.actual_positive_rate
    fig, (left, right) = plt.subplots(
        1, 2, figsize=(10.6, 5.8), layout="constrained", width_ratios=(6, 5)
    )
    cycle = plt.rcParams["axes.prop_cycle"].by_key()["color"]
    # Orange, between them in the cycle, is for false positives.
    for arm, color, marker in zip(data.arms, (cycle[0], cycle[2], cycle[4]), "osD", strict=False):
        found = runs[runs["arm"] == arm]
        x, y = found["threshold"], found["predicted_positive_rate"]
        left.plot(x, y, marker, color=color, label=arm)
        cp.point_labels(left, x, y, [f"seed {seed}" for seed in found["seed"]], color=color)
    cp.floor_line(left, actual, "actual positive rate", value_format=".3f")
    left.set(xlabel="threshold selected for the run", ylabel="share of pairs predicted positive")
    left.locator_params(axis="y", nbins=5)
    # Without a base line: this axis doesn't start at zero.
    left.spines.bottom.set_visible(False)
    bars = cp.stacked_share_bars(
        right,
        runs[["tp", "fp", "fn"]],
        tick_labels=[
            f"{run.arm}\nseed {run.seed}, threshold {run.threshold:.2f}"
            for run in runs.itertuples()
        ],
        labels=["true positives (tp)", "false positives (fp)", "false negatives (fn)"],
        orientation="horizontal",
        colors=[cp.role("reference"), "C1", cp.role("muted")],
        shares=None,
        totals=[f"{ratio:.2f} fp per tp" for ratio in runs["fp_per_tp"]],
        highlight=[int(row) for row in runs.index[runs["over"]]],
    )
    for label, over in zip(bars.labels, runs["over"], strict=True):
        label.set_fontweight("bold" if over else "normal")
    right.invert_yaxis()
    right.set_xlabel(f"pairs of article and label, out of {PAIRS}")
    for ax, title in ((left, "Predicted positives"), (right, "Outcomes, run by run")):
        cp.headline(ax, title)
        cp.legend(ax, loc="above", ncols=2)
    ratio, over = max(data.threshold_ratios.values()), int(runs["over"].sum())
    cp.headline(
        fig,
        "Every run predicts more positives than there are"
        if data.lowest_rate > actual
        else "Predicted positives, and what comes with them",
        f"At least {data.lowest_rate:.1%} against {actual:.1%}; the threshold differs up to "
        f"{ratio:.2g}× between seeds of one arm; {over} of {len(runs)} runs "
        f"{'has' if over == 1 else 'have'} more false than true positives.",
    )
    cp.footer(
        fig,
        f"{ARTICLES} scored articles × {LABELS} labels = {PAIRS} pairs. One point and one bar for "
        "each run, so there is no spread. The frozen grid selects the threshold; whoever trains a "
        "head on this backbone has to expect another one for every seed. Bold: more false than "
        "true positives. Illustrative data.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
