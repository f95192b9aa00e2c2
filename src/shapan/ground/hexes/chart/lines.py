"""Rivers, trenches, railroads, roads and passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin

from shapan.kernel.board import Layer, Shape

from ..bits import Hex
from ..hexmap import Feature, Route
from ..pixels import Point
from .chains import Corner, Edge, at, chains, chance, edge_of
from .curves import battlements, middle, normal, offset
from .easel import Easel
from .looks import Look, look_of
from .terrain import bent

TOOTH, HEIGHT = 0.125, 0.085
"""Of a trench's battlements."""
BESIDE = 0.1
"""How far a trench lies from the middle of its hexside."""


class Lines:
    """Draws what runs along hexsides and from hex to hex, and remembers the courses for the lettering."""

    def __init__(self, easel: Easel) -> None:
        self.easel, self.pen = easel, easel.pen
        self.courses: list[tuple[str, Look, list[Point]]] = []
        """Name, look and points of every line with a name."""
        self.unnamed: list[list[Point]] = []
        """Points of what has no name: trenches, and lines as they are joined."""
        self.trenches: list[list[Point]] = []

    def layers(self) -> Iterator[Layer]:
        yield Layer("rivers", list(self._rivers()))
        yield Layer("lines", list(self._routes()))
        yield Layer("trenches", list(self._trenches()))

    # Rivers

    def _rivers(self) -> Iterator[Shape]:
        """All first paints, then all second ones: so that rivers run into each other instead of crossing."""
        rivers = self._features("river")
        joints: dict[Corner, Point] = {}
        drawn: list[tuple[str, Look, str]] = []
        for name, look, features in sorted(rivers, key=lambda river: (-river[1].rank, river[0])):
            courses = [(f.name, line) for f in features for line in chains(self._edges(f), at)]
            for _, line in courses:
                self._note_joints(joints, line)
            points = [self._course(line, joints) for _, line in courses]
            self.courses += [(title, look, way) for (title, _), way in zip(courses, points, strict=True)]
            drawn.append((name, look, "".join(self.pen.spline(way) for way in points)))
        for layer in range(max((len(look.paint) for _, look, _ in drawn), default=0)):
            for name, look, d in reversed(drawn):
                if layer < len(look.paint):
                    yield Shape(self.easel.style(f"hexsides.{name}.{layer}", look.paint[layer]), d)

    @staticmethod
    def _note_joints(joints: dict[Corner, Point], line: Sequence[Corner]) -> None:
        """Where the smooth line passes each of its inner corners, for the rivers that end there."""
        points = bent(line)
        for n, place in enumerate(line[1:-1], 1):
            (ax, ay), (bx, by), (cx, cy) = points[2 * n - 1 : 2 * n + 2]
            joints.setdefault(place, ((ax + 6 * bx + cx) / 8, (ay + 6 * by + cy) / 8))

    @staticmethod
    def _course(line: Sequence[Corner], joints: dict[Corner, Point]) -> list[Point]:
        points = bent(line)
        points[0] = joints.get(line[0], points[0])
        points[-1] = joints.get(line[-1], points[-1])
        return points

    def _edges(self, feature: Feature) -> list[Edge]:
        return [edge_of(self.easel.grid, here, there) for here, there in feature.sides]

    def _features(self, draw: str) -> list[tuple[str, Look, list[Feature]]]:
        """The features that are drawn in this way, by look."""
        found: dict[str, tuple[str, Look, list[Feature]]] = {}
        for feature in self.easel.map.features:
            known = look_of(self.easel.looks.hexsides, feature.group, feature.notes)
            if known and known[1].draw == draw:
                self.easel.used["hexsides", known[0]] = known[1]
                found.setdefault(known[0], (*known, []))[2].append(feature)
        return list(found.values())

    # Trenches

    def _trenches(self) -> Iterator[Shape]:
        trenches = self._features("trench")
        for number, (name, look, features) in enumerate(trenches):
            edges = [edge for feature in features for edge in self._edges(feature)]
            alone = len(trenches) == 1 and look.lean is None
            ways = [self._trench([at(p) for p in line], look, number, alone) for line in chains(edges, at)]
            self.unnamed += ways
            self.trenches += ways
            d = "".join(self.pen.line(way) for way in ways)
            yield from self.easel.shadow(look, d, line=True)
            yield from self.easel.paths(f"hexsides.{name}", look.paint, d)

    @staticmethod
    def _trench(points: list[Point], look: Look, number: int, alone: bool) -> list[Point]:
        """On the owner's side of the hexside, teeth towards the owner: a river between two lines stays free."""
        if look.lean is None:
            points = points if number % 2 == 0 else points[::-1]
        elif _leaning(points, look.lean) > 0:
            points = points[::-1]
        return battlements(offset(points, 0.0 if alone else -BESIDE), TOOTH, -HEIGHT)

    # From hex to hex

    def _routes(self) -> Iterator[Shape]:
        easel = self.easel
        groups: dict[str, tuple[Look, list[Route]]] = {}
        for route in easel.map.routes:
            known = look_of(easel.looks.lines, route.group, route.notes)
            if known:
                groups.setdefault(known[0], (known[1], []))[1].append(route)
        for name, (look, routes) in sorted(groups.items(), key=lambda item: (item[1][0].rank, item[0])):
            easel.used["lines", name] = look
            lines = [self._way(line) for line in chains(_links(routes), easel.centre)]
            self.unnamed += lines
            self.courses += [(r.name, look, [easel.centre(here) for here in r.hexes]) for r in routes]
            d = "".join(self._drawn(line, look.wander) for line in lines)
            yield from easel.paths(f"lines.{name}", look.paint, d)

    def _drawn(self, line: Sequence[Point], wander: float) -> str:
        """Straight stretches with round bends, or a way that wanders a little between its hexes."""
        if not wander:
            return self.pen.rounded(line)
        points = [line[0]]
        for one, other in pairwise(line):
            aside = wander * chance(*one, *other)
            x, y = middle(one, other)
            points += [(x - (other[1] - one[1]) * aside, y + (other[0] - one[0]) * aside), other]
        return self.pen.spline(points)

    def _way(self, line: Sequence[Hex]) -> list[Point]:
        """The centres along a line; one that ends on the last hex of the map goes on to the map's edge."""
        ahead, behind = self._beyond(line[-2], line[-1]), self._beyond(line[1], line[0])
        return [*behind, *(self.easel.centre(here) for here in line), *ahead]

    def _beyond(self, here: Hex, there: Hex) -> list[Point]:
        """Where a line that comes to its end leaves the map, unless it has come to some place."""
        grid, direction = self.easel.grid, self.easel.grid.direction(here, there)
        if direction is None or any(place.hexes >> there & 1 for place in self.easel.map.places):
            return []
        x, y = self.easel.centre(there)
        for turn in (0, 1, -1):
            if grid.neighbour(there, (direction + turn) % 6) is None:
                angle = radians(60 * (direction + turn))
                return [(x + 0.87 * sin(angle), y - 0.87 * cos(angle))]
        return []


def _links(routes: Iterable[Route]) -> list[tuple[Hex, Hex]]:
    return [link for route in routes for link in pairwise(route.hexes)]


def _leaning(points: Sequence[Point], lean: float) -> float:
    """Whether the right side of the way looks in this direction (positive) or away from it."""
    x, y = sin(radians(lean)), -cos(radians(lean))
    return sum(nx * x + ny * y for nx, ny in (normal(one, other) for one, other in pairwise(points)))
