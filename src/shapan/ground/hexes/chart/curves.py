"""Curves as SVG path data. Points are in hexsides; a :class:`Pen` turns them into board units."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from ..pixels import Point


class Pen:
    """Writes path data: ``side`` board units to a hexside, ``margin`` hexsides of paper around the grid."""

    def __init__(self, side: float, margin: float) -> None:
        self.side, self.margin = side, margin

    def place(self, point: Point) -> Point:
        """A point in board units."""
        return round((point[0] + self.margin) * self.side, 1), round((point[1] + self.margin) * self.side, 1)

    def at(self, point: Point) -> str:
        x, y = self.place(point)
        return f"{x:g} {y:g}"

    def near(self, point: Point) -> str:
        """To the whole board unit, for little drawings that nobody measures."""
        x, y = self.place(point)
        return f"{x:.0f} {y:.0f}"

    def sketch(self, start: Point, *strokes: tuple[str, *tuple[Point, ...]]) -> str:
        """A little drawing that nobody measures: a command with its points for each stroke, to the whole board unit.

        Only the first point says where it lies. The others say how far they are from where the pen is: less to send.
        """
        here = self._whole(start)
        found = f"M{here[0]} {here[1]}"
        for command, *points in strokes:
            ends = [self._whole(point) for point in points]
            steps = " ".join(f"{x - here[0]} {y - here[1]}" for x, y in ends)
            found += command.lower() + steps.replace(" -", "-")
            here = ends[-1]
        return found

    def _whole(self, point: Point) -> tuple[int, int]:
        x, y = self.place(point)
        return round(x), round(y)

    def ellipse(self, centre: Point, across: float, down: float) -> str:
        """A closed ellipse with these half axes."""
        a, b = f"{across * self.side:.1f}", f"{down * self.side:.1f}"
        start = self.near((centre[0] - across, centre[1]))
        return f"M{start}a{a} {b} 0 1 0 {2 * across * self.side:.1f} 0a{a} {b} 0 1 0 {-2 * across * self.side:.1f} 0Z"

    def line(self, points: Sequence[Point], closed: bool = False) -> str:
        """A line with corners."""
        return "M" + "L".join(self.at(point) for point in points) + ("Z" if closed else "")

    def spline(self, points: Sequence[Point]) -> str:
        """A smooth line from the first point to the last that the other points pull towards them."""
        return "M" + self.at(points[0]) + self.onward(points)

    def onward(self, points: Sequence[Point]) -> str:
        """The same without the first move, to go on from where the pen is."""
        if len(points) < 3:
            return "L" + self.at(points[-1])
        inner = points[1:-1]
        parts = [f"Q{self.at(one)} {self.at(middle(one, other))}" for one, other in pairwise(inner)]
        return "".join(parts) + f"Q{self.at(inner[-1])} {self.at(points[-1])}"

    def loop(self, points: Sequence[Point]) -> str:
        """A smooth closed line around these points (the first not repeated)."""
        start = middle(points[-1], points[0])
        ring = zip(points, (*points[1:], points[0]), strict=True)
        return "M" + self.at(start) + "".join(f"Q{self.at(a)} {self.at(middle(a, b))}" for a, b in ring) + "Z"

    def rounded(self, points: Sequence[Point], share: float = 0.35) -> str:
        """Straight stretches with round bends that begin a share of the way from each point."""
        parts = ["M" + self.at(points[0])]
        for before, here, after in zip(points, points[1:], points[2:], strict=False):
            parts.append(
                f"L{self.at(toward(here, before, share))}Q{self.at(here)} {self.at(toward(here, after, share))}"
            )
        return "".join(parts) + "L" + self.at(points[-1])


def middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def toward(one: Point, other: Point, share: float) -> Point:
    """The point a share of the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def normal(one: Point, other: Point) -> Point:
    """The unit vector to the right of the way from one to the other (y grows south)."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def offset(points: Sequence[Point], distance: float) -> list[Point]:
    """A line beside this one, to its right; a closed line (first point repeated at the end) stays closed."""
    closed = len(points) > 3 and points[0] == points[-1]
    normals = [normal(one, other) for one, other in pairwise(points)]
    moved = []
    for at, (x, y) in enumerate(points):
        before = normals[at - 1] if at or closed else normals[0]
        after = normals[at] if at < len(normals) else (normals[0] if closed else normals[-1])
        nx, ny = before[0] + after[0], before[1] + after[1]
        stretch = 2 * distance / max(0.5, nx * nx + ny * ny)
        moved.append((x + nx * stretch, y + ny * stretch))
    if closed:
        moved[-1] = moved[0]
    return moved


def lengths(points: Sequence[Point]) -> list[float]:
    """How far along the line each point lies."""
    far = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        far.append(far[-1] + hypot(bx - ax, by - ay))
    return far


def along(points: Sequence[Point], far: Sequence[float], distance: float) -> tuple[Point, Point]:
    """The point at a distance along the line, and the normal there."""
    for at in range(1, len(points)):
        if distance <= far[at] or at == len(points) - 1:
            step = far[at] - far[at - 1] or 1.0
            spot = toward(points[at - 1], points[at], min(1.0, (distance - far[at - 1]) / step))
            return spot, normal(points[at - 1], points[at])
    raise ValueError("a line needs two points")


def battlements(points: Sequence[Point], tooth: float, height: float) -> list[Point]:
    """The line as a trench is drawn on staff maps: teeth to its right, bends kept."""
    far = lengths(points)
    count = max(1, round(far[-1] / (2 * tooth)))
    step = far[-1] / (2 * count)
    marks = [(n * step, n % 2 == 1) for n in range(2 * count + 1)]
    wave = []
    raised = False
    corners = list(zip(far[1:-1], points[1:-1], strict=True))
    for distance, up in marks:
        while corners and corners[0][0] <= distance:
            here, point = corners.pop(0)
            wave.append(_lifted(points, far, here, height) if raised else point)
        spot, (nx, ny) = along(points, far, distance)
        top = (spot[0] + nx * height, spot[1] + ny * height)
        wave += [spot, top] if up else ([top, spot] if raised else [spot])
        raised = up
    return wave


def _lifted(points: Sequence[Point], far: Sequence[float], distance: float, height: float) -> Point:
    (x, y), (nx, ny) = along(points, far, distance)
    return x + nx * height, y + ny * height
