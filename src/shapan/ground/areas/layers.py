"""An area map as layers of a Board: what is drawn below the counters. Style names are the game's to fill.

========================  ==========================================================================================
``place.<terrain>``       the ground of a place, by its note ``terrain`` (areas) or ``zone.<side>`` (zones)
``border``, ``.halo``     the lines between places
``water``, ``.bank``      a canal or river
``road``, ``.edge``       roads
``rail``, ``.ties``       railways
``house``                 villages
``link``                  arrows over corners
``area.*``                the label of an area: disc, letter, level, flag, name, other name
========================  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapan.kernel.board import Layer, PlaceEntry, Shape

from ..hexes.bits import bits
from .areamap import AreaMap, Place
from .polygons import clearance, edges
from .shapes import Spot, arrow, box, curve, disc, houses, line, outline


def ground_style(place: Place) -> str:
    """The style of a place's ground."""
    return f"place.{place.notes.get('terrain')}" if place.group == "areas" else f"zone.{place.notes.get('side')}"


def ground(sheet: AreaMap) -> Layer:
    """Every polygon in the colour of its terrain; zones below areas."""
    order = sorted(sheet.places, key=lambda place: place.group == "areas")
    return Layer("ground", [Shape(ground_style(place), outline(place.polygon)) for place in order])


def borders(sheet: AreaMap) -> Layer:
    """The edges of the areas, each once, dark on a pale halo."""
    areas = [place for place in sheet.places if place.group == "areas"]
    lines = sorted({edge for place in areas for edge in edges(place.corners)})
    d = "".join(line([sheet.vertices[a], sheet.vertices[b]]) for a, b in lines)
    return Layer("borders", [Shape("border.halo", d), Shape("border", d)])


def water(sheet: AreaMap, corners: Sequence[str]) -> Layer:
    """A canal or river along named corners."""
    d = curve([sheet.vertices[corner] for corner in corners])
    return Layer("water", [Shape("water.bank", d), Shape("water", d), Shape("water.light", d)])


def roads(ways: Iterable[Sequence[Spot]]) -> Layer:
    lines = [curve(way) for way in ways]
    return Layer("roads", [Shape(style, d) for style in ("road.edge", "road") for d in lines])


def railway(way: Sequence[Spot]) -> Layer:
    d = curve(way)
    return Layer("railway", [Shape("rail.ties", d), Shape("rail", d)])


def villages(spots: Iterable[Spot]) -> Layer:
    return Layer("villages", [Shape("house", houses(x, y, 0.85)) for x, y in spots], detail=True)


def corner_links(sheet: AreaMap, kind: str, reach: float = 95) -> Layer:
    """Arrows over the corners that a kind of link leads across."""
    shapes = []
    for a, b in sheet.links.get(kind, ()):
        first, second = sheet.places[a], sheet.places[b]
        corner = next(sheet.vertices[name] for name in first.corners if name in second.corners)
        ends = [_towards(corner, place.label, reach) for place in (first, second)]
        shapes.append(Shape("link", arrow(ends[0], ends[1], 26)))
    return Layer("links", shapes)


def _towards(start: Spot, goal: Spot, reach: float) -> Spot:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return start[0] + dx / length * reach, start[1] + dy / length * reach


def labels(sheet: AreaMap) -> Layer:
    """Letter, level, flag of a victory area, and both names of every area; the names of the zones."""
    shapes: list[Shape] = []
    for place in sheet.places:
        shapes += _area(place) if place.group == "areas" else _zone(place)
    return Layer("labels", shapes)


def _area(place: Place) -> list[Shape]:
    x, y = place.label
    close = place.notes.get("close")
    level = f"+{place.notes.get('level')}" + ("" if close is None else f"/+{close}")
    wide = 54.0 if close is None else 96.0
    left = x - (wide + 10) / 2
    shapes = [
        Shape("area.disc", disc(left, y - 22, 27)),
        Shape("area.letter", text=place.id, x=left, y=y - 9),
        Shape("area.box", box(left + 32 + wide / 2, y - 22, wide, 42)),
        Shape("area.level", text=level, x=left + 32 + wide / 2, y=y - 11),
        Shape("area.name", text=place.name, x=x, y=y + 33),
    ]
    if place.notes.get("v"):
        shapes += [Shape("area.flag", box(left - 54, y - 22, 38, 42)), Shape("area.v", text="V", x=left - 54, y=y - 11)]
    if other := place.notes.get("hanzi"):
        shapes.append(Shape("area.other", text=str(other), x=x, y=y + 64))
    return shapes


def _zone(place: Place) -> list[Shape]:
    x, y = place.label
    style = f"zone.{place.notes.get('side')}"
    shapes = [Shape(f"{style}.name", text=part, x=x, y=y + 34 * at) for at, part in enumerate(_wrapped(place.name))]
    road = place.notes.get("road")
    below = y + 34 * len(shapes)
    return [
        Shape(f"{style}.id", text=place.id, x=x, y=y - 40),
        *shapes,
        *([Shape(f"{style}.road", text=str(road), x=x, y=below)] if road else []),
    ]


def _wrapped(name: str, width: int = 20) -> list[str]:
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
            *place.label,
            outline(place.polygon),
            place.name,
            [f"terrain.{place.notes['terrain']}"] if "terrain" in place.notes else [f"terrain.{place.group}"],
            [sheet.ids[near] for near in bits(around[index])],
            round(clearance(place.label, place.polygon)),
        )
        for index, place in enumerate(sheet.places)
    ]
