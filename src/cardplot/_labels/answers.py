"""What a layout engine was told of an Axes when it ran, and whether that holds where it ended."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardplot._geometry import Floats

Told = tuple[object, Floats, Floats]
"""Forms of decorations, and how far these and the labels reach, in pixels."""

NEWS_PX = 0.4
"""What moves by less is no news: panels aren't told apart by much more."""
ASKED = 4
"""So many times at most an engine asks in one run."""


class Answers:
    """Answers to a layout engine.

    An engine measures while panels are in other places than where it puts them. That is right as
    long as what it was told last holds in the new place too.
    """

    def __init__(self) -> None:
        self._given: list[tuple[Floats, Told]] = []
        self._looked = False
        self._right: tuple[Floats, Told] | None = None

    @property
    def asked(self) -> bool:
        """Whether any engine has asked."""
        return bool(self._given)

    def give(self, place: Floats, told: Told) -> None:
        """Note what was told, and the extents of the panel, in pixels."""
        before = [] if self._looked else self._given[1 - ASKED :]
        self._given, self._looked = [*before, (place, told)], False

    def repeat(self) -> bool:
        """Tell again what proved right last time; say whether anything did."""
        if self._right is not None:
            self.give(*self._right)
        return self._right is not None

    def outdated(self, place: Floats, now: Callable[[], Told]) -> bool:
        """Say whether the engine, if it asked, was told something else than holds by now."""
        if not self._given:
            return False
        *before, (where, told) = self._given
        self._given, self._looked = self._given[-1:], True
        # Tight layout measures twice in one place, and needs to be told the same.
        torn = any(not _differ(at, where) and not _same(one, told) for at, one in before)
        known = self._right
        if not torn and known and not _differ(place, known[0]) and _same(told, known[1]):
            return False
        self._right = (place, told) if not torn and _same(told, now()) else None
        return self._right is None


def _differ(one: Floats, two: Floats) -> bool:
    return one.shape != two.shape or bool((np.abs(one - two) > NEWS_PX).any())


def _same(one: Told, two: Told) -> bool:
    return one[0] == two[0] and not (_differ(one[1], two[1]) or _differ(one[2], two[2]))
