"""Mukden 6.0, 6.1 Stacking.

Stacking counts in half divisions (6.1). It is checked at the end of phase I and when an action is completed: a move may
pass through a full hex, and a hex is judged by who ends there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shapan.ground.hexes import Hex, Mask, bits
from shapan.mechanics.forces import OFF

from .book import MukdenBook
from .position import MukdenPosition
from .sides import JAPANESE, RUSSIAN


def room(book: MukdenBook, units: Iterable[int]) -> int:
    """6.1: half divisions that still find room in a hex with these units; below 0 when they are too many."""
    return book.stacking_limit - sum(book.equivalents[unit] for unit in units)


def fits(pos: MukdenPosition, unit: int, here: Hex) -> bool:
    """6.1: is there room in this hex for the unit?"""
    mates = [mate for mate in pos.stack_in(here) if mate != unit]
    return room(pos.book, (unit, *mates)) >= 0


def overstacked(pos: MukdenPosition) -> list[Hex]:
    """6.1: hexes that hold too many units."""
    occupied = pos.occupied[JAPANESE] | pos.occupied[RUSSIAN]
    return [here for here in bits(occupied) if room(pos.book, pos.stack_in(here)) < 0]


def full_hexes(pos: MukdenPosition, side: int) -> tuple[Mask, ...]:
    """6.1: for each weight in half divisions, the hexes in which a unit of that weight from elsewhere finds no room.

    The same as :func:`fits`, for all hexes at once.
    """
    return _full_hexes(pos.book, side, pos.place)


@lru_cache(1 << 8)
def _full_hexes(book: MukdenBook, side: int, place: tuple[int, ...]) -> tuple[Mask, ...]:
    """Asked for every unit that could move, and as long as none has the answer is the same."""
    empty = room(book, ())
    left: dict[Hex, int] = {}
    for unit in book.units_of[side]:
        here = place[unit]
        if here != OFF:
            left[here] = left.get(here, empty) - book.equivalents[unit]
    full = [0] * (empty + 1)
    for here, rest in left.items():
        full[rest + 1] |= 1 << here
    for weight in range(empty):
        full[weight + 1] |= full[weight]
    return tuple(full)
