"""Headlines and footers take their room under every layout engine, and without one."""

from __future__ import annotations

import io
import pickle
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Bbox

import cardplot as cp
from cardplot._layout.panel_fit import FAIR_SHARE, LEAST_SHARE, fitted
from tests.drawn import (
    ENGINES,
    NOTE,
    all_panels,
    extent,
    inside,
    new,
    overlap,
    page,
    pixels,
    plain,
    points,
    reach,
    words_of,
    worst_overlap,
)

LIVE = ("tight", "constrained", "compressed")
FINDING = "Cutting layers leaves the embedding untouched, so its share grows from 34% to 76%."


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


def finish(figure, engine):
    """Do what the engine's users do last."""
    if engine == "once":
        figure.tight_layout()
    figure.canvas.draw()


# ---- footers


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lines", [1, 2, 5])
def test_a_footer_stands_16_points_below_the_panels_and_8_above_the_edge(engine, lines):
    figure = new(engine, figsize=(6.75, 5))
    plain(figure)
    note = cp.footer(figure, "\n".join([NOTE] * lines)).artists[0]
    finish(figure, engine)
    box = extent(note)
    assert note.get_text().count("\n") == lines - 1
    assert box.y0 == pytest.approx(8, abs=0.8)
    assert all_panels(figure).y0 - box.y1 == pytest.approx(16, abs=0.8)
    assert tuple(figure.get_size_inches()) == (6.75, 5)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_footer_wraps_within_the_figure(engine):
    figure = new(engine, figsize=(3.25, 3))
    plain(figure)
    note = cp.footer(figure, NOTE + " " + NOTE).artists[0]
    finish(figure, engine)
    box = extent(note)
    assert note.get_text().count("\n") >= 3
    assert box.x0 >= 7.9
    assert box.x1 <= 3.25 * 72 - 7.9
    assert note.get_text().replace("\n", " ") == NOTE + " " + NOTE
    assert overlap(box, all_panels(figure)) < 0


@pytest.mark.parametrize("engine", ENGINES)
def test_later_footers_stand_below_earlier_ones(engine):
    figure = new(engine)
    plain(figure)
    notes = [cp.footer(figure, words).artists[0] for words in ("first", "second", "third")]
    finish(figure, engine)
    boxes = [extent(note) for note in notes]
    assert boxes[0].y0 - boxes[1].y1 == pytest.approx(4, abs=0.5)
    assert boxes[1].y0 - boxes[2].y1 == pytest.approx(4, abs=0.5)
    assert boxes[2].y0 == pytest.approx(8, abs=0.5)
    assert all_panels(figure).y0 > boxes[0].y1 + 15


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_alignment_of_a_footer(align):
    figure = new("constrained", figsize=(6, 4))
    plain(figure)
    note = cp.footer(figure, "short", align=align).artists[0]
    figure.canvas.draw()
    box = extent(note)
    at = {"left": box.x0, "center": (box.x0 + box.x1) / 2, "right": box.x1}[align]
    want = {"left": 8, "center": 216, "right": 432 - 8}[align]
    assert at == pytest.approx(want, abs=1)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_grid_of_panels_keeps_its_gaps_when_bands_take_height(engine):
    figure = new(engine, figsize=(7, 6.5))
    plain(figure, 2, 2)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, "\n".join([NOTE] * 4))
    finish(figure, engine)
    panels = [reach(axes) for axes in figure.axes]
    assert worst_overlap(panels) <= 0
    assert worst_overlap(words_of(figure)) <= 0.3
    heights = {round(axes.bbox.height) for axes in figure.axes}
    widths = {round(axes.bbox.width) for axes in figure.axes}
    assert len(heights) == len(widths) == 1
    assert min(heights) * 72 / figure.dpi > 50


@pytest.mark.parametrize("engine", ["constrained", "tight", None])
def test_nested_grids(engine):
    figure = new(engine, figsize=(8, 6))
    outer = figure.add_gridspec(1, 2, width_ratios=(2, 1))
    inner = outer[0].subgridspec(2, 1)
    for place in (inner[0], inner[1], outer[1]):
        axes = figure.add_subplot(place)
        axes.plot([0, 1], [0, 1])
        axes.set_xlabel("x")
        axes.set_title("A panel")
    note = cp.footer(figure, "\n".join([NOTE] * 3)).artists[0]
    cp.headline(figure, "A title", FINDING)
    if engine == "tight":
        # matplotlib itself warns that it can't lay out nested grids; it still leaves the band.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            figure.canvas.draw()
    else:
        figure.canvas.draw()
    assert all(overlap(extent(note), reach(axes)) < -10 for axes in figure.axes)
    assert all(
        overlap(extent(text), reach(axes)) < 0 for text in figure.texts for axes in figure.axes
    )


