"""Fire & Movement 7.7 Retreat: where a stack may go (see ``resistance`` for the alternative, and for the step).

A stack retreats together. Every hex that it enters must be open to it, free of enemies and outside enemy zones, unless
a friendly unit that is not itself retreating from this battle stands there. It ends at the distance that was rolled,
with room to stack; it may go one hex farther, and through friendly-held hexes as far as the next one with room.
Whoever cannot retreat and cannot resist is lost for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel import Refusal, SideFrame
from shapan.mechanics.hexoptions import Way
from shapan.mechanics.sides import other

from .position import FM
from .terms import Units

RETREATS_KEPT: Final = 64
"""How many retreats are remembered: those of one battle."""


class Withdrawal(SideFrame, step="withdraw"):
    """7.7: the retreat of one side from a battle."""

    runners: Units
    """Units ordered to retreat, whether they have gone or not; those that resisted are no longer among them."""
    left: Units
    """Units that have neither retreated nor resisted."""
    hexes: int
    """How far, at least."""
    free: bool
    """7.5: they resist without a die roll."""
    defending: bool
    """7.8: defenders make one attempt for the whole hex, attackers one for each stack."""
    tried: Units
    """7.8: units whose one attempt to resist has been made."""


# --- 7.7 where to -------------------------------------------------------------------------------


def passable(pos: FM, go: Withdrawal) -> tuple[Mask, Mask]:
    """7.7: the hexes that a retreat may enter, and those of them that friends hold."""
    side = go.side
    friends = 0
    for unit in bits(pos.alive(pos.book.roster[side] & ~go.runners)):
        friends |= 1 << pos.place[unit]
    open_ = pos.book.playable & ~unenterable(pos, side)
    return open_ & (~pos.retreat_zone(side) | friends), pos.occupied[side]


def retreats(pos: FM, go: Withdrawal, unit: int) -> Mapping[int, Way]:
    """7.7: every hex in which this unit's stack may end its retreat, with a way there.

    Whether anybody can go, where, and how: one retreat is asked for several times in the same position.
    """
    kept: dict[Any, dict[int, Way]] = pos.book.retreats
    key = (go, unit, pos.key_values()(pos))
    found = kept.get(key)
    if found is None:
        if len(kept) >= RETREATS_KEPT:
            kept.clear()
        found = kept[key] = sought_retreats(pos, go, unit)
    return found


def sought_retreats(pos: FM, go: Withdrawal, unit: int) -> dict[int, Way]:
    """The same, not remembered."""
    start, loose = pos.place[unit], bool(pos.book.loose >> unit & 1)
    legal, friends = passable(pos, go)
    if loose:
        legal = pos.book.playable & ~unenterable(pos, go.side)
    full = pos.full_for(pos.mates(unit) & go.left)
    better = _Better(pos, go.side)
    ends: dict[int, Way] = {}
    ways: list[Way] = [(start,)]
    passed = 0
    while ways:
        longer: dict[int, Way] = {}
        for way in ways:
            onward = legal if loose else legal & outward(pos, go, way)
            for there in pos.exits(unit, way[-1]):
                if onward >> there & 1 and there not in way:
                    better.keep(longer, (*way, there))
        length = len(ways[0])
        if length >= go.hexes:
            for there, way in longer.items():
                if not full >> there & 1:
                    better.keep(ends, way)
        # Beyond the hex rolled only one step is free; farther steps lead through friendly-held hexes.
        if length > go.hexes:
            longer = {there: way for there, way in longer.items() if (friends & ~passed) >> there & 1}
            passed |= mask_of(longer)
        ways = list(longer.values())
    return ends


def outward(pos: FM, go: Withdrawal, way: Way) -> Mask:
    """7.7: each hex of the retreat proper leads away from the start, and an extension never back towards it."""
    start, length, near = way[0], len(way), pos.book.near
    if length <= go.hexes:
        farther: Mask = near(start, length) & ~near(start, length - 1)
        return farther
    back: Mask = near(start, pos.book.grid.distance(start, way[-1]) - 1)
    return ~back


class _Better:
    """What decides between two ways to the same hex."""

    def __init__(self, pos: FM, side: int) -> None:
        self.sectors: tuple[Mask, ...] = pos.sectors_shunned(side)
        self.prized: Mask = pos.prizes(side)

    def keep(self, ways: dict[int, Way], way: Way) -> None:
        """Keep the first way to a hex, unless this one has a lower price, or gains more."""
        known = ways.get(way[-1])
        if known is None or self.worth(way) > self.worth(known):
            ways[way[-1]] = way

    def worth(self, way: Way) -> tuple[int, int, int]:
        """The price of entering some hexes, the length, how many hexes an entry takes."""
        entered = mask_of(way[1:])
        price = sum([1 << at for at, sector in enumerate(self.sectors) if entered & sector])
        return -price, -len(way), (entered & self.prized).bit_count()


def spelt(pos: FM, side: int, way: Way) -> Way:
    """How a retreat is named: by its end, unless it crosses hexes with a price to get there."""
    sector = next((hexes for hexes in pos.sectors_shunned(side) if hexes >> way[-1] & 1), 0)
    return way if touches(way, pos.shunned_by(side) & ~sector) else way[-1:]


def touches(way: Way, hexes: Mask) -> bool:
    return any(hexes >> here & 1 for here in way[1:])


def unenterable(pos: FM, side: int) -> Mask:
    """Hexes that the enemy holds or that are closed to this side."""
    enemy = other(side)
    found: Mask = pos.closed_to(side) | pos.occupied[enemy] | pos.garrisoned(enemy)
    return found


def retreat_refusal(pos: FM, go: Withdrawal, unit: int, path: Way) -> Refusal | None:
    """Judge any retreat path whatever."""
    if refusal := must_go(pos, go, unit):
        return refusal
    ends = retreats(pos, go, unit)
    if len(path) == 1:
        if path[0] not in ends:
            return _why_not(pos, go, unit, path[0])
        wanted = spelt(pos, go.side, ends[path[0]]) != path
        return Refusal(pos.book.closed_case, "refusal.way_wanted", hex=path[0]) if wanted else None
    if path[0] != pos.place[unit]:
        return Refusal("5.1", "refusal.path_start", unit=unit, hex=pos.place[unit])
    return _way_refusal(pos, go, unit, path)


def must_go(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    """7.7: only units of this retreat; whoever perished in it without being asked may still be named afterwards."""
    if not go.left >> unit & 1:
        return Refusal("7.7", "refusal.not_retreating")
    return None if pos.alive(1 << unit) else Refusal("7.7", "refusal.not_on_map", unit=unit)


def _why_not(pos: FM, go: Withdrawal, unit: int, there: int) -> Refusal:
    if pos.closed_to(go.side) >> there & 1:
        return Refusal(pos.book.closed_case, "refusal.closed", hex=there)
    if pos.full_for(pos.mates(unit) & go.left) >> there & 1:
        return Refusal("5.3", "refusal.stacking", hex=there)
    if unenterable(pos, go.side) >> there & 1:
        return pos.held_against(go.side, there, "7.7")
    legal, _ = passable(pos, go)
    hindered = not pos.book.loose >> unit & 1 and there != pos.place[unit]
    if hindered and pos.retreat_zone(go.side) >> there & 1 and not legal >> there & 1:
        return Refusal("7.7", "refusal.retreat_zone", hex=there)
    return Refusal("7.7", "refusal.retreat_hex", hex=there, count=go.hexes)


def _way_refusal(pos: FM, go: Withdrawal, unit: int, path: Way) -> Refusal | None:
    loose = bool(pos.book.loose >> unit & 1)
    legal, friends = passable(pos, go)
    closed = unenterable(pos, go.side)
    if len(path) - 1 < go.hexes or len(set(path)) != len(path):
        return Refusal("7.7", "refusal.retreat_hex", hex=path[-1], count=go.hexes)
    for length in range(1, len(path)):
        here, there = path[length - 1], path[length]
        open_ = not closed >> there & 1 if loose else bool(legal >> there & 1)
        if not open_ or there not in pos.exits(unit, here):
            return _why_not(pos, go, unit, there)
        if not loose and not outward(pos, go, path[:length]) >> there & 1:
            return Refusal("7.7", "refusal.retreat_hex", hex=there, count=go.hexes)
        if go.hexes < length < len(path) - 1 and not friends >> there & 1:
            return Refusal("7.7", "refusal.retreat_stop", hex=there)
    if pos.full_for(pos.mates(unit) & go.left) >> path[-1] & 1:
        return Refusal("5.3", "refusal.stacking", hex=path[-1])
    return None


def could_retreat(pos: FM, unit: int) -> bool:
    """Could this unit's stack retreat one hex if it had to?"""
    group = pos.mates(unit)
    go = Withdrawal(pos.book.side_of[unit], group, group, 1, False, True, 0)
    legal, _ = passable(pos, go)
    good = legal & ~pos.full_for(group)
    return any(good >> there & 1 for there in pos.exits(unit, pos.place[unit])) or bool(retreats(pos, go, unit))
