"""Places on the table as units on foot know them: squares of the raster, and what it costs to come there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.ground.table import Edge, Pt, Raster, near_polygon

from ..position import YangtzePosition
from ..who import Unit
from .picture import survey

STRIDE: Final = 2300
"""What a unit gains on foot in a turn, all in all."""
FAR: Final = 60_000

Place = tuple[int, int, int]
"""Where a vehicle stands, and its heading."""
Outline = tuple[Edge, ...]


def raster_of(pos: YangtzePosition, unit: Unit) -> Raster:
    return pos.raster(unit)


def zone_squares(pos: YangtzePosition, unit: Unit, zone: str) -> frozenset[int]:
    """The squares of a zone that this kind of unit can stand on."""
    raster = raster_of(pos, unit)
    table = pos.book.table
    memory = survey(pos.book).squares
    key = (zone, raster.rule.mover)
    if key not in memory:
        points = table.zones[zone]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        squares = (raster.square(x, y) for x in range(left, right + 1, 200) for y in range(top, bottom + 1, 200))
        memory[key] = frozenset(s for s in squares if table.in_zone(zone, *raster.centre(s)) and raster.steps(s))
    return memory[key]


def around(pos: YangtzePosition, unit: Unit, points: Iterable[Pt], reach: int) -> frozenset[int]:
    """The squares within so far of some points."""
    raster = raster_of(pos, unit)
    found = set()
    for x, y in points:
        for dx in range(-reach, reach + 1, 200):
            for dy in range(-reach, reach + 1, 200):
                if dx * dx + dy * dy <= reach * reach:
                    found.add(raster.square(x + dx, y + dy))
    return frozenset(s for s in found if raster.steps(s))


def cost(pos: YangtzePosition, unit: Unit, goals: frozenset[int], x: int, y: int) -> int:
    """What a unit spends from a place to the nearest of these squares; far when there is no way."""
    if not goals:
        return FAR
    raster = raster_of(pos, unit)
    square = raster.square(x, y)
    return raster.flood(goals, 1 << 22).risen(square).get(square, FAR)


def beside(pos: YangtzePosition, unit: Unit, carrier: Unit) -> frozenset[int]:
    """The squares next to a hull on which a unit can stand."""
    x, y, heading = pos.at[carrier]
    raster = raster_of(pos, unit)
    key = ("beside", raster.rule.mover, pos.book.units[carrier].size, x, y, heading)
    memory = survey(pos.book).squares
    if key not in memory:
        if len(memory) > 5000:
            memory.clear()
        reach = max(pos.book.units[carrier].size) // 2 + 600
        edges = pos.body(carrier)
        limit = (pos.book.alongside + 250) ** 2
        memory[key] = frozenset(
            s for s in around(pos, unit, [(x, y)], reach) if 0 < near_polygon(edges, *raster.centre(s)) <= limit
        )
    return memory[key]


def onto(pos: YangtzePosition, unit: Unit, carrier: Unit) -> frozenset[int]:
    """The squares under a vehicle: those who make for them come into contact with it."""
    raster, edges = raster_of(pos, unit), pos.body(carrier)
    squares = around(pos, unit, [pos.at[carrier][:2]], max(pos.book.units[carrier].size) // 2)
    return frozenset(square for square in squares if near_polygon(edges, *raster.centre(square)) == 0)


def wall_squares(pos: YangtzePosition, unit: Unit, number: int) -> frozenset[int]:
    """The squares along the walls of a building."""
    raster, table = raster_of(pos, unit), pos.book.table
    key = ("wall", raster.rule.mover, number)
    memory = survey(pos.book).squares
    if key not in memory:
        left, top, right, bottom = table.buildings[number].bounds
        squares = {
            raster.square(x, y)
            for x in range(left - 400, right + 401, 200)
            for y in range(top - 400, bottom + 401, 200)
            if table.on_table(x, y)
        }
        memory[key] = frozenset(
            s for s in squares if 0 < table.near_building(number, *raster.centre(s)) <= 260**2 and raster.steps(s)
        )
    return memory[key]
