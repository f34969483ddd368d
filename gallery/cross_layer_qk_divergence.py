"""How far the attention patterns of two layers are apart, at best, for each pair of layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

import cardplot as cp
from gallery._load import bad
from gallery._study import read_candidates

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure
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

    @property
    def layer_pairs(self) -> int:
        return len(self.layers) * (len(self.layers) - 1) // 2

    @property
    def improved(self) -> int:
        """Layer pairs that the calibration bijection brings closer than the original order."""
        closer = self.matrices[MATCHED] < self.matrices[ORIGINAL]
        return int(np.triu(closer).sum())

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


def draw(data: Divergence) -> Figure:
    fig, panels = plt.subplots(1, 3, figsize=(10.2, 5.0), layout="compressed", sharey=True)
    norm = cp.shared_norm(*data.matrices.values(), vmin=0)
    bar = {"label": "JS divergence (natural log),\nlower is closer", "axes": panels}
    titles = {
        SINGLE: ("Best single head pair", f"lowest of {data.head_pairs}"),
        ORIGINAL: ("All heads, original order", "heads of the same index"),
        MATCHED: ("All heads, matched", "bijection from calibration"),
    }
    for ax, (name, matrix) in zip(panels, data.matrices.items(), strict=True):
        cp.hatched_heatmap(
            ax,
            matrix,
            row_labels=data.layers,
            column_labels=data.layers,
            norm=norm,
            value_format=".3f",
            missing_name="unused",
            colorbar=bar if ax is panels[-1] else None,
        )
        cp.headline(ax, *titles[name])
        ax.set_xlabel("layer")
    panels[0].set_ylabel("layer")
    closer = data.highest(SINGLE) < data.lowest(MATCHED)
    cp.headline(
        fig,
        "Single heads come closer across layers than whole layers do"
        if closer
        else "How far the attention of two layers is apart",
        f"Best single head pair: {_range(data, SINGLE)}. All heads: {_range(data, ORIGINAL)} in "
        f"their original order and {_range(data, MATCHED)} after matching, which brings "
        f"{data.improved} of {data.layer_pairs} layer pairs closer.",
    )
    cp.footer(
        fig,
        "Each cell: Jensen-Shannon divergence of two attention patterns, mean over a text; the "
        "worst text over the inputs of both layers. Calibration texts only. The maps are "
        "symmetric. Illustrative data.",
    )
    return fig


def _range(data: Divergence, name: str) -> str:
    return f"{data.lowest(name):.3f} to {data.highest(name):.3f}"


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
