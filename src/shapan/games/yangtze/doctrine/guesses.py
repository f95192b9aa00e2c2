"""S6.2, S8 What the enemy has ordered in secret: not at random, but as his own staff would have it.

A world that is imagined deals secret orders by lot. Who looks ahead from it would find an enemy without a head on his
shoulders, and charge him; so the other side's staff thinks the matter over again in that world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from shapan.kernel.doctrine import Advice

from ..actions import HALT, Ready
from ..cards import needs_card
from ..imagine import CHOICES, choose_again
from ..position import YangtzePosition, put

Adviser = Callable[[YangtzePosition], list[Advice]]


def guess(pos: YangtzePosition, side: str, advise: Adviser) -> None:
    """In a world that this side imagines, the others have chosen as they would be advised."""

    def choose(world: YangtzePosition, foe: int, _: Random) -> Iterator[None]:
        _let_sleep(world, foe)
        while not isinstance(action := advise(world)[0].action, Ready):
            world.step.apply(world, action)
            yield

    before = pos.copy()
    for foe, name in enumerate(pos.book.sides):
        if name != side:
            choose_again(pos, before, foe, Random(0), dict.fromkeys(CHOICES, choose))


def _let_sleep(pos: YangtzePosition, foe: int) -> None:
    """S6.8: those who sleep are given HALT without being asked."""
    for unit in pos.units_of(foe):
        if needs_card(pos, unit) and pos.asleep >> unit & 1:
            pos.card = put(pos.card, unit, HALT)
