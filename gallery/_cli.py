"""The gallery's command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from gallery import _figures, _study
from gallery._load import BadInput, MissingInput
from gallery._page import page
from gallery._report import report
from gallery._runner import FAILED, MADE, SKIPPED, Job, Outcome, make_all

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = ("png", "svg", "pdf")


def alone(file: str) -> None:
    """Run the one figure whose script is *file*, with the other arguments of the command."""
    raise SystemExit(main([Path(file).stem, *sys.argv[1:]]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make figures, a contact sheet and a report; return the exit status."""
    options = _parser().parse_args(arguments)
    known = _figures.names()
    unknown = [name for name in options.names if name not in known]
    if unknown:
        print(f"error: no figure {', '.join(unknown)}; the figures are:", file=sys.stderr)
        print("\n".join(f"  {name}" for name in known), file=sys.stderr)
        return 2
    names = [name for name in known if name in options.names or not options.names]
    themes = tuple(theme for theme in _figures.THEMES if theme in options.theme)
    formats = tuple(name for name in FORMATS if name in options.format)
    jobs = [Job(name, options.data, options.out, themes, formats) for name in names]
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        outcomes = _run(jobs, options.jobs)
        study, study_failed = _read_study(names, options.data)
        _write(options.out / "index.html", page(outcomes, options.out))
        _write(options.out / "REPORT.md", report(outcomes, study, options.out))
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    _summarize(outcomes, options.out)
    if study_failed:
        print(f"error: text report of the cross-layer study: {study}", file=sys.stderr)
    return int(study_failed or any(outcome.status == FAILED for outcome in outcomes))


def _run(jobs: Sequence[Job], workers: int) -> list[Outcome]:
    """Make the figures, show how far it is, and return the outcomes in the jobs' order."""
    found: dict[str, Outcome] = {}
    with tqdm(total=len(jobs), unit="figure", file=sys.stderr) as bar:
        for outcome in make_all(jobs, workers):
            found[outcome.name] = outcome
            if outcome.status == FAILED:
                bar.write(
                    f"error: {outcome.name}: {outcome.reason}\n{outcome.detail}".rstrip(),
                    file=sys.stderr,
                )
            bar.set_postfix_str(outcome.name, refresh=False)
            bar.update()
    return [found[job.name] for job in jobs]


def _read_study(
    names: Sequence[str], data_dir: Path
) -> tuple[_study.StudyReport | str | None, bool]:
    """Read the cross-layer study's text report where one of its figures is asked for."""
    if not any(name in _study.FIGURES for name in names):
        return None, False
    try:
        return _study.load(data_dir), False
    except MissingInput as error:
        return f"Skipped: {error}", False
    except BadInput as error:
        return f"Failed: {error}", True


def _summarize(outcomes: Sequence[Outcome], out: Path) -> None:
    made = [outcome for outcome in outcomes if outcome.status == MADE]
    print(f"made {len(made)} of {len(outcomes)} figures in {out}")
    for status in (SKIPPED, FAILED):
        for outcome in outcomes:
            if outcome.status == status:
                print(f"{status} {outcome.name}: {outcome.reason}")


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gallery",
        description="Draw the gallery's figures, a contact sheet (index.html) and a REPORT.md.",
        epilog=f"figures: {', '.join(_figures.names())}",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a figure; default: all")
    parser.add_argument("--out", type=Path, default=Path("out"), help="where to (default: out)")
    parser.add_argument(
        "--data", type=Path, default=_figures.DATA, help="the tables (default: gallery/data)"
    )
    parser.add_argument(
        "--theme", nargs="+", choices=_figures.THEMES, default=list(_figures.THEMES)
    )
    parser.add_argument("--format", nargs="+", choices=FORMATS, default=list(FORMATS))
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="processes to use")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {number}")
    return number
