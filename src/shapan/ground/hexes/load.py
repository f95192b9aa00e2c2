"""Loading a map from TOML. One schema for every hex map:

    [grid]
    first_column = 10
    last_column = 42
    first_row = 0                     # hex names are CCRR: 1000 is the first
    last_row = 25
    high = "even"                     # the columns that sit half a hex higher: "even" or "odd"
    provenance = "inferred"

    [terrain]
    legend = { "." = "clear", "m" = "mountain", "~" = "sea" }
    missing = ["sea"]                 # optional: kinds that are no hexes at all
    rows = ["..m", ".m~"]             # one string per row from the first, one letter per column
    provenance = "history"

    [places]                          # optional; "name", "kind" and "hexes" are required columns, others become notes
    columns = ["hexes", "name", "kind", "provenance"]
    rows = [["2310", "Mukden", "victory_town", "rulebook"], ["2502 2602", "Kiating", "city", "history"]]

    [[hexsides.river]]                # any group name behind the dot: river, creek, trench ...
    name = "Sha Ho"
    provenance = "history"
    sides = "2115-2116 2115-2216"     # one text, or a list of texts; the smaller hex first
    owner = "..."                     # whatever else is said becomes a note

    [[lines.railroad]]                # any group name: railroad, road, pass ...
    name = "South Manchurian"
    provenance = "history"
    path = "2310 2309 2409"           # each hex adjacent to the next

    [[regions.landing]]               # any group name: sets of hexes
    name = "Yangtze"
    provenance = "rulebook"
    hexes = "3004 3106"

The groups may also be written as lists of inline tables (``[lines]`` with ``road = [{ name = ... }, ...]``). A
provenance begins with one of the words rulebook, inferred, history, design and is required of every block; a place may
have its own or share that of the table. Every other table is handed on untouched as ``extra``.
"""

from collections.abc import Mapping
from pathlib import Path

from .bits import Hex, Mask
from .blocks import Block, blocks
from .grid import Grid, UnknownHex
from .hexmap import Feature, HexMap, Place, Region, Route
from .sides import BadHexside, HexSides, parse_side
from .source import Source

SECTIONS = ("grid", "terrain", "places", "hexsides", "lines", "regions")


def load_map(path: Path) -> HexMap:
    """Read a map from a file; a MapError names the file, the line, what is wrong and what was expected."""
    return read_map(path.read_text(encoding="utf-8"), path.name)


def read_map(text: str, name: str = "map") -> HexMap:
    """Read a map from its text."""
    source = Source(text, name)
    document = source.document()
    sheet = Block(source, "grid", document.get("grid", {}))
    ground = Block(source, "terrain", document.get("terrain", {}))
    frame = _grid(sheet)
    terrain = _terrain(ground, frame)
    grid = frame.without(_missing(ground, terrain))
    terrain = {here: kind for here, kind in terrain.items() if grid.all >> here & 1}
    return HexMap(
        grid=grid,
        terrain=terrain,
        kinds=_kinds(ground, terrain),
        places=_places(Block(source, "places", document["places"]), grid) if "places" in document else (),
        features=tuple(_feature(group, block, grid) for group, block in blocks(source, document, "hexsides")),
        routes=tuple(_route(group, block, grid) for group, block in blocks(source, document, "lines")),
        regions=tuple(_region(group, block, grid) for group, block in blocks(source, document, "regions")),
        provenance={"grid": sheet.provenance(), "terrain": ground.provenance()},
        extra={key: value for key, value in document.items() if key not in SECTIONS},
    )


def _grid(block: Block) -> Grid:
    frame = [block.integer(key) for key in ("first_column", "last_column", "first_row", "last_row")]
    high = block.text("high")
    if high not in ("even", "odd"):
        block.fail(f'high is {high!r}; expected "even" or "odd"', "high")
    try:
        return Grid(frame[0], frame[1], frame[2], frame[3], "even" if high == "even" else "odd")
    except ValueError as error:
        block.fail(str(error), "first_column")


def _legend(block: Block) -> dict[str, str]:
    legend = block.table.get("legend")
    if not isinstance(legend, dict) or not all(isinstance(kind, str) for kind in legend.values()):
        block.fail('no legend; expected letters and kinds, like { "." = "clear" }', "legend")
    return legend


