"""Names of categories under or beside an axis: wrapped, turned, shortened or thinned to fit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, YAxis
from matplotlib.category import StrCategoryConverter
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, Formatter

from cardplot._geometry import Floats
from cardplot._labels.limits import siblings
from cardplot._labels.literal import families_for
from cardplot._labels.scene import font_size, root_figure, sizes_down
from cardplot._labels.tightest import Tightest
from cardplot._labels.wrap import face_of, shortened, width, wrapped
from cardplot._tables.names import listing

GAP_PT = 5.0
"""Least distance between two names."""
MAX_LINES = 3
FLOOR_PT = 7.5
"""No name is made smaller than this."""
SIDE_SHARE = 0.4
"""Names beside the axes take at most this share of the figure's width, columns of them together."""
BELOW_SHARE = 0.3
"""Turned names below the axes take at most this share of the figure's height, rows together."""
DEEPER = 1.2
"""Names take so many times their share where that saves all of them from being shortened."""
WORDS_WHOLE = 0.85
"""Names are made smaller, down to this share of their size, before their words are parted."""
WIDER = 1.3
"""A name among shorter ones takes at most so many times the distance between two."""
TURNED = 0.8
"""Turned names are at most so large, in shares of their size."""
LINE_HEIGHT = 1.25
"""Height of a line in font sizes, with a margin."""


_Form = tuple[tuple[str, ...], int, float]
"""Names as they are drawn, their rotation and their size."""


class NameFormatter(Formatter):
    """Names of categories, in the form that fits.

    An axis asks for its names whenever it is measured or drawn, so the form follows every change
    of size. The names are literal text.
    """

    def __init__(self, names: Sequence[str], highlight: Collection[int] = ()) -> None:
        self.names = tuple(names)
        self.highlight = frozenset(highlight)
        self.form: _Form = ((), 0, 0.0)
        self._fitting: _Form = self.form
        self._situation: object = None
        self._size = 0.0
        self.tightest = Tightest[_Form]()

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the full name of the tick at *pos* (for cursors)."""
        del x
        return self.names[pos] if pos is not None and pos < len(self.names) else ""

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Return the names in the form that fits the axis as it is now."""
        axis = self.axis
        if not isinstance(axis, Axis) or not len(values):
            return [self(value, index) for index, value in enumerate(values)]
        axes = axis.axes
        upright = isinstance(axis, YAxis)
        name = "y" if upright else "x"
        # Axes that share this axis share the formatter, but not the texts of their ticks.
        texts = [_tick_texts(_axis(one, name), len(values)) for one in siblings(axes, name)]
        own = _tick_texts(axis, len(values))[0]
        font = own.get_fontproperties().copy()
        if self.highlight:
            font.set_weight("bold")
        # The size that the axis' ticks have by themselves; ours may be smaller.
        size = self._full_size(font_size(own))
        kept = self.tightest.kept
        if kept is not None and len(kept[0]) == len(values):
            self.form = kept
        else:
            self.form = self._fit(font, size, *_room(axes, values, upright), upright)
            # The smallest size; of forms of one size the one that leaves out fewest names.
            self.tightest.note(self.form, (self.form[2], self.form[0].count("")))
        strings, turn, fitted = self.form
        for index, labels in enumerate(zip(*texts, strict=True)):
            for label in labels:
                if label.get_parse_math() or label.get_usetex():
                    label.set(parse_math=False, usetex=False)
                if (label.get_rotation(), font_size(label)) != (turn, fitted):
                    label.set(rotation=turn, fontsize=fitted)
                if index in self.highlight:
                    label.set_fontweight("bold")
                    label.set_color(axes.title.get_color())
        return list(strings)

    def _fit(
        self, font: FontProperties, size: float, slot: float, depth: float, upright: bool
    ) -> _Form:
        """Return the form that fits; an axis asks for it several times a draw."""
        situation = face_of(font), size, slot, depth, upright
        if situation != self._situation:
            self._situation = situation
            sizes = sizes_down(size, FLOOR_PT)
            self._fitting = _fitted(self.names, font, sizes, slot, depth, upright)
        return self._fitting

    def _full_size(self, shown: float) -> float:
        if shown != self.form[2]:
            self._size = shown
        return self._size


