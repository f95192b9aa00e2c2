"""Small modules and functions that fit a screen (docs/architecture.md, section 9), and nothing that nobody uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import shapan

PACKAGE = Path(shapan.__file__).parent
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if "migrations" not in file.parts]
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}
LONGEST_MODULE, LONGEST_FUNCTION = 500, 60


def where(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def test_no_module_is_longer_than_one_can_look_over() -> None:
    lengths = {where(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def long_functions(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION:
                yield node.name


def test_every_function_fits_a_screen() -> None:
    found = {where(file): list(long_functions(tree)) for file, tree in TREES.items()}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_a_function_that_does_not_is_found() -> None:
    lines = "\n".join(["def one():", *["    x = 1"] * LONGEST_FUNCTION])
    assert list(long_functions(ast.parse(lines))) == ["one"]


def defined(tree: ast.Module) -> Iterator[str]:
    """Functions, classes and constants of a module, but for those that are handed to somebody by a decorator."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, decorator_list=[]) | ast.ClassDef(name=name, decorator_list=[]):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def used(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)


def test_what_a_game_defines_is_used() -> None:
    """In the rooms that only ours enter: games, mechanics and boards; a test is no user."""
    names = {name for tree in TREES.values() for name in used(tree)}
    rooms = [file for room in ("games", "mechanics", "ground") for file in (PACKAGE / room).rglob("*.py")]
    found = [f"{where(file)}: {name}" for file in rooms for name in defined(TREES[file]) if name not in names]
    assert [entry for entry in found if not entry.endswith("__all__")] == []


def test_what_nobody_uses_is_found() -> None:
    tree = ast.parse("LEFT = 1\ndef idle(): ...\ndef busy(): ...\nbusy()")
    assert set(defined(tree)) - set(used(tree)) == {"LEFT", "idle"}
