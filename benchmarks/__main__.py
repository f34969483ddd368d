"""Print what importing, drawing and labelling cost, as Markdown. Nothing here is a test."""

from __future__ import annotations

import argparse
import platform
import sys
from functools import partial
from importlib.util import find_spec

import matplotlib as mpl

from benchmarks import charts, timing


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="runs of which the median is taken")
    runs = parser.parse_args().runs
    say(f"Python {platform.python_version()}, matplotlib {mpl.__version__}, median of {runs} runs.")
    imports(runs)
    drawing(runs)
    labels(runs)
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


def drawing(runs: int) -> None:
    """Tell how long a chart takes, made and drawn, in three ways."""
    header(
        "One chart, made and drawn to Agg", "chart", "cardplot", "by hand", "seaborn", "× by hand"
    )
    for name, chart in charts.CHARTS.items():
        ours = timing.draw_seconds(chart.ours, runs)
        by_hand = timing.draw_seconds(chart.by_hand, runs)
        other = "–"
        if chart.seaborn is not None and find_spec("seaborn"):
            other = ms(timing.draw_seconds(chart.seaborn, runs))
        row(name, ms(ours), ms(by_hand), other, f"{ours / by_hand:.1f}")


def labels(runs: int) -> None:
    """Tell what placing labels costs at each draw of a chart that exists already."""
    header("Labels at each draw", "chart", "with labels", "without", "labels", "a label")
    for name, chart in charts.CHARTS.items():
        labelled, count = timing.redraw_seconds(chart.ours, runs)
        bare, _ = timing.redraw_seconds(chart.bare, runs)
        each = ms((labelled - bare) / count) if count else "–"
        row(name, ms(labelled), ms(bare), count, each)


def growth(runs: int) -> None:
    """Tell how the cost of labels grows with their number."""
    header("Growth with the number of labels", "labels", "delta bars", "named points")
    for count in (10, 40, 160):
        few = max(3, runs * 10 // count)
        cells = [
            timing.draw_seconds(partial(make, count=count), few)
            for make in (charts.many_deltas, charts.many_points)
        ]
        row(count, *map(ms, cells))


if __name__ == "__main__":
    main()
