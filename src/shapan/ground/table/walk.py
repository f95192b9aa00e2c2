"""Ways over a table: what each stretch costs, what cannot be crossed, and where a mover is after spending so much.

A way is compiled into a *track*: marks ``(spent, x, y)`` between which movement is straight and even. A hedge or a
contour is a mark where something is spent without moving.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from enum import Enum
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

from .geometry import Edge, Pt, along, contains, length, lies_on, rdiv, stepped, where
from .sight import near_gate
from .table import EVEN, Hindrances, Tabletop
from .terrain import Opening

Mark: TypeAlias = tuple[int, int, int]
Track: TypeAlias = tuple[Mark, ...]


class Halt(Enum):
    """What stops a way."""

    GROUND = "ground"
    LINE = "line"
    GATE = "gate"
    WALL = "wall"
    EDGE = "edge"


class MoveRule(NamedTuple):
    """How a class of movers crosses things: costs in board units of allowance."""

    mover: int
    """Column of the terrain's costs."""
    indoors: bool
    door: int
    door_width: int
    window: int
    """Below zero: not through windows."""
    window_width: int
    uphill: int


class Walk(NamedTuple):
    """A way judged: its track up to where it stops, and what stops it."""

    track: Track
    snag: Halt | None = None

    @property
    def spent(self) -> int:
        return self.track[-1][0]

    @property
    def end(self) -> Pt:
        return self.track[-1][1:]


REMEMBERED: Final = 2_000
"""How many ways a table keeps; beyond that the memory begins anew."""
BRINK: Final = 20
"""Points are whole numbers: who has gone to the very edge of ground that bears nobody may stand a hair's breadth beyond
it. A way that has left such ground after so much is not stopped by it."""
BARE: Final = Hindrances((), (), (), ())


def walk(
    table: Tabletop, rule: MoveRule, points: Sequence[Pt], radius: int = 0, shut: int = 0, free: bool = False
) -> Walk:
    """Follow the points from the first one. The track ends where something stops it; who wants a free way or none at
    all is told sooner that there is none, but not how far it would have led."""
    x, y = points[0]
    marks: list[Mark] = [(0, x, y)]
    for there in points[1:]:
        snag = _leg(table, rule, marks, there, radius, shut, free)
        if snag is not None:
            return Walk(tuple(marks), snag)
    return Walk(tuple(marks))


def known_walk(table: Tabletop, rule: MoveRule, points: tuple[Pt, ...], radius: int = 0, shut: int = 0) -> Walk:
    """The same, remembered by the table: formations ask again and again."""
    key = (rule, points, radius, shut)
    memory = table.ways
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        found = memory[key] = walk(table, rule, points, radius, shut)
    return found


