"""Coverage of a rulebook: every case, where the code enforces it, and which tests prove it."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from shapan.kernel import Game, ShapanError

TRAP: Final = re.compile(r"[TX]-?\d+")
"""Traps (T) and worked examples (X), which docs/provenance lists."""


class CaseReport(msgspec.Struct, frozen=True):
    """What is known of one case."""

    id: str
    title: str
    status: str
    summary: str
    code: tuple[str, ...]
    unknown_code: tuple[str, ...]
    tests: tuple[str, ...]
    rulings: tuple[str, ...]
    why: str = ""

    @property
    def complete(self) -> bool:
        """Enforced in existing code and proved by a test, or not mechanical for a stated reason."""
        if self.status == "not mechanical":
            return bool(self.why)
        return bool(self.code and self.tests) and not self.unknown_code


def coverage(game: Game, tests: Path | None = None) -> list[CaseReport]:
    """All cases of the game's rulebook."""
    proofs: dict[str, list[str]] = {}
    folder = tests or find_tests()
    for name, case in cited(folder, game.id) if folder else ():
        proofs.setdefault(case, []).append(name)
    return [
        CaseReport(
            case.id,
            case.title,
            case.status,
            case.summary,
            case.code,
            tuple(name for name in case.code if not exists(game, name)),
            tuple(sorted(set(proofs.get(case.id, ())))),
            case.rulings,
            case.why,
        )
        for case in game.rules.case
    ]


def unknown_citations(game: Game, tests: Path | None = None) -> list[str]:
    """Tests that cite something which is neither a case nor a ruling nor a trap of the game."""
    known = {case.id for case in game.rules.case} | {ruling.id for ruling in game.rules.ruling}
    folder = tests or find_tests()
    citations = cited(folder, game.id) if folder else ()
    return [f"{name}: {case}" for name, case in citations if case not in known and not TRAP.fullmatch(case)]


def exists(game: Game, name: str) -> bool:
    """Is there such a thing (``module.function``, ``module.Class.method``) in the game's package or, when it begins
    with ``shapan.``, anywhere?"""
    parts = (name if name.startswith("shapan.") else f"{game.package}.{name}").split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for attribute in parts[cut:]:
            found = getattr(found, attribute, None)
        return found is not None
    return False


def find_tests() -> Path | None:
    """The tests of the checkout that this package runs from."""
    for folder in (Path.cwd(), *Path.cwd().parents, *Path(__file__).parents):
        if (folder / "tests" / "games").is_dir() and (folder / "pyproject.toml").is_file():
            return folder / "tests"
    return None


def cited(tests: Path, game: str) -> Iterator[tuple[str, str]]:
    """(test, case) for every ``@rule(game, case, …)`` in the test files, read without running them."""
    for path in sorted(tests.rglob("test_*.py")):
        try:
            citations = _citations(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            raise ShapanError(f"{path}: line {error.lineno} cannot be read: {error.msg}") from None
        where = path.relative_to(tests.parent).as_posix()
        yield from ((f"{where}::{test}", case) for test, title, case in citations if title == game)


@lru_cache(1 << 12)
def _citations(text: str) -> tuple[tuple[str, str, str], ...]:
    """(test, game, case) in a file of tests; it is read once for all games and all questions."""
    return tuple(
        (node.name, game, case)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for game, case in _cases(node)
    )


def _cases(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            game, *cases = [str(word.value) for word in mark.args if isinstance(word, ast.Constant)] or [""]
            yield from ((game, case) for case in cases)
