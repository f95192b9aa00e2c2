"""S7 What carries others makes its move: vehicles, trains, vessels and aircraft."""

from __future__ import annotations

from .actions import OVERRUN, RETREAT
from .driving import back_out, drive_along
from .flight import fly_all
from .position import YangtzePosition
from .sailing import sail
from .specs import SCALE


def advance_carriers(pos: YangtzePosition) -> None:
    """S7: vehicles and vessels make their move; aircraft fly."""
    for unit, plan in enumerate(pos.plan):
        if plan[:1] == ("drive",) and plan[1] != OVERRUN:
            drive_along(pos, unit, plan[2], plan[1])
        elif plan[:1] == ("sail",):
            _, turn, run, then = plan
            sail(pos, unit, turn, run * SCALE, then)
        elif pos.card[unit] == RETREAT and pos.book.units[unit].carrier:
            back_out(pos, unit)
    fly_all(pos)
