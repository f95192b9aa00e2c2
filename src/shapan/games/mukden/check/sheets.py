"""The data as the checks look at it: tables as written, and what they are compiled into."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from shapan.ground.hexes import Grid, HexMap
from shapan.kernel import Game
from shapan.kernel.check import laid_out

from ..book import MukdenBook
from ..position import MukdenPosition

FILES = ("map.toml", "units.toml", "charts.toml", "scenario.toml", "style.toml", "evidence.toml")


class Sheets(msgspec.Struct, frozen=True):
    """Everything that a check may want to see."""

    tables: dict[str, dict[str, Any]]
    book: MukdenBook
    start: MukdenPosition
    """The position after set-up, before anything happens."""

    @classmethod
    def of(cls, game: Game) -> Sheets:
        tables = {name: game.data.table(name) for name in FILES}
        start = cast(MukdenPosition, laid_out(game))
        return cls(tables, start.book, start)

    @property
    def map(self) -> HexMap:
        return self.book.map

    @property
    def grid(self) -> Grid:
        return self.book.grid

    @property
    def units(self) -> list[dict[str, Any]]:
        return self.book.entries

    def unit(self, name: str) -> dict[str, Any]:
        """The entry of the unit with this id; empty if there is none."""
        return next((entry for entry in self.units if entry["id"] == name), {})

    def steps(self, name: str) -> int:
        """The steps with which this unit starts; none if there is no such unit."""
        return int(self.unit(name).get("steps", 0))

    def said(self, block: str) -> Any:
        """A block of the evidence."""
        return self.tables["evidence.toml"][block]

    def adjacent(self, one: str, other: str) -> bool:
        return self.grid.adjacent(self.grid.index(one), self.grid.index(other))

    def zone(self, hexes: str) -> set[str]:
        """The names of the hexes around these."""
        return set(self.grid.names(self.grid.spread(self.grid.hexes(hexes))))
