"""Shanghai-Nanking Campaign 10.5.3 Advance after combat."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, Options, Param, Refusal, Step, one

from .actions import Advance, Pass
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .stacking import fits
from .victory import enter

# Frames, with sets of units as bits:
#   aftermath (target, units)    waits below the battle
#   advance   (target, units)    who enters the emptied hex


class Aftermath(Step[CampaignPosition]):
    """10.5.3: a hex left empty may be entered by attackers that survived."""

    name = "aftermath"
    case = "10.5.3"

    def settle(self, pos: CampaignPosition) -> bool:
        target, units = pos.frame
        pos.done()
        survivors = pos.alive(units)
        if survivors and not (pos.occupied[CHINESE] | pos.occupied[JAPANESE]) >> target & 1:
            pos.call("advance", target, survivors)
        return False


class AdvanceAfterCombat(Step[CampaignPosition]):
    """10.5.3: at once or not at all, within stacking, free of charge and of enemy zones (7.2)."""

    name = "advance"
    case = "10.5.3"

    def settle(self, pos: CampaignPosition) -> bool:
        if self._able(pos):
            return True
        pos.done()
        return False

    def _able(self, pos: CampaignPosition) -> list[int]:
        target, units = pos.frame
        return [unit for unit in bits(units) if fits(pos, unit, target)]

    def actor(self, pos: CampaignPosition) -> Actor:
        side: str = pos.book.sides[pos.book.side_of[bits(pos.frame[1])[0]]]
        return side

    def options(self, pos: CampaignPosition) -> Options:
        target = pos.frame[0]
        return Options(*(one(Advance(unit, target)) for unit in self._able(pos)), one(Pass()))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        target, units = pos.frame
        match action:
            case Pass():
                return None
            case Advance(unit, there):
                if there != target:
                    return Refusal("10.5.3", "refusal.advance_where", hex=target)
                if not units >> unit & 1:
                    return Refusal("10.5.3", "refusal.not_victorious")
                return None if fits(pos, unit, target) else Refusal("6.2", "refusal.stacking", hex=target)
        return Refusal("10.5.3", "refusal.advance_now")

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        target, units = pos.frame
        if isinstance(action, Pass):
            pos.done()
        elif isinstance(action, Advance):
            pos.become(target, units & ~(1 << action.unit))
            pos.tell("10.5.3", "event.advanced", unit=action.unit, hex=target)
            enter(pos, action.unit, (target,))

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.advance", {"hex": pos.frame[0]}
