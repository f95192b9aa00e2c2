"""Terrain: one path per kind, its relief, the coasts, the hex lines and the hex numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import groupby, pairwise
from random import Random

from shapan.kernel.board import Layer, Shape, Style

from ..bits import Hex, Mask, bits, mask_of
from ..grid import N
from ..pixels import Point, outline
from .chains import Corner, Edge, at, bent_middle, border, corner_of, directed
from .easel import Easel
from .looks import Look
from .scatter import bands, blocks

MEANDER = 0.13
"""How far the middle of a hexside is moved aside, to make shores and rivers look grown."""
NUMBER = (-0.665, -0.615)
"""Base line of the hex number, from the centre: below a bare hexside, and below one on which something lies."""
SPOTS = 0.14
"""Large flat spots on the ground, to the square hexside."""


class Terrain:
    """Draws the ground of a map."""

    def __init__(self, easel: Easel) -> None:
        self.easel, self.grid, self.pen = easel, easel.grid, easel.pen
        self.areas: dict[str, Mask] = {}
        for here in bits(self.grid.all):
            kind = easel.area(here)
            self.areas[kind] = self.areas.get(kind, 0) | 1 << here
        edges = border(self.grid, self.grid.all)
        self.rim = {*edges, *((other, one) for one, other in edges)}
        self.hard = self._hard_corners()

    def layers(self) -> Iterator[Layer]:
        """From the paper up."""
        order = sorted(self.areas, key=lambda kind: (self._look(kind).rank, kind != "clear", kind))
        land = [kind for kind in order if not self._look(kind).water]
        yield Layer("ground", list(self._sheet()))
        yield Layer("terrain", [shape for kind in land for shape in self._area(kind)])
        yield from self._water([kind for kind in order if self._look(kind).water])
        yield Layer("relief", list(self._relief(order)))

    def _sheet(self) -> Iterator[Shape]:
        """The whole sheet in the colour of open ground, with large pale spots."""
        base, (width, height) = self.easel.looks.base, self.easel.size
        margin = self.pen.margin
        corners = [
            (-margin, -margin),
            (width + margin, -margin),
            (width + margin, height + margin),
            (-margin, height + margin),
        ]
        yield Shape(self.easel.style("ground", base.ground), self.pen.line(corners, closed=True))
        dice = Random(4)
        spots = ""
        for _ in range(int(SPOTS * width * height)):
            spot, reach = (dice.uniform(0, width), dice.uniform(0, height)), dice.uniform(0.67, 2.5)
            spots += self.pen.ellipse(spot, reach, 0.55 * reach)
        if spots:
            yield Shape(self.easel.style("ground.mottle", base.mottle), spots)

    def grain_layer(self) -> Layer:
        """The fibre of the paper, over the ground and below all signs."""
        sheet = next(self._sheet()).d
        return Layer("grain", [Shape(self.easel.style("grain", self.easel.looks.base.grain), sheet)])

    def grid_layer(self) -> Layer:
        style = self.easel.style("grid", self.easel.looks.base.grid)
        rim = self._closed(directed(border(self.grid, self.grid.all)), smooth=False)
        edge = self.easel.style("edge", self.easel.looks.base.edge)
        return Layer("grid", [Shape(style, "".join(self._sides())), Shape(edge, rim)])

    def numbers(self) -> Layer:
        shapes = []
        for here in bits(self.grid.all):
            x, y = self.pen.place(number_spot(self.easel, here))
            style = self.easel.style("number", self.easel.looks.base.number)
            shapes.append(Shape(style, text=self.grid.name(here), x=x, y=y))
        return Layer("numbers", shapes, detail=True)

    def _look(self, kind: str) -> Look:
        return self.easel.looks.terrain.get(kind, Look())

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
                around.setdefault(corner_of(self.grid, here, k), []).append(self.easel.area(here))
        return {place for place, kinds in around.items() if len(kinds) < 3 or len(set(kinds)) == 3}

    def _area(self, kind: str) -> Iterator[Shape]:
        look, mask = self._look(kind), self.areas[kind]
        self.easel.used["terrain", kind] = look
        inner = [paint for paint in look.paint if paint.fill != "none" or paint.pattern]
        split = look.paint.index(inner[-1]) + 1 if inner and look.scatter == "blocks" else len(look.paint)
        yield from self._painted(f"terrain.{kind}", look.paint[:split], mask)
        if look.scatter == "blocks":
            yield Shape(self.easel.style(f"terrain.{kind}.blocks", look.tones[0]), blocks(self.easel, mask))
            yield from self._painted(f"terrain.{kind}.rim", look.paint[split:], mask)

    def _painted(self, name: str, paints: Sequence[Style], mask: Mask) -> Iterator[Shape]:
        """Fills go around the whole area; strokes only where it meets other ground, not along the map's edge."""
        whole = self._closed(directed(border(self.grid, mask)))
        rim = "".join(self._smooth(line) for line in directed(border(self.grid, mask, outside=False)))
        named = [(self.easel.style(f"{name}.{number}", paint), paint) for number, paint in enumerate(paints)]
        ways = [(style, rim if paint.fill == "none" and not paint.pattern else whole) for style, paint in named]
        for d, same in groupby(ways, key=lambda way: way[1]):
            if d:
                yield Shape(" ".join(style for style, _ in same), d)

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

    # Water

    def _water(self, kinds: Sequence[str]) -> Iterator[Layer]:
        """Water, ever paler towards the shore, and the shore itself."""
        fills = [shape for kind in kinds for shape in self._area(kind)]
        water = mask_of(here for kind in kinds for here in bits(self.areas[kind]))
        if not water:
            return
        coast, lines = self.easel.looks.coast, directed(border(self.grid, water, outside=False))
        shore = "".join(self._smooth(line, hard=False) for line in lines)
        yield Layer("water", fills)
        clip = self._closed(directed(border(self.grid, water)))
        yield Layer("shallows", self.easel.paths("coast.shallows", coast.shallows, shore), clip=clip)
        edge = Shape(self.easel.style("coast.edge", coast.edge), shore, x=-1.5, y=-1.5)
        yield Layer("coast", [*self.easel.paths("coast", coast.paint, shore), *([edge] if shore else [])])

    # Relief

    def _relief(self, order: Sequence[str]) -> Iterator[Shape]:
        rough = {kind: self.areas[kind] for kind in order if self._look(kind).scatter not in ("", "blocks")}
        for kind, tone, d in bands(self.easel, rough):
            yield Shape(self.easel.style(f"terrain.{kind}.tone{tone}", self._look(kind).tones[tone]), d)


def number_spot(easel: Easel, here: Hex) -> Point:
    """In the north of the hex."""
    x, y = easel.centre(here)
    return x, y + NUMBER[easel.sides.sources[N] >> here & 1]


def bent(line: Sequence[Corner], straight: Set[Edge] = frozenset()) -> list[Point]:
    """What pulls a smooth line along: each corner, and the middle of each hexside, moved aside if it may bend."""
    points: list[Point] = [at(line[0])]
    for one, other in pairwise(line):
        if (one, other) not in straight:
            points.append(bent_middle(one, other, MEANDER))
        points.append(at(other))
    return points
