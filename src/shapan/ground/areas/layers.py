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
``area.*``                the label of an area: plate, shield, letter and level, star, name, other name
========================  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shapan.kernel.board import Layer, PlaceEntry, Shape

from ..hexes.bits import bits
from . import houses
from .areamap import AreaMap, Place
from .polygons import Polygon, clearance, edges
from .shapes import Spot, arrow, box, curve, line, outline, shield, star
from .slots import height, span


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


def corner_links(sheet: AreaMap, kind: str, reach: float = 95) -> Layer:
    """Arrows over the corners that a kind of link leads across."""
    shapes = []
    for a, b in sheet.links.get(kind, ()):
        first, second = sheet.places[a], sheet.places[b]
        corner = next(sheet.vertices[name] for name in first.corners if name in second.corners)
        ends = [_towards(corner, place.label, reach) for place in (first, second)]
        shapes.append(Shape("link.casing link", arrow(ends[0], ends[1], 26)))
    return Layer("links", shapes)


def _towards(start: Spot, goal: Spot, reach: float) -> Spot:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return start[0] + dx / length * reach, start[1] + dy / length * reach


def labels(sheet: AreaMap) -> Layer:
    """Letter and level, star of a victory area, and both names of every area; the names of the zones."""
    shapes: list[Shape] = []
    for place in sheet.places:
        shapes += _area(place) if place.group == "areas" else _zone(place)
    return Layer("labels", shapes)


def _words(place: Place) -> list[str]:
    """The name, in two lines where the area is narrow."""
    x, y = place.label
    begin, end = span(place.polygon, x, y + 26)
    return [place.name] if len(place.name) * 20 + 120 < end - begin else place.name.split()


def _area(place: Place) -> list[Shape]:
    """A shield with letter and level, the name to its right, the other name below, a star for victory."""
    x, y = place.label
    if place.notes.get("close") is not None:
        return _town_label(place)
    words = _words(place)
    half = max(len(word) for word in words) * 8.8 + 4
    middle = x + 20.0
    return [
        *_shield(place, middle - half - 44, y + 2),
        *(Shape("area.name", text=word, x=middle, y=y + 4 + 32 * at) for at, word in enumerate(words)),
        *_other(place, middle, y + 34 + 32 * (len(words) - 1)),
        *_star(place, middle + half + 24, y - 6),
    ]


def _town_label(place: Place) -> list[Shape]:
    """On a plate, because houses lie below it: the shield and the star beside the second word of the name."""
    x, y = place.label
    first, second = (*place.name.split(), "")[:2]
    return [
        Shape("area.plate", box(x, y + 2, 204, 132)),
        Shape("area.name", text=first, x=x, y=y - 28),
        *_shield(place, x - 66, y + 10),
        Shape("area.close", text=f"+{place.notes.get('close')}", x=x - 66, y=y + 38),
        Shape("area.name", text=second, x=x + 10, y=y + 14),
        *_star(place, x + 72, y + 4),
        *_other(place, x + 8, y + 52),
    ]


def _shield(place: Place, x: float, y: float) -> list[Shape]:
    return [
        Shape("area.shield", shield(x, y)),
        Shape("area.letter", text=place.id, x=x - 15, y=y + 10),
        Shape("area.level", text=f"+{place.notes.get('level')}", x=x + 16, y=y + 9),
    ]


def _star(place: Place, x: float, y: float) -> list[Shape]:
    return [Shape("area.star", star(x, y, 24))] if place.notes.get("v") else []


def _other(place: Place, x: float, y: float) -> list[Shape]:
    other = place.notes.get("hanzi")
    return [Shape("area.other", text=str(other), x=x, y=y)] if other else []


def zone_head(place: Place) -> tuple[list[str], float]:
    """The lines of a zone's name along its upper edge, and how high they stand together."""
    x, y = place.label
    begin, end = span(place.polygon, x, y)
    lines = _wrapped(place.name, int((end - begin) / 15))
    return lines, 92.0 + 31 * len(lines) if len(lines) > 1 else 48.0


def _zone(place: Place) -> list[Shape]:
    x, y = place.label
    top, _ = height(place.polygon, x, y)
    style = f"zone.{place.notes.get('side')}"
    lines, _ = zone_head(place)
    if len(lines) == 1:
        begin, end = span(place.polygon, x, y)
        full = f"{place.id} · {place.name} · {place.notes.get('road')}"
        text = full if len(full) * 15 < end - begin else f"{place.id} · {place.name}"
        return [Shape(f"{style}.name", text=text, x=x, y=top + 36)]
    names = [Shape(f"{style}.name", text=part, x=x, y=top + 82 + 31 * at) for at, part in enumerate(lines)]
    road = Shape(f"{style}.road", text=str(place.notes.get("road")), x=x, y=top + 82 + 31 * len(lines))
    return [Shape(f"{style}.id", text=place.id, x=x, y=top + 48), *names, road]


def _wrapped(name: str, width: int) -> list[str]:
    """The words of a name in short lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


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
