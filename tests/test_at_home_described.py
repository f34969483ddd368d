"""Alt texts and tables of plain matplotlib, pandas and seaborn plots: whole, named and true.

Each case draws something on an Axes, and says what the alt text has to hold, what it must not,
and what the (first) table has in some of its columns.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
import seaborn.objects as so
from matplotlib import dates as mdates
from matplotlib.figure import Figure
from matplotlib.offsetbox import AnchoredText
from matplotlib.patches import Circle

import cardplot as cp
from cardplot import describe, figure_data

UNREAD = "without readable data"


# seaborn calls what newer releases of matplotlib and pandas deprecate.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:seaborn")


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


@dataclass
class Case:
    """What is drawn, and what is to be said of it."""

    name: str
    draw: Any
    said: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    data: dict[str, list[Any]] = field(default_factory=dict)


def check(fig: Figure, case: Case) -> None:
    text = describe(fig)
    for words in case.said:
        assert words in text, text
    for words in case.unsaid:
        assert words not in text, text
    tables = list(figure_data(fig).values())
    for column, values in case.data.items():
        assert column in tables[0], tables[0]
        found = list(tables[0][column])
        numbers = all(isinstance(value, int | float) for value in values)
        assert found == (pytest.approx(values, nan_ok=True) if numbers else values)


def cases(*rows: tuple[Any, ...]):
    made = [Case(*row) for row in rows]
    return pytest.mark.parametrize("case", made, ids=[case.name for case in made])


def run(case: Case) -> None:
    fig = Figure(figsize=(6, 4))
    case.draw(fig.subplots())
    check(fig, case)


def two(draw):
    """Draw something twice, with other values."""
    return lambda ax: (draw(ax, [1, 4, 2]), draw(ax, [3, 0, 5]))


TWO = ["series 1"] * 3 + ["series 2"] * 3
LINES = ["line 1"] * 3 + ["line 2"] * 3
VALUES = [1, 4, 2, 3, 0, 5]


def named_by_legend(ax):
    lines = ax.plot([[1, 3], [4, 0], [2, 5]])
    ax.legend(lines, ["one", "two"])


def black_lines(ax):
    ax.plot([1, 2], "k--", label="chance")
    ax.plot([2, 3], "k")
    ax.legend()


def hist_with(kind, **kwargs):
    return lambda ax: ax.hist(
        [[1, 2, 3], [2, 3, 3]], bins=[0.5, 1.5, 2.5, 3.5], histtype=kind, label=["a", "b"], **kwargs
    )


@cases(
    # Series apart
    (
        "two lines",
        two(lambda ax, y: ax.plot(y)),
        ("2 lines (line 1 and line 2)", "line 1 goes from 1 at 0 to 2 at 2, highest 4 at 1"),
        ("The line",),
        {"series": LINES, "y": VALUES},
    ),
    (
        "two-dimensional",
        lambda ax: ax.plot([[1, 3], [4, 0], [2, 5]]),
        ("line 2 goes from 3 at 0 to 5 at 2, lowest 0 at 1",),
        (),
        {"series": LINES, "y": VALUES},
    ),
    (
        "one with a name",
        lambda ax: (ax.plot([1, 2], label="a"), ax.plot([3, 4])),
        ("2 lines (a and line 2)", "line 2 goes from 3 at 0 to 4 at 1"),
        (),
        {"series": ["a", "a", "line 2", "line 2"]},
    ),
    (
        "one name twice",
        lambda ax: (ax.plot([1, 2], label="a"), ax.plot([3, 4], label="a")),
        ("2 lines (a and a (2))",),
        (),
        {"series": ["a", "a", "a (2)", "a (2)"]},
    ),
    (
        "named by a legend",
        named_by_legend,
        ("2 lines (one and two)",),
        ("line 1",),
        {"series": ["one"] * 3 + ["two"] * 3, "y": VALUES},
    ),
    (
        "another line of the colour that a legend shows",
        black_lines,
        ("2 lines (chance and line 2)",),
        (),
        {"series": ["chance"] * 2 + ["line 2"] * 2},
    ),
    (
        "errorbar without bars",
        lambda ax: ax.errorbar([1, 2], [5, 6], label="q"),
        ("1 line (q)",),
        (),
        {"series": ["q", "q"], "y": [5, 6]},
    ),
    ("flat", lambda ax: ax.plot([0, 1], [2, 2]), ("goes from 2 at 0 to 2 at 1",), (UNREAD,)),
    (
        "names along y",
        lambda ax: ax.plot([1, 2, 3], ["a", "b", "c"]),
        ("The line goes from a at 1 to c at 3",),
        (),
        {"y": ["a", "b", "c"]},
    ),
    (
        "scatters",
        two(lambda ax, y: ax.scatter([1, 2, 3], y)),
        ("6 points in 2 groups (series 1 and series 2)",),
        (),
        {"series": TWO, "x": [1, 2, 3] * 2, "y": VALUES},
    ),
    (
        "colours and sizes",
        lambda ax: ax.scatter([1, 2], [3, 4], c=[5, 6], s=[10, 20]),
        ("X runs from 1 to 2", "colour runs from 5 to 6", "points differ in size"),
        (),
        {"color": [5, 6], "size": [10, 20]},
    ),
    (
        "legend elements",
        lambda ax: ax.legend(*ax.scatter([1, 2, 3], [3, 4, 5], c=[0, 1, 0]).legend_elements()),
        ("in 2 groups (0 and 1)",),
        ("math",),
        {"series": ["0", "0", "1"], "x": [1, 3, 2]},
    ),
    (
        "stem",
        lambda ax: ax.stem([1, 2, 3], [3, 1, 2], label="s"),
        ("Stem plot of 3 points of s", "s goes from 3 at 1 to 2 at 3, lowest 1 at 2"),
        (UNREAD, "Line chart"),
        {"series": ["s"] * 3, "y": [3, 1, 2]},
    ),
    (
        "error bars",
        two(lambda ax, y: ax.errorbar([1, 2, 3], y, yerr=0.5)),
        ("in 2 series (series 1 and series 2)",),
        (),
        {"series": TWO, "center": VALUES, "low": [value - 0.5 for value in VALUES]},
    ),
    (
        "error bars along both",
        lambda ax: ax.errorbar([1, 2], [5, 6], yerr=1, xerr=0.5, label="m"),
        ("Points with whiskers of m",),
        (),
        {"x": [1, 2], "high": [6, 7], "x low": [0.5, 1.5], "x high": [1.5, 2.5]},
    ),
    (
        "error bars along x",
        lambda ax: ax.errorbar([1, 2], [5, 6], xerr=0.5),
        ("goes from 5 at 1 to 6 at 2",),
        (),
        {"x": [1, 2], "center": [5, 6], "x low": [0.5, 1.5]},
    ),
    (
        "whiskers alone",
        lambda ax: ax.errorbar([1, 2], [5, 6], yerr=1, fmt="none"),
        ("Whiskers at 2 positions (1 and 2)", "run from 4 (1) to 7 (2)"),
        ("Points",),
        {"low": [4, 5], "high": [6, 7], "center": [np.nan, np.nan]},
    ),
    (
        "bars side by side",
        lambda ax: (ax.bar([-0.2, 0.8], [1, 4], 0.4), ax.bar([0.2, 1.2], [3, 0], 0.4)),
        ("2 categories (0 and 1) in 2 series (series 1 and series 2)",),
        ("Stacked",),
        {"category": [0, 1, 0, 1], "value": [1, 4, 3, 0]},
    ),
    (
        "bars on bars",
        lambda ax: (ax.barh(["x", "y"], [1, 2]), ax.barh(["x", "y"], [3, 4], left=[1, 2])),
        ("Stacked bars: 2 categories (x and y) in 2 series (series 1 and series 2)",),
        (),
        {"series": ["series 1"] * 2 + ["series 2"] * 2, "base": [0, 0, 1, 2]},
    ),
    (
        "bars that float",
        lambda ax: ax.bar(["x", "y", "z"], [1, 0, 2], bottom=[0, 1, 1]),
        ("Bars: 3 categories (x, y and z)",),
        ("Stacked",),
        {"base": [0, 1, 1], "value": [1, 0, 2]},
    ),
    (
        "each bar with a name",
        lambda ax: ax.bar(["x", "y"], [1, 2], label=["p", "q"]),
        ("in 2 series (p and q)",),
        (),
        {"series": ["p", "q"]},
    ),
    (
        "one bar a call",
        lambda ax: [ax.bar(at, value) for at, value in enumerate([3, 1, 2])],
        ("Bars: 3 categories (0, 1 and 2). Values run from 1 (1) to 3 (0)",),
        ("series",),
        {"series": [""] * 3, "value": [3, 1, 2]},
    ),
    *(
        (
            f"histogram, {kind}",
            hist_with(kind, orientation=orientation),
            ("3 bins from 0.5 to 3.5", "a", "The highest bin, 2 (b), runs from 2.5 to 3.5"),
            (UNREAD,),
            {
                # matplotlib draws outlines from the last to the first.
                "series": ["b"] * 3 + ["a"] * 3,
                "low": [0.5, 1.5, 2.5] * 2,
                "value": [0, 1, 2, 1, 1, 1],
            },
        )
        for kind in ("step", "stepfilled")
        for orientation in ("vertical", "horizontal")
    ),
    (
        "histogram, stacked outlines",
        hist_with("stepfilled", stacked=True),
        ("in 2 series (b and a)",),
        (),
        {"value": [0, 1, 2, 1, 1, 1]},
    ),
    (
        "histogram, stacked bars",
        hist_with("barstacked"),
        ("in 2 series (a and b)",),
        (),
        {"series": ["a"] * 3 + ["b"] * 3, "value": [1, 1, 1, 0, 1, 2]},
    ),
    (
        "histogram, side by side",
        hist_with("bar"),
        ("3 categories (1, 2 and 3) in 2 series (a and b)",),
        (),
        {"category": [1, 2, 3] * 2, "value": [1, 1, 1, 0, 1, 2]},
    ),
    (
        "two histograms",
        lambda ax: (ax.hist([1, 2, 2], bins=[0, 2, 4]), ax.hist([1, 3], bins=[0, 1, 2, 4])),
        ("2 to 3 bins from 0 to 4 in 2 series (series 1 and series 2)", "2 (series 1)"),
    ),
    *(
        (
            f"boxes, {orientation}, {style}",
            lambda ax, orientation=orientation, style=style: ax.boxplot(
                [[1, 2, 3, 4, 9], [2, 3, 4]],
                orientation=orientation,
                tick_labels=["p", "q"],
                **style,
            ),
            ("Box plot of 2 boxes (p and q)", "medians are 3", "1 outlier beyond the whiskers"),
            (UNREAD, "Scatter", "Line chart"),
            {
                "category": ["p", "q"],
                "low": [1, 2],
                "q1": [2, 2.5],
                "median": [3, 3],
                "q3": [4, 3.5],
                "high": [4, 4],
                "outliers": [1, 0],
            },
        )
        for orientation in ("vertical", "horizontal")
        for style in ({}, {"patch_artist": True}, {"notch": True, "showmeans": True})
    ),
    (
        "hexagons",
        lambda ax: ax.hexbin([1, 1, 3], [1, 1, 3], gridsize=2),
        ("hexagonal bins. Values run from 0", "to 2 (x 1, y 1)"),
        (UNREAD,),
    ),
    (
        "cells with places",
        lambda ax: ax.pcolormesh([0, 10, 20], [0, 2, 4], [[1, 2], [3, 4]]),
        ("Values run from 1 (y 1, x 5) to 4 (y 3, x 15)",),
        (),
        {"row": [1, 1, 3, 3], "column": [5, 15, 5, 15], "value": [1, 2, 3, 4]},
    ),
    (
        "pcolor",
        lambda ax: ax.pcolor([[1, 2], [3, 4]]),
        ("Heat map of 2 rows by 2 columns",),
        (UNREAD,),
        {"row": [0, 0, 1, 1], "value": [1, 2, 3, 4]},
    ),
    (
        "pie with a legend",
        lambda ax: ax.legend(ax.pie([1, 1, 2])[0], ["a", "b", "c"]),
        ("a 25%, b 25% and c 50%",),
        ("Written",),
        {"category": ["a", "b", "c"]},
    ),
    (
        "polar",
        lambda ax: ax.figure.add_subplot(projection="polar").plot([0, np.pi / 2], [1, 2]),
        ("Polar axes, with angles in degrees", "goes from 1 at 0 to 2 at 90"),
        (),
        {"x": [0, 90]},
    ),
    # Said to be there
    (
        "area",
        lambda ax: ax.fill_between([1, 2], [3, 4], label="sd"),
        (f"1 filled area (sd) {UNREAD}",),
    ),
    (
        "stacked areas",
        lambda ax: ax.stackplot([1, 2], [1, 2], [2, 1], labels=["a", "b"]),
        (f"2 filled areas (a and b) {UNREAD}",),
    ),
    ("contours", lambda ax: ax.contourf([[1, 2], [3, 4]]), (f"1 contour plot {UNREAD}",)),
    ("arrows", lambda ax: ax.quiver([0, 1], [0, 1], [1, 1], [1, 0]), (f"2 arrows {UNREAD}",)),
    ("arrow", lambda ax: ax.arrow(0, 0, 1, 1), (f"1 arrow {UNREAD}",)),
    ("table", lambda ax: ax.table([["a", "b"]]), (f"1 table {UNREAD}",), ("empty",)),
    ("events", lambda ax: ax.eventplot([[1, 2, 3], [2, 4]]), (f"5 events {UNREAD}",)),
    ("vlines", lambda ax: ax.vlines([1, 2], 0, 1, label="v"), (f"2 separate lines (v) {UNREAD}",)),
    ("shape", lambda ax: ax.add_patch(Circle((0.5, 0.5), 0.2)), (f"1 shape {UNREAD}",)),
    (
        "violins",
        lambda ax: ax.violinplot([[1, 2, 4], [2, 3, 4]]),
        (f"2 violins {UNREAD}",),
        ("line",),
    ),
    (
        "sloped",
        lambda ax: ax.axline((0, 0), slope=1, label="d"),
        ("1 sloped line (d)",),
        ("Line chart",),
    ),
    ("picture", lambda ax: ax.imshow(np.zeros((2, 2, 3))), (f"1 picture {UNREAD}",)),
    (
        "3-D",
        lambda ax: ax.figure.add_subplot(projection="3d").plot([0, 1], [1, 2], [3, 4]),
        ("3D axes", f"1 line {UNREAD}"),
    ),
    (
        "map",
        lambda ax: ax.figure.add_subplot(projection="mollweide").plot([0, 1]),
        ("Mollweide axes",),
    ),
    (
        "words",
        lambda ax: (
            ax.plot([1, 2]),
            ax.text(0, 1, "a note"),
            ax.text(1, 1, "12.5"),
            ax.annotate("peak", (1, 2), (0, 2), arrowprops={"arrowstyle": "->"}),
            ax.add_artist(AnchoredText("in a box", "center")),
        ),
        ("Written on it: “a note”, “peak” and “in a box”",),
        ("12.5",),
    ),
    # What a reader sees
    (
        "hidden",
        lambda ax: (
            ax.plot([1, 2], label="seen"),
            ax.plot([3, 4], label="see-through", alpha=0),
            ax.plot([3, 4], label="no line", linestyle="none"),
            ax.plot([3], label="no line of one point"),
            ax.bar([0], [1], label="hidden bar").patches[0].set_visible(False),
        ),
        ("1 line (seen)",),
        ("see-through", "no line", "hidden"),
        {"series": ["seen", "seen"]},
    ),
    (
        "beyond the limits",
        lambda ax: (
            ax.plot([0, 1, 2], [1, 2, 3], label="in"),
            ax.plot([10, 11], [5, 6], label="out"),
            ax.scatter([20], [1], label="far"),
            ax.set_xlim(0, 4),
        ),
        ("1 line (in)",),
        ("out", "far", "Scatter"),
        {"series": ["in"] * 3},
    ),
    (
        "zoomed in",
        lambda ax: (ax.plot(range(100)), ax.set_xlim(10, 20)),
        # A line comes from the point before the first that is seen.
        ("goes from 9 at 9 to 21 at 21",),
        ("99",),
        {"x": list(range(9, 22))},
    ),
    (
        "through the panel",
        lambda ax: (ax.plot([0, 10], [0, 10]), ax.set_xlim(2, 4)),
        ("from 0 at 0 to 10 at 10",),
    ),
    (
        "points zoomed in",
        lambda ax: (ax.scatter([0, 1, 100], [1, 2, 3]), ax.set_xlim(-1, 2)),
        ("2 points", "X runs from 0 to 1 and y runs from 1 to 2"),
        ("100",),
    ),
    (
        "bars cut off",
        lambda ax: (ax.bar([0, 1, 9], [95, 99, 97]), ax.set(xlim=(-1, 2), ylim=(90, 98))),
        ("2 categories (0 and 1)", "from 95 (0) to 99 (1)"),
    ),
    (
        "gaps",
        lambda ax: (
            ax.plot([1, np.nan, 3]),
            ax.plot([np.nan, np.nan]),
            ax.plot(np.ma.array([1, 2, 3], mask=[0, 1, 0])),
            ax.plot([np.nan, np.nan], label="failed"),
            ax.plot([1, np.inf, 3]),
        ),
        ("4 lines (line 1, line 2, failed and line 4)", "failed has no values"),
        ("∞",),
    ),
    (
        "nothing on a log axis",
        lambda ax: (ax.plot([1, 2, 3], [-1, 10, 100]), ax.set_yscale("log")),
        ("from 10 at 2 to 100 at 3", "log scale"),
        ("−1",),
    ),
    ("empty", lambda ax: (ax.plot([]), ax.scatter([], [])), ("An empty panel.",), (UNREAD,)),
    (
        "axes off",
        lambda ax: (ax.plot([1, 2]), ax.set(xlabel="hid"), ax.set_axis_off()),
        (),
        ("hid",),
    ),
    (
        "thinned categories",
        lambda ax: (ax.plot(["a", "b", "c"], [1, 3, 2]), ax.set_xticks([0, 2])),
        ("highest 3 at b",),
        (),
        {"x": ["a", "b", "c"]},
    ),
    (
        "two names on a scale",
        lambda ax: (ax.plot([0, 0.25, 1], [1, 2, 3]), ax.set_xticks([0, 1], ["low", "high"])),
        ("from 1 at low to 3 at high",),
        (),
        {"x": ["low", 0.25, "high"]},
    ),
)
def test_matplotlib(case):
    run(case)


if hasattr(mpl.axes.Axes, "grouped_bar"):

    def test_grouped_bar():
        fig = Figure()
        fig.subplots().grouped_bar({"a": [1, 2], "b": [3, 4]}, tick_labels=["x", "y"])
        check(fig, Case("", None, ("2 categories (x and y) in 2 series (a and b)",)))


# Dates and times

DAYS = [dt.datetime(2024, 1, day) for day in (1, 2, 3)]
HOURS = [dt.datetime(2024, 1, 1, hour) for hour in (9, 10, 11)]


def with_formatter(formatter):
    def draw(ax):
        ax.plot(DAYS, [1, 3, 2])
        ax.xaxis.set_major_formatter(formatter(ax.xaxis.get_major_locator()))

    return draw


def of_pandas(index, **kwargs):
    return lambda ax: pd.Series([1.0, 3, 2], index=index, name="v").plot(ax=ax, **kwargs)


@cases(
    *(
        (name, with_formatter(made), ("1 at 2024-01-01 to 2 at 2024-01-03",), (), {"x": DAYS})
        for name, made in {
            "concise": mdates.ConciseDateFormatter,
            "auto": mdates.AutoDateFormatter,
            "own format": lambda _: mdates.DateFormatter("%b"),
        }.items()
    ),
    (
        "hours elsewhere",
        lambda ax: ax.plot(pd.DatetimeIndex(HOURS).tz_localize("America/New_York"), [1, 3, 2]),
        ("1 at 2024-01-01 09:00:00 to 2 at 2024-01-01 11:00:00",),
        (),
        {"x": HOURS},
    ),
    (
        "two named days",
        lambda ax: (ax.plot(DAYS, [1, 3, 2]), ax.set_xticks([DAYS[0]], ["new year"])),
        ("1 at new year to 2 at 2024-01-03",),
    ),
    (
        "values",
        lambda ax: ax.plot([1, 2, 3], [DAYS[0], DAYS[2], DAYS[1]]),
        ("from 2024-01-01 at 1 to 2024-01-02 at 3, highest 2024-01-03 at 2",),
        ("10¹⁵",),
        {"y": [DAYS[0], DAYS[2], DAYS[1]]},
    ),
    (
        "points",
        lambda ax: ax.scatter([1, 2, 3], DAYS),
        ("y runs from 2024-01-01 to 2024-01-03",),
        (),
        {"y": DAYS},
    ),
    (
        "bars",
        lambda ax: ax.bar(DAYS, [1, 3, 2]),
        ("3 categories (2024-01-01, 2024-01-02 and 2024-01-03)", "to 3 (2024-01-02)"),
        (),
        {"category": DAYS},
    ),
    (
        "bars side by side",
        lambda ax: [
            ax.bar([day + dt.timedelta(hours=at) for day in DAYS], [1, 3, 2], width=0.25)
            for at in (-3, 3)
        ],
        ("3 categories (2024-01-01, 2024-01-02 and 2024-01-03) in 2 series",),
        (),
        {"category": DAYS * 2},
    ),
    (
        "from day to day",
        lambda ax: ax.barh(["p", "q"], [dt.timedelta(days=1)] * 2, left=DAYS[:2]),
        ("Values run from 2024-01-02 (p) to 2024-01-03 (q)",),
        ("Stacked",),
        {"base": DAYS[:2], "value": DAYS[1:]},
    ),
    (
        "histogram",
        lambda ax: ax.hist([*DAYS, DAYS[2]], bins=[DAYS[0], DAYS[1], dt.datetime(2024, 1, 4)]),
        ("2 bins from 2024-01-01 to 2024-01-04", "3, runs from 2024-01-02 to 2024-01-04"),
        (),
        {"low": DAYS[:2], "value": [1, 3]},
    ),
    (
        "error bars",
        lambda ax: ax.errorbar(DAYS, [1, 3, 2], yerr=0.5),
        ("goes from 1 at 2024-01-01 to 2 at 2024-01-03",),
        (),
        {"x": DAYS},
    ),
    (
        "references",
        lambda ax: (
            ax.plot(DAYS, [1, 3, 2]),
            ax.axvline(DAYS[1], label="r"),
            ax.axvspan(*DAYS[:2]),
        ),
        ("A vertical line at 2024-01-02 marks r", "band from 2024-01-01 to 2024-01-02"),
        ("19,7",),
    ),
    *(
        (
            f"pandas, {freq}",
            of_pandas(pd.date_range("2024-01-01", periods=3, freq=freq)),
            (f"v goes from 1 at {first} to 2 at {last}, highest 3 at {middle}.",),
        )
        for freq, first, middle, last in (
            ("D", "2024-01-01", "2024-01-02", "2024-01-03"),
            ("B", "2024-01-01", "2024-01-02", "2024-01-03"),
            ("MS", "2024-01", "2024-02", "2024-03"),
            ("ME", "2024-01", "2024-02", "2024-03"),
            ("QS", "2024Q1", "2024Q2", "2024Q3"),
            ("YS", "2024", "2025", "2026"),
            ("h", "2024-01-01", "2024-01-01 01:00:00", "2024-01-01 02:00:00"),
            ("2h", "2024-01-01", "2024-01-01 02:00:00", "2024-01-01 04:00:00"),
            ("s", "2024-01-01", "2024-01-01 00:00:01", "2024-01-01 00:00:02"),
            (
                "W",
                "2024-01-01/2024-01-07",
                "2024-01-08/2024-01-14",
                "2024-01-15/2024-01-21",
            ),
        )
    ),
    ("pandas, days", of_pandas(pd.DatetimeIndex(DAYS)), (), (), {"x": DAYS}),
    (
        "pandas, periods",
        of_pandas(pd.period_range("2024-01", periods=3, freq="M")),
        ("from 1 at 2024-01 to 2 at 2024-03",),
        (),
        {"x": list(pd.period_range("2024-01", periods=3, freq="M"))},
    ),
    ("pandas, x_compat", of_pandas(pd.DatetimeIndex(DAYS), x_compat=True), (), (), {"x": DAYS}),
    (
        "pandas, durations",
        of_pandas(pd.to_timedelta([10, 20, 30], unit="h")),
        ("from 1 at 10:00:00 to 2 at 1 day 06:00:00",),
        (),
        {"x": [dt.timedelta(hours=hours) for hours in (10, 20, 30)]},
    ),
    (
        "pandas, times of day",
        of_pandas([dt.time(1), dt.time(2, 30), dt.time(4)]),
        ("from 1 at 01:00:00 to 2 at 04:00:00, highest 3 at 02:30:00",),
        (),
        {"x": [dt.time(1), dt.time(2, 30), dt.time(4)]},
    ),
    (
        "pandas, bars",
        of_pandas(pd.DatetimeIndex(DAYS), kind="bar"),
        ("3 categories (2024-01-01", "to 3 (2024-01-02"),
        ("19,7",),
    ),
    (
        "pandas, areas",
        lambda ax: pd.DataFrame(
            {"a": [1, 2], "b": [3, 4]}, index=pd.date_range("2024-01-01", periods=2, freq="MS")
        ).plot.area(ax=ax),
        ("2 filled areas (a and b)", "b goes from 4 at 2024-01 to 6 at 2024-02"),
        (),
        {"series": ["a", "a", "b", "b"], "y": [1, 2, 4, 6]},
    ),
)
def test_dates_and_times(case):
    run(case)


# pandas

FRAME = pd.DataFrame({"a": [1, 2, 3], "b": [3, 1, 2]}, index=["x", "y", "z"])
AB = ["a"] * 3 + ["b"] * 3


@cases(
    ("line", lambda ax: FRAME.plot(ax=ax), ("a goes from 1 at x to 3 at z",), (), {"series": AB}),
    (
        "bars",
        lambda ax: FRAME.plot.bar(ax=ax, yerr=0.5),
        ("Bars with whiskers: 3 categories (x, y and z) in 2 series (a and b)",),
        (),
        {"series": AB, "value": [1, 2, 3, 3, 1, 2], "low": [0.5, 1.5, 2.5, 2.5, 0.5, 1.5]},
    ),
    (
        "stacked",
        lambda ax: FRAME.plot.barh(ax=ax, stacked=True),
        ("Stacked bars: 3",),
        (),
        {"series": AB},
    ),
    ("histograms", lambda ax: FRAME.plot.hist(ax=ax, bins=3), ("in 2 series (a and b)",)),
    (
        "boxes",
        lambda ax: FRAME.plot.box(ax=ax),
        ("Box plot of 2 boxes (a and b)",),
        (),
        {"category": ["a", "b"], "median": [2, 2], "low": [1, 1], "q1": [1.5, 1.5]},
    ),
    ("points", lambda ax: FRAME.plot.scatter("a", "b", c="b", ax=ax), ("colour runs from 1 to 3",)),
    ("pie", lambda ax: FRAME["a"].plot.pie(ax=ax), ("x 17%, y 33% and z 50%",), ("Written",)),
    (
        "second axis",
        lambda ax: (
            FRAME.plot(ax=ax, secondary_y="b", mark_right=False),
            ax.set_ylabel("left"),
        ),
        (
            "1 line (a)",
            "On a second y axis: line chart with 1 line (b)",
            "Y axis: left",
            "b goes from 3 at x to 2 at z",
        ),
        ("Panel",),
    ),
    (
        "second axis alone",
        lambda ax: FRAME["a"].plot(ax=ax, secondary_y=True),
        ("Line chart with 1 line",),
        ("second", "Panel"),
    ),
)
def test_pandas(case):
    run(case)


# seaborn

TIPS = pd.DataFrame(
    [
        (day, sex, value, value * 10 + number, number)
        for day, sex, values in (
            ("Thu", "F", (1, 3)),
            ("Thu", "M", (2, 6)),
            ("Fri", "F", (4, 8)),
            ("Fri", "M", (5, 5)),
        )
        for number, value in enumerate(values)
    ],
    columns=["day", "sex", "bill", "tip", "n"],
)
MEANS = {"F": {"Thu": 2, "Fri": 6}, "M": {"Thu": 4, "Fri": 5}}
WHOLE = {"errorbar": ("pi", 100)}
"""Whiskers from the lowest to the highest."""


def sns_with(function, **kwargs):
    return lambda ax: getattr(sns, function)(TIPS, ax=ax, **kwargs)


BY_SEX = {"x": "day", "y": "bill", "hue": "sex"}
ACROSS = {"y": "day", "x": "bill", "hue": "sex"}
FF_MM = ["F", "F", "M", "M"]
ENDS = {"low": [1, 4, 2, 5], "high": [3, 8, 6, 5]}
GROUPS = "2 groups (F and M) at 2 categories (Thu and Fri)"


@cases(
    *(
        (
            f"bars, {caps}, {form['x']}",
            sns_with("barplot", capsize=caps, **form, **WHOLE),
            (
                "Bars with whiskers: 2 categories (Thu and Fri) in 2 series (F and M)",
                "to 6 (F, Fri)",
            ),
            (UNREAD, "Line chart"),
            {"series": FF_MM, "category": ["Thu", "Fri"] * 2, "value": [2, 6, 4, 5], **ENDS},
        )
        for caps in (0, 0.2)
        for form in (BY_SEX, ACROSS)
    ),
    *(
        (
            f"points with whiskers, {form['x']}, {style}",
            sns_with("pointplot", **form, **style, **WHOLE),
            ("Points with whiskers in 2 series (F and M) at 2 categories (Thu and Fri)",),
            (UNREAD, "Line chart", "Scatter"),
            {"series": FF_MM, "x": ["Thu", "Fri"] * 2, "center": [2, 6, 4, 5], **ENDS},
        )
        for form in (BY_SEX, ACROSS)
        for style in ({}, {"dodge": True, "capsize": 0.1, "linestyle": "none"})
    ),
    (
        "counts",
        sns_with("countplot", x="day", hue="sex"),
        ("in 2 series (F and M)", "All values are 2"),
        (),
        {"series": FF_MM},
    ),
    (
        "lines with bands",
        sns_with("lineplot", x="n", y="bill", hue="sex", errorbar=("pi", 100)),
        ("2 lines (F and M)", "2 filled areas (F and M)", "F goes from 2.5 at 0 to 5.5 at 1"),
        (),
        {"series": FF_MM, "y": [2.5, 5.5, 3.5, 5.5]},
    ),
    (
        "lines by colour and dashes",
        sns_with("lineplot", x="n", y="bill", hue="sex", style="day", errorbar=None),
        ("4 lines (F, Thu; F, Fri; M, Thu; and M, Fri)", "M, Thu goes from 2 at 0 to 6 at 1"),
    ),
    ("strips", sns_with("stripplot", **BY_SEX), (f"8 points in {GROUPS}", "Y runs from 1 to 8")),
    ("swarms", sns_with("swarmplot", dodge=True, **BY_SEX), (GROUPS,), ("series 1",)),
    ("one strip", sns_with("stripplot", x="day", y="bill"), ("8 points at 2",), ("group",)),
    *(
        (
            f"boxes, {form['x']}",
            sns_with("boxplot", **form),
            (
                "Box plot of 4 boxes (Thu and Fri) in 2 series (F and M)",
                "from 2 (F, Thu) to 6 (F, Fri)",
            ),
            (UNREAD,),
            {"series": FF_MM, "median": [2, 6, 4, 5], **ENDS},
        )
        for form in (BY_SEX, ACROSS)
    ),
    *(
        (
            f"violins, {inner}",
            sns_with("violinplot", inner=inner, **{**BY_SEX, "y": "tip"}),
            (f"4 violins (F and M) {UNREAD}",),
            ("Line chart", "Scatter"),
        )
        for inner in ("box", "quart")
    ),
    *(
        (
            f"histograms, {multiple}",
            sns_with("histplot", x="bill", hue="sex", multiple=multiple, bins=[0, 4.5, 9]),
            ("2 bins from 0 to 9 in 2 series (M and F)",),
            (),
            # F: 1, 3, 4 and 8; M: 2, 5, 5 and 6. seaborn draws the last first.
            {"series": ["M", "M", "F", "F"], "value": [1, 3, 3, 1]},
        )
        for multiple in ("layer", "stack")
    ),
    ("densities", sns_with("kdeplot", x="bill", hue="sex"), ("2 lines (M and F)",)),
    ("filled", sns_with("kdeplot", x="bill", hue="sex", fill=True), ("2 filled areas (M and F)",)),
    (
        "cumulated",
        sns_with("ecdfplot", x="bill", hue="sex"),
        ("2 lines (M and F)", "F goes from 0.25 at 1 to 1.00 at 8"),
        ("∞",),
    ),
    (
        "points",
        sns_with("scatterplot", x="bill", y="tip", hue="sex", style="day", size="n"),
        ("in 2 groups (F and M)", "points differ in size"),
        (),
        {"series": ["F"] * 4 + ["M"] * 4, "x": [1, 3, 4, 8, 2, 6, 5, 5]},
    ),
    (
        "names and numbers in cells",
        lambda ax: sns.heatmap(FRAME, ax=ax, annot=True),
        ("rows x, y and z; columns a and b", "from 1 (row x, column a) to 3"),
        ("Written",),
    ),
    (
        "fitted",
        lambda ax: sns.regplot(TIPS, x="bill", y="tip", ax=ax),
        ("Line chart with 1 line", "Scatter of 8 points", "1 filled area"),
    ),
)
def test_seaborn(case):
    run(case)


def test_panels_of_seaborn():
    grid = sns.catplot(TIPS, **{**BY_SEX, "hue": "n"}, col="sex", kind="bar", **WHOLE)
    text = describe(grid.figure)
    assert "Panel 1 of 2, “sex = F”: Bars: 2 categories (Thu and Fri) in 2 series (0 and 1)" in text
    assert list(figure_data(grid.figure)) == ["sex = F", "sex = M"]
    assert list(figure_data(grid.figure)["sex = M"]["value"]) == [2, 5, 6, 5]


def test_objects_of_seaborn():
    fig = Figure()
    plot = so.Plot(TIPS, x="day", y="bill", color="sex")
    plot.add(so.Bar(), so.Agg(), so.Dodge()).add(so.Dot(), so.Jitter(seed=0)).on(fig).plot()
    text = describe(fig)
    assert "Bars: 2 categories (Thu and Fri) in 2 series (F and M)" in text
    assert "Scatter of 8 points in 2 groups (F and M) at 2 categories" in text
    assert "function scale" not in text
    bars, points = figure_data(fig).values()
    told = bars.set_index(["series", "category"])["value"]
    assert {key: told[key] for key in told.index} == {
        (sex, day): mean for sex, means in MEANS.items() for day, mean in means.items()
    }
    assert sorted(points["y"]) == sorted(TIPS["bill"])


def test_grids_of_seaborn():
    joint = describe(sns.jointplot(TIPS, x="bill", y="tip").figure)
    assert joint.count("Histogram") == 2
    assert joint.count("Scatter of 8 points") == 1
    pairs = sns.pairplot(TIPS[["bill", "tip", "sex"]], hue="sex").figure
    assert describe(pairs).count("2 filled areas (M and F)") == 2
    assert describe(pairs).count("Scatter of 8 points in 2 groups (F and M)") == 2


# Parts of a figure


def twin(ax):
    ax.plot([1, 2])
    ax.set_ylabel("loss")
    other = ax.twinx()
    other.plot([3, 4], label="rate")
    other.set(ylabel="rate (1/s)", yscale="log")
    other.legend()


def second_scale_alone(ax):
    ax.plot([1, 2])
    ax.twinx().set_ylabel("rate")


def base_alone(ax):
    ax.set(title="Loss", xlabel="step")
    ax.twinx().plot([3, 4])


def third(ax):
    twin(ax)
    ax.twinx().bar([0, 1], [5, 6])


def colorbar(ax):
    image = ax.imshow([[1, 2], [3, 4]])
    beside = ax.figure.add_axes([0.9, 0.1, 0.02, 0.8])
    ax.figure.colorbar(image, cax=beside, label="loss")


def loose_colorbar(ax):
    ax.plot([1, 2])
    beside = ax.figure.add_axes([0.9, 0.1, 0.02, 0.8])
    ax.figure.colorbar(mpl.cm.ScalarMappable(), cax=beside, label="step")


def inset(ax):
    ax.plot([1, 2])
    ax.indicate_inset_zoom(ax.inset_axes([0.5, 0.5, 0.3, 0.3], xlim=(0, 1), ylim=(1, 2)))
    ax.child_axes[0].plot([1, 2])


def beside_primitives(ax):
    cp.grouped_delta_bars(ax, {"a": [1, 2], "b": [2, 3]}, tick_labels=["x", "y"])
    ax.plot([0, 1], [3, 4], label="trend")
    ax.annotate("see here", (0, 3), (0.5, 3.5))
    cp.legend(ax)


@cases(
    (
        "twin",
        twin,
        (
            "On a second y axis (rate (1/s), log scale): line chart with 1 line (rate)",
            "Y axis: loss",
            "The line goes from 1 at 0 to 2 at 1",
            "rate goes from 3 at 0 to 4 at 1",
        ),
        ("Panel",),
    ),
    ("second axis alone", second_scale_alone, ("Second y axis: rate",), ("Panel", "empty")),
    ("first axis alone", base_alone, ("Loss. Line chart", "X axis: step"), ("Panel", "second")),
    ("third axis", third, ("On a second y axis", "On a third y axis: bars: 2"), ("Panel",)),
    (
        "other x",
        lambda ax: (ax.plot([1, 2]), ax.twiny().plot([10, 20], [1, 2])),
        ("On a second x axis: line chart", "from 1 at 10 to 2 at 20"),
    ),
    (
        "second scale",
        lambda ax: (ax.plot([1, 2]), ax.secondary_xaxis("top").set_xlabel("miles")),
        ("Second x axis: miles",),
        ("Panel",),
    ),
    ("colorbar", colorbar, ("Heat map of 2 rows", "Colour: loss"), ("Panel",)),
    ("loose colorbar", loose_colorbar, ("1 line", "Colour: step"), ("Panel", "Heat map")),
    ("inset", inset, ("Panel 1 of 2: Line", "Panel 2 of 2: Line"), (UNREAD, "no marks")),
    (
        "beside primitives",
        beside_primitives,
        (
            "Grouped bars: 2 groups",
            "1 line (trend)",
            "trend goes from 3 at x to 4 at y",
            "Written on it: “see here”",
        ),
        ("+100%”", UNREAD),
    ),
)
def test_parts_of_a_panel(case):
    run(case)


def words(part, name: str) -> None:
    cp.headline(part, f"Title {name}", f"Finding {name}.")
    cp.footer(part, f"Note {name}.")
    part.supxlabel(f"step {name}")
    part.supylabel(f"loss {name}")


def test_words_of_subfigures_stand_with_their_panels():
    fig = Figure(figsize=(8, 6))
    left, right = fig.subfigures(1, 2)
    upper, lower = right.subfigures(2, 1)
    for number, part in enumerate((left, upper, lower)):
        for ax in part.subplots(1, 2):
            ax.plot([number, number])
    for part, name in ((fig, "0"), (left, "L"), (right, "R"), (upper, "U"), (lower, "D")):
        words(part, name)
    told = [
        "Title 0. Finding 0.",
        *("Title L. Finding L.", 1, 2),
        "X axis of these panels: step L. Y axis of these panels: loss L. Note L.",
        "Title R. Finding R.",
        *("Title U. Finding U.", 3, 4),
        "X axis of these panels: step U. Y axis of these panels: loss U. Note U.",
        *("Title D. Finding D.", 5, 6),
        "X axis of these panels: step D. Y axis of these panels: loss D. Note D.",
        "X axis of these panels: step R. Y axis of these panels: loss R. Note R.",
        "X axis of all panels: step 0. Y axis of all panels: loss 0. Note 0.",
    ]
    paragraphs = describe(fig).split("\n\n")
    assert len(paragraphs) == len(told)
    for paragraph, expected in zip(paragraphs, told, strict=True):
        if isinstance(expected, int):
            assert paragraph.startswith(f"Panel {expected} of 6: Line chart with 1 line.")
        else:
            assert paragraph == expected
    levels = [int(table["y"].iloc[0]) for table in figure_data(fig).values()]
    assert levels == [0, 0, 1, 1, 2, 2]


def test_a_hidden_subfigure_is_not_told():
    fig = Figure()
    left, right = fig.subfigures(1, 2)
    left.subplots().plot([1, 2])
    right.subplots().plot([3, 4])
    right.suptitle("hidden")
    right.set_visible(False)
    assert describe(fig) == "Line chart with 1 line. The line goes from 1 at 0 to 2 at 1."


def test_a_legend_of_the_figure_names_lines_in_all_panels():
    fig = Figure()
    first, second = fig.subplots(1, 2)
    lines = first.plot([[1, 2], [2, 3]])
    second.plot([5, 6])
    fig.legend(lines, ["one", "two"])
    one, two = figure_data(fig).values()
    assert list(one["series"]) == ["one", "one", "two", "two"]
    assert list(two["series"]) == ["one", "one"]


@pytest.mark.parametrize("shown", [True, False])
def test_titles_of_a_figure_and_its_only_panel_are_told(shown):
    fig = Figure()
    ax = fig.subplots()
    ax.plot([1, 2])
    ax.set_title("Panel")
    fig.suptitle("Figure").set_visible(shown)
    fig.figimage(np.zeros((2, 2)))
    text = describe(fig)
    assert text.startswith("Figure. Panel. Line" if shown else "Panel. Line")
    assert text.endswith("1 picture beside the panels.")


@pytest.mark.parametrize("engine", [None, "constrained", "tight", "compressed"])
def test_a_drawn_figure_reads_as_before(engine):
    fig = Figure(layout=engine)
    panels = fig.subplots(2, 3).flat
    FRAME.plot(ax=panels[0], secondary_y="b")
    of_pandas(pd.DatetimeIndex(DAYS))(panels[1])
    sns.barplot(TIPS, ax=panels[2], **BY_SEX, **WHOLE)
    panels[3].boxplot([[1, 2, 3, 9]])
    inset(panels[4])
    beside_primitives(panels[5])
    fig.legend()
    before, tables = describe(fig), figure_data(fig)
    fig.canvas.draw()
    assert describe(fig) == before
    for name, table in figure_data(fig).items():
        pd.testing.assert_frame_equal(table, tables[name])


def test_long_series_are_read_in_a_moment():
    fig = Figure()
    ax = fig.subplots()
    for number in range(200):
        ax.plot([number, number], [0, 1])
    assert "200 lines" in describe(fig)
