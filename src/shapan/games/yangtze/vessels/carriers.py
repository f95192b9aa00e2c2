"""S7 What carries others moves with everybody else, stretch by stretch; aircraft fly at once (R77)."""

from __future__ import annotations

from typing import Final

from ..actions import RETREAT, REVERSE
from ..air.flight import fly_all
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Unit, put
from .boarding import grappled
from .crews import immobile
from .driving import back_out, drive_on, way_from
from .sailing import sail_on

BEATS: Final = 5
"""In so many stretches vehicles and vessels make their move while the figures walk."""


def set_out(pos: YangtzePosition) -> None:
    """The start of the common movement: who drives, backs out (14.8) or sails, and from where. Who can no longer move,
    or has been grappled (R88), does not."""
    rolling = []
    held = grappled(pos)
    for unit in pos.book.carriers:
        if unit in held or not pos.is_body(unit) or immobile(pos, unit):
            continue
        if pos.card[unit] == RETREAT:
            pos.plan = put(pos.plan, unit, ("drive", REVERSE, back_out(pos, unit)))
        if pos.plan[unit][:1] in (("drive",), ("sail",)):
            rolling.append((unit, *pos.at[unit][:2], 0))
            driven = pos.plan[unit][0] == "drive"
            pos.tell("S12.1" if driven else "S14.1", "event.drives" if driven else "event.sails", unit=unit)
    pos.rolling = tuple(rolling)
    fly_all(pos)


def roll_on(pos: YangtzePosition, beat: int) -> None:
    """Everybody goes on to the end of this stretch, if nobody stands in the way."""
    pos.rolling = tuple((unit, x, y, _advance(pos, unit, (x, y), spent, beat)) for unit, x, y, spent in pos.rolling)


def _advance(pos: YangtzePosition, unit: Unit, origin: tuple[int, int], spent: int, beat: int) -> int:
    plan = pos.plan[unit]
    if plan[0] == "sail":
        _, turn, run, then = plan
        end = then if beat == BEATS - 1 else turn
        return sail_on(pos, unit, (turn, end), (spent, run * SCALE * (beat + 1) // BEATS))
    way = way_from(pos, unit, origin, plan[2])
    return drive_on(pos, unit, way, plan[1], (spent, way.spent * (beat + 1) // BEATS))
