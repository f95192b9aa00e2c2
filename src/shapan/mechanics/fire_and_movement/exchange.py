"""Fire & Movement 7.6 Exchange: each side loses one step, the support unit of a stack before its partner."""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Refusal, SideFrame, SideStep
from shapan.mechanics.verbs import Lose

from .position import FM
from .terms import Units


class Exchanging(SideFrame, step="exchange"):
    """7.6: a side owes a step."""

    units: Units
    """Its units of the battle, one of which takes it."""


def candidates(pos: FM, units: Units) -> Units:
    """The units that may take the step: first those that must by exclusive rules, then in each stack its support."""
    first = pos.first_losses(units)
    if first:
        return first
    found = 0
    for unit in bits(units):
        stack = pos.mates(unit) & units
        supports = stack & pos.book.supports
        found |= supports if supports and stack.bit_count() > 1 else 1 << unit
    return found


def lose_step(pos: FM, unit: int, case: str) -> None:
    """A step is lost: the counter is turned over or leaves the map."""
    side = pos.book.sides[pos.book.side_of[unit]]
    gone = pos.lose_step(unit)
    pos.tell(case, "event.eliminated" if gone else "event.reduced", side=side, unit=unit)


class Exchange(SideStep[FM, Exchanging]):
    """The owner chooses where the rules leave a choice."""

    case: ClassVar[str] = "7.6"

    def settle(self, pos: FM, at: Exchanging) -> bool:
        able = candidates(pos, pos.alive(at.units))
        if able.bit_count() > 1:
            return True
        pos.done()
        for unit in bits(able):
            lose_step(pos, unit, "7.6")
        return False

    def options(self, pos: FM, at: Exchanging) -> Options:
        return Options(Group(Lose, values=bits(candidates(pos, pos.alive(at.units)))))

    def refusal(self, pos: FM, at: Exchanging, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("7.6", "refusal.loss_first")
        alive = pos.alive(at.units)
        if not alive >> action.unit & 1:
            return Refusal("7.6", "refusal.not_in_battle")
        if not candidates(pos, alive) >> action.unit & 1:
            first = pos.first_losses(alive)
            return Refusal(
                pos.book.first_loss_case if first else pos.book.support_unit_case,
                "refusal.loss_order",
                unit=action.unit,
            )
        return None

    def apply(self, pos: FM, at: Exchanging, action: Action) -> None:
        assert isinstance(action, Lose)
        pos.done()
        lose_step(pos, action.unit, "7.6")
