"""Lines and bands across an Axes to compare with: floors, ceilings, thresholds, ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from cardplot._arguments import check_axes
from cardplot._axis_values import on_axis
from cardplot._labels import Along
from cardplot._reference import reference_marks as marks
from cardplot._results import Drawn, register
from cardplot._spans import draw_span, seen

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class Reference(Drawn):
    """What `floor_line` or `floor_band` has drawn.

    Attributes
    ----------
    line : matplotlib.lines.Line2D or None
        The line; of a band, its centre.
    band : matplotlib.patches.Patch or None
    name : str
        "" without a label.
    axis : {"x", "y"}
    value : object
        The value of the line as it was given; None for a band without a centre.
    low, high : float
        The ends of the band in data coordinates; for a line, both are its place.
    """

    kind: ClassVar[str] = "reference"

    line: Line2D | None
    band: Patch | None
    name: str
    axis: str
    value: Any
    low: float
    high: float

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        row = {"axis": self.axis, "label": self.name, "value": self.value}
        return pd.DataFrame([{**row, "low": self.low, "high": self.high}])


def floor_line(
    ax: Axes,
    value: Any,
    label: str | None = None,
    *,
    axis: Literal["x", "y"] = "y",
    value_format: Any = None,
    color: Any = None,
    linestyle: Any = None,
    linewidth: float | None = None,
    loc: str = "auto",
) -> Reference:
    """Draw a reference line across the axes and name it on the line.

    It lies over bars and under lines and points (those of `matplotlib.axes.Axes.scatter` need
    ``zorder=2`` for that). While the limits autoscale they come to include it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    value : float, date or str
        Where it is; a date on an axis of dates, the name of a category on one of categories.
    label : str, optional
        Its name, drawn literally where the data leave room. Default: the value. "" draws none.
    axis : {"x", "y"}, default: "y"
        The axis that *value* is on: "y" draws a horizontal line.
    value_format : str, callable or True, optional
        Adds the value to the label, as in "chance, 0.25". True prints it with three significant
        digits or more.
    color : color, optional
        Default: the role "reference" on the colour of the Axes.
    linestyle : str or (offset, on-off-sequence), default: "--"
    linewidth : float, default: 0.65 × :rc:`lines.linewidth`
        In points.
    loc : str, default: "auto"
        Where along the line the label would like to be: "left", "center" or "right", for a
        vertical line "bottom", "center" or "top"; "start" and "end" for both.

    Returns
    -------
    Reference
        ``.line``, ``.labels``, ``.data`` (axis, label, value, low, high), ``.caption``,
        ``.remove()``.

    Raises
    ------
    TypeError
        If *value* is text where no category has a name, or a date among numbers.
    ValueError
        If *value* is missing, infinite, not positive on a log axis, or no category of the axis;
        if *axis*, *loc*, *color* or *linestyle* are something else.

    Warns
    -----
    UserWarning
        If the limits were set by hand and the line lies outside.
    """
    check_axes(ax)
    place = on_axis(ax, axis, value, "value")
    label = marks.name_of("label", label)
    marks.check_stroke(linestyle, linewidth)
    where = marks.place_along(axis, loc)
    color = marks.line_color(ax, color)
    (said,) = marks.said([value], value_format)
    line = marks.draw_line(ax, axis, place, color, linestyle, linewidth)
    marks.warn_if_outside(ax, axis, [place], "floor_line")
    words = marks.joined(label, said if value_format is not None or label is None else "")
    slot = Along(axis, place, where, line=line)
    kind = "Dashed line" if linestyle is None else "Line"
    return register(
        Reference(
            axes=ax,
            artists=(line,),
            groups=marks.name_lines(ax, [(words, slot, line)], color),
            caption=f"{kind}: {marks.joined(label, said)}.",
            line=line,
            band=None,
            name=label or "",
            axis=axis,
            value=value,
            low=place,
            high=place,
        )
    )


def floor_band(
    ax: Axes,
    low: Any,
    high: Any,
    label: str | None = None,
    *,
    axis: Literal["x", "y"] = "y",
    color: Any = None,
    center: Any = None,
    center_label: str | None = None,
    value_format: Any = None,
    loc: str = "auto",
) -> Reference:
    """Draw a reference band across the axes and name it in the band.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    low, high : float, date or str
        Its edges, ``low <= high``; as for `floor_line`.
    label : str, optional
        Its name, drawn literally. Default: none.
    axis : {"x", "y"}, default: "y"
        The axis that *low* and *high* are on.
    color : color, optional
        Of the fill, which is translucent, and of the centre. Default: the role "reference".
    center : float, date or str, optional
        Draws a dashed line there, within the band.
    center_label : str, optional
        Its name, such as "median". Default: its value.
    value_format : str, callable or True, optional
        Adds the values to the names.
    loc : str, default: "auto"
        As for `floor_line`.

    Returns
    -------
    Reference
        As for `floor_line`, with ``.band``; *value* in ``.data`` is the centre.

    Raises
    ------
    TypeError, ValueError
        As for `floor_line`; also if ``low > high`` or *center* lies outside the band.

    Warns
    -----
    UserWarning
        If the limits were set by hand and the band isn't within them.
    """
    check_axes(ax)
    ends = on_axis(ax, axis, low, "low"), on_axis(ax, axis, high, "high")
    if ends[0] > ends[1]:
        raise ValueError(f"low: expected low <= high, got {low!r} > {high!r}")
    middle = None if center is None else on_axis(ax, axis, center, "center")
    if middle is not None and not ends[0] <= middle <= ends[1]:
        raise ValueError(f"center: expected {low!r} to {high!r}, got {center!r}")
    label = marks.name_of("label", label)
    center_label = marks.name_of("center_label", center_label)
    where = marks.place_along(axis, loc)
    color = marks.line_color(ax, color)
    edges = " to ".join(marks.said([low, high], value_format))
    slot = Along(axis, sum(ends) / 2, where, low=ends[0], high=ends[1])
    span, line = draw_span(ax, axis, *ends, color), None
    said_of_it = marks.joined(label, edges if label and value_format is not None else "")
    words: list[tuple[str, Along, Artist]] = [(said_of_it, slot, span)]
    caption = f"Band: {marks.joined(label, edges)}"
    if middle is not None:
        (said,) = marks.said([center], value_format)
        line = marks.draw_line(ax, axis, middle, color, None, None)
        shown = said if value_format is not None or center_label is None else ""
        at = Along(axis, middle, where, line=line)
        words.append((marks.joined(center_label, shown), at, line))
        caption += f"; dashed line: {marks.joined(center_label or 'centre', said)}"
    marks.warn_if_outside(ax, axis, ends, "floor_band")
    return register(
        Reference(
            axes=ax,
            artists=(span,) if line is None else (span, line),
            groups=marks.name_lines(ax, words, color, seen(ax, color)),
            caption=f"{caption}.",
            line=line,
            band=span,
            name=label or "",
            axis=axis,
            value=center,
            low=ends[0],
            high=ends[1],
        )
    )
