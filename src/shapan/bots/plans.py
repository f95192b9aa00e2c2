"""Plans of a turn: an officer leads it, and for some of what he would do something else is put in its place.

A plan is no list of moves, for dice and the enemy come in between. It says: where the officer would do this, do that
first. What he wanted he will want again as soon as that is done, so that the order of actions, whom an attack falls on
and who stays in reserve can all be changed by it; where a change no longer fits he is simply followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec

from shapan.kernel import Action, BadNotation, Position

UNFORESEEN: Final = 0.04
"""By so much a chance may lie outside what was foreseen before it is a surprise."""


class Plan(msgspec.Struct, frozen=True):
    """The plan of a turn."""

    officer: str = ""
    instead: Mapping[Action, Action] = {}
    """What is done instead of what the officer advises."""

    def amended(self, advised: Action, other: Action) -> Plan:
        """The same plan with one more change."""
        return msgspec.structs.replace(self, instead={**self.instead, advised: other})

    def without(self, advised: Action) -> Plan:
        """The same plan with one change less."""
        kept = {before: after for before, after in self.instead.items() if before != advised}
        return msgspec.structs.replace(self, instead=kept)


class Foreseen(msgspec.Struct, array_like=True):
    """Between which chances to win the worlds were that a plan was tried in, decision by decision of its side."""

    low: list[float] = []
    high: list[float] = []

    def note(self, course: list[float]) -> None:
        """One more world."""
        for number, chance in enumerate(course):
            if number < len(self.low):
                self.low[number] = min(self.low[number], chance)
                self.high[number] = max(self.high[number], chance)
            else:
                self.low.append(chance)
                self.high.append(chance)

    def expected(self, number: int, chance: float) -> bool:
        """Is this what was thought to come? Nothing is expected beyond what was looked at."""
        return number < len(self.low) and (self.low[number] - UNFORESEEN <= chance <= self.high[number] + UNFORESEEN)


class Scouted(msgspec.Struct, frozen=True):
    """A decision that a plan came to in one of its worlds, and what was done there."""

    pos: Position[Any]
    done: Action


def written(pos: Position[Any], plan: Plan) -> list[tuple[str, str]]:
    """The changes of a plan in the game's notation."""
    format_ = pos.book.game.format
    return [(format_(pos, advised), format_(pos, other)) for advised, other in plan.instead.items()]


def read(pos: Position[Any], pairs: list[tuple[str, str]]) -> dict[Action, Action]:
    """The changes of a plan from such words; what cannot be read is left out."""
    found: dict[Action, Action] = {}
    for advised, other in pairs:
        try:
            found[pos.book.game.parse(pos, advised)] = pos.book.game.parse(pos, other)
        except BadNotation:
            continue
    return found


def one_of(scouted: list[Scouted], rng: Random) -> Scouted:
    """One of the decisions that lie ahead, the near ones more often than the far ones."""
    return scouted[min(int(rng.expovariate(2 / len(scouted))), len(scouted) - 1)]
