"""Where two attention heads of different layers look, on the same input and on the donor's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gallery._load import bad, read_npz
from gallery._study import FIRST_QUERY

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_TARGET = re.compile(r"target_layer(\d+)_head(\d+)")
_DONOR = re.compile(r"donor_layer(\d+)_head(\d+)_on_H(\d+)")


@dataclass(frozen=True)
class Maps:
    """Attention probabilities, (queries, keys); positions in the future are NaN."""

    target_layer: int
    target_head: int
    donor_layer: int
    donor_head: int
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
    path = data_dir / "crossqkv" / "conditional-fresh-probabilities.npz"
    arrays = read_npz(path)
    targets = [(name, found) for name in arrays if (found := _TARGET.fullmatch(name))]
    if len(targets) != 1:
        bad(path, f"expected one array target_layer…_head…, got {', '.join(arrays)}")
    (target, found), donors = targets[0], {}
    target_layer, target_head = map(int, found.groups())
    for name in arrays:
        if found := _DONOR.fullmatch(name):
            layer, head, on = map(int, found.groups())
            donors[on] = (name, layer, head)
    same, own = donors.get(target_layer), next((d for on, d in donors.items() if on == d[1]), None)
    if same is None or own is None or same[1:] != own[1:]:
        bad(path, f"expected one donor on H{target_layer} and on its own layer's input")
    first = [_first_map(arrays[name], name, path) for name in (target, same[0], own[0])]
    if len({probabilities.shape for probabilities in first}) != 1:
        bad(path, "the maps differ in size", column=target)
    return Maps(
        target_layer=target_layer,
        target_head=target_head,
        donor_layer=same[1],
        donor_head=same[2],
        target=first[0],
        donor=first[1],
        donor_own=first[2],
    )


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


if __name__ == "__main__":
    from gallery._cli import alone

    alone(__file__)
