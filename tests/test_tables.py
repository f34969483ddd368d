"""Every input form, by the numbers that come out, and every refusal, by what it names."""

from __future__ import annotations

import copy
import datetime as dt
import decimal
import fractions
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardplot import _tables
from cardplot._tables import Wide, matrix, parts, samples, text, texts, vector, wide
from cardplot._tables.names import find, per_item

NAN = float("nan")


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def frame(index=None, columns=None, **data):
    return pd.DataFrame(data, index=index, columns=columns)


class Stream:
    """A table that only speaks the Arrow C stream protocol."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Columns:
    """A Polars-like table that can't convert itself to pandas (pyarrow is absent)."""

    columns = ("m", "v")

    def to_pandas(self):
        raise ModuleNotFoundError("pyarrow is required")

    def __getitem__(self, name):
        return pl.Series(name, {"m": ["a", "b"], "v": [1, None]}[name])


class Tensor:
    """A tensor that numpy can't take: of an unknown type, or with gradients."""

    shape = (2,)

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("can't convert a tensor that requires grad")

    def __iter__(self):
        return iter([Zero(), Zero()])

    def __len__(self):
        return 2


class Zero:
    """A 0-d tensor: a number to float(), an array of no dimension to everything else."""

    shape = ()
    dtype = np.dtype("float32")

    def __float__(self):
        return 2.5


AB = ("a", "b")
WIDE = {
    # mappings
    "mapping of lists": ({"a": [1, 2], "b": [3, 4]}, [[1, 3], [2, 4]], ("0", "1"), AB),
    "mapping of dicts": (
        {"a": {"x": 1, "y": 2}, "b": {"z": 4, "y": 3}},
        [[1, NAN], [2, 3], [NAN, 4]],
        ("x", "y", "z"),
        AB,
    ),
    "mapping of series": (
        {"a": pd.Series([1, 2], index=["x", "y"]), "b": pd.Series([3, 4], index=["y", "x"])},
        [[1, 4], [2, 3]],
        ("x", "y"),
        AB,
    ),
    "mapping of unlabelled series": (
        {"a": pd.Series([1, 2]), "b": [3, 4]},
        [[1, 3], [2, 4]],
        ("0", "1"),
        AB,
    ),
    "mapping of iterators": ({"a": iter([1, 2])}, [[1], [2]], ("0", "1"), ("a",)),
    "mapping of numbers": ({"a": 1, "b": None}, [[1], [NAN]], AB, ("",)),
    "mapping of 0-d": ({"a": np.array(1.0), "b": Zero()}, [[1], [2.5]], AB, ("",)),
    "mapping of arrow and polars": (
        {"a": pa.array([1, None]), "b": pl.Series([1, 2])},
        [[1, 1], [NAN, 2]],
        ("0", "1"),
        AB,
    ),
    # lists and arrays
    "numbers": ([1, 2.5, None], [[1], [2.5], [NAN]], ("0", "1", "2"), ("",)),
    "list of series of numbers": ([[1, 2], [3, 4]], [[1, 3], [2, 4]], ("0", "1"), ("", "")),
    "list of named series": (
        [pd.Series([1, 2], AB, name="p"), pd.Series([3, 4], ("b", "c"), name="q")],
        [[1, NAN], [2, 3], [NAN, 4]],
        ("a", "b", "c"),
        ("p", "q"),
    ),
    "array": (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], ("0", "1"), ("", "")),
    "1-D array": (np.array([1, 2]), [[1], [2]], ("0", "1"), ("",)),
    "float16": (np.array([0.5], np.float16), [[0.5]], ("0",), ("",)),
    "masked array": (
        np.ma.masked_array([[1, 2], [3, 4]], [[0, 1], [0, 0]]),
        [[1, NAN], [3, 4]],
        ("0", "1"),
        ("", ""),
    ),
    "masked text": (
        np.ma.masked_array(np.array([1, "x"], object), [0, 1]),
        [[1], [NAN]],
        ("0", "1"),
        ("",),
    ),
    "the masked constant": ([1, np.ma.masked], [[1], [NAN]], ("0", "1"), ("",)),
    "structured array": (
        np.array([(1, 2.0), (3, 4.0)], [("a", int), ("b", float)]),
        [[1, 2], [3, 4]],
        ("0", "1"),
        AB,
    ),
    "range": (range(2), [[0], [1]], ("0", "1"), ("",)),
    "dict values": ({"a": [1, 2]}.values(), [[1], [2]], ("0", "1"), ("",)),
    "all kinds of numbers": (
        [decimal.Decimal("1.5"), fractions.Fraction(1, 4), np.float32(0.5), True, np.int8(3)],
        [[1.5], [0.25], [0.5], [1], [3]],
        ("0", "1", "2", "3", "4"),
        ("",),
    ),
    "all kinds of missing": (
        [None, NAN, pd.NA, pd.NaT, np.float32("nan"), decimal.Decimal("NaN"), np.datetime64("NaT")],
        [[NAN]] * 7,
        tuple("0123456"),
        ("",),
    ),
    "tensor": (Tensor(), [[2.5], [2.5]], ("0", "1"), ("",)),
    "mapping of tensors": ({"a": Tensor()}, [[2.5], [2.5]], ("0", "1"), ("a",)),
    # pandas
    "frame": (frame(index=["x", "y"], a=[1, 2], b=[3, 4]), [[1, 3], [2, 4]], ("x", "y"), AB),
    "bare frame": (pd.DataFrame([[1, 2]]), [[1, 2]], ("0",), ("", "")),
    "series": (pd.Series([1, 2], AB, name="acc"), [[1], [2]], AB, ("acc",)),
    "nameless series": (pd.Series([1, 2]), [[1], [2]], ("0", "1"), ("",)),
    "nullable": (
        frame(
            a=pd.array([1, pd.NA], "Int64"),
            b=pd.array([0.5, pd.NA], "Float64"),
            c=pd.array([True, pd.NA], "boolean"),
        ),
        [[1, 0.5, 1], [NAN, NAN, NAN]],
        ("0", "1"),
        ("a", "b", "c"),
    ),
    "arrow-backed": (
        frame(
            a=pd.array([1, None], "int64[pyarrow]"),
            b=pd.array([decimal.Decimal("1.5"), None], pd.ArrowDtype(pa.decimal128(5, 2))),
        ),
        [[1, 1.5], [NAN, NAN]],
        ("0", "1"),
        AB,
    ),
    "multi-index": (
        frame(index=pd.MultiIndex.from_tuples([("A", 1), ("A", 2)]), a=[1, 2]),
        [[1], [2]],
        ("A / 1", "A / 2"),
        ("a",),
    ),
    "categorical index": (
        frame(index=pd.CategoricalIndex(["l", "s"], ["s", "m", "l"], ordered=True), a=[1, 2]),
        [[2], [1]],
        ("s", "l"),
        ("a",),
    ),
    "categorical columns": (
        pd.DataFrame([[1, 2]], columns=pd.CategoricalIndex(["l", "s"], ["s", "m", "l"])),
        [[2, 1]],
        ("0",),
        ("s", "l"),
    ),
    "mapping of categorical series": (
        {"a": pd.Series([1, 2], pd.CategoricalIndex(["l", "s"], ["s", "m", "l"]))},
        [[2], [1]],
        ("s", "l"),
        ("a",),
    ),
    # other libraries
    "polars": (pl.DataFrame({"a": [1, None], "b": [2.0, 3.0]}), [[1, 2], [NAN, 3]], ("0", "1"), AB),
    "polars series": (pl.Series("acc", [1, None]), [[1], [NAN]], ("0", "1"), ("acc",)),
    "arrow": (pa.table({"a": [1, None]}), [[1], [NAN]], ("0", "1"), ("a",)),
    "arrow array": (pa.chunked_array([[1], [None]]), [[1], [NAN]], ("0", "1"), ("",)),
}


