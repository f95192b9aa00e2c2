"""5.3 The 100 mm at rest, and from what the enemy drives and sails."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from shapan.ground.table import OUTDOORS, Bounds, Edge, Pt, Track, apart, at_spent, beyond, cut, near_polygon
from shapan.mechanics.sides import other

from ..actions import CHARGE
from ..fire.sighting import figure_sees, point_sees, sees_body
from ..place import Spot
from ..position import YangtzePosition
from ..specs import SCALE
from ..vessels.crews import hands
from ..who import Figure, Unit, numbered

STEP = 10 * SCALE


def keep_clear(pos: YangtzePosition) -> dict[Figure, int]:
    """S12.2, R9: those who do not charge, fugitives among them, stop 100 mm short of manned enemy vehicles and vessels
    in sight, for as long as these are there: what each of them may spend of his way for now."""
    stops: dict[Figure, int] = {}
    manned = [(body, box) for body, _, box in pos.boxed if hands(pos, body)]
    hostile = [[(body, box) for body, box in manned if pos.owner[body] != side] for side in (0, 1)]
    for unit, figures in numbered(pos.standing):
        bodies = hostile[pos.owner[unit]]
        # S17.2: a captive goes to who took it.
        movers = [f for f in figures if pos.track[f] and not pos.captive >> f & 1] if bodies else []
        if movers and pos.card[unit] != CHARGE:
            farthest = pos.book.standoff + pos.book.widest + max(pos.track[f][-1][0] for f in movers)
            about = pos.scene.box(pos, unit)
            near = [body for body, box in bodies if not apart(about, box, farthest)]
            for figure in movers:
                track = pos.track[figure]
                stops[figure] = (_cleared(pos, figure, track, near) if near else track)[-1][0]
    return stops


def _cleared(pos: YangtzePosition, figure: Figure, track: Track, bodies: list[Unit]) -> Track:
    """The way as far as it leads nearer to none of the bodies than 100 mm."""
    x, y, reach = pos.x[figure], pos.y[figure], pos.book.standoff + pos.book.figures[figure].radius
    for body in bodies:
        if pos.far_from(body, x, y, reach + track[-1][0]):
            continue
        edges = pos.body(body)
        last = near_polygon(edges, x, y)
        if last > (reach + track[-1][0]) ** 2:
            continue
        for spent in (*range(pos.spent[figure] + STEP, track[-1][0], STEP), track[-1][0]):
            now = near_polygon(edges, *at_spent(track, spent))
            if now < reach * reach and now < last:
                if sees_body(pos, figure, body):
                    track = cut(
                        track, _exactly(track, max(spent - STEP, pos.spent[figure]), spent, edges, reach * reach)
                    )
                break
            last = now
    return track


def stretch_clear_of(track: Track, edges: tuple[Edge, ...], keep: int) -> int:
    """How much of a way may be spent until it comes nearer to a vehicle or hull than this, squared."""
    for spent in (*range(STEP, track[-1][0], STEP), track[-1][0]):
        if near_polygon(edges, *at_spent(track, spent)) < keep:
            return _exactly(track, max(spent - STEP, 0), spent, edges, keep)
    return track[-1][0]


def _exactly(track: Track, low: int, high: int, edges: tuple[Edge, ...], keep: int) -> int:
    """The last point of this stretch that is not nearer than the reach, squared: exactly 100 mm are allowed."""
    while high - low > 1:
        middle = (low + high) // 2
        if near_polygon(edges, *at_spent(track, middle)) < keep:
            high = middle
        else:
            low = middle
    return low


def nearer(
    pos: YangtzePosition,
    figure: Figure,
    there: Pt,
    places: Mapping[Figure, Spot],
    about: Mapping[Unit, Bounds] = MappingProxyType({}),
) -> bool:
    """5.3, R9: would somebody who does not charge and makes room for others come nearer than 100 mm here to an enemy
    whom he sees, and nearer than where his way ended? Some have found their places already. Of some units a rectangle
    is known that all of them are in."""
    book = pos.book
    unit = book.figures[figure].unit
    if pos.card[unit] == CHARGE or book.units[unit].kind == "civilian":
        return False
    (x, y), xs, ys = there, pos.x, pos.y
    for enemy in pos.units_of(other(pos.owner[unit])):
        if pos.hidden >> enemy & 1 or book.units[enemy].kind == "civilian":
            continue
        reach = book.standoff + book.figures[figure].radius + book.units[enemy].radius
        # Everybody is asked for at every point that is tried: most are too far away along one axis.
        if enemy in about and beyond(about[enemy], x, y, reach):
            continue
        for foe in pos.standing[enemy]:
            fx, fy = places[foe][:2] if foe in places else (xs[foe], ys[foe])
            dx = fx - x
            if -reach < dx < reach and -reach < fy - y < reach:
                gap = dx * dx + (fy - y) ** 2
                near = gap < reach * reach and gap < pos.apart_from(figure, fx, fy)
                if near and _seen_from(pos, figure, there, foe):
                    return True
    reach = book.standoff + book.figures[figure].radius
    return any(
        _nearer_to(pos, figure, body, edges, there) for body, edges, box in pos.boxed if not beyond(box, x, y, reach)
    )


def _seen_from(pos: YangtzePosition, figure: Figure, there: Pt, foe: Figure) -> bool:
    """Does he see an enemy from where his way ended, or in the open from where he would come to stand?"""
    if figure_sees(pos, figure, foe):
        return True
    return pos.book.table.building(*there) == OUTDOORS and point_sees(pos, *there, foe)


def _nearer_to(pos: YangtzePosition, figure: Figure, body: Unit, edges: tuple[Edge, ...], there: Pt) -> bool:
    """S12.2: the same for what the enemy drives and sails."""
    reach = pos.book.standoff + pos.book.figures[figure].radius
    if pos.owner[body] == pos.owner[pos.book.figures[figure].unit] or not hands(pos, body):
        return False
    gap = near_polygon(edges, *there)
    return (
        gap < reach * reach and gap < near_polygon(edges, pos.x[figure], pos.y[figure]) and sees_body(pos, figure, body)
    )
