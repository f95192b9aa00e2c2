"""Whole games between officers of a staff, for the tests of every title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any
from zlib import crc32

from shapan.bots import Bot, ask, bot
from shapan.bots.staff import StaffBot
from shapan.kernel import DICE, Game, Position
from shapan.kernel.staff import PLAIN, Staff


def led(game: Game, leaders: Mapping[str, Staff[Any, Any]], seed: int) -> tuple[Position[Any], int]:
    """A game in which officers always take their first choice: its end, and a checksum of all that was done."""
    pos, rng, told = game.start(), Random(seed), 0
    while pos.outcome is None:
        if pos.actor == DICE:
            action = pos.chances().sample(rng)
        else:
            action = leaders[pos.actor].advise(pos)[0].action
            assert pos.refusal(action) is None
        told = crc32(game.format(pos, action).encode(), told)
        pos.apply(action)
    return pos, told


def plain(seed: int) -> Bot:
    """The plain staff, whoever else may lead the side in its place."""
    return StaffBot(Random(f"staff {seed}"), PLAIN)


def decisions(game: Game, seed: int, bots: Mapping[str, str]) -> Iterator[Any]:
    """Every position of a game in which a side owes a decision; who is not named is the plain staff."""
    rng, pos = Random(seed), game.start()
    players = {side: bot(bots[side], seed) if side in bots else plain(seed) for side in pos.book.sides}
    while pos.outcome is None:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
        else:
            yield pos
            pos.apply(ask(players[pos.actor], pos, rng))
