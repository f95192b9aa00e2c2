"""Lines from place to place: supply, retreats, whatever is traced through a set of places."""

from __future__ import annotations

from collections.abc import Sequence

from ..hexes.bits import Mask, bits


def fill(neighbours: Sequence[Mask], start: Mask, through: Mask) -> Mask:
    """All places of ``through`` that a chain of its members joins to ``start``; members of start count if in it.

    >>> fill((0b010, 0b101, 0b010), 0b001, 0b111), fill((0b010, 0b101, 0b010), 0b001, 0b101)
    (7, 1)
    """
    reached = new = start & through
    while new:
        around = 0
        for here in bits(new):
            around |= neighbours[here]
        new = around & through & ~reached
        reached |= new
    return reached


def way(neighbours: Sequence[Mask], start: int, goals: Mask, through: Mask) -> tuple[int, ...]:
    """A shortest chain from a place to any of the goals, both ends named; empty when there is none.

    >>> way((0b010, 0b101, 0b010), 0, 0b100, 0b111)
    (0, 1, 2)
    """
    before = {start: start}
    line = [start]
    for here in line:
        if goals >> here & 1:
            return _back(before, here)
        for there in bits(neighbours[here] & (through | goals)):
            if there not in before:
                before[there] = here
                line.append(there)
    return ()


def _back(before: dict[int, int], end: int) -> tuple[int, ...]:
    chain = [end]
    while before[chain[-1]] != chain[-1]:
        chain.append(before[chain[-1]])
    return tuple(reversed(chain))
