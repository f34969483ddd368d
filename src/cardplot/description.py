"""The alt text and the data of a drawn figure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from cardplot._description import sentences as _sentences
from cardplot._description.artists import Part
from cardplot._description.reading_order import Panel, findings_of, panels_of, title_of, visible
from cardplot._format import english as _english
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
    panel takes at most about 150 words.

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
    panels = panels_of(fig)
    texts = [_english.within([figure_title(fig), *findings(fig)], _MOST_HEADLINE_WORDS)]
    for number, panel in enumerate(panels, start=1):
        heading = ""
        if len(panels) > 1:
            name = f", “{_english.short(panel.title)}”" if panel.title else ""
            heading = f"Panel {number} of {len(panels)}{name}:"
        body = _english.within(_told(panel), _MOST_WORDS)
        texts.append(f"{heading} {body}".strip())
    shared = {"X axis": fig.get_supxlabel(), "Y axis": fig.get_supylabel()}
    told = [f"{name} of all panels: {label}" for name, label in shared.items() if label]
    said = [part.caption for panel in panels for part in panel.parts if part.caption]
    texts.append(_english.within([*told, *_unsaid(_notes(fig), said)], _MOST_NOTE_WORDS))
    return "\n\n".join(filter(None, texts)) if len(panels) > 1 else " ".join(filter(None, texts))


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
        value``). Plain marks have the columns ``category, series, value`` (bars; ``base`` too where
        they don't start at 0), ``series, low, high, value`` (histograms), ``x, series, center, low,
        high`` (error bars), ``series, x, y`` (lines, points), ``row, column, value`` (images and
        meshes), ``category, share`` (pies) and ``axis, label, low, high`` (lines and bands across
        the axes).

    Raises
    ------
    TypeError
        If *fig* isn't a Figure.
    """
    _check(fig)
    tables: dict[str, pd.DataFrame] = {}
    for number, panel in enumerate(panels_of(fig), start=1):
        for part in panel.parts:
            name = _free(panel.title or f"panel {number}", tables)
            tables[name] = part.table
            for what, table in part.more.items():
                tables[_free(f"{name}, {what}", tables)] = table
    return tables


def figure_title(fig: Figure) -> str:
    """Return the figure's title, or that of its only panel, on one line."""
    # A headline's title is the suptitle of its figure or subfigure.
    bands = [band for band in _bands(fig, "top") if band.target is not fig]
    titles = [fig.get_suptitle(), *(band.texts[0].get_text() for band in bands)]
    title = " ".join(" ".join(titles).split())
    if title:
        return title
    axes = list(visible(fig.axes))
    return title_of(axes[0]) if len(axes) == 1 else ""


def findings(fig: Figure) -> list[str]:
    """Return the texts under the titles of headlines, in reading order."""
    return [text.get_text() for band in _bands(fig, "top") for text in band.texts[1:]]


def _check(fig: Any) -> None:
    if not isinstance(fig, Figure):
        raise TypeError(f"fig must be a matplotlib Figure, not {fig!r}")


def _free(name: str, taken: Iterable[str]) -> str:
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def _told(panel: Panel) -> list[str]:
    """Return the sentences about a panel, the most important first."""
    axes = panel.axes
    told, references = [], []
    for part in _joined(panel.parts):
        sentences = _sentences.say(part.kind, part.table, part.caption)
        if part.kind == "reference":
            references += sentences
        else:
            told.append(sentences)
    others = [
        f"{_english.count(number, name)} without readable data".capitalize()
        for name, number in panel.others.items()
        if number
    ]
    if not told and not references and not others:
        others = ["Marks without readable data" if axes.has_data() else "An empty panel"]
    texts = [
        *findings_of(axes),
        *(sentences[0] for sentences in told if sentences),
        *others,
        _axis("X", axes.xaxis),
        _axis("Y", axes.yaxis),
        *_color_scales(axes),
        *references,
        *(text for sentences in told for text in sentences[1:]),
    ]
    return list(dict.fromkeys(texts))


def _joined(parts: Iterable[Part]) -> list[Part]:
    """Return the parts, several calls for one kind of mark as one part.

    Only where rows stand for themselves: shares and changes belong to the call that drew them.
    """
    import pandas as pd

    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        alike = last is not None and (last.kind, *last.table) == (part.kind, *part.table)
        if last is not None and alike and _rows_alone(last.table) and _rows_alone(part.table):
            table = pd.concat([last.table, part.table], ignore_index=True)
            captions = dict.fromkeys(filter(None, (last.caption, part.caption)))
            joined[-1] = Part(part.kind, table, " ".join(captions))
        else:
            joined.append(part)
    return joined


def _rows_alone(table: pd.DataFrame) -> bool:
    columns = set(table.columns)
    if "delta" in columns:
        return bool(table["delta"].isna().all())
    return {"x", "series"} <= columns


def _axis(name: str, axis: Axis) -> str:
    label = " ".join(axis.get_label_text().split())
    scale = axis.get_scale()
    words = [label] if label and axis.get_visible() else []
    if scale != "linear" and axis.axes.name == "rectilinear" and f"{scale} scale" not in label:
        words.append(f"{scale} scale")
    return f"{name} axis: {', '.join(words)}" if words else ""


def _color_scales(axes: Axes) -> Iterable[str]:
    seen: list[Any] = []
    for mappable in [*axes.images, *axes.collections]:
        bar = mappable.colorbar
        if bar is None or any(bar is other for other in seen):
            continue
        seen.append(bar)
        label = " ".join((bar.ax.get_ylabel() or bar.ax.get_xlabel()).split())
        if label:
            yield f"Colour: {label}"


def _bands(fig: Figure, edge: str) -> list[TextBand]:
    """Return the headlines ("top") or footers ("bottom") of a figure, in reading order."""
    found: list[TextBand] = []
    for artist in fig.artists:
        if isinstance(artist, Conductor):
            bands = [band for band in artist.bands if isinstance(band, TextBand)]
            found += [band for band in bands if band.edge == edge]
    return found


def _unsaid(notes: Iterable[str], said: Iterable[str]) -> Iterable[str]:
    """Leave out of footers the captions that their panels have told."""
    for note in notes:
        line = " ".join(note.split())
        for caption in said:
            line = line.replace(caption, "")
        yield line


def _notes(fig: Figure) -> list[str]:
    """Return the footers, after other texts on the figure itself."""
    bands = [
        text for edge in ("top", "bottom") for band in _bands(fig, edge) for text in band.texts
    ]
    titles = (fig.get_suptitle(), fig.get_supxlabel(), fig.get_supylabel())
    free = [
        text
        for text in fig.texts
        if not any(text is banded for banded in bands) and text.get_text() not in titles
    ]
    footers = [text for band in _bands(fig, "bottom") for text in band.texts]
    return [text.get_text() for text in (*free, *footers) if text.get_visible()]
