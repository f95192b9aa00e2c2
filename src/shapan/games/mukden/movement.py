"""Mukden 8.0 Movement, with the effects of enemy zones on it (7.1) and the movement actions of 5.5."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from shapan.ground.hexes import Levels, Mask, Snag, walk
from shapan.kernel import Action, Group, Options, Refusal, one
from shapan.mechanics.hexoptions import Destinations

from .actions import Flip, Move, Pass
from .alternation import AlternatingActions, may_act_with
from .position import MukdenPosition
from .stacking import full_hexes
from .victory import hostile_critical, pass_through

CITED: Final = {
    Snag.NOT_ADJACENT: ("8.0", "refusal.path_gap"),
    Snag.CLOSED: ("8.2", "refusal.path_closed"),
    Snag.ENEMY: ("8.2", "refusal.path_enemy"),
    Snag.STOPPED: ("7.1", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("7.1", "refusal.zone_to_zone"),
}


def levels(pos: MukdenPosition, unit: int) -> Levels:
    """8.3: what can be reached, by cost."""
    return pos.front(pos.book.side_of[unit]).field.levels(pos.place[unit], points(pos, unit))


def points(pos: MukdenPosition, unit: int) -> int:
    """8.4: the points of a forced march for a unit that may make one; otherwise those of 8.0."""
    marching = pos.front(pos.book.side_of[unit]).may_march(pos.place[unit])
    return pos.book.forced_march_points if marching else pos.book.movement_factor


def destinations(pos: MukdenPosition, unit: int) -> Mask:
    """Where the move of this unit may end: within its points, outside enemy zones if it marches, with room to stack."""
    book = pos.book
    side = book.side_of[unit]
    ends = pos.front(side).ends(pos.place[unit], book.movement_factor, book.forced_march_points)
    return ends & ~full_hexes(pos, side)[book.equivalents[unit]]


def army_destinations(pos: MukdenPosition, side: int) -> dict[int, Mask]:
    """Where each undisrupted unit of a side may end its move; all are flooded together."""
    book, place, weight = pos.book, pos.place, pos.book.equivalents
    units = pos.ready(side)
    hexes = [place[unit] for unit in units]
    ends = pos.front(side).ends_of_all(hexes, book.movement_factor, book.forced_march_points)
    full = full_hexes(pos, side)
    return {unit: ends[place[unit]] & ~full[weight[unit]] for unit in units}


def move_refusal(pos: MukdenPosition, unit: int, path: tuple[int, ...]) -> Refusal | None:
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
        case, key = CITED[way.snag]
        return Refusal(case, key, hex=path[0] if way.at is None else way.at)
    if way.cost > pos.book.movement_factor and (refusal := forced_march_refusal(pos, unit, path)):
        return refusal
    return None if pos.fits(unit, path[-1]) else Refusal("6.1", "refusal.stacking", hex=path[-1])


def forced_march_refusal(pos: MukdenPosition, unit: int, path: tuple[int, ...]) -> Refusal | None:
    """8.4: a march of more than the ordinary points touches no enemy zone and needs a line of communication."""
    front = pos.front(pos.book.side_of[unit])
    touched = [here for here in path if front.in_enemy_zone(here)]
    if touched:
        return Refusal("8.4", "refusal.march_zone", hex=touched[0])
    if not front.has_line(path[0]):
        return Refusal("8.4", "refusal.march_line", unit=unit)
    return None


def why_not_there(pos: MukdenPosition, unit: int, there: int) -> Refusal:
    """The rule that keeps a unit from a hex that it cannot reach by any way."""
    front = pos.front(pos.book.side_of[unit])
    here = pos.place[unit]
    if there == here:
        return Refusal("8.1", "refusal.no_steps", unit=unit)
    if front.enemy >> there & 1:
        return Refusal("8.2", "refusal.path_enemy", hex=there)
    cost = levels(pos, unit).cost(there)
    if cost is not None and not pos.fits(unit, there):
        return Refusal("6.1", "refusal.stacking", hex=there)
    if cost is not None:
        return Refusal("8.4", "refusal.march_zone", hex=there)
    unhindered = pos.book.open_field.levels(here, pos.book.forced_march_points).cost(there)
    if unhindered is None:
        return Refusal("8.2", "refusal.path_points", points=pos.book.forced_march_points)
    if unhindered > pos.book.movement_factor and front.in_enemy_zone(here):
        return Refusal("8.4", "refusal.march_zone", hex=here)
    if unhindered > pos.book.movement_factor and not front.has_line(here):
        return Refusal("8.4", "refusal.march_line", unit=unit)
    return Refusal("7.1", "refusal.zone_in_the_way", hex=there)


class MovementActions(AlternatingActions):
    """5.5 in a movement phase: one unit moves, or one unit is flipped, or the player is done."""

    name: ClassVar[str] = "move"

    def options(self, pos: MukdenPosition) -> Options:
        (side,) = pos.frame
        ready = pos.ready(side)
        stops = _stops(pos, side)
        moves = [Group(Move, unit, values=_ways(pos, unit), costs=_costs(pos, unit), stops=stops) for unit in ready]
        return Options(*moves, Group(Flip, values=ready), one(Pass()))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        match action:
            case Pass():
                return None
            case Flip(unit):
                return may_act_with(pos, side, unit)
            case Move(unit, path):
                return may_act_with(pos, side, unit) or move_refusal(pos, unit, path)
        return Refusal("5.5", "refusal.movement_phase")

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        if isinstance(action, Move):
            march(pos, action.unit, action.path)
            if pos.outcome:
                return
        super().apply(pos, action)


def _ways(pos: MukdenPosition, unit: int) -> Callable[[], Destinations]:
    return lambda: Destinations(destinations(pos, unit))


def _stops(pos: MukdenPosition, side: int) -> Callable[[], Destinations]:
    return lambda: Destinations(pos.front(side).field.stops)


def _costs(pos: MukdenPosition, unit: int) -> Callable[[], dict[tuple[int], int]]:
    def costs() -> dict[tuple[int], int]:
        found = levels(pos, unit)
        return {there: found.cost(there[0]) or 0 for there in Destinations(destinations(pos, unit))}

    return costs


def march(pos: MukdenPosition, unit: int, path: tuple[int, ...]) -> None:
    """8.1: carry out a move; the unit is disrupted at its end. A sudden death stops it on the way (4.1, 4.2)."""
    side = pos.book.side_of[unit]
    origin = pos.place[unit]
    if len(path) == 1 and (pos.teller is not None or levels(pos, unit).reach() & hostile_critical(pos, side)):
        path = cheapest_way(pos, unit, path[0])
    if pos.teller is not None:
        pos.tell("8.0", "event.moved", side=pos.book.sides[side], unit=unit, origin=origin, path=path)
    stopped = pass_through(pos, side, path)
    pos.put(unit, path[-1] if stopped is None else stopped)
    pos.disrupt(1 << unit)


def cheapest_way(pos: MukdenPosition, unit: int, there: int) -> tuple[int, ...]:
    """The way meant by a move that names its destination only, from the unit's hex to there."""
    front = pos.front(pos.book.side_of[unit])
    path = front.field.path(pos.place[unit], there, points(pos, unit))
    assert path is not None
    return path
