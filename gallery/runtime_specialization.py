"""A runtime specialised for one model: milliseconds before and after, pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np

import cardplot as cp
from gallery._load import POSITIVE, POSITIVE_COUNT, TEXT, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

# Every time is the median of so many blocks.
BLOCKS = 5
# Both panels print changes with the same number of decimals.
CHANGE = "{:+.1f}%"
LEVEL_0 = "level 0 (generic path)"
LEVEL_6 = "level 6 (v2 path, 4×4 Q8 kernel)"
LEVEL_12 = "level 12 (full specialisation)"


@dataclass(frozen=True)
class Runtime:
    """The pairs of both panels, in ms; the first column is the baseline."""

    levels: pd.DataFrame  # a row a probe window in tokens, columns LEVEL_6 and LEVEL_12
    port: pd.DataFrame  # a row a vocabulary cut, columns LEVEL_0 and LEVEL_12
    port_tokens: tuple[int, ...]  # of the same sentence, in each cut

    @property
    def level_changes(self) -> NDArray[np.float64]:
        """The relative change of each pair, as a fraction."""
        return _changes(self.levels)

    @property
    def port_changes(self) -> NDArray[np.float64]:
        """The relative change of each pair, as a fraction."""
        return _changes(self.port)


def load(data_dir: Path) -> Runtime:
    path = data_dir / "path" / "runtime_levels.csv"
    levels = read_csv(
        path, {"tokens": POSITIVE_COUNT, "level_6_ms": POSITIVE, "level_12_ms": POSITIVE}
    )
    unique(levels, ["tokens"], path)
    path = data_dir / "path" / "runtime_port.csv"
    port = read_csv(
        path,
        {
            "cut": TEXT,
            "tokens": POSITIVE_COUNT,
            "level_0_ms": POSITIVE,
            "level_12_ms": POSITIVE,
        },
    )
    unique(port, ["cut"], path)
    names = {"level_0_ms": LEVEL_0, "level_6_ms": LEVEL_6, "level_12_ms": LEVEL_12}
    return Runtime(
        levels=levels.set_index("tokens").rename(columns=names),
        port=port.set_index("cut")[["level_0_ms", "level_12_ms"]].rename(columns=names),
        port_tokens=tuple(int(tokens) for tokens in port["tokens"]),
    )


def _changes(pairs: pd.DataFrame) -> NDArray[np.float64]:
    before, after = pairs.to_numpy(dtype=float).T
    return np.asarray(after / before - 1.0)


def draw(data: Runtime) -> Figure:
    fig, (levels, port) = plt.subplots(
        1, 2, figsize=(9.8, 5), layout="constrained", width_ratios=(5, 3.4)
    )
    colors = {LEVEL_0: cp.role("muted"), LEVEL_6: cp.role("reference"), LEVEL_12: "C0"}
    cuts = data.port.set_axis(
        [f"{cut}\n{n} tokens" for cut, n in zip(data.port.index, data.port_tokens, strict=True)]
    )
    for ax, table, title in (
        (levels, data.levels, "128k model, by probe window"),
        (port, cuts, "Vocabulary cuts, one sentence"),
    ):
        cp.grouped_delta_bars(
            ax,
            table,
            colors=[colors[name] for name in table.columns],
            delta_format=CHANGE,
            better="lower",
            values=True,
            value_format="{:.1f}",
        )
        ax.locator_params(axis="y", nbins=5)
        cp.headline(ax, title)
    levels.set(xlabel="tokens in the probe window", ylabel="native compute (ms), lower is better")
    port.set(xlabel="vocabulary cut", ylabel="native compute (ms), its own scale")
    cp.legend(fig)
    changes = [*data.level_changes, *data.port_changes]
    cp.headline(
        fig,
        "Specialising the runtime makes every measured pair faster"
        if max(changes) < 0
        else "What specialising the runtime does to the time",
        f"Full specialisation changes the time by {_span(data.level_changes)} against the v2 path "
        f"and by {_span(data.port_changes)} against the generic path.",
    )
    cp.footer(
        fig,
        f"A patched llama.cpp that runs the head natively and caches no KV. Median of {BLOCKS} "
        "blocks; the data hold no spread. Output is bit-identical to level 0 for all three cuts. "
        "Token counts differ per cut: compare within a pair. Single-sentence medians on a host "
        "with a desktop session running; no model-card number comes from this runtime.",
    )
    return fig


def _span(changes: NDArray[np.float64]) -> str:
    return " to ".join(cp.change(each, spec=CHANGE) for each in (changes.max(), changes.min()))


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
