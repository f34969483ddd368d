"""Specialists that are good at one thing each, and merges of them that are good at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import pandas as pd

import cardplot as cp
from gallery._load import RATE, TEXT, bad, read_csv, read_json, record, unique

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

# A lead of no more than this is a tie.
TIE = 0.005
OVERALL, WORST = "overall", "worst_family"
# A model's kind is how its name begins; kinds in the order in which they are shown.
KINDS = ("base", "spec_", "merge_")
KIND_NAMES = ("base", "specialists", "merges")


@dataclass(frozen=True)
class Merge:
    base_model: str  # its short name
    runs: pd.DataFrame  # a row a number: seed, model, metric, accuracy
    models: tuple[str, ...]  # base, specialists, merges
    families: tuple[str, ...]
    seeds: int

    @property
    def means(self) -> pd.DataFrame:
        """Mean accuracy over the seeds; a row a model, a column a metric."""
        means = self.runs.pivot_table(index="model", columns="metric", values="accuracy")
        return means.loc[list(self.models), [*self.families, OVERALL, WORST]]

    def scores(self, kind: str, metric: str) -> pd.Series[float]:
        """Mean accuracy of the models of a kind, as in `KINDS`, by name."""
        return self.means[metric][[name.startswith(kind) for name in self.models]]

    def best(self, kind: str) -> tuple[str, float]:
        """Name and overall accuracy of the best model of a kind."""
        overall = self.scores(kind, OVERALL)
        return str(overall.idxmax()), float(overall.max())

    @property
    def groups(self) -> dict[str, tuple[int, int]]:
        """The first and the last place of each kind in `models`."""
        kinds = [_kind(model) for model in self.models]
        return {
            name: (kinds.index(kind), len(kinds) - 1 - kinds[::-1].index(kind))
            for kind, name in enumerate(KIND_NAMES)
        }

    @property
    def places(self) -> int:
        """Decimals that tell the two best models apart, where they are not a tie."""
        merge, specialist = self.best("merge_")[1], self.best("spec_")[1]
        same = f"{merge:.2f}" == f"{specialist:.2f}"
        return 3 if same and self.verdict != "≈" else 2

    @property
    def verdict(self) -> str:
        """The best merge against the best specialist: ">", "≈" or "<"."""
        lead = self.best("merge_")[1] - self.best("spec_")[1]
        # Decimals such as 0.505 − 0.5 are a tie that floats put a hair above the limit.
        if abs(lead) <= TIE + 1e-12:
            return "≈"
        return ">" if lead > 0 else "<"


def load(data_dir: Path) -> Merge:
    root = data_dir / "llm_merge"
    found = [path for path in root.glob("s*/") if re.fullmatch(r"s\d+", path.name)]
    folders = sorted(found, key=lambda path: int(path.name[1:])) or [root]
    tables = [_read_run(folder) for folder in folders]
    cells = set(zip(tables[0]["model"], tables[0]["metric"], strict=True))
    for folder, table in zip(folders, tables, strict=True):
        other = set(zip(table["model"], table["metric"], strict=True))
        for model, metric in sorted(cells ^ other):
            bad(folder / "metrics.csv", f"{model}, {metric} is not in every run", column="model")
    bases = [_read_base(folder) for folder in folders]
    for folder, base in zip(folders, bases, strict=True):
        if base != bases[0]:
            problem = f"{base!r} here, {bases[0]!r} in {folders[0].name}"
            bad(folder / "config.json", problem, column="base_model")
    runs = pd.concat([table.assign(seed=seed) for seed, table in enumerate(tables)])
    metrics = runs["metric"].unique()
    return Merge(
        base_model=bases[0].split("/")[-1],
        runs=runs[["seed", "model", "metric", "accuracy"]].reset_index(drop=True),
        models=tuple(sorted(runs["model"].unique(), key=lambda name: (_kind(name), name))),
        families=tuple(metric for metric in metrics if metric not in (OVERALL, WORST)),
        seeds=len(folders),
    )


def _read_base(folder: Path) -> str:
    path = folder / "config.json"
    return str(record(read_json(path), {"base_model": TEXT}, path)["base_model"])


def _read_run(folder: Path) -> pd.DataFrame:
    path = folder / "metrics.csv"
    table = read_csv(path, {"model": TEXT, "metric": TEXT, "accuracy": RATE})
    unique(table, ["model", "metric"], path)
    for row, model in enumerate(table["model"], start=1):
        if _kind(model) == len(KINDS):
            problem = f"{model!r} is no base, spec_… or merge_…"
            bad(path, problem, row=row, column="model")
    metrics = [str(metric) for metric in table["metric"].unique()]
    for model, rows in table.groupby("model"):
        for metric in (*metrics, OVERALL, WORST):
            if metric not in set(rows["metric"]):
                bad(path, f"{model!s} has no {metric}", column="metric")
    for kind in KINDS:
        if not table["model"].str.startswith(kind).any():
            bad(path, f"no model whose name starts with {kind!r}", column="model")
    return table


def _kind(model: str) -> int:
    return next((n for n, kind in enumerate(KINDS) if model.startswith(kind)), len(KINDS))


def draw(data: Merge) -> Figure:
    runs = data.runs.replace({"metric": {WORST: "worst family"}})
    runs["model"] = pd.Categorical(runs["model"], data.models, ordered=True)
    (merge, recombined), (spec, specialist) = data.best("merge_"), data.best("spec_")
    shown = [
        (f"{score:.{data.places}f}" if model in (merge, spec) else None, None)
        for model, score in data.means[OVERALL].items()
    ]
    totals: dict[str, Any] = {
        "colors": cp.role("reference"),
        "hatches": ["", "///"],
        "values": shown,
    }
    fig, (left, right) = plt.subplots(
        1, 2, figsize=(10.4, 5), layout="constrained", sharey=True, width_ratios=(3, 2)
    )
    for ax, title, metrics, look in (
        (left, "Each family of tasks", data.families, {}),
        (right, "All families, and the worst", (OVERALL, "worst family"), totals),
    ):
        bars = cp.grouped_delta_bars(
            ax,
            runs[runs["metric"].isin(metrics)],
            x="model",
            y="accuracy",
            hue="metric",
            tick_labels=[_short(model) for model in data.models],
            delta=None,
            **look,
        )
        cp.group_names(ax, data.groups)
        cp.headline(ax, title)
        cp.legend(ax, loc="above")
    left.set_ylabel("accuracy")
    cp.headline(
        fig,
        f"Recombined {recombined:.{data.places}f} {data.verdict} "
        f"best specialist {specialist:.{data.places}f}",
        f"Overall accuracy of the {_short(merge)} merge and the {_short(spec)} specialist of "
        f"{data.base_model}. In the worst family: merges {data.scores('merge_', WORST).min():.2f} "
        f"or more, specialists {data.scores('spec_', WORST).max():.2f} or less.",
    )
    runs_say = bars.caption if data.seeds > 1 else "Bars: one run, so there is no spread."
    cp.footer(
        fig, f"{runs_say} Verdict: “≈” where they differ by no more than {TIE}. Illustrative data."
    )
    return fig


def _short(model: str) -> str:
    """Return a model's name without its kind, which the group says."""
    return model.partition("_")[2] or model


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
