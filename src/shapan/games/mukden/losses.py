"""Mukden 9.9 to 9.11: losses are apportioned and taken, and what the battle leaves behind."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, Step, amended
from shapan.mechanics.verbs import Lose

from .alternation import alive, dead_refusal, end_action
from .battle import Advancing, Aftermath, Losing
from .position import MukdenPosition


class ApportionLosses(SideStep[MukdenPosition, Losing]):
    """9.10: each player spreads his own losses over his units of this battle; 9.9: any excess is ignored."""

    case = "9.10"

    def settle(self, pos: MukdenPosition, at: Losing) -> bool:
        able = bits(alive(pos, at.units))
        if at.left and at.left < pos.strength(able) and len(able) > 1:
            return True
        pos.done()
        for unit in able:
            take_losses(pos, at.side, unit, min(at.left, pos.steps[unit]))
        return False

    def options(self, pos: MukdenPosition, at: Losing) -> Options:
        return Options(Group(Lose, values=bits(alive(pos, at.units))))

    def refusal(self, pos: MukdenPosition, at: Losing, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("9.10", "refusal.losses_first", count=at.left)
        if refusal := dead_refusal(pos, at.side, action.unit):
            return refusal
        return None if at.units >> action.unit & 1 else Refusal("9.10", "refusal.not_in_battle")

    def apply(self, pos: MukdenPosition, at: Losing, action: Action) -> None:
        assert isinstance(action, Lose)
        take_losses(pos, at.side, action.unit, 1)
        pos.become(amended(at, left=at.left - 1))

    def prompt(self, pos: MukdenPosition, at: Losing) -> tuple[str, dict[str, Param]]:
        return "prompt.lose", {"count": at.left}


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


class EndBattle(Step[MukdenPosition, Aftermath]):
    """9.1: the defenders that are left are disrupted at once; 9.11: an empty hex may be entered."""

    case = "9.11"

    def settle(self, pos: MukdenPosition, at: Aftermath) -> bool:
        pos.done()
        defenders = pos.stack_in(at.target)
        pos.disrupt(sum(1 << unit for unit in defenders))
        survivors = alive(pos, at.units)
        if survivors and not defenders:
            pos.then(Advancing(at.target, survivors, advanced=0, involved=at.involved, momentum=at.momentum))
        else:
            end_action(pos, at.involved)
        return False
