"""Tables as pandas, seaborn, xarray and others hand them over; what errors advise, followed."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import enum
import pathlib
import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.figure import Figure
from scipy import sparse

import cardplot as cp

NAN = float("nan")
RUNS = pd.DataFrame(
    {
        "model": ["b", "b", "a", "a"] * 2,
        "task": ["qa", "sum"] * 4,
        "f1": [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 7.0, 6.0],
    }
)
MEANS = RUNS.groupby(["model", "task"], sort=False)["f1"].mean()
WIDE = [[2.0, 2.0], [5.0, 5.0]]  # MEANS, models by tasks
BOTH = RUNS.groupby("model", sort=False).agg({"f1": ["mean", "std"]})
STD = BOTH[("f1", "std")].tolist()
PLOTS = {
    "shares": cp.stacked_share_bars,
    "deltas": cp.grouped_delta_bars,
    "seeds": cp.seed_errorbars,
}


def ax():
    return Figure().subplots()


def cells(result):
    """Return (category, series, value) of each cell."""
    table = result.data
    x = table["x"] if "x" in table else table["category"]
    value = table["center"] if "center" in table else table["value"]
    return list(zip(x, table["series"], value, strict=True))


def deltas(data=None, **kwargs):
    return cp.grouped_delta_bars(ax(), data, **kwargs)


def shares(data=None, **kwargs):
    return cp.stacked_share_bars(ax(), data, **kwargs)


def seeds(data=None, **kwargs):
    return cp.seed_errorbars(ax(), data, **kwargs)


def heatmap(data, **kwargs):
    return cp.hatched_heatmap(ax(), data, **kwargs)


def spreads(result):
    """Return the lower and the upper whiskers' lengths."""
    table = result.data
    return (table["value"] - table["low"]).tolist(), (table["high"] - table["value"]).tolist()


# ---- names of columns


class Size(enum.Enum):
    SMALL = 1


def deep(levels):
    """Return BOTH with so many levels of columns, the index among the columns."""
    frame = BOTH.copy()
    for _ in range(levels - 2):
        frame.columns = pd.MultiIndex.from_tuples([("all", *column) for column in frame.columns])
    return frame.reset_index()


BY_MODEL = [("b", "", 2.0), ("a", "", 5.0)]
NAMED = {
    "first level": (deep(2), {"x": "model", "y": ("f1", "mean")}),
    "whole name": (deep(2), {"x": ("model", ""), "y": ("f1", "mean")}),
    "three levels": (deep(3), {"x": "model", "y": ("all", "f1", "mean")}),
    "three levels, two given": (deep(3), {"x": ("model", ""), "y": ("all", "f1", "mean")}),
    "index not reset": (BOTH, {"x": "model", "y": ("f1", "mean")}),
    "only one below": (BOTH[[("f1", "mean")]], {"x": "model", "y": "f1"}),
    "named aggregation": (
        RUNS.groupby("model", sort=False).agg(center=("f1", "mean"), sd=("f1", "std")),
        {"x": "model", "y": "center"},
    ),
    "flat below one name": (BOTH["f1"], {"x": "model", "y": "mean"}),
    "pivot": (
        RUNS.pivot_table(index="model", columns="task", values="f1", sort=False),
        {"x": "model", "y": "qa"},
    ),
    "ints": (pd.DataFrame({0: ["b", "a"], 1: [2, 5]}), {"x": 0, "y": 1}),
    "True isn't 1": (
        pd.DataFrame([["b", 2, 0], ["a", 5, 0]], columns=[True, 2, 1]),
        {"x": True, "y": 2},
    ),
    "dates and enums": (
        pd.DataFrame({pd.Timestamp("2024"): ["b", "a"], Size.SMALL: [2, 5]}),
        {"x": pd.Timestamp("2024"), "y": Size.SMALL},
    ),
    "tuples in a mapping": ({("m", 1): ["b", "a"], "v": [2, 5]}, {"x": ("m", 1), "y": "v"}),
    # columns themselves, as in seaborn
    "lists": (None, {"x": ["b", "a"], "y": [2, 5]}),
    "arrays": (None, {"x": np.array(["b", "a"]), "y": np.array([2, 5])}),
    "series": (None, {"x": pd.Series(["b", "a"]), "y": pd.Series([2, 5])}),
    "an index": (None, {"x": BOTH.index, "y": BOTH[("f1", "mean")]}),
    "other libraries": (None, {"x": pl.Series(["b", "a"]), "y": pl.Series([2, 5])}),
    "one of a table": (BOTH, {"x": ["b", "a"], "y": ("f1", "mean")}),
    # rows that have names
    "named tuples": (
        [collections.namedtuple("Run", "m v")(*row) for row in (("b", 2), ("a", 5))],
        {"x": "m", "y": "v"},
    ),
    "dataclasses": (
        [dataclasses.make_dataclass("Run", ["m", "v"])(*row) for row in (("b", 2), ("a", 5))],
        {"x": "m", "y": "v"},
    ),
}


