"""Tabletop: the ground of one board, indexed by cells so that a question looks at the few things that are near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from .geometry import Bounds, Edge, Pt, bounds, contains, near_polygon, near_segment, outline
from .index import Index
from .patches import BLOCK, Patches
from .terrain import Area, Building, Line, Surface, overlap

if TYPE_CHECKING:
    from .routes import Raster
    from .walk import Walk

CELL: Final = BLOCK
EVEN: Final = 10
"""Cost of easy ground for each ten units."""
ROOF: Final = 1
GROUND: Final = 3
"""Among the kinds of :attr:`Tabletop.things`: before it come lines, buildings and hills, after it crops and woods."""
MASKS: Final = 2_000
"""For how many sets of things a table remembers what they are; beyond that the memory begins anew."""


Screen: TypeAlias = tuple[int, tuple[Edge, ...], int]
"""A building in a line of sight: number, outline, height of the roof."""
Haze: TypeAlias = tuple[Area, int]
"""Crops or a wood, and how high."""

T = TypeVar("T")


class Screens(NamedTuple):
    """Things that may stand in a line of sight; heights are levels above the lowest ground."""

    buildings: tuple[Screen, ...]
    hills: tuple[Area, ...]
    walls: tuple[tuple[Line, int], ...]
    """Lines that block sight, and how high."""
    hazy: tuple[Haze, ...]


class Hindrances(NamedTuple):
    """Things that may stand in the way of a mover."""

    lines: tuple[Line, ...]
    buildings: tuple[Building, ...]
    hills: tuple[Area, ...]
    edges: tuple[Edge, ...]
    """Where one surface passes into another, unless all of them are easy."""


class Tabletop:
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
        self.rubble: Surface | None = None
        """What buildings leave behind that come down; where it is nothing they leave the ground as it was."""
        self.areas, self.strips = tuple(areas), tuple(strips)
        self.lines, self.buildings = tuple(lines), tuple(buildings)
        self.zone_edges = {name: outline(points) for name, points in zones.items()}
        self._zone_boxes = {name: bounds(points) for name, points in zones.items()}
        self.zones, self.gates = dict(zones), gates
        self.hills = tuple(area for area in areas if area.level)
        self.summit = max([hill.level for hill in self.hills], default=0)
        self._surfaces = {
            area.surface.name: [a for a in areas if a.surface.name == area.surface.name] for area in areas
        }
        self.hazy = tuple(area for area in areas if isinstance(area.surface.sight, int))
        self.walls = tuple(line for line in lines if line.obstacle.blocks)
        self.building_numbers = {building.id: number for number, building in enumerate(buildings)}
        self._columns = self.width // CELL + 1
        self._cells = self._index()
        self._roofs = self._index_roofs()
        grounds = [area for areas in (self.areas, self.strips) for area in areas if not area.surface.overlay]
        groups: tuple[Sequence[Any], ...] = (self.lines, self.buildings, self.hills, grounds, self.hazy)
        things = ((kind, thing) for kind, group in enumerate(groups) for thing in group)
        self.things: tuple[tuple[int, Any], ...] = tuple(things)
        """Everything that a mover or an eye may notice, with its kind."""
        self.index = Index([thing.bounds for _, thing in self.things], self.width, self.height)
        self._blocking = self._bits(lambda kind, thing: kind in (1, 2, 4) or (kind == 0 and thing.obstacle.blocks))
        self._roofed = self._bits(lambda kind, thing: kind == ROOF)
        self._begin_memories()
        self.fallen: frozenset[str] = frozenset()
        """Buildings that have come down: known by their outline, and no wall or screen any more."""
        self.debris: Mapping[str, Area] = {}
        """What lies in their stead."""
        self.intact: Tabletop = self
        """The same table with all its buildings."""
        self.shaken: frozenset[int] | None = None
        """Squares of a raster about those that have come down; see :mod:`.routes`."""

    def _begin_memories(self) -> None:
        """What is worked out by need and kept."""
        self._grounds = self._patches(self._ground_edges, self._ground)
        self._houses = self._patches(self._wall_edges, self._building)
        self._levels = self._patches(lambda x, y: [edge for hill in self.hills for edge in hill.edges], self._level)
        self.last_screen: Screen = (-1, (), 0)
        """The building or hill that last hid somebody from somebody; see :mod:`.sight`."""
        self.last_haze: Haze | None = None
        """The wood that last did so by itself."""
        self._hindering: dict[int, int] = {}
        self._screens: dict[int, Screens] = {}
        self._hindrances: dict[tuple[int, int], Hindrances] = {}
        self.ways: dict[tuple[object, ...], Walk] = {}
        """Ways already judged; see :mod:`.walk`."""
        self.rasters: dict[tuple[object, ...], Raster] = {}
        """Rasters already laid; see :mod:`.routes`."""
        self.laid: dict[tuple[object, ...], dict[int, tuple[tuple[int, int], ...]]] = {}
        """What the rasters of the same movers share; see :mod:`.routes`."""
        self.varied: Mapping[int, Sequence[Edge]] | None = None
        """Squares of a raster in which something begins or ends; see :mod:`.routes`."""
        self.clear: dict[int, frozenset[int]] = {}
        """The squares beside one to which nothing is in the way."""
        self.gated: frozenset[int] | None = None
        """Those about lines with gates."""

    def _patches(self, edges: Callable[[int, int], Iterable[Edge]], judge: Callable[[int, int], T]) -> Patches[T]:
        return Patches(self.width, self.height, edges, judge)

    def razed(self, fallen: Iterable[str]) -> Tabletop:
        """The same table after these buildings have come down."""
        twin = copy(self)
        twin.fallen = frozenset(fallen)
        if rubble := self.rubble:
            down = [house for house in self.buildings if house.id in twin.fallen]
            twin.debris = {house.id: Area(rubble, "", house.points, house.edges, house.bounds) for house in down}
        twin.last_screen, twin.shaken = (-1, (), 0), None
        twin._grounds = twin._patches(twin._ground_edges, twin._ground)
        twin._screens, twin._hindrances, twin.ways, twin.rasters, twin.laid = {}, {}, {}, {}, {}
        return twin

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

    def _bits(self, wanted: Callable[[int, Any], bool]) -> int:
        return sum(1 << number for number, (kind, thing) in enumerate(self.things) if wanted(kind, thing))

    def _named(self, bits: int) -> list[tuple[int, Any]]:
        found = [entry for number, entry in enumerate(self.things) if bits >> number & 1]
        if not self.fallen:
            return found
        standing = [(kind, thing) for kind, thing in found if kind != ROOF or thing.id not in self.fallen]
        heaps = [self.debris[thing.id] for kind, thing in found if kind == ROOF and thing.id in self.debris]
        return standing + [(GROUND, heap) for heap in heaps]

    def hindering(self, mover: int) -> int:
        """The things that a mover of this class notices, one bit each: lines, buildings, contours, uneven ground."""
        found = self._hindering.get(mover)
        if found is None:
            found = self._bits(
                lambda kind, thing: kind < GROUND or (kind == GROUND and thing.surface.cost[mover] != EVEN)
            )
            self._hindering[mover] = found
        return found

    def hindrances(self, mover: int, ax: int, ay: int, bx: int, by: int) -> Hindrances | None:
        """What a mover of this class may notice on a straight line; None if there is nothing."""
        bits = self.index.along(ax, ay, bx, by)
        if not bits:
            return None
        key = (mover, bits)
        found = self._hindrances.get(key)
        if found is None:
            if len(self._hindrances) >= MASKS:
                self._hindrances.clear()
            found = self._hindrances[key] = self._list_hindrances(mover, bits)
        return found

    def _list_hindrances(self, mover: int, bits: int) -> Hindrances:
        groups: tuple[list[Any], ...] = ([], [], [], [], [])
        for kind, thing in self._named(bits):
            groups[kind].append(thing)
        lines, buildings, hills, grounds, _ = groups
        uneven = any(area.surface.cost[mover] != EVEN for area in grounds)
        edges = tuple(edge for area in grounds for edge in area.edges) if uneven else ()
        return Hindrances(tuple(lines), tuple(buildings), tuple(hills), edges)

    def screens(self, ax: int, ay: int, bx: int, by: int) -> Screens | None:
        """What may stand in a line of sight; None if there is nothing."""
        bits = self.index.along(ax, ay, bx, by) & self._blocking
        if not bits:
            return None
        found = self._screens.get(bits)
        if found is None:
            if len(self._screens) >= MASKS:
                self._screens.clear()
            found = self._screens[bits] = self._list_screens(bits)
        return found

    def _list_screens(self, bits: int) -> Screens:
        groups: tuple[list[Any], ...] = ([], [], [], [], [])
        for kind, thing in self._named(bits):
            groups[kind].append(thing)
        lines, buildings, hills, _, hazy = groups
        return Screens(
            tuple(
                (self.building_numbers[house.id], house.edges, house.construction.floors + self.level(*house.points[0]))
                for house in buildings
                if house.construction.floors
            ),
            tuple(hills),
            tuple((wall, wall.obstacle.top + self.level(*wall.points[0])) for wall in lines),
            tuple((area, area.surface.top + self.level(*area.points[0])) for area in hazy),
        )

    def edges_about(self, x: int, y: int, reach: int) -> list[Edge]:
        """The edges of everything that lies within so much of a point along both axes, and perhaps of some more."""
        bits = self.index.about(x - reach, y - reach, x + reach, y + reach)
        return [edge for _, thing in self._named(bits) for edge in thing.edges]

    def on_table(self, x: int, y: int, radius: int = 0) -> bool:
        """Does a base of this radius lie wholly on the table?"""
        return radius <= x <= self.width - radius and radius <= y <= self.height - radius

    def _cell(self, x: int, y: int) -> int:
        """The cell that a point lies in; the outermost ones answer for what lies beyond the edge."""
        if 0 <= x <= self.width and 0 <= y <= self.height:
            return y // CELL * self._columns + x // CELL
        return min(max(y, 0), self.height) // CELL * self._columns + min(max(x, 0), self.width) // CELL

    def ground(self, x: int, y: int) -> Surface:
        """The surface at a point, buildings apart: rubble, else a jetty or bridge, else water, else a road, else the
        area."""
        return self._grounds.at(x, y)

    def _ground_edges(self, x: int, y: int) -> list[Edge]:
        """Where one surface passes into another in the cell of a point."""
        areas = [area for areas in self._cells[self._cell(x, y)] for area in areas]
        return [edge for area in (*areas, *self.debris.values()) for edge in area.edges]

    def _ground(self, x: int, y: int) -> Surface:
        for heap in self.debris.values():
            if contains(heap.edges, x, y):
                return heap.surface
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
        """The number of the building that the point is in, its walls included, or -1."""
        return self._houses.at(x, y)

    def _wall_edges(self, x: int, y: int) -> list[Edge]:
        """The walls in the cell of a point."""
        return [edge for number in self._roofs[self._cell(x, y)] for edge in self.buildings[number].edges]

    def _building(self, x: int, y: int) -> int:
        for number in self._roofs[self._cell(x, y)]:
            if self.buildings[number].holds(x, y):
                return number
        return -1

    def roofed(self, x: int, y: int) -> bool:
        """Is the point in a building that stands?"""
        number = self.building(x, y)
        return number >= 0 and self.buildings[number].id not in self.fallen

    def roofs_about(self, bounds: Bounds) -> bool:
        """Is there a building in or near this upright rectangle?"""
        return bool(self.index.about(*bounds) & self._roofed)

    def level(self, x: int, y: int) -> int:
        """The height of the ground: the highest hill that the point is on."""
        return self._levels.at(x, y) if self.hills else 0

    def _level(self, x: int, y: int) -> int:
        found = 0
        for hill in self.hills:
            left, top, right, bottom = hill.bounds
            if hill.level > found and left <= x <= right and top <= y <= bottom and contains(hill.edges, x, y):
                found = hill.level
        return found

    def in_zone(self, name: str, x: int, y: int) -> bool:
        """Is the point in a named zone, its border included?"""
        left, top, right, bottom = self._zone_boxes[name]
        if x < left or x > right or y < top or y > bottom:
            return False
        edges = self.zone_edges[name]
        return contains(edges, x, y) or any(near_segment(x, y, edge) == 0 for edge in edges)

    def around_zone(self, name: str) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a named zone: nothing beyond them is in it."""
        return self._zone_boxes[name]

    def on(self, name: str, x: int, y: int) -> bool:
        """Is the point on an overlay of this kind (a town)?"""
        for area in self._surfaces.get(name, ()):
            left, top, right, bottom = area.bounds
            if left <= x <= right and top <= y <= bottom and contains(area.edges, x, y):
                return True
        return False

    def near_building(self, number: int, x: int, y: int) -> int:
        """The square of the distance from a point to a building; 0 inside."""
        return near_polygon(self.buildings[number].edges, x, y)
