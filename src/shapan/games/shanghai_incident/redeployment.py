"""Shanghai Incident 14.0 Redeployment: four times the allowance, far from every enemy zone.

At no time may the unit or its zone of control enter the zone of an enemy unit, and towns and cities in enemy hands
count as enemy units. So the hexes that touch the surroundings of either are shut, where the unit starts as well.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from shapan.ground.hexes import Field, Mask, Snag, ZoneRule, bits, walk
from shapan.kernel import Action, Group, Options, Refusal, SideStep, one
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.fire_and_movement.position import other
from shapan.mechanics.fire_and_movement.ways import closed_refusal, may_move
from shapan.mechanics.hexoptions import Destinations

from .actions import Redeploy
from .special import hampered
from .trains import run, safe_reach

if TYPE_CHECKING:
    from .position import ShanghaiPosition

CITED = {
    Snag.NOT_ADJACENT: ("5.1", "refusal.path_gap"),
    Snag.CLOSED: ("5.2", "refusal.path_closed"),
    Snag.ENEMY: ("5.1", "refusal.path_enemy"),
    Snag.TOUCHES_ZONE: ("14.0", "refusal.redeploy_zone"),
}


def unsafe(pos: ShanghaiPosition, side: int) -> Mask:
    """14.0: the hexes in which a unit of this side, or its zone, would touch an enemy zone."""
    grid, playable, enemy = pos.book.grid, pos.book.playable, other(side)
    hostile = pos.occupied[enemy] | pos.held[enemy] & pos.book.urban
    zone = (hostile | grid.spread(hostile)) & playable
    return zone | grid.spread(zone)


def points(pos: ShanghaiPosition, unit: int) -> int:
    """14.0: four times the allowance, halved before by a replacement (13.7), less one spent on placement (R-10)."""
    allowance = pos.marching(unit)
    return allowance * (pos.book.redeployment - (pos.placed >> unit & 1))


def field(pos: ShanghaiPosition, unit: int, shy: bool) -> Field:
    side = pos.book.side_of[unit]
    enemy = other(side)
    costs = hampered(pos, side, pos.book.costs[pos.mover(1 << unit)], pos.book.interdiction["redeployment"])
    forbidden = pos.closed_to(side) | (pos.shunned_by(side) if shy else 0)
    held = pos.occupied[enemy] | pos.garrisoned(enemy)
    return pos.book.fields.field(costs, held, unsafe(pos, side), forbidden, ZoneRule.SHUN)


def destinations(pos: ShanghaiPosition, unit: int) -> Mask:
    """Where a unit may redeploy to; 5.3: with room to stack."""
    here = pos.place[unit]
    if pos.book.loose >> unit & 1:
        return safe_reach(pos, unit, unsafe(pos, pos.book.side_of[unit]))
    found = field(pos, unit, shy=True).levels(here, points(pos, unit)).reach()
    shunned = pos.shunned_by(pos.book.side_of[unit])
    if shunned and shunned & pos.book.near(here, points(pos, unit)):
        found |= field(pos, unit, shy=False).levels(here, points(pos, unit)).reach() & shunned
    return found & ~pos.full_for(1 << unit)


def eligible(pos: ShanghaiPosition, side: int) -> list[int]:
    """14.0: units that have not moved and stand far enough from the enemy to begin."""
    shut = unsafe(pos, side)
    ready = bits(pos.present & pos.book.roster[side] & ~pos.moved)
    return [unit for unit in ready if not shut >> pos.place[unit] & 1]


def redeploy_options(pos: ShanghaiPosition, side: int, pause: bool) -> list[Group[Action]]:
    units = eligible(pos, side)
    if not pause:
        units = [unit for unit in units if not pos.book.loose >> unit & 1]
    return [Group(Redeploy, unit, values=partial(_ways, pos, unit), costs=partial(_costs, pos, unit)) for unit in units]


def _ways(pos: ShanghaiPosition, unit: int) -> Destinations:
    return Destinations(destinations(pos, unit))


def _costs(pos: ShanghaiPosition, unit: int) -> dict[tuple[int], int]:
    here, left = pos.place[unit], points(pos, unit)
    quiet, loud = field(pos, unit, True).levels(here, left), field(pos, unit, False).levels(here, left)
    ends = Destinations(destinations(pos, unit))
    return {end: quiet.cost(end[0]) or loud.cost(end[0]) or 0 for end in ends}


def redeploy_refusal(pos: ShanghaiPosition, side: int, unit: int, path: tuple[int, ...], pause: bool) -> Refusal | None:
    """Judge any redeployment."""
    if refusal := may_move(pos, side, "regular", (unit,)):
        return refusal
    shut = unsafe(pos, side)
    if shut >> pos.place[unit] & 1:
        return Refusal("14.0", "refusal.redeploy_zone", hex=pos.place[unit])
    if pos.book.loose >> unit & 1:
        return _train_refusal(pos, unit, path, shut, pause)
    if len(path) == 1:
        if destinations(pos, unit) >> path[0] & 1:
            return None
        return _why_not(pos, unit, path[0], shut)
    if path[0] != pos.place[unit]:
        return Refusal("5.1", "refusal.path_start", unit=unit, hex=pos.place[unit])
    way = walk(field(pos, unit, shy=False), path, points(pos, unit))
    if way.snag is Snag.POINTS:
        return Refusal("14.0", "refusal.path_points", points=points(pos, unit))
    if way.snag is Snag.FORBIDDEN and way.at is not None:
        return closed_refusal(pos, way.at)
    if way.snag is not None:
        case, key = CITED[way.snag]
        return Refusal(case, key, hex=path[0] if way.at is None else way.at)
    return None if pos.fits(1 << unit, path[-1]) else Refusal("5.3", "refusal.stacking", hex=path[-1])


def _train_refusal(pos: ShanghaiPosition, unit: int, path: tuple[int, ...], shut: Mask, pause: bool) -> Refusal | None:
    """R-27: trains redeploy in a pause only; in a turn they run anyway."""
    if not pause:
        return Refusal("16.4", "refusal.train_redeploys")
    if len(path) == 1:
        return None if safe_reach(pos, unit, shut) >> path[0] & 1 else Refusal("16.4", "refusal.train_way", hex=path[0])
    lawful = path[0] == pos.place[unit] and all(
        ((here, there) in pos.book.rail and safe_reach(pos, unit, shut) >> there & 1) or there == path[0]
        for here, there in pairwise(path)
    )
    return None if lawful and path[-1] != path[0] else Refusal("16.4", "refusal.train_way", hex=path[-1])


def _why_not(pos: ShanghaiPosition, unit: int, there: int, shut: Mask) -> Refusal:
    side = pos.book.side_of[unit]
    if there == pos.place[unit]:
        return Refusal("5.1", "refusal.no_steps", hex=there)
    if not pos.book.playable >> there & 1:
        return Refusal("5.2", "refusal.path_closed", hex=there)
    if shut >> there & 1:
        return Refusal("14.0", "refusal.redeploy_zone", hex=there)
    if pos.closed_to(side) >> there & 1:
        return closed_refusal(pos, there)
    if not pos.fits(1 << unit, there):
        return Refusal("5.3", "refusal.stacking", hex=there)
    return Refusal("14.0", "refusal.path_points", points=points(pos, unit))


def redeploy(pos: ShanghaiPosition, unit: int, path: tuple[int, ...]) -> None:
    side = pos.book.side_of[unit]
    if pos.book.loose >> unit & 1:
        run(pos, unit, path, unsafe(pos, side), "14.0")
        return
    origin = pos.place[unit]
    if len(path) == 1:
        path = _whole_way(pos, unit, path[0])
    pos.tell("14.0", "event.redeployed", side=pos.book.sides[side], unit=unit, origin=origin, path=path)
    pos.moved |= 1 << unit
    pos.arrive(unit, path[1:])


def _whole_way(pos: ShanghaiPosition, unit: int, there: int) -> tuple[int, ...]:
    """The way matters if it is told, or if control could change on it (a settlement, a fort without garrison)."""
    side = pos.book.side_of[unit]
    shunned = pos.shunned_by(side)
    shut = pos.closed_to(side) | (0 if shunned >> there & 1 else shunned) | unsafe(pos, side)
    if pos.teller is None and not pos.noteworthy(side) & ~shut:
        return (pos.place[unit], there)
    for shy in (True, False):
        path = field(pos, unit, shy).path(pos.place[unit], there, points(pos, unit))
        if path is not None:
            return path
    raise ValueError("no way there")


class PauseRedeployment(SideStep["ShanghaiPosition"]):
    """13.1: in a pause each side, the Japanese first, has one movement phase in which units may only redeploy."""

    name: ClassVar[str] = "redeploy"
    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition) -> bool:
        (side,) = pos.frame
        if eligible(pos, side):
            return True
        self._finish(pos)
        return False

    def _finish(self, pos: ShanghaiPosition) -> None:
        others = ~pos.book.roster[pos.frame[0]]
        pos.done()
        pos.moved = 0
        pos.placed &= others
        pos.replaced &= others

    def options(self, pos: ShanghaiPosition) -> Options:
        return Options(*redeploy_options(pos, pos.frame[0], pause=True), one(Done()))

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Redeploy(unit, path):
                return redeploy_refusal(pos, pos.frame[0], unit, path, pause=True)
        return Refusal("13.1", "refusal.pause_redeploy")

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        if isinstance(action, Redeploy):
            redeploy(pos, action.unit, action.path)
        else:
            self._finish(pos)