@pytest.mark.parametrize("engine", ["constrained", "compressed", "tight", None])
@pytest.mark.parametrize("place", ["right", "bottom"])
def test_colorbars(engine, place):
    figure = new(engine, figsize=(6, 4.5))
    axes = figure.subplots()
    image = axes.imshow(np.arange(12).reshape(3, 4), aspect="auto")
    bar = figure.colorbar(image, ax=axes, location=place, label="loss")
    note = cp.footer(figure, NOTE + NOTE).artists[0]
    title = cp.headline(figure, "A title", FINDING).artists
    first = pixels(figure)
    for box in (reach(axes), reach(bar.ax)):
        assert overlap(box, extent(note)) < -12
        assert all(overlap(box, extent(text)) < -12 for text in title)
        assert inside(box, page(figure))
    assert overlap(reach(axes), reach(bar.ax)) <= 0.6
    assert (first == pixels(figure)).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_twin_axes_stay_on_each_other(engine):
    figure = new(engine, figsize=(6.75, 5))
    (axes,) = plain(figure)
    twin = axes.twinx()
    twin.plot([0, 1, 2], [10_000, 20_000, 15_000])
    twin.set_ylabel("tokens")
    cp.footer(figure, "\n".join([NOTE] * 3))
    cp.headline(figure, "A title", FINDING)
    finish(figure, engine)
    np.testing.assert_allclose(axes.bbox.extents, twin.bbox.extents)
    assert inside(reach(twin), page(figure))
    assert all(overlap(extent(text), all_panels(figure)) < -12 for text in figure.texts)


# ---- subfigures


@pytest.mark.parametrize("engine", ["constrained", None])
def test_footers_of_subfigures_and_of_the_figure(engine):
    figure = new(engine, figsize=(9, 5))
    left, right = figure.subfigures(1, 2)
    for part in (left, right):
        plain(part)
    own = cp.footer(left, NOTE).artists[0]
    other = cp.headline(right, "The right half", FINDING).artists
    common = cp.footer(figure, NOTE + NOTE).artists[0]
    title = cp.headline(figure, "Both halves").artists[0]
    first = pixels(figure)
    words = [extent(text) for text in (own, *other, common, title)]
    assert worst_overlap(words) < 0
    panels = [reach(axes) for axes in figure.axes]
    assert all(overlap(panel, text) < -3 for panel in panels for text in words)
    assert extent(own).y0 > extent(common).y1
    assert extent(own).x1 < 4.5 * 72
    assert extent(other[0]).x0 > 4.5 * 72
    assert (first == pixels(figure)).all()


# ---- headlines


@pytest.mark.parametrize("engine", ENGINES)
def test_spacing_of_a_headline(engine):
    figure = new(engine, figsize=(6.75, 4.5))
    plain(figure)
    title, finding = cp.headline(figure, "Where the parameters live", FINDING * 2).artists
    finish(figure, engine)
    upper, lower = extent(title), extent(finding)
    assert 4.5 * 72 - upper.y1 == pytest.approx(8, abs=0.8)
    assert upper.y0 - lower.y1 == pytest.approx(5, abs=0.8)
    assert lower.y0 - all_panels(figure).y1 == pytest.approx(16, abs=0.8)
    assert finding.get_text().count("\n") >= 1
    assert title.get_fontweight() == "bold"
    assert title.get_fontsize() > finding.get_fontsize()


@pytest.mark.parametrize("engine", LIVE)
def test_texts_align_with_the_left_edge_of_the_panels(engine):
    figure = new(engine, figsize=(6.75, 4.5))
    (axes,) = plain(figure)
    texts = [*cp.headline(figure, "A title", FINDING).artists, *cp.footer(figure, NOTE).artists]
    figure.canvas.draw()
    edge = extent(axes.yaxis.label).x0
    assert edge >= 7.9
    assert [extent(text).x0 for text in texts] == pytest.approx([edge] * 3, abs=0.8)


def test_texts_align_with_the_panels_without_an_engine():
    figure = new(None, figsize=(6.75, 4.5))
    (axes,) = plain(figure)
    texts = [*cp.headline(figure, "A title", FINDING).artists, *cp.footer(figure, NOTE).artists]
    figure.canvas.draw()
    edge = extent(axes.yaxis.label).x0
    assert edge > 10
    assert [extent(text).x0 for text in texts] == pytest.approx([edge] * 3, abs=0.8)


def test_the_title_is_the_suptitle():
    figure = new("constrained")
    plain(figure)
    words = cp.headline(figure, "First title")
    assert figure.get_suptitle() == "First title"
    figure.suptitle("Another title")
    figure.canvas.draw()
    assert extent(words.artists[0]).x0 == pytest.approx(8, abs=0.8)
    assert words.artists[0].get_text() == "Another title"
    assert overlap(extent(words.artists[0]), all_panels(figure)) < -15


def test_a_second_headline_replaces_the_first():
    figure = new("constrained")
    plain(figure)
    old = cp.headline(figure, "Old title", "old finding")
    cp.headline(figure, "New title", "new finding")
    figure.canvas.draw()
    assert sorted(text.get_text() for text in figure.texts) == ["New title", "new finding"]
    old.remove()
    assert figure.get_suptitle() == "New title"


