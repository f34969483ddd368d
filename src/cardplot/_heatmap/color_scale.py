"""The colour scale of a matrix: which norm, over which range, with which map."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import CenteredNorm, Colormap, LogNorm, Normalize, TwoSlopeNorm
from numpy.typing import NDArray

from cardplot import _tables, palettes

Floats = NDArray[np.float64]

SHORTEST, LONGEST = 1e-290, 1e305
"""Lengths of a scale: matplotlib's own sums overflow beyond them."""
SHORTEST_NAMED = 1e-100
"""Likewise, for scales other than linear and log."""

_DOMAINS = {
    "linear": (-np.inf, np.inf),
    "log": (0.0, np.inf),
    "symlog": (-np.inf, np.inf),
    "asinh": (-np.inf, np.inf),
    "logit": (0.0, 1.0),
}


def shared_norm(
    *matrices: Any,
    vmin: float | None = None,
    vmax: float | None = None,
    center: float | None = None,
    missing: Any = None,
) -> Normalize:
    """Return one colour scale for several matrices.

    Give it as ``norm=`` to each `hatched_heatmap`, so that one colorbar is true for all of them.

    Parameters
    ----------
    *matrices : (M, N) array-like
        In the forms that `hatched_heatmap` takes, of any shapes. The range is that of all finite
        cells; missing and infinite cells, and so whole matrices without a finite cell, don't
        count.
    vmin, vmax : float, optional
        An end of the range, in place of the smallest or largest finite cell.
    center : float, optional
        The value in the middle of the scale. Both sides then reach equally far, so that equal
        distances from it look equally strong; only where `vmin` and `vmax` are both given, each
        side has its own length.
    missing : optional
        What else is missing, as in `hatched_heatmap`.

    Returns
    -------
    matplotlib.colors.Normalize
        With both ends set: a plain `~matplotlib.colors.Normalize`, and with `center` a
        `~matplotlib.colors.CenteredNorm` or `~matplotlib.colors.TwoSlopeNorm`. The range is 0 to
        1 where there is no finite cell, and starts (or ends) at zero where all are equal.

    Raises
    ------
    ValueError
        Without a matrix; for an end that is not finite; for ends in the wrong order; for a
        `center` that lies outside of them.
    """
    if not matrices:
        raise ValueError("'matrices' must be at least one matrix, not none")
    tables = [_tables.matrix(matrix, missing=missing) for matrix in matrices]
    cells = np.concatenate([table.values.ravel() for table in tables])
    return linear_norm(cells, vmin, vmax, center)


def linear_norm(
    values: Floats, vmin: float | None, vmax: float | None, center: float | None
) -> Normalize:
    """Return a linear scale over the finite *values*, with both ends set."""
    vmin, vmax, center = _number(vmin, "vmin"), _number(vmax, "vmax"), _number(center, "center")
    if vmin is not None and vmax is not None and not _apart(vmin, vmax):
        raise ValueError(f"'vmin' must be below 'vmax', not {vmin:g} with {vmax:g}")
    low, high = _range(values, vmin, vmax)
    if center is None:
        return Normalize(low, high)
    if vmin is not None and vmax is not None:
        if not (_apart(vmin, center) and _apart(center, vmax)):
            raise ValueError(
                f"'center' must lie between 'vmin' ({vmin:g}) and 'vmax' ({vmax:g}), not {center:g}"
            )
        return TwoSlopeNorm(center, vmin, vmax)
    return CenteredNorm(center, _reach(values, center, vmin, vmax))


def _apart(low: float, high: float) -> bool:
    """Say whether there is a scale from *low* to *high*: a few 1e-308 are too short for one."""
    return high > low and high - low > SHORTEST