@pytest.mark.parametrize("form", WIDE)
def test_wide_reads(form):
    data, values, categories, series = WIDE[form]
    if form in ("mapping of iterators", "dict values"):  # an iterator can be read once only
        data = {"a": iter([1, 2])} if "iter" in form else data
    table = wide(data)
    np.testing.assert_array_equal(table.values, values)
    assert table.values.dtype == np.float64
    assert (table.categories, table.series) == (categories, series)
    assert table.named == any(series)
    assert (len(table.category_keys), len(table.series_keys)) == table.values.shape


LONG = {
    "frame": frame(m=AB, v=[1, None]),
    "mapping": {"m": ["a", "b"], "v": [1, None]},
    "records": [{"m": "a", "v": 1}, {"m": "b"}],
    "polars": pl.DataFrame({"m": AB, "v": [1, None]}),
    "polars without pyarrow": Columns(),
    "arrow": pa.table({"m": list(AB), "v": [1, None]}),
    "arrow stream": Stream(pa.table({"m": list(AB), "v": [1, None]})),
    "index level": frame(index=pd.Index(AB, name="m"), v=[1, None]),
    "series with an index": pd.Series([1, None], pd.Index(AB, name="m"), name="v"),
    "structured": np.array([("a", 1), ("b", NAN)], [("m", "U1"), ("v", float)]),
}


@pytest.mark.parametrize("form", LONG)
def test_wide_reads_long(form):
    table = wide(LONG[form], x="m", y="v")
    np.testing.assert_array_equal(table.values, [[1], [NAN]])
    assert (table.categories, table.series, table.named) == (AB, ("",), False)


def test_absent_row_is_missing_and_order_is_appearance():
    data = frame(model=["B", "A", "B"], task=["mmlu", "gsm8k", "gsm8k"], acc=[0.7, 0.4, 0.6])
    table = wide(data, x="task", y="acc", hue="model")
    assert (table.categories, table.series) == (("mmlu", "gsm8k"), ("B", "A"))
    np.testing.assert_array_equal(table.values, [[0.7, NAN], [0.6, 0.4]])


@pytest.mark.parametrize("ordered", [True, False])
def test_categorical_columns_keep_their_order_and_drop_unused(ordered):
    size = pd.Categorical(["l", "s", "l", "s"], ["s", "m", "l"], ordered=ordered)
    hue = pd.Categorical(["q", "q", "p", "p"], ["p", "q", "r"], ordered=ordered)
    table = wide(frame(x=size, h=hue, v=[1, 2, 3, 4]), x="x", y="v", hue="h")
    assert (table.categories, table.series) == (("s", "l"), ("p", "q"))
    np.testing.assert_array_equal(table.values, [[4, 2], [3, 1]])


