"""Texts broken or shortened to a width."""

from __future__ import annotations

import re

import matplotlib as mpl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from cardplot._labels.wrap import shortened, width, wrapped

FONT = FontProperties(family="DejaVu Sans", size=9)
WORDS = st.text("abcdefg mnop-_/,$^{}\\%", max_size=60)


@pytest.mark.parametrize("dpi", [100, 150, 200])
@pytest.mark.parametrize("words", ["illustrative", "Q8_0 at 4L/128k", "ωµ→ 0.5% WMWM", "ilil.,'!"])
@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_no_renderer_draws_wider_than_is_reckoned(dpi, words, weight):
    font = FontProperties(family="DejaVu Sans", size=9, weight=weight)
    figure = Figure(dpi=dpi)
    FigureCanvasAgg(figure)
    text = figure.text(0, 0, words, fontproperties=font, parse_math=False)
    drawn = text.get_window_extent().width * 72 / dpi
    # A pixel more where all letters are narrow.
    assert 0.85 * width(words, font) <= drawn + 1
    assert drawn <= width(words, font) + 72 / dpi


def test_the_longest_line_counts():
    assert width("a\nabcdef\nab", FONT) == width("abcdef", FONT)
    assert width("", FONT) == 0


@pytest.mark.parametrize("sign", ["-", "/", "_"])
def test_lines_break_at_spaces_and_after_hyphens_slashes_and_underscores(sign):
    room = width(f"encoder{sign}", FONT) + 0.1
    assert wrapped(f"encoder{sign}decoder", FONT, room) == f"encoder{sign}\ndecoder"
    assert wrapped("encoder decoder", FONT, room) == "encoder\ndecoder"


def test_a_word_is_parted_only_where_that_saves_a_line():
    room = width("BIG-bench Hard (3-", FONT) + 0.1
    assert wrapped("BIG-bench Hard (3-shot)", FONT, room) == "BIG-bench Hard\n(3-shot)"
    room = width("a state-", FONT) + 0.1
    assert wrapped("a state-of-it", FONT, room) == "a state-\nof-it"
    assert wrapped("a state-of-it", FONT, room, apart=False, words_only=True) == "a\nstate-of-it"


def test_a_number_is_not_broken_at_its_separator():
    assert wrapped("of 248,320", FONT, width("248,320", FONT) + 0.1) == "of\n248,320"


def test_what_fits_is_left_alone():
    assert wrapped("one two", FONT, 1e3) == "one two"
    assert wrapped("one\ntwo", FONT, 1e3) == "one\ntwo"
    assert wrapped("", FONT, 10) == ""
    assert shortened("one two", FONT, 1e3) == "one two"


def test_math_is_measured_as_it_is_written():
    assert width("$\\alpha$", FONT) > width("alpha", FONT)
    assert wrapped("$5 vs $3", FONT, width("$5 vs", FONT) + 0.1) == "$5 vs\n$3"


@given(WORDS, st.floats(15, 200))
def test_lines_fit_and_lose_nothing(words, room):
    lines = wrapped(words, FONT, room).split("\n")
    assert all(width(line, FONT) <= room + 1e-6 for line in lines if len(line) > 1)
    assert "".join("".join(lines).split()) == "".join(words.split())


@given(WORDS, st.floats(1, 200))
def test_whole_words_stay_whole(words, room):
    lines = wrapped(words, FONT, room, words_only=True).split("\n")
    for line in lines:
        parts = re.split(r"[\s\-/_]+", line.strip(" -/_"))
        assert width(line, FONT) <= room + 1e-6 or len(parts) <= 1
    assert "".join("".join(lines).split()) == "".join(words.split())


@given(WORDS, st.floats(15, 300))
def test_a_wider_room_never_takes_more_lines(words, room):
    narrow = wrapped(words, FONT, room).count("\n")
    assert wrapped(words, FONT, room + 40).count("\n") <= narrow


@given(WORDS.filter(lambda words: len(words.strip()) > 3), st.floats(15, 300))
def test_a_shortened_text_keeps_its_ends(words, room):
    short = shortened(words, FONT, room)
    if short != words:
        assert width(short, FONT) <= room or short == "…"
        head, _, tail = short.partition("…")
        assert words.startswith(head)
        assert words.endswith(tail)
        assert len(tail) <= len(words) / 2 + 1
    else:
        assert width(words, FONT) <= room


def test_as_much_as_fits_is_kept():
    words = "the quick brown fox jumps"
    room = width("the quick…ox jumps", FONT)
    assert len(shortened(words, FONT, room)) >= len("the quick…ox jumps") - 1


def test_the_font_counts():
    large = FontProperties(family="DejaVu Sans", size=18)
    assert width("abc", large) == pytest.approx(2 * width("abc", FONT), rel=0.02)
    bold = FontProperties(family="DejaVu Sans", size=9, weight="bold")
    assert width("abc", bold) > width("abc", FONT)
    assert mpl.rcParams["font.family"] != []
