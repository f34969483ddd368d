"""Value heads whose geometry agrees, and the error of using one for the other all the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import NUMBER, SIZE, TEXT, bad, read_csv
from gallery._study import APPROXIMATE_ERROR

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

# The error axis shows its first stretch, up to here, and the stretch with the candidates.
CUT = 0.3
CONTROL = "value_gram_random_projection_pair"


@dataclass(frozen=True)
class ValueGeometry:
    candidates: pd.DataFrame  # a row a candidate: cka (mean over rows), error (worst row)
    control: tuple[float, float, float]  # lowest, median, highest CKA of random projection pairs
    control_n: int

    @property
    def lowest_error(self) -> float:
        return float(self.candidates["error"].min())

    @property
    def inside_control(self) -> int:
        """Candidates whose CKA is within the control's range."""
        low, _, high = self.control
        return int(self.candidates["cka"].between(low, high).sum())


def load(data_dir: Path) -> ValueGeometry:
    path = data_dir / "crossqkv" / "calibration-value-metrics.csv"
    columns = {
        "candidate": TEXT,
        "centered_value_gram_cka": NUMBER,
        "error_a": SIZE,
        "error_b": SIZE,
    }
    table = read_csv(path, columns)
    table["error"] = table[["error_a", "error_b"]].max(axis="columns")
    candidates = table.groupby("candidate", sort=False).agg(
        cka=("centered_value_gram_cka", "mean"), error=("error", "max")
    )
    path = data_dir / "crossqkv" / "controls.csv"
    controls = read_csv(path, {"control": TEXT, "gram_cka": NUMBER})
    cka = controls.loc[controls["control"] == CONTROL, "gram_cka"]
    if cka.empty:
        bad(path, f"no row of {CONTROL}", column="control")
    control = (float(cka.min()), float(cka.median()), float(cka.max()))
    return ValueGeometry(candidates, control, len(cka))


def draw(data: ValueGeometry) -> Figure:
    table = data.candidates
    low = max(CUT, math.floor(10 * data.lowest_error) / 10)
    high = max(low + 0.1, math.floor(10 * table["error"].max() + 1) / 10)
    fig, (top, bottom) = plt.subplots(
        2, 1, figsize=(7.4, 5.4), layout="constrained", sharex=True, height_ratios=(high - low, CUT)
    )
    first, median, last = data.control
    words = {
        top: (f"random projections\n{first:.3f} to {last:.3f}", ""),
        bottom: (None, f"median\n{median:.3f}"),
    }
    for ax, start, end in ((top, low, high), (bottom, 0, CUT)):
        part = table[(table["error"] >= start) & (table["error"] < end)]
        ax.scatter(part["cka"], part["error"], s=20, zorder=2)
        ax.set_ylim(start, end)
        name, center_name = words[ax]
        cp.floor_band(ax, first, last, name, axis="x", center=median, center_label=center_name)
        ax.spines.left.set_visible(True)
        # A slanted stroke where the axis is cut.
        stroke = {"marker": [(-1, -0.6), (1, 0.6)], "color": cp.role("reference")}
        ax.plot(0, ax is bottom, transform=ax.transAxes, clip_on=False, **stroke)
    top.spines.bottom.set_visible(False)
    cp.floor_line(bottom, APPROXIMATE_ERROR, "approximate limit", value_format=".2f", loc="left")
    bottom.set_xlabel("agreement of value geometry (mean centred token-Gram CKA)")
    top.set_ylabel("worst direct relative L2 error")
    cp.headline(
        fig,
        "Values that agree in geometry still can't replace each other"
        if data.lowest_error > APPROXIMATE_ERROR
        else "Agreement in geometry and the error of a direct replacement",
        f"The best of {len(table)} KV-head pairs has an error of {data.lowest_error:.3f}, "
        f"{data.lowest_error / APPROXIMATE_ERROR:.1f} times the approximate limit; "
        f"{data.inside_control or 'none'} of them agree as much as random projections do.",
    )
    cut = f"The error axis is cut between {CUT:.1f} and {low:.1f}; both parts have one scale. "
    cp.footer(
        fig,
        "Each point: one pair of KV heads in two layers; the error in the worse direction and the "
        f"worst text. Band: range of {data.control_n} pairs of random projections. "
        f"{cut if low > CUT else ''}Illustrative data.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
