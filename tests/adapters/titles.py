"""The scenarios that the adapters are tested with: one of each kind of ground, and in the long run all there are."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import shapan
from shapan.kernel import DICE, Position

SOAK = os.environ.get("SHAPAN_HYPOTHESIS") == "soak"
FEW = [("mukden", "battle"), ("taierzhuang", "battle"), ("yangtze", "s1_plum_village")]
EVERY = [(name, scenario) for name in shapan.games() for scenario in shapan.game(name).scenarios]
TITLES = EVERY if SOAK else FEW


def moments(name: str, scenario: str, seed: int = 1, every: int = 12, most: int = 20) -> Iterator[Position[Any]]:
    """Some positions of a random game in which a side is asked."""
    rng, pos, seen = Random(f"moments {seed}"), shapan.game(name).start(scenario), 0
    while pos.outcome is None and seen < most:
        if pos.actor != DICE and rng.random() * every < 1:
            yield pos.copy()
            seen += 1
        pos.apply(pos.options().sample(rng))
