"""How far axes reach, told without measuring them again, beside what matplotlib measures."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import new, pixels
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

import cardplot as cp
from cardplot._labels import LabelLayer, decorations_of
from cardplot._labels.answers import NEWS_PX, Answers
from cardplot._labels.decorations import Decorations

LONG = ["a rather long name of a model", "two", "a third one that is long"]


def line(axes):
    axes.plot([0, 1, 2], [3, 200, 4])


def labelled(axes):
    line(axes)
    axes.set(xlabel="training steps", ylabel="loss\n(nats)")


def logarithmic(axes):
    labelled(axes)
    axes.set(xscale="log", yscale="log", xlim=(0.5, 4), ylim=(2, 300))


def multiplier(axes):
    axes.plot([0, 1e7], [0, 1e-7])


def turned(axes):
    labelled(axes)
    axes.set_xticks(range(3), LONG, rotation=30, ha="right")


def upright(axes):
    axes.set_xticks(range(3), LONG, rotation=90)
    axes.set_yticks(range(3), LONG, rotation=90)


def dates(axes):
    axes.plot(np.array(["2026-01-01", "2026-03-01"], dtype="datetime64[D]"), [1, 2])


def other_sides(axes):
    labelled(axes)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.yaxis.tick_right()


def both_sides(axes):
    line(axes)
    axes.tick_params(labelright=True, labeltop=True)


def through_zero(axes):
    axes.plot([-1, 1], [-1, 1])
    axes.spines[["left", "bottom"]].set_position("zero")


def outward(axes):
    line(axes)
    axes.spines[["left", "bottom"]].set_position(("outward", 12))


def label_placed_by_hand(axes):
    labelled(axes)
    axes.yaxis.set_label_coords(-0.3, 0.5)


def inverted(axes):
    labelled(axes)
    axes.invert_xaxis()
    axes.invert_yaxis()


def silent(axes):
    labelled(axes)
    axes.tick_params(labelleft=False, labelbottom=False)


def off(axes):
    line(axes)
    axes.set_axis_off()


def half_off(axes):
    labelled(axes)
    axes.yaxis.set_visible(False)


def wide_pads(axes):
    labelled(axes)
    axes.tick_params(pad=15, length=9, direction="in")
    axes.xaxis.labelpad = 20


def names(axes):
    cp.grouped_delta_bars(axes, {"a": [1.0, 2, 3], "b": [2.0, 1, 3]}, tick_labels=LONG)


def names_beside(axes):
    values = {"a": [1.0, 2, 3], "b": [2.0, 1, 3]}
    cp.stacked_share_bars(axes, values, tick_labels=LONG, orientation="horizontal")


KINDS = [
    *(line, labelled, logarithmic, multiplier, turned, upright, dates, other_sides, both_sides),
    *(through_zero, outward, label_placed_by_hand, inverted, silent, off, half_off, wide_pads),
    *(names, names_beside),
]


def assert_measured(axes, decorations, name):
    renderer = axes.get_figure().canvas.get_renderer()
    told = decorations.axis_extent(name, renderer)
    axis = axes.xaxis if name == "x" else axes.yaxis
    measured = axis.get_tightbbox(renderer, for_layout_only=True) if axes.axison else None
    assert (told is None) == (measured is None)
    if measured is not None:
        # Together with the Axes: that is what counts.
        found, wanted = (Bbox.union([axes.bbox, box]).extents for box in (told, measured))
        # matplotlib counts a label as one pixel long.
        np.testing.assert_allclose(found, wanted, atol=0.51)


@pytest.mark.parametrize("name", ["x", "y"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_told_is_what_matplotlib_measures_wherever_the_panel_is(kind, name):
    figure = new(None, figsize=(6, 4))
    axes = figure.add_subplot()
    kind(axes)
    decorations = decorations_of(axes)
    for place in [(0.3, 0.3, 0.6, 0.6), (0.2, 0.4, 0.6, 0.5), (0.2, 0.45, 0.35, 0.4)]:
        axes.set_position(place)
        for _ in range(2):
            assert_measured(axes, decorations, name)


@pytest.mark.parametrize("kind", [labelled, turned, names], ids=lambda kind: kind.__name__)
def test_labels_that_are_aligned_between_panels_count_where_they_stand(kind):
    figure = new(None, figsize=(6, 4))
    above, below = figure.subplots(2)
    above.plot([0, 1], [0, 1e5])
    above.set_ylabel("loss")
    kind(below)
    figure.align_labels()
    for axes in (above, below):
        for name in ("x", "y"):
            assert_measured(axes, decorations_of(axes), name)


@pytest.mark.parametrize(
    "change",
    [
        lambda axes: axes.tick_params(pad=20),
        lambda axes: axes.tick_params(labelsize=20),
        lambda axes: axes.set_ylabel("two\nlines"),
        lambda axes: axes.set_ylim(0, 1e5),
        lambda axes: axes.yaxis.set_major_formatter("{x} tokens"),
        lambda axes: axes.yaxis.tick_right(),
    ],
)
def test_what_the_user_changes_is_measured_anew(change):
    figure = new(None, figsize=(6, 4))
    axes = figure.add_subplot()
    names(axes)
    decorations = decorations_of(axes)
    figure.canvas.draw()
    before = decorations.axis_extent("y", figure.canvas.get_renderer())
    change(axes)
    figure.canvas.draw()
    assert_measured(axes, decorations, "y")
    after = decorations.axis_extent("y", figure.canvas.get_renderer())
    assert not np.allclose(before.extents, after.extents, atol=2)


def test_an_axis_is_measured_once_while_its_labels_stay(monkeypatch):
    figure = new(None, figsize=(6, 4))
    axes = figure.add_subplot()
    axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 1], yticks=[0, 1], ylabel="share")
    decorations, asked = Decorations(axes), []
    real = type(axes.yaxis.label).get_window_extent
    monkeypatch.setattr(
        type(axes.yaxis.label),
        "get_window_extent",
        lambda text, *args: asked.append(text) or real(text, *args),
    )
    renderer = figure.canvas.get_renderer()
    for height in (0.5, 0.6, 0.7):
        axes.set_position((0.2, 0.2, 0.5, height))
        decorations.axis_extent("y", renderer)
    assert asked.count(axes.yaxis.label) == 1


# ---- what a layout is told


def told(form="form", reach=0.0, room=0.0):
    return form, np.array([reach]), np.array([room])


HERE, THERE = np.array([0.0, 0, 10, 10]), np.array([0.0, 0, 10, 5])


def test_a_layout_that_never_asked_needs_no_news():
    answers = Answers()
    assert not answers.asked
    assert not answers.repeat()
    assert not answers.outdated(HERE, told)


@pytest.mark.parametrize(
    ("now", "news"),
    [
        (told(), False),
        (told(reach=0.9 * NEWS_PX, room=-0.9 * NEWS_PX), False),
        (told(reach=1.1 * NEWS_PX), True),
        (told(room=1.1 * NEWS_PX), True),
        (told(form="another"), True),
        (("form", np.array([0.0, 0.0]), np.array([0.0])), True),
    ],
)
def test_only_what_counts_is_news(now, news):
    answers = Answers()
    answers.give(HERE, told())
    assert answers.outdated(THERE, lambda: now) == news
    assert answers.repeat() != news


def test_two_answers_in_one_place_have_to_agree():
    answers = Answers()
    answers.give(HERE, told(room=50))
    answers.give(HERE, told())
    assert answers.outdated(THERE, told)
    assert not answers.outdated(THERE, told)  # That was of another run.
    answers.give(HERE, told(room=50))
    answers.give(THERE, told())  # The panel has moved in between, as in constrained layout.
    assert not answers.outdated(THERE, told)


def test_what_proved_right_is_not_looked_at_again():
    answers, looks = Answers(), []
    answers.give(HERE, told())
    assert not answers.outdated(HERE, lambda: looks.append(1) or told())
    for _ in range(3):
        assert answers.repeat()
        assert not answers.outdated(HERE, lambda: looks.append(1) or told())
    assert len(looks) == 1
    answers.give(HERE, told(room=3))
    assert answers.outdated(HERE, lambda: looks.append(1) or told())
    assert len(looks) == 2


# ---- what that saves


def executions(monkeypatch, figure: Figure) -> list[object]:
    kind, runs = type(figure.get_layout_engine()), []
    execute = kind.execute
    monkeypatch.setattr(kind, "execute", lambda *args: runs.append(args) or execute(*args))
    return runs


@pytest.mark.parametrize("engine", ["constrained", "compressed", "tight"])
def test_an_engine_that_was_told_right_is_not_run_again(monkeypatch, engine):
    figure = new(engine, figsize=(6, 4))
    axes = figure.add_subplot()
    axes.set_ylim(0, 5)
    cp.grouped_delta_bars(axes, {"a": [1, 2], "b": [2, 1]}, tick_labels=["x", "y"])
    runs = executions(monkeypatch, figure)
    figure.canvas.draw()
    assert len(runs) == 1  # matplotlib's own


@pytest.mark.parametrize("engine", [None, "constrained", "tight"])
def test_labels_on_the_axes_are_placed_once_in_the_first_drawing_too(monkeypatch, engine):
    figure = new(engine, figsize=(6, 4))
    axes = figure.add_subplot()
    cp.grouped_delta_bars(axes, {"a": [1, 2], "b": [2, 1]}, tick_labels=["x", "y"])
    placed, place = [], LabelLayer._place
    monkeypatch.setattr(LabelLayer, "_place", lambda *args: placed.append(args) or place(*args))
    figure.canvas.draw()
    assert len(placed) == 1


@pytest.mark.parametrize("engine", ["constrained", "tight"])
def test_no_drawing_moves_what_the_one_before_has_placed(engine):
    # A name at the end of a line reaches the less beyond the panel the narrower that is, so an
    # engine comes nearer to the solution at each run.
    figure = new(engine, figsize=(3.25, 3))
    axes = figure.add_subplot()
    for number, name in enumerate(LONG):
        axes.plot([0, 1, 2], [number, 2 - number, number], label=name)
    cp.end_labels(axes)
    first = pixels(figure)
    places = [Bbox(axes.get_position()).extents]
    for _ in range(4):
        np.testing.assert_array_equal(pixels(figure), first)
        places.append(axes.get_position().extents)
    np.testing.assert_array_equal(places, [places[0]] * 5)


@pytest.mark.parametrize("engine", ["constrained", "compressed", "tight"])
def test_names_that_lie_far_beyond_the_limits_ask_for_no_room(monkeypatch, engine):
    figure = new(engine, figsize=(6, 4))
    axes = figure.add_subplot()
    axes.set_ylim(0, 0.001)
    cp.stacked_share_bars(axes, [[0.0005]])
    with pytest.warns(UserWarning, match="outside the limits"):
        cp.floor_line(axes, 2.0, "far above")
    runs = executions(monkeypatch, figure)
    figure.canvas.draw()
    assert len(runs) == 1
    assert axes.bbox.height > 0.8 * figure.bbox.height
