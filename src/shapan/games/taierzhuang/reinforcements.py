"""Storm Over Taierzhuang 6.0 to 6.2 Reinforcements.

China rolls for nothing and may repeat each roll once for a chit; Japan pays a chit to roll at all. Who draws units
places all of them; China has finished before Japan decides.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import DICE, Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import Decline, Pay, Play, Throw
from .chits import effect_piece, give_back, holds, in_hand, kind, piece, spend
from .deployment import case_of
from .dice import TWO_D6
from .position import CHINESE, JAPANESE, TaierzhuangPosition


def begin(pos: TaierzhuangPosition) -> None:
    """6.0: China completes everything before Japan; a side with an empty pool does nothing (R-63)."""
    pos.call("levy")
    if pos.at[pos.book.pool[CHINESE]]:
        pos.call("test", CHINESE)
        pos.call("order")


class GeneralissimosOrder(Step[TaierzhuangPosition]):
    """Before the first KMT roll; asked whether the chit is held or not."""

    name: ClassVar[str] = "order"
    case: ClassVar[str] = "5.2"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = [one(Decline())]
        if holds(pos, "order"):
            groups.append(one(Play(effect_piece(pos, "order"))))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Play):
            return Refusal("5.2", "refusal.play_or_decline")
        if refusal := in_hand(pos, CHINESE, action.chit):
            return refusal
        if action.chit != effect_piece(pos, "order"):
            return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
        return None

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        pos.done()
        if isinstance(action, Play):
            spend(pos, action.chit)
            pos.drm += pos.book.chits[kind(pos, action.chit)].drm


def arrives(pos: TaierzhuangPosition, side: int, dice: int) -> bool:
    """6.1, 6.2: not above the turn after modifiers (China's only, R-07); a natural 2 succeeds, a natural 12 fails."""
    book = pos.book
    if dice == book.natural_success:
        return True
    if dice == book.natural_failure:
        return False
    return dice + (pos.drm if side == CHINESE else 0) <= pos.turn


class ArrivalRoll(Step[TaierzhuangPosition]):
    """6.1, 6.2: the first roll. The frame: side."""

    name: ClassVar[str] = "test"
    case: ClassVar[str] = "6.0"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        (side,) = pos.frame
        pos.done()
        self.look(pos, side, action, again=False)

    @staticmethod
    def look(pos: TaierzhuangPosition, side: int, action: Throw, again: bool) -> None:
        dice = action.first + action.second
        success = arrives(pos, side, dice)
        key = "event.test_succeeds" if success else "event.test_fails"
        pos.tell(
            "6.1" if side == CHINESE else "6.2",
            key,
            side=pos.name(side),
            first=action.first,
            second=action.second,
            drm=pos.drm if side == CHINESE else 0,
        )
        if side == CHINESE and not again and pos.held(side):
            pos.call("reroll_test", success)
        elif success:
            pos.call("quantity", side)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.test", {"side": pos.name(pos.frame[0])}


class QuantityRoll(Step[TaierzhuangPosition]):
    """6.1, 6.2: the second roll, the number of units. The frame: side."""

    name: ClassVar[str] = "quantity"
    case: ClassVar[str] = "6.0"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        (side,) = pos.frame
        pos.done()
        count = action.first + action.second
        pos.tell(case_of(side), "event.quantity", side=pos.name(side), count=count)
        if side == CHINESE and pos.held(side):
            pos.call("reroll_quantity", count)
        else:
            pos.call("draw", side, count)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.quantity", {"side": pos.name(pos.frame[0])}


class Reroll(Step[TaierzhuangPosition]):
    """6.1: China may repeat a roll once for a chit that goes back unseen; the number of chits held is public."""

    case: ClassVar[str] = "6.1"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(CHINESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        return Options(one(Decline()), Group(Pay, values=payable(pos, CHINESE)))

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        return (
            in_hand(pos, CHINESE, action.chit) if isinstance(action, Pay) else Refusal("6.1", "refusal.pay_or_decline")
        )


class RerollArrival(Reroll):
    """The frame: whether the first roll succeeded."""

    name: ClassVar[str] = "reroll_test"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        (success,) = pos.frame
        pos.done()
        if isinstance(action, Pay):
            pay(pos, CHINESE, action)
            pos.call("test_again")
        elif success:
            pos.call("quantity", CHINESE)


class ArrivalAgain(Step[TaierzhuangPosition]):
    """6.1: the re-roll of the test; its result stands."""

    name: ClassVar[str] = "test_again"
    case: ClassVar[str] = "6.1"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        pos.done()
        ArrivalRoll.look(pos, CHINESE, action, again=True)


class RerollQuantity(Reroll):
    """The frame: the number rolled."""

    name: ClassVar[str] = "reroll_quantity"

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        (count,) = pos.frame
        pos.done()
        if isinstance(action, Pay):
            pay(pos, CHINESE, action)
            pos.call("quantity_again")
        else:
            pos.call("draw", CHINESE, count)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.reroll_quantity", {"count": pos.frame[0]}


class QuantityAgain(Step[TaierzhuangPosition]):
    """6.1: the re-roll of the number; its result stands."""

    name: ClassVar[str] = "quantity_again"
    case: ClassVar[str] = "6.1"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        assert isinstance(action, Throw)
        pos.done()
        count = action.first + action.second
        pos.tell("6.1", "event.quantity", side=pos.name(CHINESE), count=count)
        pos.call("draw", CHINESE, count)


class Levy(Step[TaierzhuangPosition]):
    """6.2: Japan may discard one chit to roll; only with a chit in hand and units in the pool (R-63)."""

    name: ClassVar[str] = "levy"
    case: ClassVar[str] = "6.2"

    def settle(self, pos: TaierzhuangPosition) -> bool:
        if pos.held(JAPANESE) and pos.at[pos.book.pool[JAPANESE]]:
            return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(JAPANESE)

    def options(self, pos: TaierzhuangPosition) -> Options:
        return Options(one(Decline()), Group(Pay, values=payable(pos, JAPANESE)))

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        return (
            in_hand(pos, JAPANESE, action.chit) if isinstance(action, Pay) else Refusal("6.2", "refusal.pay_or_decline")
        )

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        pos.done()
        if isinstance(action, Pay):
            pay(pos, JAPANESE, action)
            pos.call("test", JAPANESE)


def payable(pos: TaierzhuangPosition, side: int) -> list[int]:
    return [piece(pos, chit) for chit in pos.book.chits_of[side] if pos.hands[chit]]


def pay(pos: TaierzhuangPosition, side: int, action: Pay) -> None:
    """R-50: only the owner knows which chit went back."""
    give_back(pos, action.chit)
    name = pos.name(side)
    pos.tell(case_of(side), "event.chit_paid", side=name)
    pos.tell(case_of(side), "event.chit_paid_which", (name,), side=name, piece=action.chit)
