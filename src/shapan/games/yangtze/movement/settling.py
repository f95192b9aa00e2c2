"""S2.3, S3.4 Bases may not overlap at rest: figures are settled in order after movement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from shapan.ground.table import OUTDOORS, Crowd, Pt, ahead, at_spent, walk, within
from shapan.mechanics.sides import other

from ..actions import CHARGE, MOVE
from ..place import Pose, Spot, move
from ..placing import spiral
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Model, Unit, numbered
from .standoff import parted

BACK: Final = 2 * SCALE
TURN: Final = 10
"""Places round a base are tried so many degrees apart."""
ROUNDING: Final = 4
"""Points on a way are rounded: so much farther than it spends a figure can get, or beyond the edge of the ground."""


def settle_bases(pos: YangtzePosition, guns: bool = True, late: bool = False) -> None:
    """A figure whose end is taken stops at the last free point of its own way, or beside it. Guns go with crews that
    march, not with those that run, and the crews find room about them. After the last legs only who made one is settled
    (R117)."""
    book = pos.book
    drawn = _drawers(pos) if guns else {}
    xs, ys = list(pos.x), list(pos.y)
    crowds: defaultdict[int, Crowd] = defaultdict(Crowd)
    rooms = Rooms(pos)
    floors = list(pos.floor)
    moved: list[Figure] = []
    for unit, figures in numbered(pos.standing):
        if book.units[unit].gun_radius and pos.laid_out(unit) and unit not in drawn:
            crowds[0].add((Model(unit), *pos.at[unit][:2], book.units[unit].gun_radius))
        for figure in figures:
            if pos.spent[figure] and not pos.touched >> figure & 1 and (not late or pos.late >> figure & 1):
                moved.append(figure)
            else:
                crowds[pos.floor[figure]].add((figure, xs[figure], ys[figure], book.figures[figure].radius))
    for unit, drawer in drawn.items():
        _draw_gun(pos, unit, drawer, crowds[0])
    touching = [] if late else [f for f in book.everyone if pos.touched >> f & 1 and pos.spent[f]]
    crowded = [f for f in touching if len(crowds[pos.floor[f]].touching(xs[f], ys[f], book.figures[f].radius)) > 1]
    crowded.sort(key=lambda f: pos.card[book.figures[f].unit] == CHARGE)  # who comes gives way to whom he comes at
    for figure in crowded:
        crowds[pos.floor[figure]].remove(figure)
    for figure in (*crowded, *moved):
        crowd = crowds[pos.floor[figure]]
        there = _at_his_man(pos, figure, crowd, (xs, ys)) if figure in crowded else None
        xs[figure], ys[figure] = there or _free_spot(pos, figure, crowd, rooms)
        room = rooms.enter(figure, xs[figure], ys[figure])
        if floors[figure] and room != pos.room[figure]:
            floors[figure], crowd = 0, crowds[0]
        crowd.add((figure, xs[figure], ys[figure], book.figures[figure].radius))
    move(pos, *((figure, Spot(xs[figure], ys[figure], floors[figure])) for figure in (*crowded, *moved)))


def _at_his_man(pos: YangtzePosition, figure: Figure, crowd: Crowd, places: tuple[list[int], list[int]]) -> Pt | None:
    """13.2, R131: where somebody whose place is taken stays in contact with the enemy whom he has met, wherever he
    stands by now."""
    side, (xs, ys) = pos.owner[pos.book.figures[figure].unit], places
    met = [
        (enemy, (xs[enemy], ys[enemy]))
        for unit in pos.units_of(other(side))
        for enemy in pos.standing[unit]
        if pos.touched >> enemy & 1 and pos.within(figure, enemy, pos.book.contact_gap)
    ]
    return alongside(pos, figure, [foe for foe in met if pos.floor[foe[0]] == pos.floor[figure]], crowd)


def alongside(pos: YangtzePosition, figure: Figure, foes: Sequence[tuple[Figure, Pt]], crowd: Crowd) -> Pt | None:
    """The nearest free point to where a figure stands at which it is in contact with one of these enemies; in the room
    where he is, if that is upstairs."""
    book, here = pos.book, (pos.x[figure], pos.y[figure])
    radius, room = book.figures[figure].radius, pos.room[figure] if pos.floor[figure] else None
    rounds: list[tuple[int, Pt, Pt]] = []
    for foe, about in foes:
        far = radius + book.figures[foe].radius + book.contact_gap // 2
        for spot in (here, *(ahead(*about, turn, far) for turn in range(0, 360, TURN))):
            gap = (spot[0] - about[0]) ** 2 + (spot[1] - about[1]) ** 2
            if gap <= (far + book.contact_gap // 2) ** 2:
                rounds.append(((spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2, spot, about))
    for _, (x, y), about in sorted(rounds):
        if room is not None and book.table.building(x, y) != room:
            continue
        free = book.table.on_table(x, y, radius) and _clear(pos, x, y, radius, crowd)
        if free and not parted(pos, (x, y), about) and _joined(pos, figure, about, (x, y)):
            return x, y
    return None


class Rooms:
    """S16.1: how many there are on every floor of the buildings; those who were inside before come first."""

    def __init__(self, pos: YangtzePosition) -> None:
        self.pos = pos
        self.inside: dict[Figure, int] = {}
        """Those who have their place in a building: figure, and which."""
        self.count: defaultdict[tuple[int, int], int] = defaultdict(int)
        for figure in (f for figures in pos.standing for f in figures if pos.room[f] != OUTDOORS):
            track = pos.track[figure]
            if not pos.spent[figure] or not track or pos.book.table.building(*track[0][1:]) == pos.room[figure]:
                self.enter(figure, pos.x[figure], pos.y[figure])

    def full(self, figure: Figure, x: int, y: int) -> bool:
        room = self.pos.book.table.building(x, y)
        if room == OUTDOORS or self.inside.get(figure) == room:
            return False
        return self.count[room, self.pos.floor[figure]] >= self.pos.book.berths[room]

    def enter(self, figure: Figure, x: int, y: int) -> int:
        """The figure has its place there; which building that is."""
        floor, before = self.pos.floor[figure], self.inside.pop(figure, OUTDOORS)
        self.count[before, floor] -= before != OUTDOORS
        room = self.pos.book.table.building(x, y)
        if room != OUTDOORS:
            self.inside[figure] = room
            self.count[room, floor] += 1
        return room


def everybody(pos: YangtzePosition, floor: int = 0) -> Crowd:
    """All bases on the ground, or on another floor."""
    crowd = Crowd()
    for unit, figures in numbered(pos.standing):
        if not floor and pos.book.units[unit].gun_radius and pos.laid_out(unit):
            crowd.add((Model(unit), *pos.at[unit][:2], pos.book.units[unit].gun_radius))
        for figure in figures:
            if pos.floor[figure] == floor:
                crowd.add((figure, pos.x[figure], pos.y[figure], pos.book.figures[figure].radius))
    return crowd


def _clear(pos: YangtzePosition, x: int, y: int, radius: int, crowd: Crowd) -> bool:
    return crowd.free(x, y, radius) and not pos.on_body(x, y, radius)


def _free_spot(pos: YangtzePosition, figure: Figure, crowd: Crowd, rooms: Rooms) -> tuple[int, int]:
    book = pos.book
    radius = book.figures[figure].radius
    x, y = pos.x[figure], pos.y[figure]
    if _clear(pos, x, y, radius, crowd) and not rooms.full(figure, x, y):
        return x, y
    track = pos.track[figure]
    if track:
        spent, first = pos.spent[figure], track[0][0]
        while spent >= first:
            px, py = at_spent(track, spent)
            deep = crowd.overlap(px, py, radius)
            if not deep and not pos.on_body(px, py, radius) and not rooms.full(figure, px, py):
                return _last_free(pos, figure, spent, crowd, rooms)
            # Back in steps; as many at once as it takes at least to come out of the base that he stands in.
            spent -= BACK * max(-((ROUNDING - deep) // BACK), 1)
    return beside(pos, figure, x, y, crowd)


def _last_free(pos: YangtzePosition, figure: Figure, spent: int, crowd: Crowd, rooms: Rooms) -> tuple[int, int]:
    """S3.4: the very last free point: within a step beyond one that is free."""
    track, radius = pos.track[figure], pos.book.figures[figure].radius
    low, high = spent, min(spent + BACK, pos.spent[figure])
    while high - low > 1:
        middle = (low + high) // 2
        point = at_spent(track, middle)
        if _clear(pos, *point, radius, crowd) and not rooms.full(figure, *point):
            low = middle
        else:
            high = middle
    return at_spent(track, low)


def beside(pos: YangtzePosition, figure: Figure, x: int, y: int, crowd: Crowd) -> tuple[int, int]:
    """The nearest free point that can be reached from (x, y), in the same room if it is in one; the point itself if
    there is none at all."""
    book = pos.book
    radius, room = book.figures[figure].radius, book.table.building(x, y)
    for reach in (radius * 8, radius * 24):
        for dx, dy in spiral(radius, reach):
            px, py = x + dx, y + dy
            if not book.table.on_table(px, py, radius) or not _clear(pos, px, py, radius, crowd):
                continue
            if book.table.building(px, py) == room and _joined(pos, figure, (x, y), (px, py)):
                return px, py
    return x, y


def _joined(pos: YangtzePosition, figure: Figure, here: Pt, there: Pt) -> bool:
    """Can the figure step straight from one point to the other? Who has stopped at the water's edge may stand a hair's
    breadth beyond it: he is looked for from the other side."""
    book = pos.book
    unit, radius = book.figures[figure].unit, book.figures[figure].radius
    rule, shut = pos.way(unit), pos.shut_for(unit)
    if book.table.building(*here) != OUTDOORS or book.table.ground(*here).cost[rule.mover]:
        return walk(pos.table, rule, (here, there), radius, shut, free=True).snag is None
    end = walk(pos.table, rule, (there, here), radius, shut).end
    return (end[0] - here[0]) ** 2 + (end[1] - here[1]) ** 2 <= ROUNDING * ROUNDING


def _drawers(pos: YangtzePosition) -> dict[Unit, Figure]:
    """S2.1: the guns that are manhandled, each with the first of those who have gone from beside it."""
    found: dict[Unit, Figure] = {}
    for unit, spec in numbered(pos.book.units):
        if spec.kind != "gun" or not pos.laid_out(unit) or pos.card[unit] != MOVE:
            continue
        x, y, _ = pos.at[unit]
        reach = spec.gun_radius + spec.radius + pos.book.line_cover_gap
        for figure in pos.standing[unit]:
            if pos.spent[figure] and pos.track[figure] and within(*pos.track[figure][0][1:], x, y, reach):
                found[unit] = figure
                break
    return found


def _draw_gun(pos: YangtzePosition, unit: Unit, drawer: Figure, crowd: Crowd) -> None:
    """A gun goes the way of the man who draws it, as far as the ground bears it and nobody stands there."""
    (x, y, heading), radius, track = pos.at[unit], pos.book.units[unit].gun_radius, pos.track[drawer]
    dx, dy = x - track[0][1], y - track[0][2]
    marks = [mark[1:] for mark in track if mark[0] < pos.spent[drawer]]
    points = tuple((px + dx, py + dy) for px, py in (*marks, (pos.x[drawer], pos.y[drawer])))
    way = walk(pos.table, pos.way(unit), points, radius, pos.shut_for(unit))
    for spent in range(way.spent, 0, -BACK):
        px, py = at_spent(way.track, spent)
        if pos.book.table.ground(px, py).cost[pos.way(unit).mover] and _clear(pos, px, py, radius, crowd):
            x, y = px, py
            break
    crowd.add((Model(unit), x, y, radius))
    move(pos, (Model(unit), Pose(x, y, heading)))
