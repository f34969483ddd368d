"""Figures come and go, and leave nothing behind."""

from __future__ import annotations

import copy
import gc
import io
import os
import random
import sys
import tracemalloc
import warnings
import weakref
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.projections import get_projection_names
from matplotlib.scale import get_scale_names
from primitives import ALL

import cardplot as cp

NAMES = ("one", "two", "three")
FORMATS = ("png", "svg", "pdf")
ENGINES = ("constrained", "tight", None)


def figure(draw, engine="constrained"):
    made = Figure(figsize=(5, 4), dpi=50, layout=engine)
    draw(made.subplots(), NAMES)
    return made


def draw_and_drop(count):
    """Draw, save and describe figures; return how many were still there after one collection."""
    made = []
    for index in range(count):
        one = figure(list(ALL.values())[index % len(ALL)], ENGINES[index % 3])
        one.savefig(io.BytesIO(), format=FORMATS[index // 3 % 3])
        cp.describe(one)
        cp.figure_data(one)
        made.append(weakref.ref(one))
        made += [weakref.ref(panel) for panel in one.axes]
    del one
    gc.collect()
    return sum(reference() is not None for reference in made)


def kept():
    """Return how many objects of matplotlib's classes and ours there are.

    Fonts, and sizes of texts by font, are in caches of matplotlib's that have a limit.
    """
    kinds = (type(one) for one in gc.get_objects())
    homes = [str(k.__module__).partition(".")[0] for k in kinds if k is not FontProperties]
    return homes.count("matplotlib") + homes.count("cardplot")


def state():
    """Return what is the same for all figures of a process."""
    units = {kind: type(converter) for kind, converter in mpl.units.registry.items()}
    return {
        "rcParams": dict(mpl.rcParams),
        "pyplot": plt.get_fignums(),
        "filters": list(warnings.filters),
        # The old global state is what somebody else's draws depend on.
        "numpy": str(np.random.get_state()),  # noqa: NPY002
        "random": random.getstate(),
        "numpy errors": np.geterr(),
        "units": units,
        "registries": (list(mpl.colormaps), get_scale_names(), get_projection_names()),
        "fonts": len(fontManager.ttflist),
        "pandas": pd.get_option("mode.copy_on_write") if pd.__version__ < "3" else None,
    }


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def test_figures_come_and_go():
    figures = 2 * len(ALL)
    draw_and_drop(len(ALL))
    before, objects = state(), kept()
    assert draw_and_drop(figures) == 0
    assert kept() == objects
    after = state()
    for name, value in before.items():
        assert after[name] == value, name


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads resident memory as Linux tells it")
def test_a_thousand_figures_take_no_memory():
    draw_and_drop(100)
    tracemalloc.start()
    try:
        draw_and_drop(50)
        before, objects, resident = tracemalloc.get_traced_memory()[0], kept(), rss()
        for _ in range(20):
            assert draw_and_drop(50) == 0
        assert kept() == objects
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
        assert rss() - resident < 20e6
    finally:
        tracemalloc.stop()


def rss():
    """Return the memory that is resident, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_saving_puts_everything_back(tmp_path):
    figure(ALL["titles"])  # What matplotlib itself sets up at first use.
    before = state()
    cp.save(lambda: figure(ALL["titles"]), tmp_path / "f", dpi=30)
    with pytest.raises(ZeroDivisionError):
        cp.save(lambda: 1 / 0, tmp_path / "g")
    after = state()
    for name, value in before.items():
        assert after[name] == value, name


@pytest.mark.skipif(sys.platform != "linux", reason="lists open files as Linux does")
def test_no_file_stays_open(tmp_path):
    def opened():
        return sorted(path.name for path in Path("/proc/self/fd").iterdir())

    gc.collect()  # what other tests dropped is closed before, not meanwhile
    before = opened()
    cp.save(lambda: figure(ALL["shares"]), tmp_path / "f", dpi=30, themes="card")
    assert opened() == before


def inputs():
    """Return data that a careless hand would sort, fill, convert or normalise in place."""
    values = np.array([[3.0, 1.0], [np.nan, 2.0], [5.0, 4.0]])
    frame = pd.DataFrame(values, index=["b", "a", "c"], columns=["y", "x"])
    long = frame.reset_index(names="k").melt("k", var_name="s", value_name="v")
    masked = np.ma.masked_invalid(values)
    return {
        "array": (values, {}),
        "integers": (np.array([[3, 1], [1, 2], [2, 2]]), {}),
        "masked": (masked, {}),
        "frame": (frame, {}),
        "nullable": (frame.convert_dtypes(), {}),
        "lists": ([[3, None, 1], [1, 2, 3]], {}),
        "mapping": ({"a": [3, None, 1], "b": [1, 2, 3]}, {}),
        "long": (long, {"x": "k", "y": "v", "hue": "s"}),
    }


def same(one, two):
    if isinstance(one, pd.DataFrame):
        pd.testing.assert_frame_equal(one, two, check_exact=True)
    elif isinstance(one, np.ma.MaskedArray):
        np.testing.assert_array_equal(one.data, two.data)
        np.testing.assert_array_equal(one.mask, two.mask)
    else:
        np.testing.assert_equal(one, two)


@pytest.mark.parametrize("form", inputs())
def test_data_stay_as_they_are(form):
    data, columns = inputs()[form]
    kept = copy.deepcopy(data)
    panels = Figure(figsize=(8, 6)).subplots(2, 2).flat
    results = [
        cp.stacked_share_bars(panels[0], data, normalize=True, **columns),
        cp.grouped_delta_bars(panels[1], data, noise=1, **columns),
        cp.seed_errorbars(panels[2], data, spread="bootstrap", **columns),
    ]
    if not columns:
        results.append(cp.hatched_heatmap(panels[3], _matrix(data)))
    panels[0].figure.savefig(io.BytesIO())
    for result in results:
        told = result.data
        told.iloc[:, -1] = 0.0  # The table is the user's own.
    same(data, kept)


def _matrix(data):
    return list(data.values()) if isinstance(data, dict) else data


def test_arrays_that_may_not_be_written_to_are_drawn():
    values = np.array([[3.0, 1.0], [1.0, 2.0], [5.0, 4.0]])
    values.flags.writeable = False
    panels = Figure().subplots(2, 2).flat
    cp.stacked_share_bars(panels[0], values)
    cp.grouped_delta_bars(panels[1], values, errors=values)
    cp.seed_errorbars(panels[2], values)
    cp.hatched_heatmap(panels[3], values)
    panels[0].figure.savefig(io.BytesIO())
