"""S10.1, S10.3 Where those run who flee: home, and nobody nearer to an enemy than he is if there is another way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from shapan.ground.table import Edge, Pt, Track, around, beyond, cut, length, near_polygon, near_segment
from shapan.ground.table.geometry import near_line
from shapan.ground.table.routes import RASTER
from shapan.mechanics.sides import other

from ..fire.sighting import figure_sees, sees_body
from ..movement.ways import WHOLE_TABLE, Path, entries, stays_up, tread, way_round
from ..position import YangtzePosition
from ..vessels.crews import hands
from ..who import Figure, Unit

FAR_OFF: Final = 1 << 20
"""Farther than any two points of a table are apart."""


class Enemy(NamedTuple):
    """Whom those who run keep away from: a figure on the table, or what its people drive or sail."""

    x: int
    y: int
    radius: int
    edges: tuple[Edge, ...] = ()
    """The outline of a vehicle or hull."""
    figure: Figure | None = None
    body: Unit | None = None

    def gap(self, x: int, y: int) -> int:
        """How far a point is from his base, or from the hull."""
        square = near_polygon(self.edges, x, y) if self.edges else (x - self.x) ** 2 + (y - self.y) ** 2
        return isqrt(square) - self.radius

    def passed(self, leg: Edge) -> int:
        """How near to him a straight leg leads."""
        return isqrt(near_line(self.edges, leg) if self.edges else near_segment(self.x, self.y, leg)) - self.radius


def enemies(pos: YangtzePosition, unit: Unit) -> list[Enemy]:
    """The enemies of a unit that it knows of. Civilians frighten nobody (R66), nor does what nobody is aboard of."""
    book, found = pos.book, []
    for foe in pos.units_of(other(pos.owner[unit])):
        if pos.hidden >> foe & 1 or book.units[foe].kind == "civilian":
            continue
        radius = book.units[foe].radius
        found += [Enemy(pos.x[f], pos.y[f], radius, figure=f) for f in pos.standing[foe]]
    for body, edges in pos.bodies:
        if pos.owner[body] != pos.owner[unit] and hands(pos, body):
            found.append(Enemy(*pos.at[body][:2], 0, edges, body=body))
    return found


def nearest(foes: Sequence[Enemy], x: int, y: int) -> int:
    """How far the nearest of them is from a point."""
    return closest(foes, x, y)[0]


def closest(foes: Sequence[Enemy], x: int, y: int) -> tuple[int, Enemy | None]:
    """The same, and who that is; only whoever can be as near as the last one is measured. Of two who are equally near
    the one farther west counts, then farther north."""
    best, found = FAR_OFF, None
    for foe in foes:
        fx, fy, radius, edges, _, _ = foe
        limit = best + radius + 1
        if limit <= 0 or (edges and beyond(around(edges), x, y, limit)):
            continue
        square = near_polygon(edges, x, y) if edges else (x - fx) * (x - fx) + (y - fy) * (y - fy)
        if square < limit * limit:
            gap = isqrt(square) - radius
            if gap < best or found is None or (fx, fy) < (found.x, found.y):
                best, found = gap, foe
    return best, found


class Shy(NamedTuple):
    """What keeps one who runs from an enemy: no way leads him nearer than this if another one is left."""

    enemy: Enemy
    gap: int


def shies(pos: YangtzePosition, figure: Figure, foes: Sequence[Enemy], reach: int) -> list[Shy]:
    """S10.3, R151: no nearer to anybody than he is to the nearest, or than a charge move; 5.3, R9: nor within 100 mm of
    those in sight, and of whom he has so near already no nearer than that. Those whom he cannot reach are left out."""
    here = pos.x[figure], pos.y[figure]
    now, keep = min(nearest(foes, *here), reach), pos.book.standoff + pos.book.figures[figure].radius
    found = []
    for enemy in foes:
        gap = enemy.gap(*here)
        if gap > reach + max(now, keep):
            continue
        wanted = keep if now < keep and _in_sight(pos, figure, enemy) else now
        found.append(Shy(enemy, min(gap, wanted)))
    return found


def _in_sight(pos: YangtzePosition, figure: Figure, enemy: Enemy) -> bool:
    if enemy.figure is not None:
        return figure_sees(pos, figure, enemy.figure)
    return enemy.body is not None and sees_body(pos, figure, enemy.body)


def flight(pos: YangtzePosition, unit: Unit, figure: Figure, foes: Sequence[Enemy]) -> Path:
    """S10.3, R151: the way of one figure home as far as a charge move goes, straight or by the shortest way; where
    there is none or it leads nearer to the enemy, as far towards home as another one does."""
    here, reach = (pos.x[figure], pos.y[figure]), pos.flight(unit)
    shy, now = shies(pos, figure, foes, reach), nearest(foes, *here)
    straight = tread(pos, unit, (here, _straight_home(pos, here, unit, reach)))
    if straight.snag is None and _keeps_away(straight.track, shy, foes, now):
        return as_far_as(pos, unit, figure, straight.track)
    points = way_round(pos, unit, here, pos.raster(unit).flood(home_squares(pos, unit), WHOLE_TABLE))
    way = cut(tread(pos, unit, (here, *_upto(here, points, reach))).track, reach) if points else straight.track
    if points and _keeps_away(way, shy, foes, now):
        return as_far_as(pos, unit, figure, way)
    aside = _aside(pos, unit, here, shy, foes)
    return as_far_as(pos, unit, figure, tread(pos, unit, (here, *aside)).track if aside else way)


def _upto(here: Pt, points: Sequence[Pt], reach: int) -> Sequence[Pt]:
    """As many of the points as a way can lead to for so much: no ground is easier than the easiest."""
    left = reach + RASTER
    for number, (x, y) in enumerate(points, 1):
        left -= length(*here, x, y)
        if left < 0:
            return points[:number]
        here = x, y
    return points


def _keeps_away(track: Track, shy: Sequence[Shy], foes: Sequence[Enemy], now: int) -> bool:
    """Does a way lead past nobody too near, and end no nearer to an enemy than he is?"""
    if nearest(foes, *track[-1][1:]) < now:
        return False
    legs = [(*one[1:], *two[1:]) for one, two in pairwise(track)]
    return all(enemy.passed(leg) >= gap for enemy, gap in shy for leg in legs)


def _aside(pos: YangtzePosition, unit: Unit, here: Pt, shy: Sequence[Shy], foes: Sequence[Enemy]) -> tuple[Pt, ...]:
    """R151: the way to the point within a charge move that is nearest to the home edge, past nobody too near, as far as
    the squares of the raster tell; where it brings him home by less than a quarter of that, to the point farthest from
    all enemies. None where every way leads towards one."""
    raster, now, reach = pos.raster(unit), nearest(foes, *here), pos.flight(unit)
    keep = pos.book.standoff + pos.book.units[unit].radius
    # Whoever stands within 100 mm of an enemy goes no nearer by a hair (5.3); else a square more or less matters not.
    bars = [Shy(foe, gap if gap < keep else max(gap - RASTER, keep)) for foe, gap in shy]
    firsts = {
        square: cost
        for square, cost in entries(pos, unit, raster, here).items()
        if all(foe.passed((*here, *raster.centre(square))) >= gap for foe, gap in bars)
    }
    found = raster.avoiding(firsts, reach, partial(_outside, _circles(bars)))
    rings = _circles([Shy(foe, now) for foe in foes if foe.gap(*here) <= now + reach])
    homewards = sorted(found, key=lambda sq: (from_home(pos, unit, *raster.centre(sq)), found[sq][0], sq))
    ends = (square for square in homewards if _outside(rings, raster.centre(square)))
    best = next(ends, None)
    if best is None:
        return ()
    if from_home(pos, unit, *here) - from_home(pos, unit, *raster.centre(best)) < reach // 4:
        best = max((best, *ends), key=lambda sq: (nearest(foes, *raster.centre(sq)), -found[sq][0], -sq))
    return raster.back(here, found, best)


class Circle(NamedTuple):
    """The ground that one who runs keeps out of, about a figure or a hull; every square of the raster is asked for."""

    x: int
    y: int
    wide: int
    """The square of the radius of a circle that holds all of it."""
    square: int
    """The square of how far he keeps from the figure's middle, or from the hull."""
    edges: tuple[Edge, ...]


