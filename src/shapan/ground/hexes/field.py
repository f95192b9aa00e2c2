"""A field: one kind of mover on one disposition of the enemy.

During a side's own movement the enemy stands still, so everything here is a pure function of a few integers: it is
worked out when first asked for and never becomes stale, because another disposition is another field. What changes with
each move of one's own (stacking) is applied by the caller to the answers: ``field.reach(hex, 8) & ~full``.
"""

from collections.abc import Iterable
from enum import Enum

from .bands import Band
from .bits import Hex, Mask
from .costs import Costs
from .flood import Levels, cheapest_path, first_steps, flood, flood_levels, flood_many
from .lanes import LANES

FEW = 4
"""How many lanes are wanted before a flood of many is quicker than one for each."""
BITS_KEPT = 6_000_000
"""Floods by cost are remembered, for each kind of mover on a map, until their sets would have so many bits a level:
thousands on a small map, fewer on a large one, ten megabytes or so on any."""


class ZoneRule(Enum):
    """What enemy zones of control do to a move."""

    STOP = "stop on entering; a unit that starts in a zone must first enter a hex free of them"
    SHUN = "the move may touch no zone at all, not even where it starts"
    IGNORE = "zones do not matter"

    __hash__ = object.__hash__  # an Enum hashes its name, which takes longer, and fields are asked for at every move


class Field:
    """Answers where a unit can go. ``enemy`` hexes and ``forbidden`` hexes are never entered."""

    __slots__ = ("_levels", "_reach", "bound", "costs", "enemy", "forbidden", "go", "open_", "rule", "size", "zone")

    def __init__(
        self, costs: Costs, enemy: Mask = 0, zone: Mask = 0, forbidden: Mask = 0, rule: ZoneRule = ZoneRule.STOP
    ) -> None:
        self.costs, self.enemy, self.zone, self.forbidden, self.rule = costs, enemy, zone, forbidden, rule
        self.size = costs.grid.size
        enterable = costs.grid.all & ~(enemy | forbidden)
        match rule:
            case ZoneRule.STOP:
                self.open_, self.go, self.bound = enterable, enterable & ~zone, enterable & ~zone
            case ZoneRule.SHUN:
                self.open_, self.go, self.bound = enterable & ~zone, enterable & ~zone, 0
            case ZoneRule.IGNORE:
                self.open_, self.go, self.bound = enterable, enterable, enterable
        self._reach: dict[int, Mask] = {}
        self._levels: dict[int, Levels] = {}

    @property
    def stops(self) -> Mask:
        """The hexes that may be entered but not crossed: a move that enters one ends there."""
        return self.open_ & ~self.go

    def first(self, origin: Hex) -> Mask:
        """The hexes that the first step of a move may enter, as far as enemies and zones are concerned."""
        return self.bound if self.zone >> origin & 1 else self.open_

    def steps(self, origin: Hex) -> Mask:
        """The hexes that a first step can enter, whatever it costs: the ground of a minimum move."""
        return self.costs.steps(origin) & self.first(origin)

    def step_cost(self, here: Hex, there: Hex) -> int | None:
        """What the ground asks for one step, enemies and zones aside."""
        return self.costs.step(here, there)

    def reach(self, origin: Hex, points: int) -> Mask:
        """Every hex in which the move may end, the origin left out."""
        key = points * self.size + origin
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = self.compute(origin, points)
        return found

    def compute(self, origin: Hex, points: int) -> Mask:
        """One flood, not remembered: the seam for a compiled one."""
        band = self.costs.bands.about(origin, points)
        stride, classes, cut, here = band.stride, band.classes, band.cut, 1 << origin - band.low
        seeds = first_steps(stride, classes, here, points, cut(self.first(origin)))
        return flood(stride, classes, seeds, points, cut(self.open_) & ~here, cut(self.go)) << band.low

    def reach_from(self, origins: Mask, points: int) -> Mask:
        """Every hex in which a move from one or other of these hexes may end, in one flood."""
        stride, classes = self.costs.grid.stride, self.costs.classes
        seeds = first_steps(stride, classes, origins & ~self.zone, points, self.open_)
        leaving = first_steps(stride, classes, origins & self.zone, points, self.bound)
        both = [free | bound for free, bound in zip(seeds, leaving, strict=True)]
        return flood(stride, classes, both, points, self.open_, self.go)

    def reach_all(self, origins: Iterable[Hex], points: int) -> dict[Hex, Mask]:
        """``reach`` for many origins; those not yet known are flooded together."""
        wanted = dict.fromkeys(origins)
        memo, base = self._reach, points * self.size
        shared: dict[Band, list[Hex]] = {}
        for origin in wanted:
            if base + origin not in memo:
                shared.setdefault(self.costs.bands.about(origin, points), []).append(origin)
        for band, fresh in shared.items():
            for at in range(0, len(fresh), LANES):
                memo |= self._together(band, fresh[at : at + LANES], points)
        return {origin: memo[base + origin] for origin in wanted}

    def _together(self, band: Band, origins: list[Hex], points: int) -> dict[int, Mask]:
        """What some origins of one band reach, as it is remembered; a few are quicker one by one."""
        base = points * self.size
        if len(origins) < FEW:
            return {base + origin: self.compute(origin, points) for origin in origins}
        here = [origin - band.low for origin in origins]
        open_, bound, zone = band.cut(self.open_), band.cut(self.bound), band.cut(self.zone)
        firsts = [bound if zone >> origin & 1 else open_ for origin in here]  # see ``first``
        found = flood_many(band, here, firsts, points, open_, band.cut(self.go))
        return {base + origin: reached << band.low for origin, reached in zip(origins, found, strict=True)}

    def levels(self, origin: Hex, points: int) -> Levels:
        """Every hex that can be reached, by its cost."""
        key = points * self.size + origin
        found = self._levels.get(key)
        if found is None:
            about = surroundings(self.costs, origin, points)
            near = (self.first(origin) & about, self.open_ & about, self.go & about)
            found = self._levels[key] = _levels(self.costs, origin, points, *near)
        return found

    def levels_of_any(self, origins: Mask, points: int) -> list[Mask]:
        """Every hex by what it costs the nearest of many origins; these may pass through each other."""
        stride, classes = self.costs.grid.stride, self.costs.classes
        free = first_steps(stride, classes, origins & ~self.zone, points, self.open_)
        held = first_steps(stride, classes, origins & self.zone, points, self.bound)
        seeds = [one | other for one, other in zip(free, held, strict=True)]
        return flood_levels(stride, classes, seeds, points, self.open_, self.go)

    def path(self, origin: Hex, destination: Hex, points: int) -> tuple[Hex, ...] | None:
        """The cheapest way, both ends included, always the same one among equals; None when out of reach."""
        levels = self.levels(origin, points)
        return cheapest_path(self.costs, levels, destination, self.go, self.first(origin))


