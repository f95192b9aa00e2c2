"""Towns, cities, forts and dots in the middle of their hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapan.kernel.board import Layer, Shape

from ..bits import bits
from ..hexmap import Place
from ..pixels import Point
from .board import Table
from .looks import Look

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_TOWN: tuple[Rect, ...] = (
    (-0.19, -0.15, -0.04, -0.03), (0.01, -0.19, 0.13, -0.04), (-0.13, 0.01, -0.02, 0.15), (0.03, 0.01, 0.2, 0.12),
)  # fmt: skip
_CITY: tuple[Rect, ...] = (
    (-0.32, -0.3, -0.1, -0.14), (-0.05, -0.32, 0.1, -0.15), (0.15, -0.3, 0.32, -0.05), (-0.33, -0.09, -0.17, 0.1),
    (-0.12, -0.1, 0.1, 0.08), (0.16, 0.0, 0.33, 0.13), (-0.31, 0.15, -0.07, 0.31), (-0.02, 0.13, 0.11, 0.32),
    (0.16, 0.18, 0.31, 0.31),
)  # fmt: skip
_WALL = (
    (-0.24, -0.42),
    (0.24, -0.42),
    (0.42, -0.24),
    (0.42, 0.24),
    (0.24, 0.42),
    (-0.24, 0.42),
    (-0.42, 0.24),
    (-0.42, -0.24),
)
_FORT = (
    (-0.36, -0.36), (-0.16, -0.24), (0.16, -0.24), (0.36, -0.36), (0.24, -0.16), (0.24, 0.16), (0.36, 0.36),
    (0.16, 0.24), (-0.16, 0.24), (-0.36, 0.36), (-0.24, 0.16), (-0.24, -0.16),
)  # fmt: skip
_DOT = ((-0.07, -0.07), (0.07, -0.07), (0.07, 0.07), (-0.07, 0.07))
REACH = {"town": 0.22, "city": 0.44, "fort": 0.38, "dot": 0.1}
"""How far from the centre each sign reaches."""


def shown(table: Table) -> list[tuple[Place, Look]]:
    """The places that have a look, those that matter most first."""
    known = [(place, table.looks.places.get(place.kind)) for place in table.map.places]
    found = [(place, look) for place, look in known if look is not None]
    return sorted(found, key=lambda pair: (-pair[1].rank, pair[0].name))


def places_layer(table: Table) -> Layer:
    """Every sign, one path per kind and paint."""
    kinds: dict[str, tuple[Look, list[Point]]] = {}
    for place, look in shown(table):
        spots = [table.centre(here) for here in bits(place.hexes)]
        kinds.setdefault(place.kind, (look, []))[1].extend(spots)
    shapes: list[Shape] = []
    for kind, (look, spots) in sorted(kinds.items(), key=lambda item: (item[1][0].rank, item[0])):
        table.used["places", kind] = look
        shapes += sign(table, f"places.{kind}", look, spots)
    return Layer("places", shapes)


def sign(table: Table, name: str, look: Look, spots: Sequence[Point]) -> Iterator[Shape]:
    """The sign of a kind of place at these spots; a city has a wall in the first paint and houses in the last."""
    for number, paint in enumerate(look.paint):
        wall = look.draw == "city" and number < len(look.paint) - 1
        parts = _WALL_ONLY if wall else _PARTS.get(look.draw, ())
        d = "".join(
            table.pen.line([(x + dx, y + dy) for dx, dy in part], closed=True) for x, y in spots for part in parts
        )
        if d:
            yield Shape(table.style(f"{name}.{number}", paint), d)


def _block(rect: Rect) -> tuple[Point, ...]:
    left, top, right, bottom = rect
    return (left, top), (right, top), (right, bottom), (left, bottom)


_WALL_ONLY = (_WALL,)
_PARTS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "town": tuple(map(_block, _TOWN)),
    "city": tuple(map(_block, _CITY)),
    "fort": (_FORT,),
    "dot": (_DOT,),
}
