"""14.0 What happens when morale fails, on the table: retreat to cover, flight to the home edge (S10)."""

from __future__ import annotations

from typing import Final, TypeAlias

from shapan.ground.table import OUTDOORS, Edge, Line, Pt, Track, ahead, cut, near_polygon, near_segment
from shapan.ground.table.geometry import contains, crosses
from shapan.mechanics.sides import other

from ..actions import FLEE, RETREAT
from ..fire.cover import RANK
from ..fire.sighting import nearest_point
from ..movement.settling import settle_bases
from ..movement.ways import Path, stays_up, tread
from ..place import Spot, move
from ..position import DESERTED, YangtzePosition
from ..specs import SCALE
from ..vessels.crews import hands
from ..who import Figure, Unit
from ..works.barricades import cleared

GOOD_COVER = "soft"
TURNS: Final = (0, -45, 45, -90, 90, -135, 135, 180)
"""S10.3: the way home and those beside it, the nearest to it first."""
ASIDE: Final = 90
"""From which turn on a way does not lead home any more."""

Refuge: TypeAlias = tuple[str, object]
"""A sort of cover, and which: a house, a stretch of ground, a line."""


def forced_tracks(pos: YangtzePosition) -> None:
    """S7.6: units that retreat or flee find their way in the common movement; panic needs no orders (S10.4)."""
    tracks, stairs = list(pos.track), list(pos.stairs)
    for unit in pos.book.every_unit:
        if pos.card[unit] == FLEE:
            goals, heading = home_squares(pos, unit), flight_heading(pos, unit)
            for figure in pos.standing[unit]:
                tracks[figure], stairs[figure] = flight(pos, unit, figure, goals, heading)
        elif pos.card[unit] == RETREAT:
            for figure, path in fall_back(pos, unit).items():
                tracks[figure], stairs[figure] = path
    pos.track, pos.stairs = tuple(tracks), tuple(stairs)


def home_squares(pos: YangtzePosition, unit: Unit) -> frozenset[int]:
    """S10.3: the squares along a side's home edge."""
    raster = pos.raster(unit)
    edge = pos.book.home[pos.book.units[unit].side]
    columns, rows = raster.columns, raster.rows
    if edge == "N":
        return frozenset(range(columns))
    if edge == "S":
        return frozenset((rows - 1) * columns + column for column in range(columns))
    column = 0 if edge == "W" else columns - 1
    return frozenset(row * columns + column for row in range(rows))


def flight(pos: YangtzePosition, unit: Unit, figure: Figure, goals: frozenset[int], heading: int) -> Path:
    """The way of one figure home, or to the nearest of these squares, as far as a charge move goes; where there is none
    or it leads nearer to the enemy, as far towards home as another one does."""
    here = (pos.x[figure], pos.y[figure])
    straight = tread(pos, unit, (here, _straight_home(pos, here, unit, heading, pos.flight(unit))))
    if straight.snag is None:
        return _as_far_as(pos, unit, figure, straight.track)
    points = pos.raster(unit).way(here, goals, 1 << 22)
    if points:
        path = _as_far_as(pos, unit, figure, tread(pos, unit, (here, *points)).track)
        if nearest_enemy(pos, unit, *path.track[-1][1:]) >= nearest_enemy(pos, unit, *here):
            return path
    aside = _aside(pos, unit, here) or points
    return _as_far_as(pos, unit, figure, tread(pos, unit, (here, *aside)).track) if aside else Path(())


def _aside(pos: YangtzePosition, unit: Unit, here: Pt) -> tuple[Pt, ...]:
    """S10.1, R151: the way to the point within a charge move that is nearest to the home edge, and no nearer to any
    enemy than here; none where every way leads towards one."""
    raster, reach, now = pos.raster(unit), pos.flight(unit), nearest_enemy(pos, unit, *here)
    best: tuple[int, int, int] | None = None
    for square, cost in raster.flood(frozenset({raster.square(*here)}), reach).rising():
        spot = raster.centre(square)
        far = _from_home(pos, unit, *spot)
        if (best is None or (far, cost) < best[:2]) and nearest_enemy(pos, unit, *spot) >= now:
            best = (far, cost, square)
    return raster.shortest(here, frozenset({best[2]}), reach) if best else ()


def fall_back(pos: YangtzePosition, unit: Unit) -> dict[Figure, Path]:
    """S10.2: all figures go to the cover, each to the nearest place of it that nobody else makes for."""
    raster, goals = pos.raster(unit), shelter(pos, unit)
    free, found = set(goals), {}
    for figure in pos.standing[unit] if goals else ():
        here = (pos.x[figure], pos.y[figure])
        points = raster.shortest(here, frozenset(free or goals), 1 << 22)
        if points:
            found[figure] = _as_far_as(pos, unit, figure, tread(pos, unit, (here, *points)).track)
            end = points[-1]
            near = 2 * pos.book.units[unit].radius
            free = {spot for spot in free if _apart(raster.centre(spot), end) >= near * near}
    return found


