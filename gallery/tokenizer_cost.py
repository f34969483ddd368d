"""What a smaller vocabulary costs each language, in tokens for the same sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import POSITIVE_COUNT, TEXT, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

# A language that needs more than this times the upstream tokens is shown as expensive.
EXPENSIVE = 1.35
# The lowest BPE id of an upstream token that carries a Han character.
FIRST_HAN_ID = 95_726


@dataclass(frozen=True)
class TokenizerCost:
    languages: pd.DataFrame  # a row a language, columns upstream, cut (tokens), ratio, expensive


def load(data_dir: Path) -> TokenizerCost:
    path = data_dir / "path" / "tokenizer_cost.csv"
    table = read_csv(
        path, {"language": TEXT, "upstream_tokens": POSITIVE_COUNT, "cut_tokens": POSITIVE_COUNT}
    )
    unique(table, ["language"], path)
    table = table.set_index("language")
    table.columns = ["upstream", "cut"]
    table["ratio"] = table["cut"] / table["upstream"]
    table["expensive"] = table["ratio"] > EXPENSIVE
    return TokenizerCost(table)


def draw(data: TokenizerCost) -> Figure:
    table = data.languages
    worst = str(table["ratio"].idxmax())
    dear = table.index[table["expensive"]]
    fig, ax = plt.subplots(figsize=(7.4, 3.9), layout="constrained")
    cp.grouped_delta_bars(
        ax,
        table[["ratio"]],
        orientation="horizontal",
        width=0.62,
        delta=None,
        values=[
            [f"{row.ratio:.2f}× ({row.upstream} → {row.cut} tokens)"] for row in table.itertuples()
        ],
        colors=[[cp.role("bad" if over else "good") for over in table["expensive"]]],
    )
    cp.floor_line(ax, 1.0, "upstream", axis="x")
    ax.invert_yaxis()
    ax.set_xlabel("tokens for the same sentence, relative to the upstream 248k tokenizer")
    cp.headline(
        fig,
        "What the vocabulary cut costs each language",
        f"{worst} needs {table['ratio'][worst]:.2f} times the upstream tokens; more than "
        f"{EXPENSIVE:g} times: {', '.join(dear) or 'none'}.",
    )
    cp.footer(
        fig,
        f"Every upstream token that carries a Han character has a BPE id of {FIRST_HAN_ID:,} or "
        "more, so none survives the cut and ideographs fall back to bytes.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
