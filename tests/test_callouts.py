"""`callout` and `group_names`: where they point, what they refuse."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.figure import Figure

import cardplot as cp


@pytest.fixture
def ax():
    axes = Figure(figsize=(5, 3), layout="constrained").subplots()
    cp.stacked_share_bars(axes, {"part": [1, 2, 3, 4]}, tick_labels=list("abcd"))
    return axes


@pytest.mark.parametrize(
    ("kwargs", "argument"),
    [
        ({"x": "nope"}, "x"),
        ({"y": "high"}, "y"),
        ({"x": None}, "x"),
        ({"y": np.inf}, "y"),
        ({"y": 10**400}, "y"),
        ({"text": 5}, "text"),
        ({"color": "bleu"}, "color"),
    ],
)
def test_a_mark_without_a_place_is_refused(ax, kwargs, argument):
    with pytest.raises((TypeError, ValueError), match=rf"^{argument}\b"):
        cp.callout(ax, **{"x": 1, "y": 2, "text": "here", **kwargs})
    assert "here" not in [text.get_text() for text in ax.texts]


def test_a_category_is_pointed_at_by_its_name(ax):
    assert cp.callout(ax, "c", 3, "here").data.loc[0, ["x", "y"]].tolist() == [2, 3]


@pytest.mark.parametrize(
    "groups",
    ["ab", ["a"], {}, *({"g": ends} for ends in (1, (0, 1, 2), (2, 0), ("a", None), (0, "z")))],
)
def test_groups_that_are_no_ranges_are_refused(ax, groups):
    with pytest.raises((TypeError, ValueError), match="groups"):
        cp.group_names(ax, groups)


def test_groups_are_ranges_of_names_or_positions(ax):
    found = cp.group_names(ax, {"first": ("a", "b"), "rest": (2, 3)}).data
    assert found.values.tolist() == [["first", 0.0, 1.0], ["rest", 2.0, 3.0]]


def test_a_group_is_named_over_what_can_be_seen_of_it(ax):
    names = cp.group_names(ax, {"old": (0, 1), "new": (2, 3)})
    ax.set_xlim(-0.5, 2.5)
    ax.figure.savefig(io.BytesIO())
    old, new = names.labels
    center = ax.transData.inverted().transform(new.get_window_extent())[:, 0].mean()
    assert center == pytest.approx(2.25, abs=0.01)
    cp.group_names(ax, {"endless": (2, 1e300)})
    ax.figure.savefig(io.BytesIO())
    ax.set_xlim(-0.5, 1.5)
    ax.figure.savefig(io.BytesIO())
    assert not new.get_visible()
    assert old.get_visible()
