"""What grows and lies about on a table: tufts, trees, mounds, rocks, ripples. Always in the same spots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin
from random import Random

from shapan.kernel.board import Shape

from .geometry import contains
from .table import Tabletop
from .terrain import Area, Line

Tree = tuple[float, float, float]
"""Middle and radius of a crown."""
BAND = 240
"""Trees whose middles lie in a strip of this height are drawn together."""
WOODS = {"light_wood": ("wood", 190, 90, 140), "dense_wood": ("wood", 130, 90, 140), "orchard": ("wood", 260, 80, 100),
         "bamboo": ("bamboo", 120, 65, 90), "scrub": ("bush", 170, 40, 65)}  # fmt: skip
"""Kind of tree, how far apart, least and greatest radius."""


def blob(x: float, y: float, across: float, down: float) -> str:
    """A closed ellipse."""
    half = f"a{across:.0f} {down:.0f} 0 1 0"
    return f"M{x - across:.0f} {y:.0f}{half} {2 * across:.0f} 0{half} {-2 * across:.0f} 0Z"


def turf(table: Tabletop) -> list[Shape]:
    """Dark and light spots on the bare table, and tufts of grass."""
    dice = Random("turf")
    square = table.width * table.height / 10000
    spots = ["", ""]
    for number in range(int(square / 90)):
        reach = dice.uniform(250, 900)
        spots[number % 2] += blob(dice.uniform(0, table.width), dice.uniform(0, table.height), reach, 0.6 * reach)
    tufts = "".join(
        f"M{dice.uniform(0, table.width):.0f} {dice.uniform(0, table.height):.0f}l-14 -40m14 40v-50m0 50l16 -40"
        for _ in range(int(square / 7))
    )
    return [Shape("table.dark", spots[0]), Shape("table.light", spots[1]), Shape("table.tufts", tufts)]


def scattered(area: Area, apart: float, tries: int = 900) -> list[tuple[float, float]]:
    """Points within an area, no two nearer than this."""
    left, top, right, bottom = area.bounds
    dice = Random(f"{area.surface.name} {area.bounds}")
    found: list[tuple[float, float]] = []
    for _ in range(min(tries, 1 + int(3 * (right - left) * (bottom - top) / apart**2))):
        x, y = dice.uniform(left, right), dice.uniform(top, bottom)
        if contains(area.edges, int(x), int(y)) and all(hypot(x - u, y - v) > apart for u, v in found):
            found.append((x, y))
    return found


def grown(table: Tabletop) -> Iterator[Shape]:
    """Every tree, bamboo and bush, from the top of the sheet down."""
    kinds: dict[str, list[Tree]] = {}
    for area in table.areas:
        if area.surface.name in WOODS:
            kind, apart, least, most = WOODS[area.surface.name]
            dice = Random(f"crowns {area.bounds}")
            found = [(x, y, dice.uniform(least, most)) for x, y in scattered(area, apart)]
            kinds.setdefault(kind, []).extend(tree for tree in found if not _roofed(table, tree))
    for line in table.lines:
        if line.obstacle.name == "hedge":
            kinds.setdefault("bush", []).extend(_bushes(line))
    for kind, trees in kinds.items():
        yield from _crowns(kind, trees)


def _roofed(table: Tabletop, tree: Tree) -> bool:
    """Would the crown hide part of a roof?"""
    x, y, reach = tree
    return any(
        left - reach - 60 < x < right + reach + 60 and top - reach - 60 < y < bottom + reach + 60
        for left, top, right, bottom in (building.bounds for building in table.buildings)
    )


def _bushes(line: Line) -> Iterator[Tree]:
    dice = Random(f"hedge {line.bounds}")
    for ax, ay, bx, by in line.edges:
        count = max(1, int(hypot(bx - ax, by - ay) / 90))
        for n in range(count + 1):
            x, y = ax + (bx - ax) * n / count, ay + (by - ay) * n / count
            yield x, y + dice.uniform(-20, 20), dice.uniform(55, 75)


def _crowns(kind: str, trees: Sequence[Tree]) -> Iterator[Shape]:
    strips: dict[int, list[Tree]] = {}
    for tree in trees:
        strips.setdefault(int(tree[1] // BAND), []).append(tree)
    for _, strip in sorted(strips.items()):
        yield Shape("tree.shadow", "".join(blob(x + 0.5 * r, y + 0.7 * r, 1.02 * r, 0.9 * r) for x, y, r in strip))
        for tone, (aside, share) in enumerate(((0.0, 1.0), (0.23, 0.72), (0.38, 0.4))):
            d = "".join(blob(x - aside * r, y - aside * r, share * r, share * r) for x, y, r in strip)
            yield Shape(f"tree.{kind}.{tone}", d)


def lying(area: Area) -> list[Shape]:
    """What lies about on one area."""
    name = area.surface.name
    if name == "graves":
        return _graves(scattered(area, 300))
    if name == "rocks":
        return _rocks(scattered(area, 190))
    if name == "foxholes":
        return _pits(scattered(area, 330))
    if name == "bare":
        dice = Random(f"bare {area.bounds}")
        return [Shape("spot", "".join(blob(x, y, dice.uniform(60, 160), 40) for x, y in scattered(area, 260)))]
    if area.surface.water or name == "stream":
        dice = Random(f"water {area.bounds}")
        spots = scattered(area, 330)
        return [Shape("ripples", "".join(f"M{x:.0f} {y:.0f}q60 -26 {dice.uniform(90, 150):.0f} 0" for x, y in spots))]
    return []


def _graves(spots: Iterable[tuple[float, float]]) -> list[Shape]:
    """Mounds, each with its stone to the south."""
    order = sorted(spots, key=lambda spot: spot[1])
    mounds = "".join(blob(x, y, 130, 100) for x, y in order)
    stones = "".join(f"M{x - 30:.0f} {y + 90:.0f}v-80h60v80Z" for x, y in order)
    light = "".join(blob(x - 30, y - 30, 70, 50) for x, y in order)
    shapes = [Shape("grave.mound", mounds), Shape("grave.light", light), Shape("grave.stone", stones)]
    return [Shape("shadow", mounds, x=30, y=40), *shapes] if order else []


def _pits(spots: Iterable[tuple[float, float]]) -> list[Shape]:
    """Holes with the earth thrown up to the south-east."""
    order = sorted(spots, key=lambda spot: spot[1])
    if not order:
        return []
    rims = "".join(blob(x + 14, y + 16, 125, 95) for x, y in order)
    return [Shape("pit.rim", rims), Shape("pit", "".join(blob(x, y, 95, 68) for x, y in order))]


def _rocks(spots: Iterable[tuple[float, float]]) -> list[Shape]:
    order = sorted(spots, key=lambda spot: spot[1])
    stones = [_stone(x, y, 1.0) for x, y in order]
    light = "".join(_stone(x - 12, y - 14, 0.55) for x, y in order)
    d = "".join(stones)
    return [Shape("shadow", d, x=30, y=40), Shape("rock", d), Shape("rock.light", light)] if order else []


def _stone(x: float, y: float, size: float) -> str:
    dice = Random(f"stone {x:.0f} {y:.0f}")
    reach = dice.uniform(50, 95) * size
    corners = [(n * pi / 3 + dice.uniform(-0.3, 0.3), reach * dice.uniform(0.75, 1.1)) for n in range(6)]
    return "M" + "L".join(f"{x + r * cos(a):.0f} {y + 0.8 * r * sin(a):.0f}" for a, r in corners) + "Z"
