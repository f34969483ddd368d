"""One attention head in the place of another, sample by sample, in texts old and new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import RATE, SIZE, TEXT, bad, read_csv, unique

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

# The group of a sample is the first word of its name.
GROUPS = {"cal": "calibration", "val": "old validation", "fresh": "fresh"}


@dataclass(frozen=True)
class Conditional:
    # A row a sample, in the order of the groups: group, top5 and mass (overlaps, 0 to 1),
    # readout (the worse of both directions' relative L2 errors).
    samples: pd.DataFrame

    @property
    def group_means(self) -> pd.DataFrame:
        """Means of top5, mass and readout; a row a group."""
        return self.samples.groupby("group", sort=False)[["top5", "mass", "readout"]].mean()


def load(data_dir: Path) -> Conditional:
    path = data_dir / "crossqkv" / "conditional-function-metrics.csv"
    table = read_csv(
        path,
        {
            "sample": TEXT,
            "top5": RATE,
            "total_variation": RATE,
            "output_error_a": SIZE,
            "output_error_b": SIZE,
        },
    )
    unique(table, ["sample"], path)
    prefixes = [str(sample).split("-")[0] for sample in table["sample"]]
    for row, prefix in enumerate(prefixes, start=1):
        if prefix not in GROUPS:
            problem = f"unknown group {prefix!r}; the groups are {', '.join(GROUPS)}"
            bad(path, problem, row=row, column="sample")
    table["group"] = [GROUPS[prefix] for prefix in prefixes]
    table["mass"] = 1.0 - table["total_variation"]
    table["readout"] = table[["output_error_a", "output_error_b"]].max(axis="columns")
    order = sorted(range(len(table)), key=lambda row: list(GROUPS).index(prefixes[row]))
    table = table.iloc[order].set_index("sample")
    return Conditional(table[["group", "top5", "mass", "readout"]])


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
