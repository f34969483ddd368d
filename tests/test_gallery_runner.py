"""The gallery's command line: what it makes, what it says, how it ends."""

from __future__ import annotations

import html.parser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.figure import Figure

import cardplot as cp
from gallery import _cli, _figures, _runner
from gallery._load import NUMBER, TEXT, read_csv
from gallery._report import report

ROOT = Path(__file__).parents[1]
NASTY = """<script>alert("1")</script> & 'so' | on* [x](y) `z` $5 _a_ <!-- -->"""


def fake(draw=None, title="A title", finding="A finding"):
    """A figure that reads one table, `t.csv`, and draws its numbers."""

    def load(data_dir):
        return read_csv(data_dir / "t.csv", {"name": TEXT, "x": NUMBER})

    def drawn(data):
        fig = Figure(figsize=(3, 2))
        ax = fig.add_subplot(label="panel")
        ax.set_title("panel")
        ax.plot(data["x"], label=NASTY)
        cp.headline(fig, title, finding)
        return fig

    return SimpleNamespace(load=load, draw=draw or drawn)


@pytest.fixture
def figures(monkeypatch):
    """Put figures of the test's own in the gallery's place."""
    found = {}
    monkeypatch.setattr(_figures, "names", lambda: tuple(sorted(found)))
    monkeypatch.setattr(_figures, "script", lambda name: found[name])
    return found


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "t.csv").write_text("name,x\na,1\nb,3\n")
    return folder


@pytest.fixture
def run(tmp_path, data):
    """Call the command in this process, without a word of where to read and write."""

    def run(*arguments):
        return _cli.main([*arguments, "--data", str(data), "--out", str(tmp_path / "out")])

    return run


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "MPLBACKEND": "agg", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


# ---------------------------------------------------------------------------- what is made


def test_all_files_are_made(figures, run, tmp_path, capsys):
    figures["one"] = fake()
    assert run() == 0
    assert files(tmp_path / "out") == [
        "REPORT.md",
        "index.html",
        *("one-dark.pdf", "one-dark.png", "one-dark.svg"),
        *("one.csv", "one.pdf", "one.png", "one.svg", "one.txt"),
    ]
    said = capsys.readouterr()
    assert said.out == f"made 1 of 1 figures in {tmp_path / 'out'}\n"
    assert "1/1" in said.err  # the progress bar


def test_names_themes_and_formats_are_chosen(figures, run, tmp_path):
    figures.update(one=fake(), two=fake(), three=fake())
    assert run("two", "one", "--theme", "card", "--format", "svg") == 0
    assert {"one.svg", "two.svg"} < set(files(tmp_path / "out"))
    assert not [n for n in files(tmp_path / "out") if n.endswith(("png", "pdf"))]
    assert not [n for n in files(tmp_path / "out") if "dark" in n or "three" in n]


def test_a_dark_file_never_takes_the_light_ones_name(figures, run, tmp_path):
    figures["one"] = fake()
    assert run("--theme", "dark", "card", "--format", "png") == 0
    both = contents(tmp_path / "out")
    assert run("--theme", "dark", "--format", "png") == 0
    again = contents(tmp_path / "out")
    assert again["one.png"] == both["one.png"]
    assert again["one-dark.png"] == both["one-dark.png"]


def test_the_users_own_style_changes_nothing(figures, run, tmp_path):
    figures["one"] = fake()
    assert run("--format", "png") == 0
    plain = contents(tmp_path / "out")
    with mpl.rc_context({"lines.linewidth": 9, "figure.dpi": 31, "font.size": 20}):
        assert run("--format", "png") == 0
        assert mpl.rcParams["lines.linewidth"] == 9
    assert contents(tmp_path / "out") == plain


