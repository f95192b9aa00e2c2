"""Changed rules: what is changed, that the change is really made, who notices, and what the report says of it."""

import ast
import doctest
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from shapan.games import game
from shapan.lab.mutants import changes
from shapan.lab.mutants.changes import changed, changes_in, watched
from shapan.lab.mutants.children import Children, Ended
from shapan.lab.mutants.report import possible_changes
from shapan.lab.mutants.trials import Timing, Trial, _asked

SOURCE = '''
LIMIT = 3

def may_enter(stack: list[int], limit: int = 2) -> bool:
    """Numbers in texts such as 7 stay."""
    if not stack:
        return True
    assert len(stack) < 9
    return max(stack) <= limit and is_open(stack[0])

class Road:
    def cost(self, wet):
        return 2 if wet else 1
'''

TESTS = """
from shapan.games import game
from shapan.kernel import rule

@rule("mukden", {cases})
def test_two_units_of_a_side_share_a_hex() -> None:
    pos = game("mukden").start()
    {check}
"""
PRESENT = "stacking.overstacked: room(pos.book, pos.stack_in(here)) < 0 → room(pos.book, pos.stack_in(here)) <= 0"


def test_examples_in_the_docstring() -> None:
    assert doctest.testmod(changes).failed == 0


def test_comparisons_numbers_and_conditions_change_and_nothing_else() -> None:
    assert [change.name.removeprefix("m.") for change in changes_in("m", SOURCE)] == [
        "may_enter: not stack → stack",
        "may_enter: True → False",
        "may_enter: max(stack) <= limit and is_open(stack[0]) → max(stack) <= limit or is_open(stack[0])",
        "may_enter: is_open(stack[0]) → not is_open(stack[0])",
        "may_enter: max(stack) <= limit → max(stack) < limit",
        "may_enter: max(stack) → min(stack)",
        "may_enter: 0 → 1",
        "Road.cost: wet → not wet",
        "Road.cost: 2 → 3",
        "Road.cost: 1 → 2",
    ]


def test_what_only_says_that_something_cannot_happen_is_left_alone() -> None:
    assert changes_in("m", "def pairs(a, b): return zip(a, b, strict=True)") == []


def test_every_change_makes_the_function_another_one_and_leaves_the_rest() -> None:
    whole = ast.dump(ast.parse(SOURCE))
    for change in changes_in("m", SOURCE):
        names: dict[str, object] = {"is_open": bool}
        exec(changed(SOURCE, "m.py", change), names)
        assert names["LIMIT"] == 3
    assert ast.dump(ast.parse(SOURCE)) == whole


def test_equal_changes_of_one_function_are_counted() -> None:
    names = [change.name for change in changes_in("m", "def f(n): return n == 1 or n == 1")]
    assert names.count("m.f: 1 → 2") == 1
    assert "m.f: 1 → 2 (number 2)" in names


def test_watched_functions_say_that_they_are_called_and_do_what_they_did() -> None:
    called: list[str] = []
    names: dict[str, object] = {"is_open": bool, "hook": called.append}
    exec(watched(SOURCE, "m.py", {"may_enter", "Road.cost"}, "hook", "m"), names)
    may_enter: Any = names["may_enter"]
    road: Any = names["Road"]
    assert may_enter([1]) is True
    assert road().cost(wet=True) == 2
    assert called == ["m.may_enter", "m.Road.cost"]


def test_children_say_what_they_found_and_leave_no_trace_here() -> None:
    here = ["as it was"]

    def work() -> str:
        here[0] = "changed"
        return here[0]

    def crash() -> str:
        os._exit(7)

    def never() -> str:
        while True:
            pass

    with Children() as children:
        expected = {
            children.start(work, 60): Ended("changed"),
            children.start(crash, 60): Ended(None),
            children.start(never, 0.01): Ended(None, late=True),
        }
        assert dict(children.wait() for _ in expected) == expected
    assert here == ["as it was"]


