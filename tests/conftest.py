"""What all tests share: quiet defaults, and text that is the same on every matplotlib."""

from __future__ import annotations

import matplotlib as mpl
import pytest
from hypothesis import HealthCheck, settings
from matplotlib.patches import Rectangle
from matplotlib.text import Text

# The same examples in every run, and no clock: a slow machine is no failure.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")

mpl.use("agg")


@pytest.fixture(autouse=True)
def _own_state():
    """Give each test its own rcParams, and close what it has left open in pyplot."""
    import matplotlib.pyplot as plt

    with mpl.rc_context():
        yield
    plt.close("all")


try:
    from matplotlib.testing.conftest import text_placeholders as matplotlib_placeholders
except ImportError:  # before matplotlib 3.10.3

    @pytest.fixture
    def matplotlib_placeholders(monkeypatch):
        """Draw each text as a box whose size depends on the font size and the length alone."""

        def metrics(renderer, text, fontprop, ismath, dpi):
            height = fontprop.get_size()
            return len(text) * height / 1.618, height, 0

        def draw(self, renderer):
            if not self.get_visible() or not self.get_text():
                return
            box = self.get_window_extent(renderer)
            Rectangle(
                box.p0, box.width, box.height, facecolor=self.get_color(), edgecolor="none"
            ).draw(renderer)

        monkeypatch.setattr("matplotlib.text._get_text_metrics_with_cache", metrics)
        monkeypatch.setattr(Text, "draw", draw)


@pytest.fixture
def text_placeholders(matplotlib_placeholders, monkeypatch):
    """Draw boxes in place of texts, the same ones on every matplotlib.

    matplotlib 3.11 puts the room between lines elsewhere; without any, old and new agree.
    """

    def set_linespacing(self, spacing):
        self._linespacing = 1.0

    monkeypatch.setattr(Text, "set_linespacing", set_linespacing)
