"""Training curves of several seeds: a line of centres and a band of spread for each series."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal

from matplotlib.axes import Axes

from cardplot._arguments import check_axes
from cardplot._curves.drawing import Options, draw_curves
from cardplot._curves.results import SeedCurves
from cardplot._curves.smoothing import smoothing
from cardplot._curves.summary import from_data, from_summary, is_seed_summary, is_table
from cardplot._curves.table import CurveTable, summed_up
from cardplot._results import register
from cardplot._tables.curves import curves

__all__ = ["SeedCurves", "seed_curves"]


def seed_curves(
    ax: Axes,
    data: Any,
    *,
    x: Any = None,
    y: Hashable | None = None,
    hue: Hashable | None = None,
    seed: Hashable | None = None,
    labels: Sequence[Any] | None = None,
    center: str | Callable[..., float] = "mean",
    spread: str | Callable[..., Any] | None = "sd",
    level: float = 0.95,
    seeds: bool = False,
    smooth: Any = None,
    align: Literal["interpolate"] | None = None,
    colors: Any = None,
    linestyles: Any = None,
    names: Literal["end", "legend"] | None = "end",
    rng: Any = 0,
) -> SeedCurves:
    r"""Draw training curves of several seeds: for each series the centre, and how far seeds spread.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    data : long table, mapping, DataFrame, array-like or SeedSummary
        A long table with *x*, *y*, *hue* and *seed*; a mapping from series to an array of (seeds,
        steps), to a list of curves of any lengths (arrays, or Series with the steps as index), to a
        mapping from seeds to curves, or to a DataFrame; a DataFrame whose index are the steps
        and whose columns are seeds, or on two levels series and seeds; an array of (seeds, steps).
        Or summaries: a `SeedSummary` with numbers as x, or the table that ``.data`` of this
        function is, also read back from its CSV.
    x : column name or sequence, optional
        Column of the steps, numbers or dates. For arrays: the steps, default 0, 1, 2, ...
    y, hue, seed : column name, optional
        Columns of a long table: value, series, and what tells the runs of a series apart.
    labels : sequence of str, optional
        Names of the series, where the data have none or others are wanted.
    center : {"mean", "median", "iqm"} or callable, default: "mean"
        As in `seed_errorbars`.
    spread : str, callable or None, default: "sd"
        What the band is, as in `seed_errorbars`: "sd", "se", "ci", "bootstrap" (1,000 resamples of
        the seeds, the same at all steps), "range", "iqr", "wilson", or a callable. One seed has
        no band. For the table of ``.data`` it says what its bands are.
    level : float, default: 0.95
        Level of "ci", "bootstrap" and "wilson".
    seeds : bool, default: False
        Draw the single curves, thinly, in place of the band.
    smooth : float or tuple, optional
        A half-life, or ``("ema", half-life)``, in units of x (for dates in days, or a timedelta);
        ``("window", width)`` for the mean of the values less than *width* back;
        ``("window", width, "centered")`` for that within half of *width* on both sides: nothing
        else looks ahead. See Notes.
    align : "interpolate", optional
        Bring seeds that were logged at other steps to the steps of all, linearly between the first
        and the last value of each. Without it, such seeds are an error.
    colors : sequence or mapping of color, optional
        One for each series, default: :rc:`axes.prop_cycle`.
    linestyles : str, sequence or mapping of line style, optional
        One for each series. Default: solid.
    names : {"end", "legend", None}, default: "end"
        Names of the series at the ends of their lines, in their order; or for `cardplot.legend` to
        show; or nowhere.
    rng : int or numpy.random.Generator, default: 0
        Seed of the bootstrap, so that it gives the same in every run.

    Returns
    -------
    SeedCurves
        ``.data`` (x, series, center, low, high, n: as drawn), ``.seeds`` (x, series, seed, value),
        ``.caption``, ``.lines``, ``.bands``, ``.fewer``, ``.curves``, ``.diverged``,
        ``.unsmoothed``, ``.labels`` and ``.remove()``.

    Raises
    ------
    TypeError
        Text where a number belongs.
    ValueError
        Several values of a run at one step; seeds that were logged at different steps; an option
        that isn't one of those above.
    KeyError
        An unknown column.

    Notes
    -----
    Where seeds end early, line and band go on with those that are left, drawn thinner; ``.data``
    has n at every step, and the caption says from where it is smaller. A run whose last values are
    NaN or infinite has diverged: a cross marks its last finite value (at the edge of the panel,
    where that is far beyond what else is drawn), and the caption counts such runs. In a DataFrame
    with a column for each seed, and under a mask, NaN at the end only fills the table up, and the
    run has ended. NaN between values is missing: it isn't counted, and the line doesn't bridge a
    step that all seeds lack, unless most steps are such (a metric that is logged now and then).

    Every seed is smoothed before centre and band are computed, so the band is the spread of the
    smoothed curves, which is narrower than that of the values; the centre without smoothing is
    drawn faintly behind. With a half-life h, the value at step :math:`x_i` is
    :math:`\sum_{j \le i} w_{ij} y_j / \sum_{j \le i} w_{ij}` with
    :math:`w_{ij} = 2^{-(x_i - x_j) / h}`: an exponential mean whose start isn't biased towards
    zero [1]_, at steps of any distance.

    On a log axis a band that reaches zero or less runs off the lower edge, and gets as much room
    below its line as above, at most a decade. Steps and centres that it can't show are left out,
    as the caption says.

    The lines keep all their points; each drawing shows of those closer than half a pixel the lowest
    and the highest, at any zoom.

    References
    ----------
    .. [1] D. P. Kingma and J. Ba, Adam: a method for stochastic optimization, ICLR 2015, section 3.

    Examples
    --------
    Histories of runs on Weights & Biases, one line of pandas each:

    >>> import pandas as pd
    >>> import matplotlib.pyplot as plt
    >>> import cardplot as cp
    >>> histories = {("adam", 0): pd.DataFrame({"_step": [0, 1], "loss": [2.0, 1.5]}),
    ...              ("adam", 1): pd.DataFrame({"_step": [0, 1], "loss": [2.2, 1.4]})}
    >>> runs = pd.concat(histories, names=["optimizer", "seed"]).reset_index()
    >>> fig, ax = plt.subplots()
    >>> _ = cp.seed_curves(ax, runs, x="_step", y="loss", hue="optimizer", seed="seed")

    The CSV that a chart of W&B exports has a column for each run, "name - metric":

    >>> export = pd.DataFrame({"Step": [0, 1], "a - loss": [2.0, 1.5], "a - loss__MIN": [2.0, 1.5]})
    >>> _ = cp.seed_curves(ax, export.set_index("Step").filter(regex=" - loss$"))

    TensorBoard's CSV files have the columns Wall time, Step and Value:

    >>> files = {0: pd.DataFrame({"Wall time": [0.0, 9.9], "Step": [0, 1], "Value": [2.0, 1.5]})}
    >>> runs = pd.concat(files, names=["seed"]).reset_index()
    >>> cp.seed_curves(ax, runs, x="Step", y="Value", seed="seed").caption
    'Lines: single seeds (n=1), so without bands.'
    """
    check_axes(ax)
    if is_seed_summary(data) or is_table(data):
        given = {"x": x, "y": y, "hue": hue, "seed": seed, "smooth": smooth, "align": align}
        for name, value in {**given, "seeds": seeds or None}.items():
            if value is not None:
                raise ValueError(f"{name}: 'data' holds summaries and no curves, got {value!r}")
        table = _summaries(data, labels, spread, level)
        options = Options(center, level, seeds, None, None, colors, linestyles, names)
    else:
        found = curves(data, x=x, y=y, hue=hue, seed=seed, labels=labels, align=align)
        how = smoothing(smooth, dates=found.dates)
        options = Options(center, level, seeds, how, align, colors, linestyles, names)
        table = summed_up(found, center, None if seeds else spread, level, rng, how)
    return register(draw_curves(ax, table, options))


def _summaries(data: Any, labels: Any, spread: Any, level: float) -> CurveTable:
    if is_seed_summary(data):
        return from_summary(data, labels, level, bare=spread is None)
    return from_data(data, labels, spread)
