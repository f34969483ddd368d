"""Summaries of seeds whose single values aren't known: `SeedSummary`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardplot import _statistics, _tables
from cardplot._seeds.fields import like
from cardplot._seeds.swarm import Floats
from cardplot._seeds.table import UNKNOWN, SeedTable
from cardplot._tables import Wide
from cardplot._tables import cells as _cells
from cardplot._tables import names as _names

MOST = 1e15
"""No count is larger: floats stop telling whole numbers apart."""

NOISE = 1e-9
"""What rounding may do to an interval, as a share of its size."""

OF_SEEDS = ("sd", "se", "ci")
"""Kinds of spread that one seed doesn't have."""

_SYMMETRIC = ("sd", "se")

_GIVEN = {"ci": "{level} confidence interval"}
"""What a given interval is called: by which method it was made is not known."""


@dataclass(frozen=True, eq=False)
class SeedSummary:
    """Centres and spreads of seeds, for when the single values aren't known.

    Parameters
    ----------
    center : (N,) array-like, mapping, Series, (N, K) array-like or DataFrame
        The centre of each category, or of each category (rows) and series (columns); a mapping
        from category to number, or from series to the centres of its categories. Missing: an empty
        slot.
    low, high : like *center*, optional
        Ends of the whiskers, as bounds and not as lengths: ``low <= center <= high``. One of them
        alone makes a whisker to that side only.
    spread : like *center* or float, optional
        Half the length of symmetric whiskers: ``center - spread`` to ``center + spread``. Not
        together with *low* and *high*.
    n : int or like *center*, optional
        How many seeds stand behind each centre; not stated by default. With ``n=1`` there is no
        whisker, with ``n=0`` the slot is empty.
    kind : str, default: "sd"
        What the whiskers are: a spread of `seed_errorbars`, or words for the caption ("90%
        credible interval"). "wilson" makes the interval of a proportion from *center* and *n*
        where no bounds are given.
    x : (N,) array-like or mapping, optional
        Names of the categories, or numeric positions. Default: the labels of *center*.

    Notes
    -----
    Everything is aligned by label where there are labels, else by position. "N/A", "–", None, NaN
    and empty cells in *low*, *high*, *spread* and *n* are missing: no whisker there. An interval
    that misses its centre by no more than rounding (1e-9 of its size) is taken to touch it.

    Raises
    ------
    TypeError
        Text where a number belongs.
    ValueError
        Another number of values than of centres, a negative spread, ``low > center`` or
        ``center > high``, both *spread* and bounds, a count that isn't a whole number; names the
        category.

    Examples
    --------
    >>> SeedSummary({"24L": 0.549, "4L": 0.560}, spread={"24L": 0.023, "4L": 0.039}, n=3)
    """

    center: Any
    low: Any = None
    high: Any = None
    spread: Any = None
    n: Any = None
    kind: str = "sd"
    x: Any = None

    def __post_init__(self) -> None:
        """Check everything while the caller is near."""
        if not isinstance(self.kind, str) or not self.kind.strip():
            raise TypeError(f"kind: expected the name of a spread or words, got {self.kind!r}")
        if self.spread is not None and (self.low is not None or self.high is not None):
            raise ValueError("expected either spread or low and high, got both")
        self.table()

    def table(self, tick_labels: Any = None, labels: Any = None, level: float = 0.95) -> SeedTable:
        """Return the summaries as a table.

        Parameters
        ----------
        tick_labels, labels : sequence of str, optional
            Names of categories and series that the summary itself doesn't name.
        level : float, default: 0.95
            Level of Wilson intervals.
        """
        wide, positions, keys = _placed(self.center, self.x, tick_labels, labels)
        center = wide.values
        counts = _counts(self.n, wide)
        low, high, kind = self._bounds(wide, counts, level)
        single = (counts == 1) & (self.kind in OF_SEEDS)
        _refuse(single & (high - low > NOISE * np.abs(center)), wide, "n: 1 seed has no spread")
        _refuse((counts == 0) & np.isfinite(center), wide, "n: 0 seeds have no centre")
        bare = single | ~np.isfinite(center)
        low, high = np.where(bare, np.nan, low), np.where(bare, np.nan, high)
        slots = np.ones(center.shape, dtype=bool)
        return SeedTable(
            categories=wide.categories,
            series=wide.series,
            category_keys=keys,
            series_keys=wide.series_keys,
            positions=positions,
            center=center,
            low=low,
            high=high,
            counts=np.where(np.isfinite(center) | (counts == 0), counts, UNKNOWN),
            slots=slots if positions is None else np.isfinite(center) | (counts == 0),
            kind=kind if np.isfinite(low).any() or np.isfinite(high).any() else None,
        )

    def _bounds(
        self, wide: Wide, counts: NDArray[np.int_], level: float
    ) -> tuple[Floats, Floats, str]:
        center = wide.values
        if self.spread is None and self.low is None and self.high is None:
            if self.kind != "wilson":
                nothing = np.full(center.shape, np.nan)
                return nothing, nothing.copy(), self.kind
            return (*_wilson(wide, counts, level), self.kind)
        if self.spread is not None:
            half = like(self.spread, "spread", wide)
            _refuse(half < -NOISE * np.abs(center), wide, "spread: negative")
            half = np.maximum(half, 0.0)
            return center - half, center + half, _GIVEN.get(self.kind, self.kind)
        low, high = like(self.low, "low", wide), like(self.high, "high", wide)
        slack = NOISE * np.fmax(np.abs(center), np.fmax(np.abs(low), np.abs(high)))
        _refuse(low > center + slack, wide, "low: above the centre")
        _refuse(high < center - slack, wide, "high: below the centre")
        low, high = np.minimum(low, center), np.maximum(high, center)
        # "±1 SD" would be untrue of bounds that lie at different distances.
        uneven = np.abs((high - center) - (center - low)) > 0.05 * (high - low)
        given = self.kind in _SYMMETRIC and bool(
            uneven.any() or (np.isnan(low) != np.isnan(high)).any()
        )
        return low, high, "bounds as given" if given else _GIVEN.get(self.kind, self.kind)


