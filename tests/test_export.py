"""Saving: what is written, what it says, and what is left alone."""

from __future__ import annotations

import csv
import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import style
from matplotlib.figure import Figure
from PIL import Image

import cardplot as cp
from cardplot.export import Saved, save

SVG = "{http://www.w3.org/2000/svg}"
DC = "{http://purl.org/dc/elements/1.1/}"


def draw() -> Figure:
    """A paper column with words outside Latin-1, a hatch and a picture."""
    fig = Figure(figsize=(3.25, 2), layout="constrained")
    left, right = fig.subplots(1, 2)
    left.bar(["dense", "модель <&>"], [1.5, 2.0], hatch="//", label="loss")
    left.set_title("Δ loss ≤ 2")
    right.imshow(np.eye(3))
    right.set_xlabel("step")
    return fig


def draw_latin() -> Figure:
    fig = Figure(figsize=(3.25, 2), layout="constrained")
    ax = fig.subplots()
    ax.plot([1, 2, 3], [0.1, 0.3, 0.2], label="qwen")
    ax.set_title("F1 by window → better")
    return fig


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def pixels(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


def texts(path: Path) -> dict[str, str]:
    with Image.open(path) as image:
        image.load()
        return dict(image.text)


def digests(saved: Saved) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in saved.paths}


# What is written


def test_a_callable_gives_twins_in_every_format_with_data_and_alt_text(tmp_path):
    saved = save(draw_latin, tmp_path / "fig")
    expected = {f"fig{twin}.{kind}" for twin in ("", "-dark") for kind in ("png", "svg", "pdf")}
    assert names(tmp_path) == expected | {"fig.csv", "fig.txt"}
    assert {path.name for path in saved.paths} == names(tmp_path)
    assert saved.csv == tmp_path / "fig.csv"
    assert saved.txt == tmp_path / "fig.txt"


def test_a_figure_is_saved_in_the_theme_that_it_was_drawn_in(tmp_path):
    with style.context("dark_background"):
        fig = draw_latin()
    saved = save(fig, tmp_path / "fig", formats="png")
    assert names(tmp_path) == {"fig.png", "fig.csv", "fig.txt"}
    with Image.open(saved.path("png")) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (0, 0, 0)


@pytest.mark.parametrize("dpi", [100, 200])
def test_all_pictures_have_the_size_that_the_figure_was_made_for(tmp_path, dpi):
    with mpl.rc_context({"savefig.bbox": "tight"}):
        saved = save(draw_latin, tmp_path / "fig", dpi=dpi)
    assert pixels(saved.path("png")) == (int(3.25 * dpi), 2 * dpi)
    assert pixels(saved.path("png", "dark")) == (int(3.25 * dpi), 2 * dpi)
    for theme in ("card", "dark"):
        box = re.search(rb"/MediaBox \[([^\]]*)\]", saved.path("pdf", theme).read_bytes())
        assert [float(value) for value in box.group(1).split()] == [0, 0, 234, 144]
        root = ET.fromstring(saved.path("svg", theme).read_bytes())
        assert (root.get("width"), root.get("height")) == ("234pt", "144pt")


def test_the_first_theme_decides_the_resolution_of_all(tmp_path):
    themes = {"a": {"savefig.dpi": 80}, "b": {"savefig.dpi": 160}}
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes=themes)
    assert pixels(saved.path("png", "a")) == pixels(saved.path("png", "b")) == (260, 160)


def test_the_dark_twin_is_drawn_dark(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="png")
    for theme in ("card", "dark"):
        with style.context(f"cardplot.{theme}"):
            face = mpl.colors.to_rgb(mpl.rcParams["figure.facecolor"])
            ink = mpl.colors.to_rgb(mpl.rcParams["text.color"])
        with Image.open(saved.path("png", theme)) as image:
            array = np.asarray(image.convert("RGB"), dtype=float) / 255
            assert image.convert("RGBA").getextrema()[3] == (255, 255)
        assert array[0, 0] == pytest.approx(face, abs=1 / 255)
        # Somewhere in the title there is a pixel in the theme's own ink.
        assert np.abs(array - ink).max(axis=2).min() < 0.08


def test_fonts_can_be_embedded_whatever_the_style_says(tmp_path):
    with mpl.rc_context({"pdf.fonttype": 3}):
        fig = draw_latin()
        content = save(fig, tmp_path / "fig", formats="pdf").path().read_bytes()
    assert b"/Type3" not in content
    assert b"/CIDFontType2" in content or b"/TrueType" in content