@pytest.mark.parametrize("plot", PLOTS)
@pytest.mark.parametrize("case", NAMED)
def test_columns_go_by_the_names_that_pandas_and_seaborn_take(case, plot):
    data, columns = NAMED[case]
    assert cells(PLOTS[plot](ax(), data, **columns)) == BY_MODEL


ROWS = MEANS.rename("f1").reset_index()
LEVELS = {"model": ["b", "a"], "task": ["qa", "sum"]}
SPREAD = [0.5, 1.0, 1.5, 2.0]
LONG = pd.DataFrame(
    {
        ("model", ""): ROWS["model"],
        ("task", ""): ROWS["task"],
        ("f1", "mean"): ROWS["f1"],
        ("f1", "std"): SPREAD,
        ("f1", "up"): ["n/a", 0.1, 0.2, 0.3],
    }
)
ERRORS = {
    "a name": ({"errors": ("f1", "std")}, SPREAD, SPREAD),
    "lower and upper": (
        {"errors": (("f1", "std"), ("f1", "up"))},
        SPREAD,
        [NAN, 0.1, 0.2, 0.3],
    ),
    "a series": ({"errors": LONG[("f1", "std")]}, SPREAD, SPREAD),
    "a list": ({"errors": SPREAD}, SPREAD, SPREAD),
}


@pytest.mark.parametrize("form", ERRORS)
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_errors_of_a_long_table_stay_with_their_rows(form, order):
    kwargs, below, above = ERRORS[form]
    rows = LONG.iloc[order]
    errors = kwargs["errors"]
    if isinstance(errors, pd.Series):
        errors = errors.iloc[order]
    elif isinstance(errors, list):
        errors = [errors[row] for row in order]
    # The levels bring the categories back into one order, whatever that of the rows.
    rows = rows.assign(
        **{name: pd.Categorical(rows[(name, "")], levels) for name, levels in LEVELS.items()}
    )
    result = deltas(rows, x="model", y=("f1", "mean"), hue="task", errors=errors)
    assert [value for *_, value in cells(result)] == [2, 2, 5, 5]
    np.testing.assert_allclose(spreads(result), [below, above])


def test_two_plain_columns_are_lower_and_upper_errors():
    data = {"m": ["a", "b"], "v": [5, 6], "lo": [1, 2], "hi": [3, 4]}
    assert spreads(deltas(data, x="m", y="v", errors=("lo", "hi"))) == ([1, 2], [3, 4])


@pytest.mark.parametrize("form", [lambda e: e, pd.Series.to_frame, lambda e: e.to_list()])
def test_errors_of_a_single_series_may_have_another_name(form):
    result = deltas(BOTH[("f1", "mean")], errors=form(BOTH[("f1", "std")]))
    np.testing.assert_allclose(spreads(result), [STD, STD])


def follow(call, kind, words):
    """Check a refusal; return its message."""
    with pytest.raises(kind) as caught:
        call()
    for word in words:
        assert word in str(caught.value)
    return str(caught.value.args[0])


@pytest.mark.parametrize(
    ("data", "columns", "role"),
    [
        (deep(2), {"x": "model", "y": "f1"}, "y"),
        (deep(2), {"x": "nope", "y": ("f1", "mean")}, "x"),
        (deep(3), {"x": "model", "y": ("all", "f1")}, "y"),
        (BOTH, {"x": "modle", "y": ("f1", "mean")}, "x"),
        (LONG, {"x": "model", "y": ("f1", "mean"), "hue": "f1"}, "hue"),
        ({1: ["a", "b"], "v": [1, 2]}, {"x": "1", "y": "v"}, "x"),
        (pd.DataFrame([["a", 1]], columns=[None, "v"]).astype({"v": int}), {"y": "w"}, "y"),
    ],
)
def test_every_column_that_an_error_names_is_accepted(data, columns, role):
    said = follow(lambda: seeds(data, **columns), KeyError, [f"'{role}' is"])
    named = said.partition("columns ")[2] or said.partition("give one of ")[2]
    offered = [eval(name) for name in re.findall(r"\([^()]*\)|'[^']*'|\b\d+\b", named)]
    assert offered
    for name in offered:
        try:
            assert seeds(data, **columns | {role: name}).data.size
        except TypeError as error:  # it is accepted as a name; what is in it isn't numbers
            assert "is text" in str(error)  # noqa: PT017


# ---- data whose names lie elsewhere


@pytest.mark.parametrize("plot", [shares, deltas])
def test_the_last_level_of_a_series_are_its_series(plot):
    result = plot(MEANS)
    assert (result.categories, result.series) == (("b", "a"), ("qa", "sum"))
    np.testing.assert_array_equal(result.values, WIDE)
    gaps = plot(MEANS.iloc[:3])  # an absent row is missing
    np.testing.assert_array_equal(gaps.values, [[2, 2], [5, NAN]])
    counted = shares(RUNS.groupby("model")["task"].value_counts())
    assert counted.categories == ("a", "b")
    np.testing.assert_array_equal(counted.values, [[2, 2], [2, 2]])
    follow(lambda: plot(pd.concat([MEANS, MEANS])), ValueError, ["2 rows for one bar, 'b', 'qa'"])


