"""Words around the data: headlines, footers, names of lines and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import is_color_like
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.text import Text

from cardplot import _tables
from cardplot._arguments import DRAWN_ON, check_axes, check_size, check_target, color_of, text_of
from cardplot._axis_values import converted
from cardplot._color.surface import readable_around
from cardplot._geometry import Floats
from cardplot._labels import Around, Label, LabelGroup, add_labels, label_layer, points_of
from cardplot._labels.layer import layers_on
from cardplot._labels.literal import families_for, literal, spell
from cardplot._labels.scene import root_figure
from cardplot._labels.wrap import wrapped
from cardplot._layout import Conductor, conduct
from cardplot._layout.axes_headline import AxesHeadline
from cardplot._layout.bands import Align, TextBand
from cardplot._layout.line_ends import NAME_SHARE, LineEnd
from cardplot._tables.cells import is_column, is_missing, is_number, shown
from cardplot._tables.choices import check_choice
from cardplot._tables.foreign import plain
from cardplot.palettes import readable

REMOVABLE = mpl.__version_info__ >= (3, 11)
"""Whether a figure whose suptitle was removed can be given another."""


@dataclass(frozen=True, eq=False)
class Words:
    """Texts that were put on a figure or Axes.

    Attributes
    ----------
    artists : tuple of matplotlib.text.Text
        In reading order. Restyle them as you like: they are wrapped and placed anew.
    """

    artists: tuple[Text, ...]
    _group: LabelGroup | None = field(default=None, repr=False)
    _undo: Callable[[], None] | None = field(default=None, repr=False)

    @property
    def labels(self) -> tuple[Text, ...]:
        """The texts, under the name that other results use."""
        return self.artists

    @property
    def unplaced(self) -> tuple[str, ...]:
        """Those that found no free place when the figure was last drawn."""
        return () if self._group is None else self._group.unplaced

    def remove(self) -> None:
        """Take them off again."""
        if self._group is not None:
            self._group.remove()
        if self._undo is not None:
            self._undo()


def headline(target: Axes | Figure | SubFigure, title: str, finding: str | None = None) -> Words:
    """Put a bold title, and under it a lighter line with the finding, above the data.

    Both are left-aligned and wrap: to the Axes, or to the figure, above the left edge of its
    panels. The room is reserved under every layout engine, and without one. Where a figure is
    low, they are set with less air, then smaller.

    Parameters
    ----------
    target : matplotlib.axes.Axes or matplotlib.figure.Figure or SubFigure
        What the headline is for. A second headline replaces the first.
    title : str
        The subject or the result, in :rc:`figure.titlesize` (figure) or :rc:`axes.titlesize`
        (Axes). Mathtext is allowed: it is your text, not data. It is the figure's suptitle, or
        the left title of the Axes: ``fig.get_suptitle()`` and ``ax.get_title(loc="left")`` return
        it (with the line breaks that it has been given), ``fig.suptitle`` and ``ax.set_title``
        change it.
    finding : str, optional
        The comparison, with its numbers; in :rc:`figure.labelsize` (figure) or
        :rc:`axes.labelsize` (Axes). Drawn literally.

    Returns
    -------
    Words
        With the texts as ``.artists`` and ``.remove()``.

    Raises
    ------
    TypeError
        If *target* is neither, or a text is no string.
    """
    check_target("target", target, DRAWN_ON, Axes, Figure, SubFigure)
    title = text_of("title", title)
    if finding is not None:
        finding = text_of("finding", finding)
    if isinstance(target, Axes):
        return _axes_headline(target, title, finding)
    conductor = conduct(target)
    for old in conductor.bands[:]:
        if isinstance(old, TextBand) and old.target is target and old.edge == "top":
            _drop(conductor, old)
    size = points_of(mpl.rcParams["figure.titlesize"])
    weight = mpl.rcParams["figure.titleweight"]
    first = target.suptitle(title, x=0, y=1, ha="left", fontsize=size, fontweight=weight)
    # The band makes room for it, under every engine alike.
    first.set_in_layout(False)
    spell(target, [first])
    texts = [first]
    if finding:
        size = points_of(mpl.rcParams["figure.labelsize"])
        texts.append(_quiet_text(target, finding, size, mpl.rcParams["axes.labelcolor"]))
    band = TextBand(target, "top", texts, ["title", "finding"][: len(texts)])
    conductor.add(band, first=True)
    return Words(tuple(texts), _undo=partial(_drop, conductor, band))


def _drop(conductor: Conductor, band: TextBand) -> None:
    """Take a band's texts off."""
    conductor.bands[:] = [one for one in conductor.bands if one is not band]
    for text in band.texts:
        if text not in band.target.texts:
            continue
        if band.edge == "top" and text is band.texts[0]:
            text.set_in_layout(True)
            band.target.suptitle("")
            if not REMOVABLE:
                continue
        text.remove()


