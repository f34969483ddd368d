"""Whatever comes in: the right thing is drawn, or an error of ours names what is wrong.

Hypothesis builds tables, texts, options and axes of every kind and calls every primitive with
them. The only errors ever seen are ours, the only warnings ours; nothing that the user has is
modified; and what lies on the Axes is what `.data` tells.
"""

from __future__ import annotations

import io
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from agreement import check_agreement
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from tables_of_any_kind import (
    Table,
    axes,
    axes_in,
    names,
    nonsense,
    options,
    plain_names,
    tables,
    texts,
)
from watched import called, watched

import cardplot as cp

# ---- sensible values of options; a nonsensical one comes now and then by itself

raw_tables = tables().map(lambda table: table.data)
format_specs = [None, "{:.2f}", ".1f", "{:+.1f} %", "%.3g", "{:,}", "$ {:.0f}_", str, "{", "{:q}"]
some_names = st.lists(names, max_size=4)


def many(count: int, of: Any = names) -> Any:
    """Return a strategy for lists of just so many items."""
    return st.lists(of, min_size=count, max_size=count, unique_by=str)


chosen = st.one_of(
    st.none(), plain_names, st.integers(-2, 3), st.lists(st.integers(0, 2), max_size=2)
)
colors = st.sampled_from(
    [None, "C1", "k", ["C0", "C3"], {"dense": "r"}, [["r", "g"], "b"], "card", (0, 0, 1, 0.5), "no"]
)
mixed_numbers = st.lists(
    st.one_of(st.floats(), st.integers(-5, 5), st.none()), min_size=1, max_size=4
)
orientation = ["vertical", "horizontal", "horizontal", "up"]
dates = pd.date_range("2024-01-01", periods=3)
bars = {
    "tick_labels": lambda n, _: many(n),
    "labels": lambda _, k: many(k),
    "positions": lambda n, _: st.one_of(
        mixed_numbers,
        many(n, st.integers(-3, 99)),
        many(n, st.floats(1e-3, 1e6)),
        st.sampled_from([dates, pd.date_range("2024-01-01", periods=n, freq="ME")]),
    ),
    "orientation": orientation,
    "width": st.floats(0.001, 5),
    "colors": colors,
    "hatches": st.sampled_from([None, "///", ["x", ""], {"dense": "."}, "?"]),
    "highlight": chosen,
}
seeds = {
    "center": ["mean", "median", "iqm", None, np.mean],
    "spread": ["sd", "se", "ci", "bootstrap", "range", "iqr", "wilson", None, np.std],
    "level": [0.95, 0.5, 0.999, 1, 95],
    "rng": st.one_of(st.integers(0, 9), st.just(np.random.default_rng(1))),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "stacked_share_bars": {
        **bars,
        "normalize": [True, False],
        "shares": st.one_of(st.just("fit"), st.none(), st.lists(st.integers(0, 2), max_size=3)),
        "share_format": format_specs,
        "rounding": ["nearest", "sum", "up"],
        "totals": lambda n, _: st.one_of(st.booleans(), st.just(str), many(n)),
        "total_format": format_specs,
    },
    "grouped_delta_bars": {
        **bars,
        **seeds,
        "bar_spacing": st.floats(0, 3),
        "errors": st.one_of(
            st.floats(0, 1e3),
            st.integers(0, 9),
            st.just("score"),
            raw_tables,
        ),
        "baseline": lambda _, k: st.one_of(st.integers(-k, k - 1), names),
        "delta": ["percent", "difference", "ratio", None, "log"],
        "delta_format": format_specs,
        "values": lambda n, k: st.one_of(st.booleans(), st.just(str), many(n, many(k))),
        "value_format": format_specs,
        "better": ["lower", "higher", None, ["lower"], {"dense": "higher"}, "more"],
        "noise": st.one_of(st.floats(0, 100), st.just("errors"), mixed_numbers),
    },
    "seed_errorbars": {
        **seeds,
        **{name: bars[name] for name in ("tick_labels", "labels", "orientation", "colors")},
        "seeds": [True, False, "auto"],
        "connect": [True, False],
        "dodge": st.one_of(st.booleans(), st.none(), st.floats(0, 1)),
        "band": st.one_of(
            st.just("median_spread"), st.tuples(st.floats(), st.floats()), st.just((0, 1))
        ),
        "point_labels": lambda n, k: st.one_of(
            many(n), many(n * k), st.just(lambda point: f"{point.x}"), names
        ),
        "show_n": [True, False, "auto"],
        "empty": st.one_of(texts, st.dictionaries(names, texts, max_size=2)),
        "markers": st.sampled_from(["o", ["o", "x"], {"dense": "$a$"}, "no", 3, "None"]),
    },
    "seed_curves": {
        **seeds,
        "labels": bars["labels"],
        "colors": colors,
        "seeds": [True, False],
        "smooth": st.sampled_from([2, 0.5, ("ema", 3), ("window", 1), ("window", 2, "centered")]),
        "align": ["interpolate", None],
        "linestyles": st.sampled_from(["--", ["-", ":"], {"dense": "-."}, (0, (1, 2)), "no"]),
        "names": ["end", "legend", None],
    },
    "hatched_heatmap": {
        "row_labels": lambda n, _: many(n),
        "column_labels": lambda _, k: many(k),
        "missing": st.sampled_from([0, [1, 2], np.isinf, lambda values: values < 0, [[True]], -1]),
        "values": lambda n, k: st.one_of(
            st.sampled_from(["fit", True, None]), many(n, st.lists(texts, min_size=k, max_size=k))
        ),
        "value_format": format_specs,
        "cmap": ["viridis", mpl.colormaps["RdBu"], "no"],
        "norm": st.sampled_from(["log", "symlog", "logit", "asinh", "linear", "no"]).flatmap(
            lambda name: st.sampled_from(
                [name, mpl.colors.Normalize(0, 1), mpl.colors.LogNorm(), mpl.colors.NoNorm()]
            )
        ),
        "vmin": st.floats(-10, 10),
        "vmax": st.floats(),
        "center": st.one_of(st.just(0), st.floats()),
        "hatch": ["///", "", None, "x", "?"],
        "colorbar": st.one_of(
            st.booleans(), texts, st.fixed_dictionaries({"label": texts, "format": nonsense})
        ),
        "missing_name": st.one_of(texts, st.none()),
        "row_groups": st.dictionaries(
            names, st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=2
        ),
        "square": [True, False, None],
    },
    "floor_line": {
        "axis": ["x", "y", "z"],
        "value_format": [*format_specs, True],
        "color": colors,
        "linestyle": ["-", "--", (0, (1, 2)), "no"],
        "linewidth": [0.5, 3, None],
        "loc": ["left", "right", "top", "center", "start", "end", "auto", "no"],
    },
    "callout": {"color": colors},
    "end_labels": {
        "labels": st.one_of(some_names, st.dictionaries(names, names, max_size=2)),
        "lines": st.sampled_from([None, [], [Line2D([0], [1])]]),
    },
    "point_labels": {"color": colors, "radius": st.floats(0, 9)},
    "legend": {
        "loc": st.one_of(st.sampled_from(["auto", "inside", "above", "right", "best"]), nonsense),
        "title": texts,
        "ncols": [1, 2, 3],
        "frameon": [True, False],
    },  # the others are matplotlib's to refuse
    "headline": {"finding": st.one_of(texts, st.none())},
    "footer": {"align": ["left", "center", "right", "justify"]},
    "group_names": {},
}
OPTIONS["floor_band"] = {
    "center": st.floats(-9, 9),
    "center_label": texts,
    **{name: OPTIONS["floor_line"][name] for name in ("axis", "value_format", "color", "loc")},
}
PLOTS = (
    "stacked_share_bars",
    "grouped_delta_bars",
    "seed_errorbars",
    "seed_curves",
    "hatched_heatmap",
)
places = st.one_of(
    st.floats(-5, 5),
    st.integers(0, 3),
    st.floats(),
    st.sampled_from([1e300, -1e-300, dates[0], "dense", "nope", None, pd.NA, True, 2**70]),
)
any_text = st.one_of(texts, texts, texts, nonsense)


