"""Fire & Movement 5.2, 5.3, 6.1: what every kind of movement has in common (see ``ways`` for the moves of a phase).

A title adds kinds of movement of its own: each says what its units may spend, what bars their way, and which rule
forbids what; where they can go, by which way and for how much follows from that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import ClassVar, Final, Generic, TypeAlias

from shapan.ground.hexes import Costs, Field, Fields, Hex, Mask, Snag, Walk, ZoneRule, bits, mask_of, surroundings, walk
from shapan.kernel import Refusal
from shapan.kernel.options import Values
from shapan.mechanics.detours import Detours, detours
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations, Doubtful, Tolls, Way, Ways
from shapan.mechanics.sides import other

from .position import FM, P, Trek
from .stacking import gone_to, relievable
from .terms import Units

CITED: Final = {
    Snag.NOT_ADJACENT: ("5.1", "refusal.path_gap"),
    Snag.CLOSED: ("5.2", "refusal.path_closed"),
    Snag.FORBIDDEN: ("5.1", "refusal.path_forbidden"),
    Snag.STOPPED: ("6.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("6.1", "refusal.zone_to_zone"),
    Snag.TOUCHES_ZONE: ("6.1", "refusal.zone_stop"),
}


Exits: TypeAlias = dict[tuple[int, ...], bool]
"""Of units and stacks in full hexes, whether they could step aside."""


class Journey(Generic[P]):
    """Units that would go somewhere together. Each kind of movement says what they may spend and what bars their way.

    A way named by its end keeps out of hexes whose entry has a price, unless it ends there. That of a single unit
    goes by hexes that an entry takes from the enemy if it can, that of a stack is the cheapest: one may go on.
    """

    __slots__ = ("_quiet", "group", "here", "points", "pos", "shunned", "side", "units")

    zone_rule: ClassVar[ZoneRule] = ZoneRule.STOP
    cited: ClassVar[dict[Snag, tuple[str, str]]] = CITED
    """What forbids a way that runs into a snag."""
    in_the_way: ClassVar[tuple[str, str]] = ("6.1", "refusal.zone_in_the_way")
    """What forbids an end to which all ways lead through enemy zones."""
    points_case: ClassVar[str] = "5.1"
    """What limits the points."""
    told: ClassVar[tuple[str, str]] = ("5.1", "event.moved")
    """How it is told."""

    def __init__(self, pos: P, units: tuple[int, ...]) -> None:
        self.pos, self.units = pos, units
        self.group: Units = mask_of(units) if len(units) > 1 else 1 << units[0]
        self.side: int = pos.book.side_of[units[0]]
        self.here: Hex = pos.place[units[0]]
        self.points = max(self.allowance(), 0)
        self.shunned: Mask = pos.shunned_by(self.side)
        self._quiet: Field | None = None

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

    def no_end(self, there: Hex) -> Refusal | None:
        """The rule of this kind of movement that lets nobody end in a hex."""
        return None

    def held(self, there: Hex) -> Refusal | None:
        """The rule of this kind of movement that holds them where they are, or keeps them from the hex next door."""
        return None

    def snag(self, path: Way) -> Refusal | None:
        """The rule that forbids this very way, whatever stands at its end."""
        raise NotImplementedError

    def ways_out(self, pos: FM, units: tuple[int, ...]) -> Mask:
        """5.3: where units of a crowded hex could go next, in the position after this journey."""
        raise NotImplementedError

    # Where they can go

    def field(self, avoid: Mask = 0, costs: Costs | None = None) -> Field:
        """6.1: the ground and the enemy as these units face them."""
        if costs is None and avoid == self.shunned:
            return self.quiet_field()
        return self._field(avoid, costs)

    def quiet_field(self) -> Field:
        """The same for ways that enter no hex with a price."""
        if self._quiet is None:
            self._quiet = self._field(self.shunned, None)
        return self._quiet

    def _field(self, avoid: Mask, costs: Costs | None) -> Field:
        pos, enemy = self.pos, other(self.side)
        held = pos.occupied[enemy] | pos.garrisoned(enemy)
        fields: Fields = pos.book.fields
        return fields.field(costs or self.prices(), held, self.zone(), pos.closed_to(self.side) | avoid, self.zone_rule)

    def reach(self, avoid: Mask = 0) -> Mask:
        """Every hex that the ground and the enemy let these units go to."""
        return self.field(avoid).levels(self.here, self.points).reach()

    def quiet_reach(self) -> Mask:
        """Where a way leads that enters no hex with a price, unless it ends there."""
        shunned = self.shunned
        quiet = found = self.reach(shunned)
        if shunned and shunned & self.doorstep(quiet):
            for sector in self.pos.sectors_shunned(self.side):
                if sector & self.doorstep(quiet):
                    found |= self.reach(shunned & ~sector) & sector
        return found

    def doorstep(self, reached: Mask) -> Mask:
        """The hexes next to where they are or come: whoever goes anywhere else first comes by one of these."""
        step: Mask = self.pos.book.grid.spread(reached | 1 << self.here)
        return step

    def destinations(self) -> Mask:
        """Where a move that names its end only may go and find room."""
        return self.pos.room_for(self.group, self.quiet_reach())

    def candidates(self) -> Destinations:
        """Every way that may be chosen as far as room at its end is not in question."""
        quiet = self.quiet_reach()
        return Destinations(quiet, [*self.gaining_ways(quiet), *self.priced_ways(quiet)])

    def ends(self, exits: Exits) -> Values:
        """What may be chosen: full hexes that somebody can leave (5.3) and ways that make a difference included.

        Whoever asks for several units of one position has them share what they find out about ways out of full hexes.
        """
        ends, pos = self.candidates(), self.pos
        if pos.crowded != OFF:
            return Doubtful(ends, pos.book.grid.all, lambda path: self.crowd(path) is None)
        friends = pos.occupied[self.side]
        met = friends & ends.mask or any(friends & ways.ends for ways in ends.more)
        return Doubtful(ends, friends, partial(self.finds_room, exits)) if met else ends

    def finds_room(self, exits: Exits, path: Way) -> bool:
        """5.3: may they end a way where friends stand, whether these share the hex or leave it?"""
        there = path[-1]
        return self.pos.fits(self.group, there) or self.makes_room(there, exits) or self.crowd(path) is None

    def makes_room(self, there: Hex, exits: Exits) -> bool:
        """5.3: can those who must leave a full hex surely go next door when these come? False if that is not plain.

        A free hex beside it stays free while somebody comes from elsewhere: so the answer serves all who could come,
        but for those whose hex is the enemy's again when they leave it.
        """
        pos = self.pos
        if pos.held_by_staying(self.group):
            return False
        stack = mask_of(pos.units_in(there)) & ~pos.book.loose
        able = tuple(bits(stack & ~pos.moved))
        for units in (*zip(able, strict=True), able):
            if pos.lawful(stack & ~mask_of(units) | self.group):
                if units not in exits:
                    exits[units] = self.steps_aside(units)
                if exits[units]:
                    return True
        return False

    def steps_aside(self, units: tuple[int, ...]) -> bool:
        """Could others, as things are, move to a hex beside them that has room?"""
        return False

    def costs(self) -> Tolls:
        """What each of them costs at least, whether there is room or not; a minimum move takes everything."""
        ends = self.candidates()
        spent = self.quiet_costs(ends.mask)
        straight = [spent.get(there) or self.points for there in bits(ends.mask)]
        return Tolls(ends.mask, straight, {path: self.spent_on(path) for path in ends.rest()})

    def quiet_costs(self, among: Mask) -> dict[Hex, int]:
        """What a way to each of these hexes costs that keeps out of those with a price (see :meth:`detour`)."""
        shunned = self.shunned
        found = self.quiet_field().levels(self.here, self.points).prices(among & ~shunned)
        left = among & shunned
        for sector in self.pos.sectors_shunned(self.side) if left else ():
            levels = self.field(shunned & ~sector).levels(self.here, self.points)
            found |= levels.prices(left & sector)
            left &= ~sector
        return found

    def spent_on(self, path: Way) -> int:
        """The points that these units spend on their way; a minimum move takes them all."""
        costs = self.prices()
        return min(self.points, sum(costs.step(here, there) or 0 for here, there in pairwise(path)))

    def used_up(self, path: Way) -> int:
        """What is gone for one of several who goes on alone."""
        return self.spent_on(path)

    # Ways that make a difference

    def gaining_ways(self, ends: Mask) -> list[Ways]:
        """Ways by hexes that are taken from the enemy, apart from the way that is meant by the same end: whatever can
        be taken on the way to an end some way takes, and so on a way back to where the journey began."""
        shunned = self.shunned
        near = ends & self.pos.prizes(self.side)  # whatever they reach at all they can end in
        found = self.ways_by(shunned, ends & ~shunned | 1 << self.here) if near else []
        for sector in self.pos.sectors_shunned(self.side) if shunned & ends else ():
            found += self.ways_by(shunned & ~sector, ends & sector)
        return found

    def ways_by(self, avoid: Mask, ends: Mask) -> list[Ways]:
        """The same for ways that keep out of some hexes."""
        found = self.detours(avoid) if ends else None
        return found.apart(ends) if found else []

    def detours(self, avoid: Mask) -> Detours | None:
        """The ways by hexes that they could take from the enemy, if there are any. Only a stack has a use for points
        that are left over: one of it may go on."""
        prized: Mask = self.pos.prizes(self.side)
        if not prized:
            return None
        field = after = self.field(avoid)
        prized &= field.go & field.levels(self.here, self.points).reach() & self.reach(avoid)
        if not prized:
            return None
        if self.pos.held_by_staying(self.group):  # they do not pass their hex again
            after = self.field(avoid | 1 << self.here)
        return detours(field, after, self.here, self.points, prized, lavish=len(self.units) == 1)

    def detour(self, there: Hex) -> Mask:
        """The hexes that a way to this one keeps out of: those with a price, but not the sector it ends in."""
        shunned = self.shunned
        if not shunned >> there & 1:
            return shunned
        return shunned & ~next(hexes for hexes in self.pos.sectors_shunned(self.side) if hexes >> there & 1)

    def priced_ways(self, quiet: Mask) -> list[Ways]:
        """Ways through hexes with a price, to where no other way leads: the lowest price that will do."""
        if not self.shunned or not self.shunned & self.doorstep(quiet):
            return []
        left = self.reach() & ~quiet
        found: list[Ways] = []
        for avoid in (*(self.shunned & ~sector for sector in self.pos.sectors_shunned(self.side)), 0):
            if ends := left & self.reach(avoid):
                found += [Ways(ends, partial(self.way_outside, avoid)), *self.ways_by(avoid, ends)]
                left &= ~ends
        return found

    def way_outside(self, avoid: Mask, there: Hex) -> Way:
        """The way to a hex that is meant by those who keep out of some others."""
        found = self.detours(avoid)
        way = found.meant(there) if found else None
        return way or self.field(avoid).path(self.here, there, self.points) or (self.here, there)

    def whole_way(self, there: Hex) -> Way:
        """The way meant by a move that names its end only."""
        return self.way_outside(self.detour(there), there)

    def way_matters(self, there: Hex) -> bool:
        """Could a way to this hex pass through one where an entry changes something? A minimum move has but one way."""
        pos, here, points = self.pos, self.here, self.points
        # Most moves are short, and nothing that matters is anywhere near; the end itself is entered by any way.
        watched = pos.noteworthy(self.side) & surroundings(self.prices(), here, points) & ~(1 << there)
        if not watched or self.shunned >> there & 1:
            return bool(watched)
        return bool(watched & self.quiet_field().levels(here, points).reach())

    def way(self, path: Way) -> Way:
        """The way that is gone: hex by hex if anybody wants to know, or if it makes a difference."""
        if len(path) > 1:
            return path
        if self.pos.teller is None and len(self.units) == 1 and not self.way_matters(path[0]):
            return (self.here, path[0])
        return self.whole_way(path[0])

    # What forbids a way

    def refusal(self, path: Way) -> Refusal | None:
        """Judge any path whatever."""
        if len(path) == 1:
            if self.pos.crowded == OFF and self.destinations() >> path[0] & 1:
                return None
            return self.out_of_reach(path[0]) or self.crowd(path)
        if path[0] != self.here:
            return Refusal("5.1", "refusal.path_start", unit=self.units[0], hex=self.here)
        if self.here in path[1:] and self.pos.held_by_staying(self.group):
            return self.pos.held_against(self.side, self.here, "5.1")
        return self.snag(path) or self.crowd(path)

    def out_of_reach(self, there: Hex) -> Refusal | None:
        """The rule that keeps them from a hex that no way leads to; None if one does."""
        pos, here, ground, points = self.pos, self.here, self.field(), self.points
        if there == here:
            return Refusal("5.1", "refusal.no_steps", hex=here)
        if not pos.book.playable >> there & 1:
            return Refusal("5.2", "refusal.path_closed", hex=there)
        if ground.enemy >> there & 1:
            return pos.held_against(self.side, there, "5.1")
        if refusal := self.no_end(there):
            return refusal
        if pos.closed_to(self.side) >> there & 1:
            return closed_refusal(pos, there)
        if self.quiet_reach() >> there & 1:
            return None
        if self.reach() >> there & 1:
            return Refusal(pos.book.closed_case, "refusal.way_wanted", hex=there)
        if refusal := self.held(there):
            return refusal
        if Field(ground.costs).reach(here, points) >> there & 1:
            return Refusal(*self.in_the_way, hex=there)
        return self.too_costly(lambda cheap: bool(cheap.reach(here, points) >> there & 1))

    def crowd(self, path: Way) -> Refusal | None:
        """5.3: a full hex may be entered only if the next moves can make room in it."""
        pos, there = self.pos, path[-1]
        if pos.crowded == OFF and pos.fits(self.group, there):
            return None
        after = self.arrived(path)
        full = [here for here in {there, pos.crowded} - {OFF} if not after.fits(0, here)]
        if not full:
            return None
        after.crowded = full[0]
        if len(full) == 1 and relievable(after, self.ways_out):
            return None
        key = "refusal.stacking" if there in full else "refusal.crowded"
        return Refusal("5.3", key, hex=there if there in full else full[0])

    def arrived(self, path: Way) -> FM:
        """The position after this journey, as far as 5.3 is concerned."""
        after = gone_to(self.pos, self.units, path[-1])
        if len(self.units) > 1:
            after.trek = self.trek(path if len(path) > 1 else self.whole_way(path[0]))
        return after

    def trek(self, path: Way) -> Trek:
        """5.1: what a stack that has gone this way leaves to a member who would go on alone."""
        return Trek(self.group, self.used_up(path))

    def too_costly(self, lawful: Callable[[Field], bool]) -> Refusal:
        """The points do not suffice; were it not for what hinders them, would they?"""
        hindrance = self.pos.hindrance(self.side)
        if hindrance and lawful(self.field(costs=self.pos.book.costs[self.pos.mover(self.group)])):
            return Refusal(*hindrance, points=self.points)
        return Refusal(self.points_case, "refusal.path_points", points=self.points)

    def stopped(self, path: Way, walked: Walk) -> Refusal:
        """What a way has run into, in the words of the rule."""
        assert walked.snag is not None
        assert walked.at is not None
        if walked.snag is Snag.POINTS:
            return self.too_costly(lambda ground: walk(ground, path, self.points).snag is None)
        if walked.snag is Snag.FORBIDDEN:
            return closed_refusal(self.pos, walked.at)
        if walked.snag is Snag.ENEMY:
            return self.pos.held_against(self.side, walked.at, "5.1")
        case, key = self.cited[walked.snag]
        return Refusal(case, key, hex=walked.at)


def closed_refusal(pos: FM, here: Hex) -> Refusal:
    """The exclusive case that closes a hex; titles name it in ``closed_case``."""
    return Refusal(pos.book.closed_case, "refusal.closed", hex=here)
