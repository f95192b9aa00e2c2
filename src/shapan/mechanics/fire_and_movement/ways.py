"""Fire & Movement 5.1 Movement restrictions, 5.2 Terrain, 6.1 Zones of control in movement.

A move stops in the first enemy zone that it enters. A unit that starts in one leaves it by a hex free of them, or
infiltrates: one hex from zone to zone, which is its whole move (5.1.2, never in mobile movement). A unit that has not
moved may always enter one adjacent hex, whatever it costs (5.1.1).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from shapan.ground.hexes import Costs, Field, Hex, Mask, Snag, bits, walk
from shapan.kernel import Refusal
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Way
from shapan.mechanics.sides import other

from .journeys import Journey
from .position import FM
from .terms import Units

REGULAR: Final = "regular"
MOBILE_PHASE: Final = "mobile"


# --- who may move -------------------------------------------------------------------------------


def may_move(pos: FM, side: int, kind: str, units: tuple[int, ...]) -> Refusal | None:
    """5.1: one's own units on the map, once a phase; 4.1: in the mobile phase mobile units and whoever rides along."""
    book = pos.book
    for unit in units:
        if refusal := pos.not_of(side, unit, "4.1"):
            return refusal
    group = sum({1 << unit for unit in units})
    if any(pos.place[unit] == OFF for unit in units):
        return Refusal("5.1", "refusal.not_on_map", unit=units[0])
    if len({pos.place[unit] for unit in units}) > 1 or group.bit_count() != len(units):
        return Refusal("5.1", "refusal.not_a_stack")
    if len(units) > 1 and not book.partners[units[0]] & group:
        return Refusal("5.3", "refusal.not_a_stack")
    if group & pos.moved and not goes_on(pos, group):
        return Refusal("5.1", "refusal.moved", unit=units[0])
    if kind == MOBILE_PHASE and group & ~book.mobile and not rides_along(pos, group):
        return Refusal("4.1", "refusal.leg_unit", unit=bits(group & ~book.mobile)[0])
    return None


def rides_along(pos: FM, group: Units) -> bool:
    """2.3.2: a leg unit moves in the mobile phase only together with the mobile support unit it was stacked with."""
    book = pos.book
    return not group & ~(book.mobile | pos.rides) and bool(group & book.mobile & book.supports)


def goes_on(pos: FM, group: Units) -> bool:
    """5.1: a member of a stack that has just moved may leave the others and go on with what it has left."""
    return group.bit_count() == 1 and bool(group & pos.trek.members)


def riders(pos: FM, side: int) -> Units:
    """2.3.2: the leg units that share a hex with a mobile support unit."""
    book = pos.book
    found = 0
    for unit in bits(book.mobile & book.supports & book.roster[side]):
        if pos.place[unit] != OFF:
            found |= pos.mates(unit) & ~book.mobile
    return found


# --- where to -----------------------------------------------------------------------------------