def test_pictures_stay_inside_the_svg(tmp_path):
    with mpl.rc_context({"svg.image_inline": False}):
        saved = save(draw, tmp_path / "fig", formats="svg", themes="card", data=False, alt="a")
    assert names(tmp_path) == {"fig.svg", "fig.txt"}
    assert b"data:image/png;base64" in saved.path().read_bytes()


@pytest.mark.parametrize(
    ("given", "stem"),
    [("fig", "fig"), ("fig.png", "fig"), ("fig.PDF", "fig"), ("fig.csv", "fig"), ("v1.2", "v1.2")],
)
def test_only_suffixes_that_are_written_are_taken_off(tmp_path, given, stem):
    for path in (tmp_path / "a" / given, str(tmp_path / "b" / given)):
        save(draw_latin, path, formats="png", themes="card")
    for folder in ("a", "b"):
        assert names(tmp_path / folder) == {f"{stem}.png", f"{stem}.csv", f"{stem}.txt"}


def test_a_relative_path_is_relative_to_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saved = save(draw_latin, "out/fig", formats="png", themes="card")
    assert saved.path() == Path("out/fig.png")
    assert (tmp_path / "out" / "fig.png").is_file()


def test_files_have_the_permissions_of_files(tmp_path):
    old = os.umask(0o022)
    try:
        (tmp_path / "fig.txt").write_text("old")
        (tmp_path / "fig.txt").chmod(0o600)
        saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card")
    finally:
        os.umask(old)
    assert saved.path().stat().st_mode & 0o777 == 0o644
    assert saved.txt.stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path):
    behind = tmp_path / "elsewhere.png"
    behind.write_bytes(b"old")
    (tmp_path / "fig.png").symlink_to(behind)
    save(draw_latin, tmp_path / "fig", formats="png", themes="card", data=False, alt="")
    assert (tmp_path / "fig.png").is_symlink()
    assert behind.read_bytes().startswith(b"\x89PNG")


# Themes


@pytest.mark.parametrize(
    ("themes", "suffixes"),
    [
        ("card", [""]),
        (["dark"], [""]),
        (("cardplot.dark", "cardplot.card"), ["", "-card"]),
        ((("card", "column"), ("dark", "column")), ["", "-dark"]),
        (("default", ["default", "dark_background"]), ["", "-dark_background"]),
        ({"light": "card", "night": ["dark"]}, ["", "-night"]),
        (("card", [{"text.color": "red"}]), ["", "-custom"]),
    ],
)
def test_what_a_theme_adds_to_the_file_name(tmp_path, themes, suffixes):
    saved = save(
        lambda: Figure(figsize=(2, 2)), tmp_path / "f", formats="png", themes=themes, alt=""
    )
    assert [path.name for path in saved.paths] == [f"f{suffix}.png" for suffix in suffixes]


def test_a_theme_may_be_a_file(tmp_path):
    sheet = tmp_path / "mine.mplstyle"
    sheet.write_text("figure.facecolor: ff0000\n")
    saved = save(draw_latin, tmp_path / "f", formats="png", themes=("card", ["card", sheet]))
    assert saved.pictures[1].path.name == "f-mine.png"
    with Image.open(saved.pictures[1].path) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


def test_later_layers_win(tmp_path):
    seen = []

    def look() -> Figure:
        seen.append(mpl.rcParams["lines.linewidth"])
        return Figure(figsize=(1, 1))

    stack = ["card", {"lines.linewidth": 7.0}, {"lines.linewidth": 9.0}]
    save(look, tmp_path / "f", formats="png", themes=[stack], alt="")
    assert seen == [9.0]


# The same bytes

SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
from test_export import draw, draw_primitives
from cardplot.export import save
import warnings
warnings.simplefilter("ignore")
if {noise!r}:
    save(draw, {out!r} + "/noise", themes="dark", alt="x")
