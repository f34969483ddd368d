"""Names of categories under or beside an axis, at the places that they belong to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, YAxis
from matplotlib.text import Text
from matplotlib.ticker import Formatter

from cardplot._geometry import Floats
from cardplot._labels.axis_names import (
    AxisNames,
    Named,
    NameLocator,
    known_names,
    names_on,
    place_of,
)
from cardplot._labels.limits import siblings
from cardplot._labels.literal import families_for
from cardplot._labels.name_forms import Form, Room, fitted
from cardplot._labels.scene import root_figure, sizes_down
from cardplot._labels.tick_looks import Own, look_of
from cardplot._labels.tightest import Tightest
from cardplot._labels.wrap import face_of
from cardplot._tables.names import listing

FLOOR_PT = 7.5
"""No name is made smaller than this."""
SIDE_SHARE = 0.4
"""Names beside the axes take at most this share of the figure's width, columns of them together."""
BELOW_SHARE = 0.3
"""Turned names below the axes take at most this share of the figure's height, rows together."""

Texts = list[tuple[int, Text, Own]]
"""Texts of ticks that are shown, with the index of the tick."""


class NameFormatter(Formatter):
    """Names of categories, in the form that fits those that are seen.

    A name belongs to its place: a tick elsewhere has none. An axis asks for its names whenever it
    is measured or drawn, so the form follows every change of size and limits. The names are
    literal text.
    """

    def __init__(self, known: AxisNames) -> None:
        self.known = known
        self.tightest = Tightest[tuple[object, Form]]()
        self._fitting: tuple[object, Form] = None, Form()

    @property
    def names(self) -> dict[float, str]:
        """The names by their places."""
        return self.known.names(self._axis)

    @property
    def _axis(self) -> Axis:
        return cast("Axis", self.axis)

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the full name of the category at *x*, "" where there is none."""
        del pos
        return self._name(x)

    def format_data_short(self, value: float) -> str:
        """Return the full name of the category around *value* (for cursors)."""
        return self._name(value, around=True)

    def _name(self, value: float, *, around: bool = False) -> str:
        names = self.names
        at = place_of(self._axis, float(value), names, around=around)
        return "" if at is None else names[at]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Return the names at *values*, in the form that fits the axis as it is now."""
        names = self.names
        places = [place_of(self._axis, float(value), names) for value in values]
        seen = self._seen(places)
        texts = self._texts(len(places)) if seen else []
        strings = dict(names)
        if texts:
            form = self._form(texts, seen, tuple(names[at] for at in seen))
            self._dress(texts, places, form)
            strings.update(zip(seen, form.texts, strict=True))
        return ["" if at is None else strings[at] for at in places]

    def _seen(self, places: Sequence[float | None]) -> list[float]:
        """Return the places within the limits, in their order."""
        low, high = sorted(self._axis.get_view_interval())
        slack = 1e-10 * (high - low)  # As matplotlib has it.
        return sorted({at for at in places if at is not None and low - slack <= at <= high + slack})

    def _axes(self) -> list[Axis]:
        """Return the axes that have these names: those that share them have texts of their own."""
        axes, name = self._axis.axes, "y" if isinstance(self._axis, YAxis) else "x"
        found = (_axis(sibling, name) for sibling in siblings(axes, name))
        return [axis for axis in found if axis.get_major_formatter() is self and _is_shown(axis)]

    def _texts(self, count: int) -> Texts:
        found: Texts = []
        for axis in self._axes():
            asked, ticks = axis.get_tick_params("major"), axis.get_major_ticks(count)
            for labels in ([tick.label1 for tick in ticks], [tick.label2 for tick in ticks]):
                found += [
                    (index, label, self.known.looks.own(label, labels[0], asked))
                    for index, label in enumerate(labels)
                    if label.get_visible()
                ]
        return found

    def _form(self, texts: Texts, seen: Sequence[float], names: tuple[str, ...]) -> Form:
        """Return the form that fits; an axis asks for it several times a draw."""
        by_hand = all("fontsize" in own.by_hand for _, _, own in texts)
        size, label = max(
            (own.look.fontsize, index)
            for index, (_, _, own) in enumerate(texts)
            if by_hand or "fontsize" not in own.by_hand
        )
        font = texts[label][1].get_fontproperties().copy()
        if not self.known.bold.isdisjoint(seen):
            font.set_weight("bold")
        turns = {own.turn for _, _, own in texts}
        turn = turns.pop() if len(turns) == 1 else None
        # A size that was asked for becomes smaller only where names wouldn't fit whole.
        asked = any("labelsize" in axis.get_tick_params("major") for axis in self._axes())
        wish = names, size, turn, by_hand, asked
        if (kept := self.tightest.kept) is not None:
            if kept[0] == wish:
                return kept[1]
            self.tightest.hold(held=False)
        room = _room(self._axes(), seen)
        if (situation := (wish, face_of(font), room)) != self._fitting[0]:
            form = fitted(names, font, [size], room, turn) if asked else Form(fits=False)
            if not form.fits:
                sizes = [size] if by_hand else sizes_down(size, FLOOR_PT)
                form = fitted(names, font, sizes, room, turn)
            self._fitting = situation, form
        form = self._fitting[1]
        # The smallest size; of forms of one size the one that leaves out fewest names.
        self.tightest.note((wish, form), (form.size, form.texts.count("")))
        return form

    def _dress(self, texts: Texts, places: Sequence[float | None], form: Form) -> None:
        bold, strong = self.known.bold, look_of(self._axis.axes.title).color
        for index, label, own in texts:
            look = own.look._replace(
                rotation=form.turn, fontsize=form.size, parse_math=False, usetex=False
            )
            if places[index] in bold:
                look = look._replace(fontweight="bold", color=strong)
            self.known.looks.give(label, look)


