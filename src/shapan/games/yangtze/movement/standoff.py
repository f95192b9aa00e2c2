"""5.3 The 100 mm from what the enemy drives and sails, and S16.4 walls between figures."""

from __future__ import annotations

from shapan.ground.table import Edge, Pt, Track, at_spent, cut, near_polygon, walk

from ..actions import CHARGE
from ..fire.sighting import sees_body
from ..position import YangtzePosition
from ..specs import SCALE
from ..vessels.crews import hands
from ..who import Figure, Unit, numbered

STEP = 10 * SCALE


def keep_clear(pos: YangtzePosition) -> dict[Figure, int]:
    """S12.2, R9: those who do not charge, fugitives among them, stop 100 mm short of manned enemy vehicles and vessels
    in sight, for as long as these are there: what each of them may spend of his way for now."""
    stops: dict[Figure, int] = {}
    for unit, figures in numbered(pos.standing):
        if pos.card[unit] != CHARGE:
            bodies = [body for body, _ in pos.bodies if pos.owner[body] != pos.owner[unit] and hands(pos, body)]
            for figure in figures if bodies else ():
                if pos.track[figure] and not pos.captive >> figure & 1:  # S17.2: a captive goes to who took it
                    stops[figure] = _cleared(pos, figure, pos.track[figure], bodies)[-1][0]
    return stops


def _cleared(pos: YangtzePosition, figure: Figure, track: Track, bodies: list[Unit]) -> Track:
    """The way as far as it leads nearer to none of the bodies than 100 mm."""
    x, y = pos.x[figure], pos.y[figure]
    for body in bodies:
        edges = pos.body(body)
        reach = pos.book.standoff + pos.book.figures[figure].radius
        (bx, by, _), far = pos.at[body], reach + track[-1][0] + pos.book.spans[body]
        if not (-far <= bx - x <= far and -far <= by - y <= far):
            continue
        last = near_polygon(edges, pos.x[figure], pos.y[figure])
        if last > (reach + track[-1][0]) ** 2:
            continue
        for spent in (*range(pos.spent[figure] + STEP, track[-1][0], STEP), track[-1][0]):
            now = near_polygon(edges, *at_spent(track, spent))
            if now < reach * reach and now < last:
                if sees_body(pos, figure, body):
                    track = cut(track, _exactly(track, max(spent - STEP, pos.spent[figure]), spent, edges, reach))
                break
            last = now
    return track


def _exactly(track: Track, low: int, high: int, edges: tuple[Edge, ...], reach: int) -> int:
    """The last point of this stretch that is not nearer than the reach: exactly 100 mm are allowed."""
    while high - low > 1:
        middle = (low + high) // 2
        if near_polygon(edges, *at_spent(track, middle)) < reach * reach:
            high = middle
        else:
            low = middle
    return low


def parted(pos: YangtzePosition, one: Pt, two: Pt) -> bool:
    """S16.4, S9, R87: does a wall stand between two figures? Hands reach through doors and gates, not windows."""
    table = pos.table
    if not table.buildings and not table.walls:
        return False
    return walk(table, pos.book.arms_length, (one, two), 0, pos.shut, free=True).snag is not None


def together(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9: on one floor, and with no wall between them."""
    if pos.floor[one] != pos.floor[two]:
        return False
    return not parted(pos, (pos.x[one], pos.y[one]), (pos.x[two], pos.y[two]))
