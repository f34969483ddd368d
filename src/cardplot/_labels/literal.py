"""Texts that print what they say: no mathtext, no LaTeX, a word about missing scripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from cardplot._labels.scripts import LAST_RESORT, font_with, installed, lacking, script_of
from cardplot._tables.label_text import printable
from cardplot._warnings import warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure


def literal(target: Axes | Figure | SubFigure, texts: Iterable[Text]) -> None:
    """Draw *texts* of a figure character by character, whatever is in them."""
    many = tuple(texts)
    for text in many:
        text.set_parse_math(False)
        text.set_usetex(False)
    spell(target, many)


def spell(target: Axes | Figure | SubFigure, texts: Iterable[Text]) -> None:
    """Set *texts* in fonts that are there; warn, once a figure, of scripts that these lack."""
    by_font: dict[FontProperties, list[Text]] = {}
    for text in texts:
        words = text.get_text()
        if words != (clean := printable(words)):
            text.set_text(clean)
        by_font.setdefault(text.get_fontproperties(), []).append(text)
    for font, alike in by_font.items():
        families = families_for(target, font, [text.get_text() for text in alike])
        if families != font.get_family():
            for text in alike:
                text.set_fontfamily(families)


def families_for(
    target: Axes | Figure | SubFigure, font: FontProperties, words: Iterable[str]
) -> list[str]:
    """Return the families in which *words* are drawn without complaints by matplotlib.

    It warns of every missing glyph whenever a text is measured or drawn. A font with a box for
    each character, at the end of the list, is what it draws then anyway, without a word.
    """
    lines = tuple(words)
    families = installed(font)
    missing = lacking("".join(lines), font)
    if not missing:
        return families or font.get_family()
    _warn_of_scripts(target, families, lines, missing)
    last = FontProperties(family=[LAST_RESORT])
    return [*(families or ["DejaVu Sans"]), *installed(last)]


def _warn_of_scripts(
    target: Axes | Figure | SubFigure, families: list[str], lines: Iterable[str], missing: str
) -> None:
    from cardplot._layout import conduct

    said = conduct(target).scripts
    for script in dict.fromkeys(map(script_of, missing)):
        if script is None or script in said:
            continue
        said.add(script)
        characters = [one for one in missing if script_of(one) == script]
        example = next(line for line in lines if set(characters) & set(line))
        name, there = font_with(script, characters)
        hint = f"such as {[*families, name]}" + ("" if there else "; that font has to be installed")
        warn(
            f"The font has no {script} characters: boxes are drawn for those in "
            f"{_short(example)!r}. Set font.family to a list with a font that has them, {hint}."
        )


def _short(words: str) -> str:
    return words if len(words) <= 40 else words[:39] + "…"
