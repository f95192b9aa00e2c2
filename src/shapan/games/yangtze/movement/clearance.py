"""S19.1, R173 How near to the enemy anybody is set up, or arrives; those aboard something count from its edge."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from shapan.ground.table import near_polygons
from shapan.mechanics.sides import other

from ..fire.sighting import body_sees_body, figure_sees, sees_body
from ..position import WRECK, YangtzePosition
from ..vessels.crews import hands
from ..who import Figure, Unit


def too_near(pos: YangtzePosition, figures: list[Figure]) -> bool:
    """S19.1: nobody is set up within 150 mm of an enemy whom he sees."""
    book, xs, ys, radii = pos.book, pos.x, pos.y, pos.book.radii
    reach = book.radius
    side = pos.owner[book.figures[figures[0]].unit]
    west, east = min([xs[f] for f in figures]), max([xs[f] for f in figures])
    north, south = min([ys[f] for f in figures]), max([ys[f] for f in figures])
    wide = reach + max([radii[f] for f in figures])
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or not pos.standing[unit]:
            continue
        left, top, right, bottom = pos.scene.box(pos, unit)
        far = wide + radii[pos.standing[unit][0]]
        if west > right + far or east < left - far or north > bottom + far or south < top - far:
            continue
        for enemy in pos.standing[unit]:
            x, y = xs[enemy], ys[enemy]
            if not (west - far <= x <= east + far and north - far <= y <= south + far):
                continue
            for figure in figures:
                near = -far <= xs[figure] - x <= far and pos.within(figure, enemy, reach)
                if near and figure_sees(pos, figure, enemy):
                    return True
    return any(_near_hull(pos, figure, hull) for hull in manned_hulls(pos, other(side)) for figure in figures)


def clear_of_all(pos: YangtzePosition, side: int, spots: Mapping[Figure, tuple[int, int]]) -> bool:
    """Is nobody of the enemy near enough to ask whether he is seen? Told by the rectangles about units and hulls."""
    radii, points = pos.book.radii, spots.values()
    wide = pos.book.radius + max([radii[f] for f in spots])
    west, east = min([x for x, _ in points]) - wide, max([x for x, _ in points]) + wide
    north, south = min([y for _, y in points]) - wide, max([y for _, y in points]) + wide
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or not pos.standing[unit]:
            continue
        left, top, right, bottom = pos.scene.box(pos, unit)
        r = radii[pos.standing[unit][0]]
        if west <= right + r and east >= left - r and north <= bottom + r and south >= top - r:
            return False
    for hull in manned_hulls(pos, other(side)):
        (x, y, _), far = pos.at[hull], pos.book.spans[hull]
        if west - far <= x <= east + far and north - far <= y <= south + far:
            return False
    return True


def hull_too_near(pos: YangtzePosition, unit: Unit) -> bool:
    """The same for those who come in a vehicle or vessel."""
    reach, foe = pos.book.radius, other(pos.owner[unit])
    for enemy in pos.units_of(foe):
        for figure in () if pos.hidden >> enemy & 1 else pos.standing[enemy]:
            if _near_hull(pos, figure, unit):
                return True
    for hull in manned_hulls(pos, foe):
        gap = isqrt(near_polygons(pos.body(unit), pos.body(hull)))
        if gap <= reach and body_sees_body(pos, unit, hull):
            return True
    return False


def manned_hulls(pos: YangtzePosition, side: int) -> list[Unit]:
    """What a side drives and sails, with somebody aboard who fights; a wreck is abandoned (12.2)."""
    own = [body for body, _ in pos.bodies if pos.owner[body] == side]
    return [body for body in own if not pos.damage[body] & WRECK and hands(pos, body)]


def _near_hull(pos: YangtzePosition, figure: Figure, hull: Unit) -> bool:
    """Is somebody on foot within the distance of a vehicle or vessel that he sees?"""
    (x, y, _), reach = pos.at[hull], pos.book.radius
    far = reach + pos.book.radii[figure] + pos.book.spans[hull]
    if not (-far <= pos.x[figure] - x <= far and -far <= pos.y[figure] - y <= far):
        return False
    return pos.hull_gap(figure, hull) <= reach and sees_body(pos, figure, hull)
