"""The position of a game of Mukden: units on hexes, and what the rulebook makes players remember."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits
from shapan.mechanics.restack import RestackingPosition

from .book import MukdenBook
from .zones import Front

JAPANESE: Final = 0
RUSSIAN: Final = 1


def other(side: int) -> int:
    """The opposing side."""
    return 1 - side


class MukdenPosition(RestackingPosition[MukdenBook], kw_only=True, eq=False):
    """See the base class for units on hexes; sets of units are integers with one bit a unit."""

    disrupted: int = 0
    """2.11: the units that lie flag side up."""
    japanese_held: int = 0
    """3.3: the critical hexes that the Japanese control; the Russians control the others."""
    order: str = ""
    """5.3: the phase that was declared to come first this turn."""
    passed: int = 0
    """5.5: the sides that have ended this phase for themselves, one bit each."""
    markers: int = 0
    """9.7: bombardment markers still available in this phase."""
    lost: tuple[int, int] = (0, 0)
    """9.11: steps lost by each side so far."""
    corps_lost: int = 0
    """5.2: how often the Russian Cavalry Corps has been eliminated."""

    def front(self, side: int) -> Front:
        """What this side faces: enemy zones, ways, lines of communication."""
        return self.book.front(side, self.occupied[other(side)])

    def ready(self, side: int) -> list[int]:
        """The units of a side that can still act in this phase."""
        return bits(self.present & self.book.roster[side] & ~self.disrupted)

    def can_act(self, side: int) -> bool:
        """5.5: has not passed and has an undisrupted unit on the map."""
        return not self.passed >> side & 1 and bool(self.present & self.book.roster[side] & ~self.disrupted)

    def disrupt(self, units: int) -> None:
        """2.11: these units are turned to their flag side."""
        self.disrupted |= units

    def fits(self, unit: int, here: int) -> bool:
        """6.1: is there room in this hex for the unit?"""
        book = self.book
        load = book.equivalents[unit]
        for at, place in enumerate(self.place):
            if place == here and at != unit:
                load += book.equivalents[at]
        return load <= book.stacking_limit
