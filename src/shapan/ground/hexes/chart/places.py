"""Towns, cities, forts and dots in the middle of their hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, radians, sin
from random import Random

from shapan.kernel.board import Layer, Shape

from ..bits import bits
from ..hexmap import Place
from ..pixels import Point
from .curves import Pen
from .easel import Easel
from .looks import Look
from .scatter import turned_box

REACH = {"town": 0.3, "city": 0.75, "fort": 0.4, "dot": 0.1}
"""How far from the centre each sign reaches."""
HOUSES, SPREAD = 9, 0.283
"""A town: how many houses, and within what radius."""


def shown(easel: Easel) -> list[tuple[Place, Look]]:
    """The places that have a look, those that matter most first."""
    known = [(place, easel.looks.places.get(place.kind)) for place in easel.map.places]
    found = [(place, look) for place, look in known if look is not None]
    return sorted(found, key=lambda pair: (-pair[1].rank, pair[0].name))


def places_layer(easel: Easel) -> Layer:
    """Every sign, one path per kind and paint."""
    kinds: dict[str, tuple[Look, list[Point]]] = {}
    for place, look in shown(easel):
        spots = [easel.centre(here) for here in bits(place.hexes)]
        kinds.setdefault(place.kind, (look, []))[1].extend(spots)
    shapes: list[Shape] = []
    for kind, (look, spots) in sorted(kinds.items(), key=lambda item: (item[1][0].rank, item[0])):
        easel.used["places", kind] = look
        shapes += sign(easel, f"places.{kind}", look, spots)
    return Layer("places", shapes)


def sign(easel: Easel, name: str, look: Look, spots: Sequence[Point]) -> Iterator[Shape]:
    """The sign of a kind of place at these spots; a city has a wall in the first paint and houses in the last."""
    if look.draw == "city":
        walls = "".join(_wall(easel.pen, spot) for spot in spots)
        yield from easel.shadow(look, walls)
        yield from easel.paths(name, look.paint[:-1], walls)
        yield from easel.paths(f"{name}.houses", look.paint[-1:], "".join(_quarter(easel.pen, spot) for spot in spots))
    elif look.draw in _SIGNS:
        d = "".join(_SIGNS[look.draw](easel.pen, spot) for spot in spots)
        yield from easel.shadow(look, d)
        yield from easel.paths(name, look.paint, d)


def _wall(pen: Pen, spot: Point) -> str:
    """An irregular ring that nearly fills the hex."""
    dice = Random(f"wall {spot}")
    corners = []
    for angle in range(15, 375, 30):
        a, b = 0.767 * dice.uniform(0.94, 1.04), 0.733 * dice.uniform(0.94, 1.04)
        corners.append((spot[0] + a * cos(radians(angle)), spot[1] + b * sin(radians(angle))))
    return pen.line(corners, closed=True)


def _quarter(pen: Pen, spot: Point) -> str:
    """Street blocks within the wall."""
    dice, d = Random(f"streets {spot}"), ""
    for column in range(-3, 4):
        for row in range(-3, 4):
            dx, dy = 0.2 * column + dice.uniform(-0.017, 0.017), 0.192 * row + dice.uniform(-0.017, 0.017)
            if hypot(dx, dy) <= 0.617:
                d += pen.line(
                    turned_box(spot, (dx, dy), dice.uniform(0.11, 0.167), dice.uniform(0.1, 0.158), 0), closed=True
                )
    return d


def _town(pen: Pen, spot: Point) -> str:
    """Houses scattered about."""
    dice, d = Random(f"town {spot}"), ""
    for _ in range(HOUSES):
        angle, far = dice.uniform(0, 2 * pi), dice.uniform(0.03, SPREAD)
        aside = (far * cos(angle), 0.8 * far * sin(angle))
        turn = radians(dice.choice((0, 0, 12, -14)))
        d += pen.line(
            turned_box(spot, aside, dice.uniform(0.083, 0.142), dice.uniform(0.075, 0.117), turn), closed=True
        )
    return d


def _fort(pen: Pen, spot: Point) -> str:
    """A star with five points."""
    rays = [(0.4 if n % 2 == 0 else 0.25, radians(36 * n - 90)) for n in range(10)]
    return pen.line([(spot[0] + r * cos(a), spot[1] + r * sin(a)) for r, a in rays], closed=True)


def _dot(pen: Pen, spot: Point) -> str:
    return pen.ellipse(spot, 0.073, 0.073)


_SIGNS: Mapping[str, Callable[[Pen, Point], str]] = {"town": _town, "fort": _fort, "dot": _dot}
