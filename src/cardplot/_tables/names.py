"""Names: how they are looked up, spread over items, and which of them clash."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from cardplot._tables.cells import is_column, is_missing, pandas_type, shown
from cardplot._tables.foreign import plain
from cardplot._tables.label_text import text, texts

__all__ = ["find", "given", "listing", "per_item", "text", "texts", "unique"]

_REQUIRED: Any = object()


def unique(keys: Sequence[Hashable], names: Sequence[str], what: str, argument: str) -> None:
    """Refuse two labels that are, or print, the same.

    Raises
    ------
    ValueError
        Names the labels that occur more than once.
    """
    seen: dict[str, Hashable] = {}
    clashes: dict[str, None] = {}
    for key, name in zip(keys, names, strict=True):
        if name in seen:
            clashes[name] = None
        seen[name] = key
    if clashes:
        raise ValueError(
            f"'{argument}' has more than one {what} named {listing(clashes)}; "
            "each name may stand once (rename or aggregate first)"
        )


def _quoted(value: object) -> str:
    return repr(value if isinstance(value, str) else str(value))


def listing(
    values: Iterable[object], limit: int = 8, say: Callable[[object], str] = _quoted
) -> str:
    """Join values for an error message, not more than `limit` of them."""
    found = list(values)
    words = ", ".join(map(say, found[:limit]))
    return words + (f", … ({len(found)} in all)" if len(found) > limit else "")


def given(labels: Any, count: int, argument: str) -> tuple[Hashable, ...]:
    """Check the names that the user gave by hand: `count` of them, none missing."""
    if not is_column(labels):
        raise TypeError(f"'{argument}' must be a sequence of names, not {shown(labels)}")
    # .tolist() would turn dates in nanoseconds into integers
    is_plain = isinstance(labels, np.ndarray) and labels.dtype.kind not in "mM"
    keys = tuple(labels.tolist() if is_plain else labels)
    if len(keys) != count:
        raise ValueError(f"'{argument}' must have {count} names, not {len(keys)}")
    for position, key in enumerate(keys):
        if is_missing(key):
            raise ValueError(f"'{argument}', item {position}: a name is expected, not {shown(key)}")
        if not isinstance(key, Hashable):
            raise TypeError(f"'{argument}', item {position}: a name is expected, not {shown(key)}")
    return keys


def name_axis(
    keys: tuple[Hashable, ...] | None, count: int, names: Any, argument: str, what: str
) -> tuple[tuple[Hashable, ...], tuple[str, ...]]:
    """Return the keys and the display names of one axis of a table.

    Parameters
    ----------
    keys : tuple or None
        The labels that the data bring; None for 0, 1, ...
    count : int
        How long the axis is.
    names : sequence or None
        Names that the user gave by hand; they are the keys too where the data bring none.
    argument, what : str
        Argument of *names* and the kind of thing on the axis, for errors.
    """
    if names is not None:
        by_hand = given(names, count, argument)
        shown_names = texts(by_hand)
        unique(by_hand, shown_names, what, argument)
        return (by_hand if keys is None else keys), shown_names
    found = tuple(range(count)) if keys is None else keys
    shown_names = texts(found)
    unique(found, shown_names, what, "data")
    return found, shown_names


def _is_scalar(value: object, argument: str) -> bool:
    if isinstance(value, tuple) and "color" in argument:
        numbers = all(isinstance(part, Real) for part in value)
        return (numbers and len(value) in (3, 4)) or (
            len(value) == 2 and isinstance(value[1], Real) and not isinstance(value[0], Real)
        )
    return not is_column(value)


def per_item(
    value: Any,
    names: Sequence[str],
    argument: str,
    *,
    keys: Sequence[Hashable] | None = None,
    default: Any = _REQUIRED,
) -> tuple[Any, ...] | None:
    """Spread an argument over the items it is for.

    Parameters
    ----------
    value : None, scalar, sequence or mapping
        None stays None. A scalar (a string, a number, in arguments named for colours also a
        colour tuple) is for every item. A sequence has one for each, in order. A mapping (or a
        Series with labels) is by name.
    names, keys : sequence of str, sequence of hashable
        Display names of the items and the user's own labels; either may be used in a mapping.
    argument : str
        Name of the argument, for errors.
    default : optional
        For items that a mapping leaves out; without it they are an error.

    Raises
    ------
    ValueError
        When the length is another, or a mapping names unknown items or leaves some out.
    """
    if value is None:
        return None
    value = plain(value, f"'{argument}'")
    series = pandas_type("Series")
    if isinstance(value, series) and not isinstance(value.index, pandas_type("RangeIndex")):
        value = dict(zip(value.index.tolist(), value.tolist(), strict=True))
    if isinstance(value, Mapping):
        return _by_name(value, names, argument, keys, default)
    if _is_scalar(value, argument):
        return (value,) * len(names)
    items = tuple(value.tolist() if isinstance(value, series) else value)
    if len(items) != len(names):
        raise ValueError(
            f"'{argument}' must have one value for each of {len(names)} "
            f"({listing(names)}), not {len(items)}"
        )
    return items


def _by_name(
    value: Mapping[Any, Any],
    names: Sequence[str],
    argument: str,
    keys: Sequence[Hashable] | None,
    default: Any,
) -> tuple[Any, ...]:
    found: dict[int, Any] = {}
    unknown = []
    for name, item in value.items():
        position = _position(name, names, keys)
        if position is None:
            unknown.append(name)
        else:
            found[position] = item
    if unknown:
        raise ValueError(
            f"'{argument}' has no item for {listing(unknown)}; there are {listing(names)}"
        )
    left_out = [name for position, name in enumerate(names) if position not in found]
    if left_out and default is _REQUIRED:
        raise ValueError(f"'{argument}' leaves out {listing(left_out)}")
    return tuple(found.get(position, default) for position in range(len(names)))


def is_same(key: Any, name: Any) -> bool:
    """Whether two labels are the same; True isn't 1."""
    return (
        not (is_missing(key) or is_missing(name))
        and isinstance(key, bool | np.bool_) == isinstance(name, bool | np.bool_)
        and bool(key == name)
    )


def _position(
    name: Any, names: Sequence[str], keys: Sequence[Hashable] | None = None
) -> int | None:
    if is_missing(name):
        return None
    for position, key in enumerate(keys or ()):
        if is_same(key, name):
            return position
    if isinstance(name, str) and name in names:
        return list(names).index(name)
    if text(name) not in names:
        return None
    return list(names).index(text(name))


def find(
    value: Any, names: Sequence[str], argument: str, *, keys: Sequence[Hashable] | None = None
) -> int:
    """Return the position of the item that an argument points at.

    A name (the user's own label or its display string) wins over an index, so that with series
    named 1, 2 and 4, ``2`` is the second; negative indices count from the end.

    Raises
    ------
    TypeError
        When it is neither a name nor an index.
    ValueError
        When there is no such item; lists what is allowed.
    """
    if is_column(value) and not isinstance(value, tuple):
        raise TypeError(f"'{argument}' must be a name or an index, not {shown(value)}")
    position = _position(value, names, keys)
    if position is not None:
        return position
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if whole and -len(names) <= int(value) < len(names):
        return int(value) % len(names)
    allowed = listing(names) if any(names) else "no names"
    raise ValueError(
        f"'{argument}' is {shown(value)}; allowed are {allowed}, or an index below {len(names)}"
    )
