"""Matrices of cells with values in them and missing cells hatched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.patches import PathPatch
from matplotlib.text import Text
from numpy.typing import NDArray

from cardplot import _format, _tables
from cardplot._arguments import check_axes, check_flag, check_hatch, text_of
from cardplot._axis_values import check_numeric
from cardplot._color.surface import surface
from cardplot._heatmap.cell_text import Backdrop, CellTexts
from cardplot._heatmap.cell_words import cell_words
from cardplot._heatmap.color_bar import bar_options
from cardplot._heatmap.color_scale import on_scale, resolve_map, resolve_norm, shared_norm
from cardplot._heatmap.matrix_cells import Gaps, MissingCells, MissingStyle, draw_mesh, frame
from cardplot._heatmap.row_brackets import RowBracket
from cardplot._heatmap.row_brackets import row_groups as read_groups
from cardplot._heatmap.settler import Settler
from cardplot._heatmap.side_bar import SideBar
from cardplot._labels.ticks import check_names
from cardplot._results import Drawn, register

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Heatmap", "hatched_heatmap", "shared_norm"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Heatmap(Drawn):
    """What `hatched_heatmap` has drawn.

    Attributes
    ----------
    mesh : matplotlib.collections.QuadMesh
        The cells that have a value. ``figure.colorbar(result.mesh, ax=...)`` works as for any
        other mappable.
    missing : matplotlib.patches.PathPatch or None
        The hatched cells, all in one patch; None where there is none, or they are left blank.
    colorbar : matplotlib.colorbar.Colorbar or None
    data : pandas.DataFrame
        Columns row, column and value, row by row; a missing value is NaN.
    labels : tuple of matplotlib.text.Text
        The texts of the cells, row by row. None where there are more than 1,000: these are drawn
        as one collection of outlines, which is among `artists`.
    """

    kind: ClassVar[str] = "heatmap"

    mesh: QuadMesh
    missing: PathPatch | None
    colorbar: Colorbar | None
    _cells: _tables.Matrix = field(repr=False)
    _texts: CellTexts | None = field(repr=False)
    _side: SideBar = field(repr=False)

    @property
    def labels(self) -> tuple[Text, ...]:
        """The Text objects of the cells, row by row."""
        return () if self._texts is None else self._texts.texts

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        rows, columns = self._cells.values.shape
        return pd.DataFrame(
            {
                "row": np.repeat(_keys(self._cells.rows, rows), columns),
                "column": np.tile(_keys(self._cells.columns, columns), rows),
                "value": self._cells.values.ravel(),
            }
        )

    def remove(self) -> None:
        """Take everything that was drawn off the Axes again."""
        self._side.remove()
        super().remove()


def hatched_heatmap(
    ax: Axes,
    matrix: Any,
    *,
    row_labels: Sequence[Any] | None = None,
    column_labels: Sequence[Any] | None = None,
    missing: Any = None,
    values: Any = "fit",
    value_format: Any = None,
    cmap: Any = None,
    norm: Normalize | str | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
    center: float | None = None,
    hatch: str | None = "///",
    colorbar: Any = None,
    missing_name: str | None = "missing",
    row_groups: Mapping[str, Any] | None = None,
    square: bool | None = None,
) -> Heatmap:
    r"""Draw a matrix: a coloured cell with its value for each number, hatching where there is none.

    Row 0 is on top; cell (i, j) is centred on y=i, x=j. Nothing is drawn as a value that isn't
    one: the range of the colours comes from finite cells only, and missing cells look like none
    of them.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With linear axes. Its grid and frame are switched off; its limits are set.
    matrix : (M, N) array-like, DataFrame or mapping of columns
        ``NaN``, ``None``, ``pd.NA`` and masked cells are missing. Infinite cells are drawn at the
        end of the scale, and printed ∞.
    row_labels : (M,) sequence, optional
        Names of the rows, in the place of ticks that were set by hand. Default: those of the data,
        else the indices in numbers, which leave such ticks.
    column_labels : (N,) sequence, optional
        Likewise.
    missing : (M, N) array of bool, callable, number or sequence of numbers, optional
        What else is missing: a mask, a function from the values to a mask, or the values that
        stand for it.
    values : {"fit", True, None} or (M, N) array of str, default: "fit"
        The texts in the cells. "fit": the values where every one of them fits its cell, which is
        decided, for all together, whenever the figure is drawn: text shrinks from
        :rc:`xtick.labelsize` to 7.5 points first. True: draw them at that size even where they
        don't fit. None: no texts. Strings are treated like "fit"; an empty one is no text.
    value_format : str or callable, optional
        A format such as "{:.2f}" or ".2f", or a function from a number to a string. Default: whole
        numbers as such; others with enough decimals, the same in all cells.
    cmap : str or matplotlib.colors.Colormap, optional
        Default: the theme's sequential map; its diverging one for a scale with a centre.
    norm : matplotlib.colors.Normalize or str, optional
        A scale, such as that of `shared_norm`, or the name of one, such as "log". Default: linear.
        A finite value that it can't show (zero on a log scale) is an error: name it in `missing`,
        or take another norm.
    vmin, vmax : float, optional
        Ends of the scale. Default: smallest and largest finite cell; a matrix of equal cells gets
        a scale from zero.
    center : float, optional
        The value in the middle of the scale, see `shared_norm`.
    hatch : str or None, default: "///"
        The hatching of missing cells, as in matplotlib. "": a plain face. None: they stay blank,
        for cells that have no meaning, such as future positions.
    colorbar : bool, str or mapping, optional
        True or a label adds a colorbar right of `ax`, as tall as the panel. A mapping may have
        "label", "axes" (all Axes that share it: it is as tall as all of them and stands right of
        `ax`, which should be the rightmost), "ticks" and "format". The label is literal text.
    missing_name : str or None, default: "missing"
        What the hatching is called in the key under the colorbar, in legends and in the caption,
        such as "unused". None: no key.
    row_groups : mapping from str to (first, last), optional
        Names consecutive rows by a bracket beside the panel, such as ``{"context": (0, 6)}``; rows
        by index, or by name where they have names; both ends belong to it.
    square : bool, optional
        Whether cells are square. Default: where there are as many rows as columns; otherwise the
        cells fill `ax`.

    Returns
    -------
    Heatmap
        With ``.mesh``, ``.missing``, ``.colorbar``, ``.labels``, ``.data`` (row, column, value),
        ``.caption`` and ``.remove()``.

    Raises
    ------
    TypeError
        For text where a number belongs, and for arguments of a wrong type.
    ValueError
        For a matrix that isn't two-dimensional or is empty; labels, masks or texts of another
        shape; `norm` along with `vmin`, `vmax` or `center`; values that the norm can't show;
        an unknown hatch, option or row; axes that are not linear, or that have other names at the
        places of rows or columns already.

    References
    ----------
    Text is black or white, whichever has the higher contrast with its own cell: Web Content
    Accessibility Guidelines (WCAG) 2.2, "contrast ratio".
    """
    _check(ax, square)
    check_hatch("hatch", hatch)
    table = _tables.matrix(
        matrix, row_labels=row_labels, column_labels=column_labels, missing=missing
    )
    if missing_name is not None:
        missing_name = text_of("missing_name", missing_name)
    words = cell_words(table, values, value_format)
    options = bar_options(colorbar, ax)
    groups = read_groups(row_groups, table.rows, len(table.values))
    scale = resolve_norm(table, norm, vmin, vmax, center)
    ground = surface(ax)
    colors = resolve_map(cmap, scale, ground)
    absent = np.isnan(table.values)
    for name, names in (("x", table.columns), ("y", table.rows)):
        check_names(ax, name, range(len(names)), names)

    mesh = draw_mesh(ax, on_scale(table.values, scale), colors, scale)
    hatched = None
    if hatch is not None and absent.any():
        hatched = MissingCells(ax, absent, MissingStyle.on(ground, hatch))
    gaps = Gaps(ax, mesh, table.values.shape, ground)
    texts = None
    if words is not None:
        backdrop = Backdrop(absent, ground, None if hatched is None else hatched.style.face)
        texts = CellTexts(ax, mesh, words, backdrop, fit=values is not True)
    asked = {"x": column_labels is not None, "y": row_labels is not None}
    named = frame(ax, table, square, asked)
    side = SideBar(ax, [RowBracket(ax, group) for group in groups], options)
    bar = side.add_colorbar(mesh)
    if bar is not None and hatched is not None and missing_name:
        side.add_key(bar, missing_name, hatched.swatch())
    side.claim()
    settler = Settler(gaps, hatched, texts, side)
    ax.add_artist(settler)
    settler.set_clip_on(False)
    return register(
        Heatmap(
            axes=ax,
            artists=(
                mesh,
                *(() if hatched is None else (hatched.patch,)),
                gaps.lines,
                *(() if texts is None else texts.artists),
                *side.artists,
                settler,
            ),
            caption=_caption(table, side.label, hatch, missing_name),
            entries=((hatched.swatch(), missing_name),) if hatched and missing_name else (),
            named=named,
            mesh=mesh,
            missing=None if hatched is None else hatched.patch,
            colorbar=bar,
            _cells=table,
            _texts=texts,
            _side=side,
        )
    )


def _check(ax: Axes, square: bool | None) -> None:
    check_axes(ax)
    for axis in (ax.xaxis, ax.yaxis):
        check_numeric(axis, "rows and columns need")
    if square is not None:
        check_flag("square", square)
    if square and ax.get_adjustable() != "box":
        raise ValueError(
            "'square': the Axes is a twin and keeps the shape of the other; give the matrix an "
            "Axes of its own"
        )
    if ax.get_xscale() != "linear" or ax.get_yscale() != "linear":
        raise ValueError(
            "'ax' must have linear axes, for rows and columns have no logarithm; they are "
            f"{ax.get_xscale()!r} and {ax.get_yscale()!r}"
        )


def _keys(names: tuple[str, ...], count: int) -> NDArray[Any]:
    return np.array(names, dtype=object) if names else np.arange(count)


def _caption(table: _tables.Matrix, label: str, hatch: str | None, missing_name: str | None) -> str:
    finite = table.values[np.isfinite(table.values)]
    absent = int(np.isnan(table.values).sum())
    what = label or "values"
    if finite.size:
        low, high = _format.numbers([finite.min(), finite.max()])
        said = f"Cells: {what}, {low} to {high}" if low != high else f"Cells: {what}, all {low}"
    else:
        said = f"Cells: {what}, none finite"
    if infinite := int(np.isinf(table.values).sum()):
        said += f"; {infinite} infinite, drawn at the end of the scale"
    if absent:
        look = "blank" if hatch is None else "hatched"
        total = f"{table.values.size:,}"
        said += f"; {look}: {missing_name or 'missing'} ({absent:,} of {total})"
    return said + "."
