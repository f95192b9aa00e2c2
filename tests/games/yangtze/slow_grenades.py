"""11.1 to 11.3: a grenade from the hand to the last man whom it strikes, told once more from the book alone."""

from __future__ import annotations

from typing import NamedTuple

from tests.games.yangtze.slow_fire import Shooter, at_most, spread
from tests.games.yangtze.slow_table import MM, against, cover, place, score, square
from tests.games.yangtze.slow_volley import CONFINED, Shot, steps

from shapan.games.yangtze.position import STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Unit
from shapan.ground.table import OUTDOORS


class Throw(NamedTuple):
    """A grenade in the air."""

    thrower: Figure
    mark: Figure
    room: int
    """The closed room in which it is to burst."""
    lands: int
    """What it needs to land."""
    tests: int
    """What those near the burst are tested at."""


def shooter_of(pos: YangtzePosition, thrower: Figure) -> Shooter:
    book = pos.book
    return Shooter(book.arm(thrower), book.weapons["grenade"], book.figures[thrower].unit, thrower, pos.aboard[thrower])


def closed(pos: YangtzePosition, figure: Figure) -> int:
    """S16.3: the confined place that he is in."""
    room = pos.room[figure]
    if room == OUTDOORS or pos.rubble >> room & 1 or not pos.table.buildings[room].construction.confined:
        return OUTDOORS
    return room


def throw(pos: YangtzePosition, thrower: Figure, mark: Figure, launched: bool) -> Throw:
    """11.1, 11.2, R38, R69: the normal score, by hand at short range, with a launcher long beyond 200 mm; one less in
    the room of the target; through an opening three from close by, else six, and nothing else."""
    shooter, room = shooter_of(pos, thrower), closed(pos, mark)
    grade = pos.book.units[shooter.unit].grade
    mine = room in (OUTDOORS, closed(pos, thrower))
    short = not launched or at_most(spread(pos, shooter, mark), 200 * MM)
    inside = room != OUTDOORS and mine
    duds = 1 if pos.book.switches["grenade_duds"] else 0
    normal = score(pos, grade, short, steps(pos, shooter) + duds - inside)
    if mine:
        return Throw(thrower, mark, room, normal, score(pos, grade, short, steps(pos, shooter) - inside))
    near = (100 if launched else 25) * MM
    close = any(
        square(place(pos, thrower), hole.at) <= (near + pos.book.radii[thrower]) ** 2
        for hole in pos.table.buildings[room].openings
    )
    return Throw(thrower, mark, room, 3 if close else 6, score(pos, grade, True, steps(pos, shooter) - 1))


def burst(pos: YangtzePosition, grenade: Throw) -> list[Shot]:
    """7.7, R20, S5.3: the mark is hit by the landing; every other base within 25 mm of his middle is tested, the
    thrower's too, in a room those of that room and floor alone, outside those outside; not who has fallen in this step.
    Cover counts from the thrower, and not in a room."""
    mark, centre = grenade.mark, place(pos, grenade.mark)
    caught = [
        f
        for f in pos.book.everyone
        if pos.fate[f] == STANDING
        and not pos.doomed >> f & 1
        and square(place(pos, f), centre) <= (25 * MM + pos.book.radii[f]) ** 2
        and closed(pos, f) == grenade.room
        and pos.floor[f] == pos.floor[mark]
    ]
    source, confined = place(pos, grenade.thrower), grenade.room != OUTDOORS
    shots = []
    for figure in [mark, *(f for f in caught if f != mark)]:
        has = "none" if confined else cover(pos, figure, source, pos.room[grenade.thrower], bullets=False)
        need, strict = (0, False) if figure == mark else against(grenade.tests, has)
        confirmed = CONFINED if confined else 5
        room = pos.room[grenade.thrower]
        shots.append(Shot(figure, None, need, strict, source, room, tuple(caught), bullets=False, open_die=confirmed))
    return shots


def launches(pos: YangtzePosition, figure: Figure) -> bool:
    return pos.book.figures[figure].weapon == "rifle_grenade"


def thrower_at(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Figure:
    return next(f for f in pos.book.men[unit] if pos.fate[f] == STANDING and place(pos, f) == (x, y))
