"""S7 What carries others moves with everybody else, stretch by stretch; aircraft fly at once (R77)."""

from __future__ import annotations

from typing import Final

from ..actions import RETREAT, REVERSE
from ..air.flight import fly_all
from ..noted import UnderWay
from ..orders.planned import Driving, Sailing
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import put
from .crews import immobile
from .driving import back_out, drive_on, limits, way_from
from .grappling import grappled, reach_early
from .sailing import Fairway, run_limits, sail_on

BEATS: Final = 5
"""In so many stretches vehicles and vessels make their move while the figures walk."""


def set_out(pos: YangtzePosition) -> None:
    """The start of the common movement: who drives, backs out (14.8) or sails, and from where. Who can no longer move,
    or has been grappled (R88), does not."""
    rolling = []
    held = grappled(pos)
    reach_early(pos)
    for unit in pos.book.carriers:
        if unit in held or not pos.is_body(unit) or immobile(pos, unit):
            continue
        if pos.card[unit] == RETREAT:
            pos.plan = put(pos.plan, unit, Driving(REVERSE, back_out(pos, unit)))
        match pos.plan[unit]:
            case Driving():
                pos.tell("S12.1", "event.drives", unit=unit)
            case Sailing():
                pos.tell("S14.1", "event.sails", unit=unit)
            case _:
                continue
        rolling.append(UnderWay(unit, *pos.at[unit][:2], 0))
    pos.rolling = tuple(rolling)
    fly_all(pos)


def roll_on(pos: YangtzePosition, beat: int) -> None:
    """Everybody goes on to the end of this stretch, if nobody stands in the way."""
    pos.rolling = tuple(going._replace(spent=_advance(pos, going, beat)) for going in pos.rolling)


def _advance(pos: YangtzePosition, going: UnderWay, beat: int) -> int:
    """12.1, 12.2: what has been stopped on its way goes no farther, and what has been slowed no farther than that."""
    unit, spent = going.unit, going.spent
    plan = pos.plan[unit]
    if immobile(pos, unit):
        return spent
    if isinstance(plan, Sailing):
        end = plan.then if beat == BEATS - 1 else plan.turn
        most = run_limits(pos, unit, plan.turn)[1]
        upto = Fairway(pos, unit, (going.x, going.y)).reach(plan.turn, plan.run * SCALE * (beat + 1) // BEATS, most)
        return sail_on(pos, unit, (plan.turn, end), (spent, upto))
    assert isinstance(plan, Driving)
    way = way_from(pos, unit, (going.x, going.y), plan.route)
    upto = way.spent * (beat + 1) // BEATS
    if pos.card[unit] != RETREAT:
        upto = min(upto, limits(pos, unit, way, plan.manner)[1])
    return drive_on(pos, unit, way, plan.manner, (spent, upto))
