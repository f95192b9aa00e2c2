"""What an officer at the ford would do, and why: hints, the bots `staff` and `search`, and the judgement of a position.

An officer looks at a position that his side could believe to be true, so he may read the whole of it.
"""

from typing import ClassVar

import msgspec

from shapan.kernel.judgement import Judgement
from shapan.kernel.staff import Advice, on
from shapan.mechanics.sides import TwoSidedStaff, other

from .actions import March, Play
from .marching import BANNER, Marching, reach
from .position import FordPosition
from .sequence import Playing


class Temper(msgspec.Struct, frozen=True):
    """In what the officers differ."""

    boldness: float
    """What he thinks of a strong card on the table while his camp is safe; below zero he keeps it for later."""


def lay(pos: FordPosition, at: Playing, temper: Temper) -> list[Advice]:
    """2.2: with the enemy at the camp's gate everybody lays what he has."""
    gate = abs(pos.banner - pos.book.goals[other(at.side)]) <= 1
    hand = sorted(set(pos.hands[at.side]))
    worth = 1.0 if gate else temper.boldness
    return [Advice(Play(card), worth * card, "reason.strong" if card == hand[-1] else "reason.save") for card in hand]


def march(pos: FordPosition, at: Marching, temper: Temper) -> list[Advice]:
    """3.1: the further, the better."""
    return [Advice(March(BANNER, place), float(far), "reason.on") for far, place in enumerate(reach(pos, at))]


class Staff(TwoSidedStaff[FordPosition, Temper]):
    """Who answers which decision, the officers of both sides, and what a position is worth."""

    answers: ClassVar = dict([on(Playing, lay), on(Marching, march)])
    routine = frozenset({Marching})
    sides = ("red", "blue")
    plain = (Temper(1.0), Temper(1.0))
    known: ClassVar = {side: {"thrifty": Temper(-1.0)} for side in sides}
    judgement: ClassVar = Judgement((0.0, 1.0, 0.5))
    """What each of the features counts for."""

    def features(self, pos: FordPosition) -> tuple[float, ...]:
        """How far the banner has come from the middle of the road, and who holds the better cards."""
        red, blue = pos.hands
        return 1.0, float(pos.banner - len(pos.book.road) // 2), float(sum(red) - sum(blue))

    def chance(self, pos: FordPosition) -> float:
        return self.judgement.chance(self.features(pos))