def _axes_headline(axes: Axes, title: str, finding: str | None) -> Words:
    layer = label_layer(axes)
    for old in layer.items[:]:
        if isinstance(old, AxesHeadline):
            _take_off(axes, old)
    first = axes.set_title(title, loc="left")
    spell(axes, [first])
    second = None
    if finding:
        second = Text(
            0,
            1,
            finding,
            fontsize=points_of(mpl.rcParams["axes.labelsize"]),
            color=mpl.rcParams["axes.labelcolor"],
            transform=axes.transAxes,
            ha="left",
            va="bottom",
        )
        axes.add_artist(second)
        second.set_clip_on(False)
        literal(axes, [second])
        # Its room depends on where it is placed, so the layer answers for it.
        second.set_in_layout(False)
    item = AxesHeadline(axes, first, second)
    layer.items.append(item)
    texts = (first,) if second is None else (first, second)
    return Words(texts, _undo=partial(_take_off, axes, item))


def _take_off(axes: Axes, item: AxesHeadline) -> None:
    for layer in layers_on(axes):
        if item in layer.items:
            layer.items.remove(item)
            item.remove()


def footer(fig: Figure | SubFigure, text: str, *, align: Align = "left") -> Words:
    """Put a quiet note below everything else on a figure.

    It wraps to the figure and reserves its own room under every layout engine, and without one.
    Later calls stand below earlier ones.

    Parameters
    ----------
    fig : matplotlib.figure.Figure or SubFigure
        The figure; its size does not change.
    text : str
        Drawn literally; line breaks are kept. In the "small" size of :rc:`font.size`.
    align : {"left", "center", "right"}, default: "left"
        Where the lines start: above the left edge of the panels, in the middle, or at the right.

    Returns
    -------
    Words
        With the text as ``.artists`` and ``.remove()``.

    Raises
    ------
    TypeError
        If *fig* is no figure or *text* no string.
    ValueError
        If *align* is something else.
    """
    check_target("fig", fig, "a Figure or a SubFigure", Figure, SubFigure)
    text = text_of("text", text)
    check_choice("align", align, ("left", "center", "right"))
    note = _quiet_text(fig, text, points_of("small"), mpl.rcParams["xtick.color"])
    conductor = conduct(fig)
    band = TextBand(fig, "bottom", [note], ["note"], align=align)
    conductor.add(band)
    return Words((note,), _undo=partial(_drop, conductor, band))


def _quiet_text(target: Figure | SubFigure, text: str, size: float, color: Any) -> Text:
    quiet = target.text(0, 0, text, fontsize=size, color=color, va="top")
    literal(target, [quiet])
    return quiet


def end_labels(
    ax: Axes,
    lines: Sequence[Line2D] | None = None,
    labels: Sequence[str] | Mapping[str, str] | None = None,
) -> Words:
    """Name lines at their right ends, in their colours, spread so that none touch.

    A name stands where its line ends or leaves the Axes, with a leader where it had to move;
    long ones break. Room beyond the Axes is part of the layout. What counts is the drawing: new
    data, other limits or an inverted axis move the names along.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    lines : sequence of matplotlib.lines.Line2D, optional
        Default: all lines on the Axes that have a label not starting with "_", those of error
        bars included.
    labels : sequence of str or mapping from line label to str, optional
        Default: the lines' own labels, or those of their error bars. Drawn literally; line breaks
        are kept.

    Returns
    -------
    Words
        With the texts as ``.artists``, in the order of the lines.

    Raises
    ------
    TypeError
        If something in *lines* is no line.
    ValueError
        If there are more or fewer labels than lines, or a line is not on the Axes, has no point
        that can be shown or no label; or if no line on the Axes has one.
    """
    check_axes(ax)
    own = _own_names(ax)
    if lines is None:
        lines = [line for line in ax.lines if line in own]
        if not lines:
            raise ValueError("lines: no line on the Axes has a label; pass label= to what you plot")
    elif not is_column(lines):
        raise TypeError(f"lines must be a sequence of Line2D objects, got {shown(lines)}")
    for line in lines:
        if not isinstance(line, Line2D):
            raise TypeError(f"lines must hold Line2D objects, got {line!r}")
        if line.axes is not ax:
            raise ValueError(f"lines: {line.get_label()!r} is not on the Axes")
        if not np.isfinite(np.asarray(line.get_xydata(), dtype=float)).all(axis=1).any():
            raise ValueError(f"lines: {line.get_label()!r} has no point with finite x and y")
    wanted = [
        Label(
            name,
            LineEnd(line),
            color=readable_around(ax, line.get_color()),
            required=True,
            marks=(line,),
        )
        for line, name in zip(lines, _line_names(lines, own, labels), strict=True)
    ]
    group = add_labels(ax, wanted, kind="line names")
    return Words(group.made, group)


