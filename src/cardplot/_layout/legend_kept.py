"""A legend that its user made: its entries stay, others are added, its look is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.legend import Legend
from matplotlib.text import Text

from cardplot._layout.legend_names import Entry, names_given
from cardplot._layout.legend_parts import columns_of, entries_of, in_columns

Change = Callable[[Legend, Any], object]


def _of_texts(name: str) -> Change:
    return lambda made, value: [text.set(**{name: value}) for text in made.get_texts()]


def _of_frame(name: str) -> Change:
    return lambda made, value: made.get_frame().set(**{name: value})


CHANGES: dict[str, Change] = {
    "labels": lambda made, value: _rename(made, value),
    "title": Legend.set_title,
    "title_fontsize": lambda made, value: made.get_title().set_fontsize(value),
    "fontsize": _of_texts("fontsize"),
    "prop": _of_texts("fontproperties"),
    "labelcolor": _of_texts("color"),
    "frameon": Legend.set_frame_on,
    "facecolor": _of_frame("facecolor"),
    "edgecolor": _of_frame("edgecolor"),
    "framealpha": _of_frame("alpha"),
    "alignment": Legend.set_alignment,
    "draggable": Legend.set_draggable,
    "reverse": lambda made, value: _reverse(made) if value else None,
    "ncols": lambda made, value: _arrange(made, entries_of(made), value),
    "ncol": lambda made, value: _arrange(made, entries_of(made), value),
}
"""What of a legend can be changed after it was made, by the argument of its making."""


def check_changes(wanted: Mapping[str, Any]) -> None:
    """Refuse arguments that only a new legend can heed."""
    for name, value in wanted.items():
        if name not in CHANGES and value is not None:
            raise TypeError(
                f"{name} can't be changed in the legend that is there already; give it to the "
                "call that made it, or pass handles=[...] and labels=[...] for a new one"
            )


def change(made: Legend, wanted: Mapping[str, Any]) -> None:
    """Give a legend another look."""
    for name, value in wanted.items():
        if value is not None:
            CHANGES[name](made, value)


def extend(made: Legend, entries: Sequence[Entry]) -> list[Text]:
    """Add what isn't named yet, in the look of what is; return the new names."""
    known = {_on_one_line(text.get_text()) for text in made.get_texts()}
    news: dict[str, Any] = {}
    for handle, name in entries:
        if _on_one_line(name) not in known:
            news.setdefault(name, handle)
    like = made.get_texts()[-1]
    more = Legend(
        made.parent,
        list(news.values()),
        list(news),
        prop=like.get_fontproperties(),
        labelcolor=like.get_color(),
        labelspacing=made.labelspacing,
        handlelength=made.handlelength,
        handleheight=made.handleheight,
        handletextpad=made.handletextpad,
    )
    if news:
        made.texts += more.texts
        made.legend_handles += more.legend_handles
        _arrange(made, [*entries_of(made), *entries_of(more)], len(columns_of(made)))
    return more.texts


def _on_one_line(name: str) -> str:
    return " ".join(name.split())


def _rename(made: Legend, labels: Any) -> None:
    texts = made.get_texts()
    for text, name in zip(texts, names_given(labels, len(texts)), strict=True):
        text.set_text(name)


def _reverse(made: Legend) -> None:
    for each in (made.texts, made.legend_handles):
        each.reverse()
    _arrange(made, entries_of(made)[::-1], len(columns_of(made)))


def _arrange(made: Legend, entries: Sequence[Any], columns: int) -> None:
    """Arrange entries as matplotlib does: column by column."""
    parts = np.array_split(np.arange(len(entries)), columns)
    in_columns(made, [[entries[index] for index in part] for part in parts if len(part)])