def surroundings(costs: Costs, origin: Hex, points: int) -> Mask:
    """The hexes that a move reaches if nothing is in its way: what stands beyond them makes no difference to it, nor to
    one that pays a multiple here or there, so that a hundred arrangements of snipers share them."""
    least = costs.least
    key = points * least.grid.size + origin
    found = least.surroundings.get(key)
    if found is None:
        everywhere = least.grid.all
        found = least.surroundings[key] = _levels(least, origin, points, everywhere, everywhere, everywhere).everything
    return found


def _levels(costs: Costs, origin: Hex, points: int, first: Mask, open_: Mask, go: Mask) -> Levels:
    """One flood by cost. From one disposition of the enemy to the next most hexes have the same surroundings: their
    levels are known. They are remembered with the costs, so that the games of one map do not drive out another's."""
    known, key = costs.least.floods, (costs, origin, points, first, open_, go)
    found: Levels | None = known.get(key)
    if found is None:
        # Beginning anew is cheaper to get right than choosing what to drop, also when threads share the memory.
        if len(known) >= BITS_KEPT // costs.grid.size:
            known = costs.least.floods = {}
        stride, classes = costs.grid.stride, costs.classes
        seeds = first_steps(stride, classes, 1 << origin, points, first)
        by_cost = flood_levels(stride, classes, seeds, points, open_ & ~(1 << origin), go)
        found = known[key] = Levels.of(origin, by_cost)
    return found


class Fields:
    """The fields that have been asked for, shared by every copy of a position. Bounded; nothing is ever invalidated."""

    __slots__ = ("_fields", "limit")

    def __init__(self, limit: int = 512) -> None:
        self.limit = limit
        self._fields: dict[tuple[Costs, Mask, Mask, Mask, ZoneRule], Field] = {}

    def field(
        self, costs: Costs, enemy: Mask = 0, zone: Mask = 0, forbidden: Mask = 0, rule: ZoneRule = ZoneRule.STOP
    ) -> Field:
        """The field of these values, the same object as long as it is remembered."""
        key = (costs, enemy, zone, forbidden, rule)
        found = self._fields.get(key)
        if found is None:
            # Beginning anew is cheaper to get right than choosing what to drop, also when threads share the cache.
            if len(self._fields) >= self.limit:
                self._fields = {}
            found = self._fields[key] = Field(costs, enemy, zone, forbidden, rule)
        return found

    def __len__(self) -> int:
        return len(self._fields)
