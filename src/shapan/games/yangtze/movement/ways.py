"""S3 Movement on foot and on horseback: allowances, ways, and formations that keep their places."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.ground.table import (
    OUTDOORS,
    Halt,
    Pt,
    Raster,
    Track,
    Walk,
    ahead,
    bearing,
    beyond,
    cut,
    known_walk,
    near_polygon,
    walk,
)
from shapan.ground.table.routes import Approach, Flood, straightened
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import SKIRMISH
from ..command import commanded, in_command
from ..fire.sighting import figure_sees, sees_body
from ..measure import told
from ..noted import Climb
from ..orders.planned import saddles
from ..position import STANDING, YangtzePosition
from ..specs import FOOT_KINDS, SCALE
from ..vessels.crews import hands
from ..who import Figure, Unit
from ..works.barricades import at_barricade
from ..works.loads import bearers
from .horses import toll

WAYPOINTS: Final = 8
WHOLE_TABLE: Final = 1 << 22
"""More than any way costs."""
UNARMED: Final = "unarmed"
SNAGS: Final = {
    Halt.GROUND: ("S3.6", "refusal.ground"),
    Halt.LINE: ("S3.1", "refusal.line"),
    Halt.GATE: ("S16.7", "refusal.gate_shut"),
    Halt.WALL: ("S16.1", "refusal.wall"),
    Halt.EDGE: ("S3.5", "refusal.off_table"),
}


class Path(NamedTuple):
    """The way of one figure: its track, and the stairs on it."""

    track: Track
    stairs: tuple[Climb, ...] = ()


def climbed(pos: YangtzePosition, figure: Figure, track: Track, floor: int = 0) -> Path:
    """S16.1: the way with its stairs: down before the figure leaves a house, up as soon as it has come into the one in
    which it goes up. Within a house it stays on its floor."""
    here = pos.floor[figure]
    if not here and not floor:
        return Path(track)
    table, cost = pos.book.table, pos.book.stairs
    there = table.building(*track[-1][1:])
    if there == pos.room[figure]:
        return flight_of_stairs(track, 0, cost, (here, floor)) if floor != here else Path(track)
    path = flight_of_stairs(track, 0, cost, (here, 0)) if here else Path(track)
    return path if there == OUTDOORS or not floor else upstairs(pos, path, floor)


def upstairs(pos: YangtzePosition, path: Path, floor: int) -> Path:
    """The way into a house with the stairs to a floor as soon as it has come in."""
    building = pos.book.table.building
    there = building(*path.track[-1][1:])
    inside = [number for number, mark in enumerate(path.track) if building(*mark[1:]) == there]
    # What the door or window costs is a mark of its own at the same point: the stairs come after it.
    at = max(number for number in inside if path.track[number][1:] == path.track[inside[0]][1:])
    up = flight_of_stairs(path.track, at, pos.book.stairs, (0, floor))
    return Path(up.track, (*path.stairs, *up.stairs))


def flight_of_stairs(track: Track, at: int, flight: int, floors: tuple[int, int]) -> Path:
    """The track with stairs at one of its marks, from one floor to another, each flight at this price."""
    spent, x, y = track[at]
    start, floor = floors
    cost = abs(floor - start) * flight
    rest = [(mark[0] + cost, mark[1], mark[2]) for mark in track[at + 1 :]]
    return Path((*track[: at + 1], (spent + cost, x, y), *rest), (Climb(spent + cost, floor, start),))


def floor_at(pos: YangtzePosition, figure: Figure, spent: int) -> int:
    """On which floor somebody was, or is, after spending so much on his way."""
    climbs = pos.stairs[figure]
    if not climbs:
        return pos.floor[figure]
    return next((climb.floor for climb in reversed(climbs) if climb.spent <= spent), climbs[0].start)


def follow(pos: YangtzePosition, unit: Unit, points: tuple[Pt, ...]) -> Walk:
    """The way of a figure of this unit along these points; remembered, since formations ask again and again."""
    book = pos.book
    return known_walk(pos.table, pos.way(unit), points, book.units[unit].radius, pos.shut_for(unit))


def tread(pos: YangtzePosition, unit: Unit, points: tuple[Pt, ...], free: bool = False) -> Walk:
    """The same for ways that are hardly ever asked for twice; with ``free`` for those that must be free."""
    book = pos.book
    return walk(pos.table, pos.way(unit), points, book.units[unit].radius, pos.shut_for(unit), free)


def entries(pos: YangtzePosition, unit: Unit, raster: Raster, here: Pt) -> dict[int, int]:
    """The squares of a raster that somebody can step straight to from where he stands, and what it costs him: the
    middle of his own may lie behind a wall."""
    found = {}
    for square in raster.about(here):
        step = tread(pos, unit, (here, raster.centre(square)))
        if step.snag is None and step.end == raster.centre(square):
            found[square] = step.spent
    return found


def way_round(pos: YangtzePosition, unit: Unit, here: Pt, lead: Flood | Approach) -> tuple[Pt, ...]:
    """S7.3: points of the shortest way from where somebody stands to the nearest of the squares to which he is led,
    however long it is; none where there is no way."""
    points = straightened(here, lead.way(here))
    if points and tread(pos, unit, (here, points[0])).snag is None:
        return points
    raster, begun = lead.raster, entries(pos, unit, lead.raster, here)
    costs = {square: cost + rest for square, cost in begun.items() if (rest := lead.cost(square)) is not None}
    if not costs:
        return points
    first = raster.centre(min(costs, key=lambda square: (costs[square], square)))
    return first, *(point for point in straightened(first, lead.way(first)) if point != first)


def snagged(pos: YangtzePosition, way: Walk) -> Refusal:
    """What has stopped a way."""
    assert way.snag is not None
    if way.snag is Halt.GATE and at_barricade(pos, *way.end):
        return Refusal("S16.8", "refusal.barricade")
    return Refusal(*SNAGS[way.snag])


def able(pos: YangtzePosition, figure: Figure) -> bool:
    """4.1, 8.4: may this figure move at all? In command, not pinned, not in contact."""
    if pos.fate[figure] != STANDING or (pos.pinned | pos.stuck | pos.touched | pos.swimming) >> figure & 1:
        return False
    return in_command(pos, figure)


def movers(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """The figures of a unit that are :func:`able` to move."""
    held = pos.pinned | pos.stuck | pos.touched | pos.swimming
    return [figure for figure in commanded(pos, unit) if not held >> figure & 1]


def escorted(pos: YangtzePosition, figure: Figure) -> bool:
    """S17.1: a civilian moves only with an armed friend within 75 mm; a captive goes with its captor alone (S17.2)."""
    book = pos.book
    unit = book.figures[figure].unit
    if book.units[unit].kind != "civilian":
        return True
    if pos.captive >> figure & 1:
        return False
    if any(pos.within(mate, figure, book.radius_reduced) for mate in armed(pos, pos.owner[unit])):
        return True
    return guarded_from_aboard(pos, figure, pos.owner[unit])


def guarded_from_aboard(pos: YangtzePosition, figure: Figure, side: int) -> bool:
    """S17.1, R110: is there somebody armed of this side aboard something within 75 mm?"""
    hulls = [
        body for body, _ in pos.bodies if pos.owner[body] == side and any(bears_arms(pos, f) for f in pos.crew(body))
    ]
    return any(pos.hull_gap(figure, body) <= pos.book.radius_reduced for body in hulls)


def armed(pos: YangtzePosition, side: int) -> list[Figure]:
    """S17.1: the figures on foot of a side that bear arms, as far as no forced state holds them."""
    return [f for f in steady(pos, side) if bears_arms(pos, f)]


def bears_arms(pos: YangtzePosition, figure: Figure) -> bool:
    return pos.book.figures[figure].weapon != UNARMED


def steady(pos: YangtzePosition, side: int) -> list[Figure]:
    """The figures on foot of a side that no forced state holds."""
    figures = pos.book.figures
    return [figure for figure in on_foot(pos, side) if not pos.forced_now(figures[figure].unit)]


def on_foot(pos: YangtzePosition, side: int) -> list[Figure]:
    """The figures of a side that stand on firm ground, whatever their state; not civilians."""
    units = [unit for unit in pos.units_of(side) if pos.book.units[unit].kind in FOOT_KINDS]
    return [figure for unit in units for figure in pos.standing[unit] if not pos.swimming >> figure & 1]


def guide(pos: YangtzePosition, unit: Unit) -> Figure | None:
    """The figure whose way an order to march names: the leader if he can move, else the first who can."""
    able_men = [figure for figure in movers(pos, unit) if escorted(pos, figure)]
    return next(iter(pos.leaders(able_men) or able_men), None)


def limits(pos: YangtzePosition, unit: Unit) -> tuple[int, int]:
    return pos.allowance(unit, pos.card[unit])


def own_limits(pos: YangtzePosition, figure: Figure) -> tuple[int, int]:
    """The least and the most that one figure spends: porters keep to their pace (S17.6), and who gets off or on a horse
    has that much less (S11)."""
    unit = pos.book.figures[figure].unit
    low, high = limits(pos, unit)
    if saddles(pos.plan[unit]):
        high -= toll(pos)
    if pos.cargo and figure in bearers(pos):
        high = min(high, int(pos.book.charts["works"]["porters_pace"]) * SCALE)
    return min(low, high), high


def way_refusal(pos: YangtzePosition, figure: Figure, route: tuple[Pt, ...]) -> Refusal | None:
    """Judge any way of one figure: 5.1, 5.2 minimum and maximum, S3 ground, 5.3 the 100 mm."""
    unit = pos.book.figures[figure].unit
    if len(route) > WAYPOINTS:
        return Refusal("S3.3", "refusal.waypoints", count=WAYPOINTS)
    if not able(pos, figure):
        case, key = why_unable(pos, figure)
        return Refusal(case, key)
    if not escorted(pos, figure):
        held = pos.captive >> figure & 1
        return Refusal("S17.2", "refusal.captive") if held else Refusal("S17.1", "refusal.escort")
    way = follow(pos, unit, ((pos.x[figure], pos.y[figure]), *route))
    if way.snag is Halt.WALL and not pos.way(unit).indoors:
        return Refusal("S11" if pos.on_horse(unit) else "S3.6", "refusal.indoors", unit=unit)
    if way.snag is not None:
        return snagged(pos, way)
    track = stays_up(pos, figure, way.track).track
    low, high = own_limits(pos, figure)
    case = "5.2" if pos.card[unit] == SKIRMISH else "5.1"
    if track[-1][0] < low:
        return Refusal(case, "refusal.minimum", least=told(pos, low))
    if track[-1][0] > high:
        if track[-1][0] <= limits(pos, unit)[1]:
            case = "S17.6" if figure in bearers(pos) else "S11"
        return Refusal(case, "refusal.maximum", most=told(pos, high))
    return close_refusal(pos, figure, track)


def stays_up(pos: YangtzePosition, figure: Figure, track: Track) -> Path:
    """S16.1: the way of somebody who takes the stairs only if he has to."""
    here = pos.floor[figure]
    inside = here and pos.book.table.building(*track[-1][1:]) == pos.room[figure]
    return climbed(pos, figure, track, here if inside else 0)


def why_unable(pos: YangtzePosition, figure: Figure) -> tuple[str, str]:
    if pos.fate[figure] != STANDING:
        return "5.0", "refusal.not_standing"
    if pos.pinned >> figure & 1:
        return "8.4", "refusal.pinned"
    if pos.touched >> figure & 1:
        return "6.2", "refusal.touched"
    if pos.swimming >> figure & 1:
        return "S14.7", "refusal.swims_figure"
    return "4.1", "refusal.out_of_command"


def close_refusal(pos: YangtzePosition, figure: Figure, track: Track) -> Refusal | None:
    """5.3, R72: from within 100 mm of an enemy in sight a figure may not begin by going nearer."""
    reach = pos.book.standoff
    near, bodies = near_enemies(pos, figure, reach), _near_bodies(pos, figure, reach)
    if not near and not bodies:
        return None
    x, y = pos.x[figure], pos.y[figure]
    first = next((mark for mark in track[1:] if (mark[1], mark[2]) != (x, y)), None)
    if first is None:
        return None
    sx, sy = ahead(x, y, bearing(first[1] - x, first[2] - y), SCALE)
    for enemy in near:
        before = pos.apart(figure, enemy)
        after = (sx - pos.x[enemy]) ** 2 + (sy - pos.y[enemy]) ** 2
        if after < before and figure_sees(pos, figure, enemy):
            return Refusal("5.3", "refusal.closer", most=told(pos, reach))
    for body in bodies:
        edges = pos.body(body)
        if near_polygon(edges, sx, sy) < near_polygon(edges, x, y) and sees_body(pos, figure, body):
            return Refusal("5.3", "refusal.closer", most=told(pos, reach))
    return None


def _near_bodies(pos: YangtzePosition, figure: Figure, reach: int) -> list[Unit]:
    """S12.2: manned enemy vehicles and vessels nearer than this, edge to edge."""
    unit = pos.book.figures[figure].unit
    if not pos.bodies:
        return []
    x, y, side, limit = pos.x[figure], pos.y[figure], pos.owner[unit], reach + pos.book.figures[figure].radius
    near = [(body, edges) for body, edges in pos.bodies if not pos.far_from(body, x, y, limit)]
    foes = [(body, edges) for body, edges in near if pos.owner[body] != side and hands(pos, body)]
    return [body for body, edges in foes if near_polygon(edges, x, y) < limit * limit]


def near_enemies(pos: YangtzePosition, figure: Figure, reach: int) -> list[Figure]:
    """Enemy foot nearer than this, edge to edge; the 100 mm are not kept from civilians (R9)."""
    key = ("near", figure, reach, pos.hidden)
    known = pos.scene.known
    if key not in known:
        known[key] = _near_enemies(pos, figure, reach)
    found: list[Figure] = known[key]
    return found


def _near_enemies(pos: YangtzePosition, figure: Figure, reach: int) -> list[Figure]:
    book = pos.book
    side = pos.owner[book.figures[figure].unit]
    x, y = pos.x[figure], pos.y[figure]
    found = []
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or book.units[unit].kind == "civilian" or not pos.standing[unit]:
            continue
        limit = reach + book.figures[figure].radius + book.units[unit].radius
        if beyond(pos.scene.box(pos, unit), x, y, limit):
            continue
        for enemy in pos.standing[unit]:
            if (pos.x[enemy] - x) ** 2 + (pos.y[enemy] - y) ** 2 < limit * limit:
                found.append(enemy)
    return found


def in_step(pos: YangtzePosition, unit: Unit, leader: Figure, route: tuple[Pt, ...]) -> dict[Figure, Path]:
    """The ways of a unit that keeps its formation: each figure goes the same way beside the guide, as far as its own
    allowance and the ground let it, and on until the minimum is spent."""
    table = pos.book.table
    found: dict[Figure, Path] = {}
    ox, oy = pos.x[leader], pos.y[leader]
    for figure in movers(pos, unit):
        if not escorted(pos, figure):
            continue
        dx, dy = pos.x[figure] - ox, pos.y[figure] - oy
        radius = pos.book.figures[figure].radius
        points = tuple(
            (min(max(x + dx, radius), table.width - radius), min(max(y + dy, radius), table.height - radius))
            for x, y in route
        )
        start = (pos.x[figure], pos.y[figure])
        low, high = own_limits(pos, figure)
        way = follow(pos, unit, (start, *points))
        path = stays_up(pos, figure, way.track)
        missing = low - path.track[-1][0]
        if missing > 0 and way.snag is None:
            path = stays_up(pos, figure, _further(pos, unit, (start, *points), way.spent, missing))
        path = path._replace(track=cut(path.track, high))
        if close_refusal(pos, figure, path.track) is None or figure == leader:
            found[figure] = path
    return found


def _further(pos: YangtzePosition, unit: Unit, points: tuple[Pt, ...], spent: int, missing: int) -> Track:
    """The same way, gone on in its last direction until what is missing has been spent."""
    (ax, ay), (bx, by) = points[-2], points[-1]
    there = ahead(bx, by, bearing(bx - ax, by - ay), missing + SCALE)
    return cut(follow(pos, unit, (*points, there)).track, spent + missing)
