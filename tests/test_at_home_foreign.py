"""Our calls together with what others draw: colorbars, insets, tables, images, twins, panels."""

from __future__ import annotations

import io
import warnings

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
import random_figures
from drawn import all_panels, extent, inside, new, overlap, page, pixels, points
from figtools import collisions
from matplotlib.axis import Axis
from matplotlib.offsetbox import AnchoredText, AnnotationBbox, OffsetImage
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from mpl_toolkits import axisartist
from mpl_toolkits.axes_grid1 import ImageGrid, inset_locator, make_axes_locatable
from mpl_toolkits.axes_grid1.parasite_axes import HostAxes

import cardplot as cp

XY = np.random.default_rng(4).uniform(0, 5, (2, 9))
GRID = np.meshgrid(np.linspace(0, 5, 6), np.linspace(0, 5, 6))
IMAGE = np.add.outer(np.arange(20), np.arange(20))


@pytest.fixture(autouse=True)
def _card():
    with mpl.style.context("cardplot.card"):
        yield


def scatter(ax):
    return ax.scatter([1, 3, 4], [0.5, 2.5, 1], c=[1, 2, 3])


def colorbar(figure, ax, **where):
    return figure.colorbar(scatter(ax), ax=ax, label="score", **where).ax


def appended(figure, ax):
    beside = make_axes_locatable(ax).append_axes("right", "5%", 0.1)
    figure.colorbar(scatter(ax), cax=beside)
    return beside


def colorbar_in_inset(figure, ax):
    inset = ax.inset_axes([1.04, 0, 0.05, 1])
    figure.colorbar(scatter(ax), cax=inset, label="score")
    return inset


def inset(figure, ax):
    made = ax.inset_axes([0.55, 0.6, 0.4, 0.35])
    made.plot([1, 2, 3])
    ax.indicate_inset_zoom(made)
    return made


def located_inset(figure, ax):
    made = inset_locator.inset_axes(ax, "40%", "35%", loc="upper left")
    made.plot([1, 2, 3])
    return made


def added_axes(figure, ax):
    made = figure.add_axes([0.3, 0.6, 0.2, 0.15])
    made.plot([1, 2, 3])
    return made


def twin(figure, ax):
    made = ax.twinx()
    made.plot([0, 2, 5], [30, 80, 60], label="twin")
    made.set_ylabel("other")
    return made


def second_scale(figure, ax):
    scale = ax.secondary_yaxis("right", functions=(lambda y: y * 10, lambda y: y / 10))
    scale.set_ylabel("tenfold")
    return scale


def legend_of_figure(figure, ax):
    return figure.legend(loc="center", handles=[ax.plot([0, 1], [0, 0], label="line")[0]])


FOREIGN = {
    "colorbar": colorbar,
    "colorbar below": lambda figure, ax: colorbar(figure, ax, orientation="horizontal"),
    "colorbar beside an inset": colorbar_in_inset,
    "axes_grid1 append_axes": appended,
    "inset_axes": inset,
    "axes_grid1 inset_axes": located_inset,
    "add_axes": added_axes,
    "table": lambda _, ax: ax.table([["1", "2"], ["3", "4"]], colWidths=[0.1, 0.1], loc="right"),
    "imshow": lambda _, ax: ax.imshow(IMAGE, extent=(0.2, 2, 1, 3), aspect="auto"),
    "OffsetImage": lambda _, ax: ax.add_artist(AnnotationBbox(OffsetImage(IMAGE, zoom=2), (1, 3))),
    "AnchoredText": lambda _, ax: ax.add_artist(AnchoredText("anchored", loc="lower left")),
    "hexbin": lambda _, ax: ax.hexbin(*XY / 3, gridsize=5),
    "quiver": lambda _, ax: ax.quiver(*GRID, 1 + GRID[0], GRID[1]),
    "contour": lambda _, ax: ax.contour(*GRID, GRID[0] * GRID[1]),
    "stairs": lambda _, ax: ax.stairs([2, 1, 3], [0, 1, 2, 3], fill=True),
    "fill_between": lambda _, ax: ax.fill_between([0, 1, 2, 3], [3, 1, 2, 3], color="0.3"),
    "annotate": lambda _, ax: ax.annotate("a", (4.5, 4.5), (0.2, 0.3), arrowprops={"width": 1}),
    "twinx": twin,
    "secondary_yaxis": second_scale,
    "words on the figure": lambda figure, ax: figure.text(0.3, 0.5, "words on the figure"),
    "legend of the figure": legend_of_figure,
}
LOOKS = (
    "visible alpha zorder color facecolor edgecolor linewidth linestyle xydata array sizes offsets "
    "clip_on in_layout rotation marker hatch"
).split()


