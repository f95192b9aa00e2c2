"""March points to a goal: on an empty map, or round the zones of an enemy."""

from __future__ import annotations

import heapq
from typing import Final

from shapan.ground.hexes import Hex, Mask, bits

from ..book import MukdenBook

KEPT: Final = 256
"""So many tables of marches are remembered; beyond that the memory begins anew."""
BLOCKED: Final = 3
"""An enemy hex on the way is so many times as bad as a zone."""

_marches: dict[tuple[int, Mask, Mask, int], dict[Hex, int]] = {}


def march_to(book: MukdenBook, goals: Mask, enemy: Mask = 0, detour: int = 0) -> dict[Hex, int]:
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


def _march(book: MukdenBook, goals: Mask, tolls: dict[Hex, int]) -> dict[Hex, int]:
    best = dict.fromkeys(bits(goals), 0)
    queue = [(0, here) for here in best]
    inbound = book.inbound
    while queue:
        spent, there = heapq.heappop(queue)
        if spent > best[there]:
            continue
        spent += tolls.get(there, 0)
        for here, step in inbound[there]:
            if spent + step < best.get(here, 1 << 30):
                best[here] = spent + step
                heapq.heappush(queue, (spent + step, here))
    return best