def _range(values: Floats, vmin: float | None, vmax: float | None) -> tuple[float, float]:
    finite = values[np.isfinite(values)]
    if finite.size:
        low = float(finite.min()) if vmin is None else vmin
        high = float(finite.max()) if vmax is None else vmax
    else:
        # An end without a counterpart gets one that is a unit away.
        low = vmin if vmin is not None else (0.0 if vmax is None or vmax > 0 else vmax - 1)
        high = vmax if vmax is not None else (1.0 if low < 1 else low + 1)
    if not _apart(low, high):
        low, high = _widened(low, high, vmin, vmax)
    if not high - low < LONGEST:
        raise ValueError(
            f"'matrix' has finite cells from {low:g} to {high:g}: a span of more than "
            "can be drawn; rescale them"
        )
    return low, high


def _widened(
    low: float, high: float, vmin: float | None, vmax: float | None
) -> tuple[float, float]:
    """Return a range for cells that are all equal, or all beyond a given end."""
    if vmin is not None:
        return low, low + max(abs(low), 1.0)
    if vmax is not None:
        return high - max(abs(high), 1.0), high
    # All cells are equal: a scale that starts at zero.
    return (min(low, 0.0), max(high, 0.0)) if abs(low) > SHORTEST else (0.0, 1.0)


def _reach(values: Floats, center: float, vmin: float | None, vmax: float | None) -> float:
    if vmin is not None and not _apart(vmin, center):
        raise ValueError(f"'center' must be above 'vmin' ({vmin:g}), not {center:g}")
    if vmax is not None and not _apart(center, vmax):
        raise ValueError(f"'center' must be below 'vmax' ({vmax:g}), not {center:g}")
    if vmin is not None:
        return center - vmin
    if vmax is not None:
        return vmax - center
    finite = values[np.isfinite(values)]
    with np.errstate(over="ignore"):
        reach = float(np.abs(finite - center).max()) if finite.size else 1.0
    if not 2 * reach < LONGEST:
        raise ValueError(
            f"'matrix' has cells {reach:g} from 'center' ({center:g}): twice that is more than "
            "can be drawn; rescale them"
        )
    return reach if reach > SHORTEST else 1.0


def _number(value: Any, argument: str) -> float | None:
    if value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{argument!r} must be a number or None, not {value!r}") from None
    if not np.isfinite(number):
        raise ValueError(f"{argument!r} must be finite, not {value!r}")
    return number


def resolve_norm(
    table: _tables.Matrix,
    norm: Any,
    vmin: float | None,
    vmax: float | None,
    center: float | None,
) -> Normalize:
    """Return the scale for a matrix from the arguments of a heatmap, with both ends set."""
    if norm is None:
        return linear_norm(table.values, vmin, vmax, center)
    if center is not None:
        raise ValueError("'center' can't be combined with 'norm'; give one of them")
    if isinstance(norm, str):
        return _named_norm(table, norm, _number(vmin, "vmin"), _number(vmax, "vmax"))
    if not isinstance(norm, Normalize):
        raise TypeError(
            "'norm' must be a matplotlib Normalize, the name of a scale such as 'log', or None, "
            f"not {norm!r}"
        )
    if vmin is not None or vmax is not None:
        raise ValueError("'vmin' and 'vmax' can't be combined with a 'norm'; set them on the norm")
    if isinstance(norm, LogNorm):
        _check_domain(table, "log")
    scale = _scaled(norm, table.values)
    _check_drawable(table, scale)
    return scale


