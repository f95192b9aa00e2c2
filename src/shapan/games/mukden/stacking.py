"""Mukden 6.0 Stacking and fog of war.

Stacking counts in half divisions (6.1). It is checked at the end of phase I and when an action is completed: a move may
pass through a full hex, and a hex is judged by who ends there.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask
from shapan.mechanics.restack import Restacking

from .position import MukdenPosition

RESTACKING: Final = Restacking("6.2", frozenset({"corps", "declare", "move", "fight"}))
"""6.2: players keep their own stacks in any order, but not while a roll, pick or battle is being settled (R46)."""


def full_hexes(pos: MukdenPosition, side: int) -> tuple[Mask, ...]:
    """6.1: for each weight in half divisions, the hexes in which a unit of that weight from elsewhere finds no room."""
    book, place = pos.book, pos.place
    limit = book.stacking_limit
    load: dict[int, int] = {}
    for unit in book.units_of[side]:
        here = place[unit]
        if here >= 0:
            load[here] = load.get(here, 0) + book.equivalents[unit]
    full = [0] * (limit + 1)
    for here, total in load.items():
        full[max(limit - total + 1, 0)] |= 1 << here
    for weight in range(limit):
        full[weight + 1] |= full[weight]
    return tuple(full)


def overstacked(pos: MukdenPosition) -> list[int]:
    """6.1: hexes that hold more than two division equivalents."""
    load: dict[int, int] = {}
    for unit, here in enumerate(pos.place):
        if here >= 0:
            load[here] = load.get(here, 0) + pos.book.equivalents[unit]
    return [here for here, total in load.items() if total > pos.book.stacking_limit]
