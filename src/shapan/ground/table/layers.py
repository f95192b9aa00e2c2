"""A table as a picture: layers of vector shapes for the Board document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shapan.kernel.board import Layer, Shape

from . import texture
from .geometry import Pt, ahead, bearing, near_polygons, near_segment
from .hills import slopes
from .names import names
from .roads import roads
from .roofs import opening, roof
from .table import Tabletop
from .terrain import Area
from .water import banks, is_water, water


def path(points: Iterable[Pt], closed: bool = True) -> str:
    """Points as SVG path data."""
    return "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if closed else "")


def layers(table: Tabletop, raster: int = 1000) -> list[Layer]:
    """The table from above: ground, roads, water, lines, buildings, trees, names, and a faint raster to measure by."""
    sheet = path(((0, 0), (table.width, 0), (table.width, table.height), (0, table.height)))
    wet = [area for area in table.areas if is_water(area) and not area.surface.over]
    towns = [area for area in table.areas if area.surface.name == "town"]
    above = [area for area in table.areas if area.surface.over]
    land = [area for area in table.areas if area not in wet and area not in towns and area not in above]
    shore = [area for area in land if any(_meet(area, water) for water in wet)]
    floors = [area for area in land if area.surface.name == "bare" and area not in shore]
    low = sorted((area for area in land if area not in shore and area not in floors), key=lambda area: not area.level)
    ground = [Shape("table", d=sheet), *texture.turf(table), *_towns(towns), *_areas(table, low)]
    return [
        Layer("ground", ground),
        Layer("roads", [*roads(table.strips), *_areas(table, floors), *banks(table, wet)]),
        *([water(table, wet)] if wet else []),
        Layer("shore", [*_areas(table, shore), *_areas(table, above)]),
        Layer("lines", list(_lines(table))),
        Layer("buildings", _buildings(table)),
        Layer("trees", list(texture.grown(table))),
        Layer("grain", [Shape("grain", d=sheet)]),
        Layer("raster", [Shape("grid", d=_raster(table, raster))], detail=True),
        Layer("names", names(table)),
    ]


def _areas(table: Tabletop, areas: Iterable[Area]) -> Iterator[Shape]:
    """Each area with its edge and what lies on it."""
    for area in areas:
        d, name = path(area.points), area.surface.name
        if area.surface.over:
            yield Shape("shadow", d, x=40, y=60)
        if name == "hill":
            yield from slopes(area, (table.width, table.height))
        elif name == "trench":
            yield Shape("trench.parapet area.trench", d)
        else:
            yield Shape(f"area.{name}", d)
        yield from texture.lying(area)


def _towns(areas: Iterable[Area]) -> Iterator[Shape]:
    """Trodden ground around houses, without a hard edge."""
    for area in areas:
        d = path(area.points)
        yield Shape("soft", d)
        yield Shape("area.town", d)


TOPS = {
    "dyke": ("top",), "embankment": ("top",), "wall_low": ("top", "joints"), "wall_high": ("top", "joints"),
    "fence": ("posts",), "sandbags": ("bags",), "barricade": ("planks",), "wire": ("barbs",), "cliff": ("face",),
}  # fmt: skip
"""What is drawn on a line, besides the line itself."""


def _lines(table: Tabletop) -> Iterator[Shape]:
    """Walls, dykes and fences, each with its shadow; and the gates in them."""
    for line in table.lines:
        d, name = path(line.points, False), f"line.{line.obstacle.name}"
        if line.obstacle.name not in ("hedge", "wire", "fence"):
            yield Shape("shadow.line", d, x=40, y=60)
        yield Shape(" ".join((name, *(f"{name}.{part}" for part in TOPS.get(line.obstacle.name, ())))), d)
        yield from (Shape("gate", d=_bar(gate.at, line.edges, gate.width)) for gate in line.gates)


def _meet(land: Area, wet: Area) -> bool:
    """Do they overlap or touch?"""
    return near_polygons(land.edges, wet.edges) == 0


def _buildings(table: Tabletop) -> list[Shape]:
    shapes: list[Shape] = []
    for building in sorted(table.buildings, key=lambda each: each.bounds[1]):
        shapes += [*roof(building), *(opening(hole) for hole in building.openings)]
    return shapes


def _bar(at: Pt, edges: Iterable[tuple[int, int, int, int]], width: int) -> str:
    """A short stroke along the nearest of these edges."""
    edge = min(edges, key=lambda one: near_segment(*at, one))
    heading = bearing(edge[2] - edge[0], edge[3] - edge[1])
    return path((ahead(*at, heading, width // 2), ahead(*at, heading + 180, width // 2)), False)


def _raster(table: Tabletop, raster: int) -> str:
    down = "".join(f"M{x} 0V{table.height}" for x in range(raster, table.width, raster))
    return down + "".join(f"M0 {y}H{table.width}" for y in range(raster, table.height, raster))
