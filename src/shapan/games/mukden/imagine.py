"""Mukden 6.2 Fog of war, the other way round: a position that one side could believe to be true."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from .fog import engaged, seen_by
from .position import MukdenPosition, other

P = TypeVar("P", bound=MukdenPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the enemy counters that this side cannot see anew among the places where it sees that one lies.

    Only counters of the same size change places, so that stacks stay legal; whether a buried counter is disrupted is
    dealt anew as well. Counters that take part in an action being put together stay where they are. For the spectator
    the counters of both sides are dealt.
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
    hidden = [unit for unit in pos.on_map(enemy) if not fixed >> unit & 1]
    swap = dict(enumerate(range(len(pos.place))))
    for size in {pos.book.equivalents[unit] for unit in hidden}:
        alike = [unit for unit in hidden if pos.book.equivalents[unit] == size]
        dealt = rng.sample(alike, len(alike))
        swap.update(zip(alike, dealt, strict=True))
    _exchange(pos, twin, swap)
    if pos.step.name == "paralyse":
        return  # the only disrupted counters are those that the Japanese player has just named (R46)
    tops = {pos.stack_in(pos.place[unit])[0] for unit in hidden}
    buried = [unit for unit in hidden if unit not in tops]
    flags = rng.sample([pos.disrupted >> unit & 1 for unit in buried], len(buried))
    for unit, flag in zip(buried, flags, strict=True):
        bit = 1 << swap[unit]
        twin.disrupted = twin.disrupted | bit if flag else twin.disrupted & ~bit


def _exchange(pos: P, twin: P, swap: dict[int, int]) -> None:
    """Each unit takes the place, the level in the stack and the side up of the one that it is swapped for."""
    place, down = list(twin.place), twin.disrupted
    for unit, stand_in in swap.items():
        if unit != stand_in:
            place[stand_in] = pos.place[unit]
            bit = 1 << stand_in
            down = down | bit if pos.disrupted >> unit & 1 else down & ~bit
    twin.place = tuple(place)
    twin.pile = tuple(swap[unit] for unit in twin.pile)
    twin.disrupted = down
    twin.derive()
