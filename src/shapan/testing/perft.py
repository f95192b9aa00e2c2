"""Perft: the number of ways in which the next decisions can be answered, each face of the dice a branch of its own.

The name is that of the chess programmers. The number says nothing by itself; when it changes, a rule has changed, or
what the options list.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from shapan.kernel import Action, Game, Position, ShapanError

ATTEMPTS: Final = 20


def perft(pos: Position[Any], depth: int) -> int:
    """How many ways there are to answer the next so many decisions with what the options list.

    A game that ends before has none; the position itself is left as it is.
    """
    if depth == 0:
        return 1
    options = pos.options()
    if depth == 1:
        return len(options)
    return sum(perft(_after(pos, action), depth - 1) for action in options)


def divide(pos: Position[Any], depth: int) -> dict[str, int]:
    """The same number, shared out among the answers to the first decision: where two versions differ, look there."""
    game = pos.book.game
    return {game.format(pos, action): perft(_after(pos, action), depth - 1) for action in pos.options()}


def midgame(
    game: Game,
    decisions: int,
    seed: object = 1,
    scenario: str | None = None,
    switches: Mapping[str, Any] | None = None,
) -> Position[Any]:
    """A position after so many random decisions: the same for the same seed, in whatever order the options are listed.

    First a verb is drawn, then an action with it. A game that ends before begins anew, a few times.
    """
    for number in range(ATTEMPTS):
        rng = Random(f"midgame {seed} {number}")
        pos = game.start(scenario, switches)
        for _ in range(decisions):
            if pos.outcome is not None:
                break
            pos.apply(_drawn(game, pos, rng))
        if pos.outcome is None:
            return pos
    raise ShapanError(f"{ATTEMPTS} random games of {game.id} ended within {decisions} decisions")


def _drawn(game: Game, pos: Position[Any], rng: Random) -> Action:
    verbs: dict[str, list[tuple[str, Action]]] = {}
    for action in pos.options():
        verbs.setdefault(action.verb, []).append((game.format(pos, action), action))
    listed = sorted(verbs[rng.choice(sorted(verbs))], key=lambda entry: entry[0])
    return rng.choice(listed)[1]


def _after(pos: Position[Any], action: Action) -> Position[Any]:
    after = pos.copy()
    after.apply(action)
    return after
