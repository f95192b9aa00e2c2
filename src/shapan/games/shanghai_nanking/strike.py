"""Shanghai-Nanking Campaign 10.5 Final combat resolution: the roll, and who then loses what."""

from __future__ import annotations

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import DieStep, Param
from shapan.mechanics.odds import odds_text

from .combat import LANDING, odds
from .position import CampaignPosition
from .sides import other
from .support import attacker_of


class Strike(DieStep[CampaignPosition]):
    """10.5: one die under the final column; 10.5.1: the result is in steps, attacker's first."""

    name = "strike"
    case = "10.5"

    def rolled(self, pos: CampaignPosition, face: int) -> None:
        kind, target, units, used = pos.frame
        attacker = attacker_of(pos)
        position = tell_odds(pos, kind, target, units, used)
        result = pos.book.crt.result(position, face)
        pos.tell("10.5", "event.result", die=face, result=str(result), hex=target)
        pos.done()
        if kind == LANDING:
            # 8.4: the attacker's losses wait until the beach is clear.
            pos.call("ashore", target, units, result.attacker, 0)
        else:
            pos.call("lose", attacker, units, result.attacker)
        pos.call("lose", other(attacker), mask_of(pos.stack_in(target)), result.defender)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.strike", {"hex": pos.frame[1]}


def tell_odds(pos: CampaignPosition, kind: str, target: int, units: int, used: int) -> int:
    """The final position on the line of odds, with an account of how it came about."""
    found = odds(pos, kind, target, units, used)
    if pos.teller is not None:
        pos.tell("10.3", "event.odds", attack=found.attack, defence=found.defence, odds=odds_text(found.base))
        for shift in found.shifts:
            pos.tell(shift.case, "event.shift", cause=shift.key, columns=f"{shift.columns:+d}")
        pos.tell("10.3.1", "event.column", heading=pos.book.crt.heading(found.final), attackers=tuple(bits(units)))
    return found.final
