"""Lettering: where each name goes, so that it hides no hex number and no other name and lies under no counter, if that
can be helped. Names too wide for the room between the counters of two columns are broken into their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TypeAlias

import msgspec

from shapan.kernel.board import Layer, Shape, Style

from ..bits import bits
from ..hexmap import Place
from ..pixels import Point
from .curves import along, lengths, normal
from .easel import Easel
from .lines import Lines
from .looks import Look
from .places import REACH, shown
from .terrain import number_spot

LETTER = 0.5
"""Average width of a letter as a share of its height."""


LEVELS = ("s", "m", "l")
LEGIBLE = {"s": 21.6, "m": 15.0, "l": 0.0}
"""The height of letters, in board units, that can be read at each level of detail: nine pixels on the screen."""
FAR = 0.93
"""Height of the few names on a map that is seen from far."""
WIDE = 0.75
"""Average width of a capital letter as a share of its height."""
COUNTER = 0.6
"""Half the side of a counter."""
RING = 0.08
"""How far the ring of a counter that can act goes beyond it."""
GAP = 2 * (1.5 - COUNTER) - 0.02
"""The room between the counters of the columns to the left and to the right."""
NARROW = 0.25
"""Height of the letters of a name that is broken into lines."""
DOWN = 3**0.5
"""From a hex to the next one below."""


def level(font: float) -> str:
    """The least level of detail at which letters of this height can be read."""
    return next(name for name in LEVELS if font >= LEGIBLE[name])


@dataclass(frozen=True, slots=True)
class Spot:
    """A text set somewhere: base line through (x, y), turned."""

    x: float
    y: float
    anchor: str = "middle"
    turn: float = 0.0


Spots: TypeAlias = tuple[Spot, ...]
"""A spot for each line of a name."""


def breadth(text: str, style: Style) -> float:
    """How wide a text is."""
    return (style.font * (WIDE if text.isupper() else LETTER) + style.spacing) * len(text)


class Lettering:
    """Places names one by one; what is placed is in the way of what comes later."""

    def __init__(self, easel: Easel, lines: Lines) -> None:
        self.easel, self.lines = easel, lines
        self.taken: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        """Discs that lettering should keep off, with a weight, by the unit square in which their centre lies."""
        self._obstacles()

    def layers(self) -> Iterator[Layer]:
        """A layer for each level of detail at which names of that size can be read, and one for maps seen from far."""
        yield Layer("names-far", list(self._far()), lod=("chip",))
        found: dict[str, list[Shape]] = {}
        for shape in (*self._places(), *self._courses()):
            found.setdefault(level(self.easel.styles[shape.style].font), []).append(shape)
        for least, shapes in sorted(found.items()):
            yield Layer(f"names-{least}", shapes, lod=LEVELS[LEVELS.index(least) :])

    # What is in the way

    def _obstacles(self) -> None:
        number = self.easel.looks.base.number
        for here in bits(self.easel.grid.all):
            self._take(self._discs("0000", number, Spot(*number_spot(self.easel, here))), 5.0)
        for place, look in shown(self.easel):
            reach = REACH.get(look.draw, 0.0)
            for here in bits(place.hexes) if reach else ():
                x, y = self.easel.centre(here)
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
        width = breadth(text, style)
        step = width / len(text)
        start = {"start": 0.0, "end": -width}.get(spot.anchor, -width / 2)
        c, s = cos(radians(spot.turn)), sin(radians(spot.turn))
        rise = -0.36 * style.font
        row = [start + step * (n + 0.5) for n in range(len(text))]
        return [(spot.x + u * c - rise * s, spot.y + u * s + rise * c) for u in row]

    def _cost(self, points: Sequence[Point], reach: float) -> float:
        cost, far = 0.0, reach + 0.1
        for x, y in points:
            for column in (int(x - far), int(x + far)) if int(x - far) != int(x + far) else (int(x),):
                for row in (int(y - far), int(y + far)) if int(y - far) != int(y + far) else (int(y),):
                    for ox, oy, weight in self.taken.get((column, row), ()):
                        if -far < x - ox < far and -far < y - oy < far:
                            cost += weight * max(0.0, 1 - hypot(x - ox, y - oy) / far)
            cost += 0.0 if self._inside(x, y) else 20.0
        return cost

    def _inside(self, x: float, y: float) -> bool:
        pen, (width, height) = self.easel.pen, self.easel.size
        return -pen.margin / 2 < x < width + pen.margin / 2 and -pen.margin / 2 < y < height + pen.margin / 2

    def _best(self, lines: Sequence[str], style: Style, spots: Sequence[tuple[float, Spots]]) -> tuple[float, Spots]:
        """The cheapest spots of these lines; those that cost too much by themselves are not even tried."""
        least, best = float("inf"), spots[0][1]
        for base, spot in sorted(spots, key=lambda pair: pair[0]):
            if base >= least:
                break
            letters = [letter for text, at in zip(lines, spot, strict=True) for letter in self._discs(text, style, at)]
            cost = base + self._cost(letters, style.font * 0.55)
            if cost < least:
                least, best = cost, spot
        return least, best

    def _set(self, name: str, text: str, style: Style, spot: Spot) -> Shape:
        self._take(self._discs(text, style, spot), 6.0)
        x, y = self.easel.pen.place((spot.x, spot.y))
        lettering = self.easel.halo(name, style, self.easel.nearest((spot.x, spot.y)))
        return Shape(lettering, text=text, x=x, y=y, turn=round(spot.turn, 1), anchor=spot.anchor)

    # Places

    def _places(self) -> Iterator[Shape]:
        for place, look in shown(self.easel):
            if look.text is None:
                continue
            name = place.name.upper() if look.capitals else place.name
            centres = [self.easel.centre(here) for here in bits(place.hexes)]
            lines, style = self._broken(name, look, look.text, place)
            step = DOWN if len(centres) > 1 else 1.08 * style.font
            spots = []
            for cost, first in self._around(centres, lines[0], style):
                below = tuple(Spot(first.x, first.y + step * n, first.anchor) for n in range(len(lines)))
                hidden = sum(self._hidden(text, style, spot, place) for text, spot in zip(lines, below, strict=True))
                spots.append((cost + hidden, below))
            _, found = self._best(lines, style, spots)
            if look.draw == "none" and self._entrenched(lines, style, found):
                continue  # a trench counts and a landmark does not; whoever points at the hex is told its name
            kind = f"names.{place.kind}" if style is look.text else f"names.{place.kind}.narrow"
            for text, spot in zip(lines, found, strict=True):
                yield self._set(kind, text, style, spot)
            if len(lines) == 1 or len(centres) > 1:  # there is no room for a third line between two counters
                yield from self._other(place, style, found[-1])

    @staticmethod
    def _broken(name: str, look: Look, style: Style, place: Place) -> tuple[list[str], Style]:
        """The lines of a name, and how they are lettered: words in hexes one below the other where the place has many,
        else two lines in the room below a counter. Counters seldom go on water, and its names keep their swing."""
        words = name.split()
        if len(words) == 1 or breadth(name, style) <= GAP or look.water:
            return [name], style
        narrow = msgspec.structs.replace(style, font=NARROW, spacing=style.spacing / 2)
        if place.hexes.bit_count() > 1:
            return words, narrow
        cuts = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
        return min(cuts, key=lambda lines: max(map(len, lines))), narrow

    def _hidden(self, name: str, style: Style, spot: Spot, place: Place) -> float:
        """What it costs to letter a name over hexes that are none of its own, worst where it has many, and where
        counters would stand on it."""
        weight = 0.2 if place.hexes.bit_count() == 1 else 2.0
        cost = 0.0
        for x, y in self._discs(name, style, spot):
            here = self.easel.nearest((x, y))
            u, v = self.easel.centre(here)
            cost += 0.0 if place.hexes >> here & 1 else weight
            cost += 5.0 if abs(x - u) < COUNTER and abs(y - v) < COUNTER else 0.0
        return cost

    def _entrenched(self, lines: Sequence[str], style: Style, spots: Spots) -> bool:
        """Would these words hide a trench?"""
        near = 0.5 * style.font
        letters = [letter for text, at in zip(lines, spots, strict=True) for letter in self._discs(text, style, at)]
        return any(
            abs(x - u) < near and abs(y - v) < near for way in self.lines.trenches for u, v in way for x, y in letters
        )

    def _other(self, place: Place, style: Style, spot: Spot) -> Iterator[Shape]:
        """The name in its own script below, seen from near."""
        other = place.notes.get("zh")
        if not isinstance(other, str) or not other or spot.anchor != "middle":
            return
        small = msgspec.structs.replace(style, font=max(0.19, 0.7 * style.font), weight="600", slant="", spacing=0.02)
        yield self._set(f"names.{place.kind}.other", other, small, Spot(spot.x, spot.y + 1.08 * small.font))

    @staticmethod
    def _around(centres: Sequence[Point], name: str, style: Style) -> Iterator[tuple[float, Spot]]:
        """Below a counter and above the next hexside, as near to the middle of the place as can be; else beside it."""
        x0, y0 = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
        low = COUNTER + RING + 0.72 * style.font
        half = breadth(name, style) / 2
        for x, y in centres:
            far = 0.5 * hypot(x - x0, y + 0.7 - y0) if len(centres) > 1 else 0.0
            for cost, aside in ((0.0, 0.0), (0.5, -0.35), (0.5, 0.35), (0.9, x0 - x if abs(x0 - x) < 1 else 0.0)):
                yield far + cost, Spot(x + aside, y + low)
            if half < 0.2:
                beside = y + 0.35 * style.font
                yield far + 2.0, Spot(x + COUNTER + 0.03, beside, "start")
                yield far + 2.2, Spot(x - COUNTER - 0.03, beside, "end")

    def _far(self) -> Iterator[Shape]:
        """The names of the places that matter most, large enough for a map that is small on the screen; of those that
        would lie over one another the shortest."""
        placed: list[tuple[float, float, float]] = []
        for place, look in sorted(shown(self.easel), key=lambda each: len(each[0].name)):
            if look.text is None or look.rank < 3 or look.draw == "none":
                continue
            centres = [self.easel.centre(here) for here in bits(place.hexes)]
            x, y = sum(x for x, _ in centres) / len(centres), max(y for _, y in centres)
            style = msgspec.structs.replace(look.text, font=FAR, spacing=0.05)
            half = breadth(place.name.upper(), style) / 2
            if any(abs(u - x) < half + other and abs(v - y) < FAR for u, v, other in placed):
                continue
            placed.append((x, y, half))
            at = self.easel.pen.place((x, y + COUNTER + 0.72 * FAR))
            yield Shape(self.easel.style(f"names.{place.kind}.far", style), text=place.name.upper(), x=at[0], y=at[1])

    # Rivers and passes

    def _courses(self) -> Iterator[Shape]:
        named = [(name, look, way) for name, look, way in self.lines.courses if look.text and name]
        longest: dict[str, tuple[str, Look, list[Point]]] = {}
        for name, look, way in named:
            if name not in longest or lengths(way)[-1] > lengths(longest[name][2])[-1]:
                longest[name] = (name, look, way)
        for name, look, way in sorted(longest.values(), key=lambda course: (-course[1].rank, course[0])):
            if look.text:
                kind = next(key[1] for key, used in self.easel.used.items() if used is look)
                beside = [(cost, (spot,)) for cost, spot in self._beside(name, look.text, look, way)]
                _, (spot,) = self._best([name], look.text, beside)
                yield self._set(f"names.{kind}", name, look.text, spot)

    def _beside(self, name: str, style: Style, look: Look, way: Sequence[Point]) -> Iterator[tuple[float, Spot]]:
        """Along the course, on both sides, turned with it; better where it runs straight and near its middle."""
        far = lengths(way)
        width = breadth(name, style)
        clear = max((paint.width for paint in look.paint), default=0.1) / 2 + 0.05
        if look.draw == "area":  # from hex to hex, where counters stand
            clear = max(clear, COUNTER + 0.03)
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
