"""The shortest way round things: a fixed raster with whole-number costs, so that every machine finds the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import Final

from .approach import RASTER, SLANT, SQUARE, SQUARE_BITS, Approach, Part, beyond
from .geometry import Bounds, Edge, Pt, length, rdiv, touches
from .table import EVEN, GROUND, Tabletop
from .walk import MoveRule, walk

__all__ = ["RASTER", "Approach", "Flood", "Raster", "Search", "raster", "straightened"]

RASTERS: Final = 40
"""How many rasters a table keeps: a few classes of movers, and gates that open one after the other."""
FLOODS: Final = 100
"""How many floods a raster keeps; beyond that the memory begins anew."""
APPROACHES: Final = 100
"""The same for approaches, which nobody asks for again once the goals have moved."""
DIAGONAL: Final = isqrt(2 * RASTER * RASTER)
"""From the middle of a square to that of one across a corner."""
_AROUND: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def raster(table: Tabletop, rule: MoveRule, radius: int, shut: int = 0) -> Raster:
    """The raster of a table for one class of movers; laid once, and kept for as long as it is among the last used."""
    key = (rule, radius, shut)
    found = table.rasters.pop(key, None)
    if found is None:
        if len(table.rasters) >= RASTERS:
            del table.rasters[next(iter(table.rasters))]
        found = Raster(table, rule, radius, shut)
    table.rasters[key] = found
    return found


def varied_squares(table: Tabletop) -> Mapping[int, Sequence[Edge]]:
    """The squares in or about which something begins or ends, with the edges there: lines, houses, hills, one ground
    beside another. From any other square a step to one beside it crosses nothing. Found once for a table: perhaps with
    some that are only near an edge."""
    if table.varied is None:
        columns, rows = table.width // RASTER, table.height // RASTER
        found: dict[int, dict[Edge, None]] = {}
        for edge in (edge for kind, thing in table.things if kind <= GROUND for edge in thing.edges):
            for square in _squares_about(edge, columns, rows):
                found.setdefault(square, {})[edge] = None
        table.varied = {square: tuple(edges) for square, edges in found.items()}
    return table.varied


def gated_squares(table: Tabletop) -> frozenset[int]:
    """The squares about lines with gates: there alone it matters which of them are shut."""
    if table.gated is None:
        table.gated = _squares(table, (edge for line in table.lines if line.gates for edge in line.edges))
    return table.gated


def shaken_squares(table: Tabletop) -> frozenset[int]:
    """The squares about buildings that have come down: everywhere else steps are what they were before."""
    if table.shaken is None:
        columns, rows, far = table.width // RASTER, table.height // RASTER, 2 * RASTER
        found: set[int] = set()
        for left, top, right, bottom in [house.bounds for house in table.buildings if house.id in table.fallen]:
            wide = range(max((left - far) // RASTER, 0), min((right + far) // RASTER + 1, columns))
            high = range(max((top - far) // RASTER, 0), min((bottom + far) // RASTER + 1, rows))
            found.update(row * columns + column for row in high for column in wide)
        table.shaken = frozenset(found)
    return table.shaken


def _squares(table: Tabletop, edges: Iterable[Edge]) -> frozenset[int]:
    columns, rows = table.width // RASTER, table.height // RASTER
    return frozenset(square for edge in edges for square in _squares_about(edge, columns, rows))


def _squares_about(edge: Edge, columns: int, rows: int) -> Iterator[int]:
    """The squares from whose middle an edge can be no farther away along either axis than the side of a square."""
    ax, ay, bx, by = edge
    pieces = max(abs(bx - ax), abs(by - ay)) // RASTER + 1
    for at in range(pieces):
        xs = sorted((ax + (bx - ax) * at // pieces, ax + (bx - ax) * (at + 1) // pieces))
        ys = sorted((ay + (by - ay) * at // pieces, ay + (by - ay) * (at + 1) // pieces))
        # Ends of pieces are rounded down: one unit more on every side holds all of the edge.
        first, last = ((xs[0] - 1 - RASTER // 2) // RASTER, (xs[1] + 1 + RASTER // 2) // RASTER)
        top, bottom = ((ys[0] - 1 - RASTER // 2) // RASTER, (ys[1] + 1 + RASTER // 2) // RASTER)
        for row in range(max(top, 0), min(bottom, rows - 1) + 1):
            for column in range(max(first, 0), min(last, columns - 1) + 1):
                yield row * columns + column


def _middles(count: int, base: int, side: int) -> list[int]:
    """The middles of so many columns or rows; at the edge of the table as far inward as a base needs."""
    return [min(max(at * RASTER + RASTER // 2, base), side - base) for at in range(count)]


class Raster:
    """The squares of a table for one class of movers; steps are judged when they are first needed."""

    def __init__(self, table: Tabletop, rule: MoveRule, radius: int, shut: int = 0) -> None:
        self.table, self.rule, self.shut = table, rule, shut
        self.base, self.radius = radius, min(radius, RASTER // 2)
        self.columns, self.rows = table.width // RASTER, table.height // RASTER
        self._xs, self._ys = _middles(self.columns, radius, table.width), _middles(self.rows, radius, table.height)
        self.ways = self._known()
        """What :meth:`steps` has found so far, for those who ask for thousands of squares."""
        self._plain: list[bool | None] = [None] * (self.columns * self.rows)
        self._costs: list[int | None] = [None] * (self.columns * self.rows)
        self._floods: dict[tuple[frozenset[int], int], Flood] = {}
        self._approaches: dict[tuple[frozenset[int], Part], Approach] = {}
        self.odd = sum(x != at * RASTER + RASTER // 2 for at, x in enumerate(self._xs[: self.columns // 2]))
        """How many columns and rows there are at each edge of the table whose middles lie farther inward."""

    def square(self, x: int, y: int) -> int:
        """The square that a point lies in."""
        column, row = min(max(x // RASTER, 0), self.columns - 1), min(max(y // RASTER, 0), self.rows - 1)
        return row * self.columns + column

    def centre(self, square: int) -> Pt:
        """The middle of a square; at the edge of the table as far inward as the base needs."""
        row, column = divmod(square, self.columns)
        return self._xs[column], self._ys[row]

    def plain(self, square: int) -> bool:
        """Easy ground with nothing in or near the square that could hinder a step."""
        found = self._plain[square]
        if found is None:
            x, y = self.centre(square)
            about = self.table.index.about(x - RASTER, y - RASTER, x + RASTER, y + RASTER)
            easy = not about & self.table.hindering(self.rule.mover)
            found = self._plain[square] = easy and self.table.on_table(x, y, self.radius)
        return found

    def shortest(self, start: Pt, goals: frozenset[int], most: int) -> tuple[Pt, ...]:
        """Points from a start to the nearest goal, the start left out; empty when there is no way that costs at most so
        much. For goals that soon are other ones."""
        return straightened(start, Search(self, start, goals, most).path())

    def about(self, start: Pt) -> tuple[int, ...]:
        """The squares from which a way from a point may begin: its own, and those beside it."""
        here = self.square(*start)
        return here, *self.beside(here)

    def avoiding(self, firsts: Mapping[int, int], most: int, free: Callable[[Pt], bool]) -> dict[int, tuple[int, int]]:
        """The squares that a mover gets to for at most so much from one of these, who cost him so much already, without
        entering one whose middle is not free, the cheapest first: what each costs, and the one before it (itself, where
        the way begins)."""
        # A cost, a square and the one before it in one number: in the order of such threes, and quicker to compare.
        queue = sorted((cost << SQUARE_BITS | first) << SQUARE_BITS | first for first, cost in firsts.items())
        found: dict[int, tuple[int, int]] = {}
        best = [most << SQUARE_BITS | SQUARE] * (self.columns * self.rows)
        barred: set[int] = set()
        ways, steps, xs, ys, columns = self.ways, self.steps, self._xs, self._ys, self.columns
        while queue:
            entry = heappop(queue)
            square = entry >> SQUARE_BITS & SQUARE
            if square in found or square in barred:
                continue
            if not free((xs[square % columns], ys[square // columns])):
                barred.add(square)
                continue
            cost = entry >> 2 * SQUARE_BITS
            found[square] = cost, entry & SQUARE
            for there, step in ways[square] or steps(square):
                # Of two ways that cost the same the one by the lower square counts.
                total = cost + step
                if (total << SQUARE_BITS | square) < best[there] and there not in found:
                    best[there] = total << SQUARE_BITS | square
                    heappush(queue, (total << SQUARE_BITS | there) << SQUARE_BITS | square)
        return found

    def back(self, start: Pt, found: Mapping[int, tuple[int, int]], square: int) -> tuple[Pt, ...]:
        """Points from a start to one of the squares that :meth:`avoiding` has found, the start left out."""
        path = [self.centre(square)]
        while (before := found[square][1]) != square:
            square = before
            path.append(self.centre(square))
        return straightened(start, path[::-1])

    def steps(self, here: int) -> tuple[tuple[int, int], ...]:
        """The squares beside this one that can be entered from it, each with what the step costs."""
        found = self.ways[here]
        if found is None:
            found = self.ways[here] = self._laid(here)
        return found

    def _known(self) -> list[tuple[tuple[int, int], ...] | None]:
        """The steps that other rasters of these movers have found out, by square."""
        laid = self.table.intact.laid.get((self.rule, self.base), {})
        ways = [laid.get(square) for square in range(self.columns * self.rows)]
        for square in (*gated_squares(self.table), *shaken_squares(self.table)):
            ways[square] = None
        return ways

    def lay(self) -> None:
        """Judge all steps ahead that every raster of these movers shares."""
        for square in range(self.columns * self.rows):
            self._laid(square)

    def _laid(self, here: int) -> tuple[tuple[int, int], ...]:
        """The same, judged; away from gates every raster of these movers knows what one of them has found out, and away
        from buildings that have come down every raster of the table as it was."""
        table = self.table
        if here in gated_squares(table):
            return self._judged(here)
        source = table if here in shaken_squares(table) else table.intact
        laid = source.laid.setdefault((self.rule, self.base), {})
        if here not in laid:
            laid[here] = self._judged(here)
        return laid[here]

    def _judged(self, here: int) -> tuple[tuple[int, int], ...]:
        even = self._even(here)
        if even >= 0:
            listed = self._even_steps(here, even)
        else:
            clear, cost = self._clear(here), self._under(here)
            listed = [
                (
                    there,
                    rdiv((DIAGONAL if slanting else RASTER) * cost, EVEN)
                    if there in clear
                    else self._cost(here, there),
                )
                for there, slanting in self._neighbours(here)
            ]
        return tuple([(there, cost) for there, cost in listed if cost])

    def _clear(self, here: int) -> frozenset[int]:
        """The squares beside one to which a step meets no edge of anything, not even its end: whoever is at one end of
        it is on the same ground, and in the same room, as at the other. Found once for all rasters of a table; not
        where middles are moved inward, nor about houses that have come down."""
        table = self.table
        if self._at_edge(here) or here in shaken_squares(table):
            return frozenset()
        found = table.clear.get(here)
        if found is None:
            start, edges = self.centre(here), varied_squares(table).get(here, ())
            squares = [there for there, _ in self._neighbours(here)]
            found = frozenset(there for there in squares if not touches((*start, *self.centre(there)), edges))
            table.clear[here] = found
        return found

    def _under(self, square: int) -> int:
        """What the ground, or the floor of the house, costs in the middle of a square."""
        x, y = self.centre(square)
        if self.table.building(x, y) >= 0:
            return EVEN if self.rule.indoors else 0
        return self.table.ground(x, y).cost[self.rule.mover]

    def _even_steps(self, here: int, even: int) -> list[tuple[int, int]]:
        """The steps over ground that costs the same all over; at the edge of the table middles lie nearer together."""
        row, column = divmod(here, self.columns)
        if 1 < row < self.rows - 2 and 1 < column < self.columns - 2:
            costs = (rdiv(RASTER * even, EVEN), rdiv(DIAGONAL * even, EVEN))
            return [(there, costs[slanting]) for there, slanting in self._neighbours(here)]
        start = self.centre(here)
        squares = [there for there, _ in self._neighbours(here)]
        return [(there, rdiv(length(*start, *self.centre(there)) * even, EVEN)) for there in squares]

    def _cost(self, here: int, there: int) -> int:
        start, end = self.centre(here), self.centre(there)
        if self.plain(here) and self.plain(there):
            return length(*start, *end)
        way = walk(self.table, self.rule, (start, end), self.radius, self.shut, free=True)
        return 0 if way.snag or way.end != end else way.spent

    def _even(self, square: int) -> int:
        """What the ground costs in and about a square that is the same all over and in which nothing else lies; below
        zero where steps have to be walked."""
        found = self._costs[square]
        if found is None:
            x, y = self.centre(square)
            varied = square in varied_squares(self.table) or self.table.building(x, y) >= 0 or self._at_edge(square)
            found = self._costs[square] = -1 if varied else self.table.ground(x, y).cost[self.rule.mover]
        return found

    def _at_edge(self, square: int) -> bool:
        """Is this square or one beside it so near the edge of the table that its middle lies farther inward?"""
        row, column = divmod(square, self.columns)
        inner = 2 <= column < self.columns - 2 and 2 <= row < self.rows - 2
        return self.base > RASTER // 2 and not inner

    def beside(self, square: int) -> Iterable[int]:
        return (there for there, _ in self._neighbours(square))

    def _neighbours(self, square: int) -> Iterator[tuple[int, bool]]:
        """The squares beside one, and whether each lies across a corner; the middles of all of them are on the table,
        base and all."""
        columns, rows = self.columns, self.rows
        row, column = divmod(square, columns)
        for across, down in _AROUND:
            if 0 <= column + across < columns and 0 <= row + down < rows:
                yield (row + down) * columns + column + across, bool(across and down)

    def field(self, goals: frozenset[int], reach: int) -> dict[int, int]:
        """What it costs to come to the nearest goal from each square, as far as ``reach``."""
        flood = self.flood(goals, reach)
        while flood.rise() >= 0:
            pass
        return flood.costs

    def flood(self, goals: frozenset[int], reach: int) -> Flood:
        """The same, for those who want to know it of some squares only."""
        key = (goals, reach)
        flood = self._floods.get(key)
        if flood is None:
            if len(self._floods) >= FLOODS:
                self._floods.clear()
            flood = self._floods[key] = Flood(self, goals, reach)
        return flood

    def approach(self, goals: frozenset[int], among: Bounds) -> Approach:
        """The same for goals that soon are other ones, and for those who ask from within this rectangle."""
        left, top, right, bottom = among
        first, last = self.square(left, top), self.square(right, bottom)
        part = (first % self.columns, first // self.columns, last % self.columns, last // self.columns)
        found = self._approaches.get((goals, part))
        if found is None:
            if len(self._approaches) >= APPROACHES:
                self._approaches.clear()
            found = self._approaches[goals, part] = Approach(self, goals, part)
        return found

    def way(self, start: Pt, goals: frozenset[int], reach: int) -> tuple[Pt, ...]:
        """Points from a start down to the nearest goal, the start left out; empty when there is no way within reach.
        For goals that many ask for: their flood is remembered."""
        return straightened(start, self.flood(goals, reach).way(start))


class Search:
    """The shortest way of one mover: of all squares that are open, the one is taken first through which a way to the
    goals costs least at best. What lies in other directions is never looked at."""

    def __init__(self, raster: Raster, start: Pt, goals: frozenset[int], most: int) -> None:
        self.raster, self.goals, self.most = raster, goals, most
        columns, rows = [goal % raster.columns for goal in goals], [goal // raster.columns for goal in goals]
        self._across = beyond(min(columns), max(columns), raster.columns)
        self._down = beyond(min(rows), max(rows), raster.rows)
        self._before: dict[int, int] = {}
        here = raster.square(*start)
        # From a square whose middle is barred a mover gets to those beside it.
        firsts = (here,) if raster.steps(here) else tuple(raster.beside(here))
        self._spent = [most + 1] * (raster.columns * raster.rows)
        for first in firsts:
            self._spent[first] = 0
        self._queue = sorted(self._left(first) << SQUARE_BITS | first for first in firsts)

    def _left(self, square: int) -> int:
        """What the rest of the way costs at least: straight to the rectangle about the goals over easy ground."""
        row, column = divmod(square, self.raster.columns)
        across, down = self._across[column], self._down[row]
        return RASTER * across + SLANT * down if across > down else RASTER * down + SLANT * across

    def path(self) -> list[Pt]:
        """The middles of the squares from the first one to a goal; empty when there is no way."""
        queue, spent, before, most = self._queue, self._spent, self._before, self.most
        steps, ways, columns = self.raster.steps, self.raster.ways, self.raster.columns
        across, down = self._across, self._down
        closed = set()
        while queue:
            here = heappop(queue) & SQUARE
            if here in closed:
                continue
            if here in self.goals:
                return self._back(here)
            closed.add(here)
            cost = spent[here]
            for there, step in ways[here] or steps(here):
                total = cost + step
                if total < spent[there]:
                    # As _left does it, written out: every square comes here eight times.
                    wide, high = across[there % columns], down[there // columns]
                    least = total + (RASTER * wide + SLANT * high if wide > high else RASTER * high + SLANT * wide)
                    if least <= most:
                        spent[there], before[there] = total, here
                        heappush(queue, least << SQUARE_BITS | there)
        return []

    def _back(self, square: int) -> list[Pt]:
        squares = [square]
        while (square := self._before.get(square, -1)) >= 0:
            squares.append(square)
        return [self.raster.centre(square) for square in reversed(squares)]


class Flood:
    """What it costs to come to the nearest goal, square by square in the order of the costs, as far as was asked."""

    def __init__(self, raster: Raster, goals: frozenset[int], reach: int) -> None:
        self.raster, self.reach = raster, reach
        self.costs: dict[int, int] = {}
        """The squares that are settled: all that cost less than the last one."""
        self._best = [reach + 1] * (raster.columns * raster.rows)
        # A cost and a square in one number: such entries are in the same order as pairs, and quicker to compare.
        self._queue = sorted(goals)

    def rise(self, square: int = -1) -> int:
        """Settle the squares that cost least of all that are not settled, up to this one, or one more; the last one,
        or -1 when everything within reach is settled."""
        costs, best, queue, steps, ways = self.costs, self._best, self._queue, self.raster.steps, self.raster.ways
        while queue:
            entry = heappop(queue)
            here = entry & SQUARE
            if here in costs:
                continue
            cost = costs[here] = entry >> SQUARE_BITS
            # Steps cost the same both ways, but for hills: a way down is judged as a way up, the careful guess.
            for there, step in ways[here] or steps(here):
                total = cost + step
                if total < best[there]:
                    best[there] = total
                    heappush(queue, total << SQUARE_BITS | there)
            if square in (-1, here):
                return here
        return -1

    def risen(self, square: int) -> dict[int, int]:
        """The costs, known at least as far as this square; without it when it is out of reach."""
        if square not in self.costs:
            self.rise(square)
        return self.costs

    def cost(self, square: int) -> int | None:
        """What it costs to come to a goal from this square; None where there is no way within reach."""
        return self.risen(square).get(square)

    def way(self, start: Pt) -> Sequence[Pt]:
        """Points from a start down to the nearest goal, the start left out; empty when there is no way within reach."""
        raster = self.raster
        here = raster.square(*start)
        costs = self.risen(here)
        if here not in costs:
            near = [square for square in raster.beside(here) if square in costs]
            if not near:
                return ()
            here = min(near, key=lambda square: (costs[square], square))
        path, ways, steps = [raster.centre(here)], raster.ways, raster.steps
        while (left := costs[here]) > 0:
            # Every square on the way comes here with all that lie beside it.
            lower = [
                (cost + step, there)
                for there, step in ways[here] or steps(here)
                if (cost := costs.get(there, left)) < left
            ]
            if not lower:
                break
            _, here = min(lower)
            path.append(raster.centre(here))
        return path

    def rising(self) -> Iterator[tuple[int, int]]:
        """All squares within reach and what they cost, the cheapest first and of equals the lowest."""
        yield from list(self.costs.items())
        while (here := self.rise()) >= 0:
            yield here, self.costs[here]


def straightened(start: Pt, path: Sequence[Pt]) -> tuple[Pt, ...]:
    """The same way with the points left out at which it does not turn."""
    kept: list[Pt] = []
    for at, point in enumerate(path[:-1]):
        before = kept[-1] if kept else start
        after = path[at + 1]
        turn = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
        if turn:
            kept.append(point)
    return (*kept, path[-1]) if path else ()
