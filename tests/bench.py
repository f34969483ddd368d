"""How long importing, drawing and saving take: `make bench`. Prints the best of some runs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import matplotlib as mpl
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg

sys.path.insert(0, str(Path(__file__).parents[1]))

import cardplot as cp
from gallery import DATA, _figures

RUNS = 3


def best(work, runs=RUNS):
    """Time some runs of *work* and return the seconds of the fastest."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def import_seconds(code):
    def work():
        subprocess.run([sys.executable, "-c", code], check=True)

    return best(work, runs=5)


def main(names):
    mpl.use("agg")
    pyplot = import_seconds("import matplotlib.pyplot")
    both = import_seconds("import matplotlib.pyplot, cardplot")
    print(f"{'import cardplot, beyond pyplot':44}{1e3 * (both - pyplot):8.0f} ms")
    for name in names or _figures.names():
        script = _figures.script(name)
        data = script.load(DATA)

        def drawn(script=script, data=data):
            with style.context("cardplot.card", after_reset=True):
                fig = script.draw(data)
                FigureCanvasAgg(fig).draw()
            return fig

        def saved(script=script, data=data):
            with tempfile.TemporaryDirectory() as folder:
                cp.save(lambda: script.draw(data), Path(folder) / "figure")

        print(f"{name:44}{1e3 * best(drawn):8.0f} ms drawn {1e3 * best(saved, 1):8.0f} ms saved")


if __name__ == "__main__":
    main(sys.argv[1:])
