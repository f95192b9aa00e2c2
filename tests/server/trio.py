"""Sealed bids with an umpire: a third side that never bids, and whose word counts where all have to agree."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.server.parlour import SIDES, Parlour

from shapan.kernel import Book, Lexicon


class Trio(Parlour):
    """The title."""

    id: ClassVar[str] = "trio"
    title: ClassVar[str] = "Sealed bids with an umpire"
    sides: ClassVar[tuple[str, ...]] = (*SIDES, "umpire")

    def compile(self, scenario: str, switches: dict[str, Any]) -> Book:
        return Book(self, scenario, switches, Lexicon((), {}, self.sides))


GAME = Trio()
