"""The cross-layer study: the table that several figures share, and the study's text report."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gallery._load import (
    COUNT,
    FLAG,
    SIZE,
    TEXT,
    MissingInput,
    bad,
    optional,
    read_json,
    record,
    records,
    unique,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

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


@dataclass(frozen=True)
class KindReport:
    """The best that candidates of one kind reach; None where nothing was measured."""

    kind: str
    n: int
    output_error: float | None
    mean_js: float | None
    value_error: float | None


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
        addendum=_addendum(data_dir),
    )


def _report(kind: str, rows: pd.DataFrame) -> KindReport:
    output, js, value = (
        float(rows[f"worst_{what}"].min()) for what in ("output_error", "mean_js", "value_error")
    )
    return KindReport(kind, len(rows), _or_none(output), _or_none(js), _or_none(value))


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def _addendum(data_dir: Path) -> dict[str, str] | None:
    path = data_dir / "crossqkv" / "conditional-status.json"
    try:
        status = read_json(path)
    except MissingInput:
        return None
    record(status, {"state": TEXT}, path)
    return {str(name): _plain(value) for name, value in status.items()}


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
