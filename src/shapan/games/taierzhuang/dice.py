"""The dice of the game: one six-sided die, or two. Made once, since every roll offers the same faces."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Chances, Roll

from .actions import Throw

D6: Final = Chances([Roll(face) for face in range(1, 7)])
TWO_D6: Final = Chances([Throw(first, second) for first in range(1, 7) for second in range(1, 7)])
