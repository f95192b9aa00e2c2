"""How a staff officer plays Shanghai Incident.

The Japanese need nineteen points and no Chinese unit in Shanghai on one evening, which they may choose: every pause
makes that costlier. The Chinese keep a foothold in Shanghai, hold the cities that are threatened, and spend their
points on forts and steps where it burns.

An officer weighs the goals of his side (``goals``) against the way to them (``ground``) and the enemy beside it
(``picture``); he marches towards those that need him (``march``, ``reserve``), attacks where the exact chances of the
table promise more than they cost (``battle``, ``odds``), and spends a pause on strength near the goals (``pause``). His
weights are his temper (``temper``, ``officers``). How the game stands is another question (``judgement``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from shapan.kernel import Frame
from shapan.kernel.mixtures import told
from shapan.kernel.staff import Answer, on
from shapan.mechanics.fire_and_movement.advance import Advancing
from shapan.mechanics.fire_and_movement.combat import Covering, Fighting, Joining
from shapan.mechanics.fire_and_movement.exchange import Exchanging
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.retreat import Withdrawal
from shapan.mechanics.sides import TwoSidedStaff

from ..calls import Calling
from ..pauses import Administering, Refitting
from ..position import ShanghaiPosition
from ..redeployment import Redeploying
from ..reinforcements import Landing
from ..setup import SettingUp
from . import battle, judgement, march, pause
from .officers import OFFICERS, RECRUITS, TRUSTED
from .temper import PLAIN, Temper


class Staff(TwoSidedStaff[ShanghaiPosition, Temper]):
    """Advice for every decision of both sides; the plain staff is even-tempered."""

    answers: ClassVar[Mapping[type[Frame], Answer[ShanghaiPosition, Temper]]] = dict(
        [
            on(SettingUp, march.set_up),
            on(Moving, march.move),
            on(Fighting, battle.fight),
            on(Joining, battle.join),
            on(Covering, battle.cover),
            on(Exchanging, battle.lose),
            on(Withdrawal, battle.withdraw),
            on(Advancing, battle.advance),
            on(Administering, pause.decide),
            on(Calling, pause.call),
            on(Landing, pause.land),
            on(Refitting, pause.refit),
            on(Redeploying, march.redeploy),
        ]
    )
    routine = frozenset({SettingUp, Joining, Advancing, Withdrawal, Exchanging, Covering, Refitting})
    mixtures = told(__name__)
    sides = ("japanese", "chinese")
    plain = PLAIN
    known = OFFICERS
    recruits = RECRUITS
    trusted = TRUSTED
    learned = judgement.LEARNED

    def chance(self, pos: ShanghaiPosition) -> float:
        return 1.0 if judgement.victory_at_hand(pos) else super().chance(pos)

    def features(self, pos: ShanghaiPosition) -> tuple[float, ...]:
        return judgement.features(pos)
