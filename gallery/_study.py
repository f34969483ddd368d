"""The cross-layer study: the table that several figures share, and the study's text report."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from gallery._load import (
    COUNT,
    FLAG,
    SIZE,
    TEXT,
    BadInput,
    MissingInput,
    bad,
    optional,
    read_json,
    read_npz,
    record,
    records,
    unique,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import pandas as pd

T = TypeVar("T")

# The figures that are drawn from this study.
FIGURES = (
    "cross_layer_qk_divergence",
    "cross_layer_output_errors",
    "value_geometry_and_direct_error",
    "conditional_probability_mass_and_readout",
    "conditional_cross_layer_probability_maps",
)
# What is transplanted from one layer into another, from the largest unit to the smallest.
KINDS = {
    "full_attention": "whole attention",
    "qkv_head": "QKV + gate/O head",
    "qk_map": "QK map transplant",
    "qk_head": "QK head transplant",
    "v_group": "V group transplant",
}
# The study's limits for the relative L2 error of an output.
STRICT_ERROR, APPROXIMATE_ERROR = 0.05, 0.20
# Queries before this one have too few keys to say much; the metrics leave them out.
FIRST_QUERY = 7
# The maps of the addendum, in arrays that are named for the heads.
MAPS = ("crossqkv", "conditional-fresh-probabilities.npz")
_TARGET = re.compile(r"target_layer(\d+)_head(\d+)")
_DONOR = re.compile(r"donor_layer(\d+)_head(\d+)_on_H(\d+)")


@dataclass(frozen=True)
class KindReport:
    """The best that candidates of one kind reach; None where nothing was measured."""

    kind: str
    n: int
    output_error: float | None
    mean_js: float | None
    value_error: float | None


@dataclass(frozen=True)
class HeadPair:
    """The heads that the addendum compares, and the names of the arrays with their maps."""

    target_layer: int
    target_head: int
    donor_layer: int
    donor_head: int
    arrays: tuple[str, str, str]  # target, donor on the same input, donor on its own

    @property
    def target(self) -> str:
        return f"layer {self.target_layer} head {self.target_head}"

    @property
    def donor(self) -> str:
        return f"layer {self.donor_layer} head {self.donor_head}"


@dataclass(frozen=True)
class StudyReport:
    kinds: tuple[KindReport, ...]
    state: str
    candidate_counts: dict[str, int]
    passing_counts: dict[str, int]
    selected: tuple[str, ...]
    addendum: dict[str, str] | None  # what conditional-status.json says, where it is there


def read_candidates(data_dir: Path) -> pd.DataFrame:
    """Read a row for each candidate: kind, i, j, id, the three worst errors, output_verified."""
    path = data_dir / "crossqkv" / "calibration-summary.json"
    fields = {
        "kind": TEXT,
        "i": COUNT,
        "j": COUNT,
        "id": TEXT,
        "worst_mean_js": optional(SIZE),
        "worst_output_error": optional(SIZE),
        "worst_value_error": optional(SIZE),
        "output_verified": FLAG,
    }
    table = records(read_json(path), fields, path)
    unique(table, ["id"], path)
    for row, (kind, i, j) in enumerate(
        table[["kind", "i", "j"]].itertuples(index=False, name=None), start=1
    ):
        if kind not in KINDS:
            problem = f"unknown kind {kind!r}; the kinds are {', '.join(KINDS)}"
            bad(path, problem, row=row, column="kind")
        if i == j:
            bad(path, f"layer {i} is compared with itself", row=row, column="j")
    return table


def load(data_dir: Path) -> StudyReport:
    """Collect the study's text report."""
    candidates = read_candidates(data_dir)
    path = data_dir / "crossqkv" / "status.json"
    status = read_json(path)
    state = record(status, {"state": TEXT}, path)["state"]
    counts = {name: COUNT for name in KINDS if name in set(candidates["kind"])}
    candidate_counts, passing_counts = (
        record(status.get(field), counts, path, row=field)
        for field in ("candidate_counts", "passing_counts")
    )
    selected = status.get("selected", [])
    if not isinstance(selected, list):
        bad(path, "expected a list", column="selected")
    return StudyReport(
        kinds=tuple(_report(kind, candidates[candidates["kind"] == kind]) for kind in counts),
        state=state,
        candidate_counts=candidate_counts,
        passing_counts=passing_counts,
        selected=tuple(map(str, selected)),
        addendum=read_addendum(data_dir),
    )


def _report(kind: str, rows: pd.DataFrame) -> KindReport:
    output, js, value = (
        float(rows[f"worst_{what}"].min()) for what in ("output_error", "mean_js", "value_error")
    )
    return KindReport(kind, len(rows), _or_none(output), _or_none(js), _or_none(value))


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def read_pair(data_dir: Path) -> HeadPair:
    """Read from the names of its arrays which heads the addendum compares."""
    path = data_dir.joinpath(*MAPS)
    return head_pair(read_npz(path), path)


def head_pair(names: Iterable[str], path: Path) -> HeadPair:
    """Find the heads in the names of the arrays in *path*."""
    names = list(names)
    targets = [(name, found) for name in names if (found := _TARGET.fullmatch(name))]
    if len(targets) != 1:
        bad(path, f"expected one array target_layer…_head…, got {', '.join(names)}")
    (target, found), donors = targets[0], {}
    target_layer, target_head = map(int, found.groups())
    for name in names:
        if found := _DONOR.fullmatch(name):
            layer, head, on = map(int, found.groups())
            donors[on] = (name, layer, head)
    same, own = donors.get(target_layer), next((d for on, d in donors.items() if on == d[1]), None)
    if same is None or own is None or same[1:] != own[1:]:
        bad(path, f"expected one donor on H{target_layer} and on its own layer's input")
    arrays = (target, same[0], own[0])
    return HeadPair(target_layer, target_head, same[1], same[2], arrays)


def beside(read: Callable[[Path], T], data_dir: Path) -> T | None:
    """Read what stands beside a figure's own tables; None where it isn't there, or isn't right.

    It is the figure or the report that is made of it that complains.
    """
    try:
        return read(data_dir)
    except (MissingInput, BadInput):
        return None


def read_addendum(data_dir: Path) -> dict[str, str] | None:
    """Read the state of the addendum; None where there is none."""
    path = data_dir / "crossqkv" / "conditional-status.json"
    try:
        status = read_json(path)
    except MissingInput:
        return None
    record(status, {"state": TEXT}, path)
    return {str(name): _plain(value) for name, value in status.items()}


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
