"""What a staff officer of Shanghai Incident sees of the ground: the forces near a hex, and who is needed where.

Worths are in steps: one is the loss of a step.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel.kept import follows_from
from shapan.mechanics.sides import other

from ..forts import fort_hexes, operative
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE
from .goals import desperate
from .ground import Ways, atlas
from .odds import promise, ways_out
from .temper import Temper


class Goal(NamedTuple):
    """A goal as a side sees it, with who is still needed there."""

    hex: int
    worth: float
    ways: Ways
    crew: int
    """How many are needed: whoever has farther to go than that many others is not."""
    ample: bool
    """Those who stand beside it are strong enough to take it."""


@follows_from()
def _crewed(
    pos: ShanghaiPosition, wanted: tuple[tuple[int, float], ...], storm: Mask, storming: int, holding: int
) -> list[Goal]:
    """Goals with who is needed there, none of them as good as taken: the same while nobody's goals change."""
    ways = atlas(pos.book)
    return [Goal(goal, worth, ways[goal], storming if storm >> goal & 1 else holding, False) for goal, worth in wanted]


class Picture:
    """The strengths of both sides by hex, as an officer of one side sees them."""

    def __init__(self, pos: ShanghaiPosition, side: int, temper: Temper) -> None:
        self.pos, self.side, self.temper = pos, side, temper
        book, place, steps = pos.book, pos.place, pos.steps
        self.attack: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for unit in bits(pos.present):
            here, of = place[unit], book.side_of[unit]
            self.attack[of][here] = self.attack[of].get(here, 0) + book.attack[unit][steps[unit]]
            self.defence[of][here] = self.defence[of].get(here, 0) + book.defence[unit][steps[unit]]
        if side == JAPANESE:
            garrisons = operative(pos)
            for here in bits(garrisons):
                self.defence[CHINESE][here] = self.defence[CHINESE].get(here, 0) + garrisons.bit_count()
        self.works = fort_hexes(pos) | pos.rubble | operative(pos)
        self.enemies = sum(1 << here for here in self.defence[other(side)])
        self.zone = book.grid.spread(self.enemies)
        self.line = bits(pos.present & book.roster[side] & ~book.supports)
        self.taken = (pos.occupied[side], self._supported())
        """Hexes that a unit, or a support unit, leaves to those who stand there."""

    def ground(self, here: int) -> int:
        book = self.pos.book
        return book.fort_defence if self.works >> here & 1 else book.terrain_defence[here]

    def hostile(self, here: int, side: int) -> int:
        """What the enemies of a side next to a hex could attack it with."""
        attack = self.attack[other(side)]
        return sum(attack.get(near, 0) for near in self.pos.book.beside[here])

    def _supported(self) -> Mask:
        pos = self.pos
        found = 0
        for unit in bits(pos.present & pos.book.roster[self.side] & pos.book.supports):
            found |= 1 << pos.place[unit]
        return found

    def needs(self, wanted: dict[int, float]) -> list[Goal]:
        """Each goal with how many are needed there, and whether it is as good as taken."""
        book, temper, enemies = self.pos.book, self.temper, self.enemies
        rush = book.shanghai if self.side == CHINESE and desperate(self.pos, temper) else 0
        found = _crewed(self.pos, tuple(wanted.items()), enemies | rush, temper.storming, temper.holding)
        if self.side == JAPANESE and temper.besiegers != temper.storming:
            streets = enemies & book.shanghai
            found = [goal._replace(crew=temper.besiegers) if streets >> goal.hex & 1 else goal for goal in found]
        taken = {goal for goal in wanted if enemies >> goal & 1 and self._ample(goal)}
        return [goal._replace(ample=True) if goal.hex in taken else goal for goal in found] if taken else found

    @cached_property
    def homes(self) -> list[Mask]:
        """Where the units of the line stand; then where at least two of them do, and so on."""
        found: list[Mask] = []
        for unit in self.line:
            bit, depth = 1 << self.pos.place[unit], 0
            while depth < len(found) and found[depth] & bit:
                depth += 1
            if depth == len(found):
                found.append(0)
            found[depth] |= bit
        return found

    def _ample(self, goal: int) -> bool:
        """7.6: the last column is reached; more attackers add nothing."""
        book = self.pos.book
        mine = sum(self.attack[self.side].get(by, 0) for by in book.beside[goal])
        return mine >= self.defence[other(self.side)][goal] + self.ground(goal) + book.crt.minimum[""][-1]

    def pressure(self, here: int, unit: int) -> float:
        """What this unit adds to an attack on the best enemy hex next to here, with those who stand there already."""
        book, pos = self.pos.book, self.pos
        near = book.around[here] & self.enemies
        if not near:
            return 0.0
        strength, home = book.attack[unit][pos.steps[unit]], pos.place[unit]
        best = 0.0
        for there in bits(near):
            against = self.defence[other(self.side)][there] + self.ground(there)
            mine = sum(self.attack[self.side].get(by, 0) for by in book.beside[there])
            if home >= 0 and book.around[there] >> home & 1:
                mine -= strength
            best = max(best, promise(book, mine + strength - against) - promise(book, mine - against))
        return best

    def ring(self, here: int, unit: int) -> float:
        """7.7: how promising an attack becomes on an enemy whose last way out this unit shuts by standing here."""
        book, pos, enemy = self.pos.book, self.pos, other(self.side)
        if book.cavalry >> unit & 1:
            return 0.0  # 16.2
        others, zone = self._besides(unit)
        shut, barred = others | 1 << here, zone | book.around[here]
        best = 0.0
        for there in bits(book.around[here] & pos.occupied[enemy]):
            if ways_out(pos, enemy, there, others, zone) and not ways_out(pos, enemy, there, shut, barred):
                mine = sum(self.attack[self.side][by] for by in bits(book.around[there] & others))
                against = self.defence[enemy][there] + self.ground(there)
                best = max(best, promise(book, mine + book.attack[unit][pos.steps[unit]] - against))
        return best

    def _besides(self, unit: int) -> tuple[Mask, Mask]:
        """Where the others of this side stand, and the zone that bars a retreat (16.2: cavalry has none)."""
        pos, book = self.pos, self.pos.book
        others = pos.present & book.roster[self.side] & ~(1 << unit)
        barring = mask_of([pos.place[mate] for mate in bits(others & ~book.cavalry)])
        return mask_of([pos.place[mate] for mate in bits(others)]), book.grid.spread(barring)
