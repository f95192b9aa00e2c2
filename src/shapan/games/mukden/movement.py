"""Mukden 8.0 Movement, with the effects of enemy zones on it (7.1) and the movement actions of 5.5."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from shapan.ground.hexes import Hex, Levels, Mask, Snag, walk
from shapan.kernel import Action, Family, Group, Options, Refusal, one
from shapan.mechanics.detours import Leg, leave, legs, offers, richest_way
from shapan.mechanics.hexoptions import Destinations, Once, Way, prices_of
from shapan.mechanics.verbs import Flip, Move, Pass

from .alternation import AlternatingActions, Moving, may_act_with
from .position import MukdenPosition
from .stacking import fits, full_hexes
from .victory import hostile_critical, pass_through, sudden_death, walked
from .zones import Front

CITED: Final = {
    Snag.NOT_ADJACENT: ("8.0", "refusal.path_gap"),
    Snag.CLOSED: ("8.2", "refusal.path_closed"),
    Snag.ENEMY: ("8.2", "refusal.path_enemy"),
    Snag.STOPPED: ("7.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("7.1", "refusal.zone_to_zone"),
}


# --- 8.0 to 8.3 where a move may end ------------------------------------------------------------


def levels(pos: MukdenPosition, unit: int) -> Levels:
    """8.3: what can be reached, by cost."""
    front, here = pos.front(pos.book.side_of[unit]), pos.place[unit]
    found = front.levels.get(here)
    if found is None:
        found = front.levels[here] = front.field.levels(here, points(pos, unit))
    return found


def destinations(pos: MukdenPosition, unit: int) -> Mask:
    """Where the move of this unit may end: within its points, outside enemy zones if it marches, with room to stack."""
    book, here = pos.book, pos.place[unit]
    side = book.side_of[unit]
    front = pos.front(side)
    if here not in front.ends:
        found = levels(pos, unit)
        front.ends[here] = _ends(front, found.reach(book.movement_factor), found.reach())
    return front.ends[here] & ~full_hexes(pos, side)[book.equivalents[unit]]


def army_destinations(pos: MukdenPosition, side: int) -> dict[int, Mask]:
    """Where each undisrupted unit of a side may end its move; those not yet known are flooded together."""
    book, place, front = pos.book, pos.place, pos.front(side)
    units = pos.ready(side)
    fresh = {place[unit]: unit for unit in units if place[unit] not in front.ends}
    if fresh:
        ordinary, forced = book.movement_factor, book.forced_march_points
        near = front.field.reach_all([*fresh], ordinary)
        far = front.field.reach_all([here for here, unit in fresh.items() if points(pos, unit) == forced], forced)
        front.ends.update({here: _ends(front, near[here], far.get(here, 0)) for here in fresh})
    full = full_hexes(pos, side)
    return {unit: front.ends[place[unit]] & ~full[book.equivalents[unit]] for unit in units}


# --- 8.4 forced march ---------------------------------------------------------------------------


def may_march(front: Front, path: tuple[Hex, ...]) -> bool:
    """8.4: a march of more than the ordinary points touches no enemy zone and needs a line of communication."""
    return front.first_zone(path) is None and front.has_line(path[0])


def forced_march_refusal(front: Front, unit: int, path: tuple[Hex, ...]) -> Refusal | None:
    """Why a unit may not march so."""
    if may_march(front, path):
        return None
    zone = front.first_zone(path)
    if zone is not None:
        return Refusal("8.4", "refusal.march_zone", hex=zone)
    return Refusal("8.4", "refusal.march_line", unit=unit)


def points(pos: MukdenPosition, unit: int) -> int:
    """8.4: the points of a forced march for a unit that may set out on one; otherwise those of 8.0."""
    book = pos.book
    marching = may_march(pos.front(book.side_of[unit]), (pos.place[unit],))
    return book.forced_march_points if marching else book.movement_factor


def _ends(front: Front, near: Mask, far: Mask) -> Mask:
    """Within the ordinary points, or farther outside enemy zones (8.4). What lies farther was reached without touching
    one on the way: a unit stops in the first that it enters (7.1)."""
    return near | far & ~front.zone


# --- what is refused ----------------------------------------------------------------------------


def move_refusal(pos: MukdenPosition, unit: int, path: tuple[Hex, ...]) -> Refusal | None:
    """Judge any path whatever."""
    if len(path) == 1:
        return None if destinations(pos, unit) >> path[0] & 1 else why_not_there(pos, unit, path[0])
    here = pos.place[unit]
    front = pos.front(pos.book.side_of[unit])
    if path[0] != here:
        return Refusal("8.0", "refusal.path_start", unit=unit, hex=here)
    way = walk(front.field, path, points=pos.book.forced_march_points)
    if way.snag is Snag.POINTS:
        return Refusal("8.2", "refusal.path_points", points=pos.book.forced_march_points)
    if way.snag is not None:
        assert way.at is not None
        case, key = CITED[way.snag]
        return Refusal(case, key, hex=way.at)
    if way.cost > pos.book.movement_factor and (refusal := forced_march_refusal(front, unit, path)):
        return refusal
    return None if fits(pos, unit, path[-1]) else Refusal("6.1", "refusal.stacking", hex=path[-1])


def why_not_there(pos: MukdenPosition, unit: int, there: Hex) -> Refusal:
    """The rule that keeps a unit from a hex that it cannot reach by any way."""
    front = pos.front(pos.book.side_of[unit])
    here = pos.place[unit]
    if there == here:
        return Refusal("8.1", "refusal.no_steps", unit=unit)
    if front.enemy >> there & 1:
        return Refusal("8.2", "refusal.path_enemy", hex=there)
    cost = levels(pos, unit).cost(there)
    if cost is not None and not fits(pos, unit, there):
        return Refusal("6.1", "refusal.stacking", hex=there)
    unhindered = pos.book.open_field.levels(here, pos.book.forced_march_points).cost(there)
    if unhindered is None:
        return Refusal("8.2", "refusal.path_points", points=pos.book.forced_march_points)
    # What can be said of a forced march: where it sets out and, if there is a way, where it would end.
    marched = (here,) if cost is None else (here, there)
    if (cost or unhindered) > pos.book.movement_factor and (refusal := forced_march_refusal(front, unit, marched)):
        return refusal
    return Refusal("7.1", "refusal.zone_in_the_way", hex=there)


# --- 5.5 movement actions -----------------------------------------------------------------------


class MovementActions(AlternatingActions[Moving]):
    """5.5 in a movement phase: one unit moves, or one unit is flipped, or the player is done."""

    def options(self, pos: MukdenPosition, at: Moving) -> Options:
        ready = pos.ready(at.side)
        return Options(Family(ready, partial(_moves, pos)), Group(Flip, values=ready), one(Pass()))

    def refusal(self, pos: MukdenPosition, at: Moving, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Flip(unit):
                return may_act_with(pos, at.side, unit)
            case Move(unit, path):
                return may_act_with(pos, at.side, unit) or move_refusal(pos, unit, path)
        return Refusal("5.5", "refusal.movement_phase")

    def apply(self, pos: MukdenPosition, at: Moving, action: Action) -> None:
        if isinstance(action, Move):
            march(pos, action.unit, action.path)
            if pos.outcome:
                return
        super().apply(pos, at, action)


def _moves(pos: MukdenPosition, unit: int) -> Group[Move]:
    ends = Once(partial(ways, pos, unit))
    return Group(Move, unit, values=ends, costs=partial(_costs, pos, unit, ends), stops=partial(_stops, pos, unit))


def ways(pos: MukdenPosition, unit: int) -> Destinations:
    """Where a unit may go; apart from that longer ways that take Mukden in passing (3.3), for what it decides (4.3)."""
    ends, side, here = destinations(pos, unit), pos.book.side_of[unit], pos.place[unit]
    critical = hostile_critical(pos, side)
    town = 1 << pos.book.end_game_hex & critical & ~sudden_death(pos, side)
    if not town & levels(pos, unit).reach():
        return Destinations(ends)
    front, ordinary = pos.front(side), pos.book.movement_factor
    found = legs([leave(front.field, here, points(pos, unit), critical)], front.field, town)

    def allowed(leg: Leg) -> Mask:
        near = leg.levels.reach(max(0, ordinary - leg.spent))
        return _ends(front, near, leg.levels.reach()) & (ends | 1 << here)

    return Destinations(ends, offers(found, allowed))


def _stops(pos: MukdenPosition, unit: int) -> Destinations:
    return Destinations(pos.front(pos.book.side_of[unit]).field.stops)


def _costs(pos: MukdenPosition, unit: int, found: Callable[[], Destinations]) -> Mapping[Way, int]:
    ends = found()
    prices = prices_of(levels(pos, unit), ends.mask)
    return prices.besides({way: spent(pos, unit, way) for way in ends.rest()}) if ends.more else prices


def march(pos: MukdenPosition, unit: int, path: tuple[Hex, ...]) -> None:
    """8.1: carry out a move; the unit is disrupted at its end. A sudden death stops it on the way (4.1, 4.2)."""
    side = pos.book.side_of[unit]
    origin = pos.place[unit]
    if len(path) == 1 and (pos.teller is not None or levels(pos, unit).reach() & hostile_critical(pos, side)):
        path = whole_way(pos, unit, path[0])
    path = walked(pos, side, path)
    if pos.teller is not None:
        pos.tell("8.0", "event.moved", side=pos.book.sides[side], unit=unit, origin=origin, path=path)
    pass_through(pos, side, path)
    pos.put(unit, path[-1])
    pos.disrupt(1 << unit)


# --- 3.3 the way meant --------------------------------------------------------------------------


def whole_way(pos: MukdenPosition, unit: int, there: Hex) -> Way:
    """The way meant by a move that names its end only: of the cheapest one that takes most from the enemy (3.3), Mukden
    before all (4.3)."""
    side = pos.book.side_of[unit]
    prized, town = hostile_critical(pos, side), 1 << pos.book.end_game_hex
    return richest_way(pos.front(side).field, pos.place[unit], there, points(pos, unit), prized & town, prized)


def spent(pos: MukdenPosition, unit: int, way: Way) -> int:
    """8.3: what a way costs."""
    return walk(pos.front(pos.book.side_of[unit]).field, way, points(pos, unit)).cost
