"""Curves of several seeds: every accepted form to one grid of steps for each series."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardplot._tables.choices import check_choice
from cardplot._tables.curve_forms import Read, from_groups, from_long
from cardplot._tables.curve_grid import Grid, grid
from cardplot._tables.names import name_axis, text
from cardplot._tables.sources import normal
from cardplot._tables.steps import as_dates

__all__ = ["Curves", "Grid", "curves"]


@dataclass(frozen=True)
class Curves:
    """The curves of each series.

    Attributes
    ----------
    grids : tuple of Grid
        One for each series.
    series : tuple of str
        Display names; "" where the data name none.
    series_keys : tuple of hashable
        The user's own labels.
    dates : bool
        Whether steps are dates; then they are in days since 1970.
    step_name : str
        What the data call a step; "" where they don't.
    """

    grids: tuple[Grid, ...]
    series: tuple[str, ...]
    series_keys: tuple[Hashable, ...]
    dates: bool
    step_name: str


def curves(
    data: Any,
    *,
    x: Any = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    seed: Hashable | None = None,
    labels: Sequence[Hashable] | None = None,
    align: str | None = None,
) -> Curves:
    """Read curves of seeds.

    Parameters
    ----------
    data, x, y, hue, seed, labels, align
        As in `cardplot.seed_curves`.

    Raises
    ------
    TypeError
        For text where a number belongs; names column, row and value.
    ValueError
        For several values of a run at one step, steps that differ from seed to seed, forms and
        shapes that don't fit.
    KeyError
        For an unknown column.
    """
    check_choice("align", align, (None, "interpolate"))
    if y is None and hue is None and seed is None:
        found = from_groups(normal(data), x)
    else:
        found = from_long(data, x, y, hue, seed)
    keys, names = name_axis(found.keys, len(found.series), labels, "labels", "series")
    named = found.keys is not None or labels is not None
    kinds = {run.dates for runs in found.series for run in runs}
    if len(kinds) > 1:
        raise ValueError("'data' mixes dates and numbers as steps")
    _check_unique(found, names if named else ("",) * len(names))
    return Curves(
        tuple(
            grid(runs, align, f"'data', {name!r}" if named else "'data'")
            for runs, name in zip(found.series, names, strict=True)
        ),
        names if named else ("",) * len(names),
        keys,
        kinds == {True},
        found.step_name,
    )


def _check_unique(found: Read, names: Sequence[str]) -> None:
    """Refuse several values of one run at one step."""
    for runs, name in zip(found.series, names, strict=True):
        for run in runs:
            twice = np.flatnonzero(np.diff(run.x) == 0)
            if not len(twice):
                continue
            step = run.x[twice[0]]
            count = int((run.x == step).sum())
            at = text(as_dates(run.x[twice[:1]])[0] if run.dates else float(step))
            of = f" of {name!r}" if name else ""
            who = "" if run.key is None else f", seed {text(run.key)!r}"
            rows = f" (rows {', '.join(run.rows_at(step))})" if run.row_name else ""
            more = f", and at {len(np.unique(run.x[twice])) - 1} more" if len(twice) > 1 else ""
            hint = "; name the column that tells the runs apart with seed=" if not who else ""
            raise ValueError(
                f"'data': {count} values{of}{who} at x = {at}{rows}{more}; one is expected{hint}"
            )
