"""The map against the evidence: grid, rivers, places, shores and edges, railroads, roads and creeks."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from shapan.ground.hexes import bits, contiguous
from shapan.kernel import Finding

from .sheets import Sheets


def grid(sheets: Sheets) -> Iterator[Finding]:
    book, told = sheets.book, sheets.evidence["neighbours"]
    for name, names in told.items():
        if name != "provenance":
            around = book.grid.names(book.grid.spread(book.grid.hexes(name)))
            yield Finding(f"the neighbours of {name} are as on the sheet", set(around) == set(names.split()))
    sheet, facts = sheets.tables["map.toml"]["sheet"], sheets.evidence["map"]
    yield Finding("a hex is one kilometre", sheet["hex_km"] == facts["hex_km"], "E-01")
    frame = book.grid
    across = (frame.last_column - frame.first_column + 1) * sqrt(3) / 2 + 1 / (2 * sqrt(3))
    down = frame.last_row - frame.first_row + 1.5
    size = min(sheet["inches"][0] / across, sheet["inches"][1] / down)
    yield Finding("a hex of the sheet holds a counter", size >= facts["smallest_hex_inches"], "E-29")
    yield Finding("the sheet is printed with west at the top", "west" in sheet["top"], "E-13")


def water(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    river, outside = book.map.kind("great_river"), book.map.kind("out_of_play")
    yield Finding("the playable hexes hang together", contiguous(book.grid, book.playable))
    yield Finding("the great rivers hang together", contiguous(book.grid, river), "E-11")
    yield Finding("Pootung is cut off by the Whangpoo", not book.grid.spread(outside) & book.playable, "E-11")


def places(sheets: Sheets) -> Iterator[Finding]:
    book, facts = sheets.book, sheets.evidence["map"]
    sheet = book.map
    by_kind = {kind: [p for p in sheet.places if p.kind == kind] for kind in ("city", "town", "fort", "sector")}
    yield Finding("nine cities lie outside Shanghai", len(by_kind["city"]) == facts["city_count"], "E-05")
    yield Finding("some cities have several hexes", any(p.hexes.bit_count() > 1 for p in by_kind["city"]), "E-06")
    yield Finding("Shanghai has five parts", len(by_kind["sector"]) == facts["shanghai_sectors"], "E-07")
    yield Finding("there are three Woosung forts", len(by_kind["fort"]) == facts["fort_count"], "E-14")
    terrain = {"city": "city", "town": "town", "fort": "woosung_fort"}
    for kind, ground in terrain.items():
        named = sum(place.hexes for place in by_kind[kind])
        yield Finding(f"every {kind} hex belongs to one place", named == sheet.kind(ground))
    yield Finding("every hex of Shanghai has its sector", sum(p.hexes for p in by_kind["sector"]) == book.shanghai)
    whole = all(contiguous(book.grid, place.hexes) for place in sheet.places)
    yield Finding("the hexes of each place hang together", whole)
    towns = [*by_kind["city"], *by_kind["town"]]
    apart = all(not book.grid.spread(a.hexes) & b.hexes for a in towns for b in towns if a is not b)
    yield Finding("no two towns touch, so that one unit to a place is clear", apart, "E-09")


def shores_and_edges(sheets: Sheets) -> Iterator[Finding]:
    book, facts = sheets.book, sheets.evidence["map"]
    waterfront = book.japanese_setup & book.banks
    room = book.japanese_setup.bit_count() >= facts["setup_units_japanese"]
    yield Finding("the Japanese Sector holds the units set up there", room, "E-08")
    yield Finding("the Japanese Sector has a waterfront", waterfront.bit_count() >= facts["fort_count"], "E-12")
    yield Finding("the Woosung forts lie on a great river", not book.fort_hexes & ~book.banks, "E-14")
    largest = max(members.bit_count() for members in book.members[: book.first_brigade])
    yield Finding("a division finds contiguous shore", _longest_shore(sheets) >= largest, "E-12")
    edges = [book.playable & book.grid.edge("north"), book.playable & book.grid.edge("east")]
    yield Finding("both entry edges have land", all(edges), "E-13")
    yield Finding("no entry hex lies in Shanghai", not book.entry & book.shanghai, "E-13")


def _longest_shore(sheets: Sheets) -> int:
    book, longest, left = sheets.book, 0, sheets.book.banks
    while left:
        stretch = left & -left
        while (wider := (stretch | book.grid.spread(stretch)) & book.banks) != stretch:
            stretch = wider
        left &= ~stretch
        longest = max(longest, stretch.bit_count())
    return longest


def lines(sheets: Sheets) -> Iterator[Finding]:
    book, facts = sheets.book, sheets.evidence["map"]
    sheet, rail = book.map, book.rail.touching
    named = [route.name for route in sheet.routes if route.group == "railroad"]
    yield Finding("the three railroads are there", named == facts["railroads"], "E-10")
    yield Finding("the railroads hang together", contiguous(book.grid, rail), "E-10")
    yield Finding("no railroad enters a sector closed to the Chinese", not rail & book.closed_at_start, "18.0")
    leaves = any(book.entry >> route.hexes[-1] & 1 for route in sheet.routes if route.group == "railroad")
    yield Finding("a railroad leaves by an entry edge", leaves)
    served = [place for place in book.setup_places if place & rail]
    yield Finding("the trains find places with a railroad", len(served) > facts["setup_trains"], "E-09")
    enough = len(book.setup_places) >= facts["setup_units_chinese"]
    yield Finding("there are ten cities and towns for the Chinese set-up", enough, "E-09")
    inside = all(book.playable >> here & 1 for route in sheet.routes for here in route.hexes)
    yield Finding("roads and railroads stay on playable ground", inside)
    dry = all(book.playable >> here & 1 for feature in sheet.features for here in bits(feature.sides.touching))
    yield Finding("creeks run between playable hexes", dry)
