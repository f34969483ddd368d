"""Reading more of a document at once, with heads that were trained on short windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import POSITIVE_COUNT, RATE, TEXT, Floor, bad, read_csv, read_floor, unique

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

# The study's words on the sweep; no table holds these.
SEED = 41
TRAINED_WINDOW, TRAINED_STRIDE = 256, 128
# The threshold that was selected at the shortest and at the longest window.
THRESHOLDS = {"qwen": (0.20, 0.05), "modernbert": (0.50, 0.30)}
# Windows that the split's documents make at the shortest and at the longest window.
WINDOW_COUNTS = (562, 58)


@dataclass(frozen=True)
class Sweep:
    """One model, read with wider and wider windows."""

    model: str
    position_limit: int  # tokens
    windows: tuple[int, ...]  # tokens, increasing
    macro_f1: tuple[float, ...]
    limited: bool  # ends before the widest window because its positions do

    @property
    def change(self) -> float:
        """From the shortest window to the widest that the model can read."""
        return self.macro_f1[-1] - self.macro_f1[0]


@dataclass(frozen=True)
class WindowSweep:
    sweeps: tuple[Sweep, ...]
    floor: Floor

    @property
    def windows(self) -> tuple[int, ...]:
        """All windows that any model was read with, in tokens."""
        return tuple(sorted({window for sweep in self.sweeps for window in sweep.windows}))


def load(data_dir: Path) -> WindowSweep:
    path = data_dir / "path" / "window_sweep.csv"
    table = read_csv(
        path,
        {
            "model": TEXT,
            "position_limit": POSITIVE_COUNT,
            "window": POSITIVE_COUNT,
            "macro_f1": RATE,
        },
    )
    unique(table, ["model", "window"], path)
    widest = int(table["window"].max())
    sweeps = []
    for model, rows in table.groupby("model", sort=False):
        limits = rows["position_limit"].unique()
        if len(limits) != 1:
            bad(path, f"{model} has more than one limit", column="position_limit")
        rows = rows.sort_values("window")
        windows = tuple(int(window) for window in rows["window"])
        sweeps.append(
            Sweep(
                model=str(model),
                position_limit=int(limits[0]),
                windows=windows,
                macro_f1=tuple(float(score) for score in rows["macro_f1"]),
                limited=windows[-1] < widest and int(limits[0]) < widest,
            )
        )
    return WindowSweep(tuple(sweeps), read_floor(data_dir))


def draw(data: WindowSweep) -> Figure:
    fig, ax = plt.subplots(figsize=(8.2, 5.0), layout="constrained")
    ax.set_xscale("log", base=2)
    names = []
    for sweep in data.sweeps:
        ax.plot(sweep.windows, sweep.macro_f1, marker="o", label=sweep.model)
        change = cp.number(sweep.change, ".4f", sign=True)
        end = "position limit" if sweep.limited else change
        names.append(f"{sweep.model}\ncontext {sweep.position_limit:,}: {end}")
    cp.end_labels(ax, labels=names)
    cp.floor_line(ax, data.floor.value, f"{data.floor.name} floor", value_format=".4f")
    ax.set_xticks(data.windows, [f"{window:,}" for window in data.windows])
    ax.set(xlabel="reading window (tokens, log scale)", ylabel="macro F1, calibration split")
    # Without a base line: this axis doesn't start at zero.
    ax.spines.bottom.set_visible(False)
    wide = [sweep for sweep in data.sweeps if not sweep.limited]
    changes = " and ".join(
        f"{cp.number(sweep.change, '.4f', sign=True)} ({sweep.model})" for sweep in wide
    )
    first, last = data.windows[0], data.windows[-1]
    cp.headline(
        fig,
        "Reading wider does not help"
        if all(sweep.change < 0 for sweep in wide)
        else "Reading wider, with heads trained on short windows",
        f"Macro F1 from {first:,} to {last:,} tokens: {changes}.",
    )
    thresholds = ", ".join(
        f"{model} {high:.2f} → {low:.2f}" for model, (high, low) in THRESHOLDS.items()
    )
    many, few = WINDOW_COUNTS
    cp.footer(
        fig,
        f"Every head was trained at {TRAINED_WINDOW} tokens with stride {TRAINED_STRIDE}; seed "
        f"{SEED}, one run, so there is no spread. Selected thresholds fall with the window "
        f"({thresholds}) and window counts from {many} to {few}: this reads as distribution shift.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
