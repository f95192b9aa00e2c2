"""Plane geometry in whole numbers: no floating-point result ever decides a rule.

Coordinates are board units (tenths of a millimetre), x to the right and y down, as a board is drawn. Distances are
compared by their squares; where a length itself is needed it is the floor of the square root. Headings are whole
degrees, 0 up the sheet, clockwise, and turn by a stored table of sines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import Final, TypeAlias

Pt: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int, int, int]
Bounds: TypeAlias = tuple[int, int, int, int]

UNIT: Final = 16384
"""The sine of a right angle in the table below."""
# fmt: off
_QUARTER: Final = (
    0, 286, 572, 857, 1143, 1428, 1713, 1997, 2280, 2563, 2845, 3126, 3406, 3686, 3964, 4240, 4516, 4790, 5063, 5334,
    5604, 5872, 6138, 6402, 6664, 6924, 7182, 7438, 7692, 7943, 8192, 8438, 8682, 8923, 9162, 9397, 9630, 9860, 10087,
    10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786, 11982, 12176, 12365, 12551, 12733, 12911, 13085, 13255,
    13421, 13583, 13741, 13894, 14044, 14189, 14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396,
    15491, 15582, 15668, 15749, 15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262, 16294, 16322, 16344,
    16362, 16374, 16382, 16384,
)
# fmt: on
_HALF = (*_QUARTER, *_QUARTER[89::-1])
_SINES: Final = (*_HALF[:180], *(-value for value in _HALF[:180]))
_COMPASS: Final = tuple((_SINES[turn], -_SINES[(turn + 90) % 360]) for turn in range(360))
"""The vector of each heading."""


def rdiv(number: int, by: int) -> int:
    """Division rounded to the nearest whole number; ``by`` is positive."""
    return (2 * number + by) // (2 * by)


def direction(heading: int) -> Pt:
    """The vector of length UNIT that points along a heading."""
    return _COMPASS[heading % 360]


def ahead(x: int, y: int, heading: int, distance: int) -> Pt:
    """The point so far along a heading."""
    across, down = _COMPASS[heading % 360]
    return x + rdiv(across * distance, UNIT), y + rdiv(down * distance, UNIT)


@lru_cache(1 << 12)
def bearing(dx: int, dy: int) -> int:
    """The heading nearest to a vector: the whole degree whose direction it follows best."""
    if dx == 0 and dy == 0:
        return 0
    low, high = (0, 180) if dx >= 0 else (180, 360)
    while high - low > 1:
        middle = (low + high) // 2
        across, down = _COMPASS[middle]
        if across * dy - down * dx >= 0:
            low = middle
        else:
            high = middle
    return max((low, high % 360), key=lambda turn: _follows(turn, dx, dy))


def _follows(heading: int, dx: int, dy: int) -> int:
    across, down = direction(heading)
    return across * dx + down * dy


def opposite(heading: int) -> int:
    """The heading to the rear."""
    return (heading + 180) % 360


def turned(start: int, end: int) -> int:
    """The smaller angle between two headings, 0 to 180."""
    angle = abs(start - end) % 360
    return min(angle, 360 - angle)


def half_turn(start: int, end: int) -> int:
    """The tangent of half the turn from one heading to another, times UNIT; of a turn to the rear no more than UNIT.

    >>> half_turn(0, 90) == half_turn(90, 0) == half_turn(0, 180) == UNIT
    True
    """
    (ax, ay), (bx, by) = direction(start), direction(end)
    across, along = abs(ax * by - ay * bx), UNIT * UNIT + ax * bx + ay * by
    return UNIT if across >= along else rdiv(UNIT * across, along)


def length(ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of two points, rounded down."""
    dx, dy = bx - ax, by - ay
    return isqrt(dx * dx + dy * dy)


def along(ax: int, ay: int, bx: int, by: int, distance: int, whole: int) -> Pt:
    """The point at a distance from a on the way to b, which is ``whole`` away."""
    if whole <= 0:
        return ax, ay
    part, twice = 2 * distance, 2 * whole
    return ax + ((bx - ax) * part + whole) // twice, ay + ((by - ay) * part + whole) // twice


