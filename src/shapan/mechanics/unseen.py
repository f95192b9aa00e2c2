"""Counters that lie unseen in a stack: how little and how much they may be, as far as everybody can know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import nlargest
from itertools import combinations


def heaviest(
    units: Iterable[int],
    count: int,
    *,
    weight: Callable[[int], int],
    sort: Callable[[int], Hashable],
    room: Callable[[tuple[int, ...]], bool],
) -> tuple[int, ...]:
    """Of all units that may be the unseen ones, those so many that weigh most together and find room; where no such
    stack would find room, it is seen to be too large as it stands, and any may lie there. Units of one sort take the
    same room, so that of each only the heaviest need be looked at.

    >>> odd = lambda number: number % 2
    >>> heaviest([3, 5, 8, 9], 2, weight=int, sort=odd, room=lambda two: sum(two) < 15)
    (9, 5)
    >>> heaviest([3, 5, 8, 9], 2, weight=int, sort=odd, room=lambda two: False)
    (9, 8)
    """
    by_sort: dict[Hashable, list[int]] = {}
    for unit in units:
        by_sort.setdefault(sort(unit), []).append(unit)
    worth_trying = [unit for each in by_sort.values() for unit in nlargest(count, each, key=weight)]
    stacks = list(combinations(worth_trying, count))
    return max([stack for stack in stacks if room(stack)] or stacks, key=lambda stack: sum(map(weight, stack)))