@pytest.mark.parametrize("engine", ENGINES)
def test_removed_texts_give_their_room_back(engine):
    def panel(with_texts):
        figure = new(engine)
        (axes,) = plain(figure)
        if engine == "once":
            figure.tight_layout()
        words = [cp.headline(figure, "A title", FINDING), cp.footer(figure, NOTE)]
        figure.canvas.draw()
        if not with_texts:
            for each in words:
                each.remove()
            figure.canvas.draw()
            assert [text for text in figure.texts if text.get_text()] == []
        return axes.bbox.height

    figure = new(engine)
    (axes,) = plain(figure)
    finish(figure, engine)
    assert panel(with_texts=True) < axes.bbox.height - 50
    # Before matplotlib 3.11 a suptitle can't be taken off: an empty one keeps its padding.
    slack = 0.5 if mpl.__version_info__ >= (3, 11) else 18
    assert panel(with_texts=False) == pytest.approx(axes.bbox.height, abs=slack)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_suptitle_beside_a_legend_and_an_x_label_beside_a_footer(engine):
    figure = new(engine, figsize=(7, 5))
    plain(figure, 1, 2)
    upper = figure.suptitle("The user's own title")
    lower = figure.supxlabel("an x label of all panels")
    if engine == "once":
        figure.tight_layout()
    made = cp.legend(figure)
    note = cp.footer(figure, NOTE).artists[0]
    first = pixels(figure)
    boxes = [extent(artist) for artist in (upper, made, lower, note)]
    assert worst_overlap([*boxes, all_panels(figure)]) < -3
    assert [box.y0 for box in boxes] == sorted((box.y0 for box in boxes), reverse=True)
    assert all(inside(box, page(figure)) for box in boxes)
    assert (first == pixels(figure)).all()


def test_a_panel_stays_clear_of_the_users_own_suptitle_without_an_engine():
    figure = new(None, figsize=(6, 3))
    (axes,) = plain(figure)
    cp.headline(axes, "A panel's headline that wraps " * 3, FINDING)
    title = figure.suptitle("The user's own title")
    figure.canvas.draw()
    assert overlap(extent(title), reach(axes)) < -3


# ---- headlines of Axes


@pytest.mark.parametrize("engine", ENGINES)
def test_the_headline_of_an_axes_wraps_to_it(engine):
    figure = new(engine, figsize=(7, 4))
    panels = plain(figure, 1, 2)
    title, finding = cp.headline(panels[0], "Depth: what a title may say about it", FINDING).artists
    finish(figure, engine)
    left = points(figure, panels[0].bbox)
    assert finding.get_text().count("\n") >= 1
    for text in (title, finding):
        assert extent(text).x1 <= left.x1 + 0.5
        assert extent(text).x0 == pytest.approx(left.x0, abs=1)
    assert extent(title).y0 - extent(finding).y1 == pytest.approx(3, abs=1)
    assert extent(finding).y0 - left.y1 == pytest.approx(mpl.rcParams["axes.titlepad"], abs=1)
    assert inside(extent(title), page(figure))
    # The panels go on to share their edges.
    np.testing.assert_allclose(panels[0].bbox.intervaly, panels[1].bbox.intervaly)


def test_the_headline_of_an_axes_is_its_left_title():
    figure = new("constrained")
    (axes,) = plain(figure)
    cp.headline(axes, "One", "a finding")
    cp.headline(axes, "Two")
    figure.canvas.draw()
    assert axes.get_title(loc="left") == "Two"
    assert len(axes.texts) == 0
    axes.set_title("Three", loc="left")
    figure.canvas.draw()
    assert axes.get_title(loc="left") == "Three"


@pytest.mark.parametrize("loc", ["center", "right"])
@pytest.mark.parametrize("title", ["Short", "A title of ours that is as wide as the whole Axes is"])
def test_another_title_of_the_users_stands_clear(loc, title):
    figure = new("constrained", figsize=(5, 4))
    (axes,) = plain(figure)
    axes.set_title("")
    ours, finding = cp.headline(axes, title, "a finding").artists
    theirs = axes.set_title("The user's title", loc=loc)
    figure.canvas.draw()
    assert worst_overlap([extent(text) for text in (ours, finding, theirs)]) < 0
    assert inside(extent(theirs), page(figure))


def test_a_headline_stands_above_ticks_at_the_top():
    figure = new("constrained", figsize=(5, 4))
    axes = figure.subplots()
    axes.imshow(np.eye(3))
    axes.xaxis.tick_top()
    axes.set_xlabel("columns")
    axes.xaxis.set_label_position("top")
    title, finding = cp.headline(axes, "A matrix", "with a finding").artists
    figure.canvas.draw()
    ticks = [
        extent(tick.label2) for tick in axes.xaxis.get_major_ticks() if tick.get_loc() in (0, 1)
    ]
    boxes = [*ticks, extent(axes.xaxis.label)]
    assert max(box.y1 for box in boxes) < extent(finding).y0
    assert extent(finding).y1 < extent(title).y0
    assert inside(extent(title), page(figure))


