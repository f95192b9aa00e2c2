"""Mukden 9.9 to 9.11: losses are apportioned and taken, and what the battle leaves behind."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, Step

from .actions import Lose
from .alternation import alive, end_action
from .position import MukdenPosition


class ApportionLosses(SideStep[MukdenPosition]):
    """9.10: each player spreads his own losses over his units of this battle; 9.9: any excess is ignored."""

    name = "lose"
    case = "9.10"

    def settle(self, pos: MukdenPosition) -> bool:
        side, units, left = pos.frame
        alive = [unit for unit in bits(units) if pos.steps[unit]]
        steps = pos.strength(alive)
        if left and left < steps and len(alive) > 1:
            return True
        pos.done()
        for unit in alive:
            take_losses(pos, side, unit, min(left, pos.steps[unit]))
        return False

    def options(self, pos: MukdenPosition) -> Options:
        return Options(Group(Lose, values=[unit for unit in bits(pos.frame[1]) if pos.steps[unit]]))

    def refusal(self, pos: MukdenPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("9.10", "refusal.losses_first", count=pos.frame[2])
        if not pos.frame[1] >> action.unit & 1:
            return Refusal("9.10", "refusal.not_in_battle")
        return None if pos.steps[action.unit] else Refusal("9.9", "refusal.eliminated", unit=action.unit)

    def apply(self, pos: MukdenPosition, action: Action) -> None:
        assert isinstance(action, Lose)
        side, units, left = pos.frame
        take_losses(pos, side, action.unit, 1)
        pos.become(side, units, left - 1)

    def prompt(self, pos: MukdenPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.lose", {"count": pos.frame[2]}


def take_losses(pos: MukdenPosition, side: int, unit: int, steps: int) -> None:
    """2.10: a unit loses steps, and leaves the map with the last; 9.11: the steps-lost track goes up by as many."""
    for _ in range(steps):
        gone = pos.lose_step(unit)
        lost = list(pos.lost)
        lost[side] += 1
        pos.lost = (lost[0], lost[1])
        if gone and unit == pos.book.corps:
            pos.corps_lost += 1
    if steps:
        key = "event.lost_steps" if pos.steps[unit] else "event.eliminated"
        pos.tell("2.10", key, side=pos.book.sides[side], unit=unit, count=steps, left=pos.steps[unit])


class Aftermath(Step[MukdenPosition]):
    """9.1: the defenders that are left are disrupted at once; 9.11: an empty hex may be entered."""

    name = "aftermath"
    case = "9.11"

    def settle(self, pos: MukdenPosition) -> bool:
        target, units, involved, momentum = pos.frame
        pos.done()
        defenders = pos.stack_in(target)
        pos.disrupt(sum(1 << unit for unit in defenders))
        survivors = alive(pos, units)
        if survivors and not defenders:
            pos.call("advance", target, survivors, 0, involved, momentum)
        else:
            end_action(pos, involved)
        return False
