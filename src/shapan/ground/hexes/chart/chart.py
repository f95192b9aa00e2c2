"""A hex map as the geometry of a Board."""

from __future__ import annotations

from typing import Self

import msgspec

from shapan.kernel.board import MapSheet, PlaceEntry

from ..bits import bits
from ..hexmap import HexMap
from ..pixels import HEIGHT, extent, hexside_ends
from ..sides import HexSides
from .curves import Pen
from .easel import Easel
from .legend import legend
from .lines import Lines
from .looks import Looks, looks
from .names import Lettering
from .places import places_layer
from .terrain import Terrain

MARGIN = 0.45
"""Paper around the hexes, in hexsides."""
PIECE = 1.2
"""Side of a counter in hexsides: the hex number above it and a name below it stay in sight."""


class HexChart(MapSheet, frozen=True, kw_only=True):
    """A hex map as it is drawn, and how large its hexes are."""

    hex_height: float
    """Board units across a hex."""

    def measured(self, across: float, measure: str) -> Self:
        """The chart with the ground scale: so many units of measure, miles for example, across a hex."""
        return msgspec.structs.replace(self, scale=self.hex_height / across, measure=measure)


def chart(hexmap: HexMap, look: Looks | None = None, side: float = 60.0) -> HexChart:
    """Draw a map, a hexside being ``side`` board units long.

    The layer ``legend`` is the key; it has its own origin and is to be shown beside the map.
    """
    easel = Easel(hexmap, look or looks(), side, MARGIN)
    across, down = extent(hexmap.grid)
    width, height = round((across + 2 * MARGIN) * side, 1), round((down + 2 * MARGIN) * side, 1)
    terrain, lines = Terrain(easel), Lines(easel)
    layers = [*terrain.layers(), *lines.layers(), terrain.grid_layer(), terrain.grain_layer(), places_layer(easel)]
    layers += [terrain.numbers(), *Lettering(easel, lines).layers()]
    layers.append(legend(easel, 0.74 * width, 0.42 * side))
    return HexChart(
        ground="hex",
        width=width,
        height=height,
        piece=round(PIECE * side, 1),
        outline=_outline(side),
        styles=easel.styles,
        layers=[layer for layer in layers if layer.shapes],
        places=_places(easel),
        hex_height=round(HEIGHT * side, 3),
    )


def line_along(sides: HexSides, side: float = 60.0) -> str:
    """Path data of these hexsides on a chart of this size, for what lies on the ground only in some games."""
    pen = Pen(side, MARGIN)
    return "".join(pen.line(hexside_ends(sides.grid, here, there)) for here, there in sides)


def _outline(side: float) -> str:
    half = HEIGHT / 2
    corners = ((-0.5, -half), (0.5, -half), (1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0))
    return Pen(side, 0.0).line(corners, closed=True)


def _places(easel: Easel) -> list[PlaceEntry]:
    """Every hex with its neighbours, the names of what is there, and text keys of its terrain."""
    grid, entries = easel.grid, []
    for here in bits(grid.all):
        x, y = easel.pen.place(easel.centre(here))
        there = [place for place in easel.map.places if place.hexes >> here & 1]
        kinds = [f"terrain.{easel.map.terrain[here]}", *dict.fromkeys(f"place.{place.kind}" for place in there)]
        entries.append(
            PlaceEntry(
                id=grid.name(here),
                x=x,
                y=y,
                name=", ".join(place.name for place in there),
                terrain=kinds,
                neighbours=[grid.name(other) for other in grid.neighbours(here)],
            )
        )
    return entries
