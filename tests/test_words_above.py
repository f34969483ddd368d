"""Words above and beside panels keep off ticks, labels and each other, under every engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure, FigureBase
from matplotlib.legend import Legend
from matplotlib.text import Text
from random_figures import overlap

import cardplot as cp

ENGINES = (None, "constrained", "compressed", "tight")


def twin(ax):
    ax.twiny().set(xlim=(0, 10), xlabel="upper label")


def secondary(ax):
    ax.secondary_xaxis("top", functions=(np.copy, np.copy)).set_xlabel("upper label")


def moved_up(ax):
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel("upper label")


def on_both_sides(ax):
    ax.tick_params(labeltop=True)


def everything(ax):
    cp.headline(ax.figure, "Title of the figure", "The finding of the figure.")
    cp.headline(ax, "Title of the panel", "The finding of the panel")
    cp.legend(ax, loc="above")
    cp.footer(ax.figure, "A note.")


WORDS = {
    "headline": lambda ax: cp.headline(ax, "Title of the panel", "The finding of the panel"),
    "title": lambda ax: ax.set_title("A plain title"),
    "legend": lambda ax: cp.legend(ax, loc="above"),
    "groups": lambda ax: cp.group_names(ax, {"first": (0, 1), "second": (2, 2)}),
    "line": lambda ax: [cp.floor_line(ax, x, f"limit {x}", axis="x") for x in (0.45, 0.5)],
    "everything": everything,
}


def words_of(figure: Figure) -> list[Text]:
    """Return every text that is drawn, ticks within their limits among them."""
    found = []
    for axes in [*figure.axes, *(child for a in figure.axes for child in a.child_axes)]:
        for axis in (axes.xaxis, axes.yaxis):
            if not (axes.axison and axis.get_visible()):
                continue
            low, high = sorted(axis.get_view_interval())
            ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            found += [label for tick in ticks for label in (tick.label1, tick.label2)]
            found.append(axis.label)
        found += [child for child in axes.get_children() if isinstance(child, Text)]
    for container in figure.findobj(lambda one: isinstance(one, FigureBase)):
        found += container.texts
    found += [text for legend in figure.findobj(Legend) for text in legend.get_texts()]
    unique = {id(text): text for text in found}.values()
    return [text for text in unique if text.get_visible() and text.get_text().strip()]


def check(figure: Figure) -> None:
    figure.canvas.draw()
    texts = words_of(figure)
    boxes = [Text.get_window_extent(text) for text in texts]
    for text, box in zip(texts, boxes, strict=True):
        assert min(box.min) > -1, text.get_text()
        assert max(box.max - figure.bbox.size) < 1, text.get_text()
    for (one, a), (two, b) in itertools.combinations(zip(texts, boxes, strict=True), 2):
        assert not overlap(a, b), f"{one.get_text()!r} on {two.get_text()!r}"


def figure_of(engine, size=(5.0, 3.6)) -> Figure:
    figure = Figure(figsize=size, layout=engine)
    FigureCanvasAgg(figure)
    return figure


def bars(axes: Axes) -> Axes:
    values = {"a": [1, 2, 3], "b": [2, 1, 4]}
    cp.grouped_delta_bars(axes, values, tick_labels=["one", "two", "three"])
    return axes


CASES = [(kind, words) for kind in (twin, moved_up) for words in WORDS]
CASES += [
    (kind, words) for kind in (secondary, on_both_sides) for words in ("groups", "everything")
]


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
@pytest.mark.parametrize(("on_top", "words"), CASES)
def test_words_stand_above_ticks_and_labels_at_the_top(on_top, words, engine):
    figure = figure_of(engine)
    axes = bars(figure.add_subplot())
    on_top(axes)
    WORDS[words](axes)
    check(figure)
    upper = max(label.get_window_extent().y1 for label in tops(axes))
    for text in words_of(figure):
        name = text.get_text()
        if name.startswith(("Title", "The finding", "A plain", "first", "second", "limit")):
            box = text.get_window_extent()
            assert box.y1 < axes.bbox.y1 or box.y0 > upper - 1, name


def tops(axes: Axes) -> list[Text]:
    """Return the labels at the top of a panel."""
    found = [one.xaxis.label for one in (*axes.figure.axes, *axes.child_axes)]
    ticks = [tick.label2 for one in axes.figure.axes for tick in one.xaxis.get_major_ticks()]
    texts = [text for text in (*found, *ticks) if text.get_visible() and text.get_text()]
    return [text for text in texts if text.get_window_extent().y0 > axes.bbox.y1]


@pytest.mark.parametrize("engine", ENGINES)
def test_twins_stay_at_one_place(engine):
    figure = figure_of(engine)
    axes = bars(figure.add_subplot())
    other = axes.twiny()
    everything(axes)
    places = []
    for _ in range(3):
        figure.canvas.draw()
        places.append(axes.get_position().extents)
        np.testing.assert_allclose(other.get_position().extents, places[-1], atol=1e-6)
    np.testing.assert_allclose(places[1:], places[:-1], atol=1e-3)


@pytest.mark.parametrize("engine", ENGINES)
def test_words_of_subfigures_keep_off_those_of_the_figure(engine):
    figure = figure_of(engine, (8.0, 4.5))
    for part in figure.subfigures(1, 2):
        bars(part.subplots())
        cp.headline(part, "A part", "The finding of a part")
        cp.footer(part, "The note of a part, which is somewhat longer.")
    cp.headline(figure, "The whole", "The finding of all")
    cp.footer(figure, "The note of all.")
    check(figure)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_labels_of_a_figure_keep_off_its_panels_and_our_words(engine):
    figure = figure_of(engine, (6.0, 4.0))
    for axes in figure.subplots(1, 2):
        bars(axes).set_ylabel("value")
    figure.supylabel("the y label of all")
    figure.supxlabel("the x label of all")
    figure.suptitle("the title of all")
    cp.legend(figure)
    cp.footer(figure, "A note.")
    check(figure)
