"""What plain marks are called: their own label, else what a legend calls them, else a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.colors import to_rgba_array
from matplotlib.container import Container
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

Rows = list[dict[str, Any]]
Color = tuple[float, ...]

MADE_UP = re.compile(r"_child\d+|_container\d+|_nolegend_")
"""Labels that matplotlib gives by itself."""
_WRITTEN = re.compile(r"\$\\mathdefault\{(.*)\}\$")
_NO_LINE = ("None", "none", " ", "")


def given_name(artist: Artist | Container) -> str:
    """Return the label that the user gave, "" where matplotlib made one up."""
    label = str(artist.get_label() or "")
    return "" if MADE_UP.fullmatch(label) else label


class Names:
    """What the marks of one Axes are called.

    A legend entry names what has its colour, unless that is a mark of the same kind beside the
    one that carries the name itself, there or on a twin.
    """

    def __init__(
        self,
        axes: Axes,
        legends: Iterable[Legend],
        marks: Sequence[Artist],
        beside: Sequence[Artist],
    ) -> None:
        self._groups = {id(part): group for group in axes.containers for part in _parts(group)}
        self._carried = {(given_name(mark), type(mark)) for mark in (*marks, *beside)}
        self._entries = [
            (color, handle, name)
            for legend in legends
            for handle, name in _entries(legend)
            for color in colors_of(handle)[:1]
        ]
        used = {color for mark in marks for color in colors_of(mark)}
        spare = [one for one in self._entries if one[0] not in used]
        # What several entries of one colour tell apart isn't colour.
        self._dashes = [one for one in spare if sum(one[0] == other[0] for other in spare) > 1]

    def of(self, mark: Artist | Container) -> str:
        """Return the name of a mark or container; "" if nothing tells it."""
        parts = _parts(mark)
        group = self._groups.get(id(mark))
        owners = (mark, *([] if group is None else [group]), *parts[:1])
        own = next(filter(None, map(given_name, owners)), "")
        if own or not self._entries:
            return own
        looks = {color for part in parts or [mark] for color in colors_of(part)}
        return self._entry(looks.pop(), mark) if len(looks) == 1 else ""

    def each(self, cloud: Collection) -> list[str]:
        """Return the name of every point; nothing where they have one look, or one isn't told."""
        if given_name(cloud) or not self._entries:
            return []
        colors = colors_of(cloud)
        names = {color: self._entry(color, cloud) for color in set(colors)}
        if len(names) < 2 or not all(names.values()):
            return []
        return [names[color] for color in colors]

    def _entry(self, color: Color, mark: Any) -> str:
        alike = [
            (handle, name)
            for entry, handle, name in self._entries
            if entry == color and (name, type(mark)) not in self._carried
        ]
        if len({name for _, name in alike}) > 1:
            alike = [one for one in alike if _style(one[0]) == _style(mark)]
        name = _only(name for _, name in alike)
        if name and isinstance(mark, Line2D):
            # seaborn names colours and dashes apart.
            dashed = [name for _, line, name in self._dashes if _style(line) == _style(mark)]
            name = ", ".join(filter(None, (name, _only(dashed))))
        return name


def _only(names: Iterable[str]) -> str:
    different = set(names)
    return different.pop() if len(different) == 1 else ""


def colors_of(artist: Any) -> list[Color]:
    """Return the colours of an artist without their alpha; of points, one for each.

    What isn't seen has none, such as the headings that seaborn puts into a legend.
    """
    if isinstance(artist, Line2D):
        marker = [artist.get_markerfacecolor(), artist.get_markeredgecolor()]
        drawn: Any = marker if has_markers(artist) else []
        drawn = [artist.get_color()] if has_line(artist) else drawn
    elif isinstance(artist, Patch):
        drawn = [artist.get_facecolor(), artist.get_edgecolor()]
    elif isinstance(artist, Collection):
        return _colors_of_collection(artist)
    else:
        return []
    seen = to_rgba_array([color for color in drawn if not _is_none(color)] or "none")
    return _plain(seen[seen[:, 3] > 0][:1])


def _colors_of_collection(artist: Collection) -> list[Color]:
    values = artist.get_array()
    faces: Any = artist.get_facecolor() if values is None else artist.to_rgba(np.ravel(values))
    seen = faces if len(faces) and np.any(faces[:, 3]) else np.atleast_2d(artist.get_edgecolor())
    return _plain(seen)


def _plain(colors: Any) -> list[Color]:
    return [tuple(color) for color in np.round(np.asarray(colors)[:, :3], 3).tolist()]


def _is_none(color: Any) -> bool:
    return isinstance(color, str) and color == "none"


def has_line(line: Line2D) -> bool:
    several = np.size(line.get_xdata(orig=False)) > 1
    return several and line.get_linestyle() not in _NO_LINE and line.get_linewidth() > 0


def has_markers(line: Line2D) -> bool:
    return line.get_marker() not in (*_NO_LINE, None)


def _style(artist: Any) -> Any:
    if isinstance(artist, Line2D):
        return artist.is_dashed(), artist.get_marker() if has_markers(artist) else ""
    return artist.get_hatch() if isinstance(artist, Patch) else None


def _parts(artist: Artist | Container) -> list[Any]:
    if not isinstance(artist, Container):
        return []
    return [part for part in artist.get_children() if isinstance(part, Artist)]


def _entries(legend: Legend) -> Iterator[tuple[Any, str]]:
    if legend.get_visible():
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=False):
            # Numbers that `legend_elements` writes are mathtext.
            name = _WRITTEN.sub(r"\1", text.get_text())
            if name and handle is not None:
                yield handle, name


def apart(series: Iterable[tuple[str, Rows]], noun: str = "series", place: str = "") -> Rows:
    """Return the rows of all series, each under a name of its own.

    Parameters
    ----------
    series : iterable of (str, list of dict)
        Names, "" where there is none, and rows with a column "series" to fill.
    noun : str
        What is numbered where names are missing.
    place : str, optional
        Series of one name that share no value of this column are one.
    """
    found: list[tuple[str, Rows]] = []
    for name, rows in series:
        alike = [own for known, own in found if known == name and _share_no(place, own, rows)]
        if alike:
            alike[0].extend(rows)
        else:
            found.append((name, list(rows)))
    taken: set[str] = set()
    told: Rows = []
    for number, (name, rows) in enumerate(found, start=1):
        free = free_name(name or (f"{noun} {number}" if len(found) > 1 else ""), taken)
        taken.add(free)
        told += [{**row, "series": free} for row in rows]
    return told


def _share_no(place: str, one: Rows, other: Rows) -> bool:
    return bool(place) and {row[place] for row in one}.isdisjoint(row[place] for row in other)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return *name*, or "name (2)" and so on where it is taken."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free
