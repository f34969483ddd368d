"""What stands beside a matrix: names of row groups, its colorbar, the key of missing cells.

All of it is placed in points from the panel whenever the figure is measured or drawn. So a
colorbar is exactly as tall as its panel, under every layout engine and with any aspect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colorbar import Colorbar
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox, blended_transform_factory

from cardplot._heatmap.color_bar import BarOptions, make_colorbar
from cardplot._heatmap.row_brackets import RowBracket
from cardplot._heatmap.units import pixels_per_point, points_from
from cardplot._labels.literal import literal
from cardplot._labels.owned import Owned
from cardplot._labels.wrap import wrapped
from cardplot._layout import conduct

PAD_PT = 8.0
"""From the panel to the colorbar."""
WIDTH_PT = 9.0
KEY_PT, KEY_GAP_PT = 9.0, 8.0
"""Height of the swatch of missing cells, and its distance from the colorbar."""


class SideBar:
    """The column right of a panel, or of several that share a colorbar.

    Parameters
    ----------
    host : matplotlib.axes.Axes
        The panel that is drawn on.
    brackets : sequence of RowBracket
    options : BarOptions or None
        The colorbar, None where there is none.
    """

    def __init__(
        self, host: Axes, brackets: Sequence[RowBracket], options: BarOptions | None
    ) -> None:
        self.host = host
        self.brackets = tuple(brackets)
        self.panels = (host,) if options is None else options.panels
        self.label = "" if options is None else options.label
        self.colorbar: Colorbar | None = None
        self._words: Owned | None = None
        self._holder = host
        self._options = options

    @property
    def artists(self) -> tuple[Artist, ...]:
        """Everything but the colorbar."""
        return tuple(artist for bracket in self.brackets for artist in bracket.artists)

    def add_colorbar(self, mesh: Any) -> Colorbar | None:
        """Add the colorbar of *mesh*, where one is wanted."""
        if self._options is None:
            return None
        # matplotlib puts the title of a panel above the axes in it: the uppermost has that room.
        self._holder = max(self.panels, key=lambda panel: panel.get_position(original=True).y1)
        axes = self._holder.inset_axes((1.02, 0.0, 0.03, 1.0))
        axes.set_label("<colorbar>")
        axes.set_in_layout(False)
        axes.set_axes_locator(self._locate)
        self.colorbar = make_colorbar(axes, mesh, self._options)
        self._words = Owned(axes.yaxis.label, "text")
        return self.colorbar

    def add_key(self, bar: Colorbar, name: str, swatch: Rectangle) -> None:
        """Name the missing cells under the colorbar."""
        axes = bar.ax
        left, right = points_from(axes, (0.0, 0.0)), points_from(axes, (1.0, 0.0))
        swatch.set_bounds(0, -KEY_GAP_PT - KEY_PT, 1, KEY_PT)
        swatch.set_transform(blended_transform_factory(axes.transAxes, left))
        text = Text(
            mpl.rcParams["ytick.major.pad"] + mpl.rcParams["ytick.major.size"],
            -KEY_GAP_PT - KEY_PT / 2,
            name,
            ha="left",
            va="center_baseline",
            fontsize=mpl.rcParams["ytick.labelsize"],
            color=axes.yaxis.get_ticklabels()[0].get_color(),
            transform=blended_transform_factory(right, left),
        )
        literal(axes, [text])
        for artist in (swatch, text):
            axes.add_artist(artist)
            artist.set_clip_on(False)

    def claim(self) -> None:
        """See to it that there is room where no layout engine makes it."""
        if self.colorbar is not None or self.brackets:
            conduct(self.host)

    def settle(self) -> None:
        """Turn the names of row groups and break the colorbar's label, as the height demands."""
        for bracket in self.brackets:
            bracket.settle()
        bar = self._bar()
        if bar is not None and self._words is not None and self._words.given("text"):
            font = bar.ax.yaxis.label.get_fontproperties()
            height = self._box().height / pixels_per_point(self.host)
            self._words.set("text", _balanced(self._words.given("text"), font, height))

    def room(self, renderer: RendererBase) -> Bbox | None:
        """Return the extent of all this in pixels: the layout makes room for it."""
        self.settle()
        boxes = [_extent(artist, renderer) for artist in self._there()]
        bar = self._bar()
        if bar is not None:
            extent = bar.ax.get_tightbbox(renderer)
            if extent is not None and len(self.panels) > 1:
                # As tall as all panels: for this one, that is no decoration to keep room for.
                own = self.host.bbox
                extent = Bbox.from_extents(extent.x0, own.y0, extent.x1, own.y1)
            boxes += [extent] if extent is not None else []
        return Bbox.union(boxes) if boxes else None

    def _there(self) -> list[Artist]:
        """Return what nobody has taken off of what stands beside the panel."""
        return [artist for artist in self.artists if artist.axes is not None]

    def _bar(self) -> Colorbar | None:
        """Return the colorbar, unless somebody has taken it off."""
        bar = self.colorbar
        return bar if bar is not None and bar.ax in self._holder.child_axes else None

    def _box(self) -> Bbox:
        """Return the extent of the panels in pixels."""
        return Bbox.union([panel.bbox.frozen() for panel in self.panels])

    def _locate(self, axes: Any, renderer: RendererBase) -> Bbox:
        """Return where the colorbar stands, in its figure's coordinates."""
        box = self._box()
        inner = [box.x1, *(_extent(artist, renderer).x1 for artist in self._there())]
        unit = pixels_per_point(self.host)
        start = max(inner) + PAD_PT * unit
        pixels = Bbox.from_extents(start, box.y0, start + WIDTH_PT * unit, box.y1)
        figure = axes.get_figure(root=False)
        return Bbox(figure.transSubfigure.inverted().transform(pixels))

    def remove(self) -> None:
        """Take the colorbar off again."""
        bar = self._bar()
        if bar is not None:
            if getattr(bar.mappable, "axes", None) is None:
                # matplotlib takes no colorbar off whose cells are gone.
                self._holder.child_axes.remove(bar.ax)
            else:
                bar.remove()


def _extent(artist: Artist, renderer: RendererBase) -> Bbox:
    """Return the extent of an artist; one that is hidden for a draw keeps its place."""
    hidden = not artist.get_visible()
    if hidden:
        artist.set_visible(True)
    extent = artist.get_window_extent(renderer)
    if hidden:
        artist.set_visible(False)
    return extent


def _balanced(label: str, font: FontProperties, room: float) -> str:
    """Break a label into as few lines as *room* points demand, of about the same length."""
    lines = wrapped(label, font, room)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        even = wrapped(label, font, room * share, words_only=True)
        if even.count("\n") == lines.count("\n"):
            return even
    return lines
