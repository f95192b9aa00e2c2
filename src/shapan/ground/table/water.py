"""Water on a table: the bank, shallow bands within it, ripples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapan.kernel.board import Layer, Shape

from . import texture
from .geometry import on_rim
from .table import Tabletop
from .terrain import Area

BANDS = ("band.3", "band.2", "band.1")
"""From the widest to the narrowest."""


def is_water(area: Area) -> bool:
    """Is it wet enough to have banks?"""
    return area.surface.water or area.surface.name in ("stream", "canal")


def water(table: Tabletop, areas: Sequence[Area]) -> Layer:
    """Rivers and creeks with their shallows, cut to their banks."""
    shapes: list[Shape] = []
    for area in areas:
        d = _path(area.points)
        shapes += [Shape(f"area.{area.surface.name}", d), *_bands(table, area), *texture.lying(area)]
    return Layer("water", shapes, clip="".join(_path(area.points) for area in areas))


def banks(table: Tabletop, areas: Sequence[Area]) -> Iterator[Shape]:
    """The pale edge of the land."""
    d = "".join(_shore(table, area) for area in areas)
    if d:
        yield Shape("bank", d)


def _bands(table: Tabletop, area: Area) -> Iterator[Shape]:
    d = _shore(table, area)
    if d and area.surface.name != "shallows":
        yield Shape(" ".join((*BANDS, "coast")), d)


def _shore(table: Tabletop, area: Area) -> str:
    """The outline of an area without the edges where the table ends."""
    size = table.width, table.height
    return "".join(f"M{e[0]} {e[1]}L{e[2]} {e[3]}" for e in area.edges if not on_rim(e, size))


def _path(points: Sequence[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "Z"