# ---- drawn again, elsewhere, otherwise


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("size", "rows", "columns"), [((6.75, 4), 1, 1), ((9, 6), 2, 3)])
def test_the_second_draw_is_the_first(engine, size, rows, columns):
    figure = new(engine, figsize=size)
    panels = plain(figure, rows, columns)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    cp.headline(panels[0], "A panel's headline", FINDING)
    if engine == "once":
        figure.tight_layout()
    first = pixels(figure)
    assert (first == pixels(figure)).all()
    assert (first == pixels(figure)).all()


@pytest.mark.parametrize("dpi", [60, 72, 100, 130])
def test_lines_fit_where_glyphs_are_fitted_to_pixels(dpi):
    figure = new("constrained", figsize=(6, 8), dpi=dpi)
    (axes,) = plain(figure)
    words = " ".join(["illustrative"] * 20)
    note = cp.footer(figure, words).artists[0]
    title, finding = cp.headline(figure, words, words).artists
    own = cp.headline(axes, words, words).artists
    figure.canvas.draw()
    assert max(extent(text).x1 for text in (note, title, finding)) <= 6 * 72 - 7
    assert max(extent(text).x1 for text in own) <= points(figure, axes.bbox).x1 + 0.6


@pytest.mark.parametrize("engine", ENGINES)
def test_another_resolution_places_alike(engine):
    def boxes(dpi):
        figure = new(engine, figsize=(6.75, 4), dpi=100)
        plain(figure, 1, 2)
        cp.headline(figure, "A title", FINDING)
        cp.footer(figure, NOTE + NOTE)
        finish(figure, engine)
        seen = []
        figure.canvas.mpl_connect(
            "draw_event",
            lambda event: seen.append(
                [extent(text).extents for text in figure.texts]
                + [points(figure, axes.bbox).extents for axes in figure.axes]
            ),
        )
        figure.savefig(io.BytesIO(), dpi=dpi)
        return np.array(seen[-1])

    one, two = boxes(100), boxes(250)
    # Texts are up to 7% wider or narrower where their glyphs are fitted to pixels.
    np.testing.assert_allclose(one[:, [0, 1, 3]], two[:, [0, 1, 3]], atol=3)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_tight_bounding_box_loses_nothing(engine, kind):
    figure = new(engine, figsize=(6.75, 4))
    plain(figure, 1, 2)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE + NOTE)
    cp.legend(figure)
    finish(figure, engine)
    seen = []

    def look(event):
        artists = [*figure.texts, *figure.legends, *figure.axes]
        boxes = np.array([artist.get_window_extent(event.renderer).extents for artist in artists])
        seen.append((boxes * 72 / figure.dpi, figure.bbox.extents * 72 / figure.dpi))

    figure.canvas.mpl_connect("draw_event", look)
    figure.savefig(io.BytesIO(), format=kind, bbox_inches="tight")
    whole, cropped = seen[-2][0], seen[-1][0]
    frame = seen[-1][1]
    assert (cropped[:, :2] >= frame[:2] - 0.5).all()
    assert (cropped[:, 2:] <= frame[2:] + 0.5).all()
    # Everything has moved by the same amount.
    shift = cropped - whole
    np.testing.assert_allclose(shift[:, :2], np.broadcast_to(shift[0, :2], (len(shift), 2)), atol=1)
    assert tuple(figure.get_size_inches()) == (6.75, 4)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_tight_bounding_box_without_an_earlier_draw(kind):
    figure = new(None, figsize=(5, 3))
    (axes,) = plain(figure)
    note = cp.footer(figure, NOTE + NOTE).artists[0]
    seen = []

    def look(event):
        label = axes.xaxis.label.get_window_extent(event.renderer)
        seen.append(overlap(points(figure, label), extent(note)))

    figure.canvas.mpl_connect("draw_event", look)
    figure.savefig(io.BytesIO(), format=kind, bbox_inches=Bbox([[0, 0], [5, 3]]))
    assert seen[-1] < -12


@pytest.mark.parametrize("engine", ENGINES)
def test_saving_leaves_the_figure_as_it_was(engine):
    figure = new(engine, figsize=(6, 4), dpi=100)
    plain(figure)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    if engine == "once":
        figure.tight_layout()
    before = pixels(figure)
    for kind in ("png", "svg", "pdf"):
        figure.savefig(io.BytesIO(), format=kind, dpi=170, bbox_inches="tight")
    assert (pixels(figure) == before).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_saved_png_is_what_the_canvas_shows(engine):
    figure = new(engine, figsize=(6, 4), dpi=100)
    plain(figure)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    if engine == "once":
        figure.tight_layout()
    file = io.BytesIO()
    figure.savefig(file, dpi=100)
    file.seek(0)
    saved = (plt.imread(file) * 255).round().astype(int)
    assert (np.abs(saved - pixels(figure).astype(int)) <= 1).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_another_size_is_laid_out_anew(engine):
    figure = new(engine, figsize=(6, 4))
    plain(figure)
    cp.headline(figure, "A title", FINDING)
    note = cp.footer(figure, NOTE + NOTE).artists[0]
    finish(figure, engine)
    original = pixels(figure)
    for size in ((3.5, 4), (9, 3.5)):
        figure.set_size_inches(size)
        figure.canvas.draw()
        assert inside(all_panels(figure), page(figure))
        assert overlap(extent(note), all_panels(figure)) < -12
        assert extent(note).x1 <= size[0] * 72 - 7
    figure.set_size_inches(6, 4)
    figure.canvas.draw()
    again = pixels(figure)
    assert again.shape == original.shape
    # Half a pixel may remain: engines start from where they were.
    assert np.mean(np.abs(again.astype(int) - original.astype(int)) > 8) < 0.02


