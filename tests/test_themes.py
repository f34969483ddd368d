"""The themes and layers: what they hold, where they work, and what is drawn under them."""

from __future__ import annotations

import hashlib
import importlib.resources
import io
import logging
import re
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import is_color_like, to_hex, to_rgba
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.text import Text

import cardplot
from cardplot import palettes

THEMES = ["card", "dark"]
SIZE_LAYERS = ["column", "text", "slide"]
LAYERS = [*SIZE_LAYERS, "editable"]
SURFACE = {"card": "#fcfcfb", "dark": "#161616"}
# Keys whose value is a colour, though no single one.
COLOURFUL = {"axes.prop_cycle", "image.cmap"}


def sheet(name):
    """Return the path of a style sheet in the installed package."""
    return importlib.resources.files(cardplot) / f"{name}.mplstyle"


def written(name):
    """Return the keys and values of a style sheet as they are written."""
    lines = [line.split("#")[0].strip() for line in sheet(name).read_text("utf-8").splitlines()]
    return [tuple(part.strip() for part in line.split(":", 1)) for line in lines if line]


def fresh(code, cwd):
    """Run code in an interpreter of its own, far from the repository; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.split()


# ---- what the files hold


@pytest.mark.parametrize("name", [*THEMES, *(f"styles/{layer}" for layer in LAYERS)])
def test_a_sheet_is_read_without_a_complaint(name, caplog):
    with caplog.at_level(logging.WARNING, logger="matplotlib"):
        params = mpl.rc_params_from_file(sheet(name), use_default_template=False)
    assert caplog.records == []
    keys = [key for key, _ in written(name)]
    assert len(keys) == len(set(keys))
    assert set(keys) == set(params)


def test_the_twins_have_the_same_keys_and_differ_in_colours_only():
    card, dark = dict(written("card")), dict(written("dark"))
    assert list(card) == list(dark)
    differing = {key for key in card if card[key] != dark[key]}
    assert {"axes.facecolor", "text.color", "axes.prop_cycle"} <= differing
    for key in differing - COLOURFUL:
        for value in (card[key], dark[key]):
            assert is_color_like(f"#{value}"), key


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_hold_sizes_and_type_only(layer):
    for key, value in written(f"styles/{layer}"):
        assert not re.search(r"color|cycle|cmap|grid$|spines", key)
        assert re.fullmatch(r"[\d., ]+|none|True|False", value), key


def test_size_layers_set_the_same_keys_so_that_the_last_one_wins_whole():
    keys = [[key for key, _ in written(f"styles/{layer}")] for layer in SIZE_LAYERS]
    assert keys[0] == keys[1] == keys[2]
    themes = {key for key, _ in written("card")}
    assert set(keys[0]) <= themes


@pytest.mark.parametrize("theme", THEMES)
def test_the_cycle_of_a_theme_is_the_palette_of_that_name(theme):
    with plt.style.context(f"cardplot.{theme}"):
        cycle = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
        assert tuple(cycle) == palettes.palette(f"{theme}-cycle")
        assert to_hex(mpl.rcParams["axes.facecolor"]) == SURFACE[theme]
        assert to_hex(mpl.rcParams["figure.facecolor"]) == SURFACE[theme]


def test_ink_and_surface_of_the_card_are_the_documents():
    with plt.style.context("cardplot.card"):
        assert to_hex(mpl.rcParams["text.color"]) == "#1a1a19"
        assert palettes.role("ink") == "#1a1a19"


@pytest.mark.parametrize("theme", THEMES)
def test_text_colours_of_a_theme_have_enough_contrast(theme):
    keys = ["text.color", "axes.labelcolor", "xtick.color", "ytick.color", "legend.labelcolor"]
    with plt.style.context(f"cardplot.{theme}"):
        seen = [palettes.contrast(mpl.rcParams[key], SURFACE[theme]) for key in keys]
    assert min(seen) >= 4.5
    assert seen[0] > seen[1] > seen[2]  # steps of brightness


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_type_is_what_matplotlib_ships(theme, weight):
    with plt.style.context(f"cardplot.{theme}"):
        font = FontProperties(family=mpl.rcParams["font.family"], weight=weight)
        path = Path(findfont(font, fallback_to_default=False))
        assert mpl.rcParams["text.usetex"] is False
    assert path.is_relative_to(mpl.get_data_path())
    assert path.name == {"normal": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}[weight]


@pytest.mark.parametrize("layer", [None, *SIZE_LAYERS])
def test_no_type_is_too_small_to_read(layer):
    layers = [f"cardplot.styles.{layer}"] if layer else []
    with plt.style.context(["cardplot.card", *layers]):
        sizes = {
            key: FontProperties(size=value).get_size_in_points()
            for key, value in mpl.rcParams.items()
            if key.endswith(("labelsize", "titlesize", "fontsize", "font.size"))
        }
        notes = FontProperties(size="small").get_size_in_points()
    assert len(sizes) >= 8
    assert min(*sizes.values(), notes) >= 7.49
    assert sizes["figure.titlesize"] > sizes["axes.titlesize"] > sizes["xtick.labelsize"]


# ---- where they work

USE = """
import logging, sys
heard = []
handler = logging.Handler(); handler.emit = heard.append
logging.getLogger("matplotlib").addHandler(handler)
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot as plt
def face(): return matplotlib.colors.to_hex(plt.rcParams["axes.facecolor"])
assert "cardplot" not in sys.modules
"""


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_works_by_its_name_alone(theme, tmp_path):
    code = f"""{USE}
