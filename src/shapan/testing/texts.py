"""Every text that the code of a game asks for is in its catalogue, its holes can be filled, and none is left over.

The keys are read off the source: literals and f-strings that begin with the name of a table of texts, and the
parameters that stand beside them in calls of ``tell``, ``Refusal``, ``Factor`` and the like.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeAlias

from shapan.kernel import Game, Step
from shapan.kernel.board import Board
from shapan.kernel.texts import common

TABLES: Final = "reason|refusal|event|prompt|phase|box|ledger|factor|shift|warning|preview|chance|outcome|terrain"
KEY: Final = re.compile(rf"(?:{TABLES})\.[\w.*]*[a-z0-9*]")
BOARD_KEY: Final = re.compile(r"(?:chart|terrain|place|shift|track|word|measure)\.\w+")
CARRIERS: Final = frozenset({"Factor", "Chance", "LedgerRow"})
"""Structures that carry a key together with a table of parameters."""

Use: TypeAlias = tuple[str, frozenset[str] | None]
"""A key, ``*`` standing for what is computed, and the parameters that go with it where they can be told."""


def faults(game: Game) -> Iterator[str]:
    """What is wrong with the catalogue of a game."""
    boards = [game.board(scenario) for scenario in game.scenarios]
    yield from (f"there is no text {key}" for key in missing(game, boards))
    yield from (f"nothing fills {', '.join(sorted(holes))} of the text {key}" for key, holes in unfilled(game))
    yield from (f"nobody asks for the text {key}" for key in left_over(game, boards))


def missing(game: Game, boards: Sequence[Board]) -> list[str]:
    """Keys without a text."""
    texts = game.texts.texts
    keys = {key for key, _ in uses_of_game(game) if not _matching(texts, key)}
    return sorted(keys | {key for key in asked_by_flow(game) | asked_by_boards(boards) if key not in texts})


def unfilled(game: Game) -> list[tuple[str, frozenset[str]]]:
    """Texts with holes that nothing fills where they are asked for."""
    found = [
        (text, frozenset(holes))
        for key, params in uses_of_game(game)
        if params is not None
        for text in _matching(game.texts.texts, key)
        if (holes := game.texts.holes(text) - params)
    ]
    return sorted(set(found), key=lambda entry: (entry[0], sorted(entry[1])))


def left_over(game: Game, boards: Sequence[Board]) -> list[str]:
    """Texts that nobody asks for."""
    texts = game.texts.texts
    used = [key for key, _ in uses_of_game(game) | uses_of("shapan.kernel") | uses_of("shapan.mechanics")]
    wanted = asked_by_flow(game).union(*(_matching(texts, key) for key in used))
    wanted |= set(common().texts) | {"outcome.capitulation"}
    shown = {key for key in texts if key.startswith(("word.", "terrain.", "ground."))} | asked_by_boards(boards)
    shown |= {f"verb.{verb}" for verb in game.grammar.actions}  # what stands on a button
    shown |= asked_by_page(game, boards)
    return sorted(set(texts) - wanted - shown)


# --- what is asked for -----------------------------------------------------------------------------


def uses_of_game(game: Game) -> frozenset[Use]:
    """The keys in the code of a game and of the series that it belongs to."""
    own = uses_of(game.package)
    return own | uses_of(game.series) if game.series else own


@cache
def uses_of(package: str) -> frozenset[Use]:
    """The keys in the code of a package and of the packages in it."""
    return frozenset(
        use
        for source in sources_in(resources.files(package))
        for use in _uses(ast.parse(source.read_text(encoding="utf-8")))
    )


def sources_in(folder: Traversable) -> Iterator[Traversable]:
    """All modules of a package and of the packages in it."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from sources_in(entry)
        elif entry.name.endswith(".py"):
            yield entry


def asked_by_flow(game: Game) -> set[str]:
    """The keys that the kernel derives from steps and phases."""
    steps = game.position.STEPS.by_name.values()
    prompts = {f"prompt.{step.name}" for step in steps if type(step).prompt is Step.prompt and _asks(step)}
    return prompts | {f"phase.{phase.name}" for phase in game.position.SEQUENCE.phases}


