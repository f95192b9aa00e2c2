"""Storm Over Taierzhuang 2.0, 2.4: two six-sided dice, thrown together or one by each player."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Action, Chances, ChanceStep, Options
from shapan.kernel.frames import F

from .actions import Throw
from .position import TaierzhuangPosition

TWO_D6: Final = Chances([Throw(first, second) for first in range(1, 7) for second in range(1, 7)])
"""Made once, since every throw offers the same faces."""


class ThrowStep(ChanceStep[TaierzhuangPosition, F]):
    """Two dice are thrown; what they bring is :meth:`thrown`."""

    def options(self, pos: TaierzhuangPosition, at: F) -> Options:
        return TWO_D6

    def apply(self, pos: TaierzhuangPosition, at: F, action: Action) -> None:
        assert isinstance(action, Throw)
        self.thrown(pos, at, action)

    def thrown(self, pos: TaierzhuangPosition, at: F, throw: Throw) -> None:
        """What comes of these faces."""
        raise NotImplementedError(self.name)
