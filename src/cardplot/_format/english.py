"""Small pieces of English: counts, lists, names of a bearable length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_MOST_NAMES = 6
_MOST_CHARACTERS = 48
_PLURALS = {
    "category": "categories",
    "series": "series",
    "slice": "slices",
    "mesh": "meshes",
    "box": "boxes",
}


def count(number: int, noun: str) -> str:
    """Return "1 bar", "12 bars", "no bars"."""
    plural = _PLURALS.get(noun, f"{noun}s")
    return f"{f'{number:,}' if number else 'no'} {noun if number == 1 else plural}"


def listed(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    """Return "a, b and c"; beyond *most* names "a, b and 7 more"."""
    shown = [short(name) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    if len(shown) < 2:
        return "".join(shown)
    if any(", " in name for name in shown):
        return f"{'; '.join(shown[:-1])}; and {shown[-1]}"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def short(name: str) -> str:
    """Return *name* on one line, cut where it is too long for a sentence."""
    line = " ".join(name.split())
    if len(line) <= _MOST_CHARACTERS:
        return line
    return f"{line[: _MOST_CHARACTERS - 1].rstrip()}…"


def sentence(text: str) -> str:
    """Return *text* on one line, with a mark at its end."""
    line = " ".join(text.split())
    return line if not line or line.endswith((".", "!", "?", "…", ":")) else f"{line}."


def within(sentences: Iterable[str], most_words: int) -> str:
    """Return the sentences, first things first, as far as the words allow.

    A sentence that doesn't fit is left out; the first is cut instead.
    """
    kept: list[str] = []
    left = most_words
    for text in filter(None, map(sentence, sentences)):
        words = text.split()
        if len(words) <= left:
            kept.append(text)
            left -= len(words)
        elif not kept:
            kept.append(" ".join(words[:left]).rstrip(".,;:") + "…")
            left = 0
    return " ".join(kept)
