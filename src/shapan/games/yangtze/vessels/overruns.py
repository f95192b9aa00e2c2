"""13.4 Vehicle overruns: a vehicle drives at an enemy unit, takes its fire, and runs over whoever is in the way."""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.table import OUTDOORS, Edge, Pt, Walk, ahead, bearing, cut, outline, rectangle, side_of
from shapan.kernel import Frame, Step, amended

from ..actions import OVERRUN
from ..dice import Stake, roll
from ..fire.defence import defence, defend
from ..movement.settling import beside, everybody
from ..movement.ways import own_limits, tread
from ..orders.planned import Driven, Driving
from ..placing import under
from ..position import LOST, STANDING, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit, put
from .carriers import BEATS
from .crews import immobile
from .driving import course, drive_on, footprints, limits, way_from

LONG = 1000 * SCALE
"""How far ahead the line of a vehicle's path is drawn."""


def overruns(pos: YangtzePosition) -> None:
    """13.4, R6: vehicles that declared an overrun move before everybody else; a train has no choice (S13).

    From here on all plans show, and nobody changes his after a look at the other's (5.0).
    """
    pos.learned()
    units = [unit for unit in pos.book.every_unit if pos.in_play(unit) and runs_over(pos, unit)]
    if units:
        pos.then(Overrun(tuple(Going(unit, *pos.at[unit][:2]) for unit in units)))


def runs_over(pos: YangtzePosition, unit: Unit) -> bool:
    plan = pos.plan[unit]
    if not isinstance(plan, Driving):
        return False
    if plan.manner == OVERRUN:
        return True
    return pos.book.units[unit].kind == "train" and bool(in_path(pos, unit, course(pos, unit, plan.route)))


def drive_of(pos: YangtzePosition, unit: Unit) -> Driving:
    """The plan of a vehicle that overruns."""
    plan = pos.plan[unit]
    assert isinstance(plan, Driving)
    return plan


class Going(NamedTuple):
    """13.4: a vehicle that drives at men."""

    unit: Unit
    x: int
    y: int
    """Where its way began."""
    spent: int = 0
    """How much of its way it has made."""
    met: tuple[Figure, ...] = ()
    """The figures that it has come to so far."""


class Overrun(Frame):
    """13.4: vehicles drive at men, all of them together: each in turn makes a stretch of its way (R77)."""

    vehicles: tuple[Going, ...]
    turn: int = 0
    """How many stretches have been made."""

    @property
    def now(self) -> Going:
        """The vehicle whose turn it is."""
        return self.vehicles[self.turn % len(self.vehicles)]

    @property
    def beat(self) -> int:
        """The stretch that it is to make."""
        return self.turn // len(self.vehicles)

    def having(self, going: Going) -> Overrun:
        """The same after that vehicle has come so far."""
        return amended(self, vehicles=tuple(going if old.unit == going.unit else old for old in self.vehicles))


class RunOver(Step[YangtzePosition, Overrun]):
    """Man after man as the vehicles come to them: one drives up, a halted unit that has not fired does so (6.1), then a
    die: odd, he is overrun; even, he gets out of the way."""

    case = "13.4"

    def settle(self, pos: YangtzePosition, at: Overrun) -> bool:
        if at.beat == BEATS:
            return self._finish(pos, at)
        going = at.now
        unit, manner = going.unit, drive_of(pos, going.unit).manner
        if immobile(pos, unit):
            return self._next(pos, at)
        way = self._way(pos, going)
        upto = way.spent * (at.beat + 1) // BEATS
        men = [(far, figure) for far, figure in in_path(pos, unit, way) if figure not in going.met and far <= upto]
        far, figure = men[0] if men else (upto + 1, None)
        going = going._replace(spent=drive_on(pos, unit, way, manner, (going.spent, far - 1)))
        if figure is None or going.spent < _before(pos, unit, way, far):
            return self._next(pos, at.having(going))
        if able := defence(pos, pos.book.figures[figure].unit, unit):
            pos.become(at.having(going))
            defend(pos, able, unit)
            return False
        pos.become(at.having(going._replace(met=(*going.met, figure))))
        roll(pos, 1, InTheWay(figure, unit))
        return False

    def _way(self, pos: YangtzePosition, going: Going) -> Walk:
        """The way that is left to it: a hit may have cost it half its speed."""
        plan = drive_of(pos, going.unit)
        way = way_from(pos, going.unit, (going.x, going.y), plan.route)
        most = limits(pos, going.unit, way, plan.manner)[1]
        return Walk(cut(way.track, most), way.snag) if way.spent > most else way

    def _next(self, pos: YangtzePosition, at: Overrun) -> bool:
        """It has made its stretch, or has been held up: another one's turn."""
        pos.become(amended(at, turn=at.turn + 1))
        return False

    def _finish(self, pos: YangtzePosition, at: Overrun) -> bool:
        pos.done()
        for going in at.vehicles:
            pos.plan = put(pos.plan, going.unit, Driven())
            pos.tell("S12.1", "event.drives", unit=going.unit)
        return False


def _before(pos: YangtzePosition, unit: Unit, way: Walk, far: int) -> int:
    """The last stretch of a vehicle's way before it comes so far: whoever does not get there has been stopped."""
    return max((spent for spent, _ in footprints(pos, unit, way, drive_of(pos, unit).manner) if spent < far), default=0)


