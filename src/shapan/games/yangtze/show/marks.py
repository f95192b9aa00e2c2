"""What lies on the table for now: objectives, covered circles, planned ways, rubble, loads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from shapan.ground.table import OUTDOORS, Pt, Tabletop
from shapan.ground.table.geometry import bounds
from shapan.ground.table.layers import path
from shapan.ground.table.roofs import gap
from shapan.ground.table.terrain import Building
from shapan.kernel.view import Mark

from ..air.flight import absent
from ..book import YangtzeBook
from ..fire.shooters import arm_at, unit_of
from ..orders.plans import Plan
from ..position import STANDING, YangtzePosition
from ..setup import SettingUp, left_to_place
from ..specs import Objective
from ..victory import holder
from ..who import numbered
from ..works.barricades import cleared
from .knowledge import choosing, known

FLAG = 160
"""How far from the border of the table a flag stands at least."""
LOAD = 90
"""Radius of the mark of a load, in board units."""


def marks(pos: YangtzePosition, viewer: int | None) -> list[Mark]:
    """7.9 covering fire, objectives, the viewer's own plans, rubble."""
    book = pos.book
    found = [*_zones(pos, viewer), *_roofless(pos, viewer), *_objectives(pos)]
    for marker in pos.markers:
        unit = unit_of(pos, marker.weapon)
        if pos.owner[unit] == viewer or not (choosing(pos) or pos.hidden >> unit & 1):
            area = circle(marker.x, marker.y, arm_at(pos, marker.weapon).zone)
            found.append(Mark("mark.cover", side=book.sides[pos.owner[unit]], path=area))
    for figure, track in numbered(pos.track):
        mine = pos.owner[book.figures[figure].unit] == viewer
        if mine and track and pos.fate[figure] == STANDING and pos.stack and isinstance(pos.top, Plan):
            way = path(((mark[1], mark[2]) for mark in track), False)
            found.append(Mark("mark.way", side=book.sides[pos.owner[book.figures[figure].unit]], path=way))
    for number, building in enumerate(book.table.buildings):
        if pos.rubble >> number & 1:
            found.append(Mark("area.rubble", path=path(building.points)))
    return [*found, *_things(pos, viewer)]


def _zones(pos: YangtzePosition, viewer: int | None) -> list[Mark]:
    """S19.1: where units may be set up, for whoever sets them up; S15.2: who comes back does so by an edge."""
    if not pos.stack or not isinstance(pos.top, SettingUp) or pos.top.side != viewer:
        return []
    book = pos.book
    new = (unit for unit in left_to_place(pos, pos.top) if absent(pos, unit) is None)
    zones = dict.fromkeys(book.units[unit].zone for unit in new)
    return [Mark("mark.zone", path=path(book.table.zones[zone])) for zone in zones]


def _objectives(pos: YangtzePosition) -> list[Mark]:
    """S19.3: a flag with the points at each objective that has a place; who holds it, unless somebody hides."""
    book = pos.book
    found = []
    for entry in book.objectives:
        corners, held = _ground(book, entry), None
        if not corners:
            continue
        if entry.zone:
            found.append(Mark("mark.objective", label=entry.id, path=path(corners)))
            if entry.kind == "hold" and (not pos.hidden or pos.outcome):
                held = holder(pos, entry.zone)
        side = "" if held is None else book.sides[held]
        found.append(Mark("objective", side=side, label=str(entry.vp), at=_pole(corners, book.table)))
    return found


def _ground(book: YangtzeBook, entry: Objective) -> Sequence[Pt]:
    """The zone or the building that an objective is about; nothing where it is about somebody."""
    if entry.zone:
        return book.table.zones[entry.zone]
    number = book.table.building_numbers.get(entry.building)
    return () if number is None else book.table.buildings[number].points


def _pole(corners: Sequence[Pt], table: Tabletop) -> tuple[int, int]:
    """At the upper left of what it marks, on the table."""
    left, top, _, _ = bounds(corners)
    return min(max(left, FLAG), table.width - FLAG), min(max(top, FLAG), table.height - FLAG)


def _roofless(pos: YangtzePosition, viewer: int | None) -> list[Mark]:
    """Buildings in which the viewer sees somebody: their floor and walls instead of the roof."""
    table, room = pos.book.table, pos.room
    rooms = {room[figure] for unit, men in numbered(pos.standing) if men and known(pos, unit, viewer) for figure in men}
    return [mark for number in sorted(rooms - {OUTDOORS}) for mark in _inside(table.buildings[number])]


@lru_cache
def _inside(building: Building) -> tuple[Mark, ...]:
    """A building without its roof."""
    plan = [Mark(style, path=path(building.points)) for style in ("mark.floor", "mark.walls")]
    return (*plan, *(Mark(shape.style, path=shape.d) for shape in map(gap, building.openings)))


def _things(pos: YangtzePosition, viewer: int | None) -> list[Mark]:
    """S17.6 loads that stand about or are carried; S16.8 barricades that have been cleared away."""
    found = []
    for load in pos.cargo:
        carried = load.bearers and not known(pos, pos.book.figures[load.bearers[0]].unit, viewer)
        if load.carrier is None and not load.away and not carried:
            side = pos.book.sides[load.side]
            found.append(Mark("mark.load", side=side, label=load.name, path=circle(load.x, load.y, LOAD)))
    for line in pos.book.table.lines:
        if cleared(pos, line):
            found.append(Mark("mark.cleared", label=line.name, path=path(line.points, False)))
    return found


def circle(x: int, y: int, radius: int) -> str:
    """A circle as SVG path data."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"
