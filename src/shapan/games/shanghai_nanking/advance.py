"""Shanghai-Nanking Campaign 10.5.3 Advance after combat."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, Frame, Options, Param, Refusal, Step, amended, one
from shapan.mechanics.verbs import Pass

from .actions import Advance
from .control import enter
from .position import CampaignPosition, Hex, Units
from .sides import CHINESE, JAPANESE
from .stacking import fits


class Aftermath(Frame):
    """10.5.3: what an attack may leave behind; waits below the battle."""

    target: Hex
    units: Units
    """Who attacked."""


class Advancing(Frame, step="advance"):
    """10.5.3: the emptied hex is entered."""

    target: Hex
    units: Units
    """Who may still advance."""


class AfterCombat(Step[CampaignPosition, Aftermath]):
    """10.5.3: a hex left empty may be entered by attackers that survived."""

    case = "10.5.3"

    def settle(self, pos: CampaignPosition, at: Aftermath) -> bool:
        pos.done()
        survivors = pos.alive(at.units)
        if survivors and not (pos.occupied[CHINESE] | pos.occupied[JAPANESE]) >> at.target & 1:
            pos.then(Advancing(at.target, survivors))
        return False


class AdvanceAfterCombat(Step[CampaignPosition, Advancing]):
    """10.5.3: at once or not at all, within stacking, free of charge and of enemy zones (7.2)."""

    case = "10.5.3"

    def settle(self, pos: CampaignPosition, at: Advancing) -> bool:
        if self._able(pos, at):
            return True
        pos.done()
        return False

    def _able(self, pos: CampaignPosition, at: Advancing) -> list[int]:
        return [unit for unit in bits(at.units) if fits(pos, unit, at.target)]

    def actor(self, pos: CampaignPosition, at: Advancing) -> Actor:
        return pos.book.sides[pos.owner(at.units)]

    def options(self, pos: CampaignPosition, at: Advancing) -> Options:
        return Options(*(one(Advance(unit, at.target)) for unit in self._able(pos, at)), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Advancing, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Advance(unit, there):
                if there != at.target:
                    return Refusal("10.5.3", "refusal.advance_where", hex=at.target)
                if not at.units >> unit & 1:
                    return Refusal("10.5.3", "refusal.not_victorious")
                return None if fits(pos, unit, there) else Refusal("6.2", "refusal.stacking", hex=there)
        return Refusal("10.5.3", "refusal.advance_now")

    def apply(self, pos: CampaignPosition, at: Advancing, action: Action) -> None:
        if isinstance(action, Pass):
            pos.done()
        elif isinstance(action, Advance):
            pos.become(amended(at, units=at.units & ~(1 << action.unit)))
            pos.tell("10.5.3", "event.advanced", unit=action.unit, hex=at.target)
            enter(pos, action.unit, (at.target,))

    def prompt(self, pos: CampaignPosition, at: Advancing) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": at.target}
