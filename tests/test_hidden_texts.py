"""Figures that are drawn once with all their texts hidden, as image comparisons do."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

import cardplot as cp


@pytest.mark.parametrize("engine", ["none", "constrained"])
def test_panels_come_back_when_texts_were_hidden_for_a_draw(engine):
    figure = Figure(figsize=(6, 4), layout="constrained")
    canvas = FigureCanvasAgg(figure)
    for axes, title in zip(figure.subplots(1, 2), ("Depth", "Vocabulary"), strict=True):
        axes.bar([0, 1], [3, 2])
        cp.headline(axes, title)
    cp.headline(figure, "Where the parameters live", "Most of them are in the table.")
    canvas.draw()
    figure.set_layout_engine(engine)
    canvas.draw()
    before = [axes.get_position().extents for axes in figure.axes]
    shown = [text for text in figure.findobj(Text) if text.get_visible()]
    for text in shown:
        text.set_visible(False)
    canvas.draw()
    for text in shown:
        text.set_visible(True)
    canvas.draw()
    after = [axes.get_position().extents for axes in figure.axes]
    np.testing.assert_allclose(after, before, atol=2e-3)
