"""Shanghai-Nanking Campaign 6.0 Stacking: the limits of 6.2, and the times at which they are checked (6.0)."""

from __future__ import annotations

from collections.abc import Iterable

from shapan.kernel import Action, Frame, Group, Options, Refusal, SideFrame, SideStep, Step
from shapan.mechanics.sides import other

from .actions import Remove
from .losses import eliminate
from .position import CampaignPosition
from .sides import CHINESE
from .victory import judge

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
    units, place = pos.on_map(side), pos.place
    if len(units) == pos.occupied[side].bit_count():
        return stacks  # a unit alone breaks no limit
    for unit in units:
        stacks.setdefault(place[unit], []).append(unit)
    return {here: units for here, units in stacks.items() if len(units) > 1 and not legal(pos, side, units)}


def removable(pos: CampaignPosition, side: int) -> list[int]:
    """6.0: units whose removal counts; a Chinese garrison has no stacking value and is no excess (R-08)."""
    crowd = [unit for units in over_stacked(pos, side).values() for unit in units]
    return [unit for unit in crowd if pos.book.equivalents[unit]] if side == CHINESE else crowd


# --- 6.0 checks ---------------------------------------------------------------------------------


class Checking(Frame, step="check"):
    """6.0 (2): a combat after which all stacks are looked at; waits below it until it is over, advance included."""

    attacker: int


class Trimming(SideFrame, step="trim"):
    """6.0: a side looks at all its hexes."""


class CheckAfterCombat(Step[CampaignPosition, Checking]):
    """6.0 (2): both players look at all their hexes, the attacker first (R-50)."""

    case = "6.0"

    def settle(self, pos: CampaignPosition, at: Checking) -> bool:
        pos.done()
        pos.then(Trimming(at.attacker), Trimming(other(at.attacker)))
        return False


class TrimStacks(SideStep[CampaignPosition, Trimming]):
    """6.0: the owner eliminates excess units of his choice, one by one, until every hex meets the limits."""

    case = "6.0"
    telling = True

    def settle(self, pos: CampaignPosition, at: Trimming) -> bool:
        if over_stacked(pos, at.side):
            return True
        pos.done()
        judge(pos)
        return False

    def options(self, pos: CampaignPosition, at: Trimming) -> Options:
        return Options(Group(Remove, values=removable(pos, at.side)))

    def refusal(self, pos: CampaignPosition, at: Trimming, action: Action) -> Refusal | None:
        if not isinstance(action, Remove):
            return Refusal("6.0", "refusal.trim_first")
        if pos.book.side_of[action.unit] != at.side:
            return Refusal("6.0", "refusal.not_yours")
        if action.unit not in removable(pos, at.side):
            return Refusal("6.0", "refusal.no_excess", unit=action.unit)
        return None

    def apply(self, pos: CampaignPosition, at: Trimming, action: Action) -> None:
        assert isinstance(action, Remove)
        pos.tell("6.0", "event.over_stacked", unit=action.unit, hex=pos.place[action.unit])
        eliminate(pos, action.unit)
