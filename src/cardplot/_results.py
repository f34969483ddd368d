"""What every primitive returns, and where a figure's results are found again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from cardplot._labels import LabelGroup, LabelLayer, label_layer, layers_of
from cardplot._labels.axis_names import Named
from cardplot._labels.layer import layers_on

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.container import Container
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.text import Text


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawn:
    """What a primitive has drawn.

    Attributes
    ----------
    axes : matplotlib.axes.Axes
        The Axes it is on.
    artists : tuple of matplotlib.artist.Artist
        Everything drawn that is not a label.
    groups : tuple of LabelGroup
        The labels, by what they say.
    caption : str
        One sentence that says what the marks mean.
    entries : tuple of (Artist, str)
        What a legend shows for it.
    named : tuple of Named
        The names of categories that it has put on axes.
    """

    kind: ClassVar[str] = "marks"

    axes: Axes
    artists: tuple[Artist, ...]
    groups: tuple[LabelGroup, ...] = ()
    caption: str = ""
    entries: tuple[tuple[Artist, str], ...] = ()
    named: tuple[Named, ...] = ()

    @property
    def labels(self) -> tuple[Text, ...]:
        """The label texts, in the order in which they were made."""
        return tuple(text for group in self.groups for text in group.made)

    @property
    def unplaced(self) -> tuple[str, ...]:
        """Labels that found no free place when the figure was last drawn."""
        return tuple(text for group in self.groups for text in group.unplaced)

    @property
    def data(self) -> pd.DataFrame:
        """A tidy table of what is drawn, made when asked for."""
        return self._table()

    def _table(self) -> pd.DataFrame:
        raise NotImplementedError

    def more(self) -> dict[str, pd.DataFrame]:
        """Return further tables of what is drawn, by what they hold."""
        return {}

    def doubt(self) -> str:
        """Return what is wrong with showing this on the Axes as it is now; "" if nothing is."""
        return ""

    def remove(self) -> None:
        """Take everything that was drawn off the Axes again, as far as it is still there."""
        for group in self.groups:
            group.remove()
        for artist in self.artists:
            if artist.axes is not None:
                artist.remove()
        for names in self.named:
            names.remove()
        for layer in layers_on(self.axes):
            if self in layer.results:
                layer.results.remove(self)
                if self.axes.get_figure(root=False) is not None:
                    self._undo(layer)

    def _undo(self, layer: LabelLayer) -> None:
        """Bring back what else was changed on the Axes."""

    @property
    def is_there(self) -> bool:
        """Whether any of it is, after what its user has taken off."""
        return any(one.axes is not None for one in (*self.artists, *self.labels))


def forget(axes: Axes, containers: Iterable[Container]) -> None:
    """Take containers off an Axes, whatever has become of what they hold."""
    gone = {id(container) for container in containers}
    axes.containers[:] = [one for one in axes.containers if id(one) not in gone]


AnyDrawn = TypeVar("AnyDrawn", bound=Drawn)


def register(result: AnyDrawn) -> AnyDrawn:
    """Remember *result* on its Axes, so that legends, alt texts and exports find it."""
    label_layer(result.axes).results.append(result)
    return result


def results(figure: Figure | SubFigure) -> Sequence[Drawn]:
    """Return what primitives have drawn on *figure*, in the order of its Axes."""
    return [one for layer in layers_of(figure) for one in layer.results if one.is_there]
