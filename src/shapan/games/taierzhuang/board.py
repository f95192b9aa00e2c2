"""Board."""

from __future__ import annotations

from shapan.kernel import Board, Game

from .book import TaierzhuangBook


def board(game: Game, book: TaierzhuangBook) -> Board:
    raise NotImplementedError