def check_names(
    axes: Axes, axis: str, positions: Sequence[float] | Floats, names: Sequence[str]
) -> None:
    """Refuse names at places where an axis, its own or a shared one, has others already.

    What is nothing but the number of a place is no name.
    """
    known, _ = _names_on(_axis(axes, axis))
    for at, name in zip(positions, names, strict=True):
        old = known.get(float(at), name)
        numbers = {old, name} & {f"{float(at):g}"}
        if old != name and not numbers:
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
) -> None:
    """Name the categories at *positions* of an axis.

    Names that stand elsewhere on the axis already stay.

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
    """
    target = axes.xaxis if axis == "x" else axes.yaxis
    at = [float(position) for position in positions]
    known, bold = _names_on(target)
    numbers = {point: f"{point:g}" for point in at}
    # A number says nothing of a place that has a name.
    known.update(
        (point, name)
        for point, name in zip(at, names, strict=True)
        if point not in known or name != numbers[point]
    )
    bold = (bold - set(at)) | {at[index] for index in highlight}
    points = sorted(known)
    everything = [known[point] for point in points]
    target.set_major_locator(FixedLocator(points))
    target.set_major_formatter(
        NameFormatter(everything, [index for index, at in enumerate(points) if at in bold])
    )
    font = target.get_major_ticks(1)[0].label1.get_fontproperties().copy()
    if bold:
        font.set_weight("bold")
    families = families_for(axes, font, everything)
    if families != font.get_family():
        for sibling in siblings(axes, axis):
            _axis(sibling, axis).set_tick_params(labelfontfamily=families)
    # The quiet grid is that of the values: a theme's grid along y turns with horizontal bars.
    other = axes.yaxis if axis == "x" else axes.xaxis
    if _has_grid(target) and not _has_grid(other):
        target.grid(visible=False)
        other.grid(visible=True)


def hold_names(panels: Iterable[Axes], *, held: bool) -> None:
    """Keep the names of categories as small as they have been, or let them grow again."""
    for axes in panels:
        for axis in (axes.xaxis, axes.yaxis):
            formatter = axis.get_major_formatter()
            if isinstance(formatter, NameFormatter):
                formatter.tightest.hold(held=held)


def _names_on(axis: Axis) -> tuple[dict[float, str], set[float]]:
    """Return the names that stand on an axis, and where they are bold."""
    formatter, places = axis.get_major_formatter(), [float(at) for at in axis.get_majorticklocs()]
    if isinstance(formatter, NameFormatter):
        if not in_use(axis.axes, "y" if isinstance(axis, YAxis) else "x"):
            return {}, set()
        bold = {at for index, at in enumerate(places) if index in formatter.highlight}
        return dict(zip(places, formatter.names, strict=False)), bold
    if isinstance(axis.get_converter(), StrCategoryConverter):
        return dict(zip(places, formatter.format_ticks(places), strict=True)), set()
    return {}, set()


def _tick_texts(axis: Axis, count: int) -> list[Text]:
    return [tick.label1 for tick in axis.get_major_ticks(count)]


def _axis(axes: Axes, name: str) -> Axis:
    return axes.xaxis if name == "x" else axes.yaxis


def _has_grid(axis: Axis) -> bool:
    return any(line.get_visible() for line in axis.get_gridlines())


def _room(axes: Axes, values: Sequence[float], upright: bool) -> tuple[float, float]:
    """Return the room of a name along its axis and across it, in points."""
    figure = root_figure(axes)
    span = axes.bbox.height if upright else axes.bbox.width
    slot = _least_gap(axes, values, upright, span) * 72 / figure.dpi
    inches = figure.get_size_inches()
    depth = 72 * float(SIDE_SHARE * inches[0] if upright else BELOW_SHARE * inches[1])
    return slot, depth * _grid_share(axes, upright)


