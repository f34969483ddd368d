"""Turn a figure into the bytes of its files, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine, TightLayoutEngine
from matplotlib.transforms import Bbox

from cardplot._export import metadata as _metadata
from cardplot._export.save_arguments import FORMATS
from cardplot._export.themes import AS_DRAWN, Theme
from cardplot.palettes import contrast

# What must hold while a file is written, whatever the style says: embeddable fonts, pictures
# inside the SVG, and the size that the figure was made for.
_WRITING: dict[Any, Any] = {
    "pdf.fonttype": 42,
    "svg.image_inline": True,
    "savefig.bbox": None,
}

# A layout engine may need more than one draw; what moves after these goes out as it is.
_MOST_REDRAWS = 3
_MARGINS = ("left", "right", "bottom", "top", "wspace", "hspace")


@dataclass(frozen=True)
class Page:
    """A figure as it came out under one theme."""

    theme: Theme
    size_inches: tuple[float, float]
    is_dark: bool
    files: dict[str, bytes]


def page_of(
    fig: Figure, look: Theme, formats: tuple[str, ...], dpi: float, metadata: Mapping[str, str]
) -> Page:
    """Draw a figure in every format and return the files' bytes."""
    width, height = fig.get_size_inches()
    red, green, blue, alpha = to_rgba(fig.get_facecolor())
    face = (red, green, blue)
    with mpl.rc_context(_WRITING | {"svg.hashsalt": mpl.rcParams["svg.hashsalt"] or "cardplot"}):
        # Each draw leaves traces in ticks and layout that the next one's last bits depend on:
        # what comes before a format is drawn too, so that all begin with the same traces.
        needed = FORMATS[: max(FORMATS.index(name) for name in formats) + 1]
        if look is AS_DRAWN and _lays_out(fig):
            # Nobody knows what has been drawn before: leave our own traces.
            for name in needed:
                _bytes(fig, name, dpi, metadata)
        drawn = {needed[0]: _settled(fig, needed[0], dpi, metadata)}
        drawn |= {name: _bytes(fig, name, dpi, metadata) for name in needed[1:]}
    return Page(
        theme=look,
        size_inches=(float(width), float(height)),
        is_dark=alpha > 0.5 and contrast(face, "white") > contrast(face, "black"),
        files={name: drawn[name] for name in formats},
    )


def _settled(fig: Figure, name: str, dpi: float, metadata: Mapping[str, str]) -> bytes:
    """Return the file's bytes, once drawing the figure again doesn't change them."""
    content = _bytes(fig, name, dpi, metadata)
    for _ in range(_MOST_REDRAWS if _lays_out(fig) else 0):
        before, content = content, _bytes(fig, name, dpi, metadata)
        if content == before:
            break
    return content


def _lays_out(fig: Figure) -> bool:
    engine = fig.get_layout_engine()
    return isinstance(engine, ConstrainedLayoutEngine | TightLayoutEngine)


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
    if _lays_out(fig):
        for axes in fig.axes:
            grid = axes.get_subplotspec()
            parent: Any = axes.get_figure(root=False)
            if grid is not None and parent is not None and axes.get_in_layout():
                start = grid.get_position(parent)
                _move(axes, start, start)
    steady = _SteadyPlaces()
    try:
        fig.add_artist(steady)
        yield
    finally:
        steady.remove()
        fig.subplotpars.update(**margins)
        for axes, original, active in places:
            _move(axes, original, active)


class _SteadyPlaces(Artist):
    """Invisible; drawn first, it rounds the places that the layout engine has found.

    The engine's solver may give another last bit in another run.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set_zorder(-1e7)
        self.set_in_layout(False)

    def draw(self, renderer: RendererBase) -> None:
        """Round the places."""
        del renderer
        figure = self.get_figure(root=True)
        if figure is not None and _lays_out(figure):
            for axes in figure.axes:
                original = axes.get_position(original=True).get_points().round(9)
                active = axes.get_position().get_points().round(9)
                _move(axes, Bbox(original), Bbox(active))


def _move(axes: Axes, original: Bbox, active: Bbox) -> None:
    in_layout = axes.get_in_layout()
    axes.set_position(original, which="original")
    axes.set_position(active, which="active")
    # Setting a position takes the Axes out of the layout.
    axes.set_in_layout(in_layout)
