"""Storm Over Taierzhuang 7.4 Applying Damage Points.

The owner applies the points one result at a time: flip a Ready unit, retreat a Spent one, eliminate. Costs add up on
one unit. All points must be applied that the units can take (R-22): so a unit may leave by a retreat only while the
others can take what is left.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, SideStep, amended
from shapan.mechanics.verbs import Flip

from .actions import Destroy, Retreat, Rout
from .book import Area, Units
from .position import TaierzhuangPosition
from .retreats import destinations, retreat, retreat_refusal


class Damage(SideFrame):
    """7.4: Damage Points being applied."""

    area: Area
    units: Units
    """Those who take them; some may have retreated or fallen since."""
    left: int
    """How many points are still to be applied."""
    tank_points: int
    """Dare to Die: so many of them go to tanks first."""


def endurance(pos: TaierzhuangPosition, units: int) -> int:
    """R-22: how many points these units can take: a Ready unit one more than a Spent one."""
    book = pos.book
    return units.bit_count() * book.eliminate_cost + (units & ~pos.spent).bit_count() * book.flip_cost


def inflicted(
    pos: TaierzhuangPosition, side: int, area: Area, units: Units, points: int, tank_points: int = 0
) -> Damage:
    """7.3, 7.4: these units of an area take so many points; Dare to Die: the first of them go to tanks."""
    points = min(points, endurance(pos, units))
    tank_points = min(points, tank_points, endurance(pos, units & pos.book.tanks))
    return Damage(side, area, units, points, tank_points)


def sufferers(pos: TaierzhuangPosition, at: Damage) -> Units:
    """7.4: those that may take the next point; Dare to Die: tanks as long as its points last."""
    here = at.units & pos.at[at.area]
    return here & pos.book.tanks if at.tank_points else here


def may_retreat(pos: TaierzhuangPosition, at: Damage) -> bool:
    """R-22: can those who stay take all the other points?"""
    book = pos.book
    here = at.units & pos.at[at.area]
    others = endurance(pos, here) - book.eliminate_cost
    tanks = endurance(pos, here & book.tanks) - book.eliminate_cost
    if at.left - book.retreat_cost > others:
        return False
    return not at.tank_points or at.tank_points - book.retreat_cost <= tanks


class ApplyDamage(SideStep[TaierzhuangPosition, Damage]):
    """7.4: the owner's choice."""

    case: ClassVar[str] = "7.4"

    def settle(self, pos: TaierzhuangPosition, at: Damage) -> bool:
        if at.left:
            return True
        pos.done()
        return False

    def options(self, pos: TaierzhuangPosition, at: Damage) -> Options:
        units = sufferers(pos, at)
        ready, spent = units & ~pos.spent, units & pos.spent
        book = pos.book
        groups: list[Group[Action]] = []
        if ready:
            groups.append(Group(Flip, values=bits(ready)))
        dying = (spent if at.left >= book.eliminate_cost else 0) | (
            ready if at.left >= book.eliminate_cost + book.flip_cost else 0
        )
        if dying:
            groups.append(Group(Destroy, values=bits(dying)))
        if spent and may_retreat(pos, at):
            goals = destinations(pos, at.side, at.area)
            if goals:
                groups += [Group(Retreat, unit, values=goals) for unit in bits(spent)]
            else:
                groups.append(Group(Rout, values=bits(spent)))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, at: Damage, action: Action) -> Refusal | None:
        if not isinstance(action, Flip | Destroy | Retreat | Rout):
            return Refusal("7.4", "refusal.damage_first")
        if not at.units & pos.at[at.area] & 1 << action.unit:
            return Refusal("7.4", "refusal.damage_there", area=at.area)
        if not sufferers(pos, at) >> action.unit & 1:
            return Refusal("5.2", "refusal.tanks_first", unit=action.unit)
        spent = bool(pos.spent >> action.unit & 1)
        if isinstance(action, Flip):
            return Refusal("7.4", "refusal.flip_spent", unit=action.unit) if spent else None
        if isinstance(action, Destroy):
            cost = pos.book.eliminate_cost + (0 if spent else pos.book.flip_cost)
            return Refusal("7.4", "refusal.destroy_cost", unit=action.unit, cost=cost) if cost > at.left else None
        if not spent:
            return Refusal("7.4", "refusal.retreat_ready", unit=action.unit)
        if not may_retreat(pos, at):
            return Refusal("7.4", "refusal.points_wasted")
        return retreat_refusal(pos, at.side, at.area, action)

    def apply(self, pos: TaierzhuangPosition, at: Damage, action: Action) -> None:
        assert isinstance(action, Flip | Destroy | Retreat | Rout)
        book, bit = pos.book, 1 << action.unit
        if isinstance(action, Flip):
            cost = book.flip_cost
            pos.spent |= bit
            pos.tell("7.4", "event.flipped", unit=action.unit)
        elif isinstance(action, Retreat):
            cost = book.retreat_cost
            retreat(pos, at.side, at.area, action.unit, action.area)
        else:
            ready = 0 if pos.spent & bit else book.flip_cost
            cost = book.retreat_cost if isinstance(action, Rout) else book.eliminate_cost + ready
            pos.remove(bit, at.area, book.lost[at.side])
            key = "event.routed" if isinstance(action, Rout) else "event.destroyed"
            pos.tell("8.0" if isinstance(action, Rout) else "7.4", key, unit=action.unit, area=at.area)
        pos.become(amended(at, left=at.left - cost, tank_points=max(at.tank_points - cost, 0)))

    def prompt(self, pos: TaierzhuangPosition, at: Damage) -> tuple[str, dict[str, Param]]:
        return "prompt.damage", {"area": at.area, "count": at.left}
