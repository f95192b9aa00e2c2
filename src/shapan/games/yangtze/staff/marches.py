"""5.0 Where a unit on foot goes under its card, and whether it should charge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from shapan.ground.table import Pt, ahead, cut, length

from ..actions import CHARGE, HALT, MOVE, SKIRMISH
from ..command import in_command
from ..fire.sighting import unit_sees
from ..movement.ways import close_refusal, escorted, follow
from ..orders.candidates import within_charge
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from .errands import Task
from .notebook import noted
from .picture import Picture, Troop
from .places import raster_of
from .scramble import stormed
from .stand import Stand, charge_worth, ground_of
from .tasks import task_of

HEADINGS: Final = {MOVE: 12, SKIRMISH: 8}
PARTS: Final = {MOVE: (1.0, 0.55), SKIRMISH: (1.0,)}
STORMERS: Final = ("foot", "mounted")
"""Nobody sends a gun crew, a sniper or the colonel into a charge."""
STORM: Final = 0.75
"""How sure a charge on the last turn is to end inside the place that its target holds."""
TRIED: Final = 14
"""So many of the best places are tested against the rules."""


class March(NamedTuple):
    """A way and what is thought of its end."""

    route: tuple[Pt, ...]
    stand: Stand


def mover(pos: YangtzePosition, unit: Unit) -> Figure | None:
    """The figure that guides a march under any card: the leader if he can move, else the first who can."""
    able = [f for f in pos.standing[unit] if not (pos.pinned | pos.touched) >> f & 1 and in_command(pos, f)]
    leaders = [f for f in able if pos.book.figures[f].leader]
    return next(iter(leaders or able), None)


class Ways:
    """The ways of a unit under a card, the best first; the rules are asked about no more of them than are wanted."""

    def __init__(self, pic: Picture, unit: Unit, card: str) -> None:
        self.pos, self.unit = pic.pos, unit
        self.guide = mover(self.pos, unit)
        self.low, self.high = self.pos.allowance(unit, card)
        if task_of(pic, unit).slow:
            slow = int(pic.book.charts["movement"]["civilian"][MOVE][1]) * SCALE
            self.high = min(self.high, max(self.low + 100, slow))
        goes = self.guide is not None and escorted(self.pos, self.guide)
        self.ranked = iter(self._rank(pic, self.guide, card) if self.guide is not None and goes else ())
        self.found: list[March] = []

    def _rank(self, pic: Picture, guide: Figure, card: str) -> list[March]:
        pos, unit, ground = self.pos, self.unit, ground_of(pic, self.unit)
        here = (pos.x[guide], pos.y[guide])
        shift = (ground.troop.x - here[0], ground.troop.y - here[1])
        ways = []
        for route in routes(pic, ground.task, unit, here, card, self.low, self.high):
            x, y = route[-1]
            ways.append(March(route, ground.judge(x + shift[0], y + shift[1], card)))
        return sorted(ways, key=lambda way: -way.stand.score)[:TRIED]

    def best(self, count: int) -> list[March]:
        """So many of the best ways that are allowed."""
        while len(self.found) < count:
            way = next(self.ranked, None)
            if way is None or self.guide is None:
                break
            if allowed(self.pos, self.unit, self.guide, way.route, self.low, self.high):
                self.found.append(way)
        return self.found[:count]


def best_marches(pic: Picture, unit: Unit, card: str, count: int) -> list[March]:
    """The best ways under a card, as far as they are allowed."""
    return noted(pic.notes, ("ways", unit, card), Ways, pic, unit, card).best(count)


def allowed(pos: YangtzePosition, unit: Unit, guide: Figure, route: tuple[Pt, ...], low: int, high: int) -> bool:
    """5.1, 5.2, 5.3: is this way open to the guide, whatever card lies there now?"""
    way = follow(pos, unit, ((pos.x[guide], pos.y[guide]), *route))
    if way.snag is not None or not low <= way.spent <= high:
        return False
    return close_refusal(pos, guide, way.track) is None


def routes(pic: Picture, task: Task, unit: Unit, here: Pt, card: str, low: int, high: int) -> Iterator[tuple[Pt, ...]]:
    """All round at several distances, and along the way to the unit's task."""
    table, radius = pic.book.table, pic.book.units[unit].radius
    for heading in range(0, 360, 360 // HEADINGS[card]):
        for part in PARTS[card]:
            far = max(int(high * part), low + 10)
            x, y = ahead(*here, heading, far)
            if table.on_table(x, y, radius):
                yield ((x, y),)
    if task.goals:
        yield from by_road(pic.pos, unit, here, task.goals, low, high)


def by_road(
    pos: YangtzePosition, unit: Unit, here: Pt, goals: frozenset[int], low: int, high: int
) -> Iterator[tuple[Pt, ...]]:
    """The shortest way round things to a task, as far as the allowance goes."""
    raster = raster_of(pos, unit)
    points = raster.way(here, goals, 1 << 22)
    if not points:
        return
    way = follow(pos, unit, (here, *points))
    for part in (high, (low + high) // 2):
        track = cut(way.track, part) if way.spent > part else way.track
        marks = [(x, y) for _, x, y in track[1:]]
        route = tuple(p for p, q in zip(marks, [here, *marks], strict=False) if p != q)
        if 0 < len(route) <= 8:
            yield route


# --- 5.3 charges ----------------------------------------------------------------------------------------


class Rush(NamedTuple):
    """A charge on a target and what it promises."""

    target: Unit
    worth: float
    men: float


def rushes(pic: Picture, troop: Troop, cards_known: bool) -> list[Rush]:
    """The charges that a unit could make, with those of its side who could join in."""
    pos = pic.pos
    found = []
    if troop.spec.kind not in STORMERS:
        return []
    for foe in pic.fighting:
        if foe.body or not within_charge(pos, troop.unit, foe.unit) or not unit_sees(pos, troop.unit, foe.unit):
            continue
        mine = part_there(pic, troop, foe)
        if mine <= 0:
            continue
        group = [(troop, mine)]
        for mate in pic.mine:
            if mate.unit != troop.unit and joins(pic, mate, foe, cards_known):
                part = part_there(pic, mate, foe)
                if part > 0:
                    group.append((mate, part))
        card = pos.card[foe.unit] if cards_known else ""
        halted = 1.0 if card == HALT else 0.65 if not card else 0.0
        far = foe.away(troop.x, troop.y)
        together = charge_worth(pic, group, foe, halted, far)
        alone = charge_worth(pic, group[:1], foe, halted, far)
        worth = max(alone, together / len(group) if len(group) > 1 else alone)
        if cards_known and card == MOVE:
            worth *= 0.6
        if pic.left == 1:
            worth += STORM * stormed(pos, pic.side, foe.unit)
        found.append(Rush(foe.unit, worth, sum(len(t.men) * part for t, part in group)))
    return sorted(found, key=lambda rush: -rush.worth)


def joins(pic: Picture, mate: Troop, foe: Troop, cards_known: bool) -> bool:
    """Could this unit charge the same enemy in this turn?"""
    card = pic.pos.card[mate.unit]
    if mate.body or mate.spec.kind not in STORMERS or mate.forced:
        return False
    if card != CHARGE and (cards_known or card):
        return False
    return within_charge(pic.pos, mate.unit, foe.unit)


def part_there(pic: Picture, troop: Troop, foe: Troop) -> float:
    """The part of a unit's figures that a charge brings to this enemy."""
    return noted(pic.notes, ("part", troop.unit, foe.unit), _part_there, pic.pos, troop, foe)


def _part_there(pos: YangtzePosition, troop: Troop, foe: Troop) -> float:
    reach = pos.allowance(troop.unit, CHARGE)[1] * 9 // 10
    if not reach:
        return 0.0
    step = max(1, len(troop.men) // 5)
    sample = troop.men[::step]
    there = 0
    for figure in sample:
        if pos.pinned >> figure & 1:
            continue
        x, y = pos.x[figure], pos.y[figure]
        near = min(foe.men, key=lambda f: (pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2)
        far = length(x, y, pos.x[near], pos.y[near])
        if far <= reach:
            way = follow(pos, troop.unit, ((x, y), (pos.x[near], pos.y[near])))
            # Round an obstacle it is a third farther, as a rule.
            there += (way.spent - 250 if way.snag is None else far * 4 // 3) <= reach
    return there / len(sample)
