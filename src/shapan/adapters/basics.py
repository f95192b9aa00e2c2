"""What every door needs, arrays or not: which game is meant, and what its end is worth to a side."""

from __future__ import annotations

from typing import Any

from shapan.games import game as find
from shapan.kernel import Game, Position
from shapan.kernel.actors import Side


def chosen(game: str | Game) -> Game:
    """A game by its name, or as it is."""
    return game if isinstance(game, Game) else find(game)


def result(pos: Position[Any], side: Side) -> float:
    """What the end of a game is worth: 1 to the winner, -1 shared by the others, 0 to all in a draw or before it."""
    if pos.outcome is None or pos.outcome.winner is None:
        return 0.0
    return 1.0 if pos.outcome.winner == side else -1.0 / (len(pos.book.sides) - 1)
