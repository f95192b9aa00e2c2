"""Fire & Movement 5.1 Movement restrictions, 5.2 Terrain, 6.1 Zones of control in movement.

A move stops in the first enemy zone that it enters. A unit that starts in one leaves it by a hex free of them, or
infiltrates: one hex from zone to zone, which is its whole move (5.1.2, never in mobile movement). A unit that has not
moved may always enter one adjacent hex, whatever it costs (5.1.1).
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Field, Fields, Levels, Mask, Snag, bits, walk
from shapan.kernel import Refusal
from shapan.mechanics.forces import OFF

from .position import FM, other
from .stacking import cures

REGULAR: Final = "regular"
MOBILE_PHASE: Final = "mobile"

CITED: Final = {
    Snag.NOT_ADJACENT: ("5.1", "refusal.path_gap"),
    Snag.CLOSED: ("5.2", "refusal.path_closed"),
    Snag.ENEMY: ("5.1", "refusal.path_enemy"),
    Snag.FORBIDDEN: ("5.1", "refusal.path_forbidden"),
    Snag.STOPPED: ("6.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("6.1", "refusal.zone_to_zone"),
    Snag.TOUCHES_ZONE: ("6.1", "refusal.zone_stop"),
}


# --- who may move -------------------------------------------------------------------------------


def may_move(pos: FM, side: int, kind: str, units: tuple[int, ...]) -> Refusal | None:
    """5.1: one's own units on the map, once a phase; 4.1: in the mobile phase mobile units and whoever rides along."""
    book = pos.book
    if any(unit >= len(book.entries) or book.side_of[unit] != side for unit in units):
        return Refusal("4.1", "refusal.not_yours")
    group = sum({1 << unit for unit in units})
    if any(pos.place[unit] == OFF for unit in units):
        return Refusal("5.1", "refusal.not_on_map", unit=units[0])
    if len({pos.place[unit] for unit in units}) > 1 or group.bit_count() != len(units):
        return Refusal("5.1", "refusal.not_a_stack")
    if len(units) > 1 and not book.partners[units[0]] & group:
        return Refusal("5.3", "refusal.not_a_stack")
    if group & pos.moved and not goes_on(pos, group):
        return Refusal("5.1", "refusal.moved", unit=units[0])
    if kind == MOBILE_PHASE and group & ~book.mobile and not rides_along(pos, group):
        return Refusal("4.1", "refusal.leg_unit", unit=units[0])
    return None


def rides_along(pos: FM, group: int) -> bool:
    """2.3.2: a leg unit moves in the mobile phase only together with the mobile support unit it was stacked with."""
    book = pos.book
    return not group & ~(book.mobile | pos.rides) and bool(group & book.mobile & book.supports)


def goes_on(pos: FM, group: int) -> bool:
    """5.1: a member of a stack that has just moved may leave the others and go on with what it has left."""
    members, _ = pos.trek
    return group.bit_count() == 1 and bool(group & members)


def riders(pos: FM, side: int) -> int:
    """2.3.2: the leg units that share a hex with a mobile support unit."""
    book = pos.book
    found = 0
    for unit in bits(book.mobile & book.supports & book.roster[side]):
        if pos.place[unit] != OFF:
            found |= pos.mates(unit) & ~book.mobile
    return found


# --- where to -----------------------------------------------------------------------------------


def field(pos: FM, units: int, shy: bool) -> Field:
    """6.1: what these units face; ``shy`` keeps out of hexes that a way should not cross unless told to."""
    side = pos.book.side_of[(units & -units).bit_length() - 1]
    enemy = other(side)
    forbidden = pos.closed_to(side) | (pos.shunned_by(side) if shy else 0)
    held = pos.occupied[enemy] | pos.garrisoned(enemy)
    fields: Fields = pos.book.fields
    return fields.field(pos.costs_for(side, pos.mover(units)), held, pos.zone_of(enemy), forbidden)


def points(pos: FM, units: int) -> int:
    """5.1: a stack has the allowance of its slowest member; what a stack has spent is gone for who goes on."""
    allowance = min(pos.allowance(unit) for unit in bits(units))
    return allowance - pos.trek[1] if goes_on(pos, units) and units & pos.moved else allowance


def reach(pos: FM, units: int, kind: str, shy: bool) -> Mask:
    """Every hex that the ground and the enemy let these units move to."""
    ground = field(pos, units, shy)
    here = pos.place[(units & -units).bit_length() - 1]
    left = points(pos, units)
    going_on = bool(units & pos.moved)
    if going_on and ground.zone >> here & 1:
        return 0
    # The levels also give the way later on, so that one flood serves both.
    reached = ground.levels(here, left).reach() if left > 0 else 0
    return reached if going_on else reached | one_hex(pos, ground, here, kind, left)


def one_hex(pos: FM, ground: Field, here: int, kind: str, left: int) -> Mask:
    """5.1.1 the minimum move, 5.1.2 infiltration."""
    if left <= 0:
        return 0
    around: Mask = pos.book.around[here] & ground.open_
    if not ground.zone >> here & 1:
        return around
    return around if kind == REGULAR else around & ~ground.zone


def destinations(pos: FM, units: int, kind: str) -> Mask:
    """Where a move that names its end only may go: within stacking, and through no hex that should be shunned."""
    side = pos.book.side_of[(units & -units).bit_length() - 1]
    found = reach(pos, units, kind, shy=True)
    shunned = pos.shunned_by(side)
    if shunned and shunned & surroundings(pos, units):
        found |= reach(pos, units, kind, shy=False) & shunned
    return found & ~pos.full_for(units)


