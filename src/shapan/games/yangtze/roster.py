"""The roster: who is in play and who rides in what, worked out once for as long as nobody falls, comes or goes aboard.

The values of a position are exchanged, never changed; so a roster is good as long as the very same tuples that it was
made from are still in place, and whoever asks need not know what has happened in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .fates import ABOARD, STANDING, SUNK
from .who import ByUnit, Figure, Unit, numbered

if TYPE_CHECKING:
    from .position import YangtzePosition


class Roster:
    """Everything about units that follows from fates, carriers, damage and ownership, and not from places."""

    __slots__ = ("aboard", "alive", "at", "crews", "damage", "fate", "owner", "playing", "riding", "sides")

    def __init__(self, pos: YangtzePosition) -> None:
        self.fate, self.aboard, self.at = pos.fate, pos.aboard, pos.at
        self.damage, self.owner = pos.damage, pos.owner
        book, fate = pos.book, pos.fate
        self.alive: ByUnit[tuple[Figure, ...]] = tuple(
            tuple([f for f in men if fate[f] == STANDING or fate[f] == ABOARD]) for men in book.men
        )
        """The figures of each unit that are on the table or aboard something."""
        self.crews: dict[Unit, tuple[Figure, ...]] = {}
        """The people of each carrier: its own figures and its riders."""
        self.riding: dict[Unit, Unit] = {}
        """The carriers of units that are aboard one."""
        if ABOARD in fate:
            self._embarked(pos)
        self.playing = self._in_play(pos)
        """On the table, with somebody left: one bit for each unit."""
        self.sides = tuple(
            tuple([unit for unit, holder in numbered(pos.owner) if holder == side and self.playing >> unit & 1])
            for side in (0, 1)
        )
        """The units of each side in play."""

    def _embarked(self, pos: YangtzePosition) -> None:
        figures, aboard = pos.book.figures, pos.aboard
        crews: dict[Unit, list[Figure]] = {}
        for figure, fate in numbered(pos.fate):
            if fate == ABOARD:
                carrier, unit = aboard[figure], figures[figure].unit
                assert carrier is not None
                crews.setdefault(carrier, []).append(figure)
                if carrier != unit:
                    self.riding.setdefault(unit, carrier)
        self.crews = {carrier: tuple(people) for carrier, people in crews.items()}

    def _in_play(self, pos: YangtzePosition) -> int:
        bits = 0
        modelled = pos.book.modelled
        for unit, living in numbered(self.alive):
            afloat = pos.laid_out(unit) and not pos.damage[unit] & SUNK
            if afloat if modelled[unit] else living:
                bits |= 1 << unit
        return bits

    def holds(self, pos: YangtzePosition) -> bool:
        """Is this still the roster of the position?"""
        return (
            self.fate is pos.fate
            and self.aboard is pos.aboard
            and self.at is pos.at
            and self.damage is pos.damage
            and self.owner is pos.owner
        )
