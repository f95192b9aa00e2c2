"""Storm Over Taierzhuang 7.0: how an action ends: units are flipped, control and victory are looked at."""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import SideFrame, Step

from .book import Units
from .control import determine_control
from .position import TaierzhuangPosition
from .squads import note_acted
from .stacking import Surplus, overstacked
from .victory import after_impulse


def stays_ready(pos: TaierzhuangPosition, side: int, spear: bool) -> bool:
    """2.4, R-55: a chit or an event keeps the units of this action from being flipped."""
    return spear or bool(pos.eager >> side & 1)


def close_action(
    pos: TaierzhuangPosition, side: int, acted: Units = 0, *, spear: bool = False, first: bool = True
) -> None:
    """7.0: those that acted become Spent; 9.0 control; 10.1, 10.2 victory.

    ``first`` is False for what is no Movement or Fire action and so does not use up events 3 and 11 (R-64).
    """
    book = pos.book
    alive = acted & ~(pos.at[book.lost[side]] | pos.at[book.pool[side]])
    if not stays_ready(pos, side, spear):
        pos.spent |= alive
    if first:
        pos.eager &= ~(1 << side)
    note_acted(pos, acted)
    determine_control(pos)
    after_impulse(pos)
    if pos.outcome is None:
        pos.then(*(Surplus(owner, area) for owner, area in overstacked(pos)))


class Closing(SideFrame, step="close"):
    """7.0: an action comes to its end, once the dice and losses above are through."""

    acted: Units = 0
    spear: bool = False
    """Armoured Spearhead went with it."""
    first: bool = True
    """A Movement or Fire action, which uses up events 3 and 11 (R-64)."""


class CloseAction(Step[TaierzhuangPosition, Closing]):
    """7.0 as a frame below the dice and losses of an attack."""

    case: ClassVar[str] = "7.0"

    def settle(self, pos: TaierzhuangPosition, at: Closing) -> bool:
        pos.done()
        close_action(pos, at.side, at.acted, spear=at.spear, first=at.first)
        return False
