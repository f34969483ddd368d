"""Matrices of cells with values in them and missing cells hatched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import QuadMesh
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.patches import PathPatch
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from cardplot import _format, _tables
from cardplot._cell_text import Backdrop, CellTexts, Words
from cardplot._color_bar import bar_options
from cardplot._color_scale import check_drawable, on_scale, resolve_map, resolve_norm, shared_norm
from cardplot._matrix_cells import Gaps, MissingStyle, draw_mesh, draw_missing
from cardplot._results import Drawn, register
from cardplot._row_brackets import RowBracket
from cardplot._row_brackets import row_groups as read_groups
from cardplot._side_bar import SideBar
from cardplot._surface import surface
from cardplot._ticks import name_ticks

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
        Names of the rows. Default: those of the data, else the indices in numbers.
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
        an unknown hatch, option or row; axes that are not linear.

    References
    ----------
    Text is black or white, whichever has the higher contrast with its own cell: Web Content
    Accessibility Guidelines (WCAG) 2.2, "contrast ratio".
    """
    table = _tables.matrix(
        matrix, row_labels=row_labels, column_labels=column_labels, missing=missing
    )
    words = _words(table, values, value_format)
    options = bar_options(colorbar, ax)
    groups = read_groups(row_groups, table.rows, len(table.values))
    _check(ax, hatch)
    scale = resolve_norm(table.values, norm, vmin, vmax, center)
    check_drawable(table, scale)
    ground = surface(ax)
    absent = np.isnan(table.values)

    mesh = draw_mesh(ax, on_scale(table.values, scale), resolve_map(cmap, scale, ground), scale)
    style = MissingStyle.on(ground, hatch or "")
    hatched = hatch is not None and bool(absent.any())
    patch = draw_missing(ax, absent, style) if hatched else None
    gaps = Gaps(ax, mesh, table.values.shape, ground)
    backdrop = Backdrop(absent, ground, style.face if hatched else ground, hatched)
    texts = None if words is None else CellTexts(ax, mesh, words, backdrop, fit=values is not True)
    _frame(ax, table, square)
    side = SideBar(
        ax, [RowBracket(ax, group) for group in groups], options.panels if options else ()
    )
    bar = side.add_colorbar(mesh, options) if options else None
    named = missing_name if hatched else None
    if bar is not None and named:
        side.add_key(bar, named, style)
    side.claim()
    settler = _Settler(gaps, texts, side)
    ax.add_artist(settler)
    settler.set_clip_on(False)
    shown = [mesh, patch, gaps.lines, *(texts.artists if texts else ()), *side.artists, settler]
    return register(
        Heatmap(
            axes=ax,
            artists=tuple(artist for artist in shown if artist is not None),
            caption=_caption(table, options.label if options else "", hatch, missing_name),
            entries=((style.swatch(), named),) if named else (),
            mesh=mesh,
            missing=patch,
            colorbar=bar,
            _cells=table,
            _texts=texts,
            _side=side,
        )
    )


class _Settler(Artist):
    """Invisible; drawn before anything else of its Axes, so that it can settle what follows."""

    def __init__(self, gaps: Gaps, texts: CellTexts | None, side: SideBar) -> None:
        super().__init__()
        self._gaps, self._texts, self._side = gaps, texts, side
        self.set_zorder(-2e6)

    def draw(self, renderer: RendererBase) -> None:
        """Settle what the Axes draws next."""
        del renderer
        self._gaps.settle()
        self._side.settle()
        self._side.forget()
        if self._texts is not None:
            self._texts.settle()

    def get_tightbbox(self, renderer: RendererBase | None = None) -> Bbox | None:
        """Return the extent of what stands beside the Axes: the layout makes room for it."""
        return None if renderer is None else self._side.room(renderer)


def _words(table: _tables.Matrix, values: Any, spec: Any) -> Words | None:
    """Return the texts of the cells, None where there are none."""
    if values is None or values is False:
        return None
    if values is True or (isinstance(values, str) and values == "fit"):
        there = ~np.isnan(table.values)
        numbers = table.values[there]
        # Complain about a format now; large matrices print their numbers when they fit.
        _format.numbers(numbers[:1], spec)
        return Words(there, partial(_format.numbers, numbers, spec))
    if isinstance(values, str):
        raise ValueError(
            f"'values' must be 'fit', True, None or an array of strings, not {values!r}"
        )
    strings = np.asarray(values, dtype=object)
    if strings.shape != table.values.shape:
        raise ValueError(
            f"'values' must have the shape of the matrix, {table.values.shape}, not {strings.shape}"
        )
    return _given_words(strings)


def _given_words(strings: NDArray[Any]) -> Words:
    printed = np.empty(strings.shape, dtype=object)
    for cell, string in np.ndenumerate(strings):
        absent = string is None or (isinstance(string, float) and np.isnan(string))
        printed[cell] = "" if absent else _tables.text(string)
    there = np.asarray(printed != "", dtype=bool)
    return Words(there, partial(list, printed[there]))


def _check(ax: Axes, hatch: Any) -> None:
    if not isinstance(ax, Axes):
        raise TypeError(f"'ax' must be a matplotlib Axes, not {type(ax).__name__}")
    if ax.get_xscale() != "linear" or ax.get_yscale() != "linear":
        raise ValueError(
            "'ax' must have linear axes, for rows and columns have no logarithm; they are "
            f"{ax.get_xscale()!r} and {ax.get_yscale()!r}"
        )
    allowed = r"/\|-+xoO.*"
    if hatch is not None and not (isinstance(hatch, str) and set(hatch) <= set(allowed)):
        raise ValueError(f"'hatch' must be None or made of the characters {allowed}, not {hatch!r}")


def _frame(ax: Axes, table: _tables.Matrix, square: bool | None) -> None:
    """Set limits, aspect and ticks: row 0 on top, cells up to the edge, without a frame."""
    rows, columns = table.values.shape
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(rows - 0.5, -0.5)
    ax.set_aspect("equal" if (rows == columns if square is None else square) else "auto")
    for spine in ax.spines.values():
        spine.set_visible(False)
    for axis, names, count in (("x", table.columns, columns), ("y", table.rows, rows)):
        if names:
            name_ticks(ax, axis, range(count), names)
        else:
            target = ax.xaxis if axis == "x" else ax.yaxis
            target.set_major_locator(
                MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=1)
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
