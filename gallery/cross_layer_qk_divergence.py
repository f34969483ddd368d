"""How far the attention patterns of two layers are apart, at best, for each pair of layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gallery._load import bad
from gallery._study import read_candidates

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from numpy.typing import NDArray

SINGLE = "best single head pair"
ORIGINAL = "all heads, original order"
MATCHED = "all heads, calibration bijection"


@dataclass(frozen=True)
class Divergence:
    """JS divergences (natural log), worst text mean; symmetric, NaN on the diagonal."""

    layers: tuple[int, ...]
    matrices: dict[str, NDArray[np.float64]]  # SINGLE, ORIGINAL and MATCHED, (layers, layers)
    head_pairs: int  # single pairs that the best was picked from, in each cell

    def lowest(self, name: str) -> float:
        return float(np.nanmin(self.matrices[name]))

    def highest(self, name: str) -> float:
        return float(np.nanmax(self.matrices[name]))


def load(data_dir: Path) -> Divergence:
    path = data_dir / "crossqkv" / "calibration-summary.json"
    table = read_candidates(data_dir)
    table = table[table["worst_mean_js"].notna() & table["kind"].isin(["qk_head", "qk_map"])]
    layers = tuple(sorted({int(layer) for layer in table[["i", "j"]].to_numpy().flat}))
    pairs = [(i, j) for i in layers for j in layers if i < j]
    single = table[table["kind"] == "qk_head"]
    wanted = {
        SINGLE: {pair: _between(single, *pair) for pair in pairs},
        ORIGINAL: {(i, j): table[table["id"] == f"qk_map_{i}_{j}_identity"] for i, j in pairs},
        MATCHED: {(i, j): table[table["id"] == f"qk_map_{i}_{j}_matched"] for i, j in pairs},
    }
    matrices = {}
    for name, rows_of_pair in wanted.items():
        matrices[name] = np.full((len(layers), len(layers)), np.nan)
        for (i, j), rows in rows_of_pair.items():
            if rows.empty:
                bad(path, f"nothing for layers {i} and {j} ({name})", column="worst_mean_js")
            cell = layers.index(i), layers.index(j)
            matrices[name][cell] = matrices[name][cell[::-1]] = rows["worst_mean_js"].min()
    return Divergence(layers, matrices, max(map(len, wanted[SINGLE].values()), default=0))


def _between(rows: pd.DataFrame, i: int, j: int) -> pd.DataFrame:
    return rows[((rows["i"] == i) & (rows["j"] == j)) | ((rows["i"] == j) & (rows["j"] == i))]


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
