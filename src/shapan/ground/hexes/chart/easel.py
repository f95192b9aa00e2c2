"""What the parts of a chart share: the map, its looks, the pen, and the styles collected on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

import msgspec

from shapan.kernel.board import Shape, Style

from ..bits import Hex, bits
from ..hexmap import HexMap
from ..pixels import Point, centre, extent
from ..sides import HexSides
from .curves import Pen
from .looks import Look, Looks, area_kind, scaled


class Easel:
    """Where one chart is drawn."""

    def __init__(self, hexmap: HexMap, looks: Looks, side: float, margin: float) -> None:
        self.map, self.grid, self.looks = hexmap, hexmap.grid, looks
        self.side, self.pen = side, Pen(side, margin)
        self.sides = reduce(or_, (feature.sides for feature in hexmap.features), HexSides.none(self.grid))
        """Every hexside on which something lies."""
        self.size = extent(self.grid)
        self._centres = [(here, self.centre(here)) for here in bits(self.grid.all)]
        self._squares: dict[tuple[int, int], list[tuple[Hex, Point]]] = {}
        for here, (x, y) in self._centres:
            self._squares.setdefault((int(x // 1), int(y // 1)), []).append((here, (x, y)))
        self.styles: dict[str, Style] = {}
        self.used: dict[tuple[str, str], Look] = {}
        """What the legend explains: (table of looks, key) in the order in which it was drawn."""

    def style(self, name: str, style: Style) -> str:
        """Enter a style into the Board's table under this name."""
        self.styles[name] = scaled(style, self.side)
        return name

    def paths(self, name: str, paints: Sequence[Style], d: str) -> list[Shape]:
        """The same path in each paint."""
        styles = " ".join(self.style(f"{name}.{at}", paint) for at, paint in enumerate(paints))
        return [Shape(styles, d)] if d and styles else []

    def shadow(self, look: Look, d: str, line: bool = False) -> list[Shape]:
        """What a thing of this look casts on the ground."""
        if not (look.shadow and d):
            return []
        name, style = ("cast", self.looks.base.cast) if line else ("shadow", self.looks.base.shadow)
        x, y = (round(by * self.side, 1) for by in look.shadow)
        return [Shape(self.style(name, style), d, x=x, y=y)]

    def centre(self, index: Hex) -> Point:
        return centre(self.grid, index)

    def nearest(self, spot: Point) -> Hex:
        """The hex in which a spot lies, or the one nearest to it."""
        column, row = int(spot[0] // 1), int(spot[1] // 1)
        around = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        near = [pair for square in around for pair in self._squares.get(square, ())] or self._centres
        return min(near, key=lambda pair: _apart(pair[1], spot))[0]

    def halo(self, name: str, style: Style, here: Hex) -> str:
        """A style for lettering in this hex: its halo has the colour of the ground there."""
        kind = self.area(here)
        look = self.looks.terrain.get(kind)
        if look is None or not look.paint or not style.halo:
            return self.style(name, style)
        ground = look.paint[0]
        dark = {**style.dark, "halo": ground.dark.get("fill", ground.fill)}
        return self.style(f"{name}.{kind}", msgspec.structs.replace(style, halo=ground.fill, dark=dark))

    def area(self, index: Hex) -> str:
        """The kind under which the terrain of a hex is painted."""
        return area_kind(self.looks.terrain, self.map.terrain[index])


def _apart(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