def side_of(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Twice the area of the triangle a, b, p: positive when p lies to the right of the way from a to b."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def crosses(ax: int, ay: int, bx: int, by: int, edge: Edge) -> bool:
    """Do the segment and the edge cross properly? Touching an end is no crossing."""
    cx, cy, dx, dy = edge
    # As side_of does it, written out.
    rx, ry = bx - ax, by - ay
    if (rx * (cy - ay) - ry * (cx - ax)) * (rx * (dy - ay) - ry * (dx - ax)) >= 0:
        return False
    ex, ey = dx - cx, dy - cy
    return (ex * (ay - cy) - ey * (ax - cx)) * (ex * (by - cy) - ey * (bx - cx)) < 0


def crossed(ray: Edge, edges: Iterable[Edge]) -> list[Edge]:
    """The edges that a segment :func:`crosses`, judged in one go, and one of each two that are :func:`joined` in it."""
    ax, ay, bx, by = ray
    rx, ry = bx - ax, by - ay
    found, touched = [], []
    for edge in edges:
        cx, cy, dx, dy = edge
        first = rx * (cy - ay) - ry * (cx - ax)
        second = rx * (dy - ay) - ry * (dx - ax)
        apart = first * second
        if apart < 0:
            ex, ey = dx - cx, dy - cy
            third = ex * (ay - cy) - ey * (ax - cx)
            fourth = ex * (by - cy) - ey * (bx - cx)
            if third > 0 > fourth or fourth > 0 > third:
                found.append(edge)
        elif not apart:
            touched.append(edge)
    return found + joined(ray, touched) if touched else found


def strikes(ray: Edge, edges: Iterable[Edge]) -> bool:
    """Is one of the edges :func:`crossed` by a segment?"""
    ax, ay, bx, by = ray
    rx, ry = bx - ax, by - ay
    touched = []
    for edge in edges:
        cx, cy, dx, dy = edge
        first = rx * (cy - ay) - ry * (cx - ax)
        second = rx * (dy - ay) - ry * (dx - ax)
        apart = first * second
        if apart < 0:
            ex, ey = dx - cx, dy - cy
            third = ex * (ay - cy) - ey * (ax - cx)
            fourth = ex * (by - cy) - ey * (bx - cx)
            if third > 0 > fourth or fourth > 0 > third:
                return True
        elif not apart:
            touched.append(edge)
    return bool(touched) and bool(joined(ray, touched))


def joined(ray: Edge, touched: Iterable[Edge]) -> list[Edge]:
    """Where two edges meet in a segment, one from its left and one from its right, there is no gap between them: the
    one stands for both. A corner that is only touched has both on the same side."""
    ax, ay, bx, by = ray
    rx, ry = bx - ax, by - ay
    sides: dict[Pt, dict[bool, Edge]] = {}
    for edge in touched:
        for (px, py), (qx, qy) in ((edge[:2], edge[2:]), (edge[2:], edge[:2])):
            side = rx * (qy - ay) - ry * (qx - ax)
            reach = rx * (px - ax) + ry * (py - ay)
            if side and rx * (py - ay) == ry * (px - ax) and 0 < reach < rx * rx + ry * ry:
                sides.setdefault((px, py), {})[side > 0] = edge
    return [met[True] for met in sides.values() if len(met) > 1]


def touches(ray: Edge, edges: Iterable[Edge]) -> bool:
    """Does a segment meet one of the edges, or perhaps an end of it? Never a no where the two have a point together."""
    ax, ay, bx, by = ray
    rx, ry = bx - ax, by - ay
    for cx, cy, dx, dy in edges:
        first = rx * (cy - ay) - ry * (cx - ax)
        second = rx * (dy - ay) - ry * (dx - ax)
        if (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        ex, ey = dx - cx, dy - cy
        third = ex * (ay - cy) - ey * (ax - cx)
        fourth = ex * (by - cy) - ey * (bx - cx)
        if not ((third > 0 and fourth > 0) or (third < 0 and fourth < 0)):
            return True
    return False


def stepped(ray: Edge, edges: Iterable[Edge]) -> list[Edge]:
    """The edges across which a step changes sides, judged in one go. A point on the line counts as its right side, so
    that a way through a corner or along a line steps over exactly once."""
    ax, ay, bx, by = ray
    rx, ry = bx - ax, by - ay
    found = []
    for edge in edges:
        cx, cy, dx, dy = edge
        if (rx * (cy - ay) - ry * (cx - ax) >= 0) != (rx * (dy - ay) - ry * (dx - ax) >= 0):
            ex, ey = dx - cx, dy - cy
            if (ex * (ay - cy) - ey * (ax - cx) >= 0) != (ex * (by - cy) - ey * (bx - cx) >= 0):
                found.append(edge)
    return found


def where(ax: int, ay: int, bx: int, by: int, edge: Edge, whole: int) -> int:
    """How far along a step that crosses an edge the crossing lies."""
    cx, cy, dx, dy = edge
    ex, ey = dx - cx, dy - cy
    below = (bx - ax) * ey - (by - ay) * ex
    above = (cx - ax) * ey - (cy - ay) * ex
    if below < 0:
        above, below = -above, -below
    if not below or above <= 0:
        return 0
    at = (2 * above * whole + below) // (2 * below)
    return at if at < whole else whole


def near_segment(px: int, py: int, edge: Edge) -> int:
    """The square of the distance from a point to a segment, rounded down."""
    ax, ay, bx, by = edge
    dx, dy = bx - ax, by - ay
    span = dx * dx + dy * dy
    reach = (px - ax) * dx + (py - ay) * dy
    if reach <= 0 or span == 0:
        return (px - ax) ** 2 + (py - ay) ** 2
    if reach >= span:
        return (px - bx) ** 2 + (py - by) ** 2
    return side_of(ax, ay, bx, by, px, py) ** 2 // span


def contains(edges: Iterable[Edge], x: int, y: int) -> bool:
    """Is the point inside the closed outline? Left and upper borders belong to it, right and lower ones do not."""
    inside = False
    for ax, ay, bx, by in edges:
        if (ay > y) != (by > y):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn > 0 if by > ay else turn < 0:
                inside = not inside
    return inside


def lies_on(x: int, y: int, edge: Edge) -> bool:
    """Is the point on the segment, to the very tenth?"""
    ax, ay, bx, by = edge
    if x < min(ax, bx) or x > max(ax, bx) or y < min(ay, by) or y > max(ay, by):
        return False
    return side_of(ax, ay, bx, by, x, y) == 0


def outline(points: Iterable[Pt]) -> tuple[Edge, ...]:
    """The edges of a closed polygon."""
    ring = tuple(points)
    return tuple((*ring[at - 1], *ring[at]) for at in range(len(ring)))


def area_of(points: Sequence[Pt]) -> int:
    """What a polygon encloses, rounded down."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) // 2


def clockwise(points: Sequence[Pt]) -> bool:
    """Is a polygon written clockwise, as the table is seen (y down)?"""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)) > 0


def bounds(points: Iterable[Pt], margin: int = 0) -> Bounds:
    """Left, top, right and bottom."""
    listed = list(points)
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def beyond(box: Bounds, x: int, y: int, margin: int = 0) -> bool:
    """Does a point lie farther than this to one side of a rectangle? Whoever measures leaves it out at once."""
    left, top, right, bottom = box
    return x < left - margin or x > right + margin or y < top - margin or y > bottom + margin


def apart(one: Bounds, two: Bounds, margin: int = 0) -> bool:
    """Does one rectangle lie farther than this to one side of another?"""
    left, top, right, bottom = two
    return one[2] < left - margin or one[0] > right + margin or one[3] < top - margin or one[1] > bottom + margin


def on_rim(edge: Edge, size: tuple[int, int]) -> bool:
    """Does an edge run along the border of a table of this size?"""
    ax, ay, bx, by = edge
    return max(ax, bx) <= 0 or max(ay, by) <= 0 or min(ax, bx) >= size[0] or min(ay, by) >= size[1]


def rectangle(x: int, y: int, heading: int, long: int, wide: int) -> tuple[Pt, Pt, Pt, Pt]:
    """The corners of a body about (x, y): front left, front right, back right, back left."""
    across, down = direction(heading)
    fx, fy = rdiv(across * long, 2 * UNIT), rdiv(down * long, 2 * UNIT)
    rx, ry = rdiv(-down * wide, 2 * UNIT), rdiv(across * wide, 2 * UNIT)
    return (
        (x + fx - rx, y + fy - ry),
        (x + fx + rx, y + fy + ry),
        (x - fx + rx, y - fy + ry),
        (x - fx - rx, y - fy - ry),
    )


@lru_cache(4096)
def hull(x: int, y: int, heading: int, long: int, wide: int) -> tuple[Edge, ...]:
    """The outline of a body about (x, y); remembered, since bodies stand still most of the time."""
    return outline(rectangle(x, y, heading, long, wide))


@lru_cache(4096)
def around(edges: tuple[Edge, ...]) -> Bounds:
    """The bounds of a polygon; remembered like the hulls."""
    return bounds([(x, y) for x, y, _, _ in edges])


def near_polygon(edges: tuple[Edge, ...], x: int, y: int) -> int:
    """The square of the distance from a point to a filled polygon: 0 inside."""
    if contains(edges, x, y):
        return 0
    best = -1
    # As near_segment does it, written out: whoever walks or lands near a hull comes here again and again.
    for ax, ay, bx, by in edges:
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        span, reach = dx * dx + dy * dy, px * dx + py * dy
        if reach <= 0 or span == 0:
            far = px * px + py * py
        elif reach >= span:
            far = (x - bx) ** 2 + (y - by) ** 2
        else:
            far = (dx * py - dy * px) ** 2 // span
        if far < best or best < 0:
            best = far
    return best


def near_line(edges: tuple[Edge, ...], line: Edge) -> int:
    """The square of the distance from a filled polygon to a straight line with two ends, 0 where they meet."""
    ax, ay, bx, by = line
    if contains(edges, ax, ay) or any(crosses(ax, ay, bx, by, edge) for edge in edges):
        return 0
    return min(
        *(near_segment(edge[0], edge[1], line) for edge in edges),
        *(min(near_segment(ax, ay, edge), near_segment(bx, by, edge)) for edge in edges),
    )


@lru_cache(4096)
def near_polygons(first: tuple[Edge, ...], second: tuple[Edge, ...]) -> int:
    """The square of the distance between two filled polygons, 0 when they meet; remembered like the hulls."""
    for edge in first:
        if contains(second, edge[0], edge[1]) or any(crosses(*edge, other) for other in second):
            return 0
    if any(contains(first, edge[0], edge[1]) for edge in second):
        return 0
    return min(
        *(near_segment(edge[0], edge[1], other) for edge in first for other in second),
        *(near_segment(edge[0], edge[1], other) for edge in second for other in first),
    )
