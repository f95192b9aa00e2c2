"""S12.1 Driving and S13 trains: how vehicles move, turn, and find room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapan.ground.table import (
    Pt,
    Walk,
    ahead,
    at_spent,
    bearing,
    contains,
    cut,
    opposite,
    outline,
    rectangle,
    turned,
    walk,
)
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import MOVE, ONWARD, OVERRUN, REVERSE
from ..measure import told
from ..movement.ways import WAYPOINTS, snagged
from ..place import Pose, move
from ..placing import on_bodies, stands_on
from ..position import HALF_SPEED, YangtzePosition
from ..specs import SCALE
from ..who import Model, Unit
from ..works.barricades import at_barricade
from .crews import immobile

STEP = 10 * SCALE
"""How closely a drive is looked at."""
RAIL = "rail"
EASY = ("road", "track", "bridge", "jetty", "bare")


def top_speed(pos: YangtzePosition, unit: Unit, easy: bool, manner: str) -> tuple[int, int]:
    """S12.1, S3.8: the least and the most a vehicle may spend; off the road and in reverse less, half when damaged."""
    row = pos.book.charts["movement"][pos.book.units[unit].move]
    low, high = row[MOVE]
    if not easy:
        high = row.get("offroad", high)
    if manner == REVERSE:
        high //= int(pos.book.charts["movement"]["extra"]["reverse_divisor"])
    high *= SCALE
    if pos.damage[unit] & HALF_SPEED:
        high //= 2
    return min(low * SCALE, high), high


def course(pos: YangtzePosition, unit: Unit, route: tuple[Pt, ...]) -> Walk:
    """A vehicle's way, judged like any other for its class of mover."""
    x, y, _ = pos.at[unit]
    return walk(pos.table, pos.way(unit), ((x, y), *route), 0, pos.shut_for(unit))


def drive_refusal(pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...]) -> Refusal | None:
    """S12.1, S13: judge any drive."""
    spec = pos.book.units[unit]
    if not spec.carrier or spec.kind == "vessel":
        return Refusal("13.4" if manner == OVERRUN else "S12.1", "refusal.no_vehicle")
    if len(route) > WAYPOINTS:
        return Refusal("S3.3", "refusal.waypoints", count=WAYPOINTS)
    if refusal := immobile(pos, unit):
        return refusal
    if spec.kind != "train" and (refusal := turn_refusal(pos, unit, manner, route)):
        return refusal
    way = course(pos, unit, route)
    if spec.kind == "train" and (refusal := _off_the_rails(pos, way, route)):
        return refusal
    if way.snag is not None and not at_barricade(pos, *way.end):
        return snagged(pos, way)
    low, high = limits(pos, unit, way, manner)
    if way.spent < low and way.snag is None:
        return Refusal("S12.1", "refusal.minimum", least=told(pos, low))
    if way.spent > high:
        return Refusal("S12.1", "refusal.maximum", most=told(pos, high))
    x, y = way.end
    end = facing(pos, unit, manner, route)
    if any(not pos.book.table.on_table(*corner) for corner in rectangle(x, y, end, *spec.size)):
        return Refusal("S3.5", "refusal.off_table")
    return None


def _closely(way: Walk) -> Iterator[Pt]:
    """The points of a way, one every ten millimetres, and its end."""
    return (at_spent(way.track, spent) for spent in (*range(0, way.spent, STEP), way.spent))


def limits(pos: YangtzePosition, unit: Unit, way: Walk, manner: str) -> tuple[int, int]:
    """S12.1, S13: the least and the most of a drive. R111: a train that backs does so at half its rate, whatever it is
    called."""
    return top_speed(pos, unit, easy_way(pos, unit, way), REVERSE if astern(pos, unit, way) else manner)


def astern(pos: YangtzePosition, unit: Unit, way: Walk) -> bool:
    """R111: does a train's way begin to the rear?"""
    _, x, y = way.track[0]
    heading = pos.at[unit][2]
    if pos.book.units[unit].kind != "train":
        return False
    first = next((mark[1:] for mark in way.track if mark[1:] != (x, y)), None)
    return first is not None and turned(heading, bearing(first[0] - x, first[1] - y)) > 90


