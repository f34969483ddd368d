"""What is in the wheel and in the sdist, and that the themes work from either."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import cardplot as cp

ROOT = Path(__file__).parents[1]
STYLES = sorted(
    path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.mplstyle")
)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The unpacked wheel and sdist, as folders."""
    folder = tmp_path_factory.mktemp("dist")
    code = (
        "import sys; from hatchling import build; "
        "build.build_wheel(sys.argv[1]); build.build_sdist(sys.argv[1])"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    assert wheel.name == f"cardplot-{cp.__version__}-py3-none-any.whl"
    zipfile.ZipFile(wheel).extractall(folder / "wheel")
    wheel.rename(folder / "wheel.zip")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / "wheel", folder / f"cardplot-{cp.__version__}"


def names(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_holds_the_package_and_nothing_else(built):
    wheel, _ = built
    found = {name for name in names(wheel) if ".dist-info/" not in name}
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "cardplot").rglob("*")
        if path.suffix in (".py", ".mplstyle", ".typed")
    }
    assert found == sources
    assert {"cardplot/card.mplstyle", "cardplot/dark.mplstyle", "cardplot/py.typed"} < found


def test_the_sdist_can_run_the_gallery_and_the_tests(built):
    _, sdist = built
    found = names(sdist)
    assert {f"src/{style}" for style in STYLES} < found
    assert {
        "LICENSE",
        "README.md",
        "Makefile",
        "pyproject.toml",
        "requirements/test.txt",
        "gallery/__main__.py",
        "gallery/data/path/stage_path.csv",
        "gallery/data/crossqkv/conditional-fresh-probabilities.npz",
        "tests/conftest.py",
    } < found
    assert not [name for name in found if name.startswith((".venv", "out/")) or ".pyc" in name]


@pytest.mark.parametrize("which", ["wheel", "wheel.zip", "sdist"])
def test_every_style_works_in_a_fresh_interpreter(built, which):
    """Without importing cardplot first, in contexts and in lists too."""
    wheel, sdist = built
    folder = sdist / "src" if which == "sdist" else wheel.with_name(which)
    dotted = [style.removesuffix(".mplstyle").replace("/", ".") for style in STYLES]
    code = f"""
import warnings
warnings.simplefilter("error")
import matplotlib.pyplot as plt
for style in {dotted!r}:
    plt.style.use(style)
    with plt.style.context(["cardplot.dark", style]):
        pass
import cardplot
print(cardplot.__file__)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(folder)
