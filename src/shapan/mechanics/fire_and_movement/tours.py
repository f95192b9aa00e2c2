"""Fire & Movement 5.1: ways by hexes which an entry takes from the enemy, and which of them is meant by its end.

What tours there are follows from the field, the start and the points alone: whoever has drawn a move and then carries
it out finds them worked out.
"""

from __future__ import annotations

from functools import lru_cache, partial

from shapan.ground.hexes import Field, Hex, Mask, bits, mask_of
from shapan.mechanics.hexoptions import Way, Ways, ends_by, no_detour

REMEMBERED = 256
"""How many journeys have their tours remembered."""


class Tours:
    """The ways of a journey by each of some prized hexes, worked out once each.

    A single unit goes by prized hexes whenever it can; a stack only if that costs nothing, since its members may go on.
    """

    def __init__(self, field: Field, here: Hex, points: int, prized: Mask, stack: bool) -> None:
        self.field, self.here, self.points, self.prized, self.stack = field, here, points, prized, stack
        self.straight = field.levels(here, points)
        self.ends: dict[Hex, Mask] = {}
        """Where ways by each of them lead."""
        self.shared: Mask = 0
        """Where ways by more than one of them lead."""
        found = 0
        for by in bits(prized):
            self.ends[by] = reach = ends_by(field, here, by, points)
            self.shared |= found & reach
            found |= reach
        self._first: dict[Hex, tuple[Way, int]] = {}
        self._ways: dict[tuple[Hex, Hex], Way] = {}
        self._best: dict[Hex, Way | None] = {}

    def first(self, by: Hex) -> tuple[Way, int]:
        """The way to one of them, and what it leaves of the points."""
        found = self._first.get(by)
        if found is None:
            way, spent = self.field.path(self.here, by, self.points), self.straight.cost(by)
            assert way is not None
            assert spent is not None
            found = self._first[by] = (way, self.points - spent)
        return found

    def way(self, by: Hex, end: Hex) -> Way:
        """The cheapest way by one of them."""
        found = self._ways.get((by, end))
        if found is None:
            first, left = self.first(by)
            second = self.field.path(by, end, left)
            assert second is not None
            found = self._ways[by, end] = (*first, *second[1:])
        return found

    def left(self, by: Hex, end: Hex) -> int:
        """The points that such a way leaves."""
        left = self.first(by)[1]
        return left - (self.field.levels(by, left).cost(end) or 0)

    def best(self, there: Hex) -> Way | None:
        """The way by most of them, and of those the cheapest; a stack makes no detour."""
        if there not in self._best:
            self._best[there] = self._find(there)
        return self._best[there]

    def _find(self, there: Hex) -> Way | None:
        bys = [by for by, ends in self.ends.items() if ends >> there & 1]
        if self.stack:
            bys = [by for by in bys if no_detour(self.field, self.here, by, 1 << there, self.points)]
        if len(bys) <= 1:
            return self.way(bys[0], there) if bys else None
        return self.way(max(bys, key=lambda by: (self.gain(by, there), self.left(by, there))), there)

    def gain(self, by: Hex, end: Hex) -> int:
        """How many prized hexes such a way enters."""
        return (mask_of(self.way(by, end)[1:]) & self.prized).bit_count()

    def apart(self, ends: Mask) -> list[Ways]:
        """The ways to some hexes apart from those meant by these; each of them once."""
        fresh = dict.fromkeys(self.ends, 0)
        for end in bits(self.shared & ends):  # a way may lead by several of them
            told = {self.best(end)}
            for by, reach in self.ends.items():
                if reach >> end & 1 and (way := self.way(by, end)) not in told:
                    told.add(way)
                    fresh[by] |= 1 << end
        if self.stack:  # a single unit takes the other ways anyway
            for by, reach in self.ends.items():
                alone = reach & ends & ~self.shared
                fresh[by] |= alone & ~no_detour(self.field, self.here, by, alone, self.points)
        return [Ways(there, partial(self.way, by)) for by, there in fresh.items() if there]


@lru_cache(REMEMBERED)
def tours(field: Field, here: Hex, points: int, prized: Mask, stack: bool) -> Tours:
    """The tours of such a journey, the same object as long as it is remembered."""
    return Tours(field, here, points, prized, stack)
