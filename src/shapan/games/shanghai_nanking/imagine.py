"""Shanghai-Nanking Campaign 6.3 Fog of war, the other way round: a position that one side could believe to be true."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

from shapan.mechanics.sides import hidden_from

from .fog import engaged, seen_by
from .position import CampaignPosition
from .sides import JAPANESE
from .stacking import legal

P = TypeVar("P", bound=CampaignPosition)
EXCHANGES: Final = 60
"""How often two counters are exchanged at most to bring stacks within the limits."""


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the enemy counters that this side cannot see anew among the places where it sees that one lies.

    Stacks stay within the limits where that can be done, and formations together; garrisons change places among
    themselves. Counters that take part in an action being put together stay where they are. For the spectator the
    counters of both sides are dealt.
    """
    twin = pos.copy()
    if not pos.book.fog_of_war or pos.outcome:
        return twin
    fixed = seen_by(pos, side) | engaged(pos)
    for enemy in hidden_from(side, pos.book.sides):
        _deal(pos, twin, enemy, fixed, rng)
    return twin


def _deal(pos: P, twin: P, enemy: int, fixed: int, rng: Random) -> None:
    """Place by place, not counter by counter: the same dice deal the same counters whoever really lies where."""
    level = {unit: at for at, unit in enumerate(pos.pile)}
    lying = [unit for unit in pos.on_map(enemy) if not fixed >> unit & 1]
    lying.sort(key=lambda unit: (pos.place[unit], level[unit]))
    static = [unit for unit in lying if pos.book.static >> unit & 1]
    mobile = [unit for unit in lying if not pos.book.static >> unit & 1]
    swap = {unit: unit for unit in range(len(pos.place))}
    swap.update(zip(static, rng.sample(sorted(static), len(static)), strict=True))
    others = {here: [swap[unit] for unit in pos.stack_in(here)] for here in {pos.place[unit] for unit in mobile}}
    for unit in mobile:
        others[pos.place[unit]].remove(unit)
    swap.update(zip(mobile, _stacked(pos, enemy, mobile, others, rng), strict=True))
    _exchange(pos, twin, swap)


def _stacked(pos: P, side: int, lying: list[int], known: dict[int, list[int]], rng: Random) -> list[int]:
    """For each of these counters another one that could lie there as well, beside those that are known to."""
    slots: dict[int, list[int]] = {}
    for at, unit in enumerate(lying):
        slots.setdefault(pos.place[unit], []).append(at)
    dealt = _dealt(pos, side, lying, slots, known, rng)

    def crowded(here: int) -> bool:
        """Does this hex hold more than it may?"""
        return not legal(pos, side, [*known[here], *[dealt[at] for at in slots[here]]])

    hexes = list(slots)
    over = [here for here in hexes if crowded(here)]
    for _ in range(EXCHANGES if over else 0):
        here, there = rng.choice(over), rng.choice(hexes)
        one, two = rng.choice(slots[here]), rng.choice(slots[there])
        dealt[one], dealt[two] = dealt[two], dealt[one]
        if crowded(there) and there not in over:
            dealt[one], dealt[two] = dealt[two], dealt[one]
        else:
            over = [where for where in over if where not in (here, there) or crowded(where)]
            if not over:
                break
    return dealt


def _dealt(
    pos: P, side: int, lying: list[int], slots: dict[int, list[int]], known: dict[int, list[int]], rng: Random
) -> list[int]:
    """A first deal, the largest counters first: they find room in fewer places. Japanese go to their formations."""
    book, dealt = pos.book, list(lying)
    free = {here: list(listed) for here, listed in slots.items()}
    mates = {here: list(units) for here, units in known.items()}
    for unit in sorted(rng.sample(sorted(lying), len(lying)), key=lambda unit: -book.equivalents[unit]):
        roomy = [here for here in free if legal(pos, side, [*mates[here], unit])]
        if side == JAPANESE:
            own = book.formation[unit]
            roomy = [here for here in roomy if own in [book.formation[mate] for mate in mates[here]]] or roomy
        here = rng.choice(roomy or list(free))
        dealt[free[here].pop(0)] = unit
        mates[here].append(unit)
        if not free[here]:
            del free[here]
    return dealt


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
