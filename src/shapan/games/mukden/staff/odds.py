"""What an attack is worth, and the best that can be made of those at hand (9.0)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from shapan.ground.hexes import Hex, bits
from shapan.mechanics.crt import DifferentialTable

from ..combat import attackable
from ..odds import column_shifts
from ..position import MukdenPosition, Units
from ..sides import JAPANESE
from .ground import march_to
from .temper import Temper

VICTORY: Final = 1000.0
"""What it is worth to win at once."""
ROAD_LENGTH: Final = 14
"""March points from Mukden within which a hex on the way there counts (``Temper.road``)."""


class Prospect(msgspec.Struct, frozen=True):
    """An attack as it could be made."""

    target: Hex
    units: tuple[int, ...]
    worth: float


def prospects(pos: MukdenPosition, side: int, pool: Units, markers: int, temper: Temper) -> list[Prospect]:
    """For each enemy hex within reach of the pool the best attack, units being added as long as it gets better."""
    beside: dict[Hex, list[int]] = {}
    for unit in bits(pool):
        for target in bits(attackable(pos, unit)):
            beside.setdefault(target, []).append(unit)
    return [_best(pos, side, target, units, markers, temper) for target, units in beside.items()]


def _best(pos: MukdenPosition, side: int, target: Hex, units: list[int], markers: int, temper: Temper) -> Prospect:
    ranked = sorted(units, key=lambda unit: -pos.steps[unit])
    support = markers if side == JAPANESE else 0
    front = pos.front(side)
    best = Prospect(target, (ranked[0],), -99.0)
    for count in range(1, len(ranked) + 1):
        chosen = tuple(ranked[:count])
        # 9.7: markers need somebody with a line of communication, and no more of them serve than there are factors.
        most = min(support, pos.strength(chosen)) if any(front.has_line(pos.place[unit]) for unit in chosen) else 0
        worth, _ = best_support(pos, target, chosen, most, temper, 0.0)
        if worth > best.worth:
            best = Prospect(target, chosen, worth)
    return best


def best_support(
    pos: MukdenPosition, target: Hex, units: tuple[int, ...], most: int, temper: Temper, price: float
) -> tuple[float, int]:
    """What the attack is worth with the number of markers that pays best."""
    value = _valued(pos, target, units, temper)
    return max((value(markers) - price * markers, markers) for markers in {0, most // 2, most})


def worth(pos: MukdenPosition, target: Hex, units: tuple[int, ...], markers: int, temper: Temper) -> float:
    """Expected steps gained less steps lost, in the attacker's own currency."""
    return _valued(pos, target, units, temper)(markers)


def _valued(pos: MukdenPosition, target: Hex, units: tuple[int, ...], temper: Temper) -> Callable[[int], float]:
    """The same for any number of markers: they add to the strength, and nothing else depends on them."""
    book, side = pos.book, pos.book.side_of[units[0]]
    strength, defence = pos.strength(units), pos.strength(pos.stack_in(target))
    net = sum([shift.columns for shift in column_shifts(pos, target, units)])
    kill, cleared = temper.kill, temper.cleared
    if side == JAPANESE:
        if target == book.end_game_hex:
            kill, cleared = kill * temper.garrison_step, cleared + temper.mukden
        else:
            near = march_to(book, 1 << book.end_game_hex).get(target, ROAD_LENGTH)
            cleared += temper.road * max(0.0, 1 - near / ROAD_LENGTH)

    def value(markers: int) -> float:
        base = book.crt.column(book.sides[side], strength + markers * book.factor_per_marker - defence)
        column = book.crt.shifted(base, net)
        return _expected(book.crt, column, strength, defence, kill, cleared, temper.cost)

    return value


@lru_cache(1 << 12)
def _expected(
    table: DifferentialTable, column: int, strength: int, defence: int, kill: float, cleared: float, cost: float
) -> float:
    """What a roll on a column brings on the average to so many steps against so many."""
    total = 0.0
    for row in table.rows:
        result = row[column]
        killed, paid = min(result.defender, defence), min(result.attacker, strength)
        total += kill * killed - cost * paid
        if killed == defence and paid < strength:
            total += cleared
    return total / len(table.rows)