def asked_by_boards(boards: Sequence[Board]) -> set[str]:
    """The keys in the Board documents of all scenarios."""
    keys: set[str] = set()
    for board in boards:
        keys |= {board.measure, *(key for place in board.places for key in place.terrain)}
        keys |= {key for ground in board.grounds for key in ground.terrain}
        keys |= {note for box in board.track for note in box.notes} | {f"overlay.{aid}" for aid in board.aids}
        keys |= {f"overlay.{layer.id}" for layer in board.layers if layer.asked}
        for chart in board.charts:
            cells = {cell for row in (*chart.heads, *chart.rows) for cell in row}
            keys |= {chart.title, chart.note, *(cell for cell in cells if BOARD_KEY.fullmatch(cell))}
    return keys - {""}


def asked_by_page(game: Game, boards: Sequence[Board]) -> set[str]:
    """The keys that the page looks for: what a side is called, its opening card, why one is asked, words of answers,
    of the values of a counter and of what it belongs to."""
    sides = "|".join({side for scenario in game.scenarios for side in game.sides_in(scenario)})
    verbs, steps = "|".join(game.grammar.actions), "|".join(game.position.STEPS.by_name)
    guide = rf"guide\.({steps})(_[a-z]+|\.({verbs}))?"
    counters = [piece for board in boards for piece in board.pieces]
    values = "|".join({re.escape(name) for piece in counters for name in piece.values})
    belongs = "|".join({re.escape(piece.formation) for piece in counters if piece.formation})
    said = rf"value\.({values})\.([\w-]+)|formation\.({belongs})"
    page = rf"party\.({sides})|card\.(({sides})\.)?(you|win|lose|first\d)|{guide}|answer\.({verbs})(\.[\w-]+)?|{said}"
    return {key for key in game.texts.texts if re.fullmatch(page, key)}


def _asks(step: Step[Any, Any]) -> bool:
    return type(step).actor is not Step.actor


def _matching(texts: dict[str, str], key: str) -> list[str]:
    if "*" not in key:
        return [key] if key in texts else []
    pattern = re.compile(re.escape(key).replace(r"\*", r"\w+"))
    return [name for name in texts if pattern.fullmatch(name)]


# --- reading the source ----------------------------------------------------------------------------


def _uses(tree: ast.Module) -> Iterator[Use]:
    """All keys of a module; those in calls with the parameters given there."""
    for node in ast.walk(tree):
        for key in _keys_in(node) if isinstance(node, ast.expr) else ():
            yield key, None
        if isinstance(node, ast.Call) and _called(node) in ("Refusal", "tell"):
            given = {word.arg for word in node.keywords if word.arg}
            yield from ((key, frozenset(given)) for argument in node.args[1:2] for key in _keys_in(argument))
        elif isinstance(node, ast.Call) and _called(node) in CARRIERS and node.args:
            yield from ((key, _tables_of(node)) for key in _keys_in(node.args[0]))
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
            yield from ((key, _names_of(node.elts[1])) for key in _keys_in(node.elts[0]))


def _keys_in(node: ast.AST) -> list[str]:
    """The keys that an expression can come to: a literal, an f-string, or the branches of a conditional."""
    if isinstance(node, ast.IfExp):
        return [*_keys_in(node.body), *_keys_in(node.orelse)]
    text = _text_of(node)
    return [text] if text is not None and KEY.fullmatch(text) else []


def _text_of(node: ast.AST) -> str | None:
    """A literal or an f-string as a pattern."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    return None


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _tables_of(node: ast.Call) -> frozenset[str]:
    values = [*node.args, *(word.value for word in node.keywords)]
    return frozenset().union(*(_names_of(value) for value in values if isinstance(value, ast.Dict)))


def _names_of(table: ast.Dict) -> frozenset[str]:
    return frozenset(key.value for key in table.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
