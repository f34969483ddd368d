"""Seeds summed up: one frozen table of centres, whisker ends and counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from cardplot import _statistics
from cardplot._seeds.swarm import Floats
from cardplot._tables import Samples

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = -1
"""The count of a group whose summary doesn't say it."""


@dataclass(frozen=True, eq=False)
class SeedTable:
    """Summaries of groups of seeds: N positions or categories by K series.

    Attributes
    ----------
    categories, series : tuple of str
        Display names; an unnamed series is "".
    category_keys, series_keys : tuple
        The user's own labels.
    positions : (N,) array or None
        Numeric positions; None for categories.
    center, low, high : (N, K) array
        NaN where there is none.
    counts : (N, K) int array
        Seeds in each group; `UNKNOWN` where a summary doesn't say.
    slots : (N, K) bool array
        Which groups there are. Series needn't share numeric positions; categories have a slot for
        every series.
    seeds : tuple of tuple of array, or None
        The single seeds of each group; None for summaries.
    kind : str or None
        What the whiskers are; None without whiskers.
    """

    categories: tuple[str, ...]
    series: tuple[str, ...]
    category_keys: tuple[Hashable, ...]
    series_keys: tuple[Hashable, ...]
    positions: Floats | None
    center: Floats
    low: Floats
    high: Floats
    counts: NDArray[np.int_]
    slots: NDArray[np.bool_]
    seeds: tuple[tuple[Floats, ...], ...] | None = None
    kind: str | None = None

    def place(self, i: int, j: int) -> str:
        """Return the name of a group for messages."""
        name = repr(self.categories[i])
        return f"{name} of {self.series[j]!r}" if self.series[j] else name

    def x_value(self, i: int) -> Any:
        """Return the position or the label of a row, as the user has it."""
        if self.positions is not None:
            return float(self.positions[i])
        return self.category_keys[i] if self.categories[i] else ""

    def series_value(self, j: int) -> Any:
        """Return the label of a series, as the user has it; "" without one."""
        return self.series_keys[j] if self.series[j] else ""

    def groups(self) -> list[tuple[int, int]]:
        """Return the groups that there are, category by category."""
        return [(int(i), int(j)) for i, j in np.argwhere(self.slots)]

    def whiskers(self) -> NDArray[np.bool_]:
        """Say which groups have a whisker."""
        some = np.isfinite(self.low) | np.isfinite(self.high)
        return np.asarray(some & np.isfinite(self.center))

    def beyond(self, j: int, *, whiskers: bool = True) -> Floats | None:
        """Return the centres of series *j* where a scale may lack a place for one, else None.

        A whisker may be in part where its centre isn't: of a centre above 1 on a logit axis.
        """
        center = self.center[:, j]
        some = center <= 0
        if whiskers:
            some |= (center >= 1) & (self.low[:, j] < 1)
        return center if some.any() else None

    def frame(self) -> pd.DataFrame:
        """Return the table: x, series, center, low, high, n."""
        import pandas as pd

        groups = self.groups()
        rows, columns = [i for i, _ in groups], [j for _, j in groups]
        counts = self.counts[rows, columns]
        return pd.DataFrame(
            {
                "x": [self.x_value(i) for i in rows],
                "series": [self.series_value(j) for j in columns],
                "center": self.center[rows, columns],
                "low": self.low[rows, columns],
                "high": self.high[rows, columns],
                "n": pd.array([pd.NA if n == UNKNOWN else n for n in counts], dtype="Int64")
                if (counts == UNKNOWN).any()
                else counts,
            }
        )

    def seed_frame(self, *, gaps: bool = False) -> pd.DataFrame:
        """Return the single seeds: x, series, value; with *gaps*, NaN for a group without any."""
        import pandas as pd

        nothing = [np.nan] if gaps else []
        rows = [
            (self.x_value(i), self.series_value(j), float(value))
            for i, j in self.groups()
            for value in (list(self.seeds[i][j]) if self.seeds is not None else []) or nothing
        ]
        return pd.DataFrame(rows, columns=["x", "series", "value"])

    def without_whiskers(self) -> SeedTable:
        """Return the same table without whiskers."""
        nothing = np.full(self.center.shape, np.nan)
        return replace(self, low=nothing, high=nothing, kind=None)


def kind_of(spread: Any) -> str | None:
    """Return the name of a spread."""
    if spread is None or isinstance(spread, str):
        return spread
    return str(getattr(spread, "__name__", "the given function"))


def summed_up(
    samples: Samples,
    center: str | Callable[[Floats], float] | None,
    spread: Any,
    level: float,
    rng: Any,
) -> SeedTable:
    """Sum up the seeds of each group.

    Parameters
    ----------
    samples : Samples
    center, spread, level, rng
        As in `cardplot.seed_errorbars`; without a centre there is no spread either.

    Raises
    ------
    ValueError
        When the seeds of a group don't allow the summary; names the group.
    """
    shape = (len(samples.categories), len(samples.series))
    middle, low, high = (np.full(shape, np.nan) for _ in range(3))
    counts = np.array([[len(seeds) for seeds in row] for row in samples.values], dtype=int)
    counts = counts.reshape(shape)
    gone = np.array(samples.missing, dtype=int).reshape(shape)
    slots = np.ones(shape, dtype=bool) if samples.positions is None else counts + gone > 0
    table = SeedTable(
        categories=samples.categories,
        series=samples.series,
        category_keys=samples.category_keys,
        series_keys=samples.series_keys,
        positions=samples.positions,
        center=middle,
        low=low,
        high=high,
        counts=counts,
        slots=slots,
        seeds=samples.values,
        kind=kind_of(spread),
    )
    if center is None:
        return table
    for i, j in table.groups():
        try:
            found = _statistics.summarize(
                samples.values[i][j], cast(_statistics.Center, center), spread, level, rng
            )
        except ValueError as error:
            raise ValueError(f"{table.place(i, j)}: {error}") from error
        middle[i, j] = found.center
        # The range of one seed is a point: drawn, it would claim certainty.
        if found.n > 1 or spread == "wilson":
            low[i, j], high[i, j] = found.low, found.high
    return table
