"""An area map as layers of a Board: what is drawn below the counters. Style names are the game's to fill.

========================  ==========================================================================================
``place.<terrain>``       the ground of a place, by its note ``terrain`` (areas) or ``zone.<side>`` (zones)
``border``, ``.halo``     the lines between places
``water``, ``.bank``      a canal or river
``road``, ``.edge``       roads
``rail``, ``.ties``       railways
``house``, ``block``      villages, and the blocks of a town
``link``                  arrows over corners
``area.*``                the label of an area: disc, letter, level, flag, name, other name
========================  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapan.kernel.board import Layer, PlaceEntry, Shape

from ..hexes.bits import bits
from .areamap import AreaMap, Place
from .polygons import Polygon, clearance, edges, inside
from .shapes import Spot, arrow, box, curve, disc, houses, line, outline
from .slots import height, span


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


def _plate(place: Place) -> tuple[float, float, str]:
    """The middle of an area's letter, the width of its level box, and what stands in it."""
    close = place.notes.get("close")
    level = f"+{place.notes.get('level')}" + ("" if close is None else f"/+{close}")
    wide = 54.0 if close is None else 112.0
    return place.label[0] - (wide + 10) / 2, wide, level


def _area(place: Place) -> list[Shape]:
    x, y = place.label
    left, wide, level = _plate(place)
    begin, end = span(place.polygon, x, y + 26)
    words = [place.name] if len(place.name) * 18 < end - begin else place.name.split()
    names = [Shape("area.name", text=word, x=x, y=y + 33 + 31 * at) for at, word in enumerate(words)]
    shapes = [
        Shape("area.disc", disc(left, y - 22, 27)),
        Shape("area.letter", text=place.id, x=left, y=y - 9),
        Shape("area.box", box(left + 32 + wide / 2, y - 22, wide, 42)),
        Shape("area.level", text=level, x=left + 32 + wide / 2, y=y - 11),
        *names,
    ]
    if place.notes.get("v"):
        shapes += [Shape("area.flag", box(left - 54, y - 22, 38, 42)), Shape("area.v", text="V", x=left - 54, y=y - 11)]
    if other := place.notes.get("hanzi"):
        shapes.append(Shape("area.other", text=str(other), x=x, y=y + 33 + 31 * len(names)))
    return shapes


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
    """Where marks are set: beside the letter and level of an area, so that a flag covers neither."""
    x, y = place.label
    left, wide, _ = _plate(place)
    return (left + wide + 2, float(y)) if place.group == "areas" else (float(x), float(y))


def blocks(polygon: Polygon, step: int) -> Layer:
    """Rows of houses inside a town's wall."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    size = step * 0.55
    d = "".join(
        box(x, y, size * (1.3 if (x // step + y // step) % 3 else 0.9), size)
        for y in range(min(ys) + step, max(ys), step)
        for x in range(min(xs) + step, max(xs), step)
        if inside((x, y), polygon) and clearance((x, y), polygon) > step * 0.7
    )
    return Layer("blocks", [Shape("block", d)], detail=True)
