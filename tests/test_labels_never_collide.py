"""Random realistic figures, measured after drawing by judges that know nothing of the placer."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import random_figures
from drawn import extent, pixels, points, worst_overlap

import cardplot as cp

pytestmark = pytest.mark.locked  # figtools measures with the locked matplotlib

FOUND = (1420, 2035, 2630, 2692, 4228)
"""Legends whose rows changed with the panel; names where a line ends; ticks in percent; whiskers on
wide panels."""
LATER = (random_figures.CURVES, random_figures.AT_HOME)
EVERY_RUN = (*range(48), *FOUND, *(seed for start in LATER for seed in range(start, start + 8)))
MANY = range(1_000, 4_000)


def blind_spot(fault: str, kind: str) -> bool:
    """Say whether a judge is wrong.

    figtools takes every LineCollection as drawn in data coordinates. Whiskers of series that share
    numeric positions are drawn some points beside them, so it sees them where they are not.
    A label may lie on the edge of a translucent area of others, as long as it can be read.
    """
    if "'FillBetweenPolyCollection' shape" in fault:
        return True
    return kind == "numeric seeds" and "'unlabelled stroke'" in fault


def judged(seed: int) -> list[str]:
    case = random_figures.case_of(seed)
    with warnings.catch_warnings():
        # "No free place": what found none is judged by what is seen, not by the warning.
        warnings.simplefilter("ignore", UserWarning)
        figure, results = random_figures.draw(case)
        found = random_figures.faults(figure)
    # Where an inset of others lies over a bar's end, its total is said to have no place.
    unplaced = {repr(text) for result in results for text in getattr(result, "unplaced", ())}
    if case.foreign == "inset":
        found = [fault for fault in found if not any(text in fault for text in unplaced)]
    return [f"{case}: {fault}" for fault in found if not blind_spot(fault, case.kind)]


@pytest.mark.parametrize("seed", EVERY_RUN)
def test_no_text_is_covered_cut_off_or_illegible(seed):
    assert judged(seed) == []


@pytest.mark.parametrize("seed", [5, 8, 32, 35, 42, 78])
def test_a_figure_that_had_another_size_meanwhile_is_drawn_as_before(seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        figure, _ = random_figures.draw(random_figures.case_of(seed))
        first, size = pixels(figure), figure.get_size_inches()
        for scale in ((0.7, 0.8), (1.3, 1.2)):
            figure.set_size_inches(size * scale)
            figure.canvas.draw()
            figure.set_size_inches(size)
            assert (pixels(figure) == first).all()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", np.array_split(np.array(MANY), 60), ids=lambda c: f"{c[0]}")
def test_hardly_any_of_thousands_has_a_fault(chunk):
    faulty = [found for seed in chunk if (found := judged(int(seed)))]
    assert len(faulty) <= 1, faulty


@pytest.mark.parametrize("seed", EVERY_RUN)
def test_totals_and_reference_names_are_always_there(seed):
    case = random_figures.case_of(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        figure, results = random_figures.draw(case)
        figure.canvas.draw()
    required = [
        text
        for result in results
        for group in getattr(result, "groups", ())
        if group.kind in ("totals", "references", "reference names")
        for text in group.texts
    ]
    assert all(text.get_visible() for text in required)


def test_the_judges_find_faults_where_there_are_some():
    """A figure drawn by hand with the usual habits has what the judges look for."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.25, 2.2), dpi=100)
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    bars = ax.bar(["a long category name", "another long category name"], [1, 2])
    ax.bar_label(bars, ["123,456,789", "987,654,321"], padding=-6)
    ax.plot([-0.5, 1.5], [1.0, 1.9], color="k")
    ax.text(0.4, 1.0, "chance", color="#bbbbbb")
    found = {fault.split(":")[0] for fault in random_figures.faults(figure)}
    assert {"label/line", "label/shape", "tick over tick", "illegible"} <= found


def test_the_same_figure_gives_the_same_pixels_again():
    for seed in (1, 5, 9, 13):
        case = random_figures.case_of(seed)
        pixels = []
        for _ in range(2):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                figure, _ = random_figures.draw(case)
                figure.canvas.draw()
                first = np.asarray(figure.canvas.buffer_rgba()).copy()
                figure.canvas.draw()
                second = np.asarray(figure.canvas.buffer_rgba()).copy()
            np.testing.assert_array_equal(first, second, err_msg=f"second draw of {case}")
            pixels.append(first)
        np.testing.assert_array_equal(*pixels, err_msg=str(case))


def test_what_a_user_hides_stays_hidden_and_keeps_its_room():
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 3))
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    result = cp.stacked_share_bars(ax, [[3.0, 1.0], [2.0, 2.0]])
    figure.canvas.draw()
    limits = ax.get_ylim()
    for label in result.labels:
        label.set_visible(False)
    figure.canvas.draw()
    assert not any(label.get_visible() for label in result.labels)
    assert ax.get_ylim() == limits


def test_a_size_set_by_the_user_is_the_size_to_go_by():
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4))
    FigureCanvasAgg(figure)
    result = cp.stacked_share_bars(figure.add_subplot(), [[3.0, 1.0], [2.0, 2.0]])
    figure.canvas.draw()
    result.labels[-1].set_fontsize(14)
    figure.canvas.draw()
    assert result.labels[-1].get_fontsize() == 14


@pytest.mark.filterwarnings("ignore:No free place")
def test_a_name_is_set_smaller_rather_than_far_from_its_line():
    # Of a random figure: names of three lines stand where this one's line ends.
    figure, results = random_figures.draw(random_figures.case_of(2630))
    figure.canvas.draw()
    ends, named = results
    (text,) = named.labels
    box, line = extent(text), points(figure, named.line.get_window_extent()).y0
    assert abs((box.y0 + box.y1) / 2 - line) <= box.height
    assert 7 <= text.get_fontsize() < min(label.get_fontsize() for label in ends.labels)
    assert named.unplaced == ()
    assert worst_overlap([box, *map(extent, ends.labels)]) <= 0
