"""The hex grid: names, neighbours, distance. Flat-topped hexes in columns that run north to south.

A hex is named CCRR (column, row). Its index skews the columns so that each of the six directions is one constant
shift for every hex, whatever the parity of its column:

    index = column * stride + row - (steps by which the columns up to here have slid down)

``stride`` is two more than the number of rows, so that at least one bit between two columns belongs to no hex: what is
shifted over the north or south edge falls there and is wiped by ``all``.
"""

from collections.abc import Iterable
from typing import Literal

from .bits import Hex, Mask, bits, mask_of

N, NE, SE, S, SW, NW = range(6)
MOST_NAMED = 1024
"""Sets whose names are remembered: what is shown of a map changes little from one moment to the next."""
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
Parity = Literal["even", "odd"]
Edge = Literal["north", "east", "south", "west"]


class UnknownHex(ValueError):
    """A name that no hex of this map bears."""


def opposite(direction: int) -> int:
    """The direction back.

    >>> DIRECTIONS[opposite(NE)]
    'SW'
    """
    return (direction + 3) % 6


class Grid:
    """An immutable grid; two grids of the same shape are equal.

    >>> grid = Grid(10, 42, 0, 25, high="even")
    >>> grid.names(grid.spread(grid.hexes("1902")))
    ('1802', '1803', '1901', '1903', '2002', '2003')
    >>> grid.distance(grid.index("2310"), grid.index("1922"))
    14
    >>> grid.index("9999")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    UnknownHex: 9999 is not a hex of this map (columns 10-42, rows 00-25)
    """

    __slots__ = (
        "_around", "_base", "_column", "_index", "_name", "_names", "all", "first_column", "first_row",
        "high", "last_column", "last_row", "shifts", "size", "stride",
    )  # fmt: skip

    def __init__(
        self, first_column: int, last_column: int, first_row: int, last_row: int, high: Parity, missing: Mask = 0
    ) -> None:
        """``high``: the columns that sit half a hex higher; ``missing``: indices inside the frame that are no hexes."""
        if high not in ("even", "odd"):
            raise ValueError(f"high must be 'even' or 'odd', not {high!r}")
        if not (0 <= first_column <= last_column and 0 <= first_row <= last_row):
            raise ValueError(f"no such frame: columns {first_column}-{last_column}, rows {first_row}-{last_row}")
        self.first_column, self.last_column = first_column, last_column
        self.first_row, self.last_row = first_row, last_row
        self.high: Parity = high
        rows = last_row - first_row + 1
        self.stride = stride = rows + 2
        self.shifts = (-1, stride - 1, stride, 1, 1 - stride, -stride)
        slides = [column + (high == "odd") >> 1 for column in range(first_column, last_column + 1)]
        self._base = [at * stride - slide + slides[0] for at, slide in enumerate(slides)]
        self.size = self._base[-1] + rows
        self._column = [0] * self.size
        self._name = [""] * self.size
        self._names: dict[Mask, tuple[str, ...]] = {}
        self._index: dict[str, Hex] = {}
        self._number(rows, missing)
        self.all: Mask = mask_of(self._index.values())
        self._around = [self._look_around(i) if self._name[i] else (None,) * 6 for i in range(self.size)]

    def _number(self, rows: int, missing: Mask) -> None:
        digits = max(2, len(str(self.last_column)), len(str(self.last_row)))
        for at, base in enumerate(self._base):
            for index in range(base, base + rows):
                self._column[index] = at
                if not missing >> index & 1:
                    name = f"{self.first_column + at:0{digits}}{self.first_row + index - base:0{digits}}"
                    self._name[index] = name
                    self._index[name] = index

    def _look_around(self, index: Hex) -> tuple[Hex | None, ...]:
        targets = (index + shift for shift in self.shifts)
        return tuple(t if t >= 0 and self.all >> t & 1 else None for t in targets)

    def without(self, missing: Mask) -> "Grid":
        """The same frame, numbered alike, without these hexes (open sea, void corners)."""
        frame = (self.first_column, self.last_column, self.first_row, self.last_row, self.high)
        gone = mask_of(i for i, name in enumerate(self._name) if not name)
        return Grid(*frame, missing=missing | gone)

    # Names

    def index(self, name: str) -> Hex:
        """The hex of this name, or ``UnknownHex``."""
        try:
            return self._index[name]
        except KeyError:
            raise UnknownHex(f"{name} is not a hex of this map ({self.frame})") from None

    def name(self, index: Hex) -> str:
        """The name of a hex."""
        name = self._name[index] if 0 <= index < self.size else ""
        if not name:
            raise UnknownHex(f"index {index} is not a hex of this map ({self.frame})")
        return name

    def hexes(self, names: str | Iterable[str]) -> Mask:
        """The set of these hexes, given as names or as one text with blanks between them."""
        return mask_of(map(self.index, names.split() if isinstance(names, str) else names))

    def names(self, mask: Mask) -> tuple[str, ...]:
        """The names of a set of hexes, in rising order."""
        found = self._names.get(mask)
        if found is None:
            names = self._name
            found = tuple([names[index] for index in bits(mask & self.all)])
            if len(self._names) >= MOST_NAMED:
                self._names.clear()
            self._names[mask] = found
        return found

    @property
    def frame(self) -> str:
        """What columns and rows there are, in words."""
        return f"columns {self.first_column:02}-{self.last_column:02}, rows {self.first_row:02}-{self.last_row:02}"

    def column_of(self, index: Hex) -> int:
        """The number of the hex's column."""
        return self.first_column + self._column[index]

    def column_bits(self, column: int) -> tuple[int, int]:
        """Where the bits of a column begin and end in a mask."""
        low = self._base[column - self.first_column]
        return low, low + self.last_row - self.first_row + 1

    def row_of(self, index: Hex) -> int:
        """The number of the hex's row."""
        return self.first_row + index - self._base[self._column[index]]

    # Neighbours and distance

    def neighbour(self, index: Hex, direction: int) -> Hex | None:
        """The hex next to this one in a direction, or None at the edge of the map."""
        return self._around[index][direction]

    def neighbours(self, index: Hex) -> tuple[Hex, ...]:
        """The hexes next to this one, in the order N NE SE S SW NW."""
        return tuple(other for other in self._around[index] if other is not None)

    def direction(self, here: Hex, there: Hex) -> int | None:
        """The direction of a neighbour, or None for a hex that is no neighbour."""
        around = self._around[here]
        return around.index(there) if there in around else None

    def adjacent(self, here: Hex, there: Hex) -> bool:
        """Whether the two hexes share a hexside."""
        return there in self._around[here]

    def directions_to(self, index: Hex, mask: Mask) -> int:
        """The directions in which the neighbours of a hex belong to the set, as six bits (bit 0 is N)."""
        return sum(1 << d for d, other in enumerate(self._around[index]) if other is not None and mask >> other & 1)

    def distance(self, here: Hex, there: Hex) -> int:
        """The number of steps between two hexes over open ground, missing hexes counted as ground."""
        across = self._column[there] - self._column[here]
        down = there - here - across * self.stride
        return max(abs(across), abs(down), abs(across + down))

    def within(self, index: Hex, distance: int) -> Mask:
        """Every hex at most so far away, the hex itself included."""
        mask, rows, column = 0, self.last_row - self.first_row + 1, self._column[index]
        for at in range(max(0, column - distance), min(len(self._base), column + distance + 1)):
            across = at - column
            middle = index + across * self.stride
            top = max(self._base[at], middle + max(-distance, -distance - across))
            bottom = min(self._base[at] + rows - 1, middle + min(distance, distance - across))
            if top <= bottom:
                mask |= (1 << bottom - top + 1) - 1 << top
        return mask & self.all

    def ring(self, index: Hex, distance: int) -> Mask:
        """Every hex at exactly this distance."""
        return self.within(index, distance) & ~(self.within(index, distance - 1) if distance else 0)

    # Sets of hexes

    def shift(self, mask: Mask, direction: int) -> Mask:
        """The set moved one hex in a direction; what would leave the map is lost."""
        by = self.shifts[direction]
        return (mask << by if by > 0 else mask >> -by) & self.all

    def spread(self, mask: Mask) -> Mask:
        """Every neighbour of the set; members belong to it only as neighbours of other members."""
        wide, narrow = self.stride, self.stride - 1
        return (mask >> 1 | mask << 1 | mask << wide | mask >> wide | mask << narrow | mask >> narrow) & self.all

    def row(self, number: int) -> Mask:
        """Every hex of a row."""
        return mask_of(i for i in self._index.values() if self.row_of(i) == number)

    def column(self, number: int) -> Mask:
        """Every hex of a column."""
        return mask_of(i for i in self._index.values() if self.column_of(i) == number)

    def edge(self, edge: Edge) -> Mask:
        """Every hex of the outermost row or column on that edge of the sheet."""
        match edge:
            case "north":
                return self.row(self.first_row)
            case "south":
                return self.row(self.last_row)
            case "west":
                return self.column(self.first_column)
            case "east":
                return self.column(self.last_column)

    # Value semantics

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Grid) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.first_column, self.last_column, self.first_row, self.last_row, self.high, self.all

    def __repr__(self) -> str:
        return f"<Grid of {self.all.bit_count()} hexes, {self.frame}, {self.high} columns high>"
