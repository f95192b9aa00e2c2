"""Shanghai-Nanking Campaign 5.3, 9.0 An Operations Phase of movement: moves and overruns, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from shapan.kernel import Action, Group, Options, Refusal, SideFrame, SideStep, one
from shapan.mechanics.hexoptions import Destinations
from shapan.mechanics.verbs import Move, Pass

from .actions import Overrun
from .movement import companions, march, may_move, move_group, move_refusal
from .overrun import begin_overrun, overrun_refusal, overrun_targets
from .position import CampaignPosition
from .sides import JAPANESE
from .stacking import Trimming
from .victory import judge


class Moving(SideFrame, step="move"):
    """9.0: an Operations Phase of movement, between one move and the next."""


class MovePhase(SideStep[CampaignPosition, Moving]):
    """9.0: units move one after the other, each once; the end of the phase is the player's word."""

    case = "9.0"

    def settle(self, pos: CampaignPosition, at: Moving) -> bool:
        return not judge(pos)

    def options(self, pos: CampaignPosition, at: Moving) -> Options:
        field, points = pos.front(at.side).field, pos.book.movement_factor
        groups: list[Group[Action]] = [move_group(pos, field, unit, points) for unit in pos.movers(at.side)]
        if at.side == JAPANESE:
            groups += overrun_groups(pos, points)
        return Options(*groups, one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Moving, action: Action) -> Refusal | None:
        points = pos.book.movement_factor
        match action:
            case Pass():
                return None
            case Move(unit, path):
                return may_move(pos, at.side, unit) or move_refusal(pos, unit, path, points)
            case Overrun(unit, path):
                return may_move(pos, at.side, unit) or overrun_refusal(pos, unit, path, points, companions(pos, unit))
        return Refusal("5.3", "refusal.move_phase")

    def apply(self, pos: CampaignPosition, at: Moving, action: Action) -> None:
        if isinstance(action, Pass):
            pos.done()
            pos.tell("9.0", "event.phase_over", side=pos.book.sides[at.side])
            pos.then(Trimming(at.side))
        elif isinstance(action, Move):
            march(pos, action.unit, action.path, pos.book.movement_factor)
        elif isinstance(action, Overrun):
            begin_overrun(pos, action, pos.book.movement_factor, companions(pos, action.unit))


def overrun_groups(pos: CampaignPosition, points: int) -> list[Group[Overrun]]:
    """9.6: for each Japanese unit that may move, the hexes that it could lead an overrun against."""

    def targets(unit: int) -> Callable[[], Destinations]:
        return lambda: Destinations(overrun_targets(pos, unit, points, companions(pos, unit)))

    return [Group(Overrun, unit, values=targets(unit)) for unit in pos.movers(JAPANESE)]