def in_path(pos: YangtzePosition, unit: Unit, way: Walk) -> list[tuple[int, Figure]]:
    """13.4, R52: the enemies on foot whom the vehicle meets in the open, with how far on its way, nearest first."""
    found: dict[Figure, int] = {}
    plan = pos.plan[unit]
    manner = plan.manner if isinstance(plan, Driving) else OVERRUN
    for spent, there in footprints(pos, unit, way, manner):
        for figure in under(pos, outline(rectangle(*there, *pos.book.units[unit].size))):
            enemy = pos.owner[pos.book.figures[figure].unit] != pos.owner[unit]
            if enemy and not sheltered(pos, figure):
                found.setdefault(figure, spent)
    return sorted((spent, figure) for figure, spent in found.items())


def sheltered(pos: YangtzePosition, figure: Figure) -> bool:
    """R52: indoors, in a trench or among trees nobody is overrun."""
    safe = pos.book.charts["overrun"]["safe_ground"]
    return pos.room[figure] != OUTDOORS or pos.book.table.ground(pos.x[figure], pos.y[figure]).name in safe


class InTheWay(Stake, frozen=True, tag="overrun"):
    """13.4: odd, the figure is overrun; even, it is set aside to the nearer edge of the vehicle's path (R52)."""

    figure: Figure
    unit: Unit

    def scored(self, pos: YangtzePosition, die: int) -> None:
        piece = pos.book.piece_of_figure(self.figure)
        if die in pos.book.charts["overrun"]["overrun_on"]:
            pos.tell("13.4", "event.overrun", piece=piece, score=die)
            pos.remove([self.figure], LOST)
            return
        pos.tell("13.4", "event.escapes", piece=piece, score=die)
        if pos.fate[self.figure] == STANDING:
            pos.stand(self.figure, *aside(pos, self.figure, self.unit))
            go_on(pos, self.figure)


def aside(pos: YangtzePosition, figure: Figure, unit: Unit) -> Pt:
    """R52: to the nearer edge of the path, just clear of the vehicle; to the other one if there is no free way there,
    or beside where he stands if there is none either. Whoever is in his way, he leaves the vehicle's free."""
    crowd = everybody(pos, pos.floor[figure])
    crowd.remove(figure)
    here, path = (pos.x[figure], pos.y[figure]), _path(pos, unit)
    there = next((edge for edge in _edges(pos, figure, unit) if _steps(pos, figure, edge)), here)
    return beside(pos, figure, *there, crowd, path) or beside(pos, figure, *here, crowd, path) or here


def _path(pos: YangtzePosition, unit: Unit) -> list[tuple[Edge, ...]]:
    """The outlines of a vehicle on the rest of its way."""
    at = pos.nearest(Overrun)
    if at is None:
        return []
    plan, going = drive_of(pos, unit), at.now
    places = footprints(pos, unit, way_from(pos, unit, (going.x, going.y), plan.route), plan.manner)
    return [outline(rectangle(*there, *pos.book.units[unit].size)) for spent, there in places if spent > going.spent]


def go_on(pos: YangtzePosition, figure: Figure) -> None:
    """S7.5: he does what his card says all the same, from where he stands now to the first point of his way and on from
    there, as far as his move takes him."""
    track = pos.track[figure]
    if len(track) < 2:
        return
    _, x, y = track[0]
    heading = bearing(track[1][1] - x, track[1][2] - y)
    first = next((n for n, mark in enumerate(track[1:], 1) if bearing(mark[1] - x, mark[2] - y) != heading), len(track))
    spent, *turn = track[first - 1]
    way = tread(pos, pos.book.figures[figure].unit, ((pos.x[figure], pos.y[figure]), (turn[0], turn[1])))
    later = way.spent - spent
    rest = () if way.snag is not None else tuple((mark[0] + later, mark[1], mark[2]) for mark in track[first:])
    pos.track = put(pos.track, figure, cut((*way.track, *rest), own_limits(pos, figure)[1]))
    pos.stairs = put(
        pos.stairs, figure, tuple(climb._replace(spent=climb.spent + later) for climb in pos.stairs[figure])
    )


def _edges(pos: YangtzePosition, figure: Figure, unit: Unit) -> list[Pt]:
    """The points at either edge of the path abreast of a figure, the nearer one first."""
    x, y, heading = pos.at[unit]
    fx, fy = pos.x[figure], pos.y[figure]
    nose = ahead(x, y, heading, LONG)
    off = side_of(x, y, *nose, fx, fy) // LONG
    clear = pos.book.units[unit].size[1] // 2 + pos.book.figures[figure].radius + SCALE
    right, left = ahead(fx, fy, heading + 90, clear - off), ahead(fx, fy, heading + 270, clear + off)
    return [right, left] if off >= 0 else [left, right]


def _steps(pos: YangtzePosition, figure: Figure, there: Pt) -> bool:
    """Can a figure get there straight from where it is?"""
    return tread(pos, pos.book.figures[figure].unit, ((pos.x[figure], pos.y[figure]), there), free=True).snag is None
