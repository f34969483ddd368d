"""What a legend names: results of ours, what carries a label, what other legends name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.container import Container as Marks
from matplotlib.legend import Legend

from cardplot._labels.layer import layers_on
from cardplot._layout.legend_place import placed_on
from cardplot._tables import text
from cardplot._tables.cells import is_column, shown

MADE_UP = re.compile(r"_child\d+|_container\d+|_nolegend_|")
"""Labels that matplotlib gives by itself."""

Entry = tuple[Any, str]


def named(panels: Iterable[Axes], wanted: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
    """Return handles and names, as far as they aren't given as *handles* and *labels*."""
    handles, labels = wanted.get("handles"), wanted.get("labels")
    if handles is None:
        found: dict[str, Any] = {}
        for axes in panels:
            for handle, name in (*results_on(axes), *_others(axes, wanted.get("handler_map"))):
                found.setdefault(name, handle)
        handles, names = list(found.values()), list(found)
    elif labels is None:
        entries = [(one, str(one.get_label())) for one in handles]
        entries = [(one, name) for one, name in entries if MADE_UP.fullmatch(name) is None]
        handles, names = [one for one, _ in entries], [name for _, name in entries]
    handles = list(handles)
    if not handles:
        raise ValueError(
            "target: nothing on it has a name; give names to what you draw (label= in matplotlib, "
            "labels= here), or pass handles=[...] and labels=[...]"
        )
    return handles, names if labels is None else names_given(labels, len(handles))


def names_given(labels: Any, n: int) -> list[str]:
    """Return the names that a user gave to *n* entries."""
    if not is_column(labels):
        raise TypeError(f"labels must be a sequence of names, got {shown(labels)}")
    names = [text(label) for label in labels]
    if len(names) != n:
        raise ValueError(f"labels must have one name an entry, {n}, got {len(names)}")
    return names


def results_on(axes: Axes) -> list[Entry]:
    """Return what our results on an Axes have to name."""
    results = [result for layer in layers_on(axes) for result in layer.results]
    return [entry for result in results for entry in result.entries]


def has_names(made: Legend | None) -> bool:
    """Say whether there is a legend that shows names."""
    return made is not None and made.get_visible() and bool(made.get_texts())


def _others(axes: Axes, handlers: dict[Any, Any] | None) -> list[Entry]:
    """Return what else is named: by a legend of the user's, where there is one."""
    results = [result for layer in layers_on(axes) for result in layer.results]
    ours = {id(part) for result in results for one in result.artists for part in _parts(one)}
    ours |= {id(handle) for handle, _ in results_on(axes)}
    labelled = [(one, name) for one, name in _labelled(axes, handlers) if id(one) not in ours]
    made = axes.get_legend()
    if made is None or not has_names(made) or any(one.own for one in placed_on(axes)):
        return labelled
    # What a legend draws is but a part of what it stands for: a line without its whiskers.
    whole = {name: handle for handle, name in labelled}
    names = [one.get_text() for one in made.get_texts()]
    drawn = zip(made.legend_handles, names, strict=True)
    return [(whole.get(name, handle), name) for handle, name in drawn if handle is not None]


def _labelled(axes: Axes, handlers: dict[Any, Any] | None) -> Iterator[Entry]:
    """Return what carries a name, in the order in which matplotlib lists it."""
    yield from zip(*axes.get_legend_handles_labels(handlers), strict=True)
    groups = [group for group in axes.containers if _is_hidden(group)]
    parts = {id(part) for group in groups for part in _parts(group)} - set(map(id, groups))
    handles: tuple[Any, ...] = (*axes.lines, *axes.patches, *axes.collections, *axes.containers)
    for handle in handles:
        if _is_hidden(handle) and id(handle) not in parts:
            yield handle, handle.get_label()


def _is_hidden(handle: Any) -> bool:
    """Say whether matplotlib leaves a name out that its user gave."""
    name = str(handle.get_label())
    return name.startswith("_") and MADE_UP.fullmatch(name) is None


def _parts(artist: Any) -> Iterator[Any]:
    """Return an artist, or a container of artists, and everything that it consists of."""
    yield artist
    for part in artist.get_children():
        if isinstance(part, (Artist, Marks)):
            yield from _parts(part)
