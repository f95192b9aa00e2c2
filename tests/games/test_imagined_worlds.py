"""What a side imagines follows from what it knows: nothing of what is really hidden is left in it."""

from random import Random
from typing import Any

import pytest

import shapan
from shapan.kernel import Position

TABLES = [
    ("mukden", None),
    ("shanghai_incident", None),
    ("shanghai_nanking", None),
    ("taierzhuang", None),
    ("yangtze", "s1_plum_village"),
    ("yangtze", "s3_silver_trucks"),
]


@pytest.mark.parametrize(("name", "scenario"), TABLES)
def test_the_same_dice_imagine_the_same_world_whatever_is_true(name: str, scenario: str | None) -> None:
    """Two worlds that a side cannot tell apart: imagined again from either of them, they become one and the same."""
    different = 0
    for seed in range(20):
        different += worlds_apart(shapan.game(name).start(scenario=scenario), Random(seed))
        if different > 5:
            return
    assert different, "nothing was hidden: these games show nothing"


def worlds_apart(pos: Position[Any], rng: Random) -> int:
    """Look at some positions of a random game; in how many of them something else could be true."""
    different = 0
    while pos.outcome is None:
        if rng.random() < 0.06:
            for side in pos.book.sides:
                other = pos.imagine(side, Random(1))
                different += other.key() != pos.key()
                twins = [world.imagine(side, Random(2)) for world in (pos, other)]
                assert twins[0].key() == twins[1].key()
        pos.apply(pos.options().sample(rng))
    return different
