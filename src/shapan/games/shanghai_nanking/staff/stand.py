"""Where Japanese divisions belong: what the army is for, and how good it is for a division to stand in a hex."""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.hexes import bits
from shapan.mechanics.forces import OFF
from shapan.mechanics.odds import odds_position

from ..actions import FIGHT
from ..sides import CHINESE, JAPANESE
from ..stacking import legal
from .ground import NEVER
from .guard import guard_wanted, threat_to_shanghai
from .odds import markers_at
from .picture import Picture


class Detachment(NamedTuple):
    """Units of one formation in one hex."""

    hex: int
    formation: int
    units: tuple[int, ...]


# --- what the army is for ---------------------------------------------------------------------------


class Assignment(NamedTuple):
    """A goal that a detachment could march to."""

    march: int
    """How far it is."""
    goal: int
    detachment: Detachment


def detachments(picture: Picture, pool: int) -> list[Detachment]:
    """Units that can move, by hex and formation."""
    book, place = picture.pos.book, picture.pos.place
    found: dict[tuple[int, int], list[int]] = {}
    for unit in bits(pool):
        found.setdefault((place[unit], book.formation[unit]), []).append(unit)
    return [Detachment(here, formation, tuple(units)) for (here, formation), units in found.items()]


def assignments(picture: Picture) -> dict[int, dict[int, int]]:
    """For each unit the march map that it follows: Shanghai's neighbours first, then the cities by their needs.

    The whole army is shared out, whoever has moved already included, so that the shares stay the same during a phase.
    """
    pos, ground = picture.pos, picture.ground
    pool = pos.present & pos.book.mobile[JAPANESE] & ~pos.book.naval_infantry
    army = detachments(picture, pool)
    ring = pos.occupied[CHINESE] & ground.ring
    key = pos.book.key_hex
    if ring and pos.turn < pos.book.adjacent_wins_from:
        goals = bits(ring)
        maps = {goal: ground.march[goal] for goal in goals}
        quota = {goal: 1.0 + picture.strength(goal) / picture.temper.spread for goal in goals}
        if early := picture.temper.early_march:
            cities = ground.goals_outside(pos.japanese_held)
            share = early / (1 - early) * sum(quota.values()) / max(1, len(cities))
            maps |= {goal: ground.march[goal] for goal in cities}
            quota |= dict.fromkeys(cities, share)
    else:
        goals = ground.goals_outside(pos.japanese_held)
        maps = {goal: ground.march[goal] for goal in goals} | {key: ground.to_key}
        quota = {goal: 1.0 + _defenders(picture, goal, 3) / picture.temper.spread for goal in goals}
        quota[key] = threat_to_shanghai(picture) / 5
    force = {detachment: sum(picture.factors[unit] for unit in detachment.units) for detachment in army}
    share = sum(force.values()) / max(sum(quota.values()), 1.0)
    left = {goal: share * weight for goal, weight in quota.items()}
    marches = sorted(
        (Assignment(maps[goal].get(detachment.hex, NEVER), goal, detachment) for goal in maps for detachment in army),
        key=lambda each: (each.march, each.goal, each.detachment.units),
    )
    chosen: dict[int, dict[int, int]] = {}
    for each in marches:
        units = each.detachment.units
        if units[0] not in chosen and left[each.goal] > 0:
            chosen.update(dict.fromkeys(units, maps[each.goal]))
            left[each.goal] -= force[each.detachment]
    rest = maps[goals[-1] if goals else key]
    return {unit: chosen.get(unit, rest) for unit in bits(pool)}


def _defenders(picture: Picture, goal: int, within: int) -> float:
    distance = picture.pos.book.grid.distance
    return sum(picture.strength(here) for here in picture.stacks[CHINESE] if distance(here, goal) <= within)


# --- how good a hex is -----------------------------------------------------------------------------


def has_room(picture: Picture, here: int, detachment: Detachment) -> bool:
    """6.2: would the whole detachment fit?"""
    mates = [unit for unit in picture.stacks[JAPANESE].get(here, ()) if unit not in detachment.units]
    extra: list[int] = []
    book = picture.pos.book
    if book.terrain.cities >> here & 1 and not mates:
        extra = picture.pos.pool()[:1]
    return legal(picture.pos, JAPANESE, [*mates, *detachment.units, *extra])


def hurry(picture: Picture) -> float:
    """What ground is worth now."""
    pos = picture.pos
    return picture.temper.progress[pos.turn >= pos.book.adjacent_wins_from]


class Aim(NamedTuple):
    """An attack to which a detachment could add."""

    gain: float
    target: int
    """OFF if there is none."""


