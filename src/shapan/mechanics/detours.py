"""Ways of one move by hexes that are worth a detour: which sets of them it can take, and what the best way leaves out.

A move may begin in one hex or in one of several. Where it ends is the caller's business; so is what makes a hex worth a
detour. What a bare end means depends on what points are worth that are left over. Who has a use for them goes the
``richest_way``: of the cheapest ways the one that takes most. Who has none is lavish: of the ways that take most he
goes the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, reduce
from operator import or_

from shapan.ground.hexes import Field, Hex, Levels, Mask, bits, mask_of

from .hexoptions import Way, Ways

REMEMBERED = 256
"""How many journeys have their detours remembered."""


class Leg:
    """A way so far, to the last of the prized hexes that it takes, and where it can go from there."""

    __slots__ = ("_before", "_priced", "_way", "besides", "ends", "field", "last", "levels", "spent", "taken")

    def __init__(
        self, field: Field, way: Way | Leg, spent: int, taken: Mask, levels: Levels, ends: Mask, besides: Mask = 0
    ) -> None:
        """``way``: hex by hex, or the leg from which this one goes on: its way is worked out when somebody takes it."""
        self.field, self.spent, self.taken, self.levels = field, spent, taken, levels
        self._before: Leg | None = way if isinstance(way, Leg) else None
        self._way: Way | None = None if isinstance(way, Leg) else way
        self._priced: Sequence[Mask] | None = None
        self.last: Hex = levels.origin
        """The hex that it has come to."""
        self.ends = ends
        """Where it may end, as far as the ground, enemies and points are concerned."""
        self.besides = besides
        """Hexes worth no detour of their own; of equally cheap ways the one that takes most of them is meant."""

    @property
    def way(self) -> Way:
        """The way so far."""
        if self._way is None:
            assert self._before is not None
            self._way = self._before.to(self.last)
        return self._way

    @property
    def starts(self) -> bool:
        """Has no step been made yet?"""
        return self._way is not None and len(self._way) == 1

    @property
    def points(self) -> int:
        """What is left of them."""
        return len(self.levels.by_cost) - 1

    def to(self, end: Hex) -> Way:
        """The whole way to one of the ends."""
        if end == self.last:
            return self.way
        rest = richest_way(self.field, self.last, end, self.points, self.besides & ~mask_of(self.way))
        return (*self.way, *rest[1:])

    def cost(self, end: Hex) -> int:
        """What it costs."""
        return self.spent + (self.levels.cost(end) or 0)

    def beats(self, other: Leg, *, ties: bool) -> Mask:
        """The ends that this one reaches at a lower cost than another one does, or with ties at no higher cost."""
        found = reached = 0
        here, there = self._by_cost(), other._by_cost()
        for mine, theirs in zip(here, there, strict=True):
            found |= (reached | mine if ties else reached) & theirs
            reached |= mine
        return found & self.ends & other.ends

    def _by_cost(self) -> Sequence[Mask]:
        """Its ends by what the whole way costs."""
        if self._priced is None:
            home = 1 << self.last & self.ends
            self._priced = (*(0,) * self.spent, self.levels.by_cost[0] | home, *self.levels.by_cost[1:])
        return self._priced


def leave(field: Field, origin: Hex, points: int, besides: Mask = 0) -> Leg:
    """A move that begins."""
    levels = field.levels(origin, points)
    return Leg(field, (origin,), 0, 0, levels, levels.reach(), besides)


def arrive(field: Field, start: Hex, points: int, prized: Mask) -> Leg:
    """A move that begins with being placed in a hex, where it may end at once."""
    levels = field.levels(start, points)
    return Leg(field, (start,), 0, prized & 1 << start, levels, levels.reach() | 1 << start)


def come_back(field: Field, origin: Hex, points: int, after: Field) -> list[Leg]:
    """The cheapest way out of a hex and back into it, if there is one; it may end there or go on."""
    loops = []
    for there in bits(field.steps(origin) & field.go):
        out = field.step_cost(origin, there) or 0
        back = field.path(there, origin, points - out) if out < points else None
        if back is not None:
            loops.append((out + (field.levels(there, points - out).cost(origin) or 0), (origin, *back)))
    if not loops:
        return []
    spent, way = min(loops)
    levels = after.levels(origin, points - spent)
    return [Leg(after, way, spent, 1 << origin, levels, levels.reach() | 1 << origin)]


def legs(starts: Iterable[Leg], after: Field, prized: Mask) -> list[Leg]:
    """These and all that lead on from them by prized hexes: for each set of these and the last of them the cheapest.

    ``after``: the field of whoever has left its hex.
    """
    best: dict[tuple[Mask, Hex], Leg] = {}
    found = list(starts)
    for leg in found:  # it grows meanwhile
        known = best.get((leg.taken, leg.last))
        if known is None or leg.spent < known.spent:
            best[leg.taken, leg.last] = leg
            found += [_further(leg, by, after, prized) for by in bits(prized & leg.field.go & leg.ends & ~leg.taken)]
    return list(best.values())


def _further(leg: Leg, by: Hex, after: Field, prized: Mask) -> Leg:
    """On to a prized hex; others on the way there are taken in passing."""
    cost = leg.cost(by) - leg.spent
    taken = leg.taken | 1 << by
    levels = after.levels(by, leg.points - cost)
    further = Leg(after, leg, leg.spent + cost, taken, levels, levels.reach() & ~(1 << by), leg.besides)
    nearer = prized & ~taken & leg.ends & leg.field.go & leg.levels.reach(cost - 1)
    if nearer and any(_between(leg, here, by, cost, after) for here in bits(nearer)):
        further.taken |= mask_of(further.way[1:]) & prized
    return further


def _between(leg: Leg, here: Hex, by: Hex, cost: int, after: Field) -> bool:
    """Does a cheapest way of this leg to a hex, which takes so many points, lead through another one?"""
    spent = leg.levels.cost(here) or 0
    onward = after.levels(here, leg.points - spent).cost(by)
    return onward is not None and spent + onward == cost


def gains(found: Sequence[Leg], allowed: Callable[[Leg], Mask]) -> list[tuple[Leg, Mask]]:
    """The legs that take anything, each with those of its allowed ends to which it is worth a mention of its own.

    Left out is whatever takes no more than another that costs no more, and what the bare end means: the one that takes
    most of the cheapest.
    """
    starts = [leg for leg in found if leg.starts]
    worth = [(leg, allowed(leg) & leg.ends & ~_beaten(found, at)) for at, leg in enumerate(found) if leg.taken]
    cheapest = [ends & ~_union(start.beats(leg, ties=False) for start in starts) for leg, ends in worth]
    bare = _union(start.ends for start in starts)
    once = doubtful = 0
    for ends in cheapest:
        once, doubtful = once | ends, doubtful | once & ends
    meant = once & bare & ~doubtful
    return [(leg, left) for (leg, ends), best in zip(worth, cheapest, strict=True) if (left := ends & ~(best & meant))]


def _beaten(found: Sequence[Leg], at: int, *, lavish: bool = False) -> Mask:
    """The ends for which another leg takes as much and more, or the same at a lower cost; to the lavish, more is better
    at any cost."""
    leg, beaten = found[at], 0
    for number, other in enumerate(found):
        missing = leg.taken & ~other.taken
        if number == at or missing & missing - 1:
            continue
        common = other.ends & leg.ends & ~beaten
        if missing:  # where the other way ends there, it takes that too
            common &= missing
        if not common:
            continue
        more = other.taken & ~leg.taken
        if lavish and more:
            even = more if not missing and not more & more - 1 else 0  # where this one ends there, it takes as much
            beaten |= common & ~even
            common &= even
        if common:
            beaten |= common & other.beats(leg, ties=bool(more) or (not missing and number < at))
    return beaten


def _union(masks: Iterable[Mask]) -> Mask:
    return reduce(or_, masks, 0)


def offers(found: Sequence[Leg], allowed: Callable[[Leg], Mask]) -> list[Ways]:
    """The same as ways to offer besides the bare ends."""
    return [Ways(ends, leg.to) for leg, ends in gains(found, allowed)]


class Detours:
    """The ways of one journey by prized hexes, for those who have a use for points left over and for the lavish."""

    def __init__(self, field: Field, after: Field, here: Hex, points: int, prized: Mask, lavish: bool) -> None:
        self.field, self.here, self.points, self.prized, self.lavish = field, here, points, prized, lavish
        self.found = legs([leave(field, here, points)], after, prized)
        self._unbeaten: list[tuple[Leg, Mask]] | None = None
        self._meant: dict[Hex, Way | None] = {}

    def meant(self, end: Hex) -> Way | None:
        """The way by prized hexes that is meant by a bare end, if any is."""
        if end not in self._meant:
            self._meant[end] = self._find(end)
        return self._meant[end]

    def _find(self, end: Hex) -> Way | None:
        if not self.lavish:
            if not self.field.levels(self.here, self.points).reach() >> end & 1:
                return None
            way = richest_way(self.field, self.here, end, self.points, self.prized)
            return way if mask_of(way[1:-1]) & self.prized else None
        leg = self._best(end)
        return leg.to(end) if leg else None

    def _best(self, end: Hex) -> Leg | None:
        """To the lavish: the leg that is meant by a bare end, if any is. It takes nothing else on the rest of its way:
        there would be one that takes that too."""
        rich = [leg for leg in self.found if leg.taken and leg.ends >> end & 1]
        return max(rich, key=lambda leg: self._worth(leg, end)) if rich else None

    def _worth(self, leg: Leg, end: Hex) -> tuple[int, int]:
        """To the lavish: how many of them are taken, and then what it costs."""
        return self._taken(leg, end).bit_count(), -leg.cost(end)

    def _taken(self, leg: Leg, end: Hex) -> Mask:
        return leg.taken | self.prized & 1 << end

    def apart(self, ends: Mask) -> list[Ways]:
        """The ways to some hexes apart from those meant by these; back to where the journey began, all of them."""
        if not self.lavish:
            return offers(self.found, lambda leg: ends)
        once = doubtful = 0
        for _, there in self.unbeaten:
            once, doubtful = once | there, doubtful | once & there
        home = ends & 1 << self.here
        told = self._told(doubtful & ends & ~home)
        found = []
        for leg, there in self.unbeaten:
            other = [end for end, taken in told.items() if there >> end & 1 and self._taken(leg, end) != taken]
            if left := there & home | mask_of(other):
                found.append(Ways(left, leg.to))
        return found

    def _told(self, ends: Mask) -> dict[Hex, Mask]:
        """To the lavish: what is taken on the way that is meant by each of some ends; see ``_best``."""
        best: dict[Hex, tuple[int, int]] = {}
        told: dict[Hex, Mask] = {}
        for leg in self.found if ends else ():
            common = leg.ends & ends if leg.taken else 0
            prices = leg.levels.prices(common) if common else {}
            for end in bits(common):
                taken = self._taken(leg, end)
                worth = (taken.bit_count(), -leg.spent - prices.get(end, 0))
                if end not in best or worth > best[end]:
                    best[end], told[end] = worth, taken
        return {end: told[end] for end in bits(ends & mask_of(told))}

    @property
    def unbeaten(self) -> list[tuple[Leg, Mask]]:
        """To the lavish: the legs that take anything, each with the ends to which none takes more."""
        if self._unbeaten is None:
            taking = [(at, leg) for at, leg in enumerate(self.found) if leg.taken]
            worth = ((leg, leg.ends & ~_beaten(self.found, at, lavish=True)) for at, leg in taking)
            self._unbeaten = [(leg, ends) for leg, ends in worth if ends]
        return self._unbeaten


@lru_cache(REMEMBERED)
def detours(field: Field, after: Field, here: Hex, points: int, prized: Mask, lavish: bool) -> Detours:
    """The detours of such a journey, the same object as long as it is remembered: whoever has drawn a move and then
    carries it out finds them worked out."""
    return Detours(field, after, here, points, prized, lavish)


def richest_way(field: Field, origin: Hex, end: Hex, points: int, *prized: Mask) -> Way:
    """Of the cheapest ways the one that takes most of the prized hexes, those named first before all others; among
    equals the one of ``Field.path``."""
    levels, first, costs = field.levels(origin, points), field.first(origin), field.costs
    spent = levels.cost(end)
    assert spent is not None
    if not _union(levels.by_cost[:spent]) & _union(prized):
        straight = field.path(origin, end, points)
        assert straight is not None
        return straight

    @cache
    def best(there: Hex, spent: int) -> tuple[tuple[int, ...], Way]:
        before: list[tuple[tuple[int, ...], Way]] = []
        if first >> there & 1 and costs.step(origin, there) == spent:
            before.append(((0,) * len(prized), (origin,)))
        for here, cost in costs.into(there):
            if cost < spent and field.go >> here & 1 and levels.by_cost[spent - cost] >> here & 1:
                before.append(best(here, spent - cost))
        taken, way = max(before, key=lambda found: found[0])
        return tuple([count + (mask >> there & 1) for count, mask in zip(taken, prized, strict=True)]), (*way, there)

    return best(end, spent)[1]
