"""Readers for the tables of the gallery: what isn't right is an error that names its place."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

# `float` takes more ("1_0", "infinity", the digits of other alphabets), which no table means.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


class MissingInput(Exception):
    """A file that a figure needs is not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing")
        self.path = path


class BadInput(Exception):
    """A file is there and can't be right: says which file, row and column."""


@dataclass(frozen=True)
class Column:
    """What the cells of one column may hold."""

    kind: str
    low: float = -math.inf
    high: float = math.inf
    whole: bool = False
    positive: bool = False
    optional: bool = False

    def __str__(self) -> str:
        if self.kind != "number":
            return self.kind
        what = "a whole number" if self.whole else "a number"
        if self.positive:
            return f"{what} above 0"
        if math.isfinite(self.high):
            return f"{what} from {self.low:g} to {self.high:g}"
        return f"{what} of at least {self.low:g}" if math.isfinite(self.low) else what


TEXT = Column("text")
FLAG = Column("true or false")
NUMBER = Column("number")
SIZE = Column("number", low=0.0)
POSITIVE = Column("number", low=0.0, positive=True)
RATE = Column("number", low=0.0, high=1.0)
COUNT = Column("number", low=0.0, whole=True)
POSITIVE_COUNT = Column("number", low=0.0, whole=True, positive=True)


def optional(column: Column) -> Column:
    """Let the cells of *column* be empty."""
    return replace(column, optional=True)


def bad(path: Path, problem: str, *, row: object = None, column: str | None = None) -> NoReturn:
    """Raise `BadInput` for a place in *path*; a *row* is counted from 1 below the header."""
    place = [str(path)]
    if row is not None:
        place.append(f"row {row}")
    if column is not None:
        place.append(f"column {column!r}")
    raise BadInput(f"{', '.join(place)}: {problem}")


def read_csv(path: Path, columns: Mapping[str, Column]) -> pd.DataFrame:
    """Read the named *columns* of a CSV file; other columns may be there and are left out."""
    text = _read_text(path)
    if not text.endswith(("\n", "\r")):
        bad(path, "the last line has no end; the file looks cut off")
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error as error:
        bad(path, f"not valid CSV: {error}")
    if not rows:
        bad(path, "the file is empty")
    header, *body = rows
    for name in columns:
        if header.count(name) != 1:
            problem = "no such column" if name not in header else "the column is there twice"
            bad(path, f"{problem}; the columns are {', '.join(header)}", column=name)
    if not body:
        bad(path, "there is a header and no row below it")
    for number, row in enumerate(body, start=1):
        if len(row) != len(header):
            bad(path, f"{len(row)} cells where the header has {len(header)}", row=number)
    return pd.DataFrame(
        {
            name: [
                _from_text(row[header.index(name)], column, path, number, name)
                for number, row in enumerate(body, start=1)
            ]
            for name, column in columns.items()
        }
    )


