"""S15 Aircraft: flight, and where on it they attack."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from shapan.ground.table import Pt, ahead, bearing, length, near_segment, turned
from shapan.kernel import Action, Refusal

from ..actions import MOVE, Bomb
from ..measure import told
from ..noted import Absence, Attack
from ..orders.planned import Flying
from ..place import Off, Pose, move
from ..position import TO_COME, YangtzePosition
from ..specs import SCALE
from ..who import Model, Unit, numbered


def attack_of(pos: YangtzePosition, unit: Unit) -> Attack | None:
    """The attack of one aircraft."""
    return next((attack for attack in pos.attacks if attack.unit == unit), None)


def on_edge(pos: YangtzePosition, x: int, y: int) -> bool:
    table = pos.book.table
    return x in (0, table.width) or y in (0, table.height)


def fly_refusal(pos: YangtzePosition, unit: Unit, route: tuple[Pt, ...]) -> Refusal | None:
    """S15.1: 300 to 900 mm; turns up to 45 degrees at the start and after each 300; from the edge any way (S15.4)."""
    if not pos.book.units[unit].aircraft:
        return Refusal("S15.1", "refusal.no_aircraft")
    extra = pos.book.charts["movement"]["extra"]
    x, y, heading = pos.at[unit]
    total = 0
    every = int(extra["aircraft_turn_every"]) * SCALE
    for number, (px, py) in enumerate(route):
        if not pos.book.table.on_table(px, py):
            return Refusal("S3.5", "refusal.off_table")
        leg = length(x, y, px, py)
        course = bearing(px - x, py - y)
        free = number == 0 and on_edge(pos, x, y)
        if leg == 0 or (not free and turned(heading, course) > int(extra["aircraft_turn_step"])):
            return Refusal("S15.1", "refusal.flight_turn")
        if number < len(route) - 1 and leg < every:
            return Refusal("S15.1", "refusal.flight_leg", least=told(pos, every))
        total += leg
        heading, x, y = course, px, py
    low, high = pos.allowance(unit, MOVE)
    if total > high:
        return Refusal("S15.1", "refusal.maximum", most=told(pos, high))
    if total < low and not on_edge(pos, x, y):
        return Refusal("S15.1", "refusal.minimum", least=told(pos, low))
    return None


def flights(pos: YangtzePosition, unit: Unit) -> list[tuple[Pt, ...]]:
    """Candidates: straight and slight turns at three distances, cut at the edge of the table. Points are whole numbers:
    what is left of the least distance may be a hair's breadth too little."""
    x, y, heading = pos.at[unit]
    low, high = pos.allowance(unit, MOVE)
    routes = []
    for angle in (0, -20, 20, -45, 45):
        for far in (high, (low + high) // 2, low):
            there = _to_edge(pos, x, y, heading + angle, far)
            short = far == low > length(x, y, *there)
            routes.append((_to_edge(pos, x, y, heading + angle, far + 1) if short else there,))
    return [route for route in dict.fromkeys(routes) if fly_refusal(pos, unit, route) is None]


def _to_edge(pos: YangtzePosition, x: int, y: int, heading: int, far: int) -> Pt:
    """A point so far ahead, or where the line leaves the table."""
    table = pos.book.table
    px, py = ahead(x, y, heading, far)
    if table.on_table(px, py):
        return px, py
    low, high = 0, far
    while high - low > 1:
        middle = (low + high) // 2
        if table.on_table(*ahead(x, y, heading, middle)):
            low = middle
        else:
            high = middle
    px, py = ahead(x, y, heading, high)
    return min(max(px, 0), table.width), min(max(py, 0), table.height)


class Leg(NamedTuple):
    """A straight part of a flight, from one point to another."""

    ax: int
    ay: int
    bx: int
    by: int

    @property
    def course(self) -> int:
        return bearing(self.bx - self.ax, self.by - self.ay)

    def point(self, far: int) -> Pt:
        """The point so far along it."""
        return ahead(self.ax, self.ay, self.course, far)


def legs(pos: YangtzePosition, unit: Unit) -> list[Leg]:
    """The legs of a planned flight."""
    plan = pos.plan[unit]
    if not isinstance(plan, Flying):
        return []
    points = [pos.at[unit][:2], *plan.route]
    return [Leg(*start, *end) for start, end in pairwise(points)]


def attack_refusal(pos: YangtzePosition, unit: Unit, make: type[Action], point: Pt) -> Refusal | None:
    """10.1, 10.2, S15.3: one attack a turn, at a point of the flight, with a bomb left."""
    if unit >= len(pos.book.units) or not pos.book.units[unit].aircraft or not isinstance(pos.plan[unit], Flying):
        return Refusal("10.2", "refusal.no_aircraft")
    if attack_of(pos, unit):
        return Refusal("10.2", "refusal.one_attack")
    if make is Bomb and pos.bombs[unit] <= 0:
        return Refusal("10.1", "refusal.no_bombs")
    if not any(near_segment(*point, leg) <= SCALE * SCALE for leg in legs(pos, unit)):
        return Refusal("S15.3", "refusal.off_flight")
    return None


def attack_points(pos: YangtzePosition, unit: Unit, make: type[Action]) -> list[Pt]:
    """Candidates: points of the flight over or short of enemies."""
    found = []
    for leg in legs(pos, unit):
        whole = length(*leg)
        found += [leg.point(whole * part // 5) for part in range(5)]
    fine = [p for p in dict.fromkeys(found) if min(p) >= 0]
    return [point for point in fine if attack_refusal(pos, unit, make, point) is None]


def course_at(pos: YangtzePosition, unit: Unit, x: int, y: int) -> int:
    """The direction of flight at a point of the plan."""
    leg = min(legs(pos, unit), key=lambda one_leg: near_segment(x, y, one_leg))
    return leg.course


def fly_all(pos: YangtzePosition) -> None:
    """S15.1: aircraft fly their plans."""
    for unit, plan in numbered(pos.plan):
        if not isinstance(plan, Flying):
            continue
        pos.attacks = tuple(
            attack if attack.unit != unit else attack._replace(course=course_at(pos, unit, attack.x, attack.y))
            for attack in pos.attacks
        )
        last = legs(pos, unit)[-1]
        move(pos, (Model(unit), Pose(last.bx, last.by, last.course)))
        pos.tell("S15.1", "event.flies", unit=unit)


def inward(pos: YangtzePosition, x: int, y: int) -> int:
    """The heading from a point of the edge to the middle of the table."""
    return bearing(pos.book.table.width // 2 - x, pos.book.table.height // 2 - y)


EDGES = ("N", "E", "S", "W")


def edge_of(pos: YangtzePosition, x: int, y: int) -> int:
    """Which edge of the table a point lies on."""
    table = pos.book.table
    gaps = (y, table.width - x, table.height - y, x)
    return gaps.index(min(gaps))


def leave_table_by_air(pos: YangtzePosition) -> None:
    """S15.2: an aircraft whose flight has ended at the edge is gone; it may return there the turn after next."""
    for unit, spec in numbered(pos.book.units):
        x, y, _ = pos.at[unit]
        if spec.aircraft and pos.laid_out(unit) and isinstance(pos.plan[unit], Flying) and on_edge(pos, x, y):
            pause = int(pos.book.charts["movement"]["extra"]["aircraft_return_turns"])
            pos.away = (*pos.away, Absence(unit, edge_of(pos, x, y), pos.turn + pause))
            move(pos, (Model(unit), Off()), *((figure, Off(TO_COME)) for figure in pos.book.men[unit]))
            pos.tell("S15.2", "event.flies_off", unit=unit)


def absent(pos: YangtzePosition, unit: Unit) -> Absence | None:
    """How an aircraft has left, if it has."""
    return next((gone for gone in pos.away if gone.unit == unit), None)


def return_refusal(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Refusal | None:
    """S15.2: it comes back at any point of the edge by which it left."""
    gone = absent(pos, unit)
    assert gone is not None
    if not pos.book.table.on_table(x, y) or not _at_edge(pos, gone.edge, x, y):
        return Refusal("S15.2", "refusal.same_edge")
    return None


def _at_edge(pos: YangtzePosition, edge: int, x: int, y: int) -> bool:
    table = pos.book.table
    return (y == 0, x == table.width, y == table.height, x == 0)[edge]


def return_points(pos: YangtzePosition, unit: Unit) -> list[Pt]:
    """Candidates: the quarters of its edge."""
    gone = absent(pos, unit)
    table = pos.book.table
    if gone is None:
        return []
    long = table.width if EDGES[gone.edge] in "NS" else table.height
    marks = [long * part // 4 for part in (1, 2, 3)]
    fixed = (0, table.width, table.height, 0)[gone.edge]
    return [(mark, fixed) if EDGES[gone.edge] in "NS" else (fixed, mark) for mark in marks]


def come_back(pos: YangtzePosition, unit: Unit, x: int, y: int) -> None:
    pos.away = tuple(gone for gone in pos.away if gone.unit != unit)
    move(pos, (Model(unit), Pose(x, y, inward(pos, x, y))))