def test_polars_enum_keeps_its_order():
    data = pl.DataFrame(
        {"x": pl.Series(["b", "a"], dtype=pl.Enum(["a", "u", "b"])), "v": [1, 2]},
    )
    assert wide(data, x="x", y="v").categories == ("a", "b")


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["1000", "100", "10"], ("1000", "100", "10")),
        (["v10", "v2", "v1"], ("v10", "v2", "v1")),
        ([True, False], ("True", "False")),
        ([2024, 2023], ("2024", "2023")),
        ([1.0, 0.1, 0.1 + 0.2, -3.0, 1e6, 1e30], ("1", "0.1", "0.3", "−3", "1000000", "1×10³⁰")),
        (pd.to_datetime(["2024-01-05", "2024-02-01"]), ("2024-01-05", "2024-02-01")),
        (
            pd.to_datetime(["2024-01-05 12:30", "2024-02-01 00:00"]),
            ("2024-01-05 12:30", "2024-02-01 00:00"),
        ),
        (np.array(["2024-01-05"], "M8[ns]"), ("2024-01-05",)),
        (np.array(["2024-01", "2024-02"], "M8[M]"), ("2024-01", "2024-02")),
        (pd.period_range("2024-01", periods=2, freq="M"), ("2024-01", "2024-02")),
        ([dt.date(2024, 1, 5)], ("2024-01-05",)),
        ([("A", 1), ("A", 2)], ("A / 1", "A / 2")),
        (
            ["$a_b$", "_base", "100%", "<b>", "🤗", "a\nb"],
            ("$a_b$", "_base", "100%", "<b>", "🤗", "a\nb"),
        ),
        (["nul\x00", "lone\ud800"], ("nul�", "lone�")),
        ([np.str_("x"), b"caf\xc3\xa9"], ("x", "café")),
    ],
)
def test_category_names(labels, shown):
    table = wide({"x": labels, "v": range(len(labels))}, x="x", y="v")
    assert table.categories == shown
    assert len(table.category_keys) == len(shown)


def test_seconds_and_zones_show_only_where_they_differ():
    assert text(dt.datetime(2024, 1, 5)) == "2024-01-05"
    assert text(dt.datetime(2024, 1, 5, 0, 0, 7)) == "2024-01-05 00:00:07"
    zones = dt.UTC, dt.timezone(dt.timedelta(hours=2))
    assert text(dt.datetime(2024, 1, 5, 9, tzinfo=zones[0])) == "2024-01-05 09:00"
    assert texts([dt.datetime(2024, 1, 5, 9, tzinfo=zone) for zone in zones]) == (
        "2024-01-05 09:00+0000",
        "2024-01-05 09:00+0200",
    )


def test_names_by_hand_replace_those_of_the_data():
    table = wide(np.eye(2), tick_labels=["a", "b"], labels=["p", "q"])
    assert (table.categories, table.series, table.named) == (AB, ("p", "q"), True)
    assert (table.category_keys, table.series_keys) == (AB, ("p", "q"))
    table = wide({"m1": [1], "m2": [2]}, labels=["Base", "Tuned"])
    assert (table.series, table.series_keys) == (("Base", "Tuned"), ("m1", "m2"))
    days = np.array(["2024-01-05", "2024-01-06"], "M8[ns]")
    assert wide([1, 2], tick_labels=days).categories == ("2024-01-05", "2024-01-06")


