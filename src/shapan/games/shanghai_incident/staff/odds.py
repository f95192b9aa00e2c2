"""What a staff officer of Shanghai Incident expects of a battle, from the exact chances of the table (7.6).

Worths are in steps: one is the loss of a step.
"""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.hexes import Mask
from shapan.mechanics.fire_and_movement.battle import defenders, odds
from shapan.mechanics.fire_and_movement.terms import Battle
from shapan.mechanics.sides import other

from ..book import ShanghaiBook
from ..position import ShanghaiPosition
from .temper import Temper


class Column(NamedTuple):
    """The chances of a column of the table."""

    repulse: float
    exchange: float
    one: float
    """The defender is driven back one hex."""
    more: float
    """The defender is driven back farther."""


_columns: dict[int, tuple[Column, ...]] = {}


def columns(book: ShanghaiBook) -> tuple[Column, ...]:
    """The chances of each column."""
    if id(book) not in _columns:
        found = []
        for column in range(len(book.crt.headings[""])):
            results = [book.crt.result(column, face) for face in range(1, 7)]
            found.append(
                Column(
                    repulse=sum(result.attacker > 0 for result in results) / 6,
                    exchange=sum(result.exchange for result in results) / 6,
                    one=sum(result.defender == 1 for result in results) / 6,
                    more=sum(result.defender > 1 for result in results) / 6,
                )
            )
        _columns[id(book)] = tuple(found)
    return _columns[id(book)]


def promise(book: ShanghaiBook, differential: int) -> float:
    """What a differential promises in general; nobody has to attack."""
    chances = columns(book)[book.crt.column("", differential)]
    return max(0.0, chances.one + 1.4 * chances.more - 0.8 * chances.repulse)


# --- battles ----------------------------------------------------------------------------------------


def expectation(pos: ShanghaiPosition, battle: Battle, prize: float, temper: Temper) -> float:
    """The exact expectation of a battle on the table, with each result judged by what it is worth to the attacker."""
    chances = columns(pos.book)[odds(pos, battle).column]
    away, exchange, repulse = chances.one + chances.more, chances.exchange, chances.repulse
    kill, cost = temper.enemy_step, temper.own_step
    units = defenders(pos, battle)
    steps = sum(pos.steps[unit] for unit in units)
    free = pos.resists_freely(battle)
    if not units:
        # 17.3: a garrison alone gives way to any exchange or better.
        return prize * (away + (0 if battle.mobile else exchange)) - (temper.repulse * repulse + cost * exchange)
    hemmed = not _way_out(pos, battle)
    driven = kill * steps if hemmed else temper.driven + prize
    if free and steps > 1:
        driven = kill + (0.5 if hemmed else 0.2)
    elif hemmed and steps > 1:
        driven = kill * (0.5 + 0.5 * steps)
    if hemmed and not (free and steps > 1):
        # With a step to spare he may resist (7.8), about every other time with success.
        driven += temper.trapped * (1 + prize) * (0.5 if steps > 1 else 1.0)
    swap = 0.0 if battle.mobile else kill - (cost if battle.units else 0.0)
    if steps == 1 and not battle.mobile:
        swap += 0.5 * prize
    thrown_back = repulse * temper.repulse if battle.units else 0.0
    return away * driven + 0.25 * chances.more + exchange * swap - thrown_back


def _way_out(pos: ShanghaiPosition, battle: Battle) -> bool:
    """7.7: is there a hex next to the defender that a retreat may enter?"""
    side = other(battle.side)
    return bool(ways_out(pos, side, battle.target, pos.occupied[battle.side], pos.retreat_zone(side)))


def ways_out(pos: ShanghaiPosition, side: int, here: int, enemies: Mask, zone: Mask) -> Mask:
    """7.7: the hexes next to this one that a retreat may enter while the enemy stands so, with such a zone."""
    return pos.book.around[here] & ~(enemies | pos.closed_to(side) | zone & ~pos.occupied[side])


def prize_of(pos: ShanghaiPosition, target: int, temper: Temper) -> float:
    """What it is worth to drive the enemy from this hex, besides his losses."""
    book = pos.book
    if book.shanghai >> target & 1:
        return temper.cleared * temper.streets
    valued = book.city_hexes | book.fort_hexes
    return temper.cleared if valued >> target & 1 else 0.0
