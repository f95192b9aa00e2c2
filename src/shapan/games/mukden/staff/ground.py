"""March points to a goal: on an empty map, or round the zones of an enemy."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from operator import or_
from typing import Final

from shapan.ground.hexes import Hex, Mask, bits

from ..book import MukdenBook

KEPT: Final = 256
"""How many tables of marches are remembered; beyond that the memory begins anew."""
FARTHEST: Final = 1 << 30
"""More march points than any way takes."""
BLOCKED: Final = 3
"""An enemy hex on the way is so many times as bad as a zone."""


class Marches(dict[Hex, int]):
    """March points from each hex to the nearest goal."""

    __slots__ = ("_within",)

    def __init__(self, points: Mapping[Hex, int]) -> None:
        super().__init__(points)
        self._within: list[Mask] = []

    def within(self, points: int) -> Mask:
        """The hexes from which it takes no more than so many points."""
        if not self._within:
            by_cost = [0] * (max(self.values(), default=0) + 1)
            for here, cost in self.items():
                by_cost[cost] |= 1 << here
            self._within = list(accumulate(by_cost, or_))
        return self._within[min(points, len(self._within) - 1)] if points >= 0 else 0


_marches: dict[tuple[int, Mask, Mask, int], Marches] = {}


def march_to(book: MukdenBook, goals: Mask, enemy: Mask = 0, detour: int = 0) -> Marches:
    """March points from every hex to the nearest goal; worked out once for each set of goals.

    On an empty map, unless a detour is named: so many points it costs to enter a zone of the enemy, where every move
    ends (7.1), and more to go through one of his stacks.
    """
    key = (id(book), goals, enemy if detour else 0, detour)
    found = _marches.get(key)
    if found is None:
        if len(_marches) >= KEPT:
            _marches.clear()
        found = _marches[key] = _march(book, goals, _tolls(book, enemy, detour) if detour else {})
    return found


def _tolls(book: MukdenBook, enemy: Mask, detour: int) -> dict[Hex, int]:
    """What it costs besides to enter a hex."""
    tolls = dict.fromkeys(bits(book.grid.spread(enemy)), detour)
    return tolls | dict.fromkeys(bits(enemy), BLOCKED * detour)


def _march(book: MukdenBook, goals: Mask, tolls: dict[Hex, int]) -> Marches:
    """Hexes are gone through by what they cost: those of each cost wait in a row of their own."""
    best = [FARTHEST] * book.grid.size
    rows: list[list[Hex]] = [bits(goals)]
    for goal in rows[0]:
        best[goal] = 0
    inbound, cost = book.inbound, 0
    while cost < len(rows):
        for there in rows[cost]:
            if best[there] != cost:
                continue
            spent = cost + tolls.get(there, 0)
            for here, step in inbound[there]:
                total = spent + step
                if total < best[here]:
                    best[here] = total
                    while len(rows) <= total:
                        rows.append([])
                    rows[total].append(here)
        cost += 1
    return Marches({here: points for here, points in enumerate(best) if points < FARTHEST})
