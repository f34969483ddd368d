"""Strategies: tables of every kind, texts that hurt, axes in every state."""

from __future__ import annotations

import datetime as dt
from collections import namedtuple
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# ---- texts

HOSTILE = (
    "",
    " ",
    "$",
    "$5 vs $3",
    "a_b$",
    "_base",
    "__",
    "\\frac{1}{0}",
    "100%",
    "%s %d {} {0!r}",
    "<b>&amp;",
    "two\nlines\n",
    "\r\t",
    "שלום (1)",
    "مرحبا",
    "e\u0301\u0323\u0300",
    "\U0001f600\U0001f469\u200d\U0001f4bb",
    "模型大小",
    "\x00\x07\x1b",
    "\u2028\u200b\ufeff",
    "\ud800",
    "W" * 900,
    "word " * 180,
    "nan",
    "−1",
    "x",
    "0",
)
texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12))
plain_names = st.sampled_from(["dense", "moe", "24L", "4L", "base", "LoRA r=8", "full tune", "q"])
# pandas and Arrow take no lone surrogates.
names = st.one_of(plain_names, texts.filter(lambda text: "\ud800" not in text))

# ---- cells

MISSING = (None, np.nan, pd.NA, pd.NaT, np.ma.masked, Decimal("NaN"))
EXTREME = (1e300, -1e300, 1e-300, 5e-324, 1.7e308, -0.0, 0.0, 1.0, 1e16, 2**53 + 1.0, 1e-17, -1e-17)
JUNK = ("39.84*", "34.87%", "N/A", "", 1j, b"1", dt.date(2024, 1, 1), [1], {}, object(), "12", int)
CELLS = {
    "plain": st.integers(-99_999, 99_999).map(lambda whole: whole / 1000),
    "positive": st.integers(0, 99_999).map(lambda whole: whole / 1000),
    "whole": st.integers(-9, 9),
    "counts": st.integers(0, 10**9),
    "extreme": st.sampled_from(EXTREME),
    "zero": st.just(0),
    "trials": st.integers(0, 1),
    "truth": st.booleans(),
    "missing": st.sampled_from(MISSING),
    "gaps": st.one_of(st.integers(0, 999).map(lambda w: w / 10), st.sampled_from(MISSING)),
    "any": st.floats(),
    "exact": st.sampled_from([Decimal("0.1"), Fraction(1, 3), np.float32(0.1), np.int8(-3), 2**70]),
    "junk": st.one_of(st.integers(0, 9), st.sampled_from(JUNK)),
}
# Most kinds can be drawn by most primitives; what can't is refused, which is soon tested.
KINDS = ("plain", "positive", "positive", "positive", "gaps", "gaps", *CELLS)


def number(cell: Any) -> float:
    """Return what a cell is as a number; NaN for one that is missing."""
    if cell is None or cell is pd.NA or cell is pd.NaT or cell is np.ma.masked:
        return np.nan
    return float(cell)


# ---- tables


@dataclass(frozen=True)
class Table:
    """Something that is given as data.

    Attributes
    ----------
    data : object
    columns : dict
        x, y and hue of a long table.
    values : (N, K) array or None
        The numbers it holds, in order; None where that isn't known, or it holds none.
    form : str
    shape : (int, int)
        How many categories and series it has, as a rule.
    """

    data: Any
    columns: dict[str, Any] = field(default_factory=dict)
    values: Any = None
    form: str = ""
    shape: tuple[int, int] = (2, 2)


DTYPES = "f2 f4 f8 i1 i8 u1 u8 ? O c16 U M8[s] m8[s] >f8 longdouble".split()
FRAME_DTYPES = (
    None,
    "object",
    "float32",
    "Int64",
    "Float64",
    "boolean",
    "double[pyarrow]",
    "int64[pyarrow]",
    "category",
    "string",
    "datetime64[ns]",
)
INDICES = "names names unique unique counts dates numbers multi levels unordered missing".split()


def _unique(draw: Any, count: int) -> list[str]:
    return draw(st.lists(names, min_size=count, max_size=count, unique=True))


