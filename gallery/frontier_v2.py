"""Three ways to spend extra operations a token, and the loss that each of them buys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import pandas as pd

import cardplot as cp
from gallery._load import NUMBER, POSITIVE_COUNT, bad, checked, read_json, read_yaml, record

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

CONTEXT = 160  # tokens
RECURRENCE_FFN = 640
SPARSE, RECURRENCE, DENSE = "sparse editor", "global recurrence", "dense 16-slot writes"
SYSTEMS = {"p4v2_prisme": SPARSE, "p4v2_gr": RECURRENCE, "p4v2_dense": DENSE}


@dataclass(frozen=True)
class Sizes:
    """The sizes that the costs follow from."""

    d_model: int
    n_layers: int
    d_ffn: int
    vocab_size: int
    w: int
    ffn_w: int
    n_slots: int
    n_editor_blocks: int

    @property
    def backbone(self) -> int:
        """Operations of the backbone for one token."""
        d = self.d_model
        layer = 8 * d**2 + 4 * CONTEXT * d + 6 * d * self.d_ffn
        return self.n_layers * layer + 2 * d * self.vocab_size

    def editor(self, steps: int, slots: int) -> int:
        """Operations for one token of so many editor steps that write so many slots each."""
        w = self.w
        lane = 8 * w**2 + 4 * CONTEXT * w + 6 * w * self.ffn_w
        block = slots * lane + 2 * self.n_slots * w
        return self._spent(steps, self.n_editor_blocks * block + 4 * slots * w)

    def recurrence(self, steps: int) -> int:
        """Operations for one token of so many steps of global recurrence."""
        w = self.w
        return self._spent(steps, 8 * w**2 + 4 * CONTEXT * w + 6 * w * RECURRENCE_FFN)

    def _spent(self, steps: int, each: int) -> int:
        # In and out of the editor's width, which no step at all doesn't need.
        return steps * each + 4 * self.d_model * self.w if steps else 0

    def cost(self, system: str, budget: int) -> float:
        """Extra operations of a token, in units of the backbone's."""
        if system == RECURRENCE:
            operations: float = self.recurrence(budget)
        elif system == DENSE:
            operations = self.editor(budget, self.n_slots)
        else:
            operations = (self.editor(budget, 1) + self.editor(budget, 2)) / 2
        return operations / self.backbone


@dataclass(frozen=True)
class Frontier:
    sizes: Sizes
    runs: pd.DataFrame  # a row a run: system (its name in the figure), budget, cost, seed, loss

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.runs["system"].unique())

    @property
    def summary(self) -> pd.DataFrame:
        """A row a system and budget: cost, mean and sample SD of the losses, n."""
        groups = self.runs.groupby(["system", "budget"], sort=False)
        return groups.agg(
            cost=("cost", "first"), mean=("loss", "mean"), sd=("loss", "std"), n=("loss", "size")
        ).reset_index()

    @property
    def top(self) -> int:
        """The largest budget."""
        return int(self.runs["budget"].max())

    @property
    def at_the_top(self) -> list[tuple[str, float, float, float]]:
        """System, mean, SD and cost at the largest budget, the lowest loss first."""
        summary = self.summary
        found = summary[summary["budget"] == self.top].sort_values("mean")
        columns = (found[name].tolist() for name in ("system", "mean", "sd", "cost"))
        return list(zip(*columns, strict=True))


def load(data_dir: Path) -> Frontier:
    path = data_dir / "frontier" / "configs" / "experiments" / "p4v2_prisme.yaml"
    config = read_yaml(path)
    model = config.get("model") if isinstance(config, dict) else None
    fields = dict.fromkeys(Sizes.__dataclass_fields__, POSITIVE_COUNT)
    sizes = Sizes(**record(model, fields, path, row="model"))
    path = data_dir / "frontier" / "results" / "analyzed" / "seed_matrix_v2.json"
    matrix = read_json(path)
    if not isinstance(matrix, dict) or not set(matrix) & set(SYSTEMS):
        bad(path, f"none of the systems {', '.join(SYSTEMS)}")
    rows = [
        (name, budget, sizes.cost(name, budget), seed, loss)
        for key, name in SYSTEMS.items()
        if key in matrix
        for budget, losses in _budgets(matrix[key], key, path).items()
        for seed, loss in enumerate(losses)
    ]
    columns = ["system", "budget", "cost", "seed", "loss"]
    return Frontier(sizes, pd.DataFrame(rows, columns=columns))


def _budgets(entry: object, system: str, path: Path) -> dict[int, list[float]]:
    """Read the losses at each budget, budgets increasing."""
    budgets = entry.get("val") if isinstance(entry, dict) else None
    if not isinstance(budgets, dict) or not budgets:
        bad(path, "expected losses by budget", row=system, column="val")
    found = {}
    for budget, losses in budgets.items():
        place = f"{system}, budget {budget}"
        if not budget.isdecimal():
            bad(path, "a budget is a whole number of steps", row=place, column="val")
        if not isinstance(losses, list) or not losses:
            bad(path, "expected a list of losses", row=place, column="val")
        found[int(budget)] = [checked(loss, NUMBER, path, row=place, name="val") for loss in losses]
    return dict(sorted(found.items()))


def draw(data: Frontier) -> Figure:
    spent = data.runs[data.runs["budget"] > 0]
    fig, ax = plt.subplots(figsize=(5.4, 4.4), layout="constrained")
    ax.set_xscale("log")
    seeds = cp.seed_errorbars(
        ax,
        spent,
        x="cost",
        y="loss",
        hue="system",
        connect=True,
        seeds=False,
        markers="o",
        point_labels={(run.cost, run.system): f"b={run.budget}" for run in spent.itertuples()},
    )
    cp.end_labels(ax)
    idle = data.runs[data.runs["budget"] == 0]["loss"]
    if len(idle):
        cp.floor_line(ax, idle.mean(), "frozen backbone, b=0", value_format=".3f")
    ax.set(xlabel="extra operations per token, relative to the backbone (log scale)")
    ax.set(ylabel="answer-span loss (nats)")
    ax.locator_params(axis="y", nbins=5)
    ax.xaxis.set_major_formatter("{x:g}×")
    # Without a base line: the axis of the losses doesn't start at zero.
    ax.spines.bottom.set_visible(False)
    (best, mean, sd, cost), *others = data.at_the_top
    rest = ", ".join(f"{name} {loss:.3f} for {paid:.2g}×" for name, loss, _, paid in others)
    # Where the whiskers meet, there is no lowest.
    near = [name for name, loss, its_sd, _ in others if loss - its_sd <= mean + sd]
    title = f"{best} ≈ {', '.join(near)}" if near else f"{best} reaches the lowest loss"
    cp.headline(
        fig,
        title[:1].upper() + title[1:],
        f"At b={data.top}: {mean:.3f} nats for {cost:.2g}× the backbone's operations"
        f"{rest and f';{chr(10)}{rest}'}.",
    )
    cp.footer(
        fig,
        f"{seeds.caption} b: forced budget; sparse: 1.5 slots on average. Illustrative losses and "
        "sizes; the cost formulas are the study's.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
