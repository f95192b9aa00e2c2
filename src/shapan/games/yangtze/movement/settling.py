"""S2.3, S3.4 Bases may not overlap at rest: figures are settled in order after movement."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from shapan.ground.table import OUTDOORS, Crowd, Edge, Pt, ahead, at_spent, near_polygon, near_segment, walk, within
from shapan.mechanics.sides import other

from ..actions import CHARGE, MOVE
from ..contact import in_contact, parted, shut_out
from ..place import Pose, Spot, move
from ..placing import spiral
from ..position import YangtzePosition
from ..specs import SCALE
from ..vessels.gangways import on_gangway
from ..who import Figure, Model, Unit, numbered
from .standoff import nearer
from .ways import floor_at

BACK: Final = 2 * SCALE
CLOSE_BY: Final = (8, 24)
"""So many times the radius of his base somebody looks for room beside a point: close by, and farther away where he has
to be put somewhere. Who can go back does (S2.3)."""
TURN: Final = 10
"""Places round a base are tried so many degrees apart."""
ROUNDING: Final = 4
"""Points on a way are rounded: so much farther than it spends a figure can get, or beyond the edge of the ground."""


def settle_bases(pos: YangtzePosition, guns: bool = True, late: bool = False) -> None:
    """A figure whose end is taken stops at the last free point of its own way, or beside it; who finds no room at all
    stays where he was, and whoever has come there gives way. Guns go with crews that march, not with those that run,
    and the crews find room about them. After the last legs only who made one is settled (R117)."""
    book = pos.book
    drawn = _drawers(pos) if guns else {}
    xs, ys = pos.x, pos.y
    crowds: defaultdict[int, Crowd] = defaultdict(Crowd)
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
    met = [
        f for figures in pos.standing for f in figures if pos.touched >> f & 1 and (pos.spent[f] or on_gangway(pos, f))
    ]
    touching = [] if late else met  # boarders are aboard something and need no room here (S14.6)
    touching.sort(key=lambda f: pos.card[book.figures[f].unit] == CHARGE)  # who comes gives way to whom he comes at
    crowded = [f for f in touching if not _alone(pos, f, crowds[pos.floor[f]])]
    for figure in crowded:
        crowds[pos.floor[figure]].remove(figure)
    rest = Rest(pos, crowds)
    rest.settle_fighters(crowded)
    rest.settle(moved)
    move(pos, *rest.places.items())


def _came(pos: YangtzePosition, figure: Figure) -> bool:
    """Is somebody where he has come to by his move, and not where he had room before it?"""
    return bool(pos.spent[figure]) or on_gangway(pos, figure)


class Rest:
    """Figures who come to rest one by one, among those who are at rest already."""

    def __init__(self, pos: YangtzePosition, crowds: defaultdict[int, Crowd]) -> None:
        self.pos, self.crowds, self.rooms = pos, crowds, Rooms(pos)
        self.places: dict[Figure, Spot] = {}
        """Where those are who have been settled."""
        self.movable: set[Figure] = set()
        """Who of them has gone somewhere and can still give way to one who stays where he was."""
        self.about = {unit: pos.scene.box(pos, unit) for unit, figures in numbered(pos.standing) if figures}
        """The upright rectangle about everywhere that the figures of each unit have been put."""

    def settle_fighters(self, figures: Sequence[Figure]) -> None:
        """13.2, R131: who has met an enemy stays at him if he can."""
        for figure in figures:
            if at_him := self._at_his_man(figure):
                self._put(figure, Spot(*at_him, self.pos.floor[figure]))
            elif there := self._free_spot(figure):
                self._put(figure, there)
            else:
                self._send_back(figure)

    def settle(self, figures: Sequence[Figure]) -> None:
        """S3.4: all others, in order."""
        waiting = deque(figures)
        while waiting:
            figure = waiting.popleft()
            if there := self._free_spot(figure):
                self._put(figure, there)
                self.movable.add(figure)
            else:
                # Nobody stood on his place when all set out, and who is sent back to his own place stays there: so
                # everybody is at rest in the end.
                waiting.extendleft(reversed(self._send_back(figure)))

    def _put(self, figure: Figure, there: Spot) -> None:
        self.rooms.enter(figure, there.x, there.y, there.floor)
        self.crowds[there.floor].add((figure, there.x, there.y, self.pos.book.figures[figure].radius))
        self.places[figure] = there
        unit = self.pos.book.figures[figure].unit
        left, top, right, bottom = self.about[unit]
        self.about[unit] = (min(left, there.x), min(top, there.y), max(right, there.x), max(bottom, there.y))

    def _send_back(self, figure: Figure) -> list[Figure]:
        """The figure stays where he was; who has to give way for that, and is to be settled anew."""
        pos, radius = self.pos, self.pos.book.figures[figure].radius
        spent, x, y = pos.track[figure][0] if pos.track[figure] else (0, pos.x[figure], pos.y[figure])
        start = Spot(x, y, floor_at(pos, figure, spent))
        there = self.crowds[start.floor].touching(x, y, radius)
        if self.rooms.full(figure, x, y, start.floor):
            there += self.rooms.last_come(start, self.movable)
        mates = [mate for mate in self.places if mate in there and mate in self.movable]
        for mate in mates:
            self.crowds[self.places.pop(mate).floor].remove(mate)
            self.rooms.leave(mate)
            self.movable.discard(mate)
        self._put(figure, start)
        return mates

    def _at_his_man(self, figure: Figure) -> Pt | None:
        """Where somebody whose place is taken stays in contact with the enemy whom he has met, wherever he stands by
        now."""
        pos = self.pos
        met = [
            (enemy, self.places[enemy][:2] if enemy in self.places else (pos.x[enemy], pos.y[enemy]))
            for unit in pos.units_of(other(pos.owner[pos.book.figures[figure].unit]))
            for enemy in pos.standing[unit]
            if pos.touched >> enemy & 1 and in_contact(pos, figure, enemy)
        ]
        return alongside(pos, figure, met, self.crowds[pos.floor[figure]])

    def _free(self, figure: Figure, x: int, y: int, floor: int) -> bool:
        """S2.3, S16.1: is there room for the figure, on the ground or floor and in the house?"""
        radius = self.pos.book.figures[figure].radius
        return _clear(self.pos, x, y, radius, self.crowds[floor]) and not self.rooms.full(figure, x, y, floor)

    def _free_spot(self, figure: Figure) -> Spot | None:
        """S3.4: the end of a figure's way, the last free point of it, down the stairs again if need be, or one beside
        it; 5.3: nowhere nearer to the enemy than the 100 mm. None where there is none."""
        pos = self.pos
        x, y, floor = pos.x[figure], pos.y[figure], pos.floor[figure]
        if self._free(figure, x, y, floor):
            return Spot(x, y, floor)
        track = pos.track[figure]
        radius = pos.book.figures[figure].radius
        spent, first = pos.spent[figure], track[0][0] if track else 0
        while track and spent >= first:
            point, level = at_spent(track, spent), floor_at(pos, figure, spent)
            if self._free(figure, *point, level) and not self._nearer(figure, point):
                return self._last_free(figure, spent)
            # Back in steps; as many at once as it takes at least to come out of the base that he stands in.
            deep = self.crowds[level].overlap(*point, radius)
            spent -= BACK * max(-((ROUNDING - deep) // BACK), 1)
        # Beside the end of it; where there is no room, as in a house that is full, beside where he came by.
        passed = [(px, py, floor_at(pos, figure, mark)) for mark, px, py in reversed(track)]
        for px, py, level in ((x, y, floor), *passed):
            crowd, shun = self.crowds[level], lambda at: self._nearer(figure, at)
            spot = beside(pos, figure, px, py, crowd, shun=shun, reaches=CLOSE_BY[:1])
            if spot and self._free(figure, *spot, level):
                return Spot(*spot, level)
        return None

    def _nearer(self, figure: Figure, there: Pt) -> bool:
        """5.3: would he come too near to the enemy there?"""
        return nearer(self.pos, figure, there, self.places, self.about)

    def _last_free(self, figure: Figure, spent: int) -> Spot:
        """The very last free point: within a step beyond one that is free."""
        pos, track = self.pos, self.pos.track[figure]
        low, high = spent, min(spent + BACK, pos.spent[figure])
        while high - low > 1:
            middle = (low + high) // 2
            point = at_spent(track, middle)
            if self._free(figure, *point, floor_at(pos, figure, middle)) and not self._nearer(figure, point):
                low = middle
            else:
                high = middle
        return Spot(*at_spent(track, low), floor_at(pos, figure, low))


def alongside(
    pos: YangtzePosition,
    figure: Figure,
    foes: Sequence[tuple[Figure, Pt]],
    crowd: Crowd,
    shun: Callable[[Pt], bool] | None = None,
) -> Pt | None:
    """The nearest free point to where a figure stands at which it is in contact with one of these enemies; in the room
    where he is, if that is upstairs, and none that he shuns."""
    book, here = pos.book, (pos.x[figure], pos.y[figure])
    radius, room = book.figures[figure].radius, pos.room[figure] if pos.floor[figure] or shun is None else None
    rounds: list[tuple[int, Pt, Pt, Figure]] = []
    for foe, about in foes:
        far = radius + book.figures[foe].radius + book.contact_gap // 2
        for spot in (here, *((about[0] + dx, about[1] + dy) for dx, dy in _ring(far))):
            gap = (spot[0] - about[0]) ** 2 + (spot[1] - about[1]) ** 2
            if gap <= (far + book.contact_gap // 2) ** 2:
                rounds.append(((spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2, spot, about, foe))
    for _, (x, y), about, foe in sorted(rounds):
        if room is not None and book.table.building(x, y) != room:
            continue
        if shun is not None and shun((x, y)):
            continue
        free = book.table.on_table(x, y, radius) and _clear(pos, x, y, radius, crowd)
        # R242: who enters no building comes to its door from outside.
        start = here if shut_out(pos, book.figures[figure].unit, foe) else about
        if free and not parted(pos, (x, y), about) and _joined(pos, figure, start, (x, y)):
            return x, y
    return None


@cache
def _ring(far: int) -> tuple[Pt, ...]:
    """The places round a base, so far from its middle, as steps from there."""
    return tuple(ahead(0, 0, turn, far) for turn in range(0, 360, TURN))


def can_step(pos: YangtzePosition, figure: Figure, there: Pt, most: int) -> bool:
    """S2.3, R218: can the figure go straight from where it stands to this point, no farther than this, through no wall
    and past no enemy who holds the house?"""
    here = (pos.x[figure], pos.y[figure])
    return within(*here, *there, most) and not held(pos, figure, there) and _joined(pos, figure, here, there)


def held(pos: YangtzePosition, figure: Figure, there: Pt) -> bool:
    """R218: does the straight way of a figure to a point lead over the base of an enemy, in a house or at its door? In
    the open he goes round him."""
    if pos.room[figure] == OUTDOORS == pos.book.table.building(*there):
        return False
    way, radius = (pos.x[figure], pos.y[figure], *there), pos.book.figures[figure].radius - pos.book.contact_gap
    for unit in pos.units_of(other(pos.owner[pos.book.figures[figure].unit])):
        bases = (radius + pos.book.units[unit].radius) ** 2
        for foe in pos.standing[unit]:
            if pos.floor[foe] == pos.floor[figure] and near_segment(pos.x[foe], pos.y[foe], way) < bases:
                return True
    return False


class Rooms:
    """S16.1: how many there are on every floor of the buildings; those who were inside before come first."""

    def __init__(self, pos: YangtzePosition) -> None:
        self.pos = pos
        self.inside: dict[Figure, tuple[int, int]] = {}
        """Those who have their place in a building: figure, which building, and the floor."""
        self.count: Counter[tuple[int, int]] = Counter()
        for figure in (f for figures in pos.standing for f in figures if pos.room[f] != OUTDOORS):
            if not pos.spent[figure] or not self._came(figure):
                self.enter(figure, pos.x[figure], pos.y[figure], pos.floor[figure])

    def _came(self, figure: Figure) -> bool:
        """Has somebody come to where he is from another house or floor?"""
        pos, track = self.pos, self.pos.track[figure]
        if not track:
            return False
        start, x, y = track[0]
        return (pos.book.table.building(x, y), floor_at(pos, figure, start)) != (pos.room[figure], pos.floor[figure])

    def full(self, figure: Figure, x: int, y: int, floor: int) -> bool:
        room = self.pos.book.table.building(x, y)
        if room == OUTDOORS or self.inside.get(figure) == (room, floor):
            return False
        return self.count[room, floor] >= self.pos.book.berths[room]

    def enter(self, figure: Figure, x: int, y: int, floor: int) -> None:
        """The figure has its place there."""
        self.leave(figure)
        room = self.pos.book.table.building(x, y)
        if room != OUTDOORS:
            self.inside[figure] = room, floor
            self.count[room, floor] += 1

    def last_come(self, at: Spot, guests: set[Figure]) -> list[Figure]:
        """The last of these who has come to this floor of a building from elsewhere."""
        room = self.pos.book.table.building(at.x, at.y)
        there = [figure for figure, place in self.inside.items() if place == (room, at.floor) and figure in guests]
        return [figure for figure in there if self._came(figure)][-1:]

    def leave(self, figure: Figure) -> None:
        """The figure has its place nowhere."""
        if figure in self.inside:
            self.count[self.inside.pop(figure)] -= 1


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


def _alone(pos: YangtzePosition, figure: Figure, crowd: Crowd) -> bool:
    """Does somebody stand where he stands on no base but his own, and on no vehicle or hull?"""
    x, y, radius = pos.x[figure], pos.y[figure], pos.book.figures[figure].radius
    return crowd.touching(x, y, radius) == [figure] and not pos.on_body(x, y, radius)


def _clear(pos: YangtzePosition, x: int, y: int, radius: int, crowd: Crowd) -> bool:
    return crowd.free(x, y, radius) and not pos.on_body(x, y, radius)


def beside(
    pos: YangtzePosition,
    figure: Figure,
    x: int,
    y: int,
    crowd: Crowd,
    off: Sequence[tuple[Edge, ...]] = (),
    shun: Callable[[Pt], bool] | None = None,
    reaches: Sequence[int] = CLOSE_BY,
) -> Pt | None:
    """The nearest free point that can be reached from (x, y), in the same room if it is in one, off these outlines, and
    none that he shuns."""
    book = pos.book
    radius, room = book.figures[figure].radius, book.table.building(x, y)
    for reach in reaches:
        for dx, dy in spiral(radius, radius * reach):
            px, py = x + dx, y + dy
            if not book.table.on_table(px, py, radius) or not _clear(pos, px, py, radius, crowd):
                continue
            if any(near_polygon(edges, px, py) < radius * radius for edges in off):
                continue
            if shun is not None and shun((px, py)):
                continue
            if book.table.building(px, py) == room and _joined(pos, figure, (x, y), (px, py)):
                return px, py
    return None


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
