"""March points to a goal on an empty map."""

from __future__ import annotations

import heapq

from shapan.ground.hexes import Mask, bits

from .book import MukdenBook

_marches: dict[tuple[int, int], dict[int, int]] = {}


def march_to(book: MukdenBook, goals: Mask) -> dict[int, int]:
    """March points from every hex to the nearest goal on an empty map; worked out once for each set of goals."""
    key = (id(book), goals)
    if key not in _marches:
        if len(_marches) > 64:
            _marches.clear()
        _marches[key] = _march(book, goals)
    return _marches[key]


def _march(book: MukdenBook, goals: Mask) -> dict[int, int]:
    best = dict.fromkeys(bits(goals), 0)
    queue = [(0, here) for here in best]
    while queue:
        spent, there = heapq.heappop(queue)
        if spent > best[there]:
            continue
        for here in book.grid.neighbours(there):
            step = book.costs.step(here, there)
            if step is not None and spent + step < best.get(here, 1 << 30):
                best[here] = spent + step
                heapq.heappush(queue, (spent + step, here))
    return best
