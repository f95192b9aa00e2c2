"""The position of a game of Mukden: units on hexes, and what the rulebook makes players remember."""

from __future__ import annotations

from typing import TypeAlias

from shapan.ground.hexes import Mask, bits
from shapan.mechanics.restack import RestackingPosition
from shapan.mechanics.sides import other

from .book import MukdenBook
from .zones import Front

Units: TypeAlias = int
"""A set of units, one bit each."""


class MukdenPosition(RestackingPosition[MukdenBook], kw_only=True, eq=False):
    """See the base class for units on hexes."""

    disrupted: Units = 0
    """2.11: the units that lie flag side up."""
    japanese_held: Mask = 0
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

    def face_up(self, side: int) -> Units:
        """2.11: the units of a side that can still act in this phase, as a set."""
        return self.present & self.book.roster[side] & ~self.disrupted

    def ready(self, side: int) -> list[int]:
        """2.11: the same, one by one."""
        return bits(self.face_up(side))

    def can_act(self, side: int) -> bool:
        """5.5: has not passed and has an undisrupted unit on the map."""
        return not self.passed >> side & 1 and bool(self.face_up(side))

    def disrupt(self, units: Units) -> None:
        """2.11: these units are turned to their flag side."""
        self.disrupted |= units
