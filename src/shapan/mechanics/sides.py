"""Games of two sides: sides are numbers, 0 and 1."""

from __future__ import annotations


def other(side: int) -> int:
    """The opposing side."""
    return 1 - side
