"""Storm Over Taierzhuang 7.0: how an action ends: units are flipped, control and victory are looked at."""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Step

from .control import determine_control
from .position import TaierzhuangPosition
from .stacking import overstacked
from .victory import after_impulse


def stays_ready(pos: TaierzhuangPosition, side: int, spear: bool) -> bool:
    """2.4, R-55: a chit or an event keeps the units of this action from being flipped."""
    return spear or bool(pos.eager >> side & 1)


def close_action(pos: TaierzhuangPosition, side: int, acted: int, *, spear: bool = False, first: bool = True) -> None:
    """7.0: those that acted become Spent; 9.0 control; 10.1, 10.2 victory.

    ``first`` is False for what is no Movement or Fire action and so does not use up events 3 and 11 (R-64).
    """
    book = pos.book
    alive = acted & ~(pos.at[book.lost[side]] | pos.at[book.pool[side]])
    if not stays_ready(pos, side, spear):
        pos.spent |= alive
    if first:
        pos.eager &= ~(1 << side)
    if pos.stack and pos.stack[0][0] == "command":
        pos.become(*pos.frame[:3], pos.frame[3] | acted)
    determine_control(pos)
    after_impulse(pos)
    if pos.outcome is None:
        for owner, area in overstacked(pos):
            pos.call("surplus", owner, area)


class CloseAction(Step[TaierzhuangPosition]):
    """7.0 as a frame below the dice and losses of an attack. The frame: side, units, Spearhead?, first?"""

    name: ClassVar[str] = "close"
    case: ClassVar[str] = "7.0"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        side, acted, spear, first = pos.frame
        pos.done()
        close_action(pos, side, acted, spear=spear, first=first)
        return False
