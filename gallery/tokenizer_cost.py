"""What a smaller vocabulary costs each language, in tokens for the same sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import POSITIVE_COUNT, TEXT, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

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


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
