"""Houses seen from above: a shadow, two slopes of a roof and a ridge, all of a village in four paths."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from random import Random

from shapan.kernel.board import Shape

from .polygons import Polygon, clearance, inside
from .shapes import Spot, disc, outline, turned

House = tuple[float, float, float, float, float]
"""Middle, width, height, turn in degrees."""
CAST = (4.0, 5.0)
"""Where the shadow of a house falls."""


def drawn(houses: Sequence[House]) -> list[Shape]:
    """All houses, those in the north first."""
    light = dark = ridge = whole = ""
    for x, y, wide, high, turn in sorted(houses, key=lambda house: house[1]):
        whole += turned(x, y, (-wide / 2, -high / 2, wide / 2, high / 2), turn)
        light += turned(x, y, (-wide / 2, -high / 2, wide / 2, 0), turn)
        dark += turned(x, y, (-wide / 2, 0, wide / 2, high / 2), turn)
        ridge += turned(x, y, (-wide / 2, -0.7, wide / 2, 0.7), turn)
    if not whole:
        return []
    shadow = Shape("house.shadow", whole, x=CAST[0], y=CAST[1])
    return [shadow, Shape("house.light", light), Shape("house.dark", dark), Shape("house.ridge", ridge)]


def _house(dice: Random, x: float, y: float, scale: float = 1.0) -> House:
    return x, y, dice.uniform(22, 32) * scale, dice.uniform(13, 17) * scale, dice.choice((0, 0, 90, 8, -10))


def village(name: str, spot: Spot, count: int) -> list[House]:
    """Houses scattered around a spot, none on another."""
    dice = Random(f"village {name}")
    found: list[House] = []
    for _ in range(count):
        x, y = spot
        for _ in range(20):
            angle, far = dice.uniform(0, 2 * pi), sqrt(dice.random())
            x, y = spot[0] + 62 * far * cos(angle), spot[1] + 38 * far * sin(angle)
            if all(abs(x - other[0]) > 27 or abs(y - other[1]) > 19 for other in found):
                break
        found.append(_house(dice, x, y))
    return found


def town(wall: Polygon) -> list[House]:
    """Rows of houses within a wall; every fourth row and column is a street."""
    dice = Random("town")
    xs, ys = [x for x, _ in wall], [y for _, y in wall]
    found = []
    for row, y in enumerate(range(int(min(ys)) + 22, int(max(ys)), 22)):
        for column, x in enumerate(range(int(min(xs)) + 27, int(max(xs)), 27)):
            street = column % 5 == 4 or row % 4 == 3
            if not street and inside((x, y), wall) and clearance((x, y), wall) > 24:
                found.append(_house(dice, x + dice.uniform(-2, 2), y + dice.uniform(-2, 2), 0.82))
    return found


def earthwork(name: str, spot: Spot) -> str:
    """The wall of a fortified village: a rough ring."""
    dice = Random(f"wall {name}")
    corners = []
    for n in range(12):
        a, b = 84 * dice.uniform(0.93, 1.05), 58 * dice.uniform(0.93, 1.05)
        corners.append((spot[0] + a * cos(pi * n / 6), spot[1] + b * sin(pi * n / 6)))
    return outline(corners)


def trees(name: str, spot: Spot) -> list[Spot]:
    """A few trees around a village."""
    dice = Random(f"trees {name}")
    return [(spot[0] + dice.uniform(-95, 95), spot[1] + dice.uniform(-60, 60)) for _ in range(5)]


def grove(spots: Sequence[Spot]) -> list[Shape]:
    """Trees: shadow, crown, light."""
    order = sorted(spots, key=lambda spot: spot[1])
    parts = (("tree.shadow", 4.0, 6.0, 8.5), ("tree", 0.0, 0.0, 8.5), ("tree.light", -2.4, -2.6, 4.0))
    return [Shape(style, "".join(disc(x + dx, y + dy, r) for x, y in order)) for style, dx, dy, r in parts]
