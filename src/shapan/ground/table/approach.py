"""The shortest way to goals that soon are other ones, for some who come from the same part of a table.

A flood spreads to every side alike. An approach looks first at the squares by which a way can lead to those who ask;
what it says of the way of any of them is what the flood would say.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

from .geometry import Pt

if TYPE_CHECKING:
    from .routes import Raster

RASTER: Final = 200
"""Side of a square of the raster in board units."""
SLANT: Final = 82
"""What a step to a square across a corner costs at least, besides that to the one beside it."""
SQUARE_BITS: Final = 20
SQUARE: Final = (1 << SQUARE_BITS) - 1
NEVER: Final = 1 << 40

Part: TypeAlias = tuple[int, int, int, int]
"""A part of a raster: its first column and row, and its last ones."""


def beyond(first: int, last: int, count: int) -> list[int]:
    """How far each of so many columns or rows lies beyond a stretch of them."""
    return [*range(first, 0, -1), *[0] * (last - first + 1), *range(1, count - last)]


def _levelled(far: list[int], odd: int) -> list[int]:
    """The same where the middles of the outermost columns lie nearer together: those are as far as the next ones."""
    last = len(far) - 1 - odd
    return [far[min(max(at, odd), last)] for at in range(len(far))]


class Approach:
    """What it costs to come to the nearest goal from some squares, however long the way is."""

    def __init__(self, raster: Raster, goals: frozenset[int], part: Part) -> None:
        self.raster, self.goals = raster, goals
        self.costs: dict[int, int] = {}
        """The squares that are settled; what they cost is certain."""
        left, top, right, bottom = part
        odd = raster.odd
        self._across = _levelled(beyond(left, right, raster.columns), odd)
        self._down = _levelled(beyond(top, bottom, raster.rows), odd)
        self._best = [NEVER] * (raster.columns * raster.rows)
        for goal in goals:
            self._best[goal] = 0
        self._queue = sorted(self._left(goal) << SQUARE_BITS | goal for goal in goals)

    def _left(self, square: int) -> int:
        """What is between a square and the part of the table where those are who ask: so much a way costs at least."""
        row, column = divmod(square, self.raster.columns)
        across, down = self._across[column], self._down[row]
        return RASTER * across + SLANT * down if across > down else RASTER * down + SLANT * across

    def _settle(self, square: int = -1) -> None:
        """Settle squares, that one first through which a way can be shortest, up to this one, or one more."""
        costs, best, queue, raster = self.costs, self._best, self._queue, self.raster
        steps, ways, columns, across, down = raster.steps, raster.ways, raster.columns, self._across, self._down
        while queue:
            here = heappop(queue) & SQUARE
            if here in costs:
                continue
            cost = costs[here] = best[here]
            for there, step in ways[here] or steps(here):
                total = cost + step
                if total < best[there]:
                    best[there] = total
                    # As _left does it, written out: every square comes here eight times.
                    wide, high = across[there % columns], down[there // columns]
                    total += RASTER * wide + SLANT * high if wide > high else RASTER * high + SLANT * wide
                    heappush(queue, total << SQUARE_BITS | there)
            if square in (-1, here):
                return

    def cost(self, square: int) -> int | None:
        """What it costs to come to a goal from this square; None where there is no way."""
        if square not in self.costs and self._entered(square):
            self._settle(square)
        return self.costs.get(square)

    def _entered(self, square: int) -> bool:
        """Can a square be entered from any beside it? Where none leads into it nobody needs to look for a way there."""
        steps = self.raster.steps
        return square in self.goals or any(square == to for at in self.raster.beside(square) for to, _ in steps(at))

    def way(self, start: Pt) -> Sequence[Pt]:
        """Points from a start down to the nearest goal, the start left out; empty when there is no way."""
        raster = self.raster
        here = raster.square(*start)
        if self.cost(here) is None:
            near = [(cost, square) for square in raster.beside(here) if (cost := self.cost(square)) is not None]
            if not near:
                return ()
            _, here = min(near)
        path = [raster.centre(here)]
        while self.costs[here] > 0 and (lower := self._lower(here)) >= 0:
            here = lower
            path.append(raster.centre(here))
        return path

    def _lower(self, here: int) -> int:
        """The square beside this one over which the rest of the way costs least, of equals the lowest; -1 if none is
        nearer to a goal. One that is not settled yet matters only if it could be that one."""
        costs, queue = self.costs, self._queue
        most, found, best = costs[here], -1, NEVER << SQUARE_BITS
        unsettled = []
        for there, step in self.raster.steps(here):
            cost = costs.get(there)
            if cost is None:
                unsettled.append((there, step))
            elif cost < most and (entry := cost + step << SQUARE_BITS | there) < best:
                best, found = entry, there
        for there, step in unsettled:
            while queue and there not in costs:
                least = max((queue[0] >> SQUARE_BITS) - self._left(there), 0)
                if least >= most or (least + step << SQUARE_BITS | there) > best:
                    break
                self._settle()
            cost = costs.get(there, most)
            if cost < most and (entry := cost + step << SQUARE_BITS | there) < best:
                best, found = entry, there
        return found
