"""Shanghai-Nanking Campaign 6.3 Fog of war, the other way round: a position that one side could believe to be true."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from .fog import engaged, seen_by
from .position import CampaignPosition
from .sides import other

P = TypeVar("P", bound=CampaignPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the enemy counters that this side cannot see anew among the places where it sees that one lies.

    Only counters that stack alike change places, so that stacks stay as legal as they were. Counters that take part in
    an action being put together stay where they are. For the spectator the counters of both sides are dealt.
    """
    twin = pos.copy()
    if not pos.book.fog_of_war or pos.outcome:
        return twin
    sides = [other(pos.book.sides.index(side))] if side in pos.book.sides else [0, 1]
    fixed = seen_by(pos, side) | engaged(pos)
    for enemy in sides:
        _deal(pos, twin, enemy, fixed, rng)
    return twin


def _deal(pos: P, twin: P, enemy: int, fixed: int, rng: Random) -> None:
    book = pos.book
    kinds: dict[tuple[int, int, bool], list[int]] = {}
    for unit in pos.on_map(enemy):
        if not fixed >> unit & 1:
            static = bool(book.static >> unit & 1)
            kinds.setdefault((book.formation[unit], book.equivalents[unit], static), []).append(unit)
    swap = {unit: unit for unit in range(len(pos.place))}
    for alike in kinds.values():
        swap.update(zip(alike, rng.sample(alike, len(alike)), strict=True))
    _exchange(pos, twin, swap)


def _exchange(pos: P, twin: P, swap: dict[int, int]) -> None:
    """Each unit takes the place, the level in the stack and the spent phase of the one that it is swapped for."""
    place, acted = list(twin.place), twin.acted
    for unit, stand_in in swap.items():
        if unit != stand_in:
            place[stand_in] = pos.place[unit]
            bit = 1 << stand_in
            acted = acted | bit if pos.acted >> unit & 1 else acted & ~bit
    twin.place = tuple(place)
    twin.pile = tuple(swap[unit] for unit in twin.pile)
    twin.acted = acted
    twin.derive()
