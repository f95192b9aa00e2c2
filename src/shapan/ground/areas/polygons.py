"""Plane geometry of polygons with whole-number corners. The y axis points down, as on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Polygon: TypeAlias = Sequence[Point]


def edges(corners: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The edges of a polygon given by the names of its corners, each with the smaller name first.

    >>> list(edges(["b", "a", "c"]))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    for at, corner in enumerate(corners):
        following = corners[(at + 1) % len(corners)]
        yield (corner, following) if corner < following else (following, corner)


def doubled_area(polygon: Polygon) -> int:
    """Twice the area; positive when the corners run clockwise on the screen.

    >>> doubled_area([(0, 0), (2, 0), (2, 3), (0, 3)])
    12
    """
    following = (*polygon[1:], polygon[0])
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, following, strict=True))


def inside(point: tuple[float, float], polygon: Polygon) -> bool:
    """Whether a point lies inside a polygon.

    >>> inside((1, 1), [(0, 0), (2, 0), (2, 3), (0, 3)]), inside((3, 1), [(0, 0), (2, 0), (2, 3), (0, 3)])
    (True, False)
    """
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


def turn(origin: Point, first: Point, second: Point) -> int:
    """The sign tells on which side of the line from origin to first the second point lies; 0 on the line."""
    return (first[0] - origin[0]) * (second[1] - origin[1]) - (first[1] - origin[1]) * (second[0] - origin[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cut each other between their ends."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def on_segment(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on the segment a-b."""
    return (
        turn(a, b, point) == 0
        and min(a[0], b[0]) <= point[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
    )


def clearance(point: tuple[float, float], polygon: Polygon) -> float:
    """How far a point is from the nearest edge."""
    following = (*polygon[1:], polygon[0])
    return min(_distance(point, a, b) for a, b in zip(polygon, following, strict=True))


def _distance(point: tuple[float, float], a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    x, y = a[0] + along * dx - point[0], a[1] + along * dy - point[1]
    return float((x * x + y * y) ** 0.5)
