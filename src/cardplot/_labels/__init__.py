"""The one mechanism for labels: measure, solve, place, again at every draw.

Every Axes with labels has one invisible `LabelLayer`. It knows the labels, asks the limits for
room, and sets each label where it is free. It takes part in the layout by answering for the room
that labels beyond the axes need.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from cardplot._labels.along import Along
from cardplot._labels.beyond import Beyond
from cardplot._labels.callout import Over, Pointing
from cardplot._labels.group import LabelGroup
from cardplot._labels.inside import Inside
from cardplot._labels.item import Item
from cardplot._labels.label import Label
from cardplot._labels.layer import LabelLayer, decorations_of, label_layer, layers_of
from cardplot._labels.points import Around
from cardplot._labels.scene import points_of

__all__ = [
    "Along",
    "Around",
    "Beyond",
    "Inside",
    "Item",
    "Label",
    "LabelGroup",
    "LabelLayer",
    "Over",
    "Pointing",
    "add_labels",
    "decorations_of",
    "label_layer",
    "layers_of",
    "points_of",
]


def add_labels(axes: Axes, labels: Sequence[Label], *, kind: str) -> LabelGroup:
    """Put *labels* of one kind on *axes*; they are placed when the figure is drawn.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    labels : sequence of Label
        All with slots of one type.
    kind : str
        What they say, such as "totals"; used in warnings.

    Returns
    -------
    LabelGroup
    """
    group = LabelGroup(axes, labels, kind)
    label_layer(axes).items.append(group)
    return group
