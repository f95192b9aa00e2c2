"""Lettering: where each name goes, so that it hides no hex number and no other name if that can be helped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

from shapan.kernel.board import Layer, Shape, Style

from ..bits import bits
from ..pixels import Point
from .board import Table
from .curves import along, lengths, normal
from .lines import Lines
from .looks import Look
from .places import REACH, shown
from .terrain import number_spot

LETTER = 0.56
"""Average width of a letter as a share of its height."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A text set somewhere: base line through (x, y), turned."""

    x: float
    y: float
    anchor: str = "middle"
    turn: float = 0.0


class Lettering:
    """Places names one by one; what is placed is in the way of what comes later."""

    def __init__(self, table: Table, lines: Lines) -> None:
        self.table, self.lines = table, lines
        self.taken: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        """Discs that lettering should keep off, with a weight, by the unit square in which their centre lies."""
        self._obstacles()

    def layer(self) -> Layer:
        shapes = [*self._places(), *self._courses()]
        return Layer("names", shapes)

    # What is in the way

    def _obstacles(self) -> None:
        number = self.table.looks.base.number
        for here in bits(self.table.grid.all):
            self._take(self._discs("0000", number, Spot(*number_spot(self.table, here))), 5.0)
        for place, look in shown(self.table):
            reach = REACH.get(look.draw, 0.0)
            for here in bits(place.hexes) if reach else ():
                x, y = self.table.centre(here)
                self._take([(x + dx * reach, y + dy * reach) for dx in (-0.6, 0, 0.6) for dy in (-0.6, 0, 0.6)], 4.0)
        for line in (*self.lines.unnamed, *(way for _, _, way in self.lines.courses)):
            far = lengths(line)
            steps = int(far[-1] / 0.2)
            self._take([along(line, far, 0.2 * n)[0] for n in range(steps + 1)], 0.8)

    def _take(self, points: Sequence[Point], weight: float) -> None:
        for x, y in points:
            self.taken.setdefault((int(x), int(y)), []).append((x, y, weight))

    @staticmethod
    def _discs(text: str, style: Style, spot: Spot) -> list[Point]:
        """The text as a row of points in the middle of its letters."""
        step = style.font * LETTER + style.spacing
        width = step * len(text)
        start = {"start": 0.0, "end": -width}.get(spot.anchor, -width / 2)
        c, s = cos(radians(spot.turn)), sin(radians(spot.turn))
        rise = -0.36 * style.font
        row = [start + step * (n + 0.5) for n in range(len(text))]
        return [(spot.x + u * c - rise * s, spot.y + u * s + rise * c) for u in row]

    def _cost(self, points: Sequence[Point], reach: float) -> float:
        cost = 0.0
        for x, y in points:
            for column in (int(x) - 1, int(x), int(x) + 1):
                for row in (int(y) - 1, int(y), int(y) + 1):
                    for ox, oy, weight in self.taken.get((column, row), ()):
                        cost += weight * max(0.0, 1 - hypot(x - ox, y - oy) / (reach + 0.1))
            cost += 0.0 if self._inside(x, y) else 20.0
        return cost

    def _inside(self, x: float, y: float) -> bool:
        pen, (width, height) = self.table.pen, self.table.size
        return -pen.margin / 2 < x < width + pen.margin / 2 and -pen.margin / 2 < y < height + pen.margin / 2

    def _best(self, text: str, style: Style, spots: Sequence[tuple[float, Spot]]) -> tuple[float, Spot]:
        reach = style.font * 0.55
        costs = [(base + self._cost(self._discs(text, style, spot), reach), n) for n, (base, spot) in enumerate(spots)]
        cost, n = min(costs)
        return cost, spots[n][1]

    def _set(self, name: str, text: str, style: Style, spot: Spot) -> Shape:
        self._take(self._discs(text, style, spot), 6.0)
        x, y = self.table.pen.place((spot.x, spot.y))
        lettering = self.table.halo(name, style, self.table.nearest((spot.x, spot.y)))
        return Shape(lettering, text=text, x=x, y=y, turn=round(spot.turn, 1), anchor=spot.anchor)

    # Places

    def _places(self) -> Iterator[Shape]:
        for place, look in shown(self.table):
            if look.text is None:
                continue
            centres = [self.table.centre(here) for here in bits(place.hexes)]
            middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
            _, spot = self._best(place.name, look.text, self._around(middle, look))
            yield self._set(f"names.{place.kind}", place.name, look.text, spot)

    @staticmethod
    def _around(middle: Point, look: Look) -> list[tuple[float, Spot]]:
        """Below the sign if possible: there the name stays in sight when a counter stands on the hex."""
        (x, y), font, reach = middle, look.text.font if look.text else 0.3, REACH.get(look.draw, 0.0)
        low = max(0.62, reach + 0.1) + 0.72 * font
        spots = [(0.0, Spot(x, y + low)), (0.4, Spot(x - 0.35, y + low)), (0.4, Spot(x + 0.35, y + low))]
        spots += [(1.0, Spot(x, y + reach + 0.06 + 0.72 * font)), (1.4, Spot(x, y - reach - 0.08))]
        spots += [(0.9, Spot(x, y + low + 0.14)), (1.8, Spot(x, y - 0.95))]
        beside = y + 0.35 * font
        return [*spots, (2.0, Spot(x + reach + 0.08, beside, "start")), (2.2, Spot(x - reach - 0.08, beside, "end"))]

    # Rivers and passes

    def _courses(self) -> Iterator[Shape]:
        named = [(name, look, way) for name, look, way in self.lines.courses if look.text and name]
        longest: dict[str, tuple[str, Look, list[Point]]] = {}
        for name, look, way in named:
            if name not in longest or lengths(way)[-1] > lengths(longest[name][2])[-1]:
                longest[name] = (name, look, way)
        for name, look, way in sorted(longest.values(), key=lambda course: (-course[1].rank, course[0])):
            if look.text:
                kind = next(key[1] for key, used in self.table.used.items() if used is look)
                _, spot = self._best(name, look.text, list(self._beside(name, look.text, look, way)))
                yield self._set(f"names.{kind}", name, look.text, spot)

    def _beside(self, name: str, style: Style, look: Look, way: Sequence[Point]) -> Iterator[tuple[float, Spot]]:
        """Along the course, on both sides, turned with it; better where it runs straight and near its middle."""
        far = lengths(way)
        width = (style.font * LETTER + style.spacing) * len(name)
        clear = max((paint.width for paint in look.paint), default=0.1) / 2 + 0.05
        steps = max(1, int((far[-1] - width) / 0.3))
        for n in range(steps + 1):
            start = min(n * 0.3, max(0.0, far[-1] - width))
            (ax, ay), _ = along(way, far, start)
            (bx, by), _ = along(way, far, min(far[-1], start + width))
            if bx < ax:
                ax, ay, bx, by = bx, by, ax, ay
            turn = degrees(atan2(by - ay, bx - ax))
            bulge = self._bulge(way, far, start, width, (ax, ay), (bx, by))
            base = 2.5 * (bulge[1] - bulge[0]) + 0.6 * abs(n / steps - 0.5) + abs(turn) / 60
            nx, ny = normal((ax, ay), (bx, by))
            for shift in (bulge[0] - clear, bulge[1] + clear + 0.72 * style.font):
                yield base, Spot((ax + bx) / 2 + nx * shift, (ay + by) / 2 + ny * shift, turn=turn)

    @staticmethod
    def _bulge(
        way: Sequence[Point], far: Sequence[float], start: float, width: float, one: Point, other: Point
    ) -> tuple[float, float]:
        """How far the course leaves the straight line on either side."""
        nx, ny = normal(one, other)
        points = [along(way, far, min(far[-1], start + width * n / 6))[0] for n in range(7)]
        apart = [(x - one[0]) * nx + (y - one[1]) * ny for x, y in points]
        return min(apart), max(apart)
