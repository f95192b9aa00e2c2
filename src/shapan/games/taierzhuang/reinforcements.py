"""Storm Over Taierzhuang 6.0 to 6.2 Reinforcements.

China rolls for nothing and may repeat each roll once for a chit; Japan pays a chit to roll at all. Who draws units
places all of them; China has finished before Japan decides.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Frame, Param, SideFrame

from .actions import Play, Throw
from .chits import chit_of, spend
from .deployment import Drawing, case_of
from .dice import ThrowStep
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .windows import ChitWindow, PaymentWindow


def begin(pos: TaierzhuangPosition) -> None:
    """6.0: China completes everything before Japan; a side with an empty pool does nothing (R-63)."""
    if pos.at[pos.book.pool[CHINESE]]:
        pos.then(Order(), Arrival(CHINESE, again=False), Levying())
    else:
        pos.then(Levying())


class Order(Frame):
    """5.2: the moment of Generalissimo's Order."""


class GeneralissimosOrder(ChitWindow[Order]):
    """Before the first KMT roll."""

    effect: ClassVar[str] = "order"

    def apply(self, pos: TaierzhuangPosition, at: Order, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            pos.drm += pos.book.chits[chit_of(pos, action.chit)].drm


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


class Arrival(SideFrame, step="test"):
    """6.1, 6.2: the first roll of a side."""

    again: bool
    """China has paid a chit to repeat it."""


class RollArrival(ThrowStep[Arrival]):
    """6.1, 6.2: the first roll: do any units arrive?"""

    case: ClassVar[str] = "6.0"

    def thrown(self, pos: TaierzhuangPosition, at: Arrival, throw: Throw) -> None:
        pos.done()
        success = arrives(pos, at.side, throw.first + throw.second)
        pos.tell(
            case_of(at.side),
            "event.test_succeeds" if success else "event.test_fails",
            side=pos.name(at.side),
            first=throw.first,
            second=throw.second,
            drm=pos.drm if at.side == CHINESE else 0,
        )
        if may_repeat(pos, at.side, at.again):
            pos.then(ArrivalReroll(success))
        elif success:
            pos.then(Quantity(at.side, again=False))

    def cited(self, pos: TaierzhuangPosition, at: Arrival) -> str:
        return case_of(at.side)

    def prompt(self, pos: TaierzhuangPosition, at: Arrival) -> tuple[str, dict[str, Param]]:
        return "prompt.test_again" if at.again else "prompt.test", {"side": pos.name(at.side)}


class Quantity(SideFrame):
    """6.1, 6.2: the second roll of a side."""

    again: bool
    """China has paid a chit to repeat it."""


class RollQuantity(ThrowStep[Quantity]):
    """6.1, 6.2: the second roll: how many units arrive?"""

    case: ClassVar[str] = "6.0"

    def thrown(self, pos: TaierzhuangPosition, at: Quantity, throw: Throw) -> None:
        pos.done()
        count = throw.first + throw.second
        pos.tell(case_of(at.side), "event.quantity", side=pos.name(at.side), count=count)
        pos.then(QuantityReroll(count) if may_repeat(pos, at.side, at.again) else Drawing(at.side, count))

    def cited(self, pos: TaierzhuangPosition, at: Quantity) -> str:
        return case_of(at.side)

    def prompt(self, pos: TaierzhuangPosition, at: Quantity) -> tuple[str, dict[str, Param]]:
        return "prompt.quantity_again" if at.again else "prompt.quantity", {"side": pos.name(at.side)}


# --- what a chit buys -------------------------------------------------------------------------------


class ArrivalReroll(Frame, step="reroll_test"):
    """6.1: China's first roll has been made."""

    success: bool


class RerollArrival(PaymentWindow[ArrivalReroll]):
    """6.1: China may repeat the first roll once."""

    case: ClassVar[str] = "6.1"
    payer: ClassVar[int] = CHINESE

    def paid(self, pos: TaierzhuangPosition, at: ArrivalReroll) -> None:
        pos.then(Arrival(CHINESE, again=True))

    def declined(self, pos: TaierzhuangPosition, at: ArrivalReroll) -> None:
        if at.success:
            pos.then(Quantity(CHINESE, again=False))


class QuantityReroll(Frame, step="reroll_quantity"):
    """6.1: China's second roll has been made."""

    number: int
    """How many units it brought."""


class RerollQuantity(PaymentWindow[QuantityReroll]):
    """6.1: China may repeat the second roll once."""

    case: ClassVar[str] = "6.1"
    payer: ClassVar[int] = CHINESE

    def paid(self, pos: TaierzhuangPosition, at: QuantityReroll) -> None:
        pos.then(Quantity(CHINESE, again=True))

    def declined(self, pos: TaierzhuangPosition, at: QuantityReroll) -> None:
        pos.then(Drawing(CHINESE, at.number))

    def prompt(self, pos: TaierzhuangPosition, at: QuantityReroll) -> tuple[str, dict[str, Param]]:
        return "prompt.reroll_quantity", {"count": at.number}


class Levying(Frame, step="levy"):
    """6.2: Japan's moment to pay for a roll."""


class Levy(PaymentWindow[Levying]):
    """6.2: Japan may discard one chit to roll; only with a chit in hand and units in the pool (R-63)."""

    case: ClassVar[str] = "6.2"
    payer: ClassVar[int] = JAPANESE

    def settle(self, pos: TaierzhuangPosition, at: Levying) -> bool:
        if pos.held(JAPANESE) and pos.at[pos.book.pool[JAPANESE]]:
            return True
        pos.done()
        return False

    def paid(self, pos: TaierzhuangPosition, at: Levying) -> None:
        pos.then(Arrival(JAPANESE, again=False))