def _own_names(axes: Axes) -> dict[Line2D, str]:
    """Return the labels of lines; those of error bars stand on their container."""
    named: list[tuple[Line2D | None, Any]] = [(line, line) for line in axes.lines]
    named += [
        (marks.lines[0], marks) for marks in axes.containers if isinstance(marks, ErrorbarContainer)
    ]
    labels = ((line, owner.get_label()) for line, owner in named if line is not None)
    # Before matplotlib 3.11 a container without a label has none.
    return {
        line: str(label)
        for line, label in labels
        if label is not None and not str(label).startswith("_")
    }


def _line_names(
    lines: Sequence[Line2D],
    own: Mapping[Line2D, str],
    labels: Sequence[str] | Mapping[str, str] | None,
) -> list[str]:
    if labels is None or isinstance(labels, Mapping):
        nameless = [index for index, line in enumerate(lines) if line not in own]
        if nameless:
            raise ValueError(
                f"lines: those at {nameless} have no label; give all of them in labels"
            )
        names, given = [own[line] for line in lines], dict(labels or {})
        unknown = [name for name in given if name not in names]
        if unknown:
            raise ValueError(f"labels names lines that are not there: {unknown}; there are {names}")
        return [_tables.text(given.get(name, name)) for name in names]
    if not is_column(labels):
        raise TypeError(f"labels must be a sequence or a mapping of names, got {shown(labels)}")
    names = [_tables.text(label) for label in labels]
    if len(names) != len(lines):
        raise ValueError(f"labels must have one entry a line, {len(lines)}, got {len(names)}")
    return names


def point_labels(
    ax: Axes, x: Any, y: Any, labels: Iterable[Any], *, color: Any = None, radius: float = 3.5
) -> Words:
    """Name points next to them, clear of each other and of everything else.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : (N,) array-like
        The points, in data coordinates (units such as dates and categories work). A point with
        a missing coordinate gets no name.
    labels : (N,) iterable
        The names, drawn literally. An empty name is left out; long ones break.
    color : color or sequence of N colors, optional
        Default: :rc:`axes.labelcolor`. Made darker or lighter where it would not be readable.
    radius : float, default: 3.5
        Half the size of the marks, in points.

    Returns
    -------
    Words
        With one text a named point as ``.artists``.

    Raises
    ------
    ValueError
        If *x*, *y* and *labels* differ in length.
    """
    check_axes(ax)
    if not is_column(labels):
        raise TypeError(f"labels must be a sequence of names, got {shown(labels)}")
    font = FontProperties(size=points_of(mpl.rcParams["xtick.labelsize"]))
    room = NAME_SHARE * 72 * float(root_figure(ax).get_size_inches()[0])
    full = ["" if label is None else _tables.text(label) for label in labels]
    font.set_family(families_for(ax, font, full))
    names = [wrapped(name, font, room) for name in full]
    xs, ys = _numbers(ax.xaxis, "x", x), _numbers(ax.yaxis, "y", y)
    if not len(xs) == len(ys) == len(names):
        raise ValueError(
            f"x, y and labels must have one length, got {len(xs)}, {len(ys)} and {len(names)}"
        )
    check_size("radius", radius)
    colors = _colors_for(color, len(names), ax)
    wanted = [
        Label(name, Around(float(px), float(py), radius), color=one)
        for px, py, name, one in zip(xs, ys, names, colors, strict=True)
        if name and np.isfinite(px) and np.isfinite(py)
    ]
    group = add_labels(ax, wanted, kind="point names")
    return Words(group.made, group)


def _numbers(axis: Axis, argument: str, values: Any) -> Floats:
    """Return values as the axis places them: dates and categories have numbers there."""
    values = plain(values, f"'{argument}'")
    if not is_column(values):
        raise TypeError(f"{argument}: expected one value a point, got {shown(values)}")
    cells = list(values)
    if all(is_number(cell) or is_missing(cell) for cell in cells):
        return _tables.vector(cells, argument, finite=False)
    return converted(axis, values, argument)


def _colors_for(color: Any, n: int, ax: Axes) -> list[Any]:
    if color is None:
        return [mpl.rcParams["axes.labelcolor"]] * n
    one = is_color_like(color) or not is_column(color)
    many = [color] * n if one else list(color)
    if len(many) != n:
        raise ValueError(f"color must be one color or one a point, {n}, got {len(many)}")
    return [readable(color_of("color", each), ax.get_facecolor()) for each in many]
