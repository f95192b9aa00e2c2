"""S7.2 Who has to be looked at while everybody moves: covering fire, snipers and ambushes, and when next.

Nothing of it can happen before an enemy has come near enough. How many ticks that takes at least follows from distances
and paces; until then nobody needs to look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import Final

from shapan.mechanics.sides import other

from ..actions import CHARGE
from ..alarm import awaited, on_guard
from ..fire.shooters import arm_at, unit_of
from ..noted import Marker, Trigger
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from .interrupts import wanted
from .movers import NEVER, ROUNDING, Movers, Watcher
from .ways import on_foot

AT_ONCE: Final = 1

MARKER: Final = "marker"
TRIGGER: Final = "trigger"
HIDDEN: Final = "hidden"
ALARM: Final = ("alarm", 0)
"""Who watches: a marker of covering fire or a trigger, by its place in the list; whoever looks out for a unit that
hides; and those on guard."""


def watchers(pos: YangtzePosition) -> Iterator[Watcher]:
    """Everything on which somebody keeps an eye."""
    yield from ((MARKER, number) for number in range(len(pos.markers)))
    yield from ((TRIGGER, number) for number in range(len(pos.triggers)))
    if pos.hidden:
        yield from ((HIDDEN, unit) for unit in pos.book.every_unit if pos.hidden >> unit & 1)
    if awaited(pos):
        yield ALARM


def next_look(run: Movers, watcher: Watcher) -> int:
    """The number of ticks after which something can be seen or set off, from where everybody is now; at least one."""
    pos = run.pos
    kind, number = watcher
    if kind == MARKER:
        return covering(run, pos.markers[number])
    if kind == TRIGGER:
        return _trigger(run, pos.triggers[number])
    if kind == HIDDEN:
        return _ambush(run, pos.book.every_unit[number])
    rule = awaited(pos)
    if rule is None or not pos.book.dark:
        return AT_ONCE
    foes = on_foot(pos, other(pos.book.side_ids.index(rule.side)))
    # Who has fired is seen from farther away in the dark; by day nobody is too far away.
    return _nearing(run, on_guard(pos, rule), foes, pos.book.dark["flash"] * SCALE)


def _trigger(run: Movers, trigger: Trigger) -> int:
    """7.1: when an enemy can be near enough for a sniper who waits."""
    pos, unit = run.pos, trigger.unit
    enemies = (f for enemy in pos.units_of(other(pos.owner[unit])) for f in pos.standing[enemy])
    marks = [figure for figure in enemies if wanted(pos, figure, trigger.quarry)]
    # Riders wait for a target too; what carries them is not followed here.
    ashore = len(pos.standing[unit]) == len(pos.alive(unit))
    return _nearing(run, pos.standing[unit], marks, trigger.reach) if ashore else AT_ONCE


def covering(run: Movers, marker: Marker) -> int:
    """7.9: when there can be enemies enough in the circle."""
    pos, xs, ys, radius, paces = run.pos, run.x, run.y, run.radius, run.paces
    x, y, tested = marker.x, marker.y, marker.tested
    zone, needed = arm_at(pos, marker.weapon).zone + ROUNDING, 1 if tested else max(marker.wanted, 1)
    arrivals = []
    for unit in pos.units_of(other(pos.owner[unit_of(pos, marker.weapon)])):
        for figure in pos.standing[unit]:
            pace = paces[figure]
            base, across = zone + radius[figure], xs[figure] - x
            # Whoever stands outside does not come.
            if (not pace and not -base <= across <= base) or tested >> figure & 1:
                continue
            square = across * across + (ys[figure] - y) ** 2
            if square < (base + 1) ** 2:
                arrivals.append(AT_ONCE)
            elif pace:
                arrivals.append(_ticks(isqrt(square) - base, pace))
    return sorted(arrivals)[needed - 1] if len(arrivals) >= needed else NEVER


def _ambush(run: Movers, unit: Unit) -> int:
    """S6.7: when an enemy can be near enough to see somebody who lies hidden; those who move are seen from afar."""
    pos = run.pos
    figures = pos.standing[unit]
    if any(run.spent[f] or run.paces[f] or (pos.card[unit] == CHARGE and pos.track[f]) for f in figures):
        return AT_ONCE
    enemies = [f for enemy in pos.units_of(other(pos.owner[unit])) for f in pos.standing[enemy]]
    return _nearing(run, figures, enemies, pos.book.radius)


def _nearing(run: Movers, figures: Iterable[Figure], enemies: list[Figure], reach: int) -> int:
    """When an enemy can first be within so much of one of the figures, edge to edge."""
    xs, ys, radius, paces = run.x, run.y, run.radius, run.paces
    first = NEVER
    for figure in figures:
        x, y, wide, pace = xs[figure], ys[figure], reach + radius[figure] + ROUNDING, paces[figure]
        for enemy in enemies:
            square = (xs[enemy] - x) ** 2 + (ys[enemy] - y) ** 2
            base, both = wide + radius[enemy], pace + paces[enemy]
            # Nobody who needs longer than the first one so far has to be measured exactly.
            if square <= (base + both * first) ** 2:
                first = min(first, _ticks(isqrt(square) - base, both))
                if first <= AT_ONCE:
                    return AT_ONCE
    return first


def _ticks(left: int, pace: int) -> int:
    """After how many ticks so much distance can be covered; at least one."""
    if left <= 0:
        return AT_ONCE
    return -(-left // pace) if pace else NEVER
