"""The data files side by side with what the rulebook says of them."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Game

from ..book import TaierzhuangBook


class Sheets:
    """All tables, the compiled book, and the evidence."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables: dict[str, dict[str, Any]] = {name: game.data.table(name) for name in game.data.names()}
        self.evidence = self.tables["evidence.toml"]
        book = game.book()
        assert isinstance(book, TaierzhuangBook)
        self.book = book
        self.map = book.map

    def said(self, theme: str) -> dict[str, Any]:
        """What the rulebook says about a theme."""
        table = self.evidence[theme]
        assert isinstance(table, dict)
        return table

    def extra(self, name: str) -> dict[str, Any]:
        """A table of the map that the area ground hands on."""
        table = self.map.extra[name]
        assert isinstance(table, dict)
        return table
