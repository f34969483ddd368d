"""The colorbar of a matrix: its options and its look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colorbar import Colorbar
from matplotlib.colors import CenteredNorm, Normalize, TwoSlopeNorm
from matplotlib.ticker import Formatter, Locator, MaxNLocator

from cardplot import _format, _tables
from cardplot._labels.literal import literal

OPTIONS = ("label", "axes", "ticks", "format")
MOST_TICKS = 6


@dataclass(frozen=True)
class BarOptions:
    """The argument ``colorbar`` of a heatmap, taken apart."""

    label: str
    panels: tuple[Axes, ...]
    ticks: Any
    format: Any


def bar_options(colorbar: Any, axes: Axes) -> BarOptions | None:
    """Take the argument ``colorbar`` apart; None where no colorbar is wanted."""
    if colorbar is None or colorbar is False:
        return None
    if colorbar is True or isinstance(colorbar, str):
        colorbar = {"label": "" if colorbar is True else colorbar}
    if not isinstance(colorbar, Mapping):
        raise TypeError(
            "'colorbar' must be True, False, None, a label or a mapping of options, "
            f"not {colorbar!r}"
        )
    if unknown := [option for option in colorbar if option not in OPTIONS]:
        raise ValueError(f"'colorbar' has no option {unknown[0]!r}; allowed are {OPTIONS}")
    group = colorbar.get("axes")
    panels = (axes,) if group is None else tuple(np.asarray(group, dtype=object).ravel())
    if not all(isinstance(panel, Axes) for panel in panels) or axes not in panels:
        raise ValueError("'colorbar', option 'axes': must be Axes, the one drawn on among them")
    label = colorbar.get("label")
    spec = colorbar.get("format")
    _format.numbers([0.5], spec, argument="colorbar['format']")
    return BarOptions("" if label is None else _tables.text(label), panels, _ticks(colorbar), spec)


def _ticks(colorbar: Mapping[str, Any]) -> Any:
    """Return the ticks of a colorbar: a locator, numbers, or None for those of the scale."""
    ticks = colorbar.get("ticks")
    if ticks is None or isinstance(ticks, Locator):
        return ticks
    return _tables.vector(ticks, "colorbar['ticks']")


class Numbers(Formatter):
    """Numbers along a colorbar, printed like all numbers in a figure."""

    def __init__(self, spec: Any) -> None:
        self._spec = spec

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return one of them, for cursors."""
        del pos
        return _format.numbers([x], self._spec, argument="colorbar['format']")[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Return all of them, with the same number of decimals."""
        # A tick at zero may come as 1e-17.
        step = float(np.diff(np.sort(values)).min()) if len(values) > 1 else 0.0
        clean = [0.0 if abs(value) < 1e-9 * step else float(value) for value in values]
        short = _format.numbers(clean, self._spec, argument="colorbar['format']")
        return short if self._spec is not None else _without_zeros(short)


def _without_zeros(numbers: list[str]) -> list[str]:
    """Drop decimals that are zero in all numbers."""
    while all("." in number and number.endswith("0") for number in numbers):
        numbers = [number[:-1].removesuffix(".") for number in numbers]
    return numbers


def make_colorbar(axes: Axes, mesh: Any, options: BarOptions) -> Colorbar:
    """Make the colorbar of *mesh* on *axes*: without an outline, with few ticks."""
    bar = Colorbar(axes, mesh, ticks=options.ticks)
    axes.grid(False)
    bar.outline.set_visible(False)
    # It has no segments, and a colour that isn't there.
    bar.dividers.set_visible(False)
    # Strips of colour show seams in viewers of SVG and PDF.
    if bar.solids is not None:
        bar.solids.set_rasterized(True)
    plain = type(mesh.norm) in (Normalize, CenteredNorm, TwoSlopeNorm)
    if options.ticks is None and plain:
        bar.locator = MaxNLocator(nbins=MOST_TICKS, steps=[1, 2, 2.5, 5, 10])
    if options.format is not None or plain:
        bar.formatter = Numbers(options.format)
    bar.minorticks_off()
    bar.update_ticks()
    bar.set_label(options.label)
    literal(axes, [bar.ax.yaxis.label])
    return bar
