"""What a step costs, compiled once per kind of mover into cost classes.

A cost class is one cost with six sets: the hexes from which a step N, NE, SE, S, SW, NW costs just that. The floods
read nothing else; terrain charts never reach their inner loop. Costs are whole numbers of at least 1: a game with half
points counts in halves.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .bands import Bands, CostClass, CostClasses
from .bits import Hex, Mask, bits
from .grid import Grid, opposite
from .sides import HexSides


class Costs:
    """The cost of every step on the map for one kind of mover. Immutable; equal costs are equal values."""

    def __init__(self, grid: Grid, by_direction: Iterable[Mapping[int, Mask]]) -> None:
        """``by_direction``: for each direction, the hexes from which the step costs so much."""
        # Steps off the map are dropped here, once and for all: floods of many boards side by side rely on it.
        on_map = (grid.shift(grid.all, opposite(direction)) for direction in range(6))
        steps = [{c: m & ok for c, m in prices.items()} for ok, prices in zip(on_map, by_direction, strict=True)]
        rising = sorted({cost for direction in steps for cost, hexes in direction.items() if hexes})
        if rising and rising[0] < 1:
            raise ValueError(f"a step costs at least 1, not {rising[0]}")
        self.grid = grid
        self.classes: CostClasses = tuple(_cost_class(cost, steps) for cost in rising)
        self._hash = hash((grid, self.classes))
        self._into: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        self.surroundings: dict[int, Mask] = {}
        self.floods: dict[tuple[object, ...], Any] = {}
        """What moves reach, as far as somebody has asked: see ``field``, which keeps both with the least costs."""
        self.least = self
        """Costs that are nowhere higher than these: those that these are a multiple of. What a move reaches at them
        bounds what it reaches at any multiple."""

    @classmethod
    def from_function(cls, grid: Grid, cost: Callable[[Hex, Hex], int | None]) -> "Costs":
        """Ask a function for every step of the map; None is a step that nobody can make.

        >>> grid = Grid(1, 3, 1, 3, high="odd")
        >>> costs = Costs.from_function(grid, lambda here, there: 2 if there == grid.index("0202") else 1)
        >>> costs.step(grid.index("0201"), grid.index("0202")), costs.step(grid.index("0202"), grid.index("0201"))
        (2, 1)
        """
        steps: list[dict[int, Mask]] = [{} for _ in range(6)]
        for here in bits(grid.all):
            for there in grid.neighbours(here):
                price, direction = cost(here, there), grid.direction(here, there)
                if price is not None and direction is not None:
                    steps[direction][price] = steps[direction].get(price, 0) | 1 << here
        return cls(grid, steps)

    def step(self, here: Hex, there: Hex) -> int | None:
        """The cost of one step; None when there is no such step."""
        for beside, cost in self.into(there):
            if beside == here:
                return cost
        return None

    def _step(self, here: Hex, direction: int) -> int | None:
        """The cost of one step in a direction, as the cost classes have it."""
        for cost_class in self.classes:
            if cost_class[direction + 1] >> here & 1:
                return cost_class[0]
        return None

    def into(self, there: Hex) -> tuple[tuple[Hex, int], ...]:
        """Every hex from which a step enters this one, with its cost: those that step N first, then NE, and so on."""
        found = self._into.get(there)
        if found is None:
            back = ((self.grid.neighbour(there, opposite(direction)), direction) for direction in range(6))
            priced = [(here, self._step(here, direction)) for here, direction in back if here is not None]
            found = self._into[there] = tuple((here, cost) for here, cost in priced if cost is not None)
        return found

    def steps(self, here: Hex) -> Mask:
        """Every hex that one step from here can enter, whatever it costs."""
        return sum(1 << there for there in self.grid.neighbours(here) if self.step(here, there) is not None)

    def times(self, hexes: Mask, factor: int) -> "Costs":
        """The same costs, multiplied for every step into one of these hexes (snipers, interdiction)."""
        steps: list[dict[int, Mask]] = [{} for _ in range(6)]
        for direction, prices in enumerate(steps):
            into = self.grid.shift(hexes, opposite(direction))
            for cost_class in self.classes:
                cost, sources = cost_class[0], cost_class[direction + 1]
                prices[cost] = prices.get(cost, 0) | sources & ~into
                prices[cost * factor] = prices.get(cost * factor, 0) | sources & into
        found = Costs(self.grid, steps)
        found.least = self.least
        return found

    @cached_property
    def back(self) -> "Costs":
        """The same steps gone the other way, at the same cost: for marches seen from their end."""
        steps: list[dict[int, Mask]] = [{} for _ in range(6)]
        for cost_class in self.classes:
            for direction in range(6):
                steps[opposite(direction)][cost_class[0]] = self.grid.shift(cost_class[direction + 1], direction)
        return Costs(self.grid, steps)

    @cached_property
    def bands(self) -> Bands:
        """The columns that moves can touch, cut out of large maps."""
        return Bands(self.grid, self.classes)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Costs) and self.grid == other.grid and self.classes == other.classes)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Costs {', '.join(str(c[0]) for c in self.classes)}>"


def _cost_class(cost: int, steps: Iterable[Mapping[int, Mask]]) -> CostClass:
    n, ne, se, s, sw, nw = (direction.get(cost, 0) for direction in steps)
    return cost, n, ne, se, s, sw, nw


@dataclass(frozen=True, slots=True)
class Link:
    """A road, railroad or pass: steps across these sides may use it, and do when that is cheaper.

    ``enter`` replaces the cost of the hex entered (None leaves it), ``bridge`` spares what the hexside would cost.
    """

    sides: HexSides
    enter: int | None = None
    bridge: bool = False


def terrain_costs(
    grid: Grid,
    enter: Iterable[tuple[Mask, int]],
    cross: Iterable[tuple[HexSides, int]] = (),
    links: Iterable[Link] = (),
    barred: HexSides | None = None,
) -> Costs:
    """Costs from a terrain chart: the hex entered plus the hexside crossed.

    ``enter``: hexes with the cost of entering them, a later line overruling an earlier one; a hex in no line is closed.
    ``cross``: hexsides with what they add; ``links``: see Link; ``barred``: hexsides that nobody crosses, link or not.

    >>> grid = Grid(10, 42, 0, 25, high="even")
    >>> passes = grid.hexes("2717 2716")
    >>> stream = HexSides.parse(grid, "2716-2717")
    >>> costs = terrain_costs(grid, [(grid.all, 2)], [(stream, 1)], [Link(HexSides.inside(grid, passes), enter=1)])
    >>> costs.step(grid.index("2717"), grid.index("2716")), costs.step(grid.index("2618"), grid.index("2717"))
    (2, 2)
    """
    entering = _partition(enter)
    chart = _Chart(entering, tuple(cross), tuple(links))
    passable = HexSides.every(grid) if barred is None else HexSides.every(grid) - barred
    return Costs(grid, (chart.prices(grid, d, passable.sources[d]) for d in range(6)))


def _partition(lines: Iterable[tuple[Mask, int]]) -> dict[int, Mask]:
    parts: dict[int, Mask] = {}
    for hexes, cost in lines:
        parts = {other: mask & ~hexes for other, mask in parts.items()}
        parts[cost] = parts.get(cost, 0) | hexes
    return parts


@dataclass(frozen=True, slots=True)
class _Chart:
    entering: dict[int, Mask]
    cross: tuple[tuple[HexSides, int], ...]
    links: tuple[Link, ...]

    def prices(self, grid: Grid, direction: int, passable: Mask) -> dict[int, Mask]:
        """What a step in one direction costs, as cost and the hexes it starts from."""
        enter = {cost: grid.shift(hexes, opposite(direction)) & passable for cost, hexes in self.entering.items()}
        cross = {0: passable}
        for sides, extra in self.cross:
            cross = _add(cross, {0: ~sides.sources[direction], extra: sides.sources[direction]})
        offers = list(_add(enter, cross).items())
        for link in self.links:
            along = link.sides.sources[direction]
            hexes = enter if link.enter is None else {link.enter: _union(enter.values())}
            offers += _add({c: m & along for c, m in hexes.items()}, {0: passable} if link.bridge else cross).items()
        return _cheapest(offers)


def _add(one: dict[int, Mask], other: dict[int, Mask]) -> dict[int, Mask]:
    total: dict[int, Mask] = {}
    for cost, mask in one.items():
        for extra, where in other.items():
            total[cost + extra] = total.get(cost + extra, 0) | mask & where
    return total


def _union(masks: Iterable[Mask]) -> Mask:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _cheapest(offers: list[tuple[int, Mask]]) -> dict[int, Mask]:
    best: dict[int, Mask] = {}
    priced = 0
    for cost, mask in sorted(offers):
        best[cost] = best.get(cost, 0) | mask & ~priced
        priced |= mask
    return best
