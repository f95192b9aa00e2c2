"""Little drawings scattered over terrain: peaks, knolls, trees, street blocks, always in the same spots of a hex.

Peaks, knolls and trees cover one another from north to south. One by one they would be thousands of elements, so they
are drawn in bands: one path for each tone of all that stands in the same narrow strip of the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random

import msgspec

from ..bits import Hex, Mask, bits
from ..pixels import Point
from .curves import Pen, toward
from .easel import Easel
from .looks import Look

BAND = 0.4
"""How high a strip is, in hexsides."""
VALLEY = 0.4
"""How far from the middle of a pass no peak stands."""


class Thing(msgspec.Struct, frozen=True):
    """One peak, knoll or tree: where it stands, how large it is, and a number between 0 and 1 that makes it differ."""

    x: float
    y: float
    size: float
    chance: float


class Scattering(msgspec.Struct, frozen=True):
    """How many to a hex, how far apart at least, within what radius, and who draws one: a path for each tone."""

    count: int
    apart: float
    reach: float
    draw: Callable[[Pen, Thing], Sequence[str]]


def bands(easel: Easel, areas: Mapping[str, Mask]) -> Iterator[tuple[str, int, str]]:
    """(kind of terrain, number of the tone, path data) from north to south."""
    strips: dict[int, dict[str, list[Thing]]] = {}
    valleys = list(_valleys(easel))
    for kind, mask in areas.items():
        look = easel.looks.terrain[kind]
        for thing in scattered(easel, look, mask, valleys if look.scatter == "peaks" else []):
            strips.setdefault(int(thing.y // BAND), {}).setdefault(kind, []).append(thing)
    for _, kinds in sorted(strips.items()):
        for kind, things in kinds.items():
            look = easel.looks.terrain[kind]
            for tone, d in enumerate(drawn(easel.pen, look, things)):
                if d:
                    yield kind, tone, d


def drawn(pen: Pen, look: Look, things: Iterable[Thing]) -> list[str]:
    """These things, one path for each tone."""
    order = sorted(things, key=lambda thing: thing.y)
    parts = [KINDS[look.scatter].draw(pen, thing) for thing in order]
    return ["".join(part[tone] for part in parts) for tone in range(len(parts[0]) if parts else 0)]


def scattered(easel: Easel, look: Look, mask: Mask, valleys: Sequence[Point]) -> Iterator[Thing]:
    """Over every hex of a set, none too near another, larger in the midst of the set."""
    kind = KINDS[look.scatter]
    near: list[Thing] = []
    for here in bits(mask):
        dice = Random(f"{look.scatter} {easel.grid.name(here)}")
        inmost = all(mask >> there & 1 for there in easel.grid.neighbours(here))
        for _ in range(kind.count):
            spot = _spot(dice, easel.centre(here), kind, near[-40:])
            size = dice.uniform(0.75, 1.25) * (1.15 if inmost else 0.82)
            thing = Thing(*spot, size, dice.random())
            if any(abs(spot[0] - x) < VALLEY and abs(spot[1] - y) < VALLEY for x, y in valleys):
                continue
            near.append(thing)
            yield thing


def _spot(dice: Random, centre: Point, kind: Scattering, others: Sequence[Thing]) -> Point:
    """Somewhere in the hex, at the twelfth try at the latest."""
    x, y = centre
    for _ in range(12):
        angle, far = dice.uniform(0, 2 * pi), kind.reach * sqrt(dice.random())
        x, y = centre[0] + far * cos(angle), centre[1] + 0.92 * far * sin(angle)
        if all(hypot(x - other.x, y - other.y) > kind.apart for other in others):
            break
    return x, y


def _valleys(easel: Easel) -> Iterator[Point]:
    """Points along the passes, where mountains stand aside."""
    for route in easel.map.routes:
        if route.group == "pass":
            for one, other in pairwise(easel.centre(here) for here in route.hexes):
                yield from (toward(one, other, step / 4) for step in range(5))


def _peak(pen: Pen, thing: Thing) -> Sequence[str]:
    """A summit lit from the north-west: its light side, its shade, and a line with two hachures."""
    wide, high = 0.417 * thing.size, 0.367 * thing.size

    def p(dx: float, dy: float) -> Point:
        return thing.x + dx * wide, thing.y + dy * high

    top = (thing.x + 0.15 * (thing.chance - 0.5), thing.y - high)
    west, east = p(-1, 0.1), p(1.05, 0.12)
    slopes = ("Q", p(-0.5, -0.35), top), ("Q", p(0.45, -0.4), east)
    light = pen.sketch(west, *slopes, ("Q", p(0, 0.42), west)) + "Z"
    inner = ("Q", p(0.6, 0.3), p(0.12, 0.3)), ("Q", p(0.3, -0.05), p(0.06, -0.3)), ("Q", p(0.1, -0.6), top)
    shade = pen.sketch(top, slopes[1], *inner) + "Z"
    hachures = ("M", p(0.3, -0.3)), ("L", p(0.62, 0.12)), ("M", p(0.5, -0.25)), ("L", p(0.82, 0.1))
    return light, shade, pen.sketch(west, *slopes, *hachures)


def _knoll(pen: Pen, thing: Thing) -> Sequence[str]:
    """A rounded hill: its light side and its shade."""
    wide = 0.333 * thing.size

    def p(dx: float, dy: float) -> Point:
        return thing.x + dx * wide, thing.y + dy * wide

    top, east = p(0, -0.75), p(1, 0)
    light = pen.sketch(p(-1, 0), ("Q", p(-0.4, -0.8), top), ("T", east)) + "Z"
    return light, pen.sketch(top, ("Q", p(0.6, -0.7), east), ("Q", p(0.4, -0.1), top)) + "Z"


def _tree(pen: Pen, thing: Thing) -> Sequence[str]:
    """A crown in one of three greens, with its shadow and a spot of light."""
    r = 0.093 * thing.size + 0.023
    crown = pen.ellipse((thing.x, thing.y), r, r)
    green = int(thing.chance * 3)
    shadow = pen.ellipse((thing.x + 0.033, thing.y + 0.8 * r), r, 0.45 * r)
    light = pen.ellipse((thing.x - 0.3 * r, thing.y - 0.32 * r), 0.48 * r, 0.48 * r)
    return shadow, *(crown if n == green else "" for n in range(3)), light


KINDS: Mapping[str, Scattering] = {
    "peaks": Scattering(6, 0.417, 0.867, _peak),
    "knolls": Scattering(4, 0.433, 0.867, _knoll),
    "trees": Scattering(17, 0.217, 0.8, _tree),
}


def blocks(easel: Easel, mask: Mask) -> str:
    """Houses between the streets of a quarter; each hex has its own direction."""
    return "".join(_blocks(easel, here) for here in bits(mask))


def _blocks(easel: Easel, here: Hex) -> str:
    dice = Random(f"blocks {easel.grid.name(here)}")
    turn = radians(dice.choice((0, 8, -10, 14)))
    (x, y), found = easel.centre(here), ""
    for column in range(-3, 4):
        for row in range(-3, 3):
            wide, high = dice.uniform(0.15, 0.233), dice.uniform(0.133, 0.217)
            dx, dy = 0.275 * column, 0.283 * row + 0.133
            if abs(dx) * 0.58 + abs(dy) <= 0.86 and abs(dy) <= 0.7:
                found += easel.pen.line(turned_box((x, y), (dx, dy), wide, high, turn), closed=True)
    return found


def turned_box(centre: Point, aside: Point, wide: float, high: float, turn: float) -> list[Point]:
    """A rectangle ``aside`` from a centre around which all is turned."""
    c, s = cos(turn), sin(turn)
    around = [(aside[0] + dx * wide / 2, aside[1] + dy * high / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(centre[0] + u * c - v * s, centre[1] + u * s + v * c) for u, v in around]