# ---- calls


@dataclass(frozen=True)
class Call:
    """A call of a primitive."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    table: Table | None = None

    @property
    def plain_words(self) -> bool:
        """Whether the words in it are ours, and not its user's."""
        return not {"values", "delta_format", "value_format"} & set(self.kwargs)

    def on(self, ax: Any) -> tuple[Any, str]:
        """Call it, on an Axes or its figure; return what came, or why it was refused."""
        whole = self.name == "footer" or (self.name == "headline" and len(self.args[0]) % 2)
        args = self.args
        if self.table is not None and self.table.form == "summary":
            summary, refused = called(cp.SeedSummary, **self.table.data)
            if refused:
                return None, refused
            args = (summary,)
        return called(getattr(cp, self.name), ax.figure if whole else ax, *args, **self.kwargs)


summaries = st.builds(
    lambda center, more: {"center": center, **more},
    tables(("positive", "plain", "gaps", "trials", "extreme")).map(lambda table: table.data),
    options(
        {
            "low": tables(("plain", "gaps")).map(lambda table: table.data),
            "high": tables(("positive",)).map(lambda table: table.data),
            "spread": st.one_of(st.floats(0, 5), raw_tables),
            "n": st.one_of(st.integers(0, 5), mixed_numbers),
            "kind": ["sd", "ci", "wilson", "90% credible interval", "$"],
            "x": st.one_of(mixed_numbers, some_names),
        },
        2,
    ),
)