def _terrain(block: Block, grid: Grid) -> dict[Hex, str]:
    """The kind of every hex."""
    legend, rows = _legend(block), block.texts("rows")
    columns = range(grid.first_column, grid.last_column + 1)
    numbers = range(grid.first_row, grid.last_row + 1)
    if len(rows) != len(numbers):
        block.fail(f"{len(rows)} rows; expected {len(numbers)} (rows {numbers[0]:02}-{numbers[-1]:02})", "rows")
    terrain = {}
    for at, (number, row) in enumerate(zip(numbers, rows, strict=True)):
        clues = ("rows", *(f'"{other}"' for other in rows[: at + 1]))
        if len(row) != len(columns):
            span = f"columns {columns[0]:02}-{columns[-1]:02}"
            block.fail(f"row {number:02} has {len(row)} letters; expected {len(columns)} ({span})", *clues)
        for column, letter in zip(columns, row, strict=True):
            name = f"{column:02}{number:02}"
            if letter not in legend:
                block.fail(f"unknown letter {letter!r} in hex {name}; expected one of {' '.join(legend)}", *clues)
            terrain[grid.index(name)] = legend[letter]
    return terrain


def _missing(block: Block, terrain: Mapping[Hex, str]) -> Mask:
    kinds = block.texts("missing") if "missing" in block.table else []
    for kind in kinds:
        if kind not in _legend(block).values():
            block.fail(f"missing: no kind {kind!r} in the legend", "missing")
    return sum(1 << here for here, kind in terrain.items() if kind in kinds)


def _kinds(block: Block, terrain: Mapping[Hex, str]) -> dict[str, Mask]:
    kinds = dict.fromkeys(_legend(block).values(), 0)
    for here, kind in terrain.items():
        kinds[kind] |= 1 << here
    return kinds


def _places(block: Block, grid: Grid) -> tuple[Place, ...]:
    columns = block.texts("columns")
    for key in ("name", "kind", "hexes"):
        if key not in columns:
            block.fail(f"no column {key!r}; expected name, kind and hexes among them", "columns")
    rows = block.table.get("rows")
    if not isinstance(rows, list):
        block.fail("no rows; expected a list of rows", "columns")
    places: dict[str, Place] = {}
    for row in rows:
        if not isinstance(row, list) or len(row) != len(columns) or not all(isinstance(cell, str) for cell in row):
            head = str(row[0]) if isinstance(row, list) and row else ""
            block.fail(f"row {row!r}; expected {len(columns)} texts ({', '.join(columns)})", "rows", f'"{head}"')
        place = _place(block, grid, dict(zip(columns, row, strict=True)))
        if place.name in places:
            block.fail(f"two places are called {place.name}", "rows", *(f'"{place.name}"',) * 2)
        places[place.name] = place
    return tuple(places.values())


def _place(block: Block, grid: Grid, cells: dict[str, str]) -> Place:
    name, kind, words = cells.pop("name"), cells.pop("kind"), cells.pop("hexes")
    clues = ("rows", f'"{name}"')
    own = cells.pop("provenance", None)
    try:
        hexes = grid.hexes(words)
    except UnknownHex as error:
        block.fail(f"{name}: {error}", *clues)
    if not hexes:
        block.fail(f"{name} has no hex", *clues)
    provenance = block.provenance() if own is None else block.check_provenance(own, *clues)
    return Place(name, kind, hexes, provenance, cells)


def _feature(group: str, block: Block, grid: Grid) -> Feature:
    pairs: list[tuple[Hex, Hex]] = []
    for word in block.words("sides"):
        try:
            pair = parse_side(grid, word)
        except (BadHexside, UnknownHex) as error:
            block.fail(f"hexside {word}: {error}", "sides", word)
        if pair in pairs:
            block.fail(f"hexside {word} is named twice", "sides", word, word)
        pairs.append(pair)
    return Feature(group, block.text("name"), HexSides.of(grid, pairs), block.provenance(), block.notes("sides"))


def _route(group: str, block: Block, grid: Grid) -> Route:
    words = block.words("path")
    hexes = tuple(block.hex(grid, word, "path") for word in words)
    if len(hexes) < 2:
        block.fail("a line of one hex; expected at least two", "path")
    for at in range(1, len(hexes)):
        try:
            HexSides.of(grid, [(hexes[at - 1], hexes[at])])
        except BadHexside as error:
            block.fail(str(error), "path", *words[: at + 1])
    return Route(group, block.text("name"), hexes, block.provenance(), block.notes("path"))


def _region(group: str, block: Block, grid: Grid) -> Region:
    hexes = block.hexes(grid, block.words("hexes"), "hexes")
    return Region(group, block.text("name"), hexes, block.provenance(), block.notes("hexes"))
