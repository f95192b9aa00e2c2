"""Fire & Movement 5.3 Stacking: one support unit and one other unit of the same formation, judged when a phase ends.

During a move a hex may be passed, and even entered to stay, beyond the limit; but then the very next moves have to take
units out of it until it is right again, so that no phase can end with a hex too full. Nobody enters a full hex unless
that can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import TypeAlias

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.mechanics.forces import OFF

from .position import FM, NO_TREK
from .terms import Units

WaysOut: TypeAlias = Callable[[FM, tuple[int, ...]], Mask]
"""Where units that move next, one or two of a stack, could go and find room."""


def stacks(pos: FM, units: Units) -> list[tuple[int, int]]:
    """5.3: those of some units that share a hex, two by two; a support unit leads, a mobile one before another."""
    if not pos.shared:
        return []
    book, place, shared = pos.book, pos.place, pos.shared
    leaders = [*bits(units & book.supports & book.mobile), *bits(units & book.supports & ~book.mobile)]
    found, listed = [], 0
    for unit in leaders:
        listed |= 1 << unit
        if shared >> place[unit] & 1:
            found += [(unit, mate) for mate in bits(pos.mates(unit) & units & book.partners[unit] & ~listed)]
    return found


def overstacked(pos: FM) -> list[int]:
    """5.3: the hexes that hold more than they may."""
    stacks: dict[int, int] = {}
    for unit, here in enumerate(pos.place):
        if here != OFF:
            stacks[here] = stacks.get(here, 0) | 1 << unit
    return [here for here, units in stacks.items() if not pos.fits(units, here)]


def leavers(pos: FM) -> list[int]:
    """5.3: the units in the crowded hex that can still move: those that have not, and whoever may go on (5.1)."""
    fresh = ~(pos.moved | pos.book.loose) | pos.trek.members
    return [unit for unit in pos.units_in(pos.crowded) if fresh >> unit & 1]


def reliefs(pos: FM) -> Iterator[tuple[int, ...]]:
    """5.3: the units, one or two, without which the crowded hex would be right again; who goes on goes first."""
    able, members = leavers(pos), pos.trek.members
    stack = sum(1 << unit for unit in pos.units_in(pos.crowded) if not pos.book.loose >> unit & 1)
    for count in (1, 2):
        for units in combinations(able, count):
            going = sum(1 << unit for unit in units)
            if (going & members).bit_count() <= 1 and pos.lawful(stack & ~going):
                yield units


def relievable(pos: FM, ways_out: WaysOut) -> bool:
    """5.3: can the crowded hex be put right by the next moves?"""
    for units in reliefs(pos):
        if ways_out(pos, units):
            return True
        if len(units) == 2 and any(_leave_in_turn(pos, order, ways_out) for order in permutations(units)):
            return True
    return False


def _leave_in_turn(pos: FM, units: tuple[int, ...], ways_out: WaysOut) -> bool:
    """5.3: could these two leave the crowded hex, this one first and that one after it?"""
    first, second = units
    return any(ways_out(gone_to(pos, (first,), there), (second,)) for there in bits(ways_out(pos, (first,))))


def gone_to(pos: FM, units: tuple[int, ...], there: int) -> FM:
    """The position after these have moved there, as far as 5.3 is concerned."""
    after = pos.copy()
    after.teller = None
    after.moved |= mask_of(units)
    after.trek = NO_TREK
    for unit in units:
        after.put(unit, there)
    return after


def note_crowd(pos: FM, here: int) -> None:
    """After a move: remember a hex that has become too full, forget one that no longer is."""
    doubtful = [there for there in (here, pos.crowded) if there != OFF and pos.shared >> there & 1]
    pos.crowded = next((there for there in doubtful if not pos.fits(0, there)), OFF)
