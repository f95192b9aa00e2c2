"""A table as a picture: layers of vector shapes for the Board document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shapan.kernel.board import Layer, Shape

from . import texture
from .geometry import Pt, ahead, bearing, near_polygons, near_segment
from .roofs import opening, roof
from .table import Table
from .terrain import Area

LABEL = "label"


def path(points: Iterable[Pt], closed: bool = True) -> str:
    """Points as SVG path data."""
    return "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if closed else "")


def layers(table: Table, raster: int = 1000) -> list[Layer]:
    """The table from above: ground, roads, lines, buildings, trees, names, and a faint raster for measuring by eye."""
    sheet = path(((0, 0), (table.width, 0), (table.width, table.height), (0, table.height)))
    plain = [area for area in table.areas if not area.surface.over and area.surface.name != "town"]
    low = [area for area in plain if area.level] + [area for area in plain if not area.level]
    forded = [area for area in table.areas if area.surface.water and any(_meet(area, road) for road in table.strips)]
    above = [area for area in table.areas if area.surface.over]
    towns = [area for area in table.areas if area.surface.name == "town"]
    ground = [Shape("table", d=sheet), *texture.turf(table), *_towns(towns), *_areas(low)]
    return [
        Layer("ground", ground),
        Layer("roads", [*_roads(table), *_areas(forded), *_areas(above)]),
        Layer("lines", list(_lines(table))),
        Layer("buildings", _buildings(table)),
        Layer("trees", list(texture.grown(table))),
        Layer("grain", [Shape("grain", d=sheet)]),
        Layer("raster", [Shape("grid", d=_raster(table, raster))], detail=True),
        Layer("names", _names(table), lod=("s", "m", "l")),
    ]


def _areas(areas: Iterable[Area]) -> Iterator[Shape]:
    """Each area with its edge and what lies on it."""
    for area in areas:
        d, name = path(area.points), area.surface.name
        if area.surface.water or name == "stream":
            yield Shape("bank", d)
        if area.surface.over:
            yield Shape("shadow", d, x=40, y=60)
        if name == "hill":
            yield Shape("contour.shade", d, x=50, y=60)
            yield Shape("contour.light", d, x=-25, y=-30)
        yield Shape(f"area.{name}", d)
        if name == "hill":
            yield Shape("contour", d)
        yield from texture.lying(area)


def _towns(areas: Iterable[Area]) -> Iterator[Shape]:
    """Trodden ground around houses, without a hard edge."""
    for area in areas:
        d = path(area.points)
        yield Shape("soft", d)
        yield Shape("area.town", d)


def _roads(table: Table) -> Iterator[Shape]:
    """All rims, then all surfaces, so that roads run into each other."""
    rims = "".join(path(strip.points) for strip in table.strips)
    if rims:
        yield Shape("strip.rim", rims)
    for strip in table.strips:
        yield Shape(f"strip.{strip.surface.name}", d=path(strip.points))


TOPS = {
    "dyke": ("top",), "embankment": ("top",), "wall_low": ("top", "joints"), "wall_high": ("top", "joints"),
    "fence": ("posts",), "sandbags": ("bags",), "barricade": ("planks",), "wire": ("barbs",), "cliff": ("face",),
}  # fmt: skip
"""What is drawn upon a line, besides the line itself."""


def _lines(table: Table) -> Iterator[Shape]:
    """Walls, dykes and fences, each with its shadow; and the gates in them."""
    for line in table.lines:
        d, name = path(line.points, False), f"line.{line.obstacle.name}"
        if line.obstacle.name not in ("hedge", "wire", "fence"):
            yield Shape("shadow.line", d, x=40, y=60)
        yield Shape(" ".join((name, *(f"{name}.{part}" for part in TOPS.get(line.obstacle.name, ())))), d)
        yield from (Shape("gate", d=_bar(gate.at, line.edges, gate.width)) for gate in line.gates)


def _meet(water: Area, road: Area) -> bool:
    """Does a road run into the water? There it is the water that is seen."""
    return near_polygons(water.edges, road.edges) == 0


def _buildings(table: Table) -> list[Shape]:
    shapes: list[Shape] = []
    for building in sorted(table.buildings, key=lambda each: each.bounds[1]):
        shapes += [*roof(building), *(opening(hole) for hole in building.openings)]
    return shapes


def _bar(at: Pt, edges: Iterable[tuple[int, int, int, int]], width: int) -> str:
    """A short stroke along the nearest of these edges."""
    edge = min(edges, key=lambda one: near_segment(*at, one))
    heading = bearing(edge[2] - edge[0], edge[3] - edge[1])
    return path((ahead(*at, heading, width // 2), ahead(*at, heading + 180, width // 2)), False)


def _raster(table: Table, raster: int) -> str:
    down = "".join(f"M{x} 0V{table.height}" for x in range(raster, table.width, raster))
    return down + "".join(f"M0 {y}H{table.width}" for y in range(raster, table.height, raster))


def _names(table: Table) -> list[Shape]:
    """Areas are named in their middle, hills and towns at their upper edge, buildings below their roof."""
    shapes = []
    for area in table.areas:
        if area.name:
            left, top, right, bottom = area.bounds
            y = top + 220 if area.surface.overlay else (top + bottom) // 2
            shapes.append(Shape(LABEL, text=area.name, x=(left + right) // 2, y=y))
    for building in table.buildings:
        left, _, right, bottom = building.bounds
        shapes.append(Shape("label.building", text=building.name, x=(left + right) // 2, y=bottom + 230))
    return shapes