ENGINES = {
    "colorbar": "constrained",
    "colorbar below": "tight",
    "inset_axes": "constrained",
    "imshow": "compressed",
    "twinx": "constrained",
    "legend of the figure": "constrained",
}
MARKS = ("twinx", "contour", "quiver", "hexbin", "stairs", "fill_between", "annotate")


def drawn(name, *, ours=True):
    """Return a figure with something foreign, and with all that is ours."""
    figure = new(ENGINES.get(name), figsize=(5.2, 3.9), dpi=72)
    ax = figure.subplots()
    ax.set(xlim=(0, 5), ylim=(0, 5))
    ax.scatter(*XY, label="runs")
    foreign = FOREIGN[name](figure, ax)
    labels = []
    if ours:
        named = cp.point_labels(ax, *XY, [f"point {number}" for number in range(9)])
        labels = [*named.artists, *cp.floor_line(ax, 1.2, "a named floor").labels]
        cp.headline(figure, "Title of the figure", "and what was found")
        cp.footer(figure, "Points: mean of 5 seeds; whiskers: sample SD.")
        cp.legend(ax)
    figure.canvas.draw()
    return figure, foreign, [text for text in labels if text.get_visible()]


def looks(artist):
    """Return what an artist and all that it is made of look like."""
    # Ticks are made, and words broken, as the panel needs them.
    ticks = {id(part) for axis in artist.findobj(Axis) for part in axis.findobj()}
    parts = [one for one in artist.findobj() if not isinstance(one, Text) and id(one) not in ticks]
    return [[str(getattr(one, f"get_{name}", str)()) for name in LOOKS] for one in parts]


def ground_under(figure, texts):
    """Return which share of the pixels under each text isn't the surface."""
    boxes = [Text.get_window_extent(text) for text in texts]
    for text in texts:
        text.set_alpha(0)
    figure.set_layout_engine("none")
    seen = pixels(figure)[::-1, :, :3].astype(int)
    surface = 255 * np.array(mpl.colors.to_rgb(mpl.rcParams["axes.facecolor"]))
    parts = [seen[int(b.y0) + 1 : int(b.y1), int(b.x0) + 1 : int(b.x1)] for b in boxes]
    return [float((np.abs(part - surface).max(axis=2) > 60).mean()) for part in parts]


