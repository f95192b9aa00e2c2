"""S12.3, S14.5 Gangways: where people step off a vehicle or hull and on to it, and what that costs of their way."""

from __future__ import annotations

from shapan.ground.table import (
    Eye,
    Halt,
    Pt,
    Track,
    along,
    at_spent,
    beyond,
    bounds,
    length,
    near_polygon,
    overlap,
    walk,
)
from shapan.mechanics.sides import other

from ..fire.sighting import free_line, nearest_point, point_sees
from ..movement.ways import tread
from ..orders.planned import landings_of
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from .crews import hands

JETTY = "jetty"
SMALL_BOAT = "small_boat"
WATER_EDGE = (None, Halt.GROUND)
"""What may end the way to a hull: nothing, or the water that it lies in."""


def gangway_case(pos: YangtzePosition, carrier: Unit) -> str:
    """The case that lets people on and off: S14.5 for vessels, S12.3 for what drives."""
    return "S14.5" if pos.book.units[carrier].kind == "vessel" else "S12.3"


def foothold(pos: YangtzePosition, unit: Unit, carrier: Unit, spot: Pt) -> Pt | None:
    """S14.5: the firm point at which somebody comes off on the straight way to a spot, within 25 mm of the hull."""
    if not berthed(pos, carrier):
        return None
    hx, hy = nearest_point(pos.body(carrier), *spot)
    way = walk(pos.table, pos.way(unit), (spot, (hx, hy)), 0, pos.shut_for(unit))
    if way.snag not in WATER_EDGE or length(*way.end, hx, hy) > pos.book.alongside:
        return None
    return way.end if moors(pos, carrier, way.track) else None


def berthed(pos: YangtzePosition, carrier: Unit) -> bool:
    """Can anybody come off here at all? A bigger hull far from any jetty offers no foothold, wherever one looks."""
    known, key = pos.scene.known, ("berthed", carrier)
    if key not in known:
        known[key] = _lies_at_any_ground(pos, carrier) or any(
            overlap(area.bounds, *bounds([edge[:2] for edge in pos.body(carrier)], pos.book.alongside + 2 * SCALE))
            for area in (*pos.book.table.areas, *pos.book.table.strips)
            if area.surface.name == JETTY
        )
    return bool(known[key])


def _lies_at_any_ground(pos: YangtzePosition, carrier: Unit) -> bool:
    spec = pos.book.units[carrier]
    return spec.kind != "vessel" or spec.hull == SMALL_BOAT


def moors(pos: YangtzePosition, carrier: Unit, to_hull: Track) -> bool:
    """S14.5: small boats, and whatever has wheels, lie at any ground; bigger hulls at a jetty only."""
    if _lies_at_any_ground(pos, carrier):
        return True
    spent = to_hull[-1][0]
    # The last point may lie a hair's breadth in the water.
    ends = (to_hull[-1][1:], at_spent(to_hull, max(spent - SCALE, 0)))
    return any(pos.book.table.ground(*end).name == JETTY for end in ends)


def crowded(pos: YangtzePosition, unit: Unit, point: Pt, start: Pt | None = None) -> bool:
    """5.3: would somebody who comes off here stand nearer than 100 mm to an enemy whom he sees? If he begins his way on
    the deck of what has halted (``start``), only where that brings him nearer (R9, R181)."""
    book, (x, y) = pos.book, point
    reach = book.standoff + book.units[unit].radius
    for enemy in pos.units_of(other(pos.owner[unit])):
        if pos.hidden >> enemy & 1 or book.units[enemy].kind == "civilian":
            continue
        near, figures = reach + book.units[enemy].radius, pos.standing[enemy]
        if not figures or beyond(pos.scene.box(pos, enemy), x, y, near):
            continue
        limit = near * near
        for figure in figures:
            least = limit if start is None else min(limit, pos.apart_from(figure, *start))
            if pos.apart_from(figure, x, y) < least and point_sees(pos, x, y, figure):
                return True
    return any(_under_the_guns(pos, unit, body, point, start) for body, _ in pos.bodies)


