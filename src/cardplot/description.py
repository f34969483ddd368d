"""The alt text and the data of a drawn figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure, SubFigure

from cardplot._description.leftovers import noun_of
from cardplot._description.names import free_name
from cardplot._description.panel_text import color_labels, colorbars, told
from cardplot._description.reading_order import Panel, Section, is_colorbar, section_of
from cardplot._format import english as _english
from cardplot._labels.scene import root_figure
from cardplot._layout import Conductor
from cardplot._layout.bands import TextBand

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["describe", "figure_data"]

_MOST_WORDS = 150
_MOST_HEADLINE_WORDS = 80
_MOST_NOTE_WORDS = 60


def describe(fig: Figure) -> str:
    """Return an alt text made from what is drawn.

    Says, panel by panel in reading order, the title, the kind of chart, the axes with their
    units, the categories and series, the highest and lowest values, reference lines, what
    whiskers mean and over how many seeds, and what is missing. Long lists are shortened, and a
    panel takes at most about 150 words. The words of a subfigure stand around its panels.

    Plain marks are told as they are seen: what is hidden or beyond the limits isn't. A series has
    its own label, else the name that a legend gives to its colour, else a number ("line 2").
    Dates read as dates. What can't be read, such as filled areas and contours, is counted.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        Drawn with the primitives of this package, with plain matplotlib, or both.

    Returns
    -------
    str
        Plain sentences, the same for the same figure. Names read as they were given.

    Raises
    ------
    TypeError
        If *fig* isn't a Figure.
    """
    _check(fig)
    section = section_of(fig)
    texts = list(filter(None, _told_section(section, section.panels())))
    return ("\n\n" if len(section.panels()) > 1 else " ").join(texts)


def figure_data(fig: Figure) -> dict[str, pd.DataFrame]:
    """Return what is drawn, one tidy table for each primitive and each kind of plain mark.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        Drawn with the primitives of this package, with plain matplotlib, or both.

    Returns
    -------
    dict of str to pandas.DataFrame
        In reading order, under the title of the panel or "panel 1", "panel 2", ...; further tables
        of a panel under "title (2)" and so on. Tables of primitives are their ``.data``; single
        seeds that are drawn beside their centres follow under "title, seeds" (``x, series,
        value``), outliers of box plots under "title, outliers". Plain marks have the columns
        ``category, series, value`` (bars; ``base`` too where they don't start at 0, ``low, high``
        where they have whiskers; along dates, ``value`` is where a bar ends), ``series, low, high,
        value`` (histograms), ``category, series, low, q1, median, q3, high, outliers`` (box plots),
        ``x, series, center, low, high`` (error bars; ``x low, x high`` too where they have whiskers
        along x), ``series, x, y`` (lines, stems, points; ``color`` and ``size`` too where they
        vary), ``row, column, value`` (images and meshes), ``x, y, value`` (hexagonal bins),
        ``category, share`` (pies) and ``axis, label, low, high`` (lines and bands across the axes).
        Series are named as in `describe`. Dates and times are such, months and longer of pandas
        are periods.

    Raises
    ------
    TypeError
        If *fig* isn't a Figure.
    """
    _check(fig)
    tables: dict[str, pd.DataFrame] = {}
    for number, panel in enumerate(section_of(fig).panels(), start=1):
        for part in panel.parts:
            name = free_name(panel.title or f"panel {number}", tables)
            tables[name] = part.table
            for what, table in part.more.items():
                tables[free_name(f"{name}, {what}", tables)] = table
    return tables


def figure_title(fig: Figure) -> str:
    """Return the figure's title, or that of its only panel or its subfigures, on one line."""
    title = _title(fig)
    if title:
        return title
    section = section_of(fig)
    parts = [item.figure for item in section.items if isinstance(item, Section)]
    panels = section.panels()
    return "; ".join(filter(None, map(_title, parts))) or (
        panels[0].title if len(panels) == 1 else ""
    )


def findings(fig: Figure) -> list[str]:
    """Return the texts under the titles of headlines, in reading order."""
    return [
        text.get_text()
        for band in _bands(fig, "top")
        for text in band.texts[1:]
        if text in band.target.texts
    ]