@st.composite
def calls(draw: Any, name: str) -> Call:
    """Draw a call of one primitive."""
    table = draw(tables()) if name in PLOTS else Table(None)
    more = draw(options(OPTIONS[name], shape=table.shape, wild=name != "legend"))
    if name in PLOTS:
        if name == "seed_errorbars" and draw(st.integers(0, 4)) == 0:
            table = Table(draw(summaries), form="summary")
        columns = {} if name == "hatched_heatmap" else table.columns
        return Call(name, (table.data,), {**columns, **more}, table)
    if name == "floor_line":
        args: Any = (draw(places), draw(st.one_of(st.none(), any_text)))
    elif name == "floor_band":
        args = (draw(places), draw(places), draw(st.one_of(st.none(), any_text)))
    elif name == "callout":
        args = (draw(places), draw(places), draw(any_text))
    elif name == "point_labels":
        count = draw(st.integers(0, 4))
        numbers = st.lists(places, min_size=count, max_size=count)
        args = (draw(numbers), draw(numbers), draw(st.lists(any_text, max_size=4)))
        if draw(st.booleans()):
            args = (list(range(count)), list(range(count)), [draw(texts) for _ in range(count)])
    elif name == "group_names":
        spans = st.dictionaries(any_text.filter(_hashable), st.tuples(places, places), max_size=3)
        args = (draw(st.one_of(spans, st.just({"a": (0, 1), "$b": (2, 3)}), nonsense)),)
    elif name in ("headline", "footer"):
        args = (draw(texts),)
    else:
        args = ()
    return Call(name, args, more)


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


CHANGES = ("nothing", "nothing", "log", "size", "invert", "limits", "remove", "twice", "hands")


@dataclass(frozen=True)
class Case:
    """A figure of any kind."""

    where: tuple[str, tuple[float, float], str | None]
    first: Call
    others: tuple[Call, ...]
    change: str
    output: str
    tight: bool

    @property
    def crowded(self) -> bool:
        """Whether there may be no room: little of it, endless words, units of equal size."""
        said = repr((self.first, *self.others))
        endless = "W" * 99 in said or "word " * 99 in said
        return endless or self.where[0] == "aspect" or min(self.where[1]) < 2.5


@st.composite
def cases(draw: Any, name: str) -> Case:
    """Draw a figure that one primitive is called on, and others after it."""
    others = draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=2))
    if name not in PLOTS:
        others = [draw(st.sampled_from(PLOTS)), *others[:1]]
    return Case(
        draw(axes),
        draw(calls(name)),
        tuple(draw(calls(other)) for other in others),
        draw(st.sampled_from(CHANGES)),
        draw(st.sampled_from(["png", "png", "png", "svg", "pdf"])),
        draw(st.booleans()),
    )


def marks_on(ax: Any) -> list[Any]:
    return [*ax.lines, *ax.patches, *ax.collections, *ax.texts, *ax.containers, *ax.images]


def check(case: Case, *, draws: bool) -> None:
    """Call, look at what came, and perhaps draw and save."""
    ax = axes_in(*case.where)
    # What isn't a plot names what is there: it comes last.
    order = (case.first, *case.others) if case.first.name in PLOTS else (*case.others, case.first)
    results = []
    for call in order:
        before = marks_on(ax)
        result, refused = call.on(ax)
        if refused:
            assert marks_on(ax) == before, f"refused, but something was drawn: {refused}"
        else:
            results.append(result)
            check_agreement(call, result)
    if draws and results:
        _draw(ax, case, results)


def _draw(ax: Any, case: Case, results: list[Any]) -> None:
    with warnings.catch_warnings():  # what matplotlib has to say about a user's change
        warnings.simplefilter("ignore")
        _change(ax, case.change, results)
    figure = ax.figure
    with watched(crowded=case.crowded):
        figure.savefig(
            io.BytesIO(), format=case.output, dpi=50, bbox_inches="tight" if case.tight else None
        )
        if case.change == "twice":
            _by_hand(ax)
            figure.canvas.draw()
        assert isinstance(cp.describe(figure), str)
        for table in cp.figure_data(figure).values():
            assert isinstance(table, pd.DataFrame)
    for result in results:
        if isinstance(result, cp._results.Drawn):
            assert result.caption.endswith((".", "…", "%"))


def _change(ax: Any, change: str, results: list[Any]) -> None:
    if change == "log":
        _make_log(ax)
    elif change == "size":
        ax.figure.set_size_inches(4, 2)
    elif change == "invert" and hasattr(ax, "invert_xaxis"):
        ax.invert_xaxis()
    elif change == "limits":
        ax.set_xlim(0.2, 1.2)
    elif change == "hands":
        _by_hand(ax)
    if change in ("remove", "hands"):
        results[0].remove()


