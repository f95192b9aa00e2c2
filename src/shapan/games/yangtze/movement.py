"""6.0 Card precedence and S7: charges go first by their minimum, then everything moves together, tick by tick.

Every tick is proposed, checked and carried out for all movers at once, so that neither side moves before the other.
Whatever calls for dice (defensive fire, covering fire, a sniper) interrupts between two ticks.
"""

from __future__ import annotations

from typing import Final

from shapan.kernel import Step

from .actions import CHARGE
from .carriers import advance_carriers, disembark, embark_all
from .charge import pursue
from .forced import forced_tracks
from .position import YangtzePosition
from .segment import CHARGE_SEGMENT, MOVE_SEGMENT, Segment
from .settling import settle_bases

PURSUIT: Final = 10
"""Chargers look for their man anew after so many ticks."""


def charge_minimum(pos: YangtzePosition) -> None:
    """6.2: chargers make their minimum move before anybody else moves."""
    pos.spent = (0,) * len(pos.x)
    pos.goal = (-1,) * len(pos.x)
    if any(pos.card[unit] == CHARGE and pos.plan[unit][:1] == ("charge",) for unit in range(len(pos.card))):
        pursue(pos)
        pos.call("moving", CHARGE_SEGMENT, 0)


def simultaneous_move(pos: YangtzePosition) -> None:
    """5.1 to 5.3: all other movement, and the rest of the charges."""
    advance_carriers(pos)
    disembark(pos)
    forced_tracks(pos)
    pursue(pos)
    climb_stairs(pos)
    pos.call("moving", MOVE_SEGMENT, 0)


def climb_stairs(pos: YangtzePosition) -> None:
    """S16.1: figures that take the stairs."""
    floors = list(pos.floor)
    for plan in pos.plan:
        if plan[:1] == ("march",):
            for figure, floor in plan[1:]:
                floors[figure] = floor
    pos.floor = tuple(floors)


class Moving(Step[YangtzePosition]):
    """One segment of movement. It asks nothing itself; interruptions do."""

    name = "moving"
    case = "6.2"

    def settle(self, pos: YangtzePosition) -> bool:
        segment, tick = pos.frame
        last = pos.book.ticks[segment]
        run = Segment(pos, segment)
        while tick < last:
            if tick % PURSUIT == 0 and tick and run.chargers:
                run.write()
                pursue(pos)
                run.follow_on()
            if run.idle:
                break
            if quiet := run.quiet(last - tick if not run.chargers else min(last - tick, PURSUIT - tick % PURSUIT)):
                run.pass_over(quiet)
                tick += quiet
                continue
            interruption = run.advance()
            if interruption is not None:
                run.write()
                pos.become(segment, tick + (not interruption[0]))
                interruption[1](pos)
                return False
            tick += 1
        run.write()
        pos.done()
        if segment == MOVE_SEGMENT:
            settle_bases(pos)
            embark_all(pos)
        return False
