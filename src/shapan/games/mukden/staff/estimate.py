"""What an attack is worth, and the best that can be made of those at hand (9.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from shapan.ground.hexes import Hex, bits

from ..combat import attackable
from ..odds import odds
from ..position import JAPANESE, MukdenPosition, Units
from .marches import march_to
from .temper import Temper

VICTORY: Final = 1000.0
"""What it is worth to win at once."""
ROAD_LENGTH: Final = 14
"""March points from Mukden within which a hex on the way there counts (``Temper.road``)."""


class Plan(msgspec.Struct, frozen=True):
    """An attack as it could be made."""

    target: Hex
    units: tuple[int, ...]
    worth: float


def plans(pos: MukdenPosition, side: int, pool: Units, markers: int, temper: Temper) -> list[Plan]:
    """For each enemy hex within reach of the pool the best attack, units being added as long as it gets better."""
    beside: dict[Hex, list[int]] = {}
    for unit in bits(pool):
        for target in bits(attackable(pos, unit)):
            beside.setdefault(target, []).append(unit)
    return [_best(pos, side, target, units, markers, temper) for target, units in beside.items()]


def _best(pos: MukdenPosition, side: int, target: Hex, units: list[int], markers: int, temper: Temper) -> Plan:
    ranked = sorted(units, key=lambda unit: -pos.steps[unit])
    support = markers if side == JAPANESE else 0
    front = pos.front(side)
    best = Plan(target, (ranked[0],), -99.0)
    for count in range(1, len(ranked) + 1):
        chosen = tuple(ranked[:count])
        # 9.7: markers need somebody with a line of communication, and no more of them serve than there are factors.
        most = min(support, pos.strength(chosen)) if any(front.has_line(pos.place[unit]) for unit in chosen) else 0
        worth, _ = best_support(pos, target, chosen, most, temper, 0.0)
        if worth > best.worth:
            best = Plan(target, chosen, worth)
    return best


def best_support(
    pos: MukdenPosition, target: Hex, units: tuple[int, ...], most: int, temper: Temper, price: float
) -> tuple[float, int]:
    """What the attack is worth with the number of markers that pays best."""
    return max(
        (worth(pos, target, units, markers, temper) - price * markers, markers) for markers in {0, most // 2, most}
    )


def worth(pos: MukdenPosition, target: Hex, units: tuple[int, ...], markers: int, temper: Temper) -> float:
    """Expected steps gained less steps lost, in the attacker's own currency."""
    side = pos.book.side_of[units[0]]
    strength, defence = pos.strength(units), pos.strength(pos.stack_in(target))
    column = odds(pos, target, units, strength + markers * pos.book.factor_per_marker, defence).column
    kill, cleared = temper.kill, temper.cleared
    if side == JAPANESE:
        book = pos.book
        if target == book.end_game_hex:
            kill, cleared = kill * temper.garrison_step, cleared + temper.mukden
        else:
            near = march_to(book, 1 << book.end_game_hex).get(target, ROAD_LENGTH)
            cleared += temper.road * max(0.0, 1 - near / ROAD_LENGTH)
    total = 0.0
    for row in pos.book.crt.rows:
        result = row[column]
        killed, paid = min(result.defender, defence), min(result.attacker, strength)
        total += kill * killed - temper.cost * paid
        if killed == defence and paid < strength:
            total += cleared
    return total / len(pos.book.crt.rows)
