"""The panels of a figure in reading order, each with what is drawn on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from cardplot._description import artists as _artists
from cardplot._description.artists import Part
from cardplot._labels import LabelLayer
from cardplot._layout.axes_headline import AxesHeadline
from cardplot._results import Drawn, results


@dataclass(frozen=True, eq=False)
class Panel:
    """An Axes with what lies on it."""

    axes: Axes
    parts: tuple[Part, ...]
    others: dict[str, int]

    @property
    def title(self) -> str:
        """Its title, on one line; "" if it has none."""
        return title_of(self.axes)


def panels_of(fig: Figure) -> list[Panel]:
    """Return the Axes that hold something, in reading order."""
    found: dict[int, list[Drawn]] = {}
    for result in results(fig):
        found.setdefault(id(result.axes), []).append(result)
    panels = []
    for axes in _in_reading_order(list(visible(fig.axes))):
        drawn = found.get(id(axes), [])
        known = [artist for result in drawn for artist in _marks_of(result)]
        parts = [Part(result.kind, result.data, result.caption, result.more()) for result in drawn]
        if axes.name in ("rectilinear", "polar"):
            parts += _artists.plain_parts(axes, known)
        panels.append(Panel(axes, tuple(parts), _artists.count_others(axes, known)))
    return [panel for panel in panels if panel.parts or panel.axes.has_data()] or panels


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
        if axes.get_visible() and axes.get_label() != "<colorbar>":
            yield axes
            yield from visible(child for child in axes.child_axes if isinstance(child, Axes))


def _in_reading_order(many: list[Axes]) -> list[Axes]:
    """Return rows from top to bottom, each from left to right."""
    rows: list[list[Axes]] = []
    for axes in sorted(many, key=lambda a: -a.bbox.y1):
        for row in rows:
            overlap = min(row[0].bbox.y1, axes.bbox.y1) - max(row[0].bbox.y0, axes.bbox.y0)
            if overlap > 0.5 * min(row[0].bbox.height, axes.bbox.height):
                row.append(axes)
                break
        else:
            rows.append([axes])
    return [axes for row in rows for axes in sorted(row, key=lambda a: a.bbox.x0)]


def _marks_of(result: Drawn) -> Iterable[Artist]:
    for artist in result.artists:
        yield artist
        yield from artist.get_children()
    yield from result.labels
