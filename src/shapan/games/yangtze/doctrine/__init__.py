"""How a staff officer plays Yanks Up the Yangtze.

He reads the scenario's objectives and gives every unit a task. He chooses cards by what can be expected of them on the
ground as he knows it: hits given and taken at the ranges that result, cover by card, charges feared and hoped for. He
lets good shots stand and fire while there is time, keeps masses out of sight until they can charge together, and has
somebody stand in every place that counts on the last turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from shapan.kernel.doctrine import Advice, anything, chance_for, lawful

from ..position import YangtzePosition
from . import aloft, deploy, gunnery, orders, plans
from .guesses import guess
from .judgement import chance, features

Officer = Callable[[YangtzePosition], list[Advice]]
LOOKED_AT: Final = 6
"""So much of the advice is tested against the rules before it is given."""


class Staff:
    """Advice for every decision of both sides."""

    routine = frozenset({"setup", "guard", "crew", "flak", "banish"})
    thinking: ClassVar[Mapping[str, int]] = {"depth": 90, "positions": 3000, "turn": 20_000}
    """About two turns of the beginners' scenario: what a move into the open is worth shows in the turn after it."""

    def advise(self, pos: YangtzePosition) -> list[Advice]:
        officer = ASKED.get(pos.step.name)
        return lawful(pos, officer(pos) if officer else anything(pos), LOOKED_AT)

    def believe(self, pos: YangtzePosition, side: str) -> None:
        """What the other side has ordered in secret, as its staff would."""
        guess(pos, side, self.advise)

    def features(self, pos: YangtzePosition) -> tuple[float, ...]:
        """What matters, from the view of the first side."""
        return features(pos)

    def value(self, pos: YangtzePosition, side: str) -> float:
        """The chance to win."""
        return chance_for(pos, side, chance)


ASKED: Final[dict[str, Officer]] = {
    "setup": deploy.deploy,
    "orders": orders.cards,
    "plan": plans.plan,
    "firing": gunnery.fire,
    "guard": gunnery.guard,
    "crew": gunnery.crew,
    "flak": aloft.flak,
    "banish": aloft.banish,
}
