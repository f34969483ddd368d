"""Texts in the cells of a matrix: one size for all, or none where they don't fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.transforms import IdentityTransform
from numpy.typing import NDArray

from cardplot import palettes
from cardplot._heatmap.units import cell_size, pixels_per_point
from cardplot._labels.literal import families_for, literal
from cardplot._labels.owned import Hideable, Owned, is_seen
from cardplot._labels.wrap import width

FLOOR_PT = 7.5
"""Cell text is hidden rather than made smaller than this."""

PAD_PT = (2.5, 1.5)
"""Free room between a text and the left/right and top/bottom edges of its cell."""

TEXT_LIMIT = 1000
"""More texts than this are drawn as one collection of glyph outlines."""

DIGIT_HEIGHT = 0.73
LINE_SPACING = 1.2
"""In font sizes."""

_ONE_DIGIT = str.maketrans("123456789", "0" * 9)


@dataclass(frozen=True)
class Words:
    """What is written in the cells.

    Attributes
    ----------
    where : (M, N) array of bool
        The cells that have a text.
    write : callable
        Returns the texts of these cells, row by row.
    """

    where: NDArray[np.bool_]
    write: Callable[[], Sequence[str]]


@dataclass(frozen=True)
class Backdrop:
    """What lies behind the texts.

    Attributes
    ----------
    missing : (M, N) array of bool
        Cells that the mesh doesn't draw.
    surface : color
        What is seen behind translucent cells.
    fill : color or None
        The face of hatched missing cells, on a plate of which their texts, if any, stand.
    """

    missing: NDArray[np.bool_]
    surface: Any
    fill: Any


class _Writing(Protocol):
    """Texts as they are put on the Axes."""

    @property
    def artists(self) -> tuple[Artist, ...]: ...

    @property
    def texts(self) -> tuple[Text, ...]: ...

    def strings(self) -> Sequence[str]: ...

    def font(self) -> FontProperties: ...

    def show(self, size: float | None) -> None: ...

    def paint(self, colors: Sequence[str]) -> None: ...


class _Texts:
    """One Text for each cell."""

    def __init__(
        self, axes: Axes, xy: NDArray[Any], words: Words, plates: NDArray[np.bool_], fill: Any
    ) -> None:
        self.texts = tuple(_text(x, y, s) for (x, y), s in zip(xy, words.write(), strict=True))
        literal(axes, self.texts)
        self._own = [Owned(text, "visible", "fontsize", "color") for text in self.texts]
        for text, plate in zip(self.texts, plates, strict=True):
            # They lie within their cells: nothing for a layout engine to ask each of them.
            text.set_in_layout(False)
            if plate:
                text.set_bbox({"facecolor": fill, "edgecolor": "none", "pad": 1.0})
            axes.add_artist(text)

    @property
    def artists(self) -> tuple[Artist, ...]:
        return self.texts

    def strings(self) -> Sequence[str]:
        return [text.get_text() for text in self.texts]

    def font(self) -> FontProperties:
        font = self.texts[0].get_fontproperties().copy()
        # They have one size, unless their user has set that of all, or of some.
        font.set_size(max(own.given("fontsize") for own in self._own))
        return font

    def show(self, size: float | None) -> None:
        for own in self._own:
            own.set("visible", size is not None)
            if size is not None:
                own.set("fontsize", min(size, own.given("fontsize")))

    def paint(self, colors: Sequence[str]) -> None:
        for own, color in zip(self._own, colors, strict=True):
            own.set("color", color)


class CellText(Hideable, Text):
    """The text of a cell."""


def _text(x: float, y: float, string: str) -> CellText:
    return CellText(
        x,
        y,
        string,
        ha="center",
        va="center_baseline" if "\n" not in string else "center",
        fontsize=mpl.rcParams["xtick.labelsize"],
        clip_on=True,
    )


class _Outlines:
    """All texts as one collection of glyph outlines: a Text each would take seconds to draw."""

    texts: tuple[Text, ...] = ()

    def __init__(self, axes: Axes, xy: NDArray[Any], words: Words) -> None:
        self._axes, self._words = axes, words
        self._strings: Sequence[str] = ()
        self._font = FontProperties(
            family=mpl.rcParams["font.family"], size=mpl.rcParams["xtick.labelsize"]
        )
        self._collection = PathCollection(
            [], offsets=xy, offset_transform=axes.transData, linewidths=0, zorder=3
        )
        # Outlines are in points; their places are in data coordinates.
        self._collection.set_transform(IdentityTransform())
        self._collection.set_in_layout(False)
        self._own = Owned(self._collection, "visible", "facecolor")
        axes.add_collection(self._collection, autolim=False)

    @property
    def artists(self) -> tuple[Artist, ...]:
        return (self._collection,)

    def strings(self) -> Sequence[str]:
        if not self._strings:
            # Only now: most large matrices never have room for a text.
            self._strings = self._words.write()
            self._font.set_family(families_for(self._axes, self._font, self._strings))
        return self._strings

    def font(self) -> FontProperties:
        return self._font

    def show(self, size: float | None) -> None:
        self._own.set("visible", size is not None)
        if size is None:
            return
        if not len(self._collection.get_paths()):
            outlines = {text: _outline(text, self._font) for text in set(self.strings())}
            self._collection.set_paths([outlines[text] for text in self.strings()])
        self._collection.set_sizes(np.array([size**2]), 72 * pixels_per_point(self._axes))

    def paint(self, colors: Sequence[str]) -> None:
        self._own.set("facecolor", list(colors))


def _outline(string: str, font: FontProperties) -> Path:
    """Return *string* as a path of font size 1, its lines centred on the origin."""
    lines = string.split("\n")
    paths = []
    for index, line in enumerate(lines):
        vertices, codes = text_to_path.get_text_path(font, line, ismath=False)
        if len(codes):
            path = Path(np.asarray(vertices) / text_to_path.FONT_SCALE, np.asarray(codes))
            box = path.get_extents()
            baseline = LINE_SPACING * ((len(lines) - 1) / 2 - index) - DIGIT_HEIGHT / 2
            shift = (-(box.x0 + box.x1) / 2, baseline)
            paths.append(Path(np.add(path.vertices, shift), path.codes))
    return Path.make_compound_path(*paths)


class CellTexts:
    """The texts of a matrix. They are sized, coloured or hidden together, at draw time.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    mesh : matplotlib.collections.QuadMesh
        The cells; row i and column j lie at y=i and x=j.
    words : Words
    backdrop : Backdrop
    fit : bool
        Hide all texts where one doesn't fit; else draw them anyway.
    """

    def __init__(
        self, axes: Axes, mesh: QuadMesh, words: Words, backdrop: Backdrop, *, fit: bool
    ) -> None:
        self._axes, self._mesh, self._fit = axes, mesh, fit
        self._backdrop = backdrop
        self._where = np.nonzero(words.where)
        self._missing = backdrop.missing[self._where]
        xy = np.column_stack([self._where[1], self._where[0]]).astype(float)
        self._writing: _Writing
        if len(xy) > TEXT_LIMIT:
            self._writing = _Outlines(axes, xy, words)
        else:
            plates = self._missing & (backdrop.fill is not None)
            self._writing = _Texts(axes, xy, words, plates, backdrop.fill)
        self._base = self._writing.font().get_size_in_points() if len(xy) else FLOOR_PT
        # Outlines are hidden until they are made.
        self._size: float | None = self._base if self.texts else None
        self._seen: NDArray[Any] | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """The Text objects, row by row; none where there are too many for that."""
        return self._writing.texts

    @property
    def artists(self) -> tuple[Artist, ...]:
        """What is on the Axes."""
        return self._writing.artists

    def settle(self) -> None:
        """Size, colour or hide the texts for the cells as they are being drawn."""
        if not len(self._missing):
            return
        self._base = self._writing.font().get_size_in_points()
        size = self._fitting() if is_seen(self._mesh) else None
        if size != self._size or isinstance(self._writing, _Outlines):
            self._writing.show(size)
            self._size = size
        if size is not None:
            self._paint()

    def _fitting(self) -> float | None:
        """Return the largest font size at which every text fits its cell, or None."""
        floor = min(FLOOR_PT, self._base)
        room = np.subtract(cell_size(self._axes), np.multiply(PAD_PT, 2))
        # Before anything is measured: large matrices end here.
        if self._fit and (room < (0.5 * floor, DIGIT_HEIGHT * floor)).any():
            return None
        scale = min(1.0, *(room / self._extent()))
        size = float(np.floor(self._base * scale * 4) / 4) if scale < 1 else self._base
        if size >= floor:
            return size
        return None if self._fit and self._base * scale < floor else floor

    def _extent(self) -> tuple[float, float]:
        """Return the width of the widest and the height of the tallest text in points."""
        font = self._writing.font().copy()
        font.set_size(self._base)
        # One digit stands for all, so that thousands of numbers are few strings to measure.
        strings = {text.translate(_ONE_DIGIT) for text in self._writing.strings()}
        lines = max(text.count("\n") for text in strings)
        height = self._base * (DIGIT_HEIGHT + LINE_SPACING * lines)
        return max(width(text, font) for text in strings), height

    def _paint(self) -> None:
        """Give every text black or white, whichever stands out more on its own cell."""
        values: Any = self._mesh.get_array()
        cells = self._mesh.to_rgba(values, alpha=self._mesh.get_alpha())
        behind = np.asarray(cells)[self._where]
        if self._seen is not None and np.array_equal(behind, self._seen):
            return
        self._seen = behind
        fills = behind.copy()
        fills[self._missing] = to_rgba(self._backdrop.fill or self._backdrop.surface)
        self._writing.paint(palettes.text_colors(fills, self._backdrop.surface))
