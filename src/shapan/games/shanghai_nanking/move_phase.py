"""Shanghai-Nanking Campaign 5.3, 9.0 An Operations Phase of movement: moves and overruns, one after the other."""

from __future__ import annotations

from shapan.kernel import Action, Family, Group, Options, Refusal, SideFrame, SideStep, one
from shapan.mechanics.verbs import Move, Pass

from .actions import Overrun
from .movement import companions, march, may_move, move_group, move_refusal
from .overrun import MoveOn, Onward, Outset, begin_overrun, overrun_refusal, ways_of
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
        movers = pos.movers(at.side)
        moves = Family(movers, lambda unit: move_group(pos, field, unit, points))
        if at.side != JAPANESE:
            return Options(moves, one(Pass()))
        ways = ways_of(pos)
        overruns = Family(movers, lambda unit: Group(Overrun, unit, values=ways(outset_of(pos, unit))))
        return Options(moves, overruns, one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Moving, action: Action) -> Refusal | None:
        points = pos.book.movement_factor
        match action:
            case Pass():
                return None
            case Move(unit, path):
                refusal = held_refusal(pos, action) or may_move(pos, at.side, unit)
                return refusal or move_refusal(pos, unit, path, points)
            case Overrun(unit, path):
                refusal = held_refusal(pos, action) or may_move(pos, at.side, unit)
                return refusal or overrun_refusal(pos, unit, path, outset_of(pos, unit))
        return Refusal("5.3", "refusal.move_phase")

    def apply(self, pos: CampaignPosition, at: Moving, action: Action) -> None:
        if isinstance(action, Pass):
            pos.done()
            pos.tell("9.0", "event.phase_over", side=pos.book.sides[at.side])
            pos.then(Trimming(at.side))
        elif isinstance(action, Move):
            march(pos, action.unit, action.path, pos.book.movement_factor)
        elif isinstance(action, Overrun):
            begin_overrun(pos, action, outset_of(pos, action.unit))


def held_refusal(pos: CampaignPosition, action: Move | Overrun) -> Refusal | None:
    """9.6: why a stack that has just overrun goes no further, where nothing was left to it and nobody was asked."""
    for at in pos.skipped:
        if isinstance(at, Onward) and at.units >> action.unit & 1:
            return MoveOn().refusal(pos, at, action)
    return None


def outset_of(pos: CampaignPosition, unit: int) -> Outset:
    """9.6: a unit that may move can lead an overrun from its hex, with everybody there who may move as well."""
    return Outset(pos.place[unit], pos.book.movement_factor, companions(pos, unit))
