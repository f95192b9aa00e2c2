"""Storm Over Taierzhuang 5.2, 6.1, 6.2: the moments at which a side may use a chit outside its own action.

The question is put whether such a chit is held or not, so that it tells nothing; who does not want to, or cannot,
declines.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.areas import bits
from shapan.kernel import Action, Actor, Group, Options, Refusal, Step, one
from shapan.kernel.frames import F

from .actions import Call, Decline, Pay, Play
from .chits import effect_piece, give_back, holds, in_hand, piece
from .deployment import case_of
from .position import TaierzhuangPosition


class ChitWindow(Step[TaierzhuangPosition, F]):
    """5.2: the owner of one kind of chit may play it here, or decline."""

    case: ClassVar[str] = "5.2"
    effect: ClassVar[str]
    """What the chit does: with this the chart finds it, and its owner."""
    verb: ClassVar[type[Play] | type[Call]] = Play
    question: ClassVar[str] = "refusal.play_or_decline"

    def owner(self, pos: TaierzhuangPosition) -> int:
        return pos.book.chit_side[pos.book.by_effect[self.effect]]

    def actor(self, pos: TaierzhuangPosition, at: F) -> Actor:
        return pos.name(self.owner(pos))

    def options(self, pos: TaierzhuangPosition, at: F) -> Options:
        return Options(one(Decline()), self._uses(pos)) if holds(pos, self.effect) else Options(one(Decline()))

    def _uses(self, pos: TaierzhuangPosition) -> Group[Action]:
        return one(Play(effect_piece(pos, self.effect)))

    def refusal(self, pos: TaierzhuangPosition, at: F, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, self.verb):
            return Refusal("5.2", self.question)
        if refusal := in_hand(pos, self.owner(pos), action.chit):
            return refusal
        if action.chit != effect_piece(pos, self.effect):
            return Refusal("5.2", "refusal.wrong_window", piece=action.chit)
        return self._use_refusal(pos, action)

    def _use_refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        return None


class CallWindow(ChitWindow[F]):
    """5.2: a chit that names an area; asked as long as some area could be its target."""

    verb: ClassVar[type[Play] | type[Call]] = Call
    question: ClassVar[str] = "refusal.call_or_decline"
    elsewhere: ClassVar[str]
    """What to say of an area that is no target."""

    def targets(self, pos: TaierzhuangPosition) -> int:
        """The areas that it may be called on, as a set."""
        raise NotImplementedError(self.name)

    def settle(self, pos: TaierzhuangPosition, at: F) -> bool:
        if self.targets(pos):
            return True
        pos.done()
        return False

    def _uses(self, pos: TaierzhuangPosition) -> Group[Action]:
        return Group(Call, effect_piece(pos, self.effect), values=bits(self.targets(pos)))

    def _use_refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        assert isinstance(action, Call)
        fits = self.targets(pos) >> action.area & 1
        return None if fits else Refusal("5.2", self.elsewhere, area=action.area)


class PaymentWindow(Step[TaierzhuangPosition, F]):
    """6.1, 6.2: a side may give up one chit, whichever, for something; the number of chits held is public."""

    payer: ClassVar[int]

    def actor(self, pos: TaierzhuangPosition, at: F) -> Actor:
        return pos.name(self.payer)

    def options(self, pos: TaierzhuangPosition, at: F) -> Options:
        return Options(one(Decline()), Group(Pay, values=payable(pos, self.payer)))

    def refusal(self, pos: TaierzhuangPosition, at: F, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, Pay):
            return Refusal(self.case, "refusal.pay_or_decline")
        return in_hand(pos, self.payer, action.chit, self.case)

    def apply(self, pos: TaierzhuangPosition, at: F, action: Action) -> None:
        """R-50: only the owner knows which chit goes back."""
        pos.done()
        if isinstance(action, Pay):
            give_back(pos, action.chit)
            name, case = pos.name(self.payer), case_of(self.payer)
            pos.tell(case, "event.chit_paid", side=name)
            pos.tell(case, "event.chit_paid_which", (name,), side=name, piece=action.chit)
            self.paid(pos, at)
        else:
            self.declined(pos, at)

    def paid(self, pos: TaierzhuangPosition, at: F) -> None:
        """What the chit buys."""
        raise NotImplementedError(self.name)

    def declined(self, pos: TaierzhuangPosition, at: F) -> None:
        """What happens without it."""


def payable(pos: TaierzhuangPosition, side: int) -> list[int]:
    """The chits that a side could pay with."""
    return [piece(pos, chit) for chit in pos.book.chits_of[side] if pos.hands[chit]]
