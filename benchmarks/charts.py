"""The same charts in three ways: with cardplot, by hand, and with seaborn where it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

import cardplot as cp

_RANDOM = np.random.default_rng(0)
_NAMES = [f"model {number}" for number in range(8)]
_PARTS = pd.DataFrame(_RANDOM.integers(20, 400, (8, 3)), index=_NAMES, columns=list("abc"))
_SEEDS = {name: _RANDOM.normal(0.6, 0.05, 5) for name in _NAMES}
_CELLS = _RANDOM.random((20, 20))
_MANY_PARTS = _RANDOM.uniform(1, 10, (300, 30))
_MANY_SEEDS = pd.DataFrame(
    [
        (f"m{model}", series, _RANDOM.normal())
        for model in range(10)
        for series in "abcde"
        for _ in range(10)
    ],
    columns=["model", "series", "score"],
)
_CLOUD = _RANDOM.normal(size=(2, 1_000_000))
_CURVES = {name: _RANDOM.normal(place, 0.3, (10, 2_000)) for place, name in enumerate("abc")}


@dataclass(frozen=True)
class Chart:
    """One chart, drawn in up to three ways on an Axes."""

    ours: Callable[[Axes], Any]
    by_hand: Callable[[Axes], Any]
    seaborn: Callable[[Axes], Any] | None = None


def shares_by_hand(ax: Axes) -> None:
    """Stack bars and label them as a careful user would."""
    bottom = np.zeros(len(_PARTS))
    whole = _PARTS.sum(axis=1)
    for name, values in _PARTS.items():
        bars = ax.bar(_PARTS.index, values, bottom=bottom, label=str(name))
        ax.bar_label(bars, [f"{share:.0%}" for share in values / whole], label_type="center")
        bottom += values.to_numpy()
    ax.bar_label(bars, [f"{total:,}" for total in whole])


def deltas_by_hand(ax: Axes) -> None:
    """Group bars and write the change over each."""
    base = _PARTS["a"]
    for place, (name, values) in enumerate(_PARTS.items()):
        bars = ax.bar(np.arange(8) + 0.27 * (place - 1), values, 0.27, label=str(name))
        if place:
            ax.bar_label(bars, [f"{change:+.0%}" for change in values / base - 1])
    ax.set_xticks(range(8), _NAMES)


def deltas_seaborn(ax: Axes) -> None:
    """Group bars; seaborn writes no change."""
    import seaborn as sns  # type: ignore[import-untyped]

    table = _PARTS.melt(ignore_index=False).reset_index()
    sns.barplot(table, x="index", y="value", hue="variable", ax=ax)


def seeds_by_hand(ax: Axes) -> None:
    """Mean, SD and single seeds."""
    means = [np.mean(seeds) for seeds in _SEEDS.values()]
    spreads = [np.std(seeds, ddof=1) for seeds in _SEEDS.values()]
    ax.errorbar(range(8), means, spreads, fmt="o", capsize=3)
    for place, seeds in enumerate(_SEEDS.values()):
        ax.plot(np.full(5, place), seeds, ".", alpha=0.5)
    ax.set_xticks(range(8), _NAMES)


def seeds_seaborn(ax: Axes) -> None:
    """Mean, SD and single seeds."""
    import seaborn as sns

    table = pd.DataFrame(_SEEDS).melt()
    sns.pointplot(table, x="variable", y="value", errorbar="sd", linestyle="none", ax=ax)
    sns.stripplot(table, x="variable", y="value", ax=ax)


def curves_by_hand(ax: Axes) -> None:
    """Mean and SD."""
    for name, curves in _CURVES.items():
        mean, spread = curves.mean(axis=0), curves.std(axis=0, ddof=1)
        ax.plot(mean, label=name)
        ax.fill_between(range(len(mean)), mean - spread, mean + spread, alpha=0.2)
    ax.legend()


def curves_seaborn(ax: Axes) -> None:
    """Mean and SD."""
    import seaborn as sns

    frames = {
        name: pd.DataFrame(curves.T).melt(ignore_index=False) for name, curves in _CURVES.items()
    }
    table = pd.concat(frames, names=["series", "step"]).reset_index()
    sns.lineplot(table, x="step", y="value", hue="series", errorbar="sd", ax=ax)


def heatmap_by_hand(ax: Axes) -> None:
    """Colour the cells and write into each."""
    ax.imshow(_CELLS)
    for (row, column), value in np.ndenumerate(_CELLS):
        color = "white" if value < 0.6 else "black"
        ax.text(column, row, f"{value:.2f}", ha="center", va="center", color=color, fontsize=5)


def heatmap_seaborn(ax: Axes) -> None:
    """Colour the cells and write into each."""
    import seaborn as sns

    sns.heatmap(_CELLS, annot=True, fmt=".2f", annot_kws={"fontsize": 5}, ax=ax, cbar=False)


def reference_ours(ax: Axes) -> Any:
    """Bars and a named line."""
    ax.bar(_NAMES, _PARTS["a"])
    return cp.floor_line(ax, 150, "chance")


def reference_by_hand(ax: Axes) -> None:
    """Bars and a named line."""
    ax.bar(_NAMES, _PARTS["a"])
    ax.axhline(150, ls="--")
    ax.text(1, 150, "chance", transform=ax.get_yaxis_transform(), ha="right", va="bottom")


def many_deltas(ax: Axes, count: int) -> None:
    """Draw *count* pairs of bars, and so *count* changes."""
    values = np.random.default_rng(1).uniform(1, 2, (count, 2))
    cp.grouped_delta_bars(ax, values, tick_labels=[str(number) for number in range(count)])


def many_points(ax: Axes, count: int) -> None:
    """Draw *count* points, each with its name."""
    x, y = np.random.default_rng(1).random((2, count))
    ax.scatter(x, y, s=4)
    cp.point_labels(ax, x, y, [f"p{number}" for number in range(count)])


def many_shares(ax: Axes) -> Any:
    """Stack 300 bars of 30 parts."""
    return cp.stacked_share_bars(ax, _MANY_PARTS)


def many_shares_by_hand(ax: Axes) -> None:
    """Stack 300 bars of 30 parts, each with its share."""
    bottom = np.zeros(len(_MANY_PARTS))
    for values in _MANY_PARTS.T:
        bars = ax.bar(range(len(values)), values, bottom=bottom)
        ax.bar_label(bars, [f"{value:.0f}%" for value in values], label_type="center")
        bottom += values
    ax.bar_label(bars, [f"{total:.0f}" for total in bottom])


def bars(groups: int) -> Chart:
    """Return a chart of so many groups of four bars, three of them with their change."""
    values = np.random.default_rng(1).uniform(1, 2, (groups, 4))

    def by_hand(ax: Axes) -> None:
        for place, column in enumerate(values.T):
            made = ax.bar(np.arange(groups) + 0.2 * place, column, 0.2)
            if place:
                ax.bar_label(made, [f"{one:+.0%}" for one in column / values[:, 0] - 1])

    return Chart(lambda ax: cp.grouped_delta_bars(ax, values), by_hand)


def many_seeds_by_hand(ax: Axes) -> None:
    """Mean, SD and ten seeds of five series in ten places."""
    for place, (name, part) in enumerate(_MANY_SEEDS.groupby("series", sort=False)):
        at = np.arange(10) + 0.15 * place
        found = part.groupby("model", sort=False)["score"].agg(["mean", "std"])
        ax.errorbar(at, found["mean"], found["std"], fmt="o", capsize=3, label=str(name))
        ax.plot(np.repeat(at + 0.05, 10), part["score"], "o", mfc="none", ms=2)
    ax.set_xticks(range(10), list(found.index))


def cloud(ax: Axes) -> Any:
    """Draw a million points, a legend and a named line."""
    ax.scatter(_CLOUD[0], _CLOUD[1], s=4, label="points")
    cp.legend(ax, loc="inside")
    return cp.floor_line(ax, 3.0, "floor")


def cloud_by_hand(ax: Axes) -> None:
    """Draw a million points, a legend and a named line."""
    ax.scatter(_CLOUD[0], _CLOUD[1], s=4, label="points")
    ax.legend(loc="upper right")
    ax.axhline(3.0)
    ax.text(0.9, 3.1, "floor", transform=ax.get_yaxis_transform())


def names_by_hand(ax: Axes) -> None:
    """2,000 points, each with its name beside it, one over another."""
    x, y = np.random.default_rng(1).random((2, 2000))
    ax.scatter(x, y, s=4)
    for number in range(2000):
        ax.annotate(f"p{number}", (x[number], y[number]), (3, 3), textcoords="offset points")


MANY = {
    "4 × 50 bars": bars(50),
    "2,000 bars": bars(500),
    "10,000 bars": bars(2500),
    "10 × 5 × 10 seeds": Chart(
        lambda ax: cp.seed_errorbars(ax, _MANY_SEEDS, x="model", y="score", hue="series"),
        many_seeds_by_hand,
    ),
    "300 × 30 stacked bars": Chart(many_shares, many_shares_by_hand),
    "2,000 named points": Chart(lambda ax: many_points(ax, 2000), names_by_hand),
    "1,000,000 points": Chart(cloud, cloud_by_hand),
}
"""The same for very many marks."""

CHARTS = {
    "stacked_share_bars, 8 × 3": Chart(
        lambda ax: cp.stacked_share_bars(ax, _PARTS),
        shares_by_hand,
    ),
    "grouped_delta_bars, 8 × 3": Chart(
        lambda ax: cp.grouped_delta_bars(ax, _PARTS),
        deltas_by_hand,
        deltas_seaborn,
    ),
    "seed_errorbars, 8 × 5 seeds": Chart(
        lambda ax: cp.seed_errorbars(ax, _SEEDS, show_n=True),
        seeds_by_hand,
        seeds_seaborn,
    ),
    "hatched_heatmap, 20 × 20": Chart(
        lambda ax: cp.hatched_heatmap(ax, _CELLS),
        heatmap_by_hand,
        heatmap_seaborn,
    ),
    "seed_curves, 3 × 10 seeds × 2,000 steps": Chart(
        lambda ax: cp.seed_curves(ax, _CURVES),
        curves_by_hand,
        curves_seaborn,
    ),
    "bars with floor_line": Chart(reference_ours, reference_by_hand),
}
"""What is compared, by name."""
