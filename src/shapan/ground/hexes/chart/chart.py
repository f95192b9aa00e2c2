"""A hex map as the geometry of a Board."""

from __future__ import annotations

from typing import Self

import msgspec

from shapan.kernel.board import MapSheet, PlaceEntry

from ..bits import bits
from ..hexmap import HexMap
from ..pixels import HEIGHT, extent
from .board import Table
from .curves import Pen
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
    table = Table(hexmap, look or looks(), side, MARGIN)
    across, down = extent(hexmap.grid)
    width, height = round((across + 2 * MARGIN) * side, 1), round((down + 2 * MARGIN) * side, 1)
    terrain, lines = Terrain(table), Lines(table)
    layers = [*terrain.layers(), *lines.layers(), terrain.grid_layer(), places_layer(table), terrain.numbers()]
    layers.append(Lettering(table, lines).layer())
    layers.append(legend(table, 0.74 * width, 0.42 * side))
    return HexChart(
        ground="hex",
        width=width,
        height=height,
        piece=round(PIECE * side, 1),
        outline=_outline(side),
        styles=table.styles,
        layers=[layer for layer in layers if layer.shapes],
        places=_places(table),
        hex_height=round(HEIGHT * side, 3),
    )


def _outline(side: float) -> str:
    half = HEIGHT / 2
    corners = ((-0.5, -half), (0.5, -half), (1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0))
    return Pen(side, 0.0).line(corners, closed=True)


def _places(table: Table) -> list[PlaceEntry]:
    """Every hex with its neighbours, the names of what is there, and text keys of its terrain."""
    grid, entries = table.grid, []
    for here in bits(grid.all):
        x, y = table.pen.place(table.centre(here))
        there = [place for place in table.map.places if place.hexes >> here & 1]
        kinds = [f"terrain.{table.map.terrain[here]}", *dict.fromkeys(f"place.{place.kind}" for place in there)]
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
