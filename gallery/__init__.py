"""The gallery: one script a figure; `python -m gallery` draws them all."""

from __future__ import annotations

from gallery._figures import DATA, draw, names

__all__ = ["DATA", "draw", "names"]
