"""The bot that plays anything legal."""

from __future__ import annotations

from random import Random
from typing import Any

from shapan.kernel import Action, Position


class RandomBot:
    """Samples the options: a kind of action first, then one of that kind."""

    name = "random"
    needs_world = False
    needs_doctrine = False

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, pos: Position[Any]) -> Action:
        return pos.options().sample(self.rng)
