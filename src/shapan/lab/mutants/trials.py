"""Every change is tried in a copy of one process that has collected the tests already.

The copy makes the change in the functions as they stand in memory and runs the tests that cite the cases of their
module, first those of the file that mirrors it, then the quickest, until one fails. Only those are asked that have
called the changed function when nothing was changed (all of them, if none has): the others cannot notice, unless they
read what another test has had worked out and kept. So a trial costs what its tests cost, and nothing is imported or
collected twice.
"""

from __future__ import annotations

import builtins
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final, TypeAlias

import msgspec
import pytest

from shapan.kernel import ShapanError
from shapan.kernel.reading import read_json
from shapan.kernel.rules import ATTRIBUTE

from .changes import Change, changed, watched
from .children import Children, Ended

PATIENCE: Final = 10
"""A trial may take so many times as long as its tests take without the change, and so many seconds more."""
FIRST_RUN: Final = 3600.0
ENDLESS: Final = "(it never ends)"
CRASHED: Final = "(it crashes)"
HOOK: Final = "_shapan_called"
"""What a function calls that is watched."""

Place = tuple[str, str, int]
"""Where a function is written: file, qualified name, first line."""
Functions: TypeAlias = Mapping[Place, list[FunctionType]]
"""All functions of some files that there are in memory."""


class Trial(msgspec.Struct, frozen=True):
    """A change, and the cases whose tests must notice it."""

    change: Change
    path: str
    cases: frozenset[str]


class Verdict(msgspec.Struct, frozen=True):
    """How many tests looked at a change, and which one noticed it."""

    tests: int
    noticed: str


class Timing(msgspec.Struct):
    """What the tests do without any change."""

    seconds: dict[str, float]
    failed: list[str]
    called: dict[str, list[str]]
    """For each test the functions that it has called, of those that are to be changed."""


class Trials:
    """A plugin of pytest that tries changes instead of running the tests."""

    def __init__(self, game: str, trials: Sequence[Trial], jobs: int, step: Callable[[int], None]) -> None:
        self._game, self._trials, self._jobs, self._step = game, trials, jobs, step
        self.verdicts: dict[Change, Verdict] = {}
        self.complaint: ShapanError | None = None
        self._failed = ""
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        citing = {item: self._cases(item) for item in session.items}
        wanted = frozenset[str]().union(*(trial.cases for trial in self._trials))
        try:
            with Children() as children:
                functions = _functions({trial.path for trial in self._trials})
                timing = self._time(children, [item for item, cases in citing.items() if cases & wanted], functions)
                self._try_all(children, citing, timing, functions)
        except ShapanError as error:  # pytest would turn it into a traceback of its own
            self.complaint = error
        return True

    def _cases(self, item: pytest.Item) -> frozenset[str]:
        cited: Iterable[tuple[str, str]] = getattr(getattr(item, "function", None), ATTRIBUTE, ())
        return frozenset(case for game, case in cited if game == self._game)

    def _failures(self, items: Sequence[pytest.Item], last: pytest.Item | None = None) -> Iterator[str]:
        """Run the tests; the names of those that fail, as they do. ``last`` comes after them."""
        for item, following in zip(items, [*items[1:], last], strict=False):
            self._failed = ""
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                yield self._failed

    def _time(self, children: Children, items: Sequence[pytest.Item], functions: Functions) -> Timing:
        """What the tests take, and what they call."""

        def run() -> str:
            called = _watch(self._trials, functions)
            failed, known = list[str](), dict[str, list[str]]()
            for item, following in zip(items, [*items[1:], None], strict=False):
                called.clear()
                failed += self._failures([item], following)
                known[item.nodeid] = sorted(called)
            return msgspec.json.encode(Timing(self._seconds, failed, known)).decode()

        children.start(run, FIRST_RUN)
        _, ended = children.wait()
        if ended.said is None:
            raise ShapanError("the tests do not come to an end even without a change")
        timing = read_json(ended.said, Timing)
        if timing.failed:
            raise ShapanError(f"these tests fail without any change: {', '.join(timing.failed)}")
        return timing

    def _try_all(
        self,
        children: Children,
        citing: Mapping[pytest.Item, frozenset[str]],
        timing: Timing,
        functions: Functions,
    ) -> None:
        under_way: dict[int, tuple[Change, int]] = {}
        for trial in self._trials:
            items = _asked(trial, citing, timing)
            limit = PATIENCE * (1 + sum(timing.seconds.get(item.nodeid, 0.0) for item in items))

            def run(trial: Trial = trial, items: Sequence[pytest.Item] = items) -> str:
                _make(trial, functions)
                return next(self._failures(items), "")

            under_way[children.start(run, limit)] = trial.change, len(items)
            if len(children.running) == self._jobs:
                self._judge(under_way, *children.wait())
        while children.running:
            self._judge(under_way, *children.wait())

    def _judge(self, under_way: Mapping[int, tuple[Change, int]], child: int, ended: Ended) -> None:
        change, tests = under_way[child]
        noticed = ended.said if ended.said is not None else ENDLESS if ended.late else CRASHED
        self.verdicts[change] = Verdict(tests, noticed)
        self._step(len(self.verdicts))


def _asked(trial: Trial, citing: Mapping[pytest.Item, frozenset[str]], timing: Timing) -> list[pytest.Item]:
    """The tests that cite the cases of a change and call the changed function: first those of the file that mirrors the
    module, then the quickest."""
    name = f"{trial.change.module}.{trial.change.function}"
    items = [item for item, cases in citing.items() if cases & trial.cases]
    callers = [item for item in items if name in timing.called.get(item.nodeid, ())]
    own = f"test_{trial.change.module.rpartition('.')[2]}"
    return sorted(
        callers or items, key=lambda item: (not item.path.stem.startswith(own), timing.seconds.get(item.nodeid, 0.0))
    )


def _functions(paths: set[str]) -> Functions:
    """All functions of these files that there are, whoever holds them: modules, classes, decorators, closures."""
    found: dict[Place, list[FunctionType]] = {}
    for held in gc.get_objects():
        if isinstance(held, FunctionType) and held.__code__.co_filename in paths:
            found.setdefault(_place(held.__code__), []).append(held)
    return found


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _make(trial: Trial, functions: Functions) -> None:
    """Give every function of the changed module its new code; only the changed one differs."""
    source = Path(trial.path).read_text(encoding="utf-8")
    _replace(changed(source, trial.path, trial.change), functions)


def _watch(trials: Sequence[Trial], functions: Functions) -> set[str]:
    """The functions that are to be changed, as they are called from now on."""
    called = set[str]()
    setattr(builtins, HOOK, called.add)
    names: dict[str, set[str]] = {}
    modules = {trial.path: trial.change.module for trial in trials}
    for trial in trials:
        names.setdefault(trial.path, set()).add(trial.change.function)
    for path, wanted in names.items():
        source = Path(path).read_text(encoding="utf-8")
        _replace(watched(source, path, wanted, HOOK, modules[path]), functions)
    return called


def _replace(module: CodeType, functions: Functions) -> None:
    for code in _codes(module):
        for function in functions.get(_place(code), ()):
            function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for held in code.co_consts:
        if isinstance(held, CodeType):
            yield held
            yield from _codes(held)
