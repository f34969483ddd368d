"""Stacking, dodging, spreading and the room that labels find or need: pure numpy, no matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CELL = 0.5
"""Side of a cell of `Canvas`, in points: finer than a reader sees, coarse enough to be cheap."""
MANY = 1000
"""From so many boxes on, all of them are painted at once."""


def stack(values: Floats) -> tuple[Floats, Floats]:
    """Stack the columns of *values* on each other, row by row.

    Parameters
    ----------
    values : (N, K) array
        Non-negative parts; NaN is a part that is missing and takes no room.

    Returns
    -------
    bottoms, tops : (N, K) array
        Where each part starts and ends; NaN where the part is missing.
    """
    tops = np.cumsum(np.nan_to_num(values, nan=0.0), axis=1)
    bottoms = np.concatenate([np.zeros((len(values), 1)), tops[:, :-1]], axis=1)
    gaps = np.isnan(values)
    return np.where(gaps, np.nan, bottoms), np.where(gaps, np.nan, tops)


def dodge(n_series: int, width: float) -> tuple[Floats, float]:
    """Return the offsets of *n_series* bars from their group's centre, and the width of one."""
    step = width / n_series
    return np.asarray((np.arange(n_series) - (n_series - 1) / 2) * step, dtype=float), step


def spread(centers: Floats, sizes: Floats, low: float, high: float, gap: float = 0.0) -> Floats:
    """Move intervals apart so that none overlap, each as little as possible.

    Least squares under ordering constraints, solved by pooling adjacent violators, then pushed
    into [*low*, *high*] (where all of them fit there).

    Parameters
    ----------
    centers, sizes : (N,) array
        Wanted centres and lengths of the intervals.
    low, high : float
        The range to stay in.
    gap : float, default: 0
        Least distance between two intervals.

    Returns
    -------
    (N,) array
        The centres, in the order given. Ties keep the order given.
    """
    n = len(centers)
    if n == 0:
        return np.array([], dtype=float)
    order = np.argsort(centers, kind="stable")
    lengths = sizes[order] + gap
    # In shifted coordinates "no overlap" reads "non-decreasing", which pooling solves exactly.
    shift = np.cumsum(lengths) - lengths / 2
    blocks: list[list[float]] = []
    for wanted in centers[order] - shift:
        blocks.append([float(wanted), 1.0])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, count = blocks.pop()
            previous = blocks[-1]
            total = previous[1] + count
            previous[0] = (previous[0] * previous[1] + mean * count) / total
            previous[1] = total
    pooled = np.concatenate([np.full(int(count), mean) for mean, count in blocks])
    floor = low + lengths[0] / 2 - gap / 2 - shift[0]
    ceiling = high - lengths[-1] / 2 + gap / 2 - shift[-1]
    if floor <= ceiling:
        pooled = np.clip(pooled, floor, ceiling)
    else:
        pooled = np.full(n, (floor + ceiling) / 2)
    result = np.empty(n)
    result[order] = pooled + shift
    return result


def headroom(
    low: float, high: float, at: Floats, before: Floats, after: Floats
) -> tuple[float, float]:
    """Widen the interval [*low*, *high*] so that every mark has its room on both sides.

    Parameters
    ----------
    low, high : float
        The interval, in the coordinate in which the axis is linear, ``low < high``.
    at : (N,) array
        Where the marks are.
    before, after : (N,) array
        Room that each needs towards *low* and towards *high*, as a share of the axis.

    Returns
    -------
    low, high : float
        The widened interval. More than 70% of the axis is not given: the data would vanish.
    """
    if not len(at) or not high > low:
        return low, high
    scale = min(1.0, 0.7 / max(float(before.max() + after.max()), 1e-9))
    before, after = before * scale, after * scale
    new_low, new_high = low, high
    for _ in range(60):
        span = new_high - new_low
        grown_low = min(low, float((at - before * span).min()))
        grown_high = max(high, float((at + after * span).max()))
        done = grown_high - grown_low - span <= 1e-9 * span
        new_low, new_high = grown_low, grown_high
        if done:
            break
    return new_low, new_high