def test_a_series_of_several_levels_is_a_matrix():
    table = heatmap(MEANS).data
    assert table.to_numpy().tolist() == [
        ["b", "qa", 2.0],
        ["b", "sum", 2.0],
        ["a", "qa", 5.0],
        ["a", "sum", 5.0],
    ]


def test_seeds_of_a_series_of_several_levels_are_named_first():
    unnamed = RUNS.set_index(["model", "task"])["f1"].rename_axis([None, None])
    follow(lambda: seeds(unnamed), ValueError, [".rename_axis", "x=", "y=", "hue="])
    result = seeds(unnamed.rename_axis(["m", "t"]), x="m", y="f1", hue="t")
    assert cells(result) == [("b", "qa", 2), ("b", "sum", 2), ("a", "qa", 5), ("a", "sum", 5)]
    assert result.data["n"].tolist() == [2, 2, 2, 2]


# ---- one bar of parts

COUNTS = {"a": 3, "b": 1}
FLAT = {
    "series": (pd.Series(COUNTS), ("",), ("a", "b")),
    "counted": (pd.Series(list("aaba"), name="kind").value_counts(), ("count",), ("a", "b")),
    "mapping": (COUNTS, ("",), ("a", "b")),
    "counter": (collections.Counter("aaab"), ("",), ("a", "b")),
    "named tuple": (collections.namedtuple("Parts", "a b")(3, 1), ("",), ("a", "b")),
    "list": ([3, 1], ("",), ("0", "1")),
    "array": (np.array([3, 1]), ("",), ("0", "1")),
    "iterator": ((count for count in (3, 1)), ("",), ("0", "1")),
    "values of a mapping": (COUNTS.values(), ("",), ("0", "1")),
    "polars": (pl.Series([3, 1]), ("",), ("0", "1")),
    "bins": (
        pd.cut(pd.Series([1, 1, 1, 9]), [0, 5, 10]).value_counts().rename(None),
        ("",),
        ("(0, 5]", "(5, 10]"),
    ),
    "months": (
        pd.Series([3, 1], pd.period_range("2024-01", periods=2, freq="M")),
        ("",),
        ("2024-01", "2024-02"),
    ),
    "paths": ({pathlib.PurePosixPath("a/b"): 3, "c": 1}, ("",), ("a/b", "c")),
}


@pytest.mark.parametrize("form", FLAT)
def test_what_has_one_dimension_are_the_parts_of_one_bar(form):
    data, categories, series = FLAT[form]
    result = shares(data)
    assert (result.categories, result.series) == (categories, series)
    np.testing.assert_array_equal(result.shares, [[0.75, 0.25]])
    assert [text.get_text() for text in result.labels] == ["75%", "25%", "4"]
    assert [bars.patches[0].get_y() for bars in result.containers] == [0, 3]
    names = f" ({categories[0]})" if categories[0] else ""
    said = cp.describe(result.axes.figure)
    assert said.startswith(f"Stacked bars: 1 bar{names} in 2 parts ({series[0]}")
    assert f"The total is 4. Shares: {series[0]} 75%; {series[1]} 25%." in said


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        ({"n": [3, 1]}, {}),
        (pd.DataFrame({"n": [3, 1]}, ["a", "b"]), {}),
        (pd.DataFrame({"m": ["a", "b"], "n": [3, 1]}), {"x": "m", "y": "n"}),
    ],
)
def test_bars_of_one_part_have_no_shares_to_print(data, columns):
    result = shares(data, **columns)
    assert [text.get_text() for text in result.labels] == ["3", "1"]
    assert "share" not in result.caption
    asked = shares(data, **columns, shares=[0])
    assert [text.get_text() for text in asked.labels] == ["100%", "100%", "3", "1"]


# ---- xarray


class Labelled:
    """What we use of an xarray.DataArray."""

    def __init__(self, values, coords, name=None):
        self._values, self._coords, self.name = np.asarray(values, dtype=float), coords, name

    dims = property(lambda self: tuple(self._coords))
    coords = property(lambda self: {d: c for d, c in self._coords.items() if c is not None})
    shape = property(lambda self: self._values.shape)
    ndim = property(lambda self: self._values.ndim)

    def __array__(self, dtype=None, copy=None):
        return self._values

    def __iter__(self):
        return iter(self._values)

    def _index(self, dim, size):
        found = self._coords[dim]
        return pd.Index(range(size) if found is None else found, name=dim)

    def to_pandas(self):
        axes = [self._index(*one) for one in zip(self.dims, self.shape, strict=True)]
        if self.ndim == 1:
            return pd.Series(self._values, axes[0], name=self.name)
        return pd.DataFrame(self._values, *axes)

    def to_dataset(self, name):
        return Several({name: self})


