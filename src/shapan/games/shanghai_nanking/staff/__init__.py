"""How a staff officer plays the Shanghai-Nanking Campaign.

The Chinese win by staying next to Shanghai until turn 8, or by keeping one city to the end; the Japanese have to clear
the one by then and to take the others afterwards. Both therefore fight for the hexes around Shanghai first; then the
Chinese delay from town to town and hold the farthest city, and the Japanese march, overrun and besiege.

An officer draws himself a picture of the position (``picture``, on the ``ground`` as it was surveyed once). What the
Chinese must hold is in ``needs`` and where they go in ``chinese`` and ``assault``; where Japanese divisions belong in
``stand`` and ``guard``, where they go in ``japanese``, ``overrun`` and ``landing``. ``odds`` weighs attacks for both,
``battle`` orders them, ``settle`` answers whatever comes up on the way, ``judgement`` says who is winning. His numbers
are his ``temper``, by which the ``officers`` differ.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel.mixtures import told
from shapan.kernel.staff import Advice, on
from shapan.mechanics.sides import TwoSidedStaff

from ..advance import Advancing
from ..battle import Defending, Intercepting, Supporting
from ..beaches import Inland, Retreating
from ..combat import Fighting, Joining
from ..game import ShanghaiNanking
from ..interdiction import Covering, Interdicting
from ..landings import Assaulting, Landing, Replacing
from ..losses import Losing
from ..move_phase import Moving
from ..overrun import Forming, Onward
from ..position import CampaignPosition
from ..reinforcements import Arriving
from ..sequence import Planning
from ..setup import Stationing
from ..sides import CHINESE
from ..stacking import Trimming
from . import battle, chinese, japanese, judgement, landing, settle
from .officers import OFFICERS, RECRUITS
from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper


def plan(pos: CampaignPosition, at: Planning, temper: Temper) -> list[Advice]:
    """5.3: each side has its own way to weigh moves and fights."""
    return chinese.plan(pos, temper) if at.side == CHINESE else japanese.plan(pos, temper)


def move(pos: CampaignPosition, at: Moving, temper: Temper) -> list[Advice]:
    """9.0: the Chinese fill what must be held, the Japanese close in."""
    return chinese.move(pos, temper) if at.side == CHINESE else japanese.move(pos, temper)


class Staff(TwoSidedStaff[CampaignPosition, Temper]):
    """Both staffs, by officers of a temper; the plain ones are even-tempered."""

    answers: ClassVar = dict(
        [
            on(Planning, plan),
            on(Moving, move),
            on(Forming, settle.stack),
            on(Onward, settle.onward),
            on(Fighting, battle.fight),
            on(Joining, battle.join),
            on(Supporting, battle.support),
            on(Intercepting, settle.intercept),
            on(Defending, settle.defend),
            on(Losing, settle.lose),
            on(Advancing, settle.advance),
            on(Trimming, settle.trim),
            on(Covering, settle.cover),
            on(Interdicting, settle.interdict),
            on(Arriving, chinese.arrive),
            on(Replacing, landing.replace),
            on(Landing, landing.land),
            on(Assaulting, landing.assault),
            on(Retreating, settle.retreat),
            on(Inland, landing.inland),
        ]
    )
    indifferent = frozenset({Stationing})
    routine = frozenset({Joining, Supporting, Losing, Advancing, Forming, Replacing, Intercepting, Defending, Covering})
    tested = 8
    sides = ShanghaiNanking.sides
    mixtures = told(__name__)
    favourites: ClassVar = {"chinese": "warden", "japanese": "headlong"}
    plain = (CHINESE_STAFF, JAPANESE_STAFF)
    known = OFFICERS
    recruits = RECRUITS
    learned = judgement.LEARNED

    def features(self, pos: CampaignPosition) -> tuple[float, ...]:
        return judgement.features(pos)