class Stand:
    """How good it is for a detachment to stand in a hex: nearer to its goal, attacking at good odds, not exposed."""

    def __init__(self, picture: Picture, detachment: Detachment, goal: dict[int, int], fighting: bool) -> None:
        self.picture, self.goal, self.fighting = picture, goal, fighting
        self.hurry, self.temper = hurry(picture), picture.temper
        self.here, self.formation, self.units = detachment.hex, detachment.formation, detachment.units
        self.force = sum(picture.factors[unit] for unit in detachment.units)
        self._seen: dict[int, float] = {}

    def __call__(self, here: int) -> float:
        found = self._seen.get(here)
        if found is None:
            found = -self.hurry * self.goal.get(here, NEVER) + (1.0 if self.fighting else 0.6) * self.attack(here)
            found += self.temper.together * self._comrades(here) - self._exposure(here)
            if self.picture.ground.ring >> here & 1:
                found += self._watch(here)
            self._seen[here] = found
        return found

    def attack(self, here: int) -> float:
        """The attack to which the detachment would add most."""
        return self.aim(here).gain

    def aim(self, here: int) -> Aim:
        """That attack."""
        picture = self.picture
        enemies = picture.pos.occupied[CHINESE] & picture.pos.book.terrain.steps[here]
        if not enemies:
            return Aim(0.0, OFF)
        return max(Aim(self._adds(here, target), target) for target in bits(enemies))

    def _adds(self, here: int, target: int) -> float:
        picture = self.picture
        terrain = picture.pos.book.terrain
        whole = terrain.shares.whole
        already = picture.pressure(target)
        if terrain.steps[self.here] >> target & 1:
            already -= self.force * terrain.share(self.here, target) / whole
        total = already + self.force * terrain.share(here, target) / whole
        return importance(picture, target) * (promise(picture, target, total) - promise(picture, target, already))

    def _comrades(self, here: int) -> int:
        formation = self.picture.pos.book.formation
        mates = self.picture.stacks[JAPANESE].get(here, ())
        return sum(1 for unit in mates if formation[unit] == self.formation and unit not in self.units)

    def _watch(self, here: int) -> float:
        """4.1: what the detachment adds to the guard of a hex next to Shanghai."""
        picture = self.picture
        mates = picture.stacks[JAPANESE].get(here, ())
        already = sum(picture.factors[unit] for unit in mates if unit not in self.units)
        return self.temper.watch * max(0.0, min(self.force, guard_wanted(picture, here) - already))

    def _exposure(self, here: int) -> float:
        """Chinese factors next to the hex beyond what the stack can stand."""
        picture = self.picture
        enemies = picture.pos.occupied[CHINESE] & picture.pos.book.terrain.steps[here]
        if not enemies:
            return 0.0
        foe = sum(picture.strength(there) for there in bits(enemies))
        mates = sum(picture.factors[u] for u in picture.stacks[JAPANESE].get(here, ()) if u not in self.units)
        return self.temper.exposure * max(0.0, foe - 2.0 * (self.force + mates))


def importance(picture: Picture, target: int) -> float:
    """What is attacked first: Shanghai's neighbours and those beside them, cities, whatever bars the road."""
    pos = picture.pos
    book = pos.book
    if picture.ground.ring >> target & 1 and pos.turn < book.adjacent_wins_from:
        return picture.temper.ring_attack * (1 + sweeping(picture))
    if book.terrain.japanese_goal >> target & 1:
        return picture.temper.city_attack if pos.turn >= book.adjacent_wins_from else 1.0
    if all(book.static >> unit & 1 for unit in picture.stacks[CHINESE][target]):
        return picture.temper.outpost
    if pos.turn >= book.adjacent_wins_from:
        return 1.0
    beside = book.terrain.steps[target] & picture.ground.ring & pos.occupied[CHINESE]
    return picture.temper.shoulder if beside else picture.temper.elsewhere


def sweeping(picture: Picture) -> bool:
    """4.2: is this one of the last turns on which the Chinese lose if nobody of theirs is left next to Shanghai?"""
    left = picture.pos.book.absent_loses_until - picture.pos.turn
    return 0 <= left < picture.temper.sweep


def promise(picture: Picture, target: int, attack: float) -> float:
    """What an attack with so many factors would be worth."""
    if attack < 1:
        return 0.0
    book = picture.pos.book
    column = odds_position(int(attack), picture.defence(target)) + book.terrain.shift[CHINESE][target]
    column += min(picture.temper.assumed, markers_at(picture.pos, JAPANESE, FIGHT, target))
    results = picture.ground.results[book.crt.clamped(column)]
    gain = sum(taken - picture.temper.paid * paid for paid, taken in results) / len(results)
    return max(0.0, gain)