def _named_norm(
    table: _tables.Matrix, name: str, vmin: float | None, vmax: float | None
) -> Normalize:
    if name not in _DOMAINS:
        raise ValueError(f"'norm' is {name!r}; allowed are {', '.join(map(repr, _DOMAINS))}")
    if name == "linear":
        return linear_norm(table.values, vmin, vmax, None)
    if vmin is not None and vmax is not None and vmin >= vmax:
        raise ValueError(f"'vmin' must be below 'vmax', not {vmin:g} with {vmax:g}")
    _check_domain(table, name)
    low, high = _DOMAINS[name]
    for argument, end in (("vmin", vmin), ("vmax", vmax)):
        if end is not None and not low < end < high:
            raise ValueError(f"{argument!r} is {end:g}, which a {name} scale doesn't have")
    finite = table.values[np.isfinite(table.values)]
    if not finite.size:
        finite = np.array([0.1, 0.9])
    given: Any = name
    # Resolved by matplotlib itself, as the argument `norm` of its own functions is.
    scale: Any = ScalarMappable(norm=given).norm
    scale.vmin = min(float(finite.min()), vmax or np.inf) if vmin is None else vmin
    scale.vmax = max(float(finite.max()), scale.vmin) if vmax is None else vmax
    if name != "log" and 0 < scale.vmax - scale.vmin < SHORTEST_NAMED:
        raise ValueError(
            f"'norm' is {name!r}, which is too coarse for cells from {scale.vmin:g} to "
            f"{scale.vmax:g}; rescale them"
        )
    _check_drawable(table, scale)
    return scale  # type: ignore[no-any-return]


def _scaled(norm: Normalize, values: Floats) -> Normalize:
    finite = values[np.isfinite(values)]
    if not norm.scaled() and finite.size:
        norm.autoscale_None(finite)
    if norm.scaled():
        return norm
    # Without a finite cell the given norm stays open for the next matrix that shares it.
    return Normalize(0.0, 1.0)


def _check_domain(table: _tables.Matrix, name: str) -> None:
    low, high = _DOMAINS[name]
    outside = ~((table.values > low) & (table.values < high)) & np.isfinite(table.values)
    _complain(table, outside, f"a {name} scale")


def _check_drawable(table: _tables.Matrix, norm: Normalize) -> None:
    """Raise where *norm* has no colour for a finite cell."""
    finite = np.isfinite(table.values)
    fallback: Any = norm.vmin
    try:
        with np.errstate(all="ignore"):
            scaled = norm(np.where(finite, table.values, fallback))
    except ValueError as error:
        raise ValueError(
            f"'norm', a {type(norm).__name__}, can't reach from {norm.vmin} to {norm.vmax}: {error}"
        ) from None
    hidden = np.ma.getmaskarray(np.ma.masked_invalid(scaled))
    _complain(table, hidden & finite, f"a {type(norm).__name__}")


def _complain(table: _tables.Matrix, where: NDArray[np.bool_], scale: str) -> None:
    if not where.any():
        return
    row, column = (int(index) for index in np.argwhere(where)[0])
    place = f"row {table.rows[row] if table.rows else row!r}, "
    place += f"column {table.columns[column] if table.columns else column!r}"
    raise ValueError(
        f"'norm', {scale}, has no colour for {table.values[row, column]:g} in {place} "
        f"({where.sum()} such cells); name them in 'missing', or take another norm, such as "
        "'symlog'"
    )


def on_scale(values: Floats, norm: Normalize) -> np.ma.MaskedArray[Any, Any]:
    """Return *values* as they are drawn: infinite at the ends of the scale, missing masked."""
    low: Any = norm.vmin
    high: Any = norm.vmax
    with np.errstate(all="ignore"):
        # A finite value can be so far beyond a short scale that its place on it overflows.
        place = np.ma.filled(norm(np.where(np.isnan(values), low, values)), 0.0)
        far = np.isinf(values) | ~(np.abs(place) < LONGEST)
    return np.ma.masked_invalid(np.where(far, np.where(values > low, high, low), values))


def resolve_map(cmap: Any, norm: Normalize, surface: Any) -> Colormap:
    """Return the colour map: the given one, else the theme's for this kind of scale."""
    if cmap is None:
        diverging = isinstance(norm, CenteredNorm | TwoSlopeNorm)
        cmap = palettes.colormap("diverging" if diverging else "sequential", surface)
    try:
        return colormaps.get_cmap(cmap)
    except (TypeError, ValueError):
        raise ValueError(f"'cmap' must be a colour map or the name of one, not {cmap!r}") from None
