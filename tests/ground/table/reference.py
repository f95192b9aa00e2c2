"""Slow and obvious judges of the table: everything on it is looked at, edge by edge, and nothing is remembered."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from shapan.ground.table import Eye, Halt, Mark, MoveRule, Opening, Pt, SightRule, Table, Walk, along, length, rdiv
from shapan.ground.table.geometry import Bounds, Edge, crosses, near_segment, side_of, steps_over, where
from shapan.ground.table.sight import near_gate
from shapan.ground.table.terrain import Line, Surface, overlap

EVEN = 10


def contains(edges: Sequence[Edge], x: int, y: int) -> bool:
    inside = False
    for ax, ay, bx, by in edges:
        if (ay > y) != (by > y):
            turn = side_of(ax, ay, bx, by, x, y)
            if (turn > 0) == (by > ay) and turn != 0:
                inside = not inside
    return inside


def building(table: Table, x: int, y: int) -> int:
    return next((n for n, house in enumerate(table.buildings) if contains(house.edges, x, y)), -1)


def ground(table: Table, x: int, y: int) -> Surface:
    for area in table.areas:
        if area.surface.over and contains(area.edges, x, y):
            return area.surface
    plain = [area for area in reversed(table.areas) if not area.surface.overlay and not area.surface.over]
    found = next((area.surface for area in plain if contains(area.edges, x, y)), table.open_ground)
    if not found.water:
        return next((area.surface for area in table.strips if contains(area.edges, x, y)), found)
    return found


# --- sight ------------------------------------------------------------------------------------------------------------


def sees(table: Table, rule: SightRule, one: Eye, two: Eye, shut: int = 0) -> bool:
    """The line between two points, terrain only."""
    if two < one:
        one, two = two, one
    return _judge(table, rule, one, two, shut)


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


# --- ways -------------------------------------------------------------------------------------------------------------


def walk(table: Table, rule: MoveRule, points: Sequence[Pt], radius: int = 0, shut: int = 0) -> Walk:
    """Follow the points from the first one. The track ends where something stops it."""
    x, y = points[0]
    marks: list[Mark] = [(0, x, y)]
    for there in points[1:]:
        snag = _leg(table, rule, marks, there, radius, shut)
        if snag is not None:
            return Walk(tuple(marks), snag)
    return Walk(tuple(marks))


def _leg(table: Table, rule: MoveRule, marks: list[Mark], there: Pt, radius: int, shut: int) -> Halt | None:
    spent, ax, ay = marks[-1]
    bx, by = there
    whole = length(ax, ay, bx, by)
    if whole == 0:
        return None
    snag: Halt | None = None
    if not table.on_table(bx, by, radius):
        return Halt.EDGE
    ray = (ax, ay, bx, by)
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    stops, lumps = _crossings(table, rule, ray, box, whole, shut)
    cuts = {0, whole, *_seams(table, rule, ray, box, whole), *(at for at, _ in lumps)}
    if stops:
        at, snag = min(stops, key=lambda stop: stop[0])
        whole_way = max(at - 1, 0)
        cuts = {cut for cut in cuts if cut < whole_way} | {whole_way}
        lumps = [lump for lump in lumps if lump[0] <= whole_way]
    order = sorted(cuts)
    for start, end in itertools.pairwise(order):
        cost = _cost(table, rule, *along(*ray, (start + end) // 2, whole))
        if cost == 0:
            return Halt.GROUND
        lump = sum(extra for at, extra in lumps if at == start)
        if lump:
            spent += lump
            marks.append((spent, *along(*ray, start, whole)))
        spent += rdiv((end - start) * cost, EVEN)
        marks.append((spent, *along(*ray, end, whole)))
    return snag


def _cost(table: Table, rule: MoveRule, x: int, y: int) -> int:
    if table.buildings and building(table, x, y) >= 0:
        return EVEN if rule.indoors else 0
    return ground(table, x, y).cost[rule.mover]


def _seams(table: Table, rule: MoveRule, ray: Edge, box: Bounds, whole: int) -> list[int]:
    """Where the way passes from one surface to another of a different cost."""
    found = []
    uneven = False
    for areas in (table.areas, table.strips):
        for area in areas:
            if area.surface.overlay or not overlap(area.bounds, *box):
                continue
            uneven = uneven or area.surface.cost[rule.mover] != EVEN
            found += [where(*ray, edge, whole) for edge in area.edges if steps_over(*ray, edge)]
    return found if uneven else []


def _crossings(
    table: Table, rule: MoveRule, ray: Edge, box: Bounds, whole: int, shut: int
) -> tuple[list[tuple[int, Halt]], list[tuple[int, int]]]:
    """Lines, walls and contours on the way: where it is stopped, and where something extra is spent."""
    stops: list[tuple[int, Halt]] = []
    lumps: list[tuple[int, int]] = []
    for line in table.lines:
        if not overlap(line.bounds, *box):
            continue
        for edge in filter(lambda edge: steps_over(*ray, edge), line.edges):
            at = where(*ray, edge, whole)
            x, y = along(*ray, at, whole)
            gates = [gate for gate in line.gates if near_gate(x, y, gate.at, gate.width)]
            if gates and not shut >> gates[0].number & 1:
                continue
            cost = line.obstacle.cross[rule.mover]
            if cost < 0:
                stops.append((at, Halt.GATE if gates else Halt.LINE))
            elif cost:
                lumps.append((at, cost))
    for building in table.buildings:
        if overlap(building.bounds, *box):
            for edge in filter(lambda edge: steps_over(*ray, edge), building.edges):
                _wall(building.openings, rule, ray, edge, whole, stops, lumps)
    for hill in table.hills:
        if overlap(hill.bounds, *box):
            lumps += [(where(*ray, edge, whole), rule.uphill) for edge in hill.edges if _climbs(hill.edges, ray, edge)]
    return stops, lumps


def _wall(
    openings: Sequence[Opening],
    rule: MoveRule,
    ray: Edge,
    edge: Edge,
    whole: int,
    stops: list[tuple[int, Halt]],
    lumps: list[tuple[int, int]],
) -> None:
    """A building is entered and left by its openings only, and by those who may go indoors."""
    at = where(*ray, edge, whole)
    x, y = along(*ray, at, whole)
    for opening in openings:
        width = rule.door_width if opening.door else rule.window_width
        if opening.wall == edge and near_gate(x, y, opening.at, width) and rule.indoors:
            lumps.append((at, rule.door if opening.door else rule.window))
            return
    stops.append((at, Halt.WALL))


def _climbs(edges: Sequence[Edge], ray: Edge, edge: Edge) -> bool:
    """Does the way step over this contour from below?"""
    if not steps_over(*ray, edge):
        return False
    whole = length(*ray)
    at = where(*ray, edge, whole)
    after = along(*ray, min(at + 2, whole), whole)
    before = along(*ray, max(at - 2, 0), whole)
    return contains(edges, *after) and not contains(edges, *before)
