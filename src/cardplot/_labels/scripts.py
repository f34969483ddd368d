"""Characters that fonts lack, what script they are, and which font has them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import lru_cache

from matplotlib.font_manager import FontEntry, FontProperties, findfont, fontManager, get_font
from matplotlib.ft2font import FT2Font

LAST_RESORT = "Last Resort High-Efficiency"
"""A font with a box for every character, which matplotlib brings along since 3.11."""
PICTURES, RARE_IDEOGRAPHS = 0x1F000, 0x20000
IDEOGRAPHS = 0x2E80
SUGGESTED = {
    "CJK": "Noto Sans CJK JP",
    "Emoji": "Noto Emoji",
    "Symbols": "Noto Sans Symbols 2",
    "private-use": "Symbols Nerd Font",
}
TWO_WORDS = ("OLD", "NEW", "LINEAR", "TAI")


def installed(font: FontProperties) -> list[str]:
    """Return those families of *font* that are there: each other one is a line in the log."""
    return [family for family in font.get_family() if _path(font, family) is not None]


def lacking(words: str, font: FontProperties) -> str:
    """Return the characters of *words* that no family of *font* has, each once."""
    found = [font.get_file(), *(_path(font, family) for family in font.get_family())]
    paths = [path for path in found if path is not None] or [findfont("DejaVu Sans")]
    faces = [get_font(path) for path in paths]
    return "".join(
        character
        for character in dict.fromkeys(words)
        if character != "\n" and not any(face.get_char_index(ord(character)) for face in faces)
    )


def _path(font: FontProperties, family: str) -> str | None:
    one = font.copy()
    one.set_family(family)
    try:
        return findfont(one, fallback_to_default=False)
    except ValueError:
        return None


def script_of(character: str) -> str | None:
    """Return the script of a character; None for those that are never drawn by themselves.

    A character's name begins with its script. One font has all that is as wide as an ideograph.
    """
    code, category = ord(character), unicodedata.category(character)
    name = unicodedata.name(character, "")
    if category == "Cf" or name.startswith("VARIATION SELECTOR"):
        return None
    if category[0] == "C":
        return "private-use"
    wide = unicodedata.east_asian_width(character) in "WFH"
    if wide and (IDEOGRAPHS <= code < PICTURES or code >= RARE_IDEOGRAPHS or "HANGUL" in name):
        return "CJK"
    if category[0] in "SPZ" or name.startswith("MATHEMATICAL"):
        return "Emoji" if wide or code >= PICTURES else "Symbols"
    words = name.split()
    return " ".join(words[: 2 if words[0] in TWO_WORDS else 1]).title()


def font_with(script: str, characters: Collection[str]) -> tuple[str, bool]:
    """Return a font that has all *characters* of a script, and whether it is installed."""
    found = _installed_with(frozenset(characters))
    return found or SUGGESTED.get(script, f"Noto Sans {script}"), found is not None


@lru_cache(maxsize=64)
def _installed_with(characters: Collection[str]) -> str | None:
    seen = {LAST_RESORT}
    for entry in sorted(fontManager.ttflist, key=_plainness):
        if entry.name in seen:
            continue
        seen.add(entry.name)
        try:
            face = FT2Font(entry.fname)
        except (OSError, RuntimeError):  # removed since matplotlib listed it, or broken
            continue
        if all(face.get_char_index(ord(character)) for character in characters):
            return str(entry.name)
    return None


def _plainness(entry: FontEntry) -> tuple[bool, str, bool, bool]:
    """Return what to sort by: upright, regular sans-serif faces first."""
    regular = str(entry.weight) in ("400", "normal", "regular")
    return "sans" not in entry.name.lower(), entry.name, entry.style != "normal", not regular
