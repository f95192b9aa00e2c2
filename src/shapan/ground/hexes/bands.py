"""Bands: the columns of a large map that a move can touch, cut out so that a flood does not carry the rest along.

Columns lie one behind the other in a mask, so that a band of them is a stretch of its bits; within it every shift is
what it is on the whole map. What a flood costs then grows with the reach of a move and not with the map.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from .bits import Hex, Mask
from .grid import Grid
from .lanes import repeat

CostClass: TypeAlias = tuple[int, Mask, Mask, Mask, Mask, Mask, Mask]
CostClasses: TypeAlias = tuple[CostClass, ...]

SMALL = 1500
"""A map with no more bits than this is flooded whole."""
STEP = 4
"""Bands begin and end at every so manyth column, so that neighbours share one."""


class Band:
    """Some columns of a map: their bits begin at ``low``, and there are ``size`` of them."""

    def __init__(self, grid: Grid, classes: CostClasses, first: int, last: int) -> None:
        self.low, end = grid.column_bits(first)[0], grid.column_bits(last)[1]
        self.size, self.stride = end - self.low, grid.stride
        self.whole = self.size == grid.size
        self._keep: Mask = (1 << self.size) - 1
        self.classes: CostClasses = classes if self.whole else _each(classes, self.cut)

    def cut(self, mask: Mask) -> Mask:
        """What of a set of the map lies in the band."""
        return mask if self.whole else mask >> self.low & self._keep

    @cached_property
    def wide(self) -> CostClasses:
        """The classes repeated side by side, for floods of many origins at once."""
        return _each(self.classes, lambda mask: repeat(mask, self.size))


def _each(classes: CostClasses, change: Callable[[Mask], Mask]) -> CostClasses:
    return tuple(
        (cost, change(n), change(ne), change(se), change(s), change(sw), change(nw))
        for cost, n, ne, se, s, sw, nw in classes
    )


class Bands:
    """The bands of one kind of mover's costs, each cut out when it is first wanted."""

    def __init__(self, grid: Grid, classes: CostClasses) -> None:
        self.grid, self.classes = grid, classes
        self.whole = Band(grid, classes, grid.first_column, grid.last_column)
        self._bands: dict[tuple[int, int], Band] = {}
        self._about: dict[tuple[int, int], Band] = {}
        """The same by column and points."""

    def about(self, origin: Hex, points: int) -> Band:
        """The band that holds every hex to which a move of so many points may come from here."""
        if self.grid.size <= SMALL or not self.classes:
            return self.whole
        key = (self.grid.column_of(origin), points)
        found = self._about.get(key)
        if found is None:
            found = self._about[key] = self._cut(*key)
        return found

    def _cut(self, column: int, points: int) -> Band:
        grid, steps = self.grid, points // self.classes[0][0]
        first = max(grid.first_column, (column - steps) // STEP * STEP)
        last = min(grid.last_column, (column + steps) // STEP * STEP + STEP - 1)
        found = self._bands.get((first, last))
        if found is None:
            found = self._bands[first, last] = Band(grid, self.classes, first, last)
        return found
