"""S12 Vehicles, S13 trains, S14 vessels: how they move, who gets on and off, 13.4 overruns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shapan.ground.table import (
    Pt,
    Walk,
    ahead,
    at_spent,
    bearing,
    contains,
    length,
    near_polygon,
    near_polygons,
    outline,
    rectangle,
    turned,
    walk,
)
from shapan.kernel import Refusal, Step

from .actions import HALT, MOVE, ONWARD, OVERRUN, RETREAT, REVERSE, SKIRMISH
from .air import fly_all
from .cards import immobile, manned
from .dice import purpose, roll
from .position import ABOARD, HALF_SPEED, LOST, STANDING, STEERING, YangtzePosition, other, put
from .setup import afloat, crowd, hull_refusal, set_down, spiral
from .sighting import nearest_point
from .specs import SCALE
from .ways import SNAGS, escorted, movers

EASY = ("road", "track", "bridge", "jetty", "bare", "rail")


# --- S12.1 driving ------------------------------------------------------------


def top_speed(pos: YangtzePosition, unit: int, easy: bool, manner: str) -> tuple[int, int]:
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


def course(pos: YangtzePosition, unit: int, route: tuple[Pt, ...]) -> Walk:
    """A vehicle's way, judged like any other for its class of mover."""
    x, y, _ = pos.at[unit]
    return walk(pos.book.table, pos.book.way(unit), ((x, y), *route), 0, pos.shut_for(unit))