HANDS = (
    lambda artist: artist.remove(),
    lambda artist: artist.set_visible(False),
    lambda artist: artist.set(alpha=0.5, zorder=9),
    lambda artist: artist.set(position=(5, 5)) if isinstance(artist, Text) else None,
    lambda artist: artist.set(text="$\n", rotation=45) if isinstance(artist, Text) else None,
    lambda artist: None,
    lambda artist: None,
)


def _by_hand(ax: Any) -> None:
    """Take off, hide, restyle, move or leave alone what is on an Axes, one after the other."""
    for number, artist in enumerate([*ax.texts, *ax.lines, *ax.patches, *ax.collections]):
        HANDS[number % len(HANDS)](artist)


def _make_log(ax: Any) -> None:
    """Make an axis logarithmic, unless matplotlib by itself can't draw that."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            ax.set_yscale("log")
            ax.autoscale_view()
            ax.yaxis.get_major_formatter().format_ticks(ax.yaxis.get_majorticklocs())
            low, high = ax.get_ybound()
            _ = high / low  # Between limits that far apart, some panels have a tick at infinity.
        except (ValueError, OverflowError, Warning):
            ax.set_yscale("linear")


# ---- the runs

steady = settings(phases=[Phase.explicit, Phase.generate, Phase.shrink])
NAMES = (*PLOTS, "floor_line", "floor_band", "callout", "point_labels", "end_labels")
WORDS = ("legend", "headline", "footer", "group_names")


@pytest.mark.parametrize("name", [*NAMES, *WORDS])
def test_any_call_is_answered_or_refused(name):
    @settings(steady, max_examples=40 if name in PLOTS else 8)
    @given(cases(name))
    def run(case):
        check(case, draws=False)

    run()


@pytest.mark.parametrize("name", [*NAMES, *WORDS])
def test_any_figure_is_drawn(name):
    @settings(steady, max_examples=6 if name in PLOTS else 2)
    @given(cases(name))
    def run(case):
        check(case, draws=True)

    run()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *WORDS])
def test_thousands_of_figures_are_drawn(name):
    @settings(steady, max_examples=1750 if name in PLOTS else 335)
    @given(cases(name))
    def run(case):
        check(case, draws=True)

    run()


# ---- functions without an Axes

anything = st.one_of(nonsense, texts, st.floats(), st.integers(), raw_tables)
FUNCTIONS = {
    "number": (anything, st.sampled_from(format_specs)),
    "change": (
        anything,
        st.one_of(st.sampled_from(["percent", "difference", "ratio"]), anything),
        st.sampled_from(format_specs),
    ),
    "palette": (anything,),
    "role": (anything, colors),
    "colormap": (st.one_of(st.sampled_from(["sequential", "diverging"]), anything), colors),
    "contrast": (st.one_of(colors, anything), colors),
    "readable": (st.one_of(colors, anything), colors),
    "text_color": (st.one_of(colors, anything),),
    "shared_norm": (raw_tables, raw_tables),
    "describe": (anything,),
    "figure_data": (anything,),
    "summarize_seeds": (raw_tables,),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_any_argument_is_answered_or_refused(name):
    @settings(steady, max_examples=20)
    @given(st.tuples(*FUNCTIONS[name]))
    def run(args):
        called(getattr(cp, name), *args)

    run()


def drawn_figure() -> Figure:
    figure = Figure(figsize=(2, 1.5))
    cp.stacked_share_bars(figure.subplots(), {"a_$": [1, 2]})
    return figure


@settings(steady, max_examples=12)
@given(
    options(
        {
            "formats": ["png", ["svg", "pdf"], "gif", []],
            "themes": ["card", ["card", "dark"], {"a/b": "card"}, "no", [("card", "column")]],
            "dpi": [30, 20.5, 0, -3],
            "alt": texts,
            "data": st.one_of(st.booleans(), st.just({"$": pd.DataFrame({"a": [1]})})),
            "metadata": st.dictionaries(
                st.sampled_from(["Title", "Author", "Nope"]), any_text, max_size=2
            ),
        }
    ),
    st.one_of(st.just("name"), texts.filter(lambda text: "/" not in text), nonsense),
    st.sampled_from([drawn_figure, drawn_figure, None, 3, lambda: None]),
)
def test_any_file_is_saved_or_refused(more, name, figure):
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / name) if isinstance(name, str) and name else name
        if path is None or isinstance(path, str):
            saved, _ = called(cp.save, figure, path, **more)
            for written in () if saved is None else saved.paths:
                assert written.stat().st_size