class Several(collections.abc.Mapping):
    """What we use of an xarray.Dataset."""

    def __init__(self, data_vars):
        self.data_vars = data_vars

    dims = property(lambda self: dict.fromkeys(d for v in self.values() for d in v.dims))
    __getitem__ = property(lambda self: self.data_vars.__getitem__)
    __iter__ = property(lambda self: self.data_vars.__iter__)
    __len__ = property(lambda self: self.data_vars.__len__)

    def to_pandas(self):
        return pd.DataFrame({name: one.to_pandas() for name, one in self.items()})

    def to_dataframe(self):
        cube = {name: one.to_pandas().stack() for name, one in self.items()}
        return pd.DataFrame(cube)


COORDS = {"model": ["b", "a"], "task": ["qa", "sum"]}
ARRAY = Labelled([[1, 2], [3, 4]], COORDS, "f1")
TURNED = Labelled([[4, 3], [2, 1]], {"model": ["a", "b"], "task": ["sum", "qa"]})
LINES = {
    "qa": Labelled([1, 3], {"model": ["b", "a"]}),
    "sum": Labelled([2, 4], {"model": ["b", "a"]}),
}
KNOWN = [("b", "qa", 1), ("b", "sum", 2), ("a", "qa", 3), ("a", "sum", 4)]
NAMES = {"x": "model", "y": "f1", "hue": "task"}
XARRAY = {
    "array": (ARRAY, {}),
    "one variable": (Several({"f1": ARRAY}), {}),
    "variables": (Several(LINES), {}),
    "mapping of arrays": (LINES, {}),
    "long array": (ARRAY, NAMES),
    "long dataset": (Several({"f1": ARRAY, "other": ARRAY}), NAMES),
    "long array without a name": (Labelled(ARRAY._values, COORDS), NAMES | {"y": "value"}),
}


@pytest.mark.parametrize("form", XARRAY)
def test_coordinates_are_names(form):
    data, columns = XARRAY[form]
    assert cells(deltas(data, **columns)) == KNOWN
    assert cells(shares(data, **columns)) == KNOWN
    if columns:
        assert cells(seeds(data, **columns)) == KNOWN
        return
    assert heatmap(data).data.to_numpy().tolist() == [list(cell) for cell in KNOWN]
    assert cells(seeds(data)) == [("qa", "", 2), ("sum", "", 3)]  # columns are the categories
    assert spreads(deltas(data, errors=TURNED))[0] == [1, 2, 3, 4]


def test_dimensions_without_coordinates_have_no_names():
    bare = Labelled([[1, 2], [3, 4]], {"model": None, "task": None})
    assert cells(deltas(bare)) == cells(deltas(np.array([[1, 2], [3, 4]])))
    assert cells(seeds(bare)) == cells(seeds(np.array([[1, 2], [3, 4]])))


def test_what_has_more_dimensions_says_how_to_have_fewer():
    cube = Labelled(np.zeros((1, 2, 2)), {"seed": None, **COORDS})
    for plot in (shares, deltas, seeds, heatmap):
        follow(lambda: plot(cube), ValueError, ["'seed', 'model', 'task'", ".mean('seed')"])  # noqa: B023
        two = Several({"f1": ARRAY, "em": ARRAY})
        follow(lambda: plot(two), ValueError, ["one of its variables", "'f1'"])  # noqa: B023
        assert plot(two["f1"]).data.size


# ---- what holds no cells, or hides them


class Tensor:
    """A tensor that requires a gradient: numpy can't have it."""

    def __init__(self, cells):
        self._cells = np.asarray(cells, dtype=float)

    shape = property(lambda self: self._cells.shape)
    dtype = "float32"

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")

    def __len__(self):
        return len(self._cells)

    def __iter__(self):
        return (Tensor(one) for one in self._cells)

    def __float__(self):
        return float(self._cells)


def matrix_of(cells):
    return np.array(cells).view(np.matrix)  # np.matrix() itself warns


@pytest.mark.parametrize("make", [matrix_of, Tensor], ids=["np.matrix", "tensor"])
def test_matrices_and_tensors_are_arrays(make):
    values = [[1.0, 2.0], [3.0, 4.0]]
    for plot in (shares, deltas, seeds):
        assert cells(plot(make(values))) == cells(plot(np.array(values)))
    assert heatmap(make(values)).data["value"].tolist() == [1, 2, 3, 4]
    assert spreads(deltas(np.array(values), errors=make(values)))[0] == [1, 2, 3, 4]


class TableGroupBy:
    """Groups of a table of Arrow."""

    def aggregate(self, how):
        return pl.DataFrame({"b_mean": [1.0]})


