"""The output error of every unit that was transplanted from one layer into another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import bad
from gallery._study import KINDS, read_candidates

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class OutputErrors:
    # The worst relative L2 error of each verified unit, by the kind's name in the figure; the
    # list of a kind that no unit of was probed is empty.
    errors: dict[str, list[float]]

    @property
    def unprobed(self) -> tuple[str, ...]:
        """Kinds whose initial gate failed, so that no output was probed."""
        return tuple(kind for kind, errors in self.errors.items() if not errors)

    @property
    def lowest(self) -> tuple[str, float]:
        """The kind and the error of the best unit."""
        kind = min(self.errors, key=lambda kind: min(self.errors[kind], default=float("inf")))
        return kind, min(self.errors[kind])

    @property
    def count(self) -> int:
        return sum(map(len, self.errors.values()))

    def count_below(self, limit: float) -> int:
        return sum(error < limit for errors in self.errors.values() for error in errors)


def load(data_dir: Path) -> OutputErrors:
    path = data_dir / "crossqkv" / "calibration-summary.json"
    table = read_candidates(data_dir)
    verified = table[table["output_verified"]]
    for row, error in verified["worst_output_error"].items():
        if not error > 0:  # the scale is logarithmic
            problem = "expected a number above 0 for a verified output"
            bad(path, problem, row=int(str(row)) + 1, column="worst_output_error")
    if verified.empty:
        bad(path, "no output was verified", column="output_verified")
    return OutputErrors(
        {
            name: verified.loc[verified["kind"] == kind, "worst_output_error"].tolist()
            for kind, name in KINDS.items()
        }
    )


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
