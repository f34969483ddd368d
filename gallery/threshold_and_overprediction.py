"""The threshold that each run chooses, and how many false positives come with the true ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import COUNT, POSITIVE_COUNT, RATE, TEXT, bad, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

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


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