LOGS = frame(v=["A", "B", "C"], c=["39.40", "39.84*", "–"])
REFUSED = {
    # text in place of numbers: column, row and value
    "text in a y column": (
        lambda: wide(LOGS, x="v", y="c"),
        TypeError,
        ["'c'", "row 1", "'B'", "'39.84*'"],
    ),
    "text in a wide column": (
        lambda: wide(frame(index=["A", "B"], acc=[0.5, "34.87%"])),
        TypeError,
        ["'acc'", "'B'", "'34.87%'"],
    ),
    "numbers as text": (
        lambda: wide({"c": ["39.40", "1"]}),
        TypeError,
        ["'c'", "row 0", "'39.40'"],
    ),
    "N/A as text": (lambda: wide({"c": [1, "N/A"]}), TypeError, ["'c'", "row 1", "'N/A'"]),
    "arrow text": (
        lambda: wide(frame(c=pd.array(["1", "x"], "string[pyarrow]"))),
        TypeError,
        ["'c'", "row 1", "'x'"],
    ),
    "long table as wide": (
        lambda: wide({"model": ["a", "b"], "acc": [1, 2]}),
        TypeError,
        ["'model'", "'a'", "x=", "y=", "hue="],
    ),
    "records as wide": (lambda: wide([{"m": "a", "v": 1}]), TypeError, ["'a'", "x="]),
    "dates": (lambda: wide({"d": np.array(["2024-01-05"], "M8[D]")}), TypeError, ["'d'", "2024"]),
    "durations": (lambda: wide([np.timedelta64(1, "s")]), TypeError, ["timedelta64"]),
    "complex": (lambda: wide([1j]), TypeError, ["item 0", "1j"]),
    "complex array": (lambda: wide(np.array([1j])), TypeError, ["1j"]),
    "complex 0-d": (lambda: wide([np.array(1j)]), TypeError, ["1j"]),
    "lists in cells": (lambda: wide(frame(a=[[1], [2]])), TypeError, ["'a'", "row 0", "[1]"]),
    # beyond what can be drawn
    "infinite": (lambda: wide({"a": [1, np.inf]}), ValueError, ["'a'", "row 1", "inf"]),
    "infinite in an array": (
        lambda: wide(np.array([[1, 2], [3, -np.inf]])),
        ValueError,
        ["series 1", "row 1", "-inf"],
    ),
    "int beyond float": (lambda: wide([10**400]), ValueError, ["item 0", "range of a float"]),
    "longdouble beyond float": (
        lambda: wide(np.array([np.longdouble("1e400")])),
        ValueError,
        ["range of a float"],
    ),
    # shapes
    "0-d": (lambda: wide(np.array(3.0)), ValueError, ["'data'", "()"]),
    "3-D": (lambda: wide(np.zeros((2, 2, 2))), ValueError, ["'data'", "(2, 2, 2)"]),
    "2-D in a mapping": (lambda: wide({"a": np.eye(2)}), ValueError, ["'a'", "(2, 2)"]),
    "unequal": (lambda: wide({"a": [1, 2], "b": [3]}), ValueError, ["'a' has 2", "'b' has 1"]),
    "unequal list": (lambda: wide([[1, 2], [3]]), ValueError, ["series 0 has 2", "series 1 has 1"]),
    "unequal columns": (
        lambda: wide({"x": ["a"], "y": [1, 2]}, x="x", y="y"),
        ValueError,
        ["x= has 1", "y= has 2"],
    ),
    "numbers and lists": (lambda: wide([1, [2]]), ValueError, ["item 0", "item 1"]),
    "numbers and lists by name": (lambda: wide({"a": 1, "b": [2]}), TypeError, ["'a'", "1"]),
    "labels and none": (
        lambda: wide({"a": pd.Series([1, 2], ["x", "y"]), "b": [1, 2]}),
        ValueError,
        ["'a'", "'b'", "labels"],
    ),
    "empty list": (lambda: wide([]), ValueError, ["empty"]),
    "empty mapping": (lambda: wide({}), ValueError, ["empty"]),
    "empty frame": (lambda: wide(pd.DataFrame()), ValueError, ["empty"]),
    "no rows": (lambda: wide(frame(a=[]), x="a", y="a"), ValueError, ["empty"]),
    # duplicates
    "two rows for one bar": (
        lambda: wide(frame(m=["a", "b", "a"], v=[1, 2, 3]), x="m", y="v"),
        ValueError,
        ["'a'", "row 0", "row 2"],
    ),
    "two rows for one bar, missing": (
        lambda: wide(frame(m=["a", "a"], h=["p", "p"], v=[1, None]), x="m", y="v", hue="h"),
        ValueError,
        ["'a'", "'p'", "row 0", "row 1"],
    ),
    "category twice": (
        lambda: wide(frame(index=["base", "lora", "base"], a=[1, 2, 3])),
        ValueError,
        ["category", "'base'"],
    ),
    "series twice": (
        lambda: wide(pd.DataFrame([[1, 2]], columns=["a", "a"])),
        ValueError,
        ["series", "'a'"],
    ),
    "label twice in a series": (
        lambda: wide({"s": pd.Series([1, 2], ["x", "x"])}),
        ValueError,
        ["'s'", "'x'"],
    ),
    "names that print alike": (lambda: wide({1: [1], "1": [2]}), ValueError, ["'1'"]),
    "label twice by hand": (
        lambda: wide([[1], [2]], labels=["a", "a"]),
        ValueError,
        ["labels", "'a'"],
    ),
    "column twice": (
        lambda: wide(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "b"]), x="b", y="a"),
        ValueError,
        ["2 columns", "'a'"],
    ),
    # names
    "missing categories": (
        lambda: wide(frame(m=["a", None, NAN], v=[1, 2, 3]), x="m", y="v"),
        ValueError,
        ["'x'", "2 rows", "row 1"],
    ),
    "missing series": (
        lambda: wide(
            frame(index=["r1", "r2"], m=AB, h=["p", NAN], v=[1, 2]), x="m", y="v", hue="h"
        ),
        ValueError,
        ["'hue'", "1 row", "'r2'"],
    ),
    "missing level of a Categorical": (
        lambda: wide(frame(m=pd.Categorical(["a", None]), v=[1, 2]), x="m", y="v"),
        ValueError,
        ["1 row", "row 1"],
    ),
    "missing index label": (lambda: wide(frame(index=["a", None], v=[1, 2])), ValueError, ["row"]),
    "list as a category": (
        lambda: wide({"m": [[1]], "v": [1]}, x="m", y="v"),
        TypeError,
        ["'m'", "row 0", "[1]"],
    ),
    "too few names": (lambda: wide(np.eye(2), labels=["p"]), ValueError, ["'labels'", "2", "1"]),
    "a string for names": (lambda: wide([1], tick_labels="p"), TypeError, ["'tick_labels'", "'p'"]),
    "a missing name": (lambda: wide([1], labels=[None]), ValueError, ["'labels'", "item 0"]),
    # columns
    "unknown column": (lambda: wide(LOGS, x="z", y="c"), KeyError, ["'x'", "'z'", "'v', 'c'"]),
    "unknown key": (lambda: wide({"a": [1]}, x="a", y="z"), KeyError, ["'y'", "'z'", "'a'"]),
    "a list of columns": (lambda: wide(LOGS, x=["v"], y="c"), TypeError, ["'x'", "['v']"]),
    "x without y": (lambda: wide(LOGS, x="v"), ValueError, ["y="]),
    "y without x": (lambda: wide(frame(v=[1]), y="v"), ValueError, ["x="]),
    "columns of an array": (lambda: wide(np.eye(2), x="a", y="b"), TypeError, ["x=", "ndarray"]),
    "a column that is no column": (lambda: wide({"a": 1}, x="a", y="a"), TypeError, ["'a'"]),
    # no table at all
    "None": (lambda: wide(None), TypeError, ["'data'", "None"]),
    "a number": (lambda: wide(3), TypeError, ["'data'", "3"]),
    "a string": (lambda: wide("abc"), TypeError, ["'data'", "'abc'"]),
    "a set": (lambda: wide({1, 2}), TypeError, ["'data'", "{1, 2}"]),
    "an object": (lambda: wide(object()), TypeError, ["'data'", "object"]),
    "a function": (lambda: wide(len), TypeError, ["'data'"]),
    "a query": (
        lambda: wide(pl.DataFrame({"a": [1]}).lazy()),
        TypeError,
        ["LazyFrame", ".collect()"],
    ),
    # seeds
    "text as seeds": (lambda: samples({"a": "x"}), TypeError, ["'a'", "'x'"]),
    "text in seeds": (lambda: samples({"a": [1, "x"]}), TypeError, ["'a'", "seed 1", "'x'"]),
    "infinite seed": (lambda: samples({"a": [1, np.inf]}), ValueError, ["'a'", "seed 1"]),
    "seeds and levels": (lambda: samples({"p": {"a": [1]}, "q": [1]}), ValueError, ["mixes"]),
    "numbers two levels deep": (
        lambda: samples({"base": {"0": 0.5, "1": 0.6}}),
        ValueError,
        ["two levels"],
    ),
    "3-D seeds": (lambda: samples(np.zeros((2, 2, 2))), ValueError, ["(2, 2, 2)"]),
    "2-D seeds": (lambda: samples({"a": np.eye(2)}), ValueError, ["'a'", "(2, 2)"]),
    "no seeds": (lambda: samples([]), ValueError, ["empty"]),
    "no categories": (lambda: samples({}), ValueError, ["empty"]),
    "seed category twice in a series": (
        lambda: samples(pd.Series([[1], [2]], ["a", "a"])),
        ValueError,
        ["category", "'a'"],
    ),
    "seed category twice": (
        lambda: samples(pd.DataFrame([[1, 2]], columns=["a", "a"])),
        ValueError,
        ["category", "'a'"],
    ),
    "infinite position": (
        lambda: samples({"x": [1.0, np.inf], "y": [1, 2]}, x="x", y="y"),
        ValueError,
        ["position", "inf"],
    ),
    # matrices
    "1-D matrix": (lambda: matrix([1, 2]), ValueError, ["'matrix'", "[[...]]"]),
    "3-D matrix": (lambda: matrix(np.zeros((2, 2, 2))), ValueError, ["(2, 2, 2)"]),
    "ragged matrix": (lambda: matrix([[1, 2], [3]]), ValueError, ["length"]),
    "empty matrix": (lambda: matrix(np.empty((0, 2))), ValueError, ["empty"]),
    "text in a matrix": (lambda: matrix([[1, "x"]]), TypeError, ["row 0, column 1", "'x'"]),
    "text in an array of a matrix": (
        lambda: matrix(np.array([[1, "x"]], dtype=object)),
        TypeError,
        ["column 1, row 0", "'x'"],
    ),
    "mask of another shape": (
        lambda: matrix(np.eye(2), missing=[True, False]),
        ValueError,
        ["'missing'", "(2, 2)", "(2,)"],
    ),
    "mask that is none": (
        lambda: matrix(np.eye(2), missing=lambda values: values + 1),
        ValueError,
        ["'missing'", "other values of shape (2, 2)"],
    ),
    # parts
    "negative part": (
        lambda: parts(wide(frame(index=AB, gain=[4, 4], loss=[-1, 2]))),
        ValueError,
        ["'loss'", "'a'", "-1"],
    ),
    # arguments
    "vector of text": (lambda: vector(["x"], "errors"), TypeError, ["'errors'", "item 0", "'x'"]),
    "vector of another length": (
        lambda: vector([1], "errors", length=2),
        ValueError,
        ["'errors'", "2"],
    ),
    "scalar for a vector": (lambda: vector(1, "positions"), TypeError, ["'positions'", "1"]),
    "table for a vector": (lambda: vector(np.eye(2), "positions"), ValueError, ["(2, 2)"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_name_the_place(case):
    call, kind, words = REFUSED[case]
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    for word in words:
        assert word in str(caught.value)


def test_first_text_to_blame_is_the_one_that_is_no_number():
    with pytest.raises(TypeError, match=r"'39\.84\*'") as caught:
        wide(LOGS, x="v", y="c")
    assert "'39.40'" not in str(caught.value)


# Seeds


def cells(found):
    return [[cell.tolist() for cell in row] for row in found.values]


SEEDS = {
    "mapping": ({"a": [1, 2], "b": [3], "c": []}, [[[1, 2]], [[3]], [[]]], ("a", "b", "c"), ("",)),
    "mapping with missing": ({"a": [1, None], "b": [NAN]}, [[[1]], [[]]], AB, ("",)),
    "single numbers": ({"a": 0.5, "b": [1, 2]}, [[[0.5]], [[1, 2]]], AB, ("",)),
    "two levels": (
        {"p": {"a": [1, 2], "b": []}, "q": {"b": [3, None]}},
        [[[1, 2], []], [[], [3]]],
        AB,
        ("p", "q"),
    ),
    "frames by series": ({"p": frame(a=[1, 2])}, [[[1, 2]]], ("a",), ("p",)),
    "frame": (frame(a=[1, 2], b=[3, None]), [[[1, 2]], [[3]]], AB, ("",)),
    "array": (np.array([[1, 2], [3, 4]]), [[[1, 3]], [[2, 4]]], ("0", "1"), ("",)),
    "masked": (
        np.ma.masked_array([[1, 2], [3, 4]], [[0, 1], [0, 0]]),
        [[[1, 3]], [[4]]],
        ("0", "1"),
        ("",),
    ),
    "list of lists": ([[1, 2], [3]], [[[1, 2]], [[3]]], ("0", "1"), ("",)),
    "list of numbers": ([1, 2, 3], [[[1, 2, 3]]], ("",), ("",)),
    "series": (pd.Series([1, 2], ["s0", "s1"], name="q"), [[[1, 2]]], ("q",), ("",)),
    "series of lists": (pd.Series({"a": [1, 2], "b": [3]}), [[[1, 2]], [[3]]], AB, ("",)),
    "bare series of lists": (pd.Series([[1, 2], [3]]), [[[1, 2]], [[3]]], ("0", "1"), ("",)),
    "numbers as text": ({"16": [1], "8": [2]}, [[[1]], [[2]]], ("16", "8"), ("",)),
    "bools": ({True: [1], False: [0]}, [[[1]], [[0]]], ("True", "False"), ("",)),
}


@pytest.mark.parametrize("form", SEEDS)
def test_samples_read(form):
    data, values, categories, series = SEEDS[form]
    found = samples(data)
    assert cells(found) == values
    assert (found.categories, found.series, found.positions) == (categories, series, None)


def test_samples_count_what_is_missing():
    found = samples(frame(m=["a", "b", "b", "b"], v=[0.5, 0.6, NAN, None]), x="m", y="v")
    assert (cells(found), found.missing) == ([[[0.5]], [[0.6]]], ((0,), (2,)))


def test_samples_keep_a_category_whose_seeds_are_all_missing():
    found = samples(frame(m=["a", "b"], v=[0.5, NAN]), x="m", y="v")
    assert (found.categories, cells(found)) == (AB, [[[0.5]], [[]]])


def test_numeric_x_gives_ascending_positions():
    data = frame(x=[16, 8, 8, 16], h=["p", "p", "q", "p"], v=[1, 2, 3, 4])
    found = samples(data, x="x", y="v", hue="h")
    np.testing.assert_array_equal(found.positions, [8, 16])
    assert (found.categories, found.category_keys) == (("8", "16"), (8, 16))
    assert cells(found) == [[[2], [3]], [[1, 4], []]]
    found = samples({0.3: [1], 0.1: [2]})
    np.testing.assert_array_equal(found.positions, [0.1, 0.3])
    assert cells(found) == [[[2]], [[1]]]
    named = samples({16: [1], 8: [2]}, tick_labels=["small", "large"])
    assert (named.categories, cells(named)) == (("small", "large"), [[[2]], [[1]]])


@pytest.mark.parametrize(
    "x",
    [["16", "8"], pd.Categorical([16, 8], [16, 8]), pd.to_datetime(["2024-01-02", "2024-01-01"])],
)
def test_other_x_stays_categorical_in_its_order(x):
    found = samples(frame(x=x, v=[1, 2]), x="x", y="v")
    assert found.positions is None
    assert cells(found) == [[[1]], [[2]]]


def test_names_by_hand_of_seeds():
    found = samples([[1, 2], [3]], tick_labels=AB, labels=["acc"])
    assert (found.categories, found.category_keys) == (AB, AB)
    assert (found.series, found.series_keys, found.named) == (("acc",), ("acc",), True)
    assert samples([1, 2], tick_labels=["all"]).categories == ("all",)


def test_positions_that_differ_by_a_hair_are_two():
    found = samples({1700000000.123456: [1], 1700000000.123457: [2], 0.5: [3]})
    assert cells(found) == [[[3]], [[1]], [[2]]]
    assert found.categories == ("0.5", "1700000000.123456", "1700000000.123457")


def test_y_alone_is_one_unnamed_category():
    found = samples(frame(h=["p", "q", "q"], v=[1, 2, 3]), y="v")
    assert (found.categories, cells(found)) == (("",), [[[1, 2, 3]]])
    found = samples(frame(h=["p", "q", "q"], v=[1, 2, 3]), y="v", hue="h")
    assert (found.series, cells(found)) == (("p", "q"), [[[1], [2, 3]]])


# Matrices


def test_matrix_forms():
    plain = matrix([[1, None], [3, 4_000_000]])
    np.testing.assert_array_equal(plain.values, [[1, NAN], [3, 4e6]])
    assert (plain.rows, plain.columns, plain.integer) == ((), (), True)
    labelled = matrix(frame(index=["x", "y"], a=[1, 2.5], b=[np.inf, 4]))
    np.testing.assert_array_equal(labelled.values, [[1, np.inf], [2.5, 4]])
    assert (labelled.rows, labelled.columns, labelled.integer) == (("x", "y"), AB, False)
    by_column = matrix({"a": {"x": 1, "y": 2}, "b": {"y": 3}})
    np.testing.assert_array_equal(by_column.values, [[1, NAN], [2, 3]])
    assert matrix([[1, 2]], row_labels=["r"], column_labels=AB).rows == ("r",)
    assert matrix(np.full((2, 2), NAN)).integer


def test_matrix_labels_may_repeat_and_stay_in_place():
    tokens = pd.CategoricalIndex(["the", "cat", "the"], ["cat", "the"])
    found = matrix(pd.DataFrame(np.arange(9).reshape(3, 3), tokens, tokens))
    assert found.rows == found.columns == ("the", "cat", "the")
    np.testing.assert_array_equal(found.values, np.arange(9).reshape(3, 3))


@pytest.mark.parametrize(
    "missing",
    [
        [[True, False], [False, False]],
        pd.DataFrame([[True, False], [False, False]], dtype="boolean"),
        lambda values: values == 0,
        0,
        [0, -1],
        np.int64(0),
    ],
)
def test_missing_cells_of_a_matrix(missing):
    data = np.array([[0, 1], [2, 3]])
    np.testing.assert_array_equal(matrix(data, missing=missing).values, [[NAN, 1], [2, 3]])
    np.testing.assert_array_equal(data, [[0, 1], [2, 3]])


# Parts, vectors, items


def test_parts_clip_float_noise_and_keep_gaps():
    table = parts(wide({"a": [1.0, NAN], "b": [-1e-17, 2.0]}))
    np.testing.assert_array_equal(table.values, [[1, 0], [NAN, 2]])
    assert not np.signbit(table.values).any()


def test_vector():
    np.testing.assert_array_equal(vector([1, None, 3], "e"), [1, NAN, 3])
    np.testing.assert_array_equal(vector(["N/A", "–", "", 2], "e", blanks=True), [NAN] * 3 + [2])
    np.testing.assert_array_equal(vector([np.inf], "e", finite=False), [np.inf])
    with pytest.raises(ValueError, match="item 0"):
        vector([np.inf], "e")


@pytest.mark.parametrize(
    ("value", "argument", "spread"),
    [
        (None, "hatches", None),
        ("//", "hatches", ("//", "//")),
        (0.5, "widths", (0.5, 0.5)),
        (["a", None], "hatches", ("a", None)),
        (np.array([1, 2]), "widths", (1, 2)),
        ({"p": 1, "q": 2}, "widths", (1, 2)),
        ({"q": 1, 7: 2}, "widths", (2, 1)),
        (pd.Series([1, 2], ["q", "p"]), "widths", (2, 1)),
        ((0.1, 0.2, 0.3), "colors", ((0.1, 0.2, 0.3), (0.1, 0.2, 0.3))),
        (("C0", 0.5), "colors", (("C0", 0.5), ("C0", 0.5))),
        (("C0", "C1"), "colors", ("C0", "C1")),
        ((1, 2), "widths", (1, 2)),
    ],
)
def test_per_item(value, argument, spread):
    assert per_item(value, ("p", "q"), argument, keys=(7, "q")) == spread


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1], ["'w'", "2", "1"]),
        ({"p": 1, "z": 2}, ["'w'", "'z'", "'p', 'q'"]),
        ({"p": 1}, ["'w'", "leaves out", "'q'"]),
    ],
)
def test_per_item_refuses(value, words):
    with pytest.raises(ValueError, match="'w'") as caught:
        per_item(value, ("p", "q"), "w")
    for word in words:
        assert word in str(caught.value)
    assert per_item({"p": 1}, ("p", "q"), "w", default=0) == (1, 0)


