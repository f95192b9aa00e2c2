"""S6.2, S8 What the enemy has ordered in secret: not at random, but as his own staff would have it.

A world that is imagined deals secret orders by lot. Who looks ahead from it would find an enemy without a head on his
shoulders, and charge him; so the other side's staff thinks the matter over again in that world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from shapan.kernel.staff import Advice

from ..actions import Ready
from ..imagine import CHOICES, choose_again
from ..orders.cards import let_sleep
from ..position import YangtzePosition

Adviser = Callable[[YangtzePosition], list[Advice]]


def guess(pos: YangtzePosition, side: str, advise: Adviser) -> None:
    """In a world that this side imagines, the others have chosen as they would be advised."""

    def choose(world: YangtzePosition, foe: int, _: Random) -> Iterator[None]:
        let_sleep(world, foe)
        while not isinstance(action := advise(world)[0].action, Ready):
            world.step.apply(world, world.top, action)
            yield

    before = pos.copy()
    for foe, name in enumerate(pos.book.sides):
        if name != side:
            choose_again(pos, before, foe, Random(0), dict.fromkeys(CHOICES, choose))
