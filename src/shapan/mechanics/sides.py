"""Games of two sides: sides are numbers, 0 and 1, and what one stands to win the other stands to lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from shapan.kernel import Position, Side
from shapan.kernel.judgement import Judgement
from shapan.kernel.staff import Staff, T

P = TypeVar("P", bound=Position[Any])


def other(side: int) -> int:
    """The opposing side."""
    return 1 - side


def hidden_from(viewer: Side, sides: Sequence[Side]) -> list[int]:
    """The sides whose secrets a viewer does not know: the opposing one; for the spectator both."""
    return [other(sides.index(viewer))] if viewer in sides else [0, 1]


class TwoSidedStaff(Staff[P, T]):
    """A staff that judges a position by the chance of the first side."""

    learned: ClassVar[Mapping[str, Judgement]] = {}
    """What the features weigh in each scenario; ``shapan calibrate`` learns it from games, see docs/judgement.md."""

    def chances(self, pos: P) -> tuple[float, ...]:
        first = self.chance(pos)
        return first, 1 - first

    def chance(self, pos: P) -> float:
        """The first side's chance to win a game under way: what has been learned of its features."""
        return self.learned[pos.book.scenario].chance(self.features(pos))
