"""Where two attention heads of different layers look, on the same input and on the donor's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

import cardplot as cp
from gallery._load import bad, read_npz
from gallery._study import FIRST_QUERY, MAPS, HeadPair, head_pair

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

# The archive doesn't say which text is its first.
TEXT = "One fresh Chinese text"


@dataclass(frozen=True)
class Maps:
    """Attention probabilities, (queries, keys); positions in the future are NaN."""

    heads: HeadPair
    target: NDArray[np.float64]
    donor: NDArray[np.float64]  # on the target's input
    donor_own: NDArray[np.float64]  # on the input of the donor's own layer
    first_query: int = FIRST_QUERY  # queries before this one are context

    @property
    def difference(self) -> NDArray[np.float64]:
        """|target − donor| on the same input."""
        return np.abs(self.target - self.donor)

    @property
    def largest_difference(self) -> float:
        """Over the queries that the metrics use."""
        return float(np.nanmax(self.difference[self.first_query :]))

    @property
    def total_variation(self) -> float:
        """Mean over the queries that the metrics use, on the same input."""
        return _variation(self.target, self.donor, self.first_query)

    @property
    def total_variation_own(self) -> float:
        """Mean over the queries that the metrics use, with the donor on its own input."""
        return _variation(self.target, self.donor_own, self.first_query)


def load(data_dir: Path) -> Maps:
    path = data_dir.joinpath(*MAPS)
    arrays = read_npz(path)
    heads = head_pair(arrays, path)
    first = [_first_map(arrays[name], name, path) for name in heads.arrays]
    if len({probabilities.shape for probabilities in first}) != 1:
        bad(path, "the maps differ in size", column=heads.arrays[0])
    target, donor, donor_own = first
    return Maps(heads, target, donor, donor_own)


def _first_map(array: NDArray[np.float64], name: str, path: Path) -> NDArray[np.float64]:
    """Take the first text and the first head, and mask the future."""
    shape = array.shape
    if array.ndim != 4 or shape[2] != shape[3] or 0 in shape or shape[2] <= FIRST_QUERY:
        bad(path, f"expected (texts, heads, queries, keys), got {shape}", column=name)
    if array.min() < 0 or array.max() > 1:
        bad(path, "not all values are probabilities", column=name)
    return np.where(np.tri(shape[2], dtype=bool), array[0, 0], np.nan)


def _variation(a: NDArray[np.float64], b: NDArray[np.float64], first: int) -> float:
    return float(np.nansum(np.abs(a - b)[first:], axis=1).mean() / 2.0)


def draw(data: Maps) -> Figure:
    heads, same = data.heads, f"H{data.heads.target_layer}"
    fig, panels = plt.subplots(
        2, 2, figsize=(8.4, 8.2), layout="compressed", sharex=True, sharey=True
    )
    probability: dict[str, Any] = {
        "norm": cp.shared_norm(data.target, data.donor, data.donor_own, vmin=0),
        "colorbar": None,
    }
    difference: dict[str, Any] = {
        "norm": cp.shared_norm(data.difference, vmin=0),
        # Another scale has other colours: the warm half of the diverging map.
        "cmap": ListedColormap(cp.colormap("diverging")(range(128, 256))),
        "colorbar": "difference of probabilities",
    }
    bar = {"label": "attention probability", "axes": panels[:, 1]}
    maps = (
        ("Target", f"{heads.target} on {same}", data.target, probability),
        ("Donor", f"{heads.donor} on {same} too", data.donor, {**probability, "colorbar": bar}),
        ("Difference", f"|target − donor| on {same}", data.difference, difference),
        (
            "Donor on its own input",
            f"{heads.donor} on H{heads.donor_layer}",
            data.donor_own,
            probability,
        ),
    )
    for ax, (name, words, matrix, scale) in zip(panels.flat, maps, strict=True):
        context = {"context": (0, data.first_query - 1)}
        cp.hatched_heatmap(
            ax,
            matrix,
            values=None,
            hatch=None,
            missing_name="future",
            row_groups=context,
            **scale,
        )
        cp.headline(ax, name, words)
    for ax in panels[:, 0]:
        ax.set_ylabel("query position")
    for ax in panels[1]:
        ax.set_xlabel("key position")
    closer = data.total_variation < data.total_variation_own
    cp.headline(
        fig,
        "On the same input, two heads of different layers look alike"
        if closer
        else "Where two heads of different layers look",
        f"Target and donor differ by a total variation of {data.total_variation:.3f} on the same "
        f"input, at most {data.largest_difference:.3f} in one cell; with the donor on its own "
        f"input it is {data.total_variation_own:.3f}.",
    )
    last = len(data.target) - 1
    cp.footer(
        fig,
        f"{TEXT}, first head. Rows 0 to {data.first_query - 1} are context; total variation is the "
        f"mean over queries {data.first_query} to {last}. Blank: future positions, which are no "
        "data. The difference has a scale and colours of its own. Illustrative data.",
    )
    return fig


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
