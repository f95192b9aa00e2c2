"""The roster: who is in play and who rides in what, worked out once for as long as nobody falls, comes or goes aboard.

The values of a position are exchanged, never changed; so a roster is good as long as the very same tuples that it was
made from are still in place, and whoever asks need not know what has happened in between.
"""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from .fates import ABOARD, STANDING, SUNK
from .place import OFF_TABLE
from .who import ByUnit, Figure, Unit, numbered

if TYPE_CHECKING:
    from .position import YangtzePosition


class Roster:
    """Everything about units that follows from fates, carriers, damage and ownership, and not from places."""

    __slots__ = ("aboard", "alive", "at", "crews", "damage", "fate", "owner", "playing", "riding", "sides")

    def __init__(self, pos: YangtzePosition, before: Roster | None = None) -> None:
        """``before``: one that held until somebody fell, came or went."""
        self.fate, self.aboard, self.at = pos.fate, pos.aboard, pos.at
        self.damage, self.owner = pos.damage, pos.owner
        self.alive: ByUnit[tuple[Figure, ...]]
        """The figures of each unit that are on the table or aboard something."""
        self.crews: dict[Unit, tuple[Figure, ...]] = {}
        """The people of each carrier: its own figures and its riders."""
        self.riding: dict[Unit, Unit] = {}
        """The carriers of units that are aboard one."""
        self.playing: int
        """On the table, with somebody left: one bit for each unit."""
        changed = None if before is None else self._changed(pos, before)
        if before is None or changed is None:
            self.alive = tuple(self._living(pos, unit) for unit in pos.book.every_unit)
            if ABOARD in pos.fate:
                self._embarked(pos)
            self.playing = sum(self._in_play(pos, unit) << unit for unit in pos.book.every_unit)
        else:
            self._follow(pos, before, changed)
        self.sides = tuple(
            tuple([unit for unit, holder in numbered(pos.owner) if holder == side and self.playing >> unit & 1])
            for side in (0, 1)
        )
        """The units of each side in play."""

    def _changed(self, pos: YangtzePosition, before: Roster) -> set[Unit] | None:
        """The units some of whose figures have come or gone, if nothing else has changed but where models lie that were
        and are on the table, and nobody was or is aboard who was not so before; otherwise None."""
        same = before.aboard is pos.aboard and _as_laid_out(before.at, pos.at)
        if not same or before.damage is not pos.damage or before.owner is not pos.owner:
            return None
        if before.fate is pos.fate:
            return set()
        figures = list(compress(pos.book.everyone, map(ne, before.fate, pos.fate)))
        if any(ABOARD in (before.fate[figure], pos.fate[figure]) for figure in figures):
            return None
        return {pos.book.figures[figure].unit for figure in figures}

    def _follow(self, pos: YangtzePosition, before: Roster, changed: set[Unit]) -> None:
        self.crews, self.riding, self.playing = before.crews, before.riding, before.playing
        alive = list(before.alive)
        for unit in changed:
            alive[unit] = self._living(pos, unit)
        self.alive = tuple(alive)
        for unit in changed:
            self.playing = self.playing & ~(1 << unit) | self._in_play(pos, unit) << unit

    def _living(self, pos: YangtzePosition, unit: Unit) -> tuple[Figure, ...]:
        fate = pos.fate
        return tuple([f for f in pos.book.men[unit] if fate[f] == STANDING or fate[f] == ABOARD])

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

    def _in_play(self, pos: YangtzePosition, unit: Unit) -> bool:
        if pos.book.modelled[unit]:
            return pos.laid_out(unit) and not pos.damage[unit] & SUNK
        return bool(self.alive[unit])

    def holds(self, pos: YangtzePosition) -> bool:
        """Is this still the roster of the position?"""
        return (
            self.fate is pos.fate
            and self.aboard is pos.aboard
            and self.at is pos.at
            and self.damage is pos.damage
            and self.owner is pos.owner
        )


def _as_laid_out(before: ByUnit[tuple[int, int, int]], now: ByUnit[tuple[int, int, int]]) -> bool:
    """Are the same models on the table, wherever they lie?"""
    return before is now or all((one == OFF_TABLE) == (two == OFF_TABLE) for one, two in zip(before, now, strict=True))
