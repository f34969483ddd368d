"""Files that are complete or absent, and tables as CSV: what `save` puts on the disk."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

_PANEL_COLUMNS = ("panel", "figure_panel", "figure_panel_name")


def check_targets(paths: list[Path]) -> None:
    """Raise before anything is drawn where a file could never be written.

    Raises
    ------
    IsADirectoryError
        If one of *paths* is a folder.
    NotADirectoryError
        If the folder that is to hold them, or one above it, is a file.
    """
    for path in paths:
        if path.is_dir():
            raise IsADirectoryError(f"path: cannot write {str(path)!r}, a folder has that name")
    above = paths[0].parent
    while not above.exists() and above != above.parent:
        above = above.parent
    if not above.is_dir():
        raise NotADirectoryError(f"path: {str(above)!r} is a file, not a folder")


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write all files or, if one cannot be written, none.

    Each is written under another name in its own folder and then renamed, so that a reader never
    sees half of a file and a failure leaves what was there before. Missing folders are made.
    """
    ready: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            # A link keeps being a link: the file behind it is replaced.
            target = path.resolve() if path.is_symlink() else path
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary = target.parent / f".cardplot-{uuid.uuid4().hex}.tmp"
            ready.append((temporary, target))
            with temporary.open("xb") as file:
                file.write(content)
            if target.exists():
                shutil.copymode(target, temporary)
        for temporary, target in ready:
            temporary.replace(target)
    finally:
        for temporary, _ in ready:
            temporary.unlink(missing_ok=True)


def csv_text(tables: Mapping[str, pd.DataFrame]) -> str:
    """Return tables as the text of one CSV file.

    One table is written as it is. Several are stacked under the union of their columns behind a
    first column ``panel`` that holds the table's name; a column that a table hasn't stays empty.
    Floats are written so that reading gives the same float, integers as integers, missing values
    as empty fields.

    Parameters
    ----------
    tables : mapping of str to pandas.DataFrame
        The tables by name. A row index that isn't a plain count is written as columns.

    Returns
    -------
    str
        Lines end with a line feed on every system.
    """
    import pandas as pd

    frames = [_plain(table) for table in tables.values()]
    if len(frames) != 1:
        taken = {column for frame in frames for column in frame.columns}
        panel = next(name for name in _PANEL_COLUMNS if name not in taken)
        for name, frame in zip(tables, frames, strict=True):
            frame.insert(0, panel, name)
    whole = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]
    text = StringIO()
    whole.to_csv(text, index=False, lineterminator="\n")
    return text.getvalue()


def _plain(table: pd.DataFrame) -> pd.DataFrame:
    """Return a copy whose columns hold objects, so that stacking turns no integer into a float."""
    import pandas as pd

    if not isinstance(table.index, pd.RangeIndex):
        table = table.reset_index()
    return table.astype(object)