def test_find():
    names, keys = ("1", "2", "base"), (1, 2, "base")
    assert find("base", names, "baseline", keys=keys) == 2
    assert find(2, names, "baseline", keys=keys) == 1  # a name wins over an index
    assert find(0, names, "baseline", keys=keys) == 0  # no such name: an index
    assert find(-1, names, "baseline", keys=keys) == 2
    assert find(np.int64(0), names, "baseline") == 0
    for wrong in ("moe", 7, -4, None, True, 1.5):
        with pytest.raises(ValueError, match=r"'baseline' is .*'1', '2', 'base'"):
            find(wrong, names, "baseline", keys=(10, 20, "base"))
    with pytest.raises(TypeError, match="'baseline'"):
        find([0], names, "baseline")


# Properties

labels = st.text(min_size=1, max_size=4)
numbers = st.one_of(st.none(), st.floats(-1e6, 1e6), st.integers(-9, 9), st.just(pd.NA))


@given(st.data())
def test_alignment_by_label_ignores_the_order_of_rows(data):
    names = data.draw(st.lists(st.sampled_from("abcdef"), min_size=1, unique=True))
    values = {name: float(position) for position, name in enumerate(names)}
    shuffled = {name: values[name] for name in data.draw(st.permutations(names))}
    one = wide({"p": values, "q": values})
    two = wide({"p": values, "q": pd.Series(shuffled)})
    np.testing.assert_array_equal(one.values, two.values)
    assert one.categories == two.categories == tuple(names)
    rows = [(name, series, value) for name, value in values.items() for series in "pq"]
    mixed = pd.DataFrame(data.draw(st.permutations(rows)), columns=["x", "h", "y"])
    long = wide(mixed, x="x", y="y", hue="h")
    for category, name in enumerate(long.category_keys):
        np.testing.assert_array_equal(long.values[category], values[name])


