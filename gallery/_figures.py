"""Which figures there are, and one of them drawn."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from matplotlib import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERE = Path(__file__).parent
DATA = HERE / "data"
THEMES = ("card", "dark")
# Not a figure: it lets the scripts find the package when they are run by their path.
_HELPERS = {"gallery"}


class Script(Protocol):
    """What a figure's module has."""

    def load(self, data_dir: Path, /) -> Any:
        """Read the tables."""

    def draw(self, data: Any, /) -> Figure:
        """Draw them in the theme that is in force."""


def names() -> tuple[str, ...]:
    """List the figures: the modules of this folder, in the order of the alphabet."""
    stems = {path.stem for path in HERE.glob("*.py") if not path.name.startswith("_")}
    return tuple(sorted(stems - _HELPERS))


def script(name: str) -> Script:
    """Import a figure's module."""
    if name not in names():
        raise ValueError(f"no figure {name!r}; the figures are {', '.join(names())}")
    return cast("Script", import_module(f"gallery.{name}"))


def draw(name: str, theme: str = "card", data_dir: Path = DATA) -> Figure:
    """Draw one figure in one theme, whatever style the user has set."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; the themes are {', '.join(THEMES)}")
    module = script(name)
    data = module.load(data_dir)
    with style.context(f"cardplot.{theme}", after_reset=True):
        return module.draw(data)
