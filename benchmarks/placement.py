"""What placing labels adds to a drawing: the same figure with all of its labels put down."""

from __future__ import annotations

import pickle
import sys
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter

from cardplot._heatmap.settler import Settler
from cardplot._labels import LabelLayer
from cardplot._labels.ticks import NameFormatter
from cardplot._layout import Conductor

THEME = "cardplot.card"
PLACERS = (Conductor, LabelLayer, Settler)


@dataclass(frozen=True)
class Cost:
    """Seconds of a drawing with placement, of labels in it, and of the same drawing without."""

    placing: float
    labels: float
    plain: float

    @property
    def share(self) -> float:
        """What placing adds, arranging panels included, as a share of the drawing without."""
        return self.placing / self.plain - 1

    @property
    def labels_share(self) -> float:
        """What labels alone take, as a share of the drawing without."""
        return self.labels / self.plain


def costs(make: Callable[[], Figure], runs: int, theme: str = THEME) -> tuple[Cost, Cost]:
    """Return what the first drawing of a figure costs, and what another; medians of *runs*.

    *make* returns a new figure each time. The first drawing without placement is that of a copy
    that was never drawn.
    """
    with warnings.catch_warnings(), style.context(theme):
        warnings.simplefilter("ignore")
        placing, plain = make(), make()
        seconds(placing)
        seconds(plain)
        put_down(plain)
        copied = pickle.dumps(plain)
        seconds(plain)
        # By turns: what else the machine does is the same for all.
        times = [
            (
                *seconds_of_labels(make()),
                seconds(never_drawn(copied)),
                *seconds_of_labels(placing),
                seconds(plain),
            )
            for _ in range(runs)
        ]
    medians = [median(column) for column in zip(*times, strict=True)]
    return Cost(*medians[:3]), Cost(*medians[3:])


def put_down(figure: Figure) -> None:
    """Make plain matplotlib of a figure that was drawn: all that was placed stays where it is.

    The artists that place are taken off, names of categories become fixed strings, limits are
    kept, and a layout engine keeps the room that it was told of.
    """
    engine = figure.get_layout_engine()
    if engine is not None and "rect" in engine.get():
        engine.set(rect=tuple(engine.get()["rect"]))  # type: ignore[call-arg]
    for artist in figure.findobj(lambda artist: isinstance(artist, PLACERS)):
        artist.remove()
    for axes in figure.axes:
        axes.autoscale(enable=False)
        for axis in (axes.xaxis, axes.yaxis):
            formatter = axis.get_major_formatter()
            if isinstance(formatter, NameFormatter):
                names = formatter.format_ticks(axis.get_majorticklocs())
                axis.set_major_formatter(FixedFormatter(names))


def seconds(figure: Figure) -> float:
    """Return the seconds of one drawing."""
    start = process_time()
    figure.canvas.draw()
    return process_time() - start


def seconds_of_labels(figure: Figure) -> tuple[float, float]:
    """Return the seconds of one drawing, and those in it in which labels are placed."""
    spent: list[float] = []

    def timed(name: str) -> Callable[..., None]:
        real = getattr(LabelLayer, name)

        def placing(*args: Any) -> None:
            start = process_time()
            real(*args)
            spent.append(process_time() - start)

        return placing

    with ExitStack() as stack:
        for name in ("settle", "reserve"):
            stack.enter_context(patch.object(LabelLayer, name, timed(name)))
        return seconds(figure), sum(spent)


def never_drawn(copied: bytes) -> Figure:
    """Return a copy of a figure, on a canvas of its own, with its ticks still to be made."""
    figure: Figure = pickle.loads(copied)
    FigureCanvasAgg(figure)
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            axis.reset_ticks()
    return figure


def on_figure(make: Callable[[Axes], Any], layout: Any = None) -> Callable[[], Figure]:
    """Return a function that makes a figure with the chart that *make* draws on an Axes."""

    def made() -> Figure:
        figure = Figure(figsize=(6, 4), layout=layout)
        FigureCanvasAgg(figure)
        make(figure.subplots())
        return figure

    return made


def random_figure(seed: int) -> tuple[Callable[[], Figure], str]:
    """Return a function that makes one of the random figures of the tests, and its theme."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    import random_figures  # type: ignore[import-not-found]

    sys.path.pop()
    case = random_figures.case_of(seed)
    return lambda: random_figures.draw(case)[0], case.theme
