"""The ids in an SVG follow from what is written in it, not from bits that nobody sees."""

from __future__ import annotations

import re
from io import BytesIO

import matplotlib as mpl
from matplotlib.figure import Figure

from cardplot._export.metadata import accessible_svg


def drawn(left=0.1, title="t"):
    fig = Figure(figsize=(3, 2))
    ax = fig.add_axes((left, 0.2, 0.7, 0.7))
    ax.bar(["#p0123456789", "b"], [1, 2], hatch="//")
    ax.plot([0, 1], [1, 2], "o")
    ax.scatter([0, 1], [2, 1])
    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "s", "svg.fonttype": "none"}):
        fig.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue(), accessible_svg(file.getvalue(), title, "")


def test_a_last_bit_of_the_layout_changes_no_byte():
    (raw, steady), (raw_again, steady_again) = drawn(0.1), drawn(0.1 + 2**-56)
    assert raw != raw_again  # or this test has nothing to say
    assert steady == steady_again


def test_every_reference_has_one_target():
    _, svg = drawn()
    ids = re.findall(rb'\bid="([^"]+)"', svg)
    mentioned = set(re.findall(rb'(?:url\(|xlink:href="|href=")#([^")]+)', svg))
    assert len(mentioned) >= 4  # clip, markers, hatch, path collection
    assert len(ids) == len(set(ids))
    assert mentioned <= set(ids)


def test_text_that_looks_like_an_id_is_text():
    assert b"#p0123456789" in drawn()[1]


def test_other_drawings_have_other_ids():
    """Two figures may stand in one page."""
    mentioned = [
        set(re.findall(rb"url\(#([^)]+)\)", svg)) for svg in (drawn(0.1)[1], drawn(0.15)[1])
    ]
    assert not mentioned[0] & mentioned[1]
