"""S7.2 One segment of movement, tick by tick: proposals, the 100 mm, contact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from shapan.ground.table import OUTDOORS, Track, at_spent

from ..actions import MOVE, SKIRMISH
from ..fire.sighting import figure_sees, free_line, too_dark
from ..position import ROUTED, STANDING, YangtzePosition
from ..who import Figure
from .charge import stop_unit
from .interrupts import Interruption, covering_fire, last_moment, sniper_fire, unmask
from .lookout import next_look
from .movers import CHARGE_SEGMENT, NEVER, ROUNDING, Movers, Place
from .standoff import parted


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
        for test in (unmask, covering_fire, sniper_fire):
            if (event := test(self.pos)) is not None:
                return event
        self.look = self.tick + next_look(self)
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
        moves: dict[Figure, Place] = {}
        for figure in (*walkers, *chargers):
            wanted = self._wanted(figure)
            assert wanted is not None
            moves[figure] = self._limited(figure, wanted)
        for figure in walkers:
            if moves[figure][0] > self.spent[figure] and self._crowds(figure, moves):
                moves[figure] = (self.spent[figure], self.x[figure], self.y[figure])
        return moves

    def _carry_out(self, moves: dict[Figure, Place]) -> None:
        """The tick is over; those who were looked at stand where they were allowed to go."""
        for figure, place in moves.items():
            self.spent[figure], self.x[figure], self.y[figure] = place
        self.tick += 1
        for figure, (spent, _, _) in moves.items():
            self.since[figure] = self.tick
            done = spent >= self.ways[figure][2]
            self.ends[figure] = NEVER if figure in self.parked else self.tick if done else self._end(figure)

    def _limited(self, figure: Figure, proposal: Place) -> Place:
        """S7.2, and until when nobody can be near enough to hold this mover back."""
        charging = figure in self.chargers
        track, rate, _ = self.ways[figure]
        keep = self.radius[figure] + (0 if charging else self.pos.book.standoff)
        xs, ys, since, tick, paces, radius = self.x, self.y, self.since, self.tick, self.paces, self.radius
        x, y = xs[figure], ys[figure]
        # A charger has to be looked at when he can come into contact, not only when he is held up.
        touch = self.pos.book.contact_gap + ROUNDING if charging else 0
        wake = NEVER
        want, stuck = proposal, False
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
            slack = far - base
            if slack > pace + touch:
                wake = min(wake, (slack - touch) // pace)
                continue
            wake = 0
            wanted = proposal
            _, px, py = wanted
            dx, dy = px - xs[enemy], py - ys[enemy]
            square = dx * dx + dy * dy
            still = since[enemy] == NEVER
            # The usual case: past somebody, or away from him. Then nothing has to be cut back.
            if still:
                limit = base if slack > 0 else far
                if square >= limit * limit:
                    continue
            else:
                limit = base + slack // 2 if slack > 0 else base
                theirs = self._wanted(enemy)
                assert theirs is not None
                dx, dy = px - theirs[1], py - theirs[2]
                if square >= limit * limit and dx * dx + dy * dy >= base * base:
                    continue
            held = self._held(figure, enemy, wanted, (track, base, far, slack))
            # Whether he is seen, or a wall parts them (S16.4), is asked last: most steps keep clear of him anyway.
            if held is not wanted and (self._bars(figure, enemy, wanted) if charging else self._counts(figure, enemy)):
                proposal = held
                if held[0] == self.spent[figure]:
                    # He stays where he is, whoever else is near.
                    stuck = still and wanted is want and held[0] < want[0] and not charging and not self.pos.rolling
                    break
        self.wake[figure] = self.tick + wake
        if stuck:
            self.parked.add(figure)
        return proposal

    def _counts(self, figure: Figure, enemy: Figure) -> bool:
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

    def _held(self, figure: Figure, enemy: Figure, proposal: Place, facts: tuple[Track, int, int, int]) -> Place:
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
        if _fine(proposal[1], proposal[2], places):
            return proposal
        low, high = self.spent[figure], proposal[0]
        while high - low > 1:
            middle = (low + high) // 2
            if _fine(*at_spent(track, middle), places):
                low = middle
            else:
                high = middle
        return (low, *at_spent(track, low)) if low > self.spent[figure] else (low, self.x[figure], self.y[figure])

    def _crowds(self, figure: Figure, moves: dict[Figure, Place]) -> bool:
        """After all is said: would this step end nearer than 100 mm to an enemy, and nearer than now?"""
        if self.tick < self.wake[figure]:
            return False
        _, x, y = moves[figure]
        keep = self.pos.book.standoff + self.radius[figure]
        for enemy in self._about(figure, keep):
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
            pos.fought |= 1 << unit | 1 << target
            pos.holding |= pos.asleep & 1 << target  # R101: who is woken has no fire in the last moment
            pos.asleep &= ~(1 << target)
            early = self.segment == CHARGE_SEGMENT or book.switches["charge_contact_no_fire"] == "whole_move"
            if early and pos.card[target] in (MOVE, SKIRMISH):
                pos.touched_early |= 1 << enemy
            pos.tell("5.3", "event.contact", piece=book.piece_of_figure(figure), piece2=book.piece_of_figure(enemy))
            self._drop(figure)
            self._drop(enemy)
        return routed


def _fine(x: int, y: int, places: list[Place]) -> bool:
    """Is a point no nearer to any of these places than it may be?"""
    for px, py, limit in places:
        dx, dy = x - px, y - py
        if dx * dx + dy * dy < limit * limit:
            return False
    return True
