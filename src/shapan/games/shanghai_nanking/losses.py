"""Shanghai-Nanking Campaign 10.5 Losses, and what becomes of eliminated units (2.2.1, 8.1, 9.1)."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, DieStep, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, amended
from shapan.mechanics.verbs import Lose

from .book import IN_POOL
from .position import CampaignPosition, Units
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
        pos.then(Returning(unit))
    elif book.recycle and book.side_of[unit] == JAPANESE and book.static >> unit & 1:
        pos.set_due(unit, IN_POOL)


# --- 8.1 Chinese elite units --------------------------------------------------------------------


class Returning(Frame, step="return"):
    """8.1: a die for an elite unit that has just been eliminated."""

    unit: int


class RollReturn(DieStep[CampaignPosition, Returning]):
    """8.1: so many turns ahead the elite unit may return, reduced; after the last turn it is gone."""

    case = "8.1"

    def rolled(self, pos: CampaignPosition, at: Returning, face: int) -> None:
        pos.done()
        turn = pos.turn + face
        if turn > pos.book.turns:
            pos.tell("8.1", "event.elite_gone", unit=at.unit, die=face)
            return
        pos.set_steps(at.unit, 1)
        pos.set_due(at.unit, turn)
        pos.tell("8.1", "event.elite_returns", unit=at.unit, die=face, turn=turn)

    def prompt(self, pos: CampaignPosition, at: Returning) -> tuple[str, dict[str, Param]]:
        return "prompt.return", {"unit": at.unit}


# --- 10.5.2 apportioning losses -----------------------------------------------------------------


def next_to_lose(pos: CampaignPosition, units: Units) -> list[int]:
    """10.5.2: two-step units first, then the strongest, Japanese garrisons last; several if they are equally strong."""
    alive = bits(pos.alive(units))
    if not alive:
        return []
    japanese_garrisons = pos.book.static & pos.book.roster[JAPANESE]
    order = {unit: (pos.steps[unit] == 1, japanese_garrisons >> unit & 1, -pos.factor(unit)) for unit in alive}
    first = min(order.values())
    return [unit for unit in alive if order[unit] == first]


class Losing(SideFrame, step="lose"):
    """10.5: a side takes its losses of a battle."""

    units: Units
    """Who fought, whatever has become of them."""
    left: int
    """Steps still to lose."""


class ApportionLosses(SideStep[CampaignPosition, Losing]):
    """10.5.2: the order is fixed; an owner chooses only between equals. 10.5.1: what nobody can absorb is forgotten."""

    case = "10.5.2"

    def settle(self, pos: CampaignPosition, at: Losing) -> bool:
        choice = next_to_lose(pos, at.units) if at.left else []
        if not choice:
            pos.done()
            return False
        everything = at.left >= sum(pos.steps[unit] for unit in bits(pos.alive(at.units)))
        if len(choice) > 1 and not everything:
            return True
        self._lose(pos, at, choice[0])
        return False

    def options(self, pos: CampaignPosition, at: Losing) -> Options:
        return Options(Group(Lose, values=next_to_lose(pos, at.units)))

    def refusal(self, pos: CampaignPosition, at: Losing, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return Refusal("10.5.2", "refusal.losses_first", count=at.left)
        if pos.book.side_of[action.unit] != at.side:
            return Refusal("10.5.2", "refusal.not_yours")
        if not pos.alive(at.units) >> action.unit & 1:
            return Refusal("10.5.2", "refusal.not_in_battle", unit=action.unit)
        first = next_to_lose(pos, at.units)
        if action.unit not in first:
            return Refusal("10.5.2", "refusal.loss_order", unit=action.unit, units=tuple(first))
        return None

    def apply(self, pos: CampaignPosition, at: Losing, action: Action) -> None:
        assert isinstance(action, Lose)
        self._lose(pos, at, action.unit)

    def _lose(self, pos: CampaignPosition, at: Losing, unit: int) -> None:
        pos.become(amended(at, left=at.left - 1))
        lose_step(pos, unit)

    def prompt(self, pos: CampaignPosition, at: Losing) -> tuple[str, dict[str, Param]]:
        return "prompt.lose", {"count": at.left}
