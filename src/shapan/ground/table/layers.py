"""A table as a picture: layers of vector shapes for the Board document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shapan.kernel.board import Layer, Shape, Style

from .geometry import Pt, ahead, bearing, near_polygons, near_segment
from .table import Table
from .terrain import Area

LABEL = "label"
STYLES: Mapping[str, Style] = {
    "table": Style(fill="#c9bf8f", dark={"fill": "#5b5640"}),
    "area.bare": Style(fill="#dccfa4", stroke="#bdae7e", width=6, dark={"fill": "#6d6549", "stroke": "#7c7355"}),
    "area.beach": Style(fill="#e8dcae", dark={"fill": "#7d7455"}),
    "area.mudflat": Style(fill="#a8997a", pattern="marsh", dark={"fill": "#4d4636"}),
    "area.sandbar": Style(fill="#e3d5a0", dark={"fill": "#7a704d"}),
    "area.paddy_wet": Style(fill="#9fb6a4", pattern="paddy", stroke="#7f9a86", width=8, dark={"fill": "#3f5247"}),
    "area.paddy_dry": Style(fill="#c4bb7e", pattern="paddy", stroke="#a79e62", width=8, dark={"fill": "#575236"}),
    "area.kaoliang": Style(fill="#b9a348", pattern="hatch", stroke="#8d7b2c", width=8, dark={"fill": "#5a4f1f"}),
    "area.bamboo": Style(fill="#7fa05c", pattern="hatch", stroke="#5d7d3e", width=8, dark={"fill": "#35481f"}),
    "area.light_wood": Style(fill="#86a468", stroke="#5f7e45", width=10, dash=(60, 40), dark={"fill": "#3a4e29"}),
    "area.dense_wood": Style(fill="#4f7446", stroke="#36552f", width=12, dark={"fill": "#22381d"}),
    "area.scrub": Style(fill="#b0ab6d", stroke="#8c8750", width=6, dash=(30, 30), dark={"fill": "#4b4829"}),
    "area.orchard": Style(fill="#a9bb77", stroke="#7d9150", width=8, dash=(20, 60), dark={"fill": "#48552b"}),
    "area.tea_terrace": Style(fill="#8fae74", pattern="hatch", dark={"fill": "#3c5029"}),
    "area.graves": Style(fill="#b6b184", stroke="#8f8a60", width=8, dash=(40, 40), dark={"fill": "#4d4a31"}),
    "area.reeds": Style(fill="#a3ad66", pattern="marsh", stroke="#7f8a45", width=6, dark={"fill": "#454b22"}),
    "area.marsh": Style(fill="#9aa77c", pattern="marsh", dark={"fill": "#3f4730"}),
    "area.rocks": Style(fill="#9a948b", stroke="#6f6a62", width=12, dark={"fill": "#45413b"}),
    "area.rubble": Style(fill="#a59a8f", stroke="#746b62", width=8, dash=(20, 20), dark={"fill": "#4a443d"}),
    "area.foxholes": Style(fill="#a78e66", stroke="#7a6445", width=10, dark={"fill": "#4b3e2b"}),
    "area.trench": Style(fill="#8a6f4b", stroke="#5c4830", width=16, dark={"fill": "#3d301f"}),
    "area.hill": Style(fill="#c2ae72", stroke="#8f7a44", width=10, opacity=0.75, dark={"fill": "#5d512f"}),
    "area.river": Style(fill="#6d9bb5", stroke="#4c7a94", width=8, dark={"fill": "#1f4258"}),
    "area.shallows": Style(fill="#93b8c4", dark={"fill": "#31566a"}),
    "area.stream": Style(fill="#86adbd", dark={"fill": "#2d5063"}),
    "area.canal": Style(fill="#6d9bb5", stroke="#4c6b7a", width=10, dark={"fill": "#1f4258"}),
    "area.jetty": Style(fill="#a98c62", stroke="#6f5a3c", width=10, dark={"fill": "#4d3f2b"}),
    "area.bridge": Style(fill="#a79e90", stroke="#6b655c", width=14, dark={"fill": "#4b4640"}),
    "area.town": Style(stroke="#8a6a4a", width=8, dash=(60, 30), dark={"stroke": "#a58a6a"}),
    "strip.road": Style(fill="#e4d3a7", dark={"fill": "#7c7152"}),
    "strip.track": Style(fill="#d5c698", dark={"fill": "#6d6347"}),
    "strip.rail": Style(fill="#8d8880", dark={"fill": "#3d3a36"}),
    "line.hedge": Style(stroke="#4f7a37", width=60, dark={"stroke": "#3d6129"}),
    "line.fence": Style(stroke="#7d5e3c", width=24, dash=(60, 20), dark={"stroke": "#92724f"}),
    "line.dyke": Style(stroke="#8d7a4e", width=60, dark={"stroke": "#6e5f3c"}),
    "line.embankment": Style(stroke="#7a6a49", width=110, dark={"stroke": "#5f5238"}),
    "line.wall_low": Style(stroke="#77716a", width=50, dark={"stroke": "#8d877f"}),
    "line.wall_high": Style(stroke="#4f4a45", width=80, dark={"stroke": "#a09a92"}),
    "line.sandbags": Style(stroke="#a58b56", width=70, dash=(70, 15), dark={"stroke": "#8a7447"}),
    "line.barricade": Style(stroke="#6b4a2b", width=70, dash=(30, 30), dark={"stroke": "#8c6a45"}),
    "line.wire": Style(stroke="#3f3f3f", width=30, dash=(20, 30), dark={"stroke": "#bdbdbd"}),
    "line.cliff": Style(stroke="#5d5348", width=90, dash=(90, 15), dark={"stroke": "#7d7265"}),
    "gate": Style(stroke="#c79a4b", width=60, dark={"stroke": "#c79a4b"}),
    "building": Style(fill="#8f7d6b", stroke="#3f352c", width=30, dark={"fill": "#55493d", "stroke": "#c4b5a3"}),
    "building.hut": Style(fill="#b59a6a", stroke="#57452a", width=24, dark={"fill": "#5d4d33", "stroke": "#c7b28a"}),
    "building.fort": Style(fill="#77767a", stroke="#2d2d30", width=50, dark={"fill": "#444347", "stroke": "#cfcfd4"}),
    "door": Style(stroke="#f2e2b5", width=40, dark={"stroke": "#f2e2b5"}),
    "window": Style(stroke="#bfe0ee", width=26, dark={"stroke": "#bfe0ee"}),
    "label": Style(
        fill="#2e2a20", font=170, slant="italic", halo="#f3ecd2", dark={"fill": "#efe6c8", "halo": "#2a2618"}
    ),
    "label.building": Style(fill="#1f1a14", font=130, halo="#e9dfc6", dark={"fill": "#f5ecd6", "halo": "#2a2118"}),
    "grid": Style(stroke="#000000", width=3, opacity=0.06, dark={"stroke": "#ffffff"}),
}


def path(points: Iterable[Pt], closed: bool = True) -> str:
    """Points as SVG path data."""
    return "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if closed else "")


def layers(table: Table, raster: int = 1000) -> list[Layer]:
    """The table from above: ground, roads, buildings, lines, names, and a faint raster for measuring by eye."""
    sheet = path(((0, 0), (table.width, 0), (table.width, table.height), (0, table.height)))
    plain = [area for area in table.areas if not area.surface.over and area.surface.name != "town"]
    low = [area for area in plain if area.level] + [area for area in plain if not area.level]
    ground = [Shape("table", d=sheet), *(Shape(f"area.{area.surface.name}", d=path(area.points)) for area in low)]
    roads = [Shape(f"strip.{area.surface.name}", d=path(area.points)) for area in table.strips]
    forded = [area for area in table.areas if area.surface.water and any(_meet(area, road) for road in table.strips)]
    wet = [Shape(f"area.{area.surface.name}", d=path(area.points)) for area in forded]
    above = [area for area in table.areas if area.surface.over or area.surface.name == "town"]
    built = [Shape(f"area.{area.surface.name}", d=path(area.points)) for area in above]
    lines = [Shape(f"line.{line.obstacle.name}", d=path(line.points, False)) for line in table.lines]
    lines += [Shape("gate", d=_bar(gate.at, line.edges, gate.width)) for line in table.lines for gate in line.gates]
    return [
        Layer("ground", ground),
        Layer("roads", [*roads, *wet, *built]),
        Layer("buildings", _buildings(table)),
        Layer("lines", lines),
        Layer("raster", [Shape("grid", d=_raster(table, raster))], detail=True),
        Layer("names", _names(table), detail=True),
    ]


def _meet(water: Area, road: Area) -> bool:
    """Does a road run into the water? There it is the water that is seen."""
    return near_polygons(water.edges, road.edges) == 0


def _buildings(table: Table) -> list[Shape]:
    shapes = []
    for building in table.buildings:
        made = building.construction
        style = "building.fort" if made.cover == "hard_plus" else "building.hut" if made.cover == "soft" else "building"
        shapes.append(Shape(style, d=path(building.points)))
        for opening in building.openings:
            bar = _bar(opening.at, (opening.wall,), 300 if opening.door else 200)
            shapes.append(Shape("door" if opening.door else "window", d=bar))
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
    shapes = []
    for area in table.areas:
        if area.name:
            left, top, right, bottom = area.bounds
            y = top + 220 if area.surface.overlay else (top + bottom) // 2
            shapes.append(Shape(LABEL, text=area.name, x=(left + right) // 2, y=y))
    for building in table.buildings:
        left, top, right, bottom = building.bounds
        shapes.append(Shape("label.building", text=building.name, x=(left + right) // 2, y=(top + bottom) // 2 + 40))
    return shapes
