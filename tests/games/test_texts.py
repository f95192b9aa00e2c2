"""Every text that the code of a game or of the kernel asks for is in the catalogue, and its holes can be filled.

The keys are read off the source: literals and f-strings that begin with the name of a table of texts, and the
parameters that stand beside them in calls of ``tell``, ``Refusal``, ``Factor`` and the like.
"""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

import pytest

import shapan.kernel
from shapan.games import game, games
from shapan.kernel import Game, Step
from shapan.kernel.texts import common

TABLES = "reason|refusal|event|prompt|phase|box|ledger|factor|shift|warning|preview|chance|outcome|terrain"
KEY = re.compile(rf"(?:{TABLES})\.[\w.*]*[a-z0-9*]")
BOARD_KEY = re.compile(r"(?:chart|terrain|place|shift|track|word|measure)\.\w+")
CARRIERS = {"Factor", "Chance", "Row"}
"""Structures that carry a key together with a table of parameters."""

Use = tuple[str, frozenset[str] | None]
"""A key, ``*`` standing for what is computed, and the parameters that go with it where they can be told."""


def text_of(node: ast.AST) -> str | None:
    """A literal or an f-string as a pattern."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    return None


def keys_in(node: ast.AST) -> list[str]:
    """The keys that an expression can come to: a literal, an f-string, or the branches of a conditional."""
    if isinstance(node, ast.IfExp):
        return [*keys_in(node.body), *keys_in(node.orelse)]
    text = text_of(node)
    return [text] if text is not None and KEY.fullmatch(text) else []


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def uses(tree: ast.Module) -> Iterator[Use]:
    """All keys of a module; those in calls with the parameters given there."""
    for node in ast.walk(tree):
        for key in keys_in(node) if isinstance(node, ast.expr) else ():
            yield key, None
        if isinstance(node, ast.Call) and called(node) in ("Refusal", "tell"):
            given = {word.arg for word in node.keywords if word.arg}
            yield from ((key, frozenset(given)) for argument in node.args[1:2] for key in keys_in(argument))
        elif isinstance(node, ast.Call) and called(node) in CARRIERS and node.args:
            yield from ((key, tables_of(node)) for key in keys_in(node.args[0]))
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
            yield from ((key, names_of(node.elts[1])) for key in keys_in(node.elts[0]))


def tables_of(node: ast.Call) -> frozenset[str]:
    values = [*node.args, *(word.value for word in node.keywords)]
    return frozenset().union(*(names_of(value) for value in values if isinstance(value, ast.Dict)))


def names_of(table: ast.Dict) -> frozenset[str]:
    return frozenset(key.value for key in table.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def uses_of(package: str) -> set[Use]:
    return {
        use
        for source in sources_in(resources.files(package))
        for use in uses(ast.parse(source.read_text(encoding="utf-8")))
    }


def sources_in(folder: Traversable) -> Iterator[Traversable]:
    """All modules of a package and of the packages in it."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from sources_in(entry)
        elif entry.name.endswith(".py"):
            yield entry


def uses_of_game(found: Game) -> set[Use]:
    """The keys in the code of a game and of the series that it belongs to."""
    own = uses_of(f"shapan.games.{found.id}")
    return own | uses_of(found.series) if found.series else own


def matching(texts: dict[str, str], key: str) -> list[str]:
    pattern = re.compile(re.escape(key).replace(r"\*", r"\w+"))
    return [name for name in texts if pattern.fullmatch(name)]


def asked_by_flow(found: Game) -> set[str]:
    """The keys that the kernel derives from steps and phases."""
    steps = found.position.STEPS.by_name.values()
    prompts = {f"prompt.{step.name}" for step in steps if type(step).prompt is Step.prompt and asks(step)}
    return prompts | {f"phase.{phase.name}" for phase in found.position.SEQUENCE.phases}


def asked_by_board(found: Game) -> set[str]:
    """The keys in the board documents of all scenarios."""
    keys: set[str] = set()
    for scenario in found.scenarios:
        board = found.board(scenario)
        keys |= {board.measure, *(key for place in board.places for key in place.terrain)}
        keys |= {note for box in board.track for note in box.notes} | {f"overlay.{aid}" for aid in board.aids}
        for chart in board.charts:
            cells = {cell for row in (*chart.heads, *chart.rows) for cell in row}
            keys |= {chart.title, chart.note, *(cell for cell in cells if BOARD_KEY.fullmatch(cell))}
    return keys - {""}


def asks(step: object) -> bool:
    return type(step).actor is not Step.actor  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", games())
def test_every_key_has_its_text(name: str) -> None:
    found = game(name)
    missing = [key for key, _ in uses_of_game(found) if not matching(found.texts.texts, key)]
    missing += [key for key in asked_by_flow(found) if key not in found.texts.texts]
    missing += [key for key in asked_by_board(found) if key not in found.texts.texts]
    assert not missing


@pytest.mark.parametrize("name", games())
def test_every_hole_is_filled(name: str) -> None:
    texts = game(name).texts
    unfilled = [
        (text, holes)
        for key, params in uses_of_game(game(name))
        if params is not None
        for text in matching(texts.texts, key)
        if (holes := texts.holes(text) - params)
    ]
    assert not unfilled


@pytest.mark.parametrize("name", games())
def test_no_text_is_left_over(name: str) -> None:
    found = game(name)
    used = [key for key, _ in uses_of_game(found) | uses_of("shapan.kernel") | uses_of("shapan.mechanics")]
    wanted = asked_by_flow(found).union(*(matching(found.texts.texts, key) for key in used))
    wanted |= set(common().texts) | {"outcome.capitulation"}
    shown = {key for key in found.texts.texts if key.startswith(("word.", "terrain."))} | asked_by_board(found)
    shown |= {f"verb.{verb}" for verb in found.grammar.actions}  # what stands on a button
    assert not set(found.texts.texts) - wanted - shown


def test_the_kernel_finds_its_own_texts() -> None:
    keys = {key for key, _ in uses_of(shapan.kernel.__name__) if "*" not in key and not key.startswith("outcome.")}
    assert not keys - set(common().texts)