@dataclass(frozen=True)
class Box:
    """A rectangle in points."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Its width."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Its height."""
        return self.y1 - self.y0

    def holds(self, other: Box, slack: float = 0.05) -> bool:
        """Say whether *other* lies in this box."""
        return (
            self.x0 - slack <= other.x0
            and self.y0 - slack <= other.y0
            and other.x1 <= self.x1 + slack
            and other.y1 <= self.y1 + slack
        )

    def meets(self, other: Box) -> bool:
        """Say whether the two boxes share an area."""
        return (
            self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1
        )

    def common(self, other: Box) -> Box:
        """Return the area that the two boxes share, without extent where they don't meet."""
        x0, y0 = max(self.x0, other.x0), max(self.y0, other.y0)
        return Box(x0, y0, max(min(self.x1, other.x1), x0), max(min(self.y1, other.y1), y0))

    def grown(self, x: float, y: float | None = None) -> Box:
        """Return the box, larger by *x* at both sides and by *y* (default: *x*) above and below."""
        y = x if y is None else y
        return Box(self.x0 - x, self.y0 - y, self.x1 + x, self.y1 + y)

    def moved(self, x: float, y: float) -> Box:
        """Return the box, moved by *x* and *y*."""
        return Box(self.x0 + x, self.y0 + y, self.x1 + x, self.y1 + y)

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        """Return the box of a size around a centre."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Canvas:
    """What is taken on a panel, on a grid of half a point.

    Everything that a label must stay clear of is painted in; asking whether a box is free, or
    where along a strip a label finds room, is then a look at a few cells, however many marks
    there are.
    """

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        shape = (int(bounds.height / CELL) + 2, int(bounds.width / CELL) + 2)
        self._taken = np.zeros(shape, dtype=bool)
        self._sums: NDArray[np.intp] | None = None

    def _slices(self, box: Box) -> tuple[slice, slice]:
        rows, columns = self._taken.shape
        x0 = floor((box.x0 - self.bounds.x0) / CELL)
        x1 = ceil((box.x1 - self.bounds.x0) / CELL)
        y0 = floor((box.y0 - self.bounds.y0) / CELL)
        y1 = ceil((box.y1 - self.bounds.y0) / CELL)
        return (
            slice(min(max(y0, 0), rows), min(max(y1, 0), rows)),
            slice(min(max(x0, 0), columns), min(max(x1, 0), columns)),
        )

    def copy(self) -> Canvas:
        """Return a canvas with the same taken."""
        twin = Canvas.__new__(Canvas)
        twin.bounds, twin._taken, twin._sums = self.bounds, self._taken.copy(), None
        return twin

    def within(self, box: Box) -> Canvas:
        """Return the part of the canvas in *box*: what is painted there is painted here too."""
        part = Canvas.__new__(Canvas)
        rows, columns = self._slices(box)
        x0 = self.bounds.x0 + columns.start * CELL
        y0 = self.bounds.y0 + rows.start * CELL
        part.bounds = Box(x0, y0, max(box.x1, x0), max(box.y1, y0))
        part._taken, part._sums = self._taken[rows, columns], None
        return part

    def add(self, other: Canvas) -> None:
        """Take what is taken on a canvas of the same bounds."""
        self._taken |= other._taken

    def paint_area(self, rings: Sequence[Floats]) -> None:
        """Take the inside of rings, each an (M, 2) array; one within another is a hole."""
        scaled = [(ring - (self.bounds.x0, self.bounds.y0)) / CELL for ring in rings]
        starts = np.concatenate(scaled)
        ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in scaled])
        low, high = np.minimum(starts[:, 1], ends[:, 1]), np.maximum(starts[:, 1], ends[:, 1])
        rows, columns = self._taken.shape
        for row in range(max(int(low.min()), 0), min(ceil(high.max()), rows)):
            crossed = (low <= row + 0.5) & (row + 0.5 < high)
            one, two = starts[crossed], ends[crossed]
            share = (row + 0.5 - one[:, 1]) / (two[:, 1] - one[:, 1])
            across = np.sort(one[:, 0] + share * (two[:, 0] - one[:, 0]))
            edges = np.clip(np.stack([across[::2], across[1::2]]), 0, columns)
            for first, last in zip(np.floor(edges[0]), np.ceil(edges[1]), strict=True):
                self._taken[row, int(first) : int(last)] = True

    def paint_boxes(self, boxes: Floats) -> None:
        """Take the area of (N, 4) boxes (x0, y0, x1, y1)."""
        if len(boxes) < MANY:
            for x0, y0, x1, y1 in boxes:
                self._taken[self._slices(Box(x0, y0, x1, y1))] = True
            return
        # What many boxes cover is summed up from their corners, at the cost of the grid alone.
        x0, y0, x1, y1 = self._cells_of(boxes)
        shape = (self._taken.shape[0] + 1, self._taken.shape[1] + 1)
        sums = np.zeros(shape[0] * shape[1], dtype=np.intp)
        for y, x, sign in ((y0, x0, 1), (y0, x1, -1), (y1, x0, -1), (y1, x1, 1)):
            sums += sign * np.bincount(y * shape[1] + x, minlength=len(sums))
        covered = sums.reshape(shape).cumsum(axis=0).cumsum(axis=1)
        self._taken |= covered[:-1, :-1] > 0

    def paint_lines(self, lines: Sequence[Floats], half_width: float) -> None:
        """Take the area of polylines, each an (M, 2) array; NaN breaks a line."""
        by = int(np.ceil(half_width / CELL))
        for line in lines:
            if len(line) == 2 and (line[0] == line[1]).any():
                # A whisker, say: its cells are a box.
                self._paint_straight(line, by)
                continue
            rows, columns = self._cells(line)
            if not len(rows):
                continue
            # Only the part of the grid that the line runs through is looked at.
            x0, y0 = max(int(columns.min()) - by, 0), max(int(rows.min()) - by, 0)
            window = self._taken[y0 : rows.max() + by + 1, x0 : columns.max() + by + 1]
            hit = np.zeros(window.shape, dtype=bool)
            hit[rows - y0, columns - x0] = True
            window |= _dilated(hit, by)

    def _paint_straight(self, line: Floats, by: int) -> None:
        """Take the cells of a line along x or y, and *by* cells around them."""
        if not np.isfinite(line).all():
            return
        cells = np.floor((line - (self.bounds.x0, self.bounds.y0)) / CELL)
        ends = cells.min(axis=0) - by, cells.max(axis=0) + by + 1
        low, high = np.clip(ends, 0, self._taken.shape[::-1])
        (x0, y0), (x1, y1) = low.astype(int).tolist(), high.astype(int).tolist()
        self._taken[y0:y1, x0:x1] = True

    def _cells(self, line: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return rows and columns of the cells that a polyline runs through."""
        points = _sampled((line - (self.bounds.x0, self.bounds.y0)) / CELL)
        columns, rows = np.floor(points).astype(np.intp).T
        n_rows, n_columns = self._taken.shape
        inside = (columns >= 0) & (columns < n_columns) & (rows >= 0) & (rows < n_rows)
        return rows[inside], columns[inside]

    def free(self, box: Box) -> bool:
        """Say whether nothing is taken in *box*."""
        return not self._taken[self._slices(box)].any()

    def free_boxes(self, boxes: Floats) -> NDArray[np.bool_]:
        """Say of (N, 4) boxes whether nothing was taken in them when this was first asked."""
        if self._sums is None:
            self._sums = np.zeros(np.add(self._taken.shape, 1), dtype=np.intp)
            self._taken.cumsum(axis=0).cumsum(axis=1, out=self._sums[1:, 1:])
        x0, y0, x1, y1 = self._cells_of(boxes)
        sums = self._sums
        return np.asarray(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0] == 0)

    def _cells_of(self, boxes: Floats) -> list[NDArray[np.intp]]:
        """Return the first columns and rows of boxes, and those after their last."""
        cells = (boxes - np.tile((self.bounds.x0, self.bounds.y0), 2)) / CELL
        most = np.tile(self._taken.shape[::-1], 2)
        ends = np.hstack([np.floor(cells[:, :2]), np.ceil(cells[:, 2:])])
        whole = np.clip(ends, 0, most).astype(np.intp)
        whole[:, 2:] = np.maximum(whole[:, :2], whole[:, 2:])
        return list(whole.T)

    def free_line(self, line: Floats) -> bool:
        """Say whether a polyline, an (M, 2) array, crosses nothing."""
        return not self.taken_on(line).any()

    def taken_on(self, line: Floats) -> NDArray[np.bool_]:
        """Return what is taken along a polyline, cell by cell."""
        return np.asarray(self._taken[self._cells(line)])

    def taken_share(self, box: Box) -> float:
        """Return which share of *box* is taken."""
        region = self._taken[self._slices(box)]
        return float(region.mean()) if region.size else 0.0

    def free_along(self, strip: Box, length: float, *, vertical: bool = False) -> Floats:
        """Return the starts, along *strip*, at which a label of *length* finds its room.

        Parameters
        ----------
        strip : Box
            As thick as the label; its long side runs along x, or along y if *vertical*.
        length : float
            Length of the label along the strip, in points.
        vertical : bool, default: False
            Which way the strip runs.

        Returns
        -------
        (N,) array
            Starts in points, ascending.
        """
        rows, columns = self._slices(strip)
        blocked = np.asarray(self._taken[rows, columns].any(axis=1 if vertical else 0))
        size = ceil(length / CELL) + 1
        if len(blocked) < size:
            return np.array([], dtype=float)
        counts = np.zeros(len(blocked) + 1, dtype=np.intp)
        blocked.cumsum(out=counts[1:])
        starts = np.flatnonzero(counts[size:] == counts[:-size])
        origin = self.bounds.y0 if vertical else self.bounds.x0
        first = rows.start if vertical else columns.start
        return np.asarray((starts + first) * CELL + origin, dtype=float)

    def free_rectangles(
        self, width: float, height: float, within: Box
    ) -> tuple[NDArray[np.bool_], Floats, Floats]:
        """Say where a rectangle is free that lies in *within*.

        Returns
        -------
        free : (M, N) array of bool
            For each place, whether a rectangle with its lower left corner there is free.
        x, y : (N,) and (M,) array
            The places, in points.
        """
        rows, columns = self._slices(within)
        taken = self._taken[rows, columns]
        nx, ny = int(np.ceil(width / CELL)) + 1, int(np.ceil(height / CELL)) + 1
        if ny > taken.shape[0] or nx > taken.shape[1]:
            return np.zeros((0, 0), dtype=bool), np.array([]), np.array([])
        blocked = _any_within(_any_within(taken, ny).T, nx).T
        x = self.bounds.x0 + (columns.start + np.arange(blocked.shape[1])) * CELL
        y = self.bounds.y0 + (rows.start + np.arange(blocked.shape[0])) * CELL
        return ~blocked, x, y

    def reach(self, strip: Box, *, vertical: bool) -> tuple[float, float] | None:
        """Return where, along y if *vertical*, else along x, what is taken in *strip* lies."""
        rows, columns = self._slices(strip)
        along = np.flatnonzero(self._taken[rows, columns].any(axis=1 if vertical else 0))
        if not len(along):
            return None
        start = rows.start if vertical else columns.start
        origin = self.bounds.y0 if vertical else self.bounds.x0
        return (
            float(origin + (start + along[0]) * CELL),
            float(origin + (start + along[-1] + 1) * CELL),
        )


