"""The catalogue of cases of a game: whole, honest about its code, and cited correctly from the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import resources

from shapan.kernel import Game
from shapan.lab.coverage import exists

from .texts import sources_in


def faults(game: Game) -> Iterator[str]:
    """What is wrong with the catalogue, or with who cites it."""
    yield from one_sided(game)
    for case in game.rules.case:
        if case.status == "enforced" and not case.code:
            yield f"the case {case.id} names no code"
        if case.status != "enforced" and not case.why:
            yield f"the case {case.id} does not say why it is not mechanical"
        yield from (
            f"the case {case.id} names {name}, which is not there" for name in case.code if not exists(game, name)
        )
    yield from unknown_cases(game)


def one_sided(game: Game) -> Iterator[str]:
    """Cases and rulings that do not point at each other."""
    of_cases = {(case.id, ruling) for case in game.rules.case for ruling in case.rulings}
    of_rulings = {(case, ruling.id) for ruling in game.rules.ruling for case in ruling.cases}
    for case, ruling in sorted(of_cases ^ of_rulings):
        yield f"the case {case} and the ruling {ruling} do not point at each other"


def unknown_cases(game: Game) -> Iterator[str]:
    """Refusals, events and phases in the code that cite no case of the book."""
    for source in sources_in(resources.files(game.package)):
        for called, texts in calls(source.read_text(encoding="utf-8")):
            if called in ("Refusal", "tell", "phase"):
                case = texts[1] if called == "phase" else texts[0]
                if case not in game.rules:
                    yield f"{source.name} cites {case}, which is no case of the book"


def calls(source: str) -> Iterator[tuple[str, list[str]]]:
    """Every call whose first argument is a text, with all the texts among its arguments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if texts and isinstance(node.args[0], ast.Constant):
                yield name, texts
