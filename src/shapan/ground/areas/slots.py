"""Where counters lie in an area: in even rows, as far apart as the room allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .polygons import Polygon

SLIVER = 0.25
"""How much of a counter must show to be noticed."""


class Space(NamedTuple):
    """A rectangle for counters."""

    left: float
    top: float
    right: float
    bottom: float

    def spread(self, count: int, size: float) -> list[tuple[int, int]]:
        """The middles of so many counters of this size, row by row; they overlap only if they must.

        >>> Space(0, 0, 100, 50).spread(2, 40)
        [(29, 25), (71, 25)]
        """
        columns, across, down = self._rows(count, size)
        return self._grid(count, columns, across, down)

    def seen(self, count: int, size: float) -> float:
        """Which part of so many counters can be seen, on the average.

        >>> Space(0, 0, 100, 40).seen(4, 40)
        0.625
        """
        columns, across, down = self._rows(count, size)
        return _seen(columns, across, size) * _seen(-(-count // columns), down, size)

    def _rows(self, count: int, size: float) -> tuple[int, float, float]:
        """The way to lay so many counters that shows most of them: columns, and the steps across and down."""
        best, most = (1, size, size), 0.0
        for rows in range(1, count + 1):
            columns = -(-count // rows)
            across = _step(self.right - self.left, columns, size)
            down = _step(self.bottom - self.top, rows, size)
            seen = _seen(columns, across, size) * _seen(rows, down, size)
            if seen > most + 0.01:
                best, most = (columns, across, down), seen
        return best

    def _grid(self, count: int, columns: int, across: float, down: float) -> list[tuple[int, int]]:
        middle_x, middle_y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        rows = -(-count // columns)
        found = []
        for at in range(count):
            row, column = divmod(at, columns)
            here = min(columns, count - row * columns)
            x = middle_x + (column - (here - 1) / 2) * across
            y = middle_y + (row - (rows - 1) / 2) * down
            found.append((round(x), round(y)))
        return found


def shared(spaces: Sequence[Space], count: int, size: float) -> list[tuple[int, int]]:
    """This many counters in several spaces: each goes where most can be seen, or to the emptier one.

    >>> shared([Space(0, 0, 100, 50), Space(0, 100, 100, 150)], 2, 40)
    [(50, 25), (50, 125)]
    """
    parts = [0] * len(spaces)
    for _ in range(count):
        at = max(range(len(spaces)), key=lambda one: (round(spaces[one].seen(parts[one] + 1, size), 2), -parts[one]))
        parts[at] += 1
    return [spot for space, part in zip(spaces, parts, strict=True) for spot in space.spread(part, size)]


def _step(length: float, number: int, size: float) -> float:
    """From one counter to the next: side by side with a little air, or closer where there is no room."""
    return size * 1.05 if number < 2 else min(size * 1.05, max(length - size, 0.0) / (number - 1))


def _seen(number: int, step: float, size: float) -> float:
    """Which part of so many counters in a line can be seen: all of the last, of the others as far as the step goes.

    A sliver does not count for much: nobody would notice the counter below.
    """
    part = min(step / size, 1.0)
    return (1 + (number - 1) * part) / number * (min(part / SLIVER, 1.0) if number > 1 else 1.0)


def span(polygon: Polygon, x: float, y: float) -> tuple[float, float]:
    """How far a level line through a point runs inside a polygon."""
    cuts: list[float] = []
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y):
            cuts.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    cuts.sort()
    for left, right in zip(cuts[::2], cuts[1::2], strict=True):
        if left <= x <= right:
            return left, right
    return x, x


def strip(polygon: Polygon, x: float, near: float, far: float, margin: float) -> Space:
    """The room between two levels around a point's column, as wide as the polygon is towards the nearer level."""
    levels: Sequence[float] = [near + (far - near) * part for part in (0.1, 0.3, 0.55)]
    spans = [span(polygon, x, level) for level in levels]
    left = max(begin for begin, _ in spans) + margin
    right = min(end for _, end in spans) - margin
    return Space(min(left, x), min(near, far), max(right, x), max(near, far))


def height(polygon: Polygon, x: float, y: float) -> tuple[float, float]:
    """How far a plumb line through a point runs inside a polygon."""
    return span([(b, a) for a, b in polygon], y, x)
