"""The table as the rules tell it: slow, with fractions for points, and without any help from the code it judges.

Whatever lies on a table is asked about, one thing after the other; nothing is sorted, remembered or left out. A line is
cut at every border it meets, and each piece is asked in its middle what it lies in (S2.5, S3, S4, S16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from shapan.ground.table import (
    Building,
    Edge,
    End,
    Halt,
    Line,
    MoveRule,
    Pt,
    SightRule,
    Surface,
    Tabletop,
    Walk,
    side_of,
)

HAIR = Fraction(1, 10**40)
"""A border to the left belongs to an area, one to the right does not: so much to the right of itself a point is judged.
It is judged so much of this hair farther down too, since upper borders belong to an area and lower ones do not."""
DOORSTEP = Fraction(10)
"""What ten units cost under a roof, whatever the house is built on."""

Spot = tuple[Fraction | int, Fraction | int]


class Way(NamedTuple):
    """A straight line from one point to another. A share of it is a fraction between 0 and 1."""

    start: Pt
    end: Pt

    @property
    def long(self) -> int:
        """S1.3: whole units, rounded down."""
        return isqrt((self.end[0] - self.start[0]) ** 2 + (self.end[1] - self.start[1]) ** 2)

    def at(self, share: Fraction) -> Spot:
        (x, y), (to_x, to_y) = self
        return x + (to_x - x) * share, y + (to_y - y) * share

    def units(self, share: Fraction) -> int:
        """Where something lies along the line, to the nearest unit."""
        return nearest(share * self.long)

    def mark(self, units: int) -> Pt:
        """S1.3: the whole point that lies so many whole units along the line."""
        if not self.long:
            return self.start
        x, y = self.at(Fraction(units, self.long))
        return nearest(x), nearest(y)


def nearest(number: Fraction | int) -> int:
    """S1.3: a half is rounded up."""
    return (number + Fraction(1, 2)).__floor__()


def borders(corners: Sequence[Pt]) -> Iterator[Way]:
    """The sides of an area or a house, all the way round."""
    return (Way(corners[at - 1], corner) for at, corner in enumerate(corners))


def courses(line: Line) -> Iterator[Way]:
    return (Way(*ends) for ends in pairwise(line.points))


def holds(corners: Sequence[Pt], spot: Spot) -> bool:
    """Does the area hold the point? From a point in it one meets its border an odd number of times on the way up."""
    x, y = spot[0] + HAIR, spot[1] + HAIR**2
    above = 0
    for (left, left_y), (right, right_y) in (sorted(border) for border in borders(corners)):
        if left < x < right:
            above += left_y + (right_y - left_y) * (x - left) / (right - left) < y
    return above % 2 == 1


# --- S2.5: what lies at a point


def walls(house: Building) -> list[Way]:
    """The sides of a house, drawn clockwise, so that whoever is on one is inside (y down: on its right)."""
    corners = house.points
    area = sum(one[0] * two[1] - two[0] * one[1] for one, two in borders(corners))
    return list(borders(corners if area > 0 else corners[::-1]))


def lies_in(spot: Spot, border: Way) -> bool:
    """Is the point on the line between these two, ends included?"""
    (x, y), (to_x, to_y) = border
    among = min(x, to_x) <= spot[0] <= max(x, to_x) and min(y, to_y) <= spot[1] <= max(y, to_y)
    return among and (to_x - x) * (spot[1] - y) == (to_y - y) * (spot[0] - x)


def indoors(house: Building, spot: Spot) -> bool:
    """S16.1: in a house, or in one of its walls."""
    return holds(house.points, spot) or any(lies_in(spot, side) for side in walls(house))


def building(table: Tabletop, x: Fraction | int, y: Fraction | int) -> int:
    """The first house that holds the point, or -1."""
    return next((number for number, house in enumerate(table.buildings) if indoors(house, (x, y))), -1)


def ground(table: Tabletop, x: Fraction | int, y: Fraction | int) -> Surface:
    """Open; then the last area that holds the point; then a road, but not over water; then a jetty or bridge. Hills and
    towns lie over the ground and are none."""
    there = [area.surface for area in table.areas if holds(area.points, (x, y)) and not area.surface.overlay]
    raised = [surface for surface in there if surface.over]
    plain = [table.open_ground, *(surface for surface in there if not surface.over)][-1]
    roads = [strip.surface for strip in table.strips if holds(strip.points, (x, y))]
    if raised:
        return raised[-1]
    return roads[-1] if roads and not plain.water else plain


def height(table: Tabletop, spot: Spot) -> int:
    """The highest hill that the point is on."""
    return max((hill.level for hill in table.areas if hill.level and holds(hill.points, spot)), default=0)


# --- where lines meet


def turn(way: Way, spot: Pt) -> int:
    """Which side of a line a point is on: positive to the right, 0 on it."""
    (x, y), (to_x, to_y) = way
    return (to_x - x) * (spot[1] - y) - (to_y - y) * (spot[0] - x)


def meeting(way: Way, border: Way) -> Fraction:
    """The share of a line at which it meets another one that is not parallel to it."""
    near, far = turn(border, way.start), turn(border, way.end)
    return Fraction(near, near - far)


def cuts(way: Way, border: Way) -> bool:
    """S4.6: do the two lines cross? To touch one another is not enough."""
    return turn(way, border.start) * turn(way, border.end) < 0 and turn(border, way.start) * turn(border, way.end) < 0


def across(way: Way, sides: Sequence[Way]) -> list[Way]:
    """S4.6: the sides that lie across a line: those that it cuts, and one of each two that join in it, the one from its
    left and the other from its right. Where it only touches a corner both are on the same side."""
    found = [side for side in sides if cuts(way, side)]
    for one in sides:
        for two in sides:
            for joint in {one.start, one.end} & {two.start, two.end}:
                within = turn(way, joint) == 0 and 0 < off_along(way, joint) < off_along(way, way.end)
                others = [side.end if side.start == joint else side.start for side in (one, two)]
                if within and turn(way, others[0]) > 0 > turn(way, others[1]):
                    found.append(one)
    return found


def off_along(way: Way, spot: Pt) -> int:
    """How far along a line a point of it lies, times the length of the line."""
    (x, y), (to_x, to_y) = way
    return (spot[0] - x) * (to_x - x) + (spot[1] - y) * (to_y - y)


def oversteps(way: Way, border: Way) -> bool:
    """Does one who goes this way come to the other side? Whoever is on a line is on its right, so that nobody slips
    through where two sides join."""
    ends = [turn(way, border.start) >= 0, turn(way, border.end) >= 0]
    sides = [turn(border, way.start) >= 0, turn(border, way.end) >= 0]
    return ends[0] != ends[1] and sides[0] != sides[1]


def pieces(way: Way, outlines: Iterable[Sequence[Pt]]) -> list[tuple[Fraction, Fraction]]:
    """The line cut wherever it meets the border of an area: no piece lies partly in one."""
    shares = {Fraction(0), Fraction(1)}
    for corners in outlines:
        for border in borders(corners):
            if turn(border, way.start) != turn(border, way.end):
                shares.add(meeting(way, border))
    return list(pairwise(sorted(share for share in shares if 0 <= share <= 1)))


def middle(way: Way, piece: tuple[Fraction, Fraction]) -> Spot:
    return way.at(sum(piece, Fraction(0)) / 2)


def off(spot: Pt, border: Way) -> Fraction:
    """The square of the distance from a point to a line."""
    (x, y), (to_x, to_y) = border
    along = (spot[0] - x) * (to_x - x) + (spot[1] - y) * (to_y - y)
    share = Fraction(along, max((to_x - x) ** 2 + (to_y - y) ** 2, 1))
    near_x, near_y = border.at(min(max(share, Fraction(0)), Fraction(1)))
    return Fraction((near_x - spot[0]) ** 2 + (near_y - spot[1]) ** 2)


def gate_at(line: Line, spot: Pt) -> int | None:
    """The number of the gate that one comes to at this point of a line: half its width lies to either side."""
    for gate in line.gates:
        if 4 * ((spot[0] - gate.at[0]) ** 2 + (spot[1] - gate.at[1]) ** 2) <= gate.width**2:
            return gate.number
    return None


# --- S4: line of sight


class Gaze(NamedTuple):
    """A line of sight, looked along from its lower end."""

    way: Way
    low: int
    high: int
    dead: int

    def meets(self, top: int, borders_met: Sequence[Way]) -> bool:
        """S4.3: does a thing so high stand in the line, where these of its borders lie across it?"""
        if top > self.high:
            return bool(borders_met)
        places = [self.way.units(meeting(self.way, border)) for border in borders_met]
        return top > self.low and any(units <= self.dead for units in places)


def sees(table: Tabletop, rule: SightRule, one: End, two: End, shut: int = 0) -> bool:
    """Does nothing stand between the two?"""
    ends = sorted((height(table, eye[:2]) + eye[2], eye[:2]) for eye in (one, two))
    gaze = Gaze(Way(ends[0][1], ends[1][1]), ends[0][0], ends[1][0], rule.dead_ground)
    return not (
        any(house_hides(table, house, gaze) for at, house in enumerate(table.buildings) if at not in (one[3], two[3]))
        or any(hill.level and hill_hides(hill.points, hill.level, gaze) for hill in table.areas)
        or any(line.obstacle.blocks and wall_hides(table, line, rule, gaze, shut) for line in table.lines)
        or thicket_hides(table, gaze)
    )


def house_hides(table: Tabletop, house: Building, gaze: Gaze) -> bool:
    """S4.2: a house rises by its floors above the ground under its first corner."""
    top = height(table, house.points[0]) + house.construction.floors
    return gaze.meets(top, across(gaze.way, list(borders(house.points))))


def hill_hides(corners: Sequence[Pt], level: int, gaze: Gaze) -> bool:
    """S4.3: a hill that one of them stands on hides nobody."""
    if holds(corners, gaze.way.start) or holds(corners, gaze.way.end):
        return False
    return gaze.meets(level, across(gaze.way, list(borders(corners))))


def wall_hides(table: Tabletop, wall: Line, rule: SightRule, gaze: Gaze, shut: int) -> bool:
    """S4.5: not from those who stand on the firestep of the stretch across the line, and not at an open gate."""
    bars = []
    for course in across(gaze.way, list(courses(wall))):
        ring = wall.points[0] == wall.points[-1]
        within = [end for end in gaze.way if not ring or holds(wall.points, end)]
        manned = wall.firestep and any(off(end, course) <= rule.firestep**2 for end in within)
        gate = gate_at(wall, gaze.way.mark(gaze.way.units(meeting(gaze.way, course))))
        if not manned and (gate is None or shut >> gate & 1):
            bars.append(course)
    return gaze.meets(height(table, wall.points[0]) + wall.obstacle.top, bars)


def thicket_hides(table: Tabletop, gaze: Gaze) -> bool:
    """S4.4: crops and woods taken together hide who is farther in than the thickest of them lets one see."""
    inside, limits = 0, []
    for wood in table.areas:
        if not isinstance(wood.surface.sight, int):
            continue
        way = gaze.way
        within = [piece for piece in pieces(way, [wood.points]) if holds(wood.points, middle(way, piece))]
        top = height(table, wood.points[0]) + wood.surface.top
        nearest_part = min((way.units(start) for start, _ in within), default=0)
        if within and (top > gaze.high or (top > gaze.low and nearest_part <= gaze.dead)):
            inside += sum(way.units(end) - way.units(start) for start, end in within)
            limits.append(wood.surface.sight)
    return bool(limits) and inside > min(limits)


# --- S3, S16: ways


HAIRS_BREADTH: Final = 20
"""Rounding may leave somebody so far beyond the edge of ground that does not bear him, and he comes back from there."""


class Toll(NamedTuple):
    """Something on the way that costs so much, or lets nobody pass."""

    units: int
    cost: int
    halt: Halt | None = None


def walk(table: Tabletop, rule: MoveRule, points: Sequence[Pt], radius: int = 0, shut: int = 0) -> Walk:
    """How far the way leads and what is spent: the marks at which something changes, rounded to whole numbers."""
    marks: list[tuple[Fraction, Pt]] = [(Fraction(0), points[0])]
    snag = None
    for goal in points[1:]:
        snag = leg(table, rule, marks, Way(marks[-1][1], goal), radius, shut)
        if snag:
            break
    return Walk(tuple((nearest(spent), *spot) for spent, spot in marks), snag)


def leg(
    table: Tabletop, rule: MoveRule, marks: list[tuple[Fraction, Pt]], way: Way, radius: int, shut: int
) -> Halt | None:
    """One straight leg, with its marks; S3.5: who would leave the table does not set out. To stay is always free."""
    if way.start == way.end:
        return None
    if any(not radius <= at <= most - radius for at, most in zip(way.end, (table.width, table.height), strict=True)):
        return Halt.EDGE
    tolls = [*line_tolls(table, rule, way, shut), *wall_tolls(table, rule, way), *contour_tolls(table, rule, way)]
    bar = min((toll for toll in tolls if toll.halt), key=lambda toll: toll.units, default=None)
    last = way.long if bar is None else short_of(table, rule, way, bar.units)
    outlines = [area.points for area in (*table.areas, *table.strips)] + [house.points for house in table.buildings]
    spent = marks[-1][0]
    for piece in pieces(way, outlines):
        cost = step_cost(table, rule, middle(way, piece))
        start, end = way.units(piece[0]), min(way.units(piece[1]), last)
        if end <= start:
            continue
        if not cost and end <= HAIRS_BREADTH and end < last and building(table, *middle(way, piece)) < 0:
            cost = Fraction(10)
        if not cost:
            bar, last = Toll(start, 0, Halt.GROUND), start
            break
        spent += Fraction(end - start) * cost / 10
    spent += sum(toll.cost for toll in tolls if toll.units < last or bar is None)
    marks.append((spent, way.mark(last)))
    return bar.halt if bar else None


def short_of(table: Tabletop, rule: MoveRule, way: Way, units: int) -> int:
    """The last whole point before what stops a way that does not lie in a wall itself."""
    bars = [course for line in table.lines if line.obstacle.cross[rule.mover] < 0 for course in courses(line)]
    bars += [side for house in table.buildings for side in walls(house)]
    free = (at for at in range(units - 1, 0, -1) if not any(lies_in(way.mark(at), bar) for bar in bars))
    return next(free, 0)


def step_cost(table: Tabletop, rule: MoveRule, spot: Spot) -> Fraction:
    """What ten units cost here; nothing stands for ground that does not bear the mover."""
    if building(table, *spot) >= 0:
        return DOORSTEP if rule.indoors else Fraction(0)
    return Fraction(ground(table, *spot).cost[rule.mover])


def line_tolls(table: Tabletop, rule: MoveRule, way: Way, shut: int) -> Iterator[Toll]:
    """S3.1, S16.6: what lies in a line across the way; an open gate is free. Nobody stands in what he cannot cross."""
    for line in table.lines:
        for course in courses(line):
            ends = line.obstacle.cross[rule.mover] < 0 and lies_in(way.end, course)
            if not oversteps(way, course) and not ends:
                continue
            units = way.long if not oversteps(way, course) else way.units(meeting(way, course))
            gate, price = gate_at(line, way.mark(units)), line.obstacle.cross[rule.mover]
            if gate is not None and shut >> gate & 1:
                yield Toll(units, 0, Halt.GATE)
            elif gate is None:
                yield Toll(units, max(price, 0), Halt.LINE if price < 0 else None)


def wall_tolls(table: Tabletop, rule: MoveRule, way: Way) -> Iterator[Toll]:
    """S16.1: in and out by a door or a window in the wall that is crossed."""
    for house in table.buildings:
        inside = indoors(house, way.end)
        if inside != indoors(house, way.start) and not any(oversteps(way, side) for side in walls(house)):
            yield Toll(way.long if inside else 0, 0, Halt.WALL)
        for side in walls(house):
            if not oversteps(way, side):
                continue
            units = way.units(meeting(way, side))
            x, y = way.mark(units)
            prices = []
            for opening in house.openings if rule.indoors else ():
                if rule.window < 0 and not opening.door:
                    continue
                width, price = (rule.door_width, rule.door) if opening.door else (rule.window_width, rule.window)
                beside = 4 * ((x - opening.at[0]) ** 2 + (y - opening.at[1]) ** 2) > width**2
                if not beside and sides_agree(opening.wall, side):
                    prices.append(price)
            yield Toll(units, min(prices)) if prices else Toll(units, 0, Halt.WALL)


def sides_agree(wall: Edge, side: Way) -> bool:
    return {wall[:2], wall[2:]} == {side.start, side.end}


def contour_tolls(table: Tabletop, rule: MoveRule, way: Way) -> Iterator[Toll]:
    """S3.1: every hill that the way comes on from outside; where it begins or ends in the contour it is thought on."""
    for hill in table.areas:
        for side in borders(hill.points) if hill.level else ():
            if oversteps(way, side):
                share, hair = meeting(way, side), Fraction(1, 100 * max(way.long, 1))
                if holds(hill.points, way.at(share + hair)) and not holds(hill.points, way.at(share - hair)):
                    yield Toll(way.units(share), rule.uphill)


def skims_a_contour(table: Tabletop, way: Way) -> bool:
    """Does the way come on a hill at less than 30 degrees to its contour, half a unit up with every unit?"""
    for hill in table.areas:
        for side in borders(hill.points) if hill.level else ():
            rise = abs(turn(side, way.end) - turn(side, way.start))
            if oversteps(way, side) and 2 * rise < side.long * way.long:
                return True
    return False


def steps_over(ax: int, ay: int, bx: int, by: int, edge: Edge) -> bool:
    """Does a step from a to b change sides across the edge? A point on the line counts as its right side, so that a
    way through a corner or along a line steps over exactly once."""
    cx, cy, dx, dy = edge
    if (side_of(cx, cy, dx, dy, ax, ay) >= 0) == (side_of(cx, cy, dx, dy, bx, by) >= 0):
        return False
    return (side_of(ax, ay, bx, by, cx, cy) >= 0) != (side_of(ax, ay, bx, by, dx, dy) >= 0)
