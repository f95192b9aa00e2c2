"""The map against the evidence: grid, rivers, places, zones, gunfire, railways."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.hexes import bits, contiguous, fill, zone
from shapan.kernel import Finding

from .sheets import Sheets


def grid(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("grid")
    on_land = sheets.hexes(said["named"]) & ~(sheets.terrain.enterable | sheets.terrain.neutral) == 0
    yield Finding("every hex that the rulebook names is land of the map", on_land, "E-10")
    around = sheets.grid.spread(sheets.hexes(said["lone_unit"])) == sheets.hexes(said["around_it"])
    yield Finding(f"{said['lone_unit']} has the neighbours of the example", around, "E-02")
    for key, evidence in (("overrun", "E-03"), ("battles", "E-04"), ("shanghai", "E-05")):
        holds = all(sheets.grid.adjacent(*pair) for pair in sheets.pairs(said[key]))
        yield Finding(f"the hexes of the {key} are adjacent", holds, evidence)
    target, one, other = map(sheets.grid.index, said["opposite"])
    ring = sheets.grid.directions_to(target, 1 << one | 1 << other)
    yield Finding("two attackers of the example face each other", sheets.book.concentric[ring], "E-80")
    fixed = sheets.tables["map.toml"]["terrain"]["fixed"]
    legend = sheets.tables["map.toml"]["terrain"]["legend"]
    for name, letters, why in fixed:
        kind = sheets.terrain.map.terrain[sheets.grid.index(name)]
        yield Finding(f"{name} has terrain that the text allows", kind in {legend[x] for x in letters}, why)
    land = fill(sheets.grid, sheets.hexes(said["home"]), sheets.terrain.enterable, blocked=sheets.terrain.barred)
    yield Finding("all land hangs together", land == sheets.terrain.enterable)


def water(sheets: Sheets) -> Iterator[Finding]:
    said, terrain = sheets.said("water"), sheets.terrain
    creeks = all(pair in terrain.creek for pair in sheets.sides(said["creeks"]))
    yield Finding("the 3rd Division is halved where the example halves it", creeks, "E-19, E-20")
    wet = terrain.creek | terrain.river
    dry = not any(pair in wet for pair in sheets.sides(said["dry"]))
    yield Finding("nobody is halved where the examples count in full", dry, "E-17, E-20")
    navigable = terrain.map.sides("navigable")
    lower = all(pair in navigable for pair in sheets.sides(said["navigable"]))
    yield Finding("the lower Huangpu is navigable", lower, "E-23, E-24")
    rivers = all(pair in terrain.river for pair in navigable)
    yield Finding("what is navigable is a river", rivers)
    mouth = sheets.hexes(said["mouth"])
    yield Finding("the Huangpu ends in the Yangtze", mouth & terrain.map.kind("yangtze") != 0, "E-22")


def streams(sheets: Sheets) -> Iterator[Finding]:
    """Hexsides of one kind only, and between land hexes."""
    terrain = sheets.terrain
    kinds = {"river": terrain.river, "creek": terrain.creek, "lake": terrain.barred}
    for name, sides in kinds.items():
        twice = [other for other, more in kinds.items() if other != name and len(sides & more)]
        yield Finding(f"no {name} hexside is something else too", not twice)
    land = terrain.enterable | terrain.neutral
    for feature in terrain.map.features:
        on_land = feature.sides.touching & ~land == 0
        yield Finding(f"{feature.name} runs between land hexes", on_land)
        yield Finding(f"{feature.name} hangs together", contiguous(sheets.grid, feature.sides.touching))


def places(sheets: Sheets) -> Iterator[Finding]:
    said, terrain = sheets.said("places"), sheets.terrain
    known = terrain.cities & sheets.grid.hexes(said["cities"]) == sheets.grid.hexes(said["cities"])
    yield Finding("the cities of the text are cities", known, "E-14")
    yield Finding("there are seven cities", terrain.cities.bit_count() == said["cities_in_all"], "E-13")
    towns = sheets.hexes(said["towns"])
    yield Finding("the towns of the examples are towns", terrain.towns & towns == towns, "E-17 to E-19")
    yield Finding("where no town shifts there is none", not terrain.towns & sheets.hexes(said["no_towns"]), "E-20")
    yield Finding("there are fourteen landing hexes", terrain.landing.bit_count() == said["landing_hexes"], "E-29")
    named = sheets.hexes(said["landing_named"])
    yield Finding("the landing hexes of the lists are there", terrain.landing & named == named, "E-30")
    touching = terrain.map.sides("navigable").touching & terrain.landing
    yield Finding("one of them lies on the Huangpu", touching == sheets.hexes(said["on_the_huangpu"]), "E-31")
    arrows = sheets.tables["map.toml"]["landing_arrows"]
    sites = {name: water for name, water in arrows.items() if name != "provenance"}
    covered = sheets.grid.hexes(sites) == terrain.landing
    at_sea = sheets.grid.hexes(sites.values()) & terrain.enterable == 0
    yield Finding("every landing hex has its arrow from the water", covered and at_sea)


def zones(sheets: Sheets) -> Iterator[Finding]:
    said, terrain = sheets.said("zones"), sheets.terrain
    around = zone(sheets.grid, sheets.hexes(said["unit"]), terrain.no_zone, terrain.zone_into)
    holds = not around & sheets.hexes(said["not_into"]) and around & sheets.hexes(said["into"]) != 0
    yield Finding("the lone unit has the zone of the example", holds, "E-02")
    pinning = zone(sheets.grid, sheets.hexes(said["pinning"]), terrain.no_zone, terrain.zone_into)
    pinned = sheets.hexes(said["pinned"])
    yield Finding("the landing at Wusong pins the divisions behind it", pinning & pinned == pinned, "E-06")
    before = sheets.hexes(said["pinning"].partition(" ")[2])
    free = not zone(sheets.grid, before, terrain.no_zone, terrain.zone_into) & sheets.hexes(said["open_before"])
    yield Finding("before it they were free to leave", free, "E-06")


def gunfire(sheets: Sheets) -> Iterator[Finding]:
    said, terrain = sheets.said("water"), sheets.terrain
    attacked, defended = sheets.hexes(said["gunfire"]), sheets.hexes(said["defended"])
    yield Finding("gunfire reaches what the example shells", terrain.gunfire_attack & attacked == attacked, "E-22")
    yield Finding("gunfire defends Wusong and Shanghai", terrain.gunfire_defence & defended == defended)
    yangtze = terrain.yangtze_landing & ~terrain.gunfire_defence == 0
    yield Finding("landing hexes on the Yangtze lie on its navigable part", yangtze)


def railways(sheets: Sheets) -> Iterator[Finding]:
    terrain = sheets.terrain
    net = fill(sheets.grid, terrain.rail_start, terrain.rail.touching, along=terrain.rail)
    yield Finding("the net reaches the west and the south edge", terrain.rail_edge.bit_count() > 1, "E-12")
    starts = sum(1 for entry in sheets.book.lists if entry.side == 0 and entry.hexes & net)
    yield Finding("most Chinese arrivals begin on the railway", starts > 1)
    lines = (terrain.rail | terrain.map.links("road")).touching
    yield Finding("roads and railways run where units can go", lines & ~terrain.enterable == 0)
    roads = terrain.rail | terrain.map.links("road")
    crossing = [pair for pair in roads if pair in terrain.barred]
    yield Finding("no road crosses a lake", not crossing)
    linked = fill(sheets.grid, sheets.terrain.rail_start, lines, along=roads)
    yield Finding("every road is linked to the others", bits(lines & ~linked) == [])
