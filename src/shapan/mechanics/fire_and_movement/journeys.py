"""Fire & Movement 5.2, 5.3, 6.1: what every kind of movement has in common (see ``ways`` for the moves of a phase).

A title adds kinds of movement of its own: each says what its units may spend, what bars their way, and which rule
forbids what; where they can go, by which way and for how much follows from that.
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, TypeAlias

from shapan.ground.hexes import Costs, Field, Fields, Hex, Levels, Mask, Snag, Walk, ZoneRule
from shapan.kernel import Refusal
from shapan.mechanics.hexoptions import Destinations
from shapan.mechanics.sides import other

from .position import FM, P
from .terms import Units

Way: TypeAlias = tuple[Hex, ...]
"""Hex by hex, the start included; a single hex stands for the cheapest way there."""

CITED: Final = {
    Snag.NOT_ADJACENT: ("5.1", "refusal.path_gap"),
    Snag.CLOSED: ("5.2", "refusal.path_closed"),
    Snag.ENEMY: ("5.1", "refusal.path_enemy"),
    Snag.FORBIDDEN: ("5.1", "refusal.path_forbidden"),
    Snag.STOPPED: ("6.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("6.1", "refusal.zone_to_zone"),
    Snag.TOUCHES_ZONE: ("6.1", "refusal.zone_stop"),
}


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
        ends = self.destinations()
        quiet, loud = self.levels(shy=True).prices(ends), self.levels(shy=False).prices(ends)
        return {end: quiet.get(end[0]) or loud.get(end[0]) or self.points for end in Destinations(ends)}

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


def closed_refusal(pos: FM, here: Hex) -> Refusal:
    """The exclusive case that closes a hex; titles name it in ``closed_case``."""
    return Refusal(pos.book.closed_case, "refusal.closed", hex=here)
