"""Whatever is in a text is drawn as it is, in every format, and complained about once."""

from __future__ import annotations

import io
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import primitives
import pytest
from drawn import new
from matplotlib.font_manager import fontManager
from matplotlib.text import Text
from primitives import ALL, around, references, titles

import cardplot as cp
from cardplot._labels.scripts import LAST_RESORT, font_with, script_of

NASTY = (
    "$5 vs $3",
    "a_$b$ \\alpha \\frac{",
    "100% <b>&amp;\"'",
    "שלום e\u0301\u0323 {x}^2 #~",
    "two\nlines\t\r\nthree",
    "\x00\x1b[0m\x7f\ud800\uffff",
)
LONG = "Pre-training_loss $" * 48  # 912 characters
SCRIPTS = {"CJK": "모델 模型", "Devanagari": "हिन्दी", "Emoji": "\U0001f917\u200d\ufe0f"}
BESIDE_LAST_RESORT = LAST_RESORT in {font.name for font in fontManager.ttflist}
"""Since 3.11 matplotlib has a font that keeps it quiet; before, its own complaints remain."""


@pytest.fixture(autouse=True)
def _card():
    plt.style.use("cardplot.card")


EVERY = pytest.mark.parametrize("draw", ALL.values(), ids=ALL)


def drawn_texts(figure):
    """Return the texts that are drawn, by their letters: they may be broken anywhere."""
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    return {"".join(text.get_text().split()): text for text in texts}


def save_all(figure, formats):
    for kind in formats:
        figure.savefig(io.BytesIO(), format=kind)


@EVERY
@pytest.mark.filterwarnings("ignore:No free place", "ignore:The figure is too low")
def test_any_characters_are_drawn_as_they_are(draw):
    figure = new("constrained", figsize=(6, 5))
    draw(figure.subplots(), NASTY)
    # One text is like another in a file, but for the outlines of titles that may be formulas.
    save_all(figure, ["png", "svg", "pdf"] if draw in (references, titles) else ["png"])
    texts = drawn_texts(figure)
    wanted = {"".join(word.split()) for word in NASTY[:-1]} | {"\ufffd\ufffd[0m\ufffd\ufffd\ufffd"}
    assert wanted <= set(texts)
    assert not any(texts[word].get_parse_math() for word in wanted if "$" in word)
    assert not any("\t" in text.get_text() or "\r" in text.get_text() for text in texts.values())


@EVERY
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_nine_hundred_characters_are_drawn_somehow(draw):
    figure = new(figsize=(6, 4))
    draw(figure.subplots(), [LONG, "b", "c"])
    save_all(figure, ["png"])


@EVERY
@pytest.mark.filterwarnings("ignore:No free place")
def test_a_script_without_a_font_is_named_once(draw):
    words = [f"{text} {index}" for index, text in enumerate(SCRIPTS.values())]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure = new("constrained", figsize=(6, 5))
        draw(figure.subplots(), words)
        save_all(figure, ["svg"])
    said = [str(one.message) for one in caught]
    ours = [words for words in said if words.startswith("The font has no")]
    assert sorted(ours) == sorted(set(ours))
    for script, text in SCRIPTS.items():
        (message,) = [words for words in ours if f"no {script} " in words]
        assert text[:1] in message
        assert f"'{font_with(script, text)[0]}']" in message
    assert all(one.filename == primitives.__file__ for one in caught if str(one.message) in ours)
    assert not [words for words in said if "Glyph" in words and BESIDE_LAST_RESORT]


def test_a_font_that_is_there_is_named():
    assert font_with("Greek", "Ωλ") == ("DejaVu Sans", True)
    assert font_with("Cuneiform", "𒀀") == ("Noto Sans Cuneiform", False)


def test_scripts_by_their_names():
    found = {"か": "CJK", "、": "CJK", "ｱ": "CJK", "ไ": "Thai", "𐎠": "Old Persian", "⌚": "Emoji"}
    assert {one: script_of(one) for one in found} == found
    assert [script_of(one) for one in "\u200d\ufe0f\ue000"] == [None, None, "private-use"]


def test_fonts_that_have_it_are_used_without_a_word():
    figure = new(figsize=(4, 3))
    cp.footer(figure, "−→↓Δ±≤✓– Ωλ Жя")
    save_all(figure, ["png"])


def test_absent_families_are_not_asked_for_again_and_again():
    mpl.rcParams["font.family"] = ["Nosuchfont", "DejaVu Sans"]
    figure = new(figsize=(6, 4))
    around(figure.subplots(), ["one", "two", "three"])
    ours = drawn_texts(figure)
    assert [ours[name].get_fontfamily() for name in ("one", "two", "three")] == [
        ["DejaVu Sans"]
    ] * 3


@pytest.mark.parametrize("draw", [ALL[name] for name in ALL if name != "titles"])
def test_latex_gets_no_names(draw):
    with mpl.rc_context({"text.usetex": True}):
        figure = new(figsize=(6, 5))
        draw(figure.subplots(), NASTY[:3])
    mpl.rcParams["text.usetex"] = False
    texts = drawn_texts(figure)
    found = [text for words, text in texts.items() if "$" in words]
    assert found
    assert not any(text.get_usetex() for text in found)
