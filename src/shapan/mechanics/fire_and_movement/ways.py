"""Fire & Movement 5.1 Movement restrictions, 5.2 Terrain, 6.1 Zones of control in movement.

A move stops in the first enemy zone that it enters. A unit that starts in one leaves it by a hex free of them, or
infiltrates: one hex from zone to zone, which is its whole move (5.1.2, never in mobile movement). A unit that has not
moved may always enter one adjacent hex, whatever it costs (5.1.1).
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, TypeAlias

from shapan.ground.hexes import Costs, Field, Fields, Hex, Levels, Mask, Snag, Walk, ZoneRule, bits, walk
from shapan.kernel import Refusal
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations
from shapan.mechanics.sides import other

from .position import FM, P
from .stacking import cures
from .terms import Units

Way: TypeAlias = tuple[Hex, ...]
"""Hex by hex, the start included; a single hex stands for the cheapest way there."""

REGULAR: Final = "regular"
MOBILE_PHASE: Final = "mobile"

CITED: Final = {
    Snag.NOT_ADJACENT: ("5.1", "refusal.path_gap"),
    Snag.CLOSED: ("5.2", "refusal.path_closed"),
    Snag.ENEMY: ("5.1", "refusal.path_enemy"),
    Snag.FORBIDDEN: ("5.1", "refusal.path_forbidden"),
    Snag.STOPPED: ("6.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("6.1", "refusal.zone_to_zone"),
    Snag.TOUCHES_ZONE: ("6.1", "refusal.zone_stop"),
}


# --- who may move -------------------------------------------------------------------------------


def may_move(pos: FM, side: int, kind: str, units: tuple[int, ...]) -> Refusal | None:
    """5.1: one's own units on the map, once a phase; 4.1: in the mobile phase mobile units and whoever rides along."""
    book = pos.book
    if any(unit >= len(book.entries) or book.side_of[unit] != side for unit in units):
        return Refusal("4.1", "refusal.not_yours")
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
        return Refusal("4.1", "refusal.leg_unit", unit=units[0])
    return None


def rides_along(pos: FM, group: Units) -> bool:
    """2.3.2: a leg unit moves in the mobile phase only together with the mobile support unit it was stacked with."""
    book = pos.book
    return not group & ~(book.mobile | pos.rides) and bool(group & book.mobile & book.supports)


def goes_on(pos: FM, group: Units) -> bool:
    """5.1: a member of a stack that has just moved may leave the others and go on with what it has left."""
    members, _ = pos.trek
    return group.bit_count() == 1 and bool(group & members)


def riders(pos: FM, side: int) -> Units:
    """2.3.2: the leg units that share a hex with a mobile support unit."""
    book = pos.book
    found = 0
    for unit in bits(book.mobile & book.supports & book.roster[side]):
        if pos.place[unit] != OFF:
            found |= pos.mates(unit) & ~book.mobile
    return found


# --- where to -----------------------------------------------------------------------------------


