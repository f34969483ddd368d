"""Which styles a figure is drawn under, and what its files are then called."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from matplotlib import style

Layer: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]
ThemeLike: TypeAlias = Layer | Iterable[Layer]

_HERE = Path(__file__).parents[1]
_UNSAFE = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True)
class Theme:
    """A stack of styles, its name, and what it adds to a file's name."""

    name: str
    suffix: str
    layers: tuple[Layer, ...]

    def context(self) -> AbstractContextManager[None]:
        """Return a context in which the theme is in force."""
        stack: Any = list(self.layers)
        return style.context(stack)


AS_DRAWN = Theme("as drawn", "", ())
"""The theme of a Figure that exists already: none is applied."""


def resolve(themes: str | Iterable[ThemeLike] | Mapping[str, ThemeLike]) -> tuple[Theme, ...]:
    """Return the themes that *themes* names, each known to load.

    Parameters
    ----------
    themes : str, list or mapping
        Each theme is the name of a style or a list of layers, the later over the earlier. "card",
        "dark" and the layers of ``cardplot.styles`` need no prefix. A mapping gives names of its
        own to the themes.

    Returns
    -------
    tuple of Theme
        The first adds nothing to the file name; each other adds "-" and its name in the mapping,
        or else those of its layers that the first hasn't.

    Raises
    ------
    TypeError
        If it is something else.
    ValueError
        If there is none, a style doesn't exist, or two would write the same files.
    """
    named = list(_named(themes))
    if not named:
        raise ValueError("themes is empty; give at least one, such as 'card'")
    stacks = [tuple(_layer(layer) for layer in _stack(theme)) for _, theme in named]
    for stack in stacks:
        for layer in stack:
            _check(layer)
    first = [_short(layer) for layer in stacks[0]]
    found = []
    for position, ((name, _), stack) in enumerate(zip(named, stacks, strict=True)):
        shorts = [_short(layer) for layer in stack]
        added = name or "-".join(short for short in shorts if short not in first)
        suffix = "" if position == 0 else f"-{added}"
        found.append(Theme(name or "-".join(shorts), suffix, stack))
    _check_apart(found)
    return tuple(found)


def _named(themes: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(themes, str | os.PathLike):
        yield "", themes
    elif isinstance(themes, Mapping):
        for name, theme in themes.items():
            if not isinstance(name, str) or not name:
                raise TypeError(f"themes: a name must be text that isn't empty, not {name!r}")
            yield _UNSAFE.sub("-", name), theme
    elif isinstance(themes, Iterable):
        for theme in themes:
            yield "", theme
    else:
        raise TypeError(f"themes must be names of styles such as ('card', 'dark'), not {themes!r}")


def _stack(theme: Any) -> list[Any]:
    if isinstance(theme, str | os.PathLike | Mapping):
        return [theme]
    if isinstance(theme, Iterable):
        layers = list(theme)
        if layers:
            return layers
        raise ValueError("themes: a list of layers is empty")
    raise TypeError(f"themes: a theme is the name of a style or a list of layers, not {theme!r}")


def _layer(layer: Any) -> Any:
    """Return *layer* under the name by which matplotlib finds it."""
    if isinstance(layer, str):
        if layer in ("card", "dark"):
            return f"cardplot.{layer}"
        if layer in _layers():
            return f"cardplot.styles.{layer}"
    elif not isinstance(layer, os.PathLike | Mapping):
        raise TypeError(
            f"themes: a layer is the name of a style, a path or a mapping of rcParams, "
            f"not {layer!r}"
        )
    return layer


def _layers() -> list[str]:
    return sorted(file.stem for file in (_HERE / "styles").glob("*.mplstyle"))


def _short(layer: Layer) -> str:
    if isinstance(layer, Mapping):
        return "custom"
    text = os.fspath(layer)
    if text.endswith(".mplstyle") or os.sep in text or "/" in text:
        text = Path(text.replace("\\", "/")).stem
    return _UNSAFE.sub("-", text.rsplit(".", 1)[-1])


def _check(layer: Any) -> None:
    try:
        with style.context([layer]):
            pass
    except (OSError, KeyError, ValueError) as error:
        own = ", ".join(repr(name) for name in ("card", "dark", *_layers()))
        raise ValueError(
            f"themes: no usable style {layer!r} ({error}); allowed: {own}, a style of "
            f"matplotlib.style.available, 'package.style' or the path of a .mplstyle file"
        ) from error


def _check_apart(themes: list[Theme]) -> None:
    taken: dict[str, str] = {}
    for theme in themes:
        if theme.suffix in taken or theme.suffix == "-":
            raise ValueError(
                f"themes: {theme.name!r} would write the same files as "
                f"{taken.get(theme.suffix, themes[0].name)!r}; name them in a mapping, such as "
                "{'light': 'card', 'dark': 'dark'}"
            )
        taken[theme.suffix] = theme.name
    names = [theme.name for theme in themes]
    if len(set(names)) < len(names):
        raise ValueError(f"themes: two have the same name among {names}")
