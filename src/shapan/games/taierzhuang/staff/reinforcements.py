"""6.0 What a staff officer of Taierzhuang gives for reinforcements."""

from __future__ import annotations

from typing import Final

from shapan.kernel.staff import Advice

from ..actions import Decline, Pay, Play
from ..chits import chit_of, effect_piece, holds
from ..position import TaierzhuangPosition
from ..reinforcements import ArrivalReroll, Levying, Order, QuantityReroll, arrives
from ..sides import CHINESE, JAPANESE
from ..windows import payable
from .chits import chit_worth
from .odds import THROWS
from .temper import Temper

MANY: Final = 7
"""What 2D6 bring on the average."""


def chance_to_arrive(pos: TaierzhuangPosition, side: int, drm: int = 0) -> float:
    """6.1, 6.2: that the next roll brings reinforcements."""
    twin = pos.copy()
    twin.drm += drm
    return sum(weight for dice, weight in THROWS if arrives(twin, side, dice)) / 36


def order(pos: TaierzhuangPosition, at: Order, temper: Temper) -> list[Advice]:
    """Generalissimo's Order: when the roll needs it."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if holds(pos, "order"):
        drm = pos.book.chits[pos.book.by_effect["order"]].drm
        more = chance_to_arrive(pos, CHINESE, drm) - chance_to_arrive(pos, CHINESE)
        advice.append(Advice(Play(effect_piece(pos, "order")), more * MANY - 0.5, "reason.order"))
    return advice


def paying(pos: TaierzhuangPosition, side: int, units: float) -> list[Advice]:
    """A chit for so many units to expect: the least useful one."""
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    for chit in payable(pos, side):
        worth = units - 0.6 * chit_worth(pos, chit_of(pos, chit))
        advice.append(Advice(Pay(chit), worth, "reason.pay", {"count": f"{units:.1f}"}))
    return advice


def reroll_test(pos: TaierzhuangPosition, at: ArrivalReroll, temper: Temper) -> list[Advice]:
    """6.1: only after a failure."""
    pool = pos.at[pos.book.pool[CHINESE]].bit_count()
    return paying(pos, CHINESE, 0.0 if at.success else chance_to_arrive(pos, CHINESE) * min(MANY, pool))


def reroll_quantity(pos: TaierzhuangPosition, at: QuantityReroll, temper: Temper) -> list[Advice]:
    """6.1: for as many units as the dice fell short."""
    pool = pos.at[pos.book.pool[CHINESE]].bit_count()
    return paying(pos, CHINESE, float(min(MANY, pool) - at.number))


def levy(pos: TaierzhuangPosition, at: Levying, temper: Temper) -> list[Advice]:
    """6.2: a chit for the units that the rolls promise."""
    pool = pos.at[pos.book.pool[JAPANESE]].bit_count()
    return paying(pos, JAPANESE, 1.2 * chance_to_arrive(pos, JAPANESE) * min(MANY, pool))
