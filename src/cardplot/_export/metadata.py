"""What a file says about itself: one set of keys, written in each format's own words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape

KEYS = ("Title", "Author", "Description", "Keywords", "Copyright", "Source")
_LISTS = ("Author", "Keywords")
_CREATOR = "cardplot"

# Characters that XML 1.0 can't hold at all, and lone surrogates, which no encoding can.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Return *text* without the characters that some format can't hold."""
    return _UNWRITABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def checked(metadata: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the user's metadata as clean strings.

    Raises
    ------
    TypeError
        If it isn't a mapping, or a value is neither text nor (authors, keywords) a list of texts.
    ValueError
        If a key isn't one of `KEYS`.
    """
    if metadata is None:
        return {}
    if not isinstance(metadata, Mapping):
        raise TypeError(
            f"metadata must be a mapping such as {{'Author': 'A. Name'}}, not {metadata!r}"
        )
    unknown = [key for key in metadata if key not in KEYS]
    if unknown:
        raise ValueError(f"metadata has no key {unknown[0]!r}; allowed: {', '.join(KEYS)}")
    return {key: clean(_joined(key, value)) for key, value in metadata.items()}


def _joined(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if key in _LISTS and isinstance(value, Iterable):
        values = list(value)
        if all(isinstance(item, str) for item in values):
            return ", ".join(values)
    allowed = "text or a list of texts" if key in _LISTS else "text"
    raise TypeError(f"metadata[{key!r}] must be {allowed}, not {value!r}")


def written_as(file_format: str, metadata: Mapping[str, str]) -> dict[str, Any]:
    """Return *metadata* under the keys that matplotlib's writer of a format takes.

    Dates and the version of matplotlib are left out, so that the bytes depend on what is drawn
    and on nothing else. Empty texts are left out as well.
    """
    known = {key: text for key, text in metadata.items() if text}
    if file_format == "png":
        return {**known, "Software": _CREATOR}
    if file_format == "pdf":
        info = {key: known.get(key) for key in ("Title", "Author", "Keywords")}
        subject = known.get("Description")
        return {
            **info,
            "Subject": subject,
            "Creator": _CREATOR,
            "Producer": _CREATOR,
            "CreationDate": None,
        }
    names = {"Author": "Contributor", "Copyright": "Rights"}
    svg: dict[str, Any] = {names.get(key, key): text for key, text in known.items()}
    if "Keywords" in svg:
        svg["Keywords"] = svg["Keywords"].split(", ")
    return {**svg, "Creator": _CREATOR, "Date": None}


def accessible_svg(svg: bytes, title: str, description: str) -> bytes:
    """Return an SVG whose root says, to a screen reader too, what it shows.

    Parameters
    ----------
    svg : bytes
        What matplotlib wrote. A ``<title>`` that it put first is replaced.
    title, description : str
        The accessible name and description; empty ones are left out.

    Returns
    -------
    bytes
        The same drawing with ``role="img"``, ``<title>`` and ``<desc>``. Their ids come from the
        texts, so that several figures can stand in one page.
    """
    svg = _steady_ids(svg)
    root = re.search(rb"<svg\b[^>]*>", svg)
    if root is None or not (title or description):
        return svg
    key = hashlib.sha256(f"{title}\n{description}".encode()).hexdigest()[:10]
    parts = [(tag, text) for tag, text in (("title", title), ("desc", description)) if text]
    labelled = " ".join(f"{tag}-{key}" for tag, _ in parts)
    opened = root.group()[:-1] + f' role="img" aria-labelledby="{labelled}">'.encode()
    elements = "".join(f'\n <{tag} id="{tag}-{key}">{escape(text)}</{tag}>' for tag, text in parts)
    rest = re.sub(rb"\A\s*<title>[^<]*</title>", b"", svg[root.end() :])
    return svg[: root.start()] + opened + elements.encode() + rest


def _steady_ids(svg: bytes) -> bytes:
    """Return an SVG whose ids follow from what is written in it.

    matplotlib makes them of unrounded numbers, and the solver behind constrained layout gives
    those another last bit in every run. The new ones count up behind a digest of the drawing, so
    that several figures can stand in one page.
    """
    ids = list(dict.fromkeys(re.findall(rb'\bid="(\w*?[0-9a-f]{10})"', svg)))
    names = {old: b"%s%d" % (old[:-10], n) for n, old in enumerate(ids)}
    mention = re.compile(rb'(\bid="|#)(\w*?[0-9a-f]{10})(?=[")])')

    def renamed(key: bytes) -> bytes:
        return mention.sub(lambda m: m[1] + (names[m[2]] + key if m[2] in names else m[2]), svg)

    return renamed(b"-" + hashlib.sha256(renamed(b"")).hexdigest()[:10].encode())