TABLE = pd.DataFrame([[1.0, 2.0], [3.0, 4.0]])
ARGUMENTS = {
    "stacked_share_bars data": shares,
    "grouped_delta_bars data": deltas,
    "seed_errorbars data": seeds,
    "columns": lambda value: deltas({"a": value}),
    "seeds of a category": lambda value: seeds({"a": value}),
    "x": lambda value: deltas(None, x=value, y=[1, 2]),
    "y": lambda value: shares(None, x=["a", "b"], y=value),
    "hue": lambda value: seeds(TABLE, x=0, y=1, hue=value),
    "errors": lambda value: deltas(TABLE, errors=value),
    "lower and upper errors": lambda value: deltas(TABLE, errors=[value, value]),
    "errors of a long table": lambda value: deltas(TABLE, x=0, y=1, errors=value),
    "noise": lambda value: deltas(TABLE, noise=value),
    "texts of values": lambda value: deltas(TABLE, values=value),
    "positions": lambda value: deltas(TABLE, positions=value),
    "positions of parts": lambda value: shares(TABLE, positions=value),
    "matrix": heatmap,
    "missing": lambda value: heatmap(TABLE, missing=value),
    "texts of cells": lambda value: heatmap(TABLE, values=value),
    "shared_norm": cp.shared_norm,
    "x of points": lambda value: cp.point_labels(ax(), value, [1, 2], ["a", "b"]),
    "y of points": lambda value: cp.point_labels(ax(), [1, 2], value, ["a", "b"]),
    "centres": cp.SeedSummary,
    "spreads": lambda value: cp.SeedSummary([1, 2], spread=value),
    "counts": lambda value: cp.SeedSummary([1, 2], n=value),
    "summarize_seeds": cp.summarize_seeds,
}
UNREADY = {
    "sparse matrix": (sparse.csr_matrix(np.eye(2)), ".toarray()"),
    "sparse array": (sparse.coo_array(np.eye(2)), ".toarray()"),
    "sparse keys": (sparse.dok_matrix(np.eye(2)), ".toarray()"),
    "lazy": (pl.LazyFrame({"a": [1, 2]}), ".collect()"),
    "grouped": (RUNS.groupby("model"), ".mean(numeric_only=True)"),
    "grouped series": (RUNS.groupby("model")["f1"], ".mean(numeric_only=True)"),
    "rolling": (RUNS["f1"].rolling(2), ".mean(numeric_only=True)"),
    "polars groups": (pl.DataFrame({"a": [1], "b": [1]}).group_by("a"), ".mean()"),
    "arrow groups": (TableGroupBy(), ".aggregate(...)"),
    "styled": (TABLE.style, ".data"),
}


@pytest.mark.parametrize("argument", ARGUMENTS)
@pytest.mark.parametrize("kind", UNREADY)
def test_what_holds_no_cells_yet_says_what_to_call(kind, argument):
    value, way = UNREADY[kind]
    follow(lambda: ARGUMENTS[argument](value), TypeError, [type(value).__name__, way])


@pytest.mark.parametrize("kind", UNREADY)
def test_what_was_called_as_advised_is_drawn(kind):
    value, way = UNREADY[kind]
    if way == ".data":
        made = value.data
    elif way == ".aggregate(...)":
        made = value.aggregate([("b", "mean")])
    else:
        made = eval(f"value{way}")
    for plot in (shares, deltas, seeds):
        assert plot(made).data.size


# ---- advice, followed


LINE = np.array([[1.0, 2.0, 3.0]])
SUMMARY = RUNS.groupby("model")["f1"].describe()
DAYS = pd.date_range("2024-01-01", periods=2)
PAIRS = {"a": 1.0, "b": 2.0}
TWICE = pd.DataFrame({"m": ["a", "a"], "s": ["p", "q"], "v": [1, 2]})
HOLES = pd.DataFrame({"m": ["a", None], "v": [1, 2]})
MIXED = {"a": pd.Series([1, 2], ["x", "y"]), "b": [1, 2]}


def dated(plot):
    panel = ax()
    panel.plot(DAYS, [1, 2])
    return plot(panel)


def drawn_twice(**kwargs):
    panel = ax()
    cp.stacked_share_bars(panel, {"p": [1, 2], "q": [1, 2]}, tick_labels=["a", "b"])
    return cp.stacked_share_bars(
        panel, {"p": [1, 2], "q": [1, 2]}, tick_labels=["c", "d"], **kwargs
    )


def on_twin():
    return cp.hatched_heatmap(ax().twinx(), np.eye(2), square=True)


def line(**kwargs):
    panel = ax()
    panel.plot([1, 2], **kwargs)
    return panel


