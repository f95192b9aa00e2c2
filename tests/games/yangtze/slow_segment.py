"""One tick of movement as S7 tells it: everybody is looked at, and everybody's step is tried point by point.

Nothing is kept from one tick to the next. What there is to know stands in the position, which is brought up to date
after each tick; who is near whom is found by measuring to all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import isqrt
from types import MappingProxyType

from tests.games.yangtze.slow_interrupts import Break, covering_fire, last_moment, sniper_fire, unmask
from tests.games.yangtze.slow_sight import figure_sees, parted

from shapan.games.yangtze.actions import CHARGE, COWER, FLEE, MOVE, RETREAT, SKIRMISH
from shapan.games.yangtze.position import ROUTED, STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure, Unit, numbered
from shapan.ground.table import Pt, Track

WALKING = (MOVE, SKIRMISH, RETREAT, FLEE)
BROKEN = (COWER, RETREAT, FLEE)


def part(length: int, number: int, parts: int) -> int:
    """S1.3: so many parts of a length, rounded to the nearest; a half is rounded up."""
    return (2 * length * number + parts) // (2 * parts)


def point_at(track: Track, spent: int) -> Pt:
    """S1.3: where a way has led once so much is spent on it, to the nearest whole point."""
    for (before, x, y), (after, to_x, to_y) in pairwise(track):
        if before <= spent < after:
            return x + part(to_x - x, spent - before, after - before), y + part(
                to_y - y, spent - before, after - before
            )
    return track[-1][1:] if spent >= track[-1][0] else track[0][1:]


def apart(one: Pt, two: Pt) -> int:
    """S1.3: a distance is a whole number, rounded down."""
    return isqrt((one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2)


def apart_at_most(one: Pt, two: Pt, reach: int) -> bool:
    """S1.2: lengths are compared by their squares."""
    return square(one, two) <= reach**2


def square(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


class SlowTick:
    """The tick that begins with this position. In the first segment chargers alone move, and make their minimum."""

    def __init__(
        self,
        pos: YangtzePosition,
        first_segment: bool,
        stops: Mapping[Figure, int] = MappingProxyType({}),
    ) -> None:
        self.pos, self.book, self.first = pos, pos.book, first_segment
        self.stops = stops
        """How far those may go for now who keep clear of vehicles and vessels, which are not judged here."""
        self.here = {figure: (pos.x[figure], pos.y[figure]) for figure in pos.book.everyone}
        self.walkers = [figure for figure in self.book.everyone if self.walks(figure)]
        self.chargers = [figure for figure in self.book.everyone if self.charges(figure)]
        self.wish = {figure: self.proposal(figure) for figure in (*self.walkers, *self.chargers)}
        self.there = self.here | {figure: point_at(pos.track[figure], self.wish[figure]) for figure in self.wish}
        """Where everybody would be after this tick, if nobody were in his way."""
        self.step = {figure: apart(self.here[figure], self.there[figure]) for figure in self.wish}
        self.certain: set[Figure] = set()
        """Those of whom it is settled where they go in this tick."""
        self.ends = dict(self.wish)
        self.farthest = dict(self.wish)
        """On the way past an enemy rather than towards him whole points are now a hair too near and now not: everybody
        goes on until the first that is, and may go as far as the last that is not."""

    # --- S7.1: who moves, and how far in a tick

    def unit(self, figure: Figure) -> Unit:
        return self.book.figures[figure].unit

    def card(self, figure: Figure) -> str:
        return self.pos.card[self.unit(figure)]

    def on_the_way(self, figure: Figure) -> bool:
        """S7.5: who has been touched stops for the turn."""
        pos, way = self.pos, self.pos.track[figure]
        free = pos.fate[figure] == STANDING and not pos.touched >> figure & 1
        return free and bool(way) and pos.spent[figure] < min(self.way_ends(figure), self.most(figure))

    def way_ends(self, figure: Figure) -> int:
        """Where a way ends, or is barred."""
        end = self.pos.track[figure][-1][0]
        return min(self.stops.get(figure, end), end)

    def walks(self, figure: Figure) -> bool:
        return not self.first and self.card(figure) in WALKING and self.on_the_way(figure)

    def charges(self, figure: Figure) -> bool:
        return self.card(figure) == CHARGE and self.pos.goal[figure] is not None and self.on_the_way(figure)

    def allowance(self, figure: Figure) -> tuple[int, int]:
        if self.card(figure) in (RETREAT, FLEE):
            # R90: a full charge move of one's own; those who cannot charge run like foot.
            charge = self.pos.allowance(self.unit(figure), CHARGE)[1] or self.book.allowance("foot", CHARGE)[1]
            return 0, charge
        return self.pos.allowance(self.unit(figure), self.card(figure))

    def most(self, figure: Figure) -> int:
        return self.allowance(figure)[0 if self.first else 1]

    def proposal(self, figure: Figure) -> int:
        """A charge makes its minimum in one segment and the rest in the other; everybody else has one for all of it."""
        begun = self.allowance(figure)[0] if self.card(figure) == CHARGE and not self.first else 0
        pace = (self.most(figure) - begun) // self.book.ticks[0 if self.first else 1]
        return min(self.pos.spent[figure] + pace, self.way_ends(figure), self.most(figure))

    def enemies(self, figure: Figure, within: int) -> Iterable[Figure]:
        """Those whom he may come so near to in a tick or two, and perhaps some more. Civilians are neither fought nor
        kept away from (R9, R66)."""
        pos, side = self.pos, self.pos.owner[self.unit(figure)]
        for unit, men in numbered(pos.standing):
            if pos.owner[unit] != side and self.book.units[unit].kind != "civilian":
                for enemy in men:
                    steps = self.step[figure] + self.step.get(enemy, 0)
                    reach = self.reach(figure, enemy, within) + 2 * steps + 2
                    if apart_at_most(self.here[figure], self.here[enemy], reach):
                        yield enemy

    def reach(self, one: Figure, two: Figure, gap: int) -> int:
        """How far apart two centres are when there is such a gap between the bases."""
        return self.book.radii[one] + self.book.radii[two] + gap

    # --- S7.2: the tick

    def run(self) -> Break | None:
        """All propose, some are held back, all go. What breaks in is given back; in the last moment nobody has gone."""
        for charger in self.chargers:
            for enemy in self.enemies(charger, self.book.contact_gap):
                if self.touching(charger, enemy, self.there) and (shots := last_moment(self.pos, charger, enemy)):
                    return shots
        for walker in self.walkers:
            for enemy in self.enemies(walker, self.book.standoff):
                self.bar(walker, enemy)
                self.hold(walker, enemy, self.book.standoff)
        self.give_way()
        self.follow()
        self.go()
        self.touch()
        unmask(self.pos)
        return covering_fire(self.pos) or sniper_fire(self.pos)

    def follow(self) -> None:
        """5.3: where all others go is certain, and then where those chargers go whom nobody holds up: one who goes from
        a charger is followed up to where he goes."""
        unsettled = set(self.chargers)
        while unsettled:
            self.certain = set(self.wish) - unsettled
            for charger in unsettled:
                self.ends[charger] = self.farthest[charger] = self.wish[charger]
                for enemy in self.enemies(charger, 0):
                    self.hold(charger, enemy, 0)
            held = {charger for charger in unsettled if self.ends[charger] < self.wish[charger]}
            if held == unsettled:
                return
            unsettled = held

    def kept_from(self, walker: Figure, enemy: Figure) -> bool:
        """R9: the 100 mm are kept from enemies in sight; nobody sees those who lie hidden (S6.7)."""
        return not self.pos.hidden >> self.unit(enemy) & 1 and figure_sees(self.pos, walker, enemy)

    def bar(self, walker: Figure, enemy: Figure) -> None:
        """R191: nobody who walks comes off the stairs within 100 mm of an enemy whom he would see there."""
        pos, house = self.pos, self.book.table.building
        if pos.hidden >> self.unit(enemy) & 1:
            return
        paid = {self.here[enemy]: pos.spent[enemy], self.there[enemy]: self.wish.get(enemy, pos.spent[enemy])}
        for cost, floor, _ in pos.stairs[walker]:
            top = point_at(pos.track[walker], cost)
            for place, spent in paid.items():
                there = house(*place) == house(*top) and self.floor(enemy, spent) == floor
                close = square(place, top) < self.reach(walker, enemy, self.book.standoff) ** 2
                if there and close and pos.spent[walker] < cost <= self.wish[walker]:
                    self.ends[walker] = min(self.ends[walker], cost - 1)
                    self.farthest[walker] = min(self.farthest[walker], cost - 1)

    def hold(self, figure: Figure, enemy: Figure, gap: int) -> None:
        """(c), (d) There is to be such a gap: he goes as far as leaves exactly that, from where the enemy is and from
        where he goes; who is nearer already comes no nearer. Where their full steps leave the gap he may make his."""
        keep = self.reach(figure, enemy, gap)
        bounds = self.bounds(figure, enemy, keep)

        def clear(point: Pt) -> bool:
            return all(apart(point, place) >= least for place, least in bounds)

        if clear(self.there[figure]) or not (self.kept_from if gap else self.in_the_way)(figure, enemy):
            return
        track, begin = self.pos.track[figure], self.pos.spent[figure]
        free = {spent: clear(point_at(track, spent)) for spent in range(begin + 1, self.wish[figure] + 1)}
        first = min(spent for spent in free if not free[spent]) - 1
        last = max([begin, *(spent for spent in free if free[spent])])
        self.ends[figure] = min(self.ends[figure], first)
        if any(apart(self.there[figure], place) < keep for place in (self.here[enemy], self.there[enemy])):
            self.farthest[figure] = min(self.farthest[figure], last)

    def bounds(self, figure: Figure, enemy: Figure, keep: int) -> list[tuple[Pt, int]]:
        """The places of an enemy, and how far off from each he stays. Of two who go towards one another each has half
        of what lies between; a charger does not share with one who must keep away from him, and steps where one stood
        who is certain to go."""
        here, now, then = self.here[figure], self.here[enemy], self.there[enemy]
        if gone := figure in self.chargers and enemy in self.certain:
            then = self.end(enemy)
        distance = apart(here, now)
        if apart(here, then) < distance:
            shares = figure in self.walkers or enemy in self.chargers
            return [(now, min(keep, distance) + (max(distance - keep, 0) // 2 if shares else 0))]
        there = then, min(keep, apart(here, then))
        return [there] if gone else [(now, min(keep, distance)), there]

    def end(self, figure: Figure) -> Pt:
        moves = figure in self.ends and self.ends[figure] > self.pos.spent[figure]
        return point_at(self.pos.track[figure], self.ends[figure]) if moves else self.here[figure]

    def give_way(self) -> None:
        """5.3: whoever would all the same end nearer than 100 mm to one who does not charge, by his own step, stays."""
        for walker in self.walkers:
            for enemy in self.enemies(walker, self.book.standoff):
                gap, stay = square(self.end(walker), self.end(enemy)), square(self.here[walker], self.end(enemy))
                crowding = gap < self.reach(walker, enemy, self.book.standoff) ** 2 and gap < stay
                if crowding and enemy not in self.chargers and self.kept_from(walker, enemy):
                    self.ends[walker] = self.farthest[walker] = self.pos.spent[walker]

    def go(self) -> None:
        """(e) All at once."""
        pos, places, rooms, spent = self.pos, dict(self.here), list(self.pos.room), list(self.pos.spent)
        for figure, paid in self.ends.items():
            places[figure], spent[figure] = self.end(figure), paid
            if places[figure] != self.here[figure]:
                rooms[figure] = self.book.table.building(*places[figure])
        pos.x, pos.y = (tuple(place[axis] for place in places.values()) for axis in (0, 1))
        pos.room, pos.spent = tuple(rooms), tuple(spent)
        pos.floor = tuple(map(self.floor, self.book.everyone))
        self.here = places

    def floor(self, figure: Figure, spent: int | None = None) -> int:
        """S16.1: who has paid for his stairs is at their other end."""
        spent = self.pos.spent[figure] if spent is None else spent
        paid = [floor for cost, floor, _ in self.pos.stairs[figure] if cost <= spent]
        return paid[-1] if paid else self.pos.floor[figure]

    def in_the_way(self, charger: Figure, enemy: Figure) -> bool:
        """S2.3: an enemy bars the way; S16.4: not from behind a wall, unless the step leads through it, by a window."""
        paid, place = self.wish[charger], self.here[enemy]
        now = self.on_one_floor(charger, enemy) and not parted(self.pos, self.here[charger], place)
        level = self.floor(charger, paid) == self.floor(enemy)
        return now or (level and not parted(self.pos, self.there[charger], place))

    def on_one_floor(self, one: Figure, two: Figure) -> bool:
        return self.pos.floor[one] == self.pos.floor[two]

    # --- S7.5: contact

    def touching(self, charger: Figure, enemy: Figure, places: dict[Figure, Pt]) -> bool:
        """S9, S16.4: bases within a millimetre, on one floor and with no wall between them as they now stand."""
        pos = self.pos
        together = self.on_one_floor(charger, enemy) and not parted(pos, self.here[charger], self.here[enemy])
        reach = self.reach(charger, enemy, self.book.contact_gap)
        return together and apart_at_most(places[charger], places[enemy], reach)

    def brushes(self) -> bool:
        """Does one of the chargers come within a millimetre of an enemy at his full pace, before he is stopped? Where
        both go at each other points are rounded twice."""
        return any(
            apart(self.there[charger], self.there[enemy]) + 2 >= self.reach(charger, enemy, 0)
            for charger in self.chargers
            for enemy in self.enemies(charger, self.book.contact_gap)
            if self.touching(charger, enemy, self.there)
        )

    def touch(self) -> None:
        """Both stop; who sleeps wakes (S6.8). 14.7, R49: a broken unit routs, and whoever has touched it stops too."""
        pos = self.pos
        pairs = [(c, e) for c in self.chargers for e in self.enemies(c, self.book.contact_gap)]
        for charger, enemy in [pair for pair in pairs if self.touching(*pair, self.here)]:
            unit = self.unit(enemy)
            if pos.fate[enemy] != STANDING:
                continue
            if pos.card[unit] in BROKEN:
                pos.remove(pos.standing[unit], ROUTED)
                self.stop(self.unit(charger))
                continue
            pos.touched |= 1 << charger | 1 << enemy
            pos.holding |= pos.asleep & 1 << unit
            pos.asleep &= ~(1 << unit)
            silenced = self.first or self.book.switches["charge_contact_no_fire"] == "whole_move"
            if silenced and pos.card[unit] in (MOVE, SKIRMISH):
                pos.touched_early |= 1 << enemy

    def stop(self, unit: Unit) -> None:
        """R49: it goes no farther, and after nobody else."""
        pos, men = self.pos, set(self.book.men[unit])
        pos.goal = tuple(None if figure in men else goal for figure, goal in numbered(pos.goal))
        pos.track = tuple(() if figure in men else track for figure, track in numbered(pos.track))
