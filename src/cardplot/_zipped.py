"""Themes in a package that is imported from a zip file: matplotlib opens them as files on disk."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any


class Unpacked:
    """The loader of a package in a zip file, with the package's style sheets on disk."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader
        self._folder: Path | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def get_resource_reader(self, name: str) -> Any:
        """Return what `importlib.resources` asks for the files of package *name*: itself."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="cardplot-"))
            atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
            for file in self._loader.get_resource_reader(name).files().iterdir():
                if file.name.endswith(".mplstyle"):
                    (self._folder / file.name).write_bytes(file.read_bytes())
        return self

    def files(self) -> Path | None:
        """Return the folder of the style sheets."""
        return self._folder


def unpack(spec: ModuleSpec) -> None:
    """Let the style sheets of a package in a zip file be found."""
    spec.loader = Unpacked(spec.loader)  # type: ignore[assignment]