class Journey(Generic[P]):
    """Units that would go somewhere together. Each kind of movement says what they may spend and what bars their way.

    A way is *shy* if it keeps out of the hexes that should not be crossed unless a player says so.
    """

    __slots__ = ("group", "here", "points", "pos", "side", "units")

    zone_rule: ClassVar[ZoneRule] = ZoneRule.STOP
    cited: ClassVar[dict[Snag, tuple[str, str]]] = CITED
    """What forbids a way that runs into a snag."""

    def __init__(self, pos: P, units: tuple[int, ...]) -> None:
        self.pos, self.units = pos, units
        self.group: Units = sum(1 << unit for unit in units)
        self.side: int = pos.book.side_of[units[0]]
        self.here: Hex = pos.place[units[0]]
        self.points = self.allowance()

    # What a kind of movement says

    def allowance(self) -> int:
        """The points that all of them have left."""
        raise NotImplementedError

    def prices(self) -> Costs:
        """What steps cost them."""
        raise NotImplementedError

    def zone(self) -> Mask:
        """The hexes in which the enemy hinders them."""
        raise NotImplementedError

    def barred(self) -> Mask:
        """The hexes that no way of theirs crosses, enemies aside."""
        barred: Mask = self.pos.closed_to(self.side)
        return barred

    def why_not(self, there: Hex) -> Refusal | None:
        """The rule that keeps them from a hex that is no destination."""
        raise NotImplementedError

    def snag(self, path: Way) -> Refusal | None:
        """The rule that forbids this very way, whatever stands at its end."""
        raise NotImplementedError

    def crowd(self, there: Hex) -> Refusal | None:
        """5.3: is there room for them?"""
        return None if self.pos.fits(self.group, there) else Refusal("5.3", "refusal.stacking", hex=there)

    # What follows

    def field(self, shy: bool) -> Field:
        """6.1: the ground and the enemy as these units face them."""
        pos, enemy = self.pos, other(self.side)
        forbidden = pos.closed_to(self.side) | (pos.shunned_by(self.side) if shy else 0)
        held = pos.occupied[enemy] | pos.garrisoned(enemy)
        fields: Fields = pos.book.fields
        return fields.field(self.prices(), held, self.zone(), forbidden, self.zone_rule)

    def levels(self, shy: bool) -> Levels:
        """The hexes within reach by what they cost; they also give the way, so that one flood serves both."""
        return self.field(shy).levels(self.here, max(self.points, 0))

    def reach(self, shy: bool) -> Mask:
        """Every hex that the ground and the enemy let these units go to."""
        return self.levels(shy).reach()

    def surroundings(self) -> Mask:
        """No way is longer than one hex for each point, and a minimum move goes one hex: a quick bound."""
        found: Mask = self.pos.book.near(self.here, max(self.points, 1))
        return found

    def destinations(self) -> Mask:
        """Where a move that names its end only may go: within stacking, and through no hex that should be shunned."""
        found = self.reach(shy=True)
        shunned = self.pos.shunned_by(self.side)
        if shunned and shunned & self.surroundings():
            found |= self.reach(shy=False) & shunned
        return found & ~self.pos.full_for(self.group)

    def costs(self) -> dict[tuple[int], int]:
        """What each destination costs; a minimum move takes everything."""
        quiet, loud = self.levels(shy=True), self.levels(shy=False)
        ends = Destinations(self.destinations())
        return {end: quiet.cost(end[0]) or loud.cost(end[0]) or self.points for end in ends}

    def refusal(self, path: Way) -> Refusal | None:
        """Judge any path whatever."""
        if len(path) == 1:
            return None if self.destinations() >> path[0] & 1 else self.why_not(path[0])
        if path[0] != self.here:
            return Refusal("5.1", "refusal.path_start", unit=self.units[0], hex=self.here)
        return self.snag(path) or self.crowd(path[-1])

    def stopped(self, path: Way, walked: Walk) -> Refusal:
        """What a way has run into, in the words of the rule."""
        assert walked.snag is not None
        if walked.snag is Snag.FORBIDDEN and walked.at is not None:
            return closed_refusal(self.pos, walked.at)
        case, key = self.cited[walked.snag]
        return Refusal(case, key, hex=path[0] if walked.at is None else walked.at)

    def whole_way(self, there: Hex) -> Way:
        """The way meant by a move that names its end only: the cheapest, if possible without shunned hexes."""
        for shy in (True, False):
            path = self.field(shy).path(self.here, there, max(self.points, 0))
            if path is not None:
                return path
        return (self.here, there)

    def way_matters(self, there: Hex) -> bool:
        """Could a way to this hex pass through one where an entry changes something?"""
        watched = self.pos.noteworthy(self.side) & ~self.barred() & self.surroundings()
        shunned = self.pos.shunned_by(self.side)
        return bool(watched if shunned >> there & 1 else watched & ~shunned)

    def way(self, path: Way) -> Way:
        """The way that is gone: hex by hex if anybody wants to know, or if it makes a difference."""
        if len(path) > 1:
            return path
        if self.pos.teller is None and len(self.units) == 1 and not self.way_matters(path[0]):
            return (self.here, path[0])
        return self.whole_way(path[0])