def _refuse(wrong: NDArray[np.bool_], wide: Wide, what: str) -> None:
    for i, j in np.argwhere(wrong):
        name = repr(wide.categories[i])
        of = f" of {wide.series[j]!r}" if wide.series[j] else ""
        raise ValueError(f"{what}, for {name}{of} (centre {wide.values[i, j]:g})")


def _placed(
    center: Any, x: Any, tick_labels: Any, labels: Any
) -> tuple[Wide, Floats | None, tuple[Hashable, ...]]:
    """Return centres, numeric positions and the user's labels of the categories."""
    labelled = isinstance(center, Mapping) or _is_labelled(getattr(center, "index", None))
    try:
        wide = _tables.wide(center, tick_labels=tick_labels, labels=labels)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("'data", "'center")) from None
    keys = wide.category_keys
    if x is not None:
        keys = _given_x(x, wide)
    numeric = (x is not None or labelled) and _all_numbers(keys)
    if x is not None and tick_labels is None:
        names = _names.texts(keys)
        _names.unique(keys, names, "category", "x")
        wide = replace(wide, categories=names, category_keys=keys)
    positions = np.array([float(key) for key in keys]) if numeric else None  # type: ignore[arg-type]
    if positions is not None and not np.isfinite(positions).all():
        raise ValueError(f"x: expected finite positions, got {_names.listing(keys)}")
    return wide, positions, keys


def _given_x(x: Any, wide: Wide) -> tuple[Hashable, ...]:
    if not isinstance(x, Mapping) and not _cells.is_column(x):
        raise TypeError(f"x: expected one name or position for each category, got {x!r}")
    found = _names.per_item(x, wide.categories, "x", keys=wide.category_keys)
    return _names.given(list(found or ()), len(wide.categories), "x")


def _is_labelled(index: Any) -> bool:
    return index is not None and not callable(index) and type(index).__name__ != "RangeIndex"


def _all_numbers(keys: tuple[Hashable, ...]) -> bool:
    return bool(keys) and all(
        isinstance(key, Real) and not isinstance(key, bool | np.bool_) for key in keys
    )


def _counts(n: Any, wide: Wide) -> NDArray[np.int_]:
    counts = like(n, "n", wide)
    with np.errstate(invalid="ignore"):
        wrong = (counts < 0) | (counts != np.floor(counts)) & ~np.isnan(counts) | (counts > MOST)
    _refuse(wrong, wide, "n: expected whole numbers of at least 0")
    return np.where(np.isnan(counts), UNKNOWN, counts).astype(int)


def _wilson(wide: Wide, counts: NDArray[np.int_], level: float) -> tuple[Floats, Floats]:
    """Return Wilson intervals of the proportions."""
    center = wide.values
    low, high = np.full(center.shape, np.nan), np.full(center.shape, np.nan)
    known = np.isfinite(center) & (counts > 0)
    _refuse(known & ((center < 0) | (center > 1)), wide, "center: a proportion lies in 0 to 1")
    _refuse(np.isfinite(center) & (counts == UNKNOWN), wide, "n: kind='wilson' needs the count")
    for i, j in np.argwhere(known):
        low[i, j], high[i, j] = _statistics.wilson(
            float(center[i, j]) * counts[i, j], int(counts[i, j]), level
        )
    return low, high
