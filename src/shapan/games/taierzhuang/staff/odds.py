"""What the dice promise: damage to expect, the toll of a Human Wave, what comes of a fight at close quarters."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shapan.mechanics.sides import other

from ..book import TaierzhuangBook
from ..position import TaierzhuangPosition
from ..sides import CHINESE
from .temper import Temper

THROWS: Final = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))
"""2D6: each total with its 36ths."""


@lru_cache(maxsize=4096)
def damage(margin: int, capacity: int) -> tuple[float, float]:
    """7.3: the Damage Points to expect from a margin before the dice, and the chance to wipe out the defenders."""
    points = wiped = 0.0
    for total, weight in THROWS:
        hit = min(max(margin + total, 0), capacity)
        points += hit * weight
        wiped += weight if hit >= capacity else 0
    return points / 36, wiped / 36


@lru_cache(maxsize=4096)
def wave_share(margin: int, ready: int, spent: int) -> float:
    """7.2.2b: the share of the attackers of a Human Wave that will fall, if the defenders hold on to their ground."""
    share = 0.0
    for total, weight in THROWS:
        beyond = max(max(margin + total, 0) - ready, 0)
        left = max(ready + spent - (beyond + 1) // 2, 0)
        share += min(left, 6) / 6 * weight
    return share / 36


def power(book: TaierzhuangBook, side: int, units: int) -> int:
    """7.2.2a, 7.2.2b: what units add to the dice, as a Human Wave when they are Chinese."""
    return book.factors(units) + (units.bit_count() // book.wave_units if side == CHINESE else 0)


def engagement(pos: TaierzhuangPosition, temper: Temper, side: int, area: int, group: int) -> float:
    """What comes of entering an area with enemies: our fire next turn less theirs before it."""
    theirs = pos.units_in(other(side), area)
    if not theirs:
        return 0.0
    ours = pos.units_in(side, area) | group
    gain, pain = clash(pos.book, side, bool(pos.book.town >> area & 1), ours, theirs, theirs & ~pos.spent)
    return temper.hope * gain - temper.caution * pain


@lru_cache(maxsize=4096)
def clash(book: TaierzhuangBook, side: int, town: bool, ours: int, theirs: int, ready: int) -> tuple[float, float]:
    """The damage that our units and theirs, some of them Ready, would do to each other in an area of the town or
    elsewhere. In one position after the other the same few meet the same few."""
    shelter = book.town_from_inside if town else 0
    best = next((value for value, those in book.by_ready_df if those & theirs), 0)
    capacity = 2 * theirs.bit_count() + ready.bit_count()
    gain, _ = damage(power(book, side, ours) - best - shelter, capacity)
    spent_best = next((value for value, those in book.by_spent_df if those & ours), 0)
    threat = power(book, other(side), ready) if ready else power(book, other(side), theirs) // 2
    pain, _ = damage(threat - spent_best - shelter, 2 * ours.bit_count())
    return gain, pain
