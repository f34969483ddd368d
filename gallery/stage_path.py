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
    fig, (size, quality, precision) = plt.subplots(
        1, 3, figsize=(11.4, 4.6), layout="constrained", width_ratios=(4, 4, 3)
    )
    cp.grouped_delta_bars(size, data.sizes, delta=None, values=True, value_format="{:,.0f}")
    cp.legend(size)
    size.set_ylabel("weight file (MiB)")
    for ax, table in ((quality, data.quality), (precision, data.precision)):
        points = cp.seed_errorbars(
            ax,
            cp.SeedSummary(table["macro_f1"], spread=table["sample_sd"], n=SEEDS),
            band="median_spread" if ax is quality else None,
        )
        cp.floor_line(ax, data.floor.value, f"{data.floor.name} floor", value_format=".4f")
    precision.sharey(quality)
    quality.set_ylabel("macro F1, calibration split")
    cp.headline(size, "Weight file")
    cp.headline(quality, "Quality on the same path")
    cp.headline(precision, f"Precision at {PRECISION_OF}")
    cp.headline(
        fig,
        f"{data.times_smaller:.1f}× smaller, with the quality inside the seeds' noise",
        f"The file shrinks from {data.first_mib:,.0f} MiB to {data.last_mib:,.0f} MiB. Macro F1 "
        f"moves by {data.quality_spread:.4f} over the path, within a band of ±{data.band_half_width:.4f}; "
        f"by {data.precision_spread:.4f} over the precisions, against a mean SD of "
        f"{data.precision_mean_sd:.4f}.",
    )
    cp.footer(
        fig,
        f"{points.caption} Band: mean of the four means ± the median seed SD. Quality is a transfer "
        "probe with a fresh 14-label head; stage 1 (prompting) is another task and not on this axis.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
