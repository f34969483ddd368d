"""One attention head in the place of another, sample by sample, in texts old and new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import RATE, SIZE, TEXT, bad, read_csv, unique
from gallery._study import HeadPair, beside, read_addendum, read_pair

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

# The group of a sample is the first word of its name.
GROUPS = {"cal": "calibration", "val": "old validation", "fresh": "fresh"}


@dataclass(frozen=True)
class Conditional:
    # A row a sample, in the order of the groups: group, top5 and mass (overlaps, 0 to 1),
    # readout (the worse of both directions' relative L2 errors).
    samples: pd.DataFrame
    heads: HeadPair | None = None  # as far as the maps of the addendum are there
    state: str | None = None  # what the addendum's status says

    @property
    def group_means(self) -> pd.DataFrame:
        """Means of top5, mass and readout; a row a group."""
        return self.samples.groupby("group", sort=False)[["top5", "mass", "readout"]].mean()

    @property
    def exchange(self) -> str:
        """Which head stands in for which, as the start of a sentence."""
        if self.heads is None:
            return "The donor head in place of the target"
        return f"{self.heads.donor} in place of {self.heads.target}".capitalize()


def load(data_dir: Path) -> Conditional:
    path = data_dir / "crossqkv" / "conditional-function-metrics.csv"
    table = read_csv(
        path,
        {
            "sample": TEXT,
            "top5": RATE,
            "total_variation": RATE,
            "output_error_a": SIZE,
            "output_error_b": SIZE,
        },
    )
    unique(table, ["sample"], path)
    prefixes = [str(sample).split("-")[0] for sample in table["sample"]]
    for row, prefix in enumerate(prefixes, start=1):
        if prefix not in GROUPS:
            problem = f"unknown group {prefix!r}; the groups are {', '.join(GROUPS)}"
            bad(path, problem, row=row, column="sample")
    table["group"] = [GROUPS[prefix] for prefix in prefixes]
    table["mass"] = 1.0 - table["total_variation"]
    table["readout"] = table[["output_error_a", "output_error_b"]].max(axis="columns")
    order = sorted(range(len(table)), key=lambda row: list(GROUPS).index(prefixes[row]))
    table = table.iloc[order].set_index("sample")
    status = beside(read_addendum, data_dir)
    return Conditional(
        table[["group", "top5", "mass", "readout"]],
        heads=beside(read_pair, data_dir),
        state=status["state"].replace("_", " ") if status else None,
    )


def draw(data: Conditional) -> Figure:
    table = data.samples.reset_index()
    places = table.groupby("group", sort=False).groups
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(8.4, 6.2), layout="constrained", sharex=True)
    measures = {"mass": (top, "probability mass"), "top5": (top, "top-5 keys")}
    measures["readout"] = (bottom, "readout error")
    points = []
    for color, (measure, (ax, name)) in enumerate(measures.items()):
        drawn = cp.seed_errorbars(
            ax,
            table,
            x="sample",
            y=measure,
            tick_labels=[sample.replace("-", "-\n", 1) for sample in table["sample"]],
            labels=[name],
            spread=None,
            show_n=False,
            colors=f"C{color}",
        )
        points.append(drawn.points[0])
    cp.end_labels(top, points[:2], ["probability\nmass", "top-5 keys"])
    for ax in (top, bottom):
        cp.group_names(ax, {str(name): (rows[0], rows[-1]) for name, rows in places.items()})
        ax.locator_params(axis="y", nbins=6)
    bottom.set_ylim(0, 1.1 * table["readout"].max())
    # Without a base line: this axis doesn't start at zero.
    top.spines.bottom.set_visible(False)
    top.set_ylabel("overlap")
    bottom.set_ylabel("readout error (relative L2)")
    means = data.group_means
    first, last = means.iloc[0], means.iloc[-1]
    worse = last["mass"] < first["mass"] and last["readout"] > first["readout"]
    cp.headline(
        fig,
        f"The donor head agrees less on {means.index[-1]} texts"
        if worse
        else "How well the donor head agrees, text by text",
        f"From {means.index[0]} to {means.index[-1]} texts, mean overlap "
        f"{_moves(first['mass'], last['mass'])} in probability mass and "
        f"{_moves(first['top5'], last['top5'])} in the top-5 keys; the readout error "
        f"{_moves(first['readout'], last['readout'])}.",
    )
    cp.footer(
        fig,
        f"{data.exchange}, on the same input; V, gate and O of the target's layer stay. Each "
        "point: one sample. Probability mass: 1 − total variation; top-5 keys: unweighted; readout "
        f"error: worse of both directions. {f'State: {data.state}; ' if data.state else ''}no "
        "network was run with the donor. Illustrative data.",
    )
    return fig


def _moves(first: float, last: float) -> str:
    verb = "falls" if last < first else "rises" if last > first else "stays"
    return f"{verb} from {cp.number(first, '.3f')} to {cp.number(last, '.3f')}"


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
