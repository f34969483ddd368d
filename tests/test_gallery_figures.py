"""Every figure of the gallery in both themes: as images, and before independent judges."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_rgb

import gallery

FIGURES = [(name, theme) for name in gallery.names() for theme in ("card", "dark")]
BASELINES = Path(__file__).parent / "baseline"
EVERY_FIGURE = pytest.mark.parametrize(("name", "theme"), FIGURES)

# What a figure alone can't satisfy: the judge's own style sheet, a setting that is read from the
# rcParams in force while it judges, and an alt text that `cardplot.save` puts into the files.
NOT_ASKED = {"Style sheet", "Fonts", "Alt text"}


def test_there_are_fourteen():
    assert len(gallery.names()) == 14


@pytest.mark.locked
@EVERY_FIGURE
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_looks(name, theme):
    return gallery.draw(name, theme)


# Freetype and matplotlib change how text is drawn, but not where the boxes of placeholders are.
# The boxes are wider than letters, so a name may find no free place among them.
@pytest.mark.filterwarnings("ignore:No free place")
@EVERY_FIGURE
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 80}, tolerance=0)
def test_looks_on_any_matplotlib(text_placeholders, name, theme):
    return gallery.draw(name, theme)


@EVERY_FIGURE
def test_baselines_were_drawn_under_their_theme(name, theme):
    with plt.style.context(f"cardplot.{theme}"):
        surface = to_rgb(plt.rcParams["figure.facecolor"])
    for test in ("test_looks", "test_looks_on_any_matplotlib"):
        corner = plt.imread(BASELINES / f"{test}_{name}-{theme}.png")[0, 0, :3]
        assert corner == pytest.approx(surface, abs=1 / 255)


@pytest.mark.locked
@EVERY_FIGURE
def test_judges_find_nothing(name, theme):
    from figtools import collisions
    from figure_gate.check_figure import audit

    figure = gallery.draw(name, theme)
    assert collisions(figure) == []
    _, rows = audit(figure)
    failed = [(row, why) for row, status, why in rows if status is False and row not in NOT_ASKED]
    assert failed == []


@pytest.mark.locked
@pytest.mark.parametrize(
    ("change", "passes"), [("", True), ("fig.texts[0].set_text('Other')", False)]
)
def test_a_comparison_with_a_baseline_can_fail(tmp_path, change, passes):
    script = f"""
        import gallery
        import pytest

        @pytest.mark.mpl_image_compare(
            savefig_kwargs={{"dpi": 100}}, filename="test_looks_tokenizer_cost-card.png",
            style="cardplot.card",
        )
        def test_one():
            fig = gallery.draw("tokenizer_cost", "card")
            {change}
            return fig
    """
    (tmp_path / "test_one.py").write_text(textwrap.dedent(script))
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "pytest", "--mpl", f"--mpl-baseline-path={BASELINES}"]
    command += ["-p", "no:cacheprovider", "-o", "addopts=", f"--rootdir={tmp_path}", "-q"]
    run = subprocess.run(
        [*command, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**_environment(), "PYTHONPATH": str(root)},
    )
    assert (run.returncode == 0) is passes, run.stdout
    assert ("Image files did not match" in run.stdout) is not passes


def _environment() -> dict[str, str]:
    import os

    return {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