def check_names(
    axes: Axes, axis: str, positions: Sequence[float] | Floats, names: Sequence[str]
) -> None:
    """Refuse names at places where an axis, its own or a shared one, has others already.

    What is nothing but the number of a place is no name.
    """
    target = _axis(axes, axis)
    known = known_names(target)
    for position, name in zip(positions, names, strict=True):
        at = place_of(target, float(position), known)
        old = name if at is None else known[at]
        if old != name and f"{float(position):g}" not in (old, name):
            raise ValueError(
                f"'ax' has the categories {listing(list(known.values()))} on {axis} already, and "
                f"{name!r} would stand where {old!r} does; draw other categories at other "
                "positions, or on an Axes that doesn't share this axis"
            )


def in_use(axes: Axes, axis: str) -> bool:
    """Say whether something that has categories is on an axis still."""
    return any(
        result.kind not in ("reference", "callout", "groups")
        for sibling in siblings(axes, axis)
        for layer in sibling.get_children()
        for result in getattr(layer, "results", ())
    )


def name_ticks(
    axes: Axes,
    axis: str,
    positions: Sequence[float] | Floats,
    names: Sequence[str],
    highlight: Collection[int] = (),
    *,
    asked: bool = False,
) -> Named:
    """Name the categories at *positions* of an axis.

    Names that stand elsewhere on the axis already stay. So do a locator and a formatter that its
    user has set, as with matplotlib's categories, unless names for the ticks were *asked* for, as
    with ``bar(tick_label=...)``.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    axis : {"x", "y"}
    positions : (N,) array-like
        In data coordinates.
    names : (N,) sequence of str
        Drawn literally.
    highlight : collection of int, optional
        Indices of the names in bold.
    asked : bool, default: False

    Returns
    -------
    Named
        With ``.remove()``.
    """
    target = _axis(axes, axis)
    known = names_on(target)
    if known is None:
        settle_ticks(siblings(axes, axis))
        known = AxisNames(target)
    call = known.add(target, positions, names, highlight)
    if asked or target.isDefault_majloc:
        target.set_major_locator(NameLocator(known))
    if asked or target.isDefault_majfmt:
        target.set_major_formatter(NameFormatter(known))
    _see_to_fonts(axes, axis, known.names(target).values(), bold=bool(known.bold))
    # The quiet grid is that of the values: a theme's grid along y turns with horizontal bars.
    other = axes.yaxis if axis == "x" else axes.xaxis
    if _has_grid(target) and not _has_grid(other):
        target.grid(visible=False)
        other.grid(visible=True)
    return call