def drive_refusal(pos: YangtzePosition, unit: int, manner: str, route: tuple[Pt, ...]) -> Refusal | None:
    """S12.1, S13: judge any drive."""
    spec = pos.book.units[unit]
    if not spec.carrier or spec.kind == "vessel":
        return Refusal("S12.1", "refusal.no_vehicle")
    if refusal := immobile(pos, unit):
        return refusal
    if spec.kind == "train" and not all(on_rail(pos, point) for point in route):
        return Refusal("S13", "refusal.rails")
    if spec.kind != "train" and (refusal := turn_refusal(pos, unit, manner, route)):
        return refusal
    way = course(pos, unit, route)
    if way.snag is not None:
        return Refusal(*SNAGS[way.snag])
    low, high = top_speed(pos, unit, easy_way(pos, unit, way), manner)
    if way.spent < low:
        return Refusal("S12.1", "refusal.minimum", least=low // SCALE)
    if way.spent > high:
        return Refusal("S12.1", "refusal.maximum", most=high // SCALE)
    x, y = way.end
    end = facing(pos, unit, manner, route)
    if any(not pos.book.table.on_table(*corner) for corner in rectangle(x, y, end, *spec.size)):
        return Refusal("S3.5", "refusal.off_table")
    return None


def on_rail(pos: YangtzePosition, point: Pt) -> bool:
    return any(strip.surface.name == "rail" and contains(strip.edges, *point) for strip in pos.book.table.strips)


def easy_way(pos: YangtzePosition, unit: int, way: Walk) -> bool:
    """S12.1: the whole way on roads, bridges, jetties, bare ground or inside a town; a train always."""
    if pos.book.units[unit].kind == "train":
        return True
    table = pos.book.table
    marks = range(0, way.spent + 1, 20 * SCALE)
    return all(table.ground(*p).name in EASY or table.on("town", *p) for p in (at_spent(way.track, s) for s in marks))


def turn_refusal(pos: YangtzePosition, unit: int, manner: str, route: tuple[Pt, ...]) -> Refusal | None:
    """S12.1: no corner over 45 degrees, 90 in all; a tank any corner, 180 in all."""
    extra = pos.book.charts["movement"]["extra"]
    x, y, heading = pos.at[unit]
    if manner == REVERSE:
        heading = (heading + 180) % 360
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


def facing(pos: YangtzePosition, unit: int, manner: str, route: tuple[Pt, ...]) -> int:
    """The heading after a drive. A train keeps its nose where it was."""
    x, y, heading = pos.at[unit]
    if pos.book.units[unit].kind == "train":
        return heading
    points = [(x, y), *route]
    for (ax, ay), (bx, by) in zip(reversed(points[:-1]), reversed(points[1:]), strict=True):
        if (ax, ay) != (bx, by):
            course = bearing(bx - ax, by - ay)
            return (course + 180) % 360 if manner == REVERSE else course
    return heading


def drives(pos: YangtzePosition, unit: int) -> Iterator[tuple[str, list[tuple[Pt, ...]]]]:
    """Candidates: ahead and to either side at several distances; overruns of enemies ahead; reverse."""
    for manner in (ONWARD, OVERRUN, REVERSE):
        if manner == OVERRUN and not enemies_near(pos, unit):
            continue
        x, y, heading = pos.at[unit]
        if manner == REVERSE:
            heading += 180
        routes: list[tuple[Pt, ...]] = []
        turns = (0, 180) if pos.book.units[unit].kind == "train" else (0, -20, 20, -45, 45)
        for turn in turns:
            for easy in (True, False):
                low, high = top_speed(pos, unit, easy, manner)
                routes += [(ahead(x, y, heading + turn, far),) for far in (high, (low + high) // 2, low)]
        fine = [r for r in dict.fromkeys(routes) if min(r[0]) >= 0 and drive_refusal(pos, unit, manner, r) is None]
        if fine:
            yield manner, fine


def enemies_near(pos: YangtzePosition, unit: int) -> bool:
    reach = top_speed(pos, unit, True, OVERRUN)[1]
    x, y, _ = pos.at[unit]
    return any(
        (pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2 <= reach * reach
        for enemy in pos.units_of(other(pos.owner[unit]))
        if not pos.hidden >> enemy & 1
        for f in pos.standing[enemy]
    )


# --- S14.1 sailing ------------------------------------------------------------


def bow_moves(pos: YangtzePosition, unit: int, start: int, end: int) -> int:
    """How far a pivot moves the bow."""
    half = pos.book.units[unit].size[0] // 2
    return length(*ahead(0, 0, start, half), *ahead(0, 0, end, half))


def bow_limit(pos: YangtzePosition, unit: int) -> int:
    """12.2, S14.1: the bow's displacement in a turn; 25 mm after a steering hit, half at half speed."""
    if pos.damage[unit] & STEERING:
        return int(pos.book.charts["vessel_damage"]["steering_bow_limit"]) * SCALE
    limit = int(pos.book.charts["movement"][pos.book.units[unit].move]["bow"]) * SCALE
    return limit // 2 if pos.damage[unit] & HALF_SPEED else limit


def run_limits(pos: YangtzePosition, unit: int, heading: int) -> tuple[int, int]:
    """S14.1, S14.4: the run's least and most, with the current for or against it."""
    low, high = pos.book.allowance(unit, MOVE)
    if pos.damage[unit] & HALF_SPEED:
        high //= 2
    current = pos.book.sheet.get("current")
    if current and pos.book.switches["river_current"]:
        angle = turned(heading, int(current["heading"]))
        push = int(current["mm"]) * SCALE
        high += push if angle < 90 else -push if angle > 90 else 0
    return min(low, max(high, 0)), max(high, 0)


def sail_refusal(pos: YangtzePosition, unit: int, turn: int, run: int, then: int) -> Refusal | None:
    """S14.1, S14.2: judge any course."""
    spec = pos.book.units[unit]
    if spec.kind != "vessel":
        return Refusal("S14.1", "refusal.no_vessel")
    if refusal := immobile(pos, unit):
        return refusal
    x, y, heading = pos.at[unit]
    if bow_moves(pos, unit, heading, turn) + bow_moves(pos, unit, turn, then) > bow_limit(pos, unit):
        return Refusal("S14.1", "refusal.bow", most=bow_limit(pos, unit) // SCALE)
    low, high = run_limits(pos, unit, turn)
    if not low <= run * SCALE <= high:
        return Refusal("S14.1", "refusal.run", least=low // SCALE, most=high // SCALE)
    for far in (*range(0, run * SCALE, 50 * SCALE), run * SCALE):
        px, py = ahead(x, y, turn, far)
        if refusal := hull_refusal(pos, unit, px, py, turn):
            return refusal
    return hull_refusal(pos, unit, *ahead(x, y, turn, run * SCALE), then)


def sailings(pos: YangtzePosition, unit: int) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """Candidates: straight on and slight turns, at full, half and least run; the second pivot keeps the course."""
    if immobile(pos, unit):
        return
    _, _, heading = pos.at[unit]
    for angle in (0, -10, 10, -25, 25):
        turn = (heading + angle) % 360
        low, high = run_limits(pos, unit, turn)
        for run in dict.fromkeys((high // SCALE, (low + high) // (2 * SCALE), low // SCALE)):
            headings = dict.fromkeys((turn, heading))
            ends = [then for then in headings if sail_refusal(pos, unit, turn, run, then) is None]
            if ends:
                yield (turn, run), ends


# --- S12.3, S14.5 getting on and off ------------------------------------------------------------


def land_refusal(pos: YangtzePosition, unit: int, point: Pt) -> Refusal | None:
    """4.6, S12.3, S14.5: riders leave a halted carrier; if it moves, they step off where it stops."""
    carrier = pos.riding(unit)
    if carrier < 0:
        return Refusal("4.6", "refusal.not_riding", unit=unit)
    if pos.card[unit] not in (MOVE, SKIRMISH):
        return Refusal("4.6", "refusal.stays_aboard", unit=unit)
    if pos.book.units[unit].kind == "civilian" and not pos.in_play(unit):
        return Refusal("S17.1", "refusal.escort")
    if pos.card[carrier] == HALT and not landing_spots(pos, unit, carrier, point, _leash(pos, unit)):
        return Refusal("S14.5", "refusal.no_landing", unit=unit)
    return None


def _leash(pos: YangtzePosition, unit: int) -> int:
    return pos.book.allowance(unit, pos.card[unit])[1] - pos.book.embark


def landing_spots(pos: YangtzePosition, unit: int, carrier: int, point: Pt, leash: int) -> dict[int, Pt]:
    """Where the riders of one carrier come to stand about a point; empty when nobody can."""
    book = pos.book
    men = [f for f in pos.alive(unit) if pos.fate[f] == ABOARD and pos.aboard[f] == carrier]
    edges = pos.body(carrier)
    taken = crowd(pos, pos.owner[unit])
    radius = book.units[unit].radius
    found: dict[int, Pt] = {}
    spots = iter(spiral(2 * radius + radius // 4, book.radius))
    for figure in men:
        for dx, dy in spots:
            x, y = point[0] + dx, point[1] + dy
            if _can_land(pos, unit, edges, (x, y), radius, leash) and taken.free(x, y, radius):
                found[figure] = (x, y)
                taken.add((figure, x, y, radius))
                break
    return found


def _can_land(
    pos: YangtzePosition, unit: int, edges: tuple[tuple[int, int, int, int], ...], spot: Pt, radius: int, leash: int
) -> bool:
    """From within 25 mm of the hull a clear way leads there."""
    book = pos.book
    x, y = spot
    if not book.table.on_table(x, y, radius) or near_polygon(edges, x, y) < radius * radius:
        return False
    if any(near_polygon(other_edges, x, y) < radius * radius for _, other_edges in pos.bodies):
        return False
    rule = book.way(unit)
    if book.table.building(x, y) < 0 and not book.table.ground(x, y).cost[rule.mover]:
        return False
    hx, hy = nearest_point(edges, x, y)
    way = walk(book.table, rule, ((x, y), (hx, hy)), 0, pos.shut_for(unit))
    gap = length(*way.end, hx, hy)
    return gap <= book.alongside + radius and way.spent <= leash


def landings(pos: YangtzePosition, unit: int) -> list[Pt]:
    """Candidate points round a halted carrier."""
    carrier = pos.riding(unit)
    if carrier < 0 or pos.card[carrier] != HALT or pos.card[unit] not in (MOVE, SKIRMISH):
        return []
    spec = pos.book.units[carrier]
    x, y, heading = pos.at[carrier]
    far = spec.size[1] // 2 + pos.book.alongside + pos.book.units[unit].radius
    long = spec.size[0] // 2 + pos.book.alongside
    points = [ahead(x, y, heading + 90, far), ahead(x, y, heading - 90, far)]
    points += [ahead(x, y, heading, long), ahead(x, y, heading + 180, long)]
    for along in (-spec.size[0] // 3, spec.size[0] // 3):
        base = ahead(x, y, heading, along)
        points += [ahead(*base, heading + 90, far), ahead(*base, heading - 90, far)]
    fine = [point for point in points if pos.book.table.on_table(*point)]
    return [point for point in dict.fromkeys(fine) if land_refusal(pos, unit, point) is None]


def embark_refusal(pos: YangtzePosition, unit: int, carrier: int) -> Refusal | None:
    """S12.3, S14.5: a unit on MOVE goes aboard a halted carrier of its side with seats left."""
    book = pos.book
    if carrier >= len(book.units) or not book.units[carrier].carrier or pos.owner[carrier] != pos.owner[unit]:
        return Refusal("S12.3", "refusal.no_carrier")
    if pos.card[unit] != MOVE or book.units[unit].kind in ("gun", "mounted") or not pos.in_play(carrier):
        return Refusal("S12.3", "refusal.no_carrier")
    if pos.card[carrier] != HALT:
        return Refusal("S12.3", "refusal.carrier_moves", unit=carrier)
    if not any(reach_hull(pos, figure, carrier) for figure in movers(pos, unit)):
        return Refusal("S12.3", "refusal.carrier_far", unit=carrier)
    if seats_left(pos, carrier) <= 0:
        return Refusal("S12.3", "refusal.seats", unit=carrier)
    return None


def seats_left(pos: YangtzePosition, carrier: int) -> int:
    riders = [f for f in pos.crew(carrier) if pos.book.figures[f].unit != carrier]
    return pos.book.units[carrier].seats - len(riders)


def reach_hull(pos: YangtzePosition, figure: int, carrier: int) -> bool:
    unit = pos.book.figures[figure].unit
    if not escorted(pos, figure):
        return False
    edges = pos.body(carrier)
    x, y = pos.x[figure], pos.y[figure]
    hx, hy = nearest_point(edges, x, y)
    way = walk(pos.book.table, pos.book.way(unit), ((x, y), (hx, hy)), 0, pos.shut_for(unit))
    close = length(*way.end, hx, hy) <= pos.book.alongside + pos.book.figures[figure].radius
    return close and way.spent + pos.book.embark <= pos.book.allowance(unit, MOVE)[1]


def embarkations(pos: YangtzePosition, unit: int) -> list[int]:
    return [carrier for carrier in pos.book.carriers if embark_refusal(pos, unit, carrier) is None]


def embark_all(pos: YangtzePosition) -> None:
    """S12.3: those who planned it go aboard, and riders of carriers that moved step off beside them."""
    fates, aboard = list(pos.fate), list(pos.aboard)
    for unit, plan in enumerate(pos.plan):
        if plan[:1] != ("embark",) or not pos.in_play(plan[1]):
            continue
        room = seats_left(pos, plan[1])
        for figure in movers(pos, unit):
            if room > 0 and reach_hull(pos, figure, plan[1]):
                fates[figure], aboard[figure] = ABOARD, plan[1]
                room -= 1
        pos.fate, pos.aboard = tuple(fates), tuple(aboard)
        pos.derive()
        pos.tell("S12.3", "event.embarks", unit=unit, unit2=plan[1])
    disembark(pos, moved=True)


def disembark(pos: YangtzePosition, moved: bool = False) -> None:
    """S12.3, S14.5: riders get off: of a halted carrier with the movement that is left, of another beside the hull."""
    for unit, plan in enumerate(pos.plan):
        carrier = pos.riding(unit)
        if plan[:1] != ("land",) or carrier < 0 or (pos.card[carrier] != HALT) != moved:
            continue
        leash = pos.book.alongside * 2 if moved else _leash(pos, unit)
        spots = landing_spots(pos, unit, carrier, plan[1], leash)
        if spots:
            set_down(pos, spots)
            pos.tell("S14.5", "event.lands", unit=unit, unit2=carrier, count=len(spots))


# --- moving, and 13.4 overruns ------------------------------------------------------------


def overruns(pos: YangtzePosition) -> None:
    """13.4: vehicles that declared an overrun move before everybody else."""
    units = [unit for unit, plan in enumerate(pos.plan) if plan[:2] == ("drive", OVERRUN) and pos.in_play(unit)]
    if units:
        pos.call("overrun", tuple(units), (), ())


class Overrun(Step[YangtzePosition]):
    """13.4: the vehicle drives; for each figure in its path one die: odd, it is overrun."""

    name = "overrun"
    case = "13.4"

    def settle(self, pos: YangtzePosition) -> bool:
        units, path, figures = pos.frame
        if figures:
            pos.become(units, path, figures[1:])
            if pos.fate[figures[0]] == STANDING:
                roll(pos, 1, "overrun", figures[0])
            return False
        if path:
            pos.become(units[1:], (), ())
            drive_along(pos, units[0], pos.plan[units[0]][2], ONWARD, through=True)
            return False
        if not units:
            pos.done()
            return False
        way = course(pos, units[0], pos.plan[units[0]][2])
        pos.become(units, (1,), tuple(in_path(pos, units[0], way)))
        return False


def in_path(pos: YangtzePosition, unit: int, way: Walk) -> list[int]:
    """13.4, R52: enemy foot in the corridor that the vehicle sweeps, in the open."""
    width = pos.book.units[unit].size[1] // 2
    found = []
    for enemy in pos.units_of(other(pos.owner[unit])):
        for figure in pos.standing[enemy]:
            if pos.room[figure] >= 0 or pos.book.table.ground(pos.x[figure], pos.y[figure]).cover in (
                "hard",
                "hard_plus",
            ):
                continue
            reach = width + pos.book.figures[figure].radius
            for (_, ax, ay), (_, bx, by) in zip(way.track, way.track[1:], strict=False):
                if near_polygon(((ax, ay, bx, by), (bx, by, ax, ay)), pos.x[figure], pos.y[figure]) <= reach * reach:
                    found.append(figure)
                    break
    return found


@purpose("overrun")
def run_over(pos: YangtzePosition, die: int, figure: int) -> None:
    piece = pos.book.piece_of_figure(figure)
    if die in pos.book.charts["overrun"]["overrun_on"]:
        pos.tell("13.4", "event.overrun", piece=piece, score=die)
        pos.remove([figure], LOST)
    else:
        pos.tell("13.4", "event.escapes", piece=piece, score=die)


def advance_carriers(pos: YangtzePosition) -> None:
    """S7: vehicles and vessels make their move; aircraft fly."""
    for unit, plan in enumerate(pos.plan):
        if plan[:1] == ("drive",) and plan[1] != OVERRUN:
            drive_along(pos, unit, plan[2], plan[1])
        elif plan[:1] == ("sail",):
            _, turn, run, then = plan
            sail(pos, unit, turn, run * SCALE, then)
        elif pos.card[unit] == RETREAT and pos.book.units[unit].carrier:
            back_out(pos, unit)
    fly_all(pos)


def sail(pos: YangtzePosition, unit: int, turn: int, run: int, then: int) -> None:
    x, y, _ = pos.at[unit]
    far = 0
    while far < run and hull_refusal(pos, unit, *ahead(x, y, turn, far + SCALE * 10), turn) is None:
        far += SCALE * 10
    far = min(far, run)
    px, py = ahead(x, y, turn, far)
    end = then if hull_refusal(pos, unit, px, py, then) is None else turn
    if hull_refusal(pos, unit, px, py, end) is None:
        pos.at = put(pos.at, unit, (px, py, end))
    pos.derive()
    pos.tell("S14.1", "event.sails", unit=unit)


def back_out(pos: YangtzePosition, unit: int) -> None:
    """14.8: the vehicle reverses out of the built-up area as fast as it can."""
    x, y, heading = pos.at[unit]
    _, high = top_speed(pos, unit, True, ONWARD)
    route = (ahead(x, y, heading + 180, high),)
    drive_along(pos, unit, route, REVERSE)


def drive_along(pos: YangtzePosition, unit: int, route: tuple[Pt, ...], manner: str, through: bool = False) -> None:
    """The vehicle goes as far along its way as nobody stands in it."""
    spec = pos.book.units[unit]
    way = course(pos, unit, route)
    x, y, heading = pos.at[unit]
    best = (x, y, heading)
    step = 10 * SCALE
    for spent in (*range(step, way.spent, step), way.spent):
        px, py = at_spent(way.track, spent)
        if (px, py) == best[:2]:
            continue
        turn = bearing(px - best[0], py - best[1]) if spec.kind != "train" else heading
        turn = (turn + 180) % 360 if manner == REVERSE and spec.kind != "train" else turn
        if not fits(pos, unit, px, py, turn, through and spent < way.spent):
            if not through:
                break
            continue
        best = (px, py, turn)
    pos.at = put(pos.at, unit, best)
    pos.derive()
    pos.tell("S12.1", "event.drives", unit=unit)


def fits(pos: YangtzePosition, unit: int, x: int, y: int, heading: int, through: bool) -> bool:
    """Does the vehicle find room here? Passing over those who got out of its way is allowed on an overrun."""
    corners = rectangle(x, y, heading, *pos.book.units[unit].size)
    if any(not pos.book.table.on_table(*corner) for corner in corners):
        return False
    edges = outline(corners)
    if any(mate != unit and near_polygons(edges, body) == 0 for mate, body in pos.bodies):
        return False
    if through:
        return True
    left, right = min(c[0] for c in corners), max(c[0] for c in corners)
    top, bottom = min(c[1] for c in corners), max(c[1] for c in corners)
    for figures in pos.standing:
        for figure in figures:
            r = pos.book.figures[figure].radius
            fx, fy = pos.x[figure], pos.y[figure]
            if left - r <= fx <= right + r and top - r <= fy <= bottom + r and near_polygon(edges, fx, fy) < r * r:
                return False
    return True


def drift_all(pos: YangtzePosition) -> None:
    """S14.4: vessels that nobody works go with the current."""
    current: dict[str, Any] | None = pos.book.sheet.get("current")
    if not current or not pos.book.switches["river_current"]:
        return
    for unit in pos.book.carriers:
        spec = pos.book.units[unit]
        if spec.kind != "vessel" or spec.aground or not pos.is_body(unit) or manned(pos, unit):
            continue
        x, y, heading = pos.at[unit]
        px, py = ahead(x, y, int(current["heading"]), int(current["mm"]) * SCALE)
        if hull_refusal(pos, unit, px, py, heading) is None and afloat(pos, unit, px, py, heading):
            pos.at = put(pos.at, unit, (px, py, heading))
            pos.derive()
            pos.tell("S14.4", "event.drifts_down", unit=unit)