@pytest.mark.locked  # figtools measures with the locked matplotlib
@pytest.mark.parametrize("name", FOREIGN)
def test_nothing_covers_cuts_or_changes_anything(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Marks that lie under something need no name.
        warnings.filterwarnings("ignore", "No free place for [1-3] of 9 point names")
        figure, foreign, labels = drawn(name)
    assert looks(foreign) == looks(drawn(name, ours=False)[1])
    assert len(labels) >= 7
    assert [what for *_, what in collisions(figure)] + random_figures.cut_off(figure) == []
    assert inside(all_panels(figure), page(figure))
    if name not in MARKS:
        seen = points(figure, foreign.get_tightbbox(figure.canvas.get_renderer()))
        assert all(overlap(extent(text), seen) < 1 for text in labels)
    assert max(ground_under(figure, labels)) < 0.1


def test_labels_on_an_image_that_fills_the_axes_have_a_ground():
    figure = new(figsize=(5, 4))
    ax = figure.subplots()
    ax.imshow(IMAGE, extent=(0, 5, 0, 5))
    labels = [*cp.point_labels(ax, *XY, list("abcdefghi")).artists]
    labels += cp.callout(ax, 2, 2, "look here").labels
    figure.canvas.draw()
    assert all(text.get_visible() for text in labels)
    assert max(ground_under(figure, labels)) < 0.25


def test_a_label_that_a_translucent_area_makes_faint_has_a_ground():
    figure = new(figsize=(5, 4))
    ax = figure.subplots()
    ax.grid(visible=False)
    ax.axhspan(0, 1, color="black", alpha=0.4)
    ax.axhspan(1, 2, color="black", alpha=0.05)
    names = cp.point_labels(ax, [1, 1], [0.5, 1.5], ["on dark", "on light"], color="0.35").artists
    figure.canvas.draw()
    assert [text.get_bbox_patch() is not None for text in names] == [True, False]
    assert random_figures.illegible(figure) == []


def test_what_is_clipped_is_in_nobodys_way():
    """Names at the ends of lines stand there, wherever the lines go beyond the limits."""
    figure = new(figsize=(5, 4))
    ax = figure.subplots()
    for slope in (0.5, 0.8, 1.1):
        ax.plot([0, 10], [0, 10 * slope], label=f"slope {slope}")
    ax.set(xlim=(0, 5), ylim=(0, 6))
    names = cp.end_labels(ax).artists
    figure.canvas.draw()
    for name, slope in zip(names, (0.5, 0.8, 1.1), strict=True):
        end = points(figure, Bbox([ax.transData.transform((5, 5 * slope))] * 2))
        box = extent(name)
        assert end.x1 < box.x0 < end.x1 + 20
        assert abs((box.y0 + box.y1) / 2 - end.y0) < 1


@pytest.mark.parametrize("loc", ["right", "left"])
def test_twins_keep_their_numbers_in_the_figure(loc):
    figure = new(figsize=(5.2, 3.9))
    ax = figure.subplots()
    cp.grouped_delta_bars(ax, {"a": [3, 4, 5.0], "b": [4, 6, 4.5]}, tick_labels=list("xyz"))
    other = twin(figure, ax)
    if loc == "left":
        other.yaxis.set_ticks_position("left")
        other.spines.left.set_position(("axes", -0.15))
    (name,) = cp.floor_line(ax, 3.5, "a named floor").labels
    cp.footer(figure, "A footer.")
    figure.canvas.draw()
    assert inside(all_panels(figure), page(figure))
    assert ax.get_position().extents == pytest.approx(other.get_position().extents)
    numbers = [*ax.yaxis.get_ticklabels(), *other.yaxis.get_ticklabels(), other.yaxis.label]
    assert all(overlap(extent(name), extent(text)) < 0.5 for text in numbers)


# Tight layout leaves a colorbar of several panels where it is, and matplotlib warns of that.
@pytest.mark.parametrize(
    ("engine", "shared"),
    [(None, False), (None, True), ("constrained", False), ("constrained", True), ("tight", False)],
)
def test_names_at_the_right_keep_off_a_colorbar(engine, shared):
    figure = new(engine, figsize=(6, 3), dpi=72)
    panels = figure.subplots(1, 2)
    for ax in panels:
        ax.plot([0, 1, 2], [1, 3, 2], label="a line")
    bar = figure.colorbar(scatter(panels[1]), ax=list(panels) if shared else panels[1], label="s")
    (name,) = cp.end_labels(panels[1]).artists
    cp.footer(figure, "A footer.")
    figure.canvas.draw()
    for _ in range(2):
        box = points(figure, bar.ax.get_tightbbox(figure.canvas.get_renderer()))
        assert overlap(extent(name), box) < 0
        assert inside(extent(name), page(figure))
        figure.savefig(io.BytesIO())


def test_a_host_of_parasites_keeps_their_numbers_in_the_figure():
    figure = new(figsize=(5.2, 3.9), dpi=72)
    ax = figure.add_subplot(axes_class=HostAxes)
    ax.plot([0, 1, 2], [3, 4, 5])
    parasite = ax.twinx()
    parasite.plot([0, 1, 2], [5000, 8000, 6000])
    parasite.set_ylabel("other")
    cp.footer(figure, "A footer.")
    cp.point_labels(ax, [1], [4], ["point"])
    figure.canvas.draw()
    assert inside(points(figure, ax.get_tightbbox(figure.canvas.get_renderer())), page(figure))


def test_words_in_a_grid_of_images():
    figure = new(figsize=(6, 3), dpi=72)
    grid = ImageGrid(figure, (0.1, 0.2, 0.7, 0.6), (1, 2), axes_pad=0.3, cbar_mode="single")
    for ax in grid:
        shown = ax.imshow(IMAGE)
    grid.cbar_axes[0].colorbar(shown)
    (name,) = cp.floor_line(grid[0], 10, "row").labels
    cp.headline(figure, "Title", "finding")
    cp.footer(figure, "A footer.")
    figure.canvas.draw()
    box = points(figure, grid[1].get_tightbbox(figure.canvas.get_renderer()))
    assert overlap(extent(name), box) < 0
    assert random_figures.illegible(figure) == []


@pytest.mark.parametrize("projection", ["polar", "rectilinear"])
def test_a_panel_with_an_aspect_is_arranged_once(projection):
    figure = new(figsize=(5.2, 3.9))
    ax, other = (figure.add_subplot(1, 2, n, projection=p) for n, p in ((1, None), (2, projection)))
    other.plot([0, 1], [0, 1])
    other.set_aspect("equal")
    cp.grouped_delta_bars(ax, {"a": [3, 4, 5.0]}, tick_labels=["GSM8K", "MMLU", "HumanEval"])
    cp.floor_line(ax, 3.5, "a named floor")
    cp.headline(figure, "Title", "finding")
    cp.footer(figure, "A footer.")
    first = pixels(figure)
    other.get_position()
    ax.stale = True
    ax.texts[0].stale = True
    assert (pixels(figure) == first).all()
    assert inside(all_panels(figure), page(figure))


@pytest.mark.parametrize("kind", [axisartist.Axes, axisartist.HostAxes])
def test_axes_with_an_axis_of_their_own_kind_are_refused(kind):
    ax = new().add_subplot(axes_class=kind)
    with pytest.raises(ValueError, match="rectilinear axes, not 'axisartist' ones"):
        cp.stacked_share_bars(ax, {"a": [1, 2]}, tick_labels=["x", "y"])
    cp.headline(ax, "Title", "finding")


@pytest.mark.parametrize("style", ["grayscale", "classic"])
def test_names_beyond_the_axes_are_read_on_the_figure(style):
    with mpl.style.context(["default", style]):
        figure = new("constrained", figsize=(5, 3.5))
        ax = figure.subplots()
        for number in range(3):
            ax.plot([number, 1 + number, 0.5 + number], label=f"line {number}")
        names = [*cp.end_labels(ax).artists]
        ax.bar([0, 1, 2], 2.2, 1.0)
        names += cp.floor_line(ax, 1.9, "a named floor").labels
        figure.canvas.draw()
        assert random_figures.illegible(figure) == []
    assert all(cp.contrast(text.get_color(), figure.get_facecolor()) >= 4.5 for text in names)


@pytest.mark.filterwarnings("ignore:No free place")
@pytest.mark.parametrize("suffix", ["eps", "svgz", "tif"])
def test_every_format_is_written_and_leaves_the_figure_alone(suffix):
    figure = new("constrained", figsize=(4, 3))
    ax = figure.subplots()
    cp.stacked_share_bars(ax, {"a": [3, 4], "b$": [2, 1]}, tick_labels=["$5 x$", "a_b$"])
    band = cp.floor_band(ax, 2, 3, "a band").band
    cp.footer(figure, "It costs $5 and $6.")
    first, look = pixels(figure), (band.get_alpha(), band.get_zorder())
    seen = []

    def draw(renderer):
        if type(renderer).__name__ != "Notes":  # What only looks at it comes before.
            seen.append((band.get_alpha(), band.get_zorder()))

    band.draw = draw
    written = io.BytesIO()
    figure.savefig(written, format=suffix)
    assert written.tell() > 1000
    # PostScript has no transparency: an opaque band would hide the bars.
    bars = min(patch.get_zorder() for patch in ax.patches if patch is not band)
    assert seen
    for alpha, zorder in seen:
        assert (alpha is None and zorder < bars) == (suffix == "eps")
    del band.draw
    assert (pixels(figure) == first).all()
    assert (band.get_alpha(), band.get_zorder()) == look


def mosaic():
    figure = new("constrained", figsize=(8, 5))
    panels = figure.subplot_mosaic("AAB;CDB")
    for ax in panels.values():
        cp.grouped_delta_bars(ax, {"a": [1, 2], "b": [2, 3]}, tick_labels=["one", "two"])
    cp.legend(figure)
    return figure, panels["A"]


def pairs():
    sns = pytest.importorskip("seaborn")
    table = {"x": np.tile(range(5), 12), "y": np.random.default_rng(0).normal(size=60)}
    grid = sns.PairGrid(pd.DataFrame(table))
    grid.map(sns.scatterplot)
    return grid.figure, grid.axes[1, 0]


@pytest.mark.parametrize("make", [mosaic, pairs])
def test_words_in_mosaics_and_grids_of_seaborn(make):
    figure, ax = make()
    headline = cp.headline(figure, "A title of the figure", "The finding of the figure.")
    note = cp.footer(figure, "A note on what is drawn.")
    floor = cp.floor_line(ax, 0.5, "floor")
    figure.canvas.draw()
    assert collisions(figure) == []
    tops = [axes.get_tightbbox().y1 for axes in figure.axes]
    lows = [axes.get_tightbbox().y0 for axes in figure.axes]
    assert max(tops) < min(text.get_window_extent().y0 for text in headline.artists)
    assert min(lows) > max(text.get_window_extent().y1 for text in note.artists)
    assert floor.unplaced == ()
