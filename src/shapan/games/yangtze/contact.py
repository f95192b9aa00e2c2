"""S9, S16.4 Contact: who is within arm's length of whom, and what stands between them."""

from __future__ import annotations

from typing import Final

from shapan.ground.table import OUTDOORS, Halt, Pt, ahead, walk

from .position import YangtzePosition
from .who import Figure, Unit

TURN: Final = 5
"""How many degrees apart places are tried from which somebody is reached through a door."""


def parted(pos: YangtzePosition, one: Pt, two: Pt) -> bool:
    """S16.4, S9, R87: does a wall stand between two figures? Hands reach through doors and gates, not windows; R214:
    and from the bank over water that bears nobody."""
    table = pos.table
    if not table.buildings and not table.walls:
        return False
    return walk(table, pos.book.arms_length, (one, two), 0, pos.shut, free=True).snag not in (None, Halt.GROUND)


def together(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9: on one floor, and with no wall between them."""
    if pos.floor[one] != pos.floor[two]:
        return False
    return not parted(pos, (pos.x[one], pos.y[one]), (pos.x[two], pos.y[two]))


def in_contact(pos: YangtzePosition, one: Figure, two: Figure) -> bool:
    """S9.1: bases no more than a millimetre apart, on one floor, and no wall between them."""
    return pos.within(one, two, pos.book.contact_gap) and together(pos, one, two)


def shut_out(pos: YangtzePosition, unit: Unit, enemy: Figure) -> bool:
    """S11: is an enemy in a building, and the unit one that enters none?"""
    return pos.room[enemy] != OUTDOORS and not pos.way(unit).indoors


def doorsteps(pos: YangtzePosition, unit: Unit, enemy: Figure) -> list[Pt]:
    """R242: where those who enter no building stand in contact with an enemy who is in one: outside, at arm's length
    through a door."""
    table, figures = pos.book.table, pos.book.figures
    if pos.floor[enemy]:
        return []
    there, radius = (pos.x[enemy], pos.y[enemy]), pos.book.units[unit].radius
    far = radius + figures[enemy].radius + pos.book.contact_gap // 2
    spots = [ahead(*there, turn, far) for turn in range(0, 360, TURN)]
    outside = [spot for spot in spots if table.building(*spot) == OUTDOORS and table.on_table(*spot, radius)]
    return [spot for spot in outside if not parted(pos, spot, there)]


def can_be_met(pos: YangtzePosition, unit: Unit, enemy: Figure) -> bool:
    """13.2, R242: can anybody of the unit come into contact with this enemy where he stands, however far away?"""
    return not shut_out(pos, unit, enemy) or bool(doorsteps(pos, unit, enemy))