class March(Journey[FM]):
    """5.1: a move in a movement phase."""

    __slots__ = ("kind",)

    def __init__(self, pos: FM, units: tuple[int, ...], kind: str) -> None:
        super().__init__(pos, units)
        self.kind = kind

    def allowance(self) -> int:
        """5.1: a stack has the allowance of its slowest member; what a stack has spent is gone for who goes on."""
        pos = self.pos
        allowance = min(pos.allowance(unit) for unit in self.units)
        return allowance - pos.trek[1] if goes_on(pos, self.group) and self.group & pos.moved else allowance

    def prices(self) -> Costs:
        return self.pos.costs_for(self.side, self.pos.mover(self.group))

    def zone(self) -> Mask:
        return self.pos.zone_of(other(self.side))

    def reach(self, shy: bool) -> Mask:
        if self.points <= 0:
            return 0
        ground, going_on = self.field(shy), bool(self.group & self.pos.moved)
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
        ground, going_on = self.field(shy=False), bool(self.group & self.pos.moved)
        if self.points <= 0:
            return Refusal("5.1", "refusal.no_points", unit=bits(self.group)[0])
        if going_on and ground.zone >> path[0] & 1:
            return Refusal("6.1", "refusal.zone_stop", hex=path[0])
        walked = walk(ground, path, self.points)
        only = len(path) == 2 and not going_on
        if walked.snag is None or (only and walked.snag is Snag.POINTS):
            return None
        if walked.snag is Snag.POINTS:
            return Refusal("5.1", "refusal.path_points", points=self.points)
        if walked.snag is Snag.ZONE_TO_ZONE and self.kind == MOBILE_PHASE:
            return Refusal("4.1", "refusal.mobile_infiltration")
        if walked.snag is Snag.ZONE_TO_ZONE and only:
            return None
        return self.stopped(path, walked)

    def crowd(self, there: Hex) -> Refusal | None:
        """5.3: a full hex may be entered only if somebody in it can make room with the next move."""
        refusal = super().crowd(there)
        if refusal is None:
            return None
        after = self.pos.copy()
        after.moved |= self.group
        after.crowded = there
        for unit in bits(self.group):
            after.put(unit, there)
        for unit in cures(after):
            free = may_move(after, self.side, self.kind, (unit,)) is None
            if free and March(after, (unit,), self.kind).destinations():
                return None
        return refusal

    def why_not(self, there: Hex) -> Refusal | None:
        return self._out_of_reach(there) or self.crowd(there)

    def _out_of_reach(self, there: Hex) -> Refusal | None:
        """The rule that keeps them from a hex that no way leads to; None if only stacking keeps them out."""
        pos, here, ground, points = self.pos, self.here, self.field(shy=False), max(self.points, 0)
        if there == here:
            return Refusal("5.1", "refusal.no_steps", hex=here)
        if not pos.book.playable >> there & 1:
            return Refusal("5.2", "refusal.path_closed", hex=there)
        if ground.enemy >> there & 1:
            return Refusal("5.1", "refusal.path_enemy", hex=there)
        if pos.closed_to(self.side) >> there & 1:
            return closed_refusal(pos, there)
        if self.reach(shy=True) >> there & 1:
            return None
        if self.reach(shy=False) >> there & 1:
            return Refusal(pos.book.closed_case, "refusal.way_wanted", hex=there)
        if pos.book.around[here] >> there & 1 and ground.zone >> here & 1 and self.kind == MOBILE_PHASE:
            return Refusal("4.1", "refusal.mobile_infiltration")
        if not Field(ground.costs).reach(here, points) >> there & 1:
            return Refusal("5.1", "refusal.path_points", points=points)
        return Refusal("6.1", "refusal.zone_in_the_way", hex=there)

    def spent_on(self, path: Way) -> int:
        """The points that a stack spends on its way; a minimum move takes them all."""
        costs = self.prices()
        total = sum(costs.step(path[at], path[at + 1]) or 0 for at in range(len(path) - 1))
        everything: int = max(self.pos.book.ma)
        return total if total <= self.points else everything


def closed_refusal(pos: FM, here: Hex) -> Refusal:
    """The exclusive case that closes a hex; titles name it in ``closed_case``."""
    return Refusal(pos.book.closed_case, "refusal.closed", hex=here)
