"""S9, S16.4 Contact: who is within arm's length of whom, and what stands between them."""

from __future__ import annotations

from shapan.ground.table import Pt, walk

from .position import YangtzePosition
from .who import Figure


def parted(pos: YangtzePosition, one: Pt, two: Pt) -> bool:
    """S16.4, S9, R87: does a wall stand between two figures? Hands reach through doors and gates, not windows."""
    table = pos.table
    if not table.buildings and not table.walls:
        return False
    return walk(table, pos.book.arms_length, (one, two), 0, pos.shut, free=True).snag is not None


def together(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9: on one floor, and with no wall between them."""
    if pos.floor[one] != pos.floor[two]:
        return False
    return not parted(pos, (pos.x[one], pos.y[one]), (pos.x[two], pos.y[two]))


def in_contact(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9.1: bases no more than a millimetre apart, on one floor, and no wall between them."""
    return pos.within(one, two, pos.book.contact_gap) and together(pos, one, two)