def _fitted(
    names: Sequence[str],
    font: FontProperties,
    sizes: Sequence[float],
    slot: float,
    depth: float,
    upright: bool,
) -> _Form:
    """Return names, rotation and font size."""
    # A little smaller is better than a word that is parted at its hyphen.
    forms = [(size, False) for size in sizes if size >= WORDS_WHOLE * sizes[0]]
    for fitted, apart in [*forms, *((size, True) for size in sizes)]:
        font.set_size(fitted)
        if upright:
            room, lines = depth, int(slot // (fitted * LINE_HEIGHT))
        else:
            room, lines = slot - GAP_PT, MAX_LINES
        found = _within(names, font, room, lines, apart=apart)
        if found is None and not upright and _side_by_side(names, font, slot):
            found = list(names)
        if found is not None:
            return tuple(found), 0, fitted
    # Turned names take height: they are set smaller where that leaves a choice.
    sizes = [size for size in sizes if upright or size <= TURNED * sizes[0]] or sizes[-1:]
    for fitted in sizes:
        font.set_size(fitted)
        strings, whole = _in_lines(names, font, fitted * LINE_HEIGHT, slot, depth)
        if whole:
            break
    if not whole:
        deeper, whole = _in_lines(names, font, fitted * LINE_HEIGHT, slot, DEEPER * depth)
        strings = deeper if whole else strings
    return tuple(strings), 0 if upright else 90, fitted


def _in_lines(
    names: Sequence[str], font: FontProperties, line: float, slot: float, depth: float
) -> tuple[list[str], bool]:
    """Return names of at most *depth* points in as many lines as a slot has, and if all are whole.

    What is longer is shortened in the middle; where one line each is too much, fewer stand there.
    """
    parts = [_few_lines(name, font, depth, max(int(slot // line), 1)) for name in names]
    broken = ["\n".join(shortened(one, font, depth) for one in lines) for lines in parts]
    every = int(np.ceil(line / max(slot, 0.1))) if slot < line * 0.92 else 1
    strings = [name if index % every == 0 else "" for index, name in enumerate(broken)]
    return strings, every == 1 and broken == ["\n".join(lines) for lines in parts]


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


def _least_gap(axes: Axes, values: Sequence[float], upright: bool, span: float) -> float:
    if len(values) < 2:
        return float(span)
    at = np.asarray(values, dtype=float)
    scale = axes.yaxis.get_transform() if upright else axes.xaxis.get_transform()
    low, high = scale.transform(np.array(axes.get_ybound() if upright else axes.get_xbound()))
    gaps = np.diff(np.sort(scale.transform(at)))
    return float(gaps.min() / (high - low) * span) if high > low else float(span)


def _side_by_side(names: Sequence[str], font: FontProperties, slot: float) -> bool:
    """Say whether names stand beside each other as they are: long ones between short ones."""
    widths = [width(name, font) for name in names]
    return max(widths) <= WIDER * slot and all(
        (one + other) / 2 + GAP_PT <= slot for one, other in pairwise(widths)
    )


def _within(
    names: Sequence[str], font: FontProperties, room: float, lines: int, *, apart: bool
) -> list[str] | None:
    """Return the names in at most *lines* lines of *room* points, or None where that can't be.

    Words may be parted at their hyphens if *apart*.
    """
    if room <= 0 or lines < 1:
        return None
    found = []
    for name in names:
        text = name
        if width(name, font) > room:
            text = wrapped(name, font, room, words_only=True, apart=apart)
        if width(text, font) > room or text.count("\n") >= max(lines, name.count("\n") + 1):
            return None
        found.append(text)
    return found


def _few_lines(name: str, font: FontProperties, room: float, lines: int) -> list[str]:
    """Break a name into at most *lines* lines; the last takes what is left."""
    parts = wrapped(name, font, room, words_only=True).split("\n")[: lines - 1]
    start = 0
    for part in parts:
        start = name.index(part, start) + len(part)
    return [*parts, name[start:].replace("\n", " ").strip()]
