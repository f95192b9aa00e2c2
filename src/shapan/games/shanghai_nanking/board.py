"""Board."""

from __future__ import annotations

from shapan.kernel import Board, Game

from .book import CampaignBook


def board(game: Game, book: CampaignBook) -> Board:
    raise NotImplementedError
