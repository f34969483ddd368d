"""What the texts of ticks look like: as their user wants them, else as names need it to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from matplotlib.colors import to_rgba
from matplotlib.text import Text

from cardplot._labels.scene import font_size, points_of

ASKED = {"rotation": "rotation", "labelrotation": "rotation", "labelcolor": "color"}
"""What `tick_params` may set by hand: by the names that matplotlib reports."""


class Look(NamedTuple):
    """Properties of a text that names change."""

    rotation: float
    fontsize: float
    fontweight: Any
    color: Any
    parse_math: bool
    usetex: bool


class Own(NamedTuple):
    """The look that a text has by itself, and what of it was set by hand."""

    look: Look
    by_hand: frozenset[str] = frozenset()

    @property
    def turn(self) -> float | None:
        """The rotation that was set by hand."""
        return self.look.rotation if "rotation" in self.by_hand else None


class TickLooks:
    """Looks of the texts of ticks.

    A property that isn't as it was left here has been set by hand, and stays.
    """

    def __init__(self) -> None:
        self._known: dict[Text, tuple[Own, Look]] = {}

    def own(self, label: Text, first: Text, asked: Mapping[str, Any]) -> Own:
        """Return the look of a tick's text without names.

        Parameters
        ----------
        label, first : matplotlib.text.Text
            *first* is what matplotlib makes new ones like.
        asked : mapping
            What was set by `tick_params`. A size is to go by: it may become smaller.
        """
        seen = look_of(label)
        known, shown = self._known.get(label) or self._like(first, seen)
        by_hand = known.by_hand.union(ASKED[name] for name in ASKED.keys() & asked.keys())
        changed = _changes(shown, seen)
        by_hand |= changed.keys() - {"parse_math", "usetex"}
        if "labelsize" in asked and seen.fontsize == points_of(asked["labelsize"]):
            by_hand -= {"fontsize"}
        own = known
        if changed or by_hand != known.by_hand:
            own = Own(known.look._replace(**changed), by_hand)
        self._known[label] = own, seen
        return own

    def _like(self, first: Text, seen: Look) -> tuple[Own, Look]:
        """Return what to take a new text for: like the first, as it is or as it was by itself."""
        if first not in self._known:
            return Own(seen), seen._replace(rotation=0.0)
        own, shown = self._known[first]
        pairs = zip(seen, own.look, shown, strict=True)
        return own, Look(*(now if now == before else left for now, before, left in pairs))

    def give(self, label: Text, look: Look) -> None:
        """Give a text a look; what was set by hand stays, and no text grows."""
        own, seen = self._known[label]
        kept = {name: getattr(own.look, name) for name in own.by_hand}
        if own.look.fontsize < look.fontsize:
            kept["fontsize"] = own.look.fontsize
        if kept:
            look = look._replace(**kept)
        _set(label, seen, look)
        self._known[label] = own, look

    def give_back(self) -> None:
        """Give all texts their own looks."""
        for label, (own, shown) in self._known.items():
            seen = look_of(label)
            _set(label, seen, own.look._replace(**_changes(shown, seen)))
        self._known.clear()


def look_of(text: Text) -> Look:
    """Return how a text looks."""
    return Look(
        text.get_rotation(),
        font_size(text),
        text.get_fontweight(),
        color if isinstance(color := text.get_color(), str) else to_rgba(color),
        text.get_parse_math(),
        text.get_usetex(),
    )


def _changes(before: Look, now: Look) -> dict[str, Any]:
    if before == now:
        return {}
    pairs = zip(Look._fields, before, now, strict=True)
    return {name: new for name, old, new in pairs if new != old}


def _set(text: Text, seen: Look, look: Look) -> None:
    """Set what isn't so already."""
    if news := _changes(seen, look):
        text.set(**news)
