"""Stacking, dodging, spreading and finding room, on numbers alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cardplot._geometry import CELL, MANY, Box, Canvas, dodge, headroom, spread, stack

PAGE = Box(0, 0, 200, 120)


# ---- stack


def test_parts_stand_on_each_other_and_missing_ones_take_no_room():
    values = np.array([[3.0, np.nan, 2.0], [0.0, 1.0, 0.0], [np.nan, np.nan, np.nan]])
    bottoms, tops = stack(values)
    np.testing.assert_array_equal(bottoms[0], [0, np.nan, 3])
    np.testing.assert_array_equal(tops[0], [3, np.nan, 5])
    np.testing.assert_array_equal(bottoms[1], [0, 0, 1])
    np.testing.assert_array_equal(tops[1], [0, 1, 1])
    assert np.isnan(tops[2]).all()


@given(
    arrays(np.float64, (4, 3), elements=st.one_of(st.floats(0, 1e6), st.just(float("nan")))),
)
def test_stacks_are_as_high_as_their_parts(values):
    bottoms, tops = stack(values)
    np.testing.assert_allclose(tops - bottoms, values, atol=1e-6)
    for row, low, high in zip(values, bottoms, tops, strict=True):
        there = ~np.isnan(row)
        if there.any():
            np.testing.assert_allclose(high[there][-1], row[there].sum())
            assert low[there][0] == 0
            np.testing.assert_array_equal(low[there][1:], high[there][:-1])


# ---- dodge


@given(st.integers(1, 12), st.floats(0.1, 1.0))
def test_bars_of_a_group_touch_fill_it_and_are_centred(count, width):
    offsets, bar = dodge(count, width)
    assert bar * count == pytest.approx(width)
    np.testing.assert_allclose(np.diff(offsets), bar)
    assert offsets.sum() == pytest.approx(0, abs=1e-9)
    assert offsets[-1] + bar / 2 == pytest.approx(width / 2)


# ---- spread


def test_intervals_that_do_not_touch_stay():
    np.testing.assert_allclose(
        spread(np.array([10.0, 30, 50]), np.full(3, 10.0), 0, 60), [10, 30, 50]
    )


def test_two_that_overlap_share_the_way():
    np.testing.assert_allclose(spread(np.array([50.0, 52]), np.full(2, 10.0), 0, 100), [46, 56])
    np.testing.assert_allclose(
        spread(np.array([50.0, 52]), np.full(2, 10.0), 0, 100, gap=2), [45, 57]
    )


def test_at_an_edge_they_are_pushed_in():
    np.testing.assert_allclose(spread(np.array([1.0, 2]), np.full(2, 10.0), 0, 100), [5, 15])
    np.testing.assert_allclose(spread(np.array([99.0, 98]), np.full(2, 10.0), 0, 100), [95, 85])


def test_ties_keep_their_order_and_nothing_is_nothing():
    found = spread(np.full(3, 50.0), np.array([10.0, 4, 6]), 0, 100)
    assert list(np.argsort(found)) == [0, 1, 2]
    assert spread(np.array([]), np.array([]), 0, 1).shape == (0,)


sized = st.lists(
    st.tuples(st.floats(0, 100, width=16), st.floats(0.5, 12, width=16)), min_size=1, max_size=8
)


@given(sized, st.floats(0, 3))
def test_spread_intervals_neither_overlap_nor_change_their_order(parts, gap):
    centers, sizes = (np.array(column) for column in zip(*parts, strict=True))
    found = spread(centers, sizes, 0, 100, gap)
    order = np.argsort(centers, kind="stable")
    placed, lengths = found[order], sizes[order]
    starts, ends = placed - lengths / 2, placed + lengths / 2
    assert (starts[1:] - ends[:-1] >= gap - 1e-6).all()
    if sizes.sum() + gap * (len(sizes) - 1) <= 100:
        assert starts[0] >= -1e-6
        assert ends[-1] <= 100 + 1e-6


@given(sized)
def test_no_other_order_preserving_solution_moves_less(parts):
    centers, sizes = (np.array(column) for column in zip(*parts, strict=True))
    found = spread(centers, sizes, -1e6, 1e6)
    cost = ((found - centers) ** 2).sum()
    order = np.argsort(centers, kind="stable")
    rng = np.random.default_rng(0)
    for scale in (0.01, 0.1, 1.0, 5.0):
        other = found + rng.normal(0, scale, len(found))
        # Make it feasible: push each interval off the one before.
        for one, two in pairwise(order):
            other[two] = max(other[two], other[one] + (sizes[one] + sizes[two]) / 2)
        assert ((other - centers) ** 2).sum() >= cost - 1e-6


# ---- headroom


def test_room_beyond_the_highest_mark_is_a_share_of_the_axis():
    low, high = headroom(0, 10, np.array([10.0]), np.array([0.0]), np.array([0.1]))
    assert low == 0
    assert high == pytest.approx(10 / 0.9)


def test_room_at_both_ends():
    low, high = headroom(-5, 5, np.array([-5.0, 5]), np.array([0.2, 0.0]), np.array([0.0, 0.2]))
    span = high - low
    assert -5 - low == pytest.approx(0.2 * span)
    assert high - 5 == pytest.approx(0.2 * span)


marks = st.lists(
    st.tuples(st.floats(-50, 50), st.floats(0, 0.3), st.floats(0, 0.3)), min_size=1, max_size=6
)


@given(marks)
def test_every_mark_gets_its_room_and_no_limit_moves_in(parts):
    at, before, after = (np.array(column) for column in zip(*parts, strict=True))
    assume(before.max() + after.max() <= 0.65)
    low, high = headroom(-50, 50, at, before, after)
    span = high - low
    assert low <= -50
    assert high >= 50
    assert (at - before * span >= low - 1e-4 * span).all()
    assert (at + after * span <= high + 1e-4 * span).all()
    # Nothing is given away: each end is where it was, or just where a mark needs it.
    assert low == -50 or (at - before * span).min() == pytest.approx(low, abs=1e-4 * span)
    assert high == 50 or (at + after * span).max() == pytest.approx(high, abs=1e-4 * span)


def test_more_room_than_there_is_leaves_the_data_visible():
    low, high = headroom(0, 1, np.array([0.0, 1.0]), np.full(2, 0.8), np.full(2, 0.8))
    assert 1 / (high - low) >= 0.29


def test_nothing_to_make_room_for():
    assert headroom(0, 1, np.array([]), np.array([]), np.array([])) == (0, 1)
    assert headroom(3, 3, np.array([3.0]), np.array([0.1]), np.array([0.1])) == (3, 3)


# ---- Box


def test_boxes():
    box = Box.around(10, 20, 8, 4)
    assert box == Box(6, 18, 14, 22)
    assert (box.width, box.height) == (8, 4)
    assert box.grown(1) == Box(5, 17, 15, 23)
    assert box.grown(1, 2) == Box(5, 16, 15, 24)
    assert box.moved(1, -1) == Box(7, 17, 15, 21)
    assert box.grown(1).holds(box)
    assert not box.holds(box.grown(1))
    assert box.meets(Box(13, 21, 20, 30))
    assert not box.meets(Box(14, 18, 20, 22))


# ---- Canvas


boxes = st.tuples(st.floats(0, 190), st.floats(0, 110), st.floats(1, 60), st.floats(1, 60)).map(
    lambda b: Box(b[0], b[1], min(b[0] + b[2], 200), min(b[1] + b[3], 120))
)


def painted(*taken):
    canvas = Canvas(PAGE)
    canvas.paint_boxes(np.array([[b.x0, b.y0, b.x1, b.y1] for b in taken]).reshape(-1, 4))
    return canvas


def test_many_boxes_are_painted_as_each_of_them_is():
    rng = np.random.default_rng(3)
    low = rng.uniform(-40, 230, (MANY, 2))
    many = np.hstack([low, low + rng.uniform(-1, 9, (MANY, 2))])  # some have no extent
    at_once, singly = Canvas(PAGE), Canvas(PAGE)
    at_once.paint_boxes(many)
    for box in many:
        singly.paint_boxes(box[None])
    everywhere = [Box(x, y, x + CELL, y + CELL) for x in range(200) for y in range(120)]
    taken = [singly.free(box) for box in everywhere]
    assert 1000 < sum(taken) < 22_000
    assert [at_once.free(box) for box in everywhere] == taken


@given(st.lists(boxes, max_size=6), st.lists(boxes, min_size=1, max_size=6))
def test_boxes_are_looked_at_together_as_each_of_them_is(taken, asked):
    canvas = painted(*taken)
    found = canvas.free_boxes(np.array([[b.x0, b.y0, b.x1, b.y1] for b in asked]))
    assert found.tolist() == [canvas.free(box) for box in asked]


@given(st.lists(boxes, max_size=6), boxes)
def test_a_box_is_free_where_nothing_meets_it(taken, asked):
    free = painted(*taken).free(asked)
    if free:
        assert not any(box.meets(asked) for box in taken)
    # A cell may be taken where only a part of it is.
    if not any(box.meets(asked.grown(2 * CELL)) for box in taken):
        assert free


@given(st.lists(boxes, max_size=6), boxes)
def test_the_share_that_is_taken(taken, asked):
    share = painted(*taken).taken_share(asked)
    assert 0 <= share <= 1
    assert (share == 0) == painted(*taken).free(asked)
    assert painted(asked).taken_share(asked) == 1


@given(st.lists(boxes, max_size=5), st.floats(5, 80), st.booleans())
def test_places_along_a_strip(taken, length, vertical):
    canvas = painted(*taken)
    strip = Box(50, 0, 62, 120) if vertical else Box(0, 50, 200, 62)
    starts = canvas.free_along(strip, length, vertical=vertical)
    assert list(starts) == sorted(starts)
    for start in starts:
        if vertical:
            assert canvas.free(Box(50, start, 62, start + length))
        else:
            assert canvas.free(Box(start, 50, start + length, 62))
    end = 120 if vertical else 200
    if not any(box.meets(strip) for box in taken):
        assert starts[0] == pytest.approx(0)
        assert starts[-1] + length == pytest.approx(end, abs=2 * CELL)


def test_a_strip_that_is_shorter_than_the_label_has_no_place():
    assert len(Canvas(PAGE).free_along(Box(0, 0, 20, 10), 30)) == 0


@given(st.lists(boxes, max_size=5), st.floats(5, 60), st.floats(5, 60))
def test_free_rectangles_are_free_and_in_their_frame(taken, width, height):
    canvas = painted(*taken)
    frame = Box(20, 10, 180, 100)
    free, x, y = canvas.free_rectangles(width, height, frame)
    assert free.shape == (len(y), len(x))
    rng = np.random.default_rng(1)
    ii, jj = np.nonzero(free)
    for k in rng.permutation(len(ii))[:20]:
        box = Box(x[jj[k]], y[ii[k]], x[jj[k]] + width, y[ii[k]] + height)
        assert canvas.free(box)
        assert frame.holds(box, slack=CELL)
    ii, jj = np.nonzero(~free)
    for k in rng.permutation(len(ii))[:20]:
        # Sizes are rounded up to cells, with one more for what lies between two.
        box = Box(x[jj[k]], y[ii[k]], x[jj[k]] + width, y[ii[k]] + height).grown(2 * CELL)
        assert not canvas.free(box)
    if not taken:
        assert free.all()


def test_a_rectangle_that_is_larger_than_its_frame_has_no_place():
    free, x, y = Canvas(PAGE).free_rectangles(300, 10, PAGE)
    assert free.size == len(x) == len(y) == 0


def test_how_far_a_strip_is_taken():
    canvas = painted(Box(10, 20, 30, 40), Box(60, 70, 80, 90))
    assert canvas.reach(Box(0, 0, 50, 120), vertical=True) == pytest.approx((20, 40), abs=CELL)
    assert canvas.reach(Box(0, 0, 200, 120), vertical=True) == pytest.approx((20, 90), abs=CELL)
    assert canvas.reach(Box(0, 0, 200, 60), vertical=False) == pytest.approx((10, 30), abs=CELL)
    assert canvas.reach(Box(100, 0, 200, 120), vertical=True) is None


@given(
    st.lists(st.tuples(st.floats(0, 200), st.floats(0, 120)), min_size=2, max_size=5),
    st.floats(0, 1),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_lines_are_taken_in_all_their_length_and_width(vertices, place, half):
    line = np.array(vertices)
    canvas = Canvas(PAGE)
    canvas.paint_lines([line], half)
    start, end = line[0], line[1]
    x, y = start + (end - start) * place
    assert not canvas.free(Box(x - 0.1, y - 0.1, x + 0.1, y + 0.1))
    far = np.abs(line[:-1, None] - line[1:, None]).max() + half + 2
    lowest = line[:, 1].min() - half - 2 * CELL
    assert lowest <= 0 or canvas.free(Box(0, 0, 200, lowest))
    assert far > 0


@given(
    st.floats(1, 119),
    st.tuples(st.floats(1, 119), st.floats(1, 119)),
    st.booleans(),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_a_straight_line_takes_what_it_takes_in_two_pieces(across, ends, upright, half):
    low, high = ends
    xy = np.array([[across, low], [across, (low + high) / 2], [across, high]])
    line = xy if upright else xy[:, ::-1]
    one, two = Canvas(PAGE), Canvas(PAGE)
    one.paint_lines([line[[0, 2]]], half)
    two.paint_lines([line], half)
    for x, y in np.random.default_rng(1).uniform((0, 0), (200, 120), (50, 2)):
        box = Box(x, y, x + 0.1, y + 0.1)
        assert one.free(box) == two.free(box)
    middle = Box.around(*line[1], 2 * CELL, 2 * CELL)
    assert one.free(middle) == two.free(middle)


def test_a_gap_in_a_line_is_free():
    canvas = Canvas(PAGE)
    canvas.paint_lines([np.array([[0, 10], [50, 10], [np.nan, np.nan], [150, 10], [200, 10]])], 1)
    assert not canvas.free(Box(20, 5, 30, 15))
    assert canvas.free(Box(55, 5, 145, 15))
    assert not canvas.free(Box(160, 5, 170, 15))


def test_lines_far_beyond_the_canvas_cost_nothing_and_harm_nothing():
    canvas = Canvas(PAGE)
    canvas.paint_lines([np.array([[-1e12, 60], [1e12, 60]])], 1)
    assert not canvas.free(Box(100, 55, 110, 65))
    assert canvas.free(Box(100, 70, 110, 80))


def test_a_copy_is_a_canvas_of_its_own():
    canvas = painted(Box(0, 0, 10, 10))
    twin = canvas.copy()
    twin.paint_boxes(np.array([[50, 50, 60, 60]]))
    assert canvas.free(Box(50, 50, 60, 60))
    assert not twin.free(Box(50, 50, 60, 60))
    assert not twin.free(Box(0, 0, 10, 10))