@pytest.mark.parametrize("engine", LIVE)
def test_an_engine_that_is_set_later(engine):
    figure = new(None, figsize=(6, 4))
    plain(figure)
    note = cp.footer(figure, NOTE).artists[0]
    figure.canvas.draw()
    figure.set_layout_engine(engine)
    figure.canvas.draw()
    assert all_panels(figure).y0 - extent(note).y1 == pytest.approx(16, abs=0.8)
    figure.set_layout_engine("none")
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    assert all_panels(figure).y0 - extent(note).y1 > 15


@pytest.mark.parametrize("engine", ENGINES)
def test_panels_that_are_added_later(engine):
    figure = new(engine, figsize=(6, 4))
    note = cp.footer(figure, NOTE).artists[0]
    figure.canvas.draw()
    assert extent(note).y0 == pytest.approx(8, abs=0.8)
    plain(figure)
    finish(figure, engine)
    assert all_panels(figure).y0 - extent(note).y1 == pytest.approx(16, abs=0.8)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_figure_without_panels(engine):
    figure = new(engine, figsize=(5, 3))
    texts = [*cp.headline(figure, "A title", FINDING).artists, *cp.footer(figure, NOTE).artists]
    first = pixels(figure)
    boxes = [extent(text) for text in texts]
    assert worst_overlap(boxes) < 0
    assert all(inside(box, page(figure), -7) for box in boxes)
    assert (first == pixels(figure)).all()


@pytest.mark.parametrize("engine", LIVE)
def test_a_cleared_figure_is_free_again(engine):
    figure = new(engine, figsize=(6, 4))
    plain(figure)
    figure.canvas.draw()
    empty = all_panels(figure)
    cp.footer(figure, "\n".join([NOTE] * 5))
    figure.canvas.draw()
    assert all_panels(figure).y0 > empty.y0 + 40
    figure.clear()
    plain(figure)
    figure.canvas.draw()
    assert all_panels(figure).y0 == pytest.approx(empty.y0, abs=0.6)
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    assert all_panels(figure).y0 == pytest.approx(empty.y0 + 26, abs=8)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_pickled_figure_goes_on(engine):
    figure = new(engine, figsize=(6, 4))
    panels = plain(figure, 1, 2)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    cp.headline(panels[0], "A panel's headline", FINDING)
    cp.legend(panels[1])
    cp.legend(figure)
    if engine == "once":
        figure.tight_layout()
    first = pixels(figure)
    twin = pickle.loads(pickle.dumps(figure))
    FigureCanvasAgg(twin)
    assert (pixels(twin) == first).all()
    cp.footer(twin, NOTE)
    twin.canvas.draw()
    assert all(overlap(extent(text), all_panels(twin)) < -3 for text in twin.texts)


@pytest.mark.parametrize("kind", [ConstrainedLayoutEngine, TightLayoutEngine])
def test_the_users_own_rectangle_is_kept(kind):
    rect = (0.2, 0.3, 0.6, 0.6) if kind is ConstrainedLayoutEngine else (0.2, 0.3, 0.8, 0.9)
    figure = new(None, figsize=(6, 6))
    figure.set_layout_engine(kind(rect=rect))
    plain(figure)
    words = cp.footer(figure, NOTE)
    figure.canvas.draw()
    taken = all_panels(figure)
    frame = Bbox(np.array([[0.2, 0.3], [0.8, 0.9]]) * 432)
    assert inside(taken, frame)
    assert taken.x0 - frame.x0 < 12
    assert frame.y1 - taken.y1 < 12
    words.remove()
    figure.canvas.draw()
    assert tuple(figure.get_layout_engine().get()["rect"]) == rect


def test_the_users_new_rectangle_counts():
    figure = new("constrained", figsize=(6, 6))
    plain(figure)
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    figure.get_layout_engine().set(rect=(0.5, 0.0, 0.5, 1.0))
    figure.canvas.draw()
    assert all_panels(figure).x0 >= 216
    assert all_panels(figure).y0 > 30


# ---- without an engine


def test_panels_that_fit_stay_where_they_are():
    figure = new(None, figsize=(6, 4))
    (axes,) = plain(figure)
    before = axes.get_position(original=True).extents
    cp.stacked_share_bars(axes, [[1, 2], [3, 4]])
    figure.canvas.draw()
    np.testing.assert_array_equal(axes.get_position(original=True).extents, before)


