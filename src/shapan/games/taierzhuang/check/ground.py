"""The map against the evidence: tiling, letters, canal, links, zones, scale."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapan.ground.areas import bits, fill
from shapan.ground.areas.findings import problems
from shapan.ground.areas.polygons import doubled_area, edges
from shapan.kernel import Finding

from .sheets import Sheets


def tiling(sheets: Sheets) -> Iterator[Finding]:
    found = list(problems(sheets.map))
    yield Finding("the areas tile the map without gap or overlap" + "".join(f"; {line}" for line in found), not found)


def letters(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("map")
    ids = [place.id for place in sheets.map.places if place.group == "areas"]
    last = max(said["letters"])
    alphabet = [chr(letter) for letter in range(ord("A"), ord(last) + 1)]
    yield Finding("the letters run from A without a gap to the last one named", ids == alphabet, "E-01")
    names = {place.id: place.name for place in sheets.map.places}
    yield Finding("areas that the text names have their names", said["names"].items() <= names.items(), "E-14")


def canal(sheets: Sheets) -> Iterator[Finding]:
    sheet, said = sheets.map, sheets.said("map")
    south = sheet.set_of(said["south"])
    drawn = sheet.set_of([place.id for place in sheet.places if place.notes.get("side") == "south"])
    yield Finding("the areas south of the canal are those of the rulebook", south == drawn, "E-02")
    wet = {kind: list(sheet.links[kind]) for kind in ("canal", "bridge", "vertex")}
    crossing = all((south >> a & 1) != (south >> b & 1) for pairs in wet.values() for a, b in pairs)
    dry = all((south >> a & 1) == (south >> b & 1) for a, b in sheet.links["land"])
    yield Finding("canal, bridge and corner links cross the canal, land links do not", crossing and dry, "E-02")
    course = sheets.extra("canal")["path"].split()
    banks = {tuple(sorted(edge)) for edge in pairwise(course)}
    shared = {
        edge
        for a, b in [*wet["canal"], *wet["bridge"]]
        for edge in set(edges(sheet.places[a].corners)) & set(edges(sheet.places[b].corners))
    }
    yield Finding("the canal is drawn along exactly the borders that it makes", banks == shared)


def links(sheets: Sheets) -> Iterator[Finding]:
    sheet, said = sheets.map, sheets.said("map")
    bridge = [tuple(sheet.ids[place] for place in pair) for pair in sheet.links["bridge"]]
    yield Finding("the one bridge is where the rulebook has it", bridge == [tuple(said["bridge"])], "E-12")
    vertex = sorted("-".join(sheet.ids[place] for place in pair) for pair in sheet.links["vertex"])
    yield Finding("the corner links are those of the rulebook", vertex == sorted(said["vertex"]), "E-13")
    land, bridged = sheet.neighbours("land"), sheet.neighbours("land", "bridge")
    start = sheet.set_of(said["south"][:1])
    yield Finding("with the bridge every area can be reached", fill(bridged, start, sheet.areas) == sheet.areas, "E-16")
    alone = fill(land, start, sheet.areas) == sheet.set_of(said["south"])
    yield Finding("without the bridge the south is cut off", alone, "E-12")
    first, second, most = said["example"]
    near = 1 << sheet.index(first)
    for _ in range(most):
        for place in bits(near):
            near |= land[place]
    yield Finding("the worked move of 7.1 is within reach", bool(near >> sheet.index(second) & 1), "E-14")


def town_and_victory(sheets: Sheets) -> Iterator[Finding]:
    sheet, said = sheets.map, sheets.said("map")
    town = {
        place.id: [place.notes.get("level"), place.notes["close"]] for place in sheet.places if "close" in place.notes
    }
    fits = town == dict.fromkeys(said["town"], said["town_values"])
    yield Finding("exactly the town areas have two values", fits, "E-03, E-04")
    combat = sheets.tables["charts.toml"]["combat"]
    values = [combat["town_from_outside"], combat["town_from_inside"]]
    yield Finding("map and chart agree on the town", values == said["town_values"], "E-04")
    flags = [place.id for place in sheet.places if place.notes.get("v")]
    yield Finding("the V boxes mark the victory areas", flags == said["victory"], "E-05")
    terrain = sheets.extra("terrain")
    odd = []
    for place in sheet.places:
        kind = terrain.get(str(place.notes.get("terrain")), {})
        if any(place.notes.get(value) != kind.get(value) for value in ("level", "close")):
            odd.append(place.id)
    yield Finding("every level follows from its terrain" + "".join(f", not {name}" for name in odd), not odd)


def zones(sheets: Sheets) -> Iterator[Finding]:
    book, said = sheets.book, sheets.said("map")
    japanese, chinese = book.zones
    enough = japanese.bit_count() == said["japanese_zones"] and chinese.bit_count() > 1
    yield Finding("two Japanese zones and several Chinese ones", enough, "E-20, E-21")
    east = sheets.extra("canvas_scale")["town_centre"][0]
    beyond = all(x > east for zone in bits(japanese) for x, _ in sheets.map.places[zone].polygon)
    yield Finding("the Japanese zones lie east of the town", beyond, "E-20")
    entries = book.entries(0)
    yield Finding("they touch just the limited areas", entries == sheets.map.set_of(said["limited"]), "E-22")
    yield Finding("no area touches zones of both sides", not entries & book.entries(1))


def groups(sheets: Sheets) -> Iterator[Finding]:
    """12.8: the map's groups are what their names say."""
    sheet, table = sheets.map, sheets.extra("groups")
    town, south = sheet.set_of(table["town"]), sheet.set_of(table["south_of_canal"])
    around = town
    for area in bits(town):
        around |= sheet.neighbours("land")[area]
    near = sheet.set_of(table["in_or_next_to_town_not_south"])
    yield Finding("the areas in or next to the town are right", near == around & sheet.areas & ~south, "E-09")
    outer = _frame(sheets)
    for name in ("west_edge_north_of_canal", "east_edge_north_of_canal"):
        edge = sheet.set_of(table[name])
        yield Finding(f"{name} lies on the map's edge", not edge & ~outer and not edge & south, "E-08")


def _frame(sheets: Sheets) -> int:
    """The areas with an edge that no other area shares."""
    areas = [(at, place) for at, place in enumerate(sheets.map.places) if place.group == "areas"]
    count: dict[tuple[str, str], int] = {}
    for _, place in areas:
        for edge in edges(place.corners):
            count[edge] = count.get(edge, 0) + 1
    return sum(1 << at for at, place in areas if any(count[edge] == 1 for edge in edges(place.corners)))


def scale(sheets: Sheets) -> Iterator[Finding]:
    said, table = sheets.said("map"), sheets.extra("canvas_scale")
    inch = table["px_per_inch"]
    yield Finding("four inches to the mile", table["px_per_mile"] == said["inches_per_mile"] * inch, "E-15")
    yield Finding("the sheet has its size", [side // inch for side in sheets.map.size] == said["inches"], "E-15")
    areas = [place for place in sheets.map.places if place.group == "areas"]
    mean = sum(doubled_area(place.polygon) for place in areas) / 2 / len(areas) / table["px_per_mile"] ** 2
    low, high = said["square_miles"]
    yield Finding(f"an area has about one square mile (mean {mean:.2f})", low <= mean <= high, "E-15")
