"""Value heads whose geometry agrees, and the error of using one for the other all the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import NUMBER, SIZE, TEXT, bad, read_csv

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

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


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
