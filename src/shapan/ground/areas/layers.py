"""An area map as layers of a Board: what is drawn below the counters. Style names are the game's to fill.

========================  ==========================================================================================
``place.<terrain>``       the ground of a place, by its note ``terrain`` (areas) or ``zone.<side>`` (zones)
``border``, ``.halo``     the lines between places
``water.*``               a canal or river: margin, towpath, bank, water, middle, glints
``road``, ``.edge``       roads
``rail.*``                railways: bed, ties, line, middle
``house.*``, ``tree.*``   villages and the houses of a town, trees
``earthwork.*``, ``wall`` walls of villages and of a town
``link.*``                arrows over corners
``area.*``, ``zone.*.*``  the lettering, set by :mod:`.labels`
========================  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shapan.kernel.board import Layer, PlaceEntry, Shape

from ..hexes.bits import bits
from . import houses
from .areamap import AreaMap, Place
from .polygons import Polygon, clearance, edges
from .shapes import Spot, arrow, curve, line, outline


def ground_style(place: Place) -> str:
    """The style of a place's ground."""
    return f"place.{place.notes.get('terrain')}" if place.group == "areas" else f"zone.{place.notes.get('side')}"


def ground(sheet: AreaMap) -> Layer:
    """Every polygon in the colour of its terrain; zones below areas."""
    order = sorted(sheet.places, key=lambda place: place.group == "areas")
    return Layer("ground", [Shape(_ground_styles(place), outline(place.polygon)) for place in order])


def _ground_styles(place: Place) -> str:
    """Areas have fields below the tint of their terrain."""
    return f"fields {ground_style(place)}" if place.group == "areas" else ground_style(place)


def borders(sheet: AreaMap) -> Layer:
    """The edges of the areas, each once, dark on a pale halo."""
    areas = [place for place in sheet.places if place.group == "areas"]
    lines = sorted({edge for place in areas for edge in edges(place.corners)})
    d = "".join(line([sheet.vertices[a], sheet.vertices[b]]) for a, b in lines)
    return Layer("borders", [Shape("border.halo", d), Shape("border", d)])


def water(sheet: AreaMap, corners: Sequence[str]) -> Layer:
    """A canal or river along named corners."""
    d = curve([sheet.vertices[corner] for corner in corners])
    banks = "".join(outline(place.polygon) for place in sheet.places if place.group == "areas")
    return Layer("water", [Shape("water.margin water.path water.bank water water.middle water.glint", d)], clip=banks)


def roads(ways: Iterable[Sequence[Spot]]) -> Layer:
    return Layer("roads", [Shape("road.edge road", "".join(curve(way) for way in ways))])


def railway(way: Sequence[Spot]) -> Layer:
    return Layer("railway", [Shape("rail.bed rail.ties rail rail.middle", curve(way))])


def villages(sheet: AreaMap, sizes: Mapping[str, int], aside: Mapping[str, Spot]) -> Layer:
    """A village in every area that is not a town, as large as its terrain says; fortified ones have a wall."""
    built: list[houses.House] = []
    walls: list[str] = []
    planted: list[Spot] = []
    for place in sheet.places:
        kind = str(place.notes.get("terrain"))
        if place.group == "areas" and kind in sizes:
            spot = aside.get(place.id) or (place.label[0] + 95.0, place.label[1] - 95.0)
            built += houses.village(place.id, spot, sizes[kind])
            planted += houses.trees(place.id, spot)
            walls += [houses.earthwork(place.id, spot)] if kind == "fortified" else []
    ring = "".join(walls)
    works = [Shape("house.shadow", ring, x=5, y=8), Shape("earthwork earthwork.top", ring)] if ring else []
    return Layer("villages", [*works, *houses.drawn(built), *houses.grove(planted)])


def town(wall: Polygon, streets: Sequence[Sequence[Spot]]) -> Layer:
    """A walled town: its ground and main streets, its houses, and the wall with merlons."""
    d = outline(wall)
    ways = "".join(line(street) for street in streets)
    ground = [Shape("house.shadow", d, x=8, y=12), Shape("wall.ground", d), Shape("street", ways)]
    return Layer("town", [*ground, *houses.drawn(houses.town(wall)), Shape("wall wall.stone wall.merlons wall.top", d)])


def corner_links(sheet: AreaMap, kind: str, reach: float = 76) -> Layer:
    """Arrows over the corners that a kind of link leads across."""
    shapes = []
    for a, b in sheet.links.get(kind, ()):
        first, second = sheet.places[a], sheet.places[b]
        corner = next(sheet.vertices[name] for name in first.corners if name in second.corners)
        ends = [_towards(corner, place.label, reach) for place in (first, second)]
        shapes.append(Shape("link.casing link", arrow(ends[0], ends[1], 26)))
    return Layer("links", shapes, asked=["way"])


def _towards(start: Spot, goal: Spot, reach: float) -> Spot:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return start[0] + dx / length * reach, start[1] + dy / length * reach


def entries(sheet: AreaMap) -> list[PlaceEntry]:
    """The places as the Board lists them: outline, name, terrain, neighbours over any link."""
    around = sheet.neighbours(*sheet.links)
    return [
        PlaceEntry(
            place.id,
            *_anchor(place),
            outline(place.polygon),
            place.name,
            [f"terrain.{place.notes['terrain']}"] if "terrain" in place.notes else [f"terrain.{place.group}"],
            [sheet.ids[near] for near in bits(around[index])],
            round(clearance(place.label, place.polygon)),
        )
        for index, place in enumerate(sheet.places)
    ]


def _anchor(place: Place) -> tuple[float, float]:
    """Where marks are set: the middle of the label."""
    return float(place.label[0]), float(place.label[1])
