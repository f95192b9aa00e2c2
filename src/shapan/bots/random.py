"""The bot that plays anything legal."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Action, Position

from .bot import Bot


class RandomBot(Bot):
    """Samples the options: a kind of action first, then one of that kind."""

    needs_world = False

    def choose(self, pos: Position[Any]) -> Action:
        return pos.options().sample(self.rng)
