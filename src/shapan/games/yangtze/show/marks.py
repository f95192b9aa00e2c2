"""What lies on the table for now: objectives, covered circles, planned ways, rubble, loads."""

from __future__ import annotations

from shapan.ground.table.layers import path
from shapan.kernel.view import Mark

from ..fire.shooters import arm_at, unit_of
from ..plans import Plan
from ..position import STANDING, YangtzePosition
from ..works.barricades import cleared
from ..works.loads import loads
from .knowledge import choosing, known

LOAD = 90
"""Radius of the mark of a load, in board units."""


def marks(pos: YangtzePosition, viewer: int) -> list[Mark]:
    """7.9 covering fire, objectives, the viewer's own plans, rubble."""
    book = pos.book
    found = []
    for entry in book.sheet["objectives"]:
        if "zone" in entry:
            outline = path(book.table.zones[entry["zone"]])
            found.append(Mark("mark.objective", label=entry["id"], path=outline))
    for shooter, x, y, _, _ in pos.markers:
        unit = unit_of(pos, shooter)
        if pos.owner[unit] == viewer or not (choosing(pos) or pos.hidden >> unit & 1):
            found.append(
                Mark("mark.cover", side=book.sides[pos.owner[unit]], path=circle(x, y, arm_at(pos, shooter).zone))
            )
    for figure, track in enumerate(pos.track):
        mine = pos.owner[book.figures[figure].unit] == viewer
        if mine and track and pos.fate[figure] == STANDING and pos.stack and isinstance(pos.top, Plan):
            way = path(((mark[1], mark[2]) for mark in track), False)
            found.append(Mark("mark.way", side=book.sides[viewer], path=way))
    for number, building in enumerate(book.table.buildings):
        if pos.rubble >> number & 1:
            found.append(Mark("area.rubble", path=path(building.points)))
    return [*found, *_things(pos, viewer)]


def _things(pos: YangtzePosition, viewer: int) -> list[Mark]:
    """S17.6 loads that stand about or are carried; S16.8 barricades that have been cleared away."""
    found = []
    for load in loads(pos):
        carried = load.bearers and not known(pos, pos.book.figures[load.bearers[0]].unit, viewer)
        if load.carrier < 0 and not load.away and not carried:
            side = pos.book.sides[load.side]
            found.append(Mark("mark.load", side=side, label=load.name, path=circle(load.x, load.y, LOAD)))
    for line in pos.book.table.lines:
        if cleared(pos, line):
            found.append(Mark("mark.cleared", label=line.name, path=path(line.points, False)))
    return found


def circle(x: int, y: int, radius: int) -> str:
    """A circle as SVG path data."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"
