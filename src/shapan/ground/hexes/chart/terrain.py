"""Terrain: one path per kind, its relief, the coasts, the hex lines and the hex numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from shapan.kernel.board import Layer, Shape, Style

from ..bits import Hex, Mask, bits, mask_of
from ..grid import N
from ..pixels import Point, outline
from .board import Table
from .chains import Corner, Edge, at, bent_middle, border, corner_of, directed
from .curves import offset
from .looks import Look
from .scatter import scattered

MEANDER = 0.13
"""How far the middle of a hexside is moved aside, to make shores and rivers look grown."""
NUMBER = (-0.665, -0.575)
"""Base line of the hex number, from the centre: below a bare hexside, and below one on which something lies."""


class Terrain:
    """Draws the ground of a map."""

    def __init__(self, table: Table) -> None:
        self.table, self.grid, self.pen = table, table.grid, table.pen
        self.areas: dict[str, Mask] = {}
        for here in bits(self.grid.all):
            kind = table.area(here)
            self.areas[kind] = self.areas.get(kind, 0) | 1 << here
        edges = border(self.grid, self.grid.all)
        self.rim = {*edges, *((other, one) for one, other in edges)}
        self.hard = self._hard_corners()

    def layers(self) -> Iterator[Layer]:
        """From the paper up."""
        order = sorted(self.areas, key=lambda kind: (self._look(kind).rank, kind != "clear", kind))
        yield Layer("terrain", [shape for kind in order for shape in self._area(kind)])
        yield Layer("coast", list(self._coast()))
        yield Layer("relief", [shape for kind in order for shape in self._scatter(kind)])

    def grid_layer(self) -> Layer:
        style = self.table.style("grid", self.table.looks.base.grid)
        rim = self._closed(directed(border(self.grid, self.grid.all)), smooth=False)
        edge = self.table.style("edge", self.table.looks.base.edge)
        return Layer("grid", [Shape(style, "".join(self._sides())), Shape(edge, rim)])

    def numbers(self) -> Layer:
        shapes = []
        for here in bits(self.grid.all):
            x, y = self.pen.place(number_spot(self.table, here))
            style = self.table.halo("number", self.table.looks.base.number, here)
            shapes.append(Shape(style, text=self.grid.name(here), x=x, y=y))
        return Layer("numbers", shapes, detail=True)

    def _look(self, kind: str) -> Look:
        return self.table.looks.terrain.get(kind, Look())

    def _sides(self) -> Iterator[str]:
        """Each hexside once: the three eastern sides of every hex, and the others where nobody else draws them."""
        for here in bits(self.grid.all):
            corners = outline(self.grid, here)
            mine = [d for d in range(6) if d in (1, 2, 3) or self.grid.neighbour(here, d) is None]
            for d in mine:
                joined = d - 1 in mine
                line = self.pen.line((corners[d], corners[(d + 1) % 6]))
                yield line[line.index("L") :] if joined else line

    # Areas

    def _hard_corners(self) -> set[Corner]:
        """Corners where three kinds meet or the map ends. They stay sharp, so that no gap opens between areas."""
        around: dict[Corner, list[str]] = {}
        for here in bits(self.grid.all):
            for k in range(6):
                around.setdefault(corner_of(self.grid, here, k), []).append(self.table.area(here))
        return {place for place, kinds in around.items() if len(kinds) < 3 or len(set(kinds)) == 3}

    def _area(self, kind: str) -> Iterator[Shape]:
        look, mask = self._look(kind), self.areas[kind]
        self.table.used["terrain", kind] = look
        yield from self._painted(f"terrain.{kind}", look.paint, mask)
        for depth, paint in enumerate(look.levels, 1):
            mask = self._inside(self._inside(mask))
            d = self._closed(directed(border(self.grid, mask)), hard=False)
            if d:
                yield Shape(self.table.style(f"terrain.{kind}.level{depth}", paint), d)

    def _painted(self, name: str, paints: Sequence[Style], mask: Mask) -> Iterator[Shape]:
        """Fills go around the whole area; strokes only where it meets other ground, not along the map's edge."""
        whole = self._closed(directed(border(self.grid, mask)))
        rim = "".join(self._smooth(line) for line in directed(border(self.grid, mask, outside=False)))
        for number, paint in enumerate(paints):
            d = rim if paint.fill == "none" and not paint.pattern else whole
            if d:
                yield Shape(self.table.style(f"{name}.{number}", paint), d)

    def _inside(self, mask: Mask) -> Mask:
        """The hexes whose neighbours all belong to the set; the edge of the map is no border."""
        return mask & ~self.grid.spread(self.grid.all & ~mask)

    def _closed(self, loops: Sequence[Sequence[Corner]], smooth: bool = True, hard: bool = True) -> str:
        if not smooth:
            return "".join(self.pen.line([at(place) for place in loop[:-1]], closed=True) for loop in loops)
        return "".join(self._smooth(loop, hard) for loop in loops)

    def _smooth(self, line: Sequence[Corner], hard: bool = True) -> str:
        """A line along hexsides, bent like something grown, sharp where it must be. Closed when its ends meet."""
        sharp: Set[Corner] = self.hard if hard else frozenset()
        closed = line[0] == line[-1]
        if closed:
            turn = next((n for n, place in enumerate(line) if place in sharp), None)
            if turn is None:
                return self.pen.loop(self._bent(line)[:-1])
            line = [*line[turn:-1], *line[: turn + 1]]
        runs = self._runs(line, sharp)
        body = "".join(self.pen.onward(self._bent(run)) for run in runs)
        return "M" + self.pen.at(at(line[0])) + body + ("Z" if closed else "")

    @staticmethod
    def _runs(line: Sequence[Corner], sharp: Set[Corner]) -> list[list[Corner]]:
        runs = [[line[0]]]
        for place in line[1:]:
            runs[-1].append(place)
            if place in sharp:
                runs.append([place])
        return [run for run in runs if len(run) > 1]

    def _bent(self, line: Sequence[Corner]) -> list[Point]:
        return bent(line, self.rim)

    # Coasts

    def _coast(self) -> Iterator[Shape]:
        water = mask_of(here for kind, mask in self.areas.items() if self._look(kind).water for here in bits(mask))
        if not water:
            return
        coast, lines = self.table.looks.coast, directed(border(self.grid, water, outside=False))
        for number, distance in enumerate((0.17, 0.31, 0.47)):
            faint = Style(stroke=coast.ripple.stroke, width=coast.ripple.width, dark=coast.ripple.dark,
                          opacity=0.75 - 0.22 * number)  # fmt: skip
            d = "".join(self._ripple(line, distance) for line in lines)
            yield Shape(self.table.style(f"coast.ripple{number}", faint), d)
        yield from self.table.paths("coast", coast.paint, "".join(self._smooth(line, hard=False) for line in lines))

    def _ripple(self, line: Sequence[Corner], distance: float) -> str:
        beside = offset([at(place) for place in line], distance)
        return self.pen.loop(beside[:-1]) if line[0] == line[-1] else self.pen.spline(beside)

    def _scatter(self, kind: str) -> Iterator[Shape]:
        look = self._look(kind)
        if not look.scatter:
            return
        shade, ink = scattered(self.table, look.scatter, self.areas[kind])
        yield Shape(self.table.style(f"terrain.{kind}.shade", look.shade), shade)
        yield Shape(self.table.style(f"terrain.{kind}.ink", look.ink), ink)


def number_spot(table: Table, here: Hex) -> Point:
    """In the north of the hex."""
    x, y = table.centre(here)
    return x, y + NUMBER[table.sides.sources[N] >> here & 1]


def bent(line: Sequence[Corner], straight: Set[Edge] = frozenset()) -> list[Point]:
    """What pulls a smooth line along: each corner, and the middle of each hexside, moved aside if it may bend."""
    points: list[Point] = [at(line[0])]
    for one, other in pairwise(line):
        if (one, other) not in straight:
            points.append(bent_middle(one, other, MEANDER))
        points.append(at(other))
    return points