save(lambda: draw_primitives(None), {out!r} + "/loose", themes="card")
save(draw, {out!r} + "/plain")
"""


def run(tmp_path: Path, name: str, seed: str, *, noise: bool) -> dict[str, str]:
    out = tmp_path / name
    script = SCRIPT.format(tests=str(Path(__file__).parent), out=str(out), noise=noise)
    environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed + "00000"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, cwd=tmp_path)
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in out.iterdir()
        if "noise" not in path.name
    }


def test_two_processes_write_the_same_bytes(tmp_path):
    first = run(tmp_path, "first", "1", noise=False)
    second = run(tmp_path, "second", "2", noise=True)
    assert len(first) == 13
    assert first == second


def draw_laid_out(engine: str | None, *, nested: bool = False) -> Figure:
    fig = Figure(figsize=(5, 3), layout=engine)
    above, below = fig.subfigures(2, 1) if nested else (fig, fig)
    for part in (above, below) if nested else (fig,):
        left, right = part.subplots(1, 2)
        left.plot([1.1, 2.3, 3.7], [12345.6, 3.3, 20000.2])
        left.set_ylabel("a label that\nneeds room")
        image = right.imshow(np.arange(12.0).reshape(3, 4))
        part.colorbar(image, ax=right, label="loss")
        part.suptitle("Several panels")
    return fig


def draw_primitives(engine: str | None) -> Figure:
    """Everything whose labels settle when the figure is drawn."""
    fig = Figure(figsize=(6, 3), layout=engine)
    deltas, seeds, cells = fig.subplots(1, 3)
    cp.grouped_delta_bars(deltas, {"old": [12.1, 3.3], "new": [9.7, 3.4]})
    cp.floor_line(deltas, 10, "budget")
    cp.legend(deltas)
    cp.seed_errorbars(seeds, {"a": [0.9, 0.92], "b": [0.5], "c": []}, spread="bootstrap")
    cp.hatched_heatmap(cells, [[1, np.nan], [3, 4]], colorbar="loss")
    cp.headline(fig, "A headline that is long enough to wrap in so small a figure " * 2, "Finding.")
    cp.footer(fig, "A note that is long enough to wrap in so small a figure. " * 3)
    return fig


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        draw_latin,
        partial(draw_primitives, "constrained"),
        partial(draw_primitives, None),
        partial(draw_laid_out, "constrained"),
        partial(draw_laid_out, "compressed"),
        partial(draw_laid_out, "tight"),
        partial(draw_laid_out, None),
        partial(draw_laid_out, "constrained", nested=True),
    ],
)
def test_the_formats_and_their_order_change_no_bytes(tmp_path, make):
    turned = digests(save(make, tmp_path / "a" / "fig", formats=("pdf", "svg"), themes="card"))
    alone = {}
    for name in ("svg", "png", "pdf"):
        alone |= digests(save(make, tmp_path / "b" / "fig", formats=name, themes="card"))
    assert alone.items() >= turned.items()


@pytest.mark.parametrize("engine", ["constrained", "compressed", "tight", None])
def test_saving_a_figure_again_changes_no_bytes(tmp_path, engine):
    fig = draw_laid_out(engine)
    first = digests(save(fig, tmp_path / "fig"))
    assert digests(save(fig, tmp_path / "fig")) == first
    assert digests(save(partial(draw_laid_out, engine), tmp_path / "fig", themes=[{}])) == first


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["constrained", "tight", None])
def test_saving_labels_again_changes_no_bytes(tmp_path, engine):
    with style.context("cardplot.card"):
        fig = draw_primitives(engine)
        first = digests(save(fig, tmp_path / "fig", formats="svg"))
        assert digests(save(fig, tmp_path / "fig", formats="svg")) == first


def test_files_hold_no_paths_dates_or_versions(tmp_path):
    saved = save(draw_latin, tmp_path / "fig")
    for path in saved.paths:
        content = path.read_bytes()
        assert str(tmp_path).encode() not in content
        assert mpl.__version__.encode() not in content
        assert b"CreationDate" not in content
        assert b"dc:date" not in content


# What the files say about themselves


def test_a_png_carries_title_and_alt_text(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="png", alt="Größer als “5 %” → 模型\nzwei")
    for theme in ("card", "dark"):
        assert texts(saved.path("png", theme)) == {
            "Title": "F1 by window → better",
            "Description": "Größer als “5 %” → 模型\nzwei",
            "Software": "cardplot",
        }


def test_an_svg_names_and_describes_itself(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="svg", alt='a < b & "c" > d')
    root = ET.fromstring(saved.path().read_bytes())
    assert root.get("role") == "img"
    by_id = {element.get("id"): element for element in root}
    named = [by_id[key] for key in root.get("aria-labelledby").split()]
    assert [element.tag for element in named] == [f"{SVG}title", f"{SVG}desc"]
    assert [element.text for element in named] == ["F1 by window → better", 'a < b & "c" > d']
    assert len(root.findall(f"{SVG}title")) == 1
    assert root[0].tag == f"{SVG}title"
    assert next(root.iter(f"{DC}title")).text == "F1 by window → better"
    assert next(root.iter(f"{DC}description")).text == 'a < b & "c" > d'


def test_an_svg_without_words_stays_as_it_is(tmp_path):
    saved = save(lambda: Figure(figsize=(1, 1)), tmp_path / "fig", formats="svg", alt="")
    root = ET.fromstring(saved.path().read_bytes())
    assert root.get("role") is None
    assert root.find(f"{SVG}desc") is None


def test_a_pdf_carries_title_and_alt_text(tmp_path):
    saved = save(
        draw_latin,
        tmp_path / "fig",
        formats="pdf",
        alt="→ up",
        metadata={"Title": "Plain", "Author": ["A. B.", "C. D."], "Keywords": "f1, card"},
    )
    content = saved.path().read_bytes()
    assert b"/Title (Plain)" in content
    assert b"/Author (A. B., C. D.)" in content
    assert b"/Keywords (f1, card)" in content
    # Text outside ASCII is UTF-16 with a mark, whose null bytes are written as they are.
    assert "→ up".encode("utf-16-be") in content


def test_metadata_is_written_under_each_formats_own_names(tmp_path):
    given = {
        "Title": "T",
        "Author": "A",
        "Description": "D",
        "Keywords": ["k", "l"],
        "Copyright": "C",
        "Source": "S",
    }
    saved = save(draw_latin, tmp_path / "fig", metadata=given, alt="alt")
    png = texts(saved.path("png"))
    assert png == {**given, "Keywords": "k, l", "Software": "cardplot"}
    root = ET.fromstring(saved.path("svg").read_bytes())
    for name, expected in (("title", "T"), ("description", "D"), ("source", "S")):
        assert next(root.iter(DC + name)).text == expected
    for name, expected in (("contributor", "A"), ("rights", "C"), ("creator", "cardplot")):
        assert "".join(next(root.iter(DC + name)).itertext()).strip() == expected
    bag = next(root.iter(f"{DC}subject"))
    assert "".join(bag.itertext()).split() == ["k", "l"]
    assert saved.txt.read_text() == "alt\n"


def test_characters_that_a_format_cannot_hold_are_replaced(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", alt="a\x00b\ud800c\x1bd\r\ne")
    assert saved.alt == "a b c d\ne"
    root = ET.fromstring(saved.path("svg").read_bytes())
    assert root.find(f"{SVG}desc").text == "a b c d\ne"


def test_the_alt_text_is_computed_given_or_absent(tmp_path):
    computed = save(draw_latin, tmp_path / "a", formats="png", themes="card")
    assert computed.alt.startswith("F1 by window → better. Line chart with 1 line (qwen).")
    assert computed.txt.read_text(encoding="utf-8") == computed.alt + "\n"
    given = save(draw_latin, tmp_path / "b", formats="png", themes="card", alt=" mine ")
    assert given.txt.read_text() == "mine\n"
    none = save(draw_latin, tmp_path / "c", formats="png", themes="card", alt="")
    assert none.txt is None
    assert "Description" not in texts(none.path())


# Data


def test_one_table_is_written_as_it_is(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card")
    assert saved.csv.read_bytes() == b"series,x,y\nqwen,1,0.1\nqwen,2,0.3\nqwen,3,0.2\n"


def test_several_tables_come_back_from_one_file(tmp_path):
    tables = {
        'left, "a"': pd.DataFrame(
            {"category": ["x", "line\nbreak"], "n": [3, 4], "value": [0.1 + 0.2, 1e-300]}
        ),
        "right": pd.DataFrame({"row": [1, 2], "value": [np.nan, 12345678901234567.0]}),
    }
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card", data=tables)
    with saved.csv.open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file)) == [
            ["panel", "category", "n", "value", "row"],
            ['left, "a"', "x", "3", "0.30000000000000004", ""],
            ['left, "a"', "line\nbreak", "4", "1e-300", ""],
            ["right", "", "", "", "1"],
            ["right", "", "", "1.2345678901234568e+16", "2"],
        ]
    read = pd.read_csv(saved.csv)
    left = read[read["panel"] == 'left, "a"'][["category", "n", "value"]]
    pd.testing.assert_frame_equal(left, tables['left, "a"'], check_dtype=False)


def test_a_table_with_a_panel_column_keeps_it(tmp_path):
    tables = {"a": pd.DataFrame({"panel": [1]}), "b": pd.DataFrame({"panel": [2]})}
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card", data=tables)
    assert saved.csv.read_text() == "figure_panel,panel\na,1\nb,2\n"


def test_an_index_that_names_rows_is_written(tmp_path):
    table = pd.DataFrame({"f1": [0.5]}, index=pd.Index(["dense"], name="model"))
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card", data=table)
    assert saved.csv.read_text() == "model,f1\ndense,0.5\n"
    assert list(table.columns) == ["f1"]


def test_data_can_be_left_out(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="card", data=False)
    assert saved.csv is None
    assert names(tmp_path) == {"fig.png", "fig.txt"}


# What is left alone


def test_rcparams_and_the_figure_are_left_as_they_were(tmp_path):
    fig = draw_latin()
    before = dict(mpl.rcParams)
    state = (fig.canvas, fig.dpi, tuple(fig.get_size_inches()), fig.get_facecolor())
    save(fig, tmp_path / "fig", dpi=321)
    assert dict(mpl.rcParams) == before
    assert (fig.canvas, fig.dpi, tuple(fig.get_size_inches()), fig.get_facecolor()) == state


def test_what_the_callable_does_to_rcparams_is_undone(tmp_path):
    before = dict(mpl.rcParams)

    def reckless() -> Figure:
        mpl.rcParams["lines.linewidth"] = 33
        style.use("dark_background")
        return draw_latin()

    save(reckless, tmp_path / "fig", formats="png")
    assert dict(mpl.rcParams) == before


def test_only_figures_that_the_call_opened_are_closed(tmp_path):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.close("all")
    mine = plt.figure()

    def opens_two() -> Figure:
        plt.figure()
        fig, ax = plt.subplots(figsize=(2, 2))
        ax.plot([1, 2])
        return fig

    save(opens_two, tmp_path / "fig", formats="png")
    assert plt.get_fignums() == [mine.number]
    assert plt.gcf() is mine

    def fails() -> Figure:
        plt.figure()
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        save(fails, tmp_path / "other", formats="png")
    assert plt.get_fignums() == [mine.number]
    save(mine, tmp_path / "mine", formats="png")
    assert plt.get_fignums() == [mine.number]
    plt.close(mine)


def test_pyplot_is_not_loaded(tmp_path):
    script = (
        "import sys; from matplotlib.figure import Figure; from cardplot.export import save;"
        f"save(lambda: Figure(figsize=(1, 1)), {str(tmp_path / 'fig')!r}, alt='x');"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path)


def test_a_callable_that_fails_under_the_second_theme_leaves_nothing(tmp_path):
    before = dict(mpl.rcParams)
    calls = []

    def fails_late() -> Figure:
        calls.append(mpl.rcParams["figure.facecolor"])
        if len(calls) == 2:
            raise RuntimeError("dark")
        return draw_latin()

    with pytest.raises(RuntimeError, match="dark"):
        save(fails_late, tmp_path / "new" / "fig")
    assert len(set(calls)) == 2
    assert names(tmp_path) == set()
    assert dict(mpl.rcParams) == before


def test_a_figure_that_fails_to_draw_leaves_nothing(tmp_path):
    def fails_when_drawn() -> Figure:
        fig = draw_latin()
        fig.axes[0].set_xlabel("cost $a_$b", parse_math=True)
        return fig

    before = dict(mpl.rcParams)
    with pytest.raises(ValueError, match="a_"):
        save(fails_when_drawn, tmp_path / "fig", alt="", data=False)
    assert names(tmp_path) == set()
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("failing", [1, 3, 8])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, failing):
    (tmp_path / "fig.png").write_bytes(b"old")
    opened = []
    honest = Path.open

    def full(self, mode="r", *args, **kwargs):
        if "x" in mode:
            opened.append(self)
            if len(opened) == failing:
                file = honest(self, mode, *args, **kwargs)
                file.write(b"half")
                file.close()
                raise OSError(28, "No space left on device")
        return honest(self, mode, *args, **kwargs)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space left"):
        save(draw_latin, tmp_path / "fig")
    monkeypatch.undo()
    assert len(opened) == failing
    assert names(tmp_path) == {"fig.png"}
    assert (tmp_path / "fig.png").read_bytes() == b"old"


# Errors that come before anything is drawn


def never() -> Figure:
    raise AssertionError("drawn in spite of a bad argument")


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"formats": "jpg"}, ValueError, r"formats: unknown 'jpg'; allowed: png, svg, pdf"),
        ({"formats": ("png", "gif", "pdf")}, ValueError, r"unknown 'gif'"),
        ({"formats": ()}, ValueError, r"formats is empty"),
        ({"formats": 3}, TypeError, r"formats must be names"),
        ({"formats": ["png", None]}, TypeError, r"not None"),
        ({"themes": "no-such"}, ValueError, r"'no-such'.*allowed: 'card', 'dark', '"),
        ({"themes": ("card", "cardplot.styles.none")}, ValueError, r"'cardplot.styles.none'"),
        ({"themes": ()}, ValueError, r"themes is empty"),
        ({"themes": [[]]}, ValueError, r"list of layers is empty"),
        ({"themes": ("card", "card")}, ValueError, r"same files"),
        ({"themes": ("card", ["card", "card"])}, ValueError, r"same files"),
        ({"themes": 5}, TypeError, r"themes must be names"),
        ({"themes": ["card", 5]}, TypeError, r"a theme is the name of a style.*not 5"),
        ({"themes": [["card", 5]]}, TypeError, r"a layer is the name of a style.*not 5"),
        ({"themes": [["card", {"no.such": 1}]]}, ValueError, r"no.such"),
        ({"themes": {"": "card"}}, TypeError, r"a name must be text"),
        ({"dpi": 0}, ValueError, r"dpi must be positive"),
        ({"dpi": -3.0}, ValueError, r"dpi must be positive"),
        ({"dpi": float("nan")}, ValueError, r"dpi must be positive and finite"),
        ({"dpi": "300"}, TypeError, r"dpi must be a number, not '300'"),
        ({"dpi": True}, TypeError, r"dpi must be a number"),
        ({"alt": 3}, TypeError, r"alt must be text"),
        ({"data": "yes"}, TypeError, r"data must be True, False, a DataFrame"),
        ({"data": {"a": 3}}, TypeError, r"data must be"),
        ({"metadata": {"Colour": "x"}}, ValueError, r"no key 'Colour'; allowed: Title, Author"),
        ({"metadata": {"Title": 3}}, TypeError, r"metadata\['Title'\] must be text, not 3"),
        ({"metadata": {"Keywords": [3]}}, TypeError, r"text or a list of texts"),
        ({"metadata": "Title"}, TypeError, r"metadata must be a mapping"),
    ],
)
def test_bad_options_are_refused_before_anything_is_drawn(tmp_path, options, error, says):
    with pytest.raises(error, match=says):
        save(never, tmp_path / "fig", **options)
    assert names(tmp_path) == set()


@pytest.mark.parametrize(
    ("path", "error", "says"),
    [
        (3.5, TypeError, r"path must be text or a path, not 3.5"),
        ("", ValueError, r"path must end in a file name"),
        ("..", ValueError, r"path must end in a file name"),
        ("folder/", ValueError, r"path must end in a file name"),
        ("taken/fig", NotADirectoryError, r"'taken' is a file"),
        ("taken/deeper/fig", NotADirectoryError, r"'taken' is a file"),
        ("busy", IsADirectoryError, r"busy.svg"),
    ],
)
def test_bad_paths_are_refused_before_anything_is_drawn(tmp_path, monkeypatch, path, error, says):
    monkeypatch.chdir(tmp_path)
    Path("taken").write_text("a file")
    Path("busy.svg").mkdir()
    with pytest.raises(error, match=says):
        save(never, path)
    assert names(tmp_path) == {"taken", "busy.svg"}


def test_what_is_no_figure_is_refused(tmp_path):
    fig = draw_latin()
    with pytest.raises(TypeError, match=r"figure must be a matplotlib Figure or a callable"):
        save("fig", tmp_path / "fig")
    with pytest.raises(TypeError, match=r"pass its \.figure"):
        save(fig.axes[0], tmp_path / "fig")
    with pytest.raises(TypeError, match=r"must return a matplotlib Figure, not None.*return fig"):
        save(lambda: None, tmp_path / "fig")
    with pytest.raises(TypeError, match=r"must return a matplotlib Figure, not \(<Figure"):
        save(lambda: (fig, fig.axes[0]), tmp_path / "fig")
    with pytest.raises(ValueError, match=r"same Figure under two themes"):
        save(lambda: fig, tmp_path / "fig")
    assert names(tmp_path) == set()


def test_twins_of_different_sizes_are_refused(tmp_path):
    sizes = iter([(3, 2), (4, 2)])
    with pytest.raises(ValueError, match=r"4 x 2 in under 'dark' but 3 x 2 in under 'card'"):
        save(lambda: Figure(figsize=next(sizes)), tmp_path / "fig", alt="")
    assert names(tmp_path) == set()


# Snippets


@pytest.fixture
def saved(tmp_path, monkeypatch) -> Saved:
    monkeypatch.chdir(tmp_path)
    return save(draw_latin, "img/f 1", formats=("png", "pdf"), alt='5 < "x_y" & [z]*\n\n$2')


def test_the_picture_of_a_theme_in_a_format_is_found(saved):
    assert saved.path() == Path("img/f 1.png")
    assert saved.path("pdf", "dark") == Path("img/f 1-dark.pdf")
    with pytest.raises(KeyError, match=r"'svg'.*\('png', 'card'\)"):
        saved.path("svg")


def test_github_gets_a_picture_with_the_light_file_as_fallback(saved):
    assert saved.github == (
        "<picture>\n"
        '  <source media="(prefers-color-scheme: dark)" srcset="img/f%201-dark.png">\n'
        '  <img alt="5 &lt; &quot;x_y&quot; &amp; [z]* $2" src="img/f%201.png" width="312">\n'
        "</picture>"
    )
    assert saved.html == saved.github.replace('"312"', '"312" height="192"')


def test_the_hub_gets_a_line_for_each_mode(saved):
    alt = r"5 \< \"x\_y\" \& \[z\]\* \$2".replace(r"\"", '"')
    assert saved.hugging_face.splitlines() == [
        f"![{alt}](img/f%201.png#hf-light-mode-only)",
        f"![{alt}](img/f%201-dark.png#hf-dark-mode-only)",
    ]
    assert saved.markdown == f"![{alt}](img/f%201.png)"


def test_latex_gets_the_pdf(saved):
    alt = r'5 < "x\_y" \& [z]* \$2'
    assert saved.latex == rf"\includegraphics[alt={{{alt}}}]{{img/f 1.pdf}}"
    assert saved.embed("latex", file_format="png").startswith(r"\includegraphics[width=3.25in, ")


def test_addresses_can_start_elsewhere(saved, tmp_path):
    assert 'src="f%201.png"' in saved.embed("github", start="img")
    assert 'src="../img/f%201.png"' in saved.embed("github", start="docs")
    web = saved.embed("markdown", base_url="https://example.org/main/")
    assert web.endswith("(https://example.org/main/img/f%201.png)")
    with pytest.raises(ValueError, match=r"site must be one of github, .*not 'pypi'"):
        saved.embed("pypi")
    with pytest.raises(ValueError, match=r"file_format must be one of png, svg.*not 'pdf'"):
        saved.embed("github", file_format="pdf")


def test_snippets_hold_no_path_of_the_machine(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    saved = save(draw_latin, tmp_path / "there" / "fig", formats="png")
    assert str(tmp_path) not in saved.github + saved.latex
    assert 'src="fig.png"' in saved.github


def test_the_fallback_is_the_light_file_in_any_order(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="svg", themes=("dark", "card"))
    assert (saved.light, saved.dark) == ("card", "dark")
    assert re.search(r'srcset="[^"]*fig\.svg"', saved.github)
    assert re.search(r'src="[^"]*fig-card\.svg"', saved.github)


def test_one_theme_needs_no_modes(tmp_path):
    saved = save(draw_latin, tmp_path / "fig", formats="png", themes="dark", alt="a")
    assert saved.dark is None
    assert saved.hugging_face == "![a](fig.png)"
    assert "<source" not in saved.github
    pdf = save(draw_latin, tmp_path / "fig", formats="pdf", themes="card")
    with pytest.raises(ValueError, match=r"shows png or svg; only pdf was written"):
        _ = pdf.github
