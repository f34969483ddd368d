"""The output error of every unit that was transplanted from one layer into another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.ticker import LogLocator

import cardplot as cp
from gallery._load import bad
from gallery._study import (
    APPROXIMATE_ERROR,
    FIRST_QUERY,
    KINDS,
    STRICT_ERROR,
    StudyReport,
    beside,
    read_candidates,
)
from gallery._study import load as load_study

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure


@dataclass(frozen=True)
class OutputErrors:
    # The worst relative L2 error of each verified unit, by the kind's name in the figure; the
    # list of a kind that no unit of was probed is empty.
    errors: dict[str, list[float]]
    study: StudyReport | None = None  # as far as the study's status is there

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
        },
        beside(load_study, data_dir),
    )


def draw(data: OutputErrors) -> Figure:
    fig, ax = plt.subplots(figsize=(8, 5), layout="constrained")
    ax.set_yscale("log")
    ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter("{x:g}")
    # Room for words under the lowest limit.
    ax.update_datalim([(0, STRICT_ERROR / 1.8)])
    empty = "not output-probed: initial gate failed"
    cp.seed_errorbars(ax, data.errors, center=None, spread=None, empty=empty)
    limits = {"approximate limit": APPROXIMATE_ERROR, "strict limit": STRICT_ERROR}
    for name, limit in limits.items():
        cp.floor_line(ax, limit, name, value_format=".2f", loc="left")
    ax.set_ylabel("worst relative L2 error of the output (log scale)")
    kind, error = data.lowest
    reached = data.count_below(APPROXIMATE_ERROR)
    cp.headline(
        fig,
        f"{reached or 'No'} transplant{'s' * (reached > 1)} from another layer "
        f"{'meet' if reached > 1 else 'meets'} the approximate limit",
        f"The best of {data.count} verified units, a {kind}, has an error of {error:.3f}; the "
        f"limits are {APPROXIMATE_ERROR:.2f} (approximate) and {STRICT_ERROR:.2f} (strict).",
    )
    cp.footer(
        fig,
        "Each point: one unit in its worst text and worse direction, over queries from "
        f"{FIRST_QUERY} on. n: units whose output was verified. {_gates(data)}Illustrative data.",
    )
    return fig


def _gates(data: OutputErrors) -> str:
    if data.study is None:
        return ""
    passed, all_of_them = (
        sum(counts.values()) for counts in (data.study.passing_counts, data.study.candidate_counts)
    )
    return f"{passed or 'None'} of {all_of_them:,} candidates passed all gates. "


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
