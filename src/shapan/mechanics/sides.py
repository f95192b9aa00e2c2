"""Games of two sides: sides are numbers, 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.kernel import Side


def other(side: int) -> int:
    """The opposing side."""
    return 1 - side


def hidden_from(viewer: Side, sides: Sequence[Side]) -> list[int]:
    """The sides whose secrets a viewer does not know: the opposing one; for the spectator both."""
    return [other(sides.index(viewer))] if viewer in sides else [0, 1]
