"""From loose hexsides to lines: corners with exact names, edges, chains of edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import TypeAlias, TypeVar
from zlib import crc32

from ..bits import Hex, Mask, bits
from ..grid import Grid
from ..pixels import HEIGHT, Point, corner

Corner: TypeAlias = tuple[int, int]
"""A corner of hexes by its place on the half-hexside lattice, so that the hexes that share it agree on its name."""
Edge: TypeAlias = tuple[Corner, Corner]

Node = TypeVar("Node", bound=Hex | Corner)


def corner_of(grid: Grid, index: Hex, k: int) -> Corner:
    """Corner k of a hex."""
    x, y = corner(grid, index, k)
    return round(2 * x), round(2 * y / HEIGHT)


def at(place: Corner) -> Point:
    """Where a corner lies, in hexsides."""
    return place[0] / 2, place[1] * HEIGHT / 2


def edge_of(grid: Grid, here: Hex, there: Hex) -> Edge:
    """The hexside between two neighbours, with ``here`` to the right of it as one walks along."""
    direction = grid.direction(here, there)
    if direction is None:
        raise ValueError(f"{grid.name(here)} and {grid.name(there)} are not adjacent")
    return corner_of(grid, here, direction), corner_of(grid, here, direction + 1)


def border(grid: Grid, mask: Mask, outside: bool = True) -> list[Edge]:
    """The edges around a set of hexes, the set on the right; ``outside``: those at the end of the map too."""
    edges = []
    for here in bits(mask):
        for direction in range(6):
            there = grid.neighbour(here, direction)
            if outside if there is None else not mask >> there & 1:
                edges.append((corner_of(grid, here, direction), corner_of(grid, here, direction + 1)))
    return edges


def directed(edges: Iterable[Edge]) -> list[list[Corner]]:
    """Lines that follow directed edges, open ones first; a closed one ends where it begins.

    At most one edge leaves any corner, because three hexes meet there.
    """
    onward = dict(edges)
    ends = set(onward.values())
    lines = [_follow(onward, start) for start in sorted(set(onward) - ends)]
    while onward:
        lines.append(_follow(onward, min(onward)))
    return lines


def _follow(onward: dict[Corner, Corner], start: Corner) -> list[Corner]:
    line = [start]
    while line[-1] in onward:
        line.append(onward.pop(line[-1]))
    return line


def chains(links: Iterable[tuple[Node, Node]], where: Callable[[Node], Point]) -> list[list[Node]]:
    """Join undirected links into as few lines as possible, going straight on where lines meet.

    >>> chains([((0, 0), (1, 1)), ((2, 0), (1, 1)), ((2, 0), (3, 1))], at)
    [[(0, 0), (1, 1), (2, 0), (3, 1)]]
    """
    around: dict[Node, set[Node]] = {}
    for one, other in links:
        around.setdefault(one, set()).add(other)
        around.setdefault(other, set()).add(one)
    lines = []
    for start in sorted(node for node, others in around.items() if len(others) % 2):
        while around[start]:
            lines.append(_walk(around, start, where))
    for start in sorted(around):
        while around[start]:
            lines.append(_walk(around, start, where))
    return lines


def _walk(around: Mapping[Node, set[Node]], start: Node, where: Callable[[Node], Point]) -> list[Node]:
    line = [start]
    while around[line[-1]]:
        here = line[-1]
        there = min(around[here], key=lambda node: (_turning([where(p) for p in (*line[-2:], node)]), node))
        around[here].discard(there)
        around[there].discard(here)
        line.append(there)
    return line


def _turning(points: Sequence[Point]) -> float:
    """How far the last step turns from the one before: 0 straight on, 2 straight back."""
    if len(points) < 3:
        return 0.0
    (ax, ay), (bx, by), (cx, cy) = points
    ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
    return round(1 - (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy)), 6)


def chance(*words: object) -> float:
    """A number in [-1, 1) that looks random and is always the same for the same words."""
    return crc32(repr(words).encode()) / 2**31 - 1


def bent_middle(one: Corner, other: Corner, amount: float) -> Point:
    """The middle of an edge, moved aside a little, alike for everything that follows the edge in either direction."""
    low, high = sorted((one, other))
    (ax, ay), (bx, by) = at(low), at(high)
    shift = amount * chance(low, high)
    return (ax + bx) / 2 - (by - ay) * shift, (ay + by) / 2 + (bx - ax) * shift
