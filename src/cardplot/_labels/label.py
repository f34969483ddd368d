"""A label: what it says of what, and the text that is drawn for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox, IdentityTransform

from cardplot._color.contrast import contrast
from cardplot._geometry import Box, Floats
from cardplot._labels.owned import Hideable, Owned, is_seen
from cardplot._labels.scene import Scene, points_of, root_figure
from cardplot._labels.slots import Lines, Slot

LEAST_CONTRAST = 4.5
"""A label on a band that is read worse has a ground of its own."""
PLACE = ("position", "xy", "xycoords", "anncoords")
OURS = ("visible", "color", "text", "fontsize", "rotation", "bbox_patch", "in_layout")
LOOKS = ("facecolor", "edgecolor", "linewidth", "alpha")


@dataclass(frozen=True)
class Label:
    """A label to be placed.

    Attributes
    ----------
    text : str
        Drawn literally, never as mathtext.
    slot : Slot
        What it belongs to, in data coordinates.
    color : color, optional
        Default: :rc:`text.color`.
    weight : str, optional
        Default: regular.
    size : float or str, optional
        Default: :rc:`xtick.labelsize`.
    required : bool, default: False
        Draw it even where no place is free.
    marks : tuple of matplotlib.artist.Artist, optional
        What it names: when all of these are hidden or gone, it isn't drawn.
    """

    text: str
    slot: Slot
    color: Any = None
    weight: str | None = None
    size: float | str | None = None
    required: bool = False
    marks: tuple[Artist, ...] = ()


class LabelText(Hideable, Annotation):
    """The text of a label."""


class Piece:
    """A label and its text, of which its user may change anything.

    Attributes
    ----------
    label : Label
    text : matplotlib.text.Annotation
    own : Owned
        What of the text is ours.
    """

    def __init__(self, axes: Axes, label: Label) -> None:
        self.label = label
        self.text = _annotation(axes, label)
        self.own = Owned(self.text, *OURS, *PLACE)
        arrow = self.text.arrow_patch
        self._arrow = None if arrow is None else Owned(arrow, "visible", "shrinkB")
        self._ground: Owned | None = None
        self._box: Box | None = None
        self._lines = label.slot.lines

    def look(self) -> bool:
        """Say whether it is ours to place: not taken off, moved by hand, or left by its marks."""
        if not isinstance(self.text.axes, Axes):
            return False
        marks = self.label.marks
        if marks and not any(map(is_seen, marks)):
            self.own.set("visible", False)
            return False
        moved = not self.own.ours(*PLACE)
        if moved:
            self.own.set("visible", True)
        # What stands where its user wants it is a text like any other.
        self.own.set("in_layout", moved)
        return not moved

    @property
    def required(self) -> bool:
        """Whether it is drawn even where no place is free; its user may have shown it."""
        return self.label.required or bool(self.text.wanted)

    def put(
        self, scene: Scene, anchor: Floats, box: Box, *, background: bool, leader: bool
    ) -> None:
        """Put it into *box*, tied to its *anchor*."""
        text = self.text
        self.own.set("visible", True)
        self._box = box.moved(-anchor[0], -anchor[1])
        x, y = (self._box.x0 + self._box.x1) / 2, (self._box.y0 + self._box.y1) / 2
        if (text.get_horizontalalignment(), text.get_verticalalignment()) != ("center", "center"):
            extent = scene.extent(text)
            x, y = x - (extent.x0 + extent.x1) / 2, y - (extent.y0 + extent.y1) / 2
        text.set_position((x, y))
        self.own.note(*PLACE)
        # No grid line runs through a label; on a band the surface's colour would be a hole.
        shades = scene.shades(box)
        faint = any(contrast(text.get_color(), shade) < LEAST_CONTRAST for shade in shades)
        ruled = scene.on_grid(box) and not shades
        self._back(scene, background and (ruled or faint or scene.on_area(box)))
        if self._arrow is not None:
            self._arrow.set("visible", leader)

    def resize(self, size: float) -> None:
        """Set its size."""
        if size != self.text.get_fontsize() and self.own.ours("fontsize"):
            self.own.set("fontsize", size)
            # matplotlib holds the margin of a background as a share of the size it was made for.
            self._drop_back()

    def align(self, lines: Lines) -> None:
        """Align its lines; matplotlib doesn't tell how they are."""
        if lines != self._lines:
            self._lines = lines
            self.text.set_multialignment(lines)

    def end_leader(self, off: float) -> None:
        """End the leader so many points off the anchor."""
        if self._arrow is not None:
            self._arrow.set("shrinkB", off)

    def _back(self, scene: Scene, wanted: bool) -> None:
        """Put the surface's colour behind it, or take that away."""
        if wanted == (self.text.get_bbox_patch() is not None):
            return
        if wanted:
            surface = scene.axes.get_facecolor()
            self.own.set("bbox_patch", {"facecolor": surface, "edgecolor": "none", "pad": 1.0})
            ground = self.text.get_bbox_patch()
            self._ground = None if ground is None else Owned(ground, *LOOKS)
        else:
            self._drop_back()

    def _drop_back(self) -> None:
        if self._ground is not None and self._ground.ours(*LOOKS):
            self.own.set("bbox_patch", None)

    def extent(self) -> Bbox | None:
        """Return its extent in pixels where it was put; None where nothing is seen of it."""
        axes = self.text.axes
        # What was never put anywhere may be far from the Axes: its data may be.
        if self._box is None or not isinstance(axes, Axes) or not self.text.get_visible():
            return None
        coordinates = self.label.slot.coordinates(axes)
        to_pixels = axes.transData if coordinates == "data" else coordinates
        box, scale = self._box, root_figure(axes).dpi / 72
        corners = np.array([[box.x0, box.y0], [box.x1, box.y1]])
        return Bbox(to_pixels.transform(self.text.xy) + scale * corners)


def _annotation(axes: Axes, label: Label) -> LabelText:
    arrow = label.slot.leader()
    if arrow is not None:
        quiet = label.color if label.slot.colored_leader else mpl.rcParams["xtick.color"]
        arrow = {**arrow, "color": quiet or mpl.rcParams["text.color"]}
    text = LabelText(
        label.text,
        xy=label.slot.anchor(),
        xycoords=label.slot.coordinates(axes),
        xytext=(0.0, 0.0),
        textcoords="offset points",
        ha="center",
        va="center",
        multialignment=label.slot.lines,
        color=mpl.rcParams["text.color"] if label.color is None else label.color,
        fontsize=points_of(mpl.rcParams["xtick.labelsize"] if label.size is None else label.size),
        fontweight=label.weight or "normal",
        arrowprops=arrow,
        zorder=5,
        annotation_clip=None,
    )
    # The layer answers for the room: the layout would ask the text before it is placed.
    text.set_in_layout(False)
    # Until it is placed it is nowhere: on some scales the data coordinates (0, 0) are no place.
    text.set_transform(IdentityTransform())
    axes.add_artist(text)
    text.set_clip_on(False)
    return text
