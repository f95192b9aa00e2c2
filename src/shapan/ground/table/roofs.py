"""Buildings seen from above: shadow, two slopes with tile lines, ridge, doors and windows."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel.board import Shape

from .geometry import Bounds, Pt, ahead, bearing, side_of
from .terrain import Building, Opening

EAVES = 60
"""How far the roof reaches beyond the walls."""
CAST = (90.0, 130.0)
TILE = 50


def roof(building: Building) -> Iterator[Shape]:
    """One building. Its roof has the ridge along its greater length; what is no rectangle is drawn flat."""
    kind = _kind(building)
    left, top, right, bottom = building.bounds
    box = (left - EAVES, top - EAVES, right + EAVES, bottom + EAVES)
    whole = _box(*box) if _square(building) else "M" + "L".join(f"{x} {y}" for x, y in building.points) + "Z"
    yield Shape("shadow", whole, x=CAST[0], y=CAST[1])
    if _square(building):
        yield from _slopes(kind, box)
    else:
        yield Shape(f"roof.{kind}.light", whole)
    if kind == "temple":
        yield Shape("roof.horns", _horns(*box))
    yield Shape("roof.edge", whole)


def _kind(building: Building) -> str:
    if building.construction.name in ("temple", "pagoda"):
        return "temple"
    if building.construction.cover == "hard_plus":
        return "stone"
    return "thatch" if building.construction.cover == "soft" else "tile"


def _square(building: Building) -> bool:
    """Is it a rectangle along the sheet?"""
    left, top, right, bottom = building.bounds
    return len(building.points) == 4 and set(building.points) == {
        (left, top),
        (right, top),
        (right, bottom),
        (left, bottom),
    }


def _box(left: int, top: int, right: int, bottom: int) -> str:
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


def _slopes(kind: str, box: Bounds) -> Iterator[Shape]:
    """The slope towards the light, the one away from it, the rows of tiles, and the ridge."""
    left, top, right, bottom = box
    if right - left >= bottom - top:
        middle = (top + bottom) // 2
        halves = _box(left, top, right, middle), _box(left, middle, right, bottom)
        rows = "".join(f"M{x} {top}V{bottom}" for x in range(left + TILE, right, TILE))
        ridge = f"M{left} {middle}H{right}"
    else:
        middle = (left + right) // 2
        halves = _box(left, top, middle, bottom), _box(middle, top, right, bottom)
        rows = "".join(f"M{left} {y}H{right}" for y in range(top + TILE, bottom, TILE))
        ridge = f"M{middle} {top}V{bottom}"
    yield Shape(f"roof.{kind}.light", halves[0])
    yield Shape(f"roof.{kind}.dark", halves[1])
    yield Shape(f"roof.{kind}.lines", rows)
    yield Shape("roof.ridge.red" if kind == "temple" else "roof.ridge roof.ridge.line", ridge)


def _horns(left: int, top: int, right: int, bottom: int) -> str:
    """The corners of a temple's roof are turned up."""
    return f"M{left} {top}l-90 -60M{right} {top}l90 -60M{left} {bottom}l-90 60M{right} {bottom}l90 60"


def opening(hole: Opening) -> Shape:
    """A door as a cream square, a window as a dark slit, where the eaves end above it."""
    heading = bearing(hole.wall[2] - hole.wall[0], hole.wall[3] - hole.wall[1])
    out = (
        heading + 90 if side_of(*hole.wall, *ahead(*hole.at, heading + 90, EAVES)) * hole.outside > 0 else heading - 90
    )
    return Shape("door" if hole.door else "window", framed(ahead(*hole.at, out, EAVES), heading, hole.door))


def gap(hole: Opening) -> Shape:
    """The same in the wall itself, where the roof is off."""
    heading = bearing(hole.wall[2] - hole.wall[0], hole.wall[3] - hole.wall[1])
    return Shape("door" if hole.door else "window", framed(hole.at, heading, hole.door))


def framed(middle: Pt, heading: int, door: bool) -> str:
    """The outline of a door or window in a wall that runs this way."""
    long, deep = (160, 160) if door else (220, 56)
    corners = []
    for along, across in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        x, y = ahead(*middle, heading if along > 0 else heading + 180, long // 2)
        corners.append(ahead(x, y, heading + 90 if across > 0 else heading - 90, deep // 2))
    return "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"
