"""5.1, 5.2 Marches: the guide's way, single figures that go their own, stairs, formations and horses."""

from __future__ import annotations

from msgspec.structs import replace

from shapan.ground.table import OUTDOORS
from shapan.kernel import Action, Refusal

from ..actions import CHARGE, MOVE, SKIRMISH, Dismount, Form, March, Mount, Pace, Stairs
from ..measure import told
from ..noted import Climb
from ..orders.planned import Marching, Saddling, landings_of
from ..position import YangtzePosition
from ..who import Figure, Piece, Unit, put
from .formations import form
from .ways import (
    Path,
    able,
    escorted,
    flight_of_stairs,
    follow,
    guide,
    in_step,
    movers,
    own_limits,
    stays_up,
    upstairs,
    way_refusal,
)

COURSES = {"vehicle": "S12.1", "train": "S13", "vessel": "S14.1", "aircraft": "S15.1"}
"""The case that says how each kind goes that does not march."""


def march_refusal(pos: YangtzePosition, unit: Unit, route: tuple[tuple[int, int], ...]) -> Refusal | None:
    """5.1, 5.2: judge the guide's way; the others follow as well as they can (S3.2)."""
    if pos.card[unit] == CHARGE:
        return Refusal("5.3", "refusal.charges", unit=unit)
    if refusal := _not_on_foot(pos, unit):
        return refusal
    if pos.card[unit] not in (MOVE, SKIRMISH) or not pos.standing[unit]:
        return Refusal("5.4", "refusal.not_marching", unit=unit)
    leader = guide(pos, unit)
    if leader is None and pos.book.units[unit].kind == "civilian":
        return way_refusal(pos, pos.standing[unit][0], route)
    if leader is None:
        return Refusal("4.1", "refusal.none_in_command", unit=unit)
    return way_refusal(pos, leader, route)


def _not_on_foot(pos: YangtzePosition, unit: Unit) -> Refusal | None:
    """S12.1, S13, S14.1, S15.1: what is driven, sailed or flown does not march; S12.3, S14.5: nor do riders."""
    spec = pos.book.units[unit]
    if spec.carrier or spec.aircraft:
        return Refusal(COURSES[spec.kind], "refusal.no_march", unit=unit)
    carrier = pos.riding(unit)
    if carrier is None or pos.standing[unit]:
        return None
    return Refusal("S14.5" if pos.book.units[carrier].kind == "vessel" else "S12.3", "refusal.get_off_first", unit=unit)


def pace_refusal(pos: YangtzePosition, piece: Piece, route: tuple[tuple[int, int], ...]) -> Refusal | None:
    """S6.3: one figure of a unit that has its plan goes its own way; ends may not overlap (S2.3)."""
    book = pos.book
    figure = book.as_figure(piece)
    if figure is None:
        return Refusal("S6.3", "refusal.figure_wanted")
    unit = book.figures[figure].unit
    if not isinstance(pos.plan[unit], Marching):
        return Refusal("S6.3", "refusal.march_first")
    if refusal := way_refusal(pos, figure, route):
        return refusal
    x, y = route[-1]
    start = (pos.x[figure], pos.y[figure])
    floor = _last_floor(pos, figure, stays_up(pos, figure, follow(pos, unit, (start, *route)).track).stairs)
    for mate in book.men[unit]:
        if mate != figure and pos.track[mate] and _last_floor(pos, mate, pos.stairs[mate]) == floor:
            _, mx, my = pos.track[mate][-1]
            if (mx - x) ** 2 + (my - y) ** 2 < (book.figures[mate].radius + book.figures[figure].radius) ** 2:
                return Refusal("S2.3", "refusal.overlap")
    return None


def _last_floor(pos: YangtzePosition, figure: Figure, stairs: tuple[Climb, ...]) -> int:
    """On which floor a way with these stairs ends."""
    return stairs[-1].floor if stairs else pos.floor[figure]


def stairs_refusal(pos: YangtzePosition, piece: Piece, floor: int) -> Refusal | None:
    """S16.1: a figure takes the stairs of the house in which it is, or into which its way leads, as far as its
    allowance lets it."""
    figure = pos.book.as_figure(piece)
    if figure is None:
        return Refusal("S16.1", "refusal.figure_wanted")
    unit = pos.book.figures[figure].unit
    if not isinstance(pos.plan[unit], Marching) or not able(pos, figure):
        return Refusal("S16.1", "refusal.march_first")
    return _climb_refusal(pos, figure, floor)