def test_long_names_push_a_panel_back_into_the_figure():
    figure = new(None, figsize=(4, 3))
    axes = figure.subplots()
    names = ["the largest of all our models", "base", "instruct"]
    cp.stacked_share_bars(
        axes, np.array([[1, 2], [3, 4], [2, 2]]), tick_labels=names, orientation="horizontal"
    )
    figure.canvas.draw()
    assert inside(reach(axes), page(figure))
    first = pixels(figure)
    assert (pixels(figure) == first).all()


def test_neighbours_make_room_for_wide_tick_labels():
    figure = new(None, figsize=(8, 3))
    left, right = figure.subplots(1, 2, gridspec_kw={"wspace": 0.05})
    names = ["the largest of all", "base", "instruct"]
    for axes in (left, right):
        cp.stacked_share_bars(
            axes, np.array([[1, 2], [3, 4], [2, 2]]), tick_labels=names, orientation="horizontal"
        )
    figure.canvas.draw()
    assert reach(right).x0 - reach(left).x1 == pytest.approx(4, abs=0.8)
    assert left.bbox.width == pytest.approx(right.bbox.width, rel=0.01)
    assert inside(all_panels(figure), page(figure))


def test_panels_that_the_user_placed():
    figure = new(None, figsize=(6, 4))
    main = figure.add_axes((0.1, 0.02, 0.85, 0.9))
    inset = figure.add_axes((0.6, 0.6, 0.3, 0.25))
    for axes in (main, inset):
        axes.plot([0, 1], [0, 1])
    note = cp.footer(figure, NOTE).artists[0]
    before = inset.get_position().width / main.get_position().width
    figure.canvas.draw()
    assert main.bbox.y0 * 72 / figure.dpi > extent(note).y1 + 16
    assert main.bbox.contains(*inset.bbox.p0)
    assert main.bbox.contains(*inset.bbox.p1)
    assert inset.bbox.width / main.bbox.width == pytest.approx(before, rel=0.02)
    assert main.get_in_layout()


def test_a_panel_that_the_user_moves_between_draws_counts_anew():
    figure = new(None, figsize=(6, 4))
    axes = figure.add_axes((0.1, 0.1, 0.8, 0.8))
    note = cp.footer(figure, NOTE).artists[0]
    figure.canvas.draw()
    axes.set_position((0.3, 0.4, 0.4, 0.4))
    figure.canvas.draw()
    np.testing.assert_allclose(axes.get_position().bounds, (0.3, 0.4, 0.4, 0.4))
    assert overlap(extent(note), reach(axes)) < -20


@pytest.mark.parametrize("size", [(4, 4), (8, 3), (3, 6)])
def test_a_fixed_aspect_is_kept(size):
    figure = new(None, figsize=size)
    axes = figure.subplots()
    axes.imshow(np.eye(4))
    axes.set_xlabel("columns")
    note = cp.footer(figure, NOTE).artists[0]
    first = pixels(figure)
    assert axes.bbox.width == pytest.approx(axes.bbox.height, rel=0.01)
    assert overlap(extent(note), reach(axes)) < -12
    assert (first == pixels(figure)).all()


def test_a_background_axes_stays():
    figure = new(None, figsize=(6, 4))
    ground = figure.add_axes((0, 0, 1, 1))
    ground.set_axis_off()
    (axes,) = plain(figure)
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    np.testing.assert_array_equal(ground.get_position().bounds, (0, 0, 1, 1))
    assert axes.get_position().y0 > 0.2


# ---- little room


@pytest.mark.parametrize("engine", ENGINES)
def test_a_small_figure_stays_readable(engine):
    plt.style.use(["cardplot.card", "cardplot.styles.column"])
    figure = new(engine, figsize=(3.25, 2.2), dpi=150)
    (axes,) = plain(figure)
    axes.set_title("")
    axes.set_xticks([0, 1, 2])
    axes.set_ylabel("validation loss (nats a token)")
    cp.headline(figure, "Where the parameters live", FINDING)
    cp.footer(figure, NOTE + " " + NOTE)
    cp.legend(figure)
    finish(figure, engine)
    words = words_of(figure)
    assert worst_overlap(words) <= 0.3
    assert all(inside(box, page(figure)) for box in words)
    assert all(text.get_fontsize() >= 7 for text in figure.texts)
    assert axes.bbox.height * 72 / figure.dpi > 30
    first = pixels(figure)
    assert (first == pixels(figure)).all()


def test_low_panels_get_some_of_the_air():
    def gaps(height):
        figure = new("constrained", figsize=(4, height))
        (axes,) = plain(figure)
        cp.headline(figure, "A title")
        note = cp.footer(figure, NOTE).artists[0]
        figure.canvas.draw()
        share = axes.bbox.height / figure.bbox.height
        return all_panels(figure).y0 - extent(note).y1, share

    air, share = gaps(4)
    assert air == pytest.approx(16, abs=0.8)
    low_air, low_share = gaps(2.1)
    assert low_air <= 8.8
    assert low_share < share


