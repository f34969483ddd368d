"""The headline of an Axes: its title, and under it the finding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox, ScaledTranslation, Transform

from cardplot._labels import Item, LabelGroup, Over, label_layer
from cardplot._labels.other_axes import titles_of
from cardplot._labels.scene import Measure, Scene, root_figure
from cardplot._labels.slots import GAP_PT
from cardplot._layout.bands import Wrapped

FINDING_GAP_PT = 3.0
"""From an Axes' title to the finding under it; a line brings 2 points of its own."""


class AxesHeadline(Item):
    """The title of an Axes and the finding under it; both wrap to the Axes."""

    order = 60

    def __init__(self, axes: Axes, title: Text, finding: Text | None) -> None:
        self._axes = axes
        self._title = title
        self._finding = self._made = finding
        self._wrapped = [Wrapped(title, "title")]
        if finding is not None:
            self._wrapped.append(Wrapped(finding, "finding"))
        # An engine asks before the first drawing; one long line would mislead it.
        renderer: Any = None
        self._stack(Measure.of(axes, renderer), 0.0)

    def look(self) -> None:
        """Let go of a finding that was taken off or moved by hand."""
        for finding in self._wrapped[1:]:
            moved = not finding.own.ours("position")
            if moved or finding.text.axes is None:
                finding.text.set_in_layout(moved)
                self._finding = None
                del self._wrapped[1:]

    def place(self, scene: Scene) -> bool:
        """Wrap the texts and stack them on the Axes, above what stands there already."""
        self._stack(scene, above(scene))
        return True

    def _stack(self, measure: Measure, lift: float) -> None:
        """Stack the texts *lift* points above the Axes."""
        for one in self._wrapped:
            one.fit(measure.panel.width, 0, partial(_width, measure, one.text))
        low = _descent(self._title, measure)
        if self._finding is not None:
            # As far from the axes as a title without a finding would be.
            self._finding.set_transform(raised(self._axes, lift + _title_pad(self._axes, measure)))
            lift += measure.size(self._finding)[1] + FINDING_GAP_PT + low
        width, height = measure.size(self._title)
        lifts = {id(self._title): lift}
        for text in titles_of(self._axes):
            if text is not self._title and text.get_text():
                # A title of the user's stands beside a short one of ours, above a long one.
                half = 1.0 if text.get_horizontalalignment() == "right" else 0.5
                if width + 8.0 + half * measure.size(text)[0] > half * measure.panel.width:
                    up = height - low + FINDING_GAP_PT + _descent(text, measure)
                    lifts[id(text)] = lift + up
        raise_titles(self._axes, lift, lifts)

    def outside(self) -> Iterable[Bbox]:
        """Return the extents of the texts."""
        return [
            text.get_window_extent()
            for text in (self._title, self._finding)
            if text is not None and text.axes and text.get_visible() and text.get_text()
        ]

    def artists(self) -> Iterable[Artist]:
        """Return the texts."""
        return [text for text in (self._title, self._finding) if text is not None]

    def remove(self) -> None:
        """Take the finding off and empty the title, which is the Axes' own."""
        self._title.set_text("")
        if self._made is not None and self._made.axes is not None:
            self._made.remove()
        raise_titles(self._axes, 0.0)


def above(scene: Scene) -> float:
    """Return how far a legend, or the x axis, reaches above the Axes, in points.

    0 where nothing does: then a title stands where matplotlib puts it.
    """
    axes = scene.axes
    reach = [scene.panel.y1]
    legend = axes.get_legend()
    if legend is not None and legend.get_visible():
        extent = legend.get_window_extent(scene.renderer).transformed(scene.points)
        if extent.y0 > scene.panel.y1 - 1:
            reach.append(float(extent.y1))
    reach.append(scene.panel.y1 + top_of(scene))
    return max(reach) - scene.panel.y1


def top_of(scene: Scene) -> float:
    """Return how far ticks and names of groups reach above the Axes, in points."""
    return max(scene.top, top_of_names(scene))


def top_of_names(scene: Scene) -> float:
    """Return how far names of groups, and of lines across, reach above the Axes, in points."""
    # By their sizes: where they are hidden for a draw, what is above them stays where it is.
    heights = [
        max(scene.top, 0.0) + GAP_PT + group.size(index, scene)[1]
        for group in groups_on(scene)
        if group.slot is Over
        for index in range(len(group.texts))
    ]
    panel = scene.panel
    above = [
        box.y1 - panel.y1
        for box in names_beyond(scene)
        if box.y0 > panel.y1 - 1 and box.x0 < panel.x1 and box.x1 > panel.x0
    ]
    return max([*heights, *above], default=0.0)


def groups_on(scene: Scene) -> list[LabelGroup]:
    """Return the groups of labels on the Axes."""
    return [item for item in label_layer(scene.axes).items if isinstance(item, LabelGroup)]


def names_beyond(scene: Scene) -> list[Bbox]:
    """Return the extents, in points, of the names at the ends of lines and across the Axes."""
    return [
        box.transformed(scene.points)
        for group in groups_on(scene)
        if group.slot is not Over
        for box in group.outside()
    ]


def raise_titles(axes: Axes, lift: float, others: Mapping[int, float] | None = None) -> None:
    """Move the titles of *axes* up by *lift* points from where they would stand.

    *others* holds other lifts, by the id of the title.
    """
    offset = axes.titleOffsetTrans  # type: ignore[attr-defined]
    for text in titles_of(axes):
        by = (others or {}).get(id(text), lift)
        text.set_transform(axes.transAxes + offset + _points_up(axes, by))


def _width(measure: Measure, text: Text) -> float:
    return measure.size(text)[0]


def _descent(text: Text, measure: Measure) -> float:
    """Return how far a text reaches below the point where it is placed, in points."""
    return -float(measure.extent(text).y0)


def _title_pad(axes: Axes, measure: Measure) -> float:
    offset = axes.titleOffsetTrans.transform((0.0, 0.0))  # type: ignore[attr-defined]
    return float(measure.points.transform([offset])[0][1])


def raised(axes: Axes, by: float) -> Transform:
    """Return the Axes' own coordinates, moved up by some points."""
    return axes.transAxes + _points_up(axes, by)


def _points_up(axes: Axes, by: float) -> ScaledTranslation:
    return ScaledTranslation(0, by / 72, root_figure(axes).dpi_scale_trans)
