"""The last turn: figures of one unit are sent to several places that count (S6.3, S19.3)."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import Pt, cut
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other

from ..actions import MOVE, SKIRMISH, Pace
from ..movement.marching import pace_refusal
from ..movement.ways import able, follow
from ..orders.planned import Marching
from ..position import YangtzePosition
from ..specs import FOOT_KINDS
from ..who import Figure, Unit
from .places import raster_of, zone_squares


def wanting(pos: YangtzePosition, side: int) -> list[tuple[int, str]]:
    """The places that count in which nobody of this side will stand as things are planned, the most valuable first."""
    zones = [(e.vp, e.zone) for e in pos.book.objectives if e.kind == "hold"]
    ends = [_end(pos, f) for f in footmen(pos, side)]
    left = [(vp, zone) for vp, zone in zones if not any(pos.book.table.in_zone(zone, *end) for end in ends)]
    return sorted(left, reverse=True)


def footmen(pos: YangtzePosition, side: int) -> Iterator[Figure]:
    for unit in pos.units_of(side):
        if pos.book.units[unit].kind in FOOT_KINDS and not pos.forced_now(unit):
            yield from pos.standing[unit]


def _end(pos: YangtzePosition, figure: Figure) -> Pt:
    track = pos.track[figure]
    return (track[-1][1], track[-1][2]) if track else (pos.x[figure], pos.y[figure])


def open_squares(pos: YangtzePosition, unit: Unit, zone: str) -> frozenset[int]:
    """5.3: the squares of a place that are not within 100 mm of an enemy, whom only a charge can approach."""
    raster = raster_of(pos, unit)
    foes = [
        (pos.x[f], pos.y[f])
        for enemy in pos.units_of(other(pos.owner[unit]))
        if not pos.hidden >> enemy & 1 and pos.book.units[enemy].kind != "civilian"
        for f in pos.standing[enemy]
    ]
    keep = (pos.book.standoff + 2 * pos.book.units[unit].radius) ** 2
    found = []
    for square in zone_squares(pos, unit, zone):
        x, y = raster.centre(square)
        if all((fx - x) ** 2 + (fy - y) ** 2 > keep for fx, fy in foes):
            found.append(square)
    return frozenset(found)


def stormed(pos: YangtzePosition, side: int, target: Unit) -> float:
    """What a charge on the last turn takes from an enemy who holds a place: he no longer has it alone."""
    return sum(
        float(vp)
        for vp, zone in wanting(pos, side)
        if any(pos.book.table.in_zone(zone, *_at(pos, f)) for f in pos.standing[target])
    )


def _at(pos: YangtzePosition, figure: Figure) -> Pt:
    return pos.x[figure], pos.y[figure]


def within_reach(pos: YangtzePosition, unit: Unit, card: str) -> float:
    """What the places are worth that single figures of a unit could reach under a card on the last turn."""
    high = pos.allowance(unit, card)[1]
    if not high or pos.book.units[unit].kind not in FOOT_KINDS:
        return 0.0
    raster = raster_of(pos, unit)
    total, men = 0.0, list(pos.standing[unit])
    for vp, zone in wanting(pos, pos.owner[unit]):
        if not open_squares(pos, unit, zone):
            continue
        field = raster.field(zone_squares(pos, unit, zone), 1 << 22)
        near = [f for f in men if field.get(raster.square(pos.x[f], pos.y[f]), 1 << 22) <= high - 200]
        if near:
            total += 0.8 * vp
            men.remove(near[0])
    return total


def called_for(pos: YangtzePosition) -> bool:
    """Is it the last turn, in a scenario with places that count?"""
    return pos.turn >= pos.book.turns and any(entry.kind == "hold" for entry in pos.book.objectives)


def paces(pos: YangtzePosition, side: int) -> list[Advice]:
    """One more figure for one more place; empty when there is nothing left to gain."""
    for vp, zone in wanting(pos, side):
        for unit in pos.units_of(side):
            if not isinstance(pos.plan[unit], Marching) or pos.card[unit] not in (MOVE, SKIRMISH):
                continue
            for action in _ways(pos, unit, zone):
                params = {"piece": action.figure, "what": zone}
                return [Advice(action, float(vp), "reason.scramble", params)]
    return []


def _ways(pos: YangtzePosition, unit: Unit, zone: str) -> Iterator[Pace]:
    """Figures of a unit that can come into a zone and whose going leaves none empty, the nearest first."""
    book, raster = pos.book, raster_of(pos, unit)
    goals = open_squares(pos, unit, zone)
    _, high = pos.allowance(unit, pos.card[unit])
    field = raster.field(goals, high)
    near = sorted((field.get(raster.square(pos.x[f], pos.y[f]), 1 << 22), f) for f in pos.standing[unit])
    for spent, figure in near[:4]:
        if spent > high or not able(pos, figure) or _needed(pos, figure):
            continue
        here = (pos.x[figure], pos.y[figure])
        way = follow(pos, unit, (here, *raster.way(here, goals, high)))
        track = cut(way.track, high) if way.spent > high else way.track
        marks = [(x, y) for _, x, y in track[1:]]
        route = tuple(p for p, q in zip(marks, [here, *marks], strict=False) if p != q)
        if not 0 < len(route) <= 8 or not book.table.in_zone(zone, *route[-1]):
            continue
        piece = book.piece_of_figure(figure)
        if pace_refusal(pos, piece, route) is None:
            yield Pace(piece, route)


def _needed(pos: YangtzePosition, figure: Figure) -> bool:
    """Is this the only figure of its side that will stand in some place?"""
    table = pos.book.table
    side = pos.owner[pos.book.figures[figure].unit]
    end = _end(pos, figure)
    for entry in pos.book.objectives:
        if entry.kind == "hold" and table.in_zone(entry.zone, *end):
            mates = [f for f in footmen(pos, side) if f != figure and table.in_zone(entry.zone, *_end(pos, f))]
            if not mates:
                return True
    return False
