"""Which changes are tried, and what came of them, case by case."""

from __future__ import annotations

import importlib
import os
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from shapan.kernel import Game, ShapanError
from shapan.kernel.rules import RuleBook

from ..coverage import cited, find_tests
from .changes import Change, changes_in

EQUIVALENT: Final = "equivalent.toml"
"""Beside the tests of a game: changes that change nothing anybody could notice, each with the reason."""
TARGET: Final = 0.95
ASIDE: Final = ("staff", "show", "check", "data")
"""Rooms of a game that hold no rules."""
NO_RULES: Final = ("__init__", "actions", "book", "game", "imagine", "invariants", "specs")
"""Modules that hold words, data or checks, not procedure."""


class Mutant(msgspec.Struct, frozen=True):
    """A change and what came of it."""

    name: str
    file: str
    line: int
    cases: tuple[str, ...]
    tests: int
    """How many tests were asked: those that cite these cases or others of the same module."""
    noticed: str
    """The test that failed first; empty when the change survived."""
    equivalent: str = ""
    """Why nobody could notice."""

    @property
    def survived(self) -> bool:
        return not self.noticed and not self.equivalent


class MutantReport(msgspec.Struct, frozen=True):
    """All that were tried."""

    game: str
    seed: int
    possible: int
    mutants: tuple[Mutant, ...]
    stale: tuple[str, ...]
    """Names in the list of equivalent changes that no longer exist."""

    @property
    def judged(self) -> int:
        """Those that somebody could notice."""
        return sum(not mutant.equivalent for mutant in self.mutants)

    @property
    def killed(self) -> int:
        return self.judged - len(self.survivors)

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant in self.mutants if mutant.survived]

    @property
    def share(self) -> float:
        return self.killed / self.judged if self.judged else 1.0

    @property
    def by_case(self) -> dict[str, tuple[int, int]]:
        """For each case how many changes were tried and how many survived."""
        tried = Counter(case for mutant in self.mutants if not mutant.equivalent for case in mutant.cases)
        left = Counter(case for mutant in self.survivors for case in mutant.cases)
        return {case: (count, left[case]) for case, count in tried.items()}

    @property
    def met(self) -> bool:
        return self.share >= TARGET and not self.stale


def mutants(
    game: Game,
    count: int = 100,
    seed: int = 1,
    jobs: int = 1,
    match: str = "",
    step: Callable[[int], None] = lambda done: None,
) -> MutantReport:
    """Try ``count`` changes drawn by ``seed`` among those whose name contains ``match``."""
    if not hasattr(os, "fork"):
        raise ShapanError("mutants need a system that can fork")
    tests = find_tests()
    if tests is None:
        raise ShapanError("there are no tests here: run this in a checkout")
    excused = _excused(tests / "games" / game.id / EQUIVALENT)
    possible = list(possible_changes(game))
    fitting = [known for known in possible if match in known[0].name]
    drawn = random.Random(f"mutants {game.id} {seed}").sample(fitting, min(count, len(fitting)))
    verdicts = _try(game, tests, drawn, excused, jobs, step)
    return MutantReport(
        game.id,
        seed,
        len(possible),
        tuple(
            Mutant(change.name, path, change.line, cases, *verdicts.get(change, (0, "")), excused.get(change.name, ""))
            for change, path, cases in sorted(drawn, key=lambda known: known[0].name)
        ),
        tuple(sorted(excused.keys() - {change.name for change, _, _ in possible})),
    )


def _excused(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    known: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return known


def possible_changes(game: Game) -> Iterator[tuple[Change, str, tuple[str, ...]]]:
    """Every change to a rule of the game, with its file and its cases."""
    for module, only in _modules(game):
        path = importlib.import_module(module).__file__ or ""
        short = module.removeprefix(f"{game.package}.")
        for change in changes_in(short, Path(path).read_text(encoding="utf-8")):
            name = f"{short}.{change.function}"
            if only is None or any(_within(name, known) for known in only):
                yield change, path, _cases(game.rules, short, name)


def _modules(game: Game) -> Iterator[tuple[str, list[str] | None]]:
    """The modules of the game's chapters, and of shared mechanics those parts that its rulebook names."""
    root = Path(importlib.import_module(game.package).__file__ or "").parent
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if parts[0] not in ASIDE and parts[-1] not in NO_RULES:
            yield ".".join((game.package, *parts)), None
    shared = sorted({name for case in game.rules.case for name in case.code if name.startswith("shapan.mechanics.")})
    for module in sorted({_home(name) for name in shared}):
        if module.rpartition(".")[2] not in NO_RULES:
            yield module, [name for name in shared if _home(name) == module]


def _home(name: str) -> str:
    """The module that holds a function or class of shared mechanics, however deep in a package it stands."""
    parts = name.split(".")
    while len(parts := parts[:-1]) > 1:
        with suppress(ImportError):
            return importlib.import_module(".".join(parts)).__name__
    return name


def _within(name: str, known: str) -> bool:
    return name == known or name.startswith(f"{known}.")


def _cases(rules: RuleBook, module: str, name: str) -> tuple[str, ...]:
    """The cases that name the function or its class, else those that name its module, else all of them."""
    close = [case.id for case in rules.case if any(_within(name, known) for known in case.code)]
    return tuple(close or _chapter(rules, module) or [case.id for case in rules.case])


def _chapter(rules: RuleBook, module: str) -> list[str]:
    """The cases that name anything of a module: what one of them calls its own, the others lean on as well."""
    return [case.id for case in rules.case if any(known.startswith(f"{module}.") for known in case.code)]


def _try(
    game: Game,
    tests: Path,
    drawn: list[tuple[Change, str, tuple[str, ...]]],
    excused: dict[str, str],
    jobs: int,
    step: Callable[[int], None],
) -> dict[Change, tuple[int, str]]:
    try:
        import pytest  # noqa: PLC0415  whoever measures no tests needs none

        from .trials import Trial, Trials  # noqa: PLC0415
    except ModuleNotFoundError:
        raise ShapanError("mutants run the tests with pytest, which is not installed") from None
    rulings = {case.id: case.rulings for case in game.rules.case}
    trials = []
    for change, path, cases in drawn:
        if change.name not in excused:
            asked = {*cases, *_chapter(game.rules, change.module)}
            trials.append(Trial(change, path, frozenset(asked).union(*(rulings[case] for case in asked))))
    plugin = Trials(game.id, trials, jobs, step)
    files = sorted({name.partition("::")[0] for name, _ in cited(tests, game.id)})
    quiet = ["-p", "no:terminal", "-p", "no:cacheprovider", "-s", "-o", "addopts=--import-mode=importlib"]
    code = pytest.main([*quiet, f"--rootdir={tests.parent}", *(str(tests.parent / file) for file in files)], [plugin])
    if plugin.complaint:
        raise plugin.complaint
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise ShapanError(f"the tests could not be collected ({code!r})")
    return {change: (verdict.tests, verdict.noticed) for change, verdict in plugin.verdicts.items()}
