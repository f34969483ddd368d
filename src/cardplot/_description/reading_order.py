"""The parts and panels of a figure in reading order, each with what is drawn on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import BboxBase, TransformedBbox

from cardplot._description import artists as _artists
from cardplot._description.artists import Other, Part
from cardplot._description.leftovers import boxes_on, words_on
from cardplot._description.marks import Marks
from cardplot._labels import LabelLayer
from cardplot._layout.axes_headline import AxesHeadline
from cardplot._results import Drawn, results


@dataclass(frozen=True, eq=False)
class Sheet:
    """An Axes with what lies on it."""

    axes: Axes
    parts: tuple[Part, ...]
    others: tuple[Other, ...]
    words: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell of it."""
        return not (self.parts or self.others or self.words)


@dataclass(frozen=True, eq=False)
class Panel:
    """The Axes that lie at one place: twins share a panel.

    Attributes
    ----------
    frames : tuple of matplotlib.axes.Axes
        All of them.
    sheets : tuple of Sheet
        Those that hold something; the first where none does.
    """

    frames: tuple[Axes, ...]
    sheets: tuple[Sheet, ...]

    @property
    def title(self) -> str:
        """Its title, on one line; "" if it has none."""
        return " ".join(filter(None, map(title_of, self.frames)))

    @property
    def parts(self) -> Iterator[Part]:
        """What can be read of it."""
        return (part for sheet in self.sheets for part in sheet.parts)


@dataclass(frozen=True, eq=False)
class Section:
    """A figure or subfigure, with its panels and subfigures."""

    figure: Figure | SubFigure
    items: tuple[Panel | Section, ...]

    def panels(self) -> list[Panel]:
        """Return all panels in reading order."""
        return [
            panel
            for item in self.items
            for panel in ([item] if isinstance(item, Panel) else item.panels())
        ]


def section_of(fig: Figure) -> Section:
    """Return what a figure holds, without empty panels where there are others."""
    found: dict[int, list[Drawn]] = {}
    for result in results(fig):
        found.setdefault(id(result.axes), []).append(result)
    section = _section(fig, (), found)
    if any(not _is_empty(panel) for panel in section.panels()):
        return _without_empty(section)
    return section


def _section(
    figure: Figure | SubFigure, legends: tuple[Legend, ...], found: dict[int, list[Drawn]]
) -> Section:
    legends += tuple(figure.legends)
    own = [axes for axes in figure.axes if axes.get_figure(root=False) is figure]
    places: list[list[Axes]] = []
    for axes in visible(own):
        alike = [place for place in places if _same_place(place[0], axes)]
        if alike:
            alike[0].append(axes)
        else:
            places.append([axes])
    subfigures = [sub for sub in figure.subfigs if sub.get_visible()]
    items: list[Panel | Section] = []
    for item in _in_reading_order([*(place[0] for place in places), *subfigures]):
        if isinstance(item, SubFigure):
            items.append(_section(item, legends, found))
        else:
            items.append(_panel(next(p for p in places if p[0] is item), legends, found))
    return Section(figure, tuple(items))


def _panel(
    twins: Sequence[Axes], legends: tuple[Legend, ...], found: dict[int, list[Drawn]]
) -> Panel:
    own = [legend for axes in twins for legend in _legends(axes)]
    sheets = [_sheet(axes, twins, (*own, *legends), found.get(id(axes), [])) for axes in twins]
    told = [sheet for sheet in sheets if not sheet.is_empty]
    return Panel(tuple(twins), tuple(told or sheets[:1]))


def _sheet(
    axes: Axes, twins: Sequence[Axes], legends: Iterable[Legend], drawn: Sequence[Drawn]
) -> Sheet:
    known = [artist for result in drawn for artist in _marks_of(result)]
    parts = [Part(result.kind, result.data, result.caption, result.more()) for result in drawn]
    marks = Marks(axes, known, legends, [twin for twin in twins if twin is not axes])
    boxes = [box for box in boxes_on(axes) if not box.findobj(Text) and box not in known]
    plain, others = _artists.read(marks, boxes)
    said = {str(name) for part in plain if part.kind == "pie" for name in part.table["category"]}
    words = words_on(axes, known, said)
    return Sheet(axes, (*parts, *plain), tuple(others), tuple(words))


def _is_empty(panel: Panel) -> bool:
    return all(sheet.is_empty for sheet in panel.sheets)


def _without_empty(section: Section) -> Section:
    items = [item for item in section.items if isinstance(item, Section) or not _is_empty(item)]
    told = (_without_empty(item) if isinstance(item, Section) else item for item in items)
    return Section(section.figure, tuple(told))


def title_of(axes: Axes) -> str:
    """Return the titles of an Axes, on one line."""
    titles = (axes.get_title(loc=loc) for loc in ("left", "center", "right"))
    return " ".join(" ".join(titles).split())


def findings_of(axes: Axes) -> list[str]:
    """Return the findings under the title of an Axes."""
    layers = [artist for artist in axes.get_children() if isinstance(artist, LabelLayer)]
    headlines = [item for layer in layers for item in layer.items if isinstance(item, AxesHeadline)]
    texts = [text for item in headlines for text in [*item.artists()][1:]]
    return [text.get_text() for text in texts if isinstance(text, Text)]


def visible(many: Iterable[Axes]) -> Iterable[Axes]:
    """Return the Axes that can be seen, insets after their parents, no colorbars."""
    for axes in many:
        if axes.get_visible() and not is_colorbar(axes):
            yield axes
            yield from visible(child for child in axes.child_axes if isinstance(child, Axes))


def is_colorbar(axes: Axes) -> bool:
    """Say whether a colorbar was drawn on an Axes: only they have an outline."""
    return "outline" in axes.spines


def _same_place(one: Axes, other: Axes) -> bool:
    return one.name == other.name and np.allclose(_box(one).extents, _box(other).extents, atol=0.5)


def _box(item: Axes | SubFigure) -> BboxBase:
    """Return where an Axes will be drawn: a locator of its own may say so only then."""
    locator: Any = item.get_axes_locator() if isinstance(item, Axes) else None
    figure = item.get_figure(root=False)
    if locator is None or figure is None:
        return item.bbox
    try:
        return TransformedBbox(locator(item, None), figure.transSubfigure)
    except AttributeError:  # It needs a canvas.
        return item.bbox


def _legends(axes: Axes) -> list[Legend]:
    own = axes.get_legend()
    more = [artist for artist in axes.artists if isinstance(artist, Legend)]
    return more if own is None else [own, *more]


def _in_reading_order(many: Sequence[Axes | SubFigure]) -> list[Axes | SubFigure]:
    """Return rows from top to bottom, each from left to right."""
    rows: list[list[tuple[BboxBase, Axes | SubFigure]]] = []
    for box, item in sorted(((_box(item), item) for item in many), key=lambda one: -one[0].y1):
        for row in rows:
            first = row[0][0]
            overlap = min(first.y1, box.y1) - max(first.y0, box.y0)
            if overlap > 0.5 * min(first.height, box.height):
                row.append((box, item))
                break
        else:
            rows.append([(box, item)])
    return [item for row in rows for _, item in sorted(row, key=lambda one: one[0].x0)]


def _marks_of(result: Drawn) -> Iterable[Artist]:
    for artist in result.artists:
        yield artist
        yield from artist.get_children()
    yield from result.labels
