"""How the Japanese staff marches: on the railroad while its loss ends the game, then on Mukden."""

from __future__ import annotations

from math import ceil
from typing import Final

import msgspec

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Move

from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from ..victory import hostile_critical
from .ground import Marches, march_to
from .odds import VICTORY
from .picture import strength_by_hex
from .temper import Temper

TAKEN: Final = 20.0
"""What it is worth to enter a critical hex that does not end the game at once."""
NOWHERE: Final = 60
"""March points from where there is no way."""
ALL: Final = 12
"""Steps of the strongest unit."""


class Ground(msgspec.Struct, frozen=True):
    """What the Japanese see before them in one position, worked out once for all units."""

    temper: Temper
    goals: Mask
    early: bool
    """4.2: does the railroad still end the game?"""
    march: Marches
    zone: Mask
    strength: dict[int, int]
    """Russian steps by hex."""
    town: Mask
    """The hexes from which Mukden is attacked."""
    around: dict[int, Mask]
    facing: dict[int, int]
    """Russian steps beside a hex, as far as somebody has asked."""

    def stand(self, steps: int, here: int) -> float:
        """How good it is for a Japanese unit of so many steps to stand in a hex."""
        temper = self.temper
        worth = -temper.progress * self.march.get(here, NOWHERE)
        if self.town >> here & 1 and not self.early:
            worth += temper.siege + temper.contact * steps
        if self.zone >> here & 1:
            worth += temper.contact * steps - temper.exposure * max(0, self.enemies(here) - 2 * steps)
        return worth

    def enemies(self, here: int) -> int:
        """The Russian steps beside a hex."""
        found = self.facing.get(here)
        if found is None:
            strength = self.strength
            found = self.facing[here] = sum([strength.get(near, 0) for near in bits(self.around[here])])
        return found

    def worthwhile(self, stay: float) -> Mask:
        """Hexes that could be better than one that is worth so much: those that are nearer to the goal, and those in
        which more than the way to the goal counts."""
        progress = self.temper.progress
        nearer = ceil(-stay / progress) if progress > 0 else NOWHERE + 1
        if nearer > NOWHERE:
            return ~0
        return self.march.within(nearer) | self.zone | (0 if self.early else self.town)


class Fields(msgspec.Struct, frozen=True):
    """How the ground looks to the light units and to the others."""

    light: Ground
    heavy: Ground
    riders: int

    def of(self, steps: int) -> Ground:
        """The ground before a unit of so many steps."""
        return self.light if steps <= self.riders else self.heavy


def fields(pos: MukdenPosition, temper: Temper) -> Fields:
    """Light units go round the enemy's zones if the officer likes detours; the others only if he sends all of them."""
    light = ground(pos, temper, temper.detour)
    heavy = light if temper.riders >= ALL or not temper.detour else ground(pos, temper, 0)
    return Fields(light, heavy, temper.riders)


def ground(pos: MukdenPosition, temper: Temper, detour: int) -> Ground:
    book = pos.book
    goals = hostile_critical(pos, JAPANESE) & book.railroad or 1 << book.end_game_hex
    early = pos.turn in book.japanese_sudden_death_turns
    russians, zone = pos.occupied[RUSSIAN], pos.front(JAPANESE).zone
    return Ground(
        temper,
        goals,
        early,
        march_to(book, goals if early else 1 << book.end_game_hex, russians, detour),
        zone,
        strength_by_hex(pos, RUSSIAN),
        book.around[book.end_game_hex],
        book.around,
        {},
    )


def march_east(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """Every Japanese unit weighs its best move: nearer to the goal, in contact with the enemy, not too exposed."""
    both = fields(pos, temper)
    grip = temper.grip[0 if both.light.early else 1]
    advice = []
    for unit, reach in pos.reach_of(JAPANESE).items():
        here, steps = pos.place[unit], pos.steps[unit]
        field = both.of(steps)
        if temper.watch and here == pos.book.russian_sudden_death:
            continue
        stay = field.stand(steps, here) + (grip if field.zone >> here & 1 else 0.0)
        if field.goals & reach:
            advice += [
                Advice(Move(unit, (there,)), VICTORY, "reason.railroad")
                if field.early
                else Advice(Move(unit, (there,)), TAKEN, "reason.critical")
                for there in bits(field.goals & reach)
            ]
        for there in bits(reach & field.worthwhile(stay)):
            gain = field.stand(steps, there) - stay
            if gain > 0:
                advice.append(Advice(Move(unit, (there,)), gain, "reason.march"))
    return [*advice, *keep_watch(pos, temper)]


def keep_watch(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """4.1: whoever can best be spared goes back to Liaoyang while nobody is there."""
    home = pos.book.russian_sudden_death
    if not temper.watch or pos.occupied[JAPANESE] >> home & 1:
        return []
    return [
        Advice(Move(unit, (home,)), temper.watch - pos.steps[unit], "reason.watch")
        for unit, reach in pos.reach_of(JAPANESE).items()
        if reach >> home & 1
    ]
