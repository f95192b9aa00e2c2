"""S19.1, R173, R221 How near to the enemy anybody is set up, or arrives; those aboard something count from its edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt

from shapan.ground.table import Bounds, Pt, apart, beyond, bounds, near_polygons
from shapan.mechanics.sides import other

from ..fire.sighting import body_sees_body, figure_sees, sees_body
from ..position import WRECK, YangtzePosition
from ..vessels.crews import hands
from ..who import Figure, Unit


def too_near(pos: YangtzePosition, figures: list[Figure]) -> bool:
    """S19.1: nobody is set up within 150 mm of an enemy whom he sees."""
    side = pos.owner[pos.book.figures[figures[0]].unit]
    if any(
        pos.within(figure, enemy, pos.book.radius) and figure_sees(pos, figure, enemy)
        for unit in _about(pos, side, {figure: (pos.x[figure], pos.y[figure]) for figure in figures})
        for enemy in pos.standing[unit]
        for figure in figures
    ):
        return True
    return any(_near_hull(pos, figure, hull) for hull in manned_hulls(pos, other(side)) for figure in figures)


def clear_of_all(pos: YangtzePosition, side: int, spots: Mapping[Figure, Pt]) -> bool:
    """Is nobody of the enemy near enough to ask whether he is seen?"""
    if next(_about(pos, side, spots), None) is not None:
        return False
    near = _near(pos, spots)
    return all(beyond(near, *pos.at[hull][:2], pos.book.spans[hull]) for hull in manned_hulls(pos, other(side)))


def _about(pos: YangtzePosition, side: int, spots: Mapping[Figure, Pt]) -> Iterator[Unit]:
    """The enemy units whose rectangle comes within 150 mm of the one about these figures."""
    near, radii = _near(pos, spots), pos.book.radii
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or not pos.standing[unit]:
            continue
        if not apart(pos.scene.box(pos, unit), near, radii[pos.standing[unit][0]]):
            yield unit


def _near(pos: YangtzePosition, spots: Mapping[Figure, Pt]) -> Bounds:
    """The rectangle about these figures, 150 mm wider on every side."""
    return bounds(spots.values(), pos.book.radius + pos.book.radii[next(iter(spots))])


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
    """What a side shows, drives and sails, with somebody aboard who fights; a wreck is abandoned (12.2)."""
    own = [body for body, _ in pos.bodies if pos.owner[body] == side and not pos.hidden >> body & 1]
    return [body for body in own if not pos.damage[body] & WRECK and hands(pos, body)]


def _near_hull(pos: YangtzePosition, figure: Figure, hull: Unit) -> bool:
    """Is somebody on foot within the distance of a vehicle or vessel that he sees?"""
    (x, y, _), reach = pos.at[hull], pos.book.radius
    far = reach + pos.book.radii[figure] + pos.book.spans[hull]
    if not (-far <= pos.x[figure] - x <= far and -far <= pos.y[figure] - y <= far):
        return False
    return pos.hull_gap(figure, hull) <= reach and sees_body(pos, figure, hull)
