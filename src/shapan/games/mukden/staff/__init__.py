"""How a staff officer plays Mukden.

The Japanese must take the railroad by Turn 3 or Mukden by Turn 6 with the better of the exchange: a wing marches round
the western flank while the front attacks where the odds are good. The Russians win by holding: they watch every way to
the railroad, interpose their reserves, and attack only what stands exposed.

Advice on phases I to III and VI is in ``preparation``, on actions in ``alternation``, which asks ``japanese`` how the
Japanese march, ``russian`` how the Russians do, ``railroad`` how one of them mans the whole line by one plan (by the
cheapest ``assignment`` of units to posts), and ``battle`` whom to attack. All of them look at the position through
``picture``, at distances on the ``ground``, at attacks through ``odds``, and decide by the ``temper`` of one of the
``officers``. ``judgement`` says how a game stands.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel.mixtures import told
from shapan.kernel.staff import on
from shapan.mechanics.sides import TwoSidedStaff

from ..alternation import Fighting, Moving
from ..battle import Advancing, Joining, Losing, Momentum
from ..position import MukdenPosition
from ..sequence import Arranging, Declaring, Paralysing, Returning
from . import alternation, battle, judgement, preparation
from .officers import JAPANESE_STAFF, OFFICERS, RECRUITS, RUSSIAN_STAFF
from .temper import Temper


class Staff(TwoSidedStaff[MukdenPosition, Temper]):
    """Advice for every decision of both sides."""

    answers: ClassVar = dict(
        [
            on(Returning, preparation.place_corps),
            on(Declaring, preparation.declare),
            on(Arranging, preparation.arrange),
            on(Paralysing, preparation.paralyse),
            on(Moving, alternation.move),
            on(Fighting, alternation.fight),
            on(Joining, battle.join),
            on(Losing, battle.lose),
            on(Advancing, battle.advance),
            on(Momentum, battle.momentum),
        ]
    )
    shortlists: ClassVar = dict([on(Moving, alternation.first_move)])
    routine = frozenset({Arranging, Joining, Losing, Advancing, Momentum})
    sides = ("japanese", "russian")
    plain = (JAPANESE_STAFF, RUSSIAN_STAFF)
    known = OFFICERS
    mixtures = told(__name__)
    recruits = RECRUITS
    learned = judgement.LEARNED

    def features(self, pos: MukdenPosition) -> tuple[float, ...]:
        return judgement.features(pos)