def _apart(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def _as_far_as(pos: YangtzePosition, unit: Unit, figure: Figure, track: Track) -> Path:
    """The way as far as a unit runs, down the stairs first."""
    path = stays_up(pos, figure, track)
    return path._replace(track=cut(path.track, pos.flight(unit)))


def _straight_home(pos: YangtzePosition, here: Pt, unit: Unit, heading: int, far: int) -> Pt:
    """The point so far away in this direction, or at the edge."""
    table, radius = pos.book.table, pos.book.units[unit].radius
    x, y = ahead(*here, heading, far)
    return min(max(x, radius), table.width - radius), min(max(y, radius), table.height - radius)


def _from_home(pos: YangtzePosition, unit: Unit, x: int, y: int) -> int:
    """How far a point is from the home edge of a unit's side."""
    table, edge = pos.book.table, pos.book.home[pos.book.units[unit].side]
    return {"N": y, "S": table.height - y, "W": x, "E": table.width - x}[edge]


def flight_heading(pos: YangtzePosition, unit: Unit) -> int:
    """S10.3: home, or the first way beside it that brings nobody nearer to an enemy than the unit is now."""
    home = {"N": 0, "E": 90, "S": 180, "W": 270}[pos.book.home[pos.book.units[unit].side]]
    if not pos.standing[unit]:
        return home
    first = pos.standing[unit][0]
    here, far = (pos.x[first], pos.y[first]), pos.flight(unit)
    now = nearest_enemy(pos, unit, *here)
    free = []
    for turn in TURNS:
        steps = [_straight_home(pos, here, unit, home + turn, far * part // 4) for part in (1, 2, 3, 4)]
        if all(nearest_enemy(pos, unit, *step) >= now for step in steps):
            if abs(turn) < ASIDE:
                return home + turn  # at the home edge he stops (R46)
            free.append((_apart(here, steps[-1]), home + turn))
    # Nobody runs against the side of the table who can run on: half as far at least as the longest way is.
    longest = max(free, default=(0, home))[0]
    return next((heading for run, heading in free if 4 * run >= longest), home)


def nearest_enemy(pos: YangtzePosition, unit: Unit, x: int, y: int) -> int:
    """The square of the distance to the nearest enemy, on foot or in something; large when there is none."""
    men = [(ex - x) ** 2 + (ey - y) ** 2 for ex, ey in _enemies(pos, unit)]
    return min([*men, *(near_polygon(edges, x, y) for edges in _hostile_bodies(pos, unit))], default=1 << 40)


def _enemies(pos: YangtzePosition, unit: Unit) -> list[Pt]:
    """Where the known enemies of a unit stand; nobody runs from civilians (R66)."""
    units = pos.book.units
    foes = [foe for foe in pos.units_of(other(pos.owner[unit])) if not pos.hidden >> foe & 1]
    armed = [foe for foe in foes if units[foe].kind != "civilian"]
    return [(pos.x[figure], pos.y[figure]) for foe in armed for figure in pos.standing[foe]]


def _hostile_bodies(pos: YangtzePosition, unit: Unit) -> list[tuple[Edge, ...]]:
    """S10.1: the outlines of what the enemy drives and sails."""
    return [edges for body, edges in pos.bodies if pos.owner[body] != pos.owner[unit] and hands(pos, body)]


def _foe_of(pos: YangtzePosition, unit: Unit, here: Pt) -> Pt | None:
    """Where the nearest enemy is, seen from here; of a vehicle or hull its nearest point."""
    points = [*_enemies(pos, unit), *(nearest_point(edges, *here) for edges in _hostile_bodies(pos, unit))]
    return min(points, key=lambda point: (_apart(point, here), point), default=None)


def rearward(pos: YangtzePosition, unit: Unit, here: Pt, there: Pt) -> bool:
    """14.4, S10.1: does a point lie to the rear, away from the nearest enemy?"""
    foe = _foe_of(pos, unit, here)
    if foe is None:
        return True
    return (there[0] - here[0]) * (here[0] - foe[0]) + (there[1] - here[1]) * (here[1] - foe[1]) > 0


def shelter(pos: YangtzePosition, unit: Unit) -> frozenset[int]:
    """14.4, S10.2: the nearest wood, house or hedge to the rear of the leader, within a charge move of his: the squares
    of it that are farther from the enemy, for him and for those who stand about him."""
    if not pos.standing[unit]:
        return frozenset()
    raster = pos.raster(unit)
    leader = pos.standing[unit][0]
    here = raster.square(pos.x[leader], pos.y[leader])
    reach = pos.flight(unit)
    front = (pos.x[leader], pos.y[leader])
    now = nearest_enemy(pos, unit, pos.x[leader], pos.y[leader])
    nearest: Refuge | None = None
    squares = []
    for square, cost in raster.flood(frozenset({here}), reach + pos.book.radius).rising():
        if cost > reach and nearest is None:
            break
        x, y = raster.centre(square)
        cover = refuge(pos, unit, x, y) if cost else None
        if cover is None or nearest not in (None, cover):
            continue
        if rearward(pos, unit, front, (x, y)) and nearest_enemy(pos, unit, x, y) > now:
            nearest = cover
            squares.append(square)
    return frozenset(squares)


def refuge(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Refuge | None:
    """S10.2: the house, ground or line that shelters a base here; None in the open and in a doorway."""
    table = pos.book.table
    room = table.building(x, y)
    if room != OUTDOORS:
        base = pos.book.units[unit].radius
        fits = all(near_segment(x, y, edge) >= base * base for edge in table.buildings[room].edges)
        return ("house", room) if fits and pos.way(unit).indoors and covered_ground(pos, x, y) else None
    if covered_ground(pos, x, y):
        return "ground", next((area for area in reversed(table.areas) if contains(area.edges, x, y)), None)
    line = behind_line(pos, unit, x, y)
    return ("line", line) if line else None


def covered_ground(pos: YangtzePosition, x: int, y: int) -> bool:
    table = pos.book.table
    room = table.building(x, y)
    cover = table.buildings[room].construction.cover if room != OUTDOORS else table.ground(x, y).cover
    return RANK[cover] >= RANK[GOOD_COVER]


def behind_line(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Line | None:
    """S10.2: the hedge or wall on whose far side, seen from the nearest enemy, a base here stands."""
    reach = pos.book.line_cover_gap + pos.book.units[unit].radius
    near = []
    for line in pos.book.table.lines:
        left, top, right, bottom = line.bounds
        beside = left - reach <= x <= right + reach and top - reach <= y <= bottom + reach
        if beside and RANK[line.obstacle.cover] >= RANK[GOOD_COVER] and not cleared(pos, line):
            near += [(edge, line) for edge in line.edges if near_segment(x, y, edge) <= reach * reach]
    foe = _foe_of(pos, unit, (x, y)) if near else None
    if foe is None:
        return None
    return next((line for edge, line in near if crosses(*foe, x, y, edge)), None)


def leave_table(pos: YangtzePosition) -> None:
    """R46: by agreement fugitives who have come to their own edge are gone; otherwise they stop there."""
    if not pos.book.switches["flee_leaves_table"]:
        return
    for unit in pos.book.every_unit:
        if pos.card[unit] == FLEE and pos.standing[unit]:
            gone_home(pos, unit)


def gone_home(pos: YangtzePosition, unit: Unit) -> None:
    gone = [figure for figure in pos.standing[unit] if at_home_edge(pos, figure)]
    if gone and pos.book.switches["flee_leaves_table"]:
        pos.tell("14.6", "event.leaves", unit=unit, count=len(gone))
        pos.remove(gone, DESERTED)


def at_home_edge(pos: YangtzePosition, figure: Figure) -> bool:
    """Does the base touch the home edge of its side?"""
    spec = pos.book.figures[figure]
    return _from_home(pos, spec.unit, pos.x[figure], pos.y[figure]) <= spec.radius + SCALE


def flee_now(pos: YangtzePosition, unit: Unit) -> None:
    """13.3: a unit that fails after melee goes back one full charge move at once."""
    goals = home_squares(pos, unit)
    tracks: list[Track] = [()] * len(pos.track)
    spent = [0] * len(pos.spent)
    ends: list[tuple[Figure, Spot]] = []
    heading = flight_heading(pos, unit)
    for figure in pos.standing[unit]:
        track, stairs = flight(pos, unit, figure, goals, heading)
        if track:
            tracks[figure], spent[figure] = track, track[-1][0]
            floor = next((climb.floor for climb in stairs if climb.spent <= spent[figure]), pos.floor[figure])
            ends.append((figure, Spot(*track[-1][1:], floor)))
    pos.touched &= ~sum(1 << figure for figure in pos.standing[unit])
    move(pos, *ends)
    pos.track, pos.spent = tuple(tracks), tuple(spent)
    pos.tell("13.3", "event.flees_now", unit=unit)
    gone_home(pos, unit)
    settle_bases(pos, guns=False)
    pos.track = ((),) * len(tracks)
