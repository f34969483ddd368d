"""Values of other libraries: what they are as plain ones, what has to be called on them first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from cardplot._tables.cells import pandas_type

# What holds no cells yet, by a method that its class has, in the words that mend it.
_CALLS = ("toarray", "todense", "collect", "compute")


def plain(value: Any, where: str) -> Any:
    """Return a value as something that has cells: the np.matrix as an array, xarray as pandas.

    Raises
    ------
    TypeError, ValueError
        For what is sparse, not computed or not aggregated, or has too many dimensions; says what
        to call.
    """
    if isinstance(value, np.matrix):
        return np.asarray(value)
    if is_xarray(value):
        return _from_xarray(value, where)
    if way := _way_out(value, is_table=where == "'data'"):
        raise TypeError(f"{where} is a {type(value).__name__}; {way}")
    return value


def _way_out(value: Any, is_table: bool) -> str:
    """Return what makes data of a value that holds none yet; "" for one that does."""
    kind = type(value)
    if isinstance(value, (np.ndarray, pandas_type("DataFrame"), pandas_type("Series"))):
        return ""
    if kind.__name__ == "Styler":
        return "give its .data"
    if any("GroupBy" in base.__name__ or base.__name__ == "BaseWindow" for base in kind.__mro__):
        options = "numeric_only=True" if kind.__module__.startswith("pandas") else ""
        call = f".mean({options})" if hasattr(value, "mean") else ".aggregate(...)"
        itself = "the table itself with x=, y= and hue=, or " if is_table else ""
        return f"give {itself}what {call} makes of it"
    method = next((name for name in _CALLS if hasattr(kind, name)), "")
    return method and f"call .{method}() on it first"


def is_xarray(value: Any) -> bool:
    """Whether a value is a DataArray or a Dataset, or behaves like one."""
    return hasattr(type(value), "dims") and hasattr(type(value), "to_pandas")


def _from_xarray(value: Any, where: str) -> Any:
    """Return pandas' form: dimensions are axes, coordinates their labels."""
    variables = getattr(value, "data_vars", None)
    if variables is not None:
        if len(value.dims) < 2:
            return value.to_pandas()
        names = list(variables)
        if len(names) != 1:
            raise ValueError(
                f"{where} is a Dataset of {len(value.dims)} dimensions; give one of its variables, "
                f"such as {names[0]!r}"
            )
        value = variables[names[0]]
    if len(value.dims) > 2:
        raise ValueError(
            f"{where} has the dimensions {', '.join(map(repr, value.dims))}; leave two of them, "
            f"such as with .mean({value.dims[0]!r})"
        )
    if not value.dims:
        return np.asarray(value)
    found = value.to_pandas()
    for axis, dimension in enumerate(value.dims):
        if dimension not in value.coords:  # pandas' labels only count there
            found = found.rename_axis(None, axis=axis)
    return found


def rows_of_xarray(data: Any) -> Any:
    """Return a DataFrame with a row for each cell, and the coordinates as levels of its index."""
    if not hasattr(data, "data_vars"):
        data = data.to_dataset(name="value" if data.name is None else data.name)
    return data.to_dataframe()


def _from_arrow(data: Any) -> Any:
    import pandas as pd

    frame: Any = pd.DataFrame
    pyarrow = sys.modules.get("pyarrow")
    if not hasattr(frame, "from_arrow") and pyarrow is not None:  # pandas < 3
        return pyarrow.table(data).to_pandas()
    return frame.from_arrow(data)


def _cell_by_cell(data: Any) -> Any:
    """Return rows of a tensor that numpy can't take as an array of its cells."""
    shape = getattr(data, "shape", ())
    if len(shape) != 2:
        return list(data)
    return np.fromiter(chain.from_iterable(data), dtype=object).reshape(shape)


# What tables and columns of other libraries offer, the form that keeps most first.
_OFFERS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("to_pandas", lambda data: data.to_pandas()),
    ("to_pydict", lambda data: dict(data.to_pydict())),
    ("columns", lambda data: {str(name): data[name].to_list() for name in data.columns}),
    ("to_pylist", lambda data: list(data.to_pylist())),
    ("to_list", lambda data: list(data.to_list())),
    ("__arrow_c_stream__", _from_arrow),
    ("__array__", np.asarray),
    ("keys", lambda data: {key: data[key] for key in data.keys()}),  # noqa: SIM118
    ("__iter__", _cell_by_cell),
)


def converted(data: Any, argument: str) -> Any:
    """Return a table or column of another library as one of pandas, numpy or Python.

    Raises
    ------
    TypeError
        When it offers nothing of the kind.
    """
    reason = ""
    for attribute, convert in _OFFERS:
        if not hasattr(data, attribute):
            continue
        try:
            return convert(data)
        except (ImportError, TypeError, ValueError, RuntimeError, AttributeError) as error:
            reason = reason or f" ({error})"
    raise TypeError(
        f"'{argument}' must be a table, a mapping, an array or a list, "
        f"not a {type(data).__name__}{reason}"
    )
