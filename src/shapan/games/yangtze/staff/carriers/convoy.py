"""S17.6 A convoy: lorries that bring loads to an exit, and the armoured car that covers them.

The lorries keep to the road and drive while they can: one that stands is shot at once more. Whoever is in their way is
run down. The car stays behind them, for before them it would bar their way, and fires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Final

from shapan.ground.table import Pt, Track, cut, near_polygon, near_polygons
from shapan.kernel.staff import Advice

from ...actions import HALT, MOVE, ONWARD, OVERRUN, Card, Drive
from ...position import YangtzePosition
from ...vessels.crews import immobile
from ...vessels.driving import course, drive_refusal, easy_way, enemies_near, facing, top_speed
from ...vessels.overruns import sheltered
from ...who import Unit, numbered
from ..notebook import noted
from ..picture import Picture
from ..places import Outline, Place
from ..stand import SAFE
from . import wheels
from .roads import Lane, lane

LEGS: Final = 6
"""So many legs of the road are planned at most."""
TRIED: Final = 60
"""So many drives are tested against the rules, until one is found that nothing stops."""
PACE: Final = 0.12
"""What a turn's way on the road is worth for each point that waits at the exit."""
BEHIND: Final = 2500
"""So far behind the last lorry the car keeps: it is slower off the road, and nobody can pass it there."""


def exit_of(pic: Picture) -> tuple[str, float]:
    """The zone to which this side has to bring loads, and the points for each; nowhere if there is none."""
    me = pic.book.side_ids[pic.side]
    for entry in pic.book.objectives:
        if entry.kind == "exit" and entry.side == me:
            return entry.zone, float(entry.vp)
    return "", 0.0


def laden(pic: Picture) -> list[Unit]:
    """The lorries of the side that have loads to bring away and can drive."""
    return noted(pic.notes, ("laden",), _laden, pic)


def _laden(pic: Picture) -> list[Unit]:
    pos = pic.pos
    carriers = {load.carrier for load in pos.cargo if not load.away} if exit_of(pic)[0] else set()
    mine = (unit for unit in carriers if unit is not None and pos.owner[unit] == pic.side and pos.is_body(unit))
    return sorted(u for u in mine if pos.book.units[u].kind == "vehicle" and immobile(pos, u) is None)


def takes(pic: Picture, unit: Unit) -> bool:
    """Is this vehicle one of a convoy?"""
    spec = pic.book.units[unit]
    lorries = laden(pic)
    return unit in lorries or (spec.kind == "vehicle" and spec.armoured and bool(lorries))


def card(pic: Picture, unit: Unit, allowed: list[str]) -> list[Advice]:
    """A lorry drives whenever it can; the car if a drive promises more than to stand and fire."""
    advice = []
    if HALT in allowed:
        stand = 0.0 if unit in laden(pic) else wheels.guns_bear(pic, unit)
        advice.append(Advice(Card(unit, HALT), stand, "reason.keep_cover", {"unit": unit, "risk": SAFE}))
    for entry in drives(pic, unit)[:1] if MOVE in allowed else ():
        advice.append(Advice(Card(unit, MOVE), entry.score, entry.reason, entry.params))
    return advice


def plan(pic: Picture, unit: Unit) -> list[Advice]:
    return drives(pic, unit) or wheels.plan(pic, unit)


# --- drives ------------------------------------------------------------------------------------------------------


def drives(pic: Picture, unit: Unit) -> list[Advice]:
    """The best drives, if they are better than standing still; the same for card and plan."""
    return noted(pic.notes, ("convoy", unit, under_way(pic.pos, pic.side, unit)), _drives, pic, unit)


def under_way(pos: YangtzePosition, side: int, unit: Unit) -> tuple[Unit, ...]:
    """The vehicles that set out before this one: they leave the road free for it."""
    return tuple(mate for mate in pos.units_of(side) if mate < unit and pos.card[mate] == MOVE)


