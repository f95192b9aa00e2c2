"""Shanghai Incident 14.0 Redeployment: four times the allowance, far from every enemy.

A unit on the march stays so far away that its zone and those of the enemy have no hex in common, and in this chapter a
town or city that the enemy controls counts for as much as a unit in it. So the hexes that touch the surroundings of
either are shut, where the unit starts as well.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final, cast

from shapan.ground.hexes import Costs, Hex, Mask, Snag, ZoneRule, bits, mask_of, walk
from shapan.kernel import Action, Family, Group, Options, Param, Refusal, SideFrame, SideStep
from shapan.kernel.options import Values
from shapan.mechanics.fire_and_movement.actions import DONE, Done
from shapan.mechanics.fire_and_movement.journeys import CITED, Exits, Journey
from shapan.mechanics.fire_and_movement.movement import Moving, Parties, carry_out, crowded_prompt, while_crowded
from shapan.mechanics.fire_and_movement.position import FM, NO_TREK, Trek
from shapan.mechanics.fire_and_movement.stacking import leavers, stacks
from shapan.mechanics.fire_and_movement.terms import Units
from shapan.mechanics.fire_and_movement.ways import REGULAR, March, may_move, steps_aside
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations, Tolls, Way
from shapan.mechanics.sides import other

from .actions import Redeploy, Transfer
from .trains import run, safe_reach

if TYPE_CHECKING:
    from .position import ShanghaiPosition


VERBS: Final[dict[int, type[Redeploy | Transfer]]] = {1: Redeploy, 2: Transfer}
"""By how many units go along."""


class Redeploying(SideFrame, step="redeploy"):
    """13.1: the movement phase of a side in a pause."""


def unsafe(pos: ShanghaiPosition, side: int) -> Mask:
    """14.0: the hexes in which a unit of this side, or its zone, would touch an enemy zone."""
    enemy = other(side)
    return pos.book.unsafe(pos.occupied[enemy] | pos.held[enemy] & pos.book.urban)


def ways_out(pos: ShanghaiPosition, units: tuple[int, ...]) -> Mask:
    """5.3, R-55: where units of a crowded hex could go next: in a turn by a move as well."""
    at, side, found = pos.top, pos.book.side_of[units[0]], 0
    if isinstance(at, Moving) and may_move(pos, side, at.kind, units) is None:
        found = March(pos, units, at.kind).some_way()
    regular = not isinstance(at, Moving) or at.kind == REGULAR
    if not found and regular and start_refusal(pos, side, units) is None:
        found = Redeployment(pos, units).destinations()
    return found


class ShanghaiMarch(March):
    """A move of the standard rules; somebody who makes room for it may redeploy."""

    __slots__ = ()

    def ways_out(self, pos: FM, units: tuple[int, ...]) -> Mask:
        return ways_out(cast("ShanghaiPosition", pos), units)


class Redeployment(Journey["ShanghaiPosition"]):
    """14.0: a unit or stack that redeploys; a train (16.4) has its destinations here, and runs by its own rules."""

    __slots__ = ()

    zone_rule: ClassVar[ZoneRule] = ZoneRule.SHUN
    cited: ClassVar[dict[Snag, tuple[str, str]]] = {**CITED, Snag.TOUCHES_ZONE: ("14.0", "refusal.redeploy_zone")}
    in_the_way: ClassVar[tuple[str, str]] = ("14.0", "refusal.redeploy_way")
    points_case: ClassVar[str] = "14.0"
    told: ClassVar[tuple[str, str]] = ("14.0", "event.redeployed")

    def allowance(self) -> int:
        """14.0: four times the allowance, halved before by a replacement (13.7), less one spent on arrival (R-10)."""
        pos, times = self.pos, self.pos.book.redeployment
        return min([pos.marching(unit) * (times - (pos.placed >> unit & 1)) for unit in self.units])

    def trek(self, path: Way) -> Trek:
        """14.0: nobody goes on alone: who has moved with others does not redeploy."""
        return NO_TREK

    def prices(self) -> Costs:
        pos = self.pos
        return pos.hampered(self.side, pos.mover(self.group), pos.book.interdiction["redeployment"])

    def zone(self) -> Mask:
        return unsafe(self.pos, self.side)

    def ways_out(self, pos: FM, units: tuple[int, ...]) -> Mask:
        return ways_out(cast("ShanghaiPosition", pos), units)

    def destinations(self) -> Mask:
        if self.group & self.pos.book.loose:
            return safe_reach(self.pos, self.units[0], unsafe(self.pos, self.side))
        return super().destinations()

    def candidates(self) -> Destinations:
        return Destinations(self.destinations()) if self.group & self.pos.book.loose else super().candidates()

    def ends(self, exits: Exits) -> Values:
        return self.candidates() if self.group & self.pos.book.loose else super().ends(exits)

    def free_beside(self) -> bool:
        """Is there an empty hex beside them to which they can go?"""
        field, here = self.quiet_field(), self.here
        beside = self.pos.book.around[here] & field.first(here) & ~self.pos.occupied[self.side]
        costs = (field.step_cost(here, there) for there in bits(beside))
        return any(cost is not None and cost <= self.points for cost in costs)

    def steps_aside(self, units: tuple[int, ...]) -> bool:
        """R-55: in a turn by a move."""
        at = self.pos.top
        return isinstance(at, Moving) and steps_aside(self.pos, at.kind, units)

    def snag(self, path: Way) -> Refusal | None:
        walked = walk(self.field(), path, self.points)
        return None if walked.snag is None else self.stopped(path, walked)

    def no_end(self, there: Hex) -> Refusal | None:
        return Refusal("14.0", "refusal.redeploy_zone", hex=there) if self.zone() >> there & 1 else None


def eligible(pos: ShanghaiPosition, side: int, among: Units = -1) -> Units:
    """14.0: those of some units that have not moved and stand far enough from the enemy to begin."""
    shut, place = unsafe(pos, side), pos.place
    ready = pos.present & pos.book.roster[side] & ~pos.moved & among
    if not pos.occupied[side] & shut:
        return ready
    return mask_of([unit for unit in bits(ready) if not shut >> place[unit] & 1]) if pos.occupied[side] & ~shut else 0


def redeploy_options(pos: ShanghaiPosition, side: int, pause: bool) -> Family[Action]:
    units = eligible(pos, side, -1 if pause else ~pos.book.loose)
    if pos.crowded != OFF:
        units &= mask_of(leavers(pos))
    return Family(Parties(units, stacks(pos, units)), partial(_redeployments, pos, {}))


def anywhere_to_go(pos: ShanghaiPosition, side: int) -> bool:
    """13.1: can anybody redeploy in a pause? Mostly somebody has free ground beside him, which is seen at a glance."""
    units = bits(eligible(pos, side, ~pos.book.loose)) if pos.crowded == OFF else []
    glance = any(Redeployment(pos, (unit,)).free_beside() for unit in units)
    return glance or bool(Options(redeploy_options(pos, side, pause=True)))


def _redeployments(pos: ShanghaiPosition, exits: Exits, units: tuple[int, ...]) -> Group[Action]:
    ends, costs = partial(_ends, pos, exits, units), partial(_costs, pos, units)
    return Group(VERBS[len(units)], *units, values=ends, costs=costs)


def _ends(pos: ShanghaiPosition, exits: Exits, units: tuple[int, ...]) -> Values:
    return Redeployment(pos, units).ends(exits)


def _costs(pos: ShanghaiPosition, units: tuple[int, ...]) -> Tolls:
    return Redeployment(pos, units).costs()


def redeployed(action: Redeploy | Transfer) -> tuple[int, ...]:
    """Who goes along."""
    return (action.unit, action.mate) if isinstance(action, Transfer) else (action.unit,)


def redeploy_refusal(pos: ShanghaiPosition, side: int, action: Redeploy | Transfer, pause: bool) -> Refusal | None:
    """Judge any redeployment."""
    units, path = redeployed(action), action.path
    if refusal := start_refusal(pos, side, units) or while_crowded(pos, action.unit):
        return refusal
    if pos.book.loose >> action.unit & 1:
        return _train_refusal(pos, action.unit, path, unsafe(pos, side), pause)
    return Redeployment(pos, units).refusal(path)


def start_refusal(pos: ShanghaiPosition, side: int, units: tuple[int, ...]) -> Refusal | None:
    """14.0: who may redeploy: a unit that has not moved at all, not even with others, far from every enemy."""
    if pos.moved & mask_of(units):
        return Refusal("14.0", "refusal.moved", unit=bits(pos.moved & mask_of(units))[0])
    if refusal := may_move(pos, side, REGULAR, units):
        return refusal
    here = pos.place[units[0]]
    return Refusal("14.0", "refusal.redeploy_zone", hex=here) if unsafe(pos, side) >> here & 1 else None


def _train_refusal(pos: ShanghaiPosition, unit: int, path: Way, shut: Mask, pause: bool) -> Refusal | None:
    """R-27: trains redeploy in a pause only; in a turn they run anyway."""
    if not pause:
        return Refusal("16.4", "refusal.train_redeploys")
    safe, start = safe_reach(pos, unit, shut), pos.place[unit]
    if len(path) == 1:
        return None if safe >> path[0] & 1 else Refusal("16.4", "refusal.train_way", hex=path[0])
    if path[0] != start:
        return Refusal("16.4", "refusal.path_start", unit=unit, hex=start)
    for here, there in pairwise(path):
        if (here, there) not in pos.book.rail:
            return Refusal("16.4", "refusal.train_line", hex=there)
        if not (safe | 1 << start) >> there & 1:
            return Refusal("14.0", "refusal.redeploy_zone", hex=there)
    return None


def redeploy(pos: ShanghaiPosition, action: Redeploy | Transfer) -> None:
    if pos.book.loose >> action.unit & 1:
        unit, path = action.unit, action.path  # 14.0: no town of the enemy's is anywhere near
        run(pos, unit, path if len(path) > 1 else pos.book.line(pos.place[unit], path[0]), "14.0")
    else:
        carry_out(pos, Redeployment(pos, redeployed(action)), action.path)


class PauseRedeployment(SideStep["ShanghaiPosition", Redeploying]):
    """13.1: in a pause each side, the Japanese first, has one movement phase in which units may only redeploy."""

    case: ClassVar[str] = "13.1"

    def settle(self, pos: ShanghaiPosition, at: Redeploying) -> bool:
        if anywhere_to_go(pos, at.side):
            return True
        self._finish(pos, at)
        return False

    def _finish(self, pos: ShanghaiPosition, at: Redeploying) -> None:
        others = ~pos.book.roster[at.side]
        pos.done()
        pos.moved = 0
        pos.placed &= others
        pos.replaced &= others

    def options(self, pos: ShanghaiPosition, at: Redeploying) -> Options:
        units = redeploy_options(pos, at.side, pause=True)
        return Options(units) if pos.crowded != OFF else Options(units, DONE)

    def refusal(self, pos: ShanghaiPosition, at: Redeploying, action: Action) -> Refusal | None:
        match action:
            case Done():
                return while_crowded(pos)
            case Redeploy() | Transfer():
                return redeploy_refusal(pos, at.side, action, pause=True)
        return Refusal("13.1", "refusal.pause_redeploy")

    def apply(self, pos: ShanghaiPosition, at: Redeploying, action: Action) -> None:
        if isinstance(action, Redeploy | Transfer):
            redeploy(pos, action)
        else:
            self._finish(pos, at)

    def prompt(self, pos: ShanghaiPosition, at: Redeploying) -> tuple[str, dict[str, Param]]:
        return crowded_prompt(pos) or super().prompt(pos, at)
