"""The judge: the same ground written slowly and plainly, with coordinates, dictionaries and a heap.

A hex is a pair (column, row). Nothing here looks at an index or a bit.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass

At = tuple[int, int]

# N NE SE S SW NW as (column, row), as the maps print them, for a column that sits high and one that sits low.
HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


@dataclass(frozen=True)
class Sheet:
    first_column: int
    last_column: int
    first_row: int
    last_row: int
    high: str
    missing: frozenset[At] = frozenset()

    def hexes(self) -> list[At]:
        columns = range(self.first_column, self.last_column + 1)
        rows = range(self.first_row, self.last_row + 1)
        return [(c, r) for c in columns for r in rows if (c, r) not in self.missing]

    def holds(self, at: At) -> bool:
        inside = self.first_column <= at[0] <= self.last_column and self.first_row <= at[1] <= self.last_row
        return inside and at not in self.missing

    def ring(self, at: At) -> list[At]:
        """The six places around, on the map or off it."""
        is_high = (at[0] % 2 == 0) == (self.high == "even")
        return [(at[0] + dc, at[1] + dr) for dc, dr in (HIGH if is_high else LOW)]

    def neighbours(self, at: At) -> list[At]:
        return [other for other in self.ring(at) if self.holds(other)]


def name(at: At) -> str:
    return f"{at[0]:02}{at[1]:02}"


def steps_apart(sheet: Sheet, start: At) -> dict[At, int]:
    """Breadth first over the full frame."""
    frame = Sheet(sheet.first_column, sheet.last_column, sheet.first_row, sheet.last_row, sheet.high)
    apart = {start: 0}
    queue = [start]
    for at in queue:
        for other in frame.neighbours(at):
            if other not in apart:
                apart[other] = apart[at] + 1
                queue.append(other)
    return apart


def zone(sheet: Sheet, units: set[At], blocked: set[frozenset[At]], into: set[At]) -> set[At]:
    found = set()
    for unit in units:
        for other in sheet.neighbours(unit):
            if frozenset((unit, other)) not in blocked and other in into:
                found.add(other)
    return found


def reach(
    sheet: Sheet,
    cost: Callable[[At, At], int | None],
    origin: At,
    points: int,
    closed: set[At],
    zone: set[At],
    rule: str,
) -> dict[At, int]:
    """Dijkstra with the rules of movement asked at every step: what is reached, and its cost."""
    best: dict[At, int] = {}
    if rule == "SHUN" and origin in zone:
        return best
    heap = [(0, origin)]
    done = set()
    while heap:
        spent, here = heapq.heappop(heap)
        if here in done:
            continue
        done.add(here)
        if here != origin:
            best[here] = spent
            if rule == "STOP" and here in zone:
                continue
        for there in sheet.neighbours(here):
            price = cost(here, there)
            if price is None or there in closed or spent + price > points:
                continue
            if rule == "STOP" and here in zone and there in zone:
                continue
            if rule == "SHUN" and there in zone:
                continue
            heapq.heappush(heap, (spent + price, there))
    return best


def connected(sheet: Sheet, start: At, open_: set[At], allowed: Callable[[At, At], bool]) -> set[At]:
    """Every hex at the end of a line from the start, open or not, through open hexes."""
    found = {start}
    queue = [start]
    for at in queue:
        for other in sheet.neighbours(at):
            if other in open_ and other not in found and allowed(at, other):
                found.add(other)
                queue.append(other)
    return found
