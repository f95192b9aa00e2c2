"""What a staff officer of Shanghai Incident reckons with: marches, goals, and the forces near a hex.

Worths are in steps: one is the loss of a step.
"""

from __future__ import annotations

import heapq
from typing import Final, NamedTuple

from shapan.ground.hexes import Mask, bits, mask_of

from .book import ShanghaiBook
from .forts import fort_hexes, operative
from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .staff_odds import promise, ways_out
from .temper import Temper
from .trains import line_reach
from .victory import total

FAR: Final = 99
Aims = list[tuple[float, list[int], int]]
"""Goals: the worth of each, the way to it from every hex, and its own hex."""


class Goal(NamedTuple):
    """A goal as a side sees it, with who is still needed there."""

    hex: int
    worth: float
    march: list[int]
    cutoff: int
    """Whoever has farther to go is not needed: others are nearer."""
    ample: bool
    """Those who stand beside it are strong enough to take it."""


_marches: dict[tuple[int, int], list[int]] = {}


def march_to(book: ShanghaiBook, goal: int) -> list[int]:
    """Movement points of a leg unit from every hex to this one on an empty map; worked out once for each hex."""
    key = (id(book), goal)
    if key not in _marches:
        _marches[key] = _march(book, goal)
    return _marches[key]


def _march(book: ShanghaiBook, goal: int) -> list[int]:
    costs = book.costs["leg"]
    best = [FAR] * book.grid.all.bit_length()
    best[goal] = 0
    queue = [(0, goal)]
    while queue:
        spent, there = heapq.heappop(queue)
        if spent > best[there]:
            continue
        for here in book.beside[there]:
            step = costs.step(here, there)
            if step is not None and spent + step < best[here]:
                best[here] = spent + step
                heapq.heappush(queue, (spent + step, here))
    return best


# --- goals ------------------------------------------------------------------------------------------


def goals(pos: ShanghaiPosition, side: int, temper: Temper, home: bool = False) -> dict[int, float]:
    """The hexes that a side wants to enter or to keep, and how much; ``home``: for the garrison of Shanghai."""
    return japanese_goals(pos, temper, home) if side == JAPANESE else chinese_goals(pos, temper)


def japanese_goals(pos: ShanghaiPosition, temper: Temper, home: bool) -> dict[int, float]:
    """12.3: cities and forts, to take and to keep; 12.2: no Chinese may be left in Shanghai or walk into it."""
    book, mine, theirs = pos.book, pos.occupied[JAPANESE], pos.occupied[CHINESE]
    danger = menace(pos)
    short = book.levels[1].minimum - total(pos)
    # Divisions take cities until the points suffice or the last segment has come; then Shanghai must be cleared.
    last = not pos.pause_marker
    street = temper.shanghai if home or short <= book.victory["city"] or last else temper.later
    found = dict.fromkeys(bits(theirs & book.shanghai), street)
    closing = short <= 0 or (last and pos.turn + temper.evenings >= book.days)
    guard, gate = (temper.won, temper.won) if closing else (temper.guard, temper.gate)
    if home or closing:
        gates = book.shanghai & ~(pos.closed | theirs | pos.shunned_by(JAPANESE))
        found |= {here: gate if danger >> here & 1 else temper.inner for here in bits(gates)}
    less = temper.afar if home else 0.0
    for city in book.cities:
        missing = city.hexes & ~pos.held[JAPANESE]
        found |= dict.fromkeys(bits(missing), temper.city - less + temper.retake * (missing != city.hexes))
        if not missing:
            found |= dict.fromkeys(bits(city.hexes & danger), guard - less)
    wanted = book.fort_hexes & ~pos.held[JAPANESE] if pos.razed else book.fort_hexes
    found |= {here: temper.forts - less + 1.0 * (mine & book.fort_hexes).bit_count() for here in bits(wanted)}
    return found


def menace(pos: ShanghaiPosition) -> Mask:
    """Where Chinese units could stand after their next move."""
    book, theirs, zone = pos.book, pos.occupied[CHINESE], pos.zone_of(JAPANESE)
    ground = book.fields.field(book.costs["leg"], pos.occupied[JAPANESE], zone, pos.closed)
    found = (
        theirs
        | ground.reach_from(theirs, max(book.ma[unit] for unit in book.units_of[CHINESE]))
        | book.grid.spread(theirs & zone) & ground.open_
    )
    for train in bits(book.loose & pos.present):
        found |= line_reach(pos, train)
    return found & book.playable


def chinese_goals(pos: ShanghaiPosition, temper: Temper) -> dict[int, float]:
    """A foothold in Shanghai before all, then the cities that the Japanese are near, and what they have left alone."""
    book, theirs = pos.book, pos.occupied[JAPANESE]
    inside = (pos.occupied[CHINESE] & book.shanghai).bit_count()
    start = book.held_at_start[JAPANESE]
    plenty = 2 * temper.city
    foothold = temper.last_foothold if inside <= 1 else temper.shanghai if inside <= temper.footholds else plenty
    found = {}
    for here in bits(book.shanghai & ~(pos.closed | theirs)):
        found[here] = foothold if not start >> here & 1 or not inside else temper.city / inside
    if desperate(pos, temper):
        found |= dict.fromkeys(bits(book.shanghai & ~pos.closed), temper.last_foothold)
    danger = spread(book, theirs, temper.near)
    for city in book.cities:
        near = temper.threatened if danger & city.hexes else 0.0
        for here in bits(city.hexes & ~theirs):
            found[here] = temper.city + near + temper.retake * (pos.held[JAPANESE] >> here & 1)
    return found


