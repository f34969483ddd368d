"""A model on its way down: the weight file shrinks, the quality stays within the seeds' noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

import cardplot as cp
from gallery._load import POSITIVE, RATE, SIZE, TEXT, Floor, read_csv, read_floor, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

# The tables hold means and SDs; the study says that there are three seeds behind each.
SEEDS = 3
# The configuration whose precisions are compared.
PRECISION_OF = "4L / 248k"
COLORS = {"BF16": "C0", "Q8_0": "C1", "F16": "C2"}


@dataclass(frozen=True)
class StagePath:
    """The tables of the three panels and what follows from them."""

    sizes: pd.DataFrame  # MiB; a row a configuration, columns BF16 safetensors and Q8_0 GGUF
    quality: pd.DataFrame  # a row a configuration, columns macro_f1 and sample_sd
    precision: pd.DataFrame  # a row a precision, columns macro_f1 and sample_sd
    floor: Floor

    @property
    def first_mib(self) -> float:
        return float(self.sizes.to_numpy()[0, 0])

    @property
    def last_mib(self) -> float:
        return float(self.sizes.to_numpy()[-1, -1])

    @property
    def times_smaller(self) -> float:
        return self.first_mib / self.last_mib

    @property
    def band_center(self) -> float:
        """The mean of the configurations' means."""
        return float(self.quality["macro_f1"].mean())

    @property
    def band_half_width(self) -> float:
        """The median of the configurations' seed SDs."""
        return float(self.quality["sample_sd"].median())

    @property
    def within_band(self) -> bool:
        """Whether all configurations' means lie in the band."""
        away = (self.quality["macro_f1"] - self.band_center).abs()
        return bool((away <= self.band_half_width).all())

    @property
    def quality_spread(self) -> float:
        """The distance between the best and the worst configuration."""
        return float(self.quality["macro_f1"].max() - self.quality["macro_f1"].min())

    @property
    def precision_spread(self) -> float:
        """The distance between the best and the worst precision."""
        return float(self.precision["macro_f1"].max() - self.precision["macro_f1"].min())

    @property
    def precision_mean_sd(self) -> float:
        return float(self.precision["sample_sd"].mean())


def load(data_dir: Path) -> StagePath:
    path = data_dir / "path" / "stage_path.csv"
    columns = {
        "layers": TEXT,
        "vocabulary": TEXT,
        "macro_f1": RATE,
        "sample_sd": SIZE,
        "bf16_mib": POSITIVE,
        "q8_0_mib": POSITIVE,
    }
    stages = read_csv(path, columns)
    unique(stages, ["layers", "vocabulary"], path)
    stages.index = stages["layers"] + " / " + stages["vocabulary"]

    path = data_dir / "path" / "precision.csv"
    precision = read_csv(path, {"precision": TEXT, "macro_f1": RATE, "sample_sd": SIZE})
    unique(precision, ["precision"], path)
    sizes = stages[["bf16_mib", "q8_0_mib"]]
    return StagePath(
        sizes=sizes.rename(columns={"bf16_mib": "BF16 safetensors", "q8_0_mib": "Q8_0 GGUF"}),
        quality=stages[["macro_f1", "sample_sd"]],
        precision=precision.set_index("precision"),
        floor=read_floor(data_dir),
    )


def draw(data: StagePath) -> Figure:
    names = [name.replace(" / ", "\n") for name in data.sizes.index]
    fig, (size, quality, precision) = plt.subplots(
        1, 3, figsize=(10.2, 4.9), layout="constrained", width_ratios=(4, 4, 3.2)
    )
    cp.grouped_delta_bars(
        size, data.sizes, tick_labels=names, delta=None, values=True, value_format="{:,.0f}"
    )
    size.locator_params(axis="y", nbins=4)
    size.set_ylabel("weight file (MiB)")
    cp.legend(size)
    means, deviations = data.quality["macro_f1"].to_numpy(), data.quality["sample_sd"].to_numpy()
    points = cp.seed_errorbars(
        quality,
        cp.SeedSummary(means, spread=deviations, n=SEEDS, x=names),
        band="median_spread",
    )
    quality.set_ylabel("macro F1, calibration split")
    # One by one, so that a precision has the colour of its files.
    for place, (name, row) in enumerate(data.precision.iterrows()):
        one = cp.SeedSummary([row["macro_f1"]], spread=[row["sample_sd"]], n=SEEDS, x=[place])
        cp.seed_errorbars(precision, one, colors=COLORS.get(str(name), "C2"))
    precision.set_xticks(range(len(data.precision)), data.precision.index)
    precision.set_xlim(-0.5, len(data.precision) - 0.5)
    precision.sharey(quality)
    cp.floor_line(quality, data.floor.value, f"{data.floor.name} floor", value_format=".4f")
    cp.floor_line(precision, data.floor.value, "floor")
    for ax in (quality, precision):
        ax.locator_params(axis="y", nbins=6)
        # Without a base line: this axis doesn't start at zero.
        ax.spines.bottom.set_visible(False)
    smaller = f"{data.times_smaller:.1f}×"
    cp.headline(size, "Weight file", f"{data.first_mib:,.0f} → {data.last_mib:,.0f} MiB, {smaller}")
    cp.headline(quality, "Quality, BF16", f"band: mean ± median SD, {data.band_half_width:.4f}")
    cp.headline(
        precision,
        f"Precision, {PRECISION_OF}",
        f"spread {data.precision_spread:.4f}, mean SD {data.precision_mean_sd:.4f}",
    )
    stays, lie = ("stays within", "lie within") if data.within_band else ("leaves", "exceed")
    cp.headline(
        fig,
        f"{smaller} smaller, and the quality {stays} the seeds' noise",
        f"From {data.first_mib:,.0f} to {data.last_mib:,.0f} MiB, the four means of macro F1 span "
        f"{data.quality_spread:.4f} and {lie} ±{data.band_half_width:.4f} of their centre; "
        f"the three precisions span {data.precision_spread:.4f}.",
    )
    cp.footer(
        fig,
        f"{points.caption} Quality is a transfer probe with a fresh 14-label head; stage 1 "
        "(prompting) is another task and not on this axis.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
