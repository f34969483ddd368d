"""The house stays as it is drawn in docs/architecture.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cardplot

SRC = Path(cardplot.__file__).parent
MODULES = sorted(SRC.rglob("*.py"))
EVERY_MODULE = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SRC)))

# From the bottom up: a room imports from its own floor and those before it only.
FLOORS = (
    {"_color", "_warnings", "_zipped", "palettes"},
    {"_tables", "_format", "_statistics", "_geometry"},
    {"_arguments", "_axis_values", "_labels", "_layout", "_results", "_spans"},
    {"_bars", "_curves", "_seeds", "_reference", "_heatmap", "text", "legends", "wording"},
    {"bars", "curves", "seeds", "reference", "heatmap", "callouts", "_description", "description"},
    {"_export", "export"},
)
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
COLOUR_HOMES = {"palettes.py", "_color/ramps.py"}


def room(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def floor(name: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, *, at_import_only: bool = False) -> set[str]:
    """Return the modules that a file imports, those for type checkers left out."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if at_import_only and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(tree(path))
    return found


def test_every_room_has_a_floor():
    rooms = {room(path) for path in MODULES} - {"__init__", "styles"}
    assert rooms == set().union(*FLOORS)


@EVERY_MODULE
def test_imports_go_down_only(path):
    own = room(path)
    if own in ("__init__", "styles"):
        return
    for module in imports(path, at_import_only=True):
        parts = module.split(".")
        if parts[0] == "cardplot" and len(parts) > 1 and parts[1] in set().union(*FLOORS):
            assert floor(parts[1]) <= floor(own), f"{own} imports {module}"


def test_no_primitive_imports_another():
    primitives = {"bars", "curves", "seeds", "reference", "heatmap"}
    for path in MODULES:
        own = room(path).removeprefix("_")
        if own in primitives:
            for module in imports(path):
                named = module.removeprefix("cardplot.").split(".")[0].removeprefix("_")
                assert not (module.startswith("cardplot.") and named in primitives - {own}), module


@EVERY_MODULE
def test_no_pyplot_and_nothing_heavy_at_import(path):
    found = imports(path)
    assert not any(name.startswith(("matplotlib.pyplot", "pylab")) for name in found)
    early = {name.split(".")[0] for name in imports(path, at_import_only=True)}
    assert not early & {"pandas", "scipy", "polars", "pyarrow", "seaborn"}


@EVERY_MODULE
def test_no_private_names_of_matplotlib(path):
    private = [name for name in imports(path) if re.match(r"matplotlib\.(\w+\.)*_\w", name)]
    assert private == []
    names = ("ax", "axes", "axis", "fig", "figure", "canvas", "renderer", "legend", "patch", "line")
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            private = node.attr.startswith("_") and not node.attr.startswith("__")
            assert not (private and node.value.id in names), ast.unparse(node)


@EVERY_MODULE
def test_colours_are_written_down_in_one_place(path):
    if str(path.relative_to(SRC)) not in COLOUR_HOMES:
        literals = [
            node.value
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert [text for text in literals if len(text) < 10 and COLOUR.fullmatch(text)] == []


def test_public_names_are_all_there_and_documented():
    for name in cardplot.__all__:
        value = getattr(cardplot, name)
        assert value is not None
        if callable(value):
            assert value.__doc__, name


def test_what_is_said_to_be_tested_is():
    page = (Path(__file__).parents[1] / "docs/architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", page)
    assert len(named) > 30
    for file, test in named:
        source = Path(__file__).with_name(file).read_text(encoding="utf-8")
        assert f"def {test}(" in source, f"{file}::{test}"
