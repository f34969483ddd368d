"""Where names of bands and groups stand, and whether they can be read there."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import same_color, to_rgb
from matplotlib.transforms import Bbox

import cardplot as cp
from tests.drawn import extent, inside, new, page, pixels, points, worst_overlap


def drawn(figure, text):
    figure.canvas.draw()
    return text.get_window_extent()


@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize("axis", ["x", "y"])
def test_name_stands_in_the_middle_of_a_band_that_has_room(axis, scale):
    figure, ax = plt.subplots()
    ax.set(xscale=scale, yscale=scale, xlim=(1, 10), ylim=(1, 10))
    result = cp.floor_band(ax, 2, 6, "range", axis=axis)
    name, band = drawn(figure, result.labels[0]), result.band.get_window_extent()
    side = 0 if axis == "x" else 1
    assert name.get_points()[:, side].mean() == pytest.approx(
        band.get_points()[:, side].mean(), abs=1
    )


def test_name_stands_in_the_middle_of_what_is_seen_of_a_band():
    figure, ax = plt.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    result = cp.floor_band(ax, 4, 10, "range", axis="x")
    ax.set_xlim(0, 8)
    name = drawn(figure, result.labels[0])
    left, right = ax.transData.transform([(4, 0), (8, 0)])[:, 0]
    assert (name.x0 + name.x1) / 2 == pytest.approx((left + right) / 2, abs=1)


@pytest.mark.parametrize(
    ("band", "side"), [((4.9, 5.1), "right"), ((8.5, 8.7), "left"), ((3, 6), "right")]
)
def test_name_without_room_in_its_band_is_beyond_an_edge(band, side):
    figure, ax = plt.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    name = "a rather wide name"
    # The line in the middle leaves no room in the widest of the bands.
    result = cp.floor_band(ax, *band, name, axis="x", center=sum(band) / 2, center_label="")
    box = drawn(figure, result.labels[0])
    left, right = ax.transData.transform([(end, 0) for end in band])[:, 0]
    if side == "right":
        assert right < box.x0 < right + 5 * figure.dpi / 72
    else:
        assert left > box.x1 > left - 5 * figure.dpi / 72


@pytest.mark.parametrize("draw", ["line", "seeds"])
def test_a_colour_of_the_cycle_is_that_of_the_style_it_was_drawn_in(draw):
    with plt.style.context("cardplot.dark"):
        _, ax = plt.subplots()
        expected = cp.palette("dark-cycle")[1]
        if draw == "line":
            mark = cp.floor_line(ax, 1, color="C1").line
        else:
            mark = cp.seed_errorbars(ax, {"a": [1, 2]}, colors="C1").points[0]
    assert same_color(mark.get_color(), expected)


@pytest.mark.parametrize("color", [None, "C1", "0.6"])
@pytest.mark.parametrize("theme", ["card", "dark"])
def test_names_are_readable_on_their_band(theme, color):
    with plt.style.context(f"cardplot.{theme}"):
        _, ax = plt.subplots()
        result = cp.floor_band(ax, 1, 2, "range", color=color, center=1.5)
        opacity = result.band.get_alpha()
        over, under = to_rgb(result.band.get_facecolor()), to_rgb(ax.get_facecolor())
        seen = tuple(opacity * a + (1 - opacity) * b for a, b in zip(over, under, strict=True))
        assert len(result.labels) == 2
        for text in result.labels:
            assert cp.contrast(text.get_color(), seen) >= 4.5


@pytest.mark.parametrize("width", [0.4, 2.5])
def test_lines_between_groups_do_not_break_up_in_print(width):
    mpl.rcParams["axes.linewidth"] = width
    _, ax = plt.subplots()
    ax.set_xlim(-0.5, 3.5)
    (lines,) = cp.group_names(ax, {"old": (0, 1), "new": (2, 3)}).artists
    assert list(lines.get_linewidths()) == [max(width, 1.0)]


def test_a_colorbar_shows_no_colour_that_is_not_there():
    _, ax = plt.subplots()
    result = cp.hatched_heatmap(ax, [[1, 2], [3, 4]], colorbar="value")
    assert not result.colorbar.dividers.get_visible()


@pytest.mark.parametrize("width", [0.4, 2.5])
def test_brackets_of_rows_do_not_break_up_in_print(width):
    mpl.rcParams["axes.linewidth"] = width
    _, ax = plt.subplots()
    result = cp.hatched_heatmap(ax, [[1, 2], [3, 4]], row_groups={"context": (0, 0)})
    (bracket,) = (artist for artist in result.artists if artist.get_label() == "_context")
    assert bracket.get_linewidth() == max(width, 1.0)


@pytest.mark.parametrize("layout", [None, "constrained", "compressed"])
def test_a_shared_colorbar_does_not_lift_the_title_of_its_panel(layout):
    figure, panels = plt.subplots(2, 2, figsize=(7, 7), layout=layout)
    titles = []
    for ax in panels.flat:
        shared = {"label": "value", "axes": panels[:, 1]} if ax is panels[1, 1] else None
        result = cp.hatched_heatmap(ax, [[1, 2], [3, 4]], colorbar=shared)
        titles.append(ax.set_title("panel", loc="left"))
    figure.canvas.draw()
    gaps = [
        title.get_window_extent().y0 - ax.get_window_extent().y1
        for ax, title in zip(panels.flat, titles, strict=True)
    ]
    assert gaps == pytest.approx([gaps[0]] * 4, abs=1)
    bar, above, below = result.colorbar.ax, *panels[:, 1]
    extent = bar.get_window_extent()
    assert extent.y1 == pytest.approx(above.get_window_extent().y1, abs=1)
    assert extent.y0 == pytest.approx(below.get_window_extent().y0, abs=1)


def test_names_of_vertical_lines_close_together_stand_in_rows():
    figure = new("constrained", figsize=(5, 3))
    ax = figure.add_subplot()
    cp.stacked_share_bars(ax, [[5.0, 3], [8, 2], [1, 1]], orientation="horizontal")
    names = ["what a pruned arithmetic reaches", "edit", "kept"]
    lines = [
        cp.floor_line(ax, x, name, axis="x") for x, name in zip((9.3, 9.1, 8.9), names, strict=True)
    ]
    figure.canvas.draw()
    places = [extent(line.labels[0]) for line in lines]
    assert worst_overlap(places) < 0
    for line, place in zip(lines, places, strict=True):
        x = points(figure, line.line.get_window_extent()).x0
        assert place.x0 - 3 <= x <= place.x1 + 3
    assert inside(Bbox.union(places), page(figure))


def test_long_names_over_vertical_lines_break_at_the_panels_width():
    figure = new("constrained", figsize=(4, 3))
    panels = figure.subplots(1, 2)
    name = "what a careful annotator reaches in an hour"
    for ax in panels:
        ax.plot([0, 1], [0, 1])
        # A curve from corner to corner leaves no room along the line.
        ax.fill_between([0, 1], 0, 1)
    line = cp.floor_line(panels[0], 0.5, name, axis="x")
    figure.canvas.draw()
    assert line.labels[0].get_text().replace("\n", " ") == name
    box, panel = extent(line.labels[0]), points(figure, panels[0].bbox)
    assert box.width <= panel.width
    assert panel.x0 - 1 <= box.x0
    assert box.x1 <= panel.x1 + 1


def test_a_broken_name_is_the_same_when_drawn_again_on_shared_axes():
    figure = new("tight", figsize=(6.75, 4))
    left, right = figure.subplots(1, 2, sharey=True)
    cp.stacked_share_bars(left, [[5000.0, 6000], [2000, 18000]])
    line = cp.floor_line(left, 17_000, "what a base model does on HumanEval")
    cp.stacked_share_bars(right, np.full((6, 2), 14_000.0))
    cp.floor_line(right, 32_000, "a ceiling")
    first = pixels(figure)
    assert "\n" in line.labels[0].get_text()
    assert (pixels(figure) == first).all()


@pytest.mark.parametrize("taken", [True, False])
def test_lines_of_a_name_start_at_its_axes(taken):
    figure = new("constrained", figsize=(3, 2))
    ax = figure.add_subplot()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    if taken:
        ax.plot(np.tile([0, 1], 200), np.linspace(0, 1, 400))
    text = cp.floor_line(ax, 0.5, "a rather long name\nof a line").labels[0]
    figure.canvas.draw()
    assert (extent(text).x0 >= points(figure, ax.bbox).x1) == taken
    assert text._get_multialignment() == ("left" if taken else "center")


@pytest.mark.parametrize("width", [0.5, 1, 2.5, 4, 8])
@pytest.mark.parametrize("axis", ["x", "y"])
def test_a_name_stands_on_its_line_however_bold(axis, width):
    figure = new(None, figsize=(5, 3))
    axes = figure.subplots()
    axes.set(xlim=(0, 10), ylim=(0, 10))
    result = cp.floor_line(axes, 5, "the name", axis=axis, linewidth=width)
    figure.canvas.draw()
    (name,) = result.labels
    assert inside(extent(name), points(figure, axes.bbox))
    side = 0 if axis == "x" else 1
    at = axes.transData.transform((5, 5))[side] * 72 / figure.dpi
    assert 0.5 < extent(name).min[side] - at - width / 2 < 3.5


def test_names_on_a_slide_stand_on_their_lines():
    plt.style.use(["cardplot.card", "cardplot.styles.slide"])
    figure, axes = plt.subplots()
    axes.plot([0, 1], [0, 10])
    (name,) = cp.floor_line(axes, 2, "the name").labels
    figure.canvas.draw()
    assert inside(extent(name), points(figure, axes.bbox))


def test_a_name_beyond_a_wide_panel_stands_at_the_height_of_its_line():
    figure = new("constrained", figsize=(16, 4))
    axes = figure.subplots()
    axes.bar(np.arange(10), 10, 1.0)
    (name,) = cp.floor_line(axes, 5, "no room on the line").labels
    figure.canvas.draw()
    box = extent(name)
    at = axes.transData.transform((0, 5))[1] * 72 / figure.dpi
    assert box.x0 > points(figure, axes.bbox).x1
    assert (box.y0 + box.y1) / 2 == pytest.approx(at, abs=1)
