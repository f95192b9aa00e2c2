"""S14.7 Swimming: figures in deep water make for the bank, and some of them drown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapan.ground.table import Crowd, Pt, Tabletop, ahead, bearing, length
from shapan.kernel import Frame, Step

from ..dice import Stake, roll
from ..movement.settling import everybody
from ..place import Spot, Water, move
from ..placing import outward
from ..position import LEFT, LOST, STANDING, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit

FAR = 400
COARSE = 15
FINE = 20
"""How fine the search for the bank is: board units and degrees between two places that are looked at, at first and then
where there is one."""
ASIDE = 15
"""By how many degrees more somebody swims aside who cannot go straight on."""


def deep(pos: YangtzePosition, x: int, y: int) -> bool:
    """Water in which nobody on foot can stand."""
    ground = pos.book.table.ground(x, y)
    return ground.water and not ground.cost[0]


def overboard(pos: YangtzePosition, unit: Unit, figures: Sequence[Figure]) -> None:
    """S14.9: those who are aboard when a hull goes down are in the water about it; without the rule they are lost."""
    if not pos.book.switches["swimming"]:
        pos.remove(figures, LOST)
        return
    x, y, _ = pos.at[unit]
    spots = water_about(pos, unit, figures, (x, y))
    pos.remove([figure for figure in figures if figure not in spots], LOST)
    if spots:
        pos.tell("S14.7", "event.overboard", unit=unit, count=len(spots))
    dive(pos, spots)


def dive(pos: YangtzePosition, spots: dict[Figure, Pt]) -> None:
    """Figures come into the water at these points; shallows and the bank itself may be among them."""
    move(pos, *((figure, Water(*spot)) for figure, spot in spots.items() if deep(pos, *spot)))
    for figure, spot in spots.items():
        if not deep(pos, *spot):
            ashore(pos, figure, spot)


def water_about(pos: YangtzePosition, unit: Unit, figures: Sequence[Figure], centre: Pt) -> dict[Figure, Pt]:
    """Free places in the water round a point, nearest first."""
    book = pos.book
    if not figures:
        return {}
    taken = everybody(pos)
    radius = max(book.figures[figure].radius for figure in figures)
    places = outward(3 * radius, book.radius * 2)
    found: dict[Figure, Pt] = {}
    for figure in figures:
        for dx, dy in places:
            x, y = centre[0] + dx, centre[1] + dy
            wet = book.table.on_table(x, y, radius) and book.table.ground(x, y).water
            if wet and _open_water(pos, (x, y), radius, taken):
                found[figure] = (x, y)
                taken.add((figure, x, y, radius))
                break
    return found


def _open_water(pos: YangtzePosition, point: Pt, radius: int, taken: Crowd) -> bool:
    """S2.3: does nobody swim or stand here, and no hull lie?"""
    return taken.free(*point, radius) and not pos.on_body(*point, radius)


def swim(pos: YangtzePosition) -> tuple[Swimmers, ...]:
    """At the end of the turn a die for every swimmer; whoever is nearer to the bank swims before those behind him, so
    that nobody is held up by a friend who goes the same way (S2.3)."""
    swimmers = [f for f in pos.book.everyone if pos.swimming >> f & 1]
    return (Swimmers(tuple(sorted(swimmers, key=lambda f: _to_bank(pos, f)))),) if swimmers else ()


def _to_bank(pos: YangtzePosition, figure: Figure) -> int:
    """How far he has to swim; where there is no bank, that is all one."""
    here = (pos.x[figure], pos.y[figure])
    goal = bank(pos, *here)
    return 0 if goal is None else length(*here, *goal)


class Swimmers(Frame):
    """S14.7: the end of a turn for those in the water."""

    left: tuple[Figure, ...]
    """The figures that have not swum yet."""


class Swim(Step[YangtzePosition, Swimmers]):
    """S14.7: one after the other."""

    case = "S14.7"

    def settle(self, pos: YangtzePosition, at: Swimmers) -> bool:
        if not at.left:
            pos.done()
            return False
        pos.become(Swimmers(at.left[1:]))
        roll(pos, 1, Stroke(at.left[0]))
        return False


class Stroke(Stake, frozen=True, tag="swim"):
    """A one drowns him; otherwise he comes nearer to the bank."""

    figure: Figure

    def scored(self, pos: YangtzePosition, die: int) -> None:
        piece = pos.book.piece_of_figure(self.figure)
        if pos.fate[self.figure] != STANDING:
            return
        if die in pos.book.charts["movement"]["extra"]["drown_on"]:
            pos.tell("S14.7", "event.drowns", piece=piece, score=die)
            pos.remove([self.figure], LOST)
            return
        here = (pos.x[self.figure], pos.y[self.figure])
        taken = everybody(pos)  # hidden or not: nobody comes to rest on another
        taken.remove(self.figure)
        radius = pos.book.figures[self.figure].radius
        goal = bank(pos, *here, lambda point: _open_water(pos, point, radius, taken))
        if goal is None:
            return
        most, away = pos.book.allowance("swim", "MOVE")[1], length(*here, *goal)
        heading = bearing(goal[0] - here[0], goal[1] - here[1])
        there = goal if away <= most else _stroke(pos, (here, heading, most), radius, taken)
        if deep(pos, *there):
            move(pos, (self.figure, Water(*there)))
        else:
            ashore(pos, self.figure, there)


def _stroke(pos: YangtzePosition, way: tuple[Pt, int, int], radius: int, taken: Crowd) -> Pt:
    """Where he comes who has farther to swim: straight for the bank, round whoever is in his way there, or else as near
    to him as he can."""
    here, heading, far = way
    for aside in range(0, 90, ASIDE):
        for turned in (heading + aside, heading - aside):
            there = ahead(*here, turned % 360, far)
            if pos.book.table.on_table(*there, radius) and _open_water(pos, there, radius, taken):
                return there
    return _farthest(pos, way, radius, taken)


def _farthest(pos: YangtzePosition, way: tuple[Pt, int, int], radius: int, taken: Crowd) -> Pt:
    """S2.3: as far as he gets without lying on somebody else or under a hull; at worst he treads water."""
    here, heading, far = way
    for stroked in range(far, 0, -SCALE):
        there = ahead(*here, heading, stroked)
        if _open_water(pos, there, radius, taken):
            return there
    return here


def ashore(pos: YangtzePosition, figure: Figure, there: Pt) -> None:
    """On firm ground again. The crew of a vessel that is gone have done their part and leave the table."""
    move(pos, (figure, Spot(*there)))
    pos.tell("S14.7", "event.ashore", piece=pos.book.piece_of_figure(figure))
    if pos.book.units[pos.book.figures[figure].unit].carrier:
        pos.remove([figure], LEFT)


def bank(pos: YangtzePosition, x: int, y: int, room: Callable[[Pt], bool] = lambda point: True) -> Pt | None:
    """The nearest point of the water's edge on which a man can stand and has room to."""
    table = pos.book.table
    reach = max(table.width, table.height)
    for far in range(FAR, reach, FAR):
        if any(_shore(table, *ahead(x, y, heading, far)) for heading in range(0, 360, COARSE)):
            # Somewhere within the last step: the nearest point of it.
            for near in range(far - FAR + FINE, far + 1, FINE):
                for heading in range(0, 360, 3):
                    point = ahead(x, y, heading, near)
                    edge = _shore(table, *point) and deep(pos, *ahead(x, y, heading, near - FINE))
                    if edge and room(point):
                        return point
    return None


def _shore(table: Tabletop, x: int, y: int) -> bool:
    return table.on_table(x, y, 2 * SCALE) and bool(table.ground(x, y).cost[0])
