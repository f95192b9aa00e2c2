"""The Board document: whatever a View, an option or a picture refers to is there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from shapan.kernel import SPECTATOR, Board, Game, Position

LOOKS: Final = 8
"""How many positions of a scenario are looked at."""


def faults(game: Game, seed: object) -> Iterator[str]:
    """What is wrong with the boards of a game, and with what is shown on them."""
    for scenario in game.scenarios:
        board = game.board(scenario)
        yield from (f"{scenario}: {fault}" for fault in _undrawable(board))
        pos, rng = game.start(scenario), Random(f"board {seed} {scenario}")
        for _ in range(LOOKS):
            yield from (f"{scenario}: {fault}" for fault in _unknown(board, pos))
            for _ in range(rng.randrange(1, 40)):
                if pos.outcome is None:
                    pos.apply(pos.options().sample(rng))


def _undrawable(board: Board) -> Iterator[str]:
    styles = {name for layer in board.layers for shape in layer.shapes for name in shape.style.split()}
    yield from (f"the board has no style {style}" for style in sorted(styles - set(board.styles)))
    for what, ids in (("place", [place.id for place in board.places]), ("piece", [piece.id for piece in board.pieces])):
        if len(set(ids)) != len(ids):
            yield f"two entries of the board are one {what}"
    board.to_json()


def _unknown(board: Board, pos: Position[Any]) -> Iterator[str]:
    places, pieces = {place.id for place in board.places}, {piece.id for piece in board.pieces}
    for side in (*pos.book.sides, SPECTATOR):
        view = pos.view(side)
        view.to_json()
        for piece in view.pieces:
            if not piece.hidden and piece.id not in pieces:
                yield f"the view of {side} shows the piece {piece.id}, which is not on the board"
            if piece.place and piece.place not in places:
                yield f"the view of {side} shows {piece.id} in {piece.place}, which is not on the board"
        if view.ask.prompt not in pos.book.game.texts.texts:
            yield f"there is no text for the prompt {view.ask.prompt}"
