"""Two cuts of one model: layers first, vocabulary second, and where the parameters are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import pandas as pd

import cardplot as cp
from gallery._load import POSITIVE_COUNT, bad, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

HIDDEN = 1_024
VOCABULARY = 248_320
# Vocabularies of the second cut, and the one that the study goes on with.
CUTS = (VOCABULARY, 128_000, 72_455, 39_866, 23_551, 15_380)
ROOT_CUT = 39_866
ROOT_LAYERS = 4
EMBEDDING, STACK = "embedding table", "layer stack"


@dataclass(frozen=True)
class Parameters:
    """Parameter counts; columns EMBEDDING and STACK, in the order in which they are stacked."""

    by_layers: pd.DataFrame  # a row a depth, named "24L"
    by_vocabulary: pd.DataFrame  # a row a vocabulary, named "248,320", all of ROOT_LAYERS layers

    @property
    def stack_lost(self) -> float:
        """The fraction of the layer stack's parameters that the first cut takes away."""
        stack = self.by_layers[STACK]
        return 1.0 - float(stack.iloc[-1] / stack.iloc[0])

    @property
    def embedding_shares(self) -> tuple[float, float, float]:
        """The embedding's fraction of the whole, of the first cut from, to, and of the root."""
        layers = _share(self.by_layers)
        return (
            float(layers.iloc[0]),
            float(layers.iloc[-1]),
            float(_share(self.by_vocabulary)[f"{ROOT_CUT:,}"]),
        )


def load(data_dir: Path) -> Parameters:
    path = data_dir / "ladder" / "compression_ladder.csv"
    table = read_csv(path, {"layers": POSITIVE_COUNT, "parameters": POSITIVE_COUNT})
    unique(table, ["layers"], path)
    embedding = VOCABULARY * HIDDEN
    for row, parameters in enumerate(table["parameters"], start=1):
        if parameters <= embedding:
            problem = f"{parameters:,} is no more than the {embedding:,} of the embedding alone"
            bad(path, problem, row=row, column="parameters")
    table.index = pd.Index([f"{layers}L" for layers in table["layers"]])
    root = f"{ROOT_LAYERS}L"
    if root not in table.index:
        bad(path, f"no row for {ROOT_LAYERS} layers", column="layers")
    by_layers = pd.DataFrame({EMBEDDING: embedding, STACK: table["parameters"] - embedding})
    # The study counts one norm vector more in this panel.
    stack = int(by_layers[STACK][root]) + HIDDEN
    by_vocabulary = pd.DataFrame(
        {EMBEDDING: [entries * HIDDEN for entries in CUTS], STACK: stack},
        index=pd.Index([f"{entries:,}" for entries in CUTS]),
    )
    return Parameters(by_layers, by_vocabulary)


def _share(parts: pd.DataFrame) -> pd.Series[float]:
    return parts[EMBEDDING] / parts.sum(axis="columns")


def draw(data: Parameters) -> Figure:
    fig, (left, right) = plt.subplots(
        1, 2, figsize=(10, 5.6), layout="constrained", sharey=True, width_ratios=(4, 6)
    )
    names = [f"{EMBEDDING}, with its share of the model", STACK]
    for ax, table, root in (
        (left, data.by_layers, f"{ROOT_LAYERS}L"),
        (right, data.by_vocabulary, f"{ROOT_CUT:,}"),
    ):
        cp.stacked_share_bars(
            ax,
            table / 1e6,
            labels=names,
            width=0.54,
            colors=["C0", cp.role("muted")],
            shares=names[:1],
            total_format="{:.0f}M",
            highlight=root,
        )
    root_total = data.by_vocabulary.sum(axis="columns")[f"{ROOT_CUT:,}"] / 1e6
    cp.callout(right, CUTS.index(ROOT_CUT), root_total, "this root", color="C0")
    # Bars carry their totals, so a few lines are enough to compare the panels by.
    left.locator_params(axis="y", nbins=5, steps=[1, 2, 10])
    cp.headline(left, "Cut 1: depth")
    cp.headline(right, "Cut 2: vocabulary")
    left.set_xlabel(f"layers kept, vocabulary held at {VOCABULARY:,}")
    right.set_xlabel(f"vocabulary entries kept, depth held at {ROOT_LAYERS} layers")
    left.set_ylabel("parameters (millions)")
    cp.legend(right, reverse=True)
    first, peak, last = (f"{share:.1%}" for share in data.embedding_shares)
    cp.headline(
        fig,
        "Where the parameters live",
        f"Cutting layers leaves the embedding untouched: its share goes from {first} to {peak}. "
        f"Cutting the vocabulary takes it {'back ' if first == last else ''}to {last}.",
    )
    cp.footer(
        fig,
        f"Cut 1 takes {data.stack_lost:.0%} of the layer stack's parameters. Hidden size "
        f"{HIDDEN:,} throughout. The totals of 24 and 4 layers follow from file sizes; those of 8 "
        "and 6 layers are illustrative data.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
