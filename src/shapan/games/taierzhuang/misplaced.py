"""Storm Over Taierzhuang 4.0, 7.0: where an action belongs that no impulse begins with."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Action, Frame, Refusal
from shapan.mechanics.out_of_place import Belonging, out_of_place
from shapan.mechanics.verbs import Flip, Halt, Resolve

from .actions import (
    All,
    Assault,
    Decline,
    Destroy,
    Discard,
    Gather,
    Go,
    Hit,
    Join,
    Keep,
    Leave,
    Pay,
    PlaceUnits,
    Rest,
    Retreat,
    Rout,
    Summon,
    Take,
    Wave,
)
from .impulse import Impulse
from .position import TaierzhuangPosition
from .sides import CHINESE

PLACES: Final[Belonging] = {
    PlaceUnits: ("6.0", "refusal.place_when"),
    Rest: ("6.0", "refusal.place_when"),
    Decline: ("5.2", "refusal.decline_when"),
    Assault: ("5.2", "refusal.assault_when"),
    Discard: ("5.3", "refusal.discard_when"),
    Keep: ("5.3", "refusal.discard_when"),
    Join: ("7.0", "refusal.join_when"),
    All: ("7.0", "refusal.join_when"),
    Resolve: ("7.0", "refusal.join_when"),
    Go: ("7.1", "refusal.march_when"),
    Leave: ("7.1", "refusal.march_when"),
    Halt: ("7.1", "refusal.march_when"),
    Wave: ("7.2.2b", "refusal.wave_when"),
    Flip: ("7.4", "refusal.damage_when"),
    Retreat: ("7.4", "refusal.damage_when"),
    Rout: ("7.4", "refusal.damage_when"),
    Destroy: ("7.4", "refusal.damage_when"),
    Hit: ("12.5", "refusal.hit_when"),
    Gather: ("12.7", "refusal.gather_when"),
    Summon: ("12.7", "refusal.gather_when"),
}
ELSEWHERE: Final[dict[type[Frame], Belonging]] = {Impulse: PLACES}


def misplaced(pos: TaierzhuangPosition, action: Action) -> Refusal | None:
    """While an action is under way its own step says what comes first."""
    at = pos.top
    if not isinstance(at, Impulse):
        return None
    match action:
        case Pay():
            return Refusal("6.1" if at.side == CHINESE else "6.2", "refusal.pay_when")
        case Take(piece):
            chit = piece >= pos.book.first_chit
            case, switch = ("12.2", "free_tc_choice") if chit else ("12.4", "free_kmt_reinforcements")
            return Refusal(case, "refusal.take_when" if pos.book.switches[switch] else "refusal.option_off")
    return out_of_place(pos, ELSEWHERE, action)
