"""How a staff officer plays Yanks Up the Yangtze.

He reads the scenario's objectives and gives every unit a task. He chooses cards by what can be expected of them on the
ground as he knows it: hits given and taken at the ranges that result, cover by card, charges feared and hoped for. He
lets good shots stand and fire while there is time, keeps masses out of sight until they can charge together, and has
somebody stand in every place that counts on the last turn.

==============  ====================================================================================================
``picture``     what his side knows of the table; ``notebook`` keeps it for as long as it stays true
``guesses``     what the enemy may have ordered in secret
``tasks``       what each unit is for; ``errands`` are tasks of one side alone
``worths``      what a figure, a vehicle, a vessel or a gun is worth to its side
``odds``        what fire, melee and morale can be expected to do
``deploy``      set-up and arrivals
``orders``      which card a unit gets
``plans``       how it carries out its card
``stand``       how good a place is for a unit on foot; ``places`` is how it comes there
``marches``     where a unit on foot goes, and whether it charges; ``defiles`` through gates and round corners
``scramble``    the last turn: figures go to the places that count one by one
``carriers``    vehicles, trains and vessels: who drives, sails, lands and goes aboard
``aloft``       aircraft, and fire against them
``gunnery``     whom to shoot at, and who falls for whom
``judgement``   how a game stands
``temper``      the numbers in which the ``officers`` differ
==============  ====================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from shapan.kernel import Frame, Side
from shapan.kernel.mixtures import told
from shapan.kernel.staff import Answer, on
from shapan.mechanics.sides import TwoSidedStaff

from ..air.anti_air import AntiAir, Banishing
from ..fire.firing import Firing
from ..fire.hits import Guarding
from ..orders.cards import Orders
from ..orders.plans import Plan
from ..position import YangtzePosition
from ..promotion import Promotion
from ..setup import SettingUp
from ..vessels.damage import LosingCrew
from . import aloft, deploy, gunnery, orders, plans
from .guesses import guess
from .judgement import chance, features
from .officers import OFFICERS, RECRUITS, SIDES, STAFF
from .temper import Temper


class Staff(TwoSidedStaff[YangtzePosition, Temper]):
    """Advice for every decision of both sides."""

    answers: ClassVar[Mapping[type[Frame], Answer[YangtzePosition, Temper]]] = dict(
        [
            on(SettingUp, deploy.deploy),
            on(Orders, orders.cards),
            on(Plan, plans.plan),
            on(Firing, gunnery.fire),
            on(Guarding, gunnery.guard),
            on(LosingCrew, gunnery.crew),
            on(AntiAir, aloft.flak),
            on(Banishing, aloft.banish),
        ]
    )
    indifferent: ClassVar[frozenset[type[Frame]]] = frozenset({Promotion})
    routine: ClassVar[frozenset[type[Frame]]] = frozenset({SettingUp, Guarding, LosingCrew, AntiAir, Banishing})
    tested: ClassVar[int] = 6
    thinking: ClassVar[Mapping[str, Any]] = {"depth": 90, "positions": 3000, "turn": 20_000, "council": 0, "plan": 0}
    """About two turns of the beginners' scenario: what a move into the open is worth shows in the turn after it.
    Who leads is not asked: the officers differ too little for that to be worth the time. No plan is made: where every
    millimetre counts, two worlds hardly ever lead to the same action, in the place of which another could be put."""
    sides: ClassVar[tuple[Side, ...]] = SIDES
    plain: ClassVar[tuple[Temper, ...]] = (STAFF,) * len(SIDES)
    mixtures = told(__name__)
    known = OFFICERS
    recruits = RECRUITS

    def believe(self, pos: YangtzePosition, side: str) -> None:
        """What the other side has ordered in secret, as its staff would."""
        guess(pos, side, self.advise)

    def chance(self, pos: YangtzePosition) -> float:
        return chance(pos)

    def features(self, pos: YangtzePosition) -> tuple[float, ...]:
        return features(pos)