def test_shared_mechanics_are_changed_where_the_rules_name_them_however_deep_they_stand() -> None:
    series = "shapan.mechanics.fire_and_movement"
    found = {(change.module, change.function) for change, _, _ in possible_changes(game("shanghai_incident"))}
    assert (f"{series}.resistance", "ResistanceRoll.rolled") in found
    assert ("trains", "line_refusal") in found
    assert not [module for module, _ in found if module.endswith(".book")], "data are no rules"


def checkout(folder: Path, check: str, excused: str = "", cases: str = '"6.1"') -> Path:
    """A checkout whose only test of Mukden is this one."""
    tests = folder / "tests" / "games" / "mukden"
    tests.mkdir(parents=True)
    (folder / "pyproject.toml").write_text("")
    (tests / "test_stacking.py").write_text(TESTS.format(check=check, cases=cases))
    (tests / "equivalent.toml").write_text(excused)
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shapan", "mutants", "mukden", "--json", "--match", "stacking.overstacked", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


NOTICES = "from shapan.games.mukden.stacking import overstacked; assert not overstacked(pos)"


@pytest.mark.parametrize(("check", "noticed"), [(NOTICES, True), ("assert pos.turn == 1", False)])
def test_a_change_is_noticed_by_a_test_that_looks(tmp_path: Path, check: str, noticed: bool) -> None:
    answer = run(checkout(tmp_path, check), "--strict")
    report = json.loads(answer.stdout)
    assert {mutant["tests"] for mutant in report["mutants"]} == {1}
    assert (report["killed"] > 0) == noticed
    assert report["by_case"]["6.1"] == [report["judged"], report["judged"] - report["killed"]]
    assert answer.returncode == 1


def test_a_change_that_can_make_no_difference_is_excused_with_a_reason(tmp_path: Path) -> None:
    excused = f'"{PRESENT}" = "no reason"\n"stacking.gone: 1 → 2" = "it was there once"\n'
    report = json.loads(run(checkout(tmp_path, "assert pos.turn == 1", excused)).stdout)
    assert [mutant["equivalent"] for mutant in report["mutants"] if mutant["name"] == PRESENT] == ["no reason"]
    assert report["stale"] == ["stacking.gone: 1 → 2"]
    assert report["judged"] == len(report["mutants"]) - 1


def test_tests_that_cite_other_cases_are_not_asked(tmp_path: Path) -> None:
    report = json.loads(run(checkout(tmp_path, NOTICES, cases='"9.1"')).stdout)
    assert {mutant["tests"] for mutant in report["mutants"]} == {0}
    assert report["killed"] == 0


def test_tests_that_cite_another_case_of_the_same_module_are_asked(tmp_path: Path) -> None:
    """6.0 names another function of the module, which leans on this one."""
    report = json.loads(run(checkout(tmp_path, NOTICES, cases='"6.0"')).stdout)
    assert {mutant["tests"] for mutant in report["mutants"]} == {1}
    assert report["killed"] > 0
    assert set(report["by_case"]) == {"6.1"}, "whose rule it is does not change"


class Item(NamedTuple):
    """What a trial knows of a test."""

    nodeid: str
    path: Path


def test_the_file_that_mirrors_the_module_is_asked_first_and_then_the_quickest() -> None:
    seconds = {"test_stacking.py::slow": 2.0, "test_combat.py::quick": 0.1, "test_combat.py::slow": 1.0}
    items: list[Any] = [Item(name, Path(name.partition("::")[0])) for name in sorted(seconds)]
    trial = Trial(changes_in("units.stacking", "def fits(n): return n < 3")[0], "stacking.py", frozenset({"6.1"}))
    called = {name: ["units.stacking.fits"] for name in seconds}
    order = _asked(trial, {item: frozenset({"6.1"}) for item in items}, Timing(seconds, [], called))
    assert [item.nodeid for item in order] == list(seconds)


def test_tests_that_fail_already_are_named(tmp_path: Path) -> None:
    answer = run(checkout(tmp_path, "assert pos.turn == 2"))
    assert answer.returncode == 2
    assert "fail without any change: tests/games/mukden/test_stacking.py" in answer.stderr.replace("\n", " ")
