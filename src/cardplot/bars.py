"""Bars that say what they show: shares of a whole, and changes against a baseline."""

from __future__ import annotations

from cardplot._bars.delta_bars import DeltaBars, grouped_delta_bars
from cardplot._bars.share_bars import ShareBars, stacked_share_bars

__all__ = ["DeltaBars", "ShareBars", "grouped_delta_bars", "stacked_share_bars"]