@given(st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=1, max_size=5))
def test_all_forms_of_one_table_agree(rows):
    columns = {"a": [row[0] for row in rows], "b": [row[1] for row in rows]}
    expected = wide(columns).values
    names = [f"c{row}" for row in range(len(rows))]
    long = {
        "x": names * 2,
        "y": columns["a"] + columns["b"],
        "h": ["a"] * len(rows) + ["b"] * len(rows),
    }
    for values in (
        wide(pd.DataFrame(columns, dtype=object)).values,
        wide(np.array(rows, dtype=object)).values,
        wide([columns["a"], columns["b"]]).values,
        wide(
            {name: dict(zip(names, column, strict=True)) for name, column in columns.items()}
        ).values,
        wide(long, x="x", y="y", hue="h").values,
        matrix(rows).values,
    ):
        np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize("form", ["array", "masked array", "frame", "mapping of lists", "nullable"])
def test_the_user_s_data_stay_as_they_are(form):
    data = WIDE[form][0]
    before = copy.deepcopy(data)
    tables = wide(data), samples(data), matrix(data)
    tables[0].values[:] = -1
    tables[1].values[0][0][:] = -1
    tables[2].values[:] = -1
    if isinstance(data, pd.DataFrame):
        pd.testing.assert_frame_equal(data, before)
    else:
        assert repr(data) == repr(before)