def _leg(
    table: Tabletop, rule: MoveRule, marks: list[Mark], there: Pt, radius: int, shut: int, free: bool
) -> Halt | None:
    spent, ax, ay = marks[-1]
    bx, by = there
    dx, dy = bx - ax, by - ay
    whole = isqrt(dx * dx + dy * dy)
    if whole == 0:
        return None
    if not table.on_table(bx, by, radius):
        return Halt.EDGE
    near = table.hindrances(rule.mover, ax, ay, bx, by) or BARE
    lines, roofs, hills, edges = near
    ray = (ax, ay, bx, by)
    stops, lumps = _crossings(near, rule, ray, whole, shut, free) if lines or roofs or hills else ([], [])
    if free and stops:
        return stops[0][1]
    easy = not edges and table.open_ground.cost[rule.mover] == EVEN
    if easy and not stops and not lumps and (rule.indoors or not roofs):
        marks.append((spent + whole, bx, by))
        return None
    cuts = {0, whole, *[at for at, _ in lumps]}
    if edges:
        cuts.update([where(ax, ay, bx, by, edge, whole) for edge in stepped(ray, edges)])
    snag: Halt | None = None
    if stops:
        at, snag = min(stops, key=lambda stop: stop[0])
        whole_way = _short_of(near, rule, ray, whole, at)
        cuts = {cut for cut in cuts if cut < whole_way} | {whole_way}
        lumps = [lump for lump in lumps if lump[0] <= whole_way]
    order = sorted(cuts)
    for start, end in itertools.pairwise(order):
        x, y = along(ax, ay, bx, by, (start + end) // 2, whole)
        if roofs and table.roofed(x, y):
            cost = EVEN if rule.indoors else 0
        else:
            cost = EVEN if easy else table.ground(x, y).cost[rule.mover]
            if cost == 0 and end <= BRINK and end < order[-1]:
                cost = EVEN
        if cost == 0:
            return Halt.GROUND
        lump = sum([extra for at, extra in lumps if at == start]) if lumps else 0
        if lump:
            spent += lump
            marks.append((spent, *along(ax, ay, bx, by, start, whole)))
        spent += rdiv((end - start) * cost, EVEN)
        marks.append((spent, *along(ax, ay, bx, by, end, whole)))
    _pay_at_end(marks, lumps, order[-1])
    return snag


def _pay_at_end(marks: list[Mark], lumps: list[tuple[int, int]], end: int) -> None:
    """A leg that ends in the very line of what it steps over pays for it there: the next one begins beyond."""
    lump = sum([extra for at, extra in lumps if at == end > 0])
    if lump:
        spent, x, y = marks[-1]
        marks.append((spent + lump, x, y))


def _short_of(near: Hindrances, rule: MoveRule, ray: Edge, whole: int, at: int) -> int:
    """How far a way leads that something stops here: points are whole numbers, and none of them is to lie in a wall."""
    bars = [edge for line in near.lines if line.obstacle.cross[rule.mover] < 0 for edge in line.edges]
    bars += [edge for building in near.buildings for edge in building.edges]
    for far in range(at - 1, 0, -1):
        point = along(*ray, far, whole)
        if not any(lies_on(*point, edge) for edge in bars):
            return far
    return 0


def _crossings(
    near: Hindrances, rule: MoveRule, ray: Edge, whole: int, shut: int, free: bool
) -> tuple[list[tuple[int, Halt]], list[tuple[int, int]]]:
    """Lines, walls and contours on the way: where it is stopped, and where something extra is spent. A wall settles the
    matter at once for who wants a free way."""
    stops: list[tuple[int, Halt]] = []
    lumps: list[tuple[int, int]] = []
    for line in near.lines:
        struck = stepped(ray, line.edges)
        places = [where(*ray, edge, whole) for edge in struck]
        if line.obstacle.cross[rule.mover] < 0 and any(lies_on(*ray[2:], e) for e in line.edges if e not in struck):
            places.append(whole)  # Nobody comes to stand in what he cannot cross, from whichever side.
        for at in places:
            x, y = along(*ray, at, whole)
            gates = [gate for gate in line.gates if near_gate(x, y, gate.at, gate.width)]
            if gates and not shut >> gates[0].number & 1:
                continue
            cost = line.obstacle.cross[rule.mover]
            if cost < 0:
                stops.append((at, Halt.GATE if gates else Halt.LINE))
            elif cost:
                lumps.append((at, cost))
    for building in near.buildings:
        struck = stepped(ray, building.edges)
        if not struck and building.holds(*ray[:2]) != building.holds(*ray[2:]):
            # In the very line of a wall, past its corner: that is no way in or out either.
            stops.append((whole if building.holds(*ray[2:]) else 0, Halt.WALL))
        for edge in struck:
            _wall(building.openings, rule, ray, edge, whole, stops, lumps)
            if free and stops:
                return stops, lumps
    for hill in near.hills:
        struck = stepped(ray, hill.edges)
        lumps += [(where(*ray, edge, whole), rule.uphill) for edge in struck if _climbs(hill.edges, ray, edge)]
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
        if rule.window < 0 and not opening.door:
            continue
        width = rule.door_width if opening.door else rule.window_width
        if opening.wall == edge and near_gate(x, y, opening.at, width) and rule.indoors:
            lumps.append((at, rule.door if opening.door else rule.window))
            return
    stops.append((at, Halt.WALL))


def _climbs(edges: Sequence[Edge], ray: Edge, edge: Edge) -> bool:
    """Does the way, which steps over this contour, come from below? Where it begins or ends there it is thought on."""
    whole = length(*ray)
    at = where(*ray, edge, whole)
    before, after = along(*ray, at - 2, whole), along(*ray, at + 2, whole)
    return contains(edges, *after) and not contains(edges, *before)


def at_spent(track: Track, spent: int) -> Pt:
    """Where a mover on this track is after spending so much."""
    last = track[-1]
    if spent >= last[0]:
        return last[1], last[2]
    # Most ways are one even stretch, or the mover is still on the first one.
    number = 1 if track[0][0] <= spent < track[1][0] else bisect_right(track, (spent, 1 << 30, 0))
    if number == 0:
        return track[0][1], track[0][2]
    s0, x0, y0 = track[number - 1]
    s1, x1, y1 = track[number]
    if s1 == s0:
        return x0, y0
    # As rdiv does it, written out: every mover comes here in every tick that somebody looks at.
    part, whole = 2 * (spent - s0), s1 - s0
    return x0 + ((x1 - x0) * part + whole) // (2 * whole), y0 + ((y1 - y0) * part + whole) // (2 * whole)


def cut(track: Track, spent: int) -> Track:
    """The beginning of a track, up to what may be spent."""
    if track[-1][0] <= spent:
        return track
    kept = [mark for mark in track if mark[0] < spent]
    return (*kept, (spent, *at_spent(track, spent))) if kept else track[:1]