def _circles(shy: Iterable[Shy]) -> list[Circle]:
    found = []
    for foe, gap in shy:
        span = isqrt(max([(x - foe.x) ** 2 + (y - foe.y) ** 2 for x, y, _, _ in foe.edges])) + 1 if foe.edges else 0
        found.append(Circle(foe.x, foe.y, (gap + foe.radius + span) ** 2, (gap + foe.radius) ** 2, foe.edges))
    return found


def _outside(circles: Sequence[Circle], point: Pt) -> bool:
    px, py = point
    for x, y, wide, square, edges in circles:
        if (x - px) * (x - px) + (y - py) * (y - py) < wide and (not edges or near_polygon(edges, px, py) < square):
            return False
    return True


def as_far_as(pos: YangtzePosition, unit: Unit, figure: Figure, track: Track) -> Path:
    """The way as far as a unit runs, down the stairs first."""
    path = stays_up(pos, figure, track)
    return path._replace(track=cut(path.track, pos.flight(unit)))


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


def _straight_home(pos: YangtzePosition, here: Pt, unit: Unit, far: int) -> Pt:
    """The point so far away in the direction of home, or at the edge."""
    table, radius, (x, y) = pos.book.table, pos.book.units[unit].radius, here
    dx, dy = {"N": (0, -far), "E": (far, 0), "S": (0, far), "W": (-far, 0)}[pos.book.home[pos.book.units[unit].side]]
    return min(max(x + dx, radius), table.width - radius), min(max(y + dy, radius), table.height - radius)


def from_home(pos: YangtzePosition, unit: Unit, x: int, y: int) -> int:
    """How far a point is from the home edge of a unit's side."""
    table, edge = pos.book.table, pos.book.home[pos.book.units[unit].side]
    if edge in ("N", "S"):
        return y if edge == "N" else table.height - y
    return x if edge == "W" else table.width - x
