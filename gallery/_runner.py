"""Make figures, here or in other processes, and say what came of each."""

from __future__ import annotations

import math
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib import style

import cardplot as cp
from cardplot.description import figure_title, findings
from gallery import _figures
from gallery._load import BadInput, MissingInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd
    from matplotlib.figure import Figure

MADE, SKIPPED, FAILED = "made", "skipped", "failed"
# A report that repeats thousands of rows is no report; the CSV file has them all.
ROWS_SHOWN = 40


@dataclass(frozen=True)
class Job:
    """One figure to make; goes to other processes, so it holds plain values."""

    name: str
    data_dir: Path
    out: Path
    themes: tuple[str, ...]
    formats: tuple[str, ...]

    @property
    def base(self) -> Path:
        """Where the files go; a dark file never takes the light one's name."""
        suffix = "" if self.themes[0] == _figures.THEMES[0] else f"-{self.themes[0]}"
        return self.out / f"{self.name}{suffix}"


@dataclass(frozen=True)
class Table:
    """The first rows of a table that was drawn, as text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    length: int


@dataclass(frozen=True)
class Outcome:
    """What came of a job."""

    name: str
    status: str
    reason: str = ""
    detail: str = ""  # where an unforeseen error happened
    title: str = ""
    finding: str = ""
    saved: cp.Saved | None = None
    tables: dict[str, Table] = field(default_factory=dict)


def make(job: Job) -> Outcome:
    """Make one figure; whatever goes wrong is in the outcome."""
    mpl.use("agg")
    try:
        return _made(job)
    except MissingInput as error:
        return Outcome(job.name, SKIPPED, str(error))
    except BadInput as error:
        return Outcome(job.name, FAILED, str(error))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return Outcome(job.name, FAILED, reason, detail=traceback.format_exc())


def make_all(jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    """Make figures in so many processes; outcomes come as they are ready."""
    if workers == 1 or len(jobs) < 2:
        yield from map(make, jobs)
        return
    # A fresh interpreter for each worker: the same on every system, and no inherited state.
    with ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn")) as pool:
        futures = {pool.submit(make, job): job for job in jobs}
        try:
            for future in as_completed(futures):
                try:
                    yield future.result()
                except BrokenProcessPool:
                    yield Outcome(futures[future].name, FAILED, "a worker process ended abruptly")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _made(job: Job) -> Outcome:
    script = _figures.script(job.name)
    data = script.load(job.data_dir)
    drawn: list[Outcome] = []

    def figure() -> Figure:
        fig = script.draw(data)
        if not drawn:
            title, finding = _words(fig)
            tables = {name: _table(table) for name, table in cp.figure_data(fig).items()}
            drawn.append(Outcome(job.name, MADE, title=title, finding=finding, tables=tables))
        return fig

    # The user's own style has no say in what the gallery's files look like.
    with style.context("default"):
        saved = cp.save(figure, job.base, formats=job.formats, themes=job.themes)
    words = drawn[0]
    return Outcome(
        job.name, MADE, title=words.title, finding=words.finding, saved=saved, tables=words.tables
    )


def _table(table: pd.DataFrame) -> Table:
    table = table.dropna(axis="columns", how="all")
    return Table(
        columns=tuple(map(str, table.columns)),
        rows=tuple(
            tuple(_cell(value) for value in row)
            for row in table.head(ROWS_SHOWN).itertuples(index=False, name=None)
        ),
        length=len(table),
    )


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return "" if math.isnan(value) else f"{value:.7g}"


def _words(fig: Figure) -> tuple[str, str]:
    """Read a figure's title and finding."""
    return figure_title(fig), " ".join(" ".join(findings(fig)).split())