class March(Journey[FM]):
    """5.1: a move in a movement phase."""

    __slots__ = ("kind",)

    def __init__(self, pos: FM, units: tuple[int, ...], kind: str) -> None:
        super().__init__(pos, units)
        self.kind = kind

    def allowance(self) -> int:
        """5.1: a stack has the allowance of its slowest member; what a stack has spent is gone for who goes on."""
        pos, units = self.pos, self.units
        allowance = min(map(pos.allowance, units)) if len(units) > 1 else pos.allowance(units[0])
        return allowance - pos.trek.spent if self.group & pos.moved and goes_on(pos, self.group) else allowance

    def prices(self) -> Costs:
        return self.pos.costs_for(self.side, self.pos.mover(self.group))

    def zone(self) -> Mask:
        return self.pos.zone_of(other(self.side))

    def reach(self, avoid: Mask = 0) -> Mask:
        if not self.points:
            return 0
        ground, going_on = self.field(avoid), bool(self.group & self.pos.moved)
        if going_on and ground.zone >> self.here & 1:
            return 0
        reached = ground.levels(self.here, self.points).reach()
        return reached if going_on else reached | self.one_hex(ground)

    def one_hex(self, ground: Field) -> Mask:
        """5.1.1 the minimum move, 5.1.2 infiltration."""
        around: Mask = self.pos.book.around[self.here] & ground.open_
        if not ground.zone >> self.here & 1:
            return around
        return around if self.kind == REGULAR else around & ~ground.zone

    def snag(self, path: Way) -> Refusal | None:
        ground, going_on = self.field(), bool(self.group & self.pos.moved)
        if not self.points:
            return self.pos.no_points(bits(self.group)[0])
        if going_on and ground.zone >> path[0] & 1:
            return Refusal("6.1", "refusal.zone_stop", hex=path[0])
        walked = walk(ground, path, self.points)
        only = len(path) == 2 and not going_on
        if walked.snag is None or (only and walked.snag is Snag.POINTS):
            return None
        if walked.snag is Snag.ZONE_TO_ZONE and self.kind == MOBILE_PHASE:
            return Refusal("4.1", "refusal.mobile_infiltration")
        if walked.snag is Snag.ZONE_TO_ZONE and only:
            return None
        return self.stopped(path, walked)

    def ways_out(self, pos: FM, units: tuple[int, ...]) -> Mask:
        return March(pos, units, self.kind).some_way() if may_move(pos, self.side, self.kind, units) is None else 0

    def some_way(self) -> Mask:
        """Where they could go and find room: the hexes next to them if there are any, for a quick answer."""
        return self.next_door() or self.destinations()

    def next_door(self) -> Mask:
        """The hexes next to them where they could go and find room."""
        if not self.points or self.group & self.pos.moved:
            return 0
        return self.pos.room_for(self.group, self.one_hex(self.quiet_field()))

    def steps_aside(self, units: tuple[int, ...]) -> bool:
        return steps_aside(self.pos, self.kind, units)

    def held(self, there: Hex) -> Refusal | None:
        """6.1: the zone in which they stand holds who has moved; 4.1: in mobile movement nobody infiltrates."""
        if not self.points:
            return self.pos.no_points(bits(self.group)[0])
        if not self.field().zone >> self.here & 1:
            return None
        if self.group & self.pos.moved:
            return Refusal("6.1", "refusal.zone_stop", hex=self.here)
        if self.kind == MOBILE_PHASE and self.pos.book.around[self.here] >> there & 1:
            return Refusal("4.1", "refusal.mobile_infiltration")
        return None

    def used_up(self, path: Way) -> int:
        """5.1: what is gone for a member of the stack who goes on; after a minimum move (5.1.1) everything."""
        costs = self.prices()
        total = sum(costs.step(here, there) or 0 for here, there in pairwise(path))
        everything: int = max(self.pos.book.ma)
        return total if total <= self.points else everything


def steps_aside(pos: FM, kind: str, units: tuple[int, ...]) -> bool:
    """Could this unit or stack, as things are, move to a hex beside it that has room?"""
    if not units or may_move(pos, pos.book.side_of[units[0]], kind, units) is not None:
        return False
    return bool(March(pos, units, kind).next_door())


def any_free_beside(pos: FM, side: int, kind: str, units: Units) -> bool:
    """5.1.1, 5.1.2: does one of these units, which have not moved, stand beside an empty hex that it may enter at any
    cost?"""
    enemy = other(side)
    shut = pos.occupied[side] | pos.occupied[enemy] | pos.garrisoned(enemy) | pos.closed_to(side)
    free, zone = pos.book.playable & ~shut, pos.zone_of(enemy) if kind == MOBILE_PHASE else 0
    while units:  # mostly it is the first
        unit = (units & -units).bit_length() - 1
        here = pos.place[unit]
        beside = pos.book.around[here] & free
        if (beside & ~zone if zone >> here & 1 else beside) and pos.allowance(unit) > 0:
            return True
        units &= units - 1
    return False
