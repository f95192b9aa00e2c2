"""Who stands near whom: bases sorted into square cells, so that a question looks at a few of them only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import isqrt
from typing import Final, TypeAlias

CELL: Final = 500
"""Side of a cell in board units."""
ROW: Final = 1 << 12
"""More cells than a table has from top to bottom: column and row of a cell make one number."""


Base: TypeAlias = tuple[Hashable, int, int, int]
"""Whoever stands there, the point, and the radius."""


class Crowd:
    """Bases on the table by cell. Cheap to fill, cheaper to ask."""

    def __init__(self, bases: Iterable[Base] = (), besides: Crowd | None = None) -> None:
        self.cells: dict[int, list[Base]] = {}
        self.widest = 0
        self.besides = besides
        """Others who stand there too, and who are left as they are."""
        for base in bases:
            self.add(base)

    def add(self, base: Base) -> None:
        self.cells.setdefault(base[1] // CELL * ROW + base[2] // CELL, []).append(base)
        self.widest = max(self.widest, base[3])

    def remove(self, name: Hashable) -> None:
        """Somebody steps aside; those besides stay."""
        for cell in self.cells.values():
            for at, base in enumerate(cell):
                if base[0] == name:
                    del cell[at]
                    return

    def touching(self, x: int, y: int, radius: int) -> list[Hashable]:
        """The bases that would overlap a base of this radius here; touching is allowed."""
        reach = radius + self.widest
        found = self.besides.touching(x, y, radius) if self.besides else []
        for column in range((x - reach) // CELL, (x + reach) // CELL + 1):
            for row in range((y - reach) // CELL, (y + reach) // CELL + 1):
                for name, bx, by, r in self.cells.get(column * ROW + row, ()):
                    if (bx - x) ** 2 + (by - y) ** 2 < (radius + r) ** 2:
                        found.append(name)
        return found

    def free(self, x: int, y: int, radius: int) -> bool:
        """Would a base of this radius here overlap nobody?"""
        if self.besides and not self.besides.free(x, y, radius):
            return False
        cells = self.cells
        if not cells:
            return True
        reach = radius + self.widest
        rows = range((y - reach) // CELL, (y + reach) // CELL + 1)
        for column in range((x - reach) // CELL, (x + reach) // CELL + 1):
            for row in rows:
                for _, bx, by, r in cells.get(column * ROW + row, ()):
                    dx, dy, both = bx - x, by - y, radius + r
                    if dx * dx + dy * dy < both * both:
                        return False
        return True

    def overlap(self, x: int, y: int, radius: int) -> int:
        """How deep a base of this radius here would lie in the others; zero when it overlaps nobody."""
        deepest = self.besides.overlap(x, y, radius) if self.besides else 0
        reach = radius + self.widest
        cells = self.cells
        for column in range((x - reach) // CELL, (x + reach) // CELL + 1):
            for row in range((y - reach) // CELL, (y + reach) // CELL + 1):
                for _, bx, by, r in cells.get(column * ROW + row, ()):
                    dx, dy, both = bx - x, by - y, radius + r
                    square = dx * dx + dy * dy
                    if square < both * both:
                        deepest = max(deepest, both - isqrt(square))
        return deepest