ADVICE = {
    # a call that is refused, words of the error, calls that follow it
    "a long table unawares": (
        lambda: shares(RUNS),
        "if this is a long table, name its columns with x=, y= and hue=",
        [lambda: seeds(RUNS, x="model", y="f1", hue="task")],
    ),
    "columns of a long table unawares": (
        lambda: deltas({"m": ["a", "b"], "v": [1, 2]}),
        "name its columns with x=, y= and hue=",
        [lambda: deltas({"m": ["a", "b"], "v": [1, 2]}, x="m", y="v")],
    ),
    "records unawares": (
        lambda: seeds([{"m": "a", "v": 1}]),
        "name its columns with x=, y= and hue=",
        [lambda: seeds([{"m": "a", "v": 1}], x="m", y="v")],
    ),
    "pairs": (
        lambda: deltas(zip("ab", [1, 2], strict=True)),
        "make a DataFrame of them and name its columns with x=, y= and hue=",
        [lambda: deltas(pd.DataFrame(zip("ab", [1, 2], strict=True)), x=0, y=1)],
    ),
    "items of a mapping": (
        lambda: seeds(PAIRS.items()),
        "make a DataFrame of them and name its columns",
        [lambda: seeds(pd.DataFrame(PAIRS.items()), x=0, y=1)],
    ),
    "an array of rows": (
        lambda: shares(np.array([["a", 1]], dtype=object)),
        "make a DataFrame of them and name its columns",
        [lambda: shares(pd.DataFrame(np.array([["a", 1]], dtype=object)), x=0, y=1)],
    ),
    "means and their spread": (
        lambda: deltas(SUMMARY),
        "give data['mean'] as the data and data['std'] as errors= of bars, or both to a Seed",
        [
            lambda: deltas(SUMMARY["mean"], errors=SUMMARY["std"]),
            lambda: seeds(cp.SeedSummary(SUMMARY["mean"], spread=SUMMARY["std"])),
            lambda: deltas(SUMMARY, x="model", y="mean", errors="std"),
        ],
    ),
    "means and their spread, by name": (
        lambda: seeds(BOTH),
        r"data.xs('mean', axis=1, level=-1) as the data and data.xs('std', axis=1, level=-1)",
        [
            lambda: deltas(
                BOTH.xs("mean", axis=1, level=-1), errors=BOTH.xs("std", axis=1, level=-1)
            ),
            lambda: seeds(
                cp.SeedSummary(
                    BOTH.xs("mean", axis=1, level=-1), spread=BOTH.xs("std", axis=1, level=-1)
                )
            ),
        ],
    ),
    "grouped": (
        lambda: seeds(RUNS.groupby("model")["f1"]),
        "give the table itself with x=, y= and hue=",
        [lambda: seeds(RUNS, x="model", y="f1")],
    ),
    "vectors in another order": (
        lambda: deltas(None, x=ROWS["model"], y=ROWS["f1"][::-1], hue=ROWS["task"]),
        "bring them into one DataFrame first, or call .to_numpy() on both",
        [
            lambda: deltas(
                pd.DataFrame({"x": ROWS["model"], "h": ROWS["task"], "y": ROWS["f1"][::-1]}),
                x="x",
                y="y",
                hue="h",
            ),
            lambda: deltas(None, x=[*"abcd"], y=ROWS["f1"][::-1].to_numpy()),
        ],
    ),
    "a table as a vector": (
        lambda: deltas(RUNS.iloc[:2], x=RUNS.iloc[:2][["task"]], y="f1"),
        "call np.ravel() on it",
        [lambda: deltas(RUNS.iloc[:2], x=np.ravel(RUNS.iloc[:2][["task"]]), y="f1")],
    ),
    "a row as a column": (
        lambda: shares({"a": matrix_of(LINE)}),
        "not of shape (1, 3); call np.ravel() on it",
        [lambda: shares({"a": np.ravel(matrix_of(LINE))})],
    ),
    "a row as seeds": (
        lambda: seeds({"a": LINE}),
        "call np.ravel() on it",
        [lambda: seeds({"a": np.ravel(LINE)})],
    ),
    "a row as positions": (
        lambda: deltas([1, 2, 3], positions=matrix_of(LINE)),
        "call np.ravel() on it",
        [lambda: deltas([1, 2, 3], positions=np.ravel(matrix_of(LINE)))],
    ),
    "durations": (
        lambda: deltas(pd.Series(pd.to_timedelta(["1s", "2s"]))),
        "dividing by pd.Timedelta('1s') makes one of it",
        [
            lambda: deltas(pd.Series(pd.to_timedelta(["1s", "2s"])) / pd.Timedelta("1s")),
            lambda: deltas([dt.timedelta(1) / pd.Timedelta("1s")]),
        ],
    ),
    "complex numbers": (
        lambda: deltas(np.array([1 + 1j])),
        "abs() or .real makes one of it",
        [lambda: deltas(abs(np.array([1 + 1j]))), lambda: deltas(np.array([1 + 1j]).real)],
    ),
    "x= alone": (
        lambda: shares(TWICE, x="m"),
        "needs y=",
        [lambda: shares(TWICE, x="s", y="v")],
    ),
    "y= alone": (lambda: deltas(TWICE, y="v"), "needs x=", [lambda: deltas(TWICE, x="s", y="v")]),
    "a column of no table": (
        lambda: deltas([[1, 2]], errors="sd"),
        "needs a long table with x= and y=",
        [lambda: deltas(TWICE, x="s", y="v", errors="v")],
    ),
    "rows for one bar": (
        lambda: shares(TWICE, x="m", y="v"),
        "aggregate them first, or name the column that tells them apart with hue=",
        [
            lambda: shares(TWICE.groupby("m")["v"].sum()),
            lambda: shares(TWICE, x="m", y="v", hue="s"),
        ],
    ),
    "rows without a label": (
        lambda: deltas(HOLES, x="m", y="v"),
        "drop or name what is missing",
        [
            lambda: deltas(HOLES.dropna(), x="m", y="v"),
            lambda: deltas(HOLES.fillna({"m": "rest"}), x="m", y="v"),
        ],
    ),
    "a column twice": (
        lambda: seeds(pd.DataFrame([["a", 1, 2]], columns=["m", "v", "v"]), x="m", y="v"),
        "'data' has 2 columns named 'v'; rename one of them",
        [lambda: seeds(pd.DataFrame([["a", 1, 2]], columns=["m", "v", "w"]), x="m", y="v")],
    ),
    "a level twice": (
        lambda: seeds(MEANS.rename_axis(["m", "m"]).to_frame(), x="m", y="f1"),
        "2 index levels named 'm'; rename one of them",
        [lambda: seeds(MEANS.rename_axis(["m", "n"]).to_frame(), x="m", y="f1")],
    ),
    "a category twice": (
        lambda: deltas(pd.Series([1, 2], ["a", "a"])),
        "(rename or aggregate first)",
        [
            lambda: deltas(pd.Series([1, 2], ["a", "b"])),
            lambda: deltas(pd.Series([1, 2], ["a", "a"]).groupby(level=0).mean()),
        ],
    ),
    "labels and none": (
        lambda: deltas(MIXED),
        "give all of them labels, or none",
        [
            lambda: deltas({"a": MIXED["a"], "b": pd.Series([1, 2], ["x", "y"])}),
            lambda: deltas({"a": MIXED["a"].to_list(), "b": [1, 2]}),
        ],
    ),
    "mappings and seeds": (
        lambda: seeds({"p": {"a": [1]}, "q": [1]}),
        "give categories -> seeds, or series -> categories -> seeds",
        [lambda: seeds({"p": [1], "q": [1]}), lambda: seeds({"p": {"a": [1]}, "q": {"a": [1]}})],
    ),
    "numbers two levels deep": (
        lambda: seeds({"p": {"a": 1}}),
        "give the seeds of each category as a list",
        [lambda: seeds({"p": {"a": [1]}})],
    ),
    "no seeds to sum up": (
        lambda: deltas([[1, 2]], center="mean"),
        "a long table with x=, y= and hue=, or a mapping from series to mappings",
        [
            lambda: deltas(RUNS, x="model", y="f1", hue="task", center="mean"),
            lambda: deltas({"p": {"a": [1, 2]}, "q": {"a": [2, 3]}}, center="mean"),
        ],
    ),
    "noise without errors": (
        lambda: deltas([[1], [2]], noise="errors"),
        "needs errors=, or a long table with several rows a bar",
        [
            lambda: deltas([[1], [2]], noise="errors", errors=1),
            lambda: deltas(RUNS, x="model", y="f1", hue="task", noise="errors"),
        ],
    ),
    "an error of the mean for another centre": (
        lambda: seeds({"a": [1, 2]}, center="median", spread="se"),
        "use spread='bootstrap'",
        [lambda: seeds({"a": [1, 2]}, center="median", spread="bootstrap")],
    ),
    "labels of a mask in another order": (
        lambda: heatmap(BOTH, missing=BOTH[::-1] > 2),
        "give it the same order (.reindex_like) or none (.to_numpy())",
        [
            lambda: heatmap(BOTH, missing=(BOTH[::-1] > 2).reindex_like(BOTH)),
            lambda: heatmap(BOTH, missing=(BOTH > 2).to_numpy()),
        ],
    ),
    "labels of texts in another order": (
        lambda: heatmap(BOTH, values=BOTH.astype(str)[::-1]),
        ".reindex_like",
        [lambda: heatmap(BOTH, values=BOTH.astype(str)[::-1].reindex_like(BOTH))],
    ),
    "labels of texts at bars in another order": (
        lambda: deltas(BOTH["f1"][["mean"]], values=BOTH["f1"][["mean"]].astype(str)[::-1]),
        ".to_numpy()",
        [lambda: deltas(BOTH["f1"][["mean"]], values=BOTH["f1"][["mean"]].astype(str).to_numpy())],
    ),
    "one row": (lambda: heatmap([1, 2]), "a single row is [[...]]", [lambda: heatmap([[1, 2]])]),
    "a cell without a colour": (
        lambda: heatmap([[0, 1]], norm="log"),
        "name them in 'missing', or take another norm, such as 'symlog'",
        [
            lambda: heatmap([[0, 1]], norm="log", missing=0),
            lambda: heatmap([[0, 1]], norm="symlog"),
        ],
    ),
    "center and norm": (
        lambda: heatmap([[0, 1]], norm="linear", center=0),
        "give one of them",
        [lambda: heatmap([[0, 1]], norm="linear"), lambda: heatmap([[0, 1]], center=0)],
    ),
    "squares on a twin": (on_twin, "an Axes of its own", [lambda: heatmap(np.eye(2), square=True)]),
    "dates on the axis": (
        lambda: dated(lambda panel: cp.grouped_delta_bars(panel, [1, 2])),
        "'positions' are needed",
        [lambda: dated(lambda panel: cp.grouped_delta_bars(panel, [1, 2], positions=DAYS))],
    ),
    "categories on the axis": (
        drawn_twice,
        "at other positions, or on an Axes that doesn't share this axis",
        [lambda: drawn_twice(positions=[5, 6]), lambda: shares({"p": [1]}, tick_labels=["c"])],
    ),
    "no summary of one seed": (
        lambda: seeds({"a": [1]}, band="median_spread"),
        "needs whiskers",
        [lambda: seeds({"a": [1, 2]}, band="median_spread")],
    ),
    "names for other lines": (
        lambda: cp.end_labels(line(label="p"), labels={"q": "Q"}),
        "there are ['p']",
        [lambda: cp.end_labels(line(label="p"), labels={"p": "Q"})],
    ),
    "no names for lines": (
        lambda: cp.end_labels(line()),
        "pass label= to what you plot",
        [lambda: cp.end_labels(line(label="p"))],
    ),
    "nothing to name": (
        lambda: cp.legend(line()),
        "(label= in matplotlib, labels= here)",
        [lambda: cp.legend(line(label="p"))],
    ),
    "an unknown format": (
        lambda: deltas([1.5], values=True, value_format="{:q}"),
        "a format string like '{:.1f}', '.1f' or '%.1f' is expected",
        [
            lambda form=form: deltas([1.5], values=True, value_format=form)
            for form in ("{:.1f}", ".1f", "%.1f")
        ],
    ),
}


