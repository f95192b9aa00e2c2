"""Storm Over Taierzhuang 7.4 Applying Damage Points.

The owner applies the points one result at a time: flip a Ready unit, retreat a Spent one, eliminate. Costs add up on
one unit. All points must be applied that the units can take (R-22): so a unit may leave by a retreat only while the
others can take what is left.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step

from .actions import Destroy, Flip, Retreat, Rout
from .frames import Damage, damage
from .position import TaierzhuangPosition
from .retreats import destinations, retreat, retreat_refusal


def endurance(pos: TaierzhuangPosition, units: int) -> int:
    """R-22: how many points these units can take: a Ready unit one more than a Spent one."""
    book = pos.book
    return units.bit_count() * book.eliminate_cost + (units & ~pos.spent).bit_count() * book.flip_cost


def inflict(pos: TaierzhuangPosition, side: int, area: int, units: int, points: int, tank_points: int) -> None:
    """7.3, 7.4: these units of an area take so many points; Dare to Die: the first of them go to tanks."""
    points = min(points, endurance(pos, units))
    tank_points = min(points, tank_points, endurance(pos, units & pos.book.tanks))
    pos.call("damage", *Damage(side, area, units, points, tank_points))


class ApplyDamage(Step[TaierzhuangPosition]):
    """7.4: the owner's choice. The frame is a :class:`Damage`."""

    name: ClassVar[str] = "damage"
    case: ClassVar[str] = "7.4"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if damage(pos).left:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(damage(pos).side)

    def _units(self, pos: TaierzhuangPosition) -> int:
        """Those that may take the next point."""
        now = damage(pos)
        here = now.units & pos.at[now.area]
        return here & pos.book.tanks if now.tank_points else here

    def _may_retreat(self, pos: TaierzhuangPosition) -> bool:
        """R-22: can those who stay take all the other points?"""
        _, area, units, left, tank_points = damage(pos)
        here = units & pos.at[area]
        book = pos.book
        others = endurance(pos, here) - book.eliminate_cost
        tanks = endurance(pos, here & book.tanks) - book.eliminate_cost
        return bool(
            left - book.retreat_cost <= others and (not tank_points or tank_points - book.retreat_cost <= tanks)
        )

    def options(self, pos: TaierzhuangPosition) -> Options:
        side, area, _, left, _ = damage(pos)
        units = self._units(pos)
        ready, spent = units & ~pos.spent, units & pos.spent
        book = pos.book
        groups: list[Group[Action]] = []
        if ready:
            groups.append(Group(Flip, values=bits(ready)))
        dying = (spent if left >= book.eliminate_cost else 0) | (
            ready if left >= book.eliminate_cost + book.flip_cost else 0
        )
        if dying:
            groups.append(Group(Destroy, values=bits(dying)))
        if spent and self._may_retreat(pos):
            goals = destinations(pos, side, area)
            if goals:
                groups += [Group(Retreat, unit, values=goals) for unit in bits(spent)]
            else:
                groups.append(Group(Rout, values=bits(spent)))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        side, area, units, left, _ = damage(pos)
        if not isinstance(action, Flip | Destroy | Retreat | Rout):
            return Refusal("7.4", "refusal.damage_first")
        if not units & pos.at[area] & 1 << action.unit:
            return Refusal("7.4", "refusal.damage_there", area=area)
        if not self._units(pos) >> action.unit & 1:
            return Refusal("5.2", "refusal.tanks_first", unit=action.unit)
        spent = bool(pos.spent >> action.unit & 1)
        if isinstance(action, Flip):
            return Refusal("7.4", "refusal.flip_spent", unit=action.unit) if spent else None
        if isinstance(action, Destroy):
            cost = pos.book.eliminate_cost + (0 if spent else pos.book.flip_cost)
            return Refusal("7.4", "refusal.destroy_cost", unit=action.unit, cost=cost) if cost > left else None
        if not spent:
            return Refusal("7.4", "refusal.retreat_ready", unit=action.unit)
        if not self._may_retreat(pos):
            return Refusal("7.4", "refusal.points_wasted")
        return retreat_refusal(pos, side, area, action)

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Flip | Destroy | Retreat | Rout)
        side, area, _, left, tank_points = now = damage(pos)
        book, bit = pos.book, 1 << action.unit
        if isinstance(action, Flip):
            cost = book.flip_cost
            pos.spent |= bit
            pos.tell("7.4", "event.flipped", unit=action.unit)
        elif isinstance(action, Retreat):
            cost = book.retreat_cost
            retreat(pos, side, area, action.unit, action.area)
        else:
            ready = 0 if pos.spent & bit else book.flip_cost
            cost = book.retreat_cost if isinstance(action, Rout) else book.eliminate_cost + ready
            pos.remove(bit, area, book.lost[side])
            key = "event.routed" if isinstance(action, Rout) else "event.destroyed"
            pos.tell("8.0" if isinstance(action, Rout) else "7.4", key, unit=action.unit, area=area)
        pos.become(*now._replace(left=left - cost, tank_points=max(tank_points - cost, 0)))

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.damage", {"area": damage(pos).area, "count": damage(pos).left}