def _drives(pic: Picture, unit: Unit) -> list[Advice]:
    pos = pic.pos
    zone, points = exit_of(pic)
    lorries = laden(pic)
    road = lane(pos, unit, zone)
    least = 0 if unit in lorries else max(lane(pos, u, zone).to_go(*pos.at[u]) for u in lorries) + BEHIND
    start = max(road.to_go(*pos.at[unit]), least)

    def gain(place: Place) -> float:
        return PACE * points * (start - max(road.to_go(*place), least)) / road.pace

    # Those who mean to run somebody down set out first, one after the other: nobody gets between them.
    manner = OVERRUN if any(enemies_near(pos, mate) for mate in (unit, *lorries)) else ONWARD
    prey = wheels.in_reach(pos, unit) if manner == OVERRUN else []
    ranked = []
    for route in dict.fromkeys(routes(pic, unit, road, manner)):
        hoped = gain((*route[-1], facing(pos, unit, manner, route))) + wheels.crushed(pos, unit, route, prey)
        if hoped > 0:
            ranked.append((hoped, route))
    found = sorted(_tried(pos, unit, manner, sorted(ranked, reverse=True), gain), key=lambda entry: -entry.score)
    return found if found or unit not in lorries else wheels.backing(pos, unit, points)


def _tried(
    pos: YangtzePosition,
    unit: Unit,
    manner: str,
    ranked: list[tuple[float, tuple[Pt, ...]]],
    gain: Callable[[Place], float],
) -> Iterator[Advice]:
    """The drives that the rules allow, by what they are really worth, up to the first that nothing stops."""
    for hoped, route in ranked[:TRIED]:
        if drive_refusal(pos, unit, manner, route) is not None:
            continue
        end = reached(pos, unit, manner, route)
        stopped = end[:2] != route[-1]
        real = gain(end) if stopped else hoped
        if real > 0:
            yield Advice(Drive(unit, manner, route), real, "reason.drive", {"unit": unit, "gain": f"{real:.1f}"})
        if not stopped:
            return


def routes(pic: Picture, unit: Unit, road: Lane, manner: str) -> Iterator[tuple[Pt, ...]]:
    """S12.1: along the way at road pace if it is all road, else as far as the lower pace allows; and wherever else the
    wheels can turn."""
    pos = pic.pos
    points = road.legs(pos.at[unit][:2], LEGS)
    if points:
        way = course(pos, unit, points)
        for easy in (True, False):
            track = cut(way.track, min(top_speed(pos, unit, easy, manner)[1], way.spent))
            if not easy or easy_way(pos, unit, way._replace(track=track)):
                yield _corners(points, track)
    yield from wheels.routes(pic, unit, frozenset(), manner)


def _corners(points: tuple[Pt, ...], track: Track) -> tuple[Pt, ...]:
    """The corners of a way that lie on this part of it, and its end."""
    passed = {point[1:] for point in track}
    end = track[-1][1:]
    return (*takewhile(lambda point: point in passed and point != end, points), end)


def reached(pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...]) -> Place:
    """R77, 13.4: where a drive ends if everybody stays where he is who does not set out before: at hulls, friends, and
    enemies who are not run over."""
    gone = under_way(pos, pos.owner[unit], unit)
    bodies = [edges for body, edges in pos.bodies if body != unit and body not in gone]
    men = list(_stopping(pos, unit, manner, (pos.at[unit][:2], *route)))

    def barred(_: Place, edges: Outline) -> bool:
        struck = any(near_polygons(edges, body) == 0 for body in bodies)
        return struck or any(near_polygon(edges, x, y) < r * r for x, y, r in men)

    return wheels.driven(pos, unit, manner, route, barred)


def _stopping(pos: YangtzePosition, unit: Unit, manner: str, way: tuple[Pt, ...]) -> Iterator[tuple[int, int, int]]:
    """The figures about a way, known to the driver, who stop him: where they stand, and how wide."""
    reach = max(pos.book.units[unit].size)
    left, right = min(x for x, _ in way) - reach, max(x for x, _ in way) + reach
    top, bottom = min(y for _, y in way) - reach, max(y for _, y in way) + reach
    for mate, figures in numbered(pos.standing):
        friend = pos.owner[mate] == pos.owner[unit]
        if not friend and pos.hidden >> mate & 1:
            continue
        for figure in figures:
            x, y = pos.x[figure], pos.y[figure]
            inside = left <= x <= right and top <= y <= bottom
            if inside and (friend or manner != OVERRUN or sheltered(pos, figure)):
                yield x, y, pos.book.figures[figure].radius