@pytest.mark.parametrize("case", ADVICE)
def test_advice_works_when_it_is_followed(case):
    call, words, followed = ADVICE[case]
    follow(call, (TypeError, ValueError, KeyError), [words])
    for way in followed:
        assert way() is not None


# Errors that list what is allowed: the call with one value, and one that isn't allowed.
LISTED = {
    "baseline": lambda one: deltas([[1], [2]], labels=["p", "q"], baseline=one),
    "highlight": lambda one: shares({"p": [1], "q": [2]}, tick_labels=["m"], highlight=one),
    "colors": lambda one: shares({"p": [1], "q": [2]}, colors=one),
    "delta": lambda one: deltas([[1], [2]], delta=one),
    "better": lambda one: deltas([[1], [2]], better=one),
    "orientation": lambda one: seeds([1, 2], orientation=one),
    "spread": lambda one: seeds([0, 1], spread=one),
    "center": lambda one: seeds([1, 2], center=one),
    "rounding": lambda one: shares([1, 2], rounding=one),
    "norm": lambda one: heatmap([[0.1, 0.5]], norm=one),
    "axis": lambda one: cp.floor_line(ax(), 1, axis=one),
    "loc": lambda one: cp.legend(line(label="p"), loc=one),
    "align": lambda one: cp.footer(Figure(), "words", align=one),
    "palette": lambda one: cp.palette(one),
    "role": lambda one: cp.role(one),
    "kind of map": lambda one: cp.colormap(one),
    "item": lambda one: deltas({"p": [1], "q": [1]}, colors={one: "k", "p": "r", "q": "b"}),
    "category": lambda one: cp.floor_line(
        shares({"p": [1, 2]}, tick_labels=["a", "b"]).axes, one, axis="x"
    ),
}


