"""S7.2 One segment of movement, tick by tick: proposals, the 100 mm, contact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from types import MappingProxyType
from typing import Final

from shapan.ground.table import OUTDOORS, Pt, at_spent

from ..actions import MOVE, SKIRMISH
from ..alarm import keep_watch
from ..contact import parted
from ..fire.sighting import figure_sees, free_line, too_dark
from ..position import ROUTED, STANDING, YangtzePosition
from ..who import Figure
from .charge import stop_unit
from .interrupts import Interruption, covering_fire, last_moment, sniper_fire, unmask
from .lookout import ALARM, HIDDEN, MARKER, TRIGGER, next_look, watchers
from .movers import CHARGE_SEGMENT, NEVER, ROUNDING, Movers, Place

Bound = tuple[int, int, int]
"""A point, and how far off from it one has to stay."""
NOBODY: Final[Mapping[Figure, Place]] = MappingProxyType({})


class Segment(Movers):
    """What happens in a tick."""

    def advance(self) -> tuple[bool, Callable[[YangtzePosition], None]] | None:
        """Propose, check, carry out. Gives (redo the tick?, what interrupts) when something has to be settled first."""
        self.wants.clear()
        tick, wake = self.tick, self.wake
        walkers = [figure for figure in self.walkers if wake[figure] <= tick and figure not in self.parked]
        chargers = [figure for figure in self.chargers if wake[figure] <= tick]
        about = {figure: self._about(figure, self.radius[figure] + self.pos.book.contact_gap) for figure in chargers}
        for figure, near in about.items():
            hit = self._first_contact(figure, near)
            if hit is not None:
                self._sync()
                self._show(figure)
                if fire := last_moment(self.pos, figure, hit):
                    return True, fire
        self._carry_out(self._checked(walkers, chargers))
        # Nobody can be near enough to those who need not be looked at in the tick that has just gone by.
        close = [(figure, near) for figure, near in about.items() if wake[figure] < self.tick]
        contacts = [(figure, enemy) for figure, near in close for enemy in self._in_contact(figure, near)]
        self._retire()
        if contacts:
            self.write()
            if self._clash(contacts):
                return False, lambda pos: None
        event = self.watch()
        return None if event is None else (False, event)

    def watch(self) -> Interruption | None:
        """What breaks into movement now, because somebody has come into view; asked when it is time to look."""
        if not self.watched or self.look > self.tick:
            return None
        self.write()
        pos, looks, tick = self.pos, self.looks, self.tick
        due = {watcher for watcher in watchers(pos) if looks.get(watcher, tick) <= tick}
        if ALARM in due:
            keep_watch(pos)
        unmask(pos, [unit for unit in pos.book.every_unit if (HIDDEN, unit) in due])
        for kind, test in ((MARKER, covering_fire), (TRIGGER, sniper_fire)):
            numbers = sorted(number for watching, number in due if watching == kind)
            if numbers and (event := test(pos, numbers)) is not None:
                return event
        looks |= {watcher: tick + next_look(self, watcher) for watcher in due}
        self.look = min([looks[watcher] for watcher in watchers(pos)], default=NEVER)
        return None

    def _first_contact(self, figure: Figure, near: list[Figure]) -> Figure | None:
        """The one of the enemies near a charger whom his next step would reach."""
        wanted = self._wanted(figure)
        assert wanted is not None
        spent, x, y = wanted
        mine = self.radius[figure] + self.pos.book.contact_gap
        for enemy in near:
            paid, ex, ey = self._wanted(enemy) or (self.spent[enemy], self.x[enemy], self.y[enemy])
            reach = mine + self.radius[enemy]
            if (x - ex) ** 2 + (y - ey) ** 2 > reach * reach or self.pos.fate[enemy] != STANDING:
                continue
            level = self.floor_of(figure, spent) == self.floor_of(enemy, paid)
            if self._same_place(figure, enemy) or (level and not parted(self.pos, (x, y), (ex, ey))):
                return enemy
        return None

    def _show(self, figure: Figure) -> None:
        """6.1, R152: whoever comes up or down the stairs at somebody shows at the end of them before he touches him."""
        wanted = self._wanted(figure)
        assert wanted is not None
        ends = [mark for mark, _, _ in self.pos.stairs[figure] if self.spent[figure] < mark <= wanted[0]]
        if ends:
            self.spent[figure], self.synced = ends[-1], None
            self.wants.pop(figure)
            self._sync()

    def _about(self, figure: Figure, keep: int) -> list[Figure]:
        """The enemies who can be within so much of this mover, edge to edge, after the tick that begins now."""
        xs, ys, since, tick, paces = self.x, self.y, self.since, self.tick, self.paces
        if since[figure] < tick:
            self._now(figure)
        x, y, mine = xs[figure], ys[figure], keep + paces[figure] + ROUNDING
        found = []
        for enemy in self.foes[figure]:
            if since[enemy] < tick:
                self._now(enemy)
            reach = mine + paces[enemy] + self.radius[enemy]
            dx, dy = xs[enemy] - x, ys[enemy] - y
            if dx * dx + dy * dy <= reach * reach:
                found.append(enemy)
        return found

    def _same_place(self, figure: Figure, enemy: Figure) -> bool:
        """S9, S16.4: figures on different floors, or parted by a wall, do not touch."""
        pos = self.pos
        if self.floor_of(figure) != self.floor_of(enemy) or pos.fate[enemy] != STANDING:
            return False
        return not parted(pos, (self.x[figure], self.y[figure]), (self.x[enemy], self.y[enemy]))

    def _bars(self, figure: Figure, enemy: Figure, wanted: Place) -> bool:
        """Is an enemy in the way of a charger: where he stands now, or where his step would take him, through a window
        perhaps (R87)? Not from behind a wall (S16.4)."""
        spent, x, y = wanted
        level = self.floor_of(figure, spent) == self.floor_of(enemy)
        there = level and not parted(self.pos, (x, y), (self.x[enemy], self.y[enemy]))
        return there or self._same_place(figure, enemy)

    def _checked(self, walkers: list[Figure], chargers: list[Figure]) -> dict[Figure, Place]:
        """S7.2: cut proposals back to the 100 mm of those who do not charge, and to contact for those who do."""
        moves = {figure: self._limited(figure, self._proposed(figure)) for figure in walkers}
        for figure in walkers:
            if moves[figure][0] > self.spent[figure] and self._crowds(figure, moves):
                moves[figure] = (self.spent[figure], self.x[figure], self.y[figure])
        return moves | self._followed(chargers, moves)

    def _followed(self, chargers: list[Figure], walked: dict[Figure, Place]) -> dict[Figure, Place]:
        """5.3: a charger follows whoever goes from him up to where he goes, once it is certain how far that is. Whoever
        is held up by nobody is certain first, on either side, and after him those who follow him."""
        moves: dict[Figure, Place] = {}
        left = chargers
        while left:
            known = walked | moves
            steps = {figure: self._limited(figure, self._proposed(figure), known) for figure in left}
            free = {figure: place for figure, place in steps.items() if place is self._wanted(figure)}
            moves |= free or steps
            left = [figure for figure in left if figure not in moves]
        return moves

    def _proposed(self, figure: Figure) -> Place:
        wanted = self._wanted(figure)
        assert wanted is not None
        return wanted

    def _carry_out(self, moves: dict[Figure, Place]) -> None:
        """The tick is over; those who were looked at stand where they were allowed to go."""
        for figure, place in moves.items():
            self.spent[figure], self.x[figure], self.y[figure] = place
        self.tick += 1
        for figure, (spent, _, _) in moves.items():
            self.since[figure] = self.tick
            done = spent >= self.ways[figure][2]
            self.ends[figure] = NEVER if figure in self.parked else self.tick if done else self._end(figure)

    def _limited(self, figure: Figure, want: Place, known: Mapping[Figure, Place] = NOBODY) -> Place:
        """S7.2: he goes as far as leaves a gap to every enemy: the 100 mm to those whom a walker sees, none to those in
        a charger's way. Of some it is known where they are after this tick."""
        walks = figure in self.walkers
        held = self._off_stairs(figure, want) if walks and self.pos.stairs[figure] else want
        for enemy, far in self._close(figure):
            nearer = self._held(figure, enemy, held, far, known.get(enemy))
            # Whether it is kept from him is asked last: most steps leave the gap anyway.
            if nearer is held or not (self._kept_from(figure, enemy) if walks else self._bars(figure, enemy, held)):
                continue
            alone, held = held is want, nearer
            if held[0] == self.spent[figure]:
                # He stays where he is, whoever else is near: for good if this one alone keeps him there and stays too.
                if walks and alone and held[0] < want[0] and self.since[enemy] == NEVER and not self.pos.rolling:
                    self.parked.add(figure)
                break
        return held

    def _off_stairs(self, figure: Figure, want: Place) -> Place:
        """5.3, R191: a walker waits at one end of the stairs as long as an enemy at the other keeps him from it."""
        track = self.ways[figure][0]
        for end, floor, _ in self.pos.stairs[figure]:
            if self.spent[figure] < end <= want[0] and self._barred(figure, at_spent(track, end), floor):
                return (end - 1, *at_spent(track, end - 1))
        return want

    def _barred(self, figure: Figure, there: Pt, floor: int) -> bool:
        """Is an enemy in the room within 100 mm of where a walker comes off the stairs, now or after this tick?"""
        pos, building = self.pos, self.pos.book.table.building
        for enemy in self.foes[figure]:
            if pos.hidden >> pos.book.figures[enemy].unit & 1:
                continue
            wanted = self._wanted(enemy)
            here = (self.spent[enemy], self.x[enemy], self.y[enemy])
            keep = self._gap(figure) + self.radius[enemy]
            for spent, x, y in (here, wanted or here):
                near = (x - there[0]) ** 2 + (y - there[1]) ** 2 < keep * keep
                if near and self.floor_of(enemy, spent) == floor and building(x, y) == building(*there):
                    return True
        return False

    def _close(self, figure: Figure) -> Iterator[tuple[Figure, int]]:
        """The enemies who can be near enough in this tick to hold a mover back, and how far off they are. If there are
        none, he need not be looked at before there can be one (``wake``)."""
        charging = figure in self.chargers
        # A charger has to be looked at when he can come into contact, not only when he is held up.
        touch = self.pos.book.contact_gap + ROUNDING if charging else 0
        keep, rate, wake = self._gap(figure), self.paces[figure], NEVER
        xs, ys, since, tick, paces, radius = self.x, self.y, self.since, self.tick, self.paces, self.radius
        x, y = xs[figure], ys[figure]
        for enemy in self.foes[figure]:
            if since[enemy] < tick:
                self._now(enemy)
            pace = rate + paces[enemy]
            base = keep + radius[enemy]
            dx, dy = x - xs[enemy], y - ys[enemy]
            square = dx * dx + dy * dy
            beyond = base + touch + pace * (wake or 1) + 1
            if square >= beyond * beyond:
                continue  # too far away to matter before somebody else does
            far = isqrt(square)
            slack = far - base - touch
            if slack > pace:
                wake = min(wake, slack // pace)
                continue
            wake = 0
            self.wake[figure] = tick
            yield enemy, far
        self.wake[figure] = tick + wake

    def _gap(self, figure: Figure) -> int:
        """S7.2: how far from an enemy's base a mover keeps his centre."""
        return self.radius[figure] + (0 if figure in self.chargers else self.pos.book.standoff)

    def _kept_from(self, figure: Figure, enemy: Figure) -> bool:
        """R9: the 100 mm are kept from enemies in sight only."""
        pos = self.pos
        if pos.hidden >> pos.book.figures[enemy].unit & 1:
            return False
        if self._indoors(figure) or self._indoors(enemy):
            self._sync()
            return figure_sees(pos, figure, enemy)
        x, y, ex, ey = self.x[figure], self.y[figure], self.x[enemy], self.y[enemy]
        if pos.book.dark and too_dark(pos, (x, y), (ex, ey), pos.flashed(enemy)):
            return False
        return free_line(pos, (x, y, self.floor_of(figure), OUTDOORS), (ex, ey, self.floor_of(enemy), OUTDOORS))

    def _held(self, figure: Figure, enemy: Figure, want: Place, far: int, certain: Place | None) -> Place:
        """The farthest point of a step, up to this one, that leaves the gap to the enemy, from where he is and from
        where he goes; who is nearer already comes no nearer."""
        bounds = self._bounds(figure, enemy, far, certain)
        if _clear(want[1], want[2], bounds):
            return want
        track, begun = self.ways[figure][0], self.spent[figure]
        low, high = begun, want[0]
        while high - low > 1:
            middle = (low + high) // 2
            if _clear(*at_spent(track, middle), bounds):
                low = middle
            else:
                high = middle
        return (low, *at_spent(track, low)) if low > begun else (low, self.x[figure], self.y[figure])

    def _bounds(self, figure: Figure, enemy: Figure, far: int, certain: Place | None) -> list[Bound]:
        """The places of an enemy, and how far off from each a mover stays. Of two who go towards one another each has
        half of what lies between; a charger does not share with one who must keep away from him, and steps where one
        stood who is certain to go."""
        keep = self._gap(figure) + self.radius[enemy]
        x, y, least = self.x[enemy], self.y[enemy], min(keep, far)
        if (theirs := self._wanted(enemy)) is None:
            return [(x, y, least)]
        _, ex, ey = certain or theirs
        then = isqrt((self.x[figure] - ex) ** 2 + (self.y[figure] - ey) ** 2)
        if then < far:
            shares = figure in self.walkers or enemy in self.chargers
            return [(x, y, least + max(far - keep, 0) // 2 if shares else least)]
        there = (ex, ey, min(keep, then))
        return [there] if certain else [(x, y, least), there]

    def _crowds(self, figure: Figure, moves: dict[Figure, Place]) -> bool:
        """After all is said: would this step end nearer than 100 mm to an enemy, and nearer than now?"""
        if self.tick < self.wake[figure]:
            return False
        _, x, y = moves[figure]
        keep = self.pos.book.standoff + self.radius[figure]
        for enemy in self._about(figure, keep):
            if enemy in self.chargers:
                continue
            # Who is parked wants to go on and does not.
            theirs = moves.get(enemy) or (None if enemy in self.parked else self._wanted(enemy))
            _, ex, ey = theirs or (0, self.x[enemy], self.y[enemy])
            base = keep + self.radius[enemy]
            after = (x - ex) ** 2 + (y - ey) ** 2
            if after >= base * base:
                continue
            stay = (self.x[figure] - ex) ** 2 + (self.y[figure] - ey) ** 2
            if after < stay and self._kept_from(figure, enemy):
                return True
        return False

    def _in_contact(self, figure: Figure, near: list[Figure]) -> Iterator[Figure]:
        """The enemies near a charger whom he touches after this tick."""
        x, y = self.x[figure], self.y[figure]
        mine = self.radius[figure] + self.pos.book.contact_gap
        for enemy in near:
            if self.since[enemy] < self.tick:
                self._now(enemy)
            reach = mine + self.radius[enemy]
            touching = (x - self.x[enemy]) ** 2 + (y - self.y[enemy]) ** 2 <= reach * reach
            if touching and self._same_place(figure, enemy):
                yield enemy

    def _clash(self, contacts: list[tuple[Figure, Figure]]) -> bool:
        """S7.5: figures in contact stop. 14.7, R49: a cowering, retreating or fleeing unit that is touched routs.
        True when the segment has to be drawn up anew."""
        pos, book = self.pos, self.pos.book
        routed = False
        for figure, enemy in contacts:
            unit, target = book.figures[figure].unit, book.figures[enemy].unit
            if pos.fate[enemy] != STANDING:
                continue
            if pos.forced_now(target):
                pos.tell("14.7", "event.routed", unit=target, unit2=unit)
                pos.remove(pos.standing[target], ROUTED)
                stop_unit(pos, unit)
                routed = True
                continue
            pos.touched |= 1 << figure | 1 << enemy
            pos.holding |= pos.asleep & 1 << target  # R101: who is woken has no fire in the last moment
            pos.asleep &= ~(1 << target)
            early = self.segment == CHARGE_SEGMENT or book.switches["charge_contact_no_fire"] == "whole_move"
            if early and pos.card[target] in (MOVE, SKIRMISH):
                pos.touched_early |= 1 << enemy
            pos.tell("5.3", "event.contact", piece=book.piece_of_figure(figure), piece2=book.piece_of_figure(enemy))
            self._drop(figure)
            self._drop(enemy)
        return routed


def _clear(x: int, y: int, bounds: list[Bound]) -> bool:
    """Is a point no nearer to any of these places than it may be?"""
    for px, py, least in bounds:
        dx, dy = x - px, y - py
        if dx * dx + dy * dy < least * least:
            return False
    return True