def _under_the_guns(pos: YangtzePosition, unit: Unit, body: Unit, point: Pt, start: Pt | None) -> bool:
    """S12.2: the same for what the enemy drives and sails."""
    reach = pos.book.standoff + pos.book.units[unit].radius
    if pos.owner[body] == pos.owner[unit] or pos.far_from(body, *point, reach) or not hands(pos, body):
        return False
    edges, limit = pos.body(body), reach * reach
    if near_polygon(edges, *point) >= (limit if start is None else min(limit, near_polygon(edges, *start))):
        return False
    return free_line(pos, Eye(*point), Eye(*nearest_point(edges, *point)), (body,))


def too_near(pos: YangtzePosition, unit: Unit, carrier: Unit, at: Pt, spot: Pt) -> bool:
    """5.3: does the gangway of what has halted lead nearer to an enemy within 100 mm, or the place beside the hull at
    its end?"""
    deck, stand = nearest_point(pos.body(carrier), *spot), standing_clear(pos, unit, carrier, at, spot)
    return crowded(pos, unit, at, deck) or crowded(pos, unit, stand, deck)


def standing_clear(pos: YangtzePosition, unit: Unit, carrier: Unit, at: Pt, spot: Pt) -> Pt:
    """Where somebody who comes off here for a spot first stands beside the hull, with nothing of his base on it."""
    radius, edges = pos.book.units[unit].radius, pos.body(carrier)
    whole = length(*at, *spot)
    low, high = -1, whole
    while high - low > 1:
        middle = (low + high) // 2
        if near_polygon(edges, *along(*at, *spot, middle, whole)) < radius * radius:
            low = middle
        else:
            high = middle
    return along(*at, *spot, high, whole) if whole else at


def way_off(pos: YangtzePosition, unit: Unit, carrier: Unit, spot: Pt) -> Track | None:
    """A rider's way to a spot: the gangway first, then the ground; none where there is no foothold or the enemy is too
    near to where he would stand."""
    at = foothold(pos, unit, carrier, spot)
    if at is None or too_near(pos, unit, carrier, at, spot):
        return None
    way = tread(pos, unit, (at, spot))
    if way.snag is not None:
        return None
    cost = pos.book.embark
    return ((0, *at), *((spent + cost, x, y) for spent, x, y in way.track))


def on_gangway(pos: YangtzePosition, figure: Figure) -> bool:
    """R184: has somebody who gets off what has halted not yet paid for the gangway?"""
    track, plan = pos.track[figure], pos.plan[pos.book.figures[figure].unit]
    begins = len(track) > 1 and track[1] == (pos.book.embark, *track[0][1:])
    return begins and bool(landings_of(plan)) and pos.spent[figure] < pos.book.embark


def way_on(pos: YangtzePosition, figure: Figure, carrier: Unit) -> Track | None:
    """A figure's way aboard: over the ground until its base is at the hull, or to the water within 25 mm of it; then
    the gangway."""
    unit, radius = pos.book.figures[figure].unit, pos.book.figures[figure].radius
    here = (pos.x[figure], pos.y[figure])
    hull = nearest_point(pos.body(carrier), *here)
    whole = length(*here, *hull)
    beside = along(*here, *hull, whole - radius, whole) if whole > radius else here
    way = walk(pos.table, pos.way(unit), (here, beside), 0, pos.shut_for(unit))
    if way.snag not in WATER_EDGE or length(*way.end, *hull) > pos.book.alongside + (0 if way.snag else radius):
        return None
    if not moors(pos, carrier, walk(pos.table, pos.way(unit), (here, hull), 0, pos.shut_for(unit)).track):
        return None
    return (*way.track, (way.spent + pos.book.embark, *way.end))
