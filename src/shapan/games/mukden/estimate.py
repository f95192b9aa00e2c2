"""What a staff officer of Mukden reckons with: marches, threats to the railroad, what an attack is worth."""

from __future__ import annotations

import heapq
from typing import Final

import msgspec

from shapan.ground.hexes import Mask, bits

from .book import MukdenBook
from .combat import attackable, odds
from .position import JAPANESE, MukdenPosition, other
from .victory import hostile_critical

KILL: Final = (1.0, 1.15)
"""What an enemy step is worth to each side: the Japanese need six for five (4.3)."""
COST: Final = (1.1, 1.0)
CLEARED: Final = (1.2, 0.3)
"""What it is worth to empty the hex: the Japanese want to go through it."""
FAR: Final = 28
"""March points within which a way to the railroad is watched."""
WATCHED: Final = 5
"""So many of the nearest Japanese units are watched."""
MOST_TRIED: Final = 14
"""So many ways to bar the road are tried before one is chosen."""

_marches: dict[tuple[int, int], dict[int, int]] = {}


def march_to(book: MukdenBook, goals: Mask) -> dict[int, int]:
    """March points from every hex to the nearest goal on an empty map; worked out once for each set of goals."""
    key = (id(book), goals)
    if key not in _marches:
        if len(_marches) > 64:
            _marches.clear()
        _marches[key] = _march(book, goals)
    return _marches[key]


def _march(book: MukdenBook, goals: Mask) -> dict[int, int]:
    best = dict.fromkeys(bits(goals), 0)
    queue = [(0, here) for here in best]
    while queue:
        spent, there = heapq.heappop(queue)
        if spent > best[there]:
            continue
        for here in book.grid.neighbours(there):
            step = book.costs.step(here, there)
            if step is not None and spent + step < best.get(here, 1 << 30):
                best[here] = spent + step
                heapq.heappush(queue, (spent + step, here))
    return best


def nearest_enemy(pos: MukdenPosition, side: int) -> dict[int, float]:
    """For each hex that the side occupies or the railroad crosses: how far the nearest enemy unit is."""
    enemies = bits(pos.occupied[other(side)])
    hexes = bits(pos.occupied[side] | pos.book.railroad)
    distance = pos.book.grid.distance
    return {here: float(min((distance(here, enemy) for enemy in enemies), default=99)) for here in hexes}


def strength_by_hex(pos: MukdenPosition, side: int) -> dict[int, int]:
    """Steps of a side in each hex that it occupies."""
    strength: dict[int, int] = {}
    for unit in pos.on_map(side):
        here = pos.place[unit]
        strength[here] = strength.get(here, 0) + pos.steps[unit]
    return strength


# --- threats to the railroad -----------------------------------------------------------------------


def threats(pos: MukdenPosition) -> list[tuple[int, tuple[int, ...]]]:
    """The ways of the nearest Japanese units to the railroad past the Russian zones: cost and path, cheapest first."""
    goals = hostile_critical(pos, JAPANESE) & pos.book.railroad
    field = pos.front(JAPANESE).field
    found = []
    for here in _nearest(pos, goals):
        levels = field.levels(here, FAR)
        for cost, reached in enumerate(levels.by_cost):
            if reached & goals:
                there = (reached & goals).bit_length() - 1
                path = field.path(here, there, FAR)
                if path:
                    found.append((cost, path))
                break
    return sorted(found)


def shortest_threat(pos: MukdenPosition) -> int:
    """March points that the nearest Japanese unit still needs to the railroad; FAR + 1 when all ways are barred."""
    goals = hostile_critical(pos, JAPANESE) & pos.book.railroad
    field = pos.front(JAPANESE).field
    best = FAR + 1
    for here in _nearest(pos, goals):
        for cost, reached in enumerate(field.levels(here, FAR).by_cost):
            if reached & goals:
                best = min(best, cost)
                break
    return best


def _nearest(pos: MukdenPosition, goals: Mask) -> list[int]:
    march = march_to(pos.book, goals)
    return sorted(bits(pos.occupied[JAPANESE]), key=lambda here: march.get(here, 99))[:WATCHED]


def shortest_threat_with(pos: MukdenPosition, unit: int, there: int) -> int:
    """The same if a Russian unit stood elsewhere."""
    twin = pos.copy()
    twin.put(unit, there)
    return shortest_threat(twin)


# --- attacks ---------------------------------------------------------------------------------------


class Plan(msgspec.Struct, frozen=True):
    """An attack as it could be made."""

    target: int
    units: tuple[int, ...]
    worth: float


def plans(pos: MukdenPosition, side: int, pool: int, markers: int) -> list[Plan]:
    """For each enemy hex within reach of the pool the best attack, units being added as long as it gets better."""
    beside: dict[int, list[int]] = {}
    for unit in bits(pool):
        for target in bits(attackable(pos, unit)):
            beside.setdefault(target, []).append(unit)
    return [_best(pos, side, target, units, markers) for target, units in beside.items()]


def _best(pos: MukdenPosition, side: int, target: int, units: list[int], markers: int) -> Plan:
    ranked = sorted(units, key=lambda unit: -pos.steps[unit])
    support = markers if side == JAPANESE else 0
    best = Plan(target, (ranked[0],), -99.0)
    for count in range(1, len(ranked) + 1):
        chosen = tuple(ranked[:count])
        worth, _ = best_support(pos, target, chosen, min(support, pos.strength(chosen)), 0.0)
        if worth > best.worth:
            best = Plan(target, chosen, worth)
    return best


def best_support(
    pos: MukdenPosition, target: int, units: tuple[int, ...], most: int, price: float
) -> tuple[float, int]:
    """What the attack is worth with the number of markers that pays best."""
    return max((worth(pos, target, units, markers) - price * markers, markers) for markers in {0, most // 2, most})


def worth(pos: MukdenPosition, target: int, units: tuple[int, ...], markers: int) -> float:
    """Expected steps gained less steps lost, in the attacker's own currency."""
    side = pos.book.side_of[units[0]]
    strength, defence = pos.strength(units), pos.strength(pos.stack_in(target))
    column = odds(pos, target, units, strength + markers * pos.book.factor_per_marker, defence).column
    total = 0.0
    for row in pos.book.crt.rows:
        result = row[column]
        killed, paid = min(result.defender, defence), min(result.attacker, strength)
        total += KILL[side] * killed - COST[side] * paid
        if killed == defence and paid < strength:
            total += CLEARED[side]
    return total / len(pos.book.crt.rows)
