"""Room in the figure: headlines, footers, legends, names at line ends, and the panels between."""

from __future__ import annotations

from cardplot._layout.conductor import Conductor, conduct

__all__ = ["Conductor", "conduct"]
