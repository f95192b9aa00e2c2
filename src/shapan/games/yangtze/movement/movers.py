"""S7.1 The movers of a segment of movement, and where they are at a tick.

A mover whom no enemy can come near to for the next ticks is left alone until then: where he is after so many ticks
follows from his track, and is worked out when somebody looks.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from shapan.ground.table import OUTDOORS, Bounds, Track, at_spent
from shapan.mechanics.sides import other

from ..actions import CHARGE, FLEE, MOVE, RETREAT, SKIRMISH
from ..alarm import awaited
from ..place import Spot, walk_on
from ..position import STANDING, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit, numbered
from .standoff import keep_clear

CHARGE_SEGMENT: Final = 0
MOVE_SEGMENT: Final = 1
LAST_LEGS: Final = 2
"""R117: who steps off what has moved, and captives after their captors."""
NEVER: Final = 1 << 30

ROUNDING: Final = 4
"""Points on a way are rounded: so much nearer than its paces a figure can come."""
MARGIN: Final = 4 * SCALE
"""Lengths are rounded down leg by leg: so much farther than it spends a figure can get in a segment."""
AWAY: Final = 64
"""A way leads away from somebody if the square of its angle's cosine is at least one part in so many: then every step
gains more than rounding takes."""

Watcher = tuple[str, int]
"""Who keeps an eye on those who move; see :mod:`.lookout`."""
Place = tuple[int, int, int]
"""What is spent, and the point."""


class Movers:
    """The movers of a segment in lists, for the ticks between two interruptions."""

    def __init__(self, pos: YangtzePosition, segment: int) -> None:
        self.pos, self.segment = pos, segment
        self.x, self.y, self.spent = list(pos.x), list(pos.y), list(pos.spent)
        self.walkers: dict[Figure, tuple[Track, int, int]] = {}
        self.chargers: dict[Figure, tuple[Track, int, int]] = {}
        self.limits: dict[Figure, int] = {}
        """What each mover may spend, however far his way leads."""
        self.radius = pos.book.radii
        self.tick = 0
        self.stops = keep_clear(pos) if segment != CHARGE_SEGMENT and pos.bodies else {}
        """5.3: how far those may go for now who have to keep clear of what the enemy drives and sails."""
        for unit in pos.book.every_unit:
            self._enlist(unit)
        enlisted = self.enlisted = (*self.walkers, *self.chargers)
        self.since = [NEVER] * len(pos.x)
        """Up to which tick a mover's place has been worked out; those who stand still are always where they are."""
        self.paces = [0] * len(pos.x)
        """What each figure can spend in a tick."""
        self.ways = self.walkers | self.chargers
        """Of every mover the track, the pace, and what he spends on it in all."""
        for figure in enlisted:
            self.since[figure], self.paces[figure] = 0, self.ways[figure][1]
        self.ends = {figure: self._end(figure) for figure in enlisted}
        """The tick at which a mover who is left alone has come to the end of his way."""
        spans = self._spans()
        self.foes = self._foes(spans)
        self.sheltered = {figure for figure, span in spans.items() if pos.book.table.roofs_about(span)}
        """Movers who may come into a building or out of one."""
        self.climbers = [figure for figure in enlisted if pos.stairs[figure]]
        """S16.1: movers with stairs on their way."""
        self.wake = {figure: 0 if self.foes[figure] else NEVER for figure in enlisted}
        """The tick at which each mover has to be looked at next: when an enemy can be near enough to hold him back."""
        self.waiting: dict[Figure, int] = {}
        """5.3: the pace of chargers who have come to the end of their way, not of their move, and touch nobody."""
        self.parked: set[Figure] = set()
        """Walkers who cannot get on in this segment: somebody who does not move himself holds them where they are."""
        self.wants: dict[Figure, Place] = {}
        self.synced: int | None = None
        self.watched = bool(pos.markers or pos.triggers or pos.hidden or awaited(pos))
        self.look = 1
        """After which tick somebody who watches has to look next."""
        self.looks: dict[Watcher, int] = {}
        """The same for each of them; who has not looked yet does so at once."""

    def _enlist(self, unit: Unit) -> None:
        pos, card = self.pos, self.pos.card[unit]
        ticks = pos.book.ticks[self.segment]
        if self.segment == LAST_LEGS:
            for figure in pos.standing[unit]:
                if pos.late >> figure & 1 and self.spent[figure] < pos.track[figure][-1][0]:
                    self.limits[figure] = pos.allowance(unit, MOVE)[1]
                    self.walkers[figure] = self._way(figure, max(self.limits[figure] // ticks, 1))
        elif card == CHARGE:
            low, high = pos.allowance(unit, card)
            limit = low if self.segment == CHARGE_SEGMENT else high
            rate = (limit if self.segment == CHARGE_SEGMENT else high - low) // ticks
            for figure in pos.standing[unit]:
                if pos.goal[figure] is not None and pos.track[figure] and not pos.touched >> figure & 1:
                    self.limits[figure] = limit
                    self.chargers[figure] = self._way(figure, rate)
        elif self.segment == MOVE_SEGMENT and card in (MOVE, SKIRMISH, RETREAT, FLEE):
            limit = pos.flight(unit) if card in (RETREAT, FLEE) else pos.allowance(unit, card)[1]
            for figure in pos.standing[unit]:
                track = pos.track[figure]
                if track and not pos.touched >> figure & 1 and self.spent[figure] < self._end_of_way(figure):
                    self.limits[figure] = limit
                    self.walkers[figure] = self._way(figure, max(limit // ticks, 1))

    def _way(self, figure: Figure, rate: int) -> tuple[Track, int, int]:
        track = self.pos.track[figure]
        return track, rate, min(self.limits[figure], self._end_of_way(figure))

    def _end_of_way(self, figure: Figure) -> int:
        """What a figure's way costs, as far as no enemy vehicle or vessel bars it (5.3)."""
        end = self.pos.track[figure][-1][0]
        return min(self.stops.get(figure, end), end)

    def astray(self) -> bool:
        """Is there a charger whose man is gone, or no longer where his way leads?"""
        return any(map(self._missed, (*self.chargers, *self.waiting)))

    def at_a_loss(self) -> list[Figure]:
        """S7.3: the chargers who need another way at once: their man is gone, or they are about to arrive where he was.
        5.3: they follow him to the end of their move."""
        soon = self.tick + 1
        arriving = (figure for figure in self.chargers if self.ends[figure] <= soon and self._short(figure))
        return [
            figure
            for figure in dict.fromkeys((*arriving, *filter(self._bereft, self.chargers)))
            if self._missed(figure)
        ]

    def _bereft(self, figure: Figure) -> bool:
        """Is the man gone whom a charger goes for?"""
        man = self.pos.goal[figure]
        return man is None or self.pos.fate[man] != STANDING

    def _missed(self, figure: Figure) -> bool:
        """Is the man of a charger gone, or no longer where his way leads?"""
        man = self.pos.goal[figure]
        assert man is not None
        if self.since[man] < self.tick:
            self._now(man)
        return (self.x[man], self.y[man]) != self.pos.sought[figure] or self._bereft(figure)

    def follow_on(self) -> None:
        """Chargers take the new ways that :func:`pursue` has found for them, those too who had come to the end of the
        last one."""
        self.looks.clear()  # those who had come to rest may move again
        rates = self.waiting | {figure: way[1] for figure, way in self.chargers.items()}
        for figure, rate in rates.items():
            if self.pos.goal[figure] is None or not self.pos.track[figure]:
                self.waiting.pop(figure, None)
                self._drop(figure)
            elif self.spent[figure] < min(self.limits[figure], self._end_of_way(figure)):
                self._send(figure, rate)

    def _send(self, figure: Figure, rate: int) -> None:
        """A charger goes on, by the way that he has now."""
        self.chargers[figure] = self.ways[figure] = self._way(figure, rate)
        if self.waiting.pop(figure, None) is not None:
            self.since[figure], self.paces[figure], self.wake[figure] = self.tick, rate, self.tick
        self.ends[figure] = self._end(figure)
        if self.pos.stairs[figure] and figure not in self.climbers:
            self.climbers.append(figure)

    @property
    def charging(self) -> bool:
        """Is anybody left who goes on charging, or waits for a way to do so?"""
        return bool(self.chargers or self.waiting)

    @property
    def idle(self) -> bool:
        return not self.walkers and not self.chargers

    def _foes(self, spans: dict[Figure, Bounds]) -> dict[Figure, list[Figure]]:
        """For each mover the enemies that it could come near to in this segment, wherever on their ways they are."""
        pos, book, radius = self.pos, self.pos.book, self.radius
        crowds: tuple[list[Crew], ...] = ([], [])
        for unit, figures in numbered(pos.standing):
            if figures and book.units[unit].kind != "civilian":
                crowds[pos.owner[unit]].append(Crew(self, unit, spans))
        quickest = max(self.paces)
        found = {}
        for figure, (left, top, right, bottom) in spans.items():
            # Two who approach share what is between them: they matter to each other a pace before they meet.
            keep = radius[figure] + (book.contact_gap if figure in self.chargers else book.standoff) + ROUNDING
            keep += self.paces[figure] + quickest
            near: list[Figure] = []
            if pos.captive >> figure & 1:
                found[figure] = near  # S17.2: it goes to him who took it
                continue
            for crew in crowds[other(pos.owner[book.figures[figure].unit])]:
                whole, wide = crew.whole, keep + crew.radius
                west, north, east, south = left - wide, top - wide, right + wide, bottom + wide
                if whole[0] <= east and whole[2] >= west and whole[1] <= south and whole[3] >= north:
                    near += [
                        enemy
                        for enemy, box in crew.listed
                        if box[0] <= east and box[2] >= west and box[1] <= south and box[3] >= north
                    ]
            # Who takes the stairs is kept from them by whoever is at their other end (R191), however far he goes there.
            if near and figure in self.walkers and not pos.stairs[figure]:
                near = [enemy for enemy in near if enemy in spans or self._approaches(figure, enemy)]
            found[figure] = near
        return found

    def _approaches(self, figure: Figure, enemy: Figure) -> bool:
        """Can an enemy who stands still hold this walker back? Not if every leg of the way passes by him outside the
        100 mm, or leads away from him."""
        ex, ey = self.x[enemy], self.y[enemy]
        base = self.radius[figure] + self.radius[enemy] + self.pos.book.standoff + ROUNDING
        ax, ay, spent = self.x[figure], self.y[figure], self.spent[figure]
        for mark, bx, by in self.walkers[figure][0]:
            if mark <= spent:
                continue
            dx, dy, tx, ty = bx - ax, by - ay, ex - ax, ey - ay
            towards, leg, apart = dx * tx + dy * ty, dx * dx + dy * dy, tx * tx + ty * ty
            if towards > 0:
                # The nearest point of the leg is its end, or the foot of the perpendicular.
                beyond = towards >= leg
                closest = (ex - bx) ** 2 + (ey - by) ** 2 if beyond else apart - towards * towards // leg - 1
                if closest < base * base:
                    return True
            elif apart < base * base and AWAY * towards * towards < leg * apart:
                return True
            ax, ay = bx, by
        return False

    def _spans(self) -> dict[Figure, Bounds]:
        """The upright rectangle that each mover does not leave: of a walker's way; of all that a charger can reach."""
        found = {}
        for figure, (track, _, _) in self.walkers.items():
            xs, ys = [mark[1] for mark in track], [mark[2] for mark in track]
            xs.append(self.x[figure])
            ys.append(self.y[figure])
            found[figure] = (min(xs), min(ys), max(xs), max(ys))
        for figure in self.chargers:
            far = self.limits[figure] - self.spent[figure] + MARGIN
            x, y = self.x[figure], self.y[figure]
            found[figure] = (x - far, y - far, x + far, y + far)
        return found

    # --- movers who are left alone ---------------------------------------------------------------

    def _drop(self, figure: Figure) -> None:
        """A mover moves no more in this segment."""
        if self.since[figure] < self.tick:
            self._now(figure)
        self.walkers.pop(figure, None)
        self.chargers.pop(figure, None)
        self.since[figure], self.paces[figure] = NEVER, 0

    def _end(self, figure: Figure) -> int:
        """When a mover left alone from now on has come to the end of his way; he has at least one tick."""
        _, rate, whole = self.ways[figure]
        left = whole - self.spent[figure]
        if left <= rate:
            return self.tick + 1
        return self.tick - (-left // rate) if rate else NEVER

    def _now(self, figure: Figure) -> None:
        """Work out where a mover is at this tick."""
        if figure in self.parked:
            self.since[figure] = self.tick
            return
        track, rate, whole = self.ways[figure]
        far = self.spent[figure] + rate * (self.tick - self.since[figure])
        spent = self.spent[figure] = far if far < whole else whole
        self.x[figure], self.y[figure] = at_spent(track, spent)
        self.since[figure] = self.tick

    def _all_now(self) -> None:
        for group in (self.walkers, self.chargers):
            for figure in group:
                if self.since[figure] < self.tick:
                    self._now(figure)

    def _wanted(self, figure: Figure) -> Place | None:
        """Where a mover goes in this tick if nothing is in his way; None for those who do not move."""
        since = self.since[figure]
        if since == NEVER:
            return None
        want = self.wants.get(figure)
        if want is None:
            if since < self.tick:
                self._now(figure)
            track, rate, whole = self.ways[figure]
            far = self.spent[figure] + rate
            spent = far if far < whole else whole
            want = self.wants[figure] = (spent, *at_spent(track, spent))
        return want

    def quiet(self, most: int) -> int:
        """For how many ticks, up to so many, nothing can happen but movement."""
        if self.watched:
            most = min(most, self.look - 1 - self.tick)
            if most <= 0:
                return 0
        wake, tick, parked = self.wake, self.tick, self.parked
        first = NEVER
        for group in (self.walkers, self.chargers):
            for figure in group:
                if wake[figure] < first and figure not in parked:
                    first = wake[figure]
                    if first <= tick:
                        return 0
        last = max([self.ends[figure] for group in (self.walkers, self.chargers) for figure in group])
        # Who is about to arrive where his man was has to look for him first.
        arriving = min([self.ends[figure] - 1 for figure in self.chargers if self._short(figure)], default=NEVER)
        return min(first - tick, last - tick, arriving - tick, most)

    def pass_over(self, ticks: int) -> None:
        """So many quiet ticks go by."""
        self.tick += ticks
        self._retire()

    def _retire(self) -> None:
        """Movers who have come to the end of their way. 5.3: who charges follows his man to the end of his move."""
        for group in (self.walkers, self.chargers):
            for figure in [figure for figure in group if self.ends[figure] <= self.tick]:
                if figure in self.chargers and self._short(figure):
                    self.waiting[figure] = self.ways[figure][1]
                self._drop(figure)

    def _short(self, figure: Figure) -> bool:
        """Does the way of a charger end before his move does?"""
        return self.ways[figure][2] < self.limits[figure]

    # --- the lists and the position ---------------------------------------------------------------

    def _sync(self) -> None:
        """The position learns where everybody is at the beginning of this tick."""
        if self.synced != self.tick:
            self.write()
            self.synced = self.tick

    def _indoors(self, figure: Figure) -> bool:
        """Is the figure in a building? Movers are followed from room to room."""
        if figure not in self.sheltered:
            return self.pos.room[figure] != OUTDOORS
        return self.pos.book.table.building(self.x[figure], self.y[figure]) != OUTDOORS

    def floor_of(self, figure: Figure, spent: int | None = None) -> int:
        """On which floor a mover is after what he has spent, or after so much."""
        floor, spent = self.pos.floor[figure], self.spent[figure] if spent is None else spent
        for climb in self.pos.stairs[figure]:
            if spent >= climb.spent:
                floor = climb.floor
        return floor

    def write(self) -> None:
        """Put the lists back into the position."""
        pos = self.pos
        self._all_now()
        xs, ys, before_x, before_y, fate, climbers = self.x, self.y, pos.x, pos.y, pos.fate, self.climbers
        steps = []
        for figure in self.enlisted:
            moved = xs[figure] != before_x[figure] or ys[figure] != before_y[figure]
            if (moved or figure in climbers) and fate[figure] == STANDING:
                steps.append((figure, self._spot(figure)))
        walk_on(pos, steps)
        pos.spent = tuple(self.spent)

    def _spot(self, figure: Figure) -> Spot:
        """Where a mover is; rooms are looked for only where there are any on his way."""
        room = None if figure in self.sheltered else self.pos.room[figure]
        floor = self.floor_of(figure) if figure in self.climbers else self.pos.floor[figure]
        return Spot(self.x[figure], self.y[figure], floor, room)


class Crew:
    """The figures of a unit and the rectangles that they do not leave; who is far from all of them needs no list."""

    def __init__(self, run: Movers, unit: Unit, spans: dict[Figure, Bounds]) -> None:
        self.run, self.figures, self.spans = run, run.pos.standing[unit], spans
        self.radius = run.radius[self.figures[0]]
        moving = any(figure in spans for figure in self.figures)
        self.whole = _around([box for _, box in self.listed]) if moving else run.pos.scene.box(run.pos, unit)

    @cached_property
    def listed(self) -> list[tuple[Figure, Bounds]]:
        xs, ys, spans = self.run.x, self.run.y, self.spans
        return [(f, spans.get(f) or (xs[f], ys[f], xs[f], ys[f])) for f in self.figures]


def _around(boxes: list[Bounds]) -> Bounds:
    """The upright rectangle that holds all of these."""
    return (
        min([box[0] for box in boxes]),
        min([box[1] for box in boxes]),
        max([box[2] for box in boxes]),
        max([box[3] for box in boxes]),
    )
