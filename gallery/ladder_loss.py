"""Distilling a model down a ladder: what each step costs, and what it costs a layer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import pandas as pd

import cardplot as cp
from gallery._load import POSITIVE, POSITIVE_COUNT, TEXT, bad, optional, read_csv

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

TOTAL, INTERFACE, FINAL = "total loss", "interface loss", "final-layer loss"


@dataclass(frozen=True)
class LadderLoss:
    losses: pd.DataFrame  # a row a step, named "24 → 8", columns TOTAL, INTERFACE, FINAL
    removed: tuple[int, ...]  # layers, step by step

    @property
    def per_layer(self) -> tuple[float, ...]:
        """The total loss of each step, divided by the layers that it removes."""
        return tuple(
            float(loss) / removed
            for loss, removed in zip(self.losses[TOTAL], self.removed, strict=True)
        )

    @property
    def last_to_first(self) -> float:
        """How many times the first step's loss per layer the last step costs."""
        return self.per_layer[-1] / self.per_layer[0]


def load(data_dir: Path) -> LadderLoss:
    path = data_dir / "ladder" / "compression_ladder.csv"
    loss = optional(POSITIVE)
    table = read_csv(
        path,
        {
            "layers": POSITIVE_COUNT,
            "kd_stage": optional(TEXT),
            "mean_total_loss": loss,
            "mean_interface_loss": loss,
            "mean_final_loss": loss,
        },
    )
    layers = [int(count) for count in table["layers"]]
    steps, removed = [], []
    for row, (before, after) in enumerate(pairwise(layers), start=2):
        stage, *losses = table.iloc[row - 1, 1:]
        if after >= before:
            bad(path, f"{after} layers come after {before}", row=row, column="layers")
        if stage != f"{before}to{after}":
            bad(path, f"expected {before}to{after}, got {stage!r}", row=row, column="kd_stage")
        for name, value in zip(table.columns[2:], losses, strict=True):
            if pd.isna(value):
                bad(path, "a step without its loss", row=row, column=str(name))
        steps.append(f"{before} → {after}")
        removed.append(before - after)
    if not steps:
        bad(path, "a single model and no step from it to another")
    losses_of_steps = table.iloc[1:, 2:].set_axis(pd.Index(steps), axis="index")
    return LadderLoss(losses_of_steps.set_axis([TOTAL, INTERFACE, FINAL], axis=1), tuple(removed))


def draw(data: LadderLoss) -> Figure:
    fig, (left, right) = plt.subplots(
        1, 2, figsize=(9.4, 4.5), layout="constrained", width_ratios=(3, 2)
    )
    steps = list(data.losses.index)
    cp.grouped_delta_bars(
        left,
        data.losses,
        tick_labels=[
            f"{step}\n{n} layers removed" for step, n in zip(steps, data.removed, strict=True)
        ],
        labels=[TOTAL, f"{INTERFACE} (illustrative)", f"{FINAL} (illustrative)"],
        colors=["C0", cp.role("muted"), cp.role("reference")],
        delta=None,
        values=True,
        value_format="{:.3f}",
    )
    left.locator_params(axis="y", nbins=4)
    left.set_ylabel("mean distillation loss")
    cp.headline(left, "Loss of each step")
    cp.legend(left)
    per_layer = [f"{loss:.4f}" for loss in data.per_layer]
    one_run = cp.SeedSummary(data.per_layer, n=1, x=steps)
    cp.seed_errorbars(right, one_run, show_n=False, point_labels=per_layer)
    cp.floor_line(right, data.per_layer[0], "first step")
    right.set_ylim(0, 1.2 * max(data.per_layer))
    right.locator_params(axis="y", nbins=4)
    right.set_ylabel("total loss per layer removed")
    cp.headline(right, "Total loss for each layer removed")
    (first, *_, last), total = data.removed, data.losses[TOTAL]
    cp.headline(
        fig,
        f"The last step costs {data.last_to_first:.1f}× the first, layer for layer",
        f"Removing the first {first} layers costs a total loss of {total.iloc[0]:.3f}, "
        f"{per_layer[0]} each; removing the last {last} costs {total.iloc[-1]:.3f}, "
        f"{per_layer[-1]} each.",
    )
    cp.footer(
        fig,
        "One run for each step, so there is no spread to report. Interface loss: hidden states at "
        "the layers that are kept; final-layer loss: the last of them. Total losses are the "
        "study's; interface and final-layer losses are illustrative data.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
