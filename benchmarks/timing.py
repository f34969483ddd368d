"""How things are timed: medians of processor time, every chart on a new figure, drawn to Agg."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

IMPORT = """
import matplotlib.pyplot
from time import process_time
start = process_time()
{code}
print(process_time() - start)
"""


def import_seconds(code: str, runs: int) -> float:
    """Return the seconds that *code* takes after matplotlib.pyplot is there."""
    return median(
        float(
            subprocess.run(
                [sys.executable, "-c", IMPORT.format(code=code)],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for _ in range(runs)
    )


def draw_seconds(make: Callable[[Axes], Any], runs: int) -> tuple[float, float]:
    """Return the seconds that making and drawing a chart takes, and drawing it again."""

    def once() -> tuple[float, float]:
        canvas: Any = FigureCanvasAgg(Figure(figsize=(6, 4)))
        axes = canvas.figure.subplots()
        start = process_time()
        make(axes)
        canvas.draw()
        made = process_time()
        canvas.draw()
        return made - start, process_time() - made

    with style.context("cardplot.card"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        once()
        first, again = zip(*(once() for _ in range(runs)), strict=True)
        return median(first), median(again)
