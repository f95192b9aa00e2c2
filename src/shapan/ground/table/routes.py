"""The shortest way round things: a fixed raster with whole-number costs, so that every machine finds the same way."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final

from .geometry import Pt
from .table import Table
from .walk import MoveRule, walk

RASTER: Final = 200
"""Side of a square of the raster in board units."""
_AROUND: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Raster:
    """The squares of a table for one class of movers; steps are judged when they are first needed."""

    def __init__(self, table: Table, rule: MoveRule, radius: int, shut: int = 0) -> None:
        self.table, self.rule, self.shut = table, rule, shut
        self.radius = min(radius, RASTER // 2)
        self.columns, self.rows = table.width // RASTER, table.height // RASTER
        self._steps: dict[tuple[int, int], int] = {}
        self._fields: dict[tuple[frozenset[int], int], dict[int, int]] = {}

    def square(self, x: int, y: int) -> int:
        """The square that a point lies in."""
        column, row = min(max(x // RASTER, 0), self.columns - 1), min(max(y // RASTER, 0), self.rows - 1)
        return row * self.columns + column

    def centre(self, square: int) -> Pt:
        row, column = divmod(square, self.columns)
        return column * RASTER + RASTER // 2, row * RASTER + RASTER // 2

    def step(self, here: int, there: int) -> int:
        """What it costs to go from a square to one beside it; 0 when there is no way."""
        key = (here, there)
        cost = self._steps.get(key)
        if cost is None:
            way = walk(self.table, self.rule, (self.centre(here), self.centre(there)), self.radius, self.shut)
            cost = self._steps[key] = 0 if way.snag or way.end != self.centre(there) else way.spent
        return cost

    def beside(self, square: int) -> Iterable[int]:
        row, column = divmod(square, self.columns)
        for across, down in _AROUND:
            if 0 <= column + across < self.columns and 0 <= row + down < self.rows:
                yield (row + down) * self.columns + column + across

    def field(self, goals: frozenset[int], reach: int) -> dict[int, int]:
        """What it costs to come to the nearest goal from each square, as far as ``reach``."""
        key = (goals, reach)
        costs = self._fields.get(key)
        if costs is None:
            if len(self._fields) > 400:
                self._fields.clear()
            costs = self._fields[key] = self._flood(goals, reach)
        return costs

    def _flood(self, goals: frozenset[int], reach: int) -> dict[int, int]:
        costs: dict[int, int] = {}
        queue = [(0, goal) for goal in sorted(goals)]
        while queue:
            cost, here = heappop(queue)
            if here in costs:
                continue
            costs[here] = cost
            for there in self.beside(here):
                step = self.step(there, here) if there not in costs else 0
                if step and cost + step <= reach:
                    heappush(queue, (cost + step, there))
        return costs

    def way(self, start: Pt, goals: frozenset[int], reach: int) -> tuple[Pt, ...]:
        """Points from a start down to the nearest goal, the start left out; empty when there is no way within reach."""
        costs = self.field(goals, reach)
        here = self.square(*start)
        if here not in costs:
            near = [square for square in self.beside(here) if square in costs]
            if not near:
                return ()
            here = min(near, key=lambda square: (costs[square], square))
        path = [self.centre(here)]
        while costs[here] > 0:
            step = [(costs[there], there) for there in self.beside(here) if there in costs and self.step(here, there)]
            lower = min(step, default=(costs[here], here))
            if lower[0] >= costs[here]:
                break
            here = lower[1]
            path.append(self.centre(here))
        return straightened(start, path)


def straightened(start: Pt, path: list[Pt]) -> tuple[Pt, ...]:
    """The same way with the points left out at which it does not turn."""
    kept: list[Pt] = []
    for at, point in enumerate(path[:-1]):
        before = kept[-1] if kept else start
        after = path[at + 1]
        turn = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
        if turn:
            kept.append(point)
    return (*kept, path[-1]) if path else ()
