"""S6.3 Gates and corners: figures of a small unit whom a wall would stop go round it one by one."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import Pt, cut
from shapan.kernel.staff import Advice

from ..actions import MOVE, Pace
from ..movement.marching import pace_refusal
from ..movement.ways import able, escorted, follow
from ..orders.planned import Marching
from ..position import YangtzePosition
from ..who import Unit
from .errands import hull_side
from .picture import Picture
from .places import FAR, raster_of
from .tasks import tasks

SQUAD = 8
"""Larger units are left to find their own way."""


def paces(pos: YangtzePosition, side: int) -> list[Advice]:
    """The next figure that does better on a way of its own; empty when all are well."""
    pic: Picture | None = None
    for unit in pos.units_of(side):
        if not isinstance(pos.plan[unit], Marching) or pos.card[unit] != MOVE or len(pos.standing[unit]) > SQUAD:
            continue
        pic = pic or Picture(pos, side)
        goals = errand(pic, unit)
        if goals:
            for action in _ways(pos, unit, goals):
                return [Advice(action, 0.5, "reason.defile", {"piece": action.figure})]
    return []


def errand(pic: Picture, unit: Unit) -> frozenset[int]:
    """Where a unit is bound for, if it is in a hurry."""
    spec = pic.book.units[unit]
    if spec.kind == "civilian":
        entries = [e for e in pic.book.objectives if e.kind == "rescue" and e.of == spec.handle]
        return hull_side(pic, unit, entries[0].to) if entries else frozenset()
    task = tasks(pic).get(unit)
    return task.goals if task is not None and task.hurry else frozenset()


def _ways(pos: YangtzePosition, unit: Unit, goals: frozenset[int]) -> Iterator[Pace]:
    """Figures whose planned way gains less than half of what they could gain."""
    book, raster = pos.book, raster_of(pos, unit)
    field = raster.field(goals, 1 << 22)
    low, high = pos.allowance(unit, MOVE)
    if book.units[unit].kind != "civilian":
        high = min(high, low * 3 // 2)
    for figure in pos.standing[unit]:
        here = (pos.x[figure], pos.y[figure])
        start = field.get(raster.square(*here), FAR)
        if start >= FAR or not able(pos, figure) or not escorted(pos, figure):
            continue
        track = pos.track[figure]
        end = field.get(raster.square(*track[-1][1:]), FAR) if track else start
        if 2 * (start - end) >= min(high, start):
            continue
        for route in _cuts(pos, unit, here, raster.way(here, goals, 1 << 22), low, high):
            piece = book.piece_of_figure(figure)
            gain = end - field.get(raster.square(*route[-1]), FAR)
            if gain > 200 and pace_refusal(pos, piece, route) is None:
                yield Pace(piece, route)
                break


def _cuts(
    pos: YangtzePosition, unit: Unit, here: Pt, points: tuple[Pt, ...], low: int, high: int
) -> Iterator[tuple[Pt, ...]]:
    """The way to the goal, shorter and shorter, so that those who follow find room behind those who lead."""
    if not points:
        return
    way = follow(pos, unit, (here, *points))
    for spent in range(min(high, way.spent), low, -300):
        marks = [(x, y) for _, x, y in cut(way.track, spent)[1:]]
        route = tuple(p for p, q in zip(marks, [here, *marks], strict=False) if p != q)
        if 0 < len(route) <= 8:
            yield route
