"""5.1 the other way round: a position that one side could believe to be true.

Hidden are the other side's hand and cup, and, at the end of a turn, which of its chits it is about to discard. What has
been played or taken out of the game is known, and so is the number of chits in each hand.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from shapan.kernel import amended
from shapan.mechanics.sides import hidden_from

from .chits import Discarding
from .position import TaierzhuangPosition

P = TypeVar("P", bound=TaierzhuangPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the chits that this side cannot see anew between hand and cup; for the spectator those of both sides."""
    twin = pos.copy()
    if pos.outcome is not None:
        return twin
    unseen = hidden_from(side, pos.book.sides)
    for enemy in unseen:
        _deal(twin, enemy, rng)
    if isinstance(twin.top, Discarding):
        _discard_anew(twin, twin.top, unseen, rng)
    return twin


def _deal(twin: P, enemy: int, rng: Random) -> None:
    kinds = twin.book.chits_of[enemy]
    chits = [chit for chit in kinds for _ in range(twin.hands[chit] + twin.cups[chit])]
    hand = rng.sample(chits, twin.held(enemy))
    hands, cups = list(twin.hands), list(twin.cups)
    for chit in kinds:
        hands[chit], cups[chit] = hand.count(chit), chits.count(chit) - hand.count(chit)
    twin.hands, twin.cups = tuple(hands), tuple(cups)


def _discard_anew(twin: P, at: Discarding, unseen: list[int], rng: Random) -> None:
    """5.3: as many chits as the other side has named already, out of the hand that it is now thought to hold."""
    counts = list(at.chosen)
    for enemy in unseen:
        kinds = twin.book.chits_of[enemy]
        number = sum(at.chosen[chit] for chit in kinds)
        named = rng.sample([chit for chit in kinds for _ in range(twin.hands[chit])], number)
        for chit in kinds:
            counts[chit] = named.count(chit)
    twin.become(amended(at, chosen=tuple(counts)))