def read_json(path: Path) -> Any:
    """Read a JSON file; NaN and infinities, which JSON doesn't have, are errors."""
    try:
        return json.loads(_read_text(path), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        bad(path, f"not valid JSON: {error}")


def read_yaml(path: Path) -> Any:
    """Read a YAML file of plain values."""
    import yaml

    try:
        return yaml.safe_load(_read_text(path))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        bad(path, f"not valid YAML: {' '.join(str(error).split())}")


def read_npz(path: Path) -> dict[str, NDArray[np.float64]]:
    """Read the numeric arrays of a NumPy archive, by name; nothing is ever unpickled."""
    try:
        content = io.BytesIO(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise MissingInput(path) from None
    except OSError as error:
        bad(path, f"can't be read: {error.strerror}")
    try:
        with np.load(content, allow_pickle=False) as archive:
            arrays = {str(name): np.asarray(archive[name]) for name in archive.files}
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        bad(path, f"not a NumPy archive of numbers: {error}")
    except (AttributeError, TypeError):
        bad(path, "a single array where an archive (.npz) is expected")
    for name, array in arrays.items():
        if array.dtype.kind not in "fiu":
            bad(path, f"expected numbers, got {array.dtype}", column=name)
        if not np.isfinite(array).all():
            bad(path, "not all values are finite numbers", column=name)
    return {name: array.astype(np.float64) for name, array in arrays.items()}


def record(
    value: object, fields: Mapping[str, Column], path: Path, row: object = None
) -> dict[str, Any]:
    """Check that *value* is a mapping with these *fields* and return them."""
    if not isinstance(value, dict):
        bad(path, f"expected a mapping with {', '.join(fields)}, got {_shown(value)}", row=row)
    found = {str(name): cell for name, cell in value.items()}
    for name in fields:
        if name not in found:
            bad(path, f"no such field; the fields are {', '.join(found)}", row=row, column=name)
    return {
        name: checked(found[name], column, path, row=row, name=name)
        for name, column in fields.items()
    }


def records(value: object, fields: Mapping[str, Column], path: Path) -> pd.DataFrame:
    """Check that *value* is a list of mappings with these *fields* and return their table."""
    if not isinstance(value, list) or not value:
        bad(path, f"expected a list of records, got {_shown(value)}")
    rows = [record(item, fields, path, row=number) for number, item in enumerate(value, start=1)]
    return pd.DataFrame(rows, columns=list(fields))


def checked(
    value: object, column: Column, path: Path, *, row: object = None, name: str | None = None
) -> Any:
    """Check one value of a JSON or YAML file against *column*; a missing number is NaN."""
    if value is None and column.optional:
        return math.nan if column.kind == "number" else None
    fits = {
        "text": isinstance(value, str) and value.strip() != "",
        "true or false": isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
    }[column.kind]
    if not fits:
        bad(path, f"expected {column}, got {_shown(value)}", row=row, column=name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _in_range(_float(value), column, path, row, name)
    return value


def unique(table: pd.DataFrame, names: Iterable[str], path: Path) -> None:
    """Check that no two rows of *table* agree in all of *names*."""
    names = list(names)
    for number, (again, row) in enumerate(
        zip(table.duplicated(names), table[names].itertuples(index=False), strict=True), start=1
    ):
        if again:
            bad(path, f"{', '.join(map(str, row))} is there twice", row=number, column=names[0])


@dataclass(frozen=True)
class Floor:
    """What a trivial predictor reaches: the least that a model has to beat."""

    name: str
    metric: str
    split: str
    value: float


def read_floor(data_dir: Path) -> Floor:
    """Read the floor that the figures of `path/` share."""
    path = data_dir / "path" / "floor.json"
    fields = {"name": TEXT, "metric": TEXT, "split": TEXT, "value": RATE}
    return Floor(**record(read_json(path), fields, path))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise MissingInput(path) from None
    except UnicodeDecodeError as error:
        bad(path, f"not UTF-8 text: {error}")
    except OSError as error:
        bad(path, f"can't be read: {error.strerror}")


def _from_text(text: str, column: Column, path: Path, row: int, name: str) -> Any:
    text = text.strip()
    if not text and column.optional:
        return math.nan if column.kind == "number" else ""
    if column.kind == "text":
        return checked(text, column, path, row=row, name=name)
    if not _NUMBER.fullmatch(text):
        bad(path, f"expected {column}, got {text!r}", row=row, column=name)
    return _in_range(float(text), column, path, row, name)


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # JSON's whole numbers know no limit
        return math.inf


def _in_range(
    value: float, column: Column, path: Path, row: object, name: str | None
) -> float | int:
    fits = math.isfinite(value) and column.low <= value <= column.high
    fits = fits and not (column.whole and not value.is_integer())
    if not fits or (column.positive and value == 0):
        bad(path, f"expected {column}, got {value!r}", row=row, column=name)
    return int(value) if column.whole else value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
