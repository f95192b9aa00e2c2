"""Shanghai-Nanking Campaign 5.0 Turn sequence: player turns, their plans, and what ends a game turn."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Action, Frame, Group, Options, Refusal, SideFrame, SideStep, phase, sequence
from shapan.mechanics.out_of_place import Belonging
from shapan.mechanics.verbs import Join, Lose

from .actions import (
    CATEGORIES,
    FIGHT,
    MOVE,
    PLANS,
    Advance,
    Arrive,
    Assault,
    Commit,
    Entrain,
    Intercept,
    Interdicted,
    Land,
    Operations,
    Plan,
    Remove,
    Replace,
    Retreat,
    Station,
    Support,
)
from .combat import Fighting
from .interdiction import interdiction
from .landings import japanese_reinforcements
from .move_phase import Moving
from .position import CampaignPosition
from .reinforcements import Arriving
from .sides import CHINESE, JAPANESE
from .victory import judge, victory_check

# --- 5.2 game turns -----------------------------------------------------------------------------


def begin_turn(pos: CampaignPosition) -> None:
    """4.1, 4.2: the first instant of a turn is an instant like any other."""
    pos.plan = ""
    pos.replaced = 0
    pos.tell("5.2", "event.turn", turn=pos.turn)
    judge(pos)


def end_turn(pos: CampaignPosition) -> None:
    """5.2: the marker moves on."""
    pos.turn += 1


# --- 5.3 the plan -------------------------------------------------------------------------------


class Planning(SideFrame, step="plan"):
    """5.3: a player turn begins."""


def chinese_plan(pos: CampaignPosition) -> None:
    pos.then(Planning(CHINESE))


def japanese_plan(pos: CampaignPosition) -> None:
    pos.then(Planning(JAPANESE))


class AnnouncePlan(SideStep[CampaignPosition, Planning]):
    """5.3: announced before the player turn, for all units, and final. 8.5: then this turn's markers are received."""

    case = "5.3"

    def options(self, pos: CampaignPosition, at: Planning) -> Options:
        return Options(Group(Plan, values=tuple(PLANS)))

    def refusal(self, pos: CampaignPosition, at: Planning, action: Action) -> Refusal | None:
        return None if isinstance(action, Plan) else Refusal("5.3", "refusal.plan_first")

    def apply(self, pos: CampaignPosition, at: Planning, action: Action) -> None:
        assert isinstance(action, Plan)
        pos.done()
        pos.plan = action.order
        pos.tell("5.3", "event.plan", side=pos.book.sides[at.side], plan=action.order)
        receive_markers(pos, at.side)


def receive_markers(pos: CampaignPosition, side: int) -> None:
    """8.5, 13.0: fire support markers due on this turn can be used at once."""
    due = [entry.get(pos.turn, 0) for entry in pos.book.markers[side]]
    for category, count in zip(CATEGORIES, due, strict=True):
        if count:
            pos.tell("8.5", "event.markers", side=pos.book.sides[side], category=category, count=count)
    more = tuple(have + new for have, new in zip(pos.owned[side], due, strict=True))
    pos.owned = (more, pos.owned[JAPANESE]) if side == CHINESE else (pos.owned[CHINESE], more)


# --- Operations Phases --------------------------------------------------------------------------

OPERATIONS: Final[dict[str, type[Moving | Fighting]]] = {MOVE: Moving, FIGHT: Fighting}
"""5.3: what the words of a plan begin."""


def chinese_first(pos: CampaignPosition) -> None:
    begin_operations(pos, CHINESE, plan(pos).first)


def chinese_second(pos: CampaignPosition) -> None:
    begin_operations(pos, CHINESE, plan(pos).second)


def japanese_first(pos: CampaignPosition) -> None:
    begin_operations(pos, JAPANESE, plan(pos).first)


def japanese_second(pos: CampaignPosition) -> None:
    begin_operations(pos, JAPANESE, plan(pos).second)


def begin_operations(pos: CampaignPosition, side: int, operation: str) -> None:
    """5.3: as announced; 11.1: the markers of both sides can be used again."""
    pos.acted = pos.attacked = 0
    pos.ready = pos.owned
    pos.tell("5.1", f"event.{operation}_phase", side=pos.book.sides[side])
    pos.then(OPERATIONS[operation](side))


def plan(pos: CampaignPosition) -> Operations:
    """5.3: what has been announced for this player turn."""
    return PLANS[pos.plan]


def in_first_operation(pos: CampaignPosition) -> bool:
    """Is this the first Operations Phase of a player turn?"""
    return pos.SEQUENCE.phases[pos.phase].begin in (chinese_first, japanese_first)


def operation(pos: CampaignPosition) -> str:
    """5.3: what the plan makes of this Operations Phase; nothing of any other phase."""
    if not pos.plan:
        return ""
    if in_first_operation(pos):
        return plan(pos).first
    return plan(pos).second if pos.SEQUENCE.phases[pos.phase].begin in (chinese_second, japanese_second) else ""


def fights_next(pos: CampaignPosition) -> bool:
    """Is a fight to follow on this first Operations Phase?"""
    return in_first_operation(pos) and plan(pos).second == FIGHT


# --- 5.0 everything in its part of the sequence -------------------------------------------------

BELONGING: Final[Belonging] = {
    Station: ("3.1", "refusal.station_when"),
    Plan: ("5.3", "refusal.planned"),
    Remove: ("6.0", "refusal.remove_when"),
    Arrive: ("8.2", "refusal.arrive_when"),
    Entrain: ("8.2", "refusal.arrive_when"),
    Replace: ("8.3", "refusal.replace_when"),
    Land: ("8.4", "refusal.land_when"),
    Assault: ("8.4", "refusal.land_when"),
    Retreat: ("8.4", "refusal.retreat_when"),
    Join: ("10.0", "refusal.nothing_begun"),
    Commit: ("10.0", "refusal.nothing_begun"),
    Lose: ("10.5.2", "refusal.lose_when"),
    Advance: ("10.5.3", "refusal.advance_when"),
    Support: ("11.1", "refusal.support_when"),
    Interdicted: ("11.2", "refusal.interdicted_when"),
    Intercept: ("11.3", "refusal.intercept_when"),
}
"""5.0: where an action belongs that is no business of an Operations Phase, whatever was planned for it."""
ELSEWHERE: Final[dict[type[Frame], Belonging]] = {Moving: BELONGING, Fighting: BELONGING}


# --- Reinforcement Phases, and the whole turn ---------------------------------------------------


def chinese_reinforcements(pos: CampaignPosition) -> None:
    """5.4, 8.2: whatever the plan; 11.2: interdiction comes before anything is placed."""
    if pos.waiting(CHINESE):
        pos.then(*interdiction(pos), Arriving())


TURN: Final = sequence(
    phase("", "5.2", begin_turn),
    phase("I", "5.3", chinese_plan),
    phase("I.A", "5.1", chinese_first),
    phase("I.B", "8.2", chinese_reinforcements),
    phase("I.C", "5.1", chinese_second),
    phase("II", "5.3", japanese_plan),
    phase("II.A", "5.1", japanese_first),
    phase("II.B", "8.4", japanese_reinforcements),
    phase("II.C", "5.1", japanese_second),
    phase("II.D", "4.3", victory_check),
    phase("", "5.2", end_turn),
)
