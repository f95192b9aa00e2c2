"""How far a move goes. One short function floods one board or many; the rest prepares or reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .bands import Band, CostClasses
from .bits import Hex, Mask, bits
from .costs import Costs
from .lanes import LANES, pack, pack_origins, repeat, unpack

REMEMBERED = 1 << 13
"""How many floods by cost are remembered."""


def flood_levels(
    stride: int, classes: CostClasses, seeds: Sequence[Mask], points: int, open_: Mask, go: Mask
) -> list[Mask]:
    """The hexes whose cheapest way costs exactly 0, 1, ... points.

    ``seeds[c]`` are the hexes entered by the first step at cost c: its rules are the caller's business. ``open_`` are
    the hexes that may be entered, ``go`` those that may be left again in the same move.
    """
    wide, narrow = stride, stride - 1
    levels = [0] * (points + 1)
    fronts = [0] * (points + 1)
    for spent in range(1, points + 1):
        n = ne = se = s = sw = nw = 0
        for cost, from_n, from_ne, from_se, from_s, from_sw, from_nw in classes:
            if cost >= spent:
                break
            front = fronts[spent - cost]
            if front:
                n |= front & from_n
                ne |= front & from_ne
                se |= front & from_se
                s |= front & from_s
                sw |= front & from_sw
                nw |= front & from_nw
        new = (seeds[spent] | n >> 1 | ne << narrow | se << wide | s << 1 | sw >> narrow | nw >> wide) & open_
        if new:
            open_ ^= new
            levels[spent] = new
            fronts[spent] = new & go
    return levels


def flood(stride: int, classes: CostClasses, seeds: Sequence[Mask], points: int, open_: Mask, go: Mask) -> Mask:
    """Every hex that a move of so many points reaches; see ``flood_levels``."""
    return union(flood_levels(stride, classes, seeds, points, open_, go))


def first_steps(stride: int, classes: CostClasses, origins: Mask, points: int, allowed: Mask) -> list[Mask]:
    """Seeds: the hexes entered by a first step from the origins, by cost."""
    wide, narrow = stride, stride - 1
    seeds = [0] * (points + 1)
    for cost, n, ne, se, s, sw, nw in classes:
        if cost > points:
            break
        there = (origins & n) >> 1 | (origins & ne) << narrow | (origins & se) << wide
        there |= (origins & s) << 1 | (origins & sw) >> narrow | (origins & nw) >> wide
        seeds[cost] = there & allowed
    return seeds


def union(levels: Sequence[Mask]) -> Mask:
    """All levels together."""
    reached = 0
    for level in levels:
        reached |= level
    return reached


def marches_to(costs: Costs, goals: Mask, most: int) -> list[Mask]:
    """The hexes from which the cheapest march to one of the goals costs 0, 1, ... points on an empty map."""
    stride, classes, everywhere = costs.grid.stride, costs.back.classes, costs.grid.all
    seeds = first_steps(stride, classes, goals, most, everywhere)
    levels = flood_levels(stride, classes, seeds, most, everywhere & ~goals, everywhere)
    levels[0] = goals
    return levels


def flood_many(
    band: Band, origins: Sequence[Hex], firsts: Sequence[Mask], points: int, open_: Mask, go: Mask
) -> list[Mask]:
    """What each origin reaches, up to 32 origins together; ``firsts``: the hexes its first step may enter.

    Hexes and sets are those of the band, numbered from its beginning.
    """
    if len(origins) > LANES:
        raise ValueError(f"{len(origins)} origins, but only {LANES} lanes")
    stride, size, classes = band.stride, band.size, band.wide
    here = pack_origins(origins, size)
    seeds = first_steps(stride, classes, here, points, pack(firsts, size))
    return unpack(
        flood(stride, classes, seeds, points, repeat(open_, size) & ~here, repeat(go, size)), size, len(origins)
    )


def past_many(
    costs: Costs,
    origins: Mask | Sequence[Mask],
    enemies: Sequence[Mask],
    zones: Sequence[Mask],
    points: int,
    among: Mask,
) -> list[list[tuple[int, Mask]]]:
    """What an army reaches past each of many dispositions of its enemy, which are flooded together.

    For each of them its hexes and its zones, in which moves stop; told are those of some hexes, by their cost, and
    where none is reached nothing. The units of the army may pass through each other; they may start elsewhere for each
    disposition.
    """
    found: list[list[tuple[int, Mask]]] = []
    starts = [origins] * len(enemies) if isinstance(origins, int) else origins
    band, everywhere = costs.bands.whole, costs.grid.all
    stride, size, classes = band.stride, band.size, band.wide
    for at in range(0, len(enemies), LANES):
        some, held = enemies[at : at + LANES], zones[at : at + LANES]
        armies = list(zip(starts[at : at + LANES], held, strict=True))
        open_ = pack([everywhere & ~enemy for enemy in some], size)
        go = open_ & ~pack(held, size)
        free = first_steps(stride, classes, pack([army & ~zone for army, zone in armies], size), points, open_)
        bound = first_steps(stride, classes, pack([army & zone for army, zone in armies], size), points, go)
        seeds = [one | other for one, other in zip(free, bound, strict=True)]
        lanes: list[list[tuple[int, Mask]]] = [[] for _ in some]
        wanted = repeat(among, size)
        for cost, level in enumerate(flood_levels(stride, classes, seeds, points, open_, go)):
            if level & wanted:
                for lane, reached in zip(lanes, unpack(level & wanted, size, len(some)), strict=True):
                    if reached:
                        lane.append((cost, reached))
        found += lanes
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """What a move from one hex reaches, by cost, and the way back to the origin. The same one as long as it is
    remembered, however it came about, so that what follows from it is found by identity."""

    origin: Hex
    by_cost: tuple[Mask, ...]
    everything: Mask
    """All levels together."""

    @classmethod
    def of(cls, origin: Hex, by_cost: Sequence[Mask]) -> "Levels":
        return _levels(origin, tuple(by_cost))

    def cost(self, destination: Hex) -> int | None:
        """The points that the cheapest way to a hex takes; None when it is out of reach."""
        if destination == self.origin:
            return 0
        for cost, level in enumerate(self.by_cost):
            if level >> destination & 1:
                return cost
        return None

    def prices(self, among: Mask) -> dict[Hex, int]:
        """The cheapest cost of each of these hexes that is reached, the origin excluded."""
        found: dict[Hex, int] = {}
        left = among & ~(1 << self.origin)
        for cost, level in enumerate(self.by_cost):
            new = level & left
            if new:
                left ^= new
                found.update(dict.fromkeys(bits(new), cost))
        return found

    def reach(self, points: int | None = None) -> Mask:
        """Every hex reached, or reached with at most so many points."""
        return self.everything if points is None else union(self.by_cost[: points + 1])


@lru_cache(REMEMBERED)
def _levels(origin: Hex, by_cost: tuple[Mask, ...]) -> Levels:
    return Levels(origin, by_cost, union(by_cost))


def cheapest_path(costs: Costs, levels: Levels, destination: Hex, go: Mask, first: Mask) -> tuple[Hex, ...] | None:
    """The cheapest way, origin and destination included, always the same one among equals; None when out of reach.

    ``go`` and ``first`` are those with which the levels were flooded.
    """
    spent = levels.cost(destination)
    if spent is None:
        return None
    back = [destination]
    while spent:
        here, spent = _step_back(costs, levels, back[-1], spent, go, first)
        back.append(here)
    return tuple(reversed(back))


def _step_back(costs: Costs, levels: Levels, there: Hex, spent: int, go: Mask, first: Mask) -> tuple[Hex, int]:
    """The hex before this one on the cheapest way, straight from the origin if that costs the same."""
    if first >> there & 1 and costs.step(levels.origin, there) == spent:
        return levels.origin, 0
    for here, cost in costs.into(there):
        if cost < spent and go >> here & 1 and levels.by_cost[spent - cost] >> here & 1:
            return here, spent - cost
    raise ValueError(f"{costs.grid.name(there)} was not reached under these conditions")
