"""The sentence that says what the marks of grouped bars mean."""

from __future__ import annotations

from cardplot import _format
from cardplot._bars.changes import ABOUT, NO_DATA, Changes, Reading, Said
from cardplot._bars.measured import Measured
from cardplot._format.english import short
from cardplot._tables.cells import is_number

KINDS = {"percent": "change in percent", "difference": "change", "ratio": "multiple"}


def caption(
    reading: Reading,
    found: Measured,
    changes: Changes | None,
    says: dict[tuple[int, int], Said],
    baseline: int,
    hidden: int,
) -> str:
    """Return one sentence.

    Parameters
    ----------
    reading : Reading
    found : Measured
    changes : Changes or None
    says : dict
        The labels.
    baseline : int
        The series to compare with.
    hidden : int
        How many values a log axis can't show.
    """
    clauses = [f"Bars: {found.bars_say or 'values'}"]
    if found.whiskers_say and found.below is not None:
        clauses.append(f"whiskers: {found.whiskers_say}")
    if changes is not None:
        clauses += _told(reading, found, changes, baseline)
    elif reading.values is True:
        clauses.append("labels: the values")
    missing = [cell for cell, said in says.items() if said.verdict == "missing"]
    if missing:
        undefined = any(found.table.values[cell] == found.table.values[cell] for cell in missing)
        what = "no data or no defined change" if undefined else "no data"
        clauses.append(f"“{NO_DATA}”: {what}")
    if hidden:
        clauses.append("values of 0 or less can't be shown on a log axis")
    return "; ".join(clauses) + "."


def _told(reading: Reading, found: Measured, changes: Changes, baseline: int) -> list[str]:
    """Say what the changes are, what is good, and what is noise."""
    table = found.table
    name = table.series[baseline] if table.named else ""
    against = short(name) if name else f"series {baseline + 1}"
    words = f"{'values, and ' if reading.values is True else ''}{KINDS[str(reading.delta)]}"
    judged = f", {reading.better} is better" if isinstance(reading.better, str) else ""
    preposition = "of" if reading.delta == "ratio" else "against"
    clauses = [f"labels: {words} {preposition} {against}{judged}"]
    if changes.fallback.any():
        clauses.append(f"where {against} is negative: the difference")
    if changes.within_noise.any():
        clauses.append(f"“{ABOUT}”: {_limit(reading)}")
    return clauses


def _limit(reading: Reading) -> str:
    if isinstance(reading.noise, str):
        return "a change smaller than the whiskers of the two bars taken together"
    if is_number(reading.noise):
        return f"a change smaller than the noise of {_format.numbers([float(reading.noise)])[0]}"
    return "a change smaller than the noise"
