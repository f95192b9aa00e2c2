"""Shanghai-Nanking Campaign 10.5 Losses, and what becomes of eliminated units (2.2.1, 8.1, 9.1)."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, DieStep, Group, Options, Param, Refusal, SideStep

from .actions import Lose
from .book import IN_POOL
from .position import CampaignPosition
from .sides import JAPANESE

# --- 2.2.1 steps --------------------------------------------------------------------------------


def lose_step(pos: CampaignPosition, unit: int) -> None:
    """2.2.1: a full two-step unit is flipped, any other one goes to the dead pile."""
    if pos.steps[unit] == 1:
        eliminate(pos, unit)
        return
    _count(pos, unit, 1)
    pos.set_steps(unit, 1)
    pos.tell("2.2.1", "event.reduced", side=pos.book.sides[pos.book.side_of[unit]], unit=unit)


def eliminate(pos: CampaignPosition, unit: int) -> None:
    """The whole unit goes to the dead pile."""
    _count(pos, unit, pos.steps[unit])
    pos.set_steps(unit, 0)
    pos.lift(unit)
    pos.tell("2.2.1", "event.eliminated", side=pos.book.sides[pos.book.side_of[unit]], unit=unit)
    bury(pos, unit)


def _count(pos: CampaignPosition, unit: int, steps: int) -> None:
    lost = list(pos.lost)
    lost[pos.book.side_of[unit]] += steps
    pos.lost = (lost[0], lost[1])


def bury(pos: CampaignPosition, unit: int) -> None:
    """8.1: an elite unit may come back (R-25); 9.1: a Japanese garrison returns to its pool, if so agreed (R-11)."""
    book = pos.book
    if book.elite >> unit & 1:
        pos.call("return", unit)
    elif book.recycle and book.side_of[unit] == JAPANESE and book.static >> unit & 1:
        pos.set_due(unit, IN_POOL)


# --- 8.1 Chinese elite units --------------------------------------------------------------------


class RollReturn(DieStep[CampaignPosition]):
    """8.1: so many turns ahead the elite unit may return, reduced; after the last turn it is gone."""

    name = "return"
    case = "8.1"

    def rolled(self, pos: CampaignPosition, face: int) -> None:
        (unit,) = pos.frame
        pos.done()
        turn = pos.turn + face
        if turn > pos.book.turns:
            pos.tell("8.1", "event.elite_gone", unit=unit, die=face)
            return
        pos.set_steps(unit, 1)
        pos.set_due(unit, turn)
        pos.tell("8.1", "event.elite_returns", unit=unit, die=face, turn=turn)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.return", {"unit": pos.frame[0]}


# --- 10.5.2 apportioning losses -----------------------------------------------------------------


def next_to_lose(pos: CampaignPosition, units: int) -> list[int]:
    """10.5.2: two-step units first, then the strongest, Japanese garrisons last; several if they are equally strong."""
    alive = bits(pos.alive(units))
    if not alive:
        return []
    japanese_garrisons = pos.book.static & pos.book.roster[JAPANESE]
    order = {unit: (pos.steps[unit] == 1, japanese_garrisons >> unit & 1, -pos.factor(unit)) for unit in alive}
    first = min(order.values())
    return [unit for unit in alive if order[unit] == first]


class ApportionLosses(SideStep[CampaignPosition]):
    """10.5.2: the order is fixed; an owner chooses only between equals. 10.5.1: what nobody can absorb is forgotten.

    Frame: (side, units of the battle, steps still to lose).
    """

    name = "lose"
    case = "10.5.2"

    def settle(self, pos: CampaignPosition) -> bool:
        side, units, left = pos.frame
        choice = next_to_lose(pos, units) if left else []
        if not choice:
            pos.done()
            return False
        everything = left >= sum(pos.steps[unit] for unit in bits(pos.alive(units)))
        if len(choice) > 1 and not everything:
            return True
        pos.become(side, units, left - 1)
        lose_step(pos, choice[0])
        return False

    def options(self, pos: CampaignPosition) -> Options:
        return Options(Group(Lose, values=next_to_lose(pos, pos.frame[1])))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        side, units, left = pos.frame
        if not isinstance(action, Lose):
            return Refusal("10.5.2", "refusal.losses_first", count=left)
        if pos.book.side_of[action.unit] != side:
            return Refusal("10.5.2", "refusal.not_yours")
        if not pos.alive(units) >> action.unit & 1:
            return Refusal("10.5.2", "refusal.not_in_battle", unit=action.unit)
        first = next_to_lose(pos, units)
        if action.unit not in first:
            return Refusal("10.5.2", "refusal.loss_order", unit=action.unit, units=tuple(first))
        return None

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        assert isinstance(action, Lose)
        side, units, left = pos.frame
        pos.become(side, units, left - 1)
        lose_step(pos, action.unit)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.lose", {"count": pos.frame[2]}