def _climb_refusal(pos: YangtzePosition, figure: Figure, floor: int) -> Refusal | None:
    """Is there such a floor, and does his move pay for the stairs?"""
    path = stair_path(pos, figure, floor)
    if path is None:
        return Refusal("S16.1", "refusal.no_floor")
    high = own_limits(pos, figure)[1]
    if path.track[-1][0] > high:
        return Refusal("S16.1", "refusal.maximum", most=told(pos, high))
    return None


def climb_refusal(pos: YangtzePosition, piece: Piece, floor: int) -> Refusal | None:
    """S16.1, R256: the stairs as the whole plan of a unit: all who can move take them from where they stand, or the one
    who is alone able to."""
    unit = pos.book.unit_of(piece)
    if pos.card[unit] == CHARGE:
        return Refusal("5.3", "refusal.charges", unit=unit)
    if refusal := _not_on_foot(pos, unit):
        return refusal
    men = climbers(pos, unit)
    if not men or (pos.book.as_unit(piece) is None and men != [pos.book.as_figure(piece)]):
        return Refusal("5.0", "refusal.march_first")
    return next(filter(None, (_climb_refusal(pos, figure, floor) for figure in men)), None)


def climbers(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """Who goes when a unit takes the stairs: all of it who can move."""
    return [figure for figure in movers(pos, unit) if escorted(pos, figure)]


def stair_path(pos: YangtzePosition, figure: Figure, floor: int) -> Path | None:
    """The way of a figure with stairs to a floor in it; None where there are none."""
    book = pos.book
    track, room, here = pos.track[figure], pos.room[figure], pos.floor[figure]
    there = book.table.building(*track[-1][1:]) if track else room
    enters = there not in (OUTDOORS, room)
    if (there if enters else room) == OUTDOORS or floor == (0 if enters else here):
        return None
    if floor >= book.table.buildings[there if enters else room].construction.floors:
        return None
    if not enters:
        return flight_of_stairs(((0, pos.x[figure], pos.y[figure]),), 0, book.stairs, (here, floor))
    if any(climb.floor for climb in pos.stairs[figure]):
        return None
    return upstairs(pos, Path(track, pos.stairs[figure]), floor)


def plan_march(pos: YangtzePosition, action: Action) -> None:
    """Note what has been planned, and give every figure its way."""
    match action:
        case March(unit, route):
            pos.plan = put(pos.plan, unit, Marching(landings_of(pos.plan[unit])))
            leader = guide(pos, unit)
            assert leader is not None
            set_tracks(pos, in_step(pos, unit, leader, route))
        case Pace(piece, route):
            figure = pos.book.the_figure(piece)
            start = (pos.x[figure], pos.y[figure])
            way = follow(pos, pos.book.figures[figure].unit, (start, *route))
            set_tracks(pos, {figure: stays_up(pos, figure, way.track)})
        case Stairs(piece, floor):
            unit, alone = pos.book.unit_of(piece), pos.book.as_figure(piece)
            men = climbers(pos, unit) if alone is None else [alone]
            pos.plan = put(pos.plan, unit, pos.plan[unit] or Marching())
            paths = {man: stair_path(pos, man, floor) for man in men}
            set_tracks(pos, {man: path for man, path in paths.items() if path is not None})
        case Form(unit, spacing, shape):
            pos.plan = put(pos.plan, unit, replace(_march_of(pos, unit), formed=True))
            set_tracks(pos, form(pos, unit, shape, spacing))
        case Dismount(unit) | Mount(unit):
            on_its_way = pos.plan[unit] is not None
            pos.plan = put(pos.plan, unit, replace(_march_of(pos, unit), horses=True) if on_its_way else Saddling())


def _march_of(pos: YangtzePosition, unit: Unit) -> Marching:
    """The march to which something is added."""
    plan = pos.plan[unit]
    assert isinstance(plan, Marching)
    return plan


def set_tracks(pos: YangtzePosition, paths: dict[Figure, Path]) -> None:
    tracks, stairs = list(pos.track), list(pos.stairs)
    for figure, path in paths.items():
        tracks[figure], stairs[figure] = path
    pos.track, pos.stairs = tuple(tracks), tuple(stairs)
