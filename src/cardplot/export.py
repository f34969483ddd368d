"""Save a figure under every theme, in every format, with its data and its alt text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Bbox

from cardplot import _metadata, _save_arguments, _themes, _writing
from cardplot._save_arguments import FORMATS
from cardplot._saved import Picture, Saved
from cardplot._themes import Theme, ThemeLike
from cardplot.description import describe, figure_data, figure_title
from cardplot.palettes import contrast

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Saved", "save"]

# What must hold while a file is written, whatever the style says: embeddable fonts, pictures
# inside the SVG, and the size that the figure was made for.
_WRITING: dict[Any, Any] = {
    "pdf.fonttype": 42,
    "svg.image_inline": True,
    "savefig.bbox": None,
}

_MARGINS = ("left", "right", "bottom", "top", "wspace", "hspace")

Data: TypeAlias = "bool | pd.DataFrame | Mapping[str, pd.DataFrame]"


@dataclass(frozen=True)
class _Page:
    """A figure as it came out under one theme."""

    theme: Theme
    size_inches: tuple[float, float]
    is_dark: bool
    files: dict[str, bytes]


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

    pages: list[_Page] = []
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
            pages.append(_page(fig, look, chosen, float(dpi or 0), extra))
    return _written(base, pages, alt or "", tables)


def _page(
    fig: Figure, look: Theme, formats: tuple[str, ...], dpi: float, metadata: Mapping[str, str]
) -> _Page:
    width, height = fig.get_size_inches()
    face = fig.get_facecolor()
    with mpl.rc_context(_WRITING | {"svg.hashsalt": mpl.rcParams["svg.hashsalt"] or "cardplot"}):
        # Each draw leaves traces in ticks and layout that the next one's last bits depend on:
        # what comes before a format is drawn too, so that all begin with the same traces.
        needed = FORMATS[: max(FORMATS.index(name) for name in formats) + 1]
        drawn = {name: _bytes(fig, name, dpi, metadata) for name in needed}
    return _Page(
        theme=look,
        size_inches=(float(width), float(height)),
        is_dark=contrast(face, "white") > contrast(face, "black"),
        files={name: drawn[name] for name in formats},
    )


def _bytes(fig: Figure, name: str, dpi: float, metadata: Mapping[str, str]) -> bytes:
    buffer = BytesIO()
    with _layout_kept(fig):
        fig.savefig(buffer, format=name, dpi=dpi, metadata=_metadata.written_as(name, metadata))
    content = buffer.getvalue()
    if name == "svg":
        return _metadata.accessible_svg(
            content, metadata.get("Title", ""), metadata.get("Description", "")
        )
    return content


@contextmanager
def _layout_kept(fig: Figure) -> Iterator[None]:
    """Leave the panels where they were, so that the next format and the next save start there too.

    A layout engine starts from where it has put the Axes at the last draw. That alone changes
    the last bits of all coordinates, and so the bytes of SVG and PDF files.
    """
    places = [
        (axes, axes.get_position(original=True).frozen(), axes.get_position().frozen())
        for axes in fig.axes
    ]
    margins = {name: getattr(fig.subplotpars, name) for name in _MARGINS}
    if isinstance(fig.get_layout_engine(), ConstrainedLayoutEngine | TightLayoutEngine):
        for axes in fig.axes:
            grid = axes.get_subplotspec()
            parent = axes.get_figure(root=False)
            if grid is not None and parent is not None and axes.get_in_layout():
                start = grid.get_position(parent)
                _move(axes, start, start)
    try:
        yield
    finally:
        fig.subplotpars.update(**margins)
        for axes, original, active in places:
            _move(axes, original, active)


def _move(axes: Axes, original: Bbox, active: Bbox) -> None:
    in_layout = axes.get_in_layout()
    axes.set_position(original, which="original")
    axes.set_position(active, which="active")
    # Setting a position takes the Axes out of the layout.
    axes.set_in_layout(in_layout)


def _written(base: Path, pages: list[_Page], alt: str, tables: Mapping[str, pd.DataFrame]) -> Saved:
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