def test_float64_input_is_copied():
    data = np.array([[1.0, 2.0]])
    for table in (wide(data).values, samples(data).values[0][0], matrix(data).values):
        assert not np.shares_memory(table, data)
    column = pd.Series([1.0, 2.0])
    assert not np.shares_memory(vector(column, "e"), column.to_numpy())


junk = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.complex_numbers(),
        st.text(max_size=3),
        st.binary(max_size=3),
        st.dates(),
        st.datetimes(),
        st.decimals(),
        st.fractions(),
        st.sampled_from([pd.NA, pd.NaT, np.ma.masked, object(), int, len, Ellipsis, Zero()]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(
            st.one_of(st.text(max_size=2), st.integers(), st.floats()), inner, max_size=3
        ),
        st.lists(inner, max_size=3).map(lambda cells: pd.Series(cells, dtype=object)),
        st.lists(inner, min_size=1, max_size=3).map(lambda cells: pd.DataFrame({"a": cells})),
        st.lists(st.lists(inner, min_size=2, max_size=2), max_size=3).map(
            lambda rows: np.array([cell for row in rows for cell in row] + [None], dtype=object)[
                :-1
            ]
        ),
        st.sets(st.integers(), max_size=2),
    ),
    max_leaves=8,
)
columns = st.one_of(st.none(), st.sampled_from(["a", "b", 0]), junk)


