"""The report: each figure's finding, alt text and data, and the cross-layer study in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gallery._runner import MADE, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gallery._runner import Outcome
    from gallery._study import StudyReport

_SPECIAL = re.compile(r"([\\`*_\[\]<>&~$|#!])")


def report(outcomes: Sequence[Outcome], study: StudyReport | str | None, out: Path) -> str:
    """Write the Markdown of a report in the folder *out*.

    *study* is the cross-layer study's report, the reason why there is none, or None where it
    wasn't asked for.
    """
    made = sum(outcome.status == MADE for outcome in outcomes)
    parts = ["# Gallery report", f"{made} of {len(outcomes)} figures were made."]
    for outcome in outcomes:
        parts.extend(_section(outcome, out))
    if study is not None:
        parts.append("## Cross-layer study: text report")
        parts.extend([_text(study)] if isinstance(study, str) else _study(study))
    return "\n\n".join(parts) + "\n"


def _section(outcome: Outcome, out: Path) -> list[str]:
    heading = f"## {_text(outcome.name)}"
    if outcome.saved is None:
        word = "Skipped" if outcome.status == SKIPPED else "Failed"
        return [heading, f"{word}: {_text(outcome.reason)}"]
    parts = [heading, f"**{_text(outcome.title)}**"]
    if outcome.finding:
        parts.append(f"Finding: {_text(outcome.finding)}")
    if {"png", "svg"} & {picture.format for picture in outcome.saved.pictures}:
        parts.append(outcome.saved.embed("github", start=out))
    parts.append(f"Alt text: {_text(outcome.saved.alt)}")
    for name, table in outcome.tables.items():
        parts.append(f"Data, {_text(name)}:")
        parts.append(_rows(table.columns, table.rows))
        if table.length > len(table.rows):
            where = outcome.saved.csv.name if outcome.saved.csv else "the CSV file"
            parts.append(
                f"The first {len(table.rows)} of {table.length:,} rows; all are in {_text(where)}."
            )
    return parts


def _study(study: StudyReport) -> list[str]:
    rows = [
        (
            kind.kind,
            f"{kind.n:,}",
            _number(kind.output_error),
            _number(kind.mean_js),
            _number(kind.value_error),
            f"{study.candidate_counts[kind.kind]:,}",
            f"{study.passing_counts[kind.kind]:,}",
        )
        for kind in study.kinds
    ]
    columns = (
        "kind",
        "n",
        "lowest worst output error",
        "lowest worst-text mean JS",
        "lowest worst direct V error",
        "candidates (status)",
        "passing (status)",
    )
    selected = ", ".join(study.selected) or "none"
    parts = [
        f"State: {_text(study.state)}. Selected: {_text(selected)}.",
        _rows(columns, rows),
        "JS divergences use the natural logarithm. The values are illustrative.",
    ]
    if study.addendum is not None:
        lines = [f"- {_text(name)}: {_text(value)}" for name, value in study.addendum.items()]
        parts += ["### Addendum: conditional function", "\n".join(lines)]
    return parts


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.7g}"


def _rows(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [[_text(cell) for cell in line] for line in (columns, *rows)]
    lines.insert(1, ["---"] * len(columns))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(text: str) -> str:
    """Return *text* so that Markdown shows it as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