def test_a_fixed_aspect_that_keeps_panels_low_costs_no_air():
    figure = new("compressed", figsize=(3.25, 5))
    axes = figure.subplots()
    axes.imshow(np.zeros((2, 8)))
    title = cp.headline(figure, "A title").artists[0]
    note = cp.footer(figure, NOTE).artists[0]
    first = pixels(figure)
    assert axes.bbox.height / figure.bbox.height < 0.25
    assert title.get_fontsize() == 13.5
    assert extent(note).y0 == pytest.approx(8, abs=0.8)
    assert (first == pixels(figure)).all()


def test_comfort_comes_back_with_the_room():
    figure = new("constrained", figsize=(3.25, 2.2))
    plain(figure)
    title = cp.headline(figure, "Where the parameters live", FINDING).artists[0]
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    assert title.get_fontsize() < 13
    figure.set_size_inches(6.75, 5)
    figure.canvas.draw()
    assert title.get_fontsize() == 13.5


def test_a_size_that_the_user_sets_is_the_size_to_go_by():
    figure = new("constrained", figsize=(6.75, 5))
    plain(figure)
    words = cp.headline(figure, "Where the parameters live", FINDING)
    figure.canvas.draw()
    words.artists[0].set_fontsize(18)
    words.artists[1].set_text("Other words")
    figure.canvas.draw()
    assert words.artists[0].get_fontsize() == 18
    assert words.artists[1].get_text() == "Other words"
    assert extent(words.artists[0]).y0 - extent(words.artists[1]).y1 == pytest.approx(5, abs=0.8)


def test_too_much_to_say_warns_once():
    figure = new("constrained", figsize=(3.25, 1.6))
    plain(figure)
    cp.headline(figure, "Where the parameters live", FINDING)
    cp.footer(figure, NOTE * 3)
    with pytest.warns(UserWarning, match="too low for its headline"):
        figure.canvas.draw()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.canvas.draw()


# ---- labels of the axes


@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_y_label_breaks(engine):
    figure = new(engine, figsize=(4, 2.4))
    (axes,) = plain(figure)
    axes.set_ylabel("validation loss on held-out text (nats a token)")
    cp.footer(figure, NOTE)
    finish(figure, engine)
    label = extent(axes.yaxis.label)
    squashed = "".join(axes.get_ylabel().split())
    assert squashed == "validationlossonheld-outtext(natsatoken)"
    assert "\n" in axes.get_ylabel()
    assert inside(label, page(figure))
    assert worst_overlap(words_of(figure)) <= 0.3
    axes.set_ylabel("loss")
    figure.canvas.draw()
    assert axes.get_ylabel() == "loss"


def test_a_long_title_breaks_before_the_next_panel():
    figure = new("constrained", figsize=(6, 3))
    panels = plain(figure, 1, 2)
    panels[0].set_title("A title of the left panel that would run into the next")
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    assert panels[0].get_title(loc="left").count("\n") == 1
    assert worst_overlap(words_of(figure)) <= 0.3


def test_labels_with_room_are_left_alone():
    figure = new("constrained", figsize=(6, 4))
    (axes,) = plain(figure)
    axes.set_ylabel("loss (nats), which has the room\nfor two lines")
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    assert axes.get_ylabel() == "loss (nats), which has the room\nfor two lines"


# ---- cost


def test_nothing_is_measured_twice_without_a_change(monkeypatch):
    figure = new(None, figsize=(6, 4))
    plain(figure, 1, 3)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    asked = []
    monkeypatch.setattr("cardplot._layout.panels.extent", lambda *args, **_: asked.append(args))
    figure.canvas.draw()
    assert asked == []
    figure.axes[0].set_ylabel("loss")
    with pytest.raises(TypeError):
        figure.canvas.draw()
    assert len(asked) > 0


@pytest.mark.parametrize("engine", LIVE)
def test_the_engine_is_not_run_again_without_a_change(engine, monkeypatch):
    figure = new(engine, figsize=(6, 4))
    plain(figure, 1, 3)
    cp.headline(figure, "A title", FINDING)
    cp.footer(figure, NOTE)
    figure.canvas.draw()
    kind = type(figure.get_layout_engine())
    runs = []
    execute = kind.execute
    monkeypatch.setattr(kind, "execute", lambda *args: runs.append(1) or execute(*args))
    figure.canvas.draw()
    assert len(runs) == 1  # matplotlib's own


# ---- fitting panels, as numbers


def test_what_fits_is_returned_as_it_is():
    panels = np.array([[10.0, 40.0], [60.0, 90.0]])
    margins = np.array([[5.0, 2.0], [10.0, 3.0]])
    found = fitted(panels, margins, (0, 100), (4, 96), [(0, 1)])
    np.testing.assert_array_equal(found, panels)


def test_a_panel_moves_in_by_what_sticks_out():
    found = fitted(np.array([[10.0, 90.0]]), np.array([[14.0, 0.0]]), (0, 100), (4, 96))
    np.testing.assert_allclose(found, [[14, 90]], atol=1e-5)


