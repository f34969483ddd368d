"""Calls that are watched: which errors and warnings come, from whom, and what was touched."""

from __future__ import annotations

import contextlib
import inspect
import logging
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd

import cardplot

OURS = str(Path(cardplot.__file__).parent)
REFUSALS = (ValueError, TypeError, KeyError)


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextlib.contextmanager
def watched(*, crowded: bool = False) -> Iterator[list[str]]:
    """Fail for a warning that isn't ours, for a line in matplotlib's log, for other rcParams.

    Gives the warnings of ours that came. A layout engine may give up on a *crowded* figure.
    """
    wrong: list[str] = []
    ours: list[str] = []

    def heard(message: Any, category: type, filename: str, lineno: int, *_: Any) -> None:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename == warnings.__file__:
            frame = frame.f_back
        is_ours = frame.f_code.co_filename.startswith(OURS) and category is UserWarning
        gives_up = crowded and "ayout not applied" in str(message)
        if is_ours or gives_up:
            ours.append(str(message))
        else:
            place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            wrong.append(f"{category.__name__}: {message} ({place})")

    records = _Records()
    log = logging.getLogger("matplotlib")
    before = dict(mpl.rcParams)
    log.addHandler(records)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = heard
            yield ours
    finally:
        log.removeHandler(records)
    # The font of last resort, in which boxes are drawn, isn't bold.
    wrong += [f"log: {line}" for line in records.said if "Last Resort" not in line]
    assert not wrong, wrong[0]
    assert dict(mpl.rcParams) == before, "rcParams changed"


def called(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[Any, str]:
    """Call; return what came and, if it was refused, the reason.

    Whatever else is raised, from wherever else, comes through.
    """
    __tracebackhide__ = True
    before = [photographed(value) for value in (*args[1:], *kwargs.values())]
    with watched():
        result, error = None, None
        try:
            result = function(*args, **kwargs)
        except REFUSALS as raised:
            error = raised
    if error is not None:
        _check_refusal(error, function)
    after = [photographed(value) for value in (*args[1:], *kwargs.values())]
    assert after == before, "an argument was modified"
    return result, "" if error is None else str(error)


def _check_refusal(error: BaseException, function: Callable[..., Any]) -> None:
    """Fail unless it was raised in our own code, in words about one of the arguments."""
    said = f"{type(error).__name__}: {error}"
    frame = error.__traceback__
    while frame.tb_next is not None:
        frame = frame.tb_next
    assert frame.tb_frame.f_code.co_filename.startswith(OURS), f"not ours: {said}"
    assert type(error) in REFUSALS, f"not ours: {said}"
    names = "|".join(inspect.signature(function).parameters).replace("matrices", "matrix")
    assert re.search(rf"\b({names})\b", str(error)), f"names no argument: {said}"


def photographed(value: Any) -> Any:
    """Return a picture of a value that can be compared with a later one."""
    if isinstance(value, pd.DataFrame):
        columns = [photographed(value.iloc[:, j]) for j in range(value.shape[1])]
        return [columns, photographed(value.columns), photographed(value.index)]
    if isinstance(value, pd.Series | pd.Index):
        return [str(value.dtype), repr(list(value)), repr(getattr(value, "names", value.name))]
    if isinstance(value, np.ma.MaskedArray):
        return [photographed(value.data), np.ma.getmaskarray(value).tobytes()]
    if isinstance(value, np.ndarray):
        return [value.dtype, value.shape, repr(value.tolist())]
    if isinstance(value, dict):
        return [(repr(key), photographed(cell)) for key, cell in value.items()]
    if isinstance(value, list | tuple):
        return [photographed(cell) for cell in value]
    if type(value).__module__.startswith(("polars", "pyarrow")):
        return str(value)
    if isinstance(value, np.random.Generator):
        return "a generator, which is there to be used"
    return repr(value)
