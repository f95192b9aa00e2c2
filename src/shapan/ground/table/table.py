"""Table: the ground of one board, indexed by cells so that a question looks at the few things that are near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .geometry import Bounds, Pt, contains, near_polygon, near_segment, outline
from .terrain import Area, Building, Line, Surface, overlap

if TYPE_CHECKING:
    from .routes import Raster
    from .walk import Walk

CELL: Final = 500
GROUND: Final = 3
"""Among the kinds of :attr:`Table.things`: those before it are lines, buildings and hills."""


class Stock(NamedTuple):
    """What lies on a table, by what it matters for; heights are levels above the lowest ground."""

    lines: tuple[Line, ...]
    buildings: tuple[tuple[int, Building, int], ...]
    """Number, building, height of the roof."""
    hills: tuple[Area, ...]
    grounds: tuple[Area, ...]
    """Areas, then road strips; not what merely lies over other ground."""
    walls: tuple[tuple[Line, int], ...]
    """Lines that block sight, and how high."""
    hazy: tuple[tuple[Area, int], ...]
    """Crops and woods, and how high."""


class Table:
    """Everything that lies on a table and does not move."""

    def __init__(
        self,
        size: tuple[int, int],
        open_ground: Surface,
        areas: Sequence[Area],
        strips: Sequence[Area],
        lines: Sequence[Line],
        buildings: Sequence[Building],
        zones: Mapping[str, tuple[Pt, ...]],
        gates: int = 0,
    ) -> None:
        self.width, self.height = size
        self.open_ground = open_ground
        self.areas, self.strips = tuple(areas), tuple(strips)
        self.lines, self.buildings = tuple(lines), tuple(buildings)
        self.zones = dict(zones)
        self.zone_edges = {name: outline(points) for name, points in zones.items()}
        self.gates = gates
        self.hills = tuple(area for area in areas if area.level)
        self.hazy = tuple(area for area in areas if isinstance(area.surface.sight, int))
        self.walls = tuple(line for line in lines if line.obstacle.blocks)
        self.building_numbers = {building.id: number for number, building in enumerate(buildings)}
        self._columns = self.width // CELL + 1
        self._cells = self._index()
        self._hindered: dict[int, list[list[int]]] = {}
        self._roofs = self._index_roofs()
        self.whole = self._everything()
        groups: tuple[Sequence[Any], ...] = (self.lines, self.buildings, self.hills, self.whole.grounds)
        self.things: tuple[tuple[int, int, int, int, int, Any], ...] = tuple(
            (*thing.bounds, kind, thing) for kind, group in enumerate(groups) for thing in group
        )
        """Everything that a mover may notice: its bounds, its kind, itself."""
        self.sights: dict[tuple[int, ...], bool] = {}
        """Sight lines already judged; see :mod:`.sight`."""
        self.ways: dict[tuple[object, ...], Walk] = {}
        """Ways already judged; see :mod:`.walk`."""
        self.rasters: dict[tuple[object, ...], Raster] = {}
        """Rasters already laid; see :mod:`.routes`."""

    def _index(self) -> list[tuple[tuple[Area, ...], tuple[Area, ...], tuple[Area, ...]]]:
        """For each cell the ground that can matter there: above water, road strips, and areas, last listed first."""
        plain = [area for area in reversed(self.areas) if not area.surface.overlay and not area.surface.over]
        over = [area for area in self.areas if area.surface.over]
        cells = []
        for row in range(self.height // CELL + 1):
            for column in range(self._columns):
                box = (column * CELL, row * CELL, column * CELL + CELL, row * CELL + CELL)
                cells.append(
                    (
                        tuple(area for area in over if overlap(area.bounds, *box)),
                        tuple(area for area in self.strips if overlap(area.bounds, *box)),
                        tuple(area for area in plain if overlap(area.bounds, *box)),
                    )
                )
        return cells

    def _index_roofs(self) -> list[tuple[int, ...]]:
        """For each cell the buildings that can matter there."""
        cells = []
        for row in range(self.height // CELL + 1):
            for column in range(self._columns):
                box = (column * CELL, row * CELL, column * CELL + CELL, row * CELL + CELL)
                cells.append(tuple(n for n, building in enumerate(self.buildings) if overlap(building.bounds, *box)))
        return cells

    def _everything(self) -> Stock:
        return Stock(
            self.lines,
            tuple(
                (number, building, building.construction.floors + self.level(*building.points[0]))
                for number, building in enumerate(self.buildings)
            ),
            self.hills,
            tuple(area for areas in (self.areas, self.strips) for area in areas if not area.surface.overlay),
            tuple((wall, wall.obstacle.top + self.level(*wall.points[0])) for wall in self.walls),
            tuple((area, area.surface.top + self.level(*area.points[0])) for area in self.hazy),
        )

    def clear(self, mover: int, box: Bounds) -> bool:
        """Is there nothing in this upright rectangle that a mover of this class would notice? Answered by cells."""
        sums = self._hindered.get(mover)
        if sums is None:
            sums = self._hindered[mover] = self._count_hindered(mover)
        left, top = max(box[0], 0) // CELL, max(box[1], 0) // CELL
        right = min(box[2] // CELL + 1, self._columns)
        bottom = min(box[3] // CELL + 1, len(sums) - 1)
        return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left] == 0

    def _count_hindered(self, mover: int) -> list[list[int]]:
        """How many cells above and to the left of each corner hold an obstacle, a wall, a contour or uneven ground."""
        things = [thing.bounds for group in (self.lines, self.buildings, self.hills) for thing in group]
        easy = self.open_ground.cost[mover]
        for areas in (self.areas, self.strips):
            things += [area.bounds for area in areas if not area.surface.overlay and area.surface.cost[mover] != easy]
        rows = self.height // CELL + 1
        sums = [[0] * (self._columns + 1) for _ in range(rows + 1)]
        for row in range(rows):
            for column in range(self._columns):
                box = (column * CELL, row * CELL, column * CELL + CELL, row * CELL + CELL)
                here = any(overlap(thing, *box) for thing in things)
                sums[row + 1][column + 1] = here + sums[row][column + 1] + sums[row + 1][column] - sums[row][column]
        return sums

    def on_table(self, x: int, y: int, radius: int = 0) -> bool:
        """Does a base of this radius lie wholly on the table?"""
        return radius <= x <= self.width - radius and radius <= y <= self.height - radius

    def _cell(self, x: int, y: int) -> int:
        """The cell that a point lies in; the outermost ones answer for what lies beyond the edge."""
        if 0 <= x <= self.width and 0 <= y <= self.height:
            return y // CELL * self._columns + x // CELL
        return min(max(y, 0), self.height) // CELL * self._columns + min(max(x, 0), self.width) // CELL

    def ground(self, x: int, y: int) -> Surface:
        """The surface at a point, buildings apart: a jetty or bridge, else water, else a road, else the area."""
        over, strips, plain = self._cells[self._cell(x, y)]
        for area in over:
            if contains(area.edges, x, y):
                return area.surface
        found = self.open_ground
        for area in plain:
            if contains(area.edges, x, y):
                found = area.surface
                break
        if not found.water:
            for area in strips:
                if contains(area.edges, x, y):
                    return area.surface
        return found

    def building(self, x: int, y: int) -> int:
        """The number of the building that the point is in, or -1."""
        for number in self._roofs[self._cell(x, y)]:
            building = self.buildings[number]
            left, top, right, bottom = building.bounds
            if left <= x <= right and top <= y <= bottom and contains(building.edges, x, y):
                return number
        return -1

    def level(self, x: int, y: int) -> int:
        """The height of the ground: the highest hill that the point is on."""
        found = 0
        for hill in self.hills:
            left, top, right, bottom = hill.bounds
            if hill.level > found and left <= x <= right and top <= y <= bottom and contains(hill.edges, x, y):
                found = hill.level
        return found

    def in_zone(self, name: str, x: int, y: int) -> bool:
        """Is the point in a named zone, its border included?"""
        edges = self.zone_edges[name]
        return contains(edges, x, y) or any(near_segment(x, y, edge) == 0 for edge in edges)

    def on(self, name: str, x: int, y: int) -> bool:
        """Is the point on an overlay of this kind (a town)?"""
        return any(area.surface.name == name and contains(area.edges, x, y) for area in self.areas)

    def near_building(self, number: int, x: int, y: int) -> int:
        """The square of the distance from a point to a building; 0 inside."""
        return near_polygon(self.buildings[number].edges, x, y)
