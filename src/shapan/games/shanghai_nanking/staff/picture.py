"""What a staff officer sees in a position: stacks and strengths, hidden counters at the mean of what they may be (6.3).

The mean is taken over all counters that cannot be told apart, so that the picture is the same whichever of the worlds
that the side could believe in is looked at.
"""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.mechanics.sides import other

from ..fog import seen_by
from ..position import CampaignPosition
from .ground import Ground, ground_of
from .temper import Temper


class Picture:
    """A position as an officer of one side sees it."""

    __slots__ = (
        "_factors", "_pressure", "_steps", "assailants", "enemy", "factors", "ground", "pos", "side", "stacks", "steps",
        "temper",
    )  # fmt: skip

    def __init__(self, pos: CampaignPosition, side: int, temper: Temper) -> None:
        self.pos, self.side, self.enemy, self.temper = pos, side, other(side), temper
        self.ground: Ground = ground_of(pos.book)
        book = pos.book
        self.factors: list[float] = [values[left] for values, left in zip(book.factors, pos.steps, strict=True)]
        self.steps: list[float] = list(pos.steps)
        if book.fog_of_war:
            self._cover()
        stacks: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        side_of = book.side_of
        place = pos.place
        for unit in bits(pos.present):
            stacks[side_of[unit]].setdefault(place[unit], []).append(unit)
        self.stacks = stacks
        self._factors: dict[int, float] = {}
        self._steps: dict[int, float] = {}
        self._pressure: dict[int, float] = {}
        self.assailants: dict[int, float] | None = None
        """What could be brought against each hex next to Shanghai, once somebody has asked."""

    def _cover(self) -> None:
        """6.3: nobody looks beneath the top counter of an enemy stack."""
        pos, book = self.pos, self.pos.book
        seen = seen_by(pos, book.sides[self.side])
        covers: dict[tuple[int, int, int], list[int]] = {}
        for unit in bits(pos.present & book.roster[self.enemy] & ~seen):
            back = (book.formation[unit], book.equivalents[unit], book.static >> unit & 1)
            covers.setdefault(back, []).append(unit)
        for alike in covers.values():
            factor = sum(self.factors[unit] for unit in alike) / len(alike)
            steps = sum(self.steps[unit] for unit in alike) / len(alike)
            for unit in alike:
                self.factors[unit], self.steps[unit] = factor, steps

    def strength(self, here: int) -> float:
        """The combat factors in a hex, whoever holds it."""
        found = self._factors.get(here)
        if found is None:
            factors = self.factors
            found = self._factors[here] = sum(factors[unit] for unit in self.units(here))
        return found

    def endurance(self, here: int) -> float:
        """The steps in a hex."""
        found = self._steps.get(here)
        if found is None:
            steps = self.steps
            found = self._steps[here] = sum(steps[unit] for unit in self.units(here))
        return found

    def units(self, here: int) -> list[int]:
        """The units in a hex."""
        mine, theirs = self.stacks
        return mine.get(here) or theirs.get(here) or []

    def defence(self, here: int) -> int:
        """10.3: the defence of a hex in whole factors."""
        return max(1, round(self.strength(here)))

    def pressure(self, target: int) -> float:
        """10.4.1: the factors that mobile units of the other side could bring against a hex from where they stand."""
        found = self._pressure.get(target)
        if found is None:
            book = self.pos.book
            terrain, factors = book.terrain, self.factors
            attackers = self.stacks[other(book.side_of[self.units(target)[0]])]
            found = 0.0
            for there in terrain.near[target]:
                if there in attackers:
                    force = sum(factors[unit] for unit in attackers[there] if not book.static >> unit & 1)
                    found += force * terrain.share(there, target) / terrain.shares.whole
            self._pressure[target] = found
        return found
