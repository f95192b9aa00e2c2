"""Storm Over Taierzhuang 6.0 to 6.2 Reinforcements.

China rolls for nothing and may repeat each roll once for a chit; Japan pays a chit to roll at all. Who draws units
places all of them; China has finished before Japan decides.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Param

from .actions import Play, Throw
from .chits import kind, spend
from .deployment import case_of
from .dice import RollStep
from .position import CHINESE, JAPANESE, TaierzhuangPosition
from .windows import ChitWindow, PaymentWindow


def begin(pos: TaierzhuangPosition) -> None:
    """6.0: China completes everything before Japan; a side with an empty pool does nothing (R-63)."""
    pos.call("levy")
    if pos.at[pos.book.pool[CHINESE]]:
        pos.call("test", CHINESE, False)
        pos.call("order")


class GeneralissimosOrder(ChitWindow):
    """Before the first KMT roll."""

    name: ClassVar[str] = "order"
    effect: ClassVar[str] = "order"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            pos.drm += pos.book.chits[kind(pos, action.chit)].drm


# --- the two rolls ----------------------------------------------------------------------------------


def may_repeat(pos: TaierzhuangPosition, side: int, again: bool) -> bool:
    """6.1: China alone, for a chit, and no roll twice."""
    return side == CHINESE and not again and pos.held(side) > 0


def arrives(pos: TaierzhuangPosition, side: int, dice: int) -> bool:
    """6.1, 6.2: not above the turn after modifiers (China's only, R-07); a natural 2 succeeds, a natural 12 fails."""
    book = pos.book
    if dice == book.natural_success:
        return True
    if dice == book.natural_failure:
        return False
    return dice + (pos.drm if side == CHINESE else 0) <= pos.turn


class ArrivalRoll(RollStep):
    """6.1, 6.2: the first roll. The frame: side, is it a re-roll?"""

    name: ClassVar[str] = "test"
    case: ClassVar[str] = "6.0"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        side, again = pos.frame
        pos.done()
        success = arrives(pos, side, action.first + action.second)
        pos.tell(
            case_of(side),
            "event.test_succeeds" if success else "event.test_fails",
            side=pos.name(side),
            first=action.first,
            second=action.second,
            drm=pos.drm if side == CHINESE else 0,
        )
        if may_repeat(pos, side, again):
            pos.call("reroll_test", success)
        elif success:
            pos.call("quantity", side, False)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        side, again = pos.frame
        return "prompt.test_again" if again else "prompt.test", {"side": pos.name(side)}


class QuantityRoll(RollStep):
    """6.1, 6.2: the second roll, the number of units. The frame: side, is it a re-roll?"""

    name: ClassVar[str] = "quantity"
    case: ClassVar[str] = "6.0"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        side, again = pos.frame
        pos.done()
        count = action.first + action.second
        pos.tell(case_of(side), "event.quantity", side=pos.name(side), count=count)
        if may_repeat(pos, side, again):
            pos.call("reroll_quantity", count)
        else:
            pos.call("draw", side, count)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        side, again = pos.frame
        return "prompt.quantity_again" if again else "prompt.quantity", {"side": pos.name(side)}


# --- what a chit buys -------------------------------------------------------------------------------


class RerollArrival(PaymentWindow):
    """6.1: China may repeat the first roll once. The frame: whether it succeeded."""

    name: ClassVar[str] = "reroll_test"
    case: ClassVar[str] = "6.1"
    payer: ClassVar[int] = CHINESE

    def paid(self, pos: TaierzhuangPosition, *frame: int) -> None:
        pos.call("test", CHINESE, True)

    def declined(self, pos: TaierzhuangPosition, *frame: int) -> None:
        (success,) = frame
        if success:
            pos.call("quantity", CHINESE, False)


class RerollQuantity(PaymentWindow):
    """6.1: China may repeat the second roll once. The frame: the number rolled."""

    name: ClassVar[str] = "reroll_quantity"
    case: ClassVar[str] = "6.1"
    payer: ClassVar[int] = CHINESE

    def paid(self, pos: TaierzhuangPosition, *frame: int) -> None:
        pos.call("quantity", CHINESE, True)

    def declined(self, pos: TaierzhuangPosition, *frame: int) -> None:
        (count,) = frame
        pos.call("draw", CHINESE, count)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.reroll_quantity", {"count": pos.frame[0]}


class Levy(PaymentWindow):
    """6.2: Japan may discard one chit to roll; only with a chit in hand and units in the pool (R-63)."""

    name: ClassVar[str] = "levy"
    case: ClassVar[str] = "6.2"
    payer: ClassVar[int] = JAPANESE

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if pos.held(JAPANESE) and pos.at[pos.book.pool[JAPANESE]]:
            return True
        pos.done()
        return False

    def paid(self, pos: TaierzhuangPosition, *frame: int) -> None:
        pos.call("test", JAPANESE, False)
