"""Shanghai Incident 4.0 Sequence of play: two player turns a day, then the Japanese decide how to go on (13.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shapan.kernel import Action, Refusal, phase
from shapan.mechanics.fire_and_movement.sequence import PHASES, BookSequence, game_turn

from .actions import Call, Commit, Decide, Deploy, Fortify, Interdict, Raid, Recall, Redeploy, Restore, Snipe, Transfer
from .pauses import administrative, next_turn, no_pause, pause
from .replacements import replaced_elsewhere
from .sides import CHINESE, PHASE_MARKS

if TYPE_CHECKING:
    from .position import ShanghaiPosition

ADMINISTRATION: Final = (
    phase("A", "13.1", administrative),
    phase("P", "13.1", pause, unless=no_pause),
    phase("N", "13.1", next_turn),
)
"""What follows the player turns, whatever the order of their phases."""

TURN: Final = BookSequence(*game_turn(PHASES, PHASE_MARKS), *ADMINISTRATION)


def misplaced(pos: ShanghaiPosition, action: Action) -> Refusal | None:
    """4.1, 13.1: where in the sequence an action belongs that cannot be taken here."""
    match action:
        case Decide():
            return Refusal("13.1", "refusal.decide_when")
        case Commit():
            return Refusal("13.4", "refusal.call_when")
        case Call(names):
            return Refusal("13.5" if names[0] >= pos.book.first_brigade else "13.2", "refusal.call_when")
        case Deploy(unit, _):
            chinese = unit < len(pos.book.entries) and pos.book.side_of[unit] == CHINESE
            return Refusal("13.6" if chinese else "13.2", "refusal.place_when")
        case Redeploy() | Transfer():
            return Refusal("14.0", "refusal.redeploy_when")
        case Interdict() | Raid():
            return Refusal("15.4", "refusal.mission_when")
        case Snipe():
            return Refusal("16.3", "refusal.sniper_when")
        case Fortify():
            return Refusal("17.1", "refusal.fort_when")
        case Restore(unit) | Recall(unit, _):
            return replaced_elsewhere(pos, unit)
    return None
