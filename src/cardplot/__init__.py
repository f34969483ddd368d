"""Card figures with plain matplotlib: themes, palettes and axes-level primitives.

``plt.style.use("cardplot.card")`` imports this module, so it stays feather-light: every public
name is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "stacked_share_bars": "bars",
    "grouped_delta_bars": "bars",
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

__all__ = ["__version__", *_HOMES]


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


if TYPE_CHECKING:
    pass
