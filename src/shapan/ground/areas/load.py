"""Loading an area map from TOML. One schema for every area map:

    [canvas]
    width = 3400
    height = 2200
    provenance = "design"

    [vertices]                          # named corners, "name x y"; polygons that share an edge name the same corners
    list = ["tl 450 230", "cna 600 230"]
    provenance = "design"

    [areas]                             # rows of places on the map; [zones] has the same form for places beside it
    rows = [{ id = "A", name = "Fankou", label = [640, 1720], poly = "c0 c1 c2 a1", provenance = "history" }]

    [[links.land]]                      # any kind behind the dot: land, canal, bridge, vertex ...
    contact = "edge"                    # the pairs share an edge; "corner": one corner or more, but no edge
    pairs = "A-B B-C"
    provenance = "design"

Polygons run clockwise on the screen. Two places that share an edge are named by exactly one link; nothing else may be
linked by an edge. A provenance begins with one of the words rulebook, inferred, history, design. Further keys of a row
become the place's notes, and every other table is handed on untouched as ``extra``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..hexes.blocks import Block, blocks
from ..hexes.source import Source
from .areamap import AreaMap, Place
from .polygons import Point, doubled_area, edges, inside

SECTIONS = ("canvas", "vertices", "areas", "zones", "links")
OWN_KEYS = ("id", "name", "label", "poly", "provenance")


def load_map(path: Path) -> AreaMap:
    """Read a map from a file; a MapError names the file, the line, what is wrong and what was expected."""
    return read_map(path.read_text(encoding="utf-8"), path.name)


def read_map(text: str, name: str = "map") -> AreaMap:
    """Read a map from its text."""
    source = Source(text, name)
    document = source.document()
    canvas = Block(source, "canvas", document.get("canvas", {}))
    canvas.provenance()
    size = canvas.integer("width"), canvas.integer("height")
    vertices = _vertices(Block(source, "vertices", document.get("vertices", {})), size)
    places = [place for group in ("areas", "zones") for place in _places(source, document, group, vertices)]
    _distinct(source, places)
    links = _links(source, document, places)
    extra = {key: value for key, value in document.items() if key not in SECTIONS}
    return AreaMap(places, links, vertices, size, extra)


def _vertices(block: Block, size: tuple[int, int]) -> dict[str, Point]:
    block.provenance()
    found: dict[str, Point] = {}
    for line in block.texts("list"):
        words = line.split()
        if len(words) != 3 or not (words[1].isdigit() and words[2].isdigit()):
            block.fail(f'corner {line!r}; expected a name and two whole numbers, like "tl 450 230"', f'"{line}"')
        name, point = words[0], (int(words[1]), int(words[2]))
        if name in found:
            block.fail(f"corner {name} is named twice", f'"{name} ', f'"{name} ')
        if point[0] > size[0] or point[1] > size[1]:
            block.fail(f"corner {name} lies off the canvas", f'"{line}"')
        found[name] = point
    return found


def _places(source: Source, document: Mapping[str, object], group: str, vertices: Mapping[str, Point]) -> list[Place]:
    block = Block(source, group, document.get(group, {"rows": []}))
    rows = block.table.get("rows")
    if not isinstance(rows, list):
        block.fail("no rows; expected a list of places", "rows")
    return [_place(block, group, row, vertices) for row in rows]


def _place(parent: Block, group: str, row: object, vertices: Mapping[str, Point]) -> Place:
    block = Block(parent.source, group, row)
    name, clue = block.text("id"), f'"{block.table.get("id")}"'
    corners = tuple(block.text("poly").split())
    for corner in corners:
        if corner not in vertices:
            block.fail(f"{name}: there is no corner {corner}", clue, "poly", corner)
    if len(corners) < 3 or len(set(corners)) < len(corners):
        block.fail(f"{name}: a polygon needs three or more corners, each named once", clue, "poly")
    polygon = tuple(vertices[corner] for corner in corners)
    if doubled_area(polygon) <= 0:
        block.fail(f"{name}: the corners should run clockwise", clue, "poly")
    label = _label(block, name, clue)
    if not inside(label, polygon):
        block.fail(f"{name}: the label lies outside the polygon", clue, "label")
    provenance = block.check_provenance(block.text("provenance"), clue)
    notes = {key: value for key, value in block.table.items() if key not in OWN_KEYS}
    return Place(name, block.text("name"), group, corners, polygon, label, provenance, notes)


def _label(block: Block, name: str, clue: str) -> Point:
    value = block.table.get("label")
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(part, int) for part in value):
        block.fail(f"{name}: expected a label as two whole numbers, like [640, 1720]", clue, "label")
    return value[0], value[1]


def _distinct(source: Source, places: Sequence[Place]) -> None:
    seen: set[str] = set()
    for place in places:
        if place.id in seen:
            source.fail(f"two places are called {place.id}", f'"{place.id}"', f'"{place.id}"')
        seen.add(place.id)


def _links(source: Source, document: Mapping[str, object], places: Sequence[Place]) -> dict[str, list[tuple[int, int]]]:
    index = {place.id: number for number, place in enumerate(places)}
    sharing = _sharing(places)
    links: dict[str, list[tuple[int, int]]] = {}
    named: set[tuple[int, int]] = set()
    for kind, block in blocks(source, document, "links"):
        block.provenance()
        contact = block.text("contact")
        if contact not in ("edge", "corner"):
            block.fail(f'contact is {contact!r}; expected "edge" or "corner"', "contact")
        for word in block.words("pairs"):
            pair = _pair(block, word, index)
            if pair in named:
                block.fail(f"{word} is linked twice", "pairs", word)
            if sharing.get(pair) != contact:
                block.fail(f"{word} have {sharing.get(pair, 'nothing')} in common; expected {contact}", "pairs", word)
            named.add(pair)
            links.setdefault(kind, []).append(pair)
    for pair, contact in sharing.items():
        if contact == "edge" and pair not in named:
            source.fail(f"{places[pair[0]].id} and {places[pair[1]].id} share an edge that no link names", "links")
    return links


def _pair(block: Block, word: str, index: Mapping[str, int]) -> tuple[int, int]:
    first, _, second = word.partition("-")
    for name in (first, second):
        if name not in index:
            block.fail(f"{word}: there is no place {name!r}", "pairs", word)
    a, b = sorted((index[first], index[second]))
    if a == b:
        block.fail(f"{word} links a place with itself", "pairs", word)
    return a, b


def _sharing(places: Sequence[Place]) -> dict[tuple[int, int], str]:
    """What each two places have in common: an edge, or corners only."""
    found: dict[tuple[int, int], str] = {}
    sides = [set(edges(place.corners)) for place in places]
    for a, first in enumerate(places):
        for b in range(a + 1, len(places)):
            if sides[a] & sides[b]:
                found[a, b] = "edge"
            elif set(first.corners) & set(places[b].corners):
                found[a, b] = "corner"
    return found
