"""The slow and obvious segment of movement: every mover is looked at in every tick. The judge of the quick one."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from shapan.games.yangtze.actions import CHARGE, FLEE, MOVE, RETREAT, SKIRMISH
from shapan.games.yangtze.fire.sighting import figure_sees
from shapan.games.yangtze.movement.charge import stop_unit
from shapan.games.yangtze.movement.interrupts import covering_fire, last_moment, sniper_fire, unmask
from shapan.games.yangtze.movement.movers import CHARGE_SEGMENT, MOVE_SEGMENT
from shapan.games.yangtze.movement.standoff import parted
from shapan.games.yangtze.position import ROUTED, STANDING, YangtzePosition
from shapan.ground.table import Track, at_spent
from shapan.mechanics.sides import other


class SlowSegment:
    """The movers of a segment in lists, for the ticks between two interruptions."""

    def __init__(self, pos: YangtzePosition, segment: int) -> None:
        self.pos, self.segment = pos, segment
        self.x, self.y, self.spent = list(pos.x), list(pos.y), list(pos.spent)
        self.touched, self.early = pos.touched, pos.touched_early
        self.walkers: dict[int, tuple[Track, int, int]] = {}
        self.chargers: dict[int, tuple[Track, int, int]] = {}
        self.radius = [figure.radius for figure in pos.book.figures]
        for unit in range(len(pos.card)):
            self._enlist(unit)
        self.foes = self._foes()
        self.wake = dict.fromkeys((*self.walkers, *self.chargers), 0)
        self.tick = 0
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
            limit = pos.flight(unit) if card in (RETREAT, FLEE) else pos.allowance(unit, card)[1]
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
                if self.spent[figure] >= way[-1][0]:
                    del self.walkers[figure]

    def astray(self) -> bool:
        """Is there a charger whose man is gone, or no longer where his way leads?"""
        pos, men = self.pos, [(figure, self.pos.goal[figure]) for figure in self.chargers]
        return any(pos.fate[man] != STANDING or (self.x[man], self.y[man]) != pos.sought[figure] for figure, man in men)

    def follow_on(self) -> None:
        """Chargers take the new ways that :func:`pursue` has found for them."""
        for figure, (_, rate, limit) in list(self.chargers.items()):
            if self.pos.goal[figure] >= 0 and self.pos.track[figure]:
                self.chargers[figure] = (self.pos.track[figure], rate, limit)
            else:
                del self.chargers[figure]

    @property
    def idle(self) -> bool:
        return not self.walkers and not self.chargers

    def _foes(self) -> dict[int, list[int]]:
        """For each mover the enemies that it could come near to in this segment."""
        pos, book = self.pos, self.pos.book
        reach = {figure: limit for figure, (_, _, limit) in (*self.walkers.items(), *self.chargers.items())}
        sides: tuple[list[int], list[int]] = ([], [])
        for unit, figures in enumerate(pos.standing):
            if book.units[unit].kind != "civilian":
                sides[pos.owner[unit]].extend(figures)
        found = {}
        for figure, far in reach.items():
            x, y = self.x[figure], self.y[figure]
            limit = book.standoff + far + 2 * self.radius[figure]
            near = []
            for enemy in sides[other(pos.owner[book.figures[figure].unit])]:
                bound = limit + reach.get(enemy, 0) + self.radius[enemy]
                if abs(self.x[enemy] - x) <= bound and abs(self.y[enemy] - y) <= bound:
                    near.append(enemy)
            found[figure] = near
        return found

    # --- one tick --------------------------------------------------------------------------------

    def advance(self) -> tuple[bool, Callable[[YangtzePosition], None]] | None:
        """Propose, check, carry out. Gives (redo the tick?, what interrupts) when something has to be settled first."""
        wanted = self._proposals()
        for figure in list(self.chargers):
            hit = self._first_contact(figure, wanted)
            if hit is not None:
                self._sync()
                if fire := last_moment(self.pos, figure, hit):
                    return True, fire
        moves = self._checked(wanted)
        contacts = []
        for figure, (spent, x, y) in moves.items():
            self.spent[figure], self.x[figure], self.y[figure] = spent, x, y
        for figure in list(self.chargers):
            enemy = self._in_contact(figure)
            if enemy >= 0:
                contacts.append((figure, enemy))
        self._retire(moves)
        self.tick += 1
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

    def quiet(self, most: int) -> int:
        """No tick is passed over."""
        return 0

    def pass_over(self, ticks: int) -> None:
        raise AssertionError("no tick is passed over")

    def _sync(self) -> None:
        if self.synced != self.tick:
            self.write()
            self.synced = self.tick

    def _proposals(self) -> dict[int, tuple[int, int, int]]:
        wanted = {}
        for group in (self.walkers, self.chargers):
            for figure, (track, rate, limit) in group.items():
                spent = min(self.spent[figure] + rate, limit, track[-1][0])
                wanted[figure] = (spent, *at_spent(track, spent))
        return wanted

    def _first_contact(self, figure: int, wanted: dict[int, tuple[int, int, int]]) -> int | None:
        """The enemy whom this charger's next step would reach."""
        if self.tick < self.wake[figure]:
            return None
        _, x, y = wanted[figure]
        for enemy in self.foes[figure]:
            ex, ey = (wanted[enemy][1], wanted[enemy][2]) if enemy in wanted else (self.x[enemy], self.y[enemy])
            reach = self.radius[figure] + self.radius[enemy] + self.pos.book.contact_gap
            if (x - ex) ** 2 + (y - ey) ** 2 <= reach * reach and self._same_place(figure, enemy):
                return enemy
        return None

    def _same_place(self, figure: int, enemy: int) -> bool:
        """S9, S16.4: figures on different floors, or parted by a wall, do not touch."""
        pos = self.pos
        if pos.floor[figure] != pos.floor[enemy] or pos.fate[enemy] != STANDING:
            return False
        return not parted(pos, (self.x[figure], self.y[figure]), (self.x[enemy], self.y[enemy]))

    def _checked(self, wanted: dict[int, tuple[int, int, int]]) -> dict[int, tuple[int, int, int]]:
        """S7.2: cut proposals back to the 100 mm of those who do not charge, and to contact for those who do."""
        moves = {}
        for figure, proposal in wanted.items():
            if self.tick < self.wake[figure]:
                moves[figure] = proposal
            else:
                moves[figure] = self._limited(figure, proposal, wanted)
        for figure in self.walkers:
            if moves[figure][0] > self.spent[figure] and self._crowds(figure, moves):
                moves[figure] = (self.spent[figure], self.x[figure], self.y[figure])
        return moves

    def _limited(
        self, figure: int, proposal: tuple[int, int, int], wanted: dict[int, tuple[int, int, int]]
    ) -> tuple[int, int, int]:
        book = self.pos.book
        charging = figure in self.chargers
        keep = 0 if charging else book.standoff
        track, rate, _ = (self.chargers if charging else self.walkers)[figure]
        x, y = self.x[figure], self.y[figure]
        wake = 1 << 30
        for enemy in self.foes[figure]:
            base = keep + self.radius[figure] + self.radius[enemy]
            ex, ey = self.x[enemy], self.y[enemy]
            far = isqrt((x - ex) ** 2 + (y - ey) ** 2)
            theirs = self._rate(enemy)
            slack = far - base
            if slack > rate + theirs:
                wake = min(wake, slack // (rate + theirs))
                continue
            wake = 0
            if not charging and not self._counts(figure, enemy):
                continue
            proposal = self._held(figure, enemy, proposal, wanted, (track, base, far, slack))
        self.wake[figure] = self.tick + wake
        return proposal

    def _rate(self, figure: int) -> int:
        group = self.walkers if figure in self.walkers else self.chargers
        return group[figure][1] if figure in group else 0

    def _counts(self, figure: int, enemy: int) -> bool:
        """R9: the 100 mm are kept from enemies in sight only."""
        pos = self.pos
        if pos.hidden >> pos.book.figures[enemy].unit & 1:
            return False
        self._sync()
        return figure_sees(pos, figure, enemy)

    def _held(
        self,
        figure: int,
        enemy: int,
        proposal: tuple[int, int, int],
        wanted: dict[int, tuple[int, int, int]],
        facts: tuple[Track, int, int, int],
    ) -> tuple[int, int, int]:
        """The farthest point of this tick's step at which the enemy is not crowded; half the way if both approach."""
        track, base, far, slack = facts
        places = [(self.x[enemy], self.y[enemy], min(base, far))]
        if enemy in wanted:
            ex, ey = wanted[enemy][1], wanted[enemy][2]
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
    def _fine(x: int, y: int, places: list[tuple[int, int, int]]) -> bool:
        return all((x - px) ** 2 + (y - py) ** 2 >= limit * limit for px, py, limit in places)

    def _crowds(self, figure: int, moves: dict[int, tuple[int, int, int]]) -> bool:
        """After all is said: would this step end nearer than 100 mm to an enemy, and nearer than now?"""
        if self.tick < self.wake[figure]:
            return False
        _, x, y = moves[figure]
        for enemy in self.foes[figure]:
            if enemy in self.chargers:
                continue
            ex, ey = (moves[enemy][1], moves[enemy][2]) if enemy in moves else (self.x[enemy], self.y[enemy])
            base = self.pos.book.standoff + self.radius[figure] + self.radius[enemy]
            after = (x - ex) ** 2 + (y - ey) ** 2
            if after >= base * base:
                continue
            stay = (self.x[figure] - ex) ** 2 + (self.y[figure] - ey) ** 2
            if after < stay and self._counts(figure, enemy):
                return True
        return False

    def _in_contact(self, figure: int) -> int:
        if figure not in self.chargers or self.tick < self.wake[figure]:
            return -1
        for enemy in self.foes[figure]:
            reach = self.radius[figure] + self.radius[enemy] + self.pos.book.contact_gap
            near = (self.x[figure] - self.x[enemy]) ** 2 + (self.y[figure] - self.y[enemy]) ** 2 <= reach * reach
            if near and self._same_place(figure, enemy):
                return enemy
        return -1

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
        self.touched = pos.touched
        return routed

    def _retire(self, moves: dict[int, tuple[int, int, int]]) -> None:
        """Movers that have come to the end of their way."""
        for group in (self.walkers, self.chargers):
            for figure in list(group):
                track, _, limit = group[figure]
                if self.spent[figure] >= min(limit, track[-1][0]):
                    del group[figure]

    def write(self) -> None:
        """Put the lists back into the position."""
        pos = self.pos
        pos.x, pos.y, pos.spent = tuple(self.x), tuple(self.y), tuple(self.spent)
        rooms = list(pos.room)
        for figure in self.foes:
            rooms[figure] = pos.book.table.building(self.x[figure], self.y[figure])
        pos.room = tuple(rooms)
