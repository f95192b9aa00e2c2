"""What holds at a point of a table, kept for small squares in which it is the same all over.

Most questions about ground, roofs and heights come from squares in which nothing begins or ends: there one look
answers them all. Where an edge runs through a square, or along its border, every point is judged by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from .geometry import Edge

SIDE: Final = 100
"""Side of such a square in board units."""
BLOCK: Final = 5 * SIDE
"""Side of a block of them, whose edges are listed together."""
POINTS: Final = 10_000
"""How many points are remembered in squares that edges run through; beyond that the memory begins anew."""

T = TypeVar("T")


class Mixed:
    """What stands for a square that edges run through, or one that nobody has looked at."""


MIXED: Final = Mixed()
UNKNOWN: Final = Mixed()


class Patches(Generic[T]):
    """The squares of a table, each looked at when somebody first asks for a point in it."""

    __slots__ = ("_blocks", "_columns", "_edges", "_height", "_judge", "_known", "_points", "_width")

    def __init__(
        self, width: int, height: int, edges: Callable[[int, int], Iterable[Edge]], judge: Callable[[int, int], T]
    ) -> None:
        """``edges``: all at which something begins or ends in the block about its middle, perhaps others too; ``judge``
        says what holds at a point."""
        self._width, self._height, self._columns = width, height, width // SIDE + 1
        self._edges, self._judge = edges, judge
        self._known: dict[int, T | Mixed] = {}
        self._blocks: dict[tuple[int, int], list[Edge]] = {}
        self._points: dict[tuple[int, int], T | Mixed] = {}

    def at(self, x: int, y: int) -> T:
        """What holds at a point."""
        if not (0 <= x <= self._width and 0 <= y <= self._height):
            return self._judge(x, y)
        square = y // SIDE * self._columns + x // SIDE
        found = self._known.get(square, UNKNOWN)
        if found is UNKNOWN:
            found = self._known[square] = self._surveyed(x // SIDE * SIDE, y // SIDE * SIDE)
        return self._at_point(x, y) if found is MIXED else found  # type: ignore[return-value] # a mark no more

    def _at_point(self, x: int, y: int) -> T:
        """The same in a square that edges run through; remembered, since most of those who ask stand still."""
        found = self._points.get((x, y), UNKNOWN)
        if found is UNKNOWN:
            if len(self._points) >= POINTS:
                self._points.clear()
            found = self._points[x, y] = self._judge(x, y)
        return found  # type: ignore[return-value] # a mark no more

    def _surveyed(self, left: int, top: int) -> T | Mixed:
        for edge in self._near(left // BLOCK * BLOCK, top // BLOCK * BLOCK):
            if _meets(left, top, SIDE, edge):
                return MIXED
        return self._judge(left + SIDE // 2, top + SIDE // 2)

    def _near(self, left: int, top: int) -> list[Edge]:
        """The edges in a block of squares."""
        found = self._blocks.get((left, top))
        if found is None:
            edges = self._edges(left + BLOCK // 2, top + BLOCK // 2)
            found = self._blocks[left, top] = [edge for edge in edges if _meets(left, top, BLOCK, edge)]
        return found


def _meets(left: int, top: int, side: int, edge: Edge) -> bool:
    """Has an edge a point in an upright square, or a hair's breadth beyond its border? Distances are rounded down."""
    ax, ay, bx, by = edge
    left, top, right, bottom = left - 1, top - 1, left + side + 1, top + side + 1
    if (ax < left and bx < left) or (ax > right and bx > right) or (ay < top and by < top):
        return False
    if ay > bottom and by > bottom:
        return False
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x in (left, right) for y in (top, bottom)]
    return min(sides) <= 0 <= max(sides)
