"""What `save` takes, and the errors about it that come before anything is drawn."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from numbers import Real
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
_OWN_SUFFIXES = (*(f".{name}" for name in FORMATS), ".csv", ".txt")


def base(path: Any) -> Path:
    """Return the path of the files without any suffix."""
    try:
        text = os.fsdecode(path)
    except TypeError:
        raise TypeError(f"path must be text or a path, not {path!r}") from None
    base = Path(text)
    if not base.name or base.name == ".." or text.endswith(("/", os.sep)):
        raise ValueError(f"path must end in a file name, not {text!r}")
    return base.with_suffix("") if base.suffix.lower() in _OWN_SUFFIXES else base


def formats(given: Any) -> tuple[str, ...]:
    """Return the formats, each once, as matplotlib names them."""
    if not isinstance(given, Iterable):
        raise TypeError(f"formats must be names such as ('png', 'svg'), not {given!r}")
    names = [given] if isinstance(given, str) else list(given)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"formats must be names such as ('png', 'svg'), not {name!r}")
        if name.lower().lstrip(".") not in FORMATS:
            raise ValueError(f"formats: unknown {name!r}; allowed: {', '.join(FORMATS)}")
    if not names:
        raise ValueError(f"formats is empty; allowed: {', '.join(FORMATS)}")
    return tuple(dict.fromkeys(name.lower().lstrip(".") for name in names))


def check(figure: Any, dpi: Any, alt: Any, data: Any) -> None:
    """Raise if one of these arguments of `save` is of no use, before anything is drawn."""
    _check_figure(figure)
    _check_dpi(dpi)
    if alt is not None and not isinstance(alt, str):
        raise TypeError(f"alt must be text, not {alt!r}")
    tables = list(data.values()) if isinstance(data, Mapping) else [data]
    if not isinstance(data, bool) and not all(hasattr(table, "to_csv") for table in tables):
        raise TypeError(f"data must be True, False, a DataFrame or a mapping of them, not {data!r}")


def _check_figure(figure: Any) -> None:
    if not isinstance(figure, Figure) and not callable(figure):
        parent = getattr(figure, "figure", None)
        hint = "; pass its .figure" if isinstance(parent, Figure) else ""
        raise TypeError(
            f"figure must be a matplotlib Figure or a callable that returns one, "
            f"not {figure!r}{hint}"
        )


def _check_dpi(dpi: Any) -> None:
    if dpi is not None:
        if isinstance(dpi, bool) or not isinstance(dpi, Real):
            raise TypeError(f"dpi must be a number, not {dpi!r}")
        if not (math.isfinite(dpi) and float(dpi) > 0):
            raise ValueError(f"dpi must be positive and finite, not {dpi!r}")