def test_far_too_little_room_uses_what_was_free_at_the_other_side():
    found = fitted(np.array([[40.0, 80.0]]), np.array([[0.0, 40.0]]), (0, 96), (4, 96))
    # 16 of 40 are left between 40 and 96 - 40: the room at the left is used, too.
    np.testing.assert_allclose(found, [[16, 56]], atol=1e-4)


def test_gaps_grow_to_what_stands_in_them():
    panels = np.array([[10.0, 45.0], [50.0, 85.0]])
    margins = np.array([[0.0, 0.0], [15.0, 0.0]])
    found = fitted(panels, margins, (0, 100), (4, 96), [(0, 1)], gap=4)
    assert found[1, 0] - found[0, 1] == pytest.approx(19, abs=1e-4)
    assert np.ptp(found[:, 1] - found[:, 0]) == pytest.approx(0, abs=1e-4)


intervals = st.lists(
    st.tuples(st.floats(10, 60), st.floats(0, 25), st.floats(0, 25), st.floats(2, 30)),
    min_size=1,
    max_size=5,
)


@given(intervals, st.floats(0, 60), st.floats(0, 60))
def test_fitted_panels_lie_in_their_bounds_apart_from_each_other(parts, before, after):
    lengths, lefts, rights, gaps = (np.array(column) for column in zip(*parts, strict=True))
    starts = 100 + np.concatenate([[0], np.cumsum(lengths + gaps)[:-1]])
    panels = np.stack([starts, starts + lengths], axis=1)
    margins = np.stack([lefts, rights], axis=1)
    low, high = 100 - before, panels[-1, 1] + after
    pairs = [(index, index + 1) for index in range(len(parts) - 1)]
    found = fitted(panels, margins, (low, high), (low, high), pairs)
    sizes = found[:, 1] - found[:, 0]
    assert (sizes > 0).all()
    share = sizes / lengths
    if share.min() > LEAST_SHARE + 1e-6:
        assert (found[:, 0] - lefts >= low - 1e-4).all()
        assert (found[:, 1] + rights <= high + 1e-4).all()
        apart = found[1:, 0] - lefts[1:] - found[:-1, 1] - rights[:-1]
        assert (apart >= -1e-4).all()
        assert np.ptp(share) < 1e-6
    ends = (panels[0, 0] - lefts[0], panels[-1, 1] + rights[-1])
    unstretched = fitted(panels, margins, (low, high), ends, pairs)
    kept = ((unstretched[:, 1] - unstretched[:, 0]) / lengths).min()
    if kept > LEAST_SHARE + 1e-6:
        assert unstretched[0, 0] >= panels[0, 0] - 1e-4
        assert unstretched[-1, 1] <= panels[-1, 1] + 1e-4
    if kept > FAIR_SHARE:
        np.testing.assert_allclose(found, unstretched, atol=1e-4)
        again = fitted(found, margins, (low - 1e-3, high + 1e-3), (low, high), pairs)
        np.testing.assert_allclose(again, found, atol=1e-2)


def test_a_matrix_beside_bars_without_an_engine_is_placed_at_once():
    figure = new(None, figsize=(6.75, 3.6))
    left, right = figure.subplots(1, 2, width_ratios=[2, 1])
    cp.grouped_delta_bars(left, {"a": [1, 2, 3], "b": [2, 1, 4]}, orientation="horizontal")
    cp.hatched_heatmap(right, np.eye(5), colorbar="share")
    cp.footer(figure, NOTE)
    first = pixels(figure)
    assert inside(all_panels(figure), page(figure))
    assert overlap(reach(left), reach(right)) < 0
    for _ in range(3):
        assert (pixels(figure) == first).all()


@pytest.mark.parametrize("away", ["dpi", "size", "tight"])
def test_without_an_engine_a_size_has_one_arrangement(away):
    # Names under the matrix have two lines in a large panel, and one in a small one.
    names = "MMLU-Pro,GPQA Diamond,HumanEval+,AIME 2025,SWE-bench Verified,MATH-500,IFEval,"
    plt.style.use(["cardplot.card", "cardplot.styles.text"])
    figure = new(None)
    axes = figure.subplots()
    columns = [*names.split(",")[:7], "Winogrande XL"]
    rows = [f"Layer {row}" for row in range(8)]
    cp.hatched_heatmap(axes, np.eye(8), row_labels=rows, column_labels=columns, colorbar="share")
    cp.headline(axes, "Probing accuracy by layer", "Layer 5 knows the most")
    first = pixels(figure)
    width, height = figure.get_size_inches()
    for scale in (2.0, 0.8, 1.2):
        if away == "size":
            figure.set_size_inches(width * scale, height * scale)
            figure.canvas.draw()
            figure.set_size_inches(width, height)
        else:
            cropped = "tight" if away == "tight" else None
            figure.savefig(io.BytesIO(), dpi=round(figure.dpi * scale), bbox_inches=cropped)
        assert (pixels(figure) == first).all()