def test_other_data_give_other_words(figures, run, tmp_path, data):
    figures["one"] = fake()
    run("--format", "svg")
    before = (tmp_path / "out" / "one.csv").read_text()
    (data / "t.csv").write_text("name,x\na,1\nb,77\n")
    run("--format", "svg")
    assert "77" not in before
    assert "77" in (tmp_path / "out" / "one.csv").read_text()
    assert "77" in (tmp_path / "out" / "REPORT.md").read_text()


# ---------------------------------------------------------------- what is missing or broken


def test_a_missing_input_skips_its_figure(figures, run, tmp_path, capsys, data):
    def load(data_dir):
        return read_csv(data_dir / "gone" / "u.csv", {"x": NUMBER})

    figures.update(one=fake(), two=SimpleNamespace(load=load, draw=None))
    assert run("--format", "png") == 0
    missing = f"{data / 'gone' / 'u.csv'} is missing"
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        f"made 1 of 2 figures in {tmp_path / 'out'}",
        f"skipped two: {missing}",
    ]
    assert "error" not in said.err
    assert "one.png" in files(tmp_path / "out")
    for page in ("REPORT.md", "index.html"):
        assert "Skipped: " in (tmp_path / "out" / page).read_text()


def test_a_data_folder_that_is_missing_skips_everything(figures, tmp_path, capsys):
    figures.update(one=fake(), two=fake())
    arguments = ["--data", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out")]
    assert _cli.main(arguments) == 0
    assert capsys.readouterr().out.count("skipped") == 2


def test_a_broken_input_is_an_error_and_the_others_are_made(figures, run, tmp_path, capsys, data):
    (data / "t.csv").write_text("name,x\na,1\nb,39.84*\n")
    other = fake()
    other.load = lambda data_dir: pd.DataFrame({"x": [1.0, 2.0]})
    figures.update(bad=fake(), good=other)
    assert run("--format", "png") == 1
    reason = f"{data / 't.csv'}, row 2, column 'x': expected a number, got '39.84*'"
    said = capsys.readouterr()
    assert f"error: bad: {reason}" in said.err
    assert "Traceback" not in said.err
    assert f"failed bad: {reason}" in said.out
    assert "good.png" in files(tmp_path / "out")
    assert "bad.png" not in files(tmp_path / "out")


def test_an_error_while_drawing_leaves_the_others(figures, run, tmp_path, capsys):
    def crash(data):
        raise ZeroDivisionError("by nothing")

    figures.update(bad=fake(crash), good=fake())
    assert run("--format", "png") == 1
    said = capsys.readouterr()
    assert "failed bad: ZeroDivisionError: by nothing" in said.out
    assert "in crash" in said.err  # where it happened
    assert "good.png" in files(tmp_path / "out")


def test_an_unknown_figure_is_a_wrong_command(figures, run, tmp_path, capsys):
    figures.update(one=fake(), two=fake())
    assert run("one", "three") == 2
    said = capsys.readouterr()
    assert "no figure three" in said.err
    assert said.err.splitlines()[1:] == ["  one", "  two"]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [["--theme", "sepia"], ["--format", "gif"], ["--jobs", "0"]])
def test_an_unknown_option_is_a_wrong_command(figures, run, arguments):
    with pytest.raises(SystemExit) as caught:
        run(*arguments)
    assert caught.value.code == 2


def test_a_file_in_the_place_of_the_folder_is_an_error(figures, data, tmp_path, capsys):
    figures["one"] = fake()
    (tmp_path / "file").write_text("")
    assert _cli.main(["--data", str(data), "--out", str(tmp_path / "file")]) == 1
    assert "error: " in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == ""


# ------------------------------------------------------------------------- page and report


class Page(html.parser.HTMLParser):
    """What a browser would see: tags with their attributes, and text."""

    def __init__(self, text):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture
