"""14.0 What happens when morale fails, on the table: retreat to cover, flight to the home edge (S10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from shapan.ground.table import OUTDOORS, Line, Pt, Track, at_spent, beyond, cut, near_segment
from shapan.ground.table.geometry import contains, crosses
from shapan.ground.table.routes import RASTER

from ..actions import FLEE, RETREAT
from ..alarm import awaited, keep_watch
from ..fire.cover import RANK
from ..fire.sighting import figure_sees, nearest_point
from ..movement.interrupts import unmask
from ..movement.movers import MOVE_SEGMENT
from ..movement.settling import settle_bases
from ..movement.ways import WHOLE_TABLE, Path, floor_at, tread
from ..noted import Climb
from ..place import Spot, move, walk_on
from ..position import DESERTED, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from ..works.barricades import cleared
from .running import Enemy, as_far_as, closest, enemies, flight, from_home, nearest

GOOD_COVER = "soft"

Refuge: TypeAlias = tuple[str, object]
"""A sort of cover, and which: a house, a stretch of ground, a line."""


def forced_tracks(pos: YangtzePosition) -> None:
    """S7.6: units that retreat or flee find their way in the common movement; panic needs no orders (S10.4)."""
    tracks, stairs = list(pos.track), list(pos.stairs)
    for unit in pos.book.every_unit:
        if pos.card[unit] == FLEE:
            foes = enemies(pos, unit)
            for figure in pos.standing[unit]:
                tracks[figure], stairs[figure] = flight(pos, unit, figure, foes)
        elif pos.card[unit] == RETREAT:
            for figure, path in fall_back(pos, unit).items():
                tracks[figure], stairs[figure] = path
    pos.track, pos.stairs = tuple(tracks), tuple(stairs)


def fall_back(pos: YangtzePosition, unit: Unit) -> dict[Figure, Path]:
    """S10.2: all figures go to the cover, each to the nearest place of it that nobody else makes for."""
    raster, goals = pos.raster(unit), shelter(pos, unit)
    free, found = set(goals), {}
    for figure in pos.standing[unit] if goals else ():
        here = (pos.x[figure], pos.y[figure])
        points = raster.shortest(here, frozenset(free or goals), WHOLE_TABLE)
        if points:
            found[figure] = as_far_as(pos, unit, figure, tread(pos, unit, (here, *points)).track)
            end = points[-1]
            near = 2 * pos.book.units[unit].radius
            free = {spot for spot in free if _apart(raster.centre(spot), end) >= near * near}
    return found


def _apart(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def rearward(foe: Pt | None, here: Pt, there: Pt) -> bool:
    """14.4, S10.1: does a point lie to the rear, away from the nearest enemy? Every point does where nobody is seen."""
    if foe is None:
        return True
    ex, ey = foe
    return (there[0] - here[0]) * (here[0] - ex) + (there[1] - here[1]) * (here[1] - ey) > 0


def nearest_foe(foes: Sequence[Enemy], here: Pt) -> Pt | None:
    """Where the nearest enemy is; of a vehicle or hull its nearest point."""
    _, foe = closest(foes, *here)
    if foe is None:
        return None
    return nearest_point(foe.edges, *here) if foe.edges else (foe.x, foe.y)


def shelter(pos: YangtzePosition, unit: Unit) -> frozenset[int]:
    """14.4, S10.2: the nearest wood, house or hedge to the rear of the leader, within a charge move of his: the squares
    of it that are farther from the enemy, for him and for those who stand about him."""
    if not pos.standing[unit]:
        return frozenset()
    raster = pos.raster(unit)
    leader = next(iter(pos.leaders(pos.standing[unit]) or pos.standing[unit]))
    here = raster.square(pos.x[leader], pos.y[leader])
    reach = pos.flight(unit)
    front = (pos.x[leader], pos.y[leader])
    foes = enemies(pos, unit)
    now, foe = nearest(foes, *front), nearest_foe(foes, front)
    chosen: Refuge | None = None
    squares = []
    for square, cost in raster.flood(frozenset({here}), reach + pos.book.radius).rising():
        if cost > reach + 2 * RASTER and chosen is None:
            break
        x, y = raster.centre(square)
        cover = refuge(pos, unit, x, y, foes) if cost else None
        if cover is None or chosen not in (None, cover):
            continue
        if chosen is None and cost > reach - RASTER and not _at_its_edge(pos, leader, square, cover, foes):
            continue
        if rearward(foe, front, (x, y)) and (foe is None or nearest(foes, x, y) > now):
            chosen = cover
            squares.append(square)
    return frozenset(squares)


def _at_its_edge(pos: YangtzePosition, leader: Figure, square: int, cover: Refuge, foes: Sequence[Enemy]) -> bool:
    """S10.2: the nearest point of the cover counts, not the middle of a square: does a charge move end in it, or lead
    to the side of the square where the leader comes from?"""
    unit, here = pos.book.figures[leader].unit, (pos.x[leader], pos.y[leader])
    raster, reach = pos.raster(unit), pos.flight(unit)
    x, y = raster.centre(square)
    half = RASTER // 2
    side = min(max(here[0], x - half), x + half - 1), min(max(here[1], y - half), y + half - 1)
    ways = ((side,), ((x, y),), raster.shortest(here, frozenset({square}), reach + 2 * RASTER))
    ends = [cut(tread(pos, unit, (here, *points)).track, reach)[-1] for points in ways if points]
    return any(refuge(pos, unit, *end[1:], foes) == cover for end in ends)


def refuge(pos: YangtzePosition, unit: Unit, x: int, y: int, foes: Sequence[Enemy]) -> Refuge | None:
    """S10.2: the house, ground or line that shelters a base here; None in the open and in a doorway."""
    table = pos.book.table
    room = table.building(x, y)
    if room != OUTDOORS:
        base = pos.book.units[unit].radius
        fits = all(near_segment(x, y, edge) >= base * base for edge in table.buildings[room].edges)
        return ("house", room) if fits and pos.way(unit).indoors and covered_ground(pos, x, y) else None
    if covered_ground(pos, x, y):
        return "ground", next((area for area in reversed(table.areas) if contains(area.edges, x, y)), None)
    line = behind_line(pos, unit, x, y, foes)
    return ("line", line) if line else None


def covered_ground(pos: YangtzePosition, x: int, y: int) -> bool:
    table = pos.book.table
    room = table.building(x, y)
    cover = table.buildings[room].construction.cover if room != OUTDOORS else table.ground(x, y).cover
    return RANK[cover] >= RANK[GOOD_COVER]


def behind_line(pos: YangtzePosition, unit: Unit, x: int, y: int, foes: Sequence[Enemy]) -> Line | None:
    """S10.2: the hedge or wall on whose far side, seen from the nearest enemy, a base here stands."""
    reach = pos.book.line_cover_gap + pos.book.units[unit].radius
    near = []
    for line in pos.book.table.lines:
        if (
            not beyond(line.bounds, x, y, reach)
            and RANK[line.obstacle.cover] >= RANK[GOOD_COVER]
            and not cleared(pos, line)
        ):
            near += [(edge, line) for edge in line.edges if near_segment(x, y, edge) <= reach * reach]
    foe = nearest_foe(foes, (x, y)) if near else None
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
    return from_home(pos, spec.unit, pos.x[figure], pos.y[figure]) <= spec.radius + SCALE


def flee_now(pos: YangtzePosition, unit: Unit) -> None:
    """13.3: a unit that fails after melee goes back one full charge move at once."""
    foes = enemies(pos, unit)
    tracks: list[Track] = [()] * len(pos.track)
    climbs: list[tuple[Climb, ...]] = [()] * len(pos.stairs)
    spent = [0] * len(pos.spent)
    runners: list[Figure] = []
    for figure in pos.standing[unit]:
        if pos.swimming >> figure & 1:
            continue  # S14.7: who is in the water makes for the bank and nowhere else
        track, stairs = flight(pos, unit, figure, foes)
        if track:
            tracks[figure], spent[figure], climbs[figure] = track, track[-1][0], stairs
            runners.append(figure)
    pos.touched &= ~sum(1 << figure for figure in pos.standing[unit])
    pos.track, pos.spent, pos.stairs = tuple(tracks), tuple(spent), tuple(climbs)
    pos.tell("13.3", "event.flees_now", unit=unit)
    come_upon(pos, runners)
    move(pos, *((figure, _after(pos, figure, pos.spent[figure])) for figure in runners))
    gone_home(pos, unit)
    settle_bases(pos, guns=False)
    pos.track, pos.stairs = ((),) * len(tracks), ((),) * len(climbs)


def come_upon(pos: YangtzePosition, runners: Sequence[Figure]) -> None:
    """S6.7, R163, R251: those who run are watched on their way like all who move, and stop 100 mm short of hidden
    enemies whom they come upon."""
    if not pos.hidden and awaited(pos) is None:
        return
    ticks, lurking = pos.book.ticks[MOVE_SEGMENT], pos.hidden
    going, paid, found = list(runners), list(pos.spent), list[Figure]()
    for tick in range(1, ticks + 1):
        for figure in tuple(going):
            start, wanted = pos.spent[figure] * (tick - 1) // ticks, pos.spent[figure] * tick // ticks
            paid[figure] = _short_of(pos, figure, start, wanted, found)
            if paid[figure] < wanted:
                going.remove(figure)
        walk_on(pos, [(figure, _after(pos, figure, paid[figure])) for figure in runners])
        unmask(pos)
        keep_watch(pos)
        found = [f for unit in pos.book.every_unit if (lurking & ~pos.hidden) >> unit & 1 for f in pos.standing[unit]]
    pos.spent = tuple(paid)
    pos.track = tuple(cut(track, spent) if track else track for track, spent in zip(pos.track, paid, strict=True))


def _after(pos: YangtzePosition, figure: Figure, spent: int) -> Spot:
    """Where somebody is on his way when he has spent so much."""
    return Spot(*at_spent(pos.track[figure], spent), floor_at(pos, figure, spent))


def _short_of(pos: YangtzePosition, figure: Figure, low: int, high: int, found: Sequence[Figure]) -> int:
    """5.3: how much of a stretch of his way takes somebody no nearer than 100 mm to any of these in sight."""
    track, radii = pos.track[figure], pos.book.radii
    for foe in found:
        reach = (pos.book.standoff + radii[figure] + radii[foe]) ** 2
        gap = pos.apart_from(foe, *at_spent(track, low))
        if pos.apart_from(foe, *at_spent(track, high)) >= min(reach, gap) or not figure_sees(pos, figure, foe):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            near = pos.apart_from(foe, *at_spent(track, middle)) < min(reach, gap)
            low, high = (low, middle) if near else (middle, high)
        high = low
    return high
