"""One place for each concept: every game's folder is laid out alike, and its docstring is its table of contents.

A line of the contents has three columns, at least two blanks apart: cases of the book, what they are about, modules.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

import pytest
from tests.games.folders import TITLES, folder_of

from shapan.games import game

ROOMS = ("staff", "show", "check", "data")
"""Folders that are named as a whole."""


class Line(NamedTuple):
    cases: str
    title: str
    modules: list[str]


def contents(name: str) -> Iterator[Line]:
    """The lines of the table in the docstring of a game's package."""
    for line in (import_module(f"shapan.games.{name}").__doc__ or "").splitlines():
        columns = re.split(r" {2,}", line.strip())
        if len(columns) == 3:
            yield Line(columns[0], columns[1], columns[2].split(", "))


def modules(name: str) -> set[str]:
    """The modules of a game as paths below its folder; of the rooms only the room itself."""
    folder = folder_of(name)
    found = {file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.py")}
    named = {path.partition("/")[0] if path.startswith(ROOMS) else path for path in found}
    return {path.removesuffix("/__init__") for path in named} - {"__init__"}


@pytest.mark.parametrize("name", TITLES)
def test_the_contents_name_every_module_and_nothing_else(name: str) -> None:
    listed = [module for line in contents(name) for module in line.modules]
    assert modules(name) - set(listed) == set(), "modules that the contents leave out"
    assert set(listed) - modules(name) == set(), "modules that do not exist"


@pytest.mark.parametrize("name", TITLES)
def test_the_contents_name_cases_of_the_book(name: str) -> None:
    rules = game(name).rules
    cases = [case for line in contents(name) for case in re.findall(r"[A-Z]?\d+(?:\.\d+)*", line.cases)]
    assert cases
    assert [case for case in cases if case not in rules] == []


@pytest.mark.parametrize("name", TITLES)
def test_equal_things_have_equal_names(name: str) -> None:
    folder = folder_of(name)
    for path in ("actions", "book", "game", "imagine", "invariants", "position", "sequence"):
        assert (folder / f"{path}.py").is_file(), path
    for path in ("staff/__init__", "staff/judgement", "show/board", "show/view", "show/preview", "check/__init__"):
        assert (folder / f"{path}.py").is_file(), path


@pytest.mark.parametrize("name", TITLES)
def test_rules_import_neither_staff_nor_show(name: str) -> None:
    """The front door, where everything hangs together, is the one exception."""
    folder = folder_of(name)
    for file in folder.rglob("*.py"):
        path = file.relative_to(folder)
        if path.parts[0] in ROOMS or path.as_posix() == "game.py":
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        wholes = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        named = [
            *(node.module or "" for node in froms),
            *(alias.name for node in froms for alias in node.names),
            *wholes,
        ]
        inner = [each.removeprefix(f"shapan.games.{name}.") for each in named]
        assert not [each for each in inner if each.split(".")[0] in ("staff", "show")], path.as_posix()


@pytest.mark.parametrize("name", TITLES)
def test_no_step_is_named_by_a_text(name: str) -> None:
    """What asks is known by its frame's class; only the class itself spells the name."""
    names = set(game(name).position.STEPS.by_name)
    for file in folder_of(name).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "name":
                spelt = [each.value for each in node.comparators if isinstance(each, ast.Constant)]
                assert not names & {each for each in spelt if isinstance(each, str)}, f"{file.name}:{node.lineno}"
