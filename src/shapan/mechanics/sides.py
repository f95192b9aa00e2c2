"""Games of two sides: sides are numbers, 0 and 1, and what one stands to win the other stands to lose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from shapan.kernel import Position, Side
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

    def chances(self, pos: P) -> tuple[float, ...]:
        first = self.chance(pos)
        return first, 1 - first

    def chance(self, pos: P) -> float:
        """The first side's chance to win a game under way."""
        raise NotImplementedError
