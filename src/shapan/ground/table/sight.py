"""Line of sight between two points of a table.

Heights are levels: the ground's level plus the floor one stands on. A thing that lies across the line and holds neither
end blocks it when its top is above the higher end, or above the lower end within the *dead ground* near that end. Crops
and woods can be seen through for a certain length. Touching a corner does not block.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from .geometry import Edge, along, contains, crosses, length, near_segment, where
from .table import REMEMBERED, Table
from .terrain import Line


class Eye(NamedTuple):
    """An end of a line of sight."""

    x: int
    y: int
    floor: int = 0
    indoors: int = -1
    """The building that it looks out of or into; that building does not block."""


class SightRule(NamedTuple):
    """How sight works in a game: lengths in board units."""

    dead_ground: int
    firestep: int


def sees(
    table: Table, rule: SightRule, one: Eye, two: Eye, shut: int = 0, bodies: Sequence[tuple[Edge, ...]] = ()
) -> bool:
    """Is the line between the two ends free? ``shut`` has a bit for each gate that is closed; ``bodies`` are things of
    one level that stand about for now (vehicles, hulls)."""
    if two < one:
        one, two = two, one
    key = (*one, *two, shut)
    memory = table.sights
    free = memory.get(key)
    if free is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        free = memory[key] = _judge(table, rule, one, two, shut)
    return free and not (bodies and _behind(table, rule, one, two, bodies))


def _judge(table: Table, rule: SightRule, one: Eye, two: Eye, shut: int) -> bool:
    ax, ay, bx, by = one.x, one.y, two.x, two.y
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    low, high, near_x, near_y = _ends(table, one, two)
    for number, building in enumerate(table.buildings):
        box = building.bounds
        if box[0] > right or left > box[2] or box[1] > bottom or top > box[3]:
            continue
        floors = building.construction.floors
        if number in (one.indoors, two.indoors) or not floors:
            continue
        height = floors + (table.level(*building.points[0]) if table.hills else 0)
        if _hidden(building.edges, (ax, ay, bx, by), height, low, high, (near_x, near_y), rule.dead_ground):
            return False
    for hill in table.hills:
        box = hill.bounds
        if box[0] > right or left > box[2] or box[1] > bottom or top > box[3] or hill.level <= low:
            continue
        if contains(hill.edges, ax, ay) or contains(hill.edges, bx, by):
            continue
        if _hidden(hill.edges, (ax, ay, bx, by), hill.level, low, high, (near_x, near_y), rule.dead_ground):
            return False
    for wall in table.walls:
        box = wall.bounds
        if box[0] > right or left > box[2] or box[1] > bottom or top > box[3]:
            continue
        if _walled(table, rule, wall, one, two, shut):
            return False
    return not table.hazy or _through(table, rule, one, two, (left, top, right, bottom))


def _ends(table: Table, one: Eye, two: Eye) -> tuple[int, int, int, int]:
    """The lower and the higher end, and where the lower one is."""
    first, second = one.floor, two.floor
    if table.hills:
        first += table.level(one.x, one.y)
        second += table.level(two.x, two.y)
    return (first, second, one.x, one.y) if first <= second else (second, first, two.x, two.y)


def _hidden(
    edges: Sequence[Edge],
    ray: tuple[int, int, int, int],
    height: int,
    low: int,
    high: int,
    lower: tuple[int, int],
    dead: int,
) -> bool:
    """Does a thing of this height with this outline hide one end from the other?"""
    if height <= low:
        return False
    struck = [edge for edge in edges if crosses(*ray, edge)]
    if not struck:
        return False
    if height > high:
        return True
    whole = length(*ray)
    for edge in struck:
        x, y = along(*ray, where(*ray, edge, whole), whole)
        if (x - lower[0]) ** 2 + (y - lower[1]) ** 2 <= dead * dead:
            return True
    return False


def _walled(table: Table, rule: SightRule, wall: Line, one: Eye, two: Eye, shut: int) -> bool:
    """High walls block, but not at open gates, and not for somebody on the firestep."""
    ray = (one.x, one.y, two.x, two.y)
    low, high, *lower = _ends(table, one, two)
    height = wall.obstacle.top + (table.level(*wall.points[0]) if table.hills else 0)
    if height <= low:
        return False
    whole = length(*ray)
    for edge in wall.edges:
        if not crosses(*ray, edge):
            continue
        x, y = along(*ray, where(*ray, edge, whole), whole)
        if any(near_gate(x, y, gate.at, gate.width) and not shut >> gate.number & 1 for gate in wall.gates):
            continue
        reach = rule.firestep**2
        if wall.firestep and (near_segment(one.x, one.y, edge) <= reach or near_segment(two.x, two.y, edge) <= reach):
            continue
        if height > high or (x - lower[0]) ** 2 + (y - lower[1]) ** 2 <= rule.dead_ground**2:
            return True
    return False


def near_gate(x: int, y: int, at: tuple[int, int], width: int) -> bool:
    """Is the point of crossing within the width of the gate?"""
    return 4 * ((x - at[0]) ** 2 + (y - at[1]) ** 2) <= width * width


def _through(table: Table, rule: SightRule, one: Eye, two: Eye, box: tuple[int, int, int, int]) -> bool:
    """The lengths of the line inside crops and woods, taken together, against the least that one of them allows."""
    left, top, right, bottom = box
    low, high, near_x, near_y = _ends(table, one, two)
    whole = length(one.x, one.y, two.x, two.y)
    total, least = 0, 0
    for area in table.hazy:
        edge = area.bounds
        if edge[0] > right or left > edge[2] or edge[1] > bottom or top > edge[3]:
            continue
        stretches = inside(area.edges, one.x, one.y, two.x, two.y, whole)
        span = sum(end - start for start, end in stretches)
        if not span:
            continue
        height = area.surface.top + (table.level(*area.points[0]) if table.hills else 0)
        if height <= high and not _dips(stretches, one, two, whole, (near_x, near_y), height > low, rule.dead_ground):
            continue
        total += span
        limit = area.surface.sight
        assert isinstance(limit, int)
        least = limit if least == 0 else min(least, limit)
    return total <= least


def _dips(
    stretches: Sequence[tuple[int, int]],
    one: Eye,
    two: Eye,
    whole: int,
    lower: tuple[int, int],
    above_lower: bool,
    dead: int,
) -> bool:
    """Does the line run low enough through these stretches to meet what grows there?"""
    if not above_lower:
        return False
    from_one = (one.x, one.y) == lower
    return any((start if from_one else whole - end) <= dead for start, end in stretches)


def inside(edges: Sequence[Edge], ax: int, ay: int, bx: int, by: int, whole: int) -> list[tuple[int, int]]:
    """The stretches of a line that lie in a polygon, as distances from its start."""
    marks = [0, whole]
    marks += [where(ax, ay, bx, by, edge, whole) for edge in edges if crosses(ax, ay, bx, by, edge)]
    marks.sort()
    found = []
    for start, end in itertools.pairwise(marks):
        if end > start and contains(edges, *along(ax, ay, bx, by, (start + end) // 2, whole)):
            found.append((start, end))
    return found


def _behind(table: Table, rule: SightRule, one: Eye, two: Eye, bodies: Sequence[tuple[Edge, ...]]) -> bool:
    """Does one of the bodies hide one end from the other?"""
    low, high, *lower = _ends(table, one, two)
    ray = (one.x, one.y, two.x, two.y)
    for edges in bodies:
        if contains(edges, one.x, one.y) or contains(edges, two.x, two.y):
            continue
        if _hidden(edges, ray, 1, low, high, (lower[0], lower[1]), rule.dead_ground):
            return True
    return False