def _sampled(line: Floats) -> Floats:
    """Return points along a polyline, at most one cell apart."""
    line = np.clip(line, -1e5, 1e5)
    starts, ends = line[:-1], line[1:]
    whole = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[whole], ends[whole]
    if not len(starts):
        return np.empty((0, 2))
    counts = np.ceil(np.abs(ends - starts).max(axis=1)).astype(int) + 1
    counts = np.minimum(counts, 20_000)
    which = np.repeat(np.arange(len(starts)), counts)
    place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = place / np.maximum(counts[which] - 1, 1)
    sampled: Floats = starts[which] + (ends - starts)[which] * share[:, None]
    return sampled


def _any_within(mask: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Say, for each run of *length* rows, whether any of them is set, column by column."""
    done = 1
    while done < length:
        step = min(done, length - done)
        mask = mask[:-step] | mask[step:]
        done += step
    return mask


def _dilated(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Return *mask*, grown by *by* cells on every side."""
    for axis in (0, 1):
        grown = mask.copy()
        for step in range(1, by + 1):
            if axis == 0:
                grown[step:] |= mask[:-step]
                grown[:-step] |= mask[step:]
            else:
                grown[:, step:] |= mask[:, :-step]
                grown[:, :-step] |= mask[:, step:]
        mask = grown
    return mask
