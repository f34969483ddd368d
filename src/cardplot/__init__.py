"""Card figures with plain matplotlib: themes, palettes and axes-level primitives.

``plt.style.use("cardplot.card")`` imports this module, so it stays feather-light: every public
name is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cardplot.bars import grouped_delta_bars, stacked_share_bars
    from cardplot.callouts import callout, group_names
    from cardplot.curves import seed_curves
    from cardplot.description import describe, figure_data
    from cardplot.export import Saved, save
    from cardplot.heatmap import hatched_heatmap, shared_norm
    from cardplot.legends import legend
    from cardplot.palettes import (
        PALETTES,
        colormap,
        contrast,
        palette,
        readable,
        role,
        text_color,
    )
    from cardplot.reference import floor_band, floor_line
    from cardplot.seeds import SeedSummary, seed_errorbars, summarize_seeds
    from cardplot.text import end_labels, footer, headline, point_labels
    from cardplot.wording import change, number

if __spec__ is not None and type(__spec__.loader).__name__ == "zipimporter":
    import_module("cardplot._zipped").unpack(__spec__)

__all__ = [
    "PALETTES",
    "Saved",
    "SeedSummary",
    "__version__",
    "callout",
    "change",
    "colormap",
    "contrast",
    "describe",
    "end_labels",
    "figure_data",
    "floor_band",
    "floor_line",
    "footer",
    "group_names",
    "grouped_delta_bars",
    "hatched_heatmap",
    "headline",
    "legend",
    "number",
    "palette",
    "point_labels",
    "readable",
    "role",
    "save",
    "seed_curves",
    "seed_errorbars",
    "shared_norm",
    "stacked_share_bars",
    "summarize_seeds",
    "text_color",
]

_HOMES = {
    "stacked_share_bars": "bars",
    "grouped_delta_bars": "bars",
    "seed_curves": "curves",
    "seed_errorbars": "seeds",
    "summarize_seeds": "seeds",
    "SeedSummary": "seeds",
    "floor_line": "reference",
    "floor_band": "reference",
    "hatched_heatmap": "heatmap",
    "shared_norm": "heatmap",
    "headline": "text",
    "footer": "text",
    "end_labels": "text",
    "point_labels": "text",
    "legend": "legends",
    "callout": "callouts",
    "change": "wording",
    "number": "wording",
    "group_names": "callouts",
    "save": "export",
    "Saved": "export",
    "describe": "description",
    "figure_data": "description",
    "palette": "palettes",
    "PALETTES": "palettes",
    "role": "palettes",
    "contrast": "palettes",
    "readable": "palettes",
    "text_color": "palettes",
    "colormap": "palettes",
}


def __getattr__(name: str) -> Any:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module 'cardplot' has no attribute {name!r}") from None
    value = getattr(import_module(f"cardplot.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
