"""Shanghai Incident 4.0 Sequence of play: two player turns a day, then the Japanese decide how to go on (13.1)."""

from __future__ import annotations

from typing import Final

from shapan.kernel import phase
from shapan.mechanics.fire_and_movement.sequence import PHASES, BookSequence, game_turn

from .pauses import administrative, next_turn, no_pause, pause
from .sides import PHASE_MARKS

ADMINISTRATION: Final = (
    phase("A", "13.1", administrative),
    phase("P", "13.1", pause, unless=no_pause),
    phase("N", "13.1", next_turn),
)
"""What follows the player turns, whatever the order of their phases."""

TURN: Final = BookSequence(*game_turn(PHASES, PHASE_MARKS), *ADMINISTRATION)