def _index(draw: Any, count: int) -> Any:
    kind = draw(st.sampled_from(INDICES))
    if kind == "names":
        return draw(st.lists(names, min_size=count, max_size=count))
    if kind == "dates":
        return pd.date_range("2024-01-31", periods=count, freq=draw(st.sampled_from(["D", "ME"])))
    if kind == "numbers":
        return draw(st.lists(st.floats(-9, 9), min_size=count, max_size=count))
    if kind == "multi":
        inner = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count, unique=True))
        return pd.MultiIndex.from_tuples([("a", one) for one in inner], names=["k", None])
    if kind == "levels":
        labels = _unique(draw, count)
        return pd.CategoricalIndex(labels, categories=["never", *labels[::-1]], ordered=True)
    if kind == "unordered":
        return pd.CategoricalIndex(_unique(draw, count))
    if kind == "missing":
        return [None, *_unique(draw, count)][:count]
    return _unique(draw, count) if kind == "unique" else None


def _as(make: Any, otherwise: Any) -> Any:
    """Return what a constructor makes of cells that may not suit it."""
    try:
        return make()
    except (Exception, pl.exceptions.PanicException):
        return otherwise


def _known(rows: list[list[Any]]) -> Any:
    try:
        return np.array([[number(cell) for cell in row] for row in rows], dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None


def _array(draw: Any, rows: list[list[Any]]) -> Table:
    cells = [[_as(lambda cell=cell: number(cell), 0.0) for cell in row] for row in rows]
    flat = np.array(cells, dtype=float).reshape(len(rows), -1)
    with np.errstate(all="ignore"):
        array = _as(lambda: flat.astype(draw(st.sampled_from(DTYPES))), flat)
    known = array.astype(float) if array.dtype.kind in "fiub" else None
    if draw(st.booleans()):
        return Table(array, values=known, form=f"array {array.dtype}")
    if draw(st.integers(0, 3)) == 0:
        return Table(array.view(np.matrix), values=known, form=f"matrix {array.dtype}")
    gone = np.array(draw(st.lists(st.booleans(), min_size=flat.size, max_size=flat.size)))
    masked = np.ma.masked_array(array, mask=gone.astype(bool).reshape(flat.shape))
    if known is not None:
        known = np.where(np.ma.getmaskarray(masked), np.nan, known)
    return Table(masked, values=known, form=f"masked {array.dtype}")


def _frame(draw: Any, rows: list[list[Any]]) -> Table:
    width = len(rows[0])
    index = _index(draw, len(rows))
    columns = _index(draw, width)
    made = pd.DataFrame(rows, index=index, columns=columns, dtype=object)
    dtype = draw(st.sampled_from(FRAME_DTYPES))
    frame = made if dtype is None else _as(lambda: made.astype(dtype), made)
    moved = isinstance(index, pd.CategoricalIndex) or isinstance(columns, pd.CategoricalIndex)
    return Table(
        frame,
        values=_known(rows) if frame is made and not moved else None,
        form=f"frame {dtype}",
    )


def _long(draw: Any, rows: list[list[Any]]) -> Table:
    width = len(rows[0])
    categories, series = _unique(draw, len(rows)), _unique(draw, width)
    times = draw(st.sampled_from([1, 1, 2, 3]))
    table = {
        "task": [name for name in categories for _ in range(width * times)],
        "model": [name for _ in categories for name in series for _ in range(times)],
        "score": [cell for row in rows for cell in row for _ in range(times)],
    }
    if draw(st.integers(0, 3)) == 0:  # numeric positions
        table["task"] = [i * 2 - 1 for i in range(len(rows)) for _ in range(width * times)]
    if draw(st.integers(0, 5)) == 0:
        table["task"] = pd.Categorical(table["task"])
    columns = {"x": "task", "y": "score", "hue": "model"}
    if draw(st.integers(0, 4)) == 0:
        columns.pop(draw(st.sampled_from(["x", "y", "hue"])))
    if draw(st.integers(0, 9)) == 0:
        columns["hue"] = draw(st.sampled_from(["task", "nope", None, 0, ["model"]]))
    if draw(st.integers(0, 5)) == 0:  # the columns themselves, as in seaborn
        given = {role: table.get(one) if str(one) == one else one for role, one in columns.items()}
        return Table(draw(st.sampled_from([None, table])), given, form="vectors")
    form = draw(st.sampled_from(sorted(LONG_FORMS)))
    return Table(_as(lambda: LONG_FORMS[form](table), table), columns, form=f"long {form}")


def _aggregated(table: dict[str, Any]) -> Any:
    """Return a table as groupby leaves it: names in the index, columns of two levels."""
    frame = pd.DataFrame(table).set_index(["task", "model"])
    frame.columns = pd.MultiIndex.from_tuples([("score", "mean")])
    return frame


def _records(table: dict[str, Any], make: Any) -> list[Any]:
    return [make(*row) for row in zip(*table.values(), strict=True)]


LONG_FORMS = {
    "dict": lambda table: table,
    "frame": pd.DataFrame,
    "polars": lambda table: pl.DataFrame(table, strict=False),
    "arrow": lambda table: pa.table(pd.DataFrame(table)),
    "records": lambda table: _records(table, lambda *row: dict(zip(table, row, strict=True))),
    "named tuples": lambda table: _records(table, namedtuple("Row", table)),
    "index": _aggregated,
    "levels": lambda table: _aggregated(table).reset_index(),
}


def _ragged(draw: Any, rows: list[list[Any]]) -> Table:
    cut = [row[: draw(st.integers(0, len(row)))] for row in rows]
    if draw(st.booleans()):
        return Table(dict(zip(_unique(draw, len(cut)), cut, strict=True)), form="ragged")
    return Table(cut, form="ragged")


def _nested(draw: Any, rows: list[list[Any]]) -> Table:
    categories, series = _unique(draw, len(rows)), _unique(draw, len(rows[0]))
    data: dict[str, Any] = {}
    for j, name in enumerate(series):
        cells = {category: row[j] for category, row in zip(categories, rows, strict=True)}
        data[name] = cells if j % 2 else pd.Series(cells, dtype=object)
    return Table(data, values=_known(rows), form="nested")


def _seeds(draw: Any, rows: list[list[Any]]) -> Table:
    categories, series = _unique(draw, len(rows)), _unique(draw, len(rows[0]))
    by_category = dict(zip(categories, rows, strict=True))
    if draw(st.booleans()):
        return Table(by_category, form="seeds")
    return Table({name: dict(by_category) for name in series}, form="seeds by series")


ODD = (None, 3, "text", b"x", {1}, (), [], {}, np.float64(2), np.array(5.0), [[]], [[], []])


def _series(draw: Any, rows: list[list[Any]]) -> Table:
    made = pd.Series([row[0] for row in rows], index=_index(draw, len(rows)), dtype=object)
    made.name = draw(st.one_of(st.none(), names))
    return Table(made, form="series")


def _empty(draw: Any, rows: list[list[Any]]) -> Table:
    shape = draw(st.sampled_from([(0, 0), (0, 2), (2, 0), (0,), (1, 2, 2)]))
    data = np.empty(shape)
    framed = len(shape) == 2 and draw(st.booleans())
    return Table(pd.DataFrame(data) if framed else data, form="empty")


LABELLED = {
    "array": _array,
    "frame": _frame,
    "nested": _nested,
    "series": _series,
    "long": _long,
    "ragged": _ragged,
    "seeds": _seeds,
    "empty": _empty,
}
FORMS = (*LABELLED, *"list list columns array frame long polars arrow flat odd".split())


@st.composite
def tables(draw: Any, kinds: tuple[str, ...] = KINDS) -> Table:
    """Draw a table of any kind."""
    kind = draw(st.sampled_from(kinds))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    cell = CELLS[kind]
    rows = [[draw(cell) for _ in range(width)] for _ in range(height)]
    return replace(_in_some_form(draw, rows), shape=(height, width))


def _in_some_form(draw: Any, rows: list[list[Any]]) -> Table:
    form = draw(st.sampled_from(FORMS))
    if form in LABELLED:
        return LABELLED[form](draw, rows)
    columns = [list(column) for column in zip(*rows, strict=True)]
    if form == "list":
        return Table(columns, values=_known(rows), form=form)
    if form == "flat":
        return Table([row[0] for row in rows], values=_known([row[:1] for row in rows]), form=form)
    if form == "odd":
        return Table(draw(st.sampled_from(ODD)), form=form)
    table = dict(zip(_unique(draw, len(columns)), columns, strict=True))
    if form == "columns":
        return Table(table, values=_known(rows), form=form)
    # Polars panics where a name has a NUL.
    polars = form == "polars" and not any("\x00" in name for name in table)
    make = pl.DataFrame if polars else pa.table
    return Table(_as(lambda: make(table), table), form=form)


# ---- options

NOTHING_SENSIBLE = (
    None,
    True,
    "",
    "nope",
    "$",
    -1,
    0,
    1.5,
    np.nan,
    np.inf,
    1e300,
    10**400,
    1j,
    b"x",
    [],
    {},
    [1, 2, 3],
    {"a": 1},
    np.array([1.0, 2.0]),
    np.array(3),
    pd.NA,
    dt.date(2024, 1, 1),
    object(),
    len,
    ("a", None),
)
nonsense = st.sampled_from(NOTHING_SENSIBLE)


@st.composite
def options(
    draw: Any, of: dict[str, Any], most: int = 4, shape: tuple[int, int] = (2, 2), wild: bool = True
) -> dict[str, Any]:
    """Draw some of the options, each sensible as a rule.

    They are sequences to draw from, strategies, or functions of the shape of the data to those;
    with *wild* one of them makes no sense now and then.
    """
    if not of:
        return {}
    chosen = draw(st.lists(st.sampled_from(sorted(of)), max_size=most, unique=True))
    strange = wild and draw(st.integers(0, 3)) == 0
    found = {}
    for index, name in enumerate(chosen):
        sensible = of[name](*shape) if callable(of[name]) else of[name]
        if not isinstance(sensible, st.SearchStrategy):
            sensible = st.sampled_from(sensible)
        found[name] = draw(nonsense if strange and not index else sensible)
    return found


# ---- axes

SIZES = ((6, 4), (6, 4), (3.25, 2.2), (11, 4.3), (1.2, 0.9), (2, 9))
ENGINES = (None, "constrained", "tight", "compressed")


def _inverted(ax: Any) -> None:
    ax.invert_yaxis()
    ax.invert_xaxis()


def _twin(ax: Any) -> Any:
    ax.plot([1, 2], [1000, 3000], label="$other")
    return ax.twinx()


def _full(ax: Any) -> None:
    ax.plot([0, 1, np.nan, 3], [1e3, -5, 2, 8], label="_line")
    ax.errorbar([0, 1], [2, 3], yerr=[1, 2], label="whiskers")
    ax.scatter(range(5), range(5))
    ax.hist([1, 2, 2, 3])
    ax.legend()


DAYS = [dt.datetime(2024, 1, 1), dt.datetime(2024, 2, 1)]
PREPARED = {
    "log-x": lambda ax: ax.set_xscale("log"),
    "log-y": lambda ax: ax.set_yscale("log"),
    "symlog": lambda ax: ax.set_yscale("symlog"),
    "logit": lambda ax: ax.set_yscale("logit"),
    "inverted": _inverted,
    "twin": _twin,
    "dates": lambda ax: ax.plot(DAYS, [1, 2]) and None,
    "categories": lambda ax: ax.bar(["dense", "moe"], [1, 2]) and None,
    "limits": lambda ax: ax.set(xlim=(3, -0.5), ylim=(0.2, 0.9)) and None,
    "hidden": lambda ax: ax.set_axis_off(),
    "aspect": lambda ax: ax.set_aspect("equal"),
    "empty-limits": lambda ax: ax.set(xlim=(1e5, 1e5 + 1), ylim=(-1e300, 1e300)) and None,
    "full": _full,
}
STATES = (*["plain"] * 10, *PREPARED, "shared", "polar", "3d")


def axes_in(state: str, size: tuple[float, float], engine: str | None, dpi: float = 60) -> Any:
    """Return an Axes on a new figure."""
    figure = Figure(figsize=size, dpi=dpi, layout=engine)
    FigureCanvasAgg(figure)
    if state == "shared":
        return figure.subplots(2, 2, sharex=True, sharey=True)[0, 1]
    if state in ("polar", "3d"):
        return figure.add_subplot(projection=state)
    ax = figure.subplots()
    return PREPARED.get(state, lambda ax: None)(ax) or ax


axes = st.builds(
    lambda state, size, engine: (state, size, engine),
    st.sampled_from(STATES),
    st.sampled_from(SIZES),
    st.sampled_from(ENGINES),
)
