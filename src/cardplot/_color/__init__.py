"""Colour arithmetic: contrast, OKLCH, ramps."""
