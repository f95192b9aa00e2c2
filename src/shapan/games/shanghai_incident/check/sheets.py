"""What the checks look at: the compiled book, the raw tables, and the evidence."""

from __future__ import annotations

from typing import Any, NamedTuple

from shapan.kernel import Game

from ..book import ShanghaiBook


class Sheets(NamedTuple):
    """All sheets of the game side by side."""

    game: Game
    book: ShanghaiBook
    tables: dict[str, dict[str, Any]]
    evidence: dict[str, Any]

    @classmethod
    def of(cls, game: Game) -> Sheets:
        book = game.book()
        assert isinstance(book, ShanghaiBook)
        tables = {name: game.data.table(name) for name in game.data.names()}
        return cls(game, book, tables, tables["evidence.toml"])
