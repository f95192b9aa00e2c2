"""Shanghai-Nanking Campaign 10.5 Final combat resolution: the roll, and who then loses what."""

from __future__ import annotations

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import DieStep, Param
from shapan.mechanics.odds import odds_text
from shapan.mechanics.sides import other

from .battle import LANDING, Battle, Striking, attacker_of
from .beaches import RETREATS, Ashore
from .combat import odds
from .losses import Losing
from .position import CampaignPosition


class Strike(DieStep[CampaignPosition, Striking]):
    """10.5: one die under the final column; 10.5.1: the result is in steps, attacker's first."""

    case = "10.5"

    def rolled(self, pos: CampaignPosition, at: Striking, face: int) -> None:
        attacker = attacker_of(pos, at)
        result = pos.book.crt.result(tell_odds(pos, at), face)
        pos.tell(
            "10.5",
            "event.result",
            die=face,
            result=str(result),
            hex=at.target,
            attack_loss=result.attacker,
            defence_loss=result.defender,
        )
        defender_loses = Losing(other(attacker), mask_of(pos.stack_in(at.target)), result.defender)
        pos.done()
        if at.kind == LANDING:
            # 8.4: the attacker's losses wait until the beach is clear.
            pos.then(defender_loses, Ashore(at.target, at.units, result.attacker, RETREATS))
        else:
            pos.then(defender_loses, Losing(attacker, at.units, result.attacker))

    def prompt(self, pos: CampaignPosition, at: Striking) -> tuple[str, dict[str, Param]]:
        return "prompt.strike", {"hex": at.target}


def tell_odds(pos: CampaignPosition, at: Battle) -> int:
    """The final position on the line of odds, with an account of how it came about."""
    found = odds(pos, at)
    if pos.teller is not None:
        pos.tell("10.3", "event.odds", attack=found.attack, defence=found.defence, odds=odds_text(found.base))
        for shift in found.shifts:
            pos.tell(shift.case, "event.shift", cause=shift.key, columns=f"{shift.columns:+d}")
        pos.tell("10.3.1", "event.column", heading=pos.book.crt.heading(found.final), attackers=tuple(bits(at.units)))
    return found.final