def _check(fig: Any) -> None:
    if not isinstance(fig, Figure):
        raise TypeError(f"fig must be a matplotlib Figure, not {fig!r}")


def _told_section(section: Section, panels: list[Panel]) -> Iterator[str]:
    """Tell of a figure or subfigure and its panels, which are numbered as in *panels*."""
    figure, own = section.figure, section.panels()
    is_whole = isinstance(figure, Figure)
    titles = [_title(figure), *_findings(figure)]
    if is_whole and len(panels) == 1 and panels[0].title not in titles:
        titles.insert(1, panels[0].title)
    yield _english.within(titles, _MOST_HEADLINE_WORDS)
    for item in section.items:
        if isinstance(item, Section):
            yield from _told_section(item, panels)
        else:
            yield _told_panel(item, panels)
    of = f" of {'all' if is_whole else 'these'} panels" if len(own) > 1 else ""
    shared = {"X axis": figure.get_supxlabel(), "Y axis": figure.get_supylabel()}
    labels = [f"{name}{of}: {label}" for name, label in shared.items() if label]
    said = [part.caption for panel in own for part in panel.parts if part.caption]
    notes = [*labels, *_loose_scales(figure, own), *_unsaid(_notes(figure), said)]
    yield _english.within(notes, _MOST_NOTE_WORDS)


def _told_panel(panel: Panel, panels: list[Panel]) -> str:
    body = _english.within(told(panel), _MOST_WORDS)
    if len(panels) == 1:
        return body
    name = f", “{_english.short(panel.title)}”" if panel.title else ""
    return f"Panel {panels.index(panel) + 1} of {len(panels)}{name}: {body}".strip()


def _loose_scales(figure: Figure | SubFigure, panels: Iterable[Panel]) -> Iterator[str]:
    """Tell the colorbars of a figure that belong to nothing that is drawn."""
    known = [bar for panel in panels for sheet in panel.sheets for bar in colorbars(sheet.axes)]
    own = (axes for axes in figure.axes if axes.get_figure(root=False) is figure)
    yield from color_labels(axes for axes in own if is_colorbar(axes) and axes not in known)


def _title(figure: Figure | SubFigure) -> str:
    title = figure.get_suptitle()
    shown = any(text.get_visible() for text in figure.texts if text.get_text() == title)
    return " ".join(title.split()) if shown else ""


def _bands(fig: Figure, edge: str) -> list[TextBand]:
    """Return the headlines ("top") or footers ("bottom") of a figure and its subfigures."""
    conductors = [artist for artist in fig.artists if isinstance(artist, Conductor)]
    bands = [band for conductor in conductors for band in conductor.bands]
    return [band for band in bands if isinstance(band, TextBand) and band.edge == edge]


def _bands_of(figure: Figure | SubFigure, edge: str) -> list[TextBand]:
    return [band for band in _bands(root_figure(figure), edge) if band.target is figure]


def _findings(figure: Figure | SubFigure) -> list[str]:
    return [text.get_text() for band in _bands_of(figure, "top") for text in band.texts[1:]]


def _unsaid(notes: Iterable[str], said: Iterable[str]) -> Iterable[str]:
    """Leave out of footers the captions that their panels have told."""
    for note in notes:
        line = " ".join(note.split())
        for caption in said:
            line = line.replace(caption, "")
        yield line


def _notes(figure: Figure | SubFigure) -> Iterator[str]:
    """Return the footers, after other texts and pictures on the figure itself."""
    footers = [
        text for band in _bands_of(figure, "bottom") for text in band.texts if text in figure.texts
    ]
    banded = [*footers, *(text for band in _bands_of(figure, "top") for text in band.texts)]
    titles = (figure.get_suptitle(), figure.get_supxlabel(), figure.get_supylabel())
    free = [text for text in figure.texts if text not in banded and text.get_text() not in titles]
    yield from (text.get_text() for text in (*free, *footers) if text.get_visible())
    marks = (*figure.images, *figure.lines, *figure.patches, *figure.artists)
    loose = [noun_of(mark) for mark in marks if not isinstance(mark, Conductor)]
    for noun in dict.fromkeys(loose):
        yield f"{_english.count(loose.count(noun), noun)} beside the panels"
