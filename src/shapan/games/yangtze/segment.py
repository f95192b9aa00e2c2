"""S7.2 One segment of movement, tick by tick: proposals, the 100 mm, contact.

A mover whom no enemy can come near to for the next ticks is left alone until then: where he is after so many ticks
follows from his track, and is worked out when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt
from typing import Final

from shapan.ground.table import Eye, Track, at_spent

from .actions import CHARGE, FLEE, MOVE, RETREAT, SKIRMISH
from .charge import stop_unit
from .interrupts import covering_fire, last_moment, sniper_fire, unmask
from .position import ROUTED, STANDING, YangtzePosition, other
from .sighting import figure_sees, free_line, too_dark
from .standoff import parted

CHARGE_SEGMENT: Final = 0
MOVE_SEGMENT: Final = 1
NEVER: Final = 1 << 30

Place = tuple[int, int, int]
"""What is spent, and the point."""


class Segment:
    """The movers of a segment in lists, for the ticks between two interruptions."""

    def __init__(self, pos: YangtzePosition, segment: int) -> None:
        self.pos, self.segment = pos, segment
        self.x, self.y, self.spent = list(pos.x), list(pos.y), list(pos.spent)
        self.walkers: dict[int, tuple[Track, int, int]] = {}
        self.chargers: dict[int, tuple[Track, int, int]] = {}
        self.radius = pos.book.radii
        self.tick = 0
        for unit in range(len(pos.card)):
            self._enlist(unit)
        self.since = dict.fromkeys((*self.walkers, *self.chargers), 0)
        """Up to which tick a mover's place has been worked out."""
        self.ends = {figure: self._end(figure) for figure in self.since}
        """The tick at which a mover who is left alone has come to the end of his way."""
        self.foes = self._foes()
        self.wake = dict.fromkeys(self.since, 0)
        self.wants: dict[int, Place | None] = {}
        self.synced = -1
        self.watched = bool(pos.markers or pos.triggers or pos.hidden)

    def _enlist(self, unit: int) -> None:
        pos, card = self.pos, self.pos.card[unit]
        ticks = pos.book.ticks[self.segment]
        if card == CHARGE:
            low, high = pos.allowance(unit, card)
            limit = low if self.segment == CHARGE_SEGMENT else high
            rate = (limit if self.segment == CHARGE_SEGMENT else high - low) // ticks
            for figure in pos.standing[unit]:
                if pos.goal[figure] >= 0 and pos.track[figure] and not pos.touched >> figure & 1:
                    self.chargers[figure] = (pos.track[figure], rate, limit)
        elif self.segment == MOVE_SEGMENT and card in (MOVE, SKIRMISH, RETREAT, FLEE):
            if card in (RETREAT, FLEE):
                limit = pos.book.charts["forced"]["flee_max"] * 10
            else:
                limit = pos.allowance(unit, card)[1]
            for figure in pos.standing[unit]:
                track = pos.track[figure]
                if track and not pos.touched >> figure & 1 and self.spent[figure] < track[-1][0]:
                    self.walkers[figure] = (track, max(limit // ticks, 1), limit)

    def shorten(self) -> None:
        """5.3: walkers whose way :func:`keep_clear` has cut short."""
        for figure, (track, rate, limit) in list(self.walkers.items()):
            way = self.pos.track[figure]
            if way != track:
                self.walkers[figure] = (way, rate, limit)
                self.ends[figure] = self._end(figure)
                if self.spent[figure] >= way[-1][0]:
                    del self.walkers[figure]

    def follow_on(self) -> None:
        """Chargers take the new ways that :func:`pursue` has found for them."""
        for figure, (_, rate, limit) in list(self.chargers.items()):
            if self.pos.goal[figure] >= 0 and self.pos.track[figure]:
                self.chargers[figure] = (self.pos.track[figure], rate, limit)
                self.ends[figure] = self._end(figure)
            else:
                del self.chargers[figure]

    @property
    def idle(self) -> bool:
        return not self.walkers and not self.chargers

    def _foes(self) -> dict[int, list[int]]:
        """For each mover the enemies that it could come near to in this segment."""
        pos, book, radius = self.pos, self.pos.book, self.radius
        xs, ys = self.x, self.y
        reach = {figure: limit for figure, (_, _, limit) in (*self.walkers.items(), *self.chargers.items())}
        crowds: tuple[list[tuple[int, int, int, int, int, tuple[int, ...]]], ...] = ([], [])
        for unit, figures in enumerate(pos.standing):
            if figures and book.units[unit].kind != "civilian":
                most = max([reach.get(f, 0) + radius[f] for f in figures])
                crowds[pos.owner[unit]].append((*pos.scene.box(pos, unit), most, figures))
        found = {}
        for figure, far in reach.items():
            x, y = xs[figure], ys[figure]
            limit = book.standoff + far + 2 * radius[figure]
            near: list[int] = []
            for left, top, right, bottom, most, figures in crowds[other(pos.owner[book.figures[figure].unit])]:
                wide = limit + most
                if x < left - wide or x > right + wide or y < top - wide or y > bottom + wide:
                    continue
                for enemy in figures:
                    bound = limit + reach.get(enemy, 0) + radius[enemy]
                    if -bound <= xs[enemy] - x <= bound and -bound <= ys[enemy] - y <= bound:
                        near.append(enemy)
            found[figure] = near
        return found

    # --- movers who are left alone ---------------------------------------------------------------

    def _mover(self, figure: int) -> tuple[Track, int, int] | None:
        return self.walkers.get(figure) or self.chargers.get(figure)

    def _end(self, figure: int) -> int:
        """When a mover left alone from now on has come to the end of his way; he has at least one tick."""
        mover = self._mover(figure)
        assert mover is not None
        track, rate, limit = mover
        left = min(limit, track[-1][0]) - self.spent[figure]
        if left <= rate:
            return self.tick + 1
        return self.tick - (-left // rate) if rate else NEVER

    def _now(self, figure: int) -> None:
        """Work out where a mover is at this tick."""
        since = self.since.get(figure, self.tick)
        if since < self.tick:
            mover = self._mover(figure)
            if mover is not None:
                track, rate, limit = mover
                spent = min(self.spent[figure] + rate * (self.tick - since), limit, track[-1][0])
                self.spent[figure] = spent
                self.x[figure], self.y[figure] = at_spent(track, spent)
            self.since[figure] = self.tick

    def _all_now(self) -> None:
        for group in (self.walkers, self.chargers):
            for figure in group:
                self._now(figure)

    def _wanted(self, figure: int) -> Place | None:
        """Where a mover goes in this tick if nothing is in his way; None for those who do not move."""
        if figure in self.wants:
            return self.wants[figure]
        mover = self._mover(figure)
        want: Place | None = None
        if mover is not None:
            self._now(figure)
            track, rate, limit = mover
            spent = min(self.spent[figure] + rate, limit, track[-1][0])
            want = (spent, *at_spent(track, spent))
        self.wants[figure] = want
        return want

    def quiet(self, most: int) -> int:
        """For how many ticks, up to so many, nothing can happen but movement."""
        if self.watched:
            return 0
        movers = (*self.walkers, *self.chargers)
        first = min([self.wake[figure] for figure in movers])
        last = max([self.ends[figure] for figure in movers])
        return min(max(first - self.tick, 0), last - self.tick, most)

    def pass_over(self, ticks: int) -> None:
        """So many quiet ticks go by."""
        self.tick += ticks
        self._retire()

    def _retire(self) -> None:
        """Movers who have come to the end of their way."""
        for group in (self.walkers, self.chargers):
            for figure in [figure for figure in group if self.ends[figure] <= self.tick]:
                self._now(figure)
                del group[figure]

    # --- one tick --------------------------------------------------------------------------------

    def advance(self) -> tuple[bool, Callable[[YangtzePosition], None]] | None:
        """Propose, check, carry out. Gives (redo the tick?, what interrupts) when something has to be settled first."""
        self.wants.clear()
        tick, wake = self.tick, self.wake
        walkers = [figure for figure in self.walkers if wake[figure] <= tick]
        chargers = [figure for figure in self.chargers if wake[figure] <= tick]
        for figure in chargers:
            hit = self._first_contact(figure)
            if hit is not None:
                self._sync()
                if fire := last_moment(self.pos, figure, hit):
                    return True, fire
        self._carry_out(self._checked(walkers, chargers))
        contacts = [(figure, enemy) for figure in chargers for enemy in self._in_contact(figure)]
        self._retire()
        if contacts:
            self.write()
            if self._clash(contacts):
                return False, lambda pos: None
        if self.watched:
            self.write()
            for test in (unmask, covering_fire, sniper_fire):
                if (event := test(self.pos)) is not None:
                    return False, event
        return None

    def _first_contact(self, figure: int) -> int | None:
        """The enemy whom this charger's next step would reach."""
        wanted = self._wanted(figure)
        assert wanted is not None
        _, x, y = wanted
        mine = self.radius[figure] + self.pos.book.contact_gap
        for enemy in self.foes[figure]:
            _, ex, ey = self._wanted(enemy) or (0, self.x[enemy], self.y[enemy])
            reach = mine + self.radius[enemy]
            if (x - ex) ** 2 + (y - ey) ** 2 <= reach * reach and self._same_place(figure, enemy):
                return enemy
        return None

    def _same_place(self, figure: int, enemy: int) -> bool:
        """S9, S16.4: figures on different floors, or parted by a wall, do not touch."""
        pos = self.pos
        if pos.floor[figure] != pos.floor[enemy] or pos.fate[enemy] != STANDING:
            return False
        return not parted(pos, (self.x[figure], self.y[figure]), (self.x[enemy], self.y[enemy]))

    def _checked(self, walkers: list[int], chargers: list[int]) -> dict[int, Place]:
        """S7.2: cut proposals back to the 100 mm of those who do not charge, and to contact for those who do."""
        moves: dict[int, Place] = {}
        for figure in (*walkers, *chargers):
            wanted = self._wanted(figure)
            assert wanted is not None
            moves[figure] = self._limited(figure, wanted)
        for figure in walkers:
            if moves[figure][0] > self.spent[figure] and self._crowds(figure, moves):
                moves[figure] = (self.spent[figure], self.x[figure], self.y[figure])
        return moves

    def _carry_out(self, moves: dict[int, Place]) -> None:
        """The tick is over; those who were looked at stand where they were allowed to go."""
        for figure, place in moves.items():
            self.spent[figure], self.x[figure], self.y[figure] = place
        self.tick += 1
        for figure, (spent, _, _) in moves.items():
            mover = self._mover(figure)
            assert mover is not None
            self.since[figure] = self.tick
            done = spent >= min(mover[2], mover[0][-1][0])
            self.ends[figure] = self.tick if done else self._end(figure)

    def _limited(self, figure: int, proposal: Place) -> Place:
        """S7.2, and until when nobody can be near enough to hold this mover back."""
        charging = figure in self.chargers
        track, rate, _ = self.chargers[figure] if charging else self.walkers[figure]
        radius = self.radius
        keep = radius[figure] + (0 if charging else self.pos.book.standoff)
        xs, ys = self.x, self.y
        x, y = xs[figure], ys[figure]
        wake = NEVER
        for enemy in self.foes[figure]:
            mover = self._mover(enemy)
            theirs = 0
            if mover is not None:
                theirs = mover[1]
                self._now(enemy)
            base = keep + radius[enemy]
            far = isqrt((x - xs[enemy]) ** 2 + (y - ys[enemy]) ** 2)
            slack = far - base
            if slack > rate + theirs:
                if slack < wake * (rate + theirs):
                    wake = min(wake, slack // (rate + theirs))
                continue
            wake = 0
            if charging or self._counts(figure, enemy):
                proposal = self._held(figure, enemy, proposal, (track, base, far, slack))
        self.wake[figure] = self.tick + wake
        return proposal

    def _counts(self, figure: int, enemy: int) -> bool:
        """R9: the 100 mm are kept from enemies in sight only."""
        pos = self.pos
        if pos.hidden >> pos.book.figures[enemy].unit & 1:
            return False
        if pos.room[figure] >= 0 or pos.room[enemy] >= 0:
            self._sync()
            return figure_sees(pos, figure, enemy)
        x, y, ex, ey = self.x[figure], self.y[figure], self.x[enemy], self.y[enemy]
        if pos.book.dark and too_dark(pos, (x, y), (ex, ey), bool(pos.fired >> enemy & 1)):
            return False
        return free_line(pos, Eye(x, y, pos.floor[figure]), Eye(ex, ey, pos.floor[enemy]))

    def _sync(self) -> None:
        """The position learns where everybody is at the beginning of this tick."""
        if self.synced != self.tick:
            self._all_now()
            self.pos.x, self.pos.y = tuple(self.x), tuple(self.y)
            self.synced = self.tick

    def _held(self, figure: int, enemy: int, proposal: Place, facts: tuple[Track, int, int, int]) -> Place:
        """The farthest point of this tick's step at which the enemy is not crowded; half the way if both approach."""
        track, base, far, slack = facts
        places = [(self.x[enemy], self.y[enemy], min(base, far))]
        if (theirs := self._wanted(enemy)) is not None:
            _, ex, ey = theirs
            now = isqrt((self.x[figure] - ex) ** 2 + (self.y[figure] - ey) ** 2)
            if now < far:
                both = figure in self.walkers or enemy in self.chargers
                floor = min(base, far) + max(slack, 0) // 2 if both else min(base, far)
                places = [(self.x[enemy], self.y[enemy], min(floor, far))]
            else:
                places.append((ex, ey, min(base, now)))
        low, high = self.spent[figure], proposal[0]
        if self._fine(proposal[1], proposal[2], places):
            return proposal
        while high - low > 1:
            middle = (low + high) // 2
            if self._fine(*at_spent(track, middle), places):
                low = middle
            else:
                high = middle
        return (low, *at_spent(track, low)) if low > self.spent[figure] else (low, self.x[figure], self.y[figure])

    @staticmethod
    def _fine(x: int, y: int, places: list[Place]) -> bool:
        return all((x - px) ** 2 + (y - py) ** 2 >= limit * limit for px, py, limit in places)

    def _crowds(self, figure: int, moves: dict[int, Place]) -> bool:
        """After all is said: would this step end nearer than 100 mm to an enemy, and nearer than now?"""
        if self.tick < self.wake[figure]:
            return False
        _, x, y = moves[figure]
        keep = self.pos.book.standoff + self.radius[figure]
        for enemy in self.foes[figure]:
            if enemy in self.chargers:
                continue
            _, ex, ey = moves.get(enemy) or self._wanted(enemy) or (0, self.x[enemy], self.y[enemy])
            base = keep + self.radius[enemy]
            after = (x - ex) ** 2 + (y - ey) ** 2
            if after >= base * base:
                continue
            stay = (self.x[figure] - ex) ** 2 + (self.y[figure] - ey) ** 2
            if after < stay and self._counts(figure, enemy):
                return True
        return False

    def _in_contact(self, figure: int) -> Iterator[int]:
        """The first enemy whom a charger touches after this tick, if anybody can be near enough."""
        if self.tick - 1 < self.wake[figure]:
            return
        x, y = self.x[figure], self.y[figure]
        mine = self.radius[figure] + self.pos.book.contact_gap
        for enemy in self.foes[figure]:
            self._now(enemy)
            reach = mine + self.radius[enemy]
            near = (x - self.x[enemy]) ** 2 + (y - self.y[enemy]) ** 2 <= reach * reach
            if near and self._same_place(figure, enemy):
                yield enemy
                return

    def _clash(self, contacts: list[tuple[int, int]]) -> bool:
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
            pos.fought |= 1 << unit | 1 << target
            pos.asleep &= ~(1 << target)
            early = self.segment == CHARGE_SEGMENT or book.switches["charge_contact_no_fire"] == "whole_move"
            if early and pos.card[target] in (MOVE, SKIRMISH):
                pos.touched_early |= 1 << enemy
            pos.tell("5.3", "event.contact", piece=book.piece_of_figure(figure), piece2=book.piece_of_figure(enemy))
            self.chargers.pop(figure, None)
            self.walkers.pop(enemy, None)
            self.chargers.pop(enemy, None)
        return routed

    def write(self) -> None:
        """Put the lists back into the position."""
        pos = self.pos
        self._all_now()
        pos.x, pos.y, pos.spent = tuple(self.x), tuple(self.y), tuple(self.spent)
        rooms = list(pos.room)
        building = pos.book.table.building
        for figure in self.foes:
            rooms[figure] = building(self.x[figure], self.y[figure])
        pos.room = tuple(rooms)