def _off_the_rails(pos: YangtzePosition, way: Walk, route: tuple[Pt, ...]) -> Refusal | None:
    """S13: a train's way lies on rails. R281: it does not turn back on itself, as sharply as no rails bend."""
    if not all(on_rail(pos, point) for point in (*route, *_closely(way))):
        return Refusal("S13", "refusal.rails")
    points = (way.track[0][1:], *route)
    legs = [bearing(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points) if (ax, ay) != (bx, by)]
    back = any(turned(one, two) > 90 for one, two in pairwise(legs))
    return Refusal("S13", "refusal.forward_or_back") if back else None


def on_rail(pos: YangtzePosition, point: Pt) -> bool:
    return any(strip.surface.name == RAIL and contains(strip.edges, *point) for strip in pos.book.table.strips)


def easy_way(pos: YangtzePosition, unit: Unit, way: Walk) -> bool:
    """S12.1: the whole way on roads, bridges, jetties, bare ground or inside a town; a train always."""
    if pos.book.units[unit].kind == "train":
        return True
    table = pos.book.table
    return all(table.ground(*point).name in EASY or table.on("town", *point) for point in _closely(way))


def turn_refusal(pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...]) -> Refusal | None:
    """S12.1: no corner over 45 degrees, 90 in all; a tank any corner, 180 in all."""
    extra = pos.book.charts["movement"]["extra"]
    x, y, heading = pos.at[unit]
    if manner == REVERSE:
        heading = opposite(heading)
    tank = pos.book.units[unit].tracked
    total = 0
    for px, py in route:
        if (px, py) == (x, y):
            continue
        course = bearing(px - x, py - y)
        angle = turned(heading, course)
        total += angle
        if not tank and angle > int(extra["vehicle_turn_corner"]):
            return Refusal("S12.1", "refusal.corner")
        heading, x, y = course, px, py
    limit = int(extra["tank_turn_total" if tank else "vehicle_turn_total"])
    return Refusal("S12.1", "refusal.turns") if total > limit else None


def facing(pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...]) -> int:
    """The heading after a drive. A train keeps its nose where it was."""
    x, y, heading = pos.at[unit]
    if pos.book.units[unit].kind == "train":
        return heading
    points = [(x, y), *route]
    for (ax, ay), (bx, by) in zip(reversed(points[:-1]), reversed(points[1:]), strict=True):
        if (ax, ay) != (bx, by):
            course = bearing(bx - ax, by - ay)
            return opposite(course) if manner == REVERSE else course
    return heading