def surroundings(pos: FM, units: int) -> Mask:
    """No move goes farther than one hex for each point, and a minimum move goes one hex: a quick bound."""
    found: Mask = pos.book.near(pos.place[(units & -units).bit_length() - 1], max(points(pos, units), 1))
    return found


def move_refusal(pos: FM, units: tuple[int, ...], path: tuple[int, ...], kind: str) -> Refusal | None:
    """Judge any path whatever."""
    group = sum(1 << unit for unit in units)
    here = pos.place[units[0]]
    if len(path) == 1:
        if destinations(pos, group, kind) >> path[0] & 1:
            return None
        return why_not_there(pos, group, path[0], kind) or crowd_refusal(pos, group, path[0])
    if path[0] != here:
        return Refusal("5.1", "refusal.path_start", unit=units[0], hex=here)
    snag = path_refusal(pos, group, path, kind)
    return snag or crowd_refusal(pos, group, path[-1])


def path_refusal(pos: FM, group: int, path: tuple[int, ...], kind: str) -> Refusal | None:
    ground = field(pos, group, shy=False)
    left = points(pos, group)
    unit = (group & -group).bit_length() - 1
    if left <= 0:
        return Refusal("5.1", "refusal.no_points", unit=unit)
    if group & pos.moved and ground.zone >> path[0] & 1:
        return Refusal("6.1", "refusal.zone_stop", hex=path[0])
    way = walk(ground, path, left)
    only = len(path) == 2 and not group & pos.moved
    if way.snag is None or (only and way.snag is Snag.POINTS):
        return None
    if way.snag is Snag.POINTS:
        return Refusal("5.1", "refusal.path_points", points=left)
    if way.snag is Snag.ZONE_TO_ZONE and kind == MOBILE_PHASE:
        return Refusal("4.1", "refusal.mobile_infiltration")
    if way.snag is Snag.ZONE_TO_ZONE and only:
        return None
    if way.snag is Snag.FORBIDDEN and way.at is not None:
        return closed_refusal(pos, way.at)
    case, key = CITED[way.snag]
    return Refusal(case, key, hex=path[0] if way.at is None else way.at)


def crowd_refusal(pos: FM, group: int, there: int) -> Refusal | None:
    """5.3: a full hex may be entered only if somebody in it can make room with the next move."""
    if pos.fits(group, there):
        return None
    side, kind = pos.frame
    after = pos.copy()
    after.moved |= group
    after.crowded = there
    for unit in bits(group):
        after.put(unit, there)
    for unit in cures(after):
        if may_move(after, side, kind, (unit,)) is None and destinations(after, 1 << unit, kind):
            return None
    return Refusal("5.3", "refusal.stacking", hex=there)


def closed_refusal(pos: FM, here: int) -> Refusal:
    """The exclusive case that closes a hex; titles name it in ``closed_case``."""
    return Refusal(pos.book.closed_case, "refusal.closed", hex=here)


def why_not_there(pos: FM, group: int, there: int, kind: str) -> Refusal | None:
    """The rule that keeps a unit from a hex that it cannot reach by any way; None if only stacking keeps it out."""
    side = pos.book.side_of[(group & -group).bit_length() - 1]
    here = pos.place[(group & -group).bit_length() - 1]
    ground = field(pos, group, shy=False)
    if there == here:
        return Refusal("5.1", "refusal.no_steps", hex=here)
    if not pos.book.playable >> there & 1:
        return Refusal("5.2", "refusal.path_closed", hex=there)
    if ground.enemy >> there & 1:
        return Refusal("5.1", "refusal.path_enemy", hex=there)
    if pos.closed_to(side) >> there & 1:
        return closed_refusal(pos, there)
    if reach(pos, group, kind, shy=True) >> there & 1:
        return None
    if reach(pos, group, kind, shy=False) >> there & 1:
        return Refusal(pos.book.closed_case, "refusal.way_wanted", hex=there)
    if pos.book.around[here] >> there & 1 and ground.zone >> here & 1 and kind == MOBILE_PHASE:
        return Refusal("4.1", "refusal.mobile_infiltration")
    free = Field(ground.costs)
    if not free.reach(here, max(points(pos, group), 0)) >> there & 1:
        return Refusal("5.1", "refusal.path_points", points=max(points(pos, group), 0))
    return Refusal("6.1", "refusal.zone_in_the_way", hex=there)


# --- by which way -------------------------------------------------------------------------------


def levels(pos: FM, group: int, shy: bool) -> Levels:
    here = pos.place[(group & -group).bit_length() - 1]
    return field(pos, group, shy).levels(here, max(points(pos, group), 0))


def way_matters(pos: FM, group: int, there: int) -> bool:
    """Could a way to this hex pass through one where an entry changes something?"""
    side = pos.book.side_of[(group & -group).bit_length() - 1]
    watched = pos.noteworthy(side) & ~pos.closed_to(side) & surroundings(pos, group)
    shunned = pos.shunned_by(side)
    return bool(watched if shunned >> there & 1 else watched & ~shunned)


def whole_way(pos: FM, group: int, there: int) -> tuple[int, ...]:
    """The way meant by a move that names its end only: the cheapest, if possible without shunned hexes."""
    here: int = pos.place[(group & -group).bit_length() - 1]
    for shy in (True, False):
        left = max(points(pos, group), 0)
        path = field(pos, group, shy).path(here, there, left)
        if path is not None:
            return path
    return (here, there)


def way_cost(pos: FM, group: int, path: tuple[int, ...]) -> int:
    """The points that a stack has spent on its way; a minimum move takes them all."""
    costs = field(pos, group, shy=False).costs
    total = sum(costs.step(path[at], path[at + 1]) or 0 for at in range(len(path) - 1))
    everything: int = max(pos.book.ma)
    return total if total <= points(pos, group) else everything
