"""Whether what is on an Axes has changed since it was drawn."""

from __future__ import annotations

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Text


def changed(axes: Axes) -> bool:
    """Say whether something on a panel has changed since it was drawn.

    The flag of the Axes itself doesn't tell: every drawing of a figure sets it.
    """
    legend = axes.get_legend()
    artists = [
        *axes.get_children(),
        *(axis.label for axis in (axes.xaxis, axes.yaxis)),
        *(() if legend is None else legend.get_texts()),
    ]
    return any(
        artist.stale and artist.get_visible()
        for artist in artists
        # An empty text is never drawn.
        if (artist.get_text() if isinstance(artist, Text) else not _is_ours(artist))
    )


def _is_ours(artist: Artist) -> bool:
    """Say whether an artist only arranges others: drawn or not, it stays stale."""
    return type(artist).__module__.startswith("cardplot.")
