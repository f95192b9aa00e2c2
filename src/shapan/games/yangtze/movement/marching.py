"""5.1, 5.2 Marches: the guide's way, single figures that go their own, stairs, formations and horses."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Action, Refusal

from ..actions import MOVE, SKIRMISH, Dismount, Form, March, Mount, Pace, Stairs
from ..position import YangtzePosition, put
from .formations import form
from .horses import note_horses, word_of
from .ways import able, follow, guide, in_step, way_refusal


def march_refusal(pos: YangtzePosition, unit: int, route: tuple[tuple[int, int], ...]) -> Refusal | None:
    """5.1, 5.2: judge the guide's way; the others follow as well as they can (S3.2)."""
    if pos.card[unit] not in (MOVE, SKIRMISH) or not pos.standing[unit]:
        return Refusal("5.4", "refusal.not_marching", unit=unit)
    leader = guide(pos, unit)
    if leader < 0:
        return Refusal("4.1", "refusal.none_in_command", unit=unit)
    return way_refusal(pos, leader, route)


def pace_refusal(pos: YangtzePosition, piece: int, route: tuple[tuple[int, int], ...]) -> Refusal | None:
    """S6.3: one figure of a unit that has its plan goes its own way; ends may not overlap (S2.3)."""
    book = pos.book
    kind, figure = book.what(piece)
    if kind != "figure":
        return Refusal("S6.3", "refusal.figure_wanted")
    unit = book.figures[figure].unit
    if pos.plan[unit][:1] != ("march",):
        return Refusal("S6.3", "refusal.march_first")
    if refusal := way_refusal(pos, figure, route):
        return refusal
    x, y = route[-1]
    for mate in book.men[unit]:
        if mate != figure and pos.track[mate]:
            _, mx, my = pos.track[mate][-1]
            if (mx - x) ** 2 + (my - y) ** 2 < (book.figures[mate].radius + book.figures[figure].radius) ** 2:
                return Refusal("S2.3", "refusal.overlap")
    return None


def stairs_refusal(pos: YangtzePosition, piece: int, floor: int) -> Refusal | None:
    """S16.1: a figure in a building of several floors takes the stairs, one floor at a time."""
    kind, figure = pos.book.what(piece)
    if kind != "figure":
        return Refusal("S16.1", "refusal.figure_wanted")
    unit = pos.book.figures[figure].unit
    if pos.plan[unit][:1] != ("march",) or not able(pos, figure):
        return Refusal("S16.1", "refusal.march_first")
    room = pos.room[figure]
    if room < 0 or floor >= pos.book.table.buildings[room].construction.floors:
        return Refusal("S16.1", "refusal.no_floor")
    if abs(floor - pos.floor[figure]) != 1 or pos.card[unit] != MOVE:
        return Refusal("S16.1", "refusal.one_floor")
    return None


def plan_march(pos: YangtzePosition, action: Action) -> None:
    """Note what has been planned, and give every figure its way."""
    match action:
        case March(unit, route):
            pos.plan = put(pos.plan, unit, ("march",))
            set_tracks(pos, in_step(pos, unit, guide(pos, unit), route))
        case Pace(piece, route):
            figure = pos.book.what(piece)[1]
            start = (pos.x[figure], pos.y[figure])
            set_tracks(pos, {figure: follow(pos, pos.book.figures[figure].unit, (start, *route)).track})
        case Stairs(piece, floor):
            figure = pos.book.what(piece)[1]
            unit = pos.book.figures[figure].unit
            pos.track = put(pos.track, figure, ())
            pos.plan = put(pos.plan, unit, (*pos.plan[unit], (figure, floor)))
        case Form(unit, spacing, shape):
            pos.plan = put(pos.plan, unit, (*pos.plan[unit], "form"))
            set_tracks(pos, form(pos, unit, shape, spacing))
        case Dismount(unit) | Mount(unit):
            pos.plan = put(pos.plan, unit, note_horses(pos, unit, word_of(action)))


def set_tracks(pos: YangtzePosition, tracks: dict[int, Any]) -> None:
    listed = list(pos.track)
    for figure, track in tracks.items():
        listed[figure] = track
    pos.track = tuple(listed)
