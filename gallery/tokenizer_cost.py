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
    table = data.languages.reset_index()
    fig, ax = plt.subplots(figsize=(7.4, 4.4), layout="constrained")
    names = {False: f"up to {EXPENSIVE:g}× the upstream tokens", True: f"more than {EXPENSIVE:g}×"}
    for expensive, found in table.groupby("expensive"):
        cp.grouped_delta_bars(
            ax,
            {names[bool(expensive)]: found["ratio"]},
            tick_labels=found["language"],
            positions=found.index,
            orientation="horizontal",
            width=0.62,
            delta=None,
            values=[f"{x.ratio:.2f}× ({x.upstream} → {x.cut} tokens)" for x in found.itertuples()],
            colors="C1" if expensive else "C0",
        )
    ax.set_yticks(table.index, table["language"])
    # Below the last bar, room for the name of the line.
    ax.set_ylim(len(table) - 0.25, -0.5)
    cp.floor_line(ax, 1.0, "upstream", axis="x", value_format="{:.0f}×", loc="bottom")
    ax.set_xlabel("tokens for the same sentence, relative to the upstream 248k tokenizer")
    cp.legend(ax)
    dear = table[table["expensive"]].sort_values("ratio", ascending=False)
    needs = " and ".join(f"{x.ratio:.2f}× in {x.language}" for x in dear.itertuples())
    same = table[(table["language"] == "Korean") & (table["ratio"] == 1)]
    kept = "".join(
        f"; Korean stays at {n}, as every token that carries Hangul is kept" for n in same["cut"]
    )
    cp.headline(
        fig,
        "What the vocabulary cut costs each language",
        f"Tokens for the same sentence: {needs or f'nowhere more than {EXPENSIVE:g}×'}{kept}.",
    )
    cp.footer(
        fig,
        f"One sentence a language; compute scales with the token count. Every upstream token that "
        f"carries a Han character has a BPE id of {FIRST_HAN_ID:,} or more, so none survives the "
        "cut and ideographs fall back to bytes.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
