"""The dice of the game: one six-sided die, or two. Made once, since every roll offers the same faces."""

from __future__ import annotations

from typing import ClassVar, Final

from shapan.kernel import DICE, Actor, Chances, Options, Roll, Step

from .actions import Throw
from .position import TaierzhuangPosition

D6: Final = Chances([Roll(face) for face in range(1, 7)])
TWO_D6: Final = Chances([Throw(first, second) for first in range(1, 7) for second in range(1, 7)])


class RollStep(Step[TaierzhuangPosition]):
    """A step that the dice decide: two of them unless it says otherwise."""

    dice: ClassVar[Chances] = TWO_D6

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return DICE

    def options(self, pos: TaierzhuangPosition) -> Options:
        return self.dice