@settings(max_examples=150)
@given(junk, columns, columns, columns)
def test_junk_only_ever_raises_what_is_promised(data, x, y, hue):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for read in (
            lambda: wide(data),
            lambda: samples(data),
            lambda: matrix(data),
            lambda: wide(data, x=x, y=y, hue=hue),
            lambda: samples(data, x=x, y=y, hue=hue),
            lambda: wide([1, 2], tick_labels=data),
            lambda: matrix([[1, 2]], missing=None if callable(data) else data),
            lambda: vector(data, "e"),
            lambda: per_item(data, ("a", "b"), "w"),
            lambda: find(data, ("a", "b"), "w"),
        ):
            try:
                read()
            except (TypeError, ValueError, KeyError) as error:
                assert len(str(error)) > 10  # noqa: PT017
                assert "Traceback" not in str(error)  # noqa: PT017


def test_plain_data_load_neither_pandas_nor_scipy():
    code = (
        "import sys; from cardplot._tables import wide, samples, matrix;"
        "import numpy as np;"
        "wide({'a': [1, 2]}); wide(np.eye(2)); wide({'a': {'x': 1}}); samples({'a': [1]});"
        "wide([{'m': 'a', 'v': 1}], x='m', y='v'); matrix([[1]]);"
        "from cardplot._statistics import summarize;"
        "summarize([1, 2]); summarize([1, 2], spread='bootstrap');"
        "bad = {'pandas', 'scipy', 'polars', 'pyarrow', 'matplotlib'} & set(sys.modules);"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_table_is_frozen():
    table = wide([1])
    assert isinstance(table, Wide)
    with pytest.raises(AttributeError):
        table.named = True
    assert set(_tables.__all__) >= {"Wide", "Samples", "Matrix", "wide", "samples", "matrix"}
