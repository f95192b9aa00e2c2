"""Shanghai-Nanking Campaign 6.0 Stacking: the limits of 6.2, and the times at which they are checked (6.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.kernel import Action, Group, Options, Refusal, SideStep, Step
from shapan.mechanics.forces import OFF
from shapan.mechanics.restack import Restacking

from .actions import Remove
from .losses import eliminate
from .position import CampaignPosition
from .sides import CHINESE, other
from .victory import judge

RESTACKING: Final = Restacking(
    "6.4", frozenset({"plan", "move", "fight", "arrive", "replace", "land", "assault", "station"})
)
"""6.4: the order within a stack has no effect, so its owner may change it whenever nothing is being settled."""


# --- 6.2 limits ---------------------------------------------------------------------------------


def legal(pos: CampaignPosition, side: int, units: Iterable[int]) -> bool:
    """6.2: may these units stand in one hex?"""
    book = pos.book
    limit = book.stacking
    if side == CHINESE:
        return sum(book.equivalents[unit] for unit in units) <= limit["chinese_limit"]
    formations = [book.formation[unit] for unit in units]
    if len(formations) > limit["japanese_units"]:
        return False
    # some formation must be able to count as the division; everything else is the one other unit.
    for formation in set(formations):
        own = formations.count(formation)
        if own <= limit["japanese_of_one_formation"] and len(formations) - own <= limit["japanese_others"]:
            return True
    return not formations


def fits(pos: CampaignPosition, unit: int, here: int) -> bool:
    """6.2: would the unit find room in this hex?"""
    mates = [mate for mate in pos.stack_in(here) if mate != unit]
    return legal(pos, pos.book.side_of[unit], [*mates, unit])


def over_stacked(pos: CampaignPosition, side: int) -> dict[int, list[int]]:
    """6.0: the hexes of a side that break the limits, with the units there."""
    stacks: dict[int, list[int]] = {}
    place = pos.place
    for unit in pos.book.units_of[side]:
        here = place[unit]
        if here != OFF:
            stacks.setdefault(here, []).append(unit)
    return {here: units for here, units in stacks.items() if len(units) > 1 and not legal(pos, side, units)}


def removable(pos: CampaignPosition, side: int) -> list[int]:
    """6.0: units whose removal counts; a Chinese garrison has no stacking value and is no excess (R-08)."""
    crowd = [unit for units in over_stacked(pos, side).values() for unit in units]
    return [unit for unit in crowd if pos.book.equivalents[unit]] if side == CHINESE else crowd


# --- 6.0 checks ---------------------------------------------------------------------------------


def check_both(pos: CampaignPosition, attacker: int) -> None:
    """6.0: after a combat both players look at all their hexes, the attacker first (R-50)."""
    pos.call("trim", other(attacker))
    pos.call("trim", attacker)


class CheckAfterCombat(Step[CampaignPosition]):
    """6.0 (2): waits below a combat until it is over, advance included."""

    name = "check"
    case = "6.0"

    def settle(self, pos: CampaignPosition) -> bool:
        (attacker,) = pos.frame
        pos.done()
        check_both(pos, attacker)
        return False


class TrimStacks(SideStep[CampaignPosition]):
    """6.0: the owner eliminates excess units of his choice, one by one, until every hex meets the limits."""

    name = "trim"
    case = "6.0"

    def settle(self, pos: CampaignPosition) -> bool:
        (side,) = pos.frame
        if over_stacked(pos, side):
            return True
        pos.done()
        judge(pos)
        return False

    def options(self, pos: CampaignPosition) -> Options:
        return Options(Group(Remove, values=removable(pos, pos.frame[0])))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        if not isinstance(action, Remove):
            return Refusal("6.0", "refusal.trim_first")
        if pos.book.side_of[action.unit] != side:
            return Refusal("6.0", "refusal.not_yours")
        if action.unit not in removable(pos, side):
            return Refusal("6.0", "refusal.no_excess", unit=action.unit)
        return None

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        assert isinstance(action, Remove)
        pos.tell("6.0", "event.over_stacked", unit=action.unit, hex=pos.place[action.unit])
        eliminate(pos, action.unit)
