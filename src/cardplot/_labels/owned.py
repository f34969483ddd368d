"""Properties of artists that are ours until somebody else sets them."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.artist import Artist

SETTERS = {"bbox_patch": "set_bbox"}
"""Those that aren't called like their property."""


class Hideable:
    """Of an artist that knows what its user wants, also where that is how it is anyway.

    Attributes
    ----------
    wanted : bool or None
        Whether its user shows it although we don't, or hides it; None: it is ours to decide.
    """

    wanted: bool | None = None

    def set_visible(self: Any, b: bool) -> None:
        """Show or hide it; to show what was hidden by hand only takes that back."""
        insists = b and not self.get_visible() and self.wanted is None
        self.wanted = insists or (None if b else False)
        show(self, visible=b)


class Owned:
    """Properties of an artist that are ours as long as they are what we made them.

    Whatever its user sets, before the first drawing or after, is theirs.

    Parameters
    ----------
    artist : matplotlib.artist.Artist
    *names : str
        What is ours, such as "visible".
    """

    def __init__(self, artist: Artist, *names: str) -> None:
        self._artist = artist
        self._given = {name: self._read(name) for name in names}
        self._ours = dict(self._given)

    def ours(self, *names: str) -> bool:
        """Say whether nobody else has set any of these."""
        return all(self._is_ours(name) for name in names)

    def _is_ours(self, name: str) -> bool:
        if name == "visible" and isinstance(self._artist, Hideable):
            return self._artist.wanted is None
        return _same(self._read(name), self._ours[name])

    def set(self, name: str, value: Any) -> None:
        """Set a property, unless its user has."""
        if self.ours(name) and not _same(value, self._read(name)):
            self._write(name, value)
            self.note(name)

    def note(self, *names: str) -> None:
        """Take what these are now for ours."""
        self._ours.update((name, self._read(name)) for name in names)

    def given(self, name: str) -> Any:
        """Return what a property was before we changed it, or what its user has set since.

        That is where we start from: from now on we may change it again.
        """
        if not self.ours(name):
            self.note(name)
            self._given[name] = self._ours[name]
        return self._given[name]

    def _read(self, name: str) -> Any:
        get = getattr(self._artist, f"get_{name}", None)
        return getattr(self._artist, name) if get is None else get()

    def _write(self, name: str, value: Any) -> None:
        change = getattr(self._artist, SETTERS.get(name, f"set_{name}"), None)
        if name == "visible":
            show(self._artist, visible=value)
        elif change is None:
            setattr(self._artist, name, value)
        else:
            change(value)


def show(artist: Artist, *, visible: bool) -> None:
    """Show or hide an artist, on nobody's behalf."""
    Artist.set_visible(artist, visible)


def is_seen(artist: Artist) -> bool:
    """Say whether an artist is on an Axes, and not hidden."""
    return artist.axes is not None and artist.get_visible()


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        return one is two or np.array_equal(one, two)
    return bool(one is two or one == two)