def nasty_page(figures, run, tmp_path):
    figures["one"] = fake(title=NASTY, finding=NASTY)
    assert run("--format", "png") == 0
    return (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_all_text_on_the_page_is_escaped(nasty_page):
    page = Page(nasty_page)
    assert page.all("script") == []
    assert page.all("img")[0]["alt"].count(NASTY) >= 2
    assert "<script" not in nasty_page


def test_the_page_follows_the_readers_colour_scheme(nasty_page):
    page = Page(nasty_page)
    (source,) = page.all("source")
    (image,) = page.all("img")
    assert source == {"media": "(prefers-color-scheme: dark)", "srcset": "one-dark.png"}
    assert image["src"] == "one.png"
    assert "color-scheme" in [meta.get("name") for meta in page.all("meta")]
    dark = re.search(r"prefers-color-scheme: dark\) { :root {.*?--surface: (#\w{6})", nasty_page)
    light = re.search(r"^:root {.*?--surface: (#\w{6})", nasty_page, re.MULTILINE)
    assert cp.contrast(light[1], "black") > 15
    assert cp.contrast(dark[1], "white") > 15


def test_the_pages_text_is_readable(nasty_page):
    for scheme in re.findall(r":root { (.*?) }", nasty_page):
        colors = dict(re.findall(r"--(\w+): (#\w+);", scheme))
        assert cp.contrast(colors["ink"], colors["surface"]) >= 7
        assert cp.contrast(colors["quiet"], colors["surface"]) >= 4.5


def test_a_reason_on_the_page_is_escaped(figures, run, tmp_path, data):
    (data / "t.csv").write_text(f"name,x\na,{NASTY.replace(chr(34), '')}\n")
    figures["one"] = fake()
    assert run() == 1
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "Failed: " in text
    assert "<script>alert(1)</script>" in Page(text).text
    assert Page(text).all("script") == []


def test_the_page_links_what_there_is(nasty_page, tmp_path):
    links = [link["href"] for link in Page(nasty_page).all("a")]
    assert set(links) == {"REPORT.md", "one.png", "one-dark.png", "one.csv", "one.txt"}
    assert all((tmp_path / "out" / link).is_file() for link in links)


def test_the_report_has_finding_alt_text_and_data(figures, run, tmp_path):
    figures["one"] = fake(title="Up", finding="From 1 to 3")
    assert run("--format", "svg", "--theme", "card") == 0
    text = (tmp_path / "out" / "REPORT.md").read_text(encoding="utf-8")
    alt = (tmp_path / "out" / "one.txt").read_text(encoding="utf-8")
    assert "## one" in text
    assert "**Up**" in text
    assert "Finding: From 1 to 3" in text
    plain = re.sub(r"\\(.)", r"\1", text)
    assert f"Alt text: {' '.join(alt.split())}" in plain
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert any("| 3 " in row for row in rows)
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1


def test_nothing_in_the_report_is_markup_by_accident(figures, run, tmp_path):
    figures["one"] = fake(title=NASTY, finding=NASTY)
    assert run("--format", "png") == 0
    text = (tmp_path / "out" / "REPORT.md").read_text(encoding="utf-8")
    assert "<script" not in re.sub(r"\\.", "", text)
    assert f"Finding: {NASTY}" in re.sub(r"\\(.)", r"\1", text)


def test_a_long_table_is_cut_in_the_report_and_says_so(figures, run, tmp_path, data):
    (data / "t.csv").write_text("name,x\n" + "a,7\n" * 100)
    figures["one"] = fake()
    assert run("--format", "svg", "--theme", "card") == 0
    text = (tmp_path / "out" / "REPORT.md").read_text()
    assert "The first 40 of 100 rows; all are in one.csv." in text
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == 42


def test_the_study_is_reported_with_its_figures(figures, tmp_path):
    figures.update(one=fake(), cross_layer_output_errors=fake())
    for file in ("calibration-summary.json", "status.json", "conditional-status.json"):
        (tmp_path / "data" / "crossqkv").mkdir(parents=True, exist_ok=True)
        shutil.copy(_figures.DATA / "crossqkv" / file, tmp_path / "data" / "crossqkv" / file)
    out = tmp_path / "out"
    arguments = ["--data", str(tmp_path / "data"), "--out", str(out)]
    arguments += ["--format", "svg", "--theme", "card"]
    assert _cli.main(["one", *arguments]) == 0
    assert "Cross-layer study" not in (out / "REPORT.md").read_text()
    assert _cli.main(arguments) == 0
    text = (out / "REPORT.md").read_text()
    assert "| qk\\_head | 960 | 0.299445 | 0.135517 | none | 960 | 0 |" in text
    assert "| full\\_attention | 15 | 1.024817 | none | none | 15 | 0 |" in text
    assert "| v\\_group | 60 | none | none | 1.198455 | 60 | 0 |" in text
    assert "State: complete\\_no\\_primary\\_candidate\\_passed. Selected: none." in text
    assert "- state: fresh\\_function\\_limits\\_not\\_passed" in text

    (tmp_path / "data" / "crossqkv" / "conditional-status.json").unlink()
    assert _cli.main(arguments) == 0
    assert "Addendum" not in (out / "REPORT.md").read_text()
    (tmp_path / "data" / "crossqkv" / "status.json").write_text("{")
    assert _cli.main(arguments) == 1
    (tmp_path / "data" / "crossqkv" / "status.json").unlink()
    assert _cli.main(arguments) == 0
    assert "status.json is missing" in (out / "REPORT.md").read_text()


def test_a_report_of_nothing_is_a_report(tmp_path):
    outcome = _runner.Outcome("one", _runner.SKIPPED, "t.csv is missing")
    assert report([outcome], None, tmp_path).splitlines()[2] == "0 of 1 figures were made."


# ------------------------------------------------------------------------- the real gallery

SMALL = ("tokenizer_cost", "ladder_loss")


def test_figures_are_the_modules_of_the_folder():
    assert len(_figures.names()) == 14
    assert "gallery" not in _figures.names()
    for name in _figures.names():
        module = _figures.script(name)
        assert callable(module.load)
        assert module.__doc__


def test_draw_gives_the_figure_in_a_theme():
    light, dark = (_figures.draw("tokenizer_cost", theme) for theme in ("card", "dark"))
    assert cp.contrast(light.get_facecolor(), "black") > 15
    assert cp.contrast(dark.get_facecolor(), "white") > 15
    with pytest.raises(ValueError, match="no figure 'x'; the figures are conditional_"):
        _figures.draw("x")
    with pytest.raises(ValueError, match="no theme 'sepia'; the themes are card, dark"):
        _figures.draw("tokenizer_cost", "sepia")


def test_processes_and_order_change_no_byte(tmp_path):
    runs = []
    for folder, arguments in (("a", [*SMALL, "--jobs", "2"]), ("b", reversed(SMALL))):
        done = command(
            *("-m", "gallery", *arguments),
            *("--out", tmp_path / folder, "--format", "svg", "png"),
            PYTHONHASHSEED=str(len(runs)),
        )
        assert done.returncode == 0, done.stderr
        runs.append(contents(tmp_path / folder))
    assert len(runs[0]) == 2 * (2 * 2 + 2) + 2
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    "way", [["gallery/tokenizer_cost.py"], ["-m", "gallery.tokenizer_cost"]], ids=["path", "module"]
)
def test_a_script_runs_alone(way, tmp_path):
    done = command(*way, "--out", tmp_path, "--format", "svg", "--theme", "card", PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    assert "made 1 of 1 figures" in done.stdout
    assert (tmp_path / "tokenizer_cost.svg").is_file()


def die(job):
    os._exit(3)


def test_a_worker_that_dies_is_an_error(monkeypatch, tmp_path):
    jobs = [_runner.Job(name, tmp_path, tmp_path, ("card",), ("svg",)) for name in SMALL]
    monkeypatch.setattr(_runner, "make", die)
    outcomes = list(_runner.make_all(jobs, 2))
    assert [outcome.status for outcome in outcomes] == [_runner.FAILED] * 2
    assert {outcome.name for outcome in outcomes} == set(SMALL)
