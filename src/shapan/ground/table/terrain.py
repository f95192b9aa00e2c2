"""Kinds of terrain, and the pieces of ground of one table: areas, lines, buildings."""

from __future__ import annotations

from typing import NamedTuple

from .geometry import Bounds, Edge, Pt, bounds, contains, lies_on, outline


class Surface(NamedTuple):
    """A kind of ground: what an area, a road strip or the open table is made of."""

    name: str
    cover: str
    cost: tuple[int, ...]
    """Allowance spent for each ten units travelled, by class of mover; 0 keeps it out."""
    boat: int = 0
    """The same for hulls: 0 none, 10 any hull, more for small boats only."""
    sight: int | str = "clear"
    """``clear``, ``hill``, or how many units of it can be seen through."""
    top: int = 0
    overlay: bool = False
    """Lies over other ground without replacing it (a hill, the outline of a town)."""
    over: bool = False
    """Stands above water and roads (a jetty, a bridge)."""
    water: bool = False


class Obstacle(NamedTuple):
    """A kind of line: hedge, wall, wire."""

    name: str
    cover: str
    cross: tuple[int, ...]
    """Allowance spent to cross it, by class of mover; -1 keeps it out."""
    blocks: bool = False
    top: int = 0


class Construction(NamedTuple):
    """A kind of building."""

    name: str
    cover: str
    floors: int
    confined: bool


class Area(NamedTuple):
    """A polygon of one surface."""

    surface: Surface
    name: str
    points: tuple[Pt, ...]
    edges: tuple[Edge, ...]
    bounds: Bounds
    level: int = 0


class Gate(NamedTuple):
    """An opening in a line: where it is, how wide, and its number among all gates of the table."""

    at: Pt
    width: int
    number: int


class Line(NamedTuple):
    """A polyline of one obstacle."""

    obstacle: Obstacle
    name: str
    points: tuple[Pt, ...]
    edges: tuple[Edge, ...]
    bounds: Bounds
    gates: tuple[Gate, ...] = ()
    firestep: bool = False

    def guards(self, x: int, y: int) -> bool:
        """Does the firestep run on the side of this point? That of a wall all round a place runs inside."""
        return self.firestep and (self.points[0] != self.points[-1] or contains(self.edges, x, y))


class Opening(NamedTuple):
    """A door or window: its centre, the wall it is in, and which side of that wall is outside."""

    at: Pt
    wall: Edge
    outside: int
    """Sign of :func:`side_of` for points outside the wall."""
    door: bool


class Building(NamedTuple):
    """A closed outline with one room a floor."""

    id: str
    construction: Construction
    name: str
    points: tuple[Pt, ...]
    edges: tuple[Edge, ...]
    bounds: Bounds
    openings: tuple[Opening, ...]

    def holds(self, x: int, y: int) -> bool:
        """Is the point inside, or in a wall?"""
        left, top, right, bottom = self.bounds
        if x < left or x > right or y < top or y > bottom:
            return False
        return contains(self.edges, x, y) or any(lies_on(x, y, edge) for edge in self.edges)


def area(surface: Surface, name: str, points: tuple[Pt, ...], level: int = 0) -> Area:
    return Area(surface, name, points, outline(points), bounds(points), level)


def line(obstacle: Obstacle, name: str, points: tuple[Pt, ...], gates: tuple[Gate, ...], firestep: bool) -> Line:
    edges = tuple((*points[at], *points[at + 1]) for at in range(len(points) - 1))
    return Line(obstacle, name, points, edges, bounds(points), gates, firestep)


def overlap(box: Bounds, left: int, top: int, right: int, bottom: int) -> bool:
    """Do the two upright rectangles share a point?"""
    return box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]
