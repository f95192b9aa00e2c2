"""Sets of hexsides: rivers, trenches, roads, whatever lies on or runs across the side of two hexes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from .bits import Hex, Mask, bits
from .grid import Grid, opposite


class BadHexside(ValueError):
    """A text that names no hexside of this map."""


@dataclass(frozen=True, slots=True)
class HexSides:
    """An immutable set of hexsides: for each direction the hexes whose side in that direction belongs to the set.

    Both hexes of a side know of it, so ``(a, b)`` and ``(b, a)`` are the same member.

    >>> grid = Grid(10, 42, 0, 25, high="even")
    >>> river = HexSides.parse(grid, "2115-2116 2115-2216")
    >>> (grid.index("2216"), grid.index("2115")) in river, len(river)
    (True, 2)
    """

    grid: Grid
    sources: tuple[Mask, ...]

    @classmethod
    def none(cls, grid: Grid) -> "HexSides":
        """The empty set."""
        return cls(grid, (0,) * 6)

    @classmethod
    def every(cls, grid: Grid) -> "HexSides":
        """Every side between two hexes of the map."""
        return cls.inside(grid, grid.all)

    @classmethod
    def inside(cls, grid: Grid, mask: Mask) -> "HexSides":
        """Every side between two members of a set of hexes."""
        return cls.between(grid, mask, mask)

    @classmethod
    def between(cls, grid: Grid, one: Mask, other: Mask) -> "HexSides":
        """Every side between a member of one set and a member of the other."""
        there = [(one & grid.shift(other, opposite(d))) | (other & grid.shift(one, opposite(d))) for d in range(6)]
        return cls(grid, tuple(mask & grid.all for mask in there))

    @classmethod
    def of(cls, grid: Grid, pairs: Iterable[tuple[Hex, Hex]]) -> "HexSides":
        """The sides between these pairs of neighbours."""
        sources = [0] * 6
        for here, there in pairs:
            direction = grid.direction(here, there)
            if direction is None:
                raise BadHexside(_not_adjacent(grid, here, there))
            sources[direction] |= 1 << here
            sources[opposite(direction)] |= 1 << there
        return cls(grid, tuple(sources))

    @classmethod
    def chain(cls, grid: Grid, hexes: Iterable[Hex]) -> "HexSides":
        """The sides that a line crosses on its way from hex to hex: a road, a railroad."""
        return cls.of(grid, pairwise(hexes))

    @classmethod
    def parse(cls, grid: Grid, text: str | Iterable[str]) -> "HexSides":
        """The sides written "2115-2116", in one text or one by one."""
        return cls.of(grid, [parse_side(grid, side) for side in (text.split() if isinstance(text, str) else text)])

    def __contains__(self, pair: tuple[Hex, Hex]) -> bool:
        here, there = pair
        direction = self.grid.direction(here, there)
        return direction is not None and bool(self.sources[direction] >> here & 1)

    def __iter__(self) -> Iterator[tuple[Hex, Hex]]:
        """Every side once, as (smaller index, greater index), in rising order."""
        forward = [(mask, by) for mask, by in zip(self.sources, self.grid.shifts, strict=True) if by > 0]
        return iter(sorted((here, here + by) for mask, by in forward for here in bits(mask)))

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.sources) // 2

    def __or__(self, other: "HexSides") -> "HexSides":
        return HexSides(self.grid, tuple(a | b for a, b in zip(self.sources, other.sources, strict=True)))

    def __and__(self, other: "HexSides") -> "HexSides":
        return HexSides(self.grid, tuple(a & b for a, b in zip(self.sources, other.sources, strict=True)))

    def __sub__(self, other: "HexSides") -> "HexSides":
        return HexSides(self.grid, tuple(a & ~b for a, b in zip(self.sources, other.sources, strict=True)))

    @property
    def touching(self) -> Mask:
        """Every hex with at least one of these sides."""
        n, ne, se, s, sw, nw = self.sources
        return n | ne | se | s | sw | nw

    def across(self, mask: Mask) -> Mask:
        """Every hex that is reached from the set by crossing one of these sides."""
        n, ne, se, s, sw, nw = self.sources
        wide, narrow = self.grid.stride, self.grid.stride - 1
        there = (mask & n) >> 1 | (mask & ne) << narrow | (mask & se) << wide
        return there | (mask & s) << 1 | (mask & sw) >> narrow | (mask & nw) >> wide

    def around(self, mask: Mask) -> Mask:
        """Every hex that is reached from the set without crossing one of these sides."""
        n, ne, se, s, sw, nw = self.sources
        wide, narrow = self.grid.stride, self.grid.stride - 1
        there = (mask & ~n) >> 1 | (mask & ~ne) << narrow | (mask & ~se) << wide
        return (there | (mask & ~s) << 1 | (mask & ~sw) >> narrow | (mask & ~nw) >> wide) & self.grid.all

    def names(self) -> tuple[str, ...]:
        """Every side as it is written on the map, in rising order."""
        return tuple(sorted("-".join(sorted((self.grid.name(a), self.grid.name(b)))) for a, b in self))


def parse_side(grid: Grid, text: str) -> tuple[Hex, Hex]:
    """The two hexes of a side written "2115-2116". One spelling only, smaller name first: what is there twice shows.

    >>> grid = Grid(10, 42, 0, 25, high="even")
    >>> parse_side(grid, "2115-2117")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    BadHexside: 2115 and 2117 are not adjacent (2115 touches 2114 2215 2216 2116 2016 2015)
    """
    here, dash, there = text.partition("-")
    if not dash or not here or not there:
        raise BadHexside(f"{text!r} is not a hexside; expected two hexes with a dash, like 2115-2116")
    pair = grid.index(here), grid.index(there)
    if not grid.adjacent(*pair):
        raise BadHexside(_not_adjacent(grid, *pair))
    if here > there:
        raise BadHexside(f"{text} has the greater hex first; expected {there}-{here}")
    return pair


def _not_adjacent(grid: Grid, here: Hex, there: Hex) -> str:
    around = " ".join(map(grid.name, grid.neighbours(here)))
    return f"{grid.name(here)} and {grid.name(there)} are not adjacent ({grid.name(here)} touches {around})"
