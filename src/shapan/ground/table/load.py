"""Tables from TOML: kinds of terrain in one file, the ground of one table in another.

Lengths in the files are millimetres, y to the north; the table counts tenths, y down the sheet::

    [area]
    bamboo = { cover = "soft", cost10 = [20, 0, 0, 20], boat = 0, los = 75, top = 1 }
    [line]
    road = { width = 60, cover = "bare", cost10 = [10, 10, 10, 10] }      # a strip of ground
    hedge = { cover = "soft", cross = [25, 50, -1, 25] }                   # an obstacle
    [building]
    house = { cover = "hard", floors = 1, confined = true }

    size = [1200, 900]
    areas = [{ k = "bamboo", n = "Bamboo grove", p = [[60, 450], [220, 430], [270, 550]] }]
    lines = [{ k = "hedge", p = [[370, 340], [560, 340]], gates = [[400, 340, 60]], firestep = true }]
    buildings = [{ id = "inn", k = "house", p = [...], doors = [[740, 475]], windows = [] }]
    [zones]
    village = [[360, 350], [910, 350], [910, 760], [360, 760]]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from .geometry import (
    UNIT,
    Edge,
    Pt,
    ahead,
    bearing,
    bounds,
    clockwise,
    contains,
    half_turn,
    near_segment,
    outline,
    rdiv,
)
from .table import Tabletop
from .terrain import (
    Area,
    Building,
    Construction,
    Gate,
    Line,
    Obstacle,
    Opening,
    Surface,
    area,
    line,
)

SCALE = 10


class TableError(ValueError):
    """A table that contradicts itself; names the place."""


RUBBLE: Final = "rubble"
"""The kind of ground that a building leaves behind when it comes down."""


def load_table(sheet: Mapping[str, Any], terrain: Mapping[str, Any]) -> Tabletop:
    """The table of a board file with the kinds of a terrain file."""
    return _Reader(sheet, terrain).table()


class _Reader:
    def __init__(self, sheet: Mapping[str, Any], terrain: Mapping[str, Any]) -> None:
        self.sheet, self.terrain = sheet, terrain
        self.width, self.height = (int(side) * SCALE for side in sheet["size"])
        self.gates = 0

    def point(self, pair: Iterable[int]) -> Pt:
        x, y = pair
        return int(x) * SCALE, self.height - int(y) * SCALE

    def points(self, pairs: Iterable[Iterable[int]]) -> tuple[Pt, ...]:
        return tuple(map(self.point, pairs))

    def surface(self, name: str, entry: Mapping[str, Any]) -> Surface:
        sight = entry.get("los", "clear")
        return Surface(
            name,
            entry["cover"],
            tuple(entry["cost10"]),
            int(entry.get("boat", 0)),
            sight * SCALE if isinstance(sight, int) else sight,
            int(entry.get("top", 0)),
            bool(entry.get("overlay", False)),
            bool(entry.get("over", False)),
            bool(entry.get("water", False)),
        )

    def kind(self, group: str, name: str) -> Mapping[str, Any]:
        try:
            entry: Mapping[str, Any] = self.terrain[group][name]
        except KeyError:
            raise TableError(f"{self.sheet.get('id')}: there is no {group} terrain {name!r}") from None
        return entry

    def table(self) -> Tabletop:
        areas, strips, lines = [], [], []
        for entry in self.sheet.get("areas", ()):
            surface = self.surface(entry["k"], self.kind("area", entry["k"]))
            areas.append(area(surface, entry.get("n", ""), self.points(entry["p"]), int(entry.get("level", 0))))
        for entry in self.sheet.get("lines", ()):
            kind = self.kind("line", entry["k"])
            if "width" in kind:
                strips += self.strip(entry, self.surface(entry["k"], kind), int(kind["width"]) * SCALE)
            else:
                lines.append(self.line(entry, kind))
        buildings = [self.building(entry) for entry in self.sheet.get("buildings", ())]
        zones = {name: self.points(points) for name, points in self.sheet.get("zones", {}).items()}
        open_ground = self.surface("open", self.kind("area", "open"))
        size = (self.width, self.height)
        table = Tabletop(size, open_ground, areas, strips, lines, buildings, zones, self.gates)
        if RUBBLE in self.terrain["area"]:
            table.rubble = self.surface(RUBBLE, self.kind("area", RUBBLE))
        return table

    def strip(self, entry: Mapping[str, Any], surface: Surface, width: int) -> list[Area]:
        """A road as quadrilaterals, each so much longer than its stretch that their outer corners meet in the bends."""
        points = self.points(entry["p"])
        headings = [bearing(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]
        longer = [0, *(rdiv(width * half_turn(one, two), 2 * UNIT) for one, two in pairwise(headings)), 0]
        quads = []
        for at, heading in enumerate(headings):
            back = ahead(*points[at], heading + 180, longer[at])
            front = ahead(*points[at + 1], heading, longer[at + 1])
            corners = (
                ahead(*back, heading - 90, width // 2),
                ahead(*front, heading - 90, width // 2),
                ahead(*front, heading + 90, width // 2),
                ahead(*back, heading + 90, width // 2),
            )
            quads.append(area(surface, entry.get("n", ""), corners))
        return quads

    def line(self, entry: Mapping[str, Any], kind: Mapping[str, Any]) -> Line:
        gates = []
        for x, y, width in entry.get("gates", ()):
            gates.append(Gate(self.point((x, y)), int(width) * SCALE, self.gates))
            self.gates += 1
        cross = tuple(cost * SCALE if cost >= 0 else cost for cost in kind["cross"])
        blocks = kind.get("los") == "block"
        obstacle = Obstacle(entry["k"], kind["cover"], cross, blocks, int(kind.get("top", 0)))
        return line(obstacle, entry.get("n", ""), self.points(entry["p"]), tuple(gates), bool(entry.get("firestep")))

    def building(self, entry: Mapping[str, Any]) -> Building:
        kind = self.kind("building", entry["k"])
        points = self.points(entry["p"])
        # Drawn clockwise, whichever way round they were written: whoever stands in a wall is inside for every step.
        edges = outline(points if clockwise(points) else points[::-1])
        openings = [self.opening(entry, edges, at, door=True) for at in entry.get("doors", ())]
        openings += [self.opening(entry, edges, at, door=False) for at in entry.get("windows", ())]
        made = Construction(entry["k"], kind["cover"], int(kind["floors"]), bool(kind["confined"]))
        name = entry.get("n", "")
        return Building(entry["id"], made, name, points, edges, bounds(points), tuple(openings))

    def opening(self, entry: Mapping[str, Any], edges: tuple[Edge, ...], at: Iterable[int], door: bool) -> Opening:
        x, y = self.point(at)
        wall = min(edges, key=lambda edge: near_segment(x, y, edge))
        if near_segment(x, y, wall) > SCALE * SCALE:
            raise TableError(f"{self.sheet.get('id')}: {entry['id']} has an opening away from its walls")
        middle = ((wall[0] + wall[2]) // 2, (wall[1] + wall[3]) // 2)
        heading = bearing(wall[2] - wall[0], wall[3] - wall[1])
        right = ahead(*middle, heading + 90, SCALE)
        inside = contains(edges, *right)
        return Opening((x, y), wall, -1 if inside else 1, door)