@pytest.mark.parametrize("name", LISTED)
def test_every_value_that_an_error_lists_is_taken(name):
    call = LISTED[name]
    said = follow(lambda: call("no such"), (TypeError, ValueError), ["no such"])
    words = re.split(r"allowed are|expected one of|there are|use one of|palettes are|use ", said)[1]
    words = re.sub(r"(, got| or a callable|, or an index).*", "", words)
    for one in re.findall(r"[\w-]+", words.replace("'", " ")):
        if one not in ("or", "None"):
            assert call(one) is not None


# ---- the Axes come first

FIRST = {
    "stacked_share_bars": (TABLE,),
    "grouped_delta_bars": (TABLE,),
    "seed_errorbars": (TABLE,),
    "hatched_heatmap": (TABLE,),
    "floor_line": (1,),
    "floor_band": (1, 2),
    "callout": (1, 2, "words"),
    "group_names": ({"a": (0, 1)},),
    "end_labels": (),
    "point_labels": ([1], [1], ["a"]),
    "headline": ("words",),
    "legend": (),
}


@pytest.mark.parametrize("name", FIRST)
def test_the_axes_come_first(name):
    primitive, args = getattr(cp, name), FIRST[name]
    argument = "target" if name in ("headline", "legend") else "ax"
    for wrong, way in (
        (args[0] if args else [1], "it comes first"),
        (None, "it comes first"),
        (Figure().subplots(2, 2), "give one of them"),
        ([ax(), ax()], "give one of them"),
        *([] if argument == "target" else [(Figure(), "give one of its Axes")]),
    ):
        rest = (ax(), *args[1:]) if args and wrong is args[0] else args
        said = follow(lambda: primitive(wrong, *rest), TypeError, [f"{argument} must be", way])  # noqa: B023
        assert len(said) < 200


def test_a_footer_belongs_to_a_figure():
    panel = ax()
    follow(lambda: cp.footer(panel, "words"), TypeError, ["fig must be a Figure", "its .figure"])
    assert cp.footer(panel.figure, "words")