plt.style.use("cardplot.{theme}"); print(face(), len(heard))"""
    assert fresh(code, tmp_path) == [SURFACE[theme], "0"]


def test_themes_work_in_contexts_and_in_lists_with_layers(tmp_path):
    code = f"""{USE}
before = dict(plt.rcParams)
with plt.style.context("cardplot.dark"): print(face())
for layer in {LAYERS}:
    with plt.style.context(["cardplot.card", f"cardplot.styles.{{layer}}"]):
        print(face(), plt.rcParams["figure.figsize"][0], plt.rcParams["svg.fonttype"])
print(dict(plt.rcParams) == before, len(heard))"""
    layers = [("3.25", "path"), ("6.75", "path"), ("13.33", "path"), ("6.75", "none")]
    expected = [part for layer in layers for part in (SURFACE["card"], *layer)]
    assert fresh(code, tmp_path) == [SURFACE["dark"], *expected, "True", "0"]


def test_importing_changes_nothing_and_loads_no_heavy_package(tmp_path):
    code = """
import sys
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot
params, maps = dict(matplotlib.rcParams), list(matplotlib.colormaps)
styles = list(matplotlib.style.available)
import cardplot
early = sorted(name for name in sys.modules if name.startswith("cardplot."))
import cardplot.palettes
print(dict(matplotlib.rcParams) == params, list(matplotlib.colormaps) == maps)
print(list(matplotlib.style.available) == styles, early)
print([name for name in ("pandas", "scipy", "seaborn", "polars") if name in sys.modules])"""
    assert fresh(code, tmp_path) == ["True", "True", "True", "[]", "[]"]


@pytest.mark.slow
def test_wheel_and_sdist_hold_every_style_sheet(tmp_path):
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(root)]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    expected = {f"cardplot/{name}.mplstyle" for name in THEMES}
    expected |= {f"cardplot/styles/{name}.mplstyle" for name in LAYERS}
    expected |= {"cardplot/styles/__init__.py", "cardplot/py.typed"}
    import tarfile

    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert expected <= set(wheel)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        inside = {name.partition("/src/")[2] for name in archive.getnames()}
    assert expected <= inside


# ---- what files come out


def saved(fig, **kwargs):
    buffer = io.BytesIO()
    fig.savefig(buffer, **kwargs)
    return buffer.getvalue()


def test_a_figure_is_saved_in_the_size_that_was_asked_for():
    with plt.style.context("cardplot.card"):
        fig, ax = plt.subplots(figsize=(3.25, 2))
        ax.text(0.5, 2.0, "a stray text far outside")
        png = saved(fig, dpi=100)
        pdf = saved(fig, format="pdf", metadata={"CreationDate": None})
    assert plt.imread(io.BytesIO(png)).shape[:2] == (200, 325)
    assert re.search(rb"/MediaBox \[\s*0 0 234 144\s*\]", pdf)
    assert b"/Type3" not in pdf


def test_twins_have_the_same_pixels_and_the_same_places():
    placed = {}
    for theme in THEMES:
        with plt.style.context(f"cardplot.{theme}"):
            fig, ax = plt.subplots(layout="constrained")
            ax.plot([0, 1e5], [1, 2], label="arm")
            ax.set(title="Title", xlabel="steps", ylabel="loss")
            ax.legend()
            png = saved(fig)
            boxes = [text.get_window_extent().bounds for text in fig.findobj(Text)]
            placed[theme] = (plt.imread(io.BytesIO(png)).shape, ax.get_position().bounds, boxes)
    assert placed["card"] == placed["dark"]


def test_svg_is_the_same_in_every_run_and_text_stays_text_where_asked():
    def draw(styles):
        with plt.style.context(styles):
            fig, ax = plt.subplots()
            ax.bar([0, 1], [1, 2], hatch="//")
            ax.set_title("Words")
            return saved(fig, format="svg", metadata={"Date": None})

    hashes = {hashlib.sha256(draw("cardplot.card")).hexdigest() for _ in range(2)}
    assert len(hashes) == 1
    assert b"<text" not in draw("cardplot.card")
    assert b">Words</text>" in draw(["cardplot.card", "cardplot.styles.editable"])


@pytest.mark.parametrize("layer", [None, *SIZE_LAYERS])
def test_a_plain_figure_has_room_for_its_labels(layer):
    layers = [f"cardplot.styles.{layer}"] if layer else []
    with plt.style.context(["cardplot.card", *layers]):
        fig, ax = plt.subplots()
        ax.plot([0, 1], [-0.25, 0.5])
        ax.set(title="A title", xlabel="training steps", ylabel="loss (nats)")
        ax.set(xticks=[0, 0.5, 1], yticks=[-0.25, 0, 0.25, 0.5])
        fig.canvas.draw()
        texts = [text for text in fig.findobj(Text) if text.get_text() and text.get_visible()]
        boxes = [text.get_window_extent() for text in texts]
    assert len(texts) == 3 + 7
    assert min(min(box.x0, box.y0) for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= fig.bbox.width
    assert max(box.y1 for box in boxes) <= fig.bbox.height


@pytest.mark.parametrize("engine", [None, "constrained", "compressed", "tight"])
def test_layout_engines_work_and_habits_do_not_warn(engine):
    with plt.style.context("cardplot.card"):
        fig, axs = plt.subplots(2, 2, layout=engine)
        for ax in axs.flat:
            ax.set(title="Panel", xlabel="x", ylabel="y")
        if engine is None:
            fig.tight_layout()
            fig.subplots_adjust(top=0.9)
        fig.canvas.draw()
        upper = axs[0, 0].xaxis.label.get_window_extent()
        lower = axs[1, 0].get_window_extent()
    assert upper.y0 > lower.y1


# ---- what is drawn under them


def grid_as_seen(theme):
    with plt.style.context(f"cardplot.{theme}"):
        fig, ax = plt.subplots(figsize=(2, 2))
        ax.set(yticks=[0.5], xticks=[])
        ax.grid(linewidth=4)
        fig.canvas.draw()
        pixels = np.asarray(fig.canvas.buffer_rgba())
        box = ax.get_window_extent()
        middle = round(fig.bbox.height - (box.y0 + box.y1) / 2)
        return to_hex(pixels[middle, round((box.x0 + box.x1) / 2), :3] / 255.0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_grid_is_quiet_on_every_matplotlib(theme):
    # Translucent colours mean different things to matplotlib 3.10 and 3.11.
    assert 1.1 < palettes.contrast(grid_as_seen(theme), SURFACE[theme]) < 1.4


@pytest.mark.parametrize("theme", THEMES)
def test_an_image_shows_no_grid(theme):
    def draw(grid):
        with plt.style.context(f"cardplot.{theme}"), mpl.rc_context({"axes.grid": grid}):
            fig, ax = plt.subplots(figsize=(3, 3))
            ax.imshow(np.linspace(0, 1, 36).reshape(6, 6))
            fig.canvas.draw()
            return np.asarray(fig.canvas.buffer_rgba()).astype(int)

    assert np.abs(draw(True) - draw(False)).max() < 40


def draw_matplotlib():
    rng = np.random.default_rng(1)
    y, x = np.mgrid[-2:2:30j, -2:2:30j]
    z = x * np.exp(-(x**2) - y**2)
    fig = plt.figure(figsize=(12, 12))
    flat = iter(fig.subplots(4, 4).flat)
    ax = next(flat)
    ax.plot([0, 1e9], [1, 2], "o-", label="arm")
    ax.set(title="lines", xlabel="steps", ylabel="loss")
    ax.legend(title="legend")
    shown = next(flat).scatter(*rng.normal(size=(2, 20)), c=rng.uniform(size=20))
    fig.colorbar(shown, ax=ax, label="value")
    next(flat).hist(rng.normal(size=100))
    next(flat).boxplot(rng.normal(size=(30, 3)), showmeans=True)
    next(flat).violinplot(rng.normal(size=(30, 3)), showmedians=True)
    next(flat).imshow(z)
    next(flat).clabel(next(flat).contour(x, y, z))
    next(flat).contourf(x, y, z)
    next(flat).pcolormesh(x, y, z)
    next(flat).hexbin(*rng.normal(size=(2, 200)), gridsize=8)
    next(flat).pie([1, 2, 3], labels=["a", "b", "c"])
    next(flat).errorbar([0, 1], [1, 2], yerr=0.1, marker="o")
    next(flat).fill_between([0, 1], [1, 2], step="mid", alpha=0.4)
    next(flat).bar([0, 1], [1, 2], hatch="//")
    next(flat).loglog([1, 1e6], [1e-5, 1])
    round_fig = plt.figure()
    round_fig.add_subplot(121, projection="polar").plot([0, 1, 2], [1, 2, 3])
    deep = round_fig.add_subplot(122, projection="3d")
    deep.plot_surface(x, y, z)
    deep.set(xlabel="x", ylabel="y", zlabel="z", title="3-D")
    days, ax = plt.subplots()
    ax.plot(pd.date_range("2024-01-01", periods=40).to_numpy(), np.arange(40))
    return [fig, round_fig, days]


def draw_pandas():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.uniform(1, 2, (8, 3)), columns=["a", "b", "c"])
    daily = frame.set_index(pd.date_range("2024-01-01", periods=8))
    fig, axs = plt.subplots(3, 3, figsize=(12, 9))
    kinds = ["line", "bar", "barh", "box", "hist", "area"]
    for ax, kind in zip(axs.flat, kinds, strict=False):
        frame.plot(kind=kind, ax=ax, title=kind)
    daily.plot(ax=axs[2, 0])
    frame.plot.scatter(x="a", y="b", c="c", ax=axs[2, 1])
    frame["a"].plot.pie(ax=axs[2, 2])
    return [fig]


def draw_seaborn():
    import seaborn as sns

    rng = np.random.default_rng(3)
    table = pd.DataFrame({"g": list("abc") * 20, "h": list("uv") * 30})
    table["x"], table["y"] = rng.normal(size=(2, 60))
    fig, axs = plt.subplots(3, 3, figsize=(9, 7))
    sns.histplot(table, x="x", hue="h", ax=axs[0, 0])
    sns.kdeplot(table, x="x", hue="g", fill=True, ax=axs[0, 1])
    sns.stripplot(table, x="g", y="y", hue="h", ax=axs[0, 2])
    sns.scatterplot(table, x="x", y="y", hue="g", ax=axs[1, 0])
    sns.lineplot(table, x="g", y="y", hue="h", errorbar="sd", ax=axs[1, 1])
    sns.barplot(table, x="g", y="y", hue="h", errorbar="sd", ax=axs[1, 2])
    sns.pointplot(table, x="g", y="y", hue="h", errorbar="sd", ax=axs[2, 0])
    sns.heatmap(rng.uniform(size=(4, 4)), annot=False, ax=axs[2, 1])
    sns.boxplot(table, x="g", y="y", ax=axs[2, 2])
    grid = sns.relplot(table, x="x", y="y", col="h", height=2)  # adjusts its own layout
    return [fig, grid.figure]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("draw", [draw_matplotlib, draw_pandas, draw_seaborn])
def test_others_draw_without_a_warning_and_with_readable_text(theme, draw):
    if draw is draw_seaborn:
        pytest.importorskip("seaborn")
    with plt.style.context(f"cardplot.{theme}"), warnings.catch_warnings():
        # seaborn 0.13 gives this one under every style.
        warnings.filterwarnings("ignore", message="vert: bool was deprecated")
        figures = draw()
        for fig in figures:
            fig.canvas.draw()
            assert to_rgba(fig.get_facecolor()) == to_rgba(SURFACE[theme])
            texts = [text for text in fig.findobj(Text) if text.get_text().strip()]
            assert len(texts) > 10
            unread = {
                (text.get_text(), text.get_color())
                for text in texts
                if not on_a_line(text) and palettes.contrast(text.get_color(), SURFACE[theme]) < 4.5
            }
            assert unread == set()


def on_a_line(text):
    """Return whether a text is a contour's label, which has the colour of its line."""
    return text.get_text().replace("−", "-").replace(".", "").lstrip("-").isdigit() and (
        text.axes is not None and text in text.axes.texts
    )


@pytest.mark.parametrize("theme", THEMES)
def test_marks_of_a_boxplot_are_seen(theme):
    with plt.style.context(f"cardplot.{theme}"):
        _, ax = plt.subplots()
        drawn = ax.boxplot([[1, 2, 3, 4, 30]], showmeans=True)
        lines = [line for group in drawn.values() for line in group]
        drawn_colors = {
            line.get_color() if line.get_linestyle() != "None" else line.get_markeredgecolor()
            for line in lines
        }
        assert min(palettes.contrast(color, SURFACE[theme]) for color in drawn_colors) >= 3.0