def _see_to_fonts(axes: Axes, axis: str, names: Iterable[str], *, bold: bool) -> None:
    """Draw what the font of the ticks lacks in another."""
    font = _axis(axes, axis).get_major_ticks(1)[0].label1.get_fontproperties().copy()
    if bold:
        font.set_weight("bold")
    families = families_for(axes, font, names)
    if families != font.get_family():
        for sibling in siblings(axes, axis):
            _axis(sibling, axis).set_tick_params(labelfontfamily=families)


def hold_names(panels: Iterable[Axes], *, held: bool) -> None:
    """Keep the names of categories as small as they have been, or let them grow again."""
    for axes in panels:
        for axis in (axes.xaxis, axes.yaxis):
            formatter = axis.get_major_formatter()
            if isinstance(formatter, NameFormatter):
                formatter.tightest.hold(held=held)


def settle_ticks(panels: Iterable[Axes]) -> None:
    """Leave the texts of ticks to what has taken the place of names, where anything has."""
    for axes in panels:
        for layer in axes.get_children():
            for result in getattr(layer, "results", ()):
                for named in result.named:
                    named.settle()


def _axis(axes: Axes, name: str) -> Axis:
    return axes.xaxis if name == "x" else axes.yaxis


def _is_shown(axis: Axis) -> bool:
    return bool(axis.axes.get_visible() and axis.axes.axison and axis.get_visible())


def _has_grid(axis: Axis) -> bool:
    return any(line.get_visible() for line in axis.get_gridlines())


def _room(axes: Sequence[Axis], places: Sequence[float]) -> Room:
    """Return the room of a name, in points: on the panel that has least."""
    upright = isinstance(axes[0], YAxis)
    figure = root_figure(axes[0].axes)
    inches = figure.get_size_inches()
    depth = 72 * float(SIDE_SHARE * inches[0] if upright else BELOW_SHARE * inches[1])
    slot = min(_least_gap(axis, places, upright) for axis in axes) * 72 / figure.dpi
    return Room(slot, depth * min(_grid_share(axis.axes, upright) for axis in axes), upright)


def _grid_share(axes: Axes, upright: bool) -> float:
    """Return which share an Axes has of the columns (or rows) of its grid that have such names."""
    spec = axes.get_subplotspec()
    if spec is None:
        return 1.0
    grid = spec.get_gridspec()
    ratios = np.array(grid.get_width_ratios() if upright else grid.get_height_ratios())
    named = {}
    for other in root_figure(axes).axes:
        place = other.get_subplotspec()
        if place is None or place.get_gridspec() is not grid:
            continue
        formatter = (other.yaxis if upright else other.xaxis).get_major_formatter()
        # Panels that share their names show them once.
        if isinstance(formatter, NameFormatter) and formatter not in named:
            named[formatter] = place.colspan if upright else place.rowspan
    lines = sorted({line for span in named.values() for line in span})
    own = spec.colspan if upright else spec.rowspan
    return float(min(ratios[own].sum() / ratios[lines].sum(), 1.0)) if lines else 1.0


def _least_gap(axis: Axis, places: Sequence[float], upright: bool) -> float:
    """Return the least distance between two names, in pixels."""
    span = float(axis.axes.bbox.height if upright else axis.axes.bbox.width)
    scale = axis.get_transform()
    low, high = np.sort(scale.transform(np.array(axis.get_view_interval(), dtype=float)))
    if len(places) < 2 or high <= low:
        return span
    gaps = np.diff(np.sort(scale.transform(np.array(places))))
    return float(gaps.min() / (high - low) * span)
