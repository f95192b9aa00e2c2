"""How a staff officer plays Yanks Up the Yangtze.

He reads the scenario's objectives and gives every unit a task. He chooses cards by what can be expected of them on the
ground as he knows it: hits given and taken at the ranges that result, cover by card, charges feared and hoped for. He
lets good shots stand and fire while there is time, keeps masses out of sight until they can charge together, and has
somebody stand in every place that counts on the last turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from shapan.kernel import Frame, Side
from shapan.kernel.staff import Answer, on
from shapan.mechanics.sides import TwoSidedStaff

from ..air.anti_air import AntiAir, Banishing
from ..cards import Orders
from ..fire.firing import Firing
from ..fire.hits import Guarding
from ..plans import Plan
from ..position import YangtzePosition
from ..promotion import Promotion
from ..setup import SettingUp
from ..vessels.damage import LosingCrew
from . import aloft, deploy, gunnery, orders, plans
from .guesses import guess
from .judgement import chance, features
from .temper import OFFICERS, RECRUIT, STAFF, Temper


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
    thinking: ClassVar[Mapping[str, Any]] = {"depth": 90, "positions": 3000, "turn": 20_000, "council": 0}
    """About two turns of the beginners' scenario: what a move into the open is worth shows in the turn after it.
    Who leads is not asked: the officers differ too little for that to be worth the time."""
    sides: ClassVar[tuple[Side, ...]] = ("us", "cn", "lu", "pao")
    plain: ClassVar[tuple[Temper, ...]] = (STAFF,) * len(sides)
    known: ClassVar[Mapping[Side, Mapping[str, Temper]]] = dict.fromkeys(sides, OFFICERS)
    recruits: ClassVar[Mapping[Side, Temper]] = dict.fromkeys(sides, RECRUIT)

    def believe(self, pos: YangtzePosition, side: str) -> None:
        """What the other side has ordered in secret, as its staff would."""
        guess(pos, side, self.advise)

    def chance(self, pos: YangtzePosition) -> float:
        return chance(pos)

    def features(self, pos: YangtzePosition) -> tuple[float, ...]:
        return features(pos)
