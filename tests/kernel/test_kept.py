"""Parts of a View that are kept are those that would be worked out anew."""

from __future__ import annotations

from random import Random

import pytest

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import SPECTATOR
from shapan.kernel.kept import forget_parts

SEEDS = 2
MOST = 250
"""Decisions of each game that are looked at."""


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("title", games())
def test_what_is_kept_is_what_would_be_worked_out_anew(title: str, seed: int) -> None:
    pos, rng = find_game(title).start(), Random(seed)
    for _ in range(MOST):
        viewers = (*pos.book.sides, SPECTATOR)
        kept = [pos.glance(side) for side in viewers]
        forget_parts()
        assert kept == [pos.glance(side) for side in viewers]
        for side in viewers:  # what the next moment finds kept are the parts of this one
            pos.glance(side)
        if pos.outcome is not None:
            return
        pos.apply(pos.options().sample(rng))


def test_a_part_is_the_same_thing_while_what_it_follows_from_is() -> None:
    pos = find_game("mukden").start()
    before = pos.glance("russian")
    pos.push(find_game("mukden").parse(pos, "declare combat"))
    after = pos.glance("russian")
    assert after.pieces is before.pieces
    assert after.marks is before.marks
    assert pos.glance("japanese").ledgers is not after.ledgers, "the Russian knows more of his own"
