"""Save a figure under every theme, in every format, with its data and its alt text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import matplotlib as mpl
from matplotlib.figure import Figure

from cardplot._export import metadata as _metadata
from cardplot._export import save_arguments as _save_arguments
from cardplot._export import themes as _themes
from cardplot._export import writing as _writing
from cardplot._export.rendering import Page, page_of
from cardplot._export.save_arguments import FORMATS
from cardplot._export.saved import Picture, Saved
from cardplot._export.themes import Theme, ThemeLike
from cardplot.description import describe, figure_data, figure_title

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Saved", "save"]

Data: TypeAlias = "bool | pd.DataFrame | Mapping[str, pd.DataFrame]"


def save(
    figure: Figure | Callable[[], Figure],
    path: str | os.PathLike[str],
    *,
    formats: str | Iterable[str] = FORMATS,
    themes: str | Iterable[ThemeLike] | Mapping[str, ThemeLike] = ("card", "dark"),
    dpi: float | None = None,
    alt: str | None = None,
    data: Data = True,
    metadata: Mapping[str, Any] | None = None,
) -> Saved:
    """Save a figure under every theme and in every format, with its data and its alt text.

    Writes ``path.png``, ``path-dark.png`` and so on, all of one pixel size, ``path.csv`` and
    ``path.txt``. Everything is drawn before anything is written; each file is then complete or
    absent. The bytes depend on what is drawn and on the installed libraries only, not on the
    run, the process, the order of the formats or what was drawn before.

    Parameters
    ----------
    figure : callable or matplotlib.figure.Figure
        A callable without arguments that draws a new figure and returns it: it is called once
        under each theme, so that every twin is really drawn in its colours. If it opens figures
        of pyplot, those are closed again, and only those. A Figure is saved in the theme it was
        drawn in; *themes* then has no effect.
    path : path-like
        Where to: the folder (made if missing) and the name without suffix. A suffix that `save`
        writes itself (``.png``, ``.svg``, ``.pdf``, ``.csv``, ``.txt``) is taken off.
    formats : str or list of str, default: ("png", "svg", "pdf")
        Which formats, of these three.
    themes : str, list or mapping, default: ("card", "dark")
        Names of styles, or lists of styles to stack, such as ``("card", "column")``. The first
        theme adds nothing to the file names, another adds "-" and the names of those of its
        layers that the first hasn't. A mapping of names to themes names them otherwise.
    dpi : float, optional
        Pixels per inch, in PNG files and in pictures inside the others. Default:
        :rc:`savefig.dpi` of the first theme, for all themes.
    alt : str, optional
        The alt text. Default: `describe` of the figure. With ``""``, for a figure that only
        decorates, no ``path.txt`` is written.
    data : bool or DataFrame or mapping of DataFrames, default: True
        Whether to write what is drawn (`figure_data`) as ``path.csv``, or tables to write
        instead. One table is written as it is; several are stacked behind a first column
        ``panel`` with their names. A figure without data has no ``path.csv``.
    metadata : mapping, optional
        "Title", "Author", "Description", "Keywords", "Copyright", "Source": text that each file
        carries (PDF has no place for the last two). Title and description default to the
        figure's title and the alt text. The PNG holds them as text chunks, the SVG as Dublin
        Core and as ``<title>`` and ``<desc>``, the PDF in its document information.

    Returns
    -------
    Saved
        The paths, and snippets that embed the files in a README, a card or a page.

    Raises
    ------
    TypeError
        If *figure* is neither, or the callable returns something else; if another argument has
        the wrong type.
    ValueError
        If a format, theme or metadata key is unknown, *dpi* isn't positive, or the themes give
        figures of different sizes or one and the same figure.
    """
    base = _save_arguments.base(path)
    chosen = _save_arguments.formats(formats)
    _save_arguments.check(figure, dpi, alt, data)
    extra = _metadata.checked(metadata)
    looks = _themes.resolve(themes)
    if isinstance(figure, Figure):
        looks = (_themes.AS_DRAWN,)
    wanted = [Path(f"{base}{look.suffix}.{name}") for look in looks for name in chosen]
    _writing.check_targets([*wanted, Path(f"{base}.csv"), Path(f"{base}.txt")])

    pages: list[Page] = []
    earlier: list[Figure] = []
    tables: Mapping[str, pd.DataFrame] = {}
    for look in looks:
        with _drawn(figure, look) as fig:
            _check_twin(fig, look, earlier, looks[0])
            if not earlier:
                dpi = _resolved_dpi(dpi, fig)
                alt = _metadata.clean(describe(fig) if alt is None else alt)
                extra = {"Title": _metadata.clean(figure_title(fig)), "Description": alt} | extra
                tables = _tables(data, fig)
            earlier.append(fig)
            pages.append(page_of(fig, look, chosen, float(dpi or 0), extra))
    return _written(base, pages, alt or "", tables)


def _written(base: Path, pages: list[Page], alt: str, tables: Mapping[str, pd.DataFrame]) -> Saved:
    contents: dict[Path, bytes] = {}
    pictures = []
    for page in pages:
        for name, content in page.files.items():
            picture = Picture(page.theme.name, name, Path(f"{base}{page.theme.suffix}.{name}"))
            pictures.append(picture)
            contents[picture.path] = content
    csv = Path(f"{base}.csv") if tables else None
    if csv is not None:
        contents[csv] = _writing.csv_text(tables).encode()
    txt = Path(f"{base}.txt") if alt else None
    if txt is not None:
        contents[txt] = f"{alt}\n".encode()
    _writing.write_all(contents)
    light = next((page for page in pages if not page.is_dark), pages[0])
    dark = next((page for page in pages if page.is_dark and page is not light), None)
    return Saved(
        paths=tuple(contents),
        pictures=tuple(pictures),
        csv=csv,
        txt=txt,
        alt=alt,
        light=light.theme.name,
        dark=None if dark is None else dark.theme.name,
        size_inches=pages[0].size_inches,
    )


@contextmanager
def _drawn(figure: Figure | Callable[[], Figure], look: Theme) -> Iterator[Figure]:
    """Give the figure under a theme, and close what drawing it has opened."""
    if isinstance(figure, Figure):
        yield figure
        return
    with look.context(), _closing_new_figures():
        drawn = figure()
        if not isinstance(drawn, Figure):
            hint = " (is `return fig` missing?)" if drawn is None else ""
            raise TypeError(
                f"figure: {figure!r} must return a matplotlib Figure, not {drawn!r}{hint}"
            )
        yield drawn


@contextmanager
def _closing_new_figures() -> Iterator[None]:
    before = _open_figures()
    try:
        yield
    finally:
        for number in _open_figures() - before:
            sys.modules["matplotlib.pyplot"].close(number)


def _open_figures() -> set[int]:
    """Return the numbers of pyplot's figures, without loading pyplot."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set() if pyplot is None else set(pyplot.get_fignums())


def _check_twin(fig: Figure, look: Theme, earlier: list[Figure], first: Theme) -> None:
    if any(fig is other for other in earlier):
        raise ValueError(
            "figure returned the same Figure under two themes; it must draw a new one at each call"
        )
    if earlier:
        size, wanted = (tuple(map(float, f.get_size_inches())) for f in (fig, earlier[0]))
        if size != wanted:
            raise ValueError(
                f"figure is {size[0]:g} x {size[1]:g} in under {look.name!r} but "
                f"{wanted[0]:g} x {wanted[1]:g} in under {first.name!r}; give it one figsize, "
                "or save the themes apart"
            )


def _tables(data: Data, fig: Figure) -> Mapping[str, pd.DataFrame]:
    if isinstance(data, bool):
        return figure_data(fig) if data else {}
    return data if isinstance(data, Mapping) else {"data": data}


def _resolved_dpi(dpi: float | None, fig: Figure) -> float:
    wanted = mpl.rcParams["savefig.dpi"] if dpi is None else dpi
    return float(fig.dpi if wanted == "figure" else wanted)