def drives(pos: YangtzePosition, unit: Unit) -> Iterator[tuple[str, list[tuple[Pt, ...]]]]:
    """Candidates: ahead and to either side at several distances; overruns of enemies ahead; reverse."""
    for manner in (ONWARD, OVERRUN, REVERSE):
        if manner == OVERRUN and not enemies_near(pos, unit):
            continue
        x, y, heading = pos.at[unit]
        if manner == REVERSE:
            heading = opposite(heading)
        routes: list[tuple[Pt, ...]] = []
        turns = (0, 180) if pos.book.units[unit].kind == "train" else (0, -20, 20, -45, 45)
        for turn in turns:
            for easy in (True, False):
                low, high = top_speed(pos, unit, easy, manner)
                routes += [(ahead(x, y, heading + turn, far),) for far in (high, (low + high) // 2, low)]
        fine = [r for r in dict.fromkeys(routes) if min(r[0]) >= 0 and drive_refusal(pos, unit, manner, r) is None]
        if fine:
            yield manner, fine


def enemies_near(pos: YangtzePosition, unit: Unit) -> bool:
    reach = top_speed(pos, unit, True, OVERRUN)[1]
    x, y, _ = pos.at[unit]
    return any(
        (pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2 <= reach * reach
        for enemy in pos.units_of(other(pos.owner[unit]))
        if not pos.hidden >> enemy & 1
        for f in pos.standing[enemy]
    )


def back_out(pos: YangtzePosition, unit: Unit) -> tuple[Pt, ...]:
    """14.8, R53: the shortest way in reverse out of the built-up area at full speed; else as far back as it can."""
    _, high = top_speed(pos, unit, True, ONWARD)
    table = pos.book.table
    ranked: list[tuple[int, int, tuple[Pt, ...]]] = []
    for route in _ways_back(pos, unit, high):
        track = cut(course(pos, unit, route).track, high)
        marks = range(0, track[-1][0] + 1, STEP)
        out = next((spent for spent in marks if not table.on("town", *at_spent(track, spent))), None)
        rank = (1, -track[-1][0]) if out is None else (0, out)
        end = track[-1][0] if out is None else min(out + STEP, track[-1][0])
        ranked.append((*rank, (*(mark[1:] for mark in track[1:] if mark[0] < end), at_spent(track, end))))
    return min(ranked, key=lambda entry: entry[:2])[2]


def _ways_back(pos: YangtzePosition, unit: Unit, far: int) -> list[tuple[Pt, ...]]:
    """Ways in reverse: straight or at an angle; a train's lies on its rails (S13)."""
    x, y, heading = pos.at[unit]
    if pos.book.units[unit].kind == "train":
        return [rails_behind(pos, unit) or ((x, y),)]
    return [(ahead(x, y, opposite(heading) + turn, far),) for turn in (0, -20, 20, -45, 45)]


def rails_behind(pos: YangtzePosition, unit: Unit) -> tuple[Pt, ...]:
    """S13: the bends of the rails behind a train, up to where they end."""
    x, y, heading = pos.at[unit]
    here, back = (x, y), opposite(heading)
    left = [strip for strip in pos.book.table.strips if strip.surface.name == RAIL]
    found: list[Pt] = []
    while left:
        ends = [
            (turned(back, bearing(ex - here[0], ey - here[1])), strip, (ex, ey))
            for strip in left
            if contains(strip.edges, *here)
            for ex, ey in _ends(strip.points)
            if (ex, ey) != here
        ]
        if not ends or min(end[0] for end in ends) > 90:
            break
        _, taken, there = min(ends, key=lambda end: end[0])
        left.remove(taken)
        back, here = bearing(there[0] - here[0], there[1] - here[1]), there
        found.append(there)
    return tuple(found)


def _ends(corners: tuple[Pt, ...]) -> tuple[Pt, Pt]:
    """The middle of either end of a stretch of road or rail."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return ((ax + dx) // 2, (ay + dy) // 2), ((bx + cx) // 2, (by + cy) // 2)


def way_from(pos: YangtzePosition, unit: Unit, origin: Pt, route: tuple[Pt, ...]) -> Walk:
    """The way of a drive that began at this point."""
    return walk(pos.table, pos.way(unit), (origin, *route), 0, pos.shut_for(unit))


def footprints(pos: YangtzePosition, unit: Unit, way: Walk, manner: str) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Where the vehicle stands after each stretch of its way."""
    turn = pos.at[unit][2]
    x, y = way.track[0][1:]
    for spent in (*range(STEP, way.spent, STEP), way.spent):
        px, py = at_spent(way.track, spent)
        if (px, py) != (x, y) and pos.book.units[unit].kind != "train":
            turn = bearing(px - x, py - y)
            turn = opposite(turn) if manner == REVERSE else turn
        x, y = px, py
        yield spent, (x, y, turn)


def drive_on(pos: YangtzePosition, unit: Unit, way: Walk, manner: str, reach: tuple[int, int]) -> int:
    """The vehicle goes on along its way from what it has spent to what it may, as far as nobody stands in it."""
    start, upto = reach
    came, place = start, pos.at[unit]
    for spent, there in footprints(pos, unit, way, manner):
        if spent <= start:
            continue
        if spent > upto or not fits(pos, unit, *there):
            break
        came, place = spent, there
    if place != pos.at[unit]:
        move(pos, (Model(unit), Pose(*place)))
    return came


def fits(pos: YangtzePosition, unit: Unit, x: int, y: int, heading: int) -> bool:
    """Does the vehicle find room here?"""
    corners = rectangle(x, y, heading, *pos.book.units[unit].size)
    if any(not pos.book.table.on_table(*corner) for corner in corners):
        return False
    edges = outline(corners)
    return not on_bodies(pos, unit, x, y, edges) and not stands_on(pos, edges)
