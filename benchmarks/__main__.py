"""Print what importing, drawing and labelling cost, as Markdown. Nothing here is a test."""

from __future__ import annotations

import argparse
import platform
import sys
from functools import partial
from importlib.util import find_spec

import matplotlib as mpl
import numpy as np

from benchmarks import charts, placement, timing

COUNTS = (10, 20, 40, 80, 160, 320, 640)
RANDOM = 40


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="runs of which the median is taken")
    runs = parser.parse_args().runs
    say(f"Python {platform.python_version()}, matplotlib {mpl.__version__}, median of {runs} runs.")
    imports(runs)
    drawing("One chart, made and drawn to Agg", charts.CHARTS, runs)
    drawing("Very many marks, made and drawn to Agg", charts.MANY, min(runs, 3))
    placing(runs)
    growth(runs)


def say(*lines: str) -> None:
    """Write lines to standard output at once: a run takes a while."""
    sys.stdout.write("\n".join((*lines, "")))
    sys.stdout.flush()


def row(*cells: object) -> None:
    """Write a row of a Markdown table."""
    say(f"| {' | '.join(str(cell) for cell in cells)} |")


def header(title: str, *columns: str) -> None:
    """Write a title and the head of a table."""
    say("", f"## {title}", "")
    row(*columns)
    row("---", *["---:"] * (len(columns) - 1))


def ms(seconds: float) -> str:
    """Return seconds as milliseconds."""
    return f"{1e3 * seconds:.1f} ms"


def imports(runs: int) -> None:
    """Tell what importing adds to matplotlib.pyplot, each time in a fresh process."""
    header("Import, beyond matplotlib.pyplot", "what", "adds")
    wanted = {
        "import cardplot": "import cardplot",
        "all public names": "import cardplot; [getattr(cardplot, n) for n in cardplot.__all__]",
        'style.use("cardplot.card")': 'import matplotlib; matplotlib.style.use("cardplot.card")',
    }
    for name, code in wanted.items():
        row(name, ms(timing.import_seconds(code, runs)))


def drawing(title: str, compared: dict[str, charts.Chart], runs: int) -> None:
    """Tell how long charts take, made and drawn, in three ways, and how long to draw them again."""
    header(
        title,
        *("chart", "cardplot", "by hand", "seaborn", "× by hand"),
        *("again", "by hand", "× by hand"),
    )
    for name, chart in compared.items():
        ours, ours_again = timing.draw_seconds(chart.ours, runs)
        by_hand, by_hand_again = timing.draw_seconds(chart.by_hand, runs)
        other = "–"
        if chart.seaborn is not None and find_spec("seaborn"):
            other = ms(timing.draw_seconds(chart.seaborn, runs)[0])
        row(
            *(name, ms(ours), ms(by_hand), other, f"{ours / by_hand:.2f}"),
            *(ms(ours_again), ms(by_hand_again), f"{ours_again / by_hand_again:.2f}"),
        )


def placing(runs: int) -> None:
    """Tell what placing adds to a drawing, beside the same figure with its labels put down."""
    header(
        "What placing adds to a drawing",
        *("chart", "first", "without", "adds", "labels alone"),
        *("again", "without", "adds", "labels alone"),
    )
    for layout in (None, "constrained", "tight"):
        for name, chart in charts.CHARTS.items():
            costs = placement.costs(placement.on_figure(chart.ours, layout), runs)
            cells = [
                (ms(cost.placing), ms(cost.plain), percent(cost.share), percent(cost.labels_share))
                for cost in costs
            ]
            row(f"{name}, {layout or 'no'} layout", *cells[0], *cells[1])
    found = []
    for seed in range(RANDOM):
        make, theme = placement.random_figure(seed)
        costs = placement.costs(make, 3, theme)
        found.append([share for cost in costs for share in (cost.share, cost.labels_share)])
    for name, share in (("median", 0.5), ("nine of ten below", 0.9)):
        cells = [percent(value) for value in np.quantile(found, share, axis=0)]
        row(f"{RANDOM} random figures, {name}", "", "", *cells[:2], "", "", *cells[2:])


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:+.0f}%"


def growth(runs: int) -> None:
    """Tell how the cost of labels grows with their number."""
    header(
        "Growth with the number of labels",
        *("labels", "delta bars, first", "again", "named points, first", "again"),
    )
    times: list[list[float]] = []
    for count in COUNTS:
        few = max(3, runs * 10 // count)
        times.append([])
        for make in (charts.many_deltas, charts.many_points):
            costs = placement.costs(placement.on_figure(partial(make, count=count)), few)
            times[-1] += [cost.placing for cost in costs]
        row(count, *map(ms, times[-1]))
    # Slopes between logarithms: 1 is linear. With few labels the axes outweigh them, and from
    # about 100 on no form fits, so that all are tried.
    for start in (0, COUNTS.index(160)):
        slopes = np.polyfit(np.log(COUNTS[start:]), np.log(times[start:]), 1)[0]
        row(f"exponent from {COUNTS[start]} on", *(f"{slope:.2f}" for slope in slopes))


if __name__ == "__main__":
    main()
