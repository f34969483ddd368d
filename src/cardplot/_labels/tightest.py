"""Forms that would go back and forth with the room that they themselves take."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

Form = TypeVar("Form")


class Tightest(Generic[Form]):
    """The tightest form that something has had, to be kept where it never settles.

    Larger names, say, so a narrower and higher panel, so smaller names, and so on.
    """

    def __init__(self) -> None:
        self._known: tuple[Any, Form] | None = None
        self._held = False

    @property
    def kept(self) -> Form | None:
        """The form to keep whatever room there is; None while it goes by the room."""
        return self._known[1] if self._held and self._known is not None else None

    def note(self, form: Form, rank: Any) -> None:
        """Note a form that fits; the lower its *rank*, the tighter it is."""
        if self._known is None or rank <= self._known[0]:
            self._known = rank, form

    def hold(self, *, held: bool) -> None:
        """Keep the tightest form since the last release from now on; or release."""
        self._held = held
        if not held:
            self._known = None
