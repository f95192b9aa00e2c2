"""Where things are.

A figure stands on the ground or on a floor, is aboard a carrier, swims, or is off the table. A gun, vehicle, vessel or
aircraft lies where its model is, and its mounts with it. A load lies on the ground, is aboard, or is carried.

:func:`move` takes a thing from one place to another. Nobody else writes where anything is, so that nobody can forget
what follows from it: the room that a figure is in, who stands, which outlines bar the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .fates import ABOARD, LEFT, STANDING
from .who import ByFigure, Figure, Model, Mounted, Unit, V

if TYPE_CHECKING:
    from .position import YangtzePosition

OFF_TABLE: Final = (-1, -1, 0)
"""At rest: the place of a model that is off the table."""


class Spot(NamedTuple):
    """On the table: on the ground, or on a floor of the building there."""

    x: int
    y: int
    floor: int = 0
    room: int | None = None
    """The building, where whoever moves him has followed him there; otherwise it is looked for."""


class Water(NamedTuple):
    """S14.7: in deep water."""

    x: int
    y: int


class Berth(NamedTuple):
    """S12.3, S14.5: a seat in a vehicle, or the deck of a vessel."""

    carrier: Unit


class Off(NamedTuple):
    """Not on the table: still to come, or gone, and how."""

    fate: int = LEFT


class Pose(NamedTuple):
    """Where a model lies, and its heading."""

    x: int
    y: int
    heading: int = 0


class Hands(NamedTuple):
    """S17.6: a load between those who carry it, at the point where they have it."""

    bearers: tuple[Figure, ...]
    x: int
    y: int


class Parcel(NamedTuple):
    """S17.6: a load, by its number."""

    number: int


Place: TypeAlias = Spot | Water | Berth | Off | Pose | Hands
Thing: TypeAlias = Figure | Model | Parcel
"""What can be moved: a figure by its number, the model of a unit, a load."""


class Load(NamedTuple):
    """S17.6: a load: what it is, the carrier that holds it if one does, where it stands, who has it, who carries it."""

    name: str
    carrier: Unit | None
    x: int
    y: int
    side: int
    """The side that has it."""
    bearers: tuple[Figure, ...] = ()
    away: bool = False
    """Has that side brought it off the table?"""

    @property
    def place(self) -> Place:
        if self.away:
            return Off()
        if self.carrier is not None:
            return Berth(self.carrier)
        return Hands(self.bearers, self.x, self.y) if self.bearers else Spot(self.x, self.y)

    @property
    def on_ground(self) -> bool:
        return self.carrier is None and not self.bearers and not self.away


def place_of(pos: YangtzePosition, thing: Thing | Mounted) -> Place:
    """Where a thing is now; a mount is with its vehicle or vessel."""
    match thing:
        case Mounted(mount):
            return Berth(pos.book.mounts[mount].unit)
        case Model(unit):
            return Pose(*pos.at[unit]) if pos.at[unit] != OFF_TABLE else Off()
        case Parcel(number):
            return pos.cargo[number].place
        case figure:
            return _figure_place(pos, figure)


def _figure_place(pos: YangtzePosition, figure: Figure) -> Place:
    fate = pos.fate[figure]
    if fate == ABOARD:
        return Berth(pos.carrier(figure))
    if fate != STANDING:
        return Off(fate)
    if pos.swimming >> figure & 1:
        return Water(pos.x[figure], pos.y[figure])
    return Spot(pos.x[figure], pos.y[figure], pos.floor[figure], pos.room[figure])


def move(pos: YangtzePosition, *moves: tuple[Thing, Place]) -> None:
    """Each of these things comes to its place."""
    people: list[tuple[Figure, Place]] = []
    models: list[tuple[Unit, Place]] = []
    for thing, place in moves:
        match thing:
            case Model(unit):
                models.append((unit, place))
            case Parcel(number):
                _move_load(pos, number, place)
            case figure:
                people.append((figure, place))
    if models:
        at = list(pos.at)
        for unit, place in models:
            at[unit] = (place.x, place.y, place.heading) if isinstance(place, Pose) else OFF_TABLE
        pos.at = tuple(at)
    changed = _move_people(pos, people) if people else False
    if models and (changed or not pos.standing):
        pos.derive()
    elif models:
        pos.derive_bodies()
    elif changed:
        pos.derive_people({pos.book.figures[figure].unit for figure, _ in people})


def walk_on(pos: YangtzePosition, steps: list[tuple[Figure, Spot]]) -> None:
    """Figures who stand on the table come to other points of it: what :func:`move` does, for those of whom nothing else
    changes. Everybody who moves comes here at every tick that somebody looks at."""
    if not steps:
        return
    xs, ys = list(pos.x), list(pos.y)
    rooms: list[int] | None = None
    floors: list[int] | None = None
    for figure, (x, y, floor, followed) in steps:
        xs[figure], ys[figure] = x, y
        room = pos.book.table.building(x, y) if followed is None else followed
        if room != pos.room[figure]:
            rooms = list(pos.room) if rooms is None else rooms
            rooms[figure] = room
        if floor != pos.floor[figure]:
            floors = list(pos.floor) if floors is None else floors
            floors[figure] = floor
    pos.x, pos.y = _kept(pos.x, xs), _kept(pos.y, ys)
    if rooms is not None:
        pos.room = tuple(rooms)
    if floors is not None:
        pos.floor = tuple(floors)
    if pos.swimming:
        for figure, _ in steps:
            pos.swimming &= ~(1 << figure)


def _move_people(pos: YangtzePosition, moves: list[tuple[Figure, Place]]) -> bool:
    """Who has come on the table, gone aboard or left it: is there anybody?"""
    xs, ys, rooms, floors = list(pos.x), list(pos.y), list(pos.room), list(pos.floor)
    fates, aboard, wet = list(pos.fate), list(pos.aboard), pos.swimming
    for figure, place in moves:
        fates[figure], aboard[figure] = STANDING, None
        wet &= ~(1 << figure)
        match place:
            case Spot(x, y, floor, room):
                xs[figure], ys[figure], floors[figure] = x, y, floor
                rooms[figure] = pos.book.table.building(x, y) if room is None else room
            case Water(x, y):
                xs[figure], ys[figure], floors[figure] = x, y, 0
                rooms[figure] = pos.book.table.building(x, y)
                wet |= 1 << figure
            case Berth(carrier):
                fates[figure], aboard[figure] = ABOARD, carrier
            case Off(fate):
                fates[figure] = fate
    before = (pos.fate, pos.aboard)
    pos.x, pos.y = _kept(pos.x, xs), _kept(pos.y, ys)
    pos.room, pos.floor = _kept(pos.room, rooms), _kept(pos.floor, floors)
    pos.fate, pos.aboard = _kept(pos.fate, fates), _kept(pos.aboard, aboard)
    pos.swimming = wet
    return pos.fate is not before[0] or pos.aboard is not before[1]


def _kept(before: ByFigure[V], now: list[V]) -> ByFigure[V]:
    """The very same tuple where nothing has changed, so that what was worked out from it still holds."""
    after = tuple(now)
    return before if after == before else after


def _move_load(pos: YangtzePosition, number: int, place: Place) -> None:
    load = pos.cargo[number]._replace(carrier=None, bearers=(), away=False)
    match place:
        case Berth(carrier):
            load = load._replace(carrier=carrier)
        case Hands(bearers, x, y):
            load = load._replace(bearers=bearers, x=x, y=y)
        case Spot(x, y):
            load = load._replace(x=x, y=y)
        case Off():
            load = load._replace(carrier=pos.cargo[number].carrier, away=True)
    pos.cargo = _exchanged(pos.cargo, number, load)


def possess(pos: YangtzePosition, number: int, side: int) -> None:
    """S17.6: a load comes into the hands of a side, wherever it is."""
    load = pos.cargo[number]
    if load.side != side:
        pos.cargo = _exchanged(pos.cargo, number, load._replace(side=side))


def _exchanged(cargo: tuple[Load, ...], number: int, load: Load) -> tuple[Load, ...]:
    return (*cargo[:number], load, *cargo[number + 1 :])
