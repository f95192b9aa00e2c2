"""13.4 Vehicle overruns: a vehicle drives at an enemy unit, takes its fire, and runs over whoever is in the way."""

from __future__ import annotations

from shapan.ground.table import OUTDOORS, Pt, Walk, ahead, cut, outline, rectangle, side_of
from shapan.kernel import Frame, Step, amended

from ..actions import OVERRUN
from ..dice import purpose, roll
from ..fire.defence import defence, defend
from ..movement.settling import beside, everybody
from ..movement.ways import tread
from ..placing import under
from ..position import LOST, STANDING, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit, put
from .crews import immobile
from .driving import course, drive_on, easy_way, footprints, top_speed, way_from

LONG = 1000 * SCALE
"""How far ahead the line of a vehicle's path is drawn."""


def overruns(pos: YangtzePosition) -> None:
    """13.4, R6: vehicles that declared an overrun move before everybody else; a train has no choice (S13).

    From here on all plans show, and nobody changes his after a look at the other's (5.0).
    """
    pos.learned()
    units = [unit for unit in pos.book.every_unit if pos.in_play(unit) and runs_over(pos, unit)]
    pos.then(*(Overrun(unit, pos.at[unit][:2]) for unit in units))


def runs_over(pos: YangtzePosition, unit: Unit) -> bool:
    plan = pos.plan[unit]
    if plan[:1] != ("drive",):
        return False
    if plan[1] == OVERRUN:
        return True
    return pos.book.units[unit].kind == "train" and bool(in_path(pos, unit, course(pos, unit, plan[2])))


class Overrun(Frame):
    """13.4: a vehicle drives at men."""

    unit: Unit
    origin: tuple[int, int]
    """Where its way began."""
    spent: int = 0
    """How much of its way it has made."""
    met: tuple[Figure, ...] = ()
    """The figures that it has come to so far."""


class RunOver(Step[YangtzePosition, Overrun]):
    """Man after man as the vehicle comes to them: it drives up, a halted unit that has not fired does so (6.1), then a
    die: odd, he is overrun; even, he gets out of the way."""

    case = "13.4"

    def settle(self, pos: YangtzePosition, at: Overrun) -> bool:
        unit = at.unit
        way = self._way(pos, unit, at.origin)
        men = [(far, figure) for far, figure in in_path(pos, unit, way) if figure not in at.met]
        if immobile(pos, unit) or not men:
            return self._finish(pos, at, way)
        far, figure = men[0]
        came = drive_on(pos, unit, way, pos.plan[unit][1], (at.spent, far - 1))
        if came < _before(pos, unit, way, far):
            return self._finish(pos, at, way)
        defender = pos.book.figures[figure].unit
        if able := defence(pos, defender, unit):
            pos.become(amended(at, spent=came))
            defend(pos, able, unit)
            return False
        pos.become(amended(at, spent=came, met=(*at.met, figure)))
        roll(pos, 1, run_over, figure, unit)
        return False

    def _way(self, pos: YangtzePosition, unit: Unit, origin: tuple[int, int]) -> Walk:
        """The way that is left to it: a hit may have cost it half its speed."""
        way = way_from(pos, unit, origin, pos.plan[unit][2])
        most = top_speed(pos, unit, easy_way(pos, unit, way), pos.plan[unit][1])[1]
        return Walk(cut(way.track, most), way.snag) if way.spent > most else way

    def _finish(self, pos: YangtzePosition, at: Overrun, way: Walk) -> bool:
        unit = at.unit
        pos.done()
        if not immobile(pos, unit):
            drive_on(pos, unit, way, pos.plan[unit][1], (at.spent, way.spent))
        pos.plan = put(pos.plan, unit, ("driven",))
        pos.tell("S12.1", "event.drives", unit=unit)
        return False


def _before(pos: YangtzePosition, unit: Unit, way: Walk, far: int) -> int:
    """The last stretch of a vehicle's way before it comes so far: whoever does not get there has been stopped."""
    return max((spent for spent, _ in footprints(pos, unit, way, pos.plan[unit][1]) if spent < far), default=0)


def in_path(pos: YangtzePosition, unit: Unit, way: Walk) -> list[tuple[int, Figure]]:
    """13.4, R52: the enemies on foot whom the vehicle meets in the open, with how far on its way, nearest first."""
    found: dict[Figure, int] = {}
    for spent, there in footprints(pos, unit, way, pos.plan[unit][1] if pos.plan[unit] else OVERRUN):
        for figure in under(pos, outline(rectangle(*there, *pos.book.units[unit].size))):
            enemy = pos.owner[pos.book.figures[figure].unit] != pos.owner[unit]
            if enemy and not sheltered(pos, figure):
                found.setdefault(figure, spent)
    return sorted((spent, figure) for figure, spent in found.items())


def sheltered(pos: YangtzePosition, figure: Figure) -> bool:
    """R52: indoors, in a trench or among trees nobody is overrun."""
    safe = pos.book.charts["overrun"]["safe_ground"]
    return pos.room[figure] != OUTDOORS or pos.book.table.ground(pos.x[figure], pos.y[figure]).name in safe


@purpose("overrun")
def run_over(pos: YangtzePosition, die: int, figure: Figure, unit: Unit) -> None:
    """13.4: odd, the figure is overrun; even, it is set aside to the nearer edge of the vehicle's path (R52)."""
    piece = pos.book.piece_of_figure(figure)
    if die in pos.book.charts["overrun"]["overrun_on"]:
        pos.tell("13.4", "event.overrun", piece=piece, score=die)
        pos.remove([figure], LOST)
        return
    pos.tell("13.4", "event.escapes", piece=piece, score=die)
    if pos.fate[figure] == STANDING:
        pos.stand(figure, *aside(pos, figure, unit))


def aside(pos: YangtzePosition, figure: Figure, unit: Unit) -> Pt:
    """R52: to the nearer edge of the path, just clear of the vehicle; to the other one if there is no free way there,
    or beside where he stands if there is none either."""
    crowd = everybody(pos, pos.floor[figure])
    crowd.remove(figure)
    here = (pos.x[figure], pos.y[figure])
    there = next((edge for edge in _edges(pos, figure, unit) if _steps(pos, figure, edge)), here)
    return beside(pos, figure, *there, crowd)


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
