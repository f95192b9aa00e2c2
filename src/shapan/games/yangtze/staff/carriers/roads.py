"""S12.1 Roads: how long the way of a wheeled vehicle is in time, and how it runs. Off the road it goes at half the
pace, so the road is worth going round for."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from shapan.ground.table import Pt, Raster, Tabletop, ahead, bearing, length, near_segment, turned

from ...actions import ONWARD
from ...position import YangtzePosition
from ...vessels.crews import immobile
from ...vessels.driving import EASY, top_speed
from ...who import Unit
from ...works.barricades import bars
from ..places import FAR, Outline, raster_of, zone_squares

KEPT: Final = 32
"""So many lanes of a table are kept."""
BERTH: Final = 350
TIGHT: Final = 5.0
"""So near to a vehicle that stands a way counts so many times as long: there is no room to turn."""
BESIDE: Final = 250
"""So near to a barricade a way leads nowhere: who stands there has to turn away from it first."""
SIGHTS: Final = (40, 26, 17, 11, 7, 4, 2, 1)
"""So many squares of the way are taken in one straight leg, if nothing speaks against it."""
SAMPLE: Final = 200
"""How closely a leg is looked at."""
SLACK: Final = 300
"""So much longer than the way over the squares a straight leg may be: the squares are a guess."""
NEXT: Final = 6
"""So many squares ahead the way is looked at to see where it turns."""
LOCK: Final = 20
"""A nose that points so far off the way is as good as straight."""


class Lane(NamedTuple):
    """The ways of a vehicle from everywhere to an exit."""

    raster: Raster
    pace: int
    """The most that it makes in a turn."""
    slow: Mapping[int, float]
    """How many times slower than on the road it goes in each square."""
    costs: dict[int, int]
    """What is left of the way from each square, in road pace."""
    after: dict[int, int]
    """The next square of the way."""

    def to_go(self, x: int, y: int, heading: int) -> int:
        """What is left of the way from a place with the nose in this direction; far when there is none."""
        square = there = self.raster.square(x, y)
        if square not in self.costs:
            return FAR
        for _ in range(NEXT):
            there = self.after.get(there, there)
        if there == square:
            return self.costs[square]
        (ax, ay), (bx, by) = self.raster.centre(square), self.raster.centre(there)
        off = max(0, turned(heading, bearing(bx - ax, by - ay)) - LOCK)
        return self.costs[square] + off * self.pace // 180

    def legs(self, here: Pt, count: int) -> tuple[Pt, ...]:
        """The next legs of the way from a place, each as long as it can be without leaving the road."""
        square = self.raster.square(*here)
        found: list[Pt] = []
        while self.costs.get(square) and len(found) < count:
            squares = [square]
            while self.costs[squares[-1]] and len(squares) <= SIGHTS[0]:
                squares.append(self.after[squares[-1]])
            ends = [squares[at] for at in SIGHTS if at < len(squares)]
            square = next((end for end in ends if self._straight(here, square, end)), ends[-1])
            here = self.raster.centre(square)
            found.append(here)
        return tuple(found)

    def _straight(self, here: Pt, square: int, end: int) -> bool:
        """Is the straight leg to a square hardly slower than the way over the squares?"""
        there = self.raster.centre(end)
        far, turn = length(*here, *there), bearing(there[0] - here[0], there[1] - here[1])
        passed = (self.raster.square(*ahead(*here, turn, spent)) for spent in range(SAMPLE // 2, far, SAMPLE))
        return sum(SAMPLE * self.slow[at] for at in passed) <= self.costs[square] - self.costs[end] + SLACK


_lanes: WeakKeyDictionary[Tabletop, dict[tuple[object, ...], Lane]] = WeakKeyDictionary()
_grounds: WeakKeyDictionary[Tabletop, dict[float, dict[int, float]]] = WeakKeyDictionary()


def lane(pos: YangtzePosition, unit: Unit, zone: str) -> Lane:
    """The ways of a vehicle to a zone, round barricades and vehicles that stand."""
    memory = _lanes.setdefault(pos.book.table, {})
    wrecks = _standing(pos, unit, zone)
    fast, rough = (top_speed(pos, unit, easy, ONWARD)[1] for easy in (True, False))
    key = (pos.way(unit), fast, rough, zone, pos.shut_for(unit), wrecks)
    if key not in memory:
        if len(memory) >= KEPT:
            memory.clear()
        raster = raster_of(pos, unit)
        slow = dict(_paces(pos, raster, fast / rough))
        for edges in wrecks:
            slow.update((square, TIGHT) for square in _about(raster, edges, BERTH))
        shut = {square for edges in _blocks(pos) for square in _about(raster, edges, BESIDE)}
        memory[key] = Lane(raster, fast, slow, *_lay(raster, zone_squares(pos, unit, zone), slow, shut))
    return memory[key]


def _standing(pos: YangtzePosition, unit: Unit, zone: str) -> tuple[Outline, ...]:
    """The other vehicles that cannot move, or have come where they wanted."""
    book = pos.book
    others = (entry for entry in pos.bodies if entry[0] != unit and book.units[entry[0]].kind == "vehicle")
    return tuple(
        edges
        for body, edges in others
        if immobile(pos, body) is not None or book.table.in_zone(zone, *pos.at[body][:2])
    )


def _lay(
    raster: Raster, goals: frozenset[int], slow: Mapping[int, float], shut: set[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """What the way to the nearest goal costs from each square, and its next square."""
    costs: dict[int, int] = {}
    after: dict[int, int] = {}
    best = dict.fromkeys(goals, 0)
    queue = sorted((0, square) for square in best)
    while queue:
        cost, here = heappop(queue)
        if here in costs:
            continue
        costs[here] = cost
        for there, step in raster.steps(here):
            total = cost + int(step * max(slow[here], slow[there]))
            if there not in shut and total < best.get(there, FAR):
                best[there], after[there] = total, here
                heappush(queue, (total, there))
    return costs, after


def _paces(pos: YangtzePosition, raster: Raster, rough: float) -> Mapping[int, float]:
    """S12.1: how many times slower than on the road a vehicle goes in each square of a table, with nobody on it."""
    table = pos.book.table
    memory = _grounds.setdefault(table, {})
    if rough not in memory:
        centres = ((square, raster.centre(square)) for square in range(raster.columns * raster.rows))
        memory[rough] = {
            square: 1.0 if table.ground(*point).name in EASY or table.on("town", *point) else rough
            for square, point in centres
        }
    return memory[rough]


def _blocks(pos: YangtzePosition) -> list[Outline]:
    """The barricades that are still in place."""
    return [line.edges for line in pos.book.table.lines if bars(pos, line)]


def _about(raster: Raster, edges: Outline, berth: int) -> set[int]:
    """The squares about something that stands in the way."""
    xs, ys = [x for edge in edges for x in edge[::2]], [y for edge in edges for y in edge[1::2]]
    across = range(min(xs) - berth, max(xs) + berth + SAMPLE, SAMPLE)
    down = range(min(ys) - berth, max(ys) + berth + SAMPLE, SAMPLE)
    squares = {raster.square(x, y) for x in across for y in down}
    centres = ((square, raster.centre(square)) for square in squares)
    return {at for at, point in centres if any(near_segment(*point, edge) < berth * berth for edge in edges)}
