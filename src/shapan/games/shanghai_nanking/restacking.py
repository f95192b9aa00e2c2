"""Shanghai-Nanking Campaign 6.4 The order within a stack."""

from __future__ import annotations

from typing import Final

from shapan.mechanics.restack import Restacking

from .combat import Fighting
from .landings import Assaulting, Landing, Replacing
from .move_phase import Moving
from .reinforcements import Arriving
from .sequence import Planning
from .setup import Stationing

RESTACKING: Final = Restacking(
    "6.4", frozenset({Planning, Moving, Fighting, Arriving, Replacing, Landing, Assaulting, Stationing})
)
"""6.4: the order within a stack has no effect, so its owner may change it whenever nothing is being settled."""
