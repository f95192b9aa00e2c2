"""The catalogue of cases of every game: whole, honest about its code, and cited correctly from code and tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.games.folders import folder_of

from shapan.games import game, games
from shapan.lab.coverage import exists

TESTS = Path(__file__).parent


def calls(source: str) -> Iterator[tuple[str, list[str]]]:
    """Every call whose first argument is a text, with all the texts among its arguments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if texts and isinstance(node.args[0], ast.Constant):
                yield name, texts


def cited_in_tests(name: str) -> set[str]:
    """What the tests of a game claim to prove with @rule."""
    files = (TESTS / name).glob("**/*.py")
    found = [texts for file in files for called, texts in calls(file.read_text(encoding="utf-8")) if called == "rule"]
    return {text for game_name, *texts in found if game_name == name for text in texts}


@pytest.mark.parametrize("name", games())
def test_cases_and_rulings_point_at_each_other(name: str) -> None:
    rules = game(name).rules
    of_cases = {(case.id, ruling) for case in rules.case for ruling in case.rulings}
    of_rulings = {(case, ruling.id) for ruling in rules.ruling for case in ruling.cases}
    assert of_cases == of_rulings


@pytest.mark.parametrize("name", games())
def test_enforced_cases_name_their_code(name: str) -> None:
    for case in game(name).rules.case:
        if case.status == "enforced":
            assert case.code, f"{case.id} names no code"
        else:
            assert case.why, f"{case.id} does not say why it is not mechanical"
        wrong = [reference for reference in case.code if not exists(game(name), reference)]
        assert not wrong, f"{case.id} names code that does not exist: {wrong}"


@pytest.mark.parametrize("name", games())
def test_code_cites_only_cases_that_exist(name: str) -> None:
    rules = game(name).rules
    for file in folder_of(name).rglob("*.py"):
        for called, texts in calls(file.read_text(encoding="utf-8")):
            if called in ("Refusal", "tell", "phase"):
                case = texts[1] if called == "phase" else texts[0]
                assert case in rules, f"{file.name} cites {case}"


@pytest.mark.parametrize("name", games())
def test_every_enforced_case_is_proved_by_a_test(name: str) -> None:
    enforced = {case.id for case in game(name).rules.case if case.status == "enforced"}
    assert not enforced - cited_in_tests(name)
