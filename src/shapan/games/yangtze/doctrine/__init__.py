"""How a staff officer plays Yanks Up the Yangtze.

He reads the scenario's objectives and gives every unit a task. He chooses cards by what can be expected of them on the
ground as he knows it: hits given and taken at the ranges that result, cover by card, charges feared and hoped for. He
lets good shots stand and fire while there is time, keeps masses out of sight until they can charge together, and has
somebody stand in every place that counts on the last turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.kernel.doctrine import Advice, best_first

from ..position import YangtzePosition
from . import aloft, deploy, gunnery, orders, plans
from .judgement import chance, features

Officer = Callable[[YangtzePosition], list[Advice]]
LOOKED_AT: Final = 6
"""So much of the advice is tested against the rules before it is given."""


class Staff:
    """Advice for every decision of both sides."""

    routine = frozenset({"setup", "guard", "crew", "flak", "banish"})

    def advise(self, pos: YangtzePosition) -> list[Advice]:
        officer = OFFICERS.get(pos.step.name, anything)
        ranked = best_first(officer(pos))[:LOOKED_AT]
        legal = [entry for entry in ranked if pos.refusal(entry.action) is None]
        return legal or anything(pos)

    def features(self, pos: YangtzePosition) -> tuple[float, ...]:
        """What matters, from the view of the first side."""
        return features(pos)

    def value(self, pos: YangtzePosition, side: str) -> float:
        """The chance to win."""
        if pos.outcome:
            return 0.5 if pos.outcome.winner is None else float(pos.outcome.winner == side)
        first = chance(pos)
        return first if side == pos.book.sides[0] else 1 - first


def anything(pos: YangtzePosition) -> list[Advice]:
    """No opinion: whatever the rules offer, in their order."""
    return [Advice(action, 0.0, "reason.any") for action in pos.options()]


OFFICERS: Final[dict[str, Officer]] = {
    "setup": deploy.deploy,
    "orders": orders.cards,
    "plan": plans.plan,
    "firing": gunnery.fire,
    "guard": gunnery.guard,
    "crew": gunnery.crew,
    "flak": aloft.flak,
    "banish": aloft.banish,
}
