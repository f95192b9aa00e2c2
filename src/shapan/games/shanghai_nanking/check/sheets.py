"""The data as the checks look at it: tables as written, and what they are compiled into."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from shapan.ground.hexes import Grid, HexSides, Mask
from shapan.kernel import Game
from shapan.kernel.check import laid_out

from ..book import CampaignBook
from ..position import CampaignPosition
from ..terrain import Terrain

FILES = ("map.toml", "units.toml", "charts.toml", "scenario.toml", "evidence.toml", "style.toml")


class Sheets(msgspec.Struct, frozen=True):
    """Everything that a check may want to see."""

    tables: dict[str, dict[str, Any]]
    book: CampaignBook
    start: CampaignPosition
    """The position after set-up, before anything happens."""

    @classmethod
    def of(cls, game: Game) -> Sheets:
        tables = {name: game.data.table(name) for name in FILES}
        start = cast(CampaignPosition, laid_out(game))
        return cls(tables, start.book, start)

    @property
    def grid(self) -> Grid:
        return self.book.grid

    @property
    def terrain(self) -> Terrain:
        return self.book.terrain

    def said(self, block: str) -> Any:
        """A block of the evidence."""
        return self.tables["evidence.toml"][block]

    def hexes(self, names: str) -> Mask:
        return self.grid.hexes(names)

    def pairs(self, text: str) -> list[tuple[int, int]]:
        """Pairs of hexes written 2806-2707, in either order."""
        return [(self.grid.index(word[:4]), self.grid.index(word[5:])) for word in text.split()]

    def sides(self, text: str) -> HexSides:
        return HexSides.of(self.grid, self.pairs(text))

    def number(self, unit: str) -> int:
        return self.book.lexicon.piece_numbers[unit]
