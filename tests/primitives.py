"""Every primitive, and all that puts words on a figure, called with names of one's choice."""

from __future__ import annotations

import numpy as np

import cardplot as cp


def bars(primitive):
    def draw(ax, words):
        table = {word: [index + 1, 2] for index, word in enumerate(words)}
        primitive(ax, table, tick_labels=words[:2], highlight=[words[0]])
        cp.legend(ax)

    return draw


def seeds(ax, words):
    cp.seed_errorbars(ax, {word: [1, 2, 3] for word in words}, point_labels=list(words))


def curves(ax, words):
    runs = [[3, 2, 1], [2, 2, np.nan]]
    cp.seed_curves(ax, {word: np.add(runs, at) for at, word in enumerate(words)}, smooth=1)
    cp.legend(ax)


def heatmap(ax, words):
    matrix = np.full((len(words), len(words)), np.nan)
    matrix[0] = 1
    names = {"row_labels": words, "column_labels": words, "row_groups": {words[0]: (0, 0)}}
    cells = [[words[0]] * len(words)] * len(words)
    cp.hatched_heatmap(ax, matrix, values=cells, colorbar=words[-1], **names)


def references(ax, words):
    for index, word in enumerate(words):
        cp.floor_line(ax, index, word)
        cp.floor_band(ax, index, index + 0.2, word, axis="x")


def around(ax, words):
    for index, word in enumerate(words):
        ax.plot([0, 1], [index, index + 1], label=word)
        cp.callout(ax, 0.5, index + 0.5, word)
    cp.end_labels(ax)
    cp.point_labels(ax, [0] * len(words), range(len(words)), words)
    cp.group_names(ax, {words[0]: (0, 1)})
    cp.legend(ax.figure)


def titles(ax, words):
    ax.plot([0, 1])
    # Titles may hold formulas: no dollars.
    cp.headline(ax, words[-1].replace("$", ""), words[0])
    cp.headline(ax.figure, words[-1].replace("$", ""), words[1])
    for word in words:
        cp.footer(ax.figure, word)


ALL = {
    "shares": bars(cp.stacked_share_bars),
    "deltas": bars(cp.grouped_delta_bars),
    "seeds": seeds,
    "curves": curves,
    "heatmap": heatmap,
    "references": references,
    "around": around,
    "titles": titles,
}
