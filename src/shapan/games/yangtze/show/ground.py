"""What lies on the table, for whoever points at it: fields, water, roads, walls and houses, and the cover they give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from shapan.ground.table import Tabletop
from shapan.ground.table.geometry import Pt
from shapan.ground.table.terrain import Construction, Obstacle, Surface
from shapan.kernel.board import GroundEntry

NEAR: Final = 120
"""A line is meant by whoever points within 12 mm of it."""


def grounds(table: Tabletop) -> Iterator[GroundEntry]:
    """The lowest first: the bare table, areas, roads over them, what stands on them."""
    width, height = table.width, table.height
    yield _entry(table.open_ground, "", ((0, 0), (width, 0), (width, height), (0, height)))
    for area in (*table.areas, *table.strips):
        yield _entry(area.surface, area.name, area.points)
    for line in table.lines:
        yield _entry(line.obstacle, line.name, line.points, NEAR)
    for building in table.buildings:
        yield msgspec.structs.replace(_entry(building.construction, building.name, building.points), roof=True)


def _entry(kind: Surface | Obstacle | Construction, name: str, points: Sequence[Pt], width: float = 0.0) -> GroundEntry:
    return GroundEntry((f"ground.{kind.name}", f"cover.{kind.cover}"), points, name, width)