def desperate(pos: ShanghaiPosition, temper: Temper) -> bool:
    """12.2: is it time to put everything on a unit in Shanghai?"""
    last = not pos.pause_marker and pos.book.days - pos.turn < temper.homecoming
    return last or total(pos) >= temper.alarm_points


def aims(pos: ShanghaiPosition, wanted: dict[int, float]) -> Aims:
    return [(worth, march_to(pos.book, goal), goal) for goal, worth in wanted.items()]


def spread(book: ShanghaiBook, hexes: Mask, times: int) -> Mask:
    for _ in range(times):
        hexes |= book.grid.spread(hexes)
    return hexes


# --- forces -----------------------------------------------------------------------------------------


class Picture:
    """The strengths of both sides by hex, as an officer of one side sees them."""

    def __init__(self, pos: ShanghaiPosition, side: int, temper: Temper) -> None:
        self.pos, self.side, self.temper = pos, side, temper
        book, place, steps = pos.book, pos.place, pos.steps
        self.attack: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for unit in bits(pos.present):
            here, of = place[unit], book.side_of[unit]
            self.attack[of][here] = self.attack[of].get(here, 0) + book.attack[unit][steps[unit]]
            self.defence[of][here] = self.defence[of].get(here, 0) + book.defence[unit][steps[unit]]
        if side == JAPANESE:
            garrisons = operative(pos)
            for here in bits(garrisons):
                self.defence[CHINESE][here] = self.defence[CHINESE].get(here, 0) + garrisons.bit_count()
        self.works = fort_hexes(pos) | pos.rubble | operative(pos)
        self.enemies = sum(1 << here for here in self.defence[1 - side])
        self.zone = book.grid.spread(self.enemies)
        self.line = bits(pos.present & book.roster[side] & ~book.supports)
        self.taken = (pos.occupied[side], self._supported())
        """Hexes that a unit, or a support unit, leaves to those who stand there."""

    def ground(self, here: int) -> int:
        book = self.pos.book
        return book.fort_defence if self.works >> here & 1 else book.terrain_defence[here]

    def hostile(self, here: int, side: int) -> int:
        """What the enemies of a side next to a hex could attack it with."""
        attack = self.attack[1 - side]
        return sum(attack.get(near, 0) for near in self.pos.book.beside[here])

    def _supported(self) -> Mask:
        pos = self.pos
        found = 0
        for unit in bits(pos.present & pos.book.roster[self.side] & pos.book.supports):
            found |= 1 << pos.place[unit]
        return found

    def plan(self, wanted: dict[int, float]) -> list[Goal]:
        """Each goal with the distance beyond which nobody is needed, and whether it is as good as taken."""
        book, place = self.pos.book, self.pos.place
        homes = [place[unit] for unit in self.line]
        rush = book.shanghai if self.side == CHINESE and desperate(self.pos, self.temper) else 0
        plan = []
        for goal, worth in wanted.items():
            march = march_to(book, goal)
            held = self.enemies >> goal & 1
            nearest = sorted([march[home] for home in homes])
            crew = self.temper.storming if held or rush >> goal & 1 else self.temper.holding
            cutoff = nearest[crew - 1] if len(nearest) >= crew else FAR
            plan.append(Goal(goal, worth, march, cutoff, bool(held) and self._ample(goal)))
        return plan

    def _ample(self, goal: int) -> bool:
        """7.6: the last column is reached; more attackers add nothing."""
        book = self.pos.book
        mine = sum(self.attack[self.side].get(by, 0) for by in book.beside[goal])
        return mine >= self.defence[1 - self.side][goal] + self.ground(goal) + book.crt.minimum[""][-1]

    def pressure(self, here: int, unit: int) -> float:
        """What this unit adds to an attack on the best enemy hex next to here, with those who stand there already."""
        book, pos = self.pos.book, self.pos
        near = book.around[here] & self.enemies
        if not near:
            return 0.0
        strength, home = book.attack[unit][pos.steps[unit]], pos.place[unit]
        best = 0.0
        for there in bits(near):
            against = self.defence[1 - self.side][there] + self.ground(there)
            mine = sum(self.attack[self.side].get(by, 0) for by in book.beside[there])
            if home >= 0 and book.around[there] >> home & 1:
                mine -= strength
            best = max(best, promise(book, mine + strength - against) - promise(book, mine - against))
        return best

    def ring(self, here: int, unit: int) -> float:
        """7.7: how promising an attack becomes on an enemy whose last way out this unit shuts by standing here."""
        book, pos, enemy = self.pos.book, self.pos, 1 - self.side
        if book.cavalry >> unit & 1:
            return 0.0  # 16.2
        others, zone = self._besides(unit)
        shut, barred = others | 1 << here, zone | book.around[here]
        best = 0.0
        for there in bits(book.around[here] & pos.occupied[enemy]):
            if ways_out(pos, enemy, there, others, zone) and not ways_out(pos, enemy, there, shut, barred):
                mine = sum(self.attack[self.side][by] for by in bits(book.around[there] & others))
                against = self.defence[enemy][there] + self.ground(there)
                best = max(best, promise(book, mine + book.attack[unit][pos.steps[unit]] - against))
        return best

    def _besides(self, unit: int) -> tuple[Mask, Mask]:
        """Where the others of this side stand, and the zone that bars a retreat (16.2: cavalry has none)."""
        pos, book = self.pos, self.pos.book
        others = pos.present & book.roster[self.side] & ~(1 << unit)
        barring = mask_of([pos.place[other] for other in bits(others & ~book.cavalry)])
        return mask_of([pos.place[other] for other in bits(others)]), book.grid.spread(barring)
