"""The map against the evidence: grid, examples of the rulebook, terrain, rivers, trenches, railroad."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapan.ground.hexes import HexSides, Route, bits, contiguous
from shapan.kernel import Finding

from .sheets import Sheets


def grid(sheets: Sheets) -> Iterator[Finding]:
    said, names = sheets.said("grid"), sheets.grid.names(sheets.grid.all)
    yield Finding("every hex that the rulebook names is on the map", set(said["named"].split()) <= set(names), "E1")
    first, last = said["north_edge"]
    north = sheets.grid.row(sheets.grid.first_row)
    corners = (f"{sheets.grid.first_column}{sheets.grid.first_row:02}", sheets.grid.names(north)[-1])
    yield Finding(f"the north edge runs from {first} to {last}", corners == (first, last), "E5")
    yield Finding("the map hangs together", contiguous(sheets.grid, sheets.grid.all))


def zone_example(sheets: Sheets) -> Iterator[Finding]:
    """7.1 and its picture fix the parity of the columns and the hex of the Russian division."""
    said = sheets.said("zone_example")
    touched, division = sheets.grid.hexes(said["touches"]), said["division"]
    able = [here for here in bits(sheets.grid.all) if sheets.grid.spread(1 << here) & touched == touched]
    yield Finding(f"only {division} touches what it must", able == [sheets.grid.index(division)], "E7")
    beyond = set(said["beyond"].split())
    yield Finding(f"{said['free']} touches where the division can go on", beyond <= sheets.zone(said["free"]), "E7")
    japanese = sheets.zone(said["japanese"])
    both = (sheets.zone(division) & japanese) - {division, *said["japanese"].split()}
    yield Finding("the hexes in both zones are those of the picture", both == set(said["contested"].split()), "E7")
    yield Finding("the division starts in a zone and can leave", division in japanese and said["free"] not in japanese)
    yield Finding("where it goes on it must stop", beyond <= japanese, "E7")


def momentum_example(sheets: Sheets) -> Iterator[Finding]:
    """9.13: probes, momentum attacks and advances of the example can be made where it says."""
    said = sheets.said("momentum_example")
    friends, enemies = said["japanese"], said["russian"]
    zone = sheets.zone(" ".join(enemies.values()))
    yield Finding("all four Japanese divisions stand in an enemy zone", set(friends.values()) <= zone, "E8")
    probed = {said["probe"], said["probe_2"], said["momentum_probe"]}
    empty = not probed & {*friends.values(), *enemies.values()}
    yield Finding("the hexes to be probed are empty and in an enemy zone", empty and probed <= zone, "E8")
    for order, hex_ in (("first", said["probe"]), ("third", said["probe_2"])):
        near = [friends[unit] for unit in said[order]["probing"]] + [enemies[said[order]["victim"]]]
        holds = all(sheets.adjacent(hex_, other) for other in near)
        yield Finding(f"the {order} probe leads from its units to its victim", holds, "E8")
    won = enemies[said["second"]["victim"]]
    reach = (friends[said["second"]["attacker"]], said["momentum_probe"], enemies[said["second"]["next"]])
    yield Finding("the winner of the second attack can go on", all(sheets.adjacent(won, hex_) for hex_ in reach))
    clear = sheets.grid.hexes(said["stated"]) & ~sheets.map.kind("clear") == 0
    yield Finding("the example is fought in the open, so that no shift is needed", clear, "E8")


def places(sheets: Sheets) -> Iterator[Finding]:
    """8.3: towns stand where the terrain says so, and there are nine kinds of ground."""
    said = sheets.said("grid")
    towns = {name: sheets.grid.hexes(said[name.lower()]) for name in ("Mukden", "Liaoyang")}
    held = all(sheets.map.place(name).hexes == hexes for name, hexes in towns.items())
    yield Finding("Mukden and Liaoyang are where the rulebook puts them", held, "E1")
    for kind in ("town", "victory_town"):
        same = sheets.map.places_of(kind) == sheets.map.kind(kind)
        yield Finding(f"the list of places and the terrain agree on every {kind}", same)
    features = {feature.group for feature in sheets.map.features} | {route.group for route in sheets.map.routes}
    kinds = set(sheets.map.kinds) | features
    yield Finding(
        f"there are {sheets.said('terrain')['kinds']} kinds of terrain and water",
        len(kinds) == sheets.said("terrain")["kinds"],
        "E11",
    )


def passes(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("terrain")
    routes = [route for route in sheets.map.routes if route.group == "pass"]
    yield Finding(f"there are {said['passes']} mountain passes", len(routes) == said["passes"], "E12")
    hexes = [here for route in routes for here in route.hexes]
    marked = sum(1 << here for here in set(hexes)) == sheets.map.kind("pass") and len(set(hexes)) == len(hexes)
    yield Finding("the passes cover the pass hexes, each once", marked, "E12")
    apart = all(not _touch(sheets, one, other) for one in routes for other in routes if one is not other)
    yield Finding("no two passes touch", apart)
    wet = {route.name for route in routes if _crosses(sheets, route)}
    yield Finding(f"a minor river crosses {said['river_pass']} and no other pass", wet == {said["river_pass"]}, "E13")


def _touch(sheets: Sheets, one: Route, other: Route) -> bool:
    return bool(sheets.grid.spread(sum(1 << here for here in one.hexes)) & sum(1 << here for here in other.hexes))


def _crosses(sheets: Sheets, route: Route) -> bool:
    return any(step in sheets.book.minor_river for step in pairwise(route.hexes))


def rivers(sheets: Sheets) -> Iterator[Finding]:
    """Rivers flow from hexside to hexside, and no hexside belongs to two of them."""
    groups = [feature for feature in sheets.map.features if feature.group.endswith("_river")]
    total = sum(len(feature.sides) for feature in groups)
    union = len(sheets.book.major_river | sheets.book.minor_river)
    yield Finding("no hexside has two rivers", total == union)
    written = sheets.tables["map.toml"]["hexsides"]
    for kind in ("major_river", "minor_river"):
        broken = [river["name"] for river in written[kind] if not _flows(sheets, river["sides"])]
        yield Finding(f"every {kind} is continuous" + "".join(f", not {name}" for name in broken), not broken)


def _flows(sheets: Sheets, sides: str | list[str]) -> bool:
    """Consecutive hexsides meet at a corner: they share one hex, and their other hexes touch."""
    words = (sides if isinstance(sides, str) else " ".join(sides)).split()
    pairs = [set(word.split("-")) for word in words]
    return all(len(a & b) == 1 and sheets.adjacent(*sorted(a ^ b)) for a, b in pairwise(pairs))


def trenches(sheets: Sheets) -> Iterator[Finding]:
    for side, sides in zip(sheets.book.sides, sheets.book.trench, strict=True):
        yield Finding(f"there are {side} trenches", len(sides) > 0, "E14")


def railroad(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("terrain")
    lines = [route for route in sheets.map.routes if route.group == "railroad"]
    north = next(route for route in lines if route.notes["critical"])
    ends = [sheets.grid.name(north.hexes[0]), sheets.grid.name(north.hexes[-1])]
    yield Finding(
        f"the critical railroad runs from {said['railroad'][0]} to {said['railroad'][1]}",
        ends == said["railroad"],
        "E2",
    )
    off = sheets.grid.index(said["misprint"]) not in north.hexes
    yield Finding(f"{said['misprint']}, a misprint in 4.2, is not on it", off, "E9")
    joined = all(route.hexes[-1] == north.hexes[0] for route in lines if route is not north)
    yield Finding("the southern railroad ends in Mukden", joined)
    whole = HexSides.none(sheets.grid)
    for route in lines:
        whole |= HexSides.chain(sheets.grid, route.hexes)
    level = whole.touching & ~sheets.map.kind("clear", "victory_town") == 0
    yield Finding("railroad hexes are clear or a victory town", level, "E15")
    yield Finding("the railroad crosses a minor river", any(_crosses(sheets, route) for route in lines), "E15")
